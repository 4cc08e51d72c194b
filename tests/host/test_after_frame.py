"""What the host does once the player has seen a frame, so that no key waits for it."""

import subprocess
import sys
from pathlib import Path

NEW_GAME = """
import sys
from pathlib import Path
from roguelike.host import LocalHost
host = LocalHost(Path(sys.argv[1]))
host.start("7")
first = "roguelike.mapgen.depths" in sys.modules
host.after_frame()
print(first, "roguelike.mapgen.depths" in sys.modules)
host.close()
"""


def test_the_builders_of_deeper_levels_are_loaded_after_the_first_frame(tmp_path: Path) -> None:
    program = [sys.executable, "-c", NEW_GAME, str(tmp_path)]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
