"""Three hundred faults in two files, and every word that is said of them.

After a change that is meant, `GOLDEN=write python -m pytest tests/raws/test_golden_faults.py` writes the words anew;
read the diff. `bad-spawns.json` has rows that are wrong in every way known; `bad-player.json` has faulty sections.
"""

import os
from pathlib import Path

import pytest

from roguelike.commands.check import check_data
from roguelike.raws.faults import DataError

TESTS = Path(__file__).parent.parent


@pytest.mark.parametrize("name", ["bad-spawns", "bad-player"])
def test_every_fault_is_said_as_it_was(name: str) -> None:
    path, golden = TESTS / f"fixtures/{name}.json", TESTS / f"golden/faults/{name}.txt"
    with pytest.raises(DataError) as caught:
        check_data(path)
    said = str(caught.value).replace(str(path), path.name) + "\n"
    if os.environ.get("GOLDEN") == "write":
        golden.write_text(said, encoding="utf-8")
    assert said.splitlines() == golden.read_text(encoding="utf-8").splitlines()
