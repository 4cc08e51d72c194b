"""Bargains that make no sense: each fault is named with its entry, its place and what would be right."""

from typing import Any

import pytest

from roguelike.raws.faults import DataError
from roguelike.testing.catalogs import catalog_for
from tests.bargains import fixture, raws

DEAL = {"name": "Pay", "price": {"gold": 1}, "becomes": "Door"}


def faulty(**fields: Any) -> str:
    """Return what is said of a fixture with such a bargain."""
    data = raws()
    deals = fields.pop("deals", [DEAL])
    bargain = {"deals": deals, **fields.pop("bargain", {})}
    row = {**fixture("Odd One", bargain=bargain), **fields}
    data["props"].append(row)
    with pytest.raises(DataError) as error:
        catalog_for(data)
    return str(error.value)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"deals": []}, "deals"),
        ({"deals": [{"name": "Pay", "price": {"gold": 1}}]}, "offers nothing"),
        ({"deals": [{"name": "Take", "effects": [{"kind": "give", "item": "Dagger"}]}]}, "is free and never used up"),
        ({"deals": [DEAL, DEAL]}, "'Pay' is offered twice"),
        ({"deals": [{**DEAL, "becomes": "Odd One"}]}, "is what it is already"),
        ({"deals": [{**DEAL, "becomes": "Dor"}]}, "there is no prop 'Dor'"),
        ({"deals": [{**DEAL, "price": {"item": "Iron Kee"}}]}, "there is no item 'Iron Kee'"),
        ({"deals": [{**DEAL, "price": {"gold": -1}}]}, "gold"),
        ({"deals": [{**DEAL, "price": {"soul": 1}}]}, "soul"),
        ({"deals": [{**DEAL, "effects": [{"kind": "release", "mob": "Impp"}]}]}, "there is no mob 'Impp'"),
        ({"deals": [{**DEAL, "effects": [{"kind": "raise", "what": "luck"}]}]}, "luck"),
        ({"deals": [{**DEAL, "effects": [{"kind": "switch", "prop": "Gratin"}]}]}, "there is no prop 'Gratin'"),
        ({"deals": [{**DEAL, "effects": {"damage": "3", "ranged": "4"}}]}, "is aimed"),
        ({"bargain": {"forgone": "Nothing"}}, "there is no prop 'Nothing'"),
        ({"bargain": {"forgone": "Odd One"}}, "bargain.forgone: is what it is already, and would be offered on"),
        ({"deals": [DEAL, {**DEAL, "name": "Beg"}], "bargain": {"asks": False}}, "there are 2 deals to choose from"),
        ({"deals": [{**DEAL, "told": "{3} bows."}]}, "is not a sentence of the log"),
        ({"blocks_tile": False}, "is offered by what nobody walks up to"),
        ({"bargain": {"greetings": [{"text": ""}]}}, "greetings.0.text"),
        ({"deals": [{**DEAL, "price": {"hp": 1000}}]}, "bargain.deals.0.price.hp: 1000 is more than any hero has"),
        ({"deals": [{**DEAL, "price": {"max_mana": 900}}]}, "price.max_mana: 900 is more than any hero has"),
        ({"deals": [{**DEAL, "price": {"magic": 101}}]}, "price.magic: 101 is more than any hero has"),
    ],
)  # fmt: skip
def test_a_bargain_that_makes_no_sense_is_named(fields: dict[str, Any], says: str) -> None:
    told = faulty(**fields)
    assert says in told
    assert "Odd One" in told


def test_a_list_is_not_called_empty_because_all_that_is_in_it_is_faulty() -> None:
    told = faulty(deals=[{**DEAL, "price": {"gold": -1}}])
    assert "The data has 1 fault:" in told
