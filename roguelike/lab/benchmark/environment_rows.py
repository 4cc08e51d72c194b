"""The Gymnasium environment: steps with the array observation, and a reset. Measured if extra `gym` is installed."""

import numpy as np

from roguelike.core.rng import Stream
from roguelike.lab.benchmark.row import (
    PER_STANDARD_S,
    STANDARD,
    Effort,
    Figure,
    Samples,
    row,
    standard_ms,
)
from roguelike.lab.environment.environment import BlueManaEnv

BATCH = 50
"""Steps per sample: single steps vary too much."""


@row("steps of the environment, random legal actions", PER_STANDARD_S, at_least=2_000)
def steps(effort: Effort) -> Figure:
    """Measure whole steps, starting in the town: turn, observation and mask."""
    env, rng = BlueManaEnv(), Stream(0, "benchmark")
    _, info = env.reset(seed=1)

    def play() -> None:
        """Take BATCH random steps, with a reset wherever a game ends."""
        nonlocal info
        for _ in range(BATCH):
            action = int(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
            _, _, over, late, info = env.step(action)
            if over or late:
                _, info = env.reset()

    samples = Samples()
    play()
    for _ in range(effort.of(80, least=4)):
        samples.take(play)
    found = samples.sorted()
    env.close()
    each = sum(found) / len(found) / BATCH
    return Figure(1000 / each, f"{len(found) * BATCH} steps", samples.spread)


@row("reset of the environment", STANDARD, at_most=15)
def reset(effort: Effort) -> Figure:
    """Measure a reset up to its first observation."""
    env = BlueManaEnv()
    found = standard_ms(env.reset, effort.of(60))
    env.close()
    return found
