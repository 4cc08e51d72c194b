"""What watches while a turn is played: the log, and whatever reacts to what the player gets to see.

None of it decides how the turn goes. It is handed to `engine.turn` so that a rehearsed turn can leave it out: a turn
that is taken back must not be logged, find hidden traps or advance the story.
"""

from collections.abc import Callable

from roguelike.actions.action import Action
from roguelike.core.records import Record
from roguelike.engine.log.narrator import narrate
from roguelike.engine.lore import learn_by_sight
from roguelike.engine.story import advance_story
from roguelike.engine.wanderers import call_wanderers
from roguelike.systems.reputation import meet
from roguelike.systems.visibility import notice
from roguelike.world.game import Game


def _look_away(*_: object) -> None:
    """Stand in for an onlooker that is left out: it does nothing."""


class Onlookers(Record):
    """Functions called at moments of a turn; those that are not given do nothing."""

    narrate: Callable[[Game, int], None] = _look_away
    """Tells the player of the changes since a place in the trace."""
    advance_story: Callable[[Game], None] = _look_away
    """Advances the story."""
    call_wanderers: Callable[[Game], None] = _look_away
    """Sends wanderers to a player who stands about."""
    notice: Callable[[Game], None] = _look_away
    """Finds hidden things in the player's view."""
    meet: Callable[[Game], None] = _look_away
    """Remembers the factions that the player has seen."""
    learn: Callable[[Game], None] = _look_away
    """Adds the kinds of creatures in view to what the player knows."""

    acts: Callable[[Game, int, Action | None], None] = _look_away
    """Sees a creature's turn begin: who, and what they are about to do; None if they cannot act."""
    rests: Callable[[Game], None] = _look_away
    """Sees that all creatures have acted, and that fires, statuses and hunger are next."""


EVERYBODY = Onlookers(narrate, advance_story, call_wanderers, notice, meet, learn_by_sight)
"""Those of a turn that is really played."""
NOBODY_LOOKS = Onlookers()
"""Those of a rehearsed turn."""
