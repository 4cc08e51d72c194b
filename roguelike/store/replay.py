"""Recordings of games: the commands, and marks of the game's state along the way.

  {"format": "blue-mana-replay", "seed": "7", ...}
  {"do": "step", "dx": 1, "dy": 0, "at": [1, 4, 212, 37], "now": "Level 1 ..."}
                                              after it: turn, tick, next entity id, rolls drawn; the title's line
  {"turn": 10, "hash": "9b1c..."}                             every few turns: the hash of all state
  {"fault": "KeyError: 7", "command": {"do": "pass"}}         the command that met a bug: a crash file

The four numbers cost microseconds and reveal most differences at the very command that made them; the hash reveals the
rest. Nothing here knows how a command is performed: whoever makes a `Playback` passes the function.
"""

import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Generic, Literal, TypeVar

from msgspec import ValidationError, convert, json

from roguelike import __version__
from roguelike.actions import acting
from roguelike.components import vitals
from roguelike.core import data_path
from roguelike.core.plain_words import plain_words
from roguelike.core.records import Meta, Record, State, field
from roguelike.core.rng import Stream
from roguelike.core.scalars import FAR, Line, Tally
from roguelike.engine.state.errors import SaveError
from roguelike.engine.state.snapshot import state_hash
from roguelike.store import command_lines, jsonl
from roguelike.store.log import NOW
from roguelike.world import ecs, perception
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game

T = TypeVar("T")

FORMAT = "blue-mana-replay"
SCHEMA = 2
"""Since 2 a line also says how the game stands after its command."""

MOST_STEPS, MOST_FAULT = 200_000, 2_000
"""The most steps of a recording that are read, and characters of an error that are kept."""
GZIP, MOST_UNPACKED, PACKED_BIT = b"\x1f\x8b", 64_000_000, 4_096
"""The magic bytes of a gzipped recording; the most bytes that are unpacked; how many are read at a time."""
Mark = Annotated[list[Annotated[int, Meta(ge=-1, le=FAR)]], Meta(min_length=4, max_length=4)]
"""Turn, tick, next entity id, position in the random stream."""


class Head(Record, kw_only=True, forbid_unknown_fields=False):
    """The first line of a recording. Later versions may add fields."""

    format: Literal["blue-mana-replay"] = "blue-mana-replay"
    schema_version: Annotated[int, Meta(ge=1)] = SCHEMA
    version: Line
    seed: Line
    data_hash: Line
    packs: data_path.Packs = ()
    """The content packs that it was recorded with, in order."""
    start: str = ""
    origin: str = ""
    """Who the player was before; "" for whoever was usual, as in recordings from before there were others."""


class Divergence(Record):
    """The first turn at which a game differed from its recording; `after` is the last turn that was the same."""

    turn: int
    expected: str
    found: str
    after: int
    command: acting.Action | None = None

    def __str__(self) -> str:
        command = f", at {self.command!r}" if self.command else ""
        where = f"turn {self.turn}{command} (alike until turn {self.after})"
        return f"The replay diverges on {where}: expected {self.expected}, found {self.found}."


class Checkpoint(Record, rename={"digest": "hash"}):
    """The state hash at a turn."""

    turn: Tally
    digest: Line


class Recorded(Record):
    """A command, the mark of the game after it, and its lines in the log; old journals have the command alone."""

    command: acting.Action
    mark: Mark = field(default_factory=list)
    lines: bytes = b""


