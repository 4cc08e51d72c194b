"""A command about runs, as it is typed."""

from pathlib import Path

from roguelike.app import main


def run(folder: Path, *words: str) -> int:
    """Run the program in this process."""
    try:
        return main(["--saves", str(folder), *words])
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else -1
