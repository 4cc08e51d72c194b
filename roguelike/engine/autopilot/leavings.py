"""A sentence on the items that exploring did not pick up, and why."""

from collections import Counter
from collections.abc import Iterator

from roguelike.components.actors import Kind
from roguelike.components.bargains import Terms
from roguelike.components.items import Item
from roguelike.engine.autopilot.explore import (
    as_they_are,
    is_light_enough,
    is_on_terms,
    is_relic,
    is_worth_taking,
    known_ground,
)
from roguelike.world import ecs
from roguelike.world.content import template_of
from roguelike.world.game import Game
from roguelike.world.names import shown_name


def left_lying(game: Game) -> str:
    """Return a sentence naming the known items that exploring leaves, by reason; "" if there are none."""
    left: dict[str, Counter[str]] = {}
    for name, why in _leavings(game):
        left.setdefault(why, Counter())[name] += 1
    told = [f"{_counted(names)} ({why})" for why, names in left.items()]
    return f"Left lying: {', '.join(told)}." if told else ""


def _leavings(game: Game) -> Iterator[tuple[str, str]]:
    """Yield (name, why it was left) of the items left on known ground, seen ones first."""
    known = known_ground(game)
    for point, entities in as_they_are(game.level):
        for entity in entities:
            row = ecs.row(entity)
            if known[point] and Item in row and (why := _why_left(game, row[Kind], row.get(Terms))):
                yield shown_name(game, entity), why
    for point, things in game.level.remembered.things.items():
        for thing in things:
            is_item = template_of(game.content, thing.kind, Item) is not None
            if known[point] and is_item and (why := _why_left(game, thing.kind, thing.terms)):
                yield thing.name, why


def _why_left(game: Game, kind: Kind, terms: Terms | None) -> str:
    """Return why exploring leaves an item; "" if it does not."""
    if is_on_terms(terms):
        return "at a price"
    if is_worth_taking(game, kind):
        return ""
    if is_relic(game, kind):
        return "not to be taken by the way"
    item = template_of(game.content, kind, Item)
    is_light = item is not None and is_light_enough(game, item)
    return "nothing new to you" if is_light else "too heavy to take along"


def _counted(names: Counter[str]) -> str:
    """Format names with their counts: "Leather Armor ×2, Tower Shield"."""
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in names.items())
