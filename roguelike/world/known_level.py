"""The level as the player knows it, for foreseeing a command: no preview, refusal or question may reveal more.

It replaces the true level while something is foreseen, and is kept from one question to the next while all that it
shows stays the same, with the views and ways that were found on it.

Tiles and things in view are as they are, those out of view are as last seen, and creatures out of view are left out.
Everything left out counts as dead for that time, so that it is not found by its components either.

Ground never seen, here called the dark, is a third value: a wall, or open floor. A known level is of one kind, shut or
open, and of a shut one it is known whether any answer that it gave hangs on the dark. So only what does so is played in
both. In the shut one, somebody unseen may also bar the way of whoever is driven out of view. The ground that the player
looks across, to whatever is seen in a light beyond, is open in both.

Few answers hang on what lies there besides: what burns might lead on, or water, and a flight might come back from
anywhere. A level notes which of these `asks` it was asked, and there is one of each kind to play it on.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from copy import copy
from enum import IntEnum
from functools import lru_cache

import esper
import numpy as np
from numpy.typing import NDArray

from roguelike.components import actors, spatial, vitals
from roguelike.core import paths, sight
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.core.records import State, field_names, replace
from roguelike.world import changes, ecs, perception, remembering, space, spawning
from roguelike.world.game import Caches, Change, Game
from roguelike.world.level import Level, Remembered
from roguelike.world.terrain import TRANSPARENT, Tile

_Standing = tuple[int, Point, spatial.Body, bool]
"""An entity, its tile, its body, and whether it is a hazard."""


class Darkness(IntEnum):
    """What ground never seen is taken for: walls, open floor, or open ground that does what no floor does."""

    SHUT = 0
    OPEN = 1
    GRASS = 2
    WATER = 3
    ECHOING = 4
    """Open floor at which a flight that turns back from walls may turn to anywhere within its range."""
    SILENT = 5
    """Open floor at which such a flight is lost."""


KINDS = tuple(Darkness)
"""All of them: to go through the class itself takes ten times as long."""
FURTHER = (Darkness.GRASS, Darkness.WATER, Darkness.ECHOING, Darkness.SILENT)
"""Kinds of darkness that few answers hang on."""
SWAYS = 1 << len(Darkness)
"""Asked besides: who may stand unseen where somebody's deed reaches, and so sway them from it."""
GROUND_OF = {
    Darkness.OPEN: Tile.FLOOR,
    Darkness.GRASS: Tile.GRASS,
    Darkness.WATER: Tile.SHALLOW_WATER,
    Darkness.ECHOING: Tile.FLOOR,
    Darkness.SILENT: Tile.FLOOR,
}
"""The ground that it is, in each kind of darkness but the shut one."""
GRASS_TILES = 5
"""How far from known ground grass matters: what burns farther away does not come back within the turns of fire."""


