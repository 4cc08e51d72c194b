"""What a drawn piece says of choices, prices, locks and keys; and the vaults of the game that hold them."""

from collections.abc import Iterator

import pytest

from roguelike.commands.prefab_check import lock_faults
from roguelike.components import bargains, magic
from roguelike.core.rng import Stream
from roguelike.effects import healing
from roguelike.mapgen import prefab
from roguelike.mapgen.blueprint import Blueprint, Special
from roguelike.mapgen.depths import provisions
from roguelike.mapgen.generation import ground_faults, open_ground, scatter, spawn_faults
from roguelike.mapgen.metas import population
from roguelike.mapgen.metas.prefabs import stamp
from roguelike.testing.catalogs import catalog_for
from roguelike.world.catalog import Catalog
from roguelike.world.terrain import Tile
from tests.bargains import raws
from tests.mapgen.conftest import Survey

STRONGROOM = """name: Strongroom
shut: L
one of: a b
price: d 30
elsewhere: Iron Key
carries: g Iron Key; g Dagger
L: props Locked Door
a: items Health Potion
b: items Mana Potion
d: items Dagger
g: mobs Goblin

#####
#a.b#
##L##
..d.g
"""


@pytest.fixture(scope="module")
def offering() -> Catalog:
    """The catalogue with fixtures that offer something."""
    return catalog_for(raws())


def strongroom(old: str = "", new: str = "") -> prefab.Prefab:
    return prefab.parse(STRONGROOM.replace(old, new), "room.txt")


def hall() -> Blueprint:
    plan = Blueprint(20, 12, 3)
    plan.tiles[plan.interior.slices] = Tile.FLOOR
    plan.enter_at((1, 10))
    return plan


def test_the_head_is_read() -> None:
    arranged = strongroom().arranged
    assert arranged.groups == ("ab",)
    assert arranged.prices == {"d": 30}
    assert arranged.shut == "L"
    assert arranged.elsewhere == ("Iron Key",)
    assert arranged.carried_by("g") == ("Iron Key", "Dagger")


def test_who_is_driven_away_leaves_a_key_behind(catalog: Catalog) -> None:
    """The jailer of a prison beside a dragon's lair was gone, with the only key to its cells."""
    plan = hall()
    stamp(plan, strongroom(), 5, 3)
    population.Lair("Black Dragon", quiet=99).populate(plan, Stream(1), catalog)
    scatter(plan, Stream(1))
    names = [spawn.name for spawn in plan.spawns]
    assert "Goblin" not in names
    assert names.count("Iron Key") == 2
    assert names.count("Dagger") == 2


def test_what_lies_behind_a_lock_is_sealed() -> None:
    assert strongroom().sealed() == {(1, 1), (2, 1), (3, 1), (2, 2)}
    assert prefab.closed_off(("...", ".#.", "..."), lambda _: False) == frozenset()


def test_a_stamp_notes_terms_and_keys() -> None:
    plan = hall()
    stamp(plan, strongroom(), 5, 3)
    assert plan.special[6, 4] == Special("Health Potion", 1)
    assert plan.special[7, 6] == Special("Dagger", 0, 30)
    assert plan.special[9, 6] == Special("Goblin", carries=("Iron Key", "Dagger"))
    assert (6, 4) in plan.sealed
    assert (6, 4) in plan.taken()
    stamp(plan, strongroom(), 12, 3)
    assert plan.special[13, 4].group == 2


def test_a_key_lies_where_one_can_walk_to() -> None:
    for seed in range(30):
        plan = hall()
        stamp(plan, strongroom(), 5, 3)
        scatter(plan, Stream(seed))
        [key] = [spawn.point for spawn in plan.spawns if spawn.name == "Iron Key"]
        assert open_ground(plan)[key]
        assert key not in plan.sealed


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("elsewhere: Iron Key\ncarries: g Iron Key; g Dagger\n", "", "'L: props Locked Door' is shut for ever"),
        ("elsewhere: Iron Key", "elsewhere: Gold Key", "line 5, column 12: there is no item 'Gold Key' in the data"),
        ("L: props Locked Door", "L: props Pillar", "'L: props Pillar' is shut for ever"),
        ("L: props Locked Door", "L: props Chair", "'L: props Chair' is shut, but keeps nobody out"),
        ("shut: L\n", "", "column 2, row 2 of the map cannot be walked to"),
        ("L: props Locked Door", "L: props Secret Door", ""),
        ("L: props Locked Door", "L: props Grating", "'L: props Grating' is shut for ever"),
        ("d: items Dagger", "d: props Stone Altar", "price: 'd' should be items"),
    ],
)  # fmt: skip
def test_nothing_is_shut_for_ever(offering: Catalog, old: str, new: str, says: str) -> None:
    try:
        told = "\n".join(lock_faults(strongroom(old, new), offering))
    except prefab.PrefabError as error:
        told = str(error)
    assert says in told if says else not told, told


def test_a_lever_outside_opens_a_grating_and_one_inside_does_not(offering: Catalog) -> None:
    lever = STRONGROOM.replace("Locked Door", "Grating").replace(
        "g: mobs", "/: props Lever\ng: mobs"
    )
    assert (
        list(lock_faults(prefab.parse(lever.replace("..d.g", "./d.g"), "room.txt"), offering)) == []
    )
    inside = lever.replace("#a.b#", "#a/b#")
    assert any(
        "for ever" in fault for fault in lock_faults(prefab.parse(inside, "room.txt"), offering)
    )


def test_a_secret_door_must_be_shut_and_a_choice_used_up(offering: Catalog) -> None:
    open_wall = prefab.parse(
        "name: x\nS: props Secret Door\n\n#####\n#...#\n##S##\n.....", "wall.txt"
    )
    assert any("say that it is 'shut'" in fault for fault in lock_faults(open_wall, offering))
    altars = prefab.parse("name: x\none of: a\na: props Stone Altar\n\n.a.a.\n.....", "altars.txt")
    assert any("does not use it up" in fault for fault in lock_faults(altars, offering))


VAULTS = {key: one for key, one in prefab.library().items() if one.place is None}
DEPTHS = (2, 3, 5, 6, 8, 10, 11, 12, 13, 14)


def deals_in(piece: prefab.Prefab, catalog: Catalog) -> Iterator[bargains.Bargain]:
    """Yield what the fixtures of a piece offer."""
    for section, name in piece.legend.values():
        if section == "props":
            parts = catalog.templates("props", name)
            yield from (part for part in parts if isinstance(part, bargains.Bargain))


def has_choice(piece: prefab.Prefab, catalog: Catalog) -> bool:
    """Return whether a piece makes one choose: one of several, what to pay for, or between deals."""
    arranged = piece.arranged
    return bool(
        arranged.groups
        or arranged.prices
        or any(len(each.deals) > 1 for each in deals_in(piece, catalog))
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
            if isinstance(part, bargains.Bargain):
                given = [deal.use.effects for deal in part.deals]
                assert all(given.count(one) == 1 for one in given), name


def test_nothing_heals_whoever_steps_on_it_again_and_again(catalog: Catalog) -> None:
    triggers = {
        name: part.use.effects
        for name in catalog.names("props")
        for part in catalog.templates("props", name)
        if isinstance(part, magic.Trigger) and not part.use.delivery.consumes_user
    }
    assert {"Altar", "Brazier"} <= triggers.keys()
    mends = {
        name
        for name, effects in triggers.items()
        if any(isinstance(each, healing.Heal) for each in effects)
    }
    assert not mends


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
