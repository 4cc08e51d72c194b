"""Create entities from rows of the raws, with everything that they wear and carry."""

from collections.abc import Iterable, Sequence
from typing import Any

from roguelike.components import actors, hazards, items, spatial
from roguelike.core.geometry import Point
from roguelike.core.rng import Chance
from roguelike.world import ecs, inventory, space
from roguelike.world.catalog import Catalog
from roguelike.world.derived_stats import drop_stats
from roguelike.world.game import Game


def parts_of(content: Catalog, section: actors.Section, name: str, *state: Any) -> tuple[Any, ...]:
    """List the components of an entity of a row: its kind, what it shares with all of that kind, and its own state.

    Everything made from the raws is made from this list. KeyError when the raws have no such row.
    """
    return (actors.Kind(section, name), *content.templates(section, name), *state)


def new_parts(game: Game, section: actors.Section, name: str, rng: Chance) -> tuple[Any, ...]:
    """List the components of a new entity of a row, its dice rolled; KeyError when there is no such row."""
    content = game.content
    return parts_of(content, section, name, *content.fresh(section, name, rng, game.spells))


def make(game: Game, section: actors.Section, name: str, rng: Chance) -> int:
    """Create an entity that has no place yet; KeyError when the raws have no such row."""
    return ecs.create(*new_parts(game, section, name, rng), spatial.Position(0, 0, spatial.NOWHERE))


def spawn(
    game: Game,
    section: actors.Section,
    name: str,
    point: Point,
    depth: int,
    rng: Chance | None = None,
) -> int:
    """Create an entity on a tile of a level; creatures get the equipment of their row."""
    rng = rng or game.rng
    entity = make(game, section, name, rng)
    if section == "mobs":
        for item in game.content.equipment.get(name, ()):
            put_on(entity, make(game, "items", item, rng))
        if depth == game.depth:
            initiative = ecs.get(entity, actors.Initiative)
            initiative.due += game.now
            game.turn_queue.note(entity)
    space.put(game, entity, point, depth)
    return entity


def spawn_together(
    game: Game, names: Iterable[str], spots: Sequence[Point], depth: int, rng: Chance
) -> list[int]:
    """Create creatures one after the other, each on the first of some tiles that has room for its body.

    Who finds no room is left out. Return those who came.
    """
    level, made = game.levels[depth], list[int]()
    for name in names:
        body = game.content.body("mobs", name)
        spot = next((each for each in spots if level.has_room(body, each)), None)
        if spot is not None:
            made.append(spawn(game, "mobs", name, spot, depth, rng))
    return made


def start_hazard(game: Game, name: str, point: Point, depth: int) -> int:
    """Start a fire or cloud that nobody is to blame for on a tile of a level."""
    parts = parts_of(
        game.content, "hazards", name, hazards.Hazard(game.content.hazards[name].turns)
    )
    entity = ecs.create(*parts, spatial.Position(0, 0, spatial.NOWHERE))
    space.put(game, entity, point, depth)
    return entity


def put_on(owner: int, item: int) -> None:
    """Have a new creature wear or wield an item; if the slot is taken, the item is carried."""
    inventory.stow(ecs.get(owner, items.Pack), item, ecs.get(item, items.Item).slot)
    drop_stats(owner)


def pocket(owner: int, item: int) -> None:
    """Have a new creature carry an item."""
    ecs.get(owner, items.Pack).items.append(item)
    drop_stats(owner)
