"""Errands in town: what there is to sell, what is worth buying, and whose door to knock at.

Of shopping nothing is remembered between turns: what is still wanted says what is to be done. Whoever grew up here
knows where the shops are; what they stock and ask is on their lists.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import esper

from roguelike.actions.melee import is_adjacent
from roguelike.actions.stock import wares
from roguelike.actions.trading import buying_price, is_vendor
from roguelike.components.actors import Nature
from roguelike.components.combat import Wearable
from roguelike.components.items import Item, Pack
from roguelike.components.magic import KnownSpells, Use
from roguelike.components.spatial import Gate
from roguelike.components.vitals import Pools
from roguelike.core.effect import Effect
from roguelike.core.formula import NO_POWER, fixed
from roguelike.core.rng import Stream
from roguelike.core.sight import Mask
from roguelike.effects.damage import Damage
from roguelike.effects.food import Feed
from roguelike.effects.learning import TeachSpell
from roguelike.effects.pools import Heal
from roguelike.effects.portals import TOWN, OpenPortal, bears_relic
from roguelike.engine.bots.appraisal import foes, is_hungry
from roguelike.engine.bots.belongings import known_uses
from roguelike.engine.bots.wardrobe import worth_of, worth_owned, worth_wearing, worth_worn
from roguelike.engine.commands import Action, Buy, Sell, TakeStairs, UseItem
from roguelike.engine.exploring import known_ground, known_stairs, step_toward
from roguelike.engine.session import Session
from roguelike.world.game import Game
from roguelike.world.names import is_known
from roguelike.world.space import point_of

FEW_MEALS, MEALS = 3, 8
"""Meals without which one does not set out, and that one likes to have."""
POTIONS = 3
WORTHWHILE = 1.5
"""Gold for which a walk to a shop is worth it."""
RESALE = 0.8
LEAST_GAIN = 0.25
"""How much better a piece of gear must be to be bought."""
MOST_DEALS = 60
RICH, HOME_DEPTH = 100.0, 4
"""Gold to be spent or had for what is spare that is worth the way home, and from how deep down one walks it."""

Stock = dict[str, int]
"""What is for sale in town, and by whom."""
Wish = Callable[[Game, Stock], Sequence[str]]
"""Names what one would like to buy now, best first."""


def trade(session: Session, rng: Stream) -> Iterator[Action]:
    """In town, sell what is spare and buy what is wanted, one shop after another."""
    game = session.game
    if bears_relic(game.player):
        return
    for _ in range(MOST_DEALS):
        deal = next_deal(game) if game.depth == TOWN and not foes(game) else None
        if deal is None:
            return
        vendor, action = deal
        if is_adjacent(game.player, vendor):
            yield action
        elif step := step_toward(game, [point_of(vendor) or (0, 0)], _streets(game)):
            yield step


def _streets(game: Game) -> Mask:
    """Return the ground to walk on in town: people make way, shopkeepers want to talk."""
    ground = known_ground(game, past_creatures=True)
    for vendor in _vendors(game):
        if (point := point_of(vendor)) is not None:
            ground[point] = False
    return ground


class Homing:
    """Knows when a walk home pays, by what was left of the gold after the last one."""

    def __init__(self) -> None:
        """Be as poor as at first."""
        self._left = 0.0

    def go_home(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Rich enough, or out of food, go up to the town while it is near; deeper down, by scroll."""
        game = session.game
        gold = esper.component_for_entity(game.player, Pools).gold
        if game.depth == TOWN:
            self._left = gold
            yield from _through_the_gate(session)
            return
        famished = is_hungry(game) and not carried(game, Feed)
        if foes(game) or not (famished or gold + proceeds(game) >= self._left + RICH):
            return
        yield from (UseItem(item) for item in known_uses(game, OpenPortal))
        if game.depth <= HOME_DEPTH:
            stairs = known_stairs(game, -1)
            if session.here in stairs:
                yield TakeStairs(-1)
            if step := step_toward(game, stairs, known_ground(game)):
                yield step


def _through_the_gate(session: Session) -> Iterator[Action]:
    """Go back to where the portal was opened, if there is one."""
    game = session.game
    gates = [point for point, things in sorted(game.level.at.items()) if _has_gate(things)]
    if gates and (step := step_toward(game, gates, _streets(game))):
        yield step


def _has_gate(things: Iterable[int]) -> bool:
    """Return whether a portal is among some things."""
    return any(esper.try_component(thing, Gate) is not None for thing in things)


def next_deal(game: Game) -> tuple[int, Action] | None:
    """Return the next bargain to strike, and with whom: first everything spare is sold."""
    vendors = _vendors(game)
    if not vendors:
        return None
    spare = surplus(game)
    if spare and (proceeds(game) >= WORTHWHILE or is_adjacent(game.player, vendors[0])):
        return vendors[0], Sell(vendors[0], spare[0])
    stock = {name: vendor for vendor in reversed(vendors) for name in wares(game, vendor)}
    gold = esper.component_for_entity(game.player, Pools).gold
    for wish in WISHES:
        for name in wish(game, stock):
            if buying_price(game, game.player, stock[name], name) <= gold:
                return stock[name], Buy(stock[name], name)
    return None


