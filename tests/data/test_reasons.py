"""The numbers of the game's own data: their reasons beside them, and one law of prices for all spells."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from roguelike.commands.pricing import FACTOR, Price, prices, worth_of
from roguelike.components import magic
from roguelike.core import data_path
from roguelike.raws.catalog import load_catalog
from roguelike.testing.catalogs import catalog_for
from roguelike.world import figures
from roguelike.world.catalog import Catalog
from roguelike.world.rewriting import UnfitError, rewritten

Rows = dict[str, Any]
Reasons = Iterator[tuple[str, str]]
"""What must have a reason, by name, and that reason; "" if it has none."""


def _each_row(section: str, rows: Rows) -> Reasons:
    """Yield each row of a section."""
    return ((row["name"], row.get("why", "")) for row in rows[section])


def _runes(rows: Rows) -> Reasons:
    """Yield what each rune does to a spell."""
    return ((row["name"], row["rune"].get("why", "")) for row in rows["items"] if "rune" in row)


def _deals(rows: Rows) -> Reasons:
    """Yield each deal. That of a fixture may have the fixture's reason, as their numbers belong together.

    A person's own reason tells how they fight, not what they sell.
    """
    sharing = ((row, row.get("why", "")) for row in rows["props"])
    for row, shared in (*((row, "") for row in rows["mobs"]), *sharing):
        for deal in row.get("bargain", {}).get("deals", ()):
            yield f"{row['name']}: {deal['name']}", deal.get("why", shared)


def _mastery(rows: Rows) -> Reasons:
    """Yield each step of each school; the school's reason may tell of all of them."""
    for school in rows["schools"]:
        for step in school["steps"]:
            yield f"{school['name']} {step['spells']}", step.get("why", school.get("why", ""))


def _poise(rows: Rows) -> Reasons:
    """Yield everybody who has poise, or gains it with level; the reason must be one for that."""
    for row in (*rows["mobs"], {"name": "the player", **rows["player"]}):
        if row.get("poise") or row.get("levels_per_poise"):
            why = row.get("why", "")
            yield row["name"], why if "poise" in why.lower() else ""


SECTIONS = (
    "growth", "offers", "weapon_traits", "statuses", "hazards", "reactions", "item_shares",
    "loot_tables", "regions", "groups",
)  # fmt: skip
KINDS: dict[str, Callable[[Rows], Reasons]] = {
    **{section: partial(_each_row, section) for section in SECTIONS},
    "runes": _runes,
    "deals": _deals,
    "mastery": _mastery,
    "poise": _poise,
}
every_kind = pytest.mark.parametrize("reasons", KINDS.values(), ids=KINDS)


@pytest.fixture(scope="module")
def rows() -> Rows:
    found: Rows = json.loads(
        (data_path.data_folder() / data_path.SPAWNS).read_text(encoding="utf-8")
    )
    return found


@every_kind
def test_each_number_has_its_reason_beside_it(
    reasons: Callable[[Rows], Reasons], rows: Rows
) -> None:
    assert not [name for name, why in reasons(rows) if not why]


@every_kind
def test_what_loses_its_reason_is_named(reasons: Callable[[Rows], Reasons], rows: Rows) -> None:
    names = [name for name, _ in reasons(rows)]
    assert names
    assert [name for name, why in reasons(_without_reasons(rows)) if not why] == names


def _without_reasons(data: Any) -> Any:
    """Return a copy without any reasons."""
    if isinstance(data, dict):
        return {key: _without_reasons(value) for key, value in data.items() if key != "why"}
    return [_without_reasons(each) for each in data] if isinstance(data, list) else data


def test_a_single_number_without_its_reason_is_named(rows: Rows) -> None:
    spoilt = json.loads(json.dumps(rows))
    town = next(row for row in spoilt["regions"] if row["name"] == "The town")
    fire = next(row for row in spoilt["schools"] if row["name"] == "fire")
    door = next(row for row in spoilt["props"] if row["name"] == "Iron Door")
    del town["why"], fire["why"], door["bargain"]["deals"][0]["why"]
    lost = [name for reasons in KINDS.values() for name, why in reasons(spoilt) if not why]
    assert lost == ["The town", "Iron Door: Unlock it", "fire 2", "fire 4", "fire 6"]