class KnownLevel(Level):
    """A level as the player knows it, which replaces the true one while something is foreseen."""

    eye: Point | None = None
    """Where the player stands."""
    looked_through: sight.Mask
    """What was transparent when the player looked around."""
    lit_besides: sight.Mask
    """What they saw then by another light than their own, whether that is in view or not."""
    dark: sight.Mask
    """Ground never seen, without the edge of the map: a wall if the level is shut, else floor."""
    unseen: sight.Mask
    """Ground never seen, also where the player looks across it."""
    darkness = Darkness.SHUT
    is_open = False
    _dark: paths.Bits = 0
    _beside_dark: paths.Bits | None = None
    cuts_blasts = False
    """Whether the dark has cut any blast since this was last cleared, whoever might have been there."""
    _beyond: dict[tuple[Point, int], tuple[Point, ...]]
    """The tiles that the blasts computed so far would also reach if the dark were open."""
    _others: dict[Darkness, "KnownLevel"]
    answers: Caches
    """What was found on it, kept from one question to the next; of a moment that is past, nothing."""

    def darken(self, dark: sight.Mask, crossed: sight.Mask) -> None:
        """Note which ground was never seen; some of it the player looks across, so that it is open.

        The corner of a room at the edge of the map is a wall, though walls hide it: nothing leads on there.

            ####
            ..##    the tile above the hero's right hand has no open neighbour but aslant
            .@##
        """
        never, width = paths.to_bits(dark), self.width
        inner = np.zeros_like(dark)
        inner[2:-2, 2:-2] = True
        known = paths.to_bits(self.walkable | self.transparent) & ~never
        beside, straight = known << 1 | known >> 1, known << width | known >> width
        corners = (beside << width | beside >> width) & ~(beside | straight | paths.to_bits(inner))
        self._dark = never & ~corners
        self.dark = paths.to_mask(self._dark, dark.shape)
        self.unseen, self._others, self.answers = self.dark | crossed, {}, Caches()

    @property
    def beside_dark(self) -> paths.Bits:
        """The tiles of the dark, and those beside it."""
        if self._beside_dark is None:
            rows = self._dark | self._dark << 1 | self._dark >> 1
            self._beside_dark = rows | rows << self.width | rows >> self.width
        return self._beside_dark

    def taken_for(self, darkness: Darkness) -> "KnownLevel":
        """Return the same level with another kind of darkness: it shares what stands where.

        Call it outside of rehearsals: what they change of the ground must be undone.
        """
        found = self._others.get(darkness)
        if found is None:
            where = self.unseen
            if darkness == Darkness.GRASS:
                near = self.walkable & ~where
                for _ in range(GRASS_TILES):
                    near = sight.widened(near)
                where = where & near
            ground = np.where(where, GROUND_OF[darkness], Tile.FLOOR).astype(np.uint8)
            found = self._others[darkness] = self.with_dark(ground)
            found.darkness = darkness
        return found

    def with_dark(self, ground: NDArray[np.uint8]) -> "KnownLevel":
        """Return the same level with what was never seen of it as it is on other ground, [x, y]."""
        other = copy(self)
        other.remembered = self.remembered.copy()
        other.tiles = np.asfortranarray(np.where(self.unseen, ground, self.tiles))
        other.is_open, other.darkness, other.answers = True, Darkness.OPEN, Caches()
        other.touches_dark = other.cuts_blasts = False
        other.ground_changed()
        other.looked_through = other.transparent.copy()
        return other

    def note_unseen(self, cells: Iterable[Point], grounds: Collection[int]) -> None:
        """Note on which kinds of darkness it hangs what becomes of some tiles, if these grounds do something."""
        if any(self.contains(cell) and self.unseen[cell] for cell in cells):
            self.note_beyond(grounds)

    def note_beyond(self, grounds: Collection[int]) -> None:
        """Note on which kinds of darkness it hangs what becomes of the tiles beyond an area that the dark cuts."""
        for darkness in (Darkness.GRASS, Darkness.WATER):
            self.asks |= (GROUND_OF[darkness] in grounds) << darkness

    def note_unseen_others(self, cells: Iterable[Point]) -> None:
        """Note that somebody weighs a deed that reaches some tiles, on which others may stand unseen."""
        if not self.asks & SWAYS:
            hidden = self.walkable & ~self.visible
            self.asks |= SWAYS * any(self.contains(cell) and hidden[cell] for cell in cells)

    def is_unseen(self, point: Point) -> bool:
        """Return whether this ground was never seen."""
        return bool(self.unseen[point])

    def turned(
        self, path: Sequence[Point], sure: int, steps: int
    ) -> tuple[Sequence[Point], Sequence[Point]]:
        """Return the tiles that a flight of so many steps may strike that turns back from walls, and its path.

        If any of its turns hangs on the dark, only its first tiles are `sure`, and beyond them walls may be anywhere.
        Where that is `ECHOING` they lead everywhere, where it is `SILENT` nowhere.
        """
        turns = sure if self.touches_dark else None
        turns = next((at for at, cell in enumerate(path[:sure]) if self.dark[cell]), turns)
        if turns is None or not self.is_open:
            return path, path
        self.asks |= 1 << Darkness.ECHOING | 1 << Darkness.SILENT
        if self.darkness != Darkness.ECHOING:
            flown = path[:turns] if self.darkness == Darkness.SILENT else path
            return flown, flown
        ring = {path[max(0, turns - 1)]}
        found = set(ring)
        for _ in range(steps + 1 - turns):
            beside = {(x + dx, y + dy) for x, y in ring for dx, dy in DIRECTIONS} - found
            ring = {cell for cell in beside if self.contains(cell) and self.transparent[cell]}
            found |= ring
        return (*path, *sorted(cell for cell in found if not self.dark[cell])), path

    # --- answers that may hang on the dark

    def is_opaque(self, point: Point) -> bool:
        """Return whether a tile stops sight and flight; in the dark only where it is shut, or on true ground.

        What comes of it where it is open hangs on the dark as well.
        """
        is_opaque = super().is_opaque(point)
        if is_opaque or self.is_open:
            self.touches_dark |= bool(self.contains(point) and self.unseen[point])
        return is_opaque

    def is_free(self, point: Point) -> bool:
        """Return whether a creature of one tile could stand on a tile."""
        is_free = super().is_free(point)
        if not is_free and point not in self.blockers:
            self.note_barred((point,))
        return is_free

    def ground_beside(self, point: Point) -> paths.Window:
        """Return which of the 3x3 tiles around a point are walkable and no fixture."""
        if not (self.is_open or self.touches_dark):
            self.touches_dark = paths.window_of(self._dark, self.width, point) > 0
        return super().ground_beside(point)

    def blast(self, centre: Point, radius: int) -> tuple[Point, ...]:
        """Return the tiles that a blast reaches."""
        self.touches_dark |= bool(self._beyond_the_dark(centre, radius))
        return super().blast(centre, radius)

    def covered(self, centre: Point, radius: int) -> tuple[tuple[Point, ...], bool]:
        """Return the tiles that a blast reaches, and whether the dark cuts it: that alone harms nobody who is known."""
        beyond = self._beyond_the_dark(centre, radius)
        self.cuts_blasts |= bool(beyond)
        self.touches_dark |= not self.at.keys().isdisjoint(beyond)
        return super().blast(centre, radius), bool(beyond)

    def _beyond_the_dark(self, centre: Point, radius: int) -> tuple[Point, ...]:
        """Return the tiles that a blast would also reach if the dark, which is shut, were open."""
        if self.is_open:
            return ()
        key = (centre, radius)
        if key not in self._beyond:
            beyond: tuple[Point, ...] = ()
            if sight.any_of(self._seen_from(centre, radius) & self.dark):
                clear = self.transparent | self.dark
                seen = sight.field_of_view(clear, centre, radius) & clear
                beyond = tuple(
                    sight.points(seen & ~(self._seen_from(centre, radius) & self.transparent))
                )
            self._beyond[key] = beyond
        return self._beyond[key]

    def forget_fields(self) -> None:
        """Drop the caches that depend on the ground."""
        super().forget_fields()
        self._beyond = {}

    def field(self, passable: paths.Bits, goals: Iterable[Point]) -> paths.DistanceField:
        """Return a new field of distances over some tiles."""
        if self.is_open or not self._dark:
            return super().field(passable, goals)
        return _FieldBesideTheDark(self, passable, goals)

    def may_hide(self, cells: Iterable[Point]) -> bool:
        """Return whether somebody unseen might be in the way on these tiles, if the level is shut."""
        if all(self.visible[cell] for cell in cells):
            return False
        self.touches_dark = True
        return not self.is_open

    def note_barred(self, cells: Iterable[Point]) -> None:
        """Note that somebody cannot stand on some tiles, if only the dark bars them."""
        if not (self.is_open or self.touches_dark) and self._dark:
            self.touches_dark = all(
                self.contains(cell) and (self.dark[cell] or self.walkable[cell]) for cell in cells
            )

    def _seen_from(self, centre: Point, radius: int) -> sight.Mask:
        """Return what can be seen from a tile; from the player's own tile, everything that they see now.

        What lies in the dark may be a pane, which is seen as the walls beside it.
        """
        found = super()._seen_from(centre, radius)
        if self.darkness == Darkness.GRASS:
            found |= sight.widened(found & self.transparent) & self.dark
        if centre == self.eye and self._looks_as_it_did:
            found |= self.visible & sight.within(found.shape, centre, radius)
        return found

    def clear_between(self, a: Point, b: Point) -> bool:
        """Return whether nothing blocks the sight between two tiles; what the player sees past does not block it."""
        if super().clear_between(a, b):
            return True
        other = b if a == self.eye else a
        if self.eye in (a, b) and self.visible[other] and self._looks_as_it_did:
            known = ~self.transparent & (self.explored | self.visible)
            return sight.clear_line(paths.to_bits(known), self.width, a, b)
        self.note_hidden(a, b)
        return False

    def note_hidden(self, a: Point, b: Point) -> None:
        """Note that something is in the way of a look between two tiles, if only the dark is."""
        if not (self.is_open or self.touches_dark) and self._dark:
            walls = paths.to_bits(~self.transparent) & ~self._dark
            self.touches_dark = sight.clear_line(walls, self.width, a, b)

    def may_lie_between(self, a: Point, b: Point) -> bool:
        """Return whether ground never seen, if it is shut, is in the way of a look between two tiles."""
        walls, unseen = paths.to_bits(~self.transparent), paths.to_bits(self.unseen)
        if sight.clear_line(walls | unseen, self.width, a, b):
            return False
        if not sight.clear_line(walls & ~unseen, self.width, a, b):
            return False
        self.touches_dark = True
        return not self.is_open

    @property
    def _looks_as_it_did(self) -> bool:
        """Whether no door was opened or closed, and no wall changed, since the player looked around."""
        return np.array_equal(self.transparent, self.looked_through)


