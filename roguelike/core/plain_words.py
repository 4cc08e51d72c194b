"""What is wrong with a file, in words that somebody who edits it can read, and any terminal show."""

import re

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
"""Characters of a strange text that are shown."""


def quotable(text: str) -> str:
    """Return a strange text as one line that can be shown, no longer than anybody reads."""
    text, half = printable(text), MOST_QUOTED // 2
    return text if len(text) <= MOST_QUOTED else f"{text[:half]} ... {text[-half:]}"


def printable(text: str) -> str:
    """Return a text as one line that can be shown.

    What cannot be shown is written as Python writes it, so that no file can speak to a terminal in its own language.
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def plain_words(fault: Exception, data: bytes = b"") -> str:
    """Return what a fault says, the place within the file first: `3.text: expected a list: [ ... ], not a number`.

    If `data` is what the file holds, its line is told too: `3.text (line 9): ...`.
    """
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
        where += f" (line {_line_of(data, where)})"
    if place and place[1]:
        where = f"{where}, a key" if where else "a key"
    return quotable(f"{where}: {text}" if where else text)


def _line(data: bytes, at: int) -> int:
    """Return the line, from 1, on which a byte stands."""
    return data.count(b"\n", 0, at) + 1


def _line_of(data: bytes, where: str) -> int:
    """Return the line, from 1, on which a field of a JSON text stands."""
    from roguelike.core.positions import lines_of  # what is in order needs no lines

    return max(1, *lines_of(data.decode(errors="replace"), [("", "", where)]))


def _named(kinds: str) -> str:
    """Return the names of some kinds of value, separated by bars, as those who write data call them."""
    return " or ".join(_KINDS.get(kind, kind) for kind in kinds.split(" | "))
