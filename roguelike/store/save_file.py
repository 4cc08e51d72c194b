"""The save document: a header that identifies the save, and a body with all of the state, compressed.

Old saves can always be loaded: `migrations` converts their state to the present shape, step by step.
"""

import zlib
from collections.abc import Collection
from typing import Literal

import msgspec

from roguelike import __version__
from roguelike.components import vitals
from roguelike.core import data_path
from roguelike.core.garbage_collection import uncollected
from roguelike.core.plain_words import plain_words, quotable
from roguelike.core.records import Record
from roguelike.core.scalars import Tally
from roguelike.engine.state.errors import MissingContentError, SaveError
from roguelike.engine.state.snapshot import Snapshot, read, restore, shape, write
from roguelike.store import container, invariants, migrations
from roguelike.store.log import Place
from roguelike.store.replay import line_of
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game

MOST_TOLD = 160
"""The most characters that are told of a fault."""
MOST_BYTES = 32_000_000
"""The most bytes of an unpacked state: fifty times that of a long game."""
_ZLIB_LEVEL, _PIECE = 1, 60_000
"""The compression level, and the bytes compressed at a time: they fit zlib's window, which then need not move along."""
_NO_MEMORY = "Error -4 "
"""How zlib's message begins when it runs out of memory."""
_SHOWN_NAMES = 5
NOWHERE = Place()
UNSOUND = (
    ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, AssertionError,
    msgspec.DecodeError,
)  # fmt: skip
"""What reading raises for a state that this game did not write, or wrote because of a bug."""


class Header(Record, kw_only=True, forbid_unknown_fields=False):
    """What is known about a save without unpacking it. Later versions may add fields; the first two stay."""

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
    packs: data_path.Packs = ()
    """The content packs that it is played with, in order."""
    shape: str = ""
    """The shape of its state, from `snapshot.shape`; "" in older saves."""
    recorded: Tally = 0
    """How many bytes of the run's recording belong to it; 0 if it was not recorded."""
    tied: str = ""
    """The checksum of those bytes; "" in older saves, whose commands since are in a journal."""


class Document(Record):
    """A save that was read: its header, and its state as it was written."""

    header: Header
    state: bytes
    where: str

    def open(self, content: Catalog, odd: Collection[str] = ()) -> Game:
        """Make the game, in a world of its own.

        Args:
            content: the raws to play with.
            odd: faults that are allowed, in the words of the invariants: those of a room drawn that way.

        Raises:
            SaveError: missing content (packs included), or damaged when the state makes no sense.
        """
        unlike = data_path.difference(self.header.packs, content.packs)
        if unlike:
            raise SaveError("missing content", other_packs(self.where, unlike))
        try:
            with uncollected():
                game = self._believed(content, odd)
        except MissingContentError as error:
            raise _lacking(self.where, error) from error
        except UNSOUND as error:
            raise SaveError("damaged", _senseless(self.where, error)) from error
        return game

    def _believed(self, content: Catalog, odd: Collection[str]) -> Game:
        """Make the game and check it: all invariants of bots hold, and all text is printable.

        If it was saved by this version with this data, writing it again must give the same text: then nothing was made
        up that the file lacks, and nothing dropped that it has.
        """
        header = self.header
        ours = (header.version, header.schema_version, header.shape)
        same_data = (
            ours == (__version__, container.SCHEMA, shape())
            and header.data_hash == content.data_hash
        )
        before = ecs.current()
        game = restore(self._snapshot(), content, same_data=same_data)
        try:
            _check(game, self.state if same_data else None, odd)
        except BaseException:
            ecs.drop_world(game.world)
            ecs.enter(before)
            raise
        return game

    def _snapshot(self) -> Snapshot:
        """Read the state in the present shape; raises what `UNSOUND` lists."""
        version = self.header.schema_version
        if version == container.SCHEMA:
            return read(self.state)
        state = msgspec.json.decode(self.state)
        for each in range(version, container.SCHEMA):
            state = migrations.MIGRATIONS[each](state)
        return msgspec.convert(state, Snapshot)


