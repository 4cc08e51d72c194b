"""What statuses, things and offers do is said in words that are made from their rows, and by no more than differs."""

import pytest

from roguelike.engine.session import Session
from roguelike.engine.views import choices
from roguelike.engine.views.creatures import hud_view
from roguelike.engine.views.records import WeaponView
from roguelike.engine.views.use_text import explanations_of, hazard_text, status_text
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from tests.rooms import inflict, room

OWN = catalog_for(None)
BONUSES = ("Hangover", "Strength Potion")
"""Statuses that do what their cause says: they change attributes."""
HALL = "########\n#@.g...#\n########"


def text_of(name: str) -> str:
    with Arena.from_ascii(HALL, {"g": "Goblin"}) as arena:
        return status_text(arena.game, OWN.statuses[name])


def explained(spell: str, level: int = 1, *runes: str) -> list[str]:
    with Arena.from_ascii(HALL, {"g": "Goblin"}) as arena:
        arena.set_level(arena.player, level)
        arena.teach(spell)
        for rune in runes:
            assert arena.inscribe(spell, rune).refused is None
        session = Session(arena.game)
        view = next(each for each in session.hud().spells if each.name == spell)
        return session.ask(explanations_of, view)


@pytest.mark.parametrize("name", sorted(OWN.statuses))
def test_every_status_says_what_it_does(name: str) -> None:
    assert text_of(name) != "does nothing by itself" or name in BONUSES


@pytest.mark.parametrize("name", sorted(OWN.hazards))
def test_every_hazard_says_what_it_does(name: str) -> None:
    with Arena.from_ascii(HALL, {"g": "Goblin"}) as arena:
        assert len(hazard_text(arena.game, name)) > 10


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Marked", "takes 1.5 times all harm"),
        ("Asleep", "cannot act; takes twice all harm; any harm ends it"),
        ("Frozen", "being driven into something does 3 times its harm and ends it"),
        ("Frozen", "a blow of 8 or more does twice its harm and ends it"),
        ("Wet", "cold leaves it frozen and ends it"),
        ("Wet", "lightning does 2.5 times its harm and leaps to others like it beside it"),
        ("Burning", "water, cold, shallow water or deep water ends it"),
        ("Invisible", "is seen only from beside it"),
    ],
)
def test_it_says_what_the_row_says(name: str, words: str) -> None:
    assert words in text_of(name)


def test_a_spell_is_explained_with_the_numbers_of_who_casts_it() -> None:
    assert explained("Long Shadow") == ["Marked: takes 1.5 times all harm."]
    assert explained("Kindling")[0].startswith("Fire, 4 turns: 1d4+1 (2-5) fire damage each turn")
    low, high = explained("Rune of Reproach"), explained("Rune of Reproach", 14)
    assert "3d6+1 (4-19) fire damage" in low[0]
    assert low != high
    assert explained("Zap") == []
    assert explained("Dread")[0].startswith("Afraid: cannot strike; runs from enemies")


def summary(level: int, spell: str, *runes: str) -> str:
    with Arena.from_ascii(HALL, {"g": "Goblin"}) as arena:
        arena.set_level(arena.player, level)
        arena.teach(spell)
        for rune in runes:
            assert arena.inscribe(spell, rune).refused is None
        views = Session(arena.game).hud().spells
        return next(each.summary for each in views if each.name == spell)


def test_a_bound_spell_tells_what_waits() -> None:
    assert summary(1, "Hoarfrost", "Bound Rune") == (
        "Hoarfrost, laid on the ground for whoever treads there, range 6, "
        "there: 1d4+1 (2-5) cold damage, ice mist, radius 1, spares friends"
    )
    assert summary(1, "Zap", "Bound Rune").endswith(", there: 5 arcane damage, spares friends")
    assert explained("Hoarfrost", 1, "Bound Rune")[0].startswith("Ice Mist, 4 turns: ")


def test_a_bound_spell_is_told_before_it_is_bound() -> None:
    with Arena.from_ascii(HALL, {"g": "Goblin"}) as arena:
        arena.teach("Zap")
        (view,) = choices.inscription_views(arena.game, arena.give(arena.player, "Bound Rune"))
        assert view.after.summary.endswith(", there: 5 arcane damage, spares friends")


def test_a_creature_in_view_tells_what_its_statuses_do() -> None:
    with Arena.from_ascii(HALL, {"g": "Goblin"}) as arena:
        inflict(arena, "status", arena.find("Goblin"), status="Burning", turns=4, strength=3)
        (goblin,) = Session(arena.game).place((3, 1)).creatures
        (burning,) = goblin.statuses
        assert burning.text.startswith("loses 3 health a turn (fire)")


def test_the_player_s_own_statuses_are_explained_with_their_bonuses() -> None:
    with Arena.from_ascii(HALL, {"g": "Goblin"}) as arena:
        arena.use(arena.give(arena.player, "Strength Potion"))
        texts = [each.text for each in Session(arena.game).hud().statuses]
        assert any("might +" in text for text in texts), texts


BURNS = "ends helpful magic, burns {} mana in its holder, and as much health, range 6, 2 mana"


