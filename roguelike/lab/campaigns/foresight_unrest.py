"""What makes scenes hard to foretell: wounds, statuses, fires, ground that burns, conducts or soaks."""

from collections.abc import Sequence
from functools import cache

from roguelike.actions.senses import seen_creatures
from roguelike.components.hazards import HazardTemplate
from roguelike.components.vitals import Pools
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.core.rng import Stream
from roguelike.core.sight import points
from roguelike.effects.dispatch import drain
from roguelike.effects.spreading import hazards_since
from roguelike.effects.statuses import Afflict
from roguelike.engine.session import Session
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs, spawning
from roguelike.world.changes import Altered, Removed, TileChanged
from roguelike.world.game import NOBODY, Cause, Game, Single
from roguelike.world.space import point_of
from roguelike.world.terrain import Tile

WHY = Cause("the campaign")
SWEEP_PERCENT, FIRE_PERCENT, GROUND_PERCENT, STATUS_PERCENT, WOUND_PERCENT = 70, 10, 15, 20, 40
SOIL = (Tile.FLOOR, Tile.WOOD_FLOOR, Tile.ROAD, Tile.GRAVEL, Tile.GRASS)
GROUNDS = (Tile.GRASS, Tile.GRASS, Tile.SHALLOW_WATER, Tile.ICE, Tile.FLOOR)
PATCH_TILES, MOST_STATUS_TURNS, MOST_STRENGTH = 3, 12, 6


def stir(session: Session, rng: Stream, near: Sequence[Point]) -> None:
    """Put out what burns, mostly; at times wound and afflict who is in view, change the ground, start a fire."""
    game = session.game
    if rng.chance(SWEEP_PERCENT):
        for hazard in hazards_since(game):
            game.change(Removed(hazard, WHY))
    if rng.chance(GROUND_PERCENT) and near:
        _lay(game, rng.choice(near), rng.choice(GROUNDS))
    for creature in (game.player, *seen_creatures(game)):
        if rng.chance(WOUND_PERCENT):
            _wound(game, creature, rng)
        if rng.chance(STATUS_PERCENT):
            _afflict(game, creature, rng)
    if rng.chance(FIRE_PERCENT):
        kindle(game, rng, near)


def kindle(game: Game, rng: Stream, spots: Sequence[Point]) -> list[int]:
    """Start a fire or cloud on one of some tiles, and at times on those beside; return it."""
    if not spots:
        return []
    level, percent = game.level, rng.choice((0, 0, 25))
    name, (x, y) = rng.choice(_hazards(game)), rng.choice(spots)
    beside = [(x + dx, y + dy) for dx, dy in DIRECTIONS if rng.chance(percent)]
    covered = [spot for spot in beside if level.contains(spot) and level.walkable[spot]]
    return [spawning.start_hazard(game, name, spot, game.depth) for spot in [(x, y), *covered]]


def _hazards(game: Game) -> Sequence[str]:
    """List the fires and clouds."""
    assert isinstance(game.content, Catalog)
    return _hazards_of(game.content)


@cache
def _hazards_of(known: Catalog) -> Sequence[str]:
    """List the fires and clouds of some data."""
    return [
        name
        for name in known.names("hazards")
        if any(isinstance(part, HazardTemplate) for part in known.templates("hazards", name))
    ]


def _lay(game: Game, middle: Point, ground: Tile) -> None:
    """Lay a patch of another ground in view."""
    level = game.level
    for x, y in points(level.visible):
        tile = Tile(int(level.tiles[x, y]))
        is_near = max(abs(x - middle[0]), abs(y - middle[1])) <= PATCH_TILES
        if is_near and tile in SOIL and tile != ground:
            game.change(TileChanged((x, y), tile, ground, WHY))


def _wound(game: Game, creature: int, rng: Stream) -> None:
    """Give a creature any number of the hit points that it may have."""
    pools = ecs.get(creature, Pools)
    if creature not in game.dead:
        hp = rng.between(1, pools.max_hp)
        game.change(Altered(creature, Pools, "hp", pools.hp, hp, WHY))


def _afflict(game: Game, creature: int, rng: Stream) -> None:
    """Let any status begin on a creature, if it is still there."""
    assert isinstance(game.content, Catalog)
    if creature in game.dead or point_of(creature) is None:
        return
    name = rng.choice(sorted(game.content.compiled.statuses))
    turns, strength = rng.between(1, MOST_STATUS_TURNS), rng.between(1, MOST_STRENGTH)
    game.push(Afflict(name, turns, strength), Single(creature), NOBODY, WHY)
    drain(game)
