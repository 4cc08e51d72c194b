"""What grows for as long as a game lasts, and must have room to grow: no save holds a number beyond FAR."""

from collections.abc import Iterator

from roguelike.components.actors import Initiative
from roguelike.components.items import Stock
from roguelike.components.vitals import Pools
from roguelike.core.records import field_names
from roguelike.core.scalars import FAR
from roguelike.engine.invariants.checks import called, check
from roguelike.world import ecs
from roguelike.world.game import Game, Tallies

ROOM = FAR // 2
"""No game comes near: from here it would take years to outgrow what a save holds."""


@check
def clocks_have_room(game: Game) -> Iterator[str]:
    """The clock, the ids and the counts of the run can grow for as long as anybody plays."""
    counts = {"now": game.now, "turn": game.turn, "next id": ecs.next_id()}
    counts |= {name: getattr(game.tallies, name) for name in field_names(Tallies)}
    counts |= {f"dead {name}": lore.killed for name, lore in game.lore.items()}
    for name, count in counts.items():
        if count > ROOM:
            yield f"{name} is {count}, which is beyond all play"


@check
def growing_state_has_room(_game: Game) -> Iterator[str]:
    """What somebody gains, does and sells can grow likewise."""
    for entity, pools in ecs.with_component(Pools):
        if max(pools.max_hp, pools.max_mana, pools.xp, pools.gold) > ROOM:
            yield f"{called(entity)} has more life, mana, experience or gold than anybody gains"
    for entity, initiative in ecs.with_component(Initiative):
        if max(initiative.due, initiative.acts) > ROOM:
            yield f"{called(entity)} has acted longer than anybody plays"
    for entity, stock in ecs.with_component(Stock):
        if max(stock.delivery, *stock.sold.values(), 0) > ROOM:
            yield f"{called(entity)} has sold more than anybody buys"
