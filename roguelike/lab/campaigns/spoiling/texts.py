"""Ways in which editors, other programs and strangers spoil a text file: encodings, duplicate names, huge texts."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from roguelike.core.rng import Stream

DEEP = (20, 900, 100_000)
LONG = (70, 5_000, 900_000)
"""Lengths of a text that is put in, in characters; only slightly longer settings files are read at all."""
ENCODINGS = ("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "cp037")
ODD_SIGNS = (
    "\x1b[2J",
    "\x00",
    "\x07",
    "\x7f",
    "\x9b31m",
    "\u202e",
    "\u2028",
    "\ud800",
    "e\u0301" * 40,
    "\U0010ffff",
)
"""Terminal escapes, text direction controls, half a character, stacked accents, the last code point."""
_MEMBER = re.compile(r'"([^"\\]*)": ?')
_TEXT = re.compile(r'"[^"\\]+"')
_VALUE = re.compile(
    r'(?<=[:,\[] )("[^"\\]*"|-?[0-9]+|true|false|null|\[\])|(?<=[:,\[])("[^"\\]*"|[0-9]+)'
)


def text_spoilt(path: Path, rng: Stream) -> None:
    """Rewrite the file in one of these ways."""
    text = path.read_text(encoding="utf-8")
    path.write_bytes(rng.choice(_WAYS)(text, rng))


def _encoded(text: str, rng: Stream) -> bytes:
    """Return the text in another encoding, or with one invalid letter."""
    if rng.chance(20):
        return text.encode().replace(b"e", rng.choice((b"\xe9", b"\xc3", b"\xed\xa0\x80")), 1)
    return text.encode(rng.choice(ENCODINGS), "replace")


def _ended_otherwise(text: str, rng: Stream) -> bytes:
    """Return the text with other line ends, or none, or with comments and commas where JSON allows none."""
    return rng.choice((
        text.replace("\n", "\r\n"),
        text.replace("\n", "\r"),
        text.replace("\n", " "),
        text.replace("\n", " // so\n"),
        text.replace("}", ",}"),
        text.replace('"', "'"),
    )).encode()  # fmt: skip


def _member_twice(text: str, rng: Stream) -> bytes:
    """Repeat a member's name, earlier or later, with another value."""
    members = [*_MEMBER.finditer(text)]
    if not members:
        return (text * 2).encode()
    one, other = rng.choice(members), rng.choice(members)
    value = rng.choice(("5", "null", '"x"', "[]", "{}", "[[]]"))
    at = other.start()
    return (text[:at] + f"{one[0]}{value}, " * rng.choice((1, 1, 3_000)) + text[at:]).encode()


def _odd_signs(text: str, rng: Stream) -> bytes:
    """Put odd characters into one of its strings, raw or escaped."""
    sign = rng.choice(ODD_SIGNS)
    if rng.chance(60):
        sign = "".join(f"\\u{unit:04x}" for unit in _units(sign))
    return _put_in(text, _TEXT, f'"{sign}"', rng).encode("utf-8", "surrogatepass")


def _units(text: str) -> Sequence[int]:
    """Return the UTF-16 code units of a text, as used by JSON escapes."""
    data = text.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]


def _without_end(text: str, rng: Stream) -> bytes:
    """Replace a value by a very long string, or by deeply nested lists."""
    deep = rng.choice(DEEP)
    inside = rng.choice(
        (f'"{"x" * rng.choice(LONG)}"', "[" * deep + "]" * deep, '{"a":' * deep + "1" + "}" * deep)
    )
    return _put_in(text, _VALUE, inside, rng).encode()


def _put_in(text: str, pattern: re.Pattern[str], inside: str, rng: Stream) -> str:
    """Replace one match of a pattern by `inside`; append it if there is no match."""
    found = [*pattern.finditer(text)]
    start, end = rng.choice(found).span() if found else (len(text), len(text))
    return text[:start] + inside + text[end:]


_WAYS: Sequence[Callable[[str, Stream], bytes]] = (
    _encoded,
    _ended_otherwise,
    _member_twice,
    _odd_signs,
    _without_end,
)
