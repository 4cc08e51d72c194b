"""What hangs on the house: the screens of each satellite, and where the menus offer them.

The one decision: a satellite is one table. Whoever leaves one out takes its table from `SATELLITES`, and all else
plays on; nothing here loads a module before its screen is opened.
"""

from roguelike.ui.opening import Offer, Place, Satellite

STORE = Satellite(
    {
        "heroes": Place("roguelike.ui.screens.heroes", "Heroes"),
        "packs": Place("roguelike.ui.screens.packs", "Packs"),
    },
    on_title=(Offer("heroes", "a", "Another hero"),),
)
PRACTICE = Satellite(
    {
        "practice": Place("roguelike.ui.screens.boards", "Boards"),
        "learn": Place("roguelike.ui.screens.learn", "Learn"),
    },
    on_title=(Offer("learn", "l", "Learn"),),
    in_game=(Offer("practice", "p", "Practise on a drawn board"), Offer("learn", "l", "Learn")),
)
PUZZLES = Satellite(
    {"puzzles": Place("roguelike.ui.screens.puzzles", "Puzzles")},
    on_title=(Offer("puzzles", "p", "Puzzles"),),
)
RUNS = Satellite(
    {"runs": Place("roguelike.ui.screens.past_runs", "PastRuns")},
    on_title=(Offer("runs", "r", "Past runs", also="h"),),
    at_end=(
        Place("roguelike.ui.screens.past_runs", "WatchAgain"),
        Place("roguelike.ui.screens.hindsight", "looking_back"),
    ),
)
SATELLITES = (STORE, PRACTICE, PUZZLES, RUNS)
"""In the order in which the menus offer their screens."""
