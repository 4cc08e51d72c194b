"""New levels: one of three to choose, the same for the same seed, foreseen on the sheet; and mastery of schools.

What a new level makes of a spell: offered to who knows it, felt by the forecast, kept, with runes on top.
"""

from collections import Counter
from typing import Any

import pytest

from roguelike.actions import acting, growing
from roguelike.components import growth, magic, vitals
from roguelike.effects import experience, learning
from roguelike.engine.state.snapshot import state_hash
from roguelike.engine.views import choices
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import figures
from roguelike.world.spells import spell_of
from tests.halls import stage_of
from tests.rooms import component, do, inflict, inflict_at, unchanged

ALONE = "#####\n#@..#\n#####"
CATALOG = catalog_for(None)


def waiting(arena: Arena) -> tuple[growth.Choice, ...]:
    """Return the choices that wait."""
    found: tuple[growth.Choice, ...] = component(arena.player, growth.Talents).waiting
    return found


def offered(seed: int, *, rolls: int = 0) -> tuple[growth.Choice, ...]:
    """Return what levels 2 to 5 offer in the game of a seed, after some rolls of play."""
    with Arena.from_ascii(ALONE, seed=seed) as arena:
        for _ in range(rolls):
            arena.game.rng.below(6)
        inflict(arena, "experience", arena.player, amount=figures.experience_to_leave(CATALOG, 4))
        return waiting(arena)


def take(arena: Arena, **offer: Any) -> Any:
    """Let a choice of these offers wait, and take the first."""
    (name,) = [each for each in CATALOG.offers if each == offer["name"]]
    talents = component(arena.player, growth.Talents)
    talents.waiting = (growth.Choice(2, (name,)),)
    return do(arena, growing.ChooseOffer(name))


def test_each_level_offers_three_of_three_sorts() -> None:
    for seed in range(30):
        kept = offered(seed)
        assert [choice.level for choice in kept] == [2, 3, 4, 5]
        for choice in kept:
            groups = [CATALOG.offers[name].group for name in choice.offers]
            assert len(set(groups)) == len(groups) == 3


def test_the_same_seed_offers_the_same_whatever_was_rolled() -> None:
    assert offered(3) == offered(3, rolls=17)
    assert len({offered(seed)[0].offers for seed in range(30)}) > 10


def test_schools_are_offered_to_who_knows_a_spell_of_them() -> None:
    found = {name for seed in range(40) for choice in offered(seed) for name in choice.offers}
    assert not [name for name in found if CATALOG.offers[name].group == "school"]
    with Arena.from_ascii(ALONE, seed=1) as arena:
        arena.teach("Ember Dart")
        inflict(arena, "experience", arena.player, amount=12_000)
        names = {name for choice in waiting(arena) for name in choice.offers}
        assert {n for n in names if CATALOG.offers[n].group == "school"} == {"Study of Fire"}


def test_a_choice_waits_until_it_is_made_and_takes_no_turn() -> None:
    with Arena.from_ascii(ALONE, seed=2) as arena:
        inflict(arena, "experience", arena.player, amount=2100)
        first, second = waiting(arena)
        with Arena.load(arena.save()) as again:
            assert again.state_hash() == arena.state_hash()
            assert waiting(again) == (first, second)
        arena.game.enter()
        wrong = next(name for name in CATALOG.offers if name not in first.offers)
        with unchanged(arena):
            refused = do(arena, growing.ChooseOffer(wrong))
            assert refused == acting.Refused(f"Level 2 does not offer {wrong}.")
        chosen = do(arena, growing.ChooseOffer(first.offers[1]))
        assert chosen == acting.Done(takes_turn=False)
        assert waiting(arena) == (second,)
        assert component(arena.player, growth.Talents).taken == (first.offers[1],)


def test_with_nothing_to_choose_it_is_refused() -> None:
    with Arena.from_ascii(ALONE) as arena:
        result = do(arena, growing.ChooseOffer("Deep Well"))
        assert isinstance(result, acting.Refused)


def test_attributes_raise_what_follows_from_them() -> None:
    with Arena.from_ascii(ALONE) as arena:
        arena.set_pools(arena.player, hp=10)
        take(arena, name="Hard to Kill")
        assert component(arena.player, vitals.Attributes).fitness == 15
        assert (arena.max_hp(arena.player), arena.hp(arena.player)) == (32, 12)


