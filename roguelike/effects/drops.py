"""What the dead drop: the items they had, and a roll on the loot table of their kind.

It is a separate effect that forecasts leave out: nobody aims by the dice of a loot table, and laying out the gear of
twenty dead for every roll of a fireball would take longer than the fireball.
"""

from collections import Counter
from typing import ClassVar

import esper

from roguelike.components import actors, items, spatial, vitals
from roguelike.core.effect import Effect, effect
from roguelike.core.geometry import Point
from roguelike.core.rng import pick_weighted
from roguelike.effects import registry
from roguelike.world import changes, ecs, perception, spawning
from roguelike.world.game import Cause, Game


@effect("leavings", lands_on="whole", foreseen=False)
class Leave(Effect):
    """Lays what somebody has on a tile, and gives their gold to whoever is `credited` with the death, if anybody is.

    A `summoned` creature leaves only what it took from others, and its gold goes back to whom it took it from.
    """

    must_happen: ClassVar[bool] = True
    owner: int
    at: Point
    summoned: bool = False
    credited: int = 0


@registry.handles(Leave)
def leave(effect: Leave, hit: registry.Hit, game: Game) -> None:
    """Lay down everything carried and worn, roll once on the loot table, and pass on the gold."""
    _lay_down(game, effect, hit.cause)
    if effect.credited and effect.credited not in game.dead:
        _give_gold(game, effect.owner, effect.credited, hit.cause)
    if effect.summoned:
        _give_back(game, effect.owner, hit.cause)
    else:
        _drop_loot(game, effect, hit.cause)


def _lay_down(game: Game, effect: Leave, cause: Cause) -> None:
    """Put the belongings on the ground."""
    pack = esper.try_component(effect.owner, items.Pack)
    if pack is None or not (pack.items or pack.worn):
        return
    kind = ecs.get(effect.owner, actors.Kind).name
    kept = Counter(game.content.equipment.get(kind, ()) if effect.summoned else ())
    left = []
    for item in (*pack.worn.values(), *pack.items):
        name = perception.true_name(item)
        if kept[name]:
            kept[name] -= 1
        else:
            left.append(item)
    loose = [item for item in pack.items if item not in left]
    worn = {slot: item for slot, item in pack.worn.items() if item not in left}
    changes.repack(game, effect.owner, loose, worn, cause)
    for item in left:
        game.change(changes.Moved(item, (0, 0, spatial.NOWHERE), (*effect.at, game.depth), cause))


def _give_gold(game: Game, owner: int, credited: int, cause: Cause) -> None:
    """Move all gold of the dead creature to the one that is credited."""
    gold = ecs.get(owner, vitals.Pools).gold
    if gold > 0:
        purse = ecs.get(credited, vitals.Pools).gold
        game.change(changes.PoolChanged(credited, "gold", purse, purse + gold, cause))
        game.change(changes.PoolChanged(owner, "gold", gold, 0.0, cause))


def _give_back(game: Game, thief: int, cause: Cause) -> None:
    """Give back the gold that a summoned creature took, as far as it still has it."""
    mind = esper.try_component(thief, actors.Mind)
    if mind is None or not mind.gold_taken or mind.robbed in game.dead:
        return
    purse = esper.try_component(mind.robbed, vitals.Pools)
    taken = min(mind.gold_taken, ecs.get(thief, vitals.Pools).gold)
    if purse is not None and taken > 0:
        before = purse.gold
        game.change(changes.PoolChanged(mind.robbed, "gold", before, before + taken, cause))


def _drop_loot(game: Game, effect: Leave, cause: Cause) -> None:
    """Roll once on the creature's loot table."""
    nature = esper.try_component(effect.owner, actors.Nature)
    if nature is None or nature.loot_table is None:
        return
    name = pick_weighted(game.rng, game.content.loot[nature.loot_table])
    if name is not None:
        parts = spawning.new_parts(game, "items", name, game.rng)
        game.change(changes.Spawned(parts, effect.at, game.depth, cause))
