"""The names of the spells that somebody knows, and of those that are ready."""

import esper

from roguelike.components.magic import KnownSpells
from roguelike.world.names import true_name


def known_names(entity: int) -> list[str]:
    """Name the spells that a creature knows, those ready first in the order of their hotkeys; [] without magic."""
    known = esper.try_component(entity, KnownSpells)
    return [true_name(spell) for spell in known.spells] if known else []


def ready_names(entity: int) -> list[str]:
    """Name the spells that a creature has ready, in the order of their hotkeys."""
    known = esper.try_component(entity, KnownSpells)
    return [true_name(spell) for spell in known.spells[: known.ready]] if known else []
