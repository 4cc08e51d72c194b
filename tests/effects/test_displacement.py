"""Knocked back, drawn near, charging, whisked away, leaping, trading places."""

from collections import Counter

import pytest
from hypothesis import strategies

from roguelike.components import hazards
from roguelike.core.geometry import steps_between
from roguelike.effects import dispatch, shapes
from roguelike.testing import Arena
from roguelike.world import changes
from roguelike.world.game import Cause, Single
from tests.halls import Stage, set_ground, stage_of
from tests.lengths import law
from tests.rooms import Draw, begun, component, effect, inflict, inflict_at, lost, of

HALL = "##########\n#..@g....#\n##########"


def test_a_blow_drives_back_tile_by_tile(draw: Draw) -> None:
    arena = draw(HALL)
    goblin = arena.find("Goblin")
    inflict(arena, "knockback", goblin, by=arena.player, tiles=3)
    assert arena.position(goblin) == (7, 1)


def test_a_crash_hurts_for_each_tile_that_was_left(draw: Draw) -> None:
    for tiles, harm in ((4, 0), (5, 2), (7, 6)):
        arena = draw(HALL)
        trace = inflict(
            arena, "knockback", arena.find("Goblin"), by=arena.player, tiles=tiles, damage=2
        )
        assert lost(trace, arena.find("Goblin")) == harm, tiles


def test_running_into_somebody_hurts_both(draw: Draw) -> None:
    arena = draw("########\n#.@g.k.#\n########")
    goblin, kobold = arena.find("Goblin"), arena.find("Kobold")
    trace = inflict(arena, "knockback", goblin, by=arena.player, tiles=4, damage=2)
    assert arena.position(goblin) == (4, 1)
    assert (lost(trace, goblin), lost(trace, kobold)) == (6, 6)  # three tiles left


def test_a_pull_from_any_side_ends_beside_the_caster_and_never_past(draw: Draw) -> None:
    """Fishhook once drew a goblin from (5, 6) past its caster at (4, 4), to (1, 2)."""
    floor = ["#" * 11, *["#" + "." * 9 + "#"] * 9, "#" * 11]
    floor[4] = "#...@.....#"
    arena, here = draw("\n".join(floor)), (4, 4)
    away = [(x, y) for x in range(1, 10) for y in range(1, 10) if (x, y) != here]
    for start in away:
        goblin = arena.spawn("Goblin", *start)
        trace = inflict(arena, "knockback", goblin, by=arena.player, tiles=9, damage=2, toward=True)
        assert steps_between(arena.position(goblin), here) == 1, start
        assert steps_between(start, here) > 1 or arena.position(goblin) == start
        assert lost(trace, goblin) == 0
        inflict(arena, "damage", goblin, amount=99)


def test_a_large_body_is_driven_as_a_whole(draw: Draw) -> None:
    arena = draw("#########\n#@D...O.#\n#.......#\n#########")
    giant = arena.find("Giant")
    trace = inflict(arena, "knockback", giant, by=arena.player, tiles=9, damage=1)
    assert arena.position(giant) == (4, 1)
    assert lost(trace, giant) == 7


def test_nobody_pushes_themselves(draw: Draw) -> None:
    arena = draw(HALL)
    inflict(arena, "knockback", arena.player, by=arena.player, tiles=3, damage=3)
    assert arena.position(arena.player) == (3, 1)
    assert arena.hp(arena.player) == 30


def test_a_blink_lands_on_free_and_harmless_ground_within_reach(draw: Draw) -> None:
    places: Counter[tuple[int, int]] = Counter()
    for seed in range(40):
        arena = draw("###########\n#@..g.^...#\n#.......*.#\n###########", seed=seed)
        inflict(arena, "blink", arena.player, tiles=5)
        place = arena.position(arena.player)
        assert place is not None
        places[place] += 1
        assert arena.game.level.blockers[place] == arena.player
    assert len(places) > 4
    assert not {(4, 1), (6, 1), (8, 2), (1, 1), (2, 1), (1, 2)} & set(places)
    assert all((x - 1) ** 2 + (y - 1) ** 2 <= 25 for x, y in places)


