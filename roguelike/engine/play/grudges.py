"""Grudges: a faction that hates the player for a deed sends avengers, who wait on the next new level below."""

from roguelike.components.actors import Mind
from roguelike.components.places import Group
from roguelike.core.geometry import Point
from roguelike.core.grammar import Message
from roguelike.core.rng import Stream
from roguelike.core.sight import points
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs, spawning
from roguelike.world.circumstances import deeds_of
from roguelike.world.game import Game
from roguelike.world.level import Level

HATED = -50
"""Standing at or below which a faction sends its avengers."""
NEAREST_STEPS, FURTHEST_STEPS = 20, 45
"""Least and most steps at which they start from where the player arrives."""


def send_avengers(game: Game, catalog: Catalog, level: Level) -> None:
    """Place the player's avengers on a new level; they know where the player came in."""
    for side, group in catalog.avengers(level.depth, deeds_of(game)).items():
        if game.standing.get(side, 0) > HATED:
            continue
        if _send(game, level, group, game.stream(f"avengers of {side} {level.depth}")):
            words = "Word has gone ahead of you: {1} have sent somebody."
            told = Message(words, (catalog.called(side),), "warn", turn=game.turn)
            game.log.append(told)


def _send(game: Game, level: Level, group: Group, rng: Stream) -> bool:
    """Place a group out of reach, heading for where the player came in; return whether there was room."""
    spots = _far_off(level)
    if not spots:
        return False
    centre = rng.choice(spots)
    near = sorted(spots, key=lambda spot: (spot[0] - centre[0]) ** 2 + (spot[1] - centre[1]) ** 2)
    names = [each.name for each in group.members for _ in range(max(0, each.count.roll(rng)))]
    made = [
        spawning.spawn(game, "mobs", name, spot, level.depth, rng)
        for name, spot in zip(names, near, strict=False)
    ]
    for entity in made:
        mind = ecs.get(entity, Mind)
        mind.last_seen = level.entry
        mind.leader = made[0] if entity != made[0] else 0
    return True


def _far_off(level: Level) -> list[Point]:
    """List the free tiles at some distance from the level's entry, by x, then y."""
    field = level.toward(level.entry)
    return [
        spot
        for spot in points(level.walkable)
        if spot not in level.at
        and (steps := field.distance(spot, FURTHEST_STEPS)) is not None
        and steps >= NEAREST_STEPS
    ]
