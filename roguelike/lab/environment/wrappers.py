"""Wrappers: rewards, and the oracle's forecasts."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, SupportsFloat, SupportsIndex

import gymnasium as gym
import numpy as np

from roguelike.effects.foresight.forecast import Forecast, Outcome
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.play.score import score
from roguelike.lab.environment.action_table import ACTIONS, command_of
from roguelike.lab.environment.environment import BlueManaEnv, number_of, whole
from roguelike.lab.environment.observation import Observation
from roguelike.world.game import Game

Step = tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]
Measure = Literal["score", "depth", "survival", "kills", "known"]
MEASURES: Mapping[str, Callable[[Game], float]] = {
    "score": lambda game: float(score(game)),
    "depth": lambda game: float(game.tallies.deepest),
    "survival": lambda game: float(game.turn),
    "kills": lambda game: float(game.tallies.kills),
    "known": lambda game: float(sum(int(level.explored.sum()) for level in game.levels.values())),
}
"""What can be rewarded: each step earns its increase of the measure."""


def unwrapped(env: gym.Env[Any, Any]) -> BlueManaEnv:
    """Return the innermost environment. Raises TypeError if it is not Blue Mana's."""
    found = env.unwrapped
    if not isinstance(found, BlueManaEnv):
        raise TypeError(f"{type(found).__name__} is no BlueManaEnv")
    return found


def _weight(measure: str, weight: object) -> float:
    """Return the weight of a measure. Raises ValueError for an unknown measure or a weight that is not a number."""
    if measure not in MEASURES:
        raise ValueError(f"{measure!r} is no measure: use {', '.join(MEASURES)}")
    if not isinstance(weight, int | float | np.number):
        raise ValueError(f"the weight of {measure} is {weight!r}: use a number")  # noqa: TRY004
    return float(weight)


class Rewarded(gym.Wrapper[Any, Any, Any, Any]):
    """Rewards increases of the game's score, the greatest depth, turns survived, kills, or known tiles."""

    def __init__(
        self, env: gym.Env[Any, Any], by: Measure | Mapping[Measure, float] = "score"
    ) -> None:
        """Reward steps by a measure, or by several with weights, such as {"depth": 3, "known": 0.004}.

        Raises:
            ValueError: there is no such measure, or its weight is not a number.
        """
        super().__init__(env)
        wanted = by if isinstance(by, Mapping) else {by: 1.0}
        self._weights = {name: _weight(name, weight) for name, weight in wanted.items()}
        self._last = 0.0

    def _now(self) -> float:
        """Return the weighted sum of the measures as they stand."""
        game = unwrapped(self).game
        return sum(weight * MEASURES[name](game) for name, weight in self._weights.items())

    def reset(self, **how: Any) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game and remember where the measure starts."""
        observation, info = self.env.reset(**how)
        self._last = self._now()
        return observation, info

    def step(self, action: np.int64) -> Step:
        """Carry out an action and reward the increase it brought."""
        observation, _, over, late, info = self.env.step(action)
        before, self._last = self._last, self._now()
        return observation, self._last - before, over, late, info


class Oracle(gym.Wrapper[Any, Any, Any, Any]):
    """Foretells the result of each action that the mask allows, as the game's own screens would.

    `info["forecast"]` and `info["reply"]` have a float32 row for every action, with columns named by FORETOLD and
    ANSWERED; zero where the mask forbids. It knows no more than the player does. It is slow: some milliseconds a step
    for the forecasts, and several times that for the replies.
    """

    FORETOLD = ("refused", "least", "mean", "most", "kill", "own", "own_healing")
    """Damage to all others together, the sum of their chances of death, the player's own mean damage and healing."""
    ANSWERED = ("refused", "least", "mean", "most", "healing", "death")
    """The player's own loss until their next turn, and the chance of death."""

    def __init__(self, env: gym.Env[Any, Any], *, samples: int = 0) -> None:
        """Add forecasts, and replies from `samples` samples each (0 for no replies).

        Raises:
            ValueError: `samples` is not a number of samples.
            TypeError: the environment is not Blue Mana's.
        """
        super().__init__(env)
        unwrapped(env)
        self._samples = _samples(samples, least=0)

    def reset(self, **how: Any) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game; its `info` holds the forecasts."""
        observation, info = self.env.reset(**how)
        return observation, self._asked(info)

    def step(self, action: np.int64) -> Step:
        """Carry out an action, and foretell the next ones."""
        observation, reward, over, late, info = self.env.step(action)
        return observation, reward, over, late, self._asked(info, over=over)

    def _asked(self, info: dict[str, Any], *, over: bool = False) -> dict[str, Any]:
        """Add the forecasts and replies to `info`: rows of zeros once the game is over."""
        allowed = () if over else np.flatnonzero(info["action_mask"])
        rows = np.zeros((ACTIONS, len(self.FORETOLD)), np.float32)
        for number in allowed:
            rows[number] = self._forecast_row(int(number))
        info["forecast"] = rows
        if self._samples:
            rows = np.zeros((ACTIONS, len(self.ANSWERED)), np.float32)
            for number in allowed:
                rows[number] = self._reply_row(int(number))
            info["reply"] = rows
        return info

    def forecast(self, action: SupportsIndex) -> Forecast | None:
        """Return what an action would do by itself; None if it means nothing now. Raises ValueError if invalid."""
        env = unwrapped(self)
        command = command_of(number_of(action), env.game, env.eyes)
        assert env.session is not None
        return None if command is None else env.session.forecast(command)

    def reply(self, action: SupportsIndex, samples: int = 8) -> Reply | None:
        """Return what the whole turn would do; None if the action means nothing now.

        Raises:
            ValueError: there is no such action, or `samples` is not a number of samples.
        """
        env = unwrapped(self)
        command = command_of(number_of(action), env.game, env.eyes)
        assert env.session is not None
        if command is None:
            return None
        return env.session.reply(command, _samples(samples, least=1))

    def _forecast_row(self, number: int) -> tuple[float, ...]:
        """Return a forecast as numbers."""
        seen = self.forecast(number)
        if seen is None or seen.refused is not None:
            return 1, 0, 0, 0, 0, 0, 0
        player = unwrapped(self).game.player
        others = [outcome for who, outcome in seen.outcomes.items() if who != player]
        own = seen.outcomes.get(player, Outcome())
        least, mean, most = (sum(other.damage[place] for other in others) for place in range(3))
        kills = sum(other.kill for other in others)
        return 0, least, mean, most, kills, own.damage[1], own.healing[1]

    def _reply_row(self, number: int) -> tuple[float, ...]:
        """Return a reply as numbers."""
        seen = self.reply(number, self._samples)
        if seen is None or seen.refused is not None:
            return 1, 0, 0, 0, 0, 0
        return 0, *seen.you.at_once, seen.you.healing[1], seen.death


def _samples(samples: object, *, least: int) -> int:
    """Return a number of samples. Raises ValueError unless it is an integer, `least` or more."""
    if (number := whole(samples)) is None or number < least:
        raise ValueError(f"samples is {samples!r}: use {least} or more")
    return number
