"""Golden files: what was said and shown when somebody last looked at it, and the cases of what is told in words.

`GOLDEN=write python -m pytest` and the tests of what changed writes them anew; what changed is then read in the diff.
"""

import difflib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent
GOLDEN = TESTS / "golden"
WRITES = os.environ.get("GOLDEN") == "write"


def compare(file: Path, found: str) -> None:
    """Compare a text with its golden file, or write that."""
    if WRITES:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(found, encoding="utf-8")
    expected = file.read_text(encoding="utf-8")
    changes = difflib.unified_diff(
        expected.splitlines(), found.splitlines(), "golden", "found", lineterm="", n=1
    )
    assert found == expected, f"{file.name}:\n" + "\n".join(changes)


def wrong(kind: str) -> list[Any]:
    """Return the cases of a kind of which each is wrong: texts, rows or words that are tried."""
    cases = json.loads((TESTS / "fixtures" / "bad-texts.json").read_text(encoding="utf-8"))
    return list(cases[kind])


def compare_faults(kind: str, told: Iterable[tuple[Any, str]]) -> None:
    """Compare what is said of each case of a kind with its golden file."""
    rows = [f"[{json.dumps(case)[:60]}]\n{said}" for case, said in told]
    compare(GOLDEN / "faults" / f"bad-{kind.replace(' ', '-')}.txt", "\n".join(rows) + "\n")
