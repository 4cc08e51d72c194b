"""What a forecast tells that is not a number: moves, lost statuses, the ground, and who comes."""

import pytest

from roguelike.effects.foresight.forecast import Outcome
from roguelike.testing.catalogs import catalog_for
from tests.foreseeing import of_goblin, of_player
from tests.halls import ROW, Stage, afflict
from tests.rooms import Draw


@pytest.mark.parametrize(
    ("spell", "words"),
    [
        ("Rude Gesture", "driven 2 tiles"),
        ("Fishhook", "drawn 2 tiles"),
        ("Drench", "driven 1 tile"),
        ("Change Partners", "changes places with you"),
    ],
)
def test_whoever_is_moved_is_told_so(stage: Stage, spell: str, words: str) -> None:
    assert of_goblin(stage(ROW), spell).notes == {words: 1.0}


def test_the_caster_is_told_where_they_go(stage: Stage) -> None:
    assert of_player(stage(ROW), "Change Partners", (4, 1)).notes == {
        "changes places with the goblin": 1.0
    }
    assert of_player(stage(), "Elsewhere").notes == {"moves elsewhere": 1.0}


def test_a_step_goes_without_saying(stage: Stage) -> None:
    assert of_player(stage(ROW), "step", (2, 1)) == Outcome()


def test_lost_haste_and_broken_shields_are_told(stage: Stage) -> None:
    arena = stage(ROW)
    afflict(arena, arena.find("Goblin"), "Hasted", 9, -3.0)
    found = of_goblin(arena, "Web")
    assert (found.notes, found.statuses) == ({"loses Hasted": 1.0}, {})
    arena = stage(ROW)
    afflict(arena, arena.find("Goblin"), "Shielded", 9, 3.0)
    assert of_goblin(arena, "Zap").notes == {"shield breaks": 1.0}
    arena = stage(ROW)
    afflict(arena, arena.find("Goblin"), "Shielded", 9, 30.0)
    assert of_goblin(arena, "Zap").notes == {"shield weakens": 1.0}


@pytest.mark.parametrize(
    ("row", "spell", "aim", "words"),
    [
        ("#@..+..g.#", "Acid Breath", (4, 1), "the door is eaten away"),
        ("#@..~~~g.#", "Rime Lance", (5, 1), "ice closes over the deep"),
        ("#@......g#", "Pipe Smoke", (4, 1), "leaves smoke"),
        ('#@.."""".#', "Kindling", (4, 1), "the grass catches fire"),
    ],
)
def test_what_becomes_of_the_ground_is_told(
    stage: Stage, row: str, spell: str, aim: tuple[int, int], words: str
) -> None:
    arena = stage(f"##########\n{row}\n##########")
    arena.teach(spell)
    assert arena.forecast(spell, aim).notes[words] == 1.0


def test_how_many_come_is_told(draw: Draw) -> None:
    arena = draw("########\n#@.....#\n#....o.#\n########")
    arena.teach("Call")
    assert set(arena.forecast("Call").notes) == {"a sprite appears ×2"}


def test_mana_that_is_paid_or_taken_is_told(stage: Stage) -> None:
    cost = catalog_for(None).spells["Change Partners"].mana_cost
    assert of_player(stage(ROW), "Change Partners", (4, 1)).mana == (-cost, -cost, -cost)
