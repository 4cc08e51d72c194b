"""Decodes a terminal's bytes into inputs: a pure state machine, fed as they arrive.

Terminals report a key in one of five ways, depending on the key, the terminal and its settings:

    a              the character itself (UTF-8), ctrl+letter as a control character
    ESC a          alt with the key
    ESC [ 1 ; 5 A  CSI: arrows, home, F-keys, modifiers as 1 + shift 1 + alt 2 + ctrl 4
    ESC O p        SS3: F1 to F4, the keypad in application mode
    ESC [ 49;5 u   CSI u (fixterms, kitty) and ESC [ 27;5;49 ~ (xterm modifyOtherKeys): any key with modifiers

A lone ESC is the Escape key or the start of one of these. Only time can tell, so the caller checks `pending` and calls
flush() when nothing follows. What is pasted comes between ESC [ 200 ~ and ESC [ 201 ~, however slowly: there the
caller waits longer. Sources: xterm's ctlseqs, the kitty keyboard protocol, the Linux console_codes(4).
"""

import re
from codecs import getincrementaldecoder
from typing import Final

from roguelike.devices.layouts import by_place
from roguelike.toolkit.inputs import MOST_PASTED, Button, Input, Key, Mouse, Pasted, compose

ESC: Final = "\x1b"

_CSI = re.compile(r"\x1b\[([0-?]*)([ -/]*)([@-~])")
_CSI_OPEN = re.compile(r"\x1b\[[0-?]*[ -/]*")
_STRING = re.compile(r"\x1b[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\)")
_STRING_OPEN = re.compile(r"\x1b[\]P_^X][^\x07\x1b]*\x1b?\Z")
_SS3 = re.compile(r"\x1bO([0-9;]*)([ -/:<-~])")
_SS3_OPEN = re.compile(r"\x1bO[0-9;]*\Z")
_LONGEST_SEQUENCE = 64
"""Anything longer is noise: it means nothing, and no more of it is kept."""
_NOISE = ";"
"""Stands for what is too long, in every kind of sequence."""
_PASTE, _PASTED = "\x1b[200~", "\x1b[201~"
"""What comes before and after a pasted text."""

_FINAL: Final[dict[str, str]] = {
    "A": "up", "B": "down", "C": "right", "D": "left", "E": "kp_5", "F": "end", "H": "home",
    "P": "f1", "Q": "f2", "R": "f3", "S": "f4",
}  # fmt: skip
_TILDE: Final[dict[int, str]] = {
    1: "home", 2: "insert", 3: "delete", 4: "end", 5: "page_up", 6: "page_down", 7: "home", 8: "end",
    11: "f1", 12: "f2", 13: "f3", 14: "f4", 15: "f5", 17: "f6", 18: "f7", 19: "f8", 20: "f9", 21: "f10",
    23: "f11", 24: "f12",
}  # fmt: skip
_SS3_KEYPAD: Final[dict[str, str]] = {
    "M": "enter", "X": "=", "j": "*", "k": "+", "l": ",", "m": "-", "n": ".", "o": "/",
    **{chr(ord("p") + digit): f"kp_{digit}" for digit in range(10)},
}  # fmt: skip
_CODES: Final[dict[int, str]] = {
    8: "backspace", 9: "tab", 13: "enter", 27: "escape", 32: "space", 127: "backspace",
    # The kitty protocol's own codes: digits, then the keypad without NumLock, named by the digit on the same key.
    **{57399 + digit: f"kp_{digit}" for digit in range(10)},
    57409: ".", 57410: "/", 57411: "*", 57412: "-", 57413: "+", 57414: "enter", 57415: "=",
    57417: "kp_4", 57418: "kp_6", 57419: "kp_8", 57420: "kp_2", 57421: "kp_9", 57422: "kp_3",
    57423: "kp_7", 57424: "kp_1", 57425: "kp_0", 57426: "delete", 57427: "kp_5",
}  # fmt: skip
_CONTROL: Final[dict[str, str]] = {
    "\r": "enter", "\n": "enter", "\t": "tab", "\x08": "backspace", "\x7f": "backspace",
    # Without CSI u, xterm and most others send these for ctrl+2 and ctrl+4 to ctrl+7: spells need these keys more than
    # anyone needs ctrl+backslash. (ctrl+3 sends Escape and ctrl+8 Backspace, which cannot be told apart; alt+3 always
    # works.)
    "\x00": "ctrl+2", "\x1c": "ctrl+4", "\x1d": "ctrl+5", "\x1e": "ctrl+6", "\x1f": "ctrl+7",
}  # fmt: skip
_MOUSE_BUTTONS: Final[dict[int, Button]] = {0: "left", 1: "middle", 2: "right"}


