"""Uses that a creature foresees, or foresaw a moment ago: none is asked whether it would come to anything.

Weighing a cast shows that by itself: what comes to nothing is worth nothing. Asking with the best of luck besides took
a tenth of a caster's turn, and doing so again for the cast another. What was foreseen holds until the next change.
"""

from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.world.game import Game


class Foreseen(Record):
    """A use that would come to something: whose, what, and at which tile."""

    user: int
    what: str
    aim: Point | None


def note_foreseen(game: Game, use: Foreseen) -> None:
    """Keep that a use would come to something now."""
    game.caches.keep(_moment(game), use)


def is_foreseen(game: Game, use: Foreseen) -> bool:
    """Return whether nothing has changed since this very use was foreseen to come to something."""
    return game.caches.get(Foreseen, _moment(game)) == use


def _moment(game: Game) -> tuple[int, int, int]:
    """Return what differs after any change: the turn, the tick, and how much has changed in the turn."""
    return game.turn, game.now, len(game.trace)
