"""The cached catalog, corrupted under a correct checksum."""

import json
import shutil
import zlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from roguelike.core.rng import Stream
from roguelike.lab.campaigns.spoiling.files import bytes_changed, no_plain_file
from roguelike.lab.campaigns.spoiling.spoilers import NUMBERS, ODDITIES, places


@lru_cache(maxsize=1)
def _parsed(sound: bytes) -> tuple[Any, list[tuple[Any, Any]]]:
    """Return the catalog as data, and all places in it."""
    tree = json.loads(sound.partition(b"\n")[2])
    return tree, list(places(tree))


def _remove(path: Path) -> None:
    """Remove what the last case has left there."""
    for each in path.parent.iterdir():
        if each.name in (path.name, "elsewhere"):
            if each.is_dir() and not each.is_symlink():
                shutil.rmtree(each)
            else:
                each.unlink()


def spoil_catalog(path: Path, sound: bytes, rng: Stream) -> str:
    """Write a corrupted catalog with a matching header; return the mark of the data it claims to be made from."""
    head, _, body = sound.partition(b"\n")
    mark, _, data_hash = json.loads(head)
    if rng.chance(20):
        _remove(path)
        path.write_bytes(sound)
        rng.choice((bytes_changed, no_plain_file))(path, rng)
        return str(mark)
    _remove(path)
    spoilt = _spoilt_text(body, rng) if rng.chance(25) else _spoilt_value(sound, rng)
    path.write_bytes(json.dumps([mark, zlib.crc32(spoilt), data_hash]).encode() + b"\n" + spoilt)
    return str(mark)


def _spoilt_value(sound: bytes, rng: Stream) -> bytes:
    """Replace or remove one value; the parsed data itself is restored afterwards."""
    tree, spots = _parsed(sound)
    holder, key = rng.choice(spots)
    before = dict(holder) if isinstance(holder, dict) else list(holder)
    if rng.chance(30) and isinstance(holder, dict):
        del holder[key]
    elif rng.chance(40):
        other, name = rng.choice(spots)
        holder[key] = other[name] if not isinstance(other[name], dict | list) else 1
    else:
        holder[key] = rng.choice([*NUMBERS, *ODDITIES])
    text = json.dumps(tree, separators=(",", ":")).encode()
    holder.clear()
    if isinstance(before, dict):
        holder.update(before)
    else:
        holder.extend(before)
    return text


def _spoilt_text(body: bytes, rng: Stream) -> bytes:
    """Change, repeat or remove some bytes of the body."""
    spot = rng.below(len(body))
    return rng.choice((
        body[:spot],
        body[:spot] + bytes([rng.below(256)]) + body[spot + 1 :],
        body[:spot] + body[max(0, spot - 30) :],
        body[:spot] + body[spot + 1 + rng.below(40) :],
    ))  # fmt: skip
