"""Determinism: one seed and the same commands make the same game, whatever else happens in between.

Four games are compared: one played without interruption; one saved and loaded at every turn; one with looks, forecasts
and replies in between; and one in another process with other hash seeds, on every Python that has the game's libraries.

A program that plays the commands of its input on a new game and prints the state hash:
python -m roguelike.lab.campaigns.same_game SEED < commands
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache

from roguelike.core import data_path
from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Action, Pass
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.lab.bots.roster import BOTS, make_bot
from roguelike.lab.campaigns.campaign import Verdict, campaign
from roguelike.raws.catalog import catalog_in_force
from roguelike.store import command_lines, jsonl, save_file

TURNS = 40
PROGRAM = "roguelike.lab.campaigns.same_game"
PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")


@campaign("determinism", "one seed is one game, whatever happens in between", 150, 3)
def trial(seed: str, rng: Stream, number: int) -> Verdict:
    """Let a bot play, and replay its commands in another way."""
    bot = sorted(BOTS)[rng.below(len(BOTS))]
    commands, played = _by_bot(f"{seed}/{number}", bot)
    way, again = _WAYS[number % len(_WAYS)]
    found = again(f"{seed}/{number}", commands, rng)
    differs = (
        "" if set(found) == {played} else f"{played[:12]} became {[each[:12] for each in found]}"
    )
    return Verdict(way, "another game" if differs else "the same", differs)


def _by_bot(seed: str, name: str) -> tuple[Sequence[Action], str]:
    """Let a bot play; return the commands that took effect, and the state hash."""
    session = Session.start(seed, catalog_in_force())
    make_bot(name, seed).play(session, until=TURNS)
    return session.commands, state_hash(session.game)


def _with_saves(seed: str, commands: Sequence[Action], rng: Stream) -> list[str]:
    """Save and load after every command."""
    session = Session.start(seed, catalog_in_force())
    for command in commands:
        session.do(command)
        session = Session(save_file.decode(save_file.encode(session.game)).open(catalog_in_force()))
    return [state_hash(session.game)]


def _with_looks(seed: str, commands: Sequence[Action], rng: Stream) -> list[str]:
    """Look around and foresee before every command."""
    session = Session.start(seed, catalog_in_force())
    for command in commands:
        session.map()
        session.hud()
        session.creatures()
        session.forecast(command)
        session.estimate(Pass()).refined(1 + rng.below(3))
        session.do(command)
    return [state_hash(session.game)]


def _elsewhere(seed: str, commands: Sequence[Action], rng: Stream) -> list[str]:
    """Play in other processes, each with another hash seed and with data that it has compiled itself."""
    lines = b"".join(jsonl.write_line(command_lines.encode(command)) for command in commands)
    return [
        subprocess.run(  # noqa: S603
            [python, "-m", PROGRAM, seed],
            cwd=data_path.PACKAGE.parent,
            env={
                "PYTHONHASHSEED": str(rng.below(10_000)),
                "PATH": "/usr/bin:/bin",
                "HOME": os.devnull,  # so that no compiled data is found or kept
            },
            input=lines,
            capture_output=True,
            check=True,
        ).stdout.decode().strip()
        for python in _pythons()
    ]  # fmt: skip


@cache
def _pythons() -> Sequence[str]:
    """Return this Python, and every other version that has the game's libraries."""
    own = f"python3.{sys.version_info.minor}"
    others = [found for name in PYTHONS if name != own and (found := shutil.which(name))]
    asked = [each for each in others if not subprocess.run(  # noqa: S603
        [each, "-c", "import sys, tcod, esper, msgspec, pydantic"], capture_output=True, check=False
    ).returncode]  # fmt: skip
    return [sys.executable, *asked]


_Way = Callable[[str, Sequence[Action], Stream], list[str]]
_WAYS: tuple[tuple[str, _Way], ...] = (
    ("saved at every turn", _with_saves),
    ("looks and forecasts in between", _with_looks),
    ("other hashes, other Pythons", _elsewhere),
)


def main(seed: str) -> None:
    """Play the commands of standard input on a new game of a seed, and print the state hash."""
    session = Session.start(seed, catalog_in_force())
    lines, _ = jsonl.read_lines(sys.stdin.buffer.read())
    for line in lines:
        session.do(command_lines.decode(line))
    sys.stdout.write(f"{state_hash(session.game)}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
