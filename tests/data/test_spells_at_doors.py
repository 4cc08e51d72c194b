"""Spells at a closed door: what eats it, what stops at it, and whom they are offered at beside it."""

import pytest

from roguelike.actions.spell_use import Cast
from roguelike.engine.foreseeing.aiming import aimable
from roguelike.engine.foreseeing.best_aims import best_aims
from tests.halls import Stage
from tests.rooms import fingerprint


def test_acid_eats_a_door_beside_its_victim(stage: Stage) -> None:
    arena = stage("########\n#..@g+.#\n########")
    arena.teach("Corroding Touch")
    assert arena.cast("Corroding Touch", (4, 1)).refused is None
    with pytest.raises(LookupError):
        arena.find("Door")


DOORWAY = "#########\n#...#...#\n#.@.+.g.#\n#...#...#\n#########"


@pytest.mark.parametrize("spell", ["Vitriol", "Acid Breath"])
def test_acid_is_aimed_at_a_door_and_eats_it(stage: Stage, spell: str) -> None:
    arena = stage(DOORWAY)
    door, goblin = arena.find("Door"), arena.find("Goblin")
    arena.teach(spell)
    foreseen = arena.forecast(spell, (4, 2))
    assert foreseen.refused is None
    assert goblin not in foreseen.outcomes
    assert arena.cast(spell, (4, 2)).refused is None
    assert not arena.alive(door)
    assert arena.hp(goblin) == 200


def test_a_corroding_touch_opens_the_door_beside(stage: Stage) -> None:
    arena = stage("#####\n#@+.#\n#####")
    arena.teach("Corroding Touch")
    assert "The door is eaten away." in arena.cast("Corroding Touch", (2, 1)).log
    assert arena.move(1, 0).refused is None
    assert arena.position(arena.player) == (2, 1)


@pytest.mark.parametrize("spell", ["Zap", "Ember Dart", "Rime Lance", "Kindling", "Silk Across"])
def test_what_does_nothing_to_a_door_is_not_spent_on_it(stage: Stage, spell: str) -> None:
    arena = stage(DOORWAY)
    arena.teach(spell)
    before = fingerprint(arena)
    assert arena.cast(spell, (4, 2)).refused == "There is nothing there to affect."
    assert fingerprint(arena) == before


def test_a_blast_at_a_closed_door_stays_on_this_side(stage: Stage) -> None:
    arena = stage(DOORWAY)
    arena.teach("Brimstone Rain")
    foreseen = arena.forecast("Brimstone Rain", (4, 2))
    assert set(foreseen.outcomes) == {arena.player}
    assert all(x < 4 for x, _ in foreseen.cells)


def test_a_touch_is_offered_at_every_neighbour_and_closed_doors_to_all(stage: Stage) -> None:
    arena = stage("######\n#@...#\n#.g+.#\n######")
    neighbours = {(2, 1), (1, 2), (2, 2)}
    assert neighbours <= set(aimable(arena.game, Cast("Corroding Touch")))
    assert best_aims(arena.game, Cast("Corroding Touch")) == [(2, 2)]
    assert (3, 2) in aimable(arena.game, Cast("Vitriol"))
    assert not {(0, 1), (3, 3)} & set(aimable(arena.game, Cast("Vitriol")))
