"""Who knows which spells. Spells are entities: what is done to one is a component of it."""

import esper

from roguelike.components.magic import KnownSpells, SpellTemplate
from roguelike.world import ecs


def known_spells(entity: int) -> list[SpellTemplate]:
    """List the spells that a creature knows, in the order of their hotkeys; none for what knows no magic."""
    known = esper.try_component(entity, KnownSpells)
    return [ecs.get(spell, SpellTemplate) for spell in known.spells] if known else []


def known_names(entity: int) -> list[str]:
    """Name the spells that a creature knows, in the order of their hotkeys."""
    return [spell.name for spell in known_spells(entity)]
