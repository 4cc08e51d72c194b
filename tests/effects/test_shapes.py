"""How uses reach their targets: bolts stop, beams pierce, chains leap, cones fan out, rays turn back from walls."""

import pytest

from roguelike.effects.shapes import SHAPES
from roguelike.testing import Arena
from tests.rooms import Draw, deaths, fingerprint, lost, rules

HALL = """
    ############
    #..........#
    #@.g.k.o...#
    #..........#
    ############
"""


def hit(arena: Arena, spell: str, aim: tuple[int, int] | None, *names: str) -> list[str]:
    """Cast and tell which of some creatures were hurt."""
    arena.teach(spell)
    found = {name: arena.find(name) for name in names}
    result = arena.cast(spell, aim)
    assert result.refused is None
    return [name for name, entity in found.items() if lost(result.trace, entity)]


ALL = ("Goblin", "Kobold", "Ogre")


@pytest.mark.parametrize(
    ("spell", "aim", "expected"),
    [
        ("Zap", (7, 2), ["Ogre"]),
        ("Smite", (7, 2), ["Ogre"]),
        ("Arc", (7, 2), ["Goblin"]),
        ("Lance", (3, 2), ["Goblin", "Kobold", "Ogre"]),
        ("Seek", None, ["Goblin"]),
        ("Glare", None, ["Goblin", "Kobold"]),
        ("Fan", (3, 2), ["Goblin", "Kobold"]),
        ("Leap", (3, 2), ["Goblin", "Kobold", "Ogre"]),
        ("Ricochet", (3, 2), ["Goblin", "Kobold", "Ogre"]),
    ],
)
def test_each_shape_reaches_its_own(
    draw: Draw, spell: str, aim: tuple[int, int] | None, expected: list[str]
) -> None:
    assert hit(draw(HALL), spell, aim, *ALL) == expected


def test_touch_reaches_one_step_any_way(draw: Draw) -> None:
    arena = draw("#####\n#g..#\n#.@.#\n#...#\n#####")
    assert hit(arena, "Slap", (1, 1), "Goblin") == ["Goblin"]
    arena = draw("######\n#@.g.#\n######")
    arena.teach("Slap")
    assert "out of range" in str(arena.cast("Slap", (3, 1)).refused)


def test_a_bolt_stops_where_somebody_stands_even_a_friend(draw: Draw) -> None:
    arena = draw("########\n#@.f.g.#\n########")
    assert hit(arena, "Arc", (5, 1), "Friend", "Goblin") == ["Friend"]
    arena = draw("########\n#@.f.g.#\n########")
    arena.teach("Arc")
    foreseen = arena.forecast("Arc", (5, 1))
    assert arena.find("Goblin") not in foreseen.outcomes
    assert foreseen.path[-1] == (3, 1)


def test_a_beam_goes_on_to_its_range_and_stops_at_walls(draw: Draw) -> None:
    arena = draw("#########\n#@g..O.k#\n#########")
    assert hit(arena, "Lance", (2, 1), "Goblin", "Kobold") == ["Goblin"]


def test_a_ray_comes_back_from_a_wall(draw: Draw) -> None:
    arena = draw("######\n#.g.@#\n######")
    arena.teach("Ricochet")
    assert arena.cast("Ricochet", (4, 1)).refused == "There is nothing there to affect."
    arena = draw("######\n#g.@.#\n######")
    assert hit(arena, "Ricochet", (4, 1), "Goblin") == ["Goblin"]


def test_everyone_on_a_path_is_hit_once(draw: Draw) -> None:
    arena = draw("######\n#.@D.#\n#....#\n######")
    arena.teach("Ricochet")
    giant = arena.find("Giant")
    assert lost(arena.cast("Ricochet", (3, 1)).trace, giant) == 4


def test_a_chain_leaps_to_enemies_only_and_to_each_once(draw: Draw) -> None:
    arena = draw("##########\n#@.g.f.k.#\n#........#\n##########")
    assert hit(arena, "Leap", (3, 1), "Goblin", "Friend", "Kobold") == ["Goblin"]
    arena = draw("##########\n#@.gf.k..#\n#........#\n##########")
    assert hit(arena, "Leap", (3, 1), "Goblin", "Friend", "Kobold") == ["Goblin", "Kobold"]


def test_a_cone_spares_those_behind_and_beside(draw: Draw) -> None:
    arena = draw("##########\n#...g....#\n#k..@..o.#\n#...b....#\n##########")
    assert hit(arena, "Fan", (5, 2), "Goblin", "Kobold", "Bat", "Ogre") == ["Ogre"]


def test_a_fence_stands_across(draw: Draw) -> None:
    arena = draw("#########\n#.......#\n#.......#\n#@..g...#\n#.......#\n#.......#\n#########")
    arena.teach("Fence")
    foreseen = arena.forecast("Fence", (4, 3))
    assert set(foreseen.cells) == {(4, y) for y in range(1, 6)}


def test_a_seeking_spell_with_nobody_near_is_refused(draw: Draw) -> None:
    arena = draw("###########\n#@.......g#\n###########")
    arena.teach("Seek")
    before = fingerprint(arena)
    assert arena.cast("Seek").refused == "No enemy is in sight within 5 tiles."
    assert fingerprint(arena) == before
    arena.teach("Glare")
    assert arena.cast("Glare").refused is not None


def test_a_seeking_spell_finds_the_nearest_enemy_not_friend(draw: Draw) -> None:
    arena = draw("########\n#@fr.g.#\n########")
    assert hit(arena, "Seek", None, "Friend", "Rat", "Goblin") == ["Rat"]


def test_a_seeking_spell_needs_a_clear_line(draw: Draw) -> None:
    arena = draw("######\n#@#g.#\n######")
    arena.teach("Seek")
    assert arena.cast("Seek").refused is not None


def test_a_scroll_of_lightning_needs_no_aim(draw: Draw) -> None:
    arena = draw("########\n#@...g.#\n########")
    goblin = arena.find("Goblin")
    scroll = arena.give(arena.player, "Lightning Scroll")
    assert deaths(arena.use(scroll).trace) == [goblin]


@pytest.mark.parametrize(
    "name", ["Zap", "Arc", "Lance", "Ricochet", "Leap", "Fan", "Smite", "Fence"]
)
@pytest.mark.parametrize("aim", [(1, 2), (1, 1), (10, 3), (2, 3)])
def test_no_shape_fails_at_an_odd_aim(draw: Draw, name: str, aim: tuple[int, int]) -> None:
    arena = draw(HALL)
    arena.teach(name)
    foreseen = arena.forecast(name, aim)
    result = arena.cast(name, aim)
    assert result.refused == foreseen.refused
    level = arena.game.level
    for x, y in (*foreseen.cells, *foreseen.path):
        assert level.contains((x, y))


def test_every_shape_has_a_spell_among_the_rules() -> None:
    uses = [spell["effects"] for spell in rules()["spells"]]
    assert {use["delivery"]["shape"] for use in uses if "delivery" in use} == set(SHAPES)


def test_a_large_source_aims_from_its_corner(draw: Draw) -> None:
    arena = draw("########\n#D...@.#\n#......#\n########")
    giant = arena.find("Giant")
    arena.teach("Lance", giant)
    result = arena.cast("Lance", (5, 1), by=giant)
    assert lost(result.trace, arena.player) == 4
    assert lost(result.trace, giant) == 0
