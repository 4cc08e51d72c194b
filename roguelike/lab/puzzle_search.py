"""The search for puzzles: it says how far it is, gives up after a while, and tells then what its boards failed at."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import TextIO

from roguelike.core.grammar import counted
from roguelike.core.records import replace
from roguelike.engine.puzzles.making import make
from roguelike.engine.puzzles.recipes import Recipe
from roguelike.lab.balance.progress import ERASE, EVERY_SECONDS, clock
from roguelike.mapgen.boards import Board
from roguelike.raws.catalog import Catalog

USUAL_BOARDS = 500
"""Boards without a puzzle among them after which the search is given up."""
EVERY_LOGGED = 30.0
"""Seconds between two lines of progress where they cannot be written over each other."""


class Search:
    """Draws boards by some recipes, one after the other, until a number of puzzles is found."""

    def __init__(
        self, seed: str, recipes: Sequence[Recipe], wanted: int, patience: int, errors: TextIO
    ) -> None:
        """Prepare to find a number of puzzles; after `patience` boards without one it is given up."""
        self._seed, self._recipes, self._wanted = seed, recipes, wanted
        self._patience, self._errors = patience, errors
        self._drawn = self._made = 0
        self._faults: Counter[str] = Counter()
        self._began = self._told = time.monotonic()

    @property
    def is_done(self) -> bool:
        """Whether all are found that were asked for."""
        return self._made >= self._wanted

    @property
    def said(self) -> str:
        """How far it is, in words."""
        found = f"{self._made} of {counted(self._wanted, 'puzzle')} found"
        spent = clock(time.monotonic() - self._began)
        return f"{found} in {counted(self._drawn, 'board')}, {spent}"

    def found(self, catalog: Catalog) -> Iterator[tuple[Board, Sequence[str]]]:
        """Yield puzzles with their tricks as they are found; say so if it gives up."""
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
        """Write a line in place of the progress; nothing but take that away for ""."""
        erase = ERASE if self._errors.isatty() else ""
        self._errors.write(f"{erase}{words}\n" if words else erase)
        self._errors.flush()

    @property
    def _why(self) -> str:
        """What the boards failed at, the commonest first, and what may help."""
        total = self._faults.total()
        shares = (f"{fault} {count / total:.0%}" for fault, count in self._faults.most_common())
        return (
            f"What failed: {', '.join(shares)}. Another --seed, --recipe or --acts may have more."
        )

    def _hear(self, fault: str) -> None:
        """Note what came of a board, and say now and then how far the search is."""
        if fault:
            self._faults[fault] += 1
        now, on_screen = time.monotonic(), self._errors.isatty()
        if now - self._told >= (EVERY_SECONDS if on_screen else EVERY_LOGGED):
            self._told = now
            self._errors.write(f"{ERASE}{self.said}" if on_screen else f"{self.said}\n")
            self._errors.flush()
