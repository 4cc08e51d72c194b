"""What hangs on the house: the screens of each satellite, and where the menus offer them.

The one decision: a satellite is one table. Whoever leaves one out takes its table from `SATELLITES`, and all else
plays on; nothing here loads a module before its screen is opened.
"""

from roguelike.toolkit.application import Offer, Place, Satellite

TITLE = Satellite(
    {
        "title": Place("roguelike.title.title", "Title"),
        "seed": Place("roguelike.title.seed", "SeedEntry"),
        "origins": Place("roguelike.title.seed", "Origins"),
    }
)
STORE = Satellite(
    {
        "heroes": Place("roguelike.store.heroes_page", "Heroes"),
        "packs": Place("roguelike.store.packs_page", "Packs"),
    },
    on_title=(Offer("heroes", "Another hero", "a"),),
)
PRACTICE = Satellite(
    {
        "practice": Place("roguelike.practice.boards_page", "Boards"),
        "learn": Place("roguelike.practice.boards_page", "Learn"),
        "lesson": Place("roguelike.practice.practice_room", "lesson"),
        "plan": Place("roguelike.practice.practice_room", "plan"),
    },
    on_title=(Offer("learn", "Learn", "l"),),
    in_game=(Offer("practice", "Practise on a drawn board"), Offer("learn", "Learn")),
)
PUZZLES = Satellite(
    {
        "puzzles": Place("roguelike.puzzles.puzzles_page", "Puzzles"),
        "puzzle": Place("roguelike.puzzles.puzzles_page", "puzzle"),
    },
    on_title=(Offer("puzzles", "Puzzles", "p"),),
)
RUNS = Satellite(
    {
        "runs": Place("roguelike.runs.past_runs_screen", "PastRuns"),
        "game_over": Place("roguelike.runs.gameover", "GameOver"),
        "given_up": Place("roguelike.runs.gameover", "GivenUp"),
        "victory": Place("roguelike.runs.gameover", "Victory"),
    },
    on_title=(Offer("runs", "Past runs", "r", also="h"),),
)
WIZARD = Satellite(
    {
        "wizard": Place("roguelike.wizard.wizard_mode", "enter_wizard"),
        "wizard_enter": Place("roguelike.wizard.wizard_mode", "Wizard"),
    },
    in_game=(Offer("wizard", "Wizard mode"),),
)
SATELLITES = (TITLE, STORE, PRACTICE, PUZZLES, RUNS, WIZARD)
"""In the order in which the menus offer their screens."""
