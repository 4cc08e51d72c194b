"""The player's input in a window, from SDL's events: keys and the mouse.

The one decision: each press is one input, although SDL reports most presses twice. Letters, digits and named keys come
from KeyDown, symbols from TextInput (only the layout knows where "?" is); if a TextInput follows a KeyDown that was
already taken, its text becomes the key's text.
"""

import string
from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

import tcod.event
from tcod.cffi import lib
from tcod.event import KeySym, Modifier, Scancode

from roguelike.devices.layouts import by_place
from roguelike.toolkit.inputs import SHIFTED_DIGITS, Button, Key, Mouse, Released, compose

Pixel = tcod.event.Point[float]
"""A place in the window."""
_NAMED: Final[dict[int, str]] = {
    KeySym.RETURN: "enter",
    KeySym.KP_ENTER: "enter",
    KeySym.ESCAPE: "escape",
    KeySym.TAB: "tab",
    KeySym.SPACE: "space",
    KeySym.BACKSPACE: "backspace",
    KeySym.DELETE: "delete",
    KeySym.INSERT: "insert",
    KeySym.HOME: "home",
    KeySym.END: "end",
    KeySym.PAGEUP: "page_up",
    KeySym.PAGEDOWN: "page_down",
    KeySym.UP: "up",
    KeySym.DOWN: "down",
    KeySym.LEFT: "left",
    KeySym.RIGHT: "right",
    KeySym.KP_0: "kp_0",
    **{KeySym.KP_1 + digit - 1: f"kp_{digit}" for digit in range(1, 10)},
    **{KeySym.F1 + number - 1: f"f{number}" for number in range(1, 13)},
}
SIGNS: Final = "-=[]\\#;'`,./"
"""What a US keyboard types in the places from Scancode.MINUS on."""
_BUTTONS: Final[dict[int, Button]] = {1: "left", 2: "middle", 3: "right"}


class KeyTranslator:
    """Turns SDL's two reports of a key press into one Key."""

    def __init__(self) -> None:
        self._awaits_text: Key | None = None
        self._place = ""
        self._held: int | None = None
        """The key that repeats."""

    def translate(self, event: tcod.event.Event) -> Sequence[Key | Released]:
        """Turn an event into keys; empty if it is not from the keyboard."""
        match event:
            case tcod.event.KeyUp(scancode=held) if held == self._held:
                self._held = None
                return (Released(),)
            case tcod.event.KeyDown():
                self._held = event.scancode if event.repeat else None
                key = self.key_down(event)
                return () if key is None else (key,)
            case tcod.event.TextInput(text=text):
                return self.text_input(text)
        return ()

    def key_down(self, event: tcod.event.KeyDown) -> Key | None:
        """Translate a press; None for modifiers alone and for presses that TextInput will report."""
        self._awaits_text, mod = None, event.mod
        signs = event.scancode - Scancode.MINUS
        self._place = SIGNS[signs] if 0 <= signs < len(SIGNS) else ""
        if mod & Modifier.MODE or (mod & Modifier.LCTRL and mod & Modifier.RALT):
            return None  # AltGr, as X11 and as Windows report it, only ever types
        held = Modifier.CTRL, Modifier.ALT, Modifier.SHIFT, Modifier.GUI
        ctrl, alt, shift, is_super = (bool(mod & bit) for bit in held)
        base = _base_name(event, command=ctrl or alt or is_super)
        if not base:
            return None
        name = compose(base, ctrl=ctrl, alt=alt, shift=shift, is_super=is_super)
        self._awaits_text = Key(name)
        return self._awaits_text

    def text_input(self, text: str) -> list[Key]:
        """Translate typed text; returns nothing new if the press was already taken."""
        key, self._awaits_text = self._awaits_text, None
        if key is not None:
            if not key.name.startswith(("super+", "ctrl+", "alt+")):
                key.text = text
            return []
        return [
            Key("space" if c == " " else by_place(c, self._place) or c, c)
            for c in text
            if c.isprintable()
        ]


