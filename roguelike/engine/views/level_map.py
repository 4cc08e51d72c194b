"""The views of the map and of one tile."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from operator import itemgetter

from roguelike.components import actors, bargains, items, spatial, vitals
from roguelike.components.looks import LONGEST_SIGN, GroundLight, LightSource, Renderable, Signboard
from roguelike.components.statuses import Statuses, StatusTemplate
from roguelike.core import sight
from roguelike.core.colour import BLACK, Colour, mix
from roguelike.core.geometry import Point
from roguelike.core.records import State
from roguelike.engine.views import choices
from roguelike.engine.views.creatures import creature_view
from roguelike.engine.views.items import item_view
from roguelike.engine.views.records import (
    LETTERING,
    CreatureView,
    GroundLightView,
    LampView,
    LightView,
    MapView,
    PlaceView,
    Thing,
)
from roguelike.systems.visibility import lamps_known
from roguelike.world import ecs, perception, remembering, space
from roguelike.world.game import Game, template_of
from roguelike.world.level import Level, Remembered
from roguelike.world.terrain import Tile, ground_called

OPEN_DOOR, OPEN_DOOR_ICON = "/", "open door"
AURA_SHARE = 0.4
"""Share of a status' colour in the background of its bearer's tile."""


def map_view(game: Game) -> MapView:
    """Return the level as the player knows it."""
    level, here = game.level, space.point_of(game.player) or (0, 0)
    visible, true = level.visible, remembering.as_it_is(level)
    return MapView(
        level.name,
        level.theme,
        level.depth,
        remembering.known_tiles(level, true),
        visible,
        level.explored,
        frozenset(level.remembered.stains.union(sight.among(visible, level.stains))),
        tuple(_things(game, true)),
        here,
        _own_light(game),
        lamps=tuple(
            LampView(each.source, each.point, _light(each.light), each.version, each.reached)
            for each in lamps_known(game, here)
        ),
        glowing=_glowing(tuple(game.content.ground_lights)),
        icons=game.content.icons,
    )


UNLIT = LightView(BLACK, perception.IN_THE_DARK_TILES)
"""The light by which a creature without a lamp sees adjacent tiles."""


def _own_light(game: Game) -> LightView | None:
    """Return the player's own light; None on a lit level."""
    if game.level.lit:
        return None
    light = perception.own_lamp(game)
    return _light(light) if light is not None else UNLIT


@cache
def _light(light: LightSource) -> LightView:
    """Return how a light is drawn."""
    return LightView(light.cast or light.colour, light.reach_tiles, light.strength, light.flicker)


@lru_cache(maxsize=4)
def _glowing(rows: tuple[GroundLight, ...]) -> tuple[GroundLightView, ...]:
    """Return the kinds of ground that glow, as they are drawn."""
    return tuple(GroundLightView(row.theme, row.ground, _light(row.light)) for row in rows)


def _things(game: Game, true: sight.Mask) -> list[Thing]:
    """List what is drawn, the bottom layer first: everything in view, and things as they are remembered.

    `true` are the tiles that the player takes to be as they are.
    """
    level = game.level
    # Reading a byte takes a third of the time of reading an array element.
    shown, columns = true.T.tobytes(), level.width
    things = list(_remembered_things(game))
    for (x, y), entities in level.at.items():
        if shown[y * columns + x]:
            for entity in entities:
                row = ecs.row(entity)
                thing = _thing(game, (x, y), entity, row)
                if thing is not None:
                    signed = Signboard in row
                    things.extend(_spelt(game, thing, row[Signboard]) if signed else (thing,))
    things.sort(key=_BY_ENTITY)
    things.sort(key=_BY_ORDER, reverse=True)  # stable: things of the same order keep their sequence
    return things


_BY_ENTITY, _BY_ORDER = (itemgetter(Thing._fields.index(name)) for name in ("entity", "order"))


class _RememberedThings(State):
    """How everything remembered is drawn; rebuilt, tile by tile, only where the memory has changed."""

    things: tuple[Thing, ...]
    by_tile: dict[Point, tuple[tuple[Remembered, ...], tuple[Thing, ...]]]


def _remembered_things(game: Game) -> tuple[Thing, ...]:
    """List how the things that are out of view are drawn: as they were last seen."""
    memory = game.level.remembered
    revision = (game.depth, memory.revision)
    found = game.caches.get(_RememberedThings, revision)
    if found is None:
        last = game.caches.last(_RememberedThings)
        former = last.by_tile if last is not None else {}
        by_tile = {}
        for point, things in memory.things.items():
            kept = former.get(point)
            if kept is None or kept[0] is not things:
                kept = things, tuple(_recalled_looks(game, point, things))
            by_tile[point] = kept
        drawn = tuple(thing for _, shown in by_tile.values() for thing in shown)
        found = game.caches.keep(revision, _RememberedThings(drawn, by_tile))
    return found.things


def _recalled_looks(game: Game, point: Point, things: Iterable[Remembered]) -> Iterator[Thing]:
    """Yield how the remembered things of a tile are drawn: each as nothing, one cell, or the letters of a sign."""
    for thing in things:
        looks = template_of(game.content, thing.kind, Renderable)
        if looks is not None:
            drawn = _drawn(point, looks, thing.door, thing.entity)
            sign = template_of(game.content, thing.kind, Signboard)
            yield from _spelt(game, drawn, sign) if sign is not None else (drawn,)


