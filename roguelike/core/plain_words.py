"""Error messages about files, in words that people who edit them understand and that any terminal can show.

Also finds the line of a JSON text on which something is, for whoever has to fix it. Python's parser keeps no positions,
and hardly any text has an error, so the text is parsed again only when an error is reported, and values off the path
are skipped by the parser itself.
"""

import json
import re
from collections import deque
from collections.abc import Iterator, Sequence

from roguelike.core.records import Record

_KINDS = {
    "array": "a list: [ ... ]",
    "object": "an object: { ... }",
    "str": 'text in quotes: "..."',
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "nothing",
}
_KIND = re.compile(r"\b(Expected|not) `([a-z]+(?: \| [a-z]+)*)`")
_BYTE = re.compile(r"\(byte (\d+)\)$")
_PLACE = re.compile(r" - at (`key` in )?`\$\.?(.*)`$")


MOST_QUOTED = 300
"""How many characters of an untrusted text are shown."""


def quotable(text: str) -> str:
    """Return an untrusted text as one line that can be shown, shortened if it is too long to read."""
    text, half = printable(text), MOST_QUOTED // 2
    return text if len(text) <= MOST_QUOTED else f"{text[:half]} ... {text[-half:]}"


def printable(text: str) -> str:
    """Return a text as one line that can be shown.

    Unprintable characters are written as Python escapes, so that no file can send control codes to a terminal.
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def plain_words(fault: Exception, data: bytes = b"") -> str:
    """Return an error's message, the place within the file first: `3.text: expected a list: [ ... ], not a number`.

    If the file's content is given as `data`, the line is added: `3.text (line 9): ...`. Where that is no text, this is
    all that is said, since every version of the parser has its own words for it.
    """
    try:
        data.decode()
    except UnicodeDecodeError as stranger:
        return f"not UTF-8 text on line {_line(data, stranger.start)}"
    place = _PLACE.search(str(fault))
    text = _PLACE.sub("", str(fault)).replace(", got ", ", not ")
    text = _KIND.sub(lambda found: f"{found[1]} {_named(found[2])}", text)
    text = text.replace("Input data was truncated", "the file ends too early")
    if data:
        text = _BYTE.sub(lambda at: f"(line {_line(data, int(at[1]))})", text)
    text = re.sub(" matching regex .*", " on one line", text)
    text = text[:1].lower() + text[1:] if text.startswith(("Expected", "Object")) else text
    where = re.sub(r"\[(\d+)\]", r".\1", place[2]).lstrip(".") if place else ""
    if where and data:
        line = max(1, *lines_of(data.decode(errors="replace"), [("", "", where)]))
        where += f" (line {line})"
    if place and place[1]:
        where = f"{where}, a key" if where else "a key"
    return quotable(f"{where}: {text}" if where else text)


def _line(data: bytes, at: int) -> int:
    """Return the line number, from 1, of a byte."""
    return data.count(b"\n", 0, at) + 1


def _named(kinds: str) -> str:
    """Return the names of JSON types, separated by bars, in plain words."""
    return " or ".join(_KINDS.get(kind, kind) for kind in kinds.split(" | "))


DEEPEST = 20
"""Depth down to which keys are compared: deeper than any data, since each value is parsed once more to find the
next."""
_BLANK = re.compile(r"[ \t\n\r]*")
_SKIP = json.JSONDecoder().raw_decode

Path = tuple[str | int, ...]
"""The keys and indexes that lead to a value."""


class Span(Record):
    """A key or index, where it is written, and where its value begins: offsets in the text."""

    key: str | int
    at: int
    value: int


class Positions:
    """The positions within one valid JSON text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._entries: dict[str, dict[str, Span]] = {}

    def line(self, section: str, entry: str, field: str) -> int:
        """Return the line, from 1, of a field of an entry of a section, or of its nearest existing parent; 0 if none.

        `entry` is a name, or "number 3"; `field` is a dotted path.
        """
        start = self._after_blanks(0)
        at, value = self._entry(section, entry)
        for step in filter(None, field.split(".")):
            found = [span for span in self._parts(value) if str(span.key) == step]
            if not found:
                break
            at, value = found[-1].at, found[-1].value
        return 0 if at == start else self._text.count("\n", 0, at) + 1

    def twins(self) -> Iterator[Path]:
        """Yield the path of every key that repeats an earlier key of its object."""
        waiting: deque[tuple[Path, int]] = deque([((), self._after_blanks(0))])
        while waiting:
            path, at = waiting.popleft()
            seen: set[str | int] = set()
            for span in self._parts(at):
                if span.key in seen:
                    yield (*path, span.key)
                seen.add(span.key)
                if len(path) < DEEPEST:
                    waiting.append(((*path, span.key), span.value))

    def _entry(self, section: str, entry: str) -> tuple[int, int]:
        """Return the offsets of an entry and of its value."""
        start = self._after_blanks(0)
        if not section:
            return start, start
        own = next((span for span in self._parts(start) if span.key == section), None)
        if own is None:
            return start, start
        if section not in self._entries:
            self._entries[section] = self._by_name(own.value)
        found = self._entries[section].get(entry, own)
        return found.at, found.value

    def _by_name(self, at: int) -> dict[str, Span]:
        """Map the entries of a list by name and by number; of several with one name, the last."""
        found: dict[str, Span] = {}
        for number, span in enumerate(self._parts(at), 1):
            row, _ = _SKIP(self._text, span.value)
            name = row.get("name") if isinstance(row, dict) else None
            found[name if isinstance(name, str) and name else f"number {number}"] = span
        return found

    def _parts(self, at: int) -> Iterator[Span]:
        """Yield the parts of the object or list that begins at an offset; nothing for any other value."""
        opening = self._text[at]
        if opening not in "{[":
            return
        at, index = self._after_blanks(at + 1), 0
        while self._text[at] not in "}]":
            written, key = at, index
            if opening == "{":
                key, at = _SKIP(self._text, at)
                at = self._after_blanks(self._after_blanks(at) + 1)
            yield Span(key, written, at)
            at = self._after_blanks(_SKIP(self._text, at)[1])
            if self._text[at] == ",":
                at = self._after_blanks(at + 1)
            index += 1

    def _after_blanks(self, at: int) -> int:
        """Return the first offset from `at` on that is not blank."""
        found = _BLANK.match(self._text, at)
        return found.end() if found else at


def twins(text: str) -> list[Path]:
    """Return the paths of keys that occur twice in one object of a valid JSON text."""
    return list(Positions(text).twins())


def lines_of(text: str, places: Sequence[tuple[str, str, str]]) -> list[int]:
    """Return the line of each (section, entry, field) of a text; zeros if the text is not valid JSON after all."""
    positions = Positions(text)
    try:
        return [positions.line(*place) for place in places]
    except (ValueError, IndexError, RecursionError):
        return [0] * len(places)
