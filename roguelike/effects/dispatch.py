"""The one dispatcher: empties the queue, oldest effect first.

Handlers never call each other, so a death inside an explosion inside a trap is as flat as a single arrow.
"""

from roguelike.core.grammar import Message
from roguelike.effects.registry import HANDLERS, Hit
from roguelike.effects.targeting import is_creature, spread
from roguelike.world.changes import Told
from roguelike.world.game import Cause, Entry, Game, Single

MOST_LINKS = 24
"""How long a chain of causes may grow before the magic spends itself."""
MOST_ENTRIES = 100_000
"""How many effects one drain may handle: a bound on breadth, never met in honest play."""


def drain(game: Game, *, looking_ahead: bool = False) -> None:
    """Handle every effect in the queue and all that they push; `looking_ahead`, only those that a forecast tells of."""
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
        handle(entry, game)


def handle(entry: Entry, game: Game) -> None:
    """Let one effect land, wherever its targets say."""
    effect, targets = entry.effect, entry.targets
    handler = HANDLERS[type(effect)]
    if type(targets) is Single and effect.lands_on == "creature":
        # The common case by far, and worth its own way: one creature, nothing to spread.
        if is_creature(game, targets.entity):
            handler(effect, Hit(targets.entity, None, entry.source, entry.cause), game)
        return
    for hit in spread(entry, game):
        handler(effect, hit, game)


def _say_spent(game: Game, cause: Cause) -> None:
    """Say that a chain reaction breaks off."""
    text = "The chain of {1} spends itself in a shower of sparks."
    game.change(Told(cause, Message(text, (cause.what,), "magic"), heard=True))
