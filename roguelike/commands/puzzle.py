"""`roguelike puzzle`: chooses the puzzle to play; and the workshop, where puzzles are made and refitted.

The search for new ones shows progress, gives up after a while, and then says why its boards failed.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Literal, TextIO

from roguelike.commands import processes
from roguelike.commands.command_line import (
    ERASE,
    add_json,
    add_saves,
    add_seed,
    json_line,
    path_argument,
    saves_of,
    whole_number,
)
from roguelike.commands.play import play
from roguelike.commands.processes import EVERY_SECONDS
from roguelike.components.puzzles import PuzzleRecipe
from roguelike.core.grammar import counted
from roguelike.core.plain_words import quotable
from roguelike.core.records import replace
from roguelike.host import LocalHost
from roguelike.host.local_host import today_utc
from roguelike.practice.boards import FOLDERS, Board, boards, written
from roguelike.puzzles import codes
from roguelike.puzzles.codes import Daily
from roguelike.puzzles.making import make
from roguelike.puzzles.puzzles_page import puzzle_screens
from roguelike.puzzles.refitting import refit
from roguelike.raws.catalog import catalog_in_force
from roguelike.raws.faults import Suggestion
from roguelike.toolkit.font import SCALES
from roguelike.world.catalog import Catalog

Answer = int | Board | Literal["daily"]
"""An exit code, or what is to be played."""
OK, FAILURE = 0, 1
MOST_MADE, MOST_BOARDS = 1000, 100_000
MOST_ACTS_MADE, MOST_DIGITS = 4, 9
USUAL_BOARDS = 500
"""Boards in a row without a puzzle after which the search gives up."""
EVERY_LOGGED = 30.0
"""Seconds between two lines of progress if they cannot overwrite each other."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `puzzle`."""
    add_saves(parser)
    parser.add_argument(
        "which", nargs="?", help="a puzzle's number, or the code that a friend sent"
    )
    parser.add_argument("--daily", action="store_true", help="play the puzzle of the day")
    parser.add_argument("--code", action="store_true", help="print the code of a puzzle")
    add_json(
        parser, "a puzzle as JSON object, with its code and drawing, or with --make one a line,"
    )
    parser.add_argument(
        "--make",
        type=whole_number(1, MOST_MADE),
        metavar="N",
        help="make N puzzles, and print them",
    )
    parser.add_argument(
        "--boards",
        type=whole_number(1, MOST_BOARDS),
        metavar="N",
        help=f"give up after N boards without a puzzle (default: {USUAL_BOARDS}; with --make)",
    )
    parser.add_argument("--terminal", action="store_true", help="play in this terminal")
    parser.add_argument(
        "--colours",
        choices=("true", "256", "16", "none"),
        default="",
        help="how many colours the terminal has",
    )
    parser.add_argument("--ascii", action="store_true", help="write nothing but ASCII into it")
    parser.add_argument(
        "--scale", choices=SCALES, default="", help="size of the letters in the window"
    )
    parser.set_defaults(new=False, transcript=None)
    _add_making(parser)


def _add_making(parser: argparse.ArgumentParser) -> None:
    """Declare what puzzles are made from."""
    add_seed(parser, "what the puzzles are made from, with --make", None)
    parser.add_argument("--recipe", metavar="KIND", help="make only puzzles of this kind")
    parser.add_argument(
        "--acts",
        type=int,
        choices=range(1, MOST_ACTS_MADE + 1),
        help="make puzzles of N acts, whatever is usual for their kind; three acts take a minute each",
    )
    parser.add_argument(
        "--refit", type=path_argument, metavar="FOLDER",
        help="fit the puzzles in a data folder to the numbers of today, and write those that changed",
    )  # fmt: skip


