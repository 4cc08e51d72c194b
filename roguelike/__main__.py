"""Let `python -m roguelike` start the game; everything else is `roguelike.app`."""

import sys

from roguelike.app import main

if __name__ == "__main__":
    sys.exit(main())
