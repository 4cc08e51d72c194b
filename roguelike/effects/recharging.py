"""Recharging a rod or staff that its user chooses."""

import esper

from roguelike.components.items import Charges, Pack
from roguelike.core.effect import Effect, effect
from roguelike.effects.registry import Hit, chooses, handles
from roguelike.world.changes import Fizzled, alter
from roguelike.world.game import Game


@effect("recharge", lands_on="item")
class Recharge(Effect):
    """Gives a rod or staff all its charges back."""

    def words(self) -> str:
        """Return the words for tooltips, which never vary."""
        return "recharges a rod or staff"


@handles(Recharge)
def recharge(effect: Recharge, hit: Hit, game: Game) -> None:
    """Give the chosen item all its charges back; nothing happens to one without charges."""
    charges = esper.try_component(hit.target, Charges)
    if charges is None:
        game.change(Fizzled(hit.cause, hit.target, "That holds no charges."))
        return
    alter(game, hit.target, Charges, "left", charges.most, hit.cause)


@chooses(Recharge)
def _spent(user: int, game: Game) -> list[int]:
    """List the user's items that can hold more than one charge and have fewer than they can hold."""
    pack = esper.try_component(user, Pack) or Pack()
    return [
        item
        for item in (*pack.worn.values(), *pack.items)
        if (charges := esper.try_component(item, Charges)) is not None
        and charges.most > 1
        and charges.left < charges.most
    ]
