"""A command of the program, as it is typed."""

from pathlib import Path

from roguelike.app import main


def run(*words: str | Path) -> int:
    """Run the program in this process; return its exit code."""
    try:
        return main([*map(str, words)])
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else -1
