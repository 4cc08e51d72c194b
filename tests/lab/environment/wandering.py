"""A policy that needs nothing: legal actions at random."""

from typing import Any

import numpy as np

from roguelike.lab.environment.environment import BlueManaEnv


def wander(env: BlueManaEnv, seed: int, steps: int) -> list[dict[str, Any]]:
    """Play legal actions at random; return the infos."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    infos = [info]
    for _ in range(steps):
        legal = np.flatnonzero(info["action_mask"])
        _, _, over, late, info = env.step(int(rng.choice(legal)))
        infos.append(info)
        if over or late:
            break
    return infos