def _vendors(game: Game) -> list[int]:
    """List those on this level who keep a shop, the nearest first."""
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
    """List what is carried and of no more use to a mage: spare gear, read books, hides."""
    return [
        item
        for item in esper.component_for_entity(game.player, Pack).items
        if is_known(game, item) and _is_spare(game, item)
    ]


def _is_spare(game: Game, item: int) -> bool:
    """Return whether one known thing of the pack is of no more use."""
    kind = esper.component_for_entity(item, Item)
    if kind.base_value <= 0:
        return False
    if kind.slot is not None:
        return worth_wearing(game, item) <= worth_worn(game, kind.slot)
    effects = effects_of(item)
    known = esper.component_for_entity(game.player, KnownSpells).names
    return all(isinstance(each, TeachSpell) and each.spell in known for each in effects)


def proceeds(game: Game) -> float:
    """Return what the surplus would bring, at a guess."""
    values = (esper.component_for_entity(item, Item).base_value for item in surplus(game))
    return RESALE * sum(values)


def effects_of(item: int) -> tuple[Effect, ...]:
    """Return what using a thing does."""
    use = esper.try_component(item, Use)
    return use.effects if use is not None else ()


# --- buying


def _parts(game: Game, name: str) -> Sequence[object]:
    """Return what a ware is made of."""
    return game.content.templates("items", name)


def _taught(game: Game, name: str) -> list[Effect]:
    """List what using a ware does."""
    return [each for part in _parts(game, name) if isinstance(part, Use) for each in part.effects]


def _price(game: Game, stock: Stock, name: str) -> float:
    """Return what a ware costs."""
    return buying_price(game, game.player, stock[name], name)


def carried(game: Game, kind: type[Effect]) -> int:
    """Count the things of the pack that are known to have an effect of a kind."""
    return sum(
        is_known(game, item) and any(isinstance(each, kind) for each in effects_of(item))
        for item in esper.component_for_entity(game.player, Pack).items
    )


def _meals(count: int) -> Wish:
    """Make the wish to carry so many meals."""

    def wish(game: Game, stock: Stock) -> Sequence[str]:
        """Name food, the cheapest first."""
        if carried(game, Feed) >= count:
            return ()
        return _with_effect(game, stock, Feed)

    return wish


def _with_effect(game: Game, stock: Stock, kind: type[Effect]) -> list[str]:
    """List the wares with an effect of a kind, the cheapest first."""
    found = [n for n in stock if any(isinstance(each, kind) for each in _taught(game, n))]
    return sorted(found, key=lambda name: (_price(game, stock, name), name))


def _way_home(game: Game, stock: Stock) -> Sequence[str]:
    """Name what brings one home in need."""
    return () if carried(game, OpenPortal) else _with_effect(game, stock, OpenPortal)


def _gear(game: Game, stock: Stock) -> Sequence[str]:
    """Name gear better than what is worn, what gains most for its price first."""
    gains: dict[str, float] = {}
    for name in stock:
        parts = _parts(game, name)
        slot = next((part.slot for part in parts if isinstance(part, Item)), None)
        if slot is None or (
            not any(isinstance(part, Wearable) for part in parts) and slot != "Melee"
        ):
            continue
        gain = worth_of(parts) - worth_owned(game, slot)
        if gain >= LEAST_GAIN:
            gains[name] = gain
    return sorted(gains, key=lambda name: (-gains[name] / _price(game, stock, name), name))


def _lessons(game: Game, stock: Stock) -> Sequence[str]:
    """Name books with a spell that is not known yet, those that teach to do harm first, then the cheapest."""
    known = esper.component_for_entity(game.player, KnownSpells).names

    def rank(name: str) -> tuple[bool, float, str]:
        """Sort what does no harm behind what does."""
        new = [
            e.spell
            for e in _taught(game, name)
            if isinstance(e, TeachSpell) and e.spell not in known
        ]
        harmful = any(
            isinstance(effect, Damage)
            for spell in new
            for effect in game.content.spell(spell).use.effects
        )
        return (not harmful, _price(game, stock, name), name)

    books = [
        name
        for name in _with_effect(game, stock, TeachSpell)
        if any(isinstance(e, TeachSpell) and e.spell not in known for e in _taught(game, name))
    ]
    return sorted(books, key=rank)


def _draughts(game: Game, stock: Stock) -> Sequence[str]:
    """Name what heals, the most healing for its price first."""
    if carried(game, Heal) >= POTIONS:
        return ()

    def healing(name: str) -> float:
        """Return hit points for a piece of gold."""
        effects = _taught(game, name)
        points = sum(fixed(e.amount, NO_POWER).mean for e in effects if isinstance(e, Heal))
        return points / _price(game, stock, name)

    return sorted(_with_effect(game, stock, Heal), key=lambda name: (-healing(name), name))


WISHES: tuple[Wish, ...] = (_meals(FEW_MEALS), _gear, _meals(MEALS), _way_home, _lessons, _draughts)
"""What a mage spends gold on, the most needed first."""
