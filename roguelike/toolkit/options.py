"""The options: each change is applied at once, and stored."""

from typing import ClassVar, Final

from tcod.console import Console

from roguelike.toolkit import widgets
from roguelike.toolkit.application import Application
from roguelike.toolkit.inputs import Input, Key, Mouse
from roguelike.toolkit.page import ListPage
from roguelike.toolkit.screen import Push, Stay, Transition
from roguelike.toolkit.settings import CHOICES

KEYS: Final = "keys"
PACKS: Final = "packs"
_ABOUT = {
    KEYS: "Every key can be changed.",
    PACKS: "Packs add to the game or change it, in games begun from now on.",
}
_SAMPLES = (
    "good", "bad", "warn", "info", "creature", "item", "spell", "number", "damage", "heal", "status", "friend", "foe",
    "health", "mana", "gold",
)  # fmt: skip
_SENTENCE = (
    ("The kobold", "creature"),
    (" hits you for ", ""),
    ("4", "number"),
    (". You cast ", ""),
    ("Zap", "spell"),
    (".", ""),
)
_SAMPLE_ROWS = 7
"""How many rows the colour samples need; with fewer, the last ones are left out."""
_HINT = "Left and Right change a value; so do clicks on its arrows."


class Options(ListPage[Application, str]):
    """Animation, colours, letter size, when to cast, hints, and the ways to key bindings and packs."""

    title: str = "Options"
    columns: ClassVar[int] = 72

    other_rows: int = 20

    def __init__(self, program: Application) -> None:
        super().__init__(program)
        self._clicked_at = -1
        self._right_edge = 0

    def listed(self) -> list[widgets.Row[str]]:
        """Return the options with their values."""
        return _rows(self.program)

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the options, the description of the one under the cursor, and samples of the colours."""
        palette = self.program.palette
        x, y, width, _ = rect
        self._right_edge = x + width
        super().draw_body(console, widgets.Rect(x, y, width, len(self.menu.rows) + 2))
        y += len(self.menu.rows) + 2
        value = self.menu.value
        words = CHOICES[value][2] if value in CHOICES else _ABOUT.get(value or "", "")
        widgets.print_wrapped(console, x, y, [(words, palette.dim)], width, 2)
        bottom = rect.y + rect.height
        roomy = y + 5 + _SAMPLE_ROWS <= bottom - 2
        top, hint = (y + 5, bottom - 2) if roomy else (y + 3, bottom - 1)
        self.rule(console, rect, y + 2 + roomy, "How it looks")
        _draw_samples(console, widgets.Rect(x, top, width, hint - top), self.program)
        console.print(x, hint, _HINT, fg=palette.dim)

    def on_body(self, event: Input) -> Transition:
        """Change the value under the cursor with the keys for next and previous; otherwise choose, move or close."""
        self._clicked_at = event.x if isinstance(event, Mouse) else -1
        if isinstance(event, Key):
            match self.program.keymap.action("menu", event.name):
                case "menu_next":
                    return self._turn(1)
                case "menu_previous":
                    return self._turn(-1)
        return super().on_body(event)

    def on_choice(self, value: str) -> Transition:
        """Take the next value, or the previous one if its arrow was clicked; or open the key bindings or packs."""
        if value in (KEYS, PACKS):
            return Push(self.program.open(value))
        arrow = self._right_edge - len(_value_words(self.program, value))
        return self._turn(-1 if abs(self._clicked_at - arrow) <= 1 else 1)

    def _turn(self, steps: int) -> Transition:
        """Change the option under the cursor by `steps` values, and store it."""
        name = self.menu.value
        if name not in CHOICES:
            return Stay(redraw=False)
        settings, values = self.program.settings, CHOICES[name][1]
        place = values.index(getattr(settings, name)) + steps
        setattr(settings, name, values[place % len(values)])
        self.note = self.program.host.keep_settings(settings) or ""
        if name == "hints" and settings.hints == "on":
            self.program.progress.hints.clear()
            self.note = self.program.host.keep_progress(self.program.progress) or self.note
        self.refresh()
        return Stay()


def _rows(program: Application) -> list[widgets.Row[str]]:
    """List the options with their values."""
    rows = [
        widgets.Row(label, name, right=_value_words(program, name))
        for name, (label, _, _) in CHOICES.items()
    ]
    rows.append(widgets.Row("Key bindings", KEYS, right="►"))
    if program.opens(PACKS):
        packs = f"{len(program.settings.packs) or 'none'} ►"
        rows.append(widgets.Row("Content packs", PACKS, right=packs))
    return rows


def _value_words(program: Application, name: str) -> str:
    """Return an option's value between the arrows that change it."""
    return f"◄ {getattr(program.settings, name)} ►"


def _draw_samples(console: Console, rect: widgets.Rect, program: Application) -> None:
    """Show every meaningful colour by its name, and how rows and backgrounds look."""
    palette = program.palette
    words: list[widgets.Segment] = [(f"{name}   ", palette.role(name)) for name in _SAMPLES]
    widgets.print_wrapped(console, rect.x, rect.y, words, rect.width, max(0, min(3, rect.height)))
    if rect.height < _SAMPLE_ROWS:
        return
    backs = ("selected_back", "aim_range_back", "aim_path_back", "blast_back", "aim_bad_back")
    x = rect.x
    for name in backs:
        label = f" {name.removesuffix('_back').replace('_', ' ')} "
        console.print(x, rect.y + 4, label, fg=palette.text, bg=palette.role(name))
        x += len(label) + 1
    widgets.print_segments(console, rect.x, rect.y + 6, palette.segments(_SENTENCE), rect.width)
