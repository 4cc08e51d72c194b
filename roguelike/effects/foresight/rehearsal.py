"""Rehearsal: acting on the real world and undoing it, so that nothing at all is left behind.

Most of what an act does is decided before the first die is rolled: paying, aiming, the flight and the blast are the
same whatever is rolled. So a rehearsal with many rolls runs a `Prefix` up to the first roll once, and continues from
there for each roll.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn, TypeVar

from roguelike.core.records import State
from roguelike.core.rng import Chance
from roguelike.effects import dispatch
from roguelike.world import ecs
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.game import Change, Entry, Game

R = TypeVar("R")
Act = Callable[[], str | None]
"""Pushes what is to be rehearsed on the queue; returns the reason if it is refused, else None."""


@contextmanager
def rehearsing(
    game: Game, rng: Chance, bookkeeping: BookkeepingCopy | None = None
) -> Iterator[None]:
    """Roll with `rng` while the block runs, then undo every change made in it.

    With a copy of the bookkeeping the block may play whole turns, without onlookers: that is restored afterwards.
    """
    start, number, chance, caches = len(game.trace), ecs.next_id(), game.rng, game.caches
    place, noted = game.dice_at, game.turn_queue.noted.copy()
    game.pretences += 1
    game.rng, game.caches = rng, caches.for_rehearsal()
    try:
        yield
    finally:
        game.queue.clear()
        _take_back(game, start)
        ecs.set_next_id(number)
        game.rng, game.caches = chance, caches  # all is as it was, so the caches are valid
        game.dice_at, game.turn_queue.noted = place, noted
        if bookkeeping is not None:
            bookkeeping.put_back()
        game.pretences -= 1


def _take_back(game: Game, start: int) -> None:
    """Undo the changes since `start`, the last one first."""
    trace = game.trace
    for change in reversed(trace[start:]):
        change.undo(game)
    del trace[start:]


def rehearse(
    game: Game,
    act: Act,
    rng: Chance,
    read: Callable[[str | None, Sequence[Change]], R],
    *,
    until: Callable[[], bool] | None = None,
) -> R:
    """Act, drain the queue, read and undo, rolling with `rng`; return the result of `read`.

    It stops as soon as `until` returns True.
    """
    start = len(game.trace)
    with rehearsing(game, rng):
        refusal = act()
        dispatch.drain(game, until=until)
        return read(refusal, game.trace[start:])


class UndecidedError(Exception):
    """Raised instead of rolling a die."""


class Undecided:
    """A substitute for chance: it answers what is certain and raises UndecidedError at the first real roll."""

    def below(self, count: int) -> int:
        """Return 0 if `count` leaves no other number. Raises UndecidedError if it does."""
        return 0 if count <= 1 else self._stop()

    def total(self, count: int, sides: int) -> int:
        """Return 0 for dice of one side. Raises UndecidedError for all others."""
        return 0 if sides <= 1 else self._stop()

    def chance(self, percent: float) -> bool:
        """Return False at 0 percent and True at 100. Raises UndecidedError between."""
        return percent > 0 if percent <= 0 or percent >= 100 else self._stop()

    def choice(self, options: Sequence[R]) -> R:
        """Return the only option. Raises UndecidedError if there are several."""
        return options[0] if len(options) == 1 else self._stop()

    def _stop(self) -> NoReturn:
        """Raise UndecidedError: what follows depends on a roll."""
        raise UndecidedError


class Prefix(State):
    """An act run up to its first roll: why it was refused, if it was, and what waits in the queue.

    It is valid inside the `rehearsing` block that it was run in. `act` is kept if the act itself begins with a roll.
    """

    game: Game
    refusal: str | None
    waiting: tuple[Entry, ...]
    act: Act | None
    looking_ahead: bool = True
    """Whether effects that no forecast shows are skipped."""

    def go_on(self) -> str | None:
        """Continue to the end; return why the act was refused, if it was."""
        refusal = self.act() if self.act is not None else self.refusal
        self.game.queue.extend(self.waiting)
        dispatch.drain(self.game, looking_ahead=self.looking_ahead)
        return refusal

    def play(self, rng: Chance, read: Callable[[str | None, Sequence[Change]], R]) -> R:
        """Continue with `rng` to the end, read what changed since the prefix, and undo that."""
        game, start = self.game, len(self.game.trace)
        with rehearsing(game, rng):
            return read(self.go_on(), game.trace[start:])


def run_prefix(game: Game, act: Act, *, looking_ahead: bool = True) -> Prefix:
    """Run an act up to its first roll. Call it inside `rehearsing`, which undoes it."""
    start, number = len(game.trace), ecs.next_id()
    game.rng = Undecided()
    try:
        refusal = act()
    except UndecidedError:
        _roll_back(game, start, number, 0)
        return Prefix(game, None, (), act, looking_ahead=looking_ahead)
    while game.queue and game.queue[0].cause.links <= dispatch.MOST_LINKS:
        if not _handle_decided(game, looking_ahead=looking_ahead):
            break
    waiting = tuple(game.queue)
    game.queue.clear()
    return Prefix(game, refusal, waiting, None, looking_ahead=looking_ahead)


def _handle_decided(game: Game, *, looking_ahead: bool) -> bool:
    """Handle the oldest effect of the queue; if it rolls, put it back, undo it and return False."""
    queue = game.queue
    entry = queue.popleft()
    if looking_ahead and not entry.effect.foreseen:
        return True  # as in the rest of the rehearsal
    start, number, left = len(game.trace), ecs.next_id(), len(queue)
    try:
        dispatch.handle(entry, game)
    except UndecidedError:
        _roll_back(game, start, number, left)
        queue.appendleft(entry)
        return False
    return True


def _roll_back(game: Game, start: int, number: int, left: int) -> None:
    """Undo what was done before a roll came up: changes, entity ids used, effects pushed on the queue."""
    _take_back(game, start)
    ecs.set_next_id(number)
    while len(game.queue) > left:
        game.queue.pop()
