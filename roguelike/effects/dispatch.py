"""The dispatcher: empties the queue, oldest effect first.

Handlers never call each other, so a death inside an explosion inside a trap is as flat as a single arrow.
"""

from collections.abc import Callable

from roguelike.core.grammar import Message
from roguelike.effects import registry, targeting
from roguelike.world import changes
from roguelike.world.game import Cause, Entry, Game

MOST_LINKS = 24
"""The most causes in a chain; effects further along it are dropped, and the log says so."""
MOST_ENTRIES = 20_000
"""The most effects that one drain handles: a bound that real play never reaches."""


def drain(
    game: Game, *, looking_ahead: bool = False, until: Callable[[], bool] | None = None
) -> None:
    """Handle every effect in the queue and all that they push; with `looking_ahead`, only those marked `foreseen`.

    `until` is called after every hit; once it returns True, the rest is left in the queue.
    """
    queue = game.queue
    handled, spent = 0, False
    while queue:
        entry = queue.popleft()
        handled += 1
        if entry.cause.links > MOST_LINKS or handled > MOST_ENTRIES:
            if not spent:
                _say_spent(game, entry.cause)
                spent = True
            if not entry.effect.must_happen:
                continue
        if looking_ahead and not entry.effect.foreseen:
            continue
        handle(entry, game, until)
        if until is not None and until():
            return


def handle(entry: Entry, game: Game, until: Callable[[], bool] | None = None) -> None:
    """Call the handler of one effect for each hit among its targets, as long as `until` returns False."""
    effect, source, cause = entry.effect, entry.source, entry.cause
    handler = registry.HANDLERS[type(effect)]
    match effect.lands_on:
        case "creature":  # by far the most common
            for target in targeting.creatures_of(entry.targets, source, game):
                handler(effect, registry.Hit(target, None, source, cause, None, entry.way), game)
                if until is not None and until():
                    return
        case "whole":
            handler(effect, registry.Hit(0, None, source, cause, entry.targets, entry.way), game)
        case _:
            for hit in targeting.spread(entry, game):
                handler(effect, hit, game)
                if until is not None and until():
                    return


def _say_spent(game: Game, cause: Cause) -> None:
    """Log that a chain reaction was cut off."""
    text = "The chain of {1} spends itself in a shower of sparks."
    spell = game.content.spells.get(cause.what)
    what = spell.title if spell is not None else cause.what
    game.change(changes.Told(cause, Message(text, (what,), "magic"), heard=True))
