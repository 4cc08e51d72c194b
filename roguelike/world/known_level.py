"""The player's level as the player knows it: a stand-in for the true one while something is foreseen.

Tiles and things in view are as they are, those out of view as they were last seen, and nobody is there who is not seen.
Whoever is left out counts among the dead as long as that lasts, so that nothing finds them by their components either.

Ground never seen is a wall: nothing goes there, and no blast reaches beyond. What then comes of what lies there may be
outside the forecast, for nobody could know. In the dark only what the player looks across is open: the line of sight
to whatever is seen in a light beyond.
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
from roguelike.core.paths import Bits, to_bits, to_mask
from roguelike.core.records import State, field_names, replace
from roguelike.core.sight import Mask, clear_line, lines_between, points, within
from roguelike.world import ecs, space
from roguelike.world.caches import Caches
from roguelike.world.game import Game
from roguelike.world.level import Level
from roguelike.world.memory import Remembered
from roguelike.world.names import seen_here
from roguelike.world.remembering import known_things, known_tiles
from roguelike.world.spawning import parts_of
from roguelike.world.terrain import Tile


class KnownLevel(Level):
    """A level as the player knows it, which stands in for the true one while something is foreseen."""

    eye: Point | None = None
    """Where the player stands who knows it."""
    looked_through: Mask
    """What was transparent when they looked around."""

    def _seen_from(self, centre: Point, radius: int) -> Mask:
        """Return what can be seen from a tile: from the player's own, all that they see now."""
        found = super()._seen_from(centre, radius)
        if centre == self.eye and self._looks_as_it_did:
            found |= self.visible & within(found.shape, centre, radius)
        return found

    def clear_between(self, a: Point, b: Point) -> bool:
        """Return whether nothing blocks the sight between two tiles; nothing unknown does where the player sees."""
        if super().clear_between(a, b):
            return True
        other = b if a == self.eye else a
        if self.eye not in (a, b) or not self.visible[other] or not self._looks_as_it_did:
            return False
        known = ~self.transparent & (self.explored | self.visible)
        return clear_line(to_bits(known), self.width, a, b)

    @property
    def _looks_as_it_did(self) -> bool:
        """Whether no door was opened or closed, nor a wall changed, since the player looked around."""
        return np.array_equal(self.transparent, self.looked_through)

    def is_unknown(self, cell: Point) -> bool:
        """Return whether a tile is taken for a wall only because it was never seen."""
        if not self.contains(cell) or self.transparent[cell]:
            return False
        return not (self.explored[cell] or self.visible[cell])


@contextmanager
def level_as_known(game: Game) -> Iterator[None]:
    """Let the player's level be as the player knows it while the block runs.

    A block within a block changes nothing more, so that whatever asks often does it in one.
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
        game.levels[depth], game.caches = true, caches  # all is as it was: what was kept holds
        pretence.end()
        game.pretences -= 1


class _Pretence:
    """What is changed in entities while the level is as known, and how it is put back."""

    def __init__(self, game: Game) -> None:
        """Prepare; nothing is different yet."""
        self.game = game
        self._number = ecs.next_id()
        self._before: list[tuple[State, State]] = []
        self._made: list[int] = []
        self._raised: set[int] = set()
        self._gone: set[int] = set()
        self._led: list[tuple[Mind, int]] = []

    def begin(self) -> Level:
        """Make everything as the player knows it; return the level."""
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
        """Make everything as it is again."""
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
        """Make a thing as it is remembered: where it was, open or shut, burning or not; again if it is no more.

        Return False if what bears its id now is something else.
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
        """Keep followers from losing heart when their leader is only out of sight."""
        for entity in creatures:
            mind = esper.try_component(entity, Mind)
            if mind is not None and mind.leader and mind.leader not in creatures:
                self._led.append((mind, mind.leader))
                mind.leader = 0


def _assign(part: State, values: State) -> None:
    """Set all fields of a component to those of another of its class."""
    for name in field_names(type(part)):
        setattr(part, name, getattr(values, name))


def _ground(game: Game) -> KnownLevel:
    """Return the player's level with its ground as known and nothing on it."""
    true = game.level
    tiles = known_tiles(true)
    _open_lines_of_sight(game, tiles)
    level = KnownLevel(true.depth, true.name, true.theme, tiles, true.lit, true.entry)
    level.explored, level.visible, level.left = true.explored.copy(), true.visible, true.left
    level.stains = true.stains.copy()
    return level


def _open_lines_of_sight(game: Game, tiles: NDArray[np.uint8]) -> None:
    """Open the unseen ground between the player and what they see in a light beyond the dark."""
    level, here = game.level, space.point_of(game.player)
    if level.lit or here is None:
        return
    crossed = _crossed(here, level.visible.tobytes(order="F"), level.width)
    tiles[to_mask(crossed, tiles.shape) & ~level.explored & ~level.visible] = Tile.FLOOR


@lru_cache(maxsize=8)
def _crossed(here: Point, visible: bytes, width: int) -> Bits:
    """Return the tiles that the lines from one tile to all visible ones cross: the same all turn long."""
    shape = width, len(visible) // width
    mask = np.frombuffer(visible, np.bool_).reshape(shape, order="F")
    return lines_between(here, points(mask), width)


def _enter(level: Level, entity: int) -> None:
    """Put an entity on a level, at its Position."""
    row = ecs.row(entity)
    place: Position = row[Position]
    point = (place.x, place.y)
    level.place(entity, point, space.body_in(row))
    if space.is_hazard(row):
        level.note_hazard(entity, point)
