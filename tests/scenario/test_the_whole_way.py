"""The whole way, from the pub down to the Amulet and home again, step by step and through commands alone."""

import pytest

from roguelike.actions import acting
from roguelike.core import data_path
from roguelike.engine.play import commands
from roguelike.engine.play.story import EPITAPH
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.raws.catalog import load_catalog
from roguelike.store import save_file
from roguelike.world import changes, ecs
from roguelike.world.catalog import Catalog
from tests.rooms import Begin
from tests.scenario.hero import DEEPEST, Hero

GEAR = ("War Axe +5", "Tower Shield +5", "Steel Greaves +5", "Dwarf-Steel Shirt +5", "Steel Helm +5", "Steel Boots +5",
        "Steel Gloves +5", "Ring of Mending", "Ring of the Ox")  # fmt: skip
KIT = {"equipped": GEAR, "carried": ["Health Potion"] * 40 + ["Rations"] * 12}
HEROES = 8
CITY_END = 11
"""The deepest level of the dark city."""


def saved_and_loaded(session: Session) -> Session:
    """Go on with the game that comes back from a save, which is the same."""
    before = state_hash(session.game)
    game = save_file.decode(save_file.encode(session.game)).open(session.game.content)
    ecs.drop_world(session.game.world)
    assert state_hash(game) == before
    return Session(game)


@pytest.mark.soak
@pytest.mark.parametrize("seed", ["1"])
def test_an_invulnerable_hero_walks_all_the_way(begin: Begin, catalog: Catalog, seed: str) -> None:
    """The one cheat is that the hero cannot die, and the game is marked for it; every step is walked."""
    session, _ = begin(seed)
    session.do(commands.wizardry.ToggleGod())
    stairs: dict[int, str] = {}

    def remember(now: Session) -> None:
        stairs[len(now.commands)] = state_hash(now.game)

    Hero(session).fetch_and_carry(remember)
    assert session.is_won
    assert session.game.wizard
    assert session.death().epitaph == EPITAPH
    quest = changes.quest_of(session.game)
    assert quest is not None
    assert quest.stirred == tuple(range(DEEPEST, 0, -1))
    assert len(stairs) == 2 * (DEEPEST - 1)
    saved_at_every_stair(Session.start(seed, catalog), list(session.commands), stairs)


def saved_at_every_stair(
    double: Session, journal: list[acting.Action], stairs: dict[int, str]
) -> None:
    """Walk the same way, saving and loading on every stair down and up: nothing comes out otherwise."""
    for number, command in enumerate(journal, 1):
        double.do(command)
        if number in stairs:
            assert state_hash(double.game) == stairs[number], f"depth {double.game.depth}"
            double = saved_and_loaded(double)
    assert double.is_won
    ecs.drop_world(double.game.world)


@pytest.mark.soak
def test_gear_alone_does_not_win() -> None:
    """Who knows the way and wears the best, but runs past everybody and learns nothing, is killed down there.

    Until danger went on below the halls, one of the first eight such heroes came home with the Amulet. That it can be
    won without a cheat is the recorded victory's to prove.
    """
    catalog = load_catalog((data_path.data_folder(), {"player": KIT}))
    depths = []
    for seed in range(1, HEROES + 1):
        session = Session.start(str(seed), catalog)
        Hero(session).fetch_and_carry()
        assert session.death().epitaph.startswith("Killed by"), (
            "neither hunger nor the way kept them"
        )
        depths.append(session.game.tallies.deepest)
        ecs.drop_world(session.game.world)
    assert max(depths) > CITY_END, "the kit is worth something"
    assert max(depths) < DEEPEST
