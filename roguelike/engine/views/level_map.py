"""The views of the map and of one tile."""

from operator import attrgetter

import esper

from roguelike.components.items import Item
from roguelike.components.looks import Renderable
from roguelike.components.spatial import Door, Hidden
from roguelike.components.statuses import Statuses, StatusTemplate
from roguelike.components.vitals import Pools
from roguelike.core.colour import BLACK, Colour, mix
from roguelike.core.geometry import Point
from roguelike.engine.views.creatures import creature_view
from roguelike.engine.views.records import MapView, PlaceView, Thing
from roguelike.systems.lighting import brightness
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.names import is_noticed, shown_name
from roguelike.world.space import point_of
from roguelike.world.terrain import ground_called

OPEN_DOOR = "/"
AURA_SHARE = 0.4
"""Share of a status' colour in the background of its bearer's tile."""


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
    """List what is drawn, the bottom layer first: everything in view, and fixtures that are remembered."""
    level = game.level
    # Reading a byte takes a third of the time of reading an element of an array.
    visible, explored = level.visible.T.tobytes(), level.explored.T.tobytes()
    columns = level.visible.shape[0]
    things = []
    for point, entities in level.at.items():
        place = point[1] * columns + point[0]
        if explored[place] or visible[place]:
            for entity in entities:
                thing = _thing(point, entity, ecs.row(entity), seen=visible[place] > 0)
                if thing is not None:
                    things.append(thing)
    things.sort(key=_BY_ENTITY)
    things.sort(key=_BY_ORDER, reverse=True)  # stable: those of one order stay as they were
    return things


_BY_ENTITY, _BY_ORDER = attrgetter("entity"), attrgetter("order")


def _thing(point: Point, entity: int, parts: ecs.Row, *, seen: bool) -> Thing | None:
    """Return how an entity is drawn; None if it has no looks, is unnoticed, or is out of view and can move."""
    looks = parts.get(Renderable)
    hidden = parts.get(Hidden)
    if looks is None or (hidden is not None and not hidden.found):
        return None
    if Pools in parts:
        if not seen:
            return None
        back = _aura(parts.get(Statuses)) or looks.bg
        return Thing(point, looks.glyph, looks.fg, back, looks.order, entity)
    door = parts.get(Door)
    glyph = OPEN_DOOR if door and door.open else looks.glyph
    return Thing(point, glyph, looks.fg, looks.bg, looks.order, entity)


def _aura(statuses: Statuses | None) -> Colour | None:
    """Return the background colour of a creature with statuses: that of the latest, dimmed; None without any."""
    if statuses is None or not statuses.entities:
        return None
    template = esper.component_for_entity(statuses.entities[-1], StatusTemplate)
    return mix(BLACK, template.colour, AURA_SHARE)


def place_view(game: Game, point: Point) -> PlaceView:
    """Return what the player knows of a tile."""
    level = game.level
    if not level.contains(point) or not level.explored[point]:
        return PlaceView(point, "unexplored ground", (), (), remembered=False, unknown=True)
    seen = bool(level.visible[point])
    ground = ground_called(int(level.tiles[point]), level.theme, point[0])
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
    """Return the name of an entity on a tile, as the player knows it."""
    name = shown_name(game, entity)
    door = esper.try_component(entity, Door)
    if door is not None:
        return f"{name} ({'open' if door.open else 'closed'})"
    return name
