"""Observers of a turn: the log, and whatever reacts to what the player sees.

They do not affect how the turn goes. They are passed to `engine.play.turn` so that a rehearsed turn can leave them out:
a turn that will be undone must not be logged, find hidden traps or advance the story.
"""

from collections.abc import Callable

from roguelike.actions import acting
from roguelike.core.records import Record
from roguelike.engine.play.story import advance_story
from roguelike.engine.play.wanderers import call_wanderers
from roguelike.engine.telling.sentences import learn_by_sight, narrate
from roguelike.systems.reputation import meet
from roguelike.systems.visibility import notice
from roguelike.world.game import Game


def _look_away(_game: Game, _start: int = 0) -> None:
    """Replace an onlooker that is left out: do nothing."""


class Onlookers(Record):
    """Functions called at moments of a turn; those that are not given do nothing."""

    narrate: Callable[[Game, int], None] = _look_away
    """Logs the changes since an index in the trace."""
    advance_story: Callable[[Game], None] = _look_away
    """Advances the story."""
    call_wanderers: Callable[[Game], None] = _look_away
    """Lets in whoever follows by the stairs, and sends wanderers to a player who rests."""
    notice: Callable[[Game], None] = _look_away
    """Finds hidden things in the player's view."""
    meet: Callable[[Game], None] = _look_away
    """Remembers the factions that the player has seen."""
    learn: Callable[[Game], None] = _look_away
    """Adds the kinds of creatures in view to what the player knows."""

    acts: Callable[[Game, int, acting.Action | None], None] | None = None
    """Called when a creature's turn begins, if given: with the creature, and its action or None if it cannot act."""
    rests: Callable[[Game], None] = _look_away
    """Called when all creatures have acted, before fires, statuses and hunger."""


EVERYBODY = Onlookers(narrate, advance_story, call_wanderers, notice, meet, learn_by_sight)
"""The onlookers of a turn that is really played."""
NOBODY_LOOKS = Onlookers()
"""The onlookers of a rehearsed turn."""