def foretold(arena: Arena, offer: str) -> dict[str, tuple[str, str]]:
    """Return what the page of a new level says that an offer would change, before and after, by label."""
    component(arena.player, growth.Talents).waiting = (growth.Choice(2, (offer,)),)
    choice = choices.choice_view(arena.game)
    return {each.label: (each.before, each.after) for each in choice.offers[0].changes}


def test_a_place_for_one_more_spell_is_told() -> None:
    with Arena.from_ascii(ALONE) as arena:
        told = foretold(arena, "Deep Well")
        assert told == {"Maximum mana": ("4", "10"), "Spells attuned": ("4", "5")}


def test_attributes_are_told_with_what_they_add_at_later_levels() -> None:
    with Arena.from_ascii(ALONE) as arena:
        assert foretold(arena, "Hard to Kill")["Health at level 2"] == ("+12", "+14")
        assert foretold(arena, "A Clear Head")["Mana at level 2"] == ("+5", "+8")
        assert "Health at level 2" not in foretold(arena, "Thick Skin")


def test_light_feet_are_told_as_the_pace_they_change() -> None:
    with Arena.from_ascii(ALONE) as arena:
        arena.equip(arena.player, "Longsword")
        component(arena.player, growth.Talents).waiting = (growth.Choice(2, ("Light Feet",)),)
        choice = choices.choice_view(arena.game)
        (change,) = (each for each in choice.offers[0].changes if each.label == "Pace")
        assert (change.before, change.after, change.is_loss) == ("-2 (slow)", "+0", False)


def test_pools_skills_sockets_and_spells_are_given() -> None:
    with Arena.from_ascii(ALONE) as arena:
        take(arena, name="Deep Well")
        assert (arena.max_mana(arena.player), arena.mana(arena.player)) == (10, 10)
        take(arena, name="Swordplay")
        assert component(arena.player, vitals.Skills).melee == 7
        take(arena, name="Learn Side Door")
        assert "Side Door" in arena.known_spells()
        arena.teach("Hearth Unbound")
        assert arena.inscribe("Hearth Unbound", "Wide Rune").refused is None
        assert arena.inscribe("Hearth Unbound", "Merciful Rune").refused is not None
        take(arena, name="A Steadier Hand")
        assert arena.inscribe("Hearth Unbound", "Merciful Rune").refused is None


@pytest.mark.parametrize("name", CATALOG.common_offers)
def test_each_offer_says_what_it_changes_and_leaves_no_mark(name: str) -> None:
    with Arena.from_ascii(ALONE) as arena:
        for spell, template in CATALOG.spells.items():
            if template.school == CATALOG.offers[name].school:
                arena.teach(spell)
                break
        component(arena.player, growth.Talents).waiting = (growth.Choice(2, (name,)),)
        before = state_hash(arena.game)
        choice = choices.choice_view(arena.game)
        assert state_hash(arena.game) == before
        (offer,) = choice.offers
        assert offer.changes
        assert all(change.before != change.after for change in offer.changes)


def test_a_spell_for_which_there_is_no_place_is_told_of_all_the_same() -> None:
    with Arena.from_ascii(ALONE) as arena:
        for spell in ("Zap", "Web", "Venom", "Ember Dart"):
            arena.teach(spell)
        component(arena.player, growth.Talents).waiting = (growth.Choice(2, ("Learn Side Door",)),)
        choice = choices.choice_view(arena.game)
        told = {each.label: each.after for each in choice.offers[0].changes}
        assert told["Side Door"] == "takes you there, range 5, 2 mana, not attuned"


def test_a_hero_of_a_level_took_the_first_offer_each_time() -> None:
    with Arena.from_ascii(ALONE, seed=4) as arena:
        arena.set_level(arena.player, 9)
        talents = component(arena.player, growth.Talents)
        pools = component(arena.player, vitals.Pools)
        assert (pools.level, len(talents.taken), talents.waiting) == (9, 8, ())
        assert talents.taken[0] == offered(4)[0].offers[0]
        assert (pools.hp, pools.mana) == (pools.max_hp, pools.max_mana)
        arena.set_level(arena.player, 1)
        assert (arena.max_hp(arena.player), arena.max_mana(arena.player)) == (30, 4)
        assert component(arena.player, growth.Talents) == growth.Talents()


