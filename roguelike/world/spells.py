"""Who knows which spells, and what each is in whose hands.

Spells are entities: what is done to one is a component of it. Of every spell there is one that all share who know it as
the book has it; who inscribes it has one of their own from then on, with an `Inscription`.
"""

from math import ceil

import esper

from roguelike.components.magic import (
    Abilities,
    Inscription,
    KnownSpells,
    Recipe,
    SpellTemplate,
)
from roguelike.components.runes import Rune
from roguelike.components.vitals import Pools
from roguelike.core.records import replace
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.names import true_name
from roguelike.world.rewriting import rewritten


def known_names(entity: int) -> list[str]:
    """Name the spells that a creature knows, in the order of their hotkeys; none for what knows no magic."""
    known = esper.try_component(entity, KnownSpells)
    return [true_name(spell) for spell in known.spells] if known else []


def known_spells(game: Game, entity: int) -> list[SpellTemplate]:
    """List the spells that a creature knows as they are in its hands, in the order of their hotkeys."""
    return [spell_of(game, entity, name) for name in known_names(entity)]


def spell_of(game: Game, caster: int, name: str) -> SpellTemplate:
    """Return a spell as it is in a creature's hands; KeyError when there is no such spell."""
    spell = composed(game, Recipe(name, inscribed_on(caster, name)))
    if not spell.mana_share:
        return spell
    whole = ecs.get(caster, Pools).max_mana
    return replace(spell, mana_cost=spell.mana_cost + ceil(spell.mana_share * whole))


def inscribed_on(caster: int, name: str) -> tuple[str, ...]:
    """Return the runes on a spell in a creature's hands: those inscribed, or those that its nature has on it."""
    own = own_entity(caster, name)
    if own is not None:
        return ecs.get(own, Inscription).runes
    abilities = esper.try_component(caster, Abilities)
    cast = abilities.cast if abilities else ()
    return next((each.runes for each in cast if each.spell == name), ())


def own_entity(caster: int, name: str) -> int | None:
    """Return the entity of a spell that is its caster's own; None if it is the one that all share."""
    return next((spell for spell in own_entities(caster) if true_name(spell) == name), None)


def own_entities(caster: int) -> list[int]:
    """List the entities of spells that are a creature's own, which are gone when it is."""
    known = esper.try_component(caster, KnownSpells)
    return [spell for spell in known.spells if Inscription in ecs.row(spell)] if known else []


def composed(game: Game, recipe: Recipe) -> SpellTemplate:
    """Return the spell of a recipe, composed once in a game.

    Raises:
        KeyError: the data has no such spell, or no such rune.
        UnfitError: a rune of the recipe does not fit.
    """
    kept = game.composed.get(recipe)
    if kept is None:
        kept = game.content.spells[recipe.spell]
        for number, name in enumerate(recipe.runes):
            so_far = Recipe(recipe.spell, recipe.runes[:number])
            kept = rewritten(kept, rune_named(game, name), so_far)
        game.composed[recipe] = kept
    return kept


def rune_named(game: Game, name: str) -> Rune:
    """Return the rune of an item's kind; KeyError when there is no such item, or it is no rune."""
    parts = game.content.templates("items", name)
    found = next((part for part in parts if isinstance(part, Rune)), None)
    if found is None:
        raise KeyError(f"{name} is no rune")
    return found
