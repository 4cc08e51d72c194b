"""Knocked back, drawn near, whisked away, leaping, trading places."""

from collections import Counter

import pytest

from roguelike.core.geometry import steps_between
from tests.halls import Stage
from tests.rooms import Draw, deaths, inflict, lost

HALL = "##########\n#..@g....#\n##########"


def test_a_blow_drives_back_tile_by_tile(draw: Draw) -> None:
    arena = draw(HALL)
    goblin = arena.find("Goblin")
    inflict(arena, "knockback", goblin, by=arena.player, tiles=3)
    assert arena.position(goblin) == (7, 1)


def test_a_wall_stops_and_hurts(draw: Draw) -> None:
    arena = draw(HALL)
    goblin = arena.find("Goblin")
    trace = inflict(arena, "knockback", goblin, by=arena.player, tiles=9, damage=3)
    assert arena.position(goblin) == (8, 1)
    assert lost(trace, goblin) == 3


def test_running_into_somebody_hurts_both(draw: Draw) -> None:
    arena = draw("########\n#.@g.k.#\n########")
    goblin, kobold = arena.find("Goblin"), arena.find("Kobold")
    trace = inflict(arena, "knockback", goblin, by=arena.player, tiles=4, damage=2)
    assert arena.position(goblin) == (4, 1)
    assert (lost(trace, goblin), lost(trace, kobold)) == (2, 2)


def test_a_pull_stops_beside_the_caster(draw: Draw) -> None:
    arena = draw("########\n#@...g.#\n########")
    goblin = arena.find("Goblin")
    trace = inflict(arena, "knockback", goblin, by=arena.player, tiles=9, damage=2, toward=True)
    assert arena.position(goblin) == (2, 1)
    assert lost(trace, goblin) == 0


def test_a_pull_from_any_side_ends_beside_the_caster_and_never_past(draw: Draw) -> None:
    """Fishhook once drew a goblin from (5, 6) past its caster at (4, 4), to (1, 2)."""
    floor = ["#" * 11, *["#" + "." * 9 + "#"] * 9, "#" * 11]
    floor[4] = "#...@.....#"
    arena, here = draw("\n".join(floor)), (4, 4)
    away = [(x, y) for x in range(1, 10) for y in range(1, 10) if (x, y) != here]
    for start in away:
        goblin = arena.spawn("Goblin", *start)
        inflict(arena, "knockback", goblin, by=arena.player, tiles=9, toward=True)
        assert steps_between(arena.position(goblin), here) == 1, start
        inflict(arena, "damage", goblin, amount=99)


def test_whoever_is_driven_onto_a_trap_is_the_drivers_victim(draw: Draw) -> None:
    arena = draw("########\n#@g^...#\n########")
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, hp=6)
    trace = inflict(arena, "knockback", goblin, by=arena.player, tiles=1)
    assert deaths(trace) == [goblin]
    assert arena.xp(arena.player) == 100


def test_a_large_body_is_driven_as_a_whole(draw: Draw) -> None:
    arena = draw("#########\n#@D...O.#\n#.......#\n#########")
    giant = arena.find("Giant")
    trace = inflict(arena, "knockback", giant, by=arena.player, tiles=9, damage=1)
    assert arena.position(giant) == (4, 1)
    assert lost(trace, giant) == 1


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


@pytest.mark.parametrize("who", ["Giant"])
def test_large_bodies_do_not_swap_places(draw: Draw, who: str) -> None:
    arena = draw("######\n#@D..#\n#....#\n######")
    inflict(arena, "swap", arena.find(who), by=arena.player)
    assert arena.position(arena.player) == (1, 1)


def test_a_victim_dead_before_the_push_stays_dead(draw: Draw) -> None:
    arena = draw(HALL)
    goblin = arena.find("Goblin")
    inflict(arena, "damage", goblin, amount=99)
    assert inflict(arena, "knockback", goblin, by=arena.player, tiles=3) == []


def test_nobody_is_drawn_past_whoever_draws(draw: Draw) -> None:
    rows = ["........"] * 3 + ["...@....", "........", "....g...", "........"]
    arena = draw("\n".join(["#" * 10, *(f"#{row}#" for row in rows), "#" * 10]))
    goblin = arena.find("Goblin")
    assert (arena.position(arena.player), arena.position(goblin)) == ((4, 4), (5, 6))
    inflict(arena, "knockback", goblin, by=arena.player, tiles=6, damage=0, toward=True)
    assert arena.position(goblin) == (4, 5)


def test_who_stands_beside_already_is_drawn_no_nearer(draw: Draw) -> None:
    arena = draw("#######\n#.....#\n#..@g.#\n#.....#\n#######")
    goblin = arena.find("Goblin")
    inflict(arena, "knockback", goblin, by=arena.player, tiles=6, damage=0, toward=True)
    assert arena.position(goblin) == (4, 2)


def test_the_forecast_says_who_cannot_be_moved(stage: Stage) -> None:
    arena = stage("########\n#@...g##\n########")
    arena.teach("Drench")
    told = arena.forecast("Drench", (5, 1)).outcomes[arena.find("Goblin")]
    assert told.notes["cannot be moved any farther"] == 1.0


def test_whoever_is_moved_is_not_said_to_be_stuck(stage: Stage) -> None:
    arena = stage("##########\n#@...g...#\n##########")
    arena.teach("Drench")
    notes = arena.forecast("Drench", (5, 1)).outcomes[arena.find("Goblin")].notes
    assert any(words.startswith("driven") for words in notes)
    assert "cannot be moved any farther" not in notes
