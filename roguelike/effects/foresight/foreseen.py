"""Uses that a creature foresaw a moment ago: it need not ask again whether they would come to anything.

Weighing a cast tries it with the best of luck already, and casting it would once more: of a caster's turn that took a
tenth. What was foreseen holds until the next change.
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
