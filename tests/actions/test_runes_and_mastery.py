"""Runes beside mastery and each other: what adds nothing is refused, and what adds does so before anybody is moved.

No spell that is paid in hit points gives them back: neither what mends nor what drinks can be paid in blood.
"""

import pytest

from roguelike.actions import acting, inscribing
from roguelike.components import growth, magic, vitals
from roguelike.core.records import replace
from roguelike.engine.views import choices
from roguelike.testing import Arena
from roguelike.world.spells import inscribed_on, spell_of, spell_with
from tests.boards import own_catalog
from tests.goldens import compare_faults, wrong
from tests.halls import stage_of
from tests.rooms import component, do, fingerprint, unchanged

OPEN = """
#####################
#...................#
#...@..g............#
#...................#
#####################
"""
THERE, BESIDE = (7, 2), (5, 2)


def master(arena: Arena, school: str, steps: int) -> None:
    """Have the player, who knows one spell of a school, study it until so many of its steps are reached."""
    content = arena.game.content
    least = content.schools[school].steps[steps - 1].spells if steps else 1
    studies = [each for each in content.offers.values() if each.study and each.school == school]
    for study in studies[:1]:
        needed = -((1 - least) // study.study)
        component(arena.player, growth.Talents).taken = (study.name,) * needed


def caster(spell: str, steps: int, *runes: str) -> Arena:
    """Draw a goblin in the open, and a mage who knows a spell, and has mastered that many steps of its school."""
    arena = stage_of(OPEN)
    component(arena.player, vitals.Pools).level = 12
    arena.set_pools(arena.player, max_hp=200, hp=100, max_mana=90, mana=90)
    arena.teach(spell)
    for rune in runes:
        assert arena.inscribe(spell, rune).refused is None
    master(arena, arena.game.content.spells[spell].school, steps)
    return arena


VAIN = wrong("runes of masters")
"""Spells, steps of mastery, and runes that add nothing to what those give."""


def test_what_mastery_does_already_no_rune_is_spent_on() -> None:
    told = []
    for spell, steps, rune in VAIN:
        with caster(spell, steps) as arena:
            held = arena.give(arena.player, rune)
            with unchanged(arena):
                reason = str(arena.inscribe(spell, rune).refused)
                (shown,) = (
                    s for s in choices.inscription_views(arena.game, held) if s.before.name == spell
                )
                assert (shown.after, shown.reason) == (None, reason)
        told.append(((spell, steps, rune), reason))
    compare_faults("runes of masters", told)


@pytest.mark.parametrize(("spell", "steps", "rune"), VAIN)
def test_with_less_mastery_the_same_rune_has_something_to_do(
    spell: str, steps: int, rune: str
) -> None:
    with caster(spell, steps - 1) as arena:
        assert arena.inscribe(spell, rune).refused is None


def does(made: magic.SpellTemplate) -> magic.SpellTemplate:
    """Return a spell with all that its runes make of it but its words and looks."""
    return replace(made, words=(), use=replace(made.use, burst=None, trail=None))


def test_no_rune_of_the_game_only_makes_a_mastered_spell_dearer() -> None:
    catalog = own_catalog()
    runes = [
        name
        for name in sorted(catalog.names("items"))
        if any(isinstance(part, magic.Rune) for part in catalog.templates("items", name))
    ]
    inscribed = 0
    for spell, template in sorted(catalog.spells.items()):
        school = catalog.schools.get(template.school)
        for steps in range(len(school.steps) + 1 if school else 0):
            with caster(spell, steps) as arena:
                game, player = arena.game, arena.player
                plain = does(spell_of(game, player, spell))
                for rune in runes:
                    if not inscribing.why_not_inscribed(game, player, spell, rune):
                        made = does(spell_with(game, player, spell, (rune,)))
                        dearer = replace(plain, mana_cost=made.mana_cost)
                        assert made != dearer, (spell, steps, rune)
                        inscribed += 1
    assert inscribed > 500


def test_mastery_takes_nothing_from_whom_a_rune_spares() -> None:
    """By mastery fire goes round its caster; by the rune before it went round friends as well, and stays so."""
    with caster("Hearth Unbound", 0, "Merciful Rune") as arena:
        master(arena, "fire", 2)
        assert spell_of(arena.game, arena.player, "Hearth Unbound").use.delivery.spares == "friends"
    with caster("Hearth Unbound", 2) as arena:
        assert spell_of(arena.game, arena.player, "Hearth Unbound").use.delivery.spares == "self"
        assert (
            inscribing.why_not_inscribed(
                arena.game, arena.player, "Hearth Unbound", "Merciful Rune"
            )
            == ""
        )


def test_a_rune_that_mastery_came_to_outdo_stays_and_makes_way_for_others() -> None:
    with caster("Zap", 2) as arena:
        component(arena.player, growth.Talents).taken = ()
        assert arena.inscribe("Zap", "Silent Rune").refused is None
        master(arena, "arcane", 2)
        made = spell_of(arena.game, arena.player, "Zap")
        assert (made.title, made.use.delivery.silent) == ("silent Zap", True)
        with Arena.load(arena.save()) as again:
            assert again.state_hash() == arena.state_hash()
            assert inscribed_on(again.player, "Zap") == ("Silent Rune",)
            assert again.inscribe("Zap", "Long Rune").refused is None
            off = do(again, inscribing.Erase("Zap", "Silent Rune"))
            assert not isinstance(off, acting.Refused)


@pytest.mark.parametrize("spell", ["Rude Gesture", "Fishhook", "Change Partners", "Drench"])
def test_who_is_moved_is_marked_all_the_same(spell: str) -> None:
    with caster(spell, 0, "Marking Rune") as arena:
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
    with caster("Zap", 0, *runes) as arena:
        goblin = arena.find("Goblin")
        arena.cast("Zap", THERE)
        assert arena.position(goblin) == (9, 2)
        assert "Marked" in arena.statuses(goblin)


def test_what_mastery_adds_comes_before_a_shove_too() -> None:
    with caster("Grave Sip", 0, "Shoving Rune") as arena:
        rat = arena.spawn("Rat", *BESIDE)
        arena.set_pools(rat, max_hp=200, hp=200)
        for name, spell in sorted(own_catalog().spells.items()):
            if spell.school == "shadow" and name != "Grave Sip":
                arena.teach(name)
        arena.cast("Grave Sip", BESIDE)
        assert arena.position(rat) == (6, 2)
        assert "Marked" in arena.statuses(rat)


@pytest.mark.parametrize(
    ("steps", "first", "second"),
    [
        (0, "Ember Rune", "Frost Rune"),
        (3, "Ember Rune", "Frost Rune"),
        (0, "Storm Rune", "Slow-Burning Rune"),
        (0, "Long Rune", "Fanning Rune"),
    ],
)
def test_a_rune_that_would_undo_another_is_refused(steps: int, first: str, second: str) -> None:
    with caster("Zap", steps, first) as arena, unchanged(arena):
        refused = arena.inscribe("Zap", second).refused
        assert refused == f"Nothing would be left of the {first}, which Zap has already."


def test_a_rune_that_leaves_something_of_another_is_inscribed() -> None:
    with caster("Zap", 0, "Fanning Rune", "Long Rune", "Ember Rune"):
        pass


def test_what_drives_a_whole_crowd_can_be_made_to_drive_it_farther() -> None:
    with caster("Drench", 0, "Shoving Rune") as arena:
        goblin = arena.find("Goblin")
        arena.cast("Drench", THERE)
        assert arena.position(goblin) == (10, 2)


TOUCHING = """
#########
#.......#
#..@g...#
#.......#
#########
"""
NEAR = (4, 2)
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
            assert arena.cast("Storm's Favourite", NEAR).refused is None
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
            seen = arena.forecast(spell, NEAR)
            own = seen.outcomes.get(arena.player)
            assert own is None or own.healing[2] == 0, (spell, held)
            assert component(arena.player, vitals.Pools).hp == 100
    assert tried > 20
