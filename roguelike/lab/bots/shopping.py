"""Shopping in town: what to sell, what to buy, and which shop to go to.

Nothing is remembered between turns: the next step follows from what is still wanted. The hero grew up here and knows
where the shops are; their stock and prices are on their lists.
"""

from collections.abc import Iterable, Iterator, Sequence

import esper

from roguelike.actions.melee import is_adjacent
from roguelike.actions.trading import buying_price, is_vendor, wares
from roguelike.components.actors import Nature
from roguelike.components.items import Item, Pack
from roguelike.components.spatial import Gate
from roguelike.components.vitals import Pools
from roguelike.core.rng import Stream
from roguelike.core.sight import Mask
from roguelike.effects.healing import Feed
from roguelike.effects.learning import TeachSpell
from roguelike.effects.portals import TOWN, OpenPortal, bears_relic
from roguelike.engine.autopilot.explore import anybody, known_ground, known_stairs, step_toward
from roguelike.engine.play.commands import Action, Buy, Sell, TakeStairs, UseItem
from roguelike.engine.session import Session
from roguelike.lab.bots.appraisal import foes
from roguelike.lab.bots.item_habits import known_uses
from roguelike.lab.bots.shopping_list import (
    HOME_DEPTH,
    PROVISIONS,
    SHOPPING_LIST,
    Entry,
    carried,
    effects_of,
)
from roguelike.lab.bots.wardrobe import worth_wearing, worth_worn
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.names import is_known, known_names
from roguelike.world.space import point_of

WORTHWHILE = 1.5
"""Gold that makes a walk to a shop worthwhile."""
RESALE = 0.8
MOST_DEALS = 60
DEPTHS = 10
"""The depth at which the depths begin: the city of the dark elves."""
RICH = 80.0
"""Gold, spare items included, that makes the way home worthwhile."""
AWAY = 600
"""Least turns between two such visits, which would otherwise never end."""
LEVELS_A_MEAL, LAST_MEALS, MEAL_MONEY = 2, 2, 5.0
"""Levels that the bot walks up on one meal, fewest meals left before it goes home for more, and gold that buys a dozen.

With the Amulet there is neither shop nor portal on the way: of 48 seers who died, four starved on it, and five on
depths 8 to 11 with gold for a hundred meals.
"""


def trade(session: Session, rng: Stream) -> Iterator[Action]:
    """In town, sell spare items and buy what is wanted, one shop after another."""
    yield from _deals(session, SHOPPING_LIST)


def provide(session: Session, rng: Stream) -> Iterator[Action]:
    """In town, after having been in the depths, first buy supplies for them."""
    if max(session.game.levels) >= DEPTHS:
        yield from _deals(session, PROVISIONS)


def _deals(session: Session, wanted: Sequence[Entry]) -> Iterator[Action]:
    """Sell spare items and buy what is on a list, one shop after another."""
    game = session.game
    if bears_relic(game.player):
        return
    for _ in range(MOST_DEALS):
        deal = next_deal(game, wanted) if game.depth == TOWN and not foes(game) else None
        if deal is None:
            return
        vendor, action = deal
        if is_adjacent(game.player, vendor):
            yield action
        elif step := step_toward(game, [point_of(vendor) or (0, 0)], _streets(game)):
            yield step


def _streets(game: Game) -> Mask:
    """Return the ground to walk on in town, without shopkeepers' tiles, since walking into one is trading."""
    ground = known_ground(game, anybody)
    for vendor in _vendors(game):
        if (point := point_of(vendor)) is not None:
            ground[point] = False
    return ground


def go_home(session: Session, rng: Stream) -> Iterator[Action]:
    """With enough gold, or short of food, go up to the town while it is near; from deeper down, by scroll."""
    game = session.game
    if game.depth == TOWN:
        yield from _through_the_gate(session)
        return
    if foes(game) or bears_relic(game.player) or not _pays(game):
        return
    yield from (UseItem(item) for item in known_uses(game, OpenPortal))
    if game.depth <= HOME_DEPTH or _runs_out_of_food(game):
        stairs = known_stairs(game, -1)
        if session.here in stairs:
            yield TakeStairs(-1)
        if step := step_toward(game, stairs, known_ground(game)):
            yield step


def _pays(game: Game) -> bool:
    """Return whether a visit to town pays: food runs out, or the player is rich and has been away for long."""
    money = ecs.get(game.player, Pools).gold + proceeds(game)
    if _runs_out_of_food(game):
        return money >= MEAL_MONEY
    return money >= RICH and game.turn - game.levels[TOWN].left >= AWAY


def _runs_out_of_food(game: Game) -> bool:
    """Return whether the meals left are fewer than the way home takes."""
    return carried(game, Feed) < max(LAST_MEALS, game.depth // LEVELS_A_MEAL)


def _through_the_gate(session: Session) -> Iterator[Action]:
    """Go back through the portal, if there is one."""
    game = session.game
    gates = [point for point, things in sorted(game.level.at.items()) if _has_gate(things)]
    if gates and (step := step_toward(game, gates, _streets(game))):
        yield step


def _has_gate(things: Iterable[int]) -> bool:
    """Return whether any of some things is a portal."""
    return any(esper.try_component(thing, Gate) is not None for thing in things)


def next_deal(game: Game, wanted: Sequence[Entry] = SHOPPING_LIST) -> tuple[int, Action] | None:
    """Return the next trade and its vendor: first spare items are sold, then what is wanted is bought."""
    vendors = _vendors(game)
    if not vendors:
        return None
    spare = surplus(game)
    if spare and (proceeds(game) >= WORTHWHILE or is_adjacent(game.player, vendors[0])):
        return vendors[0], Sell(vendors[0], spare[0])
    stock = {name: vendor for vendor in reversed(vendors) for name in wares(game, vendor)}
    gold = ecs.get(game.player, Pools).gold
    for entry in wanted:
        for name in entry(game, stock):
            if buying_price(game, game.player, stock[name], name) <= gold:
                return stock[name], Buy(stock[name], name)
    return None


def _vendors(game: Game) -> list[int]:
    """List the shopkeepers on this level, nearest first."""
    here = point_of(game.player)
    if here is None:
        return []
    keepers = sorted(
        entity
        for entity in set(game.level.blockers.values())
        if (nature := esper.try_component(entity, Nature)) is not None
        and nature.vendor
        and is_vendor(game, entity)
    )
    field = game.level.toward(here)
    far = game.level.width * game.level.height
    ways = {keeper: field.distance(point_of(keeper) or here, far) for keeper in keepers}
    return sorted((k for k in keepers if ways[k] is not None), key=lambda k: (ways[k] or 0, k))


# --- selling


def surplus(game: Game) -> list[int]:
    """List carried items that are of no more use to a mage: spare gear, read books, hides."""
    return [
        item
        for item in ecs.get(game.player, Pack).items
        if is_known(game, item) and _is_spare(game, item)
    ]


def _is_spare(game: Game, item: int) -> bool:
    """Return whether a known item of the pack is of no more use."""
    kind = ecs.get(item, Item)
    if kind.base_value <= 0:
        return False
    if kind.slot is not None:
        return worth_wearing(game, item) <= worth_worn(game, kind.slot)
    effects = effects_of(item)
    known = known_names(game.player)
    return all(isinstance(each, TeachSpell) and each.spell in known for each in effects)


def proceeds(game: Game) -> float:
    """Return roughly what the surplus would sell for."""
    values = (ecs.get(item, Item).base_value for item in surplus(game))
    return RESALE * sum(values)
