"""The title: the picture, the menu of games and pages, and the version.

While the commands since the last save are repeated, if there are more of them than usual, progress is shown.
"""

from collections.abc import Iterator
from typing import ClassVar

from tcod.console import Console

from roguelike.title import art
from roguelike.title.seed import Begin, anew, answered, begin, broken_data, seed_words
from roguelike.toolkit import widgets
from roguelike.toolkit.inputs import Input, Key
from roguelike.toolkit.page import Message, Working
from roguelike.toolkit.screen import (
    AS_CELLS,
    Backdrop,
    Clear,
    Pop,
    Push,
    Quit,
    Replace,
    Screen,
    Stay,
    Transition,
    unseen,
)
from roguelike.ui.program import ChosenHero, Program, Resuming, UserError

_COLUMNS = 36
_SAVED_ROWS = 3
"""Rows for the description of the saved game: more would not fit in 24."""
_ROWS_ABOVE = 4
"""Rows above the words of the picture."""
_MOTTO = "What you foresee is what you cast."
_FRAME_SECONDS = 0.16
"""Seconds between frames of the moving sky."""
_AT_ONCE = 500
"""Commands since the save that are repeated without showing progress: more than fifty turns have."""
_REPLACING = """\
A new game ends the saved one for good:

{saved}"""