class Decoder:
    """Decodes the bytes given to feed(), keeping incomplete sequences for the next call."""

    def __init__(self) -> None:
        self._utf8 = getincrementaldecoder("utf-8")("ignore")
        self._text = ""
        self._pasted: str | None = None

    @property
    def in_paste(self) -> bool:
        """Whether a pasted text has begun that has not ended."""
        return self._pasted is not None

    @property
    def pending(self) -> bool:
        """Whether a lone Escape or an incomplete sequence is waiting for more bytes."""
        return not self.in_paste and bool(self._text or self._utf8.getstate()[0])

    def feed(self, data: bytes) -> list[Input]:
        """Return the inputs that are complete now."""
        self._text += self._utf8.decode(data)
        return self._drain(final=False)

    def flush(self) -> list[Input]:
        """Return what the pending bytes mean if nothing follows them: mostly Escape, or the end of what is pasted."""
        self._utf8.reset()
        return self._drain(final=True)

    def _drain(self, *, final: bool) -> list[Input]:
        """Take complete inputs off the front of the text."""
        inputs: list[Input] = []
        position = 0
        while position < len(self._text) or (final and self.in_paste):
            if self.in_paste:
                length, found = self._paste(position, final=final)
            elif self._text.startswith(_PASTE, position):
                length, found, self._pasted = len(_PASTE), None, ""
            else:
                length, found = _next(self._text, position, final=final)
            if length == 0 and found is None:
                break
            position += length
            if found is not None:
                inputs.append(found)
        self._text = _shortened(self._text[position:])
        return inputs

    def _paste(self, at: int, *, final: bool) -> tuple[int, Input | None]:
        """Take over pasted text, as much as may be; return how much there was, and all of it once it has ended."""
        end = self._text.find(_PASTED, at)
        is_over = final or end >= 0
        # Until then, the last characters may be the beginning of its end.
        upto = end if end >= 0 else len(self._text) - (0 if final else len(_PASTED) - 1)
        pasted = (self._pasted or "") + self._text[at : max(upto, at)]
        self._pasted = None if is_over else pasted[:MOST_PASTED]
        length = max(upto - at, 0) + (len(_PASTED) if end >= 0 else 0)
        return length, Pasted(pasted[:MOST_PASTED]) if is_over else None


def _shortened(text: str) -> str:
    """Return what is kept of an incomplete sequence: of one that is too long, only that it is one."""
    if len(text) <= _LONGEST_SEQUENCE or text[0] != ESC:
        return text
    return text[:2] + _NOISE * _LONGEST_SEQUENCE + (ESC if text.endswith(ESC) else "")


def _next(text: str, at: int, *, final: bool) -> tuple[int, Input | None]:
    """Read one input; return how many characters it took (0: more must come) and the input, if any."""
    if text[at] != ESC:
        return 1, _character(text[at])
    after = text[at + 1 : at + 2]
    if not after:
        return (1, Key("escape")) if final else (0, None)
    if after == "[":
        return _csi(text, at, final=final)
    if after == "O":
        return _ss3(text, at, final=final)
    if after in "]P_^X":
        return _string(text, at, final=final)
    if after == ESC:
        return _escape_escape(text, at, final=final)
    return 2, _with_alt(_character(after))


def _character(character: str) -> Key | None:
    """Return the key of a single character."""
    if character == " ":
        return Key("space")
    if character in _CONTROL:
        return Key(_CONTROL[character])
    if character < " ":
        return Key(f"ctrl+{chr(ord(character) + 96)}")
    return _typed(character) if character.isprintable() else None


def _typed(character: str) -> Key:
    """Return the key that types a character: of another script, the one in its place."""
    place = by_place(character)
    return Key(place, character) if place else Key(character)


def _with_alt(found: Input | None) -> Input | None:
    """Add alt to a key."""
    if not isinstance(found, Key):
        return found
    prefix = "ctrl+" if found.name.startswith("ctrl+") else ""
    base = found.name.removeprefix(prefix)
    if base.startswith("shift+"):
        return Key(f"{prefix}alt+{base}")
    return Key(compose(base, ctrl=bool(prefix), alt=True))


def _escape_escape(text: str, at: int, *, final: bool) -> tuple[int, Input | None]:
    """Read ESC ESC: alt with a sequence, as rxvt sends it, or Escape pressed twice."""
    if text[at + 2 : at + 3] in ("[", "O"):
        length, found = _next(text, at + 1, final=final)
        return (length + 1, _with_alt(found)) if length else (0, None)
    if final or len(text) > at + 2:
        return 1, Key("escape")
    return 0, None


def _string(text: str, at: int, *, final: bool) -> tuple[int, Input | None]:
    """Skip an operating system command or other string; if it is none, its first two characters were alt with a key."""
    whole = _STRING.match(text, at)
    if whole is not None:
        return whole.end() - at, None
    if _STRING_OPEN.match(text, at) is None:
        return 2, _with_alt(_character(text[at + 1]))
    if not final:
        return 0, None
    is_key = len(text) == at + 2
    return len(text) - at, _with_alt(_character(text[at + 1])) if is_key else None


