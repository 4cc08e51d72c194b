"""Shopping in town: what to sell, what to buy, and which shop to go to.

Nothing is remembered between turns: the next step follows from what is still wanted. The hero grew up here and knows
where the shops are; their stock and prices are on their lists.

What a mage buys, the most needed first: each entry names wares, and the first affordable one is bought.

Wares are judged by their effects, never by their names: an entry works for whatever a vendor has in stock, and for the
wares of a content pack.
"""

from collections.abc import Callable, Iterator, Sequence

import esper

from roguelike.actions import bargaining, trading
from roguelike.components import actors, bargains, items, magic, spatial, vitals
from roguelike.core import sight
from roguelike.core.effect import Effect
from roguelike.core.formula import NO_POWER, as_dice
from roguelike.core.rng import Stream
from roguelike.effects import damage, healing, learning, portals
from roguelike.effects.mana import RestoreMana
from roguelike.engine.autopilot import explore
from roguelike.engine.play.commands import Action, Agree, Buy, Sell, TakeStairs, UseItem
from roguelike.engine.session import Session
from roguelike.lab.bots import appraisal, item_habits
from roguelike.world import ecs, perception, space
from roguelike.world.game import Game, template_of

FEW_MEALS, MEALS, MANY_MEALS = 2, 3, 4
"""Meals that the bot must have before setting out, meals that it wants, and meals that it wants in the depths."""
POTIONS, MANY_POTIONS, WAYS_HOME = 5, 8, 3
"""Healing items wanted; and in the depths, numbers of healing items, mana potions and ways home."""
HOME_DEPTH = 4
"""Greatest depth from which the bot walks home."""
LEAST_GAIN = 0.25
"""Least improvement for which a piece of gear is bought."""

Stock = dict[str, int]
"""What is for sale in town, and the vendor of each."""
Entry = Callable[[Game, Stock], Sequence[str]]
"""Names the wares to buy now, best first."""


def effects_of(item: int) -> tuple[Effect, ...]:
    """Return the effects of using an item."""
    use = esper.try_component(item, magic.Use)
    return use.effects if use is not None else ()


def _parts(game: Game, name: str) -> Sequence[object]:
    """Return the components of a ware."""
    return game.content.templates("items", name)


def _use(game: Game, name: str) -> magic.Use | None:
    """Return the use of a ware; None if it has none."""
    return template_of(game.content, actors.Kind("items", name), magic.Use)


def _effects(game: Game, name: str) -> tuple[Effect, ...]:
    """Return the effects of using a ware."""
    use = _use(game, name)
    return use.effects if use is not None else ()


def _price(game: Game, stock: Stock, name: str) -> float:
    """Return the price of a ware."""
    return trading.buying_price(game, game.player, stock[name], name)


def carried(game: Game, kind: type[Effect]) -> int:
    """Count carried items known to have an effect of a kind."""
    return sum(
        perception.is_known(game, item) and any(isinstance(each, kind) for each in effects_of(item))
        for item in ecs.get(game.player, items.Pack).items
    )


def _with_effect(game: Game, stock: Stock, kind: type[Effect]) -> list[str]:
    """List the wares with an effect of a kind, cheapest first."""
    found = [n for n in stock if any(isinstance(each, kind) for each in _effects(game, n))]
    return sorted(found, key=lambda name: (_price(game, stock, name), name))


def _some(kind: type[Effect], count: int) -> Entry:
    """Make the entry for carrying `count` items with an effect of a kind."""

    def entry(game: Game, stock: Stock) -> Sequence[str]:
        """Name the wares that have it, cheapest first."""
        return () if carried(game, kind) >= count else _with_effect(game, stock, kind)

    return entry


def _gear(game: Game, stock: Stock) -> Sequence[str]:
    """Name gear better than what is worn, the greatest gain for its price first."""
    gains: dict[str, float] = {}
    for name in stock:
        parts = _parts(game, name)
        slot = next((part.slot for part in parts if isinstance(part, items.Item)), None)
        if slot is None or (
            not any(isinstance(part, items.Wearable) for part in parts) and slot != "Melee"
        ):
            continue
        gain = item_habits.worth_of(parts) - item_habits.worth_owned(game, slot)
        if gain >= LEAST_GAIN:
            gains[name] = gain
    return sorted(gains, key=lambda name: (-gains[name] / _price(game, stock, name), name))


