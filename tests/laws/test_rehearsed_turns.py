"""A whole turn can be rehearsed: everybody acts, time passes, and afterwards nothing at all has changed."""

from typing import Any

import esper
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.actions.action import Action, Done, Final
from roguelike.actions.moving import Pass, Step
from roguelike.actions.spell_use import Cast
from roguelike.actions.wizardry import ToggleGod, Travel
from roguelike.components.actors import StatsCache
from roguelike.components.items import Charges
from roguelike.core.geometry import DIRECTIONS
from roguelike.core.records import State
from roguelike.core.rng import Stream
from roguelike.effects.foresight.rehearsal import rehearsing_turn
from roguelike.engine import session as session_module
from roguelike.engine.play.onlookers import NOBODY_LOOKS
from roguelike.engine.play.turn import act_as_able, bury, pass_time, play
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.lab.bots.roster import make_bot
from roguelike.raws.catalog import Catalog
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.changes import Departed
from roguelike.world.game import Game
from roguelike.world.known_level import level_as_known
from roguelike.world.level import Level
from tests.boards import Board, any_spell, boards

SAMPLES = 3


def rehearse_turn(game: Game, action: Action, seed: int, bookkeeping: BookkeepingCopy) -> Final:
    """Play a turn without onlookers, up to the stairs, and take it back."""
    with rehearsing_turn(game, Stream(seed, "rehearsal"), bookkeeping):
        start = len(game.trace)
        result = act_as_able(game, action, NOBODY_LOOKS)
        gone = any(
            isinstance(change, Departed) and change.entity == game.player
            for change in game.trace[start:]
        )
        if isinstance(result, Done) and result.takes_turn and not gone:
            pass_time(game, NOBODY_LOOKS)
    return result


def fingerprint(game: Game) -> dict[str, Any]:
    """Return everything that a turn can touch, down to what is merely kept."""
    level, queue, caches = game.level, game.turn_queue, game.caches
    return {
        "hash": state_hash(game),
        "components": {
            entity: sorted(
                repr(each) if isinstance(each, State) else type(each).__name__
                for each in esper.components_for_entity(entity)
                if not isinstance(each, StatsCache)
            )
            for entity in ecs.entities()
        },
        "next": ecs.next_id(),
        "clocks": (game.now, game.turn, game.depth),
        "order": (list(queue.heap), sorted(queue.noted)),
        **shown(level),
        "encountered": set(game.encountered),
        "player": (set(game.identified), set(game.met), dict(game.standing), repr(game.tallies)),
        "dead": set(game.dead),
        "under way": (list(game.queue), list(map(id, game.trace))),
        "log": list(map(repr, game.log)),
        "caches": (caches.population, caches.sleep, {kind: id(kept) for kind, kept in caches.kept.items()}),
    }  # fmt: skip


def shown(level: Level) -> dict[str, Any]:
    """Return everything of a level that a turn can touch."""
    return {
        "standing": {point: sorted(here) for point, here in level.at.items()},
        "indexes": (dict(level.blockers), set(level.shut), set(level.screens), list(level.crowd)),
        "fixtures": set(level.fixtures),
        "hazards": dict(level.hazards),
        "ground": (level.tiles.tobytes(), level.transparent.tobytes(), set(level.stains)),
        "known": (level.visible.tobytes(), level.explored.tobytes()),
    }


def check(game: Game, action: Action, seed: int = 0) -> None:
    """Rehearse a turn a few times, and find everything as it was each time."""
    game.enter()
    before, bookkeeping = fingerprint(game), BookkeepingCopy(game)
    before["caches"] = fingerprint(game)[
        "caches"
    ]  # copying looks for who is on the level, and that is kept
    for sample in range(SAMPLES):
        rehearse_turn(game, action, seed + sample, bookkeeping)
        after = fingerprint(game)
        assert {name for name in before if before[name] != after[name]} == set()
    check_what_is_kept(game, action, seed)


def check_what_is_kept(game: Game, action: Action, seed: int) -> None:
    """Rehearse it on the level as the player knows it, and find that as it is when it is made anew."""
    game.level.as_known = None
    with level_as_known(game):
        anew, begun = shown(game.level), game.level
        rehearse_turn(game, action, seed, BookkeepingCopy(game))
    with level_as_known(game):
        assert game.level is begun
        assert shown(game.level) == anew


@given(boards(), any_spell, st.data())
def test_nothing_is_left_of_a_turn_in_a_random_room(
    board: Board, spell: str, data: st.DataObject
) -> None:
    with board.arena(minds=True) as arena:
        arena.teach(spell)
        spots = sorted(arena.game.level.at)
        steps = [Step(dx, dy) for dx, dy in DIRECTIONS]
        casts = [Cast(spell, spot) for spot in spots[:6]]
        action = data.draw(st.sampled_from([Pass(), *steps, *casts]))
        check(arena.game, action, board.seed)


@pytest.fixture(scope="module")
def game_data() -> Catalog:
    """The game's own data."""
    return catalog_for(None)


@pytest.mark.parametrize(
    ("bot", "depth", "turns"),
    [("mage", 1, 60), ("greedy", 1, 150), ("random", 1, 100), ("mage", 8, 40), ("greedy", 15, 40)],
)
def test_nothing_is_left_of_the_turns_of_a_bots_game(
    bot: str, depth: int, turns: int, game_data: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = 0

    def rehearsed_first(game: Game, action: Action, *rest: Any, **more: Any) -> Final:
        """Rehearse every eighth command before it is performed."""
        nonlocal commands
        commands += 1
        if commands % 8 == 0 and game.player not in game.dead:
            bury(game)
            check(game, action, commands)
        return play(game, action, *rest, **more)

    monkeypatch.setattr(session_module, "play", rehearsed_first)
    session, player = Session.start(bot, game_data), make_bot(bot, bot)
    if depth > 1:
        session.do(ToggleGod())
        session.do(Travel(depth))
    while not session.is_over and session.game.turn < turns:
        player.take_turn(session)
    assert commands >= 30, "a game too short to tell anything"


def test_a_rehearsal_takes_back_charges_and_discoveries() -> None:
    drawing = """
##########
##@#######
##......!#
##########"""
    legend = {"!": "Health Potion"}
    with Arena.from_ascii(drawing.strip(), legend, minds=True) as arena:
        staff = arena.give(arena.player, "Staff of Sparks")
        ecs.get(staff, Charges).left = 0
        step = Step(0, 1)
        check(arena.game, step)
        before = set(arena.game.encountered)
        act_as_able(arena.game, step, NOBODY_LOOKS)
        pass_time(arena.game, NOBODY_LOOKS)
        assert ecs.get(staff, Charges).progress == 1
        assert arena.game.encountered > before
