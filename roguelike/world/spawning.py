"""Making entities from rows of the raws, with all that they wear and carry."""

from roguelike.components.actors import Initiative, Kind, Section
from roguelike.components.items import Item, Pack
from roguelike.components.spatial import NOWHERE, Position
from roguelike.core.geometry import Point
from roguelike.core.rng import Chance
from roguelike.world import ecs, space
from roguelike.world.derived_stats import stale
from roguelike.world.game import Game
from roguelike.world.inventory import stow


def make(game: Game, section: Section, name: str, rng: Chance) -> int:
    """Create an entity that is nowhere yet; KeyError when the raws have no such row."""
    templates = game.content.templates(section, name)
    fresh = game.content.fresh(section, name, rng, game.spells)
    return ecs.create(Kind(section, name), *templates, *fresh, Position(0, 0, NOWHERE))


def spawn(
    game: Game, section: Section, name: str, point: Point, depth: int, rng: Chance | None = None
) -> int:
    """Create an entity on a tile of a level, dressed and equipped as its row says."""
    rng = rng or game.rng
    entity = make(game, section, name, rng)
    if section == "mobs":
        for item in game.content.equipment(name):
            put_on(entity, make(game, "items", item, rng))
        if depth == game.depth:
            initiative = ecs.get(entity, Initiative)
            initiative.due += game.now
            game.turn_queue.note(entity)
    space.put(game, entity, point, depth)
    return entity


def put_on(owner: int, item: int) -> None:
    """Have a newly made creature wear or wield an item; one whose slot is taken is carried."""
    stow(ecs.get(owner, Pack), item, ecs.get(item, Item).slot)
    stale(owner)


def pocket(owner: int, item: int) -> None:
    """Have a newly made creature carry an item."""
    ecs.get(owner, Pack).items.append(item)
    stale(owner)
