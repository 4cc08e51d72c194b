"""Exact counts of function calls: of turns, frames, a forecast, a reply, counsel, new levels and a load.

Times drift by a factor of two within an hour, calls do not: on one version of Python, with the same libraries and hash
seed, the same work makes the same calls to the last one. They are kept in a golden file, so that every rise is a diff
that somebody reads.
"""

import gc
import json
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import Any

from msgspec import DecodeError, to_builtins
from msgspec.json import decode

from roguelike.actions import wizardry
from roguelike.core.records import Record, replace
from roguelike.devices.headless import Headless
from roguelike.engine.foreseeing import planning
from roguelike.engine.foreseeing.aiming import foresee
from roguelike.engine.foreseeing.counsel import PIECE, Counsel
from roguelike.engine.foreseeing.reply import reply
from roguelike.engine.play.commands import Rest, Step
from roguelike.engine.play.dungeon import build_level, new_game
from roguelike.lab.benchmark.game_rows import LEVELS, SPELLS, dungeon
from roguelike.lab.benchmark.hall import Hall
from roguelike.lab.benchmark.pipeline_rows import SKIRMISH, stage
from roguelike.lab.benchmark.row import Effort
from roguelike.lab.benchmark.screen_rows import stages
from roguelike.lab.benchmark.turn_rows import CASTERS, own_catalog, warm
from roguelike.lab.benchmark.window_rows import run_program
from roguelike.store import save_file
from roguelike.world import ecs
from roguelike.world.game import Game

LIBRARIES = ("esper", "msgspec", "numpy", "tcod")
TURNS, FRAMES, DEEPEST = 20, 20, 15
HASH_SEED = "0"
"""Sets of names are gone through in an order that depends on it."""
COUNT = "from roguelike.lab.benchmark.calls import print_counts; print_counts()"
Work = Callable[[], object]


class Calls(Record):
    """How many functions written in Python and in C some work called."""

    python: int
    c: int


class Counts(Record):
    """The calls of every scene, and what they were counted with."""

    python: str
    libraries: dict[str, str]
    calls: dict[str, Calls]

    @property
    def setting(self) -> str:
        """What they were counted with, as text: counts made with anything else cannot be compared."""
        libraries = (f"{name} {number}" for name, number in self.libraries.items())
        return ", ".join((f"Python {self.python}", *libraries))

    def text(self) -> str:
        """Return the text of the golden file."""
        return json.dumps(to_builtins(self), indent=1) + "\n"

    def lines(self, before: "Counts | None") -> Iterator[str]:
        """Yield a line for each scene, with what has changed since `before`."""
        for scene, calls in self.calls.items():
            was = before.calls.get(scene) if before is not None else None
            more = (
                f"  {calls.python - was.python:+,} {calls.c - was.c:+,}" if was is not None else ""
            )
            yield f"{scene:<38} {calls.python:>9,} {calls.c:>9,}{more}"


def here() -> Counts:
    """Return what is counted with here, without counting anything."""
    return Counts(platform.python_version(), {name: version(name) for name in LIBRARIES}, {})


def counted() -> Counts:
    """Count every scene, in a process of its own with a fixed hash seed."""
    return decode(run_program(COUNT, PYTHONHASHSEED=HASH_SEED), type=Counts)


def kept(path: Path) -> Counts | None:
    """Return what a file has; None if there is none, or it is something else."""
    try:
        return decode(path.read_bytes(), type=Counts)
    except (OSError, DecodeError):
        return None


def print_counts() -> None:
    """Count every scene, and print the text of a golden file."""
    calls = {name: calls_of(works) for name, works in _scenes()}
    print(replace(here(), calls=calls).text())  # noqa: T201


@ecs.passing_worlds()
def calls_of(works: Iterator[Work]) -> Calls:
    """Count the calls of some works together; whatever the iterator does between them is not counted."""
    tally = {"call": 0, "c_call": 0}

    def note(frame: FrameType, event: str, argument: Any) -> None:
        """Count a call of Python or of C; returns are passed over."""
        if event in tally:
            tally[event] += 1

    count = 0
    for work in works:
        gc.collect()
        gc.disable()
        sys.setprofile(note)
        try:
            work()
        finally:
            sys.setprofile(None)
            gc.enable()
        count += 1
    return Calls(
        tally["call"], tally["c_call"] - count
    )  # each ended with the call that stops the counting


def _scenes() -> Iterator[tuple[str, Iterator[Work]]]:
    """Yield the scenes: what is counted, and the works to count."""
    yield f"{TURNS} turns among 50 awake", _turns(Hall(own_catalog(), near=50))
    hall = Hall(own_catalog())
    hall.casters(CASTERS)
    yield f"{TURNS} turns among {CASTERS} casters", _turns(hall)
    yield f"{FRAMES} frames, each after a turn", _frames()
    yield f"the same {FRAMES} frames again", _frames(again=True)
    yield "a forecast, 20 creatures in the blast", _forecast()
    yield f"a reply of {SKIRMISH} awake", _foreseen(lambda game: reply(game, Rest()))
    walk = [Step(1, 0), Step(0, 1), Step(-1, 0)]
    yield (
        f"3 acts among {SKIRMISH} awake, {TURNS} times",
        _foreseen(partial(planning.plan, acts=walk, samples=TURNS)),
    )
    yield f"counsel's first rows among {SKIRMISH} awake", _foreseen(_advised, spells=SPELLS)
    yield f"levels 2 to {DEEPEST} built", _levels()
    yield f"a load of {LEVELS} levels", _load()


def _turns(hall: Hall) -> Iterator[Work]:
    """Play some turns in a hall in which everybody has come near."""
    warm(hall, Effort())
    yield lambda: hall.play(TURNS)


def _frames(*, again: bool = False) -> Iterator[Work]:
    """Compose the play screen after each turn of a bot, or compose it a second time."""
    with stages(Headless()) as begin:
        seen = begin()
        for _ in range(FRAMES):
            seen.turn()
            seen.play.view.animation.skip()
            if again:
                seen.draw()
            yield seen.draw


def _forecast() -> Iterator[Work]:
    """Foresee a blast twice, the second time as whoever moves the cursor to and fro."""
    hall, cast = stage("Benchmark Storm")
    foresee(hall.game, hall.game.player, cast)
    yield lambda: foresee(hall.game, hall.game.player, cast)


def _foreseen(ask: Callable[[Game], object], spells: Sequence[str] = ()) -> Iterator[Work]:
    """Foresee something with some creatures close by, the second time as whoever looks again."""
    hall = Hall(own_catalog())
    for spell in spells:
        hall.session.do(wizardry.Learn(spell))
    hall.crowd(SKIRMISH)
    ask(hall.game)
    yield lambda: ask(hall.game)


def _advised(game: Game) -> None:
    """Work out the first rows of everything that the player could do."""
    counsel = Counsel(game)
    while not counsel.has_first_rows:
        counsel.refine(PIECE)


def _levels() -> Iterator[Work]:
    """Build the levels of a game, those above left behind."""
    catalog = own_catalog()
    game = new_game("benchmark", catalog)
    for depth in range(2, DEEPEST + 1):
        yield partial(build_level, game, depth)


def _load() -> Iterator[Work]:
    """Load a game, the second time as whoever has loaded one before."""
    saved = save_file.encode(dungeon())

    def load() -> None:
        """Load it once more."""
        save_file.decode(saved).open(own_catalog())

    load()
    yield load