def told(label: str, *sheets: str | tuple[str, ...]) -> tuple[str, str]:
    """Return what is told of a figure; of a spell its parts are given."""
    before, after = (
        {
            label: choices.Figure(tuple(each.split(", ")) if label.istitle() else (each,)),
            "Load": choices.Figure(("9 lb",)),
        }
        for each in sheets
    )
    (found,) = choices.differences(before, after)
    assert found.label == label
    return found.before, found.after


def test_of_a_spell_only_what_differs_is_told() -> None:
    assert told("Unweave", BURNS.format(7), BURNS.format(8)) == (
        "burns 7 mana in its holder", "burns 8 mana in its holder",
    )  # fmt: skip
    assert told("Zap", "5 damage, range 6, 1 mana", "6 damage, range 7, 1 mana") == (
        "5 damage, range 6", "6 damage, range 7",
    )  # fmt: skip


def test_what_cannot_be_set_side_by_side_is_told_whole() -> None:
    assert told("Zap", "5 damage, range 6", "5 damage, range 6, silent") == (
        "5 damage, range 6", "5 damage, range 6, silent",
    )  # fmt: skip
    assert told("Mastery of fire", "1 spell, next at 2", "2 spells, next at 4") == (
        "1 spell, next at 2", "2 spells, next at 4",
    )  # fmt: skip
    assert told("Armor class", "11", "12") == ("11", "12")
    assert told("Zap", "5 damage, range 6, 3 mana", "5 damage, range 6, 2 mana") == (
        "5 damage, range 6, 3 mana", "5 damage, range 6, 2 mana",
    )  # fmt: skip


def details_of(item: str) -> list[str]:
    """Return the lines about an identified item."""
    with room("###\n#@#\n###", raws=None) as arena:
        entity = arena.give(arena.player, item)
        arena.identify(item)
        views = {view.entity: view for view in Session(arena.game).pack()}
        return list(views[entity].details)


def test_what_protects_from_an_element_says_what_it_does() -> None:
    assert "Worn: you take 25% of lightning damage." in details_of("Amulet of Grounding")


@pytest.mark.parametrize(
    ("item", "words"),
    [("Amulet of Grounding", "Worn on the neck."), ("Leather Cap", "Worn on the head. Armor 0.4.")],
)
def test_armor_is_told_only_of_what_has_some(item: str, words: str) -> None:
    assert words in details_of(item)


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ("Shortbow", "Wielded, it slows you by 1."),
        ("Steel Greaves +1", "Worn, it makes up for 0.5 of what your other gear slows you by."),
    ],
)
def test_gear_that_hinders_its_wearer_less_than_not_at_all_is_not_said_to_slow(
    item: str, words: str
) -> None:
    assert words in details_of(item)


def handled(*worn: str, carried: str = "") -> dict[str, str]:
    """Return the lines about each of some items that are worn, and of one that is carried, as one text by name."""
    with room("###\n#@#\n###", raws=None) as arena:
        for item in worn:
            arena.equip(arena.player, item)
        if carried:
            arena.give(arena.player, carried)
            arena.identify(carried)
        return {view.name: "\n".join(view.details) for view in Session(arena.game).pack()}


def test_a_ring_on_the_second_finger_is_not_compared_with_the_one_on_the_first() -> None:
    """Worn beside a Ring of Steady Feet, the Ring of Wit said "Instead of [it]: no change in numbers."."""
    told = handled("Ring of Steady Feet", "Ring of Wit")
    assert "Instead of" not in told["Ring of Wit"]


def test_a_ring_for_which_a_finger_is_free_is_compared_with_none() -> None:
    told = handled("Ring of Steady Feet", carried="Ring of Wit")
    assert "Worn: intelligence +2." in told["Ring of Wit"]
    assert "Instead of" not in told["Ring of Wit"]


def test_a_third_ring_is_compared_with_the_one_that_it_would_replace_in_attributes_too() -> None:
    told = handled("Ring of Steady Feet", "Ring of Rime", carried="Ring of Wit")
    assert "Instead of the Ring of Steady Feet: intelligence +2." in told["Ring of Wit"]


def test_a_shield_worn_instead_of_a_lantern_says_how_much_less_far_one_sees() -> None:
    """The lantern reaches 18 tiles, the hero's own light 14."""
    told = handled("Lantern", carried="Shield")
    assert "Worn, it sheds light 18 tiles far." in told["Lantern"]
    assert "Instead of the Lantern: armor +1, slowing +0.5, light -4." in told["Shield"]


def test_a_weapon_tells_what_a_hit_with_it_takes_at_the_level_of_its_bearer() -> None:
    with Arena.from_ascii("###\n#@#\n###") as arena:
        assert hud_view(arena.game).weapons == (WeaponView(0, "bare hands", "2-5"),)
        sword = arena.equip(arena.player, "Longsword")
        low = hud_view(arena.game).weapons
        arena.set_level(arena.player, 7)
        high = hud_view(arena.game).weapons
    assert low == (WeaponView(sword, "Longsword", "2-9"),)
    assert high == (WeaponView(sword, "Longsword", "8-15"),)


def test_a_bow_tells_how_far_it_shoots_once_it_is_in_hand() -> None:
    with Arena.from_ascii("###\n#@#\n###") as arena:
        arena.give(arena.player, "Shortbow")
        assert hud_view(arena.game).weapons[-1].told == "in the pack"
        arena.equip(arena.player, "Shortbow")
        assert hud_view(arena.game).weapons[-1].told.endswith(", range 4")
