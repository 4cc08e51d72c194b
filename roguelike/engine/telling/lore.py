"""What the player learns about creatures by meeting, fighting and watching them. No rule reads it."""

from roguelike.actions.senses import is_seen_creature, standing_in_view
from roguelike.components.actors import Kind
from roguelike.world import ecs
from roguelike.world.game import Game, Lore
from roguelike.world.names import true_name


def learn_by_sight(game: Game) -> None:
    """Record the kinds of all creatures in view; most are already known and skipped quickly."""
    for entity in standing_in_view(game):
        if true_name(entity) not in game.lore and is_seen_creature(game, entity):
            lore_of(game, entity)


def learn_by_killing(game: Game, entity: int) -> None:
    """Count a creature that the player killed."""
    lore_of(game, entity).killed += 1


def learn_by_watching(game: Game, caster: int, spell: str) -> None:
    """Record a spell that a creature was seen to cast."""
    lore = lore_of(game, caster)
    if spell not in lore.spells:
        lore.spells.append(spell)


def lore_of(game: Game, entity: int) -> Lore:
    """Return what is known about a creature's kind, adding an entry if it is new."""
    return game.lore.setdefault(ecs.get(entity, Kind).name, Lore())
