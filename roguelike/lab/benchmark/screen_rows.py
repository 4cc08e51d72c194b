"""The play screen: composing it, and from a key press to the frame that answers it."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from roguelike.actions.wizardry import Heal, Learn, ToggleGod
from roguelike.engine.commands import Cast, Step
from roguelike.host import LocalHost
from roguelike.lab.benchmark.row import Effort, Figure, row
from roguelike.lab.benchmark.window_rows import DRIVER, run_program
from roguelike.lab.benchmark.yardsticks import STANDARD, Samples, percentile, spread_of
from roguelike.lab.bots.bot import Bot
from roguelike.lab.bots.roster import make_bot
from roguelike.ui.backends.headless import Headless
from roguelike.ui.backends.loop import Backend
from roguelike.ui.inputs import Key
from roguelike.ui.key_table import STEPS
from roguelike.ui.opening import screen_named
from roguelike.ui.program import Program
from roguelike.ui.screens.harm import Agreed
from roguelike.ui.screens.play import Play
from roguelike.ui.stack import ScreenStack
from roguelike.world.keys import MOST_KEYS

BOT_TURNS = 10_000
GAME_TURNS = 1_500
"""Turns after which the bot of the key row begins another game."""
READ_EVERY = 10
"""Frames between two readings of the yardstick."""
FIRES = ("Kindling", "Ember Dart", "Hearth Unbound")
"""Spells that the bot of the key row knows."""
AIM_EVERY, FIRE_EVERY = 20, 100
"""Turns after which it opens an aim screen and goes back, and after which it fires."""
KEYS = """
import json
from roguelike.lab.benchmark.screen_rows import key_times
print(json.dumps(key_times({turns})))
"""


class Stage:
    """The play screen on some backend, with a bot at the keys."""

    def __init__(self, backend: Backend, saves: Path, seed: str = "benchmark") -> None:
        """Begin a game of this seed, with its saves in `saves`."""
        self.backend, self.console = backend, backend.new_console()
        self.host = LocalHost(saves, seed=seed)
        self.program = Program(self.host, self.host.load_settings(), screen_named)
        self.session = self.program.session = self.host.start(seed)
        self.play = Play(self.program)
        self.stack = ScreenStack(self.play)
        self.bot: Bot = make_bot("greedy", seed)
        self._keys = {step: self.program.keymap.keys(name)[0] for name, step in STEPS.items()}

    def key(self, action: str) -> float:
        """Press the key of an action and show what comes of it; return the seconds that both take."""
        began = time.perf_counter()
        self.stack.handle(Key(self.program.keymap.keys(action)[0]))
        self.show()
        return time.perf_counter() - began

    def play_alone(self) -> None:
        """Leave whatever screens are open."""
        self.stack.screens[:] = [self.play]

    def aim(self, spell: int, *, fire: bool) -> list[float]:
        """Aim the nth spell away from the player, and fire or go back; return the seconds of each key.

        A spell that is refused opens no aim screen: its key is the only one.
        """
        taken = [self.key(f"cast_{spell}")]
        keys = ("run_east", "move_east", "aim_fire" if fire else "aim_cancel")
        taken += [self.key(key) for key in keys if self.stack.top is not self.play]
        self.play_alone()
        return taken

    def show(self) -> None:
        """Draw and present a frame."""
        self.stack.draw(self.console)
        self.backend.present(self.console)

    def turn(self) -> None:
        """Do what the bot chooses until a turn has passed."""
        for _ in self.acts():
            pass

    def acts(self) -> Iterator[float]:
        """Do what the bot chooses, one command after another, until a turn has passed.

        Yields the seconds that each takes, the bot's own thoughts left out. A step is done by its key, anything else as
        if its screen had just closed: that of a spell has foreseen it and asked, and is measured by itself (`aim`).
        """
        turn = self.session.game.turn
        while self.session.game.turn == turn:
            action = self.bot.choose(self.session)
            began = time.perf_counter()
            match action:
                case Step(dx, dy) if (dx, dy) in self._keys:
                    self.stack.handle(Key(self._keys[dx, dy]))
                case Cast():
                    self.stack.apply(self.play.on_result(Agreed(action, frozenset())))
                case _:
                    self.stack.apply(self.play.on_result(action))
            took = time.perf_counter() - began
            is_left = not self.stack.screens or self.stack.top is not self.play
            if is_left:
                self.play_alone()
            yield took
            if is_left:
                break

    @property
    def is_over(self) -> bool:
        """Whether another game must begin for the bot to go on."""
        return self.session.is_over or self.session.game.turn >= GAME_TURNS


@contextmanager
def stages(backend: Backend) -> Iterator[Callable[[], Stage]]:
    """Begin games one after another, each in a folder that is thrown away with the last."""
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


@row("the whole play screen composed", STANDARD, at_most=0.4)
def compose(effort: Effort) -> Figure:
    """Measure drawing the play screen once after each turn of a bot, on a console of 80x50.

    Something has changed before each frame: the turn is told, the hero has moved, what is in view is another, and often
    there are new messages or enemies. What a frame may keep of the last is only what was the same in that one.
    """
    samples = Samples()
    with stages(Headless()) as begin:
        stage = begin()
        for _ in range(effort.of(400, 3)):
            stage.turn()
            stage.play.animation.skip()
            samples.take(lambda: stage.stack.draw(stage.console))
    found = samples.sorted()
    return Figure(median(found), f"99th percentile {percentile(found, 0.99):.2f}", samples.spread)


@row("key to frame, 99.9th percentile", STANDARD, at_most=20)
def key_to_frame(effort: Effort) -> Figure:
    """Measure key presses of a bot's games until their frame is presented on the dummy driver, journal included."""
    # SDL chooses its driver when it is first loaded: hence a program of its own.
    printed = run_program(KEYS.format(turns=effort.of(BOT_TURNS, 3)), **{DRIVER: "dummy"})
    told = json.loads(printed)
    found: list[float] = told["frames"]
    note = f"median {median(found):.2f}, slowest {found[-1]:.1f}, {len(found)} frames"
    return Figure(percentile(found, 0.999), note, spread_of(told["readings"]))


