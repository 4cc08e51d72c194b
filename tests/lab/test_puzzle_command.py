"""`roguelike puzzle`: codes and numbers in one line, and puzzles made from a seed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from roguelike.app import main, read_options
from roguelike.commands import processes
from roguelike.commands.puzzle import Search
from roguelike.practice.boards import Board, boards
from roguelike.puzzles import codes
from roguelike.raws.catalog import load_catalog
from tests.terminal import Screen


def test_a_code_is_printed_and_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "2", "--code"]) == 0
    code = capsys.readouterr().out.strip()
    assert codes.board_of(code).task is not None


@pytest.mark.parametrize(
    "words",
    [
        ["--scale", "big", "--colours", "16", "puzzle", "1"],
        ["puzzle", "1", "--scale", "big", "--colours", "16"],
    ],
)
def test_a_puzzle_is_played_in_the_letters_and_colours_that_are_asked_for(words: list[str]) -> None:
    options = read_options(words)
    assert (options.scale, options.colours) == ("big", "16")


def test_puzzles_are_made_from_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for _ in range(2):
        assert main(["puzzle", "--make", "1", "--seed", "5", "--recipe", "shove"]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert "solution: " in said[0]


def no_puzzle(*_: Any, told: Callable[[str], None]) -> None:
    told("too short")
    told("the act that looks best wins")


def broken_off(*_: Any, told: Callable[[str], None]) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (no_puzzle, "Given up: 0 of 2 puzzles found in 3 boards, "),
        (no_puzzle, "What failed: too short 50%, the act that looks best wins 50%."),
        (broken_off, "Broken off: 0 of 2 puzzles found in 0 boards, "),
    ],
)
def test_a_search_in_vain_ends_with_a_word(
    make: Any, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roguelike.commands.puzzle.make", make)
    assert main(["puzzle", "--make", "2", "--boards", "3"]) == 1
    said = capsys.readouterr()
    assert told in said.err
    assert (said.err.count("\n"), said.out) == (1, "")


def test_how_far_a_search_is_stands_in_one_line_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("roguelike.commands.puzzle.make", no_puzzle)
    monkeypatch.setattr("roguelike.commands.puzzle.EVERY_SECONDS", 0.0)
    screen = Screen()
    catalog = load_catalog()
    search = Search("1", [*catalog.puzzle_recipes.values()], 1, 2, screen)
    assert not list(search.found(catalog))
    assert not search.is_done
    lines = screen.getvalue().split(processes.ERASE)
    assert lines[1].startswith("0 of 1 puzzle found in 0 boards, ")
    assert lines[-1].startswith("Given up: 0 of 1 puzzle found in 2 boards, ")


class QuickDaily:
    """A puzzle of the day that is found at once: making one takes seconds, and how many hangs on the day."""

    def __init__(self, day: str, _catalog: Any) -> None:
        self.day, self.board = day, cast(Board | None, None)

    def work(self) -> bool:
        self.board = boards("puzzle")[3]
        return True


def test_the_puzzle_of_the_day_is_an_option(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roguelike.commands.puzzle.Daily", QuickDaily)
    assert read_options(["puzzle", "--daily"]).daily
    assert main(["puzzle", "--daily", "--code"]) == 0
    assert capsys.readouterr().out.strip() == codes.code_of(boards("puzzle")[3])


def test_the_folder_of_saves_may_be_named_after_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["puzzle", "1", "--code", "--saves", str(tmp_path)]) == 0
    assert capsys.readouterr().out
