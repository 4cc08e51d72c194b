"""The player's spells, with their costs and effects; choosing one casts it."""

from collections.abc import Iterator
from typing import ClassVar

from tcod.console import Console

from roguelike.core.grammar import capital, counted
from roguelike.engine.play import commands
from roguelike.engine.views import choices
from roguelike.engine.views.items import dormant_views, places, why_not_attuned
from roguelike.engine.views.records import SpellView
from roguelike.engine.views.use_text import explanations_of
from roguelike.toolkit import widgets
from roguelike.toolkit.asked import Nth
from roguelike.toolkit.page import Act, Confirm, Details, Head, ListPopup
from roguelike.toolkit.rows import cells_of, fitting, paint, text_rows
from roguelike.toolkit.screen import Pop, Push, Stay, Transition
from roguelike.ui.panels.tooltip import cast_words
from roguelike.ui.program import Program
from roguelike.ui.replies import DeedPage, cast_of

_TOLD_ROWS = 3
"""Rows for what the attuned spell under the cursor does, when it may be replaced."""


class Spells(DeedPage[SpellView]):
    """A list of spells, and below it the details of the one under the cursor."""

    title: str = "Spells"
    columns: ClassVar[int] = 76
    least_rows: ClassVar[int] = 5
    other_rows: int = 17
    detail_rows: int = 7
    nothing: str = (
        "You know no spell yet. Books teach them: read one, and its spell is yours for life."
    )

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.bar.buttons[:-1] = self._buttons() if self.menu.rows else ()

    def _buttons(self) -> Iterator[widgets.Button[Act]]:
        """Yield the buttons for the listed spells."""
        yield self.of_row("[Up]", lambda spell: self._move(spell, -1), "-")
        yield self.of_row("[Down]", lambda spell: self._move(spell, 1), "+")
        if any(row.value.runes for row in self.menu.rows):
            yield self.of_row("[Rune off]", self._take_off, "x")
        if not self.program.game.is_practice and self.program.opens("practice"):
            yield self.of_row("[Practise it]", self._practise, "P")

    def listed(self) -> list[widgets.Row[SpellView]]:
        """Return the attuned spells, then the others."""
        return _rows(self.program)

    def _practise(self, spell: SpellView) -> Transition:
        """Open the boards on which a spell can be tried."""
        return Push(self.program.open("practice", spell.name))

    def _move(self, spell: SpellView, way: int) -> Transition:
        """Give a spell another hotkey."""
        if spell.hotkey and 0 <= self.menu.cursor + way < len(self.program.game.hud().spells):
            self.program.game.move_spell(spell.name, way)
            self.refresh()
            self.menu.cursor += way
        return Stay()

    def _take_off(self, spell: SpellView) -> Transition:
        """Ask before the last rune of a spell comes off, showing the result; say why if none can."""
        if not spell.runes:
            self.note = f"There is no rune on {spell.name}."
            return Stay()
        rune, after = spell.runes[-1], self.program.game.ask(choices.erasure_view, spell)
        if after.after is None:
            self.note = after.reason
            return Stay()
        price = counted(self.program.game.ask(choices.erasing_mana), "point")
        text = (
            f"The {rune} comes off {spell.title} and goes back into your pack. "
            f"It takes {price} of your maximum mana, for good.\n\n"
            f"now   {spell.told}.\n\nthen  {after.after.told}."
        )
        agreed = commands.Erase(spell.name, rune)
        return Push(Confirm(self.program, f"Take the {rune} off?", text, agreed, yes="Take it off"))

    def on_result(self, result: object) -> Transition:
        """Close with what was agreed to."""
        return Pop(result)

    def head(self) -> Head:
        """Return the mana that there is and the most there can be."""
        hud, palette = self.program.game.hud(), self.program.palette
        return Head([("Mana ", palette.dim), (f"{hud.mana}/{hud.max_mana}", palette.mana)], rows=1)

    def details(self, value: SpellView | None) -> Details:
        """Return what a spell does."""
        return Details() if value is None else Details(self._details(value), value.title)

    def _details(self, spell: SpellView) -> list[widgets.Segment]:
        """Return the details of one spell."""
        palette = self.program.palette
        words: list[widgets.Segment] = [(spell.summary + "\n", palette.spell)]
        if not spell.aimed:  # the summary of an aimed spell includes the range
            words.append((_reach(spell) + "\n", palette.dim))
        words += [
            (f"{told}.\n", palette.item) for told in self.program.game.ask(choices.runes_on, spell)
        ]
        words += [
            (f"{told}\n", palette.dim) for told in self.program.game.ask(explanations_of, spell)
        ]
        return [*words, ("\n", palette.dim), (spell.text, palette.text)]

    def deed_of(self, value: SpellView) -> commands.Action | None:
        """Return the cast of a spell, if it is attuned."""
        return cast_of(value) if value.hotkey else None

    def told_of(self, value: SpellView) -> list[list[widgets.Segment]]:
        """Return what casting it now would do."""
        return cast_words(self.program, value)

    def on_choice(self, value: SpellView) -> Transition:
        """Close with the command that casts the spell, or that attunes it if it is not attuned."""
        if value.hotkey:
            return Pop(Nth("cast", value.hotkey))
        if len(self.program.game.hud().spells) < self.program.game.ask(places):
            return Pop(commands.Attune(value.name))
        return Push(LetGo(self.program, value))


