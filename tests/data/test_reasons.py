"""The numbers of the game's own data have their reasons beside them, for whoever tunes them."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from roguelike.core.data_path import SPAWNS, data_folder

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
    found: Rows = json.loads((data_folder() / SPAWNS).read_text(encoding="utf-8"))
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
