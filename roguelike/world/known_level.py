"""The level as the player knows it, for foreseeing a command: no preview, refusal or question may reveal more.

It replaces the true level while something is foreseen.

Tiles and things in view are as they are, those out of view are as last seen, and creatures out of view are left out.
Everything left out counts as dead for that time, so that it is not found by its components either. Ground never seen is
a wall: nothing goes there, and no blast reaches beyond it. The effects of what lies there may therefore differ from the
forecast, since the player could not know. In the dark, only the ground that the player looks across is open: the lines
of sight to whatever is seen in a light beyond.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

import esper
import numpy as np
from numpy.typing import NDArray

from roguelike.components.actors import Kind, Mind
from roguelike.components.spatial import Position
from roguelike.components.vitals import Pools
from roguelike.core.geometry import Point
from roguelike.core.paths import to_bits
from roguelike.core.records import State, field_names, replace
from roguelike.core.sight import (
    Mask,
    clear_line,
    not_clear,
    points,
    steps_across,
    with_borders,
    within,
)
from roguelike.world import ecs, space
from roguelike.world.changes import Unleashed
from roguelike.world.game import Caches, Change, Game
from roguelike.world.level import Level, Remembered
from roguelike.world.names import seen_here
from roguelike.world.remembering import known_things, known_tiles
from roguelike.world.spawning import parts_of
from roguelike.world.terrain import TRANSPARENT, Tile


class KnownLevel(Level):
    """A level as the player knows it, which replaces the true one while something is foreseen."""

    eye: Point | None = None
    """Where the player stands."""
    looked_through: Mask
    """What was transparent when the player looked around."""

    def _seen_from(self, centre: Point, radius: int) -> Mask:
        """Return what can be seen from a tile; from the player's own tile, everything that they see now."""
        found = super()._seen_from(centre, radius)
        if centre == self.eye and self._looks_as_it_did:
            found |= self.visible & within(found.shape, centre, radius)
        return found

    def clear_between(self, a: Point, b: Point) -> bool:
        """Return whether nothing blocks the sight between two tiles; what the player sees past does not block it."""
        if super().clear_between(a, b):
            return True
        other = b if a == self.eye else a
        if self.eye not in (a, b) or not self.visible[other] or not self._looks_as_it_did:
            return False
        known = ~self.transparent & (self.explored | self.visible)
        return clear_line(to_bits(known), self.width, a, b)

    @property
    def _looks_as_it_did(self) -> bool:
        """Whether no door was opened or closed, and no wall changed, since the player looked around."""
        return np.array_equal(self.transparent, self.looked_through)

    def is_unknown(self, cell: Point) -> bool:
        """Return whether a tile counts as a wall only because it was never seen."""
        if not self.contains(cell) or self.transparent[cell]:
            return False
        return not (self.explored[cell] or self.visible[cell])


@contextmanager
def level_as_known(game: Game) -> Iterator[None]:
    """Replace the player's level with the level as the player knows it while the block runs.

    A nested block changes nothing more, so code that asks often can wrap all its questions in one block.
    """
    if isinstance(game.level, KnownLevel):
        yield
        return
    depth, true, caches = game.depth, game.level, game.caches
    pretence = _Pretence(game)
    game.pretences += 1
    try:
        game.levels[depth], game.caches = pretence.begin(), Caches()
        yield
    finally:
        game.levels[depth], game.caches = true, caches  # all is as it was, so the caches are valid
        pretence.end()
        game.pretences -= 1


class _Pretence:
    """What is changed in entities while the level is as known, and how to restore it."""

    def __init__(self, game: Game) -> None:
        """Prepare; nothing is changed yet."""
        self.game = game
        self._number = ecs.next_id()
        self._before: list[tuple[State, State]] = []
        self._made: list[int] = []
        self._raised: set[int] = set()
        self._gone: set[int] = set()
        self._led: list[tuple[Mind, int]] = []

    def begin(self) -> Level:
        """Change everything to what the player knows; return the level."""
        game = self.game
        there = {entity for here in game.level.at.values() for entity in here}
        creatures = [each for each in seen_here(game) if Pools in ecs.row(each)]
        seen, remembered = known_things(game)
        level = _ground(game)
        recalled = [thing.entity for thing in remembered if self._recall(thing)]
        ecs.set_next_id(self._number)
        known = sorted({*creatures, *seen, *recalled})
        for entity in known:
            _enter(level, entity)
        level.eye, level.looked_through = space.point_of(game.player), level.transparent.copy()
        self._gone = there.difference(known) - game.dead
        game.dead |= self._gone
        self._raised = game.dead.intersection(known)
        game.dead -= self._raised
        self._follow_nobody_unseen(creatures)
        return level

    def end(self) -> None:
        """Restore everything."""
        for mind, leader in self._led:
            mind.leader = leader
        self.game.dead -= self._gone
        self.game.dead |= self._raised
        for part, before in reversed(self._before):
            _assign(part, before)
        for entity in self._made:
            ecs.delete(entity)
        ecs.set_next_id(self._number)

    def _recall(self, thing: Remembered) -> bool:
        """Restore a thing to how it is remembered (place, door, hazard, ...), recreating it if it is gone.

        Return False if its id now belongs to something else.
        """
        place = Position(*thing.point, self.game.depth)
        row = ecs.row(thing.entity)
        if not row:
            kind = thing.kind
            state = map(replace, thing.state())
            parts = parts_of(self.game.content, kind.section, kind.name, *state, place)
            self._made.append(ecs.create_with_id(thing.entity, *parts))
            return True
        if row.get(Kind) != thing.kind:
            return False
        for remembered in (place, *thing.state()):
            part = row.get(type(remembered))
            if part is not None and part != remembered:
                self._before.append((part, replace(part)))
                _assign(part, remembered)
        return True

    def _follow_nobody_unseen(self, creatures: Sequence[int]) -> None:
        """Clear leaders who are only out of sight, so that their followers do not lose heart."""
        for entity in creatures:
            mind = esper.try_component(entity, Mind)
            if mind is not None and mind.leader and mind.leader not in creatures:
                self._led.append((mind, mind.leader))
                mind.leader = 0


