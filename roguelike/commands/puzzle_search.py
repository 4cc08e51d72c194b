"""The search for puzzles: it shows progress, gives up after a while, and then says why its boards failed."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import TextIO

from roguelike.commands.progress import ERASE, EVERY_SECONDS, clock
from roguelike.components.puzzles import PuzzleRecipe
from roguelike.core.grammar import counted
from roguelike.core.records import replace
from roguelike.mapgen.boards import Board
from roguelike.puzzles.making import make
from roguelike.raws.catalog import Catalog

USUAL_BOARDS = 500
"""Boards in a row without a puzzle after which the search gives up."""
EVERY_LOGGED = 30.0
"""Seconds between two lines of progress if they cannot overwrite each other."""


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
        """The progress, in words."""
        found = f"{self._made} of {counted(self._wanted, 'puzzle')} found"
        spent = clock(time.monotonic() - self._began)
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
