"""What statuses, fires and clouds do is said in words that are made from their rows."""

import pytest

from roguelike.engine.session import Session
from roguelike.engine.views.explanations import explanations_of, hazard_text, status_text
from roguelike.engine.views.inscriptions import inscription_views
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from tests.rooms import inflict

OWN = catalog_for(None)
BONUSES = ("Hangover", "Strength Potion")
"""Statuses that do what their cause says: they change attributes."""
HALL = "########\n#@.g...#\n########"


def text_of(name: str) -> str:
    with Arena.from_ascii(HALL, {"g": "Goblin"}) as arena:
        return status_text(arena.game, OWN.status(name))


def explained(spell: str, level: int = 1, *runes: str) -> list[str]:
    with Arena.from_ascii(HALL, {"g": "Goblin"}) as arena:
        arena.set_level(arena.player, level)
        arena.teach(spell)
        for rune in runes:
            assert arena.inscribe(spell, rune).refused is None
        session = Session(arena.game)
        view = next(each for each in session.hud().spells if each.name == spell)
        return session.ask(explanations_of, view)


@pytest.mark.parametrize("name", sorted(OWN.compiled.statuses))
def test_every_status_says_what_it_does(name: str) -> None:
    assert text_of(name) != "does nothing by itself" or name in BONUSES


@pytest.mark.parametrize("name", sorted(OWN.compiled.hazards))
def test_every_hazard_says_what_it_does(name: str) -> None:
    with Arena.from_ascii(HALL, {"g": "Goblin"}) as arena:
        assert len(hazard_text(arena.game, name)) > 10


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Marked", "takes 1.5 times all harm"),
        ("Asleep", "cannot act; any harm ends it"),
        ("Frozen", "being driven into something does 3 times its harm and ends it"),
        ("Frozen", "a blow of 8 or more does twice its harm and ends it"),
        ("Wet", "cold leaves it frozen and ends it"),
        ("Wet", "lightning does 1.5 times its harm and leaps to others like it beside it"),
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
        "there: 1d4+3 (4-7) cold damage, ice mist, radius 1, spares friends"
    )
    assert summary(1, "Zap", "Bound Rune").endswith(", there: 5 arcane damage, spares friends")
    assert explained("Hoarfrost", 1, "Bound Rune")[0].startswith("Ice Mist, 4 turns: ")


def test_a_bound_spell_is_told_before_it_is_bound() -> None:
    with Arena.from_ascii(HALL, {"g": "Goblin"}) as arena:
        arena.teach("Zap")
        (view,) = inscription_views(arena.game, arena.give(arena.player, "Bound Rune"))
        assert view.after is not None
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