def key_times(turns: int) -> dict[str, list[float]]:
    """Play a number of turns in a window; return the standard ms from each key to its frame, sorted, and the readings.

    Every so often an aim screen is opened, and now and then a fire is lit with it. A snapshot that falls due waits for
    the frame, as in play: the journal already has the command.
    """
    from roguelike.ui.backends.window import Window

    samples = Samples(READ_EVERY, time.perf_counter)
    with Window() as window, stages(window) as begin:
        stage = armed(begin())
        for number in range(1, turns + 1):
            if stage.is_over:
                stage = armed(begin())
            for took in stage.acts():
                samples.read()
                began = time.perf_counter()
                stage.show()
                samples.add((took + time.perf_counter() - began) * 1000)
                stage.host.after_frame()
            if number % AIM_EVERY == 0:
                _aim(stage, samples, number)
    return {"frames": samples.sorted(), "readings": samples.readings}


def armed(stage: Stage) -> Stage:
    """Give the player of a stage spells of fire, and make them deathless."""
    for command in (ToggleGod(), *map(Learn, FIRES)):
        stage.session.do(command)
    return stage


def _aim(stage: Stage, samples: Samples, number: int) -> None:
    """Open an aim screen with all the mana that it takes, and fire or go back."""
    stage.session.do(Heal())
    hotkeys = min(len(stage.session.hud().spells), MOST_KEYS)
    spell = number // AIM_EVERY % hotkeys + 1
    for seconds in stage.aim(spell, fire=number % FIRE_EVERY == 0):
        samples.read()
        samples.add(seconds * 1000)
    stage.show()
    stage.host.after_frame()
