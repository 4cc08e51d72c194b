"""Numbers worked out: attributes, weight, armor; fresh whenever anything changes."""

import pytest

from roguelike.components.vitals import Attributes
from roguelike.world.derived_stats import attribute_bonus, drop_stats, stats_of
from tests.rooms import Draw, component, inflict

ALONE = "####\n#@.#\n####"


@pytest.mark.parametrize(
    ("value", "bonus"),
    [
        (11, 0),
        (10, 0),
        (12, 1),
        (13, 1),
        (14, 2),
        (9, 0),
        (8, -1),
        (7, -1),
        (3, -3),
        (1, -4),
        (20, 5),
    ],
)
def test_bonuses_are_cut_toward_zero(value: int, bonus: int) -> None:
    assert attribute_bonus(value) == bonus


@pytest.mark.parametrize(
    ("mob", "armor"),
    [
        ("Barkeep", 11), ("Rat", 10), ("Mangy Wolf", 11), ("Bat", 10), ("Goblin", 11),
        ("Goblin Archer", 12), ("Bandit", 13), ("Bandit Archer", 12), ("Orc Leader", 14),
        ("Large Spider", 13), ("Dragon Wyrmling", 29), ("Black Dragon", 33),
    ],
)  # fmt: skip
def test_armor_is_that_of_the_table(draw: Draw, mob: str, armor: int) -> None:
    arena = draw("######\n#@.x.#\n#....#\n######", {"x": mob})
    assert stats_of(arena.find(mob)).armor_class == armor


@pytest.mark.parametrize(
    ("mob", "hp", "mana"),
    [
        ("Barkeep", 9, 5), ("Rat", 6, 4), ("Orc Leader", 17, 8), ("Dark Elf", 49, 24),
        ("Black Dragon", 55, 24), ("Dragon Wyrmling", 16, 12), ("Spore Zombie", 41, 20),
    ],
)  # fmt: skip
def test_pools_are_those_of_the_table(draw: Draw, mob: str, hp: int, mana: int) -> None:
    arena = draw("######\n#@.x.#\n#....#\n######", {"x": mob})
    found = arena.find(mob)
    assert (arena.hp(found), arena.max_hp(found), arena.mana(found)) == (hp, hp, mana)


def test_half_points_of_armor_round_up(draw: Draw) -> None:
    arena = draw(ALONE)
    bare = stats_of(arena.player).armor_class
    arena.equip(arena.player, "Fez")
    assert stats_of(arena.player).armor_class == bare + 1


def test_statuses_count_at_once_and_stop_at_once(draw: Draw) -> None:
    arena = draw(ALONE)
    stats_of(arena.player)
    inflict(arena, "attribute_bonus", arena.player, status="Strength Potion", quickness=6)
    assert stats_of(arena.player).bonuses[2] == 3
    assert stats_of(arena.player).armor_class == 10 + 3 + 1
    inflict(arena, "dispel", arena.player)
    assert stats_of(arena.player).bonuses[2] == 0


def test_figures_are_kept_until_something_changes(draw: Draw) -> None:
    arena = draw(ALONE)
    first = stats_of(arena.player)
    component(arena.player, Attributes).might = 20
    assert stats_of(arena.player).bonuses[0] == 0
    assert stats_of(arena.player) is first
    drop_stats(arena.player)
    assert stats_of(arena.player).bonuses[0] == 5


def test_things_without_attributes_have_everyday_ones(draw: Draw) -> None:
    arena = draw("#####\n#@c.#\n#####")
    crate = stats_of(arena.find("Crate"))
    assert crate.bonuses == (0, 0, 0, 0)
    drop_stats(99_999)
