"""One of several: taking one item of a group loses the others."""

from typing import Annotated

import esper

from roguelike.components.bargains import Bargain, Terms
from roguelike.core.effect import Effect, effect
from roguelike.core.records import Meta
from roguelike.core.scalars import Count
from roguelike.effects.becoming import become
from roguelike.effects.registry import Hit, handles
from roguelike.world import ecs
from roguelike.world.changes import Fizzled, Removed
from roguelike.world.game import Game
from roguelike.world.space import is_here


@effect("forgo", lands_on="whole")
class Forgo(Effect):
    """Takes away the others of a group; fixtures turn into what is left of them."""

    group: Annotated[Count, Meta(description="the number of the group on its level")]

    def words(self) -> str:
        """Return what happens, which never varies."""
        return "the others are lost"


@handles(Forgo)
def forgo(effect: Forgo, hit: Hit, game: Game) -> None:
    """Remove what is left of the group."""
    others = others_of(game, effect.group)
    if not others:
        game.change(Fizzled(hit.cause, hit.target, "There is nothing else to lose."))
    for other in others:
        bargain = esper.try_component(other, Bargain)
        if bargain is not None and bargain.forgone is not None:
            become(game, other, bargain.forgone, hit.cause)
        else:
            game.change(Removed(other, hit.cause))


def others_of(game: Game, group: int) -> list[int]:
    """List what is left of a group on the player's level, by id."""
    return [
        entity
        for entity, terms in ecs.with_component(Terms)
        if group and terms.group == group and is_here(game, entity)
    ]


def forgone_by(game: Game, thing: int) -> int:
    """Return how many others of its group are lost by taking a thing."""
    terms = esper.try_component(thing, Terms)
    return len([each for each in others_of(game, terms.group) if each != thing]) if terms else 0
