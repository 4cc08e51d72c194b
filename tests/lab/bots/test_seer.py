"""The seer: does what another bot would as long as that costs little, and else what costs least.

Temperaments: what they choose of what is offered, and what the report says of it.
"""

from collections.abc import Iterator

import pytest

from roguelike.components import actors
from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Action, Melee, Rest, Step, TakeStairs, UseItem
from roguelike.engine.session import Session
from roguelike.lab.balance.playing import play_game
from roguelike.lab.balance.tables import figures_of
from roguelike.lab.bots import appraisal, item_habits, seeing
from roguelike.lab.bots.bot import Bot
from roguelike.lab.bots.roster import BOTS, make_bot, taste_of
from roguelike.lab.bots.taste import TASTES, liked_origin, of_item
from roguelike.lab.campaigns.marks import marks
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from roguelike.world.terrain import Tile
from tests.lab.bots.playing import hunted

BESET = """
########
#..b...#
#.@b...#
#..b...#
########
"""
SEED = "7"


@pytest.fixture
def beset() -> Iterator[Arena]:
    with Arena.from_ascii(BESET, {"b": "Bandit"}, minds=True) as arena:
        arena.set_pools(arena.player, hp=60, max_hp=60)
        hunted(arena)
        yield arena


def striking(arena: Arena) -> tuple[Session, Bot, Action]:
    """Let a bot that knows nothing but to strike the first beside it be made to see."""
    session = Session(arena.game)
    blow = Melee(arena.game.level.blockers[3, 2])

    def strike(session: Session, rng: Stream) -> Iterator[Action]:
        yield blow

    return session, Bot("seer", (seeing.Seeing((strike,)).act,), "1"), blow


def test_what_costs_little_is_done_as_it_was_meant(beset: Arena) -> None:
    beset.set_pools(beset.player, hp=500, max_hp=500)
    session, bot, blow = striking(beset)
    assert bot.choose(session) == blow


def test_about_to_die_it_drinks_what_it_knows_to_help(beset: Arena) -> None:
    beset.set_pools(beset.player, hp=5)
    beset.identify("Great Health Potion")
    potion = beset.give(beset.player, "Great Health Potion")
    session, bot, blow = striking(beset)
    before = marks(beset.game, caches=True)
    assert bot.choose(session) == UseItem(potion)
    assert marks(beset.game, caches=True) == before
    assert bot.choose(session) == blow, "should that be refused, it does what it was about to do"


def test_about_to_die_it_leaves_by_the_stairs_unless_all_would_come_along(beset: Arena) -> None:
    beset.set_pools(beset.player, hp=3)
    beset.game.level.tiles[2, 2] = Tile.DOWN_STAIRS
    session, bot, _ = striking(beset)
    assert bot.choose(session) != TakeStairs(1)
    ecs.get(beset.spawn("Bandit", 6, 2), actors.Mind).target = beset.player
    session, bot, _ = striking(beset)
    assert bot.choose(session) == TakeStairs(1)


def test_a_step_back_is_better_than_a_blow_that_kills(beset: Arena) -> None:
    beset.set_pools(beset.player, hp=3)
    session, bot, _ = striking(beset)
    chosen = bot.choose(session)
    assert isinstance(chosen, Step | Rest)
    risks = {action: session.reply(action).death for action in (chosen, striking(beset)[2])}
    assert risks[chosen] < risks[striking(beset)[2]]


def test_where_nobody_hunts_nothing_is_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    with Arena.from_ascii("####\n#@.#\n####") as arena:
        monkeypatch.setattr(seeing, "Estimate", None)
        assert seeing.better_than(Session(arena.game), Rest(), appraisal.Nerve()) is None


@pytest.mark.parametrize("turns", [50, pytest.param(130, marks=pytest.mark.soak)])
def test_it_plays_whole_games_alike(catalog: Catalog, turns: int) -> None:
    first, second = (play_game("seer", SEED, turns, catalog) for _ in range(2))
    assert first == second
    assert first.failure == ""
    assert first.turns == turns or first.end == "dead"


def test_it_is_on_the_roster() -> None:
    assert "seer" in BOTS
    assert make_bot("seer", "1").name == "seer"


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
            assert item_habits.best_of(room.game, OFFERS, TASTES[name]) == offer
    if book is not None:
        described = {each: [*of_item(each, catalog)] for each in BOOKS}
        assert TASTES[name].best("1", described) == book


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
    figures = figures_of([record])
    taken = figures["Choices: taken of offered"]
    assert (taken["origin: Soldier"].mean, taken["origin: Drunk"].mean) == (1, 0)
    assert figures["Choices: won by who took it"]["origin: Soldier"].games == 1
    assert figures["Choices: won by who never took it"]["origin: Drunk"].games == 1
