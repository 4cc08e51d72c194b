"""What is on the player's level. Turns iterate over it again and again, and levels left behind must cost nothing."""

from typing import Any, TypeVar

from roguelike.core.records import field
from roguelike.world import ecs
from roguelike.world.caches import Derived
from roguelike.world.game import Game

C = TypeVar("C")


class Present(Derived):
    """Everything on the player's level with its components, sorted by id; the same filtered by component."""

    rows: list[tuple[int, ecs.Row]]
    by_kind: dict[type[Any], list[tuple[int, Any]]] = field(default_factory=dict)


def present(game: Game, kind: type[C]) -> list[tuple[int, C]]:
    """List what is on the player's level and has a component, sorted by id.

    The list is cached until something comes or goes, and must not be written to.
    """
    caches = game.caches
    revision = (game.depth, caches.population)
    here = caches.get(Present, revision) or caches.keep(revision, _look(game))
    found = here.by_kind.get(kind)
    if found is None:
        found = here.by_kind[kind] = [(each, row[kind]) for each, row in here.rows if kind in row]
    return found


def _look(game: Game) -> Present:
    """Collect everything on the player's level."""
    standing = {entity for there in game.level.at.values() for entity in there}
    return Present([(entity, ecs.row(entity)) for entity in sorted(standing)])
