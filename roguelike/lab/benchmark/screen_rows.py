"""The play screen: composing it, and the time from a key press to the resulting frame."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tcod.console import Console

from roguelike.actions import wizardry
from roguelike.devices.headless import Headless, as_cells
from roguelike.devices.loop import Backend
from roguelike.devices.running import started
from roguelike.host import LocalHost
from roguelike.lab.benchmark.row import (
    STANDARD,
    Effort,
    Figure,
    Samples,
    percentile,
    row,
    spread_of,
)
from roguelike.lab.benchmark.window_rows import DRIVER, run_program
from roguelike.lab.bots.bot import Bot
from roguelike.lab.bots.roster import make_bot
from roguelike.toolkit.inputs import Key
from roguelike.toolkit.keymap import STEPS
from roguelike.toolkit.screen import Frame, Screen
from roguelike.ui.program import Program
from roguelike.ui.screens.harm import Agreed
from roguelike.ui.screens.play import Play
from roguelike.world import inventory

BOT_TURNS = 10_000
GAME_TURNS = 1_500
"""Turns after which the bot of the key row starts another game."""
READ_EVERY = 10
"""Frames between two readings of the yardstick."""
FIRES = ("Kindling", "Ember Dart", "Hearth Unbound")
"""Spells that the bot of the key row knows."""
AIM_EVERY, FIRE_EVERY = 20, 100
"""Every how many turns the bot opens an aim screen and goes back, and every how many it fires."""
IN_A_WINDOW = """
import json
from roguelike.lab.benchmark.screen_rows import {measure} as measure
samples = measure(*{arguments!r})
print(json.dumps([samples.sorted(), samples.readings]))
"""
DEEPEST = 20
LARGE = (1600, 1000)
"""The size of a window in pixels."""


class Typed(Headless):
    """A device whose frames another one shows, and whose inputs come from a bot."""

    def __init__(self, shows: Backend) -> None:
        """Show frames on a device."""
        self._shows = shows
        super().__init__(stays=True)
        self.cell_pixels = shows.cell_pixels

    def new_console(self) -> Console:
        """Return an empty console as the other device wants it."""
        return self._shows.new_console()

    def present(self, frame: Frame) -> None:
        """Have the other device show a frame."""
        self._shows.present(frame)
        self.shown = frame.console


class Stage:
    """The play screen on some device, run by the production loop, with a bot at the keys."""

    def __init__(self, backend: Backend, saves: Path, seed: str = "benchmark") -> None:
        """Start a game of this seed, with its saves in `saves`."""
        self.device, self.host = Typed(backend), LocalHost(saves, seed=seed)
        # What is done after a frame is no part of the time to it: `host.after_frame` is called apart.
        self.program, self.stack, self._loop = started(
            self.host, self.device, saves, lambda: False, self._first, clock=lambda: 0.0
        )
        self.bot: Bot = make_bot("greedy", seed)
        self._keys = {step: self.program.keymap.keys(name)[0] for name, step in STEPS.items()}

    def _first(self, program: Program) -> tuple[Screen, ...]:
        """Open the game at once."""
        self.session = program.session = self.host.start(self.host.chosen_seed())
        self.play = Play(program)
        return (self.play,)

    @property
    def console(self) -> Console:
        """The console that was shown last."""
        return self.device.shown

    def draw(self) -> None:
        """Compose the screen as a terminal shows it, and show it to nobody."""
        as_cells(Frame(self.console, self.stack.draw(self.console)))

    def _press(self, key: str) -> None:
        """Press a key; what it leads to is not shown yet."""
        self.device.feed(Key(key))
        self._loop.take()

    def key(self, action: str) -> float:
        """Press the key of an action and show the result; return the seconds of CPU that both take."""
        began = time.process_time()
        self._press(self.program.keymap.keys(action)[0])
        self._loop.show()
        return time.process_time() - began

    def play_alone(self) -> None:
        """Close any other open screens."""
        self.stack.screens[:] = [self.play]

    def aim(self, spell: int, *, fire: bool) -> list[float]:
        """Aim the nth spell away from the player, and fire or cancel; return the seconds of each key.

        A spell that is refused opens no aim screen: then its key is the only one.
        """
        taken = [self.key(f"cast_{spell}")]
        keys = ("run_east", "move_east", "aim_fire" if fire else "aim_cancel")
        taken += [self.key(key) for key in keys if self.stack.top is not self.play]
        self.play_alone()
        return taken

    def show(self) -> None:
        """Draw and present a frame."""
        self._loop.is_stale = True
        self._loop.show()

    def turn(self) -> None:
        """Do what the bot chooses until a turn has passed."""
        for _ in self.acts():
            pass

    def acts(self) -> Iterator[float]:
        """Do what the bot chooses, one command after another, until a turn has passed.

        Yields the seconds of each command, without the bot's choosing. A step is done by its key, any other command as
        if its screen had just closed: the aim screen has already foreseen a spell and asked, and is measured separately
        (`aim`).
        """
        turn = self.session.game.turn
        while self.session.game.turn == turn:
            action = self.bot.choose(self.session)
            began = time.process_time()
            if action.step in self._keys:
                self._press(self._keys[action.step])
            else:
                is_cast = bool(action.used_spell)
                result = Agreed(action, frozenset()) if is_cast else action
                self.stack.apply(self.play.on_result(result))
            took = time.process_time() - began
            is_left = not self.stack.screens or self.stack.top is not self.play
            if is_left:
                self.play_alone()
            yield took
            if is_left:
                break

    @property
    def is_over(self) -> bool:
        """Whether the bot needs another game to go on."""
        return self.session.is_over or self.session.game.turn >= GAME_TURNS


@contextmanager
def stages(backend: Backend) -> Iterator[Callable[[], Stage]]:
    """Start games one after another, each in its own folder, all deleted at the end."""
    with TemporaryDirectory(prefix="blue-mana-benchmark-") as folder:
        made: list[Stage] = []

        def begin() -> Stage:
            """Close the last game and show the first frame of the next."""
            if made:
                made.pop().host.close()
            made.append(Stage(backend, Path(folder) / str(time.monotonic_ns()), str(len(made))))
            # As in play: nobody presses a key before the first frame.
            made[-1].show()
            made[-1].host.after_frame()
            return made[-1]

        yield begin
        if made:
            made.pop().host.close()


@row("the whole play screen composed", STANDARD, at_most=0.8)
def compose(effort: Effort) -> Figure:
    """Measure drawing the play screen once after each turn of a bot, on a console of 80x50.

    Something has changed before each frame: the turn number, the hero's position, the view, and often messages or
    enemies. A frame can reuse from the last only what is the same in both.
    """
    return _composed(effort, again=False)


@row("it composed again, nothing changed", STANDARD, at_most=0.08)
def compose_again(effort: Effort) -> Figure:
    """Measure drawing the same frame a second time."""
    return _composed(effort, again=True)


def _composed(effort: Effort, *, again: bool) -> Figure:
    """Measure drawing a frame after each turn of a bot, or drawing it again."""
    samples = Samples()
    with stages(Headless()) as begin:
        stage = begin()
        for _ in range(effort.of(400, 3)):
            stage.turn()
            stage.play.view.animation.skip()
            if again:
                stage.draw()
            samples.take(stage.draw)
    found = samples.sorted()
    return Figure(median(found), f"99th percentile {percentile(found, 0.99):.2f}", samples.spread)


def in_a_window(measure: Callable[..., Samples], *arguments: object) -> tuple[list[float], float]:
    """Return the samples that a function of this module takes in a window, sorted, and the spread of its yardstick.

    It is called in a process of its own: SDL chooses its driver when it is first loaded.
    """
    program = IN_A_WINDOW.format(measure=measure.__name__, arguments=arguments)
    found, readings = json.loads(run_program(program, **{DRIVER: "dummy"}))
    return found, spread_of(readings)


@contextmanager
def _large() -> Iterator[Callable[[], Stage]]:
    """Open a large window, and start games in it."""
    from roguelike.devices.window import Window

    with Window("compact") as window, stages(window) as begin:
        window.resize(*LARGE)
        window.poll(0)
        yield begin


@row("a hero's step on the stage, 16 pixels", STANDARD, at_most=9)
def small_steps(effort: Effort) -> Figure:
    """Measure the frames of a bot's turns in a window of 1600x1000 pixels, by CPU time, presented and all."""
    return _stepped(effort, "16", again=False)


