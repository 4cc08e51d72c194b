"""What a new level makes of a spell: offered to who knows it, felt by the forecast, kept, with runes on top."""

from collections import Counter

import pytest

from roguelike.actions import growing
from roguelike.components import growth, magic
from roguelike.effects import experience, learning
from roguelike.engine.views import choices
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world.spells import spell_of
from tests.rooms import component, do

CATALOG = catalog_for(None)
UPGRADES = {name: each for name, each in CATALOG.offers.items() if isinstance(each, growth.Upgrade)}
FORCE = next(
    name
    for name, each in UPGRADES.items()
    if each.spell == "Zap" and "half as much again" in each.change.does
)
LONGER = ("Wolf at the Door: And Another Thing", "Brood Call: And Another Thing")
ROOM = "##########\n#@.....o.#\n##########"


def take(room: Arena, name: str) -> None:
    """Let an upgrade wait alone, and take it."""
    component(room.player, growth.Talents).waiting = (growth.Choice(2, (name,)),)
    do(room, growing.ChooseOffer(name))


def test_a_spell_that_hurts_more_is_foreseen_so_and_does_so() -> None:
    with Arena.from_ascii(ROOM, {"o": "Orc"}) as room:
        room.teach("Zap")
        orc = room.find("Orc")
        usual = room.forecast("Zap", (7, 1)).outcomes[orc].damage
        take(room, FORCE)
        more = room.forecast("Zap", (7, 1)).outcomes[orc].damage
        assert more[1] == pytest.approx(1.5 * usual[1], abs=0.6)
        before = room.hp(orc)
        room.cast("Zap", (7, 1))
        assert before - room.hp(orc) == more[1]


def test_an_upgrade_is_kept_by_a_save_and_a_rune_comes_on_top() -> None:
    with Arena.from_ascii(ROOM, {"o": "Orc"}) as room:
        room.teach("Zap")
        take(room, FORCE)
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
            take(room, name)
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
            assert view is not None
            is_told = (
                "no noise" in each.change.does or name in LONGER
            )  # in words, and no figure says it
            assert view.offers[0].changes or is_told, name
            assert each.change.does in view.offers[0].text


def test_creatures_have_none_of_the_players() -> None:
    with Arena.from_ascii(ROOM, {"o": "Failed Apprentice"}) as room:
        room.teach("Zap")
        take(room, FORCE)
        other = room.find("Failed Apprentice")
        assert not spell_of(room.game, other, "Zap").words