def _spelt(game: Game, thing: Thing, sign: Signboard) -> Iterator[Thing]:
    """Yield the letters of a sign from its tile eastward, with a blank at either end so that no grass adjoins them.

    At the end that is before a door, an arrow points to it: in a narrow lane there are houses on both sides.
    """
    level, (x, y) = game.level, thing.point
    for place, letter in enumerate(sign.words):
        yield thing._replace(point=(x + place, y), glyph=letter, icon=LETTERING)
    for end in ((x - 1, y), (x + len(sign.words), y)):
        if level.contains(end) and level.walkable[end] and level.explored[end]:
            above = _is_door(level, end[0], y - 1)
            glyph = "↑" if above else "↓" if _is_door(level, end[0], y + 1) else " "
            yield thing._replace(point=end, glyph=glyph, order=thing.order + 1, icon=LETTERING)


WALLS = (Tile.WALL, Tile.WINDOW)


def _is_door(level: Level, x: int, y: int) -> bool:
    """Return whether a tile that the player knows is a gap in a wall that runs from west to east."""
    if not (0 < x < level.width - 1 and 0 <= y < level.height):
        return False
    if not level.explored[x - 1 : x + 2, y].all():
        return False
    west, here, east = level.tiles[x - 1 : x + 2, y].tolist()
    return west in WALLS and here not in WALLS and east in WALLS


def _thing(game: Game, point: Point, entity: int, parts: ecs.Row) -> Thing | None:
    """Return how an entity in view is drawn; None if it has no looks, or the player does not notice it."""
    looks: Renderable | None = parts.get(Renderable)
    if looks is None:
        return None
    if vitals.Pools in parts:
        if not perception.sees(game, entity):
            return None
        back = _aura(parts.get(Statuses)) or looks.bg
        return Thing(point, looks.glyph, looks.fg, back, looks.order, entity)
    return (
        _drawn(point, looks, parts.get(spatial.Door), entity)
        if remembering.is_thing(parts)
        else None
    )


def _drawn(point: Point, looks: Renderable, door: spatial.Door | None, entity: int) -> Thing:
    """Return how a thing is drawn; an open door has its own glyph."""
    glyph, icon = looks.glyph, looks.icon
    if door is not None and door.open:
        glyph, icon = OPEN_DOOR, OPEN_DOOR_ICON if icon else ""
    return Thing(point, glyph, looks.fg, looks.bg, looks.order, entity, icon)


def _aura(statuses: Statuses | None) -> Colour | None:
    """Return the background colour of a creature with statuses: that of the latest, dimmed; None without any."""
    if statuses is None or not statuses.entities:
        return None
    template = ecs.get(statuses.entities[-1], StatusTemplate)
    return mix(BLACK, template.colour, AURA_SHARE)


def place_view(game: Game, point: Point) -> PlaceView:
    """Return what the player knows of a tile: as it is if they see it, else as they last saw it."""
    level = game.level
    if not level.contains(point) or not level.explored[point]:
        return PlaceView(point, "unexplored ground", (), (), remembered=False, unknown=True)
    seen, is_true = bool(level.visible[point]), bool(remembering.as_it_is(level)[point])
    ground = ground_called(int(remembering.known_tiles(level)[point]), level.theme, point[0])
    if point in (level.stains if is_true else level.remembered.stains):
        ground += ", stained with blood"
    creatures, things, words = (
        _present(game, point) if is_true else ((), *_recalled(game, level, point))
    )
    board, told = _sign_across(game, point)
    return PlaceView(
        point,
        ground,
        creatures,
        things + board,
        remembered=not seen,
        unknown=False,
        words=words + told,
    )


def _sign_across(game: Game, point: Point) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the name of a sign whose letters extend over a tile, and its words; empty if there is none."""
    level, (x, y) = game.level, point
    for place in range(1, LONGEST_SIGN):
        begin = x - place, y
        if not level.contains(begin) or not level.explored[begin]:
            continue
        here = bool(remembering.as_it_is(level)[begin])
        kinds = (
            [
                ecs.row(entity)[actors.Kind]
                for entity in level.occupants(begin)
                if Signboard in ecs.row(entity)
            ]
            if here
            else [each.kind for each in level.remembered.things.get(begin, ())]
        )
        for kind in kinds:
            sign = template_of(game.content, kind, Signboard)
            if sign is not None and len(sign.words) > place:
                _, names, words = (
                    _present(game, begin) if here else ((), *_recalled(game, level, begin))
                )
                return names, words
    return (), ()


def _present(
    game: Game, point: Point
) -> tuple[tuple[CreatureView, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the creatures that the player sees on a tile, the names of the things there, and what they say."""
    creatures, things, words = [], [], list[str]()
    for entity in game.level.occupants(point):
        row = ecs.row(entity)
        if vitals.Pools in row:
            if perception.sees(game, entity):
                creatures.append(creature_view(game, entity, explained=True))
        elif remembering.is_thing(row):
            things.append(_called(perception.shown_name(game, entity), row.get(spatial.Door)))
            words += _offered(game, entity, row)
            words += choices.thing_words(game, row[actors.Kind], row.get(bargains.Terms))
    return tuple(creatures), tuple(things), tuple(words)


def _offered(game: Game, thing: int, row: ecs.Row) -> tuple[str, ...]:
    """Say what an item is, as far as the player knows, if it is one to be chosen or paid for."""
    terms: bargains.Terms | None = row.get(bargains.Terms)
    if terms is None or not (terms.group or terms.gold) or items.Item not in row:
        return ()
    return item_view(game, thing).details


def _recalled(game: Game, level: Level, point: Point) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names that the things on a tile had when last seen, and what they say."""
    things = level.remembered.things.get(point, ())
    words = (words for each in things for words in choices.thing_words(game, each.kind, each.terms))
    return tuple(_called(each.name, each.door) for each in things), tuple(words)


def _called(name: str, door: spatial.Door | None) -> str:
    """Return the name of a thing on a tile; a door is open or closed."""
    return name if door is None else f"{name} ({'open' if door.open else 'closed'})"
