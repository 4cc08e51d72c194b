"""Ways to damage a file: what disks, editors and strangers do to bytes, to JSON, and to lines behind checksums."""

import gzip
import json
import os
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from roguelike.core.rng import Stream
from roguelike.engine.saves.jsonl import sound_lines, write_line
from roguelike.lab.campaigns.spoiling.spoilers import NUMBERS, ODDITIES, places

Lines = list[dict[str, Any]]
Way = Callable[[Path, Stream], None]
"""Damages the file of a path, which is there and sound."""
TOO_LONG = 70_000_000
DEEP = 100_000
ODD_TEXTS = (
    b"", b"null", b"[]", b"{}", b"[" * DEEP, b'{"a":' * DEEP, b"9" * 50_000, b'"\xff"', b"\xef\xbb\xbf{}",
    b"\x00" * 4_096,
)  # fmt: skip
ODD_NUMBERS = (
    b"1e999",
    b"-",
    b"0x1",
    b"NaN",
    b"-Infinity",
    b"9" * 400,
    b"-1",
    b"1.5",
    b"9" * 5_000,
)
NEXT_GENERATIONS: tuple[Any, ...] = (
    5,
    None,
    "x",
    [],
    [1],
    [True, "x"],
    ["2", "x"],
    [10**30, "x"],
    [-1, "x"],
    {"a": 1},
)


def bytes_changed(path: Path, rng: Stream) -> None:
    """Change, repeat or remove some bytes of it, or write others in its place."""
    data = path.read_bytes()
    spot = rng.below(len(data))
    ways: Sequence[bytes] = (
        data[:spot],
        data[:spot] + bytes([rng.below(256)]) + data[spot + 1 :],
        data[:spot] + data[max(0, spot - 90) :],
        data[:spot] + data[spot + 1 + rng.below(40) :],
        data + bytes(rng.below(256) for _ in range(60)),
        data + data,
        bytes(rng.below(256) for _ in range(1 + rng.below(3_000))),
        data[:spot] + b"\x00" * (len(data) - spot),
        rng.choice(ODD_TEXTS),
    )
    path.write_bytes(rng.choice(ways))


def no_plain_file(path: Path, rng: Stream) -> None:
    """Put in its place what is no file, or one that has no end worth waiting for; the file itself goes elsewhere."""
    path.rename(path.with_name("elsewhere"))
    match rng.below(5 if hasattr(os, "mkfifo") else 3):
        case 0:
            path.mkdir()
        case 1:
            path.symlink_to(path.name)
        case 2:
            path.touch()
            os.truncate(path, TOO_LONG)
        case 3:
            os.mkfifo(path)
        case _:
            path.symlink_to("/dev/zero")


def json_spoilt(path: Path, rng: Stream) -> None:
    """Put something else somewhere in its JSON, or take something out."""
    path.write_bytes(_dumped(_spoilt(json.loads(path.read_bytes()), rng)))


def number_spoilt(path: Path, rng: Stream) -> None:
    """Write what no number is, or one beyond all bounds, where a number stands in its text."""
    data = path.read_bytes()
    digits = [at for at, byte in enumerate(data) if 48 <= byte <= 57]
    at = rng.choice(digits) if digits else 0
    path.write_bytes(data[:at] + rng.choice(ODD_NUMBERS) + data[at + 1 :])


def history_spoilt(path: Path, rng: Stream) -> None:
    """Spoil a line of it, which has no checksum; the run's own name may become a path."""
    lines = path.read_bytes().splitlines()
    at = rng.below(len(lines))
    run = json.loads(lines[at])
    if rng.chance(25):
        run["run"] = rng.choice(
            ("../../x", "/etc/passwd", "", "x" * 5_000, "a/b", "\x00", "CON", "..", "\ud800")
        )
    else:
        run = _spoilt(run, rng)
    lines[at] = _dumped(run)
    if rng.chance(10):
        lines *= 500
    path.write_bytes(b"\n".join(lines) + b"\n")


