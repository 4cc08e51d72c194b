"""Blows, shots, steps and uses that would harm a friend or the peaceful ask once, by keys and by mouse alike."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from roguelike.components import hazards, spatial, vitals
from roguelike.engine.foreseeing.aiming import BRIEF, FULL, Forecast, Precision, own_death
from roguelike.engine.foreseeing.perils import perils_of
from roguelike.engine.play import commands
from roguelike.engine.session import Session
from roguelike.engine.telling import outcomes
from roguelike.world import ecs
from tests.rooms import inflict
from tests.ui.conftest import Builder

GLADE = """
    ##########
    #........#
    #.@d.....#
    #........#
    ##########
"""
STREET = """
    ##########
    #........#
    #.@b.....#
    #........#
    ##########
"""
LEGEND = {
    "d": "Deer", "b": "Barkeep", "p": "Patron", "o": "Orc", "m": "Firecap Mushroom", "G": "Gaffer", "f": "Fire",
    "h": "Salamander", "^": "Bear Trap", "t": "Landmine", "P": "Deathcap Mushroom",
}  # fmt: skip


def read(room: Any) -> str:
    """Return the words of a screen, without frames and the ends of rows."""
    return " ".join(word for row in room.text for word in row.strip("│║| ").split())


def deer_of(room: Any) -> int:
    return int(room.arena.find("Deer"))


class Deed(NamedTuple):
    """What is done where, and what is asked before; "" if it is done at once."""

    drawing: str
    ways: tuple[Any, ...]
    """Of each, the keys pressed and the tiles clicked, a tile alone being pointed at."""
    question: str = ""
    spells: tuple[str, ...] = ()
    given: Callable[[Any], object] = lambda room: None


def hp(left: int, of: str = "", most: int | None = None) -> Callable[[Any], object]:
    """Let somebody, or the player, have only so many hit points left."""

    def given(room: Any) -> None:
        who = room.arena.find(of) if of else room.arena.player
        room.arena.set_pools(who, hp=left, **({"max_hp": most} if most else {}))

    return given


def known(name: str, given: Callable[[Any], object] = lambda room: None) -> Callable[[Any], object]:
    """Let a trap be known."""
    return lambda room: (known_trap(room, name), given(room))


def at_once(room: Any) -> None:
    """Cast without a preview."""
    room.program.settings.cast_at_once = "on"


def godlike(room: Any) -> None:
    """Let nothing hurt the player."""
    ecs.get(room.arena.player, vitals.Pools).god_mode = True


def with_a_bow(room: Any) -> None:
    """Shoot at a mushroom that is about to burst."""
    room.arena.equip(room.arena.player, "Shortbow")
    hp(1, "Firecap Mushroom")(room)


def on_a_mine(room: Any) -> None:
    """Stand on a mine that is known."""
    ecs.get(room.arena.spawn("Landmine", 2, 2), spatial.Hidden).found = True


def poisonous(room: Any) -> None:
    """Be about to make somebody burst whose gas one does not outlive."""
    hp(1, "Deathcap Mushroom")(room)
    hp(3)(room)


EMPTY, TRAPPED = GLADE.replace("d", "."), "#######\n#.@^..#\n#.....#\n#######"
FOE_AFAR = EMPTY.replace("#.@.....", "#.@...o.")
OVER_THERE = ("ctrl+1", (3, 2), "enter")
PEACEFUL = "the {} (peaceful)"
DEEDS = {
    "a blow at the peaceful": Deed(
        GLADE, (("l",), ((3, 2), "click"), ("shift+right",)), PEACEFUL.format("deer")
    ),
    "a shot at somebody with a name": Deed(
        "########\n#.@.G..#\n########", (("ctrl+1", "ctrl+1", (4, 1), "enter"),), "Gaffer (peaceful)", ("Zap",)
    ),
    "changing places": Deed(STREET.replace("b", "p"), (("l",),)),
    "changing places over a mine": Deed(
        STREET.replace("b", "p"), (("l",),), PEACEFUL.format("patron"), given=on_a_mine
    ),
    "a blow whose blast reaches the peaceful": Deed(
        "##########\n#.@m.b...#\n##########", (("l",),), PEACEFUL.format("barkeep"),
        given=hp(1, "Firecap Mushroom"),
    ),
    "a shot whose blast reaches the peaceful": Deed(
        "##########\n#.@..m.b.#\n##########", (("f",),), "Shoot?", given=with_a_bow
    ),
    "a spell cast at once": Deed(STREET, (("ctrl+1",),), "Explode?", ("Explode",), at_once),
    "an enemy struck while the peaceful look on": Deed("##########\n#b@o.....#\n##########", (("l",),)),
    "an aim at the peaceful": Deed(
        STREET, (("ctrl+1", "ctrl+1", (3, 2), "enter"),), PEACEFUL.format("barkeep"), ("Zap",)
    ),
    "an aim that kills oneself": Deed(FOE_AFAR, (OVER_THERE,), "You die.", ("Blast",), hp(2)),
    "a spell without aim that kills oneself": Deed(
        EMPTY, (("ctrl+1", "enter"),), "You die.", ("Boom",), hp(2)
    ),
    "a risk that is no death": Deed(FOE_AFAR, (OVER_THERE,), "", ("Blast",), hp(20, most=20)),
    "a click on oneself": Deed(
        "########\n#.@..o.#\n########", (("ctrl+1", (2, 1), "click"),), "It would hurt you.", ("Zap",)
    ),
    "the same by a key": Deed("########\n#.@..o.#\n########", (("ctrl+1", (2, 1), "enter"),), "", ("Zap",)),
    "a blast that hurts oneself alone": Deed(
        "########\n#.@.h..#\n########", (("ctrl+1", "enter"),), "It would hurt nobody but you.", ("Flare",)
    ),
    "a step onto a known trap": Deed(
        TRAPPED, (("l",), ((3, 1), "click"), ("shift+right",)), "You know of the bear trap there.",
        given=known("Bear Trap"),
    ),
    "a step onto a trap not found": Deed(TRAPPED, (("l",),)),
    "a fire that does nothing to one": Deed("#######\n#.@f..#\n#######", (("l",),), given=godlike),
    "a blow at an enemy in a fire": Deed(
        "#########\n#..@o...#\n#########", (("l",),), given=lambda room: room.arena.spawn("Fire", 4, 1)
    ),
    "disarming what could kill": Deed(
        TRAPPED.replace("^", "t"), (("T",),), "It may go off. You die 5%.",
        given=known("Landmine", hp(3)),
    ),
    "disarming what could not": Deed(
        TRAPPED.replace("^", "t"), (("T",),), given=known("Landmine", hp(200, most=200))
    ),
    "a spell of which one dies later": Deed(
        "#########\n#..@P...#\n#########", (("ctrl+1", "enter"),),
        "You then die, unless you are healed.", ("Zap",), poisonous,
    ),
    "the same spell by the hale": Deed(
        "#########\n#..@P...#\n#########", (("ctrl+1", "enter"),), "", ("Zap",), hp(1, "Deathcap Mushroom")
    ),
}  # fmt: skip


def do(room: Any, way: tuple[Any, ...]) -> None:
    """Press keys, point at tiles and click there."""
    for step in way:
        if isinstance(step, tuple):
            there = room.cell(step)
            room.hover(*there)
        elif step == "click":
            room.click(*there)
        else:
            room.press(step)


@pytest.mark.parametrize(
    ("name", "way"), [(name, way) for name, deed in DEEDS.items() for way in deed.ways]
)
def test_what_was_probably_not_meant_asks_once_before_anything_happens(
    stage: Builder, name: str, way: tuple[Any, ...]
) -> None:
    drawing, _, question, spells, given = DEEDS[name]
    room = stage(drawing, LEGEND, spells=spells, mana=20)
    given(room)
    before = room.arena.state_hash()
    if question:
        do(room, way)
        assert room.names[-1] == "Confirm"
        assert question in read(room)
        room.press("n")
        assert room.names[-1] != "Confirm"
        assert room.arena.state_hash() == before
        room.press(*["escape"] * (len(room.names) - 1))
        do(room, (*way, "y"))
    else:
        do(room, way)
    assert room.names in (["Play"], ["GameOver"])
    assert room.arena.state_hash() != before


def test_whoever_was_agreed_to_be_harmed_is_not_asked_about_again(stage: Builder) -> None:
    room = stage(GLADE, LEGEND)
    room.arena.set_pools(deer_of(room), max_hp=200, hp=200)
    turn = room.session.hud().turn
    room.press("l", "y")
    assert room.names == ["Play"]
    assert room.session.hud().turn == turn + 1
    room.press("l")
    assert room.names == ["Play"]
    assert room.session.hud().turn == turn + 2


def known_trap(room: Any, name: str = "Bear Trap") -> int:
    trap = int(room.arena.find(name))
    ecs.get(trap, spatial.Hidden).found = True
    return trap


def test_only_the_first_step_into_a_fire_asks(stage: Builder) -> None:
    room = stage("#######\n#.@ff.#\n#######", {"f": "Fire"})
    room.press("l")
    assert room.names == ["Play", "Confirm"]
    assert room.shows("You know of the fire there. You lose")
    room.press("y", "l")
    assert room.names == ["Play"]
    assert room.arena.position(room.arena.player) == (4, 1)


def test_the_question_tells_what_the_whole_turn_in_a_fire_takes(stage: Builder) -> None:
    room = stage("#######\n#.@f..#\n#######", {"f": "Fire"})
    answer = room.session.reply(commands.Step(1, 0))
    least, _, most = answer.you.at_once
    room.press("l")
    assert f"({least}-{most})" in read(room)
    assert not room.shows("die")
    room.press("n")
    room.arena.set_pools(room.arena.player, hp=most - 1)
    chance = room.session.reply(commands.Step(1, 0)).death
    assert 0 < chance < 1
    room.press("l")
    assert f"die {outcomes.percent(chance)}" in read(room)


@pytest.mark.parametrize("answer", ["y", "n"])
def test_a_blow_that_would_probably_kill_oneself_asks_though_only_enemies_look_on(
    stage: Builder, answer: str
) -> None:
    room = stage("#########\n#..@m...#\n#########", LEGEND)
    room.arena.set_pools(room.arena.find("Firecap Mushroom"), hp=1)
    room.arena.set_pools(room.arena.player, hp=2)
    seen = room.session.forecast(commands.Step(1, 0))
    chance, turn = room.session.ask(own_death, seen), room.session.hud().turn
    assert 0.5 <= chance < 1
    assert all(each.hostile for each in room.session.creatures())
    room.press("l")
    assert room.names == ["Play", "Confirm"]
    assert room.shows(f"You die {outcomes.percent(chance)}.")
    room.press(answer)
    assert (room.session.is_over or room.session.hud().turn > turn) is (answer == "y")


def test_changing_places_with_somebody_in_a_fire_asks_and_is_told_when_pointed_at(
    stage: Builder,
) -> None:
    room = stage(STREET.replace("b", "p"), LEGEND)
    room.hover(*room.cell((3, 2)))
    assert not room.shows("If you step there")
    room.arena.spawn("Fire", 3, 2)
    room.hover(*room.cell((4, 3)))
    room.hover(*room.cell((3, 2)))
    assert room.shows("If you step there")
    before = room.arena.state_hash()
    room.press("l")
    assert room.names == ["Play", "Confirm"]
    assert room.shows("You know of the fire there.")
    room.press("n")
    assert room.arena.state_hash() == before


def test_the_confused_are_not_asked_about_the_way_they_may_not_go(stage: Builder) -> None:
    room = stage("#######\n#.@f..#\n#.....#\n#######", {"f": "Fire"})
    assert room.session.ask(perils_of, commands.Step(1, 0)) == ("the fire",)
    inflict(room.arena, "status", room.arena.player, status="Confusion", turns=5)
    assert room.session.stumbles
    assert room.session.ask(perils_of, commands.Step(1, 0)) == ()
    room.press("l")
    assert room.names == ["Play"]


@pytest.mark.parametrize("letter", ["^", "f"])
@pytest.mark.parametrize("answer", ["y", "n"])
def test_a_click_on_a_trap_or_fire_far_off_asks_before_the_walk(
    stage: Builder, letter: str, answer: str
) -> None:
    room = stage(f"##########\n#@...{letter}...#\n##########", {"^": "Bear Trap", "f": "Fire"})
    if letter == "^":
        known_trap(room)
    else:
        ecs.get(room.arena.find("Fire"), hazards.Hazard).turns = 99
    before = room.arena.state_hash()
    room.click(*room.cell((5, 1)))
    assert room.names == ["Play", "Confirm"]
    assert room.shows(f"You know of the {'bear trap' if letter == '^' else 'fire'} there.")
    assert room.arena.state_hash() == before
    room.press(answer)
    room.advance(5)
    assert room.names == ["Play"]
    assert room.session.here == ((5, 1) if answer == "y" else (1, 1))


def test_a_run_stops_before_a_fire_and_says_so(stage: Builder) -> None:
    room = stage("##########\n#@...f...#\n##########", {"f": "Fire"})
    ecs.get(room.arena.find("Fire"), hazards.Hazard).turns = 99
    room.press("shift+right")
    room.advance(5)
    assert room.session.here[0] < 5
    assert room.arena.hp(room.arena.player) == 30
    assert room.shows("The fire is in the way.")


@pytest.mark.parametrize("way", ["click", "step", "far click"])
def test_what_only_heals_is_no_peril(stage: Builder, way: str) -> None:
    room = stage("#########\n#@..a...#\n#########", {"a": "Altar"})
    room.arena.set_pools(room.arena.player, hp=5)
    if way != "far click":
        room.press("l", "l")
    if way == "step":
        room.press("l")
    else:
        room.click(*room.cell((4, 1)))
    room.advance(3)
    assert room.names == ["Play"]
    assert room.session.here == (4, 1)


def test_a_step_past_a_fire_waits_for_no_look_at_all_that_is_to_come(
    stage: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = stage("#######\n#fff.f#\n#.@..d#\n#fffff#\n#######", LEGEND)
    looks, forecast = list[Precision](), Session.forecast

    def looked(session: Session, action: commands.Action, precision: Precision = FULL) -> Forecast:
        looks.append(precision)
        return forecast(session, action, precision)

    monkeypatch.setattr(Session, "forecast", looked)
    room.press("l")
    assert room.names == ["Play"]
    assert looks == [BRIEF]
