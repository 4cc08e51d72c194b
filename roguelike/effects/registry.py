"""Which function handles which effect."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from roguelike.core.effect import Effect
from roguelike.core.geometry import Point
from roguelike.world.game import NOBODY, Cause, Game, Targets

E = TypeVar("E", bound=Effect)
E_contra = TypeVar("E_contra", bound=Effect, contravariant=True)


@dataclass(slots=True)
class Hit:
    """One effect landing: on a creature (`target`), on a tile, or, for a whole effect, on all its targets."""

    target: int
    tile: Point | None
    source: int
    cause: Cause
    targets: Targets | None = None


class Handler(Protocol[E_contra]):
    """A function that makes an effect happen."""

    def __call__(self, effect: E_contra, hit: Hit, game: Game, /) -> None:
        """Make changes and push what follows; never call another handler."""


HANDLERS: dict[type[Effect], Handler[Any]] = {}


def handles(kind: type[E]) -> Callable[[Handler[E]], Handler[E]]:
    """Register the function below as the handler of `kind`."""

    def register(handler: Handler[E]) -> Handler[E]:
        HANDLERS[kind] = handler
        return handler

    return register


def blame(hit: Hit) -> int:
    """Return who began what led to this hit."""
    return hit.cause.by or NOBODY
