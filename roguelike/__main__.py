"""The program's entry point: `roguelike` and `python -m roguelike`; everything else is in `roguelike.app`."""

import signal
import sys


def main() -> int:
    """Run the program; return its exit code.

    Ctrl+C ends it at once and silently while there is nothing to lose. Parts that have something to save handle the
    signal themselves: the window, the terminal, and the fleets of the laboratory.
    """
    # Set first and checked afterwards: checking takes several times as long, and ctrl+c until then is a traceback.
    if signal.signal(signal.SIGINT, signal.SIG_DFL) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    from roguelike.app import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
