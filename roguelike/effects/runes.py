"""Runes: magic on the ground that goes off under the creature that steps on it; it remembers who laid it.

A rune is a hazard with a trigger that does nothing by itself. So it ends after its turns like any fire, and its layer
is to blame for what it does. Its strength depends on the power of the cast that laid it.
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar

import esper

from roguelike.components import hazards, magic
from roguelike.core.effect import Effect, effect
from roguelike.core.formula import NO_POWER
from roguelike.core.grammar import Message
from roguelike.core.records import Meta, Refers, field
from roguelike.core.scalars import UsualTurns
from roguelike.effects import elements, registry
from roguelike.world import changes, ecs, space
from roguelike.world.game import Game
from roguelike.world.rewriting import centred
from roguelike.world.spells import composed


@effect("place_rune", lands_on="tile")
class PlaceRune(Effect):
    """Lays a rune on a free patch of ground, as strong as the `power` of the cast makes it."""

    told = "{hazard}"
    wants_free_tile: ClassVar[bool] = True
    hazard: Annotated[
        str, Refers("hazards"), Meta(min_length=1, description="the hazard that is the rune")
    ]
    turns: UsualTurns = None
    power: Mapping[str, float] = field(default_factory=lambda: NO_POWER)


@registry.handles(PlaceRune)
def place_rune(effect: PlaceRune, hit: registry.Hit, game: Game) -> None:
    """Lay the rune on walkable ground that has neither fire, cloud, rune nor trap yet."""
    lay(game, effect.hazard, effect.turns, effect.power, hit)


@effect("lay_spell", lands_on="tile")
class LaySpell(Effect):
    """Lays a spell on a free patch of ground, to go off under whoever treads there."""

    wants_free_tile: ClassVar[bool] = True
    hazard: Annotated[
        str, Refers("hazards"), Meta(min_length=1, description="the hazard that holds the spell")
    ]
    turns: UsualTurns = None
    recipe: magic.Recipe | None = None
    power: Mapping[str, float] = field(default_factory=lambda: NO_POWER)

    def words(self) -> str:
        """Return what waits where, for example "Zap, laid on the ground for whoever treads there"."""
        what = self.recipe.spell if self.recipe else self.hazard
        return f"{what}, laid on the ground for whoever treads there"


@registry.handles(LaySpell)
def lay_spell(effect: LaySpell, hit: registry.Hit, game: Game) -> None:
    """Lay the spell where a rune could be laid; without a recipe (as when an item is used) there is none to lay."""
    if effect.recipe is None:
        game.change(changes.Fizzled(hit.cause, hit.source, "There is no spell to be laid."))
        return
    lay(game, effect.hazard, effect.turns, effect.power, hit, magic.Laid(effect.recipe))


def lay(
    game: Game,
    hazard: str,
    turns: int | None,
    power: Mapping[str, float],
    hit: registry.Hit,
    *holding: magic.Laid,
) -> None:
    """Lay a hazard that is a rune on a tile, if it is firm ground without magic."""
    if hit.tile is None or not game.level.contains(hit.tile) or not game.level.walkable[hit.tile]:
        game.change(changes.Fizzled(hit.cause, hit.source, "A rune needs firm ground."))
        return
    if space.has_magic(game, hit.tile):
        game.change(
            changes.Fizzled(hit.cause, hit.source, "There is magic on that ground already.")
        )
        return
    strength = hazards.Strength(power["power"], power["level"])
    elements.kindle(game, hit.tile, hazard, turns, hit.cause, strength, *holding)
    if game.level.visible[hit.tile]:
        message = Message("A rune begins to glow on the ground.", (), "magic")
        game.change(changes.Told(hit.cause, message))


def use_of(game: Game, thing: int) -> magic.Use:
    """Return what a trap or rune does: what the data says, or the spell that was laid there, around its tile."""
    laid = esper.try_component(thing, magic.Laid)
    if laid is None:
        return ecs.get(thing, magic.Trigger).use
    return centred(composed(game, laid.recipe).use)


def laid_by(game: Game, effect: LaySpell) -> magic.Use:
    """Return what the spell that an effect lays will do to whoever treads there; nothing without a spell."""
    return centred(composed(game, effect.recipe).use) if effect.recipe is not None else magic.Use()
