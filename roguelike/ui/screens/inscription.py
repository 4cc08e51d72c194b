"""Inscribing a rune: which spell, what it is now, what it would be, and how that looks on the board.

The one decision: nothing is inscribed here. The screen closes with the command, as the aim screen does, and the spell
that it shows is the real result, inscribed on trial and taken back.
"""

from typing import ClassVar

from tcod.console import Console

from roguelike.core.geometry import Point
from roguelike.core.grammar import capital
from roguelike.engine.play.commands import Cast, Inscribe
from roguelike.engine.views.inscriptions import (
    InscriptionView,
    inscription_views,
    trying,
    words_of_rune,
)
from roguelike.engine.views.records import SpellView
from roguelike.ui.panels.rows import Line, cells_of, fitting, paint
from roguelike.ui.panels.scene import Scene
from roguelike.ui.program import Program
from roguelike.ui.replies import RowReply
from roguelike.ui.screen import Pop, Push, Stay, Transition
from roguelike.ui.screens.page import CHOOSE, ListPage
from roguelike.ui.screens.preview import Preview
from roguelike.ui.screens.targeting import Targeting
from roguelike.ui.widgets import Button, Rect, Row, Segment, print_wrapped

_DETAIL_ROWS = 9
_ANSWER_ROWS = 3
"""How many more rows there are for the reply, where anything threatens."""
_LABEL_COLUMNS = 6
_HINT = "Nothing is cast here. A left click aims, a right click goes back."


class Inscription(ListPage[InscriptionView]):
    """The spells that a rune may go on; below them, the one under the cursor before and after."""

    name: ClassVar[str] = "Inscription"
    opaque: ClassVar[bool] = False
    columns: ClassVar[int] = 78
    row_buttons: ClassVar[frozenset[str]] = frozenset({CHOOSE, "try"})

    def __init__(self, program: Program, rune: int, prompt: str) -> None:
        views = program.game.ask(inscription_views, rune)
        self._rune, self._prompt, self._now = rune, prompt, RowReply(program)
        self._detail_rows = _DETAIL_ROWS + _ANSWER_ROWS * program.game.is_threatened()
        self._words, self._sockets = program.game.ask(words_of_rune, rune)
        super().__init__(
            program,
            [_row(view, program) for view in views],
            Button("[Try it]", "try", "t"),
            deed="Inscribe it",
        )
        fitting = (number for number, view in enumerate(views) if view.after is not None)
        self.menu.cursor = next(fitting, 0)

    @property
    def heading(self) -> str:
        """The question, which names the rune."""
        return self._prompt

    @property
    def rows(self) -> int:
        """The rows of the list, the details and the edges."""
        return max(len(self.menu.rows), 3) + self._detail_rows + 8

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw what the rune does, the list, and the spell under the cursor before and after."""
        palette = self.program.palette
        does = f"{capital(self._words)}. "
        told: list[Segment] = [(does, palette.text), (self._sockets, palette.dim)]
        print_wrapped(console, rect.x, rect.y, told, rect.width, 2)
        split = rect.y + rect.height - self._detail_rows - 1
        super().draw_body(console, Rect(rect.x, rect.y + 2, rect.width, split - rect.y - 2))
        view = self.menu.value
        if view is not None:
            self.rule(console, rect, split, view.before.title)
            below = Rect(rect.x, split + 1, rect.width, self._detail_rows)
            last = fitting(self._come_to(view, rect.width), _ANSWER_ROWS + 1, palette.dim)
            y = below.y + below.height - len(last)
            paint(cells_of(console), rect.x, y, rect.width, last)
            self._draw_card(console, below._replace(height=below.height - len(last)), view)

    def _come_to(self, view: InscriptionView, width: int) -> list[Line]:
        """Return the rows on what inscribing the spell under the cursor would lead to."""
        action = self._command(view) if view.after is not None else None
        return self._now.lines(action, list, width)

    @property
    def animating(self) -> bool:
        """Whether the reply is still being worked out."""
        return self._now.is_thinking

    def update(self, seconds: float) -> bool:
        """Work the reply out further; return whether there is anything new to show."""
        return self._now.update(seconds)

    def _draw_card(self, console: Console, rect: Rect, view: InscriptionView) -> None:
        """Draw the spell as it is and as it would be, or why it cannot be inscribed."""
        palette = self.program.palette
        parts = [("now", _card_words(view.before, palette.text))]
        if view.after is not None:
            parts.append(("then", _card_words(view.after, palette.spell)))
        else:
            parts.append(("", [(view.reason, palette.warn)]))
        y, below = rect.y, rect.y + rect.height
        for label, words in parts:
            if y >= below:
                break
            indent = _LABEL_COLUMNS if label else 0
            console.print(rect.x, y, label, fg=palette.dim)
            width = rect.width - indent
            y += print_wrapped(console, rect.x + indent, y, words, width, below - y) + 1

    def on_button(self, value: str) -> Transition:
        """Try the inscribed spell on the board."""
        view = self.menu.value
        if value != "try" or view is None:
            return super().on_button(value)
        if view.after is None:
            self.note = view.reason
            return Stay()
        screen = TrialAim if view.after.aimed else TrialPreview
        return Push(screen(self.program, self._command(view), view.after))

    def on_choice(self, value: InscriptionView) -> Transition:
        """Close with the command that inscribes it."""
        return Pop(self._command(value))

    def on_result(self, result: object) -> Transition:
        """Close with the result of the trial on the board."""
        return Pop(result)

    def _command(self, view: InscriptionView) -> Inscribe:
        """Return the command that inscribes the rune on a spell."""
        return Inscribe(self._rune, view.before.name)


def _card_words(spell: SpellView, shade: tuple[int, int, int]) -> list[Segment]:
    """Return a spell's name, cost and effect."""
    return [(f"{spell.told}.", shade)]


