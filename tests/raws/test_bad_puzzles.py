"""Rows of puzzles, furniture and the town that make no sense: each is said with its field."""

from collections.abc import Callable
from typing import Any

import pytest

from roguelike.raws.faults import Fault

MOBS = [{"name": "Rat"}]
RUIN = {"name": "B", "where": "ruin"}
RECIPE = {"name": "R", "ground": {".": 1}, "foes": {"Rat": 1}, "choice": [0, 0]}


@pytest.mark.parametrize(
    ("sections", "field", "problem"),
    [
        ({"furniture": [{"name": "F", "style": "dwarven", "props": ["Anvl"]}]}, "props.0", "there is no prop 'Anvl'"),
        ({"furniture": [{"name": "F", "style": "orcish", "props": ["A"]}]}, "style", "'orcish' is not possible"),
        ({"town": [{"name": "Pub", "where": "building", "people": ["Nob"]}]}, "people.0", "there is no mob 'Nob'"),
        ({"town": [{"name": "Pub", "where": "building", "sign": "Pub"}]}, "sign", "there is no prop 'Pub'"),
        ({"town": [RUIN | {"name": "A"}, RUIN]}, "where", "is what 'A' is already"),
        ({"town": [{"name": f"B{n}", "where": "building"} for n in range(12)]}, "where", "finds no building"),
        ({"town": [{"name": "Piers", "where": "piers"}]}, "strollers", "is for those out of doors"),
        ({"puzzle_things": [{"name": "Rat", "letter": "#"}]}, "letter", "'#' is the sign of ground"),
        ({"puzzle_things": [{"name": "Nobody", "letter": "x"}]}, "", "there is no item, mob or prop of this name"),
        ({"puzzle_recipes": [RECIPE | {"foes": {"Ratt": 1}}]}, "foes.Ratt", "there is no mob 'Ratt'"),
        ({"puzzle_recipes": [RECIPE | {"ground": {"?": 1}}]}, "ground.?", "'?' is not possible"),
        ({"puzzle_recipes": [RECIPE | {"things": {"Rat": 1}}]}, "things.Rat", "there is no thing of puzzles 'Rat'"),
        ({"puzzle_recipes": [RECIPE | {"crowd": [3, 2]}]}, "crowd", "3 is more than 2"),
        ({"puzzle_recipes": [RECIPE | {"choice": [1, 2]}]}, "choice", "takes 2 of 0 spells"),
        ({"puzzle_recipes": [RECIPE | {"friend": 0.5}]}, "captive", "is missing"),
    ],
)  # fmt: skip
def test_a_row_that_makes_no_sense_is_named(
    sections: dict[str, Any], field: str, problem: str, one_fault: Callable[..., Fault]
) -> None:
    fault = one_fault({"mobs": MOBS, **sections})
    assert (fault.field, fault.problem.startswith(problem)) == (field, True), fault
    assert fault.remedy