class _FieldBesideTheDark(paths.DistanceField):
    """A field of distances over a shut level that tells it when an answer hangs on the dark."""

    __slots__ = ("_beside", "_first", "_level")

    def __init__(self, level: KnownLevel, passable: paths.Bits, goals: Iterable[Point]) -> None:
        """Flood over `passable` tiles of the level from the goals."""
        super().__init__(passable, level.width, goals)
        self._level, self._first = level, 1_000_000
        self._beside = level.beside_dark << level.width + 1

    def _grow(self) -> bool:
        """Add the next ring; note the first that borders the dark."""
        if self._rings[-1] & self._beside:
            self._first = min(self._first, len(self._rings) - 1)
        return super()._grow()

    def _note(self, steps: int) -> None:
        """Tell the level if a flood of so many steps borders the dark."""
        if self._first < steps:
            self._level.touches_dark = True

    def around(self, tiles: int) -> tuple[Point, ...]:
        """List the tiles near a single goal that can be walked to from it."""
        found = super().around(tiles)
        self._note(2 * tiles)
        return found

    def distance(self, point: Point, limit: int = 1_000) -> int | None:
        """Return the number of steps from a tile to the nearest goal."""
        found = super().distance(point, limit)
        self._note(limit if found is None else found)
        return found


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
        game.levels[depth], game.caches = pretence.begin(), caches.emptied()
        yield
    finally:
        game.levels[depth], game.caches = true, caches  # all is as it was, so the caches are valid
        pretence.end()
        game.pretences -= 1
    pretence.keep()


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
        self._led: list[tuple[actors.Mind, int]] = []
        self._level: KnownLevel
        self._revision: object = None
        """What the level depends on."""

    def begin(self) -> Level:
        """Change everything to what the player knows; return the level."""
        game = self.game
        there = {entity for here in game.level.at.values() for entity in here}
        creatures = [each for each in perception.seen_here(game) if vitals.Pools in ecs.row(each)]
        seen, remembered = remembering.known_things(game)
        ground = _looks(game)
        recalled = [thing.entity for thing in remembered if self._recall(thing)]
        ecs.set_next_id(self._number)
        known = sorted({*creatures, *seen, *recalled})
        self._level = self._known(ground, [_standing(each) for each in known])
        self._gone = there.difference(known) - game.dead
        game.dead |= self._gone
        self._raised = game.dead.intersection(known)
        game.dead -= self._raised
        self._follow_nobody_unseen(creatures)
        return self._level

    def _known(self, ground: object, standing: Sequence[_Standing]) -> "KnownLevel":
        """Return the level with these things on it, with all that was derived from it if it was so the last time."""
        game = self.game
        self._revision = ground, standing
        level: KnownLevel
        kept, game.level.as_known = game.level.as_known, None
        if kept is not None and kept[0] == self._revision:
            level = kept[1]
        else:
            level = _ground(game)
            for entity, point, body, is_hazard in standing:
                level.place(entity, point, body)
                if is_hazard:
                    level.note_hazard(entity, point)
            level.eye, level.looked_through = space.point_of(game.player), level.transparent.copy()
        level.stains.clear()
        level.stains.update(game.level.stains)
        return level

    def keep(self) -> None:
        """Keep the level, on which everything was undone, for the next question."""
        self._level.touches_dark = self._level.cuts_blasts = False
        self._level.asks = 0
        self.game.level.as_known = self._revision, self._level

    def end(self) -> None:
        """Put back what was pretended, last part first, and who is dead as it was."""
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
        place = spatial.Position(*thing.point, self.game.depth)
        row = ecs.row(thing.entity)
        if not row:
            kind = thing.kind
            state = map(replace, thing.state())
            parts = spawning.parts_of(self.game.content, kind.section, kind.name, *state, place)
            self._made.append(ecs.create_with_id(thing.entity, *parts))
            return True
        if row.get(actors.Kind) != thing.kind:
            return False
        for remembered in (place, *thing.state()):
            part = row.get(type(remembered))
            if part is not None and part != remembered:
                self._before.append((part, replace(part)))
                _assign(part, remembered)
        return True

    def _follow_nobody_unseen(self, creatures: Sequence[int]) -> None:
        """Clear leaders who are only out of sight, so that their followers lose heart only for those seen to die."""
        for entity in creatures:
            mind = esper.try_component(entity, actors.Mind)
            if mind is None or not mind.leader or mind.leader in creatures:
                continue
            if not _was_seen_to_die(self.game, mind.leader):
                self._led.append((mind, mind.leader))
                mind.leader = 0