def _check(game: Game, said: bytes | None, odd: Collection[str]) -> None:
    """Raise ValueError when something is wrong with a restored game, or it differs from what the file `said`."""
    for fault in invariants.faults_of_state(game):
        if fault not in odd:
            raise ValueError(fault if len(fault) <= MOST_TOLD else f"{fault[:MOST_TOLD]}...")
    for line in game.log:
        if not line.text.isprintable():
            raise ValueError(f"the log says {line.text!r:.80}")
    if said is None or (written := write(game)) == said:
        return
    # Usually it is identical; a file may also say the same in other words.
    if msgspec.json.decode(written) != msgspec.json.decode(said):
        raise ValueError("the game would have written it otherwise")


def header_of(game: Game, run: str, created: str, stands: Place = NOWHERE) -> Header:
    """Return a save's header. `run` tells this game from others of its seed; `created` is the time in UTC."""
    game.enter()
    pools, place = ecs.get(game.player, vitals.Pools), game.level.name
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
        packs=game.content.packs,
        shape=shape(),
        recorded=stands.recorded,
        tied=stands.tied,
    )


def encode(game: Game, *, run: str = "", created: str = "", place: Place = NOWHERE) -> bytes:
    """Return a game as the bytes of a save; `place` is where it stands in the log of its run."""
    header = msgspec.json.encode(header_of(game, run, created, place))
    return container.frame(header, _pack(write(game)))


def decode(data: bytes, where: str = "This save") -> Document:
    """Read the bytes of a save; `where` names it in errors.

    Raises:
        SaveError: foreign, damaged or newer.
    """
    raw, body = container.unframe(data, where)
    container.refuse_newer(raw, where)
    try:
        header, state = msgspec.convert(raw, Header), _unpack(body)
    except (msgspec.ValidationError, zlib.error, ValueError) as error:
        raise SaveError("damaged", _senseless(where, error)) from error
    return Document(header, state, where)


def _pack(state: bytes) -> bytes:
    """Return the state compressed, passed to the compressor in pieces."""
    packer = zlib.compressobj(_ZLIB_LEVEL)
    parts = list[bytes]()
    for start in range(0, len(state), _PIECE):
        parts.append(packer.compress(state[start : start + _PIECE]))
        parts.append(packer.flush(zlib.Z_FULL_FLUSH))
    return b"".join((*parts, packer.flush()))


def _unpack(body: bytes) -> bytes:
    """Return the body uncompressed.

    Raises:
        ValueError: it is too large to be a state.
        zlib.error: it is damaged.
        MemoryError: there is not enough memory, which is not the save's fault.
    """
    unpacker = zlib.decompressobj()
    try:
        state = unpacker.decompress(body, MOST_BYTES)
    except zlib.error as error:
        if str(error).startswith(_NO_MEMORY):
            raise MemoryError from error
        raise
    if not unpacker.eof:
        raise ValueError(f"its state is torn, or longer than {MOST_BYTES} bytes")
    return state


def _senseless(where: str, error: Exception) -> str:
    """Return the message for a save that is intact but makes no sense, and why."""
    why = (
        f" ({plain_words(error)})"
        if isinstance(error, ValueError | msgspec.ValidationError)
        else ""
    )
    return f"{where} is damaged: it is whole, but what it holds makes no sense{why}."


def other_packs(where: str, unlike: str) -> str:
    """Return the message for a save or recording that needs other content packs: the differences and the remedy."""
    return (
        f"{where} cannot be played with the content packs at hand: {unlike}. "
        "Load the very packs that it was played with (--data PACK, in their order); nothing was changed."
    )


def _lacking(where: str, error: MissingContentError) -> SaveError:
    """Return the error for missing rows; a name that is not a line of text means that the save is damaged."""
    names = error.names
    if not all(map(str.isprintable, names)):
        return SaveError("damaged", _senseless(where, error))
    rest = len(names) - _SHOWN_NAMES
    shown = ", ".join(names[:_SHOWN_NAMES]) + (f" and {rest} more" if rest > 0 else "")
    return SaveError(
        "missing content",
        f"{where} needs things that the game's data does not have: {quotable(shown)}. "
        "Put back the data or content pack that it was played with; the save was left as it is.",
    )
