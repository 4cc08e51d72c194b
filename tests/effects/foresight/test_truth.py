"""What forecasts tell beside numbers, and what they once left out or got wrong, each as a drawn room."""

import pytest

from roguelike.actions.carrying import Equip
from roguelike.actions.melee import Melee
from roguelike.actions.shooting import Shoot
from roguelike.components.spatial import Body
from roguelike.effects.foresight.forecast import Outcome
from roguelike.engine.foreseeing.aiming import foresee
from roguelike.engine.foreseeing.reply import reply
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.changes import Rolled
from tests.foreseeing import of_goblin, of_player
from tests.halls import ROW, Stage, afflict
from tests.rooms import fingerprint, of

RINGS = ("Ring of Wit", "Ring of Butterfingers", "Ring of Embers", "Ring of Mending")


# --- blows and shots at those whom nobody sees


def test_a_shot_at_the_unseen_is_refused_and_leaves_no_second_shadow(stage: Stage) -> None:
    arena = stage("########\n#@..r..#\n########", {"r": "Rat"}, hp=1)
    rat = arena.find("Rat")
    arena.equip(arena.player, "Shortbow")
    afflict(arena, rat, "Invisible", 9)
    before = fingerprint(arena)
    assert foresee(arena.game, arena.player, Shoot(rat)).refused == "You see nobody there."
    assert arena.forecast("shoot", (4, 1)).refused == "You see nobody there."
    assert fingerprint(arena) == before
    assert arena.game.level.at[4, 1] == [rat]


def test_a_blow_at_the_unseen_is_refused_by_command_forecast_and_reply(stage: Stage) -> None:
    arena = stage("#####\n#@G.#\n#####", {"G": "Gargoyle"})
    lurking = arena.find("Gargoyle")
    before = fingerprint(arena)
    told = {
        arena.forecast("melee", (2, 1)).refused,
        foresee(arena.game, arena.player, Melee(lurking)).refused,
        arena.reply("melee", (2, 1)).refused,
        arena.turn("melee", (2, 1)).refused,
        arena.melee(lurking).refused,
        arena.melee(999).refused,
    }
    assert told == {"There is nobody to strike."}
    assert fingerprint(arena) == before


def test_a_step_runs_into_the_unseen_and_strikes_them_as_no_forecast_can_know(stage: Stage) -> None:
    arena = stage("#####\n#@G.#\n#####", {"G": "Gargoyle"})
    told = arena.forecast("step", (2, 1))
    assert told.refused is None
    assert arena.find("Gargoyle") not in told.outcomes
    assert of(arena.turn("step", (2, 1)).trace, Rolled)
    assert arena.position(arena.player) == (1, 1)


def test_whoever_stands_on_a_tile_is_entered_there_once(stage: Stage) -> None:
    arena = stage()
    goblin = arena.find("Goblin")
    spot = arena.position(goblin)
    assert spot is not None
    with pytest.raises(ValueError, match="twice"):
        arena.game.level.place(goblin, spot, ecs.get(goblin, Body))


# --- every command


def test_every_command_can_be_foreseen_by_its_name(stage: Stage) -> None:
    arena = stage("######\n#@g..#\n######")
    arena.equip(arena.player, "Shortbow")
    goblin = arena.find("Goblin")
    assert arena.forecast("wait").outcomes == {}
    blow = arena.forecast("melee", (2, 1)).outcomes[goblin]
    assert blow.damage[2] > 0
    assert arena.forecast("step", (2, 1)).outcomes[goblin] == blow  # bumping is striking
    assert arena.forecast("shoot", (2, 1)).outcomes[goblin].damage[2] > 0
    assert arena.forecast("melee", (1, 1)).refused
    assert arena.forecast("melee", (4, 1)).refused
    assert arena.forecast("step", (4, 1)).refused == "That is more than a step away."
    potion = arena.give(arena.player, "Health Potion")
    arena.identify("Health Potion")
    arena.set_pools(arena.player, hp=5)
    assert arena.forecast(potion).outcomes[arena.player].healing[2] > 0
    assert arena.forecast("melee", (1, 1), by=goblin).outcomes[arena.player].damage[2] > 0
    with pytest.raises(ValueError, match="tile"):
        arena.forecast("step")


# --- what nobody knows yet


def test_unknown_rings_are_put_on_alike_as_far_as_the_player_is_told() -> None:
    told = set()
    for name in RINGS:
        with Arena.from_ascii(ROW, {"g": "Goblin", "o": "Orc"}, minds=True) as arena:
            arena.set_pools(arena.player, hp=10)
            wear = Equip(arena.give(arena.player, name))
            seen = foresee(arena.game, arena.player, wear)
            assert seen.refused is None
            assert seen.outcomes == {}
            told.add(repr(reply(arena.game, wear, samples=8)))
            arena.identify(name)
            assert foresee(arena.game, arena.player, wear).outcomes
    assert len(told) == 1


def test_what_a_scroll_would_tell_of_a_thing_is_not_told_before_it_is_read() -> None:
    with Arena.from_ascii(ROW, {"g": "Goblin", "o": "Orc"}) as arena:
        arena.identify("Identify Scroll")
        scroll = arena.give(arena.player, "Identify Scroll")
        potion = arena.give(arena.player, "Poison Potion")
        called = arena.shown_name(potion).lower()
        seen = arena.forecast(scroll)
        assert seen.notes == {f"you learn what the {called} is": 1.0}
        assert seen.outcomes == {}
        assert arena.use(scroll).log == (f"The {called} is a poison potion.",)


WIDE = """
##################
#................#
#................#
#..@.....o.......#
#................#
#................#
##################
"""


@pytest.mark.parametrize("aim", [(4, 2), (4, 4), (5, 3)])
def test_a_flight_that_leaves_known_ground_does_not_turn_back_from_it(
    stage: Stage, aim: tuple[int, int]
) -> None:
    arena = stage(WIDE)
    arena.teach("Ricochet")
    told = arena.forecast("Ricochet", aim)
    flown = next(each.path for each in arena.cast("Ricochet", aim).trace if hasattr(each, "path"))
    assert told.path == flown[: len(told.path)]


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
        ("#@..~~~g.#", "Rime Lance", (5, 1), "ice closes over the deep"),
        ('#@.."""".#', "Kindling", (4, 1), "the grass catches fire"),
    ],
)
def test_what_becomes_of_the_ground_is_told(
    stage: Stage, row: str, spell: str, aim: tuple[int, int], words: str
) -> None:
    arena = stage(f"##########\n{row}\n##########")
    arena.teach(spell)
    assert arena.forecast(spell, aim).notes[words] == 1.0
