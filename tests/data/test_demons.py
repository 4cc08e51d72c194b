"""The demons of the Abyss: each element hurts some of them more than others, and none settles them all."""

import pytest

from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world.content import nature_of
from roguelike.world.derived_stats import stats_of

CATALOG = catalog_for(None)
DEMONS = [name for name in CATALOG.names("mobs") if nature_of(CATALOG, name).faction == "Demons"]
LIGHT = "Dawn's Rebuke"


def resisted(name: str, element: str) -> float:
    """Return the share of an element's harm that one of a kind takes."""
    with Arena.from_ascii("######\n#@...#\n#....#\n######") as arena:
        return stats_of(arena.spawn(name, 2, 1)).resistances.get(element, 1.0)


@pytest.mark.parametrize("element", ["fire", "cold", "lightning", "acid", "holy", "arcane"])
def test_no_element_is_what_half_of_them_cannot_bear(element: str) -> None:
    weak = [name for name in DEMONS if resisted(name, element) > 1]
    assert len(weak) < len(DEMONS) / 2, weak


def test_those_who_lead_are_not_undone_by_light() -> None:
    leaders = [name for name in DEMONS if nature_of(CATALOG, name).poise > 2]
    assert len(leaders) == 2
    for name in leaders:
        assert resisted(name, "holy") < 1, name


def test_one_rebuke_does_not_take_the_same_from_all_who_come_together() -> None:
    with Arena.from_ascii("########\n#@.hCv.#\n#......#\n########", {
        "h": "Cinder Hound", "C": "Chaplain of Flies", "v": "Velvet Fiend",
    }) as arena:  # fmt: skip
        arena.set_level(arena.player, 13)
        arena.set_pools(arena.player, mana=60, max_mana=60)
        arena.teach(LIGHT)
        seen = arena.forecast(LIGHT, None).outcomes
        hound, chaplain, fiend = (
            seen[arena.find(each)].damage[1]
            for each in ("Cinder Hound", "Chaplain of Flies", "Velvet Fiend")
        )
        assert chaplain < fiend < hound
        assert chaplain * 4 < hound
