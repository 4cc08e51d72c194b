"""`roguelike quest`: search for a game that is won without help, and write it as a replay.

Run it after changes of rules or data have altered the game that the tests replay. The way from the pub to the Amulet
and home has thirty stages, a flight of stairs each. A hero who reaches one is saved there, and so is one who has grown
on the way and is at peace. From the most promising save another hero sets out, with another temperament and other
luck. A save from which nobody gets on loses promise, those that led to it lose some too, and the search goes back to
earlier ones. The commands of the winning line are a replay from turn 0.

Tasks are handed out in rounds of a fixed size and collected in order: however many workers there are and however fast,
the same search finds the same game. So the result of each attempt can be kept in a file, and an interrupted search can
be resumed.
"""

import argparse
import gzip
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, TextIO

from roguelike import __version__
from roguelike.actions.action import Action
from roguelike.commands import processes
from roguelike.commands.command_line import add_seed, path_argument, whole_number
from roguelike.components.vitals import Pools
from roguelike.core.data_path import is_same_file
from roguelike.core.grammar import counted
from roguelike.core.records import Record, State
from roguelike.effects.healing import Feed, Heal
from roguelike.effects.portals import bears_relic
from roguelike.engine.play.dungeon import new_game
from roguelike.engine.session import Session
from roguelike.lab.bots.appraisal import foes, health
from roguelike.lab.bots.bot import Bot
from roguelike.lab.bots.roster import hero
from roguelike.lab.bots.shopping import carried
from roguelike.lab.bots.walkthrough import NEVER, Temperament, grown
from roguelike.lab.fleet import FAULTS, THIS_MACHINE, Fleet, Kept, fleet_of, hands
from roguelike.lab.fleet import add_arguments as add_fleet_arguments
from roguelike.lab.output_file import try_to_write
from roguelike.raws.catalog import catalog_in_force
from roguelike.store import command_lines
from roguelike.store.atomic import write_whole
from roguelike.store.recording import Recording
from roguelike.store.save_file import decode, encode
from roguelike.world import ecs
from roguelike.world.figures import hero_level

AMULET_DEPTH = 15
HOME = 2 * AMULET_DEPTH
"""The stage at which the game is won: one for each level down, the Amulet, one for each level up."""
TEMPERAMENTS = (
    Temperament("thorough", ahead=3.0, fights=True, rests=0.95),
    Temperament("foreseeing", ahead=3.0, fights=True, rests=0.95, foresees=True),
    Temperament("brisk", ahead=0.0, fights=True, rests=0.8),
    Temperament("dashing", ahead=NEVER, fights=False, rests=0.6),
)
ON_THE_WAY_DOWN, ON_THE_WAY_UP = (0, 2, 1, 0, 3, 1), (3,)
"""Temperaments that set out from a save, in turn, without and with the Amulet: with it, lingerers are caught."""
ROUND = 2
LEG_TURNS = 1500
"""Turns after which a hero who has got nowhere is given up."""
CAMP_TURNS, CAMP_GROWTH, CAMP_HEALTH = 150, 0.08, 0.8
"""Least turns, growth (in levels) and health (share of hit points) for a save on the way."""
GROWN, TRIED, FIT = 1.3, 0.35, 0.5
"""What a save gains per level, loses per hero who set out and got nowhere, and gains for full health."""
BLAME = 0.5
"""The share of that loss passed on to the previous save, and so on back, so that whole branches are abandoned."""
MEAL, MEALS_HOME = 2.0, 3
"""The worth of each meal on the way home, and the number that is enough for it."""
HASH_EVERY_TURNS = 250
SUPPLIES = 6


class Post(State):
    """A saved game: its stage, the save and commands that led to it, and how often heroes set out from it in vain."""

    stage: int
    saved: bytes
    promise: float
    before: "Post | None" = None
    commands: tuple[Action, ...] = ()
    sent: int = 0
    lost: float = 0.0

    @property
    def rank(self) -> float:
        """How promising it is to set out from here; failures from nearby saves count as well."""
        stale = sum(each.lost * BLAME**back for back, each in enumerate(self.line()))
        return self.promise - TRIED * (self.sent + stale)

    def line(self) -> "Iterator[Post]":
        """Yield this save and those that led to it, the latest first."""
        post: Post | None = self
        while post is not None:
            yield post
            post = post.before

    def blame(self) -> None:
        """Record a failed attempt from here."""
        for back, each in enumerate(self.line()):
            each.lost += BLAME**back


class Task(Record):
    """One attempt: a save to set out from, how the hero plays, and the seed of their luck."""

    saved: bytes
    temperament: Temperament
    luck: str


class Leg(Record):
    """The result of a task: the stage reached, the save there (b"" if it failed) and the commands that led there."""

    stage: int
    saved: bytes
    commands: tuple[Action, ...]
    promise: float
    told: str


