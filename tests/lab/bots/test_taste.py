"""Temperaments: what they choose of what is offered, and what the report says of it."""

import pytest

from roguelike.lab.balance.playing import play_game
from roguelike.lab.balance.summaries import figures_of
from roguelike.lab.bots.item_habits import best_of
from roguelike.lab.bots.roster import BOTS, make_bot, taste_of
from roguelike.lab.bots.taste import TASTES, liked_origin, of_item, ranked
from roguelike.raws.catalog import Catalog
from roguelike.testing import Arena

OFFERS = ("Thick Skin", "Swordplay", "Study of Fire", "Concentration")
BOOKS = ("Beginner's Magic", "The Careful Stove", "Who Goes There", "Manners, and Their Opposite")


@pytest.mark.parametrize(
    ("name", "offer", "book"),
    [
        ("pyromancer", "Study of Fire", "The Careful Stove"),
        ("tank", "Thick Skin", None),
        ("fighter", "Swordplay", None),
        ("summoner", None, "Who Goes There"),
        ("trickster", None, "Manners, and Their Opposite"),
    ],
)
def test_each_takes_what_it_likes(
    name: str, offer: str | None, book: str | None, catalog: Catalog
) -> None:
    with Arena.from_ascii("###\n#@#\n###") as room:
        if offer is not None:
            assert best_of(room.game, OFFERS, TASTES[name]) == offer
    if book is not None:
        assert ranked(TASTES[name], "1", BOOKS, catalog)[0] == book


def test_whims_differ_by_seed_and_the_same_seed_has_the_same(catalog: Catalog) -> None:
    whim = TASTES["whimsical"]
    found = [liked_origin(whim, str(seed), catalog) for seed in range(20)]
    assert len(set(found)) > 4
    assert found == [liked_origin(whim, str(seed), catalog) for seed in range(20)]


def test_six_temperaments_are_bots_of_their_own() -> None:
    assert len(TASTES) == 6
    for name in TASTES:
        assert make_bot(name, "1").name == name
        assert taste_of(f"seer-{name}") is taste_of(name) is TASTES[name]
        assert f"seer-{name}" in BOTS


def test_whatever_there_is_can_be_liked(catalog: Catalog) -> None:
    for name in catalog.names("items"):
        assert all(isinstance(word, str) for word, _ in of_item(name, catalog))


def test_the_record_says_what_was_offered_and_what_was_refused(catalog: Catalog) -> None:
    record = play_game("tank", "7", 120, catalog, origin="Soldier")
    assert record.failure == ""
    assert record.chosen["origin: Soldier"] == 1
    choices = figures_of("tank", [record], 120).choices
    assert choices["origin: Soldier"].offered == choices["origin: Soldier"].taken == 1
    assert (choices["origin: Drunk"].taken, choices["origin: Drunk"].refused) == (0, 1)
