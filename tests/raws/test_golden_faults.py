"""Every word that is said of data that is wrong: of single rows, and of hundreds of faults in two whole files.

`bad-rows.json` has cases by name, each wrong in one way only, alone or among the rules' rows; `bad-spawns.json` has
rows that are wrong in every way known, `bad-player.json` faulty sections. After a change that is meant,
`GOLDEN=write python -m pytest tests/raws/test_golden_faults.py` writes the words anew; read the diff.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from roguelike.commands.check import check_data
from roguelike.raws.faults import DataError, Fault
from tests.rooms import RULES

TESTS = Path(__file__).parent.parent


def compare(name: str, said: str) -> None:
    """Hold what is said against the golden of that name, or write it anew."""
    golden = TESTS / f"golden/faults/{name}.txt"
    if os.environ.get("GOLDEN") == "write":
        golden.write_text(said, encoding="utf-8")
    assert said.splitlines() == golden.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", ["bad-spawns", "bad-player"])
def test_every_fault_is_said_as_it_was(name: str) -> None:
    path = TESTS / f"fixtures/{name}.json"
    with pytest.raises(DataError) as caught:
        check_data(path)
    compare(name, str(caught.value).replace(str(path), path.name) + "\n")


@pytest.mark.parametrize("among", ["alone", "among the rules"])
def test_what_is_wrong_in_one_way_is_said_once_with_its_place_and_a_remedy(
    among: str, one_fault: Callable[..., Fault]
) -> None:
    others = () if among == "alone" else (RULES,)
    cases = json.loads((TESTS / "fixtures/bad-rows.json").read_text(encoding="utf-8"))[among]
    faults = {case: one_fault(*others, data) for case, data in cases.items()}
    assert all(fault.remedy for fault in faults.values())
    told = "".join(f"[{case}]\n{fault}\n" for case, fault in faults.items())
    compare(f"bad-rows-{among.replace(' ', '-')}", told)
