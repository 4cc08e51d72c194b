"""`roguelike simulate`: its options, and the table that it prints while the games are played.

Whole games without a screen, in parallel worker processes.

Each game is checked after every turn. One that breaks is reported with its seed and turn, which is enough to reproduce
it, and does not stop the others.
"""

import argparse
import gzip
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from statistics import median
from typing import TextIO
from urllib.parse import quote

from roguelike.actions import wizardry
from roguelike.commands import processes
from roguelike.commands.command_line import add_json, json_line, path_argument, whole_number
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Action
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.lab.bots.bot import Bot
from roguelike.lab.bots.roster import BOTS, make_bot
from roguelike.lab.fleet import FAULTS, THIS_MACHINE, Fleet, Work, add_seeds, fleet_of, in_order
from roguelike.lab.fleet import add_arguments as add_fleet_arguments
from roguelike.lab.output_file import try_to_write
from roguelike.mapgen.depths import DEPTHS
from roguelike.raws.catalog import catalog_in_force
from roguelike.store import atomic, invariants, save_file
from roguelike.store.recording import Recording
from roguelike.world import ecs

# --- Checks that a saved and loaded game equals the game that was saved, and continues in the same
# way. From time to time the game is saved and loaded as a copy. The copy is compared at once, and
# again some turns later, after the same commands: a field that a save forgets may not matter before
# somebody acts on it.


EVERY_TURNS = 200
SPAN_TURNS = 12
"""Turns that the copy plays on before it is compared again."""


class SaveWatch:
    """Saves a game now and then, and compares it with its loaded copy."""

    def __init__(self) -> None:
        self._saved: bytes | None = None
        self._turn = 0
        self._commands = 0

    def faults(self, session: Session) -> Iterator[str]:
        """Yield the differences; call once after each turn."""
        turn = session.game.turn
        if self._saved is None:
            if turn >= self._turn + EVERY_TURNS:
                self._saved = save_file.encode(session.game)
                self._turn, self._commands = turn, len(session.commands)
                yield from self._compare(session, self._saved, "is another game once loaded")
        elif turn >= self._turn + SPAN_TURNS or session.is_over:
            text = f"saved at turn {self._turn} and loaded, goes another way"
            yield from self._compare(session, self._saved, text)
            self._saved = None

    def _compare(self, session: Session, saved: bytes, fault: str) -> Iterator[str]:
        """Load a save, give it the game's commands since then, and compare the two."""
        with ecs.passing_worlds():
            copy = Session(save_file.decode(saved).open(session.game.content))
            for command in session.commands[self._commands :]:
                copy.do(command)
            again = state_hash(copy.game)
        if again != state_hash(session.game):
            yield f"the game {fault}"


AIMLESS = "random"
"""The bot that, left to itself, never finds the way out of town."""
SHORT_HASH = 12
MOST_FAULTS = 5
TURNS_BETWEEN_HASHES = 500
"""Turns between the state hashes in the replay of a whole game."""


class Failure(Record):
    """How a game broke: after which turn, and the faults or the traceback."""

    turn: int
    text: str


class ReplayError(Exception):
    """The replay of a game cannot be written; the message says which, and why."""


class Played(Record):
    """The result of one game. `end` is empty if it is still going on; `seconds` are wall-clock time."""

    seed: str
    turns: int
    depth: int
    level: int
    kills: int
    deepest: int
    end: str
    state_hash: str
    seconds: float
    failure: Failure | None = None


class Report(Record):
    """All games of one simulation, in the order of their seeds."""

    bot: str
    games: tuple[Played, ...]

    @property
    def failures(self) -> list[Played]:
        """The games that ended with an exception or a broken invariant."""
        return [game for game in self.games if game.failure is not None]


Progress = Callable[[Played], None]
"""Called with every game as it ends, in the order of the seeds."""


def simulate(
    bot: str,
    seeds: Sequence[str],
    turns: int,
    fleet: Fleet = THIS_MACHINE,
    progress: Progress | None = None,
    replays: str = "",
    origin: str = "",
) -> Report:
    """Play a game of at most `turns` turns for each seed, and write the replays to a folder if one is named.

    Ctrl+c abandons the rest: the report has the games before.

    Raises:
        ReplayError: a replay cannot be written.
        ClusterError: the cluster cannot be used.
        KeptError: the file of results cannot be used.
    """
    name = f"simulate {bot} {origin} of {catalog_in_force().data_hash}, {turns} turns, seeds {','.join(seeds)}"
    play_one = partial(play_seed, bot, turns=turns, replays=replays, origin=origin)
    work = Work(name, play_one, seeds, Played)
    games = []
    with suppress(KeyboardInterrupt):  # the games so far are worth a report
        for played in in_order(work, fleet):
            if progress is not None:
                progress(played)
            games.append(played)
    return Report(bot, tuple(games))


