"""A program that plays the saved game of a folder and prints each turn that it has shown, to be killed meanwhile.

python -m roguelike.lab.campaigns.killed_player FOLDER SEED
"""

import sys
from pathlib import Path

from roguelike.host import LocalHost
from roguelike.lab.bots.roster import make_bot

SAVE_EVERY_TURNS = 4


def main(folder: str, seed: str) -> None:
    """Play until killed, or until the game is over."""
    host = LocalHost(Path(folder))
    session = host.resume()
    bot = make_bot("greedy", seed)
    while not session.is_over:
        sys.stdout.write(f"{session.game.turn}\n")
        sys.stdout.flush()
        bot.take_turn(session)
        if session.game.turn % SAVE_EVERY_TURNS == 0:
            session.save_soon("turns")
        host.after_frame()
    sys.stdout.write("over\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