class KeptLeg(Record):
    """A leg as saved in the file of results: its commands as plain data."""

    stage: int
    saved: bytes
    commands: list[Any]
    promise: float
    told: str

    def leg(self) -> Leg:
        """Return the leg, with its commands decoded."""
        commands = tuple(map(command_lines.decode, self.commands))
        return Leg(self.stage, self.saved, commands, self.promise, self.told)


def kept_leg(leg: Leg) -> KeptLeg:
    """Return a leg as saved in the file of results."""
    commands = list(map(command_lines.encode, leg.commands))
    return KeptLeg(leg.stage, leg.saved, commands, leg.promise, leg.told)


class Search(State):
    """The state of the search for a winning game of one seed."""

    seed: str
    posts: list[Post]
    won: tuple[Action, ...] | None = None
    rounds: int = 0


def stage_of(session: Session) -> int:
    """Return the stage that a game has reached."""
    game = session.game
    if session.is_won:
        return HOME
    return HOME - game.depth if bears_relic(game.player) else game.tallies.deepest - 1


def promise_of(session: Session) -> float:
    """Return how promising it is to go on from a game: its stage, and the hero's condition.

    A stage counts as much as a level, less the usual level there: a hero who runs ahead has gained nothing. With the
    Amulet, growing gains nothing, but without food a hero starves far from home.
    """
    game, stage = session.game, stage_of(session)
    pools = ecs.get(game.player, Pools)
    well = FIT * pools.hp / pools.max_hp
    if stage >= AMULET_DEPTH:
        return stage + MEAL * min(MEALS_HOME, carried(game, Feed)) + well
    ahead = grown(game) - hero_level(game.content, stage + 1)
    supplies = min(SUPPLIES, carried(game, Feed)) + min(SUPPLIES, carried(game, Heal))
    return stage + GROWN * ahead + well + supplies / (2 * SUPPLIES)


def set_out(task: Task) -> Leg:
    """Let a hero play from a save to the next stage, a camp on the way, death, or the turn limit."""
    session = Session(decode(task.saved).open(catalog_in_force()))
    game, begun = session.game, stage_of(session)
    bot = Bot("hero", hero(task.temperament), task.luck)
    limit, start = game.turn + LEG_TURNS, (game.turn, grown(game))
    try:
        while not (
            stage_of(session) > begun
            or session.is_over
            or processes.stopped()
            or game.turn >= limit
            or camps(session, *start)
        ):
            bot.take_turn(session)
        reached = stage_of(session)
        end = game.epitaph or game.level.name
        told = f"{task.temperament.name}, turn {game.turn}, level {grown(game):.1f}: {end}"
        if (session.is_over and reached < HOME) or not (reached > begun or camps(session, *start)):
            return Leg(begun, b"", (), 0.0, told)
        return Leg(reached, encode(game), tuple(session.commands), promise_of(session), told)
    finally:
        ecs.drop_world(game.world)


def camps(session: Session, turn: int, growth: float) -> bool:
    """Return whether a hero who set out at `turn` with `growth` has grown enough since, and is well and at peace."""
    game = session.game
    return (
        stage_of(session) < AMULET_DEPTH
        and game.turn - turn >= CAMP_TURNS
        and grown(game) >= growth + CAMP_GROWTH
        and health(game) >= CAMP_HEALTH
        and not foes(game)
    )


def begin(seed: str) -> Search:
    """Start a search in the pub."""
    session = Session(new_game(seed, catalog_in_force()))
    try:
        return Search(seed, [Post(0, encode(session.game), promise_of(session))])
    finally:
        ecs.drop_world(session.game.world)


def search(
    seed: str, seconds: float, fleet: Fleet = THIS_MACHINE, tell: Callable[[str], object] = print
) -> tuple[Action, ...] | None:
    """Return the commands of a game that is won without help; None if the time runs out first.

    Raises:
        ClusterError: the cluster cannot be used.
        KeptError: the file of results cannot be used.
    """
    ends, state = time.monotonic() + seconds, begin(seed)
    with hands(fleet, ROUND) as pool, _kept(fleet, seed) as kept:
        while state.won is None and time.monotonic() < ends:
            _round(state, pool, kept, tell)
    return state.won


def _kept(fleet: Fleet, seed: str) -> AbstractContextManager[Kept[KeptLeg] | None]:
    """Open the file of results, if one is wanted, for this seed, data and version."""
    if fleet.keep is None:
        return nullcontext()
    name = f"quest, seed {seed}, data {catalog_in_force().data_hash}, version {__version__}"
    return Kept[KeptLeg](fleet.keep, name, KeptLeg)