def _assign(part: State, values: State) -> None:
    """Set all fields of a component from another of its class."""
    for name in field_names(type(part)):
        setattr(part, name, getattr(values, name))


def _ground(game: Game) -> KnownLevel:
    """Return an empty level with the ground that the player knows."""
    true = game.level
    tiles = known_tiles(true)
    _open_lines_of_sight(game, tiles)
    level = KnownLevel(true.depth, true.name, true.theme, tiles, true.lit, true.entry)
    level.explored, level.visible, level.left = true.explored.copy(), true.visible, true.left
    level.stains = true.stains.copy()
    return level


def _open_lines_of_sight(game: Game, tiles: NDArray[np.uint8]) -> None:
    """Open the unseen ground on the lines to what the player sees: in the dark, or beside a corner that they look past.

    Whatever is seen can be hit, so nothing there blocks the way.
    """
    level, here = game.level, space.point_of(game.player)
    if here is None:
        return
    seen = level.visible & level.transparent
    for door in level.screens:
        seen[door] = level.visible[door] and level.clear_between(here, door)
    masks = seen, TRANSPARENT.take(tiles), level.explored
    for opened in _looked_across(here, *(mask.tobytes(order="F") for mask in masks), level.width):
        tiles[opened] = Tile.FLOOR


@lru_cache(maxsize=8)
def _looked_across(
    here: Point, seen: bytes, transparent: bytes, explored: bytes, width: int
) -> tuple[Point, ...]:
    """List the tiles that must be open, though they seem not to be, for somebody to see the others from here.

    Of two tiles that a line passes between, one must be: one never explored, if there is one. The masks come as bytes,
    column after column; they stay the same during a turn.
    """
    shape = width, len(seen) // width
    mask, open_, known = (
        np.frombuffer(each, np.bool_).reshape(shape, order="F")
        for each in (seen, transparent, explored)
    )
    opaque = to_bits(~open_)
    hidden = not_clear(opaque, width, here, points(mask))
    steps = dict.fromkeys(step for end in hidden for step in steps_across(here, end))
    closed = [(one, other) for one, other in steps if not (open_[one] or open_[other])]
    return tuple(other if known[one] and not known[other] else one for one, other in closed)


def _enter(level: Level, entity: int) -> None:
    """Put an entity on a level, at its Position."""
    row = ecs.row(entity)
    place: Position = row[Position]
    point = (place.x, place.y)
    level.place(entity, point, space.body_in(row))
    if space.is_hazard(row):
        level.note_hazard(entity, point)


@contextmanager
def as_known(game: Game, user: int) -> Iterator[None]:
    """Show the block the level as the player knows it, if the player is the user; otherwise as it is."""
    if user != game.player:
        yield
        return
    with level_as_known(game):
        yield


def reaches_unseen(game: Game, changes: Sequence[Change]) -> bool:
    """Return whether a use covers, or may spread to, tiles that the player does not see: anything may be there.

    A use on several tiles may reach from open ground to ground never seen; one that strikes a single tile does not.
    """
    level = game.level
    struck = [change.points for change in changes if isinstance(change, Unleashed)]
    covered = [cell for points in struck for cell in points if level.contains(cell)]
    if any(level.walkable[cell] and not level.visible[cell] for cell in covered):
        return True
    wide = [cell for points in struck if len(points) > 1 for cell in points if level.contains(cell)]
    if not wide:
        return False
    beside = with_borders(~level.explored) & level.transparent
    return any(bool(beside[cell]) for cell in wide)