def test_without_free_ground_displacement_does_nothing(draw: Draw) -> None:
    arena = draw("####\n#@.#\n####")
    inflict(arena, "teleport", arena.player, tiles=9)
    assert arena.position(arena.player) == (1, 1)


def test_a_blink_does_not_pass_walls(draw: Draw) -> None:
    for seed in range(10):
        arena = draw("#########\n#@..#...#\n#########", seed=seed)
        inflict(arena, "blink", arena.player, tiles=9)
        assert (arena.position(arena.player) or (9, 9))[0] < 4


def test_swapping_exchanges_both_positions(draw: Draw) -> None:
    arena = draw(HALL)
    goblin = arena.find("Goblin")
    inflict(arena, "swap", goblin, by=arena.player)
    assert (arena.position(arena.player), arena.position(goblin)) == ((4, 1), (3, 1))


def test_large_bodies_do_not_swap_places(draw: Draw) -> None:
    arena = draw("######\n#@D..#\n#....#\n######")
    inflict(arena, "swap", arena.find("Giant"), by=arena.player)
    assert arena.position(arena.player) == (1, 1)


def test_the_forecast_says_who_cannot_be_moved(stage: Stage) -> None:
    arena = stage("########\n#@...g##\n########", knows="Drench")
    told = arena.forecast("Drench", (5, 1)).outcomes[arena.find("Goblin")]
    assert told.notes["cannot be moved any farther"] == 1.0


def test_whoever_is_moved_is_not_said_to_be_stuck(stage: Stage) -> None:
    arena = stage("##########\n#@...g...#\n##########", knows="Drench")
    notes = arena.forecast("Drench", (5, 1)).outcomes[arena.find("Goblin")].notes
    assert any(words.startswith("driven") for words in notes)
    assert "cannot be moved any farther" not in notes


# --- what lies on the way

LONG = "############\n#@.....g...#\n############"
GROUNDS = {
    "Fire": (1, ""),
    "Poison Gas": (1, ""),
    "Acid Pool": (1, ""),
    "Ice Mist": (1, ""),
    "Steam": (1, "Blinded"),
    "Smoke": (0, "Blinded"),
    "Web": (0, "Slowed"),
    "Oil": (0, "Oiled"),
    "Bear Trap": (1, ""),
    "Landmine": (1, ""),
    "Reproachful Rune": (1, ""),
    "Drowsy Rune": (0, "Asleep"),
    "shallow water": (0, "Wet"),
    "": (0, ""),
}
"""What lies on the way, whether it takes hit points, and which status begins."""
WAYS = {
    "drawn": (LONG, {"kind": "knockback", "tiles": 5, "toward": True}, "Goblin"),
    "driven": (
        "###########\n#@.g......#\n###########",
        {"kind": "knockback", "tiles": 5},
        "Goblin",
    ),
    "charging": (LONG, {"kind": "charge", "tiles": 9}, "you"),
}


def _put(arena: Arena, what: str, point: tuple[int, int]) -> None:
    """Lay something on a tile: a trap, a fire or cloud or rune, water, or nothing."""
    if what in ("Bear Trap", "Landmine"):
        arena.spawn(what, *point)
    elif what == "shallow water":
        set_ground(arena, what, point)
    elif what:
        inflict_at(arena, "kindle", point, hazard=what)


@pytest.mark.parametrize("what", GROUNDS)
@pytest.mark.parametrize("way", WAYS)
def test_whoever_is_moved_meets_what_lies_on_the_way(way: str, what: str) -> None:
    drawing, how, who = WAYS[way]
    harms, status = GROUNDS[what]
    with stage_of(drawing) as arena:
        goblin, at = arena.find("Goblin"), (5, 1)
        moved = goblin if who == "Goblin" else arena.player
        _put(arena, what, at)
        trace = _cross(arena, how, goblin)
        assert (lost(trace, moved) > 0) == bool(harms)
        assert not status or status in begun(trace, moved)
        end = arena.position(moved)
        falls = what == "Drowsy Rune" and way == "charging"  # a sleeper goes on being driven
        assert (end == at) == (what == "Web" or falls), end
        for move in of(trace, changes.Moved, moved):
            assert steps_between(move.before[:2], move.after[:2]) == 1