def test_a_creature_of_a_level_has_the_pools_of_its_kind() -> None:
    with Arena.from_ascii("#####\n#@o.#\n#####", {"o": "Orc"}) as arena:
        orc = arena.find("Orc")
        usual = (arena.max_hp(orc), arena.max_mana(orc))
        level = component(orc, vitals.Pools).level
        arena.set_level(orc, level + 3)
        assert arena.hp(orc) == arena.max_hp(orc) == usual[0] + 24
        arena.set_level(orc, level)
        assert (arena.max_hp(orc), arena.max_mana(orc)) == usual


# Mastery


def knowing(arena: Arena, school: str, count: int) -> None:
    """Let the player know some spells of a school, or have studied what there are too few spells for."""
    names = [name for name, spell in CATALOG.spells.items() if spell.school == school]
    studies = (max(0, count - len(names)) + 1) // 2
    for name in names[: count - 2 * studies]:
        arena.teach(name)
    taken = (f"Study of {school.capitalize()}",) * studies
    component(arena.player, growth.Talents).taken = taken


@pytest.mark.parametrize("school", CATALOG.schools)
def test_every_school_has_its_three_steps_and_each_gives_something(school: str) -> None:
    assert [step.spells for step in CATALOG.schools[school].steps] == [2, 4, 6]
    spells = [name for name, spell in CATALOG.spells.items() if spell.school == school]
    assert spells
    for count in (2, 4, 6):
        with Arena.from_ascii(ALONE) as less, Arena.from_ascii(ALONE) as more:
            more.game.enter()
            knowing(more, school, count)
            mastery = figures.mastery_in(more.game, more.player, school)
            assert mastery.steps == count // 2
            step = CATALOG.schools[school].steps[mastery.steps - 1]
            after = [spell_of(more.game, more.player, name) for name in spells]
            less.game.enter()
            knowing(less, school, count - 1)
            before = [spell_of(less.game, less.player, name) for name in spells]
            assert step.grants or before != after, step.does


def test_one_spell_is_not_called_spells() -> None:
    with Arena.from_ascii(ALONE) as arena:
        knowing(arena, "fire", 1)
        assert choices.figures_of(arena.game)["Mastery of fire"].parts == ("1 spell; next at 2",)


def test_your_own_fires_spare_you_and_nobody_else() -> None:
    for count, harmed in ((1, True), (2, False)):
        with stage_of("######\n#@g..#\n######", hp=60) as arena:
            knowing(arena, "fire", count)
            goblin = arena.find("Goblin")
            for spot in ((1, 1), (2, 1)):
                inflict_fire(arena, spot)
            before = arena.hp(arena.player), arena.hp(goblin)
            arena.wait(1)
            assert (arena.hp(arena.player) < before[0]) == harmed
            assert arena.hp(goblin) < before[1]


def inflict_fire(arena: Arena, spot: tuple[int, int]) -> None:
    """Start a fire of the player's on a tile."""
    inflict_at(arena, "kindle", spot, by=arena.player, hazard="Fire", turns=5)


def test_what_drains_strikes_as_what_harms_does() -> None:
    for count, marked in ((3, False), (4, True)):
        with stage_of("#####\n#@g.#\n#####") as arena:
            knowing(arena, "shadow", count)
            arena.cast("Grave Sip", (2, 1))
            assert ("Marked" in arena.statuses(arena.find("Goblin"))) == marked


def test_bolts_of_a_master_go_on_through_the_dead() -> None:
    room = "############\n#@..g..g..g#\n############"
    for count, struck in ((5, 1), (6, 2)):
        with stage_of(room, hp=60) as arena:
            knowing(arena, "fire", count)
            goblins = [e for x in (4, 7, 10) for e in arena.at(x, 1)]
            arena.set_pools(goblins[0], hp=1)
            foreseen = arena.forecast("Ember Dart", (4, 1)).outcomes
            arena.cast("Ember Dart", (4, 1))
            hurt = [e for e in goblins if not arena.alive(e) or arena.hp(e) < 60]
            assert len(hurt) == struck
            assert set(hurt) <= set(foreseen)


def test_what_a_master_calls_stays() -> None:
    with stage_of(ALONE.replace("..", "....").replace("####", "######")) as arena:
        knowing(arena, "nature", 4)
        arena.cast("Rat Chorus")
        arena.wait(40)
        assert [e for e in arena.game.level.blockers.values() if e != arena.player]


UPGRADES = {name: each for name, each in CATALOG.offers.items() if isinstance(each, growth.Upgrade)}
FORCE = next(
    name
    for name, each in UPGRADES.items()
    if each.spell == "Zap" and "half as much again" in each.change.does
)
LONGER = ("Wolf at the Door: And Another Thing", "Brood Call: And Another Thing")
ROOM = "##########\n#@.....o.#\n##########"