def _was_seen_to_die(game: Game, entity: int) -> bool:
    """Return whether the player knows of a creature's death: the log told it."""
    return not space.is_here(game, entity) and any(
        line.tone == "death" and entity in line.entities for line in game.log
    )


def _assign(part: State, values: State) -> None:
    """Set all fields of a component from another of its class."""
    for name in field_names(type(part)):
        setattr(part, name, getattr(values, name))


def _looks(game: Game) -> object:
    """Return all that `_ground` depends on."""
    true = game.level
    masks = true.transparent, true.visible, true.explored, true.tiles, true.remembered.tiles
    looks = tuple(mask.tobytes(order="F") for mask in masks)
    return (
        game.depth,
        space.point_of(game.player),
        true.left,
        remembering.disguised(true),
        true.screens.copy(),
        looks,
    )


def _ground(game: Game) -> KnownLevel:
    """Return an empty level with the ground that the player knows."""
    true, here = game.level, space.point_of(game.player)
    tiles = remembering.known_tiles(true)
    dark = ~(true.explored | true.visible)
    dark[[0, -1], :] = dark[:, [0, -1]] = False
    crossed = _looked_across(game, tiles) & dark
    tiles[crossed] = Tile.FLOOR
    level = KnownLevel(true.depth, true.name, true.theme, tiles, true.lit, true.entry)
    level.darken(dark & ~crossed, crossed)
    level.explored, level.visible, level.left = true.explored.copy(), true.visible, true.left
    level.lit_besides = true.visible
    if here is not None:
        own = sight.within(true.visible.shape, here, perception.own_light(game))
        level.lit_besides = true.visible & ~own
    return level


