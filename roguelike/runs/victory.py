"""The end of a won game: how the story ends, and what the run was worth line by line."""

from typing import ClassVar

from tcod.console import Console

from roguelike.runs.gameover import CHOICE_COLUMNS, GameOver
from roguelike.ui.look.art import blank, draw_title_art
from roguelike.ui.widgets import Rect, Segment, print_segments, print_wrapped, wrap

_TEMPLE = (
    "The priest looks at the altar, then at you, then at the floor you are bleeding on. "
    "“We had given up on that,” he says, and goes to ring the bell."
)
_EVENING = (
    "By noon there is a holiday. By evening there is a song, in which you are taller. Mom wants to know whether you "
    "ate. Somewhere a very long way down, a thing that was promised the world lies back down in the dark and is, for "
    "the first time in three hundred years, quiet."
)
_NIGHT = "You had meant to go home early last night. You go now."
_DIMMED_BY = 5
"""The title picture's brightness is divided by this, so that text on it can be read."""
ENDING = (_TEMPLE, _EVENING, _NIGHT)


class Victory(GameOver):
    """The last page of a won game."""

    title: ClassVar[str] = "Home"

    def draw(self, console: Console) -> None:
        """Draw the title's scene, the ending over it, and the choices."""
        program = self.program
        draw_title_art(console, program.palette, 0.0, named=False, has_shades=program.has_shades)
        cells = console.rgb
        cells["ch"], cells["bg"] = ord(" "), cells["bg"] // _DIMMED_BY
        width = min(console.width - 8, self.columns)
        left, rows = (console.width - width) // 2, len(self.menu.rows)
        margin = max(0, (console.height - self._story_rows(width) - rows) // 3)
        story = Rect(left, margin, width, console.height - rows - margin)
        y = self._draw_story(console, story)
        choices = Rect(left, min(y + 1, console.height - rows), CHOICE_COLUMNS, rows)
        blank(console, choices, 1.0)
        self.menu.draw(console, choices, self.program.palette)

    def _story_rows(self, width: int) -> int:
        """Return the rows that the ending and the score need, with a blank one below."""
        told = sum(len(wrap(paragraph, width)) + 1 for paragraph in ENDING)
        return 2 + told + len(self._sums()) + 2

    def _draw_story(self, console: Console, rect: Rect) -> int:
        """Draw the ending and the score; return the first free row."""
        palette, end = self.program.palette, self.death
        x, y, width, height = rect
        blank(console, rect, 1.0)
        console.print(x, y, "You brought the Amulet of Yala home", fg=palette.title)
        y += 2
        for paragraph in ENDING:
            room = rect.y + height - y
            y += print_wrapped(console, x, y, [(paragraph, palette.text)], width, room) + 1
        taken, wide = self._draw_sums(console, rect._replace(y=y, height=rect.y + height - y - 1))
        y += taken
        total: list[Segment] = [("Score".ljust(wide), palette.heading)]
        total.append((f"{end.score:>8,}", palette.gold))
        print_segments(console, x, y, total, width)
        return y + 1

    def _draw_sums(self, console: Console, rect: Rect) -> tuple[int, int]:
        """Draw the facts and the lines of the score, in two columns if they do not fit in one.

        Returns the rows used, and the columns for the names of the lines.
        """
        palette, sums = self.program.palette, self._sums()
        columns = 1 if len(sums) <= rect.height else 2
        rows, label_columns = -(-len(sums) // columns), 30 if columns == 1 else 26
        for number, (label, value) in enumerate(sums):
            x = rect.x + number // rows * (rect.width // columns)
            words = [(label.ljust(label_columns), palette.dim), (value, palette.text)]
            print_segments(console, x, rect.y + number % rows, words, rect.width // columns)
        return rows, label_columns

    def _sums(self) -> list[tuple[str, str]]:
        """List the facts of the run, and the lines of its score."""
        end = self.death
        facts = [("Turns", f"{end.turn:>8,}"), ("Seed", end.seed.rjust(8))]
        return facts + [(label, f"{points:>8,}") for label, points in end.merits]