def upgrade(room: Arena, name: str) -> None:
    """Let an upgrade wait alone, and upgrade it."""
    component(room.player, growth.Talents).waiting = (growth.Choice(2, (name,)),)
    do(room, growing.ChooseOffer(name))


def test_a_spell_that_hurts_more_is_foreseen_so_and_does_so() -> None:
    with Arena.from_ascii(ROOM, {"o": "Orc"}) as room:
        room.teach("Zap")
        orc = room.find("Orc")
        usual = room.forecast("Zap", (7, 1)).outcomes[orc].damage
        upgrade(room, FORCE)
        more = room.forecast("Zap", (7, 1)).outcomes[orc].damage
        assert more[1] == pytest.approx(1.5 * usual[1], abs=0.6)
        before = room.hp(orc)
        room.cast("Zap", (7, 1))
        assert before - room.hp(orc) == more[1]


def test_an_upgrade_is_kept_by_a_save_and_a_rune_comes_on_top() -> None:
    with Arena.from_ascii(ROOM, {"o": "Orc"}) as room:
        room.teach("Zap")
        upgrade(room, FORCE)
        with Arena.load(room.save()) as again:
            assert again.state_hash() == room.state_hash()
            orc = again.find("Orc")
            damage = again.forecast("Zap", (7, 1)).outcomes[orc].damage
        room.game.enter()
        assert room.forecast("Zap", (7, 1)).outcomes[room.find("Orc")].damage == damage
        assert room.inscribe("Zap", "Heavy Rune").refused is None
        assert room.forecast("Zap", (7, 1)).outcomes[room.find("Orc")].damage[1] > damage[1]
        assert spell_of(room.game, room.player, "Zap").words[0] == UPGRADES[FORCE].change.word


def test_upgrades_are_offered_to_who_knows_the_spell_and_each_once() -> None:
    with Arena.from_ascii(ROOM, {"o": "Orc"}, seed=5) as room:
        unknown = [experience.choice_for(room.game, room.player, level) for level in range(2, 14)]
        assert not {name for choice in unknown for name in choice.offers} & UPGRADES.keys()
        room.teach("Zap")
        offered = [
            name
            for level in range(2, 14)
            for name in experience.choice_for(room.game, room.player, level).offers
            if name in UPGRADES
        ]
        assert offered
        assert {UPGRADES[name].spell for name in offered} == {"Zap"}
        for name in set(offered):
            upgrade(room, name)
        left = [experience.choice_for(room.game, room.player, level) for level in range(2, 14)]
        assert not {name for choice in left for name in choice.offers} & {*offered}


def taught() -> set[str]:
    """Name the spells that a player may learn: by a book, or with a level."""
    uses = (part for name in CATALOG.names("items") for part in CATALOG.templates("items", name))
    by_books = {
        spell for use in uses if isinstance(use, magic.Use) for spell in learning.taught_by(use)
    }
    return {"Zap", *by_books} | {each.teaches for each in CATALOG.offers.values() if each.teaches}


CREATURES_ALONE = {
    "Bull Rush": "Only creatures charge: nobody can learn it, so no level adds to it."
}


def test_every_upgrade_says_what_it_changes_and_every_spell_has_some() -> None:
    counts = Counter(each.spell for each in UPGRADES.values())
    assert CATALOG.spells.keys() - counts.keys() == CREATURES_ALONE.keys()
    assert not CREATURES_ALONE.keys() & taught()
    assert [spell for spell, count in counts.items() if count < 3] == ["Clean Slate", "Yesterday"]
    with Arena.from_ascii(ROOM, {"o": "Orc"}) as room:
        for name, each in UPGRADES.items():
            room.teach(each.spell)
            component(room.player, growth.Talents).waiting = (growth.Choice(2, (name,)),)
            view = choices.choice_view(room.game)
            is_told = (
                "no noise" in each.change.does or name in LONGER
            )  # in words, and no figure says it
            assert view.offers[0].changes or is_told, name
            assert each.change.does in view.offers[0].text


def test_creatures_have_none_of_the_players() -> None:
    with Arena.from_ascii(ROOM, {"o": "Failed Apprentice"}) as room:
        room.teach("Zap")
        upgrade(room, FORCE)
        other = room.find("Failed Apprentice")
        assert not spell_of(room.game, other, "Zap").words
