"""The names of the spells that somebody knows."""

import esper

from roguelike.components.magic import KnownSpells
from roguelike.world.names import true_name


def known_names(entity: int) -> list[str]:
    """Name the spells that a creature knows, in the order of their hotkeys; none for what knows no magic."""
    known = esper.try_component(entity, KnownSpells)
    return [true_name(spell) for spell in known.spells] if known else []
