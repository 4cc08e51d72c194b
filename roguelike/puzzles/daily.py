"""The puzzle of a day: made from the date, so that it is the same for all who play this version."""

from random import Random
from zlib import crc32

from roguelike.components.puzzles import quick
from roguelike.mapgen.boards import Board, boards
from roguelike.puzzles.codes import named_daily
from roguelike.puzzles.making import make
from roguelike.raws.catalog import Catalog

MOST_BOARDS = 300
"""The most boards that are drawn; if none of them is a puzzle, one of those that come with the game is used."""
MOST_TRIED = 600
"""How many acts judging one board may try: a player who waits sees progress in between."""


class Daily:
    """The making of a day's puzzle, one drawn board at a time."""

    def __init__(self, day: str, catalog: Catalog) -> None:
        """Prepare the puzzle of a day, written as 2026-11-22."""
        self.day, self._catalog = day, catalog
        self._recipes = quick(catalog.compiled.puzzle_recipes.values())
        self.drawn = 0
        """Boards drawn so far."""
        self.board: Board | None = None
        """The puzzle, once it is found."""

    def work(self) -> bool:
        """Draw one more board; return whether the puzzle is found."""
        if self.board is None:
            number, self.drawn = self.drawn, self.drawn + 1
            rng = Random(f"daily/{self.day}/{number}")
            recipe = rng.choice(self._recipes) if self._recipes else None
            found = make(rng, recipe, self._catalog, MOST_TRIED) if recipe is not None else None
            # One that the first forecasts give away is a puzzle for a list of sixty, but not for a day.
            is_good = found is not None and not found.verdict.is_apart
            board = found.draft.board() if found is not None and is_good else None
            if board is None and (recipe is None or self.drawn >= MOST_BOARDS):
                board = self._one_of_ours()
            self.board = named_daily(board, self.day) if board is not None else None
        return self.board is not None

    def _one_of_ours(self) -> Board | None:
        """Return one of the puzzles that come with the game."""
        ours = boards("puzzle")
        return ours[crc32(self.day.encode()) % len(ours)] if ours else None