@row("a hero's step on the stage, 32 pixels", STANDARD, at_most=9)
def large_steps(effort: Effort) -> Figure:
    """Measure the same with large tiles, over which the map scrolls."""
    return _stepped(effort, "32", again=False)


@row("an unchanged frame on the stage", STANDARD, at_most=3)
def unchanged(effort: Effort) -> Figure:
    """Measure a frame of a window in which nothing has changed."""
    return _stepped(effort, "16", again=True)


def _stepped(effort: Effort, zoom: str, *, again: bool) -> Figure:
    """Measure frames in a window."""
    found, spread = in_a_window(frame_times, effort.of(200, 10), zoom, again)
    note = f"99th percentile {percentile(found, 0.99):.1f}, {len(found)} frames"
    return Figure(median(found), note, spread)


def frame_times(turns: int, zoom: str, again: bool) -> Samples:  # noqa: FBT001  (called by its name)
    """Play turns in a window; return the times of each turn's frame, or of the same frame again."""
    samples = Samples(READ_EVERY)
    with _large() as begin:
        stage = None
        for _ in range(turns):
            if stage is None or stage.is_over:
                stage = begin()
                stage.program.settings.zoom = zoom
            stage.turn()
            stage.play.view.animation.skip()
            if again:
                stage.show()
            samples.take(stage.show)
    return samples


