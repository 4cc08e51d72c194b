"""The outer format of a save: a format name with a checksum, a line of header, a compressed body.

  blue-mana-save 3f1c... (SHA-256, in hexadecimal, of all that follows this line)
  {"schema_version": 1, "turn": 41, ...}
  (zlib)

This layout never changes. So any version of the game can tell a damaged save from a newer one, and the title screen can
show whose save it is without pydantic and without unpacking it.
"""

from pathlib import Path
from typing import Any

from roguelike import __version__
from roguelike.core.sha256 import sha256
from roguelike.engine.state.errors import SaveError

FORMAT = "blue-mana-save"
SCHEMA = 3
"""The schema version of the state that this version of the game writes."""
MOST_FILE_BYTES, MOST_HEADER_BYTES = 32_000_000, 20_000
"""Nothing longer is read: a long game has a thousandth of that."""
_MARK = f"{FORMAT} ".encode("ascii")
_DIGITS = 64


def frame(header: bytes, body: bytes) -> bytes:
    """Combine a header (JSON on one line) and a body under a checksum."""
    rest = header + b"\n" + body
    return _MARK + checksum(rest).encode("ascii") + b"\n" + rest


def unframe(data: bytes, where: str) -> tuple[dict[str, Any], bytes]:
    """Split a save into header and body; `where` names it in errors.

    Raises:
        SaveError: foreign or damaged.
    """
    import json  # a title without a save does not wait for it

    if not data.startswith(_MARK[: len(data) or 1]):
        raise SaveError("foreign", f"{where} is not a save of Blue Mana.")
    start = len(_MARK) + _DIGITS + 1
    rest = data[start:]
    if data[:start] != _MARK + checksum(rest).encode("ascii") + b"\n":
        raise SaveError("damaged", f"{where} is damaged: it is not what was written.")
    line, _, body = rest.partition(b"\n")
    try:
        header = json.loads(line) if len(line) <= MOST_HEADER_BYTES else None
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or type(header.get("schema_version")) is not int:
        raise SaveError("damaged", f"{where} is damaged: it has no header.")
    return header, body


def checksum(data: bytes) -> str:
    """Return the SHA-256 of some bytes in hexadecimal digits."""
    return sha256(data).hexdigest()


def file_of(folder: Path, run: str, suffix: str) -> Path:
    """Return the path of a run's file. A run's id may come from a stranger's save, so it is never used as a path."""
    is_plain = run.isascii() and run.isalnum() and len(run) <= _DIGITS
    return folder / f"{run if is_plain else checksum(run.encode())[:32]}{suffix}"


def refuse_newer(header: dict[str, Any], where: str) -> None:
    """Raise SaveError when a save has a later schema than this version of the game knows."""
    if header["schema_version"] > SCHEMA:
        raise SaveError(
            "newer",
            f"{where} was written by version {header.get('version', 'unknown')} of the game, and this is "
            f"{__version__}. Play it with that version or a later one; it was left as it is.",
        )