def _row(view: InscriptionView, program: Program) -> Row[InscriptionView]:
    """Return the row of a spell, with its name and cost before and after, or why the rune does not fit."""
    palette = program.palette
    if view.after is None:
        label = [(view.before.title, palette.disabled)]
        return Row(label, view, right="does not fit", blocked=view.reason)
    label = [(view.before.title, palette.spell), (" → ", palette.dim)]
    label.append((view.after.title, palette.spell))
    return Row(label, view, right=f"{view.before.price} → {view.after.price}")


class TrialAim(Targeting):
    """Aims a spell that is not inscribed yet, to see what it would do; closes with the command that inscribes it."""

    name: ClassVar[str] = "TrialAim"
    hint: ClassVar[str] = _HINT

    def __init__(self, program: Program, inscribe: Inscribe, spell: SpellView) -> None:
        self.inscribe, self.spell = inscribe, spell
        with program.game.ask(trying, inscribe):
            super().__init__(program, Cast(spell.name))

    @property
    def deed(self) -> str:
        """The word for what the fire key does."""
        return "inscribe it"

    def draw(self, console: Console) -> None:
        """Draw the board as if the spell were inscribed."""
        with self.program.game.ask(trying, self.inscribe):
            super().draw(console)

    def _answered(self) -> None:
        """Predict no reply: it would be the reply to the spell without the rune."""

    def _facts(self, scene: Scene) -> tuple[str, ...]:
        """Return what it would do and cost."""
        return (
            f"{capital(self.spell.summary)}.",
            f"Costs {self.spell.price}.",
        )

    def on_click(self, point: Point) -> Transition:
        """Only aim there: a player who tries a spell does not mean to keep it yet."""
        return Stay()

    def fire(self) -> Transition:
        """Close with the command that inscribes the rune."""
        return Pop(self.inscribe)


class TrialPreview(TrialAim, Preview):
    """Shows whom a spell without a target would affect if it were inscribed."""

    name: ClassVar[str] = "TrialPreview"
    hint: ClassVar[str] = _HINT
