"""What the player sees, remembers and notices.

Light: which tiles of a dark level can be seen, how bright they are, and which lights fall on what is in view.

A lit level costs the rules nothing. On a dark one the light from a tile is computed once and cached until the ground
changes, so that a hall of watch fires costs no more than the torch carried through it.
"""

from collections.abc import Iterator
from typing import NamedTuple

import esper
import numpy as np
from numpy.typing import NDArray

from roguelike.components import bargains, items, spatial
from roguelike.components.looks import Glow, LightSource
from roguelike.core import sight
from roguelike.core.geometry import Point, steps_between
from roguelike.core.records import State, field
from roguelike.world import changes, ecs, known_level, perception, remembering, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Cause, Derived, Game
from roguelike.world.level import Level
from roguelike.world.terrain import places_of

Light = NDArray[np.uint8]
"""Brightness of every tile, uint8 [x, y]: 0 dark, 1 dim, 2 fair, BRIGHT."""
BRIGHT = 3
HORIZON_TILES = 32
"""Tiles to which one sees where it is day, and from which lit ground is seen across the dark."""
OPEN_SKY = frozenset(("town", "forest", "city"))
"""Kinds of place that are seen to the horizon where they are lit: by day, or by a thousand lanterns."""
NOTICED_TILES = 10
"""From how far the player is noticed by day, or by the lamp, of those who see less far themselves.

With 14, as far as the lamp shines, all who were awake in the first galleries came at once.
"""
MOST_CACHED, MOST_LIGHTS = 128, 1_024
"""The most places whose glow is cached, and lights: fires come and go by the hundred."""


class Lamp(NamedTuple):
    """Something that sheds light: entity, tile, kind of light, version of the ground, brightness of every tile."""

    source: int
    point: Point
    light: LightSource
    version: int
    reached: Light


class _Glow(State, eq=False):
    """The light on each tile seen from a place, and what the player sees by it, by the reach of their own light."""

    light: Light
    seen: dict[int, sight.Mask] = field(default_factory=dict)


class _Glows(Derived):
    """The light seen from each place, by the place and by the lights that shine there."""

    found: dict[tuple[Point, tuple[tuple[Point, int], ...]], _Glow] = field(default_factory=dict)


def dark_view(game: Game, here: Point) -> sight.Mask:
    """Return the mask [x, y] of what the player sees of a dark level: within their own light, and lit tiles beyond.

    It is the same array until they or a light move or the ground changes, and must not be written to.
    """
    level, around, reach = game.level, _glow(game, here), perception.own_light(game)
    found = around.seen.get(reach)
    if found is None:
        shape = level.transparent.shape
        lit = sight.within(shape, here, reach) | (around.light > 0) | _aglow(game)
        if isinstance(level, known_level.KnownLevel):
            lit |= level.lit_besides
        found = level.view(here, HORIZON_TILES) & lit
        found.flags.writeable = False
        around.seen[reach] = found
    return found


def _aglow(game: Game) -> sight.Mask:
    """Return the tiles that glowing ground lights: lava and its shores, giant mushrooms, the roads of the elves."""
    level = game.level
    kept = level.aglow
    if kept is None or kept[0] != level.version:
        lit = np.zeros(level.tiles.shape, np.bool_, order="F")
        places = places_of(level.theme)
        ends = (*(first for first, _ in places[1:]), level.width)
        for (first, theme), end in zip(places, ends, strict=True):
            for row in game.content.ground_lights:
                if row.theme == theme:
                    there = np.zeros_like(lit)
                    there[first:end] = level.tiles[first:end] == row.ground
                    lit |= _grown(there, row.light.reach_tiles)
        kept = level.aglow = level.version, lit
    return kept[1]


def _grown(mask: sight.Mask, tiles: int) -> sight.Mask:
    """Return a mask and all that is within so many steps of it."""
    for _ in range(tiles):
        mask = sight.widened(mask)
    return mask


def noticed_from(game: Game) -> int:
    """Return from how many tiles at most the player is seen by those who look: who sees far is seen from afar."""
    if not game.level.lit:
        return min(perception.own_light(game), NOTICED_TILES)
    return NOTICED_TILES if game.level.theme in OPEN_SKY else 0


def sight_tiles(level: Level) -> int:
    """Return how far the player could see on a level."""
    return HORIZON_TILES if not level.lit or level.theme in OPEN_SKY else VISION_TILES


def glow(game: Game, near: Point) -> Light:
    """Return the light on each tile from all sources that can be seen from `near`, the player's own left out.

    It must not be written to.
    """
    return _glow(game, near).light


def _glow(game: Game, near: Point) -> _Glow:
    """Return the light on each tile seen from `near`, with cached views by it, until a light moves."""
    places = tuple(
        [(point, light.reach_tiles) for _, point, light in _sources(game, near, LightSource)]
    )
    caches, revision = game.caches, (game.depth, game.level.version)
    found = (caches.get(_Glows, revision) or caches.keep(revision, _Glows())).found
    kept = found.get((near, places))
    if kept is None:
        light: Light = np.zeros(game.level.tiles.shape, np.uint8, order="F")
        for point, reach in places:
            np.maximum(light, _light_of(game.level, point, reach), out=light)
        if len(found) >= MOST_CACHED:
            found.clear()
        kept = found[near, places] = _Glow(light)
    return kept


