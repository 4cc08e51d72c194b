"""The reply is the turn that will be played: same ending for same dice, nothing left behind, order as told."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import assume
from hypothesis import strategies as st

from roguelike.actions import acting, moving, spell_use
from roguelike.core.geometry import DIRECTIONS
from roguelike.engine.foreseeing.played_turns import entries
from roguelike.engine.foreseeing.reply import reply
from roguelike.engine.play.onlookers import Onlookers
from roguelike.engine.play.turn import bury
from roguelike.engine.state.snapshot import state_hash
from roguelike.lab.campaigns.foresight_law import reveal
from roguelike.lab.campaigns.marks import marks
from roguelike.lab.campaigns.turn_law import rehearsed_hash, turn_played
from roguelike.systems.initiative import coming_turns
from roguelike.testing import Arena
from roguelike.world.game import Game
from tests.boards import Board, any_spell, boards, creatures, seen_by_player
from tests.lengths import law
from tests.rooms import inflict


def drawn_action(arena: Arena, spell: str, data: st.DataObject) -> acting.Action:
    """Draw something to do: wait, step, or cast a spell somewhere."""
    arena.teach(spell)
    spots = sorted(arena.game.level.at)[:8]
    options = [
        moving.Pass(),
        *(moving.Step(dx, dy) for dx, dy in DIRECTIONS),
        *(spell_use.Cast(spell, at) for at in spots),
    ]
    return data.draw(st.sampled_from(options))


@law(boards(), any_spell, st.data(), few=10, many=2_000)
def test_a_rehearsal_with_the_real_dice_ends_as_the_real_turn(
    board: Board, spell: str, data: st.DataObject
) -> None:
    with board.arena(minds=True) as arena:
        game = arena.game
        action = drawn_action(arena, spell, data)
        game.enter()
        bury(game)
        rehearsed = rehearsed_hash(game, action)
        turn_played(game, action)
        assert state_hash(game) == rehearsed


@law(boards(), any_spell, st.data(), few=10, many=1_000)
def test_a_reply_leaves_the_game_as_it_was(board: Board, spell: str, data: st.DataObject) -> None:
    with board.arena(minds=True) as arena:
        game = arena.game
        action = drawn_action(arena, spell, data)
        game.enter()
        bury(game)
        before = marks(game, caches=True)
        first = reply(game, action, samples=6)
        after = marks(game, caches=True)
        assert {name for name in before if before[name] != after[name]} == set()
        assert reply(game, action, samples=6) == first


def test_a_fault_in_the_middle_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    with Arena.from_ascii("######\n#@.o.#\n######", {"o": "Orc"}, minds=True) as arena:
        before = marks(arena.game, caches=True)

        def fail(*_: Any) -> None:
            raise RuntimeError("planted")

        monkeypatch.setattr("roguelike.effects.upkeep.run_statuses", fail)
        with pytest.raises(RuntimeError, match="planted"):
            arena.reply("wait")
        assert marks(arena.game, caches=True) == before


def order_of(game: Game, action: acting.Action) -> Sequence[int]:
    """Play a turn for real, and return who acted in it."""
    order: list[int] = []
    turn_played(game, action, Onlookers(acts=lambda _, entity, __: order.append(entity)))
    return order


@law(boards(), any_spell, st.data(), few=10, many=2_000)
def test_the_turns_that_are_certain_are_taken_in_the_order_told(
    board: Board, spell: str, data: st.DataObject
) -> None:
    with board.arena(minds=True) as arena:
        assume(set(creatures(arena)) - {arena.player} <= seen_by_player(arena))
        game, action = arena.game, drawn_action(arena, spell, data)
        reveal(game)  # nobody can tell who will tread on a trap that nobody knows
        told = reply(game, action)
        firm = [e for e, sure in zip(entries(told.order), told.certain, strict=True) if sure]
        order = entries(order_of(game, action))
        assert [entry for entry in order if entry in firm] == firm


def test_who_acts_twice_is_listed_twice() -> None:
    with Arena.from_ascii("#######\n#@...o#\n#######", {"o": "Orc"}, minds=True, seed=3) as arena:
        seen = set()
        for _ in range(40):
            told = list(coming_turns(arena.game))
            seen.add(len(told))
            assert order_of(arena.game, moving.Pass()) == told
            arena.set_pools(arena.player, hp=30)
        assert {0, 1, 2} <= seen


LONG = pytest.mark.soak


@pytest.mark.parametrize("games", [50, pytest.param(250, marks=LONG)])
def test_the_chance_of_death_is_the_share_of_turns_that_kill(games: int) -> None:
    drawing = "#########\n#..b....#\n#.b@....#\n#########"
    died, told = 0, []
    for seed in range(games):
        with Arena.from_ascii(drawing, {"b": "Bandit"}, minds=True, seed=seed) as arena:
            arena.set_pools(arena.player, hp=3)
            told.append(arena.reply("wait").death)
            arena.turn("wait")
            died += not arena.alive(arena.player)
    expected = sum(told)
    deviation = sum(chance * (1 - chance) for chance in told) ** 0.5
    assert abs(died - expected) <= 3 * deviation
    assert games / 12 < expected < games * 11 / 12


def test_the_unseen_take_no_part_and_are_not_given_away() -> None:
    drawing = "#########\n#@..#..o#\n#########"
    with Arena.from_ascii(drawing, {"o": "Orc"}, minds=True) as arena:
        alone = arena.reply("wait")
    with Arena.from_ascii(drawing.replace("o", "."), minds=True) as arena:
        assert arena.reply("wait") == alone
        assert alone.order == ()
        assert alone.intents == {}


def test_the_most_that_others_lose_is_that_of_the_hardest_blow_however_rare() -> None:
    drawing = "########\n#@..b..#\n#...o..#\n########"
    met = 0
    for seed in range(12):
        with Arena.from_ascii(drawing, {"b": "Bandit", "o": "Orc"}, minds=True, seed=seed) as arena:
            bandit, orc = arena.find("Bandit"), arena.find("Orc")
            arena.set_pools(bandit, hp=90, max_hp=90)
            hardest = arena.forecast("melee", (4, 1), by=orc).outcomes[bandit].damage[2]
            inflict(arena, "status", orc, by=arena.player, status="Charmed", turns=5)
            told = arena.reply("wait").outcomes.get(bandit)
            if told is not None and told.damage[2]:
                met += 1
                assert told.damage[2] >= hardest
    assert met > 6
