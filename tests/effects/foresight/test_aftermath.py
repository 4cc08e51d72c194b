"""What follows from an act in the turns to come: statuses to their end, and whatever those bring about in turn."""

import pytest

from roguelike.testing import Arena
from tests.rooms import Draw, deaths, lost

HALL = "#######\n#@.{}..#\n#.....#\n#######"
MEADOW = '#########\n#@..{}"".#\n#....."".#\n#########'
TURNS = 3


def about_to_bleed(
    draw: Draw, drawing: str, mushroom: str, mark: str, seed: int = 0
) -> tuple[Arena, int]:
    """Draw a mushroom that will bleed to death in a turn or two, beside somebody sturdy."""
    arena = draw(drawing.format(mark), hp=90, seed=seed)
    bleeder = arena.find(mushroom)
    arena.set_pools(bleeder, hp=1)
    arena.teach("Bleed")
    return arena, bleeder


def test_poison_that_somebody_leaves_who_dies_later_is_followed_to_its_end(draw: Draw) -> None:
    arena, deathcap = about_to_bleed(draw, HALL, "Deathcap Mushroom", "P")
    outcome = arena.forecast("Bleed", arena.position(deathcap)).outcomes[arena.player]
    assert "then Damage Over Time" in outcome.notes
    arena.cast("Bleed", arena.position(deathcap))
    turns = [arena.wait() for _ in range(10)]
    assert any(deathcap in deaths(turn.trace) for turn in turns)
    taken = sum(lost(turn.trace, arena.player) for turn in turns)
    assert taken > 0
    assert outcome.later == (taken, taken, taken)
    assert outcome.damage == (0, 0.0, taken)


@pytest.mark.parametrize("seed", range(6))
def test_a_fire_that_somebody_lights_who_dies_later_is_followed(draw: Draw, seed: int) -> None:
    arena, firecap = about_to_bleed(draw, MEADOW, "Firecap Mushroom", "F", seed=seed)
    ogre = arena.spawn("Ogre", 6, 1)
    arena.set_pools(ogre, max_hp=90, hp=90)
    outcome = arena.forecast("Bleed", arena.position(firecap)).outcomes[ogre]
    arena.cast("Bleed", arena.position(firecap))
    turns = [lost(arena.wait().trace, ogre) for _ in range(TURNS)]
    assert len([taken for taken in turns if taken]) > 1, "the burst, and then the fire underfoot"
    assert outcome.later[0] <= sum(turns) <= outcome.damage[2]


def test_a_second_poison_tells_what_it_adds_and_not_what_the_first_would_take_anyway(
    draw: Draw,
) -> None:
    arena = draw(HALL.format("o"), raws=None, legend={"o": "Wild Boar"}, hp=90)
    boar = arena.find("Wild Boar")
    where = arena.position(boar)
    arena.teach("Venom")
    arena.cast("Venom", where)
    first = arena.statuses(boar)["Damage Over Time"]
    outcome = arena.forecast("Venom", where).outcomes[boar]
    arena.cast("Venom", where)
    taken = [lost(arena.wait().trace, boar) for _ in range(20)]
    added = sum(taken[first:])
    assert added > 0
    assert outcome.later == (added, added, added)
    assert outcome.damage == (0, 0.0, added)


def test_a_poison_made_stronger_is_told_whole(draw: Draw) -> None:
    arena = draw(HALL.format("o"), raws=None, legend={"o": "Wild Boar"}, hp=90)
    boar = arena.find("Wild Boar")
    where = arena.position(boar)
    for spell in ("Itch", "Venom"):
        arena.teach(spell)
    arena.cast("Itch", where)
    outcome = arena.forecast("Venom", where).outcomes[boar]
    arena.cast("Venom", where)
    taken = sum(lost(arena.wait().trace, boar) for _ in range(20))
    assert outcome.later == (taken, taken, taken)
