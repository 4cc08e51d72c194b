"""After death: what would have saved you, on a screen that can be left at any time, and in a file beside the saves."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from roguelike.actions import wizardry
from roguelike.engine.play.last_turns import LAST_TURNS
from roguelike.engine.session import Session
from roguelike.runs.hindsight import Hindsight, lines_of
from roguelike.runs.morgue import RunReport
from roguelike.runs.run_reports import read_report, write_report
from roguelike.store.folder import SaveFolder
from roguelike.testing import Arena
from tests.person import Person, Seat

CORNERED = """
#########
#@O.....#
#########"""
LONG = 60.0
"""Seconds in which all is looked back on."""
DEAF = 0.5


def doomed(arena: Arena) -> None:
    """Carry what would help, and have hardly any hit points."""
    arena.set_pools(arena.player, hp=3, max_hp=60)
    arena.identify("Health Potion")
    arena.give(arena.player, "Health Potion")


def hale(arena: Arena) -> None:
    """Have hit points for some turns."""
    arena.set_pools(arena.player, hp=60, max_hp=60)


def dead(room: Seat, prepare: Callable[[Arena], object] = doomed, **options: Any) -> Person:
    """Sit down and wait until the hero is dead."""
    person = room(CORNERED, prepare, **options)
    wait_until_dead(person)
    return person


def wait_until_dead(person: Person) -> int:
    """Wait until the hero is dead; return how many turns that took."""
    for turns in range(40):
        if person.screens == ["GameOver"]:
            return turns
        person.press(".")
        person.settle(0.5)
    raise AssertionError(person.page)


def reports(folder: Path) -> list[RunReport]:
    """Return what lies in the folder of reports."""
    found = [read_report(folder, path.stem) for path in sorted(folder.glob("runs/*.json"))]
    assert None not in found
    return [report for report in found if report is not None]


def test_the_screen_names_the_potion(room: Seat, tmp_path: Path) -> None:
    person = dead(room, saves=tmp_path)
    person.advance(LONG)
    assert person.shows("What would have saved you")
    person.click_on("What would have saved you")
    assert person.screens == ["GameOver", "Hindsight"]
    assert person.shows("On your last turn")
    assert person.shows("You did:          wait")
    assert person.shows("The best you had:")
    person.press("escape")
    assert person.screens == ["GameOver"]
    [report] = reports(tmp_path)
    assert report.run == SaveFolder(tmp_path).history()[-1].run
    assert report.hindsight.is_whole
    assert report.hindsight.turns[-1].did.words == "wait"
    assert any("Health Potion" in line for line in lines_of(report.hindsight))


def test_five_turns_fit_on_one_screen_of_a_small_terminal(room: Seat, tmp_path: Path) -> None:
    person = dead(room, hale, saves=tmp_path, size=(80, 24))
    person.advance(LONG)
    person.click_on("What would have saved you")
    assert person.page.count("You did: ") == LAST_TURNS
    assert person.page.count("The best you had: ") == LAST_TURNS
    assert not person.shows("▼"), "nothing has to be scrolled to"


def test_it_can_be_left_while_it_is_worked_out(room: Seat, tmp_path: Path) -> None:
    person = dead(room, hale, saves=tmp_path)
    person.advance(DEAF)
    person.click_on("What would have saved you")
    assert person.shows("Looking back on your last turns:")
    person.press("escape")
    assert person.screens == ["GameOver"]
    person.press("escape")
    assert person.screens == ["Title"]
    for report in reports(tmp_path):
        assert not report.hindsight.is_whole


def test_what_was_found_so_far_is_kept(room: Seat, tmp_path: Path) -> None:
    person = dead(room, hale, saves=tmp_path)
    page = person.stack.screens[-1]
    while not page._looking.report.turns:
        person.advance(0.05)
    person.advance(DEAF)
    person.press("escape")
    [report] = reports(tmp_path)
    assert report.hindsight.turns
    assert report.hindsight.turns[-1].before_end == 1