@ecs.passing_worlds()
def play_seed(bot: str, seed: str, turns: int, replays: str = "", origin: str = "") -> Played:
    """Play one game until it ends, reaches `turns`, or breaks; write its replay if a folder is named."""
    began = time.perf_counter()
    session = Session.start(seed, catalog_in_force(), origin=origin)
    recording = Recording(session.game, every=TURNS_BETWEEN_HASHES) if replays else None
    session.recording = recording
    if bot == AIMLESS:
        rng = Stream(seed, "depth")
        send_down(session, 1 + rng.below(max(DEPTHS)), may_die=not rng.below(ONE_IN))
    failure = play(session, make_bot(bot, seed), turns, checks())
    if recording is not None:
        if failure is None:
            recording.check()
        _leave(replay_path(replays, bot, seed), recording.data)
    return _result(session, time.perf_counter() - began, failure)


ONE_IN = 4
"""Of so many heroes who are sent down, one may die."""


def send_down(session: Session, depth: int, *, may_die: bool) -> None:
    """Send a new hero to a depth; most must not die there, for who plays badly would see little of the game."""
    if not may_die:
        session.do(wizardry.ToggleGod())
    session.do(wizardry.Travel(depth))


def _leave(path: Path, recording: bytes | bytearray) -> None:
    """Write the replay of a game. Raises ReplayError on failure."""
    try:
        atomic.write_whole(path, gzip.compress(recording, mtime=0))
    except OSError as fault:
        raise ReplayError(f"{path} cannot be written: {fault.strerror}.") from fault


def replay_path(folder: str, bot: str, seed: str) -> Path:
    """Return the path of a game's replay: any text can be a seed, so it is quoted to name one file in the folder."""
    return Path(folder) / f"{bot}-{quote(seed, safe='')}.jsonl.gz"


Check = Callable[[Session], Iterable[str]]
"""Yields what is wrong with a game; asked after each turn."""


def checks() -> Sequence[Check]:
    """Return the checks of one game: its invariants, and that a save of it is the same game."""
    return (lambda session: invariants.faults(session.game), SaveWatch().faults)


def play(
    session: Session,
    bot: Bot,
    turns: int,
    checked: Sequence[Check] = (),
    watch: Callable[[Action], None] | None = None,
) -> Failure | None:
    """Let a bot play until the game ends, a turn is reached, or something is wrong; return the failure, if any.

    `watch` is called with each command that was done, while its trace can be read.
    """
    game = session.game
    while not (session.is_over or processes.stopped()) and game.turn < turns:
        before = game.turn
        try:
            bot.take_turn(session, watch)
            found = [fault for check in checked for fault in check(session)]
        except Exception:  # noqa: BLE001  (whatever breaks one game is reported, and the others go on)
            return Failure(game.turn, traceback.format_exc())
        if game.turn == before and not session.is_over:
            found.append(f"the {bot.name} bot's turn {before} did not pass")
        if found:
            return Failure(game.turn, _listed(found))
    return None


def _listed(found: Iterable[str]) -> str:
    """Return the first few faults, one per line."""
    lines = list(found)
    rest = len(lines) - MOST_FAULTS
    return "\n".join(lines[:MOST_FAULTS]) + (f"\nand {rest} more" if rest > 0 else "")


def _result(session: Session, seconds: float, failure: Failure | None) -> Played:
    """Return the row of the report for a game that has ended or was stopped."""
    death, game = session.death(), session.game
    return Played(
        seed=game.seed,
        turns=game.turn,
        depth=game.depth,
        level=death.level,
        kills=game.tallies.kills,
        deepest=game.tallies.deepest,
        end=game.epitaph,
        state_hash="" if failure else state_hash(game)[:SHORT_HASH],
        seconds=seconds,
        failure=failure,
    )