def _looked_across(game: Game, tiles: NDArray[np.uint8]) -> sight.Mask:
    """Return the tiles that must be open, though they seem not to be on these, for the player to see what they see.

    That is in the dark, or beside a corner that they look past. Whatever is seen can be hit: nothing blocks the way.
    """
    level, here = game.level, space.point_of(game.player)
    found = np.zeros_like(level.visible)
    if here is None:
        return found
    seen = level.visible & level.transparent
    for door in level.screens:
        seen[door] = level.visible[door] and level.clear_between(here, door)
    masks = seen, TRANSPARENT.take(tiles), level.explored
    for opened in _opened(here, *(mask.tobytes(order="F") for mask in masks), level.width):
        found[opened] = True
    return found


MANY_TILES, WIDE_TILES = 100, 32
"""How many tiles in view are a wide view, as out of doors, and how far such a view reaches."""


@lru_cache(maxsize=8)
def _opened(
    here: Point, seen: bytes, transparent: bytes, explored: bytes, width: int
) -> tuple[Point, ...]:
    """List the tiles that must be open for somebody to see the others from here; they stay the same during a turn.

    Of two tiles that a line passes between, one must be: one never explored, if there is one. The masks come as bytes,
    row after row.
    """
    shape = width, len(seen) // width
    mask, open_, known = (
        np.frombuffer(each, np.bool_).reshape(shape, order="F")
        for each in (seen, transparent, explored)
    )
    doubtful = mask
    if np.count_nonzero(mask) > MANY_TILES:
        # Open tiles in view have clear lines: a view is found in a tenth of the time of looking along each.
        doubtful = mask & ~(open_ & sight.field_of_view(open_, here, WIDE_TILES))
    hidden = sight.not_clear(paths.to_bits(~open_), width, here, sight.points(doubtful))
    steps = dict.fromkeys(step for end in hidden for step in sight.steps_across(here, end))
    closed = [(one, other) for one, other in steps if not (open_[one] or open_[other])]
    return tuple(other if known[one] and not known[other] else one for one, other in closed)