@row("arrival on a level, its first frame on the stage", STANDARD, at_most=90)
def arrival(effort: Effort) -> Figure:
    """Measure the first frame of each depth in such a window, by CPU time: everything on it is new."""
    found, spread = in_a_window(arrival_times, effort.of(DEEPEST - 1, 3))
    return Figure(median(found), f"slowest {found[-1]:.0f}", spread)


def arrival_times(levels: int) -> Samples:
    """Go down in a window; return the times of each level's first frame."""
    samples = Samples()
    with _large() as begin:
        stage = begin()
        stage.session.do(wizardry.ToggleGod())
        for depth in range(2, 2 + levels):
            stage.session.do(wizardry.Travel(depth))
            stage.play.view.animation.skip()
            samples.take(stage.show)
    return samples


@row("key to frame, 99.9th percentile", STANDARD, at_most=15)
def key_to_frame(effort: Effort) -> Figure:
    """Measure the CPU time of a bot's keys until their frame is presented on the dummy driver, its log included."""
    found, spread = in_a_window(key_times, effort.of(BOT_TURNS, 3))
    note = f"median {median(found):.2f}, slowest {found[-1]:.1f}, {len(found)} frames"
    return Figure(percentile(found, 0.999), note, spread)


def key_times(turns: int) -> Samples:
    """Play turns in a window; return the times from each key to its frame.

    From time to time an aim screen is opened, and sometimes used to light a fire. A snapshot that falls due is written
    after the frame, as in play: the log already has the command.
    """
    from roguelike.devices.window import Window

    samples = Samples(READ_EVERY)
    with Window() as window, stages(window) as begin:
        stage = armed(begin())
        for number in range(1, turns + 1):
            if stage.is_over:
                stage = armed(begin())
            for took in stage.acts():
                samples.read()
                began = time.process_time()
                stage.show()
                samples.add((took + time.process_time() - began) * 1000)
                stage.host.after_frame()
            if number % AIM_EVERY == 0:
                _aim(stage, samples, number)
    return samples


def armed(stage: Stage) -> Stage:
    """Teach the player fire spells, and make them unkillable."""
    for command in (wizardry.ToggleGod(), *map(wizardry.Learn, FIRES)):
        stage.session.do(command)
    return stage


def _aim(stage: Stage, samples: Samples, number: int) -> None:
    """Open an aim screen with full mana, and fire or cancel."""
    stage.session.do(wizardry.Heal())
    hotkeys = min(len(stage.session.hud().spells), inventory.MOST_KEYS)
    spell = number // AIM_EVERY % hotkeys + 1
    for seconds in stage.aim(spell, fire=number % FIRE_EVERY == 0):
        samples.read()
        samples.add(seconds * 1000)
    stage.show()
    stage.host.after_frame()
