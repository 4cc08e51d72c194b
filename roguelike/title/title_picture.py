"""The rows of title.json: the words and the colours of the picture behind the title.

Whatever is missing has a plain default, so that the title can be drawn even where the data is not to be found.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final

import msgspec

from roguelike.core import data_path
from roguelike.core.colour import Colour, parse_colour
from roguelike.core.plain_words import plain_words
from roguelike.core.records import Meta, Record, field

FILE: Final = "title.json"
LETTER_ROWS, LETTER_GAP, WORD_GAP = 12, 2, 6
MOST_COLUMNS = 73
"""The most pixels that the words may take: the menu stands below them."""
Written = Annotated[str, Meta(pattern=r"^#[0-9A-Fa-f]{6}$")]
Share = Annotated[float, Meta(ge=0, le=1)]


class Stream(Record):
    """A stream of the river, in shares of the picture: how it sways, how wide it is and how bright."""

    sway: Share
    waves: Annotated[float, Meta(ge=0, le=40)]
    phase: Annotated[float, Meta(ge=0, le=10)]
    width: Annotated[float, Meta(gt=0, le=1)]
    strength: Share


class TitlePicture(Record, eq=False):
    """What is to be seen behind the title: letters of `#` and `.`, paler above, before a river in the night."""

    words: Annotated[str, Meta(max_length=20)] = ""
    letters: dict[str, Annotated[tuple[str, ...], Meta(min_length=12, max_length=12)]] = field(
        default_factory=dict
    )
    shades: Annotated[tuple[Written, ...], Meta(min_length=2, max_length=12)] = (
        "#FFFFFF",
        "#808080",
    )
    sky: tuple[Written, Written] = ("#000000", "#101010")
    river: Written = "#606060"
    core: Written = "#FFFFFF"
    hills: tuple[Written, Written] = ("#080808", "#040404")
    edge: Written = "#303030"
    streams: Annotated[tuple[Stream, ...], Meta(min_length=1, max_length=9)] = (
        Stream(0.03, 9.0, 1.3, 0.013, 0.95),
    )

    def __post_init__(self) -> None:
        """Raise ValueError if the words cannot be drawn."""
        for letter in self.words.replace(" ", ""):
            rows = self.letters.get(letter, ())
            if not rows or len({len(row) for row in rows}) != 1 or set("".join(rows)) - {"#", "."}:
                raise ValueError(f"{letter!r} is no letter of twelve equal rows of # and .")
        if len(list(self.columns())) > MOST_COLUMNS:
            raise ValueError(f"the words are wider than {MOST_COLUMNS} pixels")

    def columns(self) -> Iterator[str]:
        """Yield the words column by column, each of `#` and `.` from above."""
        gap = 0
        for letter in self.words:
            if letter == " ":
                gap = WORD_GAP
                continue
            yield from ["." * LETTER_ROWS] * gap
            yield from map("".join, zip(*self.letters[letter], strict=True))
            gap = LETTER_GAP

    @property
    def letter_shades(self) -> tuple[Colour, ...]:
        """The colours of the letters, from above."""
        return tuple(map(parse_colour, self.shades))


class TitleError(Exception):
    """The title's picture cannot be read; the message says which file, where in it and why."""


def read_title(folder: Path) -> TitlePicture | None:
    """Read the picture of a folder; None if it has none. Raises TitleError."""
    file, data = folder / FILE, b""
    if not file.exists():
        return None
    try:
        data = data_path.plain_bytes(file)
        return msgspec.json.decode(data, type=TitlePicture)
    except OSError as fault:
        raise TitleError(f"{file} cannot be read: {fault.strerror}.") from fault
    except ValueError as fault:
        raise TitleError(f"{file}: {plain_words(fault, data)}.") from fault


@lru_cache(maxsize=4)
def title_picture(folders: Sequence[Path]) -> TitlePicture:
    """Return the picture of the last of some folders that has one that can be read; a plain one if none has."""
    for folder in reversed(folders):
        try:
            found = read_title(folder)
        except TitleError:  # `check-data` tells what is wrong with it
            continue
        if found is not None:
            return found
    return TitlePicture()
