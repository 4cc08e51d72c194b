"""Ways to damage a file: what disks, editors and strangers do to bytes, to JSON, and to lines with checksums."""

import gzip
import json
import os
import re
import shutil
import socket
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

from roguelike.core.rng import Stream
from roguelike.lab.campaigns.spoilt_states import NUMBERS, ODDITIES, places
from roguelike.puzzles import codes
from roguelike.store import jsonl

Lines = list[dict[str, Any]]
Way = Callable[[bytes, Stream], bytes]
"""Damages the bytes of an intact file."""
TOO_LONG = 70_000_000
UNREADABLE = Path("/proc/self/clear_refs")
"""Nobody can read this one, whatever their rights, and it refuses everything that is written to it here."""
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
ODD_NAMES: Sequence[str] = (
    "game-1.save", "game-9.journal", "game-٠٠٠٠٠٩.save", f"game-{'9' * 20}.save", f"game-{'9' * 240}.journal",
    f"game-{'9' * 240}.save", "game-000000.save", "game--1.save", "game-.save", "game-000009.save.new", "game-+9.save",
    "game-999999.journal", "game-999999999.save", ".recording", "x.recording", f"{'y' * 240}.recording",
    "crash-x.json", "settings.damaged", "history.jsonl.new", "heroes", "heroes/x\ny/game-000001.save",
    "heroes/\x1b[2J/game-000001.save", "heroes/Anna/game-000001.save", "heroes/Anna/game-9.save", "packs/x",
    "packs/\x1b[2J/pack.json", "packs/x/pack.json", "runs/x.replay.gz", "runs/.json", "damaged", "replaced",
    "damaged/settings.json", "damaged/game-000001.save",
)  # fmt: skip
"""Names that the game would not give to files in a folder of saves."""


def damage(path: Path, way: Way | None, rng: Stream) -> None:
    """Damage a file in some way, or make it no plain file at all."""
    if way is not None:
        path.write_bytes(way(path.read_bytes(), rng))
    else:
        no_plain_file(path, rng)


def spoilt_bytes(data: bytes, rng: Stream) -> bytes:
    """Return data with some bytes changed, repeated or removed, or something else."""
    spot = rng.below(len(data))
    return rng.choice((
        data[:spot],
        data[:spot] + bytes([rng.below(256)]) + data[spot + 1 :],
        data[:spot] + data[max(0, spot - 90) :],
        data[:spot] + data[spot + 1 + rng.below(40) :],
        data + bytes(rng.below(256) for _ in range(60)),
        data + data,
        bytes(rng.below(256) for _ in range(1 + rng.below(3_000))),
        data[:spot] + b"\x00" * (len(data) - spot),
        rng.choice(ODD_TEXTS),
    ))  # fmt: skip


def no_plain_file(path: Path, rng: Stream) -> None:
    """Replace the file by something that is not regular, endless or unreadable; move the file itself elsewhere."""
    elsewhere = path.with_name("elsewhere")
    path.rename(elsewhere)
    rng.choice(_INSTEAD)(path)


def _folder(path: Path) -> None:
    """Make it a folder that is not empty."""
    path.mkdir()
    (path / "x").write_bytes(b"x")


def _without_end(path: Path) -> None:
    """Make it a file larger than the game reads of any."""
    path.touch()
    os.truncate(path, TOO_LONG)


def _linked_to(target: str) -> Callable[[Path], None]:
    """Return a function that makes it a link to `target`; one without a path is in the same folder."""
    return lambda path: path.symlink_to(target.format(name=path.name))


def _socket(path: Path) -> None:
    """Make it a socket, or a folder if the path is too long for a socket."""
    with socket.socket(socket.AF_UNIX) as end:
        try:
            end.bind(str(path))
        except OSError:
            path.mkdir()


_INSTEAD: list[Callable[[Path], None]] = [
    Path.mkdir,
    _folder,
    _without_end,
    _linked_to("{name}"),  # itself
    _linked_to("elsewhere"),
    _linked_to("nowhere"),
    _linked_to("."),
]
if hasattr(os, "mkfifo"):
    _INSTEAD += [os.mkfifo, _socket, _linked_to("/dev/zero"), _linked_to("/dev/null")]
if UNREADABLE.exists():
    _INSTEAD += [_linked_to(str(UNREADABLE))]


def json_spoilt(data: bytes, rng: Stream) -> bytes:
    """Replace or remove something in its JSON."""
    return dumped(spoilt(json.loads(data), rng))


def spoilt_digit(data: bytes, rng: Stream) -> bytes:
    """Return text with a digit replaced by something that is no number, or by a number beyond all bounds."""
    digits = [at for at, byte in enumerate(data) if 48 <= byte <= 57]
    at = rng.choice(digits) if digits else 0
    return data[:at] + rng.choice(ODD_NUMBERS) + data[at + 1 :]


def code_spoilt(data: bytes, rng: Stream) -> bytes:
    """Corrupt the board inside the code of the daily puzzle, with a correct checksum."""
    progress = json.loads(data)
    progress["daily"] = codes.code_of_text(garbled(codes.text_of(progress["daily"]), rng))
    return dumped(progress)


def garbled(text: str, rng: Stream) -> str:
    """Return a drawn text with some letters changed."""
    for _ in range(1 + rng.below(4)):
        at = rng.below(len(text))
        odd = ("", "\n", "#", "@", "?", "9", "-", "\x00", "{", text[at] * 60, "9" * 400, "龍", ":")
        text = text[:at] + rng.choice((*odd, text[at - 30 : at])) + text[at + 1 :]
    return text


