"""The map, and what is known of a tile."""

import esper

from roguelike.components.items import Item
from roguelike.components.looks import Renderable
from roguelike.components.spatial import Door
from roguelike.components.statuses import Statuses, StatusTemplate
from roguelike.components.vitals import Pools
from roguelike.core.colour import BLACK, Colour, mix
from roguelike.core.geometry import Point
from roguelike.engine.viewing.creatures import creature_view
from roguelike.engine.views import GROUND, MapView, PlaceView, Thing, Tile
from roguelike.systems.lighting import brightness
from roguelike.world.game import Game
from roguelike.world.names import is_noticed, shown_name
from roguelike.world.space import point_of

OPEN_DOOR = "/"
AURA = 0.4
"""How strongly a status colours the ground under its bearer."""


def map_view(game: Game) -> MapView:
    """Return the level as the player knows it."""
    level, here = game.level, point_of(game.player) or (0, 0)
    return MapView(
        level.name,
        level.theme,
        level.depth,
        level.tiles,
        level.visible,
        level.explored,
        frozenset(level.stains),
        tuple(_things(game)),
        here,
        brightness(game, here),
    )


def _things(game: Game) -> list[Thing]:
    """List what is drawn, farthest back first: all in view, and fixtures remembered."""
    level = game.level
    things = []
    for point, entities in level.at.items():
        seen = level.visible[point]
        if not seen and not level.explored[point]:
            continue
        for entity in entities:
            looks = esper.try_component(entity, Renderable)
            if looks is None or not is_noticed(entity):
                continue
            if not seen and esper.try_component(entity, Pools) is not None:
                continue
            door = esper.try_component(entity, Door)
            glyph = OPEN_DOOR if door and door.open else looks.glyph
            back = _aura(entity) or looks.bg
            things.append(Thing(point, glyph, looks.fg, back, looks.order, entity))
    things.sort(key=lambda thing: (-thing.order, thing.entity))
    return things


def _aura(entity: int) -> Colour | None:
    """Return the background that shows a creature to be under a status: the colour of its latest, dimmed."""
    statuses = esper.try_component(entity, Statuses)
    if statuses is None or not statuses.entities:
        return None
    template = esper.component_for_entity(statuses.entities[-1], StatusTemplate)
    return mix(BLACK, template.colour, AURA)


def place_view(game: Game, point: Point) -> PlaceView:
    """Return what the player knows of a tile."""
    level = game.level
    if not level.contains(point) or not level.explored[point]:
        return PlaceView(point, "unexplored ground", (), (), remembered=False, unknown=True)
    seen = bool(level.visible[point])
    ground = GROUND[Tile(int(level.tiles[point]))].name
    if point in level.stains:
        ground += ", stained with blood"
    creatures, things = [], []
    for entity in level.occupants(point):
        if not is_noticed(entity):
            continue
        if esper.try_component(entity, Pools) is not None:
            if seen:
                creatures.append(creature_view(game, entity))
        elif seen or esper.try_component(entity, Item) is None:
            things.append(_thing_name(game, entity))
    return PlaceView(
        point, ground, tuple(creatures), tuple(things), remembered=not seen, unknown=False
    )


def _thing_name(game: Game, entity: int) -> str:
    """Name a thing lying or standing there."""
    name = shown_name(game, entity)
    door = esper.try_component(entity, Door)
    if door is not None:
        return f"{name} ({'open' if door.open else 'closed'})"
    return name
