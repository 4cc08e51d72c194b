"""No spell that is paid in hit points gives them back: neither what mends nor what drinks can be paid in blood."""

import pytest

from roguelike.actions import acting, inscribing
from roguelike.components import growth, vitals
from roguelike.testing import Arena
from roguelike.world.spells import spell_of
from tests.boards import own_catalog
from tests.halls import stage_of
from tests.rooms import component, do, fingerprint, unchanged

TOUCHING = """
#########
#.......#
#..@g...#
#.......#
#########
"""
THERE = (4, 2)
STUDY = "Study of Shadow"


def beside(spell: str, *runes: str, studies: int = 0) -> Arena:
    """Draw a goblin within reach of a wounded mage, who has no mana, and room for runes on a spell."""
    arena = stage_of(TOUCHING)
    component(arena.player, vitals.Pools).level = 12
    component(arena.player, growth.Talents).taken = (STUDY,) * studies
    arena.teach(spell)
    for rune in runes:
        assert arena.inscribe(spell, rune).refused is None
    arena.set_pools(arena.player, max_hp=200, hp=60, mana=0)
    return arena


@pytest.mark.parametrize(
    ("spell", "runes", "reason"),
    [
        ("Grave Sip", (), "Grave Sip mends the very wounds that it would be paid in"),
        ("Soul Tithe", (), "Soul Tithe mends the very wounds that it would be paid in"),
        (
            "Storm's Favourite",
            ("Thirsty Rune",),
            "Thirsty Storm's Favourite mends the very wounds that it would be paid in",
        ),
        (
            "Grave Sip",
            ("Bound Rune",),
            "Bound Grave Sip mends the very wounds that it would be paid in",
        ),
    ],
)
def test_what_drinks_cannot_be_paid_in_blood(
    spell: str, runes: tuple[str, ...], reason: str
) -> None:
    with beside(spell, *runes) as arena, unchanged(arena):
        assert arena.inscribe(spell, "Blood Rune").refused == f"{reason}."


def test_what_is_paid_in_blood_cannot_be_made_to_drink() -> None:
    with beside("Storm's Favourite", "Blood Rune") as arena:
        before = fingerprint(arena)
        refused = arena.inscribe("Storm's Favourite", "Thirsty Rune").refused
        assert refused == "Blood Storm's Favourite would mend the very wounds that it is paid in."
        assert fingerprint(arena) == before


@pytest.mark.parametrize("studies", [0, 5])
def test_what_mastery_will_make_drink_cannot_be_paid_in_blood(studies: int) -> None:
    with beside("Long Shadow", studies=studies) as arena:
        refused = arena.inscribe("Long Shadow", "Blood Rune").refused
        assert refused == (
            "Long Shadow mends the very wounds that it would be paid in."
            if studies
            else "Long Shadow would mend the very wounds that it would be paid in, once you master shadow."
        )


def test_a_rune_that_keeps_blood_from_flowing_back_stays_on() -> None:
    with beside("Long Shadow", "Slow-Burning Rune", "Blood Rune") as arena:
        whole = do(arena, inscribing.Erase("Long Shadow", "Slow-Burning Rune"))
        assert whole == acting.Refused(
            "Without the Slow-Burning Rune the other runes would not hold: "
            "Blood Long Shadow would mend the very wounds that it is paid in, once you master shadow."
        )
        freed = do(arena, inscribing.Erase("Long Shadow", "Blood Rune"))
        assert not isinstance(freed, acting.Refused)


def test_blood_on_what_harms_is_paid_in_full() -> None:
    with beside("Storm's Favourite", "Blood Rune") as arena:
        for _ in range(5):
            assert arena.cast("Storm's Favourite", THERE).refused is None
        assert arena.hp(arena.player) == 60 - 5 * 8


@pytest.mark.parametrize("runes", [("Thirsty Rune", "Blood Rune"), ("Blood Rune", "Thirsty Rune")])
@pytest.mark.parametrize("studies", [0, 5])
def test_no_spell_of_the_game_endlessly_harms_and_heals_for_nothing(
    runes: tuple[str, str], studies: int
) -> None:
    tried = 0
    for spell in sorted(own_catalog().spells):
        with stage_of(TOUCHING) as arena:
            component(arena.player, vitals.Pools).level = 12
            component(arena.player, growth.Talents).taken = (STUDY,) * studies
            arena.teach(spell)
            held = [rune for rune in runes if arena.inscribe(spell, rune).refused is None]
            made = spell_of(arena.game, arena.player, spell)
            if "Blood Rune" not in held or made.use.delivery.consumes_user:
                continue
            arena.set_pools(arena.player, max_hp=200, hp=100, mana=0)
            tried += 1
            seen = arena.forecast(spell, THERE)
            own = seen.outcomes.get(arena.player)
            assert own is None or own.healing[2] == 0, (spell, held)
            assert component(arena.player, vitals.Pools).hp == 100
    assert tried > 20
