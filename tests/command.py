"""A command of the program, as it is typed."""

import re
from pathlib import Path

import pytest

from roguelike.app import main


def run(*words: str | Path) -> int:
    """Run the program in this process; return its exit code."""
    try:
        return main([*map(str, words)])
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else -1


def refusal(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    """Run what is refused; return the exit code and the line that is said, with where to look for the usage.

    How Python writes what there is to choose from differs by its version.
    """
    code = run(*words)
    said = capsys.readouterr().err
    assert code in (1, 2), words
    assert said.startswith("roguelike"), said
    assert said.count("\n") == 1, said
    assert (" error: " in said) is said.endswith(" --help)\n"), said
    return f"{code} " + re.sub(r"\(choose from .*\) \(see", "(choose from ...) (see", said.rstrip())
