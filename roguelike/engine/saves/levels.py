"""One level as JSON and back: ground as a letter per tile, what is known of it as packed bits.

Letters compress as well as bytes do and can be read in a diff. What stands on the level is not here: `space.put` enters
it again, entity by entity.
"""

from typing import Any

import numpy as np

from roguelike.core.geometry import Point
from roguelike.core.sight import Mask
from roguelike.engine.saves.codec import CodecError, form
from roguelike.world.level import Level
from roguelike.world.terrain import Tile

_FIRST_LETTER = ord("0")
_MASKS = ("explored", "visible")
_FORMS = {
    "depth": form(int),
    "name": form(str),
    "theme": form(str),
    "lit": form(bool),
    "entry": form(Point),
}
SAVED_FIELDS = (*_FORMS, "tiles", *_MASKS, "stains", "left")
"""The fields of a level that are state; the rest is worked out from them and from what stands there."""


def write_level(level: Level) -> dict[str, Any]:
    """Return a level's state."""
    return {
        **{name: each.encode(getattr(level, name)) for name, each in _FORMS.items()},
        "size": [level.width, level.height],
        "tiles": (level.tiles + _FIRST_LETTER).tobytes(order="F").decode("latin-1"),
        **{name: _pack(getattr(level, name)) for name in _MASKS},
        "stains": [list(point) for point in sorted(level.stains)],
        **({"left": level.left} if level.left >= 0 else {}),
    }


def read_level(data: dict[str, Any]) -> Level:
    """Make a level of its state, with nothing on it yet; CodecError, or what numpy raises, when it is not sound."""
    width, height = data["size"]
    letters = np.frombuffer(data["tiles"].encode("latin-1"), dtype=np.uint8) - _FIRST_LETTER
    if letters.size != width * height or letters.max(initial=0) >= len(Tile):
        raise CodecError(f"the ground of level {data['depth']} is not sound")
    plain = {name: each.decode(data[name]) for name, each in _FORMS.items() if name in data}
    level = Level(tiles=letters.reshape((width, height), order="F"), **plain)
    level.explored = _unpack(data["explored"], level)
    level.visible = _unpack(data["visible"], level)
    level.stains = {(x, y) for x, y in data["stains"]}
    level.left = int(data.get("left", -1))
    return level


def _pack(mask: Mask) -> str:
    """Write a mask as hexadecimal digits, eight tiles to two of them, row by row."""
    return np.packbits(mask.ravel(order="F")).tobytes().hex()


def _unpack(text: str, level: Level) -> Mask:
    """Read a mask of a level's size."""
    bits = np.unpackbits(
        np.frombuffer(bytes.fromhex(text), dtype=np.uint8), count=level.width * level.height
    )
    mask: Mask = bits.astype(np.bool_).reshape((level.width, level.height), order="F")
    return mask