def _standing(entity: int) -> _Standing:
    """Return how an entity is entered on a level, at its Position."""
    row = ecs.row(entity)
    place: spatial.Position = row[spatial.Position]
    return entity, (place.x, place.y), space.body_in(row), space.is_hazard(row)


_AS_IT_IS = nullcontext()


def as_known(game: Game, user: int) -> AbstractContextManager[None]:
    """Show a block the level as the player knows it, if the player is the user; otherwise as it is."""
    is_as_it_is = user != game.player or isinstance(game.level, KnownLevel)
    return _AS_IT_IS if is_as_it_is else level_as_known(game)


@contextmanager
def in_the_dark(
    game: Game, darkness: Darkness = Darkness.OPEN, ground: NDArray[np.uint8] | None = None
) -> Iterator[None]:
    """Let the dark be of another kind while the block runs, or as it is on this ground, [x, y].

    Call it inside `level_as_known`, and outside of rehearsals.
    """
    shut, caches = game.level, game.caches
    assert isinstance(shut, KnownLevel)
    other = shut.taken_for(darkness) if ground is None else shut.with_dark(ground)
    game.levels[game.depth], game.caches = other, caches.emptied()
    try:
        yield
    finally:
        game.levels[game.depth], game.caches = shut, caches


@contextmanager
def minding_the_dark(game: Game) -> Iterator[Callable[[], bool]]:
    """Yield a function that returns whether anything asked of the level in the block hangs on the dark.

    A level with the dark open does not note it: there, anything may.
    """
    level = game.level
    if not isinstance(level, KnownLevel) or level.is_open:
        yield lambda: isinstance(level, KnownLevel)
        return
    before, level.touches_dark, level.cuts_blasts = level.touches_dark, False, False
    try:
        yield lambda: level.touches_dark
    finally:
        level.touches_dark |= before


def darkness_of(game: Game) -> Darkness:
    """Return of which kind the dark of the level is; shut if all of it is known."""
    return game.level.darkness if isinstance(game.level, KnownLevel) else Darkness.SHUT


def cuts_blasts(game: Game) -> bool:
    """Return whether the dark cut a blast since `minding_the_dark` began: what is there is not known, if anything."""
    return isinstance(game.level, KnownLevel) and game.level.cuts_blasts


def covers_unseen(game: Game, trace: Sequence[Change]) -> bool:
    """Return whether a use hangs on the dark, or covers tiles that somebody could stand on and the player does not see.

    It is asked within `minding_the_dark`.
    """
    level = game.level
    struck = [change.points for change in trace if isinstance(change, changes.Unleashed)]
    covered = [cell for points in struck for cell in points if level.contains(cell)]
    if isinstance(level, KnownLevel) and (
        level.touches_dark or level.cuts_blasts or any(level.unseen[cell] for cell in covered)
    ):
        return True
    return any(level.walkable[cell] and not level.visible[cell] for cell in covered)