def test_the_last_turns_before_a_break_count_too(small: Seat, tmp_path: Path) -> None:
    person = small(seed=3, saves=tmp_path)
    person.press("n")
    person.press(".", ".", ".")
    session = person.program.session
    kept = list(session.last_turns.moments)
    assert len(kept) == 3
    session.keeper = None  # as if the program had been killed
    person.close()
    again = small(saves=tmp_path)
    again.press("c")
    resumed = again.program.session
    assert [each.action for each in resumed.last_turns.moments] == [each.action for each in kept]


def session_of(person: Person) -> Session:
    """Return the game that somebody plays."""
    session = person.program.session
    assert session is not None
    return session


def fighting(small: Seat, folder: Path, turns: int) -> Person:
    """Begin a game, have four orcs come, and stand there for some turns."""
    person = small(seed=3, saves=folder)
    person.press("n")
    for command in (*(wizardry.Advance(),) * 6, *(wizardry.Spawn("Orc"),) * 4):
        assert session_of(person).do(command).acted
    for _ in range(turns):
        person.press(".")
        person.settle(0.5)
    assert person.screens == ["Play"]
    return person


def test_turns_from_before_a_load_are_looked_back_on_too(small: Seat, tmp_path: Path) -> None:
    first = fighting(small, tmp_path, 6)
    played = session_of(first).last_turns.moments
    first.close()
    again = small(saves=tmp_path)
    again.press("c")
    again.arena.set_pools(again.arena.player, hp=2)
    since = wait_until_dead(again)
    assert 0 < since < LAST_TURNS
    again.advance(LONG)
    again.click_on("What would have saved you")
    assert again.page.count("You did: ") == LAST_TURNS
    assert again.shows("4 turns before the last")
    [report] = reports(tmp_path)
    told = [turn.turn for turn in report.hindsight.turns]
    before = [each.turn for each in played][since - LAST_TURNS :]
    assert told == [*before, *range(before[-1] + 1, before[-1] + 1 + since)]


def test_who_quit_twice_in_a_fight_is_told_of_all_of_it(small: Seat, tmp_path: Path) -> None:
    fighting(small, tmp_path, 3).close()
    for _ in range(2):
        again = small(saves=tmp_path)
        again.press("c")
        again.press(".")
        again.settle(0.5)
        again.close()
    last = small(saves=tmp_path)
    last.press("c")
    last.arena.set_pools(last.arena.player, hp=1)
    assert wait_until_dead(last) < LAST_TURNS
    last.advance(LONG)
    last.click_on("What would have saved you")
    assert last.page.count("You did: ") == LAST_TURNS


def test_without_a_recording_only_the_turns_since_the_load_are_told(
    small: Seat, tmp_path: Path
) -> None:
    fighting(small, tmp_path, 6).close()
    for recording in tmp_path.glob("**/*.recording"):
        recording.unlink()
    again = small(saves=tmp_path)
    again.press("c")
    again.arena.set_pools(again.arena.player, hp=2)
    since = wait_until_dead(again)
    again.advance(LONG)
    again.click_on("What would have saved you")
    assert again.page.count("You did: ") == since < LAST_TURNS


def test_a_report_that_cannot_be_written_is_told_of(room: Seat, tmp_path: Path) -> None:
    person = dead(room, saves=tmp_path)
    shutil.rmtree(tmp_path / "runs")
    (tmp_path / "runs").write_text("in the way")
    person.advance(LONG)
    assert person.screens == ["GameOver"]
    assert any("cannot be written" in note for note in person.host.notices())


def test_a_report_is_plain_json_and_a_bad_one_is_none(tmp_path: Path) -> None:
    report = RunReport("abc", Hindsight(verdict="You were lost."))
    write_report(tmp_path, report)
    assert json.loads((tmp_path / "runs" / "abc.json").read_text(encoding="utf-8"))["hindsight"][
        "verdict"
    ]
    assert read_report(tmp_path, "abc") == report
    assert read_report(tmp_path, "none") is None
    (tmp_path / "runs" / "abc.json").write_text("{")
    assert read_report(tmp_path, "abc") is None