END_WIDTH = 34
COMMONEST = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `simulate`."""
    parser.add_argument(
        "--bot",
        choices=sorted(BOTS),
        default="greedy",
        help="who plays; random: from a depth drawn by lot, and three of four cannot die",
    )
    add_seeds(parser, "1-50")
    parser.add_argument(
        "--turns",
        type=whole_number(1),
        default=2000,
        metavar="N",
        help="end a game after N turns (default: 2000)",
    )
    parser.add_argument(
        "--replays",
        type=path_argument,
        metavar="FOLDER",
        help="leave the replay of every game in FOLDER, as BOT-SEED.jsonl.gz (on a cluster, on its machines)",
    )
    add_origin(parser)
    add_fleet_arguments(parser, "games")
    add_json(parser, "one JSON object a game, a line each,")


def add_origin(parser: argparse.ArgumentParser) -> None:
    """Declare the option that says as whom bots play."""
    parser.add_argument(
        "--origin", default="", metavar="NAME", help="who the hero was before (default: the drunk)"
    )


def run_simulate(args: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """Play the games, print a row for each and a summary; return 1 if any game broke or could not be played."""
    heading = _row("seed", "turns", "depth", "level", "kills", "end", "hash")

    def progress(played: Played) -> None:
        """Print a game's row as soon as those before it are printed."""
        nonlocal heading
        out.write(json_line(played) if args.json else heading + _played_row(played))
        out.flush()
        heading = ""

    replays = str(args.replays.expanduser()) if args.replays else ""
    try:
        if replays:
            folder = Path(replays)
            try_to_write(Path(replay_path(replays, args.bot, args.seeds[0])), folder=folder)
    except OSError as fault:
        errors.write(f"roguelike: no replay can be written to {replays}: {fault.strerror}.\n")
        return 1
    try:
        fleet = fleet_of(args)
        origin = catalog_in_force().origin_called(args.origin)
        report = simulate(args.bot, args.seeds, args.turns, fleet, progress, replays, origin)
    except (*FAULTS, ReplayError, ValueError) as fault:
        errors.write(f"roguelike: {fault}\n")
        return 1
    if report.games and not args.json:
        out.write(_summary(report))
    is_whole = len(report.games) == len(args.seeds)
    if not is_whole:
        told = f"Broken off: {len(report.games)} of {len(args.seeds)} games were over.\n"
        (errors if args.json else out).write(told)
    return 0 if is_whole and not report.failures else 1


def _row(*cells: object) -> str:
    """Return one row of the table."""
    seed, turns, depth, level, kills, end, digest = (str(cell) for cell in cells)
    if len(end) > END_WIDTH:
        end = end[: END_WIDTH - 1] + "…"
    return f"{seed:>8} {turns:>6} {depth:>5} {level:>5} {kills:>5}  {end:<{END_WIDTH}} {digest}\n"


def _played_row(played: Played) -> str:
    """Return the table's row for one game."""
    end = "BROKEN" if played.failure else played.end or "still alive"
    return _row(
        played.seed, played.turns, played.depth, played.level, played.kills, end, played.state_hash
    )


def _summary(report: Report) -> str:
    """Return a summary of all games, with the first failure in full."""
    games = report.games
    medians = [median(values) for values in zip(*(_numbers(each) for each in games), strict=True)]
    seconds = sum(each.seconds for each in games)
    pace = sum(each.turns for each in games) / seconds if seconds else 0.0
    ends = Counter(each.end or "still alive" for each in games if not each.failure)
    count = f"{len(games)} game{'s' if len(games) != 1 else ''}"
    lines = [
        "",
        _row("median", *(f"{value:g}" for value in medians), "", "").rstrip(),
        f"{count} of the {report.bot} bot, {pace:,.0f} checked turns a second and worker",
        *(f"{count:>8}  {end}" for end, count in ends.most_common(COMMONEST)),
    ]
    for broken in report.failures[:1]:
        assert broken.failure
        where = f"seed {broken.seed}, turn {broken.failure.turn}"
        count = f"{len(report.failures)} of {len(games)} games broke. The first: {where}:"
        lines += ["", count, broken.failure.text.rstrip()]
    return "\n".join(lines) + "\n"


def _numbers(played: Played) -> tuple[int, int, int, int]:
    """Return the numbers whose medians are shown."""
    return (played.turns, played.depth, played.level, played.kills)
