"""Figures that follow from level: what formulas may be, and what they come to where the data says nothing."""

from typing import Any

import pytest

from roguelike.components.growth import Figure
from roguelike.raws.catalog import load_catalog
from roguelike.raws.faults import DataError
from roguelike.world.figures import SOURCE, VARIABLES, experience_for, experience_to_leave

BAD: dict[str, tuple[dict[str, Any], str, str]] = {
    "a figure that there is not": ({"name": "hero luck", "formula": "level"}, "name", "hero"),
    "no formula": ({"name": "kill"}, "formula", "add it"),
    "a letter that means nothing": (
        {"name": "kill", "formula": "100*depth"},
        "formula",
        "there is level, own",
    ),
    "dice": ({"name": "hero hp", "formula": "3d6"}, "formula", "write a number"),
    "half a formula": ({"name": "hero hp", "formula": "18+"}, "formula", "2d6 + power/2"),
    "nobody with hit points": ({"name": "hero hp", "formula": "level-1"}, "formula", "from 1 to"),
    "more than there is room for": (
        {"name": "creature hp", "formula": "level*level*level"},
        "formula",
        "from 1 to 100000",
    ),
    "a level for nothing": ({"name": "experience", "formula": "700"}, "formula", "let it rise"),
    "skill that is lost by learning": (
        {"name": "hero magic", "formula": "50-level"},
        "formula",
        "never fall",
    ),
    "more mended than there is": (
        {"name": "mending", "formula": "101"},
        "formula",
        "from 0 to 100",
    ),
    "a key that there is not": (
        {"name": "kill", "formula": "100", "weight": 3},
        "weight",
        "formula",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_figure_is_named_with_its_remedy(case: str) -> None:
    row, field, remedy = BAD[case]
    with pytest.raises(DataError) as caught:
        load_catalog([{"growth": [row]}])
    (fault,) = caught.value.faults
    assert (fault.section, fault.entry) == ("growth", row["name"])
    assert fault.field == field
    assert remedy in fault.remedy


def test_a_figure_twice_is_a_fault() -> None:
    rows = [{"name": "kill", "formula": "1"}, {"name": "kill", "formula": "2"}]
    with pytest.raises(DataError, match="defined twice"):
        load_catalog([{"growth": rows}])


@pytest.mark.parametrize("name", SOURCE)
def test_every_figure_can_be_said_by_a_pack_and_has_a_formula_without_one(name: Figure) -> None:
    formula = SOURCE[name].text
    catalog = load_catalog([{"growth": [{"name": name, "formula": formula}]}])
    assert catalog.figure(name) == load_catalog([{}]).figure(name)
    assert set(catalog.figure(name).names) <= set(VARIABLES[name])


def test_a_later_source_has_the_last_word_on_a_figure() -> None:
    first = {"growth": [{"name": "experience", "formula": "10*level"}]}
    second = {"growth": [{"name": "experience", "formula": "20*level"}]}
    assert experience_to_leave(load_catalog([first, second]), 3) == 60


def test_large_figures_are_whole() -> None:
    row = {"name": "experience", "formula": "350*level*(level+1)"}
    assert experience_to_leave(load_catalog([{"growth": [row]}]), 14) == 73_500


def test_a_kill_may_bring_less_to_who_has_outgrown_it() -> None:
    row = {"name": "kill", "formula": "100*level*max(1/4,min(1,(8+level-own)/6))"}
    catalog = load_catalog([{"growth": [row]}])
    assert [experience_for(catalog, 2, own) for own in (1, 4, 7, 20)] == [200, 200, 100, 50]
