"""`roguelike campaign`: its options, its progress, and the table of what came of the cases."""

import argparse
from collections import Counter
from typing import TextIO

from roguelike.lab.balance.progress import Progress
from roguelike.lab.campaigns.campaign import Campaign, Verdict, verdicts
from roguelike.lab.campaigns.roster import CAMPAIGNS
from roguelike.lab.simulate import positive

MOST_TOLD = 40
"""Failures that are told in full."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `campaign`."""
    named = "; ".join(f"{each.name}: {each.about}" for each in CAMPAIGNS.values())
    parser.add_argument("campaign", choices=sorted(CAMPAIGNS), help=named)
    parser.add_argument("--seed", default="1", help="what the cases are drawn from (default: 1)")
    parser.add_argument(
        "--cases", type=positive, metavar="N", help="how many (default: as many as it takes)"
    )
    parser.add_argument(
        "--first", type=int, default=0, metavar="N", help="the number of the first one (default: 0)"
    )


def run_campaign(options: argparse.Namespace, out: TextIO, errors: TextIO) -> int:
    """Try the cases, with progress on `errors`, and print what came of them; 1 when any failed, else 0."""
    campaign = CAMPAIGNS[options.campaign]
    count = options.cases or campaign.cases
    numbers = range(options.first, options.first + count)
    progress = Progress(errors, count, "cases")
    tally: Counter[tuple[str, str]] = Counter()
    failures: list[tuple[int, Verdict]] = []
    try:
        for done, (number, verdict) in enumerate(verdicts(campaign, options.seed, numbers), 1):
            tally[verdict.tried, verdict.came_to] += 1
            if verdict.failure:
                failures.append((number, verdict))
            progress(done)
    except KeyboardInterrupt:
        out.write("Broken off.\n")
    progress.close()
    out.write(_report(campaign, options.seed, tally, failures))
    return 1 if failures or not tally else 0


def _report(
    campaign: Campaign,
    seed: str,
    tally: Counter[tuple[str, str]],
    failures: list[tuple[int, Verdict]],
) -> str:
    """Say what came of the cases, and how to try each again that failed."""
    lines = [f"{count:>7}  {tried}: {came_to}" for (tried, came_to), count in sorted(tally.items())]
    lines.append(
        f"{tally.total():,} cases of the campaign {campaign.name}, seed {seed}: {len(failures):,} failed"
    )
    for number, verdict in failures[:MOST_TOLD]:
        again = f"roguelike campaign {campaign.name} --seed {seed} --first {number} --cases 1"
        lines.append(f"FAILED {verdict.tried}: {verdict.failure}\n       {again}")
    return "\n".join(lines) + "\n"
