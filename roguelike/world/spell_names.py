"""The names of the spells that a creature knows, and of those that are ready."""

import esper

from roguelike.components.magic import KnownSpells
from roguelike.world.names import true_name


def known_names(entity: int) -> list[str]:
    """Name the spells that a creature knows, ready ones first in hotkey order; [] without magic."""
    known = esper.try_component(entity, KnownSpells)
    return [true_name(spell) for spell in known.spells] if known else []


def ready_names(entity: int) -> list[str]:
    """Name the spells that a creature has ready, in hotkey order; [] without magic."""
    known = esper.try_component(entity, KnownSpells)
    return [true_name(spell) for spell in known.spells[: known.ready]] if known else []
