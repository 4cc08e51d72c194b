"""What a mage buys, the most needed first: each entry names wares, and the first affordable one is bought.

Wares are judged by their effects, never by their names: an entry works for whatever a vendor has in stock, and for the
wares of a content pack.
"""

from collections.abc import Callable, Sequence

import esper

from roguelike.actions.trading import buying_price
from roguelike.components.actors import Kind
from roguelike.components.items import Item, Pack, Wearable
from roguelike.components.magic import Use
from roguelike.core.effect import Effect
from roguelike.core.formula import NO_POWER, as_dice
from roguelike.effects.damage import Damage
from roguelike.effects.healing import Feed, Heal
from roguelike.effects.learning import TeachSpell, taught_by
from roguelike.effects.mana import RestoreMana
from roguelike.effects.portals import OpenPortal
from roguelike.lab.bots.wardrobe import worth_of, worth_owned
from roguelike.world import ecs
from roguelike.world.content import template_of
from roguelike.world.game import Game
from roguelike.world.names import is_known, known_names

FEW_MEALS, MEALS, MANY_MEALS = 6, 16, 22
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
    use = esper.try_component(item, Use)
    return use.effects if use is not None else ()


def _parts(game: Game, name: str) -> Sequence[object]:
    """Return the components of a ware."""
    return game.content.templates("items", name)


def _use(game: Game, name: str) -> Use | None:
    """Return the use of a ware; None if it has none."""
    return template_of(game.content, Kind("items", name), Use)


def _effects(game: Game, name: str) -> tuple[Effect, ...]:
    """Return the effects of using a ware."""
    use = _use(game, name)
    return use.effects if use is not None else ()


def _price(game: Game, stock: Stock, name: str) -> float:
    """Return the price of a ware."""
    return buying_price(game, game.player, stock[name], name)


def carried(game: Game, kind: type[Effect]) -> int:
    """Count carried items known to have an effect of a kind."""
    return sum(
        is_known(game, item) and any(isinstance(each, kind) for each in effects_of(item))
        for item in ecs.get(game.player, Pack).items
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
    """Name books with an unknown spell: those that teach a harmful one first, then the cheapest."""
    known = known_names(game.player)

    def rank(name: str) -> tuple[bool, float, str]:
        """Return a sort key: harmful spells first, then by price."""
        new = [spell for spell in taught_by(_use(game, name)) if spell not in known]
        harmful = any(
            isinstance(effect, Damage) for spell in new for effect in game.spell(spell).use.effects
        )
        return (not harmful, _price(game, stock, name), name)

    books = [
        name
        for name in _with_effect(game, stock, TeachSpell)
        if any(spell not in known for spell in taught_by(_use(game, name)))
    ]
    return sorted(books, key=rank)


def _draughts(count: int) -> Entry:
    """Make the entry for carrying `count` healing items."""

    def entry(game: Game, stock: Stock) -> Sequence[str]:
        """Name healing wares, the most healing for the price first."""
        if carried(game, Heal) >= count:
            return ()

        def healing(name: str) -> float:
            """Return hit points healed per gold."""
            effects = _effects(game, name)
            points = sum(as_dice(e.amount, NO_POWER).mean for e in effects if isinstance(e, Heal))
            return points / _price(game, stock, name)

        return sorted(_with_effect(game, stock, Heal), key=lambda name: (-healing(name), name))

    return entry


def _way_back(game: Game, stock: Stock) -> Sequence[str]:
    """Name a way home, if the player has been too deep to walk home: several starved down there, rich."""
    return WAY_HOME(game, stock) if max(game.levels) > HOME_DEPTH else ()


WAY_HOME = _some(OpenPortal, 1)
SHOPPING_LIST: tuple[Entry, ...] = (
    _some(Feed, FEW_MEALS),
    _way_back,
    _gear,
    _some(Feed, MEALS),
    WAY_HOME,
    _lessons,
    _draughts(POTIONS),
)
"""What a mage spends gold on, the most needed first."""
PROVISIONS: tuple[Entry, ...] = (
    _some(Feed, MANY_MEALS),
    _some(OpenPortal, WAYS_HOME),
    _some(RestoreMana, MANY_POTIONS),
    _draughts(MANY_POTIONS),
)
"""What a mage who has been in the depths spends gold on before anything else."""
