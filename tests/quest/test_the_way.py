"""The whole way, from the pub down to the Amulet and home again, step by step and through commands alone."""

import pytest

from roguelike.core.data_path import data_folder
from roguelike.engine import commands
from roguelike.engine.saves.snapshot import restore, state_hash, state_of
from roguelike.engine.session import Session
from roguelike.engine.story import EPITAPH
from roguelike.raws.catalog import load_catalog
from roguelike.world import ecs
from roguelike.world.changes import quest_of
from tests.quest.conftest import Begin
from tests.quest.hero import DEEPEST, Hero

GEAR = ("War Axe +5", "Tower Shield +5", "Steel Greaves +5", "Dwarf-Steel Shirt +5", "Steel Helm +5", "Steel Boots +5",
        "Steel Gloves +5", "Ring of Mending", "Ring of the Ox")  # fmt: skip
KIT = {"equipped": GEAR, "carried": ["Health Potion"] * 40 + ["Rations"] * 12}
HEROES = 8


def saved_and_loaded(session: Session) -> None:
    """Check that the game that comes back from a save is the same."""
    before = state_hash(session.game)
    again = restore(state_of(session.game), session.game.content)
    assert state_hash(again) == before
    ecs.drop_world(again.world)
    session.game.enter()


@pytest.mark.parametrize("seed", ["1"])
def test_an_invulnerable_hero_walks_all_the_way(begin: Begin, seed: str) -> None:
    """The one cheat is that the hero cannot die, and the game is marked for it; every step is walked."""
    session, _ = begin(seed)
    session.do(commands.wizardry.ToggleGod())
    Hero(session).fetch_and_carry(saved_and_loaded)
    assert session.is_won
    assert session.game.wizard
    assert session.death().epitaph == EPITAPH
    quest = quest_of(session.game)
    assert quest is not None
    assert quest.stirred == tuple(range(DEEPEST, 0, -1))


@pytest.mark.soak
def test_a_mortal_hero_in_good_gear_wins_without_a_cheat() -> None:
    """A content pack of one row dresses the hero as one who knows the dungeon would be; the dungeon is as it ships."""
    catalog = load_catalog((data_folder(), {"player": KIT}))
    for seed in range(1, HEROES + 1):
        session = Session.start(str(seed), catalog)
        Hero(session).fetch_and_carry()
        won, cheated = session.is_won, session.game.wizard
        ecs.drop_world(session.game.world)
        assert not cheated
        if won:
            return
    raise AssertionError(f"not one of {HEROES} heroes came home")
