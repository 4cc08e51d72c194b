"""What a package index shows of the game needs no file beside it, and its picture is a screen of today."""

import os
import re
from pathlib import Path


def test_the_description_needs_no_other_file(root: Path) -> None:
    text = (root / ".ci" / "description.md").read_text(encoding="utf-8")
    assert not re.search(r"\]\((?!https?://)|<img", text)
    assert 'readme = ".ci/description.md"' in (root / "pyproject.toml").read_text(encoding="utf-8")


def test_its_picture_is_the_screen_as_it_is(root: Path) -> None:
    path = root / ".ci" / "description.md"
    text = path.read_text(encoding="utf-8")
    drawn = [line for line in text.splitlines() if "│" in line]
    golden = (root / "tests" / "golden" / "screens" / "aiming-at-three.txt").read_text("utf-8")
    shown = [f"    {line.rstrip()}" for line in golden.splitlines()][: len(drawn)]
    if os.environ.get("GOLDEN") == "write":
        path.write_text(text.replace("\n".join(drawn), "\n".join(shown)), encoding="utf-8")
    assert len(drawn) > 20
    assert drawn == shown, "GOLDEN=write python -m pytest tests/architecture/test_description.py"