def _base_name(event: tcod.event.KeyDown, *, command: bool) -> str:
    """Name a key without its modifiers; "" if no command could use it."""
    sym = int(event.sym)
    if sym in _NAMED:
        return _NAMED[sym]
    character = chr(sym) if 32 < sym < 127 else ""
    if character.isalnum() or (character and command):
        return character
    is_foreign = sym == KeySym.UNKNOWN or 127 < sym < KeySym.EXTENDED_MASK
    if is_foreign and Scancode.A <= event.scancode <= Scancode.Z:
        # On a keyboard without Latin letters, commands use the key's position and text fields what it types.
        return chr(ord("a") + event.scancode - Scancode.A)
    return ""


def shifted_digits() -> dict[str, str]:
    """Return what shift types with each digit on the keyboard's layout, by the key's name."""
    return {
        f"shift+{digit}": _typed_with(Scancode.N1 + int(digit) - 1, Modifier.SHIFT)
        for digit in SHIFTED_DIGITS
    }


def lacking_keys() -> frozenset[str]:
    """Return the signs that no key of the keyboard's layout types, nor has its place on other keyboards."""
    typed = {
        _typed_with(code, held)
        for code in range(Scancode.A, Scancode.NONUSBACKSLASH + 1)
        for held in (Modifier.NONE, Modifier.SHIFT, Modifier.MODE, Modifier.MODE | Modifier.SHIFT)
    }
    typed |= {by_place(character) for character in typed if character}
    return frozenset(sign for sign in string.punctuation if sign not in typed)


def _typed_with(code: int, held: int) -> str:
    """Return the character that a key types with modifiers held; "" if none."""
    found = lib.SDL_GetKeyFromScancode(code, held, False)  # noqa: FBT003  (C has no names to give)
    return chr(found) if 32 < found < 0x110000 else ""


class Spot(NamedTuple):
    """A place of the mouse: the console cell, where in it, and what is shown there, if that is finer than a cell."""

    x: int
    y: int
    within: tuple[float, float] = (0.0, 0.0)
    shown: tuple[int, int] | None = None

    def is_like(self, other: "Spot | None") -> bool:
        """Return whether the mouse means the same at both."""
        return other is not None and (self.x, self.y, self.shown) == (other.x, other.y, other.shown)


class MouseTranslator:
    """Turns SDL's mouse events into actions on cells; each move to another cell or tile is reported once."""

    def __init__(self, spot_of: Callable[[Pixel], Spot | None]) -> None:
        """Use `spot_of`, which returns what is at a pixel, None outside the console."""
        self._spot = spot_of
        self._at: Spot | None = None
        self._pixel = (-1.0, -1.0)
        self._pinched = 1.0

    def translate(self, event: tcod.event.Event) -> Sequence[Mouse]:
        """Turn an event into mouse inputs; empty if it is not from the mouse, or is outside the console."""
        match event:
            case tcod.event.MouseMotion(position=position):
                spot, rests = self._spot(position), self._pixel == position
                if spot is None:
                    return ()
                before, self._at, self._pixel = self._at, spot, (position.x, position.y)
                # Dragging a window edge or going fullscreen moves the cells, but the player does not aim elsewhere by
                # it.
                return () if rests or spot.is_like(before) else (_mouse("move", spot),)
            case tcod.event.MouseButtonDown(position=position, button=button):
                spot, known = self._spot(position), _BUTTONS.get(int(button), "")
                return (_mouse("press", spot, known),) if spot is not None and known else ()
            case tcod.event.MouseWheel(position=position, y=steps):
                spot = self._spot(position)
                return (_mouse("wheel", spot, steps=steps),) if spot is not None and steps else ()
        return ()

    def pinch(self, scale: float) -> Sequence[Mouse]:
        """Turn a pinch, by how much it spread since the last report, into a step once it spread or shrank enough."""
        self._pinched *= scale
        if self._at is None or 1 / PINCH < self._pinched < PINCH:
            return ()
        steps, self._pinched = (1 if self._pinched > 1 else -1), 1.0
        return (_mouse("pinch", self._at, steps=steps),)


def _mouse(
    kind: Literal["move", "press", "wheel", "pinch"],
    spot: Spot,
    button: Button = "",
    steps: int = 0,
) -> Mouse:
    """Return an input at a place."""
    return Mouse(kind, spot.x, spot.y, button, steps, within=spot.within)


PINCH = 1.25
"""By how much two fingers spread or close for one step."""
