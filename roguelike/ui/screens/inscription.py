"""Inscribing a rune: which spell, what it is now, what it would be, and how that looks on the board.

The one decision: nothing is inscribed here. The screen closes with the command, as the aim screen does, and the spell
that it shows is the real result, inscribed on trial and taken back.
"""

from contextlib import AbstractContextManager
from typing import ClassVar, Literal

from tcod.console import Console

from roguelike.core.geometry import Point
from roguelike.core.grammar import capital
from roguelike.engine.foreseeing.aiming import Forecast
from roguelike.engine.play.commands import Action, Cast, Inscribe
from roguelike.engine.views.choices import InscriptionView, inscription_views, trying, words_of_rune
from roguelike.engine.views.records import SpellView
from roguelike.toolkit.page import Details, Head
from roguelike.toolkit.rows import cells_of, fitting, paint
from roguelike.toolkit.screen import Pop, Push, Stay, Transition
from roguelike.toolkit.widgets import Rect, Row, Segment, print_wrapped
from roguelike.ui.panels.scene import Scene
from roguelike.ui.program import Program
from roguelike.ui.replies import DeedPage
from roguelike.ui.screens.targeting import Aiming, ByItself, Targeting

_DETAIL_ROWS = 9
_ANSWER_ROWS = 3
"""How many more rows there are for the reply, where anything threatens."""
_LABEL_COLUMNS = 6


class Inscription(DeedPage[InscriptionView]):
    """The spells that a rune may go on; below them, the one under the cursor before and after."""

    columns: ClassVar[int] = 78
    least_rows: ClassVar[int] = 3
    notes: ClassVar[Literal["list"]] = "list"
    may_be_beside: ClassVar[bool] = False
    deed: str = "Inscribe it"

    def __init__(self, program: Program, rune: int, prompt: str) -> None:
        self._rune, self.title = rune, prompt
        self._words, self._sockets = program.game.ask(words_of_rune, rune)
        self.detail_rows = _DETAIL_ROWS - 1 + _ANSWER_ROWS * program.game.is_threatened()
        self.other_rows = self.detail_rows + 9
        super().__init__(program, self.of_row("[Try it]", self._try, "t"))
        fitting = (n for n, row in enumerate(self.menu.rows) if row.value.after is not None)
        self.menu.cursor = next(fitting, 0)

    def listed(self) -> list[Row[InscriptionView]]:
        """Return a row for each known spell, those included that the rune does not fit."""
        return [
            _row(view, self.program)
            for view in self.program.game.ask(inscription_views, self._rune)
        ]

    def head(self) -> Head:
        """Return what the rune does."""
        palette, does = self.program.palette, f"{capital(self._words)}. "
        return Head([(does, palette.text), (self._sockets, palette.dim)], rows=2)

    def details(self, value: InscriptionView | None) -> Details:
        """Return the name of the spell; its card is drawn below."""
        return Details(label=value.before.title if value is not None else "")

    def deed_of(self, value: InscriptionView) -> Inscribe | None:
        """Return the command that inscribes a spell; None if the rune does not fit."""
        return self._command(value) if value.after is not None else None

    def draw_details(
        self, console: Console, rect: Rect, details: Details, *, is_beside: bool
    ) -> None:
        """Draw the spell before and after, and at the end the reply."""
        view, palette = self.menu.value, self.program.palette
        if view is None:
            return
        last = fitting(self.below(rect.width), _ANSWER_ROWS + 1, palette.dim)
        height = rect.height - len(last)
        paint(cells_of(console), rect.x, rect.y + height, rect.width, last)
        self._draw_card(console, rect._replace(height=height), view)

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

    def _try(self, view: InscriptionView) -> Transition:
        """Try the inscribed spell on the board."""
        if view.after is None:
            self.note = view.reason
            return Stay()
        return Push(Targeting(OnTrial(self.program, self._command(view), view.after)))

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


class OnTrial(Aiming):
    """A spell that is not inscribed yet, aimed to see what it would do: going ahead inscribes it."""

    hint = "Nothing is cast here. A left click aims, a right click goes back."
    fires_by_click = False
    """A player who tries a spell does not mean to keep it yet."""

    def __init__(self, program: Program, inscribe: Inscribe, spell: SpellView) -> None:
        super().__init__(program, Cast(spell.name))
        self._inscribe, self._view = inscribe, spell
        kind = Aiming if spell.aimed else ByItself
        self.name, self.moves = ("TrialAim" if spell.aimed else "TrialPreview"), kind.moves
        self._plain = kind(program, self.action)

    @property
    def deed(self) -> str:
        """The word for what the fire key does."""
        return "inscribe it"

    def reach(self) -> tuple[list[Point], frozenset[Point]]:
        """Return the tiles where the spell may be aimed."""
        return self._plain.reach()

    def at(self, point: Point) -> Action:
        """Return the spell, aimed if it needs that."""
        return self._plain.at(point)

    def answered(self, action: Action) -> None:
        """Tell no reply: it would be the reply to the spell without the rune."""

    def facts(self, scene: Scene) -> tuple[str, ...]:
        """Return what it would do and cost."""
        return f"{capital(self._view.summary)}.", f"Costs {self._view.price}."

    def fired(self, action: Action, seen: Forecast, title: str) -> Transition:
        """Close with the command that inscribes the rune."""
        return Pop(self._inscribe)

    def as_if(self) -> AbstractContextManager[object]:
        """Look at the game as if the spell were inscribed."""
        return self.program.game.ask(trying, self._inscribe)
