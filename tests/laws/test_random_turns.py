"""Whole turns of random rooms of the game's own data: whatever the player does, the reply told of it, and left no mark.

Every act of the forecast's law is played on: things thrown, bargains struck, inscribed spells, traps trodden on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

import pytest

from roguelike.actions.action import Action, Done
from roguelike.actions.moving import staggers
from roguelike.components.spatial import Hidden
from roguelike.core.rng import Stream
from roguelike.effects.foresight.forecast import Outcome
from roguelike.effects.foresight.rehearsal import rehearsing_turn
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.foreseeing.reply import reply
from roguelike.engine.play.turn import bury
from roguelike.engine.state.snapshot import state_hash
from roguelike.lab.campaigns.foresight_law import reaches
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.changes import TookBack
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game
from tests.boards import Board, creatures, scatter, seen_by_player
from tests.laws.test_forecast import ACTS, OWN_GROUND
from tests.laws.test_rehearsed_turns import fingerprint
from tests.laws.test_reply import BEATEN_AT_MOST, copy_of, play_turn
from tests.rooms import lost, of

SAMPLES = 32
MOST_FOES = 7


@dataclass(frozen=True)
class Told:
    """A turn that was told of and then played: what was done, what was told, what it took, and whether it killed.

    `others` is what everybody else lost whom the player saw.
    """

    action: Action
    told: Reply
    lost: int
    died: bool
    others: Mapping[int, int]

    @property
    def is_within(self) -> bool:
        """Whether the loss lies within the bounds that were told."""
        least, _, most = self.told.you.damage
        return least <= self.lost <= most

    def is_within_for(self, other: int) -> bool:
        """Return whether somebody else lost what was told of them."""
        least, _, most = self.told.outcomes.get(other, Outcome()).damage
        return least <= self.others[other] <= most


def turn_of(number: int) -> Told | None:
    """Tell of a random turn and play it; None where not all of it can be known, or nothing comes of it."""
    rng = Random(f"turn {number}")
    size = rng.randint(3, 10), rng.randint(3, 7)
    drawing = scatter(rng, *size, rng.randint(1, MOST_FOES), OWN_GROUND)
    with Board(drawing, number, own=True).arena(minds=True) as arena:
        arena.set_pools(arena.player, max_hp=90, hp=rng.choice((3, 8, 15, 30, 90)))
        action, actor = ACTS[rng.choice(sorted(ACTS))](arena, rng)
        is_free = not staggers(arena.player) and "act" not in stats_of(arena.player).status.forbids
        if actor != arena.player or not is_free or set(creatures(arena)) - seen_by_player(arena):
            return None
        return told_and_played(arena, action)


def tell(game: Game, action: Action) -> Reply:
    """Tell of a turn, and hold that nothing changed by that."""
    game.enter()
    bury(game)
    for _, hidden in ecs.with_component(Hidden):
        hidden.found = True  # what the player does not know of, no reply tells
    before = fingerprint(game)
    told = reply(game, action, samples=SAMPLES)
    after = fingerprint(game)
    assert {name for name in before if before[name] != after[name]} == set()
    return told


def told_and_played(arena: Arena, action: Action) -> Told | None:
    """Tell of a turn, rehearse it with the real dice, and play it."""
    game, player = arena.game, arena.player
    told = tell(game, action)
    unknown = game.level.transparent & ~game.level.explored
    assert isinstance(game.rng, Stream)
    with rehearsing_turn(game, copy_of(game.rng), BookkeepingCopy(game)):
        play_turn(game, action)
        rehearsed = state_hash(game)
    start, others = len(game.trace), seen_by_player(arena) - {player}
    result = play_turn(game, action)
    assert state_hash(game) == rehearsed
    trace = game.trace[start:]
    if not isinstance(result, Done):
        assert told.refused is not None
        return None
    if of(trace, TookBack, player) or reaches(trace, unknown):
        return None
    assert told.refused is None
    taken = {other: lost(trace, other) for other in others}
    return Told(action, told, lost(trace, player), player in game.dead, taken)


def hold(turns: Sequence[Told]) -> None:
    """Hold bounds and chances against what came: few losses beyond what was told, as many deaths as were told."""
    beaten = [each for each in turns if not each.is_within]
    assert len(beaten) <= max(1, len(turns) * BEATEN_AT_MOST), [
        (each.action, each.told.you.damage, each.lost) for each in beaten
    ]
    among = [(each, other) for each in turns for other in each.others]
    beaten_too = [(each.action, other) for each, other in among if not each.is_within_for(other)]
    assert len(beaten_too) <= max(1, len(among) * BEATEN_AT_MOST), beaten_too
    never = [each for each in turns if each.told.death == 0 and each.died]
    assert len(never) <= max(1, len(turns) * BEATEN_AT_MOST)
    always = [each for each in turns if each.told.death == 1]
    assert all(each.died for each in always)
    chances = [each.told.death for each in turns]
    deviation = sum(chance * (1 - chance) for chance in chances) ** 0.5
    died = sum(each.died for each in turns)
    assert abs(died - sum(chances)) <= 3 * max(1.0, deviation)


@pytest.mark.parametrize("count", [80, pytest.param(6_000, marks=pytest.mark.soak)])
def test_a_random_turn_comes_to_what_was_told(count: int) -> None:
    """All cases are held together: of a thousand alone, chance puts two beyond one of 500 now and then."""
    turns = [told for n in range(count) if (told := turn_of(n)) is not None]
    assert len(turns) > count / 4
    assert any(told.died for told in turns)
    hold(turns)
