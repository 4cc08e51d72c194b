"""Recordings of games: the commands, and what the game was like along the way.

    {"format": "blue-mana-replay", "seed": "7", ...}
    {"do": "step", "dx": 1, "dy": 0, "at": [1, 4, 212, 37]}     after it: turn, tick, next entity id, rolls drawn
    {"turn": 10, "hash": "9b1c..."}                             every few turns: the hash of all state

The four numbers cost microseconds and betray most differences at the very command that made them; the hash betrays the
rest. Nothing here knows how a command is performed: whoever plays back hands in the function.
"""

from collections.abc import Callable
from typing import Any

from roguelike import __version__
from roguelike.actions.action import Action
from roguelike.core.records import Record, State, field
from roguelike.core.rng import Stream
from roguelike.engine.saves.command_lines import NAME, CommandError, decode, encode
from roguelike.engine.saves.errors import SaveError
from roguelike.engine.saves.jsonl import read_lines, write_line
from roguelike.engine.saves.snapshot import state_hash
from roguelike.world import ecs
from roguelike.world.content import Content
from roguelike.world.game import Game

FORMAT = "blue-mana-replay"
SCHEMA = 1
EVERY_TURNS = 10

Mark = list[int]
"""Turn, tick, next entity id, place in the random stream."""


class Divergence(Record):
    """The first turn at which a game went another way than its recording; `after` is the last that was alike."""

    turn: int
    expected: str
    found: str
    after: int
    command: Action | None = None

    def __str__(self) -> str:
        command = f", at {self.command!r}" if self.command else ""
        where = f"turn {self.turn}{command} (alike until turn {self.after})"
        return f"The replay diverges on {where}: expected {self.expected}, found {self.found}."


class Checkpoint(Record):
    """The state hash at a turn."""

    turn: int
    digest: str


class Recorded(Record):
    """A command and the mark of the game after it."""

    command: Action
    mark: Mark


class Replay(State):
    """A recording that was read."""

    seed: str
    version: str
    data_hash: str
    steps: list[Recorded | Checkpoint] = field(default_factory=list)
    is_torn: bool = False

    @property
    def commands(self) -> list[Action]:
        """The recorded commands without the checkpoints between them."""
        return [step.command for step in self.steps if isinstance(step, Recorded)]

    def mismatch(self, content: Content) -> str | None:
        """Say why it may not play back as recorded; None when version and data are those it was recorded with."""
        if self.version != __version__:
            return f"It was recorded with version {self.version}, and this is {__version__}."
        if self.data_hash != content.data_hash:
            return (
                f"It was recorded with other data ({self.data_hash}; this is {content.data_hash})."
            )
        return None


class Recorder:
    """Writes a recording line by line, to whatever takes bytes: a file's `write`, a bytearray's `extend`."""

    def __init__(
        self, game: Game, write: Callable[[bytes], object], every: int = EVERY_TURNS
    ) -> None:
        """Begin with a game that has just begun; `every` is the number of turns between hashes."""
        self._write, self._every = write, every
        self._line(
            {
                "format": FORMAT,
                "schema_version": SCHEMA,
                "version": __version__,
                "seed": game.seed,
                "data_hash": game.content.data_hash,
            }
        )
        self._checkpoint(game)

    def record(self, game: Game, command: Action) -> None:
        """Note a command that has just happened."""
        self._line({**encode(command), "at": mark(game)})
        if game.turn >= self._due:
            self._checkpoint(game)

    def close(self, game: Game) -> None:
        """Note the hash of the last state."""
        self._checkpoint(game)

    def _checkpoint(self, game: Game) -> None:
        """Write the turn and its state hash, and set when the next is due."""
        self._due = game.turn + self._every
        self._line({"turn": game.turn, "hash": state_hash(game)})

    def _line(self, data: dict[str, Any]) -> None:
        """Write one record as a line of JSON."""
        self._write(write_line(data))


def mark(game: Game) -> Mark:
    """Return four numbers that hardly any difference leaves alike."""
    game.enter()
    drawn = game.rng.state()[-1] if isinstance(game.rng, Stream) else -1
    return [game.turn, game.now, ecs.next_id(), drawn]


def read_replay(data: bytes, where: str = "This replay") -> Replay:
    """Read a recording; a torn tail is dropped and `is_torn` says so.

    Raises:
        SaveError: foreign, damaged at its beginning, or newer.
    """
    lines, whole = read_lines(data)
    if not lines or lines[0].get("format") != FORMAT:
        raise SaveError(
            "foreign" if lines or data else "damaged", f"{where} is not a replay of Blue Mana."
        )
    head = lines[0]
    if head["schema_version"] > SCHEMA:
        raise SaveError(
            "newer", f"{where} was recorded with a later version of the game ({head['version']})."
        )
    replay = Replay(head["seed"], head["version"], head["data_hash"], is_torn=not whole)
    for line in lines[1:]:
        try:
            replay.steps.append(_step_of(line))
        except CommandError as error:
            raise SaveError("damaged", f"{where} holds what is no command: {error}") from error
    return replay


def _step_of(line: dict[str, Any]) -> Recorded | Checkpoint:
    """Read one line after the first."""
    if NAME not in line:
        return Checkpoint(line["turn"], line["hash"])
    mark_after = line.pop("at")
    return Recorded(decode(line), mark_after)


def play_back(
    replay: Replay, game: Game, step: Callable[[Game, Action], object]
) -> Divergence | None:
    """Perform a recording on a new game of its seed; return the first difference, at which it stops, or None."""
    alike = game.turn
    for each in replay.steps:
        match each:
            case Recorded(command, expected):
                step(game, command)
                if (found := mark(game)) != expected:
                    turn = min(found[0], expected[0])
                    return Divergence(turn, _told(expected), _told(found), alike, command)
            case Checkpoint(turn, digest):
                if (actual := state_hash(game)) != digest:
                    return Divergence(turn, digest, actual, alike)
                alike = turn
    return None


def _told(values: Mark) -> str:
    """Return a mark as text: turn, tick, next id and rolls."""
    names = ("turn", "tick", "next id", "rolls")
    return ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True))