class LetGo(ListPopup[Program, SpellView]):
    """The choice of the attuned spell that another one replaces, with what it does; closes with the command."""

    columns: ClassVar[int] = 60
    other_rows: int = 6 + _TOLD_ROWS

    def __init__(self, program: Program, wanted: SpellView) -> None:
        self._wanted = wanted
        super().__init__(program)

    @property
    def heading(self) -> str:
        """The spell to be attuned."""
        return f"{capital(self._wanted.title)} instead of which?"

    def listed(self) -> list[widgets.Row[SpellView]]:
        """Return the attuned spells, one of which has to make room."""
        return [_ready_row(each, self.program) for each in self.program.game.hud().spells]

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the list, and below it what the spell under the cursor does."""
        super().draw_body(console, rect._replace(height=rect.height - _TOLD_ROWS))
        spell, palette = self.menu.value, self.program.palette
        if spell is not None:
            lines = text_rows(spell.summary, palette.spell, rect.width)
            y = rect.y + rect.height - _TOLD_ROWS
            told = fitting(lines, _TOLD_ROWS, palette.dim)
            paint(cells_of(console), rect.x, y, rect.width, told)

    def on_choice(self, value: SpellView) -> Transition:
        """Close with the command that attunes the one spell in place of the other."""
        return Pop(commands.Attune(self._wanted.name, value.name))


def _rows(program: Program) -> list[widgets.Row[SpellView]]:
    """List the attuned spells in the order of their hotkeys, then the others."""
    game = program.game
    ready, dormant = game.hud().spells, game.ask(dormant_views)
    rows = [_row(spell, program) for spell in ready]
    if not dormant:
        return rows
    words = f"Known, but not attuned ({len(ready)} of {game.ask(places)} places taken)"
    barred = game.ask(why_not_attuned)
    rows.append(widgets.Row(words, dormant[0], heading=True))
    return [*rows, *(_dormant_row(spell, barred, program) for spell in dormant)]


def _dormant_row(spell: SpellView, barred: str, program: Program) -> widgets.Row[SpellView]:
    """Return the row of a spell that is not attuned; choosing it attunes it, at rest."""
    label = [(" " * 8, program.palette.key), (spell.title, program.palette.dim)]
    return widgets.Row(label, spell, right=f"{spell.price:>8}", spare="attune it", blocked=barred)


def _ready_row(spell: SpellView, program: Program) -> widgets.Row[SpellView]:
    """Return the row of an attuned spell that may be replaced."""
    hint = program.keymap.hint(Nth("cast", spell.hotkey).name) if 1 <= spell.hotkey <= 9 else ""
    label = [(f"{hint:<8}", program.palette.key), (spell.title, program.palette.spell)]
    return widgets.Row(label, spell, right=spell.price)


def _row(spell: SpellView, program: Program) -> widgets.Row[SpellView]:
    """Return the row of a spell: its key, its name, its cost; one that cannot be cast says why."""
    palette = program.palette
    hint = program.keymap.hint(Nth("cast", spell.hotkey).name) if 1 <= spell.hotkey <= 9 else ""
    label = [(f"{hint:<8}", palette.key), (spell.title, palette.spell)]
    hud = program.game.hud()
    have = f"{hud.mana}" if not spell.hp_cost else f"{hud.mana} mana, {hud.hp} hp"
    blocked = (
        "" if spell.affordable else f"{capital(spell.title)} costs {spell.price}: you have {have}."
    )
    if spell.hindered:
        blocked = f"You cannot cast {spell.title} while {spell.hindered}."
    return widgets.Row(
        label, spell, right=f"{spell.price:>8}", spare=_reach(spell, short=True), blocked=blocked
    )


def _reach(spell: SpellView, *, short: bool = False) -> str:
    """Return a spell's range and radius in words."""
    words = (
        [f"range {spell.range}"] if spell.aimed else ["" if short else "works on you or around you"]
    )
    if spell.radius:
        words.append(f"radius {spell.radius}")
    return ", ".join(word for word in words if word)
