"""The public testing API: drawn rooms (`Arena`) and whole programs (`Pilot`), for tests, content packs and checks.

Nothing here opens a window, reads the clock or touches the real saves folder. Entities are plain ints, positions are
(x, y) with x to the right and y down, turns are the player's turns.
"""

from roguelike.engine.foreseeing.aiming import Forecast, Outcome
from roguelike.engine.foreseeing.intents import Intent
from roguelike.engine.foreseeing.planning import Fight
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.testing.arena import Arena, Result
from roguelike.testing.pilot import Pilot
from roguelike.ui.stage.stage import Mark

__all__ = ["Arena", "Fight", "Forecast", "Intent", "Mark", "Outcome", "Pilot", "Reply", "Result"]
