"""What a rune adds comes upon whom the spell touches before they are moved; one that would add nothing is refused."""

import pytest

from roguelike.components.magic import Inscription
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.spells import own_entities
from tests.boards import own_catalog
from tests.halls import stage_of
from tests.rooms import fingerprint

LONE = """
#####################
#...................#
#...@..g............#
#...................#
#####################
"""
THERE, BESIDE = (7, 2), (5, 2)


def alone(spell: str, *runes: str) -> Arena:
    """Draw a goblin out in the open, and a mage with room for runes on a spell."""
    arena = stage_of(LONE)
    arena.set_level(arena.player, 12)
    arena.set_pools(arena.player, max_hp=200, hp=100, max_mana=90, mana=90)
    arena.teach(spell)
    for rune in runes:
        assert arena.inscribe(spell, rune).refused is None
    return arena


@pytest.mark.parametrize("spell", ["Rude Gesture", "Fishhook", "Change Partners", "Drench"])
def test_who_is_moved_is_marked_all_the_same(spell: str) -> None:
    with alone(spell, "Marking Rune") as arena:
        goblin = arena.find("Goblin")
        seen = arena.forecast(spell, THERE)
        assert seen.outcomes[goblin].statuses["Marked"] == (1.0, 3)
        assert arena.cast(spell, THERE).refused is None
        assert arena.position(goblin) != THERE
        assert "Marked" in arena.statuses(goblin)
        assert "Marked" not in arena.statuses(arena.player)


@pytest.mark.parametrize(
    "runes", [("Shoving Rune", "Marking Rune"), ("Marking Rune", "Shoving Rune")]
)
def test_two_runes_do_the_same_in_either_order(runes: tuple[str, str]) -> None:
    with alone("Zap", *runes) as arena:
        goblin = arena.find("Goblin")
        arena.cast("Zap", THERE)
        assert arena.position(goblin) == (9, 2)
        assert "Marked" in arena.statuses(goblin)


def test_what_mastery_adds_comes_before_a_shove_too() -> None:
    with alone("Grave Sip", "Shoving Rune") as arena:
        rat = arena.spawn("Rat", *BESIDE)
        arena.set_pools(rat, max_hp=200, hp=200)
        for name, spell in sorted(own_catalog().spells.items()):
            if spell.school == "shadow" and name != "Grave Sip":
                arena.teach(name)
        arena.cast("Grave Sip", BESIDE)
        assert arena.position(rat) == (6, 2)
        assert "Marked" in arena.statuses(rat)


@pytest.mark.parametrize(
    ("spell", "rune", "reason"),
    [
        ("Rude Gesture", "Shoving Rune", "moves whom it touches already"),
        ("Fishhook", "Shoving Rune", "moves whom it touches already"),
        ("Change Partners", "Shoving Rune", "moves whom it touches already"),
        ("Corroding Touch", "Marking Rune", "does so already, and for no shorter"),
        ("Long Shadow", "Marking Rune", "does so already, and for no shorter"),
    ],
)
def test_a_rune_that_would_add_nothing_is_refused(spell: str, rune: str, reason: str) -> None:
    with alone(spell) as arena:
        before = fingerprint(arena)
        assert arena.inscribe(spell, rune).refused == f"{spell} {reason}."
        assert fingerprint(arena) == before
        assert not [e for e in own_entities(arena.player) if ecs.get(e, Inscription).runes]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ember Rune", "Frost Rune"),
        ("Storm Rune", "Slow-Burning Rune"),
        ("Long Rune", "Fanning Rune"),
    ],
)
def test_a_rune_that_would_undo_another_is_refused(first: str, second: str) -> None:
    with alone("Zap", first) as arena:
        before = fingerprint(arena)
        refused = arena.inscribe("Zap", second).refused
        assert refused == f"Nothing would be left of the {first}, which Zap has already."
        assert fingerprint(arena) == before


def test_a_rune_that_leaves_something_of_another_is_inscribed() -> None:
    with alone("Zap", "Fanning Rune", "Long Rune", "Ember Rune"):
        pass


def test_what_drives_a_whole_crowd_can_be_made_to_drive_it_farther() -> None:
    with alone("Drench", "Shoving Rune") as arena:
        goblin = arena.find("Goblin")
        arena.cast("Drench", THERE)
        assert arena.position(goblin) == (10, 2)
