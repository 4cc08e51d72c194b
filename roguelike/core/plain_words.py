"""Error messages about files, in words that people who edit them understand and that any terminal can show."""

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

    If the file's content is given as `data`, the line is added: `3.text (line 9): ...`.
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
    """Return the line number, from 1, of a byte."""
    return data.count(b"\n", 0, at) + 1


def _line_of(data: bytes, where: str) -> int:
    """Return the line number, from 1, of a field in a JSON text."""
    from roguelike.core.positions import lines_of  # what is in order needs no lines

    return max(1, *lines_of(data.decode(errors="replace"), [("", "", where)]))


def _named(kinds: str) -> str:
    """Return the names of JSON types, separated by bars, in plain words."""
    return " or ".join(_KINDS.get(kind, kind) for kind in kinds.split(" | "))
