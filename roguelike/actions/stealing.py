"""Stealing from packs. Worn items are safe; a victim that carries nothing else loses gold."""

import esper

from roguelike.actions.action import Assault, Done, Refused, Result, action, performs
from roguelike.actions.melee import is_opponent
from roguelike.components.actors import Mind
from roguelike.components.items import Pack, Relic
from roguelike.components.vitals import ATTRIBUTES, Pools
from roguelike.core.grammar import Message
from roguelike.core.rng import CHECK_SIDES
from roguelike.world import ecs
from roguelike.world.changes import PoolChanged, Told, alter, put_in_pack, take_from_pack
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Cause, Game
from roguelike.world.names import noun
from roguelike.world.space import is_adjacent

DIFFICULTY = 8
"""What d20 + the thief's quickness bonus - the victim's must reach."""
SHARE_OF_GOLD = 0.5
QUICKNESS = ATTRIBUTES.index("quickness")


@action
class Steal(Assault, tag="steal"):
    """Takes an item or gold from an adjacent creature."""

    order, does = "rob", "robs"


def can_be_robbed(entity: int) -> bool:
    """Return whether a creature has anything to steal: an item that is not worn, or gold."""
    pools = esper.try_component(entity, Pools)
    return bool(_stealable_items(entity)) or bool(pools and pools.gold >= 1)


def _stealable_items(entity: int) -> list[int]:
    """List the items that can be stolen: those carried and not worn, except the Amulet."""
    pack = esper.try_component(entity, Pack) or Pack()
    return [item for item in pack.items if not esper.has_component(item, Relic)]


@performs(Steal)
def steal(action: Steal, actor: int, game: Game) -> Result:
    """Roll d20 + thief's quickness bonus - victim's: take a random item, or else half of the gold."""
    victim = action.target
    if not is_opponent(game, actor, victim) or not is_adjacent(actor, victim):
        return Refused("There is nobody to steal from.")
    if not can_be_robbed(victim):
        return Refused("There is nothing to steal.")
    cause = Cause("light fingers", actor, "theft")
    edge = stats_of(actor).bonuses[QUICKNESS] - stats_of(victim).bonuses[QUICKNESS]
    if game.rng.below(CHECK_SIDES) + 1 + edge < DIFFICULTY:
        _tell(game, "{1} grab[s] at {2's} belongings in vain.", actor, victim, cause)
        return Done()
    loose = _stealable_items(victim)
    if loose:
        _take_item(game, actor, victim, game.rng.choice(loose), cause)
    else:
        _take_gold(game, actor, victim, cause)
    return Done()


def _take_item(game: Game, thief: int, victim: int, item: int, cause: Cause) -> None:
    """Move an item from one pack to the other."""
    take_from_pack(game, victim, item, cause)
    put_in_pack(game, thief, item, cause, "steal[s]")
    if esper.has_component(thief, Mind):
        alter(game, thief, Mind, "loot", item, cause)


def _take_gold(game: Game, thief: int, victim: int, cause: Cause) -> None:
    """Move half of the gold from one purse to the other."""
    theirs, own = (ecs.get(each, Pools) for each in (victim, thief))
    taken = float(max(1, int(theirs.gold * SHARE_OF_GOLD)))
    game.change(PoolChanged(victim, "gold", theirs.gold, theirs.gold - taken, cause))
    game.change(PoolChanged(thief, "gold", own.gold, own.gold + taken, cause))
    _tell(game, f"{{1}} make[s] off with {taken:g} of {{2's}} gold.", thief, victim, cause)
    if esper.has_component(thief, Mind):
        mind = ecs.get(thief, Mind)
        alter(game, thief, Mind, "loot", thief, cause)
        alter(game, thief, Mind, "robbed", victim, cause)
        alter(game, thief, Mind, "gold_taken", mind.gold_taken + taken, cause)


def _tell(game: Game, text: str, thief: int, victim: int, cause: Cause) -> None:
    """Log a theft."""
    people = (noun(game, thief), noun(game, victim))
    game.change(Told(cause, Message(text, people, "warn", entities=(thief, victim))))