def _ss3(text: str, at: int, *, final: bool) -> tuple[int, Input | None]:
    """Read ESC O x: arrows, F1 to F4, the keypad."""
    match = _SS3.match(text, at)
    if match is None:
        whole = final or _SS3_OPEN.match(text, at) is None
        return (2, Key("alt+shift+o")) if whole else (0, None)
    if len(match[0]) > _LONGEST_SEQUENCE:
        return match.end() - at, None
    modifier, key = match.groups()
    if key in "abcd":  # rxvt: ctrl with an arrow
        return match.end() - at, Key(compose(_FINAL[key.upper()], ctrl=True))
    name = _SS3_KEYPAD.get(key) or _FINAL.get(key)
    if name is None:
        return match.end() - at, None
    return match.end() - at, _modified(name, _numbers(modifier)[-1:] or [1])


def _csi(text: str, at: int, *, final: bool) -> tuple[int, Input | None]:
    """Read ESC [ parameters final."""
    if text.startswith("\x1b[[", at):  # the Linux console's F1 to F5
        if len(text) < at + 4:
            return (3, None) if final else (0, None)
        number = ord(text[at + 3]) - ord("A") + 1
        return 4, Key(f"f{number}") if 1 <= number <= 5 else None
    match = _CSI.match(text, at)
    if match is not None:
        is_noise = len(match[0]) > _LONGEST_SEQUENCE
        return match.end() - at, None if is_noise else _csi_input(match[1], match[3])
    rest = _CSI_OPEN.match(text, at)
    end = at + 2 if rest is None else rest.end()
    if end == len(text) and not final:
        return 0, None
    return end - at, Key("alt+[") if end == at + 2 else None


def _csi_input(parameters: str, key: str) -> Input | None:
    """Return the input of a complete CSI sequence."""
    if parameters.startswith("<"):
        return _mouse(_numbers(parameters[1:]), pressed=key == "M") if key in "Mm" else None
    if parameters[:1] in ("?", ">", "="):
        return None  # the terminal's answer to a query
    numbers = _numbers(parameters)
    if key == "Z":
        return _modified("tab", [1, 2])
    if key == "u":
        return _coded(numbers[0] if numbers else 0, parameters)
    if key == "~":
        if numbers[:1] == [27] and len(numbers) >= 3:
            return _coded(numbers[2], f"{numbers[2]};{numbers[1]}")
        name = _TILDE.get(numbers[0] if numbers else 0)
        return None if name is None else _event(name, parameters)
    if key in "abcd":  # rxvt: shift with an arrow
        return Key(compose(_FINAL[key.upper()], shift=True))
    name = _FINAL.get(key)
    return None if name is None else _event(name, parameters)


def _coded(code: int, parameters: str) -> Input | None:
    """Return the key of a numeric code: of another script's letter, the one in its place (`code:shifted:place`)."""
    name = _CODES.get(code) or (chr(code) if 32 < code < 57344 or 63743 < code < 0x110000 else "")
    if len(name) == 1 and not name.isprintable():
        return None
    place = (*parameters.partition(";")[0].split(":"), "", "")[2]
    found = by_place(name, chr(int(place)) if place.isdecimal() and int(place) < 127 else "")
    key = _event(found or name, parameters) if name else None
    if found and isinstance(key, Key) and len(key.name) == 1:
        key.text = name
    return key


def _event(name: str, parameters: str) -> Input | None:
    """Add the modifiers of `...;modifiers:event` to a key; releases (event 3) return None."""
    fields = parameters.split(";")
    modifier, _, kind = (fields[1] if len(fields) > 1 else "").partition(":")
    return None if kind == "3" else _modified(name, _numbers(modifier) or [1])


def _modified(name: str, modifier: list[int]) -> Key:
    """Add the modifiers, 1 + shift 1 + alt 2 + ctrl 4 + super 8 + hyper 16 + meta 32; locks are ignored."""
    bits = max(modifier[-1] - 1, 0)
    ctrl, alt, shift, is_super = (bool(bits & mask) for mask in (4, 2 | 32, 1, 8 | 16))
    return Key(compose(name, ctrl=ctrl, alt=alt, shift=shift, is_super=is_super))


def _mouse(numbers: list[int], *, pressed: bool) -> Mouse | None:
    """Read an SGR mouse report: button, then column and row counted from 1."""
    if len(numbers) != 3:
        return None
    bits, x, y = numbers[0], numbers[1] - 1, numbers[2] - 1
    if bits & 64:
        steps = {0: 1, 1: -1}.get(bits & 3, 0)
        return Mouse("wheel", x, y, steps=steps) if steps else None
    if bits & 32:
        return Mouse("move", x, y)
    button = _MOUSE_BUTTONS.get(bits & 3)
    return Mouse("press", x, y, button=button) if pressed and button and bits < 128 else None


def _numbers(parameters: str) -> list[int]:
    """Read numbers between semicolons; sub-parameters after a colon are ignored, and empty ones count as 1."""
    heads = (part.partition(":")[0] for part in parameters.split(";"))
    return [int(head) if head.isdigit() else 1 for head in heads] if parameters else []
