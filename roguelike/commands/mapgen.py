"""`roguelike mapgen`: a level as text, at once or step by step as it is generated.

It uses the same random streams as the game, so that it shows the very level that a game of this seed has.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from typing import TextIO

from roguelike.commands.command_line import add_seed, whole_number
from roguelike.mapgen import prefab
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.generation import ground_faults, spawn_faults
from roguelike.raws.catalog import catalog_in_force
from roguelike.wizard.mapgen_steps import dig

HOME_AND_CLEAR = "\x1b[H\x1b[J"
DEEPEST = 1000
LONGEST_PAUSE_MS = 10_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `mapgen`."""
    parser.add_argument(
        "--depth",
        type=whole_number(1, DEEPEST),
        default=1,
        metavar="N",
        help="which level (default: 1); below the fifteenth, how each is dug is drawn by lot",
    )
    add_seed(parser, "of which dungeon")
    parser.add_argument("--animate", action="store_true", help="show every step of the digging")
    parser.add_argument(
        "--pause-ms",
        type=whole_number(0, LONGEST_PAUSE_MS),
        default=120,
        metavar="N",
        help="how long each step is shown (default: 120)",
    )


def run_mapgen(options: argparse.Namespace, out: TextIO, _: TextIO) -> int:
    """Print the level; return 1 if it breaks one of its rules."""
    plan = dig(options.seed, options.depth, catalog_in_force(), watched=options.animate)
    if options.animate:
        for frame in frames(plan):
            out.write(f"{HOME_AND_CLEAR}{frame}" if out.isatty() else frame)
            out.flush()
            if out.isatty():
                time.sleep(options.pause_ms / 1000)
    faults = ground_faults(plan) + spawn_faults(plan)
    ending = "".join(f"fault: {fault}\n" for fault in faults)
    out.write(
        f"{HOME_AND_CLEAR if options.animate and out.isatty() else ''}{level_text(plan)}{ending}"
    )
    return 1 if faults else 0


def frames(plan: Blueprint) -> Iterator[str]:
    """Yield every step of the generation as text, with a caption."""
    steps = plan.history or []
    told = zip(plan.captions, steps, plan.crowds, strict=True)
    for number, (caption, tiles, crowd) in enumerate(told, 1):
        rows = prefab.draw_tiles(tiles)
        prefab.mark(rows, crowd)
        text = "\n".join(map("".join, rows))
        yield f"Step {number} of {len(steps)}: {caption}\n{text}\n\n"


def level_text(plan: Blueprint) -> str:
    """Return the level as text, with a title above it and its contents below."""
    light = "lit" if plan.lit else "dark"
    lines = [f"{plan.name}, depth {plan.depth}, {plan.looks}, {light}", prefab.draw(plan)]
    for section in ("mobs", "items", "props"):
        count = Counter(spawn.name for spawn in plan.spawns if spawn.section == section)
        names = ", ".join(f"{many} {name}" for name, many in sorted(count.items()))
        lines.append(f"{section}: {names or 'none'}")
    return "\n".join((*lines, ""))
