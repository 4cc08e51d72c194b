"""Handing an item over to its target's pack."""

from typing import Annotated

import esper

from roguelike.components.items import Pack
from roguelike.core.effect import Effect, effect
from roguelike.core.grammar import a_or_an
from roguelike.core.records import Meta
from roguelike.core.scalars import Refers
from roguelike.effects.registry import Hit, handles
from roguelike.world.changes import Fizzled, get_to_know, make_item, put_in_pack
from roguelike.world.game import Game


@effect("give")
class Give(Effect):
    """Puts a new item into its target's pack, identified."""

    item: Annotated[str, Refers("items"), Meta(min_length=1, description="what is given")]

    def words(self) -> str:
        """Return for example "gives you a war axe"."""
        return f"gives {a_or_an(self.item)}"


@handles(Give)
def give(effect: Give, hit: Hit, game: Game) -> None:
    """Create the item and put it into the pack; nothing happens to creatures without one."""
    if not esper.has_component(hit.target, Pack) or not game.content.has("items", effect.item):
        game.change(Fizzled(hit.cause, hit.target, "It would have nowhere to put it."))
        return
    made = make_item(game, effect.item, hit.cause)
    if hit.target == game.player:
        get_to_know(game, made, hit.cause)
    put_in_pack(game, hit.target, made, hit.cause, "receive[s]")