def _lamps(game: Game, near: Point, kind: type[LightSource], *, only_known: bool) -> Iterator[Lamp]:
    """Yield the sources of a kind of light that can be seen from `near`, excluding the player's own.

    Light is computed only for those requested: on a lit level a torch carried out of view costs nothing.
    """
    level = game.level
    for source, point, light in _sources(game, near, kind):
        if not only_known or remembering.knows_of(game, source):
            reached = _light_of(level, point, light.reach_tiles)
            yield Lamp(source, point, light, level.version, reached)


def _sources(
    game: Game, near: Point, kind: type[LightSource]
) -> Iterator[tuple[int, Point, LightSource]]:
    """Yield what sheds a kind of light that can be seen from `near`, where it is, and its light; not the player's."""
    for source, light in space.present(game, kind):
        if source == game.player or source in game.dead:
            continue
        place = ecs.get(source, spatial.Position)
        reach = HORIZON_TILES + light.reach_tiles
        if max(abs(place.x - near[0]), abs(place.y - near[1])) > reach:
            continue
        yield source, (place.x, place.y), light


def lamps_known(game: Game, near: Point) -> tuple[Lamp, ...]:
    """Return the lamps and glows whose light the player may know of.

    In the dark that is every light that falls where they look: it is why they see. A glow, or a lamp on a lit level, is
    left out unless they see it or remember it there: its colour would reveal it.
    """
    lit = _lamps(game, near, LightSource, only_known=game.level.lit)
    return (*lit, *_lamps(game, near, Glow, only_known=True))


def brightness(game: Game, here: Point) -> Light | None:
    """Return the brightness of each tile of a dark level, with the player's own light; None on a lit level."""
    level = game.level
    if level.lit:
        return None
    found: Light = np.maximum(
        glow(game, here), _fading(level.visible, here, perception.own_light(game))
    )
    return found


def _light_of(level: Level, point: Point, reach: int) -> Light:
    """Return the light shed from a tile, cached until anything changes that stops it."""
    kept = level.shed_light.get((point, reach))
    if kept is None:
        lit = _fading(sight.field_of_view(level.transparent, point, reach), point, reach)
        if len(level.shed_light) >= MOST_LIGHTS:
            level.shed_light.clear()
        kept = level.shed_light[point, reach] = lit
    return kept


def _fading(where: sight.Mask, point: Point, reach: int) -> Light:
    """Return the light on the tiles of a mask; it gets one step dimmer with each third of its reach."""
    found: Light = (where & sight.within(where.shape, point, reach)).view(np.uint8).copy(order="F")
    for third in (1, 2):
        found += where & sight.within(where.shape, point, reach * third // BRIGHT)
    return found


VISION_TILES = 8
"""How far the player sees on a lit level without a sky: a hall, a board (source game, 3.5)."""
SEARCHING_PERCENT = 50.0
"""Percent chance each turn of finding an adjacent hidden door: waiting there is searching."""
NOTICING_PERCENT = 100 / 24
"""Percent chance of noticing each hidden thing in view, each time the view changes (source game, 3.5)."""


def look_around(game: Game) -> None:
    """Update what the player sees and has explored of the level."""
    here = space.point_of(game.player)
    if here is None or game.player in game.dead:
        return
    level, view = game.level, view_from(game, here)
    if view is level.visible:
        return
    # `a > b` of two masks is what is only in `a`.
    gone, come = level.visible > view, view > level.visible
    level.visible = view
    if sight.any_of(gone):
        remembering.remember(game, level, gone)
    if sight.any_of(come):
        remembering.forget(level, come)
    news = view > level.explored
    if sight.any_of(news):
        level.explored |= news
        _meet_magic(game, news)


def view_from(game: Game, here: Point) -> sight.Mask:
    """Return the mask [x, y] of what the player would see now from a tile; it must not be written to."""
    level, blind = game.level, "see" in stats_of(game.player).status.forbids
    if level.lit or blind:
        return level.view(here, 1 if blind else sight_tiles(level))
    return dark_view(game, here)


def _meet_magic(game: Game, news: sight.Mask) -> None:
    """Add the kinds of magic items on tiles seen for the first time to the discoveries."""
    for point, entities in game.level.at.items():
        if news[point]:
            game.encountered.update(
                perception.true_name(entity)
                for entity in entities
                if esper.has_component(entity, items.Magic)
            )


def notice(game: Game) -> None:
    """Roll for each hidden thing in view whether the player finds it."""
    visible = game.level.visible
    odds = 100.0 if stats_of(game.player).blessing.keen else NOTICING_PERCENT
    for thing, hidden in space.present(game, spatial.Hidden):
        if hidden.found or thing in game.dead:
            continue
        point = space.point_of(thing)
        if point is None or not visible[point]:
            continue
        if game.rng.chance(max(odds, _searching(game, thing, point))):
            changes.alter(
                game,
                thing,
                spatial.Hidden,
                "found",
                after=True,
                cause=Cause("a sharp eye", game.player),
            )


def _searching(game: Game, thing: int, point: Point) -> float:
    """Return the percent chance of finding something set into an adjacent wall; 0.0 for anything else."""
    here = space.point_of(game.player)
    beside = here is not None and steps_between(here, point) <= 1
    return SEARCHING_PERCENT if beside and esper.has_component(thing, bargains.Walled) else 0.0