class Title(Screen):
    """The first screen: the picture and the main menu."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.saved = program.host.saved_game()
        taken = program.host.taken()
        warning = (f"{taken} A game begun here would not be saved.",) if taken else ()
        self.notices = (*warning, *program.host.notices())
        self.menu: widgets.ListMenu[str] = widgets.ListMenu(self._rows(), letters=False)
        self._seconds = self._drawn = 0.0
        self._hash = ""
        self._is_shown = self._is_coarse = False
        """At first it is shown in cells, even where there are pixels: a finer picture takes longer."""
        self._told_fault = False
        self._also = {each.also: each.screen for each in program.on_title()} | {"f1": "help"}

    def _rows(self) -> Iterator[widgets.Row[str]]:
        """List the rows of the menu, with the seed that the command line set for new games."""
        return _rows(self.saved, self.program)

    # Drawing

    @property
    def animating(self) -> bool:
        """Whether the sky moves or the data is still loading."""
        return self._moves or not self._hash or self._is_coarse

    @property
    def _moves(self) -> bool:
        """Whether the sky moves: not over a line, which it would keep busy for as long as nobody chooses."""
        return self.program.can_flicker and self.program.settings.animation_factor > 0

    def update(self, seconds: float) -> bool | Transition:
        """Move the sky a few times a second; show the data hash, or what is wrong with the data, once known."""
        if not self._hash and not self._told_fault and self.program.host.data_fault():
            self._told_fault = True
            return Push(broken_data(self.program))
        if not self._hash and self.program.host.data_hash():
            return True
        if self._moves:
            self._seconds += seconds
        return self._is_coarse or self._seconds - self._drawn >= _FRAME_SECONDS

    def lay_out(self, columns: int, rows: int) -> None:
        """Find out how much of the menu there is room for."""
        self.draw(unseen(columns, rows))
        self._is_shown = self._is_coarse = False

    def draw(self, console: Console) -> Backdrop | None:
        """Draw the picture, the menu in its lower half, and the small print."""
        palette = self.program.palette
        self._drawn = self._seconds
        cell = self.program.cell_pixels()
        place = art.Place(
            console,
            palette,
            self._seconds,
            has_shades=self.program.has_shades,
            cell=cell if self._is_shown else AS_CELLS,
        )
        self._is_coarse = cell != AS_CELLS and not self._is_shown
        self._is_shown = True
        self.menu.replace(self._rows())  # the options may have changed the colours
        right = (console.width + art.LOGO_COLUMNS) // 2
        motto = widgets.Rect(right - len(_MOTTO) - 1, art.LOGO_BOTTOM + 1, len(_MOTTO) + 2, 1)
        art.blank(console, motto, 0.35)  # on a low console the river runs behind it
        console.print(motto.x + 1, motto.y, _MOTTO, fg=palette.spell)
        rows = widgets.Rect(
            right - art.LOGO_COLUMNS, console.height * 9 // 20, _COLUMNS, len(self.menu.rows)
        )
        art.blank(console, rows, 0.75)
        self.menu.draw(console, rows, palette)
        self._draw_notices(console, rows.y + rows.height + 1)
        self._draw_small_print(console)
        console.print(2, console.height - 2, self.answer, fg=palette.text)
        if place.cell == AS_CELLS:
            return None
        from roguelike.title.scenery import behind

        return behind(place)

    def caret(self) -> tuple[int, int] | None:
        """Return the cell of the menu's row under the cursor."""
        return self.menu.caret

    def _draw_notices(self, console: Console, top: int) -> None:
        """Draw the notices, each with a sign, as far as they fit."""
        width = min(console.width - 8, 90)
        lines = [line for notice in self.notices for line in widgets.wrap(f"! {notice}", width - 2)]
        room = console.height - 3 - top
        if len(lines) > room:  # below the menu, or if necessary above the picture
            top, room = max((top, room), (0, _ROWS_ABOVE), key=lambda place: place[1])
        if len(lines) > room:
            lines = [*lines[: room - 1], "…"]
        if lines:
            place = widgets.Rect((console.width - width) // 2, top, width, len(lines))
            art.blank(console, place, 0.25)
            for row, line in enumerate(lines):
                console.print(place.x + 1, top + row, line, fg=self.program.palette.warn)

    def _draw_small_print(self, console: Console) -> None:
        """Draw the version, the data hash and the content packs in a corner."""
        host = self.program.host
        self._hash = host.data_hash()
        text = f"Blue Mana {host.version}" + (f"   data {self._hash}" if self._hash else "")
        if packs := host.packs():
            text += f"   with {', '.join(packs)}"
        shown = widgets.clip(text, console.width - 2)
        console.print(
            console.width - 1 - len(shown), console.height - 1, shown, fg=self.program.palette.dim
        )

    # Input

    def on_input(self, event: Input) -> Transition:
        """Choose from the menu; Escape and a right click only put the cursor on Quit."""
        if isinstance(event, Key) and event.name in self._also:
            return self._choose(self._also[event.name])
        match self.menu.on_input(event, self.program.keymap):
            case widgets.Chosen(value):
                return self._choose(value)
            case widgets.Cancelled():
                before, self.menu.cursor = self.menu.cursor, len(self.menu.rows) - 1
                return Stay(redraw=self.menu.cursor != before)
            case widgets.Moved():
                return Stay()
        return Stay(redraw=False)

    def on_result(self, result: object) -> Transition:
        """Begin the game that the seed screen or a question asked for."""
        match result:
            case Begin(seed, replacing):
                return self._begin(seed, replacing=replacing)
            case ChosenHero(name):
                self.program.host.choose_hero(name)
                return Clear(self.program.open("title"))
        return Stay() if result is None else self._answered(result)

    def _answered(self, answer: object) -> Transition:
        """Act on the answer about another program that is playing in the folder of saves."""
        from roguelike.title.seed import Unsaved

        match answer:
            case Unsaved(is_new=False, why=why):
                return self._resume(unsaved=why)
        return answered(self.program, answer)

    def _choose(self, value: str) -> Transition:
        """Carry out the choice of a row."""
        program = self.program
        match value:
            case "new":
                return self._begin(None, replacing=False)
            case "continue":
                return self._resume()
            case "daily":
                return self._begin(program.host.daily_seed(), replacing=False)
            case "quit":
                return Quit()
        return Push(program.open(value))

    def _begin(self, seed: str | None, *, replacing: bool) -> Transition:
        """Begin a game; ask first if one is saved, perhaps by another program since the title was opened."""
        self._look_again()
        if self.saved is None or replacing or self.program.host.taken():
            return self._anew(seed)
        from roguelike.toolkit.page import Confirm

        text = _REPLACING.format(saved=self.saved)
        agreed = Begin(seed, replacing=True)
        question = Confirm(
            self.program,
            "Begin anew?",
            text,
            agreed,
            yes="Begin a new game",
            no="Keep the saved game",
        )
        return Push(question)

    def _anew(self, seed: str | None) -> Transition:
        """Ask who the player was, and begin; the dungeon of the day says who everybody is."""
        host = self.program.host
        if seed is not None and seed == host.daily_seed():
            return begin(self.program, seed, host.daily_origin())
        return anew(self.program, seed)

    def _look_again(self) -> None:
        """Update the menu to the present saved game."""
        offered, self.saved = self.saved, self.program.host.saved_game()
        if self.saved != offered:
            self.menu = widgets.ListMenu(self._rows(), letters=False)

    def _resume(self, *, unsaved: str = "") -> Transition:
        """Continue the saved game, or only look on (`unsaved` says why); if that fails, a popup says why."""
        from roguelike.title.seed import Taken
        from roguelike.toolkit.page import Message

        host = self.program.host
        if host.data_fault():
            return Push(broken_data(self.program))
        if host.taken() and not unsaved:
            return Push(Taken(self.program, is_new=False))
        try:
            work = host.resuming(unsaved=unsaved)
            if not work.work(_AT_ONCE):
                from roguelike.title.title import Repeating

                return Push(Repeating(self.program, work))
        except UserError as error:
            self.saved = self.program.host.saved_game()  # what was damaged has been moved aside
            return Push(Message(self.program, "The saved game", str(error)))
        self.program.session = work.session
        return Clear(self.program.open("play"))


def _rows(saved: str | None, program: Program) -> Iterator[widgets.Row[str]]:
    """List the rows of the menu, the most likely choice first."""
    palette = program.palette
    if saved is not None:
        yield widgets.Row("Continue", "continue", mark="c")
        for line in widgets.wrap(saved, _COLUMNS - 5)[:_SAVED_ROWS]:
            words: list[widgets.Segment] = [(f"    {line}", palette.dim)]
            yield widgets.Row(words, "", heading=True)
    yield widgets.Row("New game", "new", seed_words(program.host.chosen_seed()), mark="n")
    yield widgets.Row("New game with a seed", "seed", mark="s")
    yield widgets.Row("Today's dungeon", "daily", mark="d")
    for each in program.on_title():
        yield widgets.Row(each.label, each.screen, mark=each.key)
    yield widgets.Row("Options", "options", mark="o")
    yield widgets.Row("Help", "help", mark="?")
    yield widgets.Row("Quit", "quit", mark="q")


A_FRAME = 25
"""Commands repeated between two frames."""
WORDS = "The turns since the last save are played again. There are far more than usual, so this takes a while."


class Repeating(Working[Program]):
    """A popup that ends in the game; if it is closed before, the game stays as it is saved."""

    title: str = "The saved game"
    rows: int = 10
    words: ClassVar[str] = WORDS

    def __init__(self, program: Program, work: Resuming) -> None:
        """Show the progress of `work`, which has begun and continues here, a few commands between two frames."""
        super().__init__(program)
        self._work = work

    def update(self, seconds: float) -> bool | Transition:
        """Repeat some more; open the game once everything is repeated."""
        program = self.program
        try:
            if not self._work.work(A_FRAME):
                return True
        except UserError as error:
            return Replace(Message(program, "The saved game", str(error)))
        program.session = self._work.session
        return Clear(program.open("play"))

    def told(self) -> str:
        """Say how many commands are repeated."""
        return f"{self._work.done:,} of {self._work.length:,} commands"

    def close(self) -> Transition:
        """Leave the game as it is saved."""
        self._work.drop()
        return Pop()
