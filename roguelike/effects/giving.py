"""Handing over an item, into the pack of its target."""

from typing import Annotated

import esper

from roguelike.components.items import Pack
from roguelike.components.spatial import NOWHERE
from roguelike.core.effect import Effect, effect
from roguelike.core.grammar import a_or_an
from roguelike.core.records import Meta
from roguelike.effects.registry import Hit, handles
from roguelike.world.changes import Fizzled, Spawned, get_to_know, put_in_pack
from roguelike.world.game import Game
from roguelike.world.spawning import new_parts


@effect("give")
class Give(Effect):
    """Puts a new thing into its target's pack; whoever is given it knows what it is."""

    item: Annotated[str, Meta(min_length=1, description="what is given")]

    def words(self) -> str:
        """Return for example "gives you a war axe"."""
        return f"gives {a_or_an(self.item)}"


@handles(Give)
def give(effect: Give, hit: Hit, game: Game) -> None:
    """Make it, and put it into the pack; nothing happens to creatures without one."""
    if not esper.has_component(hit.target, Pack) or not game.content.has("items", effect.item):
        game.change(Fizzled(hit.cause, hit.target, "It would have nowhere to put it."))
        return
    made = Spawned(new_parts(game, "items", effect.item, game.rng), (0, 0), NOWHERE, hit.cause)
    game.change(made)
    if hit.target == game.player:
        get_to_know(game, made.entity, hit.cause)
    put_in_pack(game, hit.target, made.entity, hit.cause, "receive[s]")
