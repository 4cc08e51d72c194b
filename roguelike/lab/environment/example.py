"""A small policy trained in a minute or two on one core: `python -m roguelike.lab.environment.example`.

Evolution: players with different weights play the same dungeon, and the next generation is drawn around the best. The
search is CMA-ES (Hansen 2001) from the library `cma`. A player scores a dozen habits ("explore", "strike", "cast") by a
few numbers of the observation. The trained player is compared in unseen dungeons with an untrained one, which has the
same habits and no preferences, and a blind one, which chooses uniformly among all legal actions.

Needs `pip install 'bluemana[train]'`.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from time import process_time
from typing import Any

import cma  # type: ignore[import-untyped]
import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from roguelike.commands.command_line import whole_number
from roguelike.core.rng import Stream
from roguelike.lab.environment import ID
from roguelike.lab.environment.action_table import DESCEND, EXPLORE, ITEM, SHOOT, SPELL, VERBS
from roguelike.lab.environment.observation import CREATURE, STATS, TARGETS, Observation
from roguelike.lab.environment.wrappers import Measure, Rewarded

Mask = NDArray[np.int8]
Policy = Callable[[Observation, Mask], int]
REWARD: Mapping[Measure, float] = {"depth": 3.0, "known": 0.0005}
DEPTH, STEPS = 1, 150
"""Where an episode begins, and its length in steps: enough to reach the first stairs, but not to wander."""
PLAYERS = 14
HESITATION = 0.5
"""Maximum of the random part of each score, so that nobody does the same for ever."""
HELD_OUT = 900_000
"""First seed of the dungeons that are kept out of training."""
COLUMN = {name: place for place, name in enumerate(STATS)}
OF = {name: place for place, name in enumerate(CREATURE)}

# --- what the policy sees, and what it chooses from


FEATURES = 4


def features(seen: Observation) -> NDArray[np.float64]:
    """Return what a player decides by: always 1, a foe in view, an adjacent foe, the share of hit points lost."""
    stats, creatures = seen["stats"], seen["creatures"]
    foes = creatures[creatures[:, OF["hostile"]] > 0]
    beside = len(foes) > 0 and max(abs(foes[0, OF["dx"]]), abs(foes[0, OF["dy"]])) < 2
    health = float(stats[COLUMN["hp"]]) / max(1.0, float(stats[COLUMN["max_hp"]]))
    return np.array((1.0, len(foes) > 0, beside, 1.0 - health))


def _toward(seen: Observation, mask: Mask, sign: int) -> NDArray[np.intp]:
    """List the legal steps that lead most directly towards the nearest foe (`sign` 1), or away from it (-1)."""
    from roguelike.core.geometry import DIRECTIONS

    foes = seen["creatures"][seen["creatures"][:, OF["hostile"]] > 0]
    if not len(foes):
        return np.array([], np.intp)
    dx, dy = float(foes[0, OF["dx"]]), float(foes[0, OF["dy"]])
    gains = [sign * (x * dx + y * dy) / np.hypot(x, y) for x, y in DIRECTIONS]
    legal = [place for place in range(len(DIRECTIONS)) if mask[place * TARGETS]]
    best = max((gains[place] for place in legal), default=0.0)
    return np.array(
        [place * TARGETS for place in legal if gains[place] == best and best > 0], np.intp
    )


def _legal(mask: Mask, first: int, last: int) -> NDArray[np.intp]:
    """List the legal actions of the verbs from `first` up to, but not including, `last`."""
    return np.flatnonzero(mask[first * TARGETS : last * TARGETS]) + first * TARGETS


HABITS: tuple[tuple[str, Callable[[Observation, Mask], NDArray[np.intp]]], ...] = (
    ("strike or come nearer", lambda seen, mask: _toward(seen, mask, 1)),
    ("step back", lambda seen, mask: _toward(seen, mask, -1)),
    ("wander", lambda _, mask: _legal(mask, 0, 8)),
    ("wait", lambda _, mask: _legal(mask, 8, 9)),
    ("rest", lambda _, mask: _legal(mask, 9, 10)),
    ("pick up", lambda _, mask: _legal(mask, 10, 11)),
    ("take the stairs up", lambda _, mask: _legal(mask, 12, 13)),
    ("explore", lambda _, mask: _legal(mask, EXPLORE, EXPLORE + 1)),
    ("descend", lambda _, mask: _legal(mask, DESCEND, DESCEND + 1)),
    ("shoot", lambda _, mask: _legal(mask, SHOOT, SHOOT + 1)),
    ("use a thing", lambda _, mask: _legal(mask, ITEM, SPELL)),
    ("cast a spell", lambda _, mask: _legal(mask, SPELL, VERBS)),
)


WEIGHTS = len(HABITS) * FEATURES


class Weighed:
    """A player who follows the habit with the highest score: the weighted sum of the features."""

    def __init__(self, weights: NDArray[np.float64], seed: int) -> None:
        """Take WEIGHTS weights; actions within a habit are drawn by the seed."""
        self._weights = weights.reshape(len(HABITS), FEATURES)
        self._rng = Stream(seed, "player")

    def __call__(self, seen: Observation, mask: Mask) -> int:
        """Choose the best habit that is possible now, and one of its actions at random."""
        scores = self._weights @ features(seen) + self._hesitation()
        for place in np.argsort(-scores):
            options = HABITS[place][1](seen, mask)
            if len(options):
                return int(self._rng.choice(options.tolist()))
        return int(np.flatnonzero(mask)[0])

    def _hesitation(self) -> NDArray[np.float64]:
        """Draw the random part of each habit's score."""
        return np.array([HESITATION * self._rng.fraction() for _ in HABITS])


