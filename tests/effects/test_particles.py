"""What is to be seen: bursts, trails and projectiles are events that change nothing."""

from roguelike.world.changes import Flashed
from tests.rooms import Draw, fingerprint, flights, inflict, of

ROOM = """
    ##########
    #@.......#
    #.....g..#
    #........#
    ##########
"""


def test_a_trail_runs_from_beside_the_caster_to_the_target(draw: Draw) -> None:
    arena = draw(ROOM)
    arena.teach("Zap")
    (flight,) = flights(arena.cast("Zap", (6, 2)).trace)
    assert flight.path[0] in {(2, 1), (2, 2)}
    assert flight.path[-1] == (6, 2)
    assert flight.start is None
    assert (flight.flash.glyph, flight.flash.milliseconds) == ("▓", 400)
    for a, b in zip(flight.path, flight.path[1:], strict=False):
        assert max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


def test_a_burst_lights_every_tile_of_the_blast(draw: Draw) -> None:
    arena = draw(ROOM)
    arena.identify("Fireball Scroll")
    scroll = arena.give(arena.player, "Fireball Scroll")
    foreseen = arena.forecast(scroll, (6, 2))
    result = arena.use(scroll, (6, 2))
    (burst,) = of(result.trace, Flashed)
    assert set(burst.points) == set(foreseen.cells)
    assert (6, 2) in burst.points
    assert all((x - 6) ** 2 + (y - 2) ** 2 <= 9 for x, y in burst.points)
    assert all(0 < x < 9 and 0 < y < 4 for x, y in burst.points)


def test_a_burst_stops_at_walls(draw: Draw) -> None:
    arena = draw("#######\n#@.#.g#\n#..#..#\n#.....#\n#######")
    arena.teach("Blast")
    result = arena.cast("Blast", (1, 2))
    assert result.refused is None
    (event,) = [c for c in result.trace if type(c).__name__ == "Unleashed"]
    assert (4, 1) not in event.points
    assert (3, 1) not in event.points


def test_a_shot_flies_all_the_way(draw: Draw) -> None:
    arena = draw("#######\n#@..g.#\n#######")
    arena.equip(arena.player, "Sling")
    (flight,) = flights(arena.shoot(arena.find("Goblin")).trace)
    assert flight.path == ((2, 1), (3, 1), (4, 1))
    assert flight.start == (1, 1)
    assert flight.flash.milliseconds == 50


def test_a_point_blank_shot_flies_one_tile(draw: Draw) -> None:
    arena = draw("#####\n#@g.#\n#####")
    arena.equip(arena.player, "Sling")
    (flight,) = flights(arena.shoot(arena.find("Goblin")).trace)
    assert flight.path == ((2, 1),)


def test_magic_on_ones_own_tile_draws_no_line(draw: Draw) -> None:
    arena = draw(ROOM)
    arena.teach("Zap")
    assert flights(arena.cast("Zap", (1, 1)).trace) == []
    assert arena.hp(arena.player) == 25


def test_looks_alone_are_nothing_to_pay_for(draw: Draw) -> None:
    from roguelike.components.looks import Flash
    from roguelike.effects.dispatch import drain
    from roguelike.effects.particles import Burst, Projectile, Trail
    from roguelike.world.game import Area, Cause, Several, Single, Spot

    arena = draw(ROOM)
    game, flash = arena.game, Flash("*", (255, 0, 0), 50)
    before = fingerprint(arena)
    targets = (Single(arena.player), Several((arena.player,)), Spot((3, 1)), Area(((1, 1), (2, 1))))
    for target in targets:
        for looks in (Burst(flash), Trail(((1, 1),), flash), Projectile(((1, 1),), flash)):
            game.push(looks, target, arena.player, Cause("looks"))
    drain(game)
    assert fingerprint(arena) == before
    shown = [change.points for change in of(game.trace, Flashed)]
    assert shown == [((1, 1),), ((1, 1),), ((3, 1),), ((1, 1), (2, 1))]


def test_a_burst_on_a_large_body_covers_it(draw: Draw) -> None:
    from roguelike.components.looks import Flash
    from roguelike.effects.dispatch import drain
    from roguelike.effects.particles import Burst
    from roguelike.world.game import Cause, Single

    arena = draw("######\n#@D..#\n#....#\n######")
    arena.game.push(Burst(Flash("*", (1, 1, 1), 9)), Single(arena.find("Giant")), 0, Cause("x"))
    drain(arena.game)
    (burst,) = of(arena.game.trace, Flashed)
    assert set(burst.points) == {(2, 1), (3, 1), (2, 2), (3, 2)}


def test_the_strength_potion_sparkles_on_the_drinker(draw: Draw) -> None:
    arena = draw(ROOM)
    result = arena.use(arena.give(arena.player, "Strength Potion"))
    (burst,) = of(result.trace, Flashed)
    assert burst.points == ((1, 1),)
    assert inflict(arena, "heal", arena.player, amount=1)