@pytest.mark.parametrize("what", GROUNDS)
def test_both_who_trade_places_meet_what_lies_between(what: str) -> None:
    harms, status = GROUNDS[what]
    with stage_of(LONG) as arena:
        goblin, hero = arena.find("Goblin"), arena.player
        arena.spawn("Rat", 4, 1)  # they go past whoever stands there
        _put(arena, what, (5, 1))
        trace = _cross(arena, {"kind": "swap"}, goblin)
        assert (lost(trace, goblin) > 0) == bool(harms)
        assert not status or status in begun(trace, goblin)
        crossed = [move.after[0] for move in of(trace, changes.Moved, goblin)]
        assert crossed == ([5] if what == "Web" else [5, 1] if what else [1])
        assert arena.position(hero) == ((1, 1) if what == "Web" else (7, 1))
        once = what in ("Web", "Bear Trap", "Landmine", "Reproachful Rune", "Drowsy Rune", "")
        assert once or [move.after[0] for move in of(trace, changes.Moved, hero)] == [5, 7]


def _cross(arena: Arena, how: dict[str, object], goblin: int) -> list[object]:
    """Move somebody along the line between the player and the goblin; return the changes."""
    game, start = arena.game, len(arena.game.trace)
    here, there = arena.position(arena.player), arena.position(goblin)
    assert here is not None
    assert there is not None
    way = shapes.way_to(game.level, here, there)
    kind = str(how["kind"])
    made = effect(kind, **{name: value for name, value in how.items() if name != "kind"})
    game.push(made, Single(goblin), arena.player, Cause("a test", arena.player), way)
    dispatch.drain(game)
    return list(game.trace[start:])


LAID = strategies.lists(
    strategies.sampled_from(("", "Fire", "Acid Pool", "Steam")), min_size=8, max_size=8
)
HOW = strategies.sampled_from(
    (
        {"kind": "knockback", "tiles": 4},
        {"kind": "knockback", "tiles": 7, "toward": True},
        {"kind": "charge", "tiles": 9},
        {"kind": "swap"},
    )
)


@law(LAID, HOW, strategies.integers(3, 8), many=400)
def test_every_tile_crossed_is_asked_exactly_once(
    laid: list[str], how: dict[str, object], x: int
) -> None:
    with stage_of(f"###########\n#@{'.' * 8}#\n###########") as arena:
        goblin = arena.spawn("Goblin", x, 1)
        arena.set_pools(goblin, max_hp=200, hp=200)
        for place, what in enumerate(laid, start=2):
            _put(arena, what, (place, 1))
        trace = _cross(arena, how, goblin)
        trodden = [
            (move.entity, laid[move.after[0] - 2])
            for move in of(trace, changes.Moved)
            if move.after[0] > 1
        ]
        asked = [
            (c.entity, c.cause.what)
            for c in of(trace, changes.PoolChanged)
            if c.cause.kind == "hazard"
        ]
        assert Counter(asked) == Counter(each for each in trodden if each[1])


@pytest.mark.parametrize(
    ("spell", "drawing", "what", "told"),
    [
        ("Fishhook", LONG, "Reproachful Rune", "driven into the reproachful rune"),
        ("Rude Gesture", "###########\n#@.g......#\n###########", "Fire", "driven into the fire"),
    ],
)
def test_the_forecast_names_what_is_crossed(
    stage: Stage, spell: str, drawing: str, what: str, told: str
) -> None:
    arena = stage(drawing, knows=spell)
    goblin, here = arena.find("Goblin"), arena.position(arena.find("Goblin"))
    assert here is not None
    plain = arena.forecast(spell, here).outcomes[goblin]
    _put(arena, what, (5, 1))
    if "Rune" in what:  # laid by the player, who is spared, as friends are
        for entity in arena.at(5, 1):
            component(entity, hazards.Hazard).source = arena.player
    seen = arena.forecast(spell, here).outcomes[goblin]
    assert seen.damage[0] > plain.damage[0]
    assert told in seen.notes, seen.notes
    arena.cast(spell, here)
    assert seen.damage[0] <= 200 - arena.hp(goblin) <= seen.damage[2]
