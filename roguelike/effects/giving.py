"""What is done to someone's belongings: an item handed over, a rod or staff recharged."""

from typing import Annotated, ClassVar

import esper

from roguelike.components import items
from roguelike.core.effect import Effect, effect
from roguelike.core.records import Meta, Refers
from roguelike.effects import registry
from roguelike.world import changes
from roguelike.world.game import Game


@effect("give")
class Give(Effect):
    """Puts a new item into its target's pack, identified."""

    told = "gives {item}"

    item: Annotated[str, Refers("items"), Meta(min_length=1, description="what is given")]


@registry.handles(Give)
def give(effect: Give, hit: registry.Hit, game: Game) -> None:
    """Create the item and put it into the pack; nothing happens to creatures without one."""
    if not esper.has_component(hit.target, items.Pack) or not game.content.has(
        "items", effect.item
    ):
        game.change(changes.Fizzled(hit.cause, hit.target, "It would have nowhere to put it."))
        return
    made = changes.make_item(game, effect.item, hit.cause)
    if hit.target == game.player:
        changes.get_to_know(game, made, hit.cause)
    changes.put_in_pack(game, hit.target, made, hit.cause, "receive[s]")


@effect("recharge", lands_on="item")
class Recharge(Effect):
    """Gives a rod or staff all its charges back."""

    told: ClassVar[str] = "recharges a rod or staff"


@registry.handles(Recharge)
def recharge(effect: Recharge, hit: registry.Hit, game: Game) -> None:
    """Give the chosen item all its charges back; nothing happens to one without charges."""
    charges = esper.try_component(hit.target, items.Charges)
    if charges is None:
        game.change(changes.Fizzled(hit.cause, hit.target, "That holds no charges."))
        return
    changes.alter(game, hit.target, items.Charges, "left", charges.most, hit.cause)


@registry.chooses(Recharge)
def _spent(user: int, game: Game) -> list[int]:
    """List the user's items that can hold more than one charge and have fewer than they can hold."""
    pack = esper.try_component(user, items.Pack) or items.Pack()
    return [
        item
        for item in (*pack.worn.values(), *pack.items)
        if (charges := esper.try_component(item, items.Charges)) is not None
        and charges.most > 1
        and charges.left < charges.most
    ]