# --- episodes


def blind(rng: Stream) -> Policy:
    """Return a player who chooses uniformly among all legal actions."""
    return lambda _, mask: int(rng.choice(np.flatnonzero(mask).tolist()))


def play(env: gym.Env[Any, Any], policy: Policy, seed: int) -> tuple[float, int]:
    """Play one episode in a seed's dungeon; return its total reward and greatest depth."""
    seen, info = env.reset(seed=seed)
    earned = 0.0
    for _ in range(STEPS):
        seen, reward, over, late, info = env.step(np.int64(policy(seen, info["action_mask"])))
        earned += float(reward)
        if over or late:
            break
    return earned, int(info["deepest"])


def train(env: gym.Env[Any, Any], seconds: float, seed: int) -> NDArray[np.float64]:
    """Search for `seconds` of processor time; return the best weights, and print the mean reward of each round.

    All players of a round play the same dungeon, so that none is favoured by luck.
    """
    search = cma.CMAEvolutionStrategy(
        np.zeros(WEIGHTS), 1.0, {"seed": seed, "popsize": PLAYERS, "verbose": -9}
    )
    begun = process_time()
    for dungeon in count():
        if process_time() - begun >= seconds:
            break
        players = search.ask()
        earned = [play(env, Weighed(each, dungeon), dungeon)[0] for each in players]
        search.tell(players, [-each for each in earned])
        print(
            f"round {dungeon + 1:>3}: mean reward {np.mean(earned):.2f}, best {max(earned):.2f}",
            flush=True,
        )
    return np.asarray(search.result.xfavorite)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, compare on unseen dungeons, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--seconds", type=whole_number(1), default=90, help="time to train (default: 90)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the training (default: 1)")
    parser.add_argument(
        "--games", type=whole_number(1), default=20, help="unseen dungeons (default: 20)"
    )
    options = parser.parse_args(arguments)
    env = Rewarded(gym.make(ID, depth=DEPTH), by=REWARD)
    weights = train(env, options.seconds, options.seed)
    seeds = range(HELD_OUT, HELD_OUT + options.games)
    guessing = blind(Stream(options.seed, "blind"))
    players: list[tuple[str, Callable[[int], Policy]]] = [
        ("trained", lambda seed: Weighed(weights, seed)),
        ("untrained", lambda seed: Weighed(np.zeros(WEIGHTS), seed)),
        ("blind", lambda _: guessing),
    ]
    for name, policy in players:
        depths = [play(env, policy(seed), seed)[1] for seed in seeds]
        deeper = sum(depth > DEPTH for depth in depths)
        print(
            f"{name:>9}: {deeper} of {len(depths)} got below depth {DEPTH}, mean depth {np.mean(depths):.2f}"
        )


if __name__ == "__main__":
    main()
