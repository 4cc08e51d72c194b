"""The rows of sounds.json: which sounds there are, and how each is made."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from roguelike.core import data_path
from roguelike.core.plain_words import plain_words
from roguelike.core.records import Meta, Record
from roguelike.core.scalars import Name

FILE: Final = "sounds.json"
Volume = Annotated[float, Meta(ge=0, le=1)]
Hertz = Annotated[float, Meta(ge=20, le=10_000)]


class Sound(Record):
    """One sound: a wave that glides from one pitch to another and fades out."""

    name: Name
    wave: Literal["sine", "triangle", "square", "noise"]
    from_hz: Hertz
    to_hz: Hertz
    milliseconds: Annotated[int, Meta(ge=10, le=3_000)]
    volume: Volume


class _File(Record):
    """The content of a sounds.json."""

    sounds: list[Sound]


class SoundError(Exception):
    """The sounds cannot be read; the message says which file, where in it and why."""


def read_sounds(folders: Sequence[Path]) -> dict[str, Sound]:
    """Read the sounds of some folders by name; later folders override earlier ones.

    Raises:
        SoundError: a file is not a list of sounds.
    """
    found: dict[str, Sound] = {}
    for folder in folders:
        file = folder / FILE
        if not file.exists():
            continue
        data = b""
        try:
            data = data_path.plain_bytes(file)
            rows = msgspec.json.decode(data, type=_File, strict=True).sounds
        except OSError as fault:
            raise SoundError(f"{file} cannot be read: {fault.strerror}.") from fault
        except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
            raise SoundError(f"{file}: {plain_words(fault, data)}.") from fault
        found |= {sound.name: sound for sound in rows}
    return found
