"""`roguelike campaign`: its options, its progress, the table of results, and the campaign of bots on every depth."""

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TextIO

from roguelike.commands import processes
from roguelike.commands.command_line import add_json, add_seed, json_line, whole_number
from roguelike.core.records import asdict
from roguelike.core.rng import Stream
from roguelike.engine.session import Session
from roguelike.lab.bots.roster import BOTS, FORESEEING, make_bot
from roguelike.lab.campaigns import (
    foresight_laws,
    hostile_commands,
    hostile_files,
    hostile_saves,
    inputs,
    intents,
    kills,
    mutated_data,
    plans,
    planted_faults,
    power_cuts,
    same_game,
    ways,
)
from roguelike.lab.campaigns.campaign import Campaign, Verdict, campaign, verdicts
from roguelike.lab.fleet import FAULTS as FLEET_FAULTS
from roguelike.lab.fleet import Work, all_of, fleet_of
from roguelike.lab.fleet import add_arguments as add_fleet_arguments
from roguelike.lab.simulate import ONE_IN, checks, play, send_down
from roguelike.mapgen.depths import DEPTHS
from roguelike.raws.catalog import catalog_in_force

TURNS = 150
FORESEEN_TURNS = 15
"""Turns of a case; fewer where the bot rehearses its turns, each of which costs as much as ten of another's."""


@campaign("bots", "bots on every depth, invariants checked each turn", 800, 1)
def trial(seed: str, rng: Stream, number: int) -> Verdict:
    """Send a new hero down, three of four such as cannot die, and let a bot play there."""
    depth, name = number % max(DEPTHS) + 1, sorted(BOTS)[number % len(BOTS)]
    session = Session.start(f"{seed}/{number}", catalog_in_force())
    send_down(session, depth, may_die=number % ONE_IN == 0)
    before = session.game.turn
    turns = FORESEEN_TURNS if name in FORESEEING else TURNS
    failure = play(session, make_bot(name, str(number)), before + turns, checks())
    played = session.game.turn - before
    told = f"turn {failure.turn}: {failure.text.strip()[-400:]}" if failure else ""
    return Verdict(f"depth {depth:2}", "broke" if failure else "played", told, {"turns": played})


CAMPAIGNS: Mapping[str, Campaign] = {
    each.name: each
    for each in (
        hostile_saves.trial,
        hostile_files.trial,
        hostile_commands.trial,
        planted_faults.trial,
        inputs.trial,
        kills.trial,
        power_cuts.trial,
        mutated_data.trial,
        same_game.trial,
        trial,
        foresight_laws.trial,
        plans.trial,
        intents.trial,
        ways.trial,
    )
}


MOST_TOLD = 40
"""Most failures that are reported in full."""
CASES_A_PART = 10
"""Cases that are handed out together, so that what they share is prepared only once for them."""
Numbered = tuple[int, Verdict]
"""A verdict with the number of its case."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `campaign`."""
    named = "; ".join(f"{each.name}: {each.about}" for each in CAMPAIGNS.values())
    parser.add_argument("campaign", choices=sorted(CAMPAIGNS), help=named)
    add_seed(parser, "the seed of the cases")
    parser.add_argument(
        "--cases",
        type=whole_number(1),
        metavar="N",
        help="how many (default: the campaign's own number)",
    )
    parser.add_argument(
        "--first",
        type=whole_number(0),
        default=0,
        metavar="N",
        help="the number of the first one (default: 0)",
    )
    add_fleet_arguments(parser, "cases")
    add_json(parser, "one JSON object a case, a line each,")


def run_campaign(options: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """Try the cases, with progress on `errors`, and print the results; return 0 if all were tried and held, else 1."""
    asked = CAMPAIGNS[options.campaign]
    numbers = range(options.first, options.first + (options.cases or asked.cases))
    parts = [tuple(numbers[at : at + CASES_A_PART]) for at in range(0, len(numbers), CASES_A_PART)]
    name = (
        f"campaign {asked.name} of {catalog_in_force().data_hash}, seed {options.seed}, {numbers}"
    )
    task = partial(_tried, name=asked.name, seed=options.seed)
    work = Work(name, task, parts, list[Numbered])
    try:
        found, whole = all_of(work, fleet_of(options), errors, "cases", len(numbers))
    except FLEET_FAULTS as fault:
        errors.write(f"roguelike: {fault}\n")
        return 1
    verdicts_of_all = [each for part in found for each in part]
    broken_off = f"Broken off: {len(verdicts_of_all):,} of {len(numbers):,} cases were tried.\n"
    if options.json:
        out.writelines(json_line({"case": at, **asdict(each)}) for at, each in verdicts_of_all)
    if not whole:
        (errors if options.json else out).write(broken_off)
    if not options.json:
        out.write(_report(asked, options.seed, verdicts_of_all))
    is_well = verdicts_of_all and not any(verdict.failure for _, verdict in verdicts_of_all)
    short = asked.shortfall(_counted(verdicts_of_all))
    if short and options.json:
        errors.write(f"roguelike: {short}\n")
    return 0 if is_well and whole and not short else 1


def _tried(part: Sequence[int], name: str, seed: str) -> list[Numbered]:
    """Try cases by number, in whatever process this is; stop early if told to."""
    found: list[Numbered] = []
    for each in verdicts(CAMPAIGNS[name], seed, part):
        found.append(each)
        if processes.stopped():
            break
    return found


def _report(asked: Campaign, seed: str, found: Sequence[Numbered]) -> str:
    """Return the results as text, with the command that repeats each failed case."""
    tally = Counter((verdict.tried, verdict.came_to) for _, verdict in found)
    failures = [(number, verdict) for number, verdict in found if verdict.failure]
    lines = [f"{count:>7}  {tried}: {came_to}" for (tried, came_to), count in sorted(tally.items())]
    counts = _counted(found)
    lines += [f"{count:>7}  {compared}" for compared, count in sorted(counts.items())]
    cases = f"{tally.total():,} case{'s' if tally.total() != 1 else ''}"
    lines.append(f"{cases} of the campaign {asked.name}, seed {seed}: {len(failures):,} failed")
    if wrong := asked.shortfall(counts):
        lines.append(f"FAILED {wrong}")
    for number, verdict in failures[:MOST_TOLD]:
        again = f"roguelike campaign {asked.name} --seed {seed} --first {number} --cases 1"
        lines.append(f"FAILED {verdict.tried}: {verdict.failure}\n       {again}")
    return "\n".join(lines) + "\n"


def _counted(found: Sequence[Numbered]) -> Counter[str]:
    """Add up what was compared in all cases."""
    return sum((Counter(verdict.counts) for _, verdict in found), Counter[str]())