PRICES = {f"{price.spell}, level {price.level}": price for price in prices(catalog_for(None))}
BOLT = {"shape": "bolt", "range": 6}
BLAST = {"shape": "point", "range": 6, "radius": 2}


@pytest.mark.parametrize("spell", PRICES)
def test_no_spell_is_far_from_the_law_where_it_is_found_and_later(spell: str) -> None:
    price = PRICES[spell]
    assert price.law / FACTOR <= price.gives <= price.law * FACTOR, str(price)


def test_most_spells_that_are_found_have_a_price() -> None:
    spells = {price.spell for price in PRICES.values()}
    assert len(spells) >= 35
    assert {"Zap", "Falling Sky", "Lullaby", "Patch Up", "Miasma", "Rune of Reproach"} <= spells


def test_a_spell_is_weighed_again_at_later_levels() -> None:
    assert {price.level for price in PRICES.values() if price.spell == "Zap"} == {1, 5, 10, 15}
    assert {price.level for price in PRICES.values() if price.spell == "Falling Sky"} == {7, 10, 15}


@pytest.mark.parametrize("name", PRICES)
def test_a_rune_that_saves_mana_leads_hardly_beyond_the_law(name: str, catalog: Catalog) -> None:
    """With one rune a spell that is cheap already may be a tenth above what others may give without."""
    price = PRICES[name]
    plain, skill = catalog.spells[price.spell], figures.hero_skills(catalog, price.level).magic
    [rune] = (
        part for part in catalog.templates("items", "Thrifty Rune") if isinstance(part, magic.Rune)
    )
    try:
        thrifty = rewritten(plain, rune, magic.Recipe(price.spell))
    except UnfitError:
        return
    before, after = (worth_of(catalog, each, skill, price.level) for each in (plain, thrifty))
    assert after <= before
    assert after / thrifty.mana_cost <= 1.1 * FACTOR * price.law


def priced(delivery: dict[str, object], *effects: dict[str, object], cost: int = 1) -> Price:
    """Return the price of a spell of which a book lies at depth 2, where it lies."""
    return course(delivery, *effects, cost=cost)[0]


def course(delivery: dict[str, object], *effects: dict[str, object], cost: int = 1) -> list[Price]:
    """Return the prices of such a spell, from where it lies to the highest level."""
    book = {"name": "Primer", "consumable": {"effects": {"teach_spell": "Spell"}}}
    use = {"delivery": delivery, "effects": list(effects)}
    data = {
        "items": [book],
        "spells": [{"name": "Spell", "mana_cost": cost, "effects": use}],
        "statuses": [{"name": "Stunned", "forbids": ["act"], "controls": True}],
        "spawn_table": [{"name": "Primer", "weight": 1, "min_depth": 2, "max_depth": 9}],
    }
    return prices(load_catalog([data]))


def harm(amount: str) -> dict[str, object]:
    return {"kind": "damage", "amount": amount}


def test_what_hits_several_may_do_half_to_each() -> None:
    assert priced(BLAST, harm("6")).gives == 2 * priced(BOLT, harm("6")).gives == 12


def test_a_price_falls_with_the_mana() -> None:
    assert priced(BOLT, harm("2d6"), cost=2).gives == 3.5


def test_a_turn_taken_away_counts_as_a_mana() -> None:
    price = priced(BOLT, {"kind": "status", "status": "Stunned", "turns": 2}, cost=2)
    assert price.gives == price.law
    assert not price.is_off


@pytest.mark.parametrize(("amount", "way"), [("20", "cheap"), ("1", "dear")])
def test_a_price_far_off_is_said_with_what_the_law_says(amount: str, way: str) -> None:
    price = priced(BOLT, harm(amount))
    assert price.is_off
    assert str(price).startswith(f"{way}: worth {price.gives:.1f} damage a mana at depth 2")
    assert f"{price.law:.1f}" in str(price)


@pytest.mark.parametrize(("amount", "way"), [("6+power", "cheap"), ("3", "dear")])
def test_a_spell_that_outgrows_its_price_or_fades_is_said_at_its_level(
    amount: str, way: str
) -> None:
    first, *_, last = course(BOLT, harm(amount))
    assert not first.is_off
    assert last.is_off
    assert str(last).startswith(f"{way}: worth {last.gives:.1f} damage a mana at level 15, where")
