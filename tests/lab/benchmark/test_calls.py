"""Calls of functions in a turn, a frame, a forecast and a reply: counted exactly, and as many as the golden file says.

`roguelike benchmark --calls tests/golden/calls.json` counts them anew; the diff is to be read: calls should not rise.
"""

from pathlib import Path

import pytest

from roguelike.lab.benchmark.calls import calls_of, counted, here, kept

GOLDEN = Path(__file__).parent.parent.parent / "golden" / "calls.json"


def test_calls_are_counted_to_the_last_one() -> None:
    def work() -> None:
        sorted([3, 1, 2])
        len("three")

    assert (calls_of(iter([work, work])).python, calls_of(iter([work])).c) == (2, 2)


def test_as_many_calls_are_made_as_the_golden_file_says(capsys: pytest.CaptureFixture[str]) -> None:
    golden = kept(GOLDEN)
    assert golden is not None
    if golden.setting != here().setting:
        with capsys.disabled():
            print(f"calls not compared: counted with {golden.setting}, here is {here().setting}")  # noqa: T201  (says so, though it passes)
        return
    found = counted()
    assert "\n".join(found.lines(golden)) == "\n".join(golden.lines(golden))
