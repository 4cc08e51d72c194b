"""What the player can do while another program uses the folder of saves; asked before anything is played."""

from typing import ClassVar

from roguelike.core.records import Record
from roguelike.toolkit.dialogs import Question
from roguelike.toolkit.screen import Quit, Transition
from roguelike.toolkit.widgets import Row
from roguelike.ui.program import Program


class Unsaved(Record):
    """The player agreed to play without saving: a new game of a seed, or the saved one.

    `why` is what they were told about the other program; it stays valid even if that program has ended meanwhile.
    """

    seed: str | None
    is_new: bool
    why: str


class Elsewhere(Record):
    """The player wants to play as another hero."""


class Taken(Question):
    """A choice of playing without saving, another hero, the title, and quitting."""

    columns: ClassVar[int] = 58

    def __init__(self, program: Program, *, is_new: bool, seed: str | None = None) -> None:
        """Ask about a new game if `is_new`, otherwise about the saved one."""
        why = program.host.taken()
        what = "A game begun now" if is_new else "What you do in the saved game now"
        text = f"{why}\n\n{what} is not saved, and does not count among the past runs."
        play = "Play without saving" if is_new else "Look on without saving"
        answers: list[Row[object]] = [
            Row("Do not play", None, mark="n"),
            Row(play, Unsaved(seed, is_new, why), mark="y"),
            Row("Play as another hero", Elsewhere(), mark="h"),
            Row("Quit", Quit(), mark="q"),
        ]
        super().__init__(program, "Nothing will be saved", text, answers)

    def on_choice(self, value: object) -> Transition:
        """Close with the chosen answer, or quit the program."""
        return value if isinstance(value, Quit) else super().on_choice(value)