class Replay(State):
    """A recording that was read. It begins with a new game of its seed, or with the save that is in `start`.

    A crash file also has the `fault` that ended the game, and the `last` command, which met it.
    """

    seed: str
    version: str
    data_hash: str
    steps: list[Recorded | Checkpoint] = field(default_factory=list)
    is_torn: bool = False
    is_ended: bool = True
    """Whether it is complete: it ends with a hash like the end of a run, or is that of a crash."""
    start: bytes = b""
    fault: str = ""
    last: acting.Action | None = None
    packs: data_path.Packs = ()
    origin: str = ""

    @property
    def recorded(self) -> list[Recorded]:
        """The commands with the marks of the game after each."""
        return [step for step in self.steps if isinstance(step, Recorded)]

    @property
    def commands(self) -> list[acting.Action]:
        """The recorded commands without the checkpoints between them."""
        return [step.command for step in self.recorded]

    def mismatch(self, content: Catalog) -> str | None:
        """Return why it may not play back as recorded; None when version and data are the same as then."""
        if self.version != __version__:
            return f"It was recorded with version {self.version}, and this is {__version__}."
        if unlike := data_path.difference(self.packs, content.packs):
            return f"Its content packs are not those at hand: {unlike}."
        if self.data_hash != content.data_hash:
            return (
                f"It was recorded with other data ({self.data_hash}; this is {content.data_hash})."
            )
        return None


def mark(game: Game) -> Mark:
    """Return four numbers that almost any difference between games changes."""
    game.enter()
    drawn = game.rng.place if isinstance(game.rng, Stream) else -1
    return [game.turn, game.now, ecs.next_id(), drawn]


def line_of(game: Game) -> str:
    """Describe the state of a game in one line, for the title; its world must be the current one."""
    pools = ecs.get(game.player, vitals.Pools)
    hp = f"{pools.hp}/{pools.max_hp} health"
    return f"Level {pools.level}, {hp}, {game.level.name}, turn {game.turn:,}"


def head_of(game: Game, start: bytes = b"") -> Head:
    """Return the first line of a recording; `start` is the save that it begins with, b"" for a new game."""
    return Head(
        version=__version__,
        seed=game.seed,
        data_hash=game.content.data_hash,
        packs=game.content.packs,
        start=b64encode(start).decode("ascii"),
        origin=perception.origin_of(game),
    )


def read_replay(data: bytes, where: str = "This replay") -> Replay:
    """Read a recording, or a crash file with one in it; a torn tail is dropped and sets `is_torn`.

    Raises:
        SaveError: foreign, newer, too long, or damaged: at its beginning, or under a right checksum.
    """
    text, is_whole = _lines_of(data)
    lines = jsonl.sound_lines(text)
    head, end = next(lines, ({}, 0))
    if head.get("format") != FORMAT:
        raise SaveError("foreign" if data else "damaged", f"{where} is not a replay of Blue Mana.")
    schema = head.get("schema_version")
    if isinstance(schema, int) and schema > SCHEMA:
        raise SaveError(
            "newer",
            f"{where} was recorded with a later version of the game ({str(head.get('version'))[:40]!r}).",
        )
    try:
        found = convert(head, Head)
        start = b64decode(found.start, validate=True)
    except ValueError as error:  # also from base64
        why = f" ({plain_words(error)})" if isinstance(error, ValidationError) else ""
        raise SaveError(
            "damaged", f"{where} begins with what no recording begins with{why}."
        ) from error
    replay = Replay(
        found.seed,
        found.version,
        found.data_hash,
        packs=found.packs,
        start=start,
        origin=found.origin,
    )
    try:
        for number, (line, after) in enumerate(lines, 1):
            if number > MOST_STEPS:
                raise SaveError("damaged", f"{where} has more than {MOST_STEPS:,} steps.")
            _take(replay, line)
            end = after
    except (command_lines.CommandError, ValidationError, ValueError) as error:
        told = str(error) if isinstance(error, command_lines.CommandError) else plain_words(error)
        raise SaveError("damaged", f"{where} holds what is no command: {told}") from error
    replay.is_torn = end < len(text) or not is_whole
    is_crash = data.startswith(b"{")
    replay.is_ended = is_crash or bool(replay.steps and isinstance(replay.steps[-1], Checkpoint))
    return replay


def _lines_of(data: bytes) -> tuple[bytes, bool]:
    """Return the (unpacked) lines of a recording or of that in a crash file, and whether they are complete."""
    data, is_whole = _unpacked(data) if data.startswith(GZIP) else (data, True)
    if not data.startswith(b"{"):
        return data, is_whole
    try:
        story = json.decode(data)
    except (ValueError, RecursionError):  # also for bytes that are not text
        return b"", False
    text = story.get("replay") if isinstance(story, dict) else None
    return text.encode("ascii", "replace") if isinstance(text, str) else b"", is_whole