def lines_spoilt(path: Path, rng: Stream) -> None:
    """Spoil lines behind checksums, which are made to fit again."""
    _write(path, _spoilt_lines(_lines(path), rng))


def leads_elsewhere(path: Path, rng: Stream) -> None:
    """Let a journal name itself as the next, an earlier one, one not there, or none; or follow another."""
    lines, number = _lines(path), int(path.stem.partition("-")[2])
    if rng.chance(20):
        lines[0] = {"base": rng.choice(("0" * 64, "", 7, None, [], {}))}
    elif rng.chance(20):
        lines = [lines[0], *lines[1:] * (30_000 // max(1, len(lines) - 1))]
    else:
        base = lines[0]["base"]
        ours = [[number, base], [number - 1, base], [number + 1, base], [number + 10**9, base]]
        lines.insert(1 + rng.below(len(lines)), {"next": rng.choice([*ours, *NEXT_GENERATIONS])})
    _write(path, lines)


def packed_spoilt(path: Path, rng: Stream) -> None:
    """Spoil the lines of a packed recording; or pack what has no end, or what was packed."""
    lines = [value for value, _ in sound_lines(gzip.decompress(path.read_bytes()))]
    text = b"".join(map(write_line, _spoilt_lines(lines, rng)))
    if rng.chance(10):
        text = rng.choice((b"\x00" * TOO_LONG, gzip.compress(text), b"", *ODD_TEXTS))
    path.write_bytes(gzip.compress(text, 1) * rng.choice((1, 1, 1, 2)))


def crash_spoilt(path: Path, rng: Stream) -> None:
    """Spoil the recording in a crash file, or what stands beside it."""
    story = json.loads(path.read_bytes())
    if rng.chance(70):
        lines = [value for value, _ in sound_lines(story["replay"].encode())]
        story["replay"] = b"".join(map(write_line, _spoilt_lines(lines, rng))).decode("ascii")
    else:
        story = _spoilt(story, rng)
    path.write_bytes(_dumped(story))


def _spoilt(data: Any, rng: Stream) -> Any:
    """Put something else into one place of some data, or take it out."""
    holder, key = rng.choice(list(places([data])))
    if rng.chance(15) and isinstance(holder, dict):
        del holder[key]
    elif rng.chance(10) and isinstance(holder, dict):
        holder[rng.choice(("x", "run", "1", "\x1b[2J"))] = rng.choice([*NUMBERS, *ODDITIES])
    elif rng.chance(15) and isinstance(holder, list):
        holder.append(holder[key] if holder is not holder[key] else 1)
    else:
        holder[key] = rng.choice([*NUMBERS, *ODDITIES])
    return data


def _spoilt_lines(lines: Lines, rng: Stream) -> Lines:
    """Spoil values of a line, or take out, repeat, exchange lines; the first says what it is, and is chosen often."""
    at = 0 if rng.chance(25) else rng.below(len(lines))
    match rng.below(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(rng.below(len(lines)), lines[at])
        case 2:
            lines[at], lines[-1] = lines[-1], lines[at]
        case 3:
            lines += lines[1:] * 3
        case _:
            spoilt = _spoilt(lines[at], rng)
            lines[at] = spoilt if isinstance(spoilt, dict) else {"x": spoilt}
    return lines


def _lines(path: Path) -> Lines:
    """Return the lines of a file with checksums."""
    return [value for value, _ in sound_lines(path.read_bytes())]


def _write(path: Path, lines: Lines) -> None:
    """Write lines with checksums that fit, some of which Python would not take for JSON."""
    path.write_bytes(b"".join(map(_line, lines)))


def _line(line: dict[str, Any]) -> bytes:
    """Return a line behind its checksum."""
    text = _dumped(line)
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _dumped(data: Any) -> bytes:
    """Return data as JSON, with whatever numbers and letters it has."""
    return json.dumps(data, separators=(",", ":")).encode()
