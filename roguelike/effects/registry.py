"""Which function handles which effect, and which items an effect may be used on."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from roguelike.core.effect import Effect
from roguelike.core.geometry import Point
from roguelike.core.records import Brief
from roguelike.world.game import Cause, Game, Targets

E = TypeVar("E", bound=Effect)
E_contra = TypeVar("E_contra", bound=Effect, contravariant=True)


class Hit(Brief):
    """One effect landing: on a creature (`target`), on a tile, or, for a whole effect, on all its targets.

    `way` is the line by which it came, its source's tile first; () if it did not fly.
    """

    target: int
    tile: Point | None
    source: int
    cause: Cause
    targets: Targets | None = None
    way: tuple[Point, ...] = ()


class Handler(Protocol[E_contra]):
    """A function that carries an effect out on what it hits."""

    def __call__(self, effect: E_contra, hit: Hit, game: Game, /) -> None:
        """Make changes and push what follows; never call another handler."""


HANDLERS: dict[type[Effect], Handler[Any]] = {}


def handles(kind: type[E]) -> Callable[[Handler[E]], Handler[E]]:
    """Register the function below as the handler of `kind`."""

    def register(handler: Handler[E]) -> Handler[E]:
        HANDLERS[kind] = handler
        return handler

    return register


Lister = Callable[[int, Game], list[int]]
CHOICES: dict[type[Effect], Lister] = {}
"""Functions that list the user's items on which an effect may land, by effect."""


def chooses(kind: type[Effect]) -> Callable[[Lister], Lister]:
    """Register the function below as the lister of items that `kind` may land on."""

    def register(lister: Lister) -> Lister:
        CHOICES[kind] = lister
        return lister

    return register
