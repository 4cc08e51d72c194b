"""Environment variables with arbitrary values: every command must say what it does not understand, and exit."""

import os
import subprocess
import sys
from pathlib import Path

from roguelike.core.data_path import OVERRIDE as DATA
from roguelike.core.data_path import PACKAGE, PACKS
from roguelike.core.rng import Stream
from roguelike.lab.campaigns.kept_folder import PACK
from roguelike.lab.campaigns.spoiling.files import no_plain_file
from roguelike.store.location import OVERRIDE as SAVES
from roguelike.store.location import SHARED

VARIABLES = (
    *(SAVES, SAVES, DATA, DATA, PACKS, PACKS, SHARED),
    *("XDG_CACHE_HOME", "HOME", "COLUMNS", "LINES", "TERM", "LANG", "LC_ALL", "NO_COLOR"),
)
VALUES = (
    *("", " ", ".", "~", "~nobody/x", "nowhere", "/dev/null", "/dev/null/x", "/proc/self/clear_refs", "%s"),
    *("history.jsonl", "runs", "odd", "odd/x", f"packs/{PACK}", "packs", f"packs/{PACK}:packs/{PACK}", ":::", "a:b:c"),
    *("x" * 300, "x" * 5_000, "x/" * 3_000, "packs:" * 2_000, "\x1b[2J", "a\nb", "\u202eb", "\udcff", "龍", "{0}"),
    *("0", "-1", "5", "1e9", "9" * 30, "dumb", "C", "nonsense.UTF-8", "de_DE.ISO-8859-1"),
)  # fmt: skip
"""Relative paths are in the folder of the case, where the command runs."""
COMMANDS = (
    ("scores",),
    ("scores", "--json"),
    ("morgue",),
    ("verify",),
    ("check-data",),
    ("replay", "last", "--turn", "2", "--cast", "film.cast"),
    (),
)
"""The last one is the game itself, which finds no terminal."""
MOST_SECONDS, MOST_LINES, MOST_COLUMNS = 120, 60, 9_000
FAULT = "unforeseen fault"


def environment_tried(folder: Path, rng: Stream) -> tuple[str, str]:
    """Run a command in a folder of saves, to which an `odd` file is added, with some variables set to anything.

    Return the exit code in words, and what was wrong.
    """
    (folder / "odd").touch()
    no_plain_file(folder / "odd", rng)
    chosen = {rng.choice(VARIABLES): rng.choice(VALUES) for _ in range(1 + rng.below(3))}
    words = rng.choice(COMMANDS)
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": str(PACKAGE.parent),
        SAVES: str(folder),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }
    done = subprocess.run(  # noqa: S603  (our own program)
        [sys.executable, "-m", "roguelike", *words],
        cwd=folder,
        env=environment | chosen,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=MOST_SECONDS,
        check=False,
    )
    out, told = (each.decode(errors="replace") for each in (done.stdout, done.stderr))
    wrong = _wrong_with(done.returncode, out, told)
    said = f"{' '.join(words) or 'the game'} with {chosen!r:.300}: {wrong}" if wrong else ""
    return f"exit code {done.returncode}", said


def _wrong_with(code: int, out: str, told: str) -> str:
    """Return what is wrong with a command's exit code and output; "" for nothing."""
    if code not in (0, 1, 2):
        return f"it ended with {code}: {told[-300:]}"
    if FAULT in told or "Traceback" in told:
        return told[-600:]
    if code and not told.strip():
        return "it failed and said nothing"
    lines = told.splitlines()
    if len(lines) > MOST_LINES or any(len(line) > MOST_COLUMNS for line in lines):
        return f"it said {len(lines)} lines, {len(told)} characters"
    odd = next((line for line in [*out.splitlines(), *lines] if not line.isprintable()), None)
    return "" if odd is None else f"it wrote control characters: {odd!r:.200}"
