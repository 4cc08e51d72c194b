"""`roguelike balance`: play and report, compare two reports, or count what levels contain.

The options of `roguelike balance`, all checked before the first game begins.
"""

import argparse
import textwrap
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import TextIO

from roguelike.commands.command_line import path_argument, whole_number
from roguelike.core import data_path
from roguelike.lab import fleet
from roguelike.lab.balance import comparing, figures_file
from roguelike.lab.balance import fights as fighting
from roguelike.lab.balance.pairs import pair_table
from roguelike.lab.balance.playing import play_game
from roguelike.lab.balance.record import GameRecord
from roguelike.lab.balance.report import report
from roguelike.lab.balance.spawns import count_all, spawn_report
from roguelike.lab.bots.roster import BOTS, taste_of
from roguelike.lab.bots.taste import liked_origin, of_spell
from roguelike.lab.fleet import FAULTS, Fleet, Work, all_of, fleet_of, seeds_argument, seeds_told
from roguelike.raws.catalog import catalog_in_force

EACH, LIKED = "each", "liked"
"""Say that the seeds go round all origins, and that every bot is who it likes to be."""
MOST_TURNS = 1_000_000
USUAL_SEEDS, USUAL_SPAWNS, USUAL_FIGHTS, USUAL_TURNS = "1-100", "1-500", "1-12", 5_000
OUT = Path("balance-report")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `balance`."""
    other = f", {USUAL_SPAWNS} with --spawns, {USUAL_FIGHTS} with --at-level or --groups"
    fleet.add_seeds(parser, USUAL_SEEDS, other)
    parser.add_argument(
        "--bots",
        type=bot_names,
        default=("greedy", "mage"),
        metavar="LIST",
        help=f"who plays, with commas between: {', '.join(sorted(BOTS))} (default: greedy,mage)",
    )
    parser.add_argument(
        "--turns",
        type=whole_number(1, MOST_TURNS),
        default=USUAL_TURNS,
        metavar="N",
        help=f"end a game after N turns (default: {USUAL_TURNS})",
    )
    parser.add_argument(
        "--origin",
        default="",
        metavar="NAME",
        help=f"who the heroes were before; {EACH}: one after the other, seed by seed; {LIKED}: whom the "
        "bot likes best (default: the drunk)",
    )
    fleet.add_arguments(parser, "games")
    _add_ways(parser)


def _add_ways(parser: argparse.ArgumentParser) -> None:
    """Declare where results go, and the modes that play no games."""
    parser.add_argument(
        "--out",
        type=path_argument,
        metavar="FOLDER|FILE.html|FILE.json",
        help="where the report is written, its JSON beside it; FILE.json writes the figures alone "
        f"(default: {OUT}/balance.html)",
    )
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--compare",
        nargs=2,
        type=path_argument,
        metavar=("OLD.json", "NEW.json"),
        help="play nothing: compare the figures of two reports",
    )
    ways.add_argument(
        "--spawns",
        action="store_true",
        help="play nothing: print what the levels of every depth hold, and what never turns up",
    )
    ways.add_argument(
        "--pairs",
        action="store_true",
        help="play nothing: measure what two casts, one after the other, give for their mana",
    )
    ways.add_argument(
        "--at-level",
        nargs="?",
        const=fighting.POLICIES,
        type=_policies,
        metavar="POLICIES",
        help="play single fights: heroes of each depth's level against those who live there; with commas between: "
        f"{', '.join(fighting.POLICIES)} (default: all of these), or words of spells, such as fire or summon, for "
        "heroes who keep to those",
    )
    ways.add_argument(
        "--groups",
        action="store_true",
        help="play single fights against each group at the first and the last of its depths",
    )


def _policies(text: str) -> tuple[str, ...]:
    """Parse policies of heroes, each kept once."""
    catalog = catalog_in_force()
    words = {word for spell in catalog.spells.values() for word, _ in of_spell(spell) if word}
    names = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    for name in names:
        if name not in {*fighting.POLICIES, *words}:
            raise argparse.ArgumentTypeError(
                f"there is no policy called {name!r}: there are {', '.join(fighting.POLICIES)}, and "
                f"{', '.join(sorted(words))}"
            )
    return names


def bot_names(text: str) -> tuple[str, ...]:
    """Parse names of bots, each kept once."""
    names = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    for name in names:
        if name not in BOTS:
            raise argparse.ArgumentTypeError(
                f"there is no bot called {name!r}: there are {', '.join(sorted(BOTS))}"
            )
    return names


OK, FAILURE = 0, 1


def run_balance(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Run the command; return 1 if something went wrong, and one line says what it is."""
    try:
        if options.pairs:
            out.write(pair_table(catalog_in_force()))
            return OK
        if options.spawns:
            return _count(options, out, err)
        if options.at_level or options.groups:
            return _fight(options, out, err)
        if options.compare:
            return _compare(options, out)
        return _play(options, out, err)
    except (figures_file.BalanceError, *FAULTS) as fault:
        err.write(f"roguelike: {fault}\n")
        return FAILURE


