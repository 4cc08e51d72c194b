"""The player's inputs, as plain records that every backend produces.

The one decision: a key is a *name*, the same in the window, in the terminal, in tests and in the player's key file. A
printable key is the character it types ("a", "D", "?"); everything else has a word ("escape", "page_up", "kp_5").
Modifiers come first and always in the order super+ctrl+alt+shift; the Windows and the Command key are "super". Shift
is part of the character ("D", not "shift+d"), but shifted digits keep their digit ("shift+2"), because what they type
differs from keyboard to keyboard.

The second press of a double click is marked: it must not act on what the first has brought under the mouse.
"""

from collections.abc import Sequence
from typing import Literal

from roguelike.core.records import State, replace

Button = Literal["left", "right", "middle", ""]


class Key(State, eq=False):
    """A key was pressed, or repeats because it is held.

    `text` is what it would type into a text field, if the backend knows better than the name does ("@" for shift+2);
    comparisons ignore it.
    """

    name: str
    text: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def typed(self) -> str:
        """The characters that this key adds to a text field; "" if none."""
        if self.text:
            return self.text
        if self.name == "space":
            return " "
        return self.name if len(self.name) == 1 else ""


class Released(State):
    """A key that repeated, because it was held, was let go; no terminal tells that."""


class Pasted(State):
    """A text came from the clipboard: it is for text fields, and nothing in it is a key."""

    text: str


MOST_PASTED = 10_000
"""Maximum number of characters taken from the clipboard, which may hold a whole book."""


class KeyboardChanged(State):
    """Another keyboard layout is in use, or is seen to be; the device says which keys it lacks."""


class Mouse(State):
    """The mouse moved to another place, or a button was pressed, or the wheel turned, or two fingers pinched.

    `x` and `y` are console cells, and `within` is where in the cell it is, in shares of it. `steps` counts wheel
    notches, positive away from the player (up); of a pinch it is 1 if the fingers move apart, and -1 if together.
    `again` marks the second press of a double click.
    """

    kind: Literal["move", "press", "wheel", "pinch"]
    x: int
    y: int
    button: Button = ""
    steps: int = 0
    again: bool = False
    within: tuple[float, float] = (0.0, 0.0)

    @property
    def place(self) -> tuple[float, float]:
        """Where it is on the console, in cells and shares of them."""
        return self.x + self.within[0], self.y + self.within[1]


class Resized(State):
    """The console has a new size, in cells."""

    columns: int
    rows: int


class Closed(State):
    """The window is closing or the process was asked to end."""


Input = Key | Released | Pasted | Mouse | KeyboardChanged | Resized | Closed

NAMED_KEYS: frozenset[str] = frozenset(
    ["escape", "enter", "tab", "space", "backspace", "delete", "insert", "home", "end"]
    + ["page_up", "page_down", "up", "down", "left", "right"]
    + [f"kp_{digit}" for digit in range(10)]
    + [f"f{number}" for number in range(1, 13)]
)
"""Every key that is not a single character."""

_ALIASES: dict[str, str] = {
    "return": "enter", "kp_enter": "enter", "esc": "escape", "del": "delete", "ins": "insert",
    "back_space": "backspace", "spacebar": "space", " ": "space", "\t": "tab", "\n": "enter", "\r": "enter",
    "pgup": "page_up", "pageup": "page_up", "prior": "page_up",
    "pgdn": "page_down", "pgdown": "page_down", "pagedown": "page_down", "next": "page_down",
    "arrow_up": "up", "arrow_down": "down", "arrow_left": "left", "arrow_right": "right",
    "kp_begin": "kp_5", "question": "?", "greater": ">", "less": "<", "period": ".", "dot": ".",
    "comma": ",", "slash": "/", "backslash": "\\", "minus": "-", "plus": "+", "equal": "=",
    "equals": "=", "exclam": "!", "at": "@", "numbersign": "#", "hash": "#", "dollar": "$",
    "percent": "%", "asciicircum": "^", "caret": "^", "ampersand": "&", "asterisk": "*",
    "parenleft": "(", "parenright": ")", "underscore": "_", "semicolon": ";", "colon": ":",
    "quotedbl": '"', "apostrophe": "'", "bracketleft": "[", "bracketright": "]",
    "braceleft": "{", "braceright": "}", "bar": "|", "asciitilde": "~", "grave": "`",
}  # fmt: skip
"""Other spellings that people and other programs use."""

_MODIFIERS: dict[str, str] = {
    "ctrl": "ctrl", "control": "ctrl", "alt": "alt", "meta": "alt", "option": "alt", "shift": "shift",
    "super": "super", "hyper": "super", "cmd": "super", "command": "super", "win": "super", "windows": "super",
}  # fmt: skip

