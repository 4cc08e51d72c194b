"""A program that plays the commands of its input on a new game and prints the state hash.

python -m roguelike.lab.campaigns.replayed_game SEED < commands
"""

import sys

from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.raws.catalog import catalog_in_force
from roguelike.store import command_lines, jsonl


def main(seed: str) -> None:
    """Play the commands of standard input on a new game of a seed, and print the state hash."""
    session = Session.start(seed, catalog_in_force())
    lines, _ = jsonl.read_lines(sys.stdin.buffer.read())
    for line in lines:
        session.do(command_lines.decode(line))
    sys.stdout.write(f"{state_hash(session.game)}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
