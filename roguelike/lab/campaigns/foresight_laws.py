"""The campaign of foresight: scenes at every depth, in which each command is held to its forecast.

What that means says `foresight_law`; here it is chosen what is tried, and counted what was compared.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Pass
from roguelike.engine.play.turn import bury
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.campaigns.campaign import Campaign, Trial, Verdict
from roguelike.lab.campaigns.foresight_law import held
from roguelike.lab.campaigns.foresight_scenes import CHOOSERS, chosen, scene
from roguelike.world import ecs

TURNS, SAMPLES, REHEARSALS = 5, 2, 3
KINDS = (*CHOOSERS, *["cast"] * len(CHOOSERS))
"""Kinds of commands, in turn: every second one is a cast."""


@contextmanager
def _open(seed: str) -> Iterator[Trial]:
    """Go through the depths and the kinds of commands in order."""

    def trial(rng: Stream, number: int) -> Verdict:
        """Set up a scene at a depth, foresee what is then done, and compare."""
        kind = KINDS[number % len(KINDS)]
        session, counts = scene(seed, number, rng), Counter[str]()
        failure = _foreseen(session, kind, rng, counts)
        ecs.drop_world(session.game.world)
        return Verdict(kind, "broke" if failure else "held", failure, counts)

    yield trial


def _foreseen(session: Session, kind: str, rng: Stream, counts: Counter[str]) -> str:
    """Foresee a command each turn, do it, and compare; return what is wrong."""
    bot = make_bot("greedy", "1")
    for _ in range(TURNS):
        if session.is_over:
            return ""
        if wrong := _held(session, kind, rng, counts):
            return wrong
        if not session.is_over:
            bot.take_turn(session)
    return ""


def _held(session: Session, kind: str, rng: Stream, counts: Counter[str]) -> str:
    """Choose a command, foresee it and hold it to that; return what is wrong. `counts` is told what was compared."""
    action = chosen(session, kind, rng)
    if session.is_over:
        return ""  # choosing it, as by wielding a bow, took a turn
    game = session.game
    bury(game)
    was = state_hash(game)
    foreseen = session.forecast(action)
    session.estimate(Pass()).refined(SAMPLES)
    session.estimate(action).refined(SAMPLES)
    if state_hash(game) != was:
        return f"to foresee {action} changed the game"
    for what, wrong in held(game, session.player, action, foreseen, rng, REHEARSALS):
        counts[f"{kind}: {what}"] += 1
        if wrong:
            return f"{action}: {wrong}"
    return ""


FORESIGHT = Campaign("foresight", "laws of forecast and reply", 1_000, 8, _open)
