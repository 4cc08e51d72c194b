"""Going from level to level: a level is as it was left, the story goes on, and whoever arrives is there entirely.

The whole way, from the pub down to the Amulet and home again, step by step and through commands alone.
"""

import pytest

from roguelike.actions import acting
from roguelike.components import spatial
from roguelike.core import data_path
from roguelike.engine.play import commands
from roguelike.engine.play.story import EPITAPH
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.raws.catalog import load_catalog
from roguelike.store import save_file
from roguelike.testing import Arena
from roguelike.world import changes, ecs
from roguelike.world.catalog import Catalog
from tests.rooms import Begin, Draw
from tests.scenario.hero import DEEPEST, Hero

SCROLL = "Town Portal Scroll"


def bloody(session: Session, arena: Arena) -> None:
    """Kill a rat beside the player, so that the ground is stained."""
    x, y = session.here
    level = session.game.level
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    rat = arena.spawn("Rat", *next(spot for spot in around if level.is_free(spot)))
    for _ in range(40):
        if not arena.alive(rat):
            break
        arena.melee(rat)
    assert level.stains


def test_ground_and_blood_are_as_they_were_left(begin: Begin) -> None:
    session, arena = begin()
    session.do(commands.wizardry.ToggleGod())
    session.do(commands.wizardry.Travel(2))
    bloody(session, arena)
    level = session.game.level
    explored, stains, tiles = level.explored.copy(), set(level.stains), level.tiles.copy()
    session.do(commands.wizardry.Travel(3))
    assert not (session.game.level.stains & stains)
    session.do(commands.wizardry.Travel(2))
    again = session.game.level
    assert (again.explored | explored == again.explored).all()
    assert set(again.stains) == stains
    assert (again.tiles == tiles).all()
    view = session.map()
    assert (view.explored | explored == view.explored).all()
    assert view.stains == frozenset(stains)


def test_log_and_counts_go_on_and_nobody_is_welcomed_twice(begin: Begin) -> None:
    session, arena = begin()
    session.do(commands.wizardry.ToggleGod())
    session.do(commands.wizardry.Travel(2))
    bloody(session, arena)
    lines, kills = [line.text for line in session.log], session.game.tallies.kills
    dealt = session.game.tallies.damage_dealt
    assert kills == 1
    assert dealt > 0
    for depth in (3, 2, 4):
        session.do(commands.wizardry.Travel(depth))
    assert [line.text for line in session.log][: len(lines)] == lines
    assert sum("Welcome" in line.text for line in session.log) == 1
    assert session.game.tallies.kills >= kills
    assert session.game.tallies.damage_dealt >= dealt
    assert session.game.tallies.deepest == 4


def is_wholly_there(session: Session, arena: Arena) -> None:
    """Place, index, sight and picture agree on where the player is."""
    game, here = session.game, session.here
    place = ecs.get(arena.player, spatial.Position)
    assert (place.x, place.y, place.depth) == (*here, game.depth)
    assert game.level.depth == game.depth
    assert arena.player in game.level.occupants(here)
    assert game.level.blockers[here] == arena.player
    elsewhere = [point for point, who in game.level.at.items() if arena.player in who]
    assert elsewhere == [here]
    assert game.level.visible[here]
    assert session.map().player == here
    assert game.level.toward(here).distance(here, 1) == 0


def test_a_scroll_read_below_puts_all_of_the_player_in_town(begin: Begin) -> None:
    session, arena = begin()
    session.do(commands.wizardry.ToggleGod())
    session.do(commands.wizardry.Travel(3))
    scroll = arena.give(arena.player, SCROLL)
    arena.identify(SCROLL)
    assert session.do(commands.UseItem(scroll)).refused is None
    assert session.game.depth == 1
    is_wholly_there(session, arena)
    session.do(commands.Rest())
    is_wholly_there(session, arena)


@pytest.mark.parametrize(("start", "goal"), [(1, 2), (2, 7), (7, 3), (5, 1), (3, 12)])
def test_one_arrives_at_the_depth_that_was_meant(begin: Begin, start: int, goal: int) -> None:
    session, arena = begin()
    session.do(commands.wizardry.ToggleGod())
    session.do(commands.wizardry.Travel(start))
    session.do(commands.wizardry.Travel(goal))
    assert session.game.depth == goal
    is_wholly_there(session, arena)


def test_back_on_the_stairs_one_left_by_one_sees(begin: Begin) -> None:
    session, arena = begin()
    session.do(commands.wizardry.ToggleGod())
    session.do(commands.wizardry.Travel(2))
    for way in (-1, 1, -1, 1):
        assert session.do(commands.TakeStairs(way)).refused is None
        is_wholly_there(session, arena)
    assert session.game.depth == 2


@pytest.mark.parametrize("depth", [2, 6])
def test_a_portal_leads_back_to_its_depth(begin: Begin, depth: int) -> None:
    session, arena = begin()
    session.do(commands.wizardry.ToggleGod())
    session.do(commands.wizardry.Travel(depth))
    left = session.here
    scroll = arena.give(arena.player, SCROLL)
    arena.identify(SCROLL)
    assert session.do(commands.UseItem(scroll)).refused is None
    (spot,) = [
        point
        for point, who in session.game.level.at.items()
        if any(arena.shown_name(each) == "Town Portal" for each in who)
    ]
    session.walk_to(spot)
    for _ in range(60):
        if session.game.depth == depth or session.go_on() is None:
            break
    assert session.game.depth == depth
    assert session.here == left
    is_wholly_there(session, arena)


def test_a_short_hop_moves_all_of_the_player(draw: Draw) -> None:
    arena = draw("#########\n#@......#\n#.......#\n#.......#\n#########")
    arena.set_pools(arena.player, mana=20, max_mana=20)
    session, start = Session(arena.game), arena.position(arena.player)
    arena.teach("Blink")
    report = session.do(commands.Cast("Blink", (6, 2)))
    assert report.refused is None
    assert report.ask is None
    assert arena.position(arena.player) != start
    is_wholly_there(session, arena)


def test_a_wizard_travels_in_words_of_their_own(begin: Begin) -> None:
    session, _ = begin()
    session.do(commands.wizardry.Travel(4))
    lines = [line.text for line in session.log]
    assert "You fold the dungeon like a map, and step across to depth 4." in lines
    assert not any("portal" in line or "stairs" in line for line in lines)


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
