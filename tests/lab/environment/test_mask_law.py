"""The law of the mask: it allows exactly what the game would not refuse, whatever state the player is in."""

import numpy as np
import pytest

from roguelike.actions.action import refusal_of
from roguelike.core.trial_rolls import ExtremeRolls
from roguelike.effects.dispatch import drain
from roguelike.effects.foresight.rehearsal import rehearsing_turn
from roguelike.effects.statuses import Afflict
from roguelike.engine.play.onlookers import NOBODY_LOOKS
from roguelike.engine.play.turn import act_as_able
from roguelike.lab.environment.action_mask import Mask, mask_of
from roguelike.lab.environment.action_table import ACTIONS, VERB_NAMES, command_of
from roguelike.lab.environment.environment import BlueManaEnv
from roguelike.lab.environment.observation import TARGETS, Observer
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.game import Cause, Game, Single
from tests.rooms import room

MEANINGLESS = "it means nothing now"


def refusal(game: Game, eyes: Observer, number: int) -> str | None:
    """Return why an action would be refused, None where it would not; nothing is left of it."""
    command = command_of(number, game, eyes)
    if command is None:
        return MEANINGLESS
    with rehearsing_turn(game, ExtremeRolls(high=True, lucky=True), BookkeepingCopy(game)):
        return refusal_of(act_as_able(game, command, NOBODY_LOOKS))


def disagreements(game: Game, eyes: Observer, mask: Mask) -> dict[str, str | None]:
    """Return what the mask allows and the game refuses, or the other way round, with the reason."""
    refused = {number: refusal(game, eyes, number) for number in range(ACTIONS)}
    return {
        f"{VERB_NAMES[number // TARGETS]} at {number % TARGETS}": why
        for number, why in refused.items()
        if bool(mask[number]) != (why is None)
    }


def afflict(game: Game, status: str) -> None:
    """Let the player have a status."""
    game.push(Afflict(status, turns=5), Single(game.player), game.player, Cause("a test"))
    drain(game)


@pytest.mark.parametrize(
    ("depth", "seed"), [(1, 3), (2, 7), (4, 5), (7, 2), (9, 8), (11, 6), (14, 1)]
)
def test_the_mask_says_of_every_action_whether_it_would_be_refused(depth: int, seed: int) -> None:
    env, rng = BlueManaEnv(depth=depth), np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    for step in range(60):
        if step % 12 == 0:
            assert disagreements(env.game, env.eyes, info["action_mask"]) == {}
        *_, over, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        if over:
            break
    env.close()


HOLDS = ("Stunned", "Asleep", "Frozen", "Confusion", "Feared", "Blinded", "Silenced", "Seared")


@pytest.mark.parametrize("status", HOLDS)
def test_it_does_so_whatever_holds_the_player(status: str) -> None:
    """Who sleeps, is stunned or confused passes or stumbles whatever they choose: a step into a wall is a turn too."""
    with room("######\n#@.g.#\n##.###\n######", raws=None) as arena:
        arena.teach("Zap")
        arena.give(arena.player, "Health Potion")
        afflict(arena.game, status)
        eyes = Observer(arena.game)
        eyes.observe(arena.game)
        mask = mask_of(arena.game, eyes)
        assert disagreements(arena.game, eyes, mask) == {}
        into_the_wall = VERB_NAMES.index("north") * TARGETS
        assert bool(mask[into_the_wall]) == (status in ("Stunned", "Asleep", "Frozen", "Confusion"))
