"""Casts that a creature has just evaluated by forecast, and that need not be checked again for having an effect.

A cast without effect is worth nothing, so evaluating it has answered the question. Checking it again took two tenths of
a caster's turn. What was foreseen is valid until the next change.
"""

from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.world.game import Game


class Foreseen(Record):
    """A use that would have an effect: its user, its name, and the tile aimed at."""

    user: int
    what: str
    aim: Point | None


def note_foreseen(game: Game, use: Foreseen) -> None:
    """Remember that a use would have an effect now."""
    game.caches.keep(_moment(game), use)


def is_foreseen(game: Game, use: Foreseen) -> bool:
    """Return whether nothing has changed since this use was foreseen to have an effect."""
    return game.caches.get(Foreseen, _moment(game)) == use


def _moment(game: Game) -> tuple[int, int, int]:
    """Return a key that differs after any change: the turn, the tick, and the number of changes in the turn."""
    return game.turn, game.now, len(game.trace)
