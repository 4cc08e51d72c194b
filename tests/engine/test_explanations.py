"""What statuses, things and offers do is said in words that are made from their rows, and by no more than differs.

The words are in tests/golden/told/explanations.txt (`GOLDEN=write`).
"""

from collections.abc import Iterator
from typing import Any

import pytest

from roguelike.engine.session import Session
from roguelike.engine.views import choices
from roguelike.engine.views.creatures import hud_view
from roguelike.engine.views.records import WeaponView
from roguelike.engine.views.use_text import explanations_of, hazard_text, status_text
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from tests.goldens import GOLDEN, compare
from tests.rooms import inflict, room

OWN = catalog_for(None)
BONUSES = ("Hangover", "Strength Potion")
"""Statuses that do what their cause says: they change attributes."""
HALL = "########\n#@.g...#\n########"


def text_of(name: str) -> str:
    with Arena.from_ascii(HALL, {"g": "Goblin"}) as arena:
        return status_text(arena.game, OWN.statuses[name])


def explained(spell: str, level: int = 1, *runes: str) -> list[str]:
    """Return the summary of a spell, and what it explains."""
    with Arena.from_ascii(HALL, {"g": "Goblin"}) as arena:
        arena.set_level(arena.player, level)
        arena.teach(spell)
        for rune in runes:
            assert arena.inscribe(spell, rune).refused is None
        session = Session(arena.game)
        view = next(each for each in session.hud().spells if each.name == spell)
        return [view.summary, *session.ask(explanations_of, view)]


@pytest.mark.parametrize("name", sorted(OWN.statuses))
def test_every_status_says_what_it_does(name: str) -> None:
    assert text_of(name) != "does nothing by itself" or name in BONUSES


@pytest.mark.parametrize("name", sorted(OWN.hazards))
def test_every_hazard_says_what_it_does(name: str) -> None:
    with Arena.from_ascii(HALL, {"g": "Goblin"}) as arena:
        assert len(hazard_text(arena.game, name)) > 10


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


def handled(*worn: str, carried: str) -> dict[str, tuple[str, ...]]:
    """Return the lines about each of some items that are worn, and of one that is carried, by name."""
    with room("###\n#@#\n###", raws=None) as arena:
        for item in worn:
            arena.equip(arena.player, item)
        if carried:
            arena.give(arena.player, carried)
            arena.identify(carried)
        return {view.name: view.details for view in Session(arena.game).pack()}


STATUSES = ("Marked", "Asleep", "Frozen", "Wet", "Burning", "Invisible")
CASTS: tuple[tuple[Any, ...], ...] = (
    ("Long Shadow",), ("Kindling",), ("Zap",), ("Dread",), ("Rune of Reproach",), ("Rune of Reproach", 14),
    ("Hoarfrost", 1, "Bound Rune"), ("Zap", 1, "Bound Rune"),
)  # fmt: skip
HANDLED = (
    ("", "Amulet of Grounding"), ("", "Leather Cap"), ("", "Shortbow"), ("", "Steel Greaves +1"),
    ("Ring of Steady Feet, Ring of Wit", ""), ("Ring of Steady Feet", "Ring of Wit"),
    ("Ring of Steady Feet, Ring of Rime", "Ring of Wit"), ("Lantern", "Shield"),
)  # fmt: skip
"""What is worn, and what is carried."""


def explanations() -> Iterator[str]:
    """Yield what is said of statuses, spells and things, each under what it is of."""
    for name in STATUSES:
        yield from (f"--- {name}", text_of(name))
    for cast in CASTS:
        yield from (f"--- {', '.join(map(str, cast))}", *explained(*cast))
    for worn, carried in HANDLED:
        for name, lines in handled(*filter(None, worn.split(", ")), carried=carried).items():
            yield from (
                f"--- {name} (worn: {worn or 'none'}; carried: {carried or 'none'})",
                *lines,
            )


def test_what_is_said_of_statuses_spells_and_things_is_said_as_it_was() -> None:
    """A ring on the second finger is compared with none, nor is one for which a finger is free; a third is."""
    compare(GOLDEN / "told" / "explanations.txt", "\n".join(explanations()) + "\n")


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
