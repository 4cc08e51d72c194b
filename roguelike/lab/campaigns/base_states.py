"""Games in progress to be corrupted: played by bots, as the plain data of a save."""

import json
import zlib
from functools import cache
from pathlib import Path
from typing import Any

from roguelike.actions.wizardry import Learn
from roguelike.core.records import Record
from roguelike.engine.session import Session
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.heroes import send_to
from roguelike.raws.catalog import catalog_in_force
from roguelike.store import container
from roguelike.store.save_file import decode, encode
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
    folder.mkdir()
    (folder / "game-000001.save").write_bytes(saved_file(seed, number))
    return folder


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
        session.do(Learn("Yesterday"))
    bot = make_bot(name, seed)
    data = encode(session.game, run="campaign")
    while not session.is_over and session.game.turn < turns:
        if session.game.turn % 10 == 0:
            data = encode(session.game, run="campaign")
        bot.take_turn(session)
    if not session.is_over:
        session.save()
        data = encode(session.game, run="campaign")
    ecs.drop_world(session.game.world)
    header, _ = container.unframe(data, "the campaign's save")
    return Saved(header, decode(data).state)
