"""Another program on the same saves."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from roguelike.core import data_path

HOLD = """
import sys
from pathlib import Path
from roguelike.store import lock
lock.acquire(Path(sys.argv[1]))
print("locked", flush=True)
sys.stdin.read()
"""


@contextmanager
def played_elsewhere(saves: Path) -> Iterator[subprocess.Popen[str]]:
    """Let another program play in a folder of saves, which is made if there is none."""
    saves.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-c", HOLD, str(saves / "lock")]
    with subprocess.Popen(
        command,
        cwd=data_path.PACKAGE.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout.readline() == "locked\n"
        yield program
        program.kill()
