"""Shots: a weapon, range, sight, a living target."""

import pytest

from roguelike.world import changes
from tests.rooms import Draw, fingerprint, flights, inflict, lost, of, unchanged

CORRIDOR = """
    ###########
    #@..g..k..#
    ###########
"""


def test_a_shot_flies_and_hurts(draw: Draw) -> None:
    hits = 0
    for seed in range(10):
        arena = draw(CORRIDOR, seed=seed)
        arena.equip(arena.player, "Sling")
        goblin = arena.find("Goblin")
        result = arena.shoot(goblin)
        assert result.refused is None
        assert len(flights(result.trace)) == 1
        assert bool(of(result.trace, changes.Struck)) != bool(of(result.trace, changes.Missed))
        hits += lost(result.trace, goblin) > 0
    assert hits >= 8


@pytest.mark.parametrize("room", [CORRIDOR])
def test_a_shot_beyond_the_range_is_refused(draw: Draw, room: str) -> None:
    arena = draw(room)
    arena.equip(arena.player, "Sling")
    before = fingerprint(arena)
    assert (
        arena.shoot(arena.find("Kobold")).refused == "That is out of range: your Sling reaches 3."
    )
    assert fingerprint(arena) == before


def test_a_target_at_exactly_the_range_can_be_shot(draw: Draw) -> None:
    arena = draw("######\n#@..g#\n######")
    arena.equip(arena.player, "Sling")
    assert arena.shoot(arena.find("Goblin")).refused is None


def test_a_shot_without_a_missile_weapon_is_refused(draw: Draw) -> None:
    arena = draw(CORRIDOR)
    before = fingerprint(arena)
    assert arena.shoot(arena.find("Goblin")).refused == "You have no missile weapon ready."
    arena.equip(arena.player, "Needle")
    assert arena.shoot(arena.find("Goblin")).refused == "You have no missile weapon ready."
    arena.give(arena.player, "Sling")
    assert (
        arena.shoot(arena.find("Goblin")).refused
        == "Your Sling is in the pack: take it in hand first."
    )
    assert fingerprint(arena)["dice"] == before["dice"]


def test_the_unseen_cannot_be_shot(draw: Draw) -> None:
    arena = draw("######\n#@#g.#\n#....#\n######")
    arena.equip(arena.player, "Shortbow")
    with unchanged(arena):
        assert arena.shoot(arena.find("Goblin")).refused == "You see nobody there."


def test_blade_and_bow_keep_to_their_own_damage(draw: Draw) -> None:
    arena = draw("#######\n#@o...#\n#######")
    arena.equip(arena.player, "Sling")
    arena.equip(arena.player, "War Axe")
    ogre = arena.find("Ogre")
    shots = {lost(arena.shoot(ogre).trace, ogre) for _ in range(20)}
    assert max(shots) <= 5
    (struck, *_) = of(arena.shoot(ogre).trace, changes.Struck) or [None]
    assert struck is None or struck.means == "Sling"


def test_shooting_at_nothing_is_refused(draw: Draw) -> None:
    arena = draw("######\n#@!g+#\n######")
    arena.equip(arena.player, "Sling")
    goblin = arena.find("Goblin")
    inflict(arena, "damage", goblin, amount=99)
    with unchanged(arena):
        for target in (
            0,
            99_999,
            goblin,
            arena.player,
            arena.find("Health Potion"),
            arena.find("Door"),
        ):
            assert arena.shoot(target).refused is not None


@pytest.mark.parametrize(("weapon", "told"), [("Sling", "a shot"), ("Needle", "a blow")])
def test_a_fumbled_shot_is_told_as_a_shot_not_a_blow(draw: Draw, weapon: str, told: str) -> None:
    arena = draw("#####\n#@g.#\n#####")
    arena.equip(arena.player, weapon)
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, max_hp=999, hp=999)
    attack = arena.shoot if weapon == "Sling" else arena.melee
    lines = [line for _ in range(200) for line in attack(goblin).log if "fumble" in line]
    assert set(lines) == {f"You fumble {told} at the goblin."}


def test_monsters_shoot_back(draw: Draw) -> None:
    arena = draw("########\n#@...a.#\n########", {"a": "Goblin Archer"})
    archer = arena.find("Goblin Archer")
    result = arena.shoot(arena.player, by=archer)
    assert result.refused is None
    assert flights(result.trace)[0].path[-1] == (1, 1)


def test_a_shot_at_a_large_body_flies_to_the_part_of_it_that_is_seen(draw: Draw) -> None:
    arena = draw("########\n##.D..##\n##....##\n#.....@#\n########")
    arena.equip(arena.player, "Sling")
    result = arena.shoot(arena.find("Giant"))
    assert result.refused is None
    [flight] = flights(result.trace)
    assert flight.path[-1] == (4, 2)


def test_walls_stop_a_shot_and_creatures_in_between_do_not(draw: Draw) -> None:
    arena = draw("#######\n#@.k.g#\n#.##.##\n#..k..#\n#######")
    arena.equip(arena.player, "Hand Crossbow")
    goblin, below = arena.find("Goblin"), arena.at(3, 3)[0]
    assert arena.shoot(below).refused == "You see nobody there."
    assert arena.shoot(goblin).refused is None
