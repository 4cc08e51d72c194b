"""Blue Mana for reinforcement learning: a Gymnasium environment over the headless engine.

The reward is always 0: wrappers define rewards, see `wrappers`. A refused action costs no time and changes nothing;
`info["refused"]` says why. Everything observed is known to the player; so is what the oracle foretells. People who
watch get the map, redrawn in place and in colours if the output is a terminal that can do so, else as text.
"""

import os
import sys
from collections.abc import Mapping
from operator import index
from shutil import get_terminal_size
from typing import Any, Literal, SupportsIndex

import gymnasium as gym
import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from roguelike.core.plain_words import quotable
from roguelike.devices.pictures import map_text, screenful
from roguelike.devices.terminal.environment import as_started, colours_of, is_ascii_only
from roguelike.devices.terminal.painter import Painter
from roguelike.engine.session import Session
from roguelike.engine.views.level_map import map_view
from roguelike.lab.environment.action_table import ACTIONS, WAIT, command_of, mask_of, nothing_but
from roguelike.lab.environment.observation import Observation, Observer, observation_space
from roguelike.lab.environment.tasks import DUNGEON, begin, board_named
from roguelike.raws.catalog import catalog_in_force
from roguelike.world import ecs
from roguelike.world.game import Game


class LiveMap:
    """Shows the known map, and a status line below it."""

    def __init__(self) -> None:
        """Find out what the terminal can show; writes nothing yet."""
        started = as_started(os.environ)
        self._painter = Painter(colours_of(started), is_ascii=is_ascii_only(started))
        self._size = (0, 0)

    def show(self, session: Session) -> None:
        """Show the map and the status line as they are now."""
        view = map_view(session.game)
        if not sys.stdout.isatty():
            sys.stdout.write(f"{map_text(view)}\n{_line(session)}\n")
            return
        size = get_terminal_size()
        if size != self._size:
            self._painter.forget()
            self._size = size
        # The last row stays free for the cursor and for what the program itself prints.
        columns, rows = size.columns, max(3, size.lines - 1)
        console = screenful(view, (columns, rows), _line(session))
        sys.stdout.write(self._painter.paint(console, (0, rows)).decode())
        sys.stdout.flush()


def _line(session: Session) -> str:
    """Return the status line: where the player is, the turn, health and mana."""
    hud = session.hud()
    health, mana = f"{hud.hp}/{hud.max_hp}", f"{hud.mana}/{hud.max_mana}"
    return f"{hud.place}, depth {hud.depth}, turn {hud.turn}, health {health}, mana {mana}"


RenderMode = Literal["ansi", "rgb_array", "human"]
DEEPEST = 15
STEPS_A_TURN = 4
"""Steps per turn of `max_turns` after which a game is truncated: refused actions pass no turn."""
NOTHING = "There is no such thing to do now."


class RenderModes(list[str]):
    """The render modes by name. Gymnasium's `make` looks a mode up here, and crashes on one that is not text."""

    def __contains__(self, mode: object) -> bool:
        """Return whether there is such a mode. Raises ValueError if it is not text."""
        if not isinstance(mode, str):
            raise ValueError(_no_mode(mode))  # noqa: TRY004  (a wrong mode of either sort is one mistake)
        return super().__contains__(mode)


def _no_mode(mode: object) -> str:
    """Return the message that there is no such render mode."""
    return f"render_mode is {mode!r}: use ansi, rgb_array or human"


