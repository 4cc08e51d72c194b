"""Choosing the seed of a new game, and beginning one."""

from typing import ClassVar

from tcod.console import Console

from roguelike.core.records import Record
from roguelike.ui.inputs import Input, Key, Mouse
from roguelike.ui.program import Program, UserError
from roguelike.ui.screen import Clear, Pop, Push, Screen, Stay, Transition
from roguelike.ui.screens.page import Page
from roguelike.ui.widgets import (
    Button,
    Cancelled,
    Entered,
    Moved,
    Rect,
    TextField,
    print_wrapped,
)

_START = "start"
_EXPLAINED = (
    "The seed decides the whole dungeon: its maps, its creatures and its treasures. The same seed "
    "gives the same dungeon again, to you and to your friends. Any words or numbers will do."
)


class Begin(Record):
    """What the title is asked for: a new game of this seed, None for one drawn at random."""

    seed: str | None
    replacing: bool = False


def begin(program: Program, seed: str | None, *, warned: bool = False) -> Transition:
    """Start a new game and open it; if it cannot start or be saved, a popup says why."""
    from roguelike.ui.screens.dialogs import Message
    from roguelike.ui.screens.taken import Taken

    if not warned and program.host.taken():
        return Push(Taken(program, is_new=True, seed=seed))
    try:
        program.session = program.host.start(seed)
    except UserError as error:
        if program.host.data_fault():
            return Push(broken_data(program))
        return Push(Message(program, "No new game", str(error)))
    return Clear(program.open("Play"))


def answered(program: Program, answer: object) -> Transition:
    """Do what was answered to the question of another program that plays in the folder of saves."""
    from roguelike.ui.screens.taken import Elsewhere, Unsaved

    match answer:
        case Unsaved(seed, is_new=True):
            return begin(program, seed, warned=True)
        case Elsewhere():
            program.host.use_another_folder()
            return Clear(program.open("Title"))
    return Stay()


def broken_data(program: Program) -> Screen:
    """Return the page that lists what is wrong with the data."""
    from roguelike.ui.screens.data_faults import Faults

    return Faults(program)


class SeedEntry(Page):
    """A line to type the seed into; closes with Begin."""

    name: ClassVar[str] = "Seed"
    opaque: ClassVar[bool] = False
    title: ClassVar[str] = "A dungeon of your choice"
    columns: ClassVar[int] = 58
    explained: ClassVar[str] = _EXPLAINED
    button: ClassVar[str] = "[Start]"

    def __init__(self, program: Program) -> None:
        super().__init__(program, Button(self.button, _START, "Enter"))
        self.field = TextField(max_length=200)

    @property
    def rows(self) -> int:
        """The rows that the text needs, with the edges."""
        return 14

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the explanation and the field."""
        palette = self.program.palette
        x, y, width, _ = rect
        print_wrapped(console, x, y + 1, [(self.explained, palette.text)], width, 5)
        console.print(x, y + 7, "Seed", fg=palette.heading)
        self.field.draw(console, x + 5, y + 7, width - 5, palette)
        hint = "Left empty, chance draws one." if not self.field.text.strip() else ""
        console.print(x + 5, y + 8, hint, fg=palette.dim)

    def on_input(self, event: Input) -> Transition:
        """Type first: every character belongs to the seed, the keys of buttons and of help included."""
        if isinstance(event, Key):
            match self.field.on_input(event):
                case Entered():
                    return self.on_button(_START)
                case Moved():
                    return Stay()
                case Cancelled():
                    return self.close()
            return Stay(redraw=False)
        return super().on_input(event)

    def on_body(self, event: Input) -> Transition:
        """Close the popup by a right click."""
        match event:
            case Mouse("press", button="right"):
                return self.close()
        return Stay(redraw=False)

    def on_button(self, value: str) -> Transition:
        """Start the game of the seed, or close the popup."""
        if value == _START:
            return Pop(Begin(self.field.text.strip() or None))
        return self.close()
