"""The vaults of the game: half of them hold a choice, and no level that has one is cut in two or cannot be opened."""

from collections.abc import Callable, Iterator

import pytest

from roguelike.components.bargains import Bargain
from roguelike.components.magic import Trigger
from roguelike.effects.healing import Heal
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.depths import provisions
from roguelike.mapgen.generation import ground_faults, open_ground, spawn_faults
from roguelike.mapgen.prefab import Prefab, library
from roguelike.raws.catalog import Catalog

Survey = Callable[..., Blueprint]
VAULTS = {key: one for key, one in library().items() if one.place is None}
DEPTHS = (2, 3, 5, 6, 8, 10, 11, 12, 13, 14)


def deals_in(prefab: Prefab, catalog: Catalog) -> Iterator[Bargain]:
    """Yield what the fixtures of a piece offer."""
    for section, name in prefab.legend.values():
        if section == "props":
            parts = catalog.templates("props", name)
            yield from (part for part in parts if isinstance(part, Bargain))


def has_choice(prefab: Prefab, catalog: Catalog) -> bool:
    """Return whether a piece makes one choose: one of several, what to pay for, or between deals."""
    arranged = prefab.arranged
    return bool(
        arranged.groups
        or arranged.prices
        or any(len(each.deals) > 1 for each in deals_in(prefab, catalog))
    )


def test_half_of_the_vaults_hold_a_choice(catalog: Catalog) -> None:
    choosing = [key for key, one in VAULTS.items() if has_choice(one, catalog)]
    assert len(choosing) >= 21
    assert 2 * len(choosing) >= len(VAULTS)


def test_every_question_can_be_answered_in_more_than_one_way(catalog: Catalog) -> None:
    for key, one in VAULTS.items():
        for bargain in deals_in(one, catalog):
            assert len(bargain.deals) > 1 or not bargain.asks or one.arranged.groups, key


def test_no_deal_of_a_fixture_is_another_at_a_higher_price(catalog: Catalog) -> None:
    for name in catalog.names("props"):
        for part in catalog.templates("props", name):
            if isinstance(part, Bargain):
                given = [deal.use.effects for deal in part.deals]
                assert all(given.count(one) == 1 for one in given), name


def test_nothing_below_the_town_heals_whoever_steps_on_it_again_and_again(catalog: Catalog) -> None:
    healing = {
        name
        for name in catalog.names("props")
        for part in catalog.templates("props", name)
        if isinstance(part, Trigger) and not part.use.delivery.consumes_user
        if any(isinstance(each, Heal) for each in part.use.effects)
    }
    assert healing == {"Altar"}
    drawn = {name for one in library().values() for _, name in one.legend.values()}
    brought = {name for group in catalog.compiled.groups for name in group.props}
    spawned = {row.name for row in catalog.compiled.spawns}
    assert not healing & (drawn | brought | spawned)


@pytest.mark.parametrize("depth", DEPTHS)
def test_levels_stay_whole_and_keys_can_be_reached(level: Survey, depth: int) -> None:
    for seed in range(6):
        plan = level(seed, depth)
        assert ground_faults(plan) + spawn_faults(plan) == []
        ground = open_ground(plan)
        assert ground[plan.exit]
        assert plan.astray == []
        for _, name, point in plan.spawns:
            assert name != "Iron Key" or ground[point]


def test_food_and_the_guaranteed_lie_outside_what_is_shut(level: Survey) -> None:
    (food,) = provisions(3)
    for seed in range(20):
        plan = level(seed, 3)
        meals = [point for _, name, point in plan.spawns if name == food.name]
        assert sum(point not in plan.sealed for point in meals) >= food.count > 0