def _lessons(game: Game, stock: Stock) -> Sequence[str]:
    """Name books with an unknown spell: those that teach a harmful one first, then the cheapest."""
    known = perception.known_names(game.player)

    def rank(name: str) -> tuple[bool, float, str]:
        """Return a sort key: harmful spells first, then by price."""
        new = [spell for spell in learning.taught_by(_use(game, name)) if spell not in known]
        harmful = any(
            isinstance(effect, damage.Damage)
            for spell in new
            for effect in game.spell(spell).use.effects
        )
        return (not harmful, _price(game, stock, name), name)

    books = [
        name
        for name in _with_effect(game, stock, learning.TeachSpell)
        if any(spell not in known for spell in learning.taught_by(_use(game, name)))
    ]
    return sorted(books, key=rank)


def _draughts(count: int) -> Entry:
    """Make the entry for carrying `count` healing items."""

    def entry(game: Game, stock: Stock) -> Sequence[str]:
        """Name healing wares, the most healing for the price first."""
        if carried(game, healing.Heal) >= count:
            return ()

        def per_gold(name: str) -> float:
            """Return hit points healed per gold."""
            effects = _effects(game, name)
            points = sum(
                as_dice(e.amount, NO_POWER).mean for e in effects if isinstance(e, healing.Heal)
            )
            return points / _price(game, stock, name)

        return sorted(
            _with_effect(game, stock, healing.Heal), key=lambda name: (-per_gold(name), name)
        )

    return entry


def _way_back(game: Game, stock: Stock) -> Sequence[str]:
    """Name a way home, if the player has been too deep to walk home: several starved down there, rich."""
    return WAY_HOME(game, stock) if max(game.levels) > HOME_DEPTH else ()


WAY_HOME = _some(portals.OpenPortal, 1)
SHOPPING_LIST: tuple[Entry, ...] = (
    _some(healing.Feed, FEW_MEALS),
    _way_back,
    _gear,
    _some(healing.Feed, MEALS),
    WAY_HOME,
    _lessons,
    _draughts(POTIONS),
)
"""What a mage spends gold on, the most needed first."""
PROVISIONS: tuple[Entry, ...] = (
    _some(healing.Feed, MANY_MEALS),
    _some(portals.OpenPortal, WAYS_HOME),
    _some(RestoreMana, MANY_POTIONS),
    _draughts(MANY_POTIONS),
)
"""What a mage who has been in the depths spends gold on before anything else."""


WELL = 0.9
"""Shares of hit points and mana below which the bot pays for them in town."""
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
LEVELS_A_MEAL, LAST_MEALS, MEAL_MONEY = 8, 1, 30.0
"""Levels that the bot walks up on one meal, fewest meals left before it goes home for more, and gold that buys two.

With the Amulet there is neither shop nor portal on the way.
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
    if portals.bears_relic(game.player):
        return
    for _ in range(MOST_DEALS):
        deal = (
            next_deal(game, wanted)
            if game.depth == portals.TOWN and not appraisal.foes(game)
            else None
        )
        if deal is None:
            return
        vendor, action = deal
        if space.is_adjacent(game.player, vendor):
            yield action
        elif step := explore.step_toward(game, [space.point_of(vendor) or (0, 0)], _streets(game)):
            yield step


def be_mended(session: Session, rng: Stream) -> Iterator[Action]:
    """In town, pay for what wounds and mana there is money for, the cheapest deal first."""
    game, pools = session.game, ecs.get(session.player, vitals.Pools)
    if game.depth != portals.TOWN or appraisal.foes(game):
        return
    lacks = {
        healing.Heal: pools.hp < pools.max_hp * WELL,
        RestoreMana: pools.mana < pools.max_mana * WELL,
    }
    for healer, there in item_habits.things_there(game, bargaining.offers_anything, in_view=False):
        deals = ecs.get(healer, bargains.Bargain).deals
        cures = sorted(
            (deal.price.gold, deal.name)
            for deal in deals
            if deal.price.gold <= pools.gold
            and any(lacks.get(type(each), False) for each in deal.use.effects)
        )
        if cures and space.is_adjacent(game.player, healer):
            yield from (Agree(healer, name) for _, name in cures)
        elif cures and (step := explore.step_toward(game, [there], _streets(game))):
            yield step


def _streets(game: Game) -> sight.Mask:
    """Return the ground to walk on in town, without shopkeepers' tiles, since walking into one is trading."""
    ground = explore.known_ground(game, explore.anybody)
    for vendor in _vendors(game):
        if (point := space.point_of(vendor)) is not None:
            ground[point] = False
    return ground