def _unpacked(data: bytes) -> tuple[bytes, bool]:
    """Return (unpacked data, whether it is complete): what can be read of a damaged file, at most MOST_UNPACKED.

    It is unpacked in small pieces, since everything unpacked by the call that meets the damage is lost.
    """
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    found = bytearray()
    for start in range(0, len(data), PACKED_BIT):
        bit = data[start : start + PACKED_BIT]
        try:
            found += unpacker.decompress(bit, MOST_UNPACKED + 1 - len(found))
        except zlib.error:
            return bytes(found), False
        if unpacker.eof or len(found) > MOST_UNPACKED:
            is_last = start + len(bit) == len(data) and not unpacker.unused_data
            return bytes(found[:MOST_UNPACKED]), unpacker.eof and is_last
    return bytes(found), False


def _take(replay: Replay, line: dict[str, Any]) -> None:
    """Read one line after the first; ValueError or CommandError when it is invalid."""
    if replay.last is not None:
        raise ValueError("it goes on after the fault that ended the game")
    if "fault" in line:
        replay.fault, replay.last = (
            str(line["fault"])[:MOST_FAULT],
            command_lines.decode(line.get("command")),
        )
    elif command_lines.NAME in line:
        replay.steps.append(recorded_in(line))
    else:
        replay.steps.append(convert(line, Checkpoint))


def recorded_in(line: dict[str, Any]) -> Recorded:
    """Return the command of a line, with its mark; ValueError or CommandError when it is invalid."""
    after = convert(line.get("at"), Mark)
    return Recorded(
        command_lines.decode({key: line[key] for key in line if key not in ("at", NOW)}), after
    )


class Playback(Generic[T]):
    """Gives a game the commands of a recording again, one at a time, as far as they lead where they led."""

    def __init__(
        self, steps: Sequence[Recorded | Checkpoint], game: Game, give: Callable[[acting.Action], T]
    ) -> None:
        self.steps, self.at = steps, 0
        self.fault: Exception | None = None
        """What the command at `at` met."""
        self.divergence: Divergence | None = None
        """How the last step differed from the recording."""
        self._game, self._give, self._alike = game, give, game.turn

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to give."""
        return self.at >= len(self.steps) or self.fault is not None or self.divergence is not None

    def next(self) -> T | None:
        """Give the next command and return what it came to, or compare all state if that is next."""
        step, result = self.steps[self.at], None
        if isinstance(step, Recorded):
            try:
                result = self._give(step.command)
            except MemoryError:
                raise  # there may be enough another time
            except Exception as fault:  # noqa: BLE001 - a fault of ours is what crash files are about
                self.fault = fault
                return None
        self.divergence = self._difference(step)
        self.at += 1
        return result

    def finish(self) -> Divergence | None:
        """Give all that is left; return how it differed. What a command meets is raised."""
        while not self.is_over:
            self.next()
        if self.fault is not None:
            raise self.fault
        return self.divergence

    def go_to(self, at: int) -> None:
        """Go on from another step, to which the game was taken."""
        self.at, self.fault, self.divergence = at, None, None

    def _difference(self, step: Recorded | Checkpoint) -> Divergence | None:
        """Return how the game differs from what is recorded of it."""
        alike = self._alike
        match step:
            case Checkpoint(turn, digest):
                if (actual := state_hash(self._game)) != digest:
                    return Divergence(turn, digest, actual, alike)
                self._alike = turn
            case Recorded(command, expected) if expected:
                if (found := mark(self._game)) != expected:
                    turn = min(found[0], expected[0])
                    return Divergence(turn, _mark_text(expected), _mark_text(found), alike, command)
        return None


def _mark_text(values: Mark) -> str:
    """Return a mark as text: turn, tick, next id and rolls."""
    names = ("turn", "tick", "next id", "rolls")
    return ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True))