def _play(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Let the bots play and write the report; return 1 if games broke or were interrupted."""
    files = figures_file.figures_at(options.out or OUT, "balance")
    if options.keep is not None and data_path.is_same_file(options.keep, files.figures):
        raise figures_file.BalanceError(
            f"{options.keep} cannot be both --keep and the figures of --out."
        )
    games = play_all(
        options.bots,
        options.seeds or seeds_argument(USUAL_SEEDS),
        options.turns,
        fleet_of(options),
        err,
        options.origin if options.origin in (EACH, LIKED) else _origin(options.origin),
    )
    if not games.records:
        raise figures_file.BalanceError("broken off before any game was over: nothing was written.")
    figures_file.write(files.figures, figures_file.written(games))
    if files.page is not None:
        figures_file.write(files.page, report(games))
    for record in games.broken():
        figures_file.write(files.broken(record), record.failure)
    out.write(_summary(games, files))
    return OK if games.whole and not games.broken() else FAILURE


def _count(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Count what levels contain; return 1 if interrupted, or if some item or creature of the raws never turned up."""
    seeds = options.seeds or seeds_argument(USUAL_SPAWNS)
    holdings, whole = count_all(seeds, fleet_of(options), err)
    if not holdings:
        raise figures_file.BalanceError("broken off before anything was counted.")
    catalog = catalog_in_force()
    text, complete = spawn_report(catalog, holdings)
    broken_off = "" if whole else ", broken off before all were counted"
    out.write(f"Data {catalog.data_hash}, seeds {seeds_told(seeds)}{broken_off}\n\n{text}")
    return OK if complete and whole else FAILURE


def _fight(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Fight at every depth or every group, and print the table; return 1 if that was interrupted."""
    seeds = options.seeds or seeds_argument(USUAL_FIGHTS)
    fights, whole = fighting.fight_all(seeds, fleet_of(options), err, options.at_level or ())
    if not fights:
        raise figures_file.BalanceError("broken off before any fight was over.")
    broken_off = "" if whole else ", broken off before all were over"
    data = catalog_in_force().data_hash
    out.write(f"Data {data}, seeds {seeds_told(seeds)}{broken_off}\n\n{fighting.table(fights)}")
    return OK if whole else FAILURE


def _compare(options: argparse.Namespace, out: TextIO) -> int:
    """Compare two reports, in sentences."""
    old, new = map(figures_file.read, options.compare)
    rows = comparing.comparison(old, new)
    told = (*comparing.warnings(old, new), *comparing.in_words(rows), comparing.SAID)
    out.writelines(f"{line}\n" for said in told for line in textwrap.wrap(said, 100))
    return OK


def _origin(name: str) -> str:
    """Return the origin of a name. Raises BalanceError if there is none."""
    try:
        return catalog_in_force().origin_called(name)
    except ValueError as fault:
        raise figures_file.BalanceError(f"{fault}, {EACH} or {LIKED}") from fault


def play_all(
    bots: tuple[str, ...],
    seeds: Sequence[str],
    turns: int,
    fleet: Fleet,
    err: TextIO,
    origin: str = "",
) -> figures_file.Games:
    """Play every game, several at a time; the results do not depend on how they are distributed.

    Raises:
        DataError: the data is faulty.
        ClusterError: the cluster cannot be used.
        KeptError: the file of results cannot be used.
    """
    catalog = catalog_in_force()
    # By seed and then by bot, so that after an interruption the bots have about equally many games.
    parts = [(bot, seed) for seed in seeds for bot in bots]
    told = seeds_told(seeds)
    name = f"balance of {catalog.data_hash}, {','.join(bots)}, seeds {told}, {turns} turns {origin}"
    work = Work(name, partial(_one, turns=turns, origin=origin), parts, GameRecord)
    records, whole = all_of(work, fleet, err, "games")
    return figures_file.Games(told, turns, bots, catalog.data_hash, tuple(records), whole)


def _one(part: tuple[str, str], turns: int, origin: str = "") -> GameRecord:
    """Play one game, in whatever process this is."""
    (bot, seed), catalog = part, catalog_in_force()
    if origin == LIKED:
        origin = liked_origin(taste_of(bot), seed, catalog)
    elif origin == EACH:
        origin = [*catalog.origins][_number(seed) % len(catalog.origins)]
    return play_game(bot, seed, turns, catalog, origin)


def _number(seed: str) -> int:
    """Return a seed as a number: text by its bytes."""
    return int(seed) if seed.isdecimal() else sum(seed.encode())


def _summary(games: figures_file.Games, files: figures_file.Files) -> str:
    """Return a summary of the games for the terminal."""
    lines = []
    if not games.whole:
        whole = len(seeds_argument(games.seeds)) * len(games.bots)
        lines.append(f"Broken off: {len(games.records)} of {whole} games were over.")
    for bot in games.bots:
        played = games.of(bot)
        turns, depth = (
            median([getattr(each, part) for each in played] or [0]) for part in ("turns", "deepest")
        )
        deaths = Counter(each.killer for each in played if each.end == "dead").most_common(3)
        lines.append(
            f"{bot:<8} {len(played)} games, median {turns:,.0f} turns, depth {depth:g}; "
            f"deaths: {', '.join(f'{name} {count}' for name, count in deaths) or 'none'}"
        )
    lines += [
        f"BROKEN   {record.bot} on seed {record.seed}: {files.broken(record)}"
        for record in games.broken()
    ]
    where = f"The report is in {files.page}, its figures in {files.figures}."
    if files.page is None:
        where = f"The figures are in {files.figures}."
    return "\n".join([*lines, where, ""])