def go_home(session: Session, rng: Stream) -> Iterator[Action]:
    """With enough gold, or short of food, go up to the town while it is near; from deeper down, by scroll."""
    game = session.game
    if game.depth == portals.TOWN:
        yield from _through_the_gate(session)
        return
    if appraisal.foes(game) or portals.bears_relic(game.player) or not _pays(game):
        return
    yield from (UseItem(item) for item in item_habits.known_uses(game, portals.OpenPortal))
    if game.depth <= HOME_DEPTH or _runs_out_of_food(game):
        stairs = explore.known_stairs(game, -1)
        if session.here in stairs:
            yield TakeStairs(-1)
        if step := explore.step_toward(game, stairs, explore.known_ground(game)):
            yield step


def _pays(game: Game) -> bool:
    """Return whether a visit to town pays: food runs out, or the player is rich and has been away for long."""
    money = ecs.get(game.player, vitals.Pools).gold + proceeds(game)
    if _runs_out_of_food(game):
        return money >= MEAL_MONEY
    return money >= RICH and game.turn - game.levels[portals.TOWN].left >= AWAY


def _runs_out_of_food(game: Game) -> bool:
    """Return whether the meals left are fewer than the way home takes."""
    return carried(game, healing.Feed) < max(LAST_MEALS, game.depth // LEVELS_A_MEAL)


def _through_the_gate(session: Session) -> Iterator[Action]:
    """Go back through the portal, if there is one."""
    game = session.game
    found = item_habits.things_there(
        game, lambda thing: esper.has_component(thing, spatial.Gate), in_view=False
    )
    gates = [point for _, point in found]
    if gates and (step := explore.step_toward(game, gates, _streets(game))):
        yield step


def next_deal(game: Game, wanted: Sequence[Entry] = SHOPPING_LIST) -> tuple[int, Action] | None:
    """Return the next trade and its vendor: first spare items are sold, then what is wanted is bought."""
    vendors = _vendors(game)
    if not vendors:
        return None
    spare = surplus(game)
    if spare and (proceeds(game) >= WORTHWHILE or space.is_adjacent(game.player, vendors[0])):
        return vendors[0], Sell(vendors[0], spare[0])
    stock = {name: vendor for vendor in reversed(vendors) for name in trading.wares(game, vendor)}
    gold = ecs.get(game.player, vitals.Pools).gold
    for entry in wanted:
        for name in entry(game, stock):
            if trading.buying_price(game, game.player, stock[name], name) <= gold:
                return stock[name], Buy(stock[name], name)
    return None


def _vendors(game: Game) -> list[int]:
    """List the shopkeepers on this level, nearest first."""
    here = space.point_of(game.player)
    if here is None:
        return []
    keepers = sorted(
        entity
        for entity in set(game.level.blockers.values())
        if (nature := esper.try_component(entity, actors.Nature)) is not None
        and nature.vendor
        and trading.is_vendor(game, entity)
    )
    field = game.level.toward(here)
    far = game.level.width * game.level.height
    ways = {keeper: field.distance(space.point_of(keeper) or here, far) for keeper in keepers}
    return sorted((k for k in keepers if ways[k] is not None), key=lambda k: (ways[k] or 0, k))


# --- selling


def surplus(game: Game) -> list[int]:
    """List carried items that are of no more use to a mage: spare gear, read books, hides."""
    return [
        item
        for item in ecs.get(game.player, items.Pack).items
        if perception.is_known(game, item) and _is_spare(game, item)
    ]


def _is_spare(game: Game, item: int) -> bool:
    """Return whether a known item of the pack is of no more use."""
    kind = ecs.get(item, items.Item)
    if kind.base_value <= 0:
        return False
    if kind.slot is not None:
        return item_habits.worth_wearing(game, item) <= item_habits.worth_worn(game, kind.slot)
    effects = effects_of(item)
    known = perception.known_names(game.player)
    return all(isinstance(each, learning.TeachSpell) and each.spell in known for each in effects)


def proceeds(game: Game) -> float:
    """Return roughly what the surplus would sell for."""
    values = (ecs.get(item, items.Item).base_value for item in surplus(game))
    return RESALE * sum(values)
