"""Games in progress to be corrupted: played by bots, as the plain data of a save.

A folder of saves with everything that the game keeps: as left by a program that is killed during play.
"""

import json
import shutil
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from roguelike.actions import wizardry
from roguelike.core import data_path
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.engine.crash import crash_report
from roguelike.engine.loading import DataLoader
from roguelike.engine.play.commands import Pass
from roguelike.engine.session import Session
from roguelike.host import LocalHost
from roguelike.host.own_data import SETTINGS_FILE
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.campaigns.campaign import Opened, Trial, Verdict
from roguelike.lab.heroes import send_to
from roguelike.practice import drawing
from roguelike.practice.boards import boards
from roguelike.puzzles import codes
from roguelike.raws.catalog import catalog_in_force
from roguelike.store import container, save_file
from roguelike.toolkit.settings import Progress, Settings
from roguelike.world import ecs

State = dict[str, Any]
GAMES = (
    *(
        ("greedy", 90, 1),
        ("mage", 300, 1),
        ("greedy", 500, 1),
        ("random", 25, 1),
        ("random", 600, 1),
    ),
    *(((("mage", "random", "greedy")[depth % 3], 40, depth)) for depth in range(2, 16)),
)
"""(bot, turns, depth) of each game; below depth 1 with a hero of the level that is usual there."""


class Saved(Record):
    """A save taken apart: its header, and its state as text, uncompressed."""

    header: State
    text: bytes

    def state(self) -> State:
        """Return a fresh copy of the state, to be corrupted."""
        copy: State = json.loads(self.text)
        return copy


@cache
def saved_file(seed: str, number: int) -> bytes:
    """Return one of the games as the bytes of a save file."""
    saved = saved_game(seed, number)
    header = json.dumps(saved.header).encode()
    return container.frame(header, zlib.compress(saved.text, 1))


def folder_with_save(folder: Path, seed: str, number: int = 0) -> Path:
    """Make a folder of saves with one of the games in it, and return it."""
    folder.mkdir(parents=True)
    (folder / "game-000001.save").write_bytes(saved_file(seed, number))
    return folder


def from_saves(
    tried: Callable[[Path, DataLoader, Stream, int], Verdict], cases_a_game: int = 1_000_000
) -> Opened:
    """Return how to open a campaign whose cases each begin with a folder of saves, with one of the games in it.

    The data is loaded once. What a case leaves beside its folder is removed with it.
    """

    @contextmanager
    def opened(seed: str) -> Iterator[Trial]:
        """Keep the folders in a temporary one."""
        data = DataLoader()
        with TemporaryDirectory(prefix="blue-mana-cases-") as place:

            def trial(rng: Stream, number: int) -> Verdict:
                """Make a folder, and try the case in it."""
                game = number // cases_a_game
                folder = folder_with_save(Path(place) / str(number) / "saves", seed, game)
                try:
                    return tried(folder, data, rng, number)
                finally:
                    shutil.rmtree(folder.parent)

            yield trial

    return opened


@contextmanager
def resumed(folder: Path, data: DataLoader) -> Iterator[Session | None]:
    """Start again on what is left of a folder of saves, and yield the game; None if it was over."""
    host = LocalHost(folder, data)
    try:
        yield None if host.folder().history() else host.resume()
    finally:
        host.close()


@cache
def saved_game(seed: str, number: int) -> Saved:
    """Play a game and take it apart; each is played once, and numbers wrap around the list of games."""
    name, turns, depth = GAMES[number % len(GAMES)]
    return _played(f"{seed}/{turns if depth == 1 else depth}", name, turns, depth)


def _played(seed: str, name: str, turns: int, depth: int) -> Saved:
    """Play one game and save it. Players sent down know the spell that takes a turn back."""
    session = Session.start(seed, catalog_in_force())
    if depth > 1:
        send_to(session.game, depth)
        session.do(wizardry.Learn("Yesterday"))
    bot = make_bot(name, seed)
    data = save_file.encode(session.game, run="campaign")
    for _ in bot.turns(session, until=turns):
        if session.game.turn % 10 == 0 and not session.is_over:
            data = save_file.encode(session.game, run="campaign")
    if not session.is_over:
        session.save()
        data = save_file.encode(session.game, run="campaign")
    header, _ = container.unframe(data, "the campaign's save")
    return Saved(header, save_file.decode(data).state)


PACK = "lamplighters"
TURNS, TURNS_A_SAVE = 13, 5
"""Turns of each game, and between two saves: the log then has some turns after the last save."""


class KeptFolder(Record):
    """The folder, and the turn that the saved game had reached."""

    path: Path
    turn: int


@contextmanager
def kept_folder(seed: str, data: DataLoader) -> Iterator[KeptFolder]:
    """Play two games to a finish and a third one that goes on, and yield a copy of the folder they leave."""
    with TemporaryDirectory(prefix="blue-mana-files-") as place, ecs.passing_worlds():
        played, kept = Path(place) / "played", Path(place) / "kept"
        host = LocalHost(played, data)
        drawn = drawing.text_of({(9, 6): drawing.PLAYER, (12, 5): "mobs Orc"})
        daily = codes.code_of(boards("puzzle")[0])
        host.keep_progress(Progress(["walk"], ["first"], drawn, ["one"], host.today(), daily))
        for number in range(2):
            _play(host, f"{seed}/{number}")
            host.abandon()
        session = _play(host, f"{seed}/2")
        turn = session.game.turn
        fault = ValueError("a fault")
        assert session.recording is not None
        session.recording.broke(Pass(), fault)
        crash_report(fault, played, {"seed": seed, "replay": session.recording.text()})
        (played / SETTINGS_FILE).write_text(Settings(animation="fast", packs=(PACK,)).to_json())
        shutil.copytree(data_path.data_folder() / "packs" / PACK, played / "packs" / PACK)
        shutil.copytree(played, kept)
        host.abandon()
        host.close()
        yield KeptFolder(kept, turn)


def _play(host: LocalHost, seed: str) -> Session:
    """Play a new game for some turns, showing each, as the program does."""
    session = host.start(seed)
    host.after_frame()
    bot = make_bot("greedy", seed)
    for turn in range(1, TURNS + 1):
        bot.take_turn(session)
        if turn % TURNS_A_SAVE == 0:
            session.save_soon("turns")
        host.after_frame()
    return session
