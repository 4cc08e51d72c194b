"""Senses: what an actor sees, how far away others are, and who is hostile."""

import esper

from roguelike.components import actors
from roguelike.components.statuses import Forbidden, Statuses, StatusTemplate
from roguelike.core import sight
from roguelike.core.flags import flag
from roguelike.core.geometry import Point, distance, distance_squared, steps_between
from roguelike.world import ecs, factions, perception, space
from roguelike.world.catalog import Reaction
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game


def can_see(game: Game, actor: int, point: Point) -> bool:
    """Return whether an actor sees a tile of the current level."""
    if not game.level.contains(point):
        return False
    if actor == game.player:
        return bool(game.level.visible[point])
    here = space.vantage(game.level, actor, point)
    nature = esper.try_component(actor, actors.Nature)
    if here is None or nature is None or distance(here, point) > nature.vision_tiles:
        return False
    if "see" in stats_of(actor).status.forbids:
        return False
    return game.level.clear_between(here, point)


def seen_tile(game: Game, actor: int, other: int) -> Point | None:
    """Return the tile of another's body that an actor sees, the nearest one; None if it sees none."""
    ranked = sorted(
        (min(distance_squared(tile, mine) for mine in space.cells_of(actor)), tile)
        for tile in space.cells_of(other)
    )
    return next((tile for _, tile in ranked if can_see(game, actor, tile)), None)


def hindrance(actor: int, deed: Forbidden) -> str:
    """Return the label of a status that forbids its bearer to do something, such as "silenced"; "" if none does."""
    if deed not in stats_of(actor).status.forbids:
        return ""
    held = ecs.get(actor, Statuses).entities
    templates = (ecs.get(status, StatusTemplate) for status in held)
    return next(each.label or each.name.lower() for each in templates if deed in each.forbids)


def is_ailing(entity: int) -> bool:
    """Return whether a creature has a bad status."""
    held = esper.try_component(entity, Statuses)
    return held is not None and any(ecs.get(e, StatusTemplate).is_bad for e in held.entities)


def distance_between(one: int, other: int) -> float:
    """Return the Euclidean distance between the nearest tiles of two creatures."""
    return min(distance(p, q) for p in space.cells_of(one) for q in space.cells_of(other))


def steps_apart(one: int, other: int) -> int:
    """Return the steps between the nearest tiles of two creatures; 1 is adjacent."""
    return min(steps_between(p, q) for p in space.cells_of(one) for q in space.cells_of(other))


def reaction(game: Game, actor: int, other: int) -> Reaction:
    """Return how a creature reacts to the sight of another."""
    return factions.stance(game, factions.faction(actor), factions.faction(other))


def is_hostile(game: Game, entity: int) -> bool:
    """Return whether a creature would attack the player."""
    return factions.stance(game, factions.faction(entity), actors.PLAYER_FACTION) == "attack"


def is_peaceful(game: Game, creature: int) -> bool:
    """Return whether a creature ignores the player, who swaps places with it instead of striking it."""
    return reaction(game, creature, game.player) == "ignore"


FLEES = flag("status_flags", "flees", "runs from enemies")


def is_fleeing(entity: int) -> bool:
    """Return whether a creature flees, from fear or because of a status; thieves that make off are not counted."""
    row = ecs.row(entity)
    mind: actors.Mind | None = row.get(actors.Mind)
    if mind is not None and (mind.fear_turns > 0 or (mind.has_fled and _is_lasting(entity))):
        return True
    stats: actors.DerivedStats = row[actors.StatsCache].now or stats_of(entity)
    return FLEES in stats.status.flags


def _is_lasting(entity: int) -> bool:
    """Return whether the fear of a creature that has fled is for good, though no turns of it are left to count."""
    nature = esper.try_component(entity, actors.Nature)
    return (
        nature is not None and bool(nature.flees_at_hp_share) and not nature.returns_after_fleeing
    )


def hostiles_in_view(game: Game) -> list[int]:
    """List the creatures in the player's view that would attack, by id."""
    found, hostile = [], {}
    for entity in standing_in_view(game):
        # Often asked, of crowds of few sides: each side is asked about once.
        side = factions.faction(entity)
        if side not in hostile:
            hostile[side] = factions.stance(game, side, actors.PLAYER_FACTION) == "attack"
        if hostile[side] and perception.is_open_to_view(game, entity, ecs.row(entity)):
            found.append(entity)
    return found


FAR_OFF_TILES = 14
"""From how far on an enemy after somebody else, or after nobody, disturbs nobody: by day one sees to the horizon."""


def is_far_off(game: Game, foe: int) -> bool:
    """Return whether an enemy is far away and not after the player."""
    mind = esper.try_component(foe, actors.Mind)
    here = space.point_of(game.player)
    there = space.point_of(foe)
    if mind is None or here is None or there is None or mind.target == game.player:
        return False
    return distance(here, there) > FAR_OFF_TILES


def watchers(game: Game) -> list[int]:
    """List the enemies in view before whom the player cannot rest: who has noticed anybody, unless it is far off."""
    return [
        foe for foe in hostiles_in_view(game) if not is_unaware(foe) and not is_far_off(game, foe)
    ]


def is_unaware(entity: int) -> bool:
    """Return whether a creature neither sees nor looks for an enemy: it sleeps, or has not noticed anybody."""
    mind = esper.try_component(entity, actors.Mind)
    return mind is not None and knows_of_nobody(mind)


def knows_of_nobody(mind: actors.Mind) -> bool:
    """Return whether somebody with this mind has neither a target nor a trail."""
    return not mind.target and mind.last_seen is None


def seen_creatures(game: Game) -> list[int]:
    """List the creatures that the player sees, excluding the player, by id."""
    return [each for each in standing_in_view(game) if is_seen_creature(game, each)]


def is_seen_creature(game: Game, entity: int) -> bool:
    """Return whether an entity is a creature that the player sees."""
    return bool(factions.faction(entity)) and perception.sees(game, entity)


def standing_in_view(game: Game) -> list[int]:
    """List everything that blocks a tile in the player's view, noticed or not, excluding the player, by id."""
    blockers = game.level.blockers
    standing = {blockers[cell] for cell in sight.among(game.level.visible, blockers)}
    return sorted(standing - {game.player})
