"""The registry of habits: what a creature considers, and in which order, before and after a fight.

Each habit names the one after which it comes, so that a new one takes its place without a list of all being edited. A
creature's habits are looked up once for each kind of creature.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from roguelike.actions.action import Action
from roguelike.components.actors import Nature
from roguelike.systems.ai.actor import Actor

Doing = Callable[[Actor], Action | None]
"""Returns what a creature does, or None to let it consider the next habit."""
DANGER, FIGHT = "danger", "fight"
"""What the first habits come after: those before a fight, which make it forgo one, and those with nobody to fight."""


class Habit(NamedTuple):
    """What a creature does, and the field of Nature that makes it do so; "" for every creature."""

    do: Doing
    of: str


_AFTER: dict[str, dict[str, Habit]] = {}
"""The habits, by name, that come directly after something."""


def habit(*, after: str, of: str = "") -> Callable[[Doing], Doing]:
    """Register the function below as a habit of creatures that have the field `of` of Nature, or of all.

    It is considered after the habit of another function, DANGER or FIGHT. Where several come after the same, they are
    in the order of their names.
    """

    def register(do: Doing) -> Doing:
        _AFTER.setdefault(after, {})[do.__name__] = Habit(do, of)
        return do

    return register


@lru_cache(maxsize=1_000)
def habits_of(nature: Nature) -> tuple[tuple[Doing, ...], tuple[Doing, ...]]:
    """Return the habits of creatures of one nature, in their order: those before a fight, and those after it."""
    return tuple(_following(nature, DANGER)), tuple(_following(nature, FIGHT))


def _following(nature: Nature, name: str) -> Iterator[Doing]:
    """Yield the habits that come after something, each followed by those that come after it."""
    for later, each in sorted(_AFTER.get(name, {}).items()):
        if not each.of or getattr(nature, each.of) not in (0, None):
            yield each.do
        yield from _following(nature, later)