SHIFTED = dict(zip("`-=[]\\;',./", '~_+{}|:"<>?', strict=True))
"""What shift turns symbols into on a US keyboard, for spellings such as "shift+/" and for keys named by their place."""
SHIFTED_DIGITS = dict(zip("123456789", "!@#$%^&*(", strict=True))
"""What shift types with digits on a US keyboard."""


_SHIFTLESS = frozenset({"space", "enter", "escape", "backspace"})
"""Keys that mean the same with shift held, as in every terminal."""


def compose(
    base: str, *, ctrl: bool = False, alt: bool = False, shift: bool = False, is_super: bool = False
) -> str:
    """Name the key `base` (a named key or one character) held with these modifiers.

    A character that is already shifted ("A", "?") stays the same whether or not shift is given.
    """
    if len(base) == 1:
        if not (ctrl or alt or is_super):
            if not shift:
                return base
            return f"shift+{base}" if base in "0123456789" else base.upper()
        if "A" <= base <= "Z":
            base, shift = base.lower(), True
    shift = shift and base not in _SHIFTLESS
    held = {"super+": is_super, "ctrl+": ctrl, "alt+": alt, "shift+": shift}
    return "".join(word for word, is_held in held.items() if is_held) + base


def canonical(spelling: str) -> str:
    """Turn any usual spelling ("Return", "esc", "Ctrl+1", "KP_5", "question") into the key's one name.

    Raises ValueError, which says what is accepted, for a key that does not exist.
    """
    *words, base = _split(spelling)
    modifiers = {_MODIFIERS.get(word.strip().lower(), "") for word in words}
    base = _base(base)
    if "" in modifiers or not base:
        raise ValueError(
            f"{spelling!r} is not a key: write a character, or one of {', '.join(sorted(NAMED_KEYS))}, "
            "with super+, ctrl+, alt+ or shift+ before it"
        )
    if base == "backtab":
        base, modifiers = "tab", modifiers | {"shift"}
    is_super, ctrl, alt, shift = (name in modifiers for name in ("super", "ctrl", "alt", "shift"))
    if len(base) == 1 and (is_super or ctrl or alt):
        base = base.lower()  # "Ctrl+S" is how people write ctrl+s
    elif shift:
        base = SHIFTED.get(base, base)
    return compose(base, ctrl=ctrl, alt=alt, shift=shift, is_super=is_super)


def _split(spelling: str) -> list[str]:
    """Split "ctrl+alt+x" at its plus signs; the last part may itself be a plus."""
    if spelling.endswith("++"):
        return [*spelling[:-2].split("+"), "+"]
    return [spelling] if len(spelling) == 1 else spelling.split("+")


def _base(word: str) -> str:
    """Name one key without modifiers; "" if there is no such key."""
    if len(word) == 1:
        return _ALIASES.get(word, word if word.isprintable() else "")
    name = word.strip().lower().replace(" ", "_").replace("-", "_")
    for prefix in ("keypad", "numpad", "kp"):
        if name.startswith(prefix) and name.removeprefix(prefix).strip("_"):
            name = "kp_" + name.removeprefix(prefix).strip("_")
            break
    name = _ALIASES.get(name, name)
    return name if name in NAMED_KEYS or name == "backtab" or len(name) == 1 else ""


def coalesce(inputs: Sequence[Input]) -> list[Input]:
    """Drop every mouse move that is directly followed by another: only the last position matters."""
    kept: list[Input] = []
    for event in inputs:
        last = kept[-1] if kept else None
        if _is_move(event) and last is not None and _is_move(last):
            kept[-1] = event
        else:
            kept.append(event)
    return kept


def _is_move(event: Input) -> bool:
    """Tell whether the input is only the mouse moving."""
    return isinstance(event, Mouse) and event.kind == "move"


DOUBLE_CLICK_SECONDS = 0.3
"""Longest time between the two presses of a double click: nobody sees what the first has changed and aims in less."""
JITTER_CELLS = 1
"""How many cells a hand may move the mouse between the two presses."""


class SecondClick:
    """Remembers the last press, for as long as another one may belong to it."""

    def __init__(self) -> None:
        self._last: Mouse | None = None
        self._when = 0.0

    def marked(self, event: Input, now: float) -> Input:
        """Return an input at a time in seconds; a press that belongs to the last one is marked as `again`."""
        if not isinstance(event, Mouse) or event.kind != "press":
            return event
        last, self._last = self._last, event
        when, self._when = self._when, now
        is_again = (
            last is not None
            and now - when < DOUBLE_CLICK_SECONDS
            and event.button == last.button
            and abs(event.x - last.x) <= JITTER_CELLS
            and abs(event.y - last.y) <= JITTER_CELLS
        )
        return replace(event, again=True) if is_again else event
