"""Wizard mode: powers that are commands, free of time, and mark the game for good."""

from typing import Any

import pytest

from roguelike.actions import acting, wizardry
from roguelike.components import items, spatial, vitals
from roguelike.core.records import field_names
from roguelike.engine.foreseeing.aiming import foresee
from roguelike.engine.foreseeing.reply import reply
from roguelike.engine.play.onlookers import NOBODY_LOOKS
from roguelike.engine.play.turn import act_as_able
from roguelike.store import invariants
from roguelike.world import ecs, space
from tests.rooms import Draw, component, do, fingerprint, inflict, unchanged

ROOM = "########\n#@..^#g#\n########"
SAMPLES: dict[str, Any] = {
    "depth": 3, "item": "Rod of Venom", "mob": "Goblin", "spell": "Web", "x": 2, "y": 1,
}  # fmt: skip
NAMES = sorted(name for name in acting.ACTIONS if name.startswith("wizard_"))


@pytest.mark.parametrize("name", NAMES)
def test_every_power_marks_the_game(draw: Draw, name: str) -> None:
    kind = acting.ACTIONS[name]
    arena = draw(ROOM)
    arguments = {
        name: SAMPLES[name] for name in field_names(kind) if name in SAMPLES
    }  # fmt: skip
    assert not arena.game.wizard
    assert isinstance(do(arena, kind(**arguments)), acting.Done)
    assert arena.game.wizard
    assert not arena.game.queue
    arena.state_hash()


@pytest.mark.parametrize("status", ["Stunned", "Confusion"])
def test_powers_work_whatever_their_wizard_suffers(draw: Draw, status: str) -> None:
    """The confused were given nothing, and stumbled instead."""
    arena = draw(ROOM)
    inflict(arena, "status", arena.player, status=status, turns=9)
    for _ in range(3):
        assert act_as_able(arena.game, wizardry.Give("Rod of Venom"), NOBODY_LOOKS) == acting.FREE
    assert len(component(arena.player, items.Pack).items) == 3
    assert arena.position(arena.player) == (1, 1)


def test_healing_fills_pools_and_stomach(draw: Draw) -> None:
    arena = draw(ROOM)
    arena.set_pools(arena.player, hp=1, mana=0)
    clock = component(arena.player, vitals.HungerClock)
    clock.state = "Starving"
    do(arena, wizardry.Heal())
    assert (arena.hp(arena.player), arena.mana(arena.player)) == (30, 4)
    assert clock.state == "Well Fed"


def test_revealing_shows_the_map_and_what_is_hidden(draw: Draw) -> None:
    arena = draw(ROOM)
    assert not arena.game.level.explored[6, 1]
    do(arena, wizardry.Reveal())
    assert arena.game.level.explored.all()
    assert component(arena.find("Bear Trap"), spatial.Hidden).found


def test_invulnerability_goes_on_and_off(draw: Draw) -> None:
    arena = draw(ROOM)
    for shielded in (True, False):
        do(arena, wizardry.ToggleGod())
        assert component(arena.player, vitals.Pools).god_mode is shielded
    inflict(arena, "damage", arena.player, amount=3)
    assert arena.hp(arena.player) == 27


def test_wizards_conjure_things_and_summon_creatures(draw: Draw) -> None:
    arena = draw(ROOM)
    do(arena, wizardry.Give("Rod of Venom"))
    assert arena.inventory() == ["Rod of Venom"]
    before = len(arena.game.level.blockers)
    do(arena, wizardry.Spawn("Orc"))
    assert len(arena.game.level.blockers) == before + 1
    assert arena.position(arena.find("Orc")) == (2, 1)


def test_identifying_knows_all_that_is_carried_and_nothing_else(draw: Draw) -> None:
    arena = draw(ROOM)
    arena.give(arena.player, "Health Potion")
    arena.equip(arena.player, "Dunce Cap")
    arena.give(arena.player, "Rations")
    other = arena.give(arena.find("Goblin"), "Mana Potion")
    do(arena, wizardry.IdentifyAll())
    pack = component(arena.player, items.Pack)
    shown = {arena.shown_name(item) for item in (*pack.items, *pack.worn.values())}
    assert shown == {"Health Potion", "Dunce Cap", "Rations"}
    assert arena.shown_name(other) != "Mana Potion"


def test_wizards_learn_spells_and_gain_levels(draw: Draw) -> None:
    arena = draw(ROOM)
    do(arena, wizardry.Learn("Web"))
    assert arena.known_spells() == ["Web"]
    do(arena, wizardry.Advance())
    assert component(arena.player, vitals.Pools).level == 2
    do(arena, wizardry.Advance())
    assert component(arena.player, vitals.Pools).level == 3


@pytest.mark.parametrize(
    "action",
    [
        wizardry.Give("Snark"),
        wizardry.Spawn("Snark"),
        wizardry.Learn("Snark"),
        wizardry.Travel(0),
        wizardry.Travel(101),
    ],
)
def test_what_does_not_exist_is_refused_and_marks_nothing(
    draw: Draw, action: acting.Action
) -> None:
    arena = draw(ROOM)
    with unchanged(arena):
        refused = do(arena, action)
        assert isinstance(refused, acting.Refused)
        assert refused.reason.endswith(".")
    assert not arena.game.wizard


def test_there_must_be_room_for_whoever_comes(draw: Draw) -> None:
    arena = draw("###\n#@#\n###")
    assert do(arena, wizardry.Spawn("Orc")) == acting.Refused("There is no room for it.")


@pytest.mark.parametrize("mob", ["Ogre", "Rat"])
@pytest.mark.parametrize(
    "drawing",
    [
        "#####\n#...#\n#.@.#\n#...#\n#####",
        "#######\n#@....#\n#.....#\n#.....#\n#######",
        "###\n#@#\n###",
    ],
)
def test_creatures_are_summoned_onto_ground_large_as_they_may_be(
    draw: Draw, mob: str, drawing: str
) -> None:
    arena = draw(drawing)
    result = do(arena, wizardry.Spawn(mob))
    found = [entity for entity, _ in ecs.with_component(vitals.Pools) if entity != arena.player]
    assert bool(found) == isinstance(result, acting.Done)
    assert all(arena.game.level.has_ground(space.cells_of(entity)) for entity in found)
    assert invariants.faults(arena.game) == []


@pytest.mark.parametrize("confused", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_no_power_is_foreseen(draw: Draw, name: str, *, confused: bool) -> None:
    kind = acting.ACTIONS[name]
    arena = draw(ROOM)
    if confused:
        inflict(arena, "confusion", arena.player, turns=9)
    before = fingerprint(arena)
    action = kind(**{each: SAMPLES[each] for each in field_names(kind) if each in SAMPLES})
    for seen in (foresee(arena.game, arena.player, action), reply(arena.game, action, samples=2)):
        assert seen.refused == "Nobody foresees what a wizard's powers do."
    assert fingerprint(arena) == before
    assert not arena.game.wizard
