"""What msgspec finds wrong with a file, in the words of somebody who edits it."""

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
_PLACE = re.compile(r" - at `\$\.?(.*)`$")


def plain_words(fault: Exception) -> str:
    """Return what a fault says, the place within the file first: `3.text: expected a list: [ ... ], not a number`."""
    place = _PLACE.search(str(fault))
    text = _PLACE.sub("", str(fault)).replace(", got ", ", not ")
    text = _KIND.sub(lambda found: f"{found[1]} {_named(found[2])}", text)
    text = re.sub(" matching regex .*", " on one line", text)
    text = text[:1].lower() + text[1:] if text.startswith(("Expected", "Object")) else text
    where = re.sub(r"\[(\d+)\]", r".\1", place[1]).lstrip(".") if place else ""
    return f"{where}: {text}" if where else text


def _named(kinds: str) -> str:
    """Return the names of some kinds of value, separated by bars, as those who write data call them."""
    return " or ".join(_KINDS.get(kind, kind) for kind in kinds.split(" | "))
