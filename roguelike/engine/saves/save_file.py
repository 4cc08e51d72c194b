"""The save document: a header that says whose save it is, a body with all of the state, and the way from old versions.

Old saves load for ever: each change of the state's shape raises `frame.SCHEMA` by one and adds the one step that mends
the shape before it. Components that gain a field with a default need no step.
"""

import json
import zlib
from collections.abc import Callable
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from roguelike import __version__
from roguelike.components.vitals import Pools
from roguelike.core.records import Record
from roguelike.engine.saves import container
from roguelike.engine.saves.errors import MissingContentError, SaveError
from roguelike.engine.saves.snapshot import State, plain, restore, state_of
from roguelike.engine.saves.status_line import line_of
from roguelike.world import ecs
from roguelike.world.content import Content
from roguelike.world.game import Game

Step = Callable[[State], State]

MIGRATIONS: dict[int, Step] = {}
"""Schema version -> what turns its state into that of the next version."""

_ZLIB_LEVEL = 1
_SHOWN_NAMES = 5
_UNSOUND = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)
"""What reading a state raises that was not written by this game, or by a faulty one."""


class Header(BaseModel):
    """What is known of a save without unpacking it. Later versions may add fields; the first two stay."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    format: Literal["blue-mana-save"] = "blue-mana-save"
    schema_version: int = container.SCHEMA
    version: str = __version__
    run: str
    seed: str
    data_hash: str
    turn: int
    depth: int
    level: int
    place: str
    summary: str
    created: str
    wizard: bool = False


class Document(Record):
    """A save that was read: its header, and its state in today's shape."""

    header: Header
    state: State
    where: str

    def open(self, content: Content) -> Game:
        """Make the game, in a world of its own.

        Raises:
            SaveError: missing content, or damaged when the state makes no sense.
        """
        try:
            return restore(self.state, content)
        except MissingContentError as error:
            raise SaveError("missing content", _lacking(self.where, error.names)) from error
        except _UNSOUND as error:
            raise SaveError("damaged", _senseless(self.where)) from error


def header_of(game: Game, run: str, created: str) -> Header:
    """Say whose save this is. `run` tells this game from others of its seed; `created` is the time in UTC."""
    game.enter()
    pools, place = ecs.get(game.player, Pools), game.level.name
    return Header(
        run=run,
        seed=game.seed,
        data_hash=game.content.data_hash,
        turn=game.turn,
        depth=game.depth,
        level=pools.level,
        place=place,
        summary=line_of(game),
        created=created,
        wizard=game.wizard,
    )


def encode(game: Game, *, run: str = "", created: str = "") -> bytes:
    """Return a game as the bytes of a save."""
    body = json.dumps(state_of(game), separators=(",", ":"), default=plain).encode("ascii")
    header = json.dumps(header_of(game, run, created).model_dump(), separators=(",", ":"))
    return container.frame(header, zlib.compress(body, _ZLIB_LEVEL))


def decode(data: bytes, where: str = "This save") -> Document:
    """Read the bytes of a save; `where` names it in errors.

    Raises:
        SaveError: foreign, damaged or newer.
    """
    raw, body = container.unframe(data, where)
    container.refuse_newer(raw, where)
    try:
        header = Header.model_validate(raw)
        state = json.loads(zlib.decompress(body))
        for version in range(header.schema_version, container.SCHEMA):
            state = MIGRATIONS[version](state)
    except (ValidationError, zlib.error, *_UNSOUND) as error:
        raise SaveError("damaged", _senseless(where)) from error
    return Document(header, state, where)


def _senseless(where: str) -> str:
    """Say that a save is whole but cannot be understood."""
    return f"{where} is damaged: it is whole, but what it holds makes no sense."


def _lacking(where: str, names: list[str]) -> str:
    """Say which rows a save needs, and what to do."""
    rest = len(names) - _SHOWN_NAMES
    shown = ", ".join(names[:_SHOWN_NAMES]) + (f" and {rest} more" if rest > 0 else "")
    return (
        f"{where} needs things that the game's data does not have: {shown}. "
        "Put back the data or content pack that it was played with; the save was left as it is."
    )