class BlueManaEnv(gym.Env[Any, Any]):
    """One game at a time. `reset(seed=7)` plays the dungeon of seed 7; without a seed, one is drawn.

    Args:
        render_mode: "ansi" returns text, "rgb_array" a picture, "human" shows the map after every step: in a terminal
            redrawn in place and in colours, elsewhere as text.
        max_turns: turns of the game after which an episode is truncated.
        depth: where the player begins, 1 to 15; below the town with a typical hero of that depth.
        origin: who the hero of a dungeon was before; "" is the drunk.
        task: "dungeon", or a drawn room or a puzzle, as `tasks` lists them: "board:ring", "puzzle:7", "new puzzle".

    `reset(options={"seed": "lucky", "depth": 5, "task": "puzzle"})` overrides them for one episode.

    `info` has `action_mask` (int8, what would not be refused as far as the player knows), `refused`, `turn`, `depth`,
    `deepest`, `kills` and `won`. When the game is over the mask allows waiting only: some samplers fail on an empty
    mask, and `step` then raises RuntimeError.
    """

    metadata = {  # noqa: RUF012  (Gymnasium's own name)
        "render_modes": RenderModes(("ansi", "rgb_array", "human")),
        "render_fps": 10,
    }

    def __init__(
        self,
        render_mode: RenderMode | None = None,
        max_turns: int = 5000,
        depth: int = 1,
        task: str = DUNGEON,
        origin: str = "",
    ) -> None:
        """Make the spaces; the game begins with `reset`.

        Raises:
            ValueError: an argument is not one of those named above.
        """
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(_no_mode(render_mode))
        if (turns := whole(max_turns)) is None or turns < 1:
            raise ValueError(f"max_turns is {max_turns!r}: use 1 or more")
        self.render_mode, self.max_turns, self.depth = render_mode, turns, _checked(depth)
        self.task, self.origin = str(task), str(origin)
        board_named(self.task)
        catalog_in_force().origin_called(self.origin)
        self.session: Session | None = None
        self._live_map: LiveMap | None = None
        self.observation_space = observation_space()
        self.action_space = Discrete(ACTIONS)
        self._steps = 0

    @property
    def game(self) -> Game:
        """The game being played; reading it makes its world the current one.

        Raises:
            RuntimeError: no game was begun.
        """
        if self.session is None:
            raise RuntimeError("no game was begun: call reset() first")
        self.session.game.enter()
        return self.session.game

    # --- Gymnasium's own functions

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game.

        Raises:
            ValueError: the options have an unknown name, or there is no such seed, depth, task or origin.
        """
        super().reset(seed=seed)
        drawn = seed if seed is not None else int(self.np_random.integers(1 << 31))
        usual = {"seed": drawn, "depth": self.depth, "task": self.task, "origin": self.origin}
        wanted = {**usual, **_named(options)}
        chosen, depth = _seed(wanted["seed"]), _checked(wanted["depth"])
        self.close()
        self.session = begin(str(wanted["task"]), chosen, depth, str(wanted["origin"]))
        self.session.unwatched()
        self._steps = 0
        self.eyes = Observer(self.session.game)
        seen = self.eyes.observe(self.game)
        if self.render_mode == "human":
            self.render()
        return seen, self._info("")

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out an action. Raises ValueError for an invalid one, RuntimeError if the game is over."""
        game = self.game
        command, refused = command_of(number_of(action), game, self.eyes), NOTHING
        assert self.session is not None
        if self.session.is_over:
            raise RuntimeError("the game is over: call reset() first")
        if command is not None:
            report = self.session.do(command)
            refused = report.refused or (report.ask.prompt if report.ask else "")
        self._steps += 1
        late = game.turn >= self.max_turns or self._steps >= STEPS_A_TURN * self.max_turns
        seen = self.eyes.observe(game)
        if self.render_mode == "human":
            self.render()
        over, info = self.session.is_over, self._info(refused)
        return seen, 0.0, over, late and not over, info

    def render(self) -> Any:
        """Return the known map as text or as a picture; "human" shows it and returns None."""
        from roguelike.devices.pictures import map_picture, map_text

        view = map_view(self.game)
        if self.render_mode == "rgb_array":
            return map_picture(view)
        if self.render_mode == "ansi":
            return map_text(view)
        if self.render_mode == "human":
            self._show()
        return None

    def _show(self) -> None:
        """Show the map to a human viewer."""
        assert self.session is not None
        self._live_map = self._live_map or LiveMap()
        self._live_map.show(self.session)

    def close(self) -> None:
        """Forget the game and its world."""
        if self.session is not None:
            ecs.drop_world(self.session.game.world)
            self.session = None

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to copy or pickle; only before a game begins, since its world belongs to this process.

        Raises:
            TypeError: a game was begun.
        """
        if self.session is not None:
            raise TypeError("a game in progress cannot be copied: play its seed and actions again")
        return self.__dict__.copy()

    # --- what else a learning program may ask

    def action_masks(self) -> NDArray[np.int8]:
        """Return the mask of `info`, under the name that sb3-contrib calls."""
        game = self.game
        if self.session is not None and self.session.is_over:
            return nothing_but(WAIT)
        return mask_of(game, self.eyes)

    def _info(self, refused: str) -> dict[str, Any]:
        """Return the mask, and facts that are not part of the observation."""
        game = self.game
        return {
            "action_mask": self.action_masks(),
            "refused": refused,
            "turn": game.turn,
            "depth": game.depth,
            "deepest": game.tallies.deepest,
            "kills": game.tallies.kills,
            "won": self.session is not None and self.session.is_won,
        }


def whole(value: object) -> int | None:
    """Return a Python or numpy integer as an int; None for anything else, 1.5 and True included."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def number_of(action: object) -> int:
    """Return the number of an action. Raises ValueError if it is not an integer."""
    number = whole(action)
    if number is None:
        raise ValueError(f"{action!r} is no action: they are whole numbers, 0 to {ACTIONS - 1}")
    return number


def _seed(seed: object) -> str:
    """Return a seed as the game uses it. Raises ValueError unless it is an integer or text that can be encoded."""
    if isinstance(seed, str):
        try:
            seed.encode()
        except UnicodeEncodeError as fault:
            told = f"seed is {quotable(repr(seed))}: it has half a letter, which nothing can write"
            raise ValueError(told) from fault
        return seed
    if (number := whole(seed)) is None:
        raise ValueError(f"seed is {seed!r}: use a whole number or a text")
    return str(number)


def _named(options: object) -> Mapping[str, Any]:
    """Return an episode's options by name. Raises ValueError if they are no mapping or have unknown names."""
    match options:
        case None:
            return {}
        case Mapping():
            if unknown := sorted(map(str, options.keys() - {"seed", "depth", "task", "origin"})):
                raise ValueError(f"unknown options {unknown}: use seed, depth, task and origin")
            return options
    raise ValueError(f"options are {options!r}: use a dict of seed, depth, task and origin")


def _checked(depth: object) -> int:
    """Return a depth as an int. Raises ValueError if there is no such depth."""
    if (number := whole(depth)) is None or not 1 <= number <= DEEPEST:
        raise ValueError(f"depth is {depth!r}: use 1 (the town) to {DEEPEST}")
    return number
