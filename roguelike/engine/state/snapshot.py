"""All of a game's state as a record, and the hash that compares two states; `restoring` leads back.

Templates are not state: an entity's `Kind` restores them from the data, so a save stays small, and a monster fixed in
the data is fixed in old saves too.
"""

from functools import cache
from typing import Annotated
from zlib import crc32

import esper
import msgspec
import numpy as np

from roguelike.components.items import Pack
from roguelike.components.statuses import Statuses
from roguelike.core.grammar import Message, Noun
from roguelike.core.records import Meta, State, Struct, field, field_names
from roguelike.core.rng import Stream
from roguelike.core.scalars import Coordinate, Id, Line, Signed, Tally
from roguelike.engine.state.levels import SavedLevel, SavedMemory, saved_level
from roguelike.engine.state.tables import SAVED, Tables, tables_of
from roguelike.world import ecs
from roguelike.world.game import Game, Lore, Tallies
from roguelike.world.level import Remembered
from roguelike.world.spells import own_entities

LOG_LINES = 200
"""How many of the latest messages a save keeps."""
MOST_LEVELS = 1_000
MOST_NAMES = 10_000
PLAIN = ("seed", "player", "depth", "now", "turn", "wizard", "epitaph")
"""The fields of a game that are stored unchanged."""
Word = Annotated[int, Meta(ge=0, lt=2**32)]
Names = Annotated[list[Line], Meta(max_length=MOST_NAMES)]


class Rules(State, omit_defaults=True):
    """The state that rules can see, from which the hash is computed.

    `fallen` means that the player is dead, `next_id` is the id of the next entity, `rng` the state of the stream of
    play, `yesterday` the state before the last turn, if the player can go back to it.
    """

    seed: Line
    player: Id
    depth: Coordinate
    now: Tally
    turn: Tally
    wizard: bool
    epitaph: Line
    fallen: bool
    next_id: Tally
    rng: Annotated[list[Word], Meta(max_length=1_000)]
    identified: Names
    encountered: Names
    hidden_names: Annotated[dict[Line, Line], Meta(max_length=MOST_NAMES)]
    tallies: Tallies
    standing: Annotated[dict[Line, Signed], Meta(max_length=MOST_NAMES)]
    levels: Annotated[list[SavedLevel], Meta(max_length=MOST_LEVELS)]
    components: Tables
    yesterday: "Rules | None" = None


class Snapshot(State):
    """The whole state of a game: what rules see, the log, and the factions of which the player has met a member."""

    rules: Rules
    log: Annotated[list[Message], Meta(max_length=LOG_LINES)]
    met: Names
    lore: Annotated[dict[Line, Lore], Meta(max_length=MOST_NAMES)] = field(default_factory=dict)
    """What the player has learned about kinds of creatures."""


_RECORDS: tuple[type[Struct], ...] = (
    Snapshot,
    Rules,
    Tallies,
    Lore,
    SavedLevel,
    SavedMemory,
    Remembered,
    Message,
    Noun,
    *SAVED.values(),
)


@cache
def shape() -> str:
    """Return a checksum of the present shape of the state: adding or removing a field changes it."""
    return f"{crc32(repr([field_names(each) for each in _RECORDS]).encode()):08x}"


def plain(value: object) -> object:
    """Convert a numpy number, which calculations on maps leave behind, to Python's."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{type(value).__name__} cannot be saved")


_WRITER = msgspec.json.Encoder(enc_hook=plain)
_CANONICAL = msgspec.json.Encoder(enc_hook=plain, order="deterministic")


def write(game: Game) -> bytes:
    """Return all of a game's state as JSON.

    The dead are left out, as though they were buried, except a dead player. Makes the game's world the current one.

    Raises:
        ValueError: a number of the state is not finite.
        TypeError: chance is being tried out, or the state contains something that no save can hold.
    """
    told, met = game.log[-LOG_LINES:], sorted(game.met)
    return _WRITER.encode(Snapshot(_rules_of(game), told, met, game.lore))


def read(text: bytes) -> Snapshot:
    """Read what `write` wrote.

    Raises:
        msgspec.DecodeError: it is not a valid state; the message has the path of what is wrong.
        RecursionError: it is nested too deeply.
    """
    return msgspec.json.decode(text, type=Snapshot)


def state_hash(game: Game) -> str:
    """Return the SHA-256 of a game's state: equal for equal games, on every machine and run.

    The log and the factions met are left out, since no rule reads them. A save and load, an undone forecast and the
    burial of the dead do not change it. Makes the game's world current.
    """
    import hashlib  # brings OpenSSL with it, for which no first frame should wait

    return hashlib.sha256(canonical(_rules_of(game))).hexdigest()


def canonical(rules: Rules) -> bytes:
    """Return state as JSON that does not depend on the order of insertion."""
    return _CANONICAL.encode(rules)


def _rules_of(game: Game, *, whole: bool = True) -> Rules:
    """Return the state that rules can see, sharing its records with the game; `whole` includes yesterday's."""
    if not isinstance(game.rng, Stream):
        raise TypeError("a game whose chance is being tried out has no state of its own")
    game.enter()
    return Rules(
        **{name: getattr(game, name) for name in PLAIN},
        fallen=game.player in game.dead,
        next_id=ecs.next_id(),
        rng=game.rng.state(),
        identified=sorted(game.identified),
        encountered=sorted(game.encountered),
        hidden_names=game.hidden_names,
        tallies=game.tallies,
        standing=game.standing,
        levels=[saved_level(game.levels[depth]) for depth in sorted(game.levels)],
        components=tables_of(_gone(game)),
        yesterday=yesterday_of(game) if whole else None,
    )


def remembered(game: Game) -> bytes:
    """Return the state that rules can see, for `taken_back`, without the remembered state of the turn before.

    Raises:
        ValueError, TypeError: as `write` does.
    """
    return canonical(_rules_of(game, whole=False))


def yesterday_of(game: Game) -> Rules | None:
    """Return a copy of the state before the last turn; None if it is not remembered."""
    return msgspec.json.decode(game.yesterday, type=Rules) if game.yesterday else None


def _gone(game: Game) -> set[int]:
    """Return the unburied dead, with their statuses, items and spells, but without the player."""
    gone = set(game.dead)
    for entity in game.dead - {game.player}:
        statuses = esper.try_component(entity, Statuses)
        gone.update(statuses.entities if statuses else ())
        pack = esper.try_component(entity, Pack)
        gone.update((*pack.items, *pack.worn.values()) if pack else ())
        gone.update(own_entities(entity))
    return gone - {game.player}
