"""Figures that follow from level: what formulas may be, and what they come to where the data says nothing."""

import pytest

from roguelike.components.growth import Figure
from roguelike.core.formula import FormulaError, parse_formula
from roguelike.raws.catalog import load_catalog
from roguelike.raws.faults import DataError
from roguelike.world.figures import SOURCE, VARIABLES, experience_for, experience_to_leave


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


def test_formulas_may_divide_by_what_is_never_zero() -> None:
    assert parse_formula("6/(power+1)", ("power", "level")).number({"power": 2, "level": 1}) == 2
    with pytest.raises(FormulaError, match="divides by zero when power is 3"):
        parse_formula("6/(power-3)", ("power", "level"))


def test_what_nobody_foresaw_comes_to_nothing() -> None:
    formula = parse_formula("6/(power-50)", ("power",))
    assert formula.number({"power": 50}) == 0
