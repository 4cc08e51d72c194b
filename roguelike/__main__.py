"""The way into the program: `roguelike` and `python -m roguelike`; everything else is `roguelike.app`."""

import signal
import sys


def main() -> int:
    """Run the program; returns its exit code.

    Ctrl+C ends it at once and without a word while there is nothing to lose. Whoever has something to save takes the
    signal up: the window, the terminal, and the fleets of the laboratory.
    """
    # Set first and asked afterwards: to ask takes several times as long, and until then ctrl+c is a traceback.
    if signal.signal(signal.SIGINT, signal.SIG_DFL) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    from roguelike.app import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
