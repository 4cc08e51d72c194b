"""Runes: magic laid on the ground that goes off under whoever steps on it, and remembers who laid it.

A rune is a hazard that does nothing by itself and has a trigger; so it ends after its turns like any fire, and whoever
laid it is to blame for what it does. How strong it is was decided when it was laid, by the power of that cast.
"""

from collections.abc import Mapping
from typing import Annotated

import esper

from roguelike.components.hazards import Hazard, Strength
from roguelike.components.magic import Trigger
from roguelike.core.effect import Effect, effect
from roguelike.core.formula import NO_POWER
from roguelike.core.grammar import Message
from roguelike.core.records import Meta, field
from roguelike.core.scalars import Count
from roguelike.effects.elements import kindle
from roguelike.effects.registry import Hit, handles
from roguelike.world.changes import Fizzled, Told
from roguelike.world.game import Game


@effect("place_rune", lands_on="tile")
class PlaceRune(Effect):
    """Lays a rune on a free patch of ground, as strong as the `power` of the cast makes it."""

    hazard: Annotated[str, Meta(min_length=1, description="the hazard that is the rune")]
    turns: Annotated[
        Count | None, Meta(description="turns that it lasts; left out: the hazard's")
    ] = None
    power: Mapping[str, float] = field(default_factory=lambda: NO_POWER)

    def words(self) -> str:
        """Return the name of the rune, as "drowsy rune"."""
        return self.hazard.lower()


@handles(PlaceRune)
def place_rune(effect: PlaceRune, hit: Hit, game: Game) -> None:
    """Lay the rune on walkable ground that has neither fire, cloud, rune nor trap yet."""
    if hit.tile is None or not game.level.contains(hit.tile) or not game.level.walkable[hit.tile]:
        game.change(Fizzled(hit.cause, hit.source, "A rune needs firm ground."))
        return
    if any(
        esper.try_component(thing, Trigger) or esper.try_component(thing, Hazard)
        for thing in game.level.occupants(hit.tile)
        if thing not in game.dead
    ):
        game.change(Fizzled(hit.cause, hit.source, "There is magic on that ground already."))
        return
    strength = Strength(effect.power["power"], effect.power["level"])
    kindle(game, hit.tile, effect.hazard, effect.turns, hit.cause, strength)
    if game.level.visible[hit.tile]:
        message = Message("A rune begins to glow on the ground.", (), "magic")
        game.change(Told(hit.cause, message))