def run_puzzle(options: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """Run the command, usually to play; return the exit code."""
    answer = _answer(options, out, errors)
    if isinstance(answer, int):
        return answer
    options.colours, options.scale = options.colours or None, options.scale or None
    return play(options, LocalHost(saves_of(options)), partial(puzzle_screens, puzzle=answer))


def _answer(options: argparse.Namespace, out: TextIO, errors: TextIO) -> Answer:
    """Return what is to be played, or the exit code if nothing is."""
    try:
        _refuse_what_means_nothing(options)
        if options.make is not None:
            return _make(options, out, errors)
        if options.refit is not None:
            return _refit(options.refit, out, is_json=options.json)
        if options.daily and not (options.code or options.json):
            return "daily"
        board = _of_today() if options.daily else _puzzle_of(options.which)
    except codes.CodeError as fault:
        errors.write(f"roguelike: {fault}\n")
        return FAILURE
    if options.code or options.json:
        out.write(json_line(_in_parts(board)) if options.json else f"{codes.code_of(board)}\n")
        return OK
    return board


def _in_parts(board: Board, tricks: Sequence[str] | None = None) -> dict[str, object]:
    """Return what programs want to know of a puzzle; its tricks where they were looked for."""
    parts: dict[str, object] = {
        "name": board.name,
        "code": codes.code_of(board),
        "drawing": written(board),
    }
    return parts if tricks is None else {**parts, "tricks": tricks}


def _refuse_what_means_nothing(options: argparse.Namespace) -> None:
    """Raise CodeError for options that would be silently ignored."""
    if options.daily and options.which is not None:
        raise codes.CodeError(
            f"The puzzle of the day is one of its own: leave out {options.which!r} or --daily."
        )
    works = [work for work in ("make", "refit") if getattr(options, work) is not None]
    plays = [f"--{play}" for play in ("daily", "code") if getattr(options, play)]
    if options.which is not None:
        plays.append(repr(options.which))
    if works and (len(works) > 1 or plays):
        raise codes.CodeError(
            f"--{works[0]} plays no puzzle: leave out {(plays or ['--refit'])[0]}."
        )
    for said in ("seed", "recipe", "acts", "boards"):
        if options.make is None and getattr(options, said) is not None:
            raise codes.CodeError(f"--{said} is for making puzzles: it wants --make N.")


def _of_today() -> Board:
    """Make the puzzle of the day, which takes some seconds."""
    daily = Daily(today_utc(), catalog_in_force())
    while not daily.work():
        pass
    assert daily.board is not None
    return daily.board


def _puzzle_of(which: str | None) -> Board:
    """Return the puzzle of a number or code, the first if None. Raises CodeError with a one-line reason."""
    ours = boards("puzzle")
    which = "1" if which is None else which
    if not which.removeprefix("-").isdecimal():
        return codes.recognised(codes.board_of(which))
    number = int(which) if len(which) <= MOST_DIGITS else 0
    if not 1 <= number <= len(ours):
        raise codes.CodeError(
            f"There is no puzzle {quotable(which)}: they go from 1 to {len(ours)}."
        )
    return ours[number - 1]


# --- the workshop


def _make(options: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """Draw boards until a number of puzzles is found, print each with its code; return 1 if the search is given up."""
    recipes = _recipes(options.recipe, options.acts)
    search = Search(
        options.seed or "1", recipes, options.make, options.boards or USUAL_BOARDS, errors
    )
    try:
        with processes.interruptible():
            for board, tricks in search.found(catalog_in_force()):
                said = (
                    f"{written(board)}code: {codes.code_of(board)}\ntricks: {', '.join(tricks)}\n\n"
                )
                out.write(json_line(_in_parts(board, tricks)) if options.json else said)
                out.flush()
    except KeyboardInterrupt:
        search.tell(f"Broken off: {search.said}.")
        return FAILURE
    return OK if search.is_done else FAILURE


def _recipes(name: str | None, acts: int | None) -> Sequence[PuzzleRecipe]:
    """Return the recipes to draw from, with another number of acts if one is given. CodeError if there is none."""
    known = catalog_in_force().puzzle_recipes
    chosen = [recipe for recipe in known.values() if name in (None, recipe.name)]
    if not chosen:
        raise codes.CodeError(
            f"There are no puzzles of the kind {name!r}: {Suggestion(name or '', known)}"
        )
    return [replace(recipe, acts=acts or recipe.acts) for recipe in chosen]


def _refit(folder: Path, out: TextIO, *, is_json: bool) -> int:
    """Refit every puzzle of a data folder; report those that changed, and those that are no longer puzzles.

    Raises:
        CodeError: there is no puzzle in the folder.
    """
    catalog: Catalog = catalog_in_force()
    bad = 0
    found = boards("puzzle", [folder])
    if not found:
        raise codes.CodeError(
            f"{folder / FOLDERS['puzzle']} holds no puzzles: name a folder of data."
        )
    for board in found:
        new, fault = refit(board, catalog)
        if fault:
            bad += 1
        elif new != board:
            (folder / FOLDERS["puzzle"] / f"{board.key}.txt").write_text(written(new), "utf-8")
        else:
            continue
        parts = {"key": board.key, "name": board.name, "fault": fault}
        said = f"{board.key}: {board.name}: {fault or 'fitted anew'}\n"
        out.write(json_line(parts) if is_json else said)
        out.flush()
    return FAILURE if bad else OK


class Search:
    """Draws boards from some recipes, in turn, until a number of puzzles is found."""

    def __init__(
        self, seed: str, recipes: Sequence[PuzzleRecipe], wanted: int, patience: int, errors: TextIO
    ) -> None:
        """Prepare to find `wanted` puzzles; give up after `patience` boards in a row without one."""
        self._seed, self._recipes, self._wanted = seed, recipes, wanted
        self._patience, self._errors = patience, errors
        self._drawn = self._made = 0
        self._faults: Counter[str] = Counter()
        self._began = self._told = time.monotonic()

    @property
    def is_done(self) -> bool:
        """Whether all the puzzles asked for are found."""
        return self._made >= self._wanted

    @property
    def said(self) -> str:
        """The puzzles found so far, the boards that were drawn for them, and the time spent, in words."""
        found = f"{self._made} of {counted(self._wanted, 'puzzle')} found"
        spent = processes.clock(time.monotonic() - self._began)
        return f"{found} in {counted(self._drawn, 'board')}, {spent}"

    def found(self, catalog: Catalog) -> Iterator[tuple[Board, Sequence[str]]]:
        """Yield puzzles with their tricks as they are found; write a message if it gives up."""
        in_vain = 0
        while not self.is_done and in_vain < self._patience:
            recipe = self._recipes[self._drawn % len(self._recipes)]
            rng = Random(f"{self._seed}/{self._drawn}")
            made = make(rng, recipe, catalog, told=self._hear)
            self._drawn += 1
            in_vain = 0 if made else in_vain + 1
            if made is not None:
                self._made += 1
                name = f"{recipe.name} {self._seed}-{self._drawn}"
                yield replace(made.draft.board(), name=name), made.verdict.tricks
        self.tell("" if self.is_done else f"Given up: {self.said}. {self._why}")

    def tell(self, words: str) -> None:
        """Write a line in place of the progress; with "" only erase the progress."""
        erase = ERASE if self._errors.isatty() else ""
        self._errors.write(f"{erase}{words}\n" if words else erase)
        self._errors.flush()

    @property
    def _why(self) -> str:
        """What the boards failed at, the most common fault first, and what may help."""
        total = self._faults.total()
        shares = (f"{fault} {count / total:.0%}" for fault, count in self._faults.most_common())
        return (
            f"What failed: {', '.join(shares)}. Another --seed, --recipe or --acts may have more."
        )

    def _hear(self, fault: str) -> None:
        """Count what was wrong with a board, and show the progress from time to time."""
        if fault:
            self._faults[fault] += 1
        now, on_screen = time.monotonic(), self._errors.isatty()
        if now - self._told >= (EVERY_SECONDS if on_screen else EVERY_LOGGED):
            self._told = now
            self._errors.write(f"{ERASE}{self.said}" if on_screen else f"{self.said}\n")
            self._errors.flush()