def history_spoilt(data: bytes, rng: Stream) -> bytes:
    """Corrupt a line of the history, which has no checksum; the run's own name may become a path."""
    lines = data.splitlines()
    at = rng.below(len(lines))
    run = json.loads(lines[at])
    if rng.chance(25):
        run["run"] = rng.choice(
            ("../../x", "/etc/passwd", "", "x" * 5_000, "a/b", "\x00", "CON", "..", "\ud800")
        )
    else:
        run = spoilt(run, rng)
    lines[at] = dumped(run)
    if rng.chance(10):
        lines *= 500
    return b"\n".join(lines) + b"\n"


def lines_spoilt(data: bytes, rng: Stream) -> bytes:
    """Corrupt lines with checksums, and make the checksums match."""
    return _joined(_spoilt_lines(_lines(data), rng))


def end_spoilt(data: bytes, rng: Stream) -> bytes:
    """Corrupt the last lines of a log, repeat them very often, or let them belong to another game."""
    lines = _lines(data)
    at = max(1, len(lines) - 1 - rng.below(8))
    match rng.below(3):
        case 0:
            lines[at:] = _spoilt_lines(lines[at:], rng)
        case 1:
            lines += lines[at:] * (30_000 // len(lines[at:]))
        case _:
            for line in lines[at:]:
                line["at"] = [number + rng.below(3) for number in line.get("at", [0, 0, 0, 0])]
    return _joined(lines)


def packed_spoilt(data: bytes, rng: Stream) -> bytes:
    """Corrupt the lines of a compressed recording; or compress something huge, or compressed already."""
    text = _sealed(gzip.decompress(data), rng)
    if rng.chance(10):
        text = rng.choice((b"\x00" * TOO_LONG, gzip.compress(text), b"", *ODD_TEXTS))
    return gzip.compress(text, 1) * rng.choice((1, 1, 1, 2))


def crash_spoilt(data: bytes, rng: Stream) -> bytes:
    """Corrupt the recording in a crash file, or another part of the file."""
    story = json.loads(data)
    if rng.chance(70):
        story["replay"] = _sealed(story["replay"].encode(), rng).decode("ascii")
    else:
        story = spoilt(story, rng)
    return dumped(story)


def odd_names(folder: Path, rng: Stream) -> None:
    """Add files, or folders, with odd names; the contents are those of a save, or arbitrary."""
    saves = sorted(folder.glob("game-*.save"))
    for _ in range(1 + rng.below(3)):
        path = folder / rng.choice(ODD_NAMES)
        with suppress(OSError):  # already there, or not a possible name on this system
            path.parent.mkdir(parents=True, exist_ok=True)
            if rng.chance(20):
                path.mkdir()
            elif not path.exists():
                path.write_bytes(saves[0].read_bytes() if rng.chance(40) else b"x")


def spoilt(data: Any, rng: Stream, others: Sequence[Any] = ()) -> Any:
    """Replace or remove one value in some data, put another value there, of these or of `others`, or add one."""
    held = [data]
    holder, key = rng.choice(list(places(held)))
    elsewhere, name = rng.choice(list(places([rng.choice(others) if others else data])))
    if rng.chance(15) and isinstance(holder, dict):
        del holder[key]
    elif rng.chance(10) and isinstance(holder, dict):
        holder[rng.choice(("x", "run", "1", "\x1b[2J"))] = rng.choice([*NUMBERS, *ODDITIES])
    elif rng.chance(15) and isinstance(holder, list):
        holder.append(deepcopy(holder[key]))
    elif rng.chance(40 if others else 15):
        holder[key] = deepcopy(elsewhere[name])  # which may contain the place itself
    else:
        holder[key] = rng.choice([*NUMBERS, *ODDITIES])
    return held[0]


def _spoilt_lines(lines: Lines, rng: Stream) -> Lines:
    """Corrupt values of a line, or remove, repeat or swap lines; the first one, the header, is chosen more often."""
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
            line = spoilt(lines[at], rng)
            lines[at] = line if isinstance(line, dict) else {"x": line}
    return lines


def _lines(data: bytes) -> Lines:
    """Return the lines of a text with checksums."""
    return [value for value, _ in jsonl.sound_lines(data)]


def _sealed(data: bytes, rng: Stream) -> bytes:
    """Corrupt lines with checksums as the game itself might write them."""
    return b"".join(map(jsonl.write_line, _spoilt_lines(_lines(data), rng)))


def _joined(lines: Lines) -> bytes:
    """Return lines with matching checksums; some of them are not JSON that Python accepts."""
    return b"".join(map(_line, lines))


def _line(line: dict[str, Any]) -> bytes:
    """Return a line after its checksum."""
    text = dumped(line)
    return b"%08x %s\n" % (zlib.crc32(text), text)


def dumped(data: Any) -> bytes:
    """Return data as JSON, including numbers and characters that JSON does not allow."""
    return json.dumps(data, separators=(",", ":")).encode()


# --- the cached catalog


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
    _remove(path)
    if rng.chance(20):
        path.write_bytes(sound)
        damage(path, rng.choice((spoilt_bytes, None)), rng)
    else:
        body = spoilt_bytes(body, rng) if rng.chance(25) else dumped(spoilt(json.loads(body), rng))
        path.write_bytes(json.dumps([mark, zlib.crc32(body), data_hash]).encode() + b"\n" + body)
    return str(mark)


# --- Ways in which editors, other programs and strangers spoil a text file: encodings, duplicate
# names, huge texts.


DEPTHS = (20, 900, 100_000)
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


def text_spoilt(data: bytes, rng: Stream) -> bytes:
    """Rewrite a text in one of these ways."""
    return rng.choice(_WAYS)(data.decode(), rng)


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


def _endless(text: str, rng: Stream) -> bytes:
    """Replace a value by a very long string, or by deeply nested lists."""
    deep = rng.choice(DEPTHS)
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
    _endless,
)