def _round(
    state: Search,
    pool: processes.Pool | None,
    kept: Kept[KeptLeg] | None,
    tell: Callable[[str], object],
) -> None:
    """Send heroes out from the most promising saves, and save those who get on."""
    sent: list[tuple[Post, Task]] = []
    for number in range(ROUND):
        post = max(state.posts, key=lambda post: (post.rank, post.stage))
        luck = f"{state.seed} {state.rounds} {number}"
        sent.append((post, Task(post.saved, _temperament(post), luck)))
        post.sent += 1
    legs = _legs([task for _, task in sent], ROUND * state.rounds, pool, kept)
    state.rounds += 1
    for (post, _), leg in zip(sent, legs, strict=True):
        tell(f"{state.rounds:>4}  from stage {post.stage:>2}  to {leg.stage:>2}  {leg.told}")
        if not leg.saved:
            post.blame()
            continue
        reached = Post(leg.stage, leg.saved, leg.promise, post, leg.commands)
        state.posts.append(reached)
        if leg.stage == HOME and state.won is None:
            parts = [each.commands for each in reached.line()]
            state.won = tuple(command for part in reversed(parts) for command in part)


def _legs(
    tasks: Sequence[Task], first: int, pool: processes.Pool | None, kept: Kept[KeptLeg] | None
) -> Iterator[Leg]:
    """Yield the results of some attempts, numbered from `first`: from the file if it has all of them."""
    numbers = range(first, first + len(tasks))
    if kept is not None and all(number in kept.results for number in numbers):
        yield from (kept.results[number].leg() for number in numbers)
        return
    legs = pool.map(set_out, tasks) if pool is not None else map(set_out, tasks)
    for number, leg in zip(numbers, legs, strict=True):
        if kept is not None:
            kept.add(number, kept_leg(leg))
        yield leg


def _temperament(post: Post) -> Temperament:
    """Choose who sets out next: explorers first on the way down, the dashing on the way up."""
    order = ON_THE_WAY_UP if post.stage >= AMULET_DEPTH else ON_THE_WAY_DOWN
    return TEMPERAMENTS[order[post.sent % len(order)]]


def recording(seed: str, commands: tuple[Action, ...]) -> bytes:
    """Replay a winning line from the beginning, and record it.

    Raises:
        ValueError: it does not win, or wizard mode was used.
    """
    recorded = Recording(new_game(seed, catalog_in_force()), every=HASH_EVERY_TURNS)
    session = Session(recorded.game, log=recorded)
    for command in commands:
        session.do(command)
    recorded.check()
    won, helped = session.is_won, session.game.wizard
    ecs.drop_world(session.game.world)
    if not won or helped:
        raise ValueError("the line that was found does not win from the beginning")
    return bytes(recorded.data)


OUT = Path("victory.jsonl.gz")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `quest`."""
    add_seed(parser, "the dungeon")
    parser.add_argument(
        "--minutes",
        type=whole_number(1),
        default=10,
        metavar="N",
        help="give up after so long (default: 10)",
    )
    parser.add_argument(
        "--out",
        type=path_argument,
        default=OUT,
        metavar="FILE",
        help=f"where to write it (default: {OUT})",
    )
    add_fleet_arguments(parser, "games")


def run_quest(args: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """Search, reporting each attempt; return 0 if a winning game was written, else 1."""
    began = time.monotonic()

    def tell(line: str) -> None:
        """Print a line of the search."""
        out.write(f"{time.monotonic() - began:>5.0f} s {line}\n")
        out.flush()

    if args.keep is not None and is_same_file(args.keep, args.out):
        errors.write(
            f"roguelike: {args.out} cannot be both --keep and --out: the results would be lost.\n"
        )
        return 1
    try:
        try_to_write(args.out)
    except OSError as fault:
        errors.write(f"roguelike: {args.out} cannot be written: {fault.strerror}.\n")
        return 1
    try:
        won = search(args.seed, 60 * args.minutes, fleet_of(args), tell)
    except FAULTS as fault:
        errors.write(f"roguelike: {fault}\n")
        return 1
    except KeyboardInterrupt:
        goes_on = "" if args.keep is None else " The same command goes on from here."
        out.write(f"Broken off, with no winning game yet.{goes_on}\n")
        return 1
    if won is None:
        out.write(f"No winning game of seed {args.seed} in {counted(args.minutes, 'minute')}.\n")
        return 1
    data = recording(args.seed, won)
    try:
        # No time in the archive, so that the same game gives the same file.
        write_whole(args.out, gzip.compress(data, mtime=0))
    except OSError as fault:
        errors.write(f"roguelike: {args.out} cannot be written: {fault.strerror}.\n")
        return 1
    out.write(f"Won in {len(won):,} commands: written to {args.out}.\n")
    return 0
