"""A whole turn can be rehearsed: everybody acts, time passes, and afterwards nothing at all has changed.

Whole turns of random rooms of the game's own data: whatever the player does, the law of a turn holds.

Every act of the forecast's law is played on: things thrown, bargains struck, inscribed spells, traps trodden on.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.actions import acting, moving, spell_use, wizardry
from roguelike.components import items
from roguelike.core.geometry import DIRECTIONS
from roguelike.core.rng import Stream
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine import session as session_module
from roguelike.engine.play.turn import bury, play
from roguelike.engine.session import Session
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.campaigns.marks import level_marks, marks
from roguelike.lab.campaigns.turn_law import DIED, TURNS, TurnLaw, shortfall, turn_played
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs, known_level
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game
from tests.boards import Board, any_spell, boards, scatter
from tests.laws.test_forecast import ACTS, OWN_GROUND

SAMPLES = 3


def check(game: Game, action: acting.Action, seed: int = 0) -> None:
    """Rehearse a turn a few times, and find everything as it was each time."""
    game.enter()
    bookkeeping = BookkeepingCopy(game)  # copying looks for who is on the level, and that is kept
    before = marks(game, caches=True)
    for sample in range(SAMPLES):
        with rehearsing(game, Stream(seed + sample, "rehearsal"), bookkeeping):
            turn_played(game, action)
        after = marks(game, caches=True)
        assert {name for name in before if before[name] != after[name]} == set()
    check_what_is_kept(game, action, seed)


def check_what_is_kept(game: Game, action: acting.Action, seed: int) -> None:
    """Rehearse it on the level as the player knows it, and find that as it is when it is made anew."""
    game.level.as_known = None
    with known_level.level_as_known(game):
        anew, begun = level_marks(game.level), game.level
        with rehearsing(game, Stream(seed, "rehearsal"), BookkeepingCopy(game)):
            turn_played(game, action)
    with known_level.level_as_known(game):
        assert game.level is begun
        assert level_marks(game.level) == anew


@given(boards(), any_spell, st.data())
def test_nothing_is_left_of_a_turn_in_a_random_room(
    board: Board, spell: str, data: st.DataObject
) -> None:
    with board.arena(minds=True) as arena:
        arena.teach(spell)
        spots = sorted(arena.game.level.at)
        steps = [moving.Step(dx, dy) for dx, dy in DIRECTIONS]
        casts = [spell_use.Cast(spell, spot) for spot in spots[:6]]
        action = data.draw(st.sampled_from([moving.Pass(), *steps, *casts]))
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

    def rehearsed_first(game: Game, action: acting.Action, *rest: Any, **more: Any) -> acting.Final:
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
        session.do(wizardry.ToggleGod())
        session.do(wizardry.Travel(depth))
    player.play(session, until=turns)
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
        ecs.get(staff, items.Charges).left = 0
        step = moving.Step(0, 1)
        check(arena.game, step)
        before = set(arena.game.encountered)
        turn_played(arena.game, step)
        assert ecs.get(staff, items.Charges).progress == 1
        assert arena.game.encountered > before


MOST_FOES = 7


def hold_one(law: TurnLaw, number: int) -> None:
    """Hold a random turn to what is told of it."""
    rng = Random(f"turn {number}")
    size = rng.randint(3, 10), rng.randint(3, 7)
    drawing = scatter(rng, *size, rng.randint(1, MOST_FOES), OWN_GROUND)
    with Board(drawing, number, own=True).arena(minds=True) as arena:
        arena.set_pools(arena.player, max_hp=90, hp=rng.choice((3, 8, 15, 30, 90)))
        action, actor = ACTS[rng.choice(sorted(ACTS))](arena, rng)
        if actor == arena.player:
            assert law.hold(arena.game, action) == ""


@pytest.mark.parametrize("count", [30, pytest.param(6_000, marks=pytest.mark.soak)])
def test_a_random_turn_comes_to_what_was_told(count: int) -> None:
    """All cases are held together: of a thousand alone, chance puts two beyond one of 500 now and then."""
    law = TurnLaw()
    for number in range(count):
        hold_one(law, number)
    assert shortfall(law.counts) == "", law.broke
    assert law.counts[TURNS] > count / 4
    assert law.counts[DIED]
