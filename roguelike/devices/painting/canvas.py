"""The stage as pixels: what a window, a picture and a film show of the map.

The one decision: the map is composed here, in one array, and devices only show it. So a window, a test and a film have
the same pixels, and no driver decides what they look like. What is shown is kept from frame to frame: only tiles whose
ground, light or contents have changed are painted again, and a map that scrolls is moved.

Ground is pictures (`look.tiles`), multiplied by the light of its four corners; things are letters on top of it.
"""

from collections.abc import Hashable, Sequence
from functools import cache, lru_cache
from math import prod
from mmap import mmap
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roguelike.core.colour import BLACK, Colour, mix
from roguelike.core.geometry import Point
from roguelike.core.rng import scattered
from roguelike.devices.painting.cells import (
    CREATURES,
    OPEN_GROUND,
    faded,
    lights_of,
    seen_particles,
)
from roguelike.devices.painting.ground_table import BLOOD, strewn, theme_named
from roguelike.devices.painting.letters import Glyph, blended, creature_ink, icon_in, lay, letter
from roguelike.devices.painting.light import FLAMES, Shed, ember, flame, halo_on, hot, shed_on
from roguelike.devices.painting.overlay import Overlay, lay_all
from roguelike.devices.painting.tiles import (
    ALL,
    AROUND,
    CASTING,
    CASTS,
    CORNERS,
    FLOWS,
    GRAINS,
    GROWN,
    art_of,
    depth_of,
    field_of,
    grid_of,
    is_masked,
    lettered,
    noise,
    paint,
    shadow,
    sign_of,
)
from roguelike.engine.views.records import LETTERING, MapView, Thing, Tile
from roguelike.toolkit import widgets
from roguelike.toolkit.kept import Kept, Same
from roguelike.toolkit.palette import Palette
from roguelike.ui.stage.animation import regions
from roguelike.ui.stage.camera import Camera
from roguelike.ui.stage.stage import Stage

Pixels = NDArray[np.uint8]
"""[row, column, (red, green, blue, unused)]."""
Words = NDArray[np.uint32]
"""The same with one word for each pixel."""
PLAIN = 64
"""The light in which a picture is shown as it was painted."""
MEMORY = np.array((0.46, 0.48, 0.56), np.float32)
"""The light of remembered places: cold, and no brighter than what a lamp reaches last."""
MEMORY_HUE = 0.7
"""How much of their hue they keep."""
FAINTEST = np.array((5, 5, 8), np.float32)
"""What is added to them, so that dark ground can be told from what is not known."""
_MEMORY = MEMORY[:, None] * (
    np.array((0.3, 0.5, 0.2), np.float32)[:, None] * np.float32(1 - MEMORY_HUE)
    + np.eye(3, dtype=np.float32) * np.float32(MEMORY_HUE)
)
"""The same as a matrix."""
UNKNOWN_EDGE = 0.15
"""The share of light at the edge of what is in view, towards what is not known."""
LAMP_EDGE, LAMP_MOST, LAMP_FALL = 0.46, 1.12, 1.1
"""The light of the hero's lamp at the edge of its reach and beside it, without its hue, and how it falls between."""
GLOW = np.float32(0.95)
"""How much the light of lamps and fires adds to that in which tiles are seen."""
LEAST_LIT = 0.6
"""The least light in which a thing in view is drawn; creatures are drawn in full light."""
UNEVEN, MEMORISED = 0, -1
"""The light of a tile, where it is not one number in PLAIN-ths."""
AT_ONCE = 1 << 14
"""How many pixels are lit at once: with many more, no longer near the processor, they take four times as long."""
CALM, DARK_ENOUGH, CALM_MEMORY = 0.55, 36.0, 0.85
"""In high contrast: the least share of its light that open ground keeps, how bright it may be, what memory keeps."""
SIGN_SHARE = 0.62
"""How strongly the signs of the ground are drawn."""


Places = tuple[NDArray[np.intp], NDArray[np.intp]]
"""Tiles: their columns and rows."""
Part = tuple[slice, slice]
"""Some columns and rows of the map, or rows and columns of pixels."""
WHOLE: Part = np.s_[:, :]


class Canvas:
    """Composes one stage after another for a device."""

    def __init__(self) -> None:
        self._atlases: dict[tuple[str, int, str, bool], Atlas] = {}
        self._level: Hashable = None
        self._region = widgets.NOWHERE
        """The tiles that the camera shows, even if only in part; there may be night beyond the map."""
        self._words: Words = np.zeros((0, 0), np.uint32)
        """Their pixels, of which the map's place is a part."""
        self._states: NDArray[np.int64] = np.zeros((0, 0), np.int64)
        self._keys = Kept[NDArray[np.int32]]()
        self._keyed_whole: Hashable = None
        self._keyed_of: tuple[NDArray[np.uint8], NDArray[np.bool_]]
        self._keyed_as: NDArray[np.int32]
        """The last of them, and of which tiles and which of them known they are."""
        self._light = Kept[Light]()
        self._shades = Shades()
        self._overlay = Overlay()
        self._shown: Hashable = None
        self._pane: Words = np.zeros((0, 0), np.uint32)
        self._base: Hashable = None
        self._under: list[tuple[Part, Words]] = []
        """The parts of the map's place that marks lie on, and what they cover."""
        self.version = 0
        """Raised by one whenever the pixels change."""
        self.changed: Part = WHOLE
        """The rows and columns of pixels outside of which they are as they were one version ago."""
        self.painted = 0
        """How many tiles were painted for the last frame."""

    def compose(self, stage: Stage) -> Words:
        """Return the pixels of the map's place, [row, column]; the next stage is drawn over the same array."""
        covered = [part for part, _ in self._under]
        painted = self._paint(stage)
        marks = self._overlay.key(stage)
        base = stage.camera, self._level
        shown = base, stage.colours, stage.dims, stage.shake, marks
        if painted is None and shown == self._shown:
            return self._pane
        self._uncover()
        self._shown, self.version = shown, self.version + 1
        (width, height), side = stage.camera.size, stage.camera.tile[0]
        left = stage.camera.left - self._region.x * side
        top = stage.camera.top - self._region.y * side
        pane = self._words[top : top + height, left : left + width]
        is_kept = not (stage.dims or stage.shake)
        self._pane = pane if is_kept else pane.copy()
        swayed, patches = _swayed(stage), self._overlay.patches(stage, marks)
        over = [*(there for _, there in swayed), *(patch.part for patch in patches)]
        if is_kept:
            self._under = [(part, pane[part].copy()) for part in over]
        for here, there in swayed:
            self._pane[there] = self._pane[here].copy()
        lay_all(self._pane, patches)
        if stage.shake:
            self._pane[...] = np.roll(self._pane, stage.shake * stage.camera.cell[0], axis=1)
        for _ in range(stage.dims):
            np.right_shift(self._pane, 1, out=self._pane)
            np.bitwise_and(self._pane, 0x7F7F7F7F, out=self._pane)
        parts = [*covered, *over, *([painted] if painted is not None else [])]
        self.changed = _hull(parts) if is_kept and base == self._base else WHOLE
        self._base = base if is_kept else None
        return self._pane

    def _uncover(self) -> None:
        """Take away the marks."""
        for part, words in self._under:
            self._pane[part] = words
        self._under = []

    # What must be painted

    def _paint(self, stage: Stage) -> "Part | None":
        """Paint what has changed; return where that is in the map's place, if anything has."""
        view, camera, side = stage.view, stage.camera, stage.camera.tile[0]
        (x, y), (width, height) = (camera.left // side, camera.top // side), camera.size
        right, bottom = -(-(camera.left + width) // side), -(-(camera.top + height) // side)
        region = widgets.Rect(x, y, right - x, bottom - y)
        looks = view.theme, side, stage.colours.variant, stage.has_art
        level = looks, view.depth, view.name, view.tiles.shape
        if level != self._level or region != self._region:
            self._uncover()
            self._move(
                region, side, _night(stage.view.theme, stage.colours), keep=level == self._level
            )
            self._level = level
        here = across, down = camera.shown(view.tiles.shape)
        shed = shed_on(view, stage.colours.variant, stage.tick)
        light = self._light.of(_light_key(stage, shed), lambda: Light.on(stage, shed))
        keys = self._ground(view, stage.tick)[here]
        contents = Contents.of(stage)
        states = keys.astype(np.int64) ^ light.states[here] ^ contents.states[here]
        kept = self._states[across.start - x : across.stop - x, down.start - y : down.stop - y]
        xs, ys = np.nonzero(states != kept)
        self.painted = len(xs)
        if not len(xs):
            return None
        self._uncover()
        kept[...] = states
        places = xs + across.start, ys + down.start
        self._fill(stage, light, keys[xs, ys], places)
        self._put_things(stage, contents, light, places)
        return _pixels_of(camera, *places)

    def _move(self, region: widgets.Rect, side: int, night: np.uint32, *, keep: bool) -> None:
        """Show another part of the map; what was in view before is moved, not painted again."""
        before = self._region
        if not keep:
            # There is memory for one level, of which the pane is a part.
            self._words = self._pane = np.zeros((0, 0), np.uint32)
        words: Words = np.full((region.height * side, region.width * side), night, np.uint32)
        states = np.full((region.width, region.height), -1, np.int64)
        x0, x1 = max(region.x, before.x), min(region.x + region.width, before.x + before.width)
        y0, y1 = max(region.y, before.y), min(region.y + region.height, before.y + before.height)
        if keep and x0 < x1 and y0 < y1:
            new, old = (
                np.s_[x0 - each.x : x1 - each.x, y0 - each.y : y1 - each.y]
                for each in (region, before)
            )
            states[new] = self._states[old]
            words[_pixels(new, side)] = self._words[_pixels(old, side)]
        self._region, self._words, self._states = region, words, states

    def _ground(self, view: MapView, tick: int) -> NDArray[np.int32]:
        """Return what decides the picture of each tile, [x, y]; water in view flows with the tick."""
        key = (view.theme, view.tiles.shape, view.tiles.tobytes(), view.explored.tobytes())
        keys = self._keys.of(key, lambda: self._keyed(view))
        if not tick:
            return keys
        flows = view.visible & (view.tiles >= min(FLOWS)) & (view.tiles <= max(FLOWS))
        if not flows.any():
            return keys
        keys = keys.copy()
        moved = keys[flows]
        keys[flows] = moved & ~(_GRAIN_BITS) | ((moved >> 12) + tick) % GRAINS << 12
        return keys

    def _keyed(self, view: MapView) -> NDArray[np.int32]:
        """Return the same of water at rest, worked out anew only where something has changed, and beside it."""
        whole, of = (view.theme, view.tiles.shape), (view.tiles.copy(), view.explored.copy())
        if whole != self._keyed_whole:
            near, found = np.ones(view.tiles.shape, bool), np.empty(view.tiles.shape, np.int32)
        else:
            near = (of[0] != self._keyed_of[0]) | (of[1] != self._keyed_of[1])
            near[1:] |= near[:-1].copy()
            near[:-1] |= near[1:].copy()
            near[:, 1:] |= near[:, :-1].copy()
            near[:, :-1] |= near[:, 1:].copy()
            found = self._keyed_as.copy()
        x, y = np.nonzero(near)
        found[x, y] = _ground_keys(view, (x, y))
        self._keyed_whole, self._keyed_of, self._keyed_as = whole, of, found
        return found

    # Painting

    def _fill(self, stage: Stage, light: "Light", keys: NDArray[np.int32], places: Places) -> None:
        """Fill tiles with their ground in its light."""
        side, (x, y, columns, rows) = stage.camera.tile[0], self._region
        tiles, at = self._words.reshape(rows, side, columns, side), (places[0] - x, places[1] - y)
        visible, known = light.visible[places], light.known[places]
        tiles[at[1][~known], :, at[0][~known]] = _night(stage.view.theme, stage.colours)
        runs_on, corners, edges = light.runs_on[places], light.corners(places), light.edges(places)
        even = np.where(visible, light.even[places], MEMORISED)
        beyond = np.where(visible, MEMORISED, UNEVEN)
        sheets = Sheets([self._atlas(name, stage) for _, name in regions(stage.view.theme)])
        which = sheets.which(regions(stage.view.theme), places[0])
        own = sheets.numbers(keys, which, even, known)
        other = sheets.numbers(keys, which, beyond, runs_on)
        # As many as possible at once: those that are only copied, those lit, those that run into others.
        kind = np.where(runs_on, 2 + (even == UNEVEN) + 2 * ~visible, even == UNEVEN)
        order = np.argsort(np.where(known, kind, NEW), kind="stable")[np.count_nonzero(~known) :]
        uneven, edged, lit, remembered = np.searchsorted(kind[order], (1, 2, 3, 4)).tolist()
        step, shades = max(1, AT_ONCE // side**2), self._shades
        for first in [*range(0, edged, step), *range(edged, len(order), step)]:
            end = min(first + step, edged if first < edged else len(order))
            few = order[first:end]
            pixels = sheets.pictures(own[few], which[few], shades.rooms[0])
            if first < edged:
                shades.light(pixels, corners[..., few], _part(uneven, edged, first, end))
            else:
                beside = sheets.pictures(other[few], which[few], shades.rooms[1])
                shades.light(pixels, corners[..., few], _part(lit, remembered, first, end))
                shades.light(beside, corners[..., few], _part(remembered, len(order), first, end))
                shades.merge(pixels, beside, edges[:, few])
            tiles[at[1][few], :, at[0][few]] = pixels.view(np.uint32)[..., 0]

    def _atlas(self, theme: str, stage: Stage) -> "Atlas":
        """Return the pictures of a kind of place; those of the level in one size are kept."""
        side, colours = stage.camera.tile[0], stage.colours
        key = theme, side, colours.variant, stage.has_art
        if key not in self._atlases:
            here = {(name, *key[1:]) for _, name in regions(stage.view.theme)}
            kept = {each: atlas for each, atlas in self._atlases.items() if each in here}
            self._atlases = kept  # before there are more
            kept[key] = Atlas(theme, side, colours, has_art=stage.has_art)
        return self._atlases[key]

    def _put_things(
        self, stage: Stage, contents: "Contents", light: "Light", places: Places
    ) -> None:
        """Draw the blood and what stands on tiles that were painted."""
        side, (left, top, _, _) = stage.camera.tile[0], self._region
        stains = stage.view.stains
        pixels = self._words.view(np.uint8).reshape(*self._words.shape, 4)
        taken = contents.states[places] != 0  # of nothing it is 0
        for point in zip(*(axis[taken].tolist() for axis in places), strict=True):
            x, y = (point[0] - left) * side, (point[1] - top) * side
            tile = pixels[y : y + side, x : x + side]
            if point in stains:
                _stain(tile, stage, point)
            for thing in contents.things.get(point, ()):
                _put(tile, thing, stage, light, contents)


def _part(start: int, stop: int, first: int, end: int) -> slice:
    """Return which of the places from `first` to before `end` are from `start` to before `stop`."""
    return slice(max(start - first, 0), max(min(stop, end) - first, 0))


def _pixels_of(camera: Camera, xs: NDArray[np.intp], ys: NDArray[np.intp]) -> Part:
    """Return the rows and columns of the map's place that hold some tiles."""
    side = camera.tile[0]
    (left, top), (right, bottom) = (
        camera.corner((int(x), int(y))) for x, y in ((xs.min(), ys.min()), (xs.max(), ys.max()))
    )
    return np.s_[max(top, 0) : bottom + side, max(left, 0) : right + side]


def _pixels(tiles: Part, side: int) -> Part:
    """Return the rows and columns of pixels of some columns and rows of tiles."""
    across, down = tiles
    return np.s_[down.start * side : down.stop * side, across.start * side : across.stop * side]


def _swayed(stage: Stage) -> list[tuple[Part, Part]]:
    """Return the tiles of those who are hit, and where they are shown a little aside."""
    side, (width, height), found = stage.camera.tile[0], stage.camera.size, []
    for each in seen_particles(stage):
        x, y = stage.camera.corner(each.point)
        aside = round(each.sway * side)
        if aside and side <= x <= width - 2 * side and 0 <= y <= height - side:
            parts = (np.s_[y : y + side, left : left + side] for left in (x, x + aside))
            found.append((next(parts), next(parts)))
    return found


def _hull(parts: Sequence[Part]) -> Part:
    """Return the rows and columns that hold all parts; none without any."""
    (top, bottom), (left, right) = (
        (
            min((part[axis].start for part in parts), default=0),
            max((part[axis].stop for part in parts), default=0),
        )
        for axis in (0, 1)
    )
    return np.s_[top:bottom, left:right]


_GRAIN_BITS = np.int32((GRAINS - 1) << 12)
_OTHER_GRAINS = np.int32((GRAINS - 2) << 12)
"""Ends and shadows tell tiles apart, so two grains are enough for such tiles."""
_FEW_GRAINS = np.int32(4 << 12)
"""What grows at an edge is seen singly: it has four."""
_SHADOW_BITS, KEY_BITS = 15, 18
"""From which bit on a key says where walls throw a shadow from, and how many bits it has."""
NEW = -1
"""Stands for what was not met before."""


@lru_cache(maxsize=4)
def _night(theme: str, colours: Palette) -> np.uint32:
    """Return the pixel of what is not known."""
    night = theme_named(regions(theme)[0][1]).night
    shown = BLACK if colours.variant == "high contrast" else colours.transform(night)
    return np.uint32(np.array((*shown, 255), np.uint8).view(np.uint32)[0])


def _ground_keys(view: MapView, places: Places) -> NDArray[np.int32]:
    """Return for tiles their kind, on which sides the ground of each goes on, and its grain."""
    tiles, (columns, rows) = view.tiles[places], view.tiles.shape
    kinds = _kinds(view.theme)
    keys: NDArray[np.int32] = tiles.astype(np.int32) | _grains(columns, rows)[places]
    around = np.full((columns + 2, rows + 2), _UNKNOWN, np.uint8)
    np.copyto(around[1:-1, 1:-1], view.tiles, where=view.explored)
    x, y = places[0] + 1, places[1] + 1
    beside = [(bit, around[x + dx, y + dy]) for bit, (dx, dy) in AROUND]
    mask, casts = np.zeros((2, len(keys)), np.uint8)
    for bit, other in beside:
        mask |= _GOES_ON[tiles, other] * np.uint8(bit)
    masks = _WITHOUT_CORNERS[mask]
    ended = kinds.masked[tiles] & (masks != ALL)
    keys[ended] &= ~kinds.grains[tiles[ended]]
    keys |= np.where(kinds.masked[tiles], masks << 4, 0)
    if kinds.casts:
        # The bits that matter are those of north, west and north-west, which become the lowest three.
        for bit, other in beside:
            if bit & CASTS:
                casts |= _WALLS[other] * np.uint8(bit & 1 | bit >> 1 & 2 | bit >> 2 & 4)
        casts[_WALLS[tiles]] = 0
        keys[casts > 0] &= ~_OTHER_GRAINS
        keys |= casts.astype(np.int32) << _SHADOW_BITS
    return keys


class _Kinds(NamedTuple):
    """What is so of each kind of ground in the places of a level: whether it shows where it ends, and so on."""

    masked: NDArray[np.bool_]
    grains: NDArray[np.int32]
    """The bits of the grains that it does without at its ends."""
    casts: bool
    """Whether walls throw shadows."""


@lru_cache(maxsize=4)
def _kinds(theme: str) -> _Kinds:
    """Return it for a level."""
    places = {name for _, name in regions(theme)}
    masked = [any(is_masked(name, kind) for name in places) for kind in Tile]
    grown = [any(art_of(name, kind) in GROWN for name in places) for kind in Tile]
    grains = [_FEW_GRAINS if each else _OTHER_GRAINS for each in grown]
    casts = any(art_of(name, Tile.WALL) in CASTING for name in places)
    return _Kinds(np.array(masked), np.array(grains, np.int32), casts)


@lru_cache(maxsize=4)
def _grains(width: int, height: int) -> NDArray[np.int32]:
    """Return which of its pictures each tile of a level takes, [x, y]: by its place alone."""
    x, y = np.indices((width, height), dtype=np.uint32)
    found: NDArray[np.int32] = (strewn(x, y) % np.uint32(GRAINS)).astype(np.int32) << 12
    return found


def _goes_on(kind: Tile) -> frozenset[Tile]:
    """Return the kinds of ground in which a kind goes on."""
    if kind in FLOWS:
        return frozenset((kind, Tile.BRIDGE)) if kind == Tile.DEEP_WATER else FLOWS | {Tile.BRIDGE}
    if kind == Tile.BRIDGE:  # it has rails only along what it crosses
        return frozenset(Tile) - FLOWS
    return frozenset((kind, Tile.WALL, Tile.WINDOW)) if kind in _LIES else frozenset((kind,))


_LIES = frozenset((Tile.GRASS, Tile.GRAVEL, Tile.ROAD, Tile.WALL, Tile.WINDOW))
"""Ground that ends at no wall; and walls and windows, which are one."""
_UNKNOWN = max(Tile) + 1
"""Stands for ground that is not known, in which all goes on, and no wall is."""
_GOES_ON = np.array([[*(each in _goes_on(kind) for each in Tile), True] for kind in Tile])
"""Whether a kind goes on in another: [kind, other]."""
_WALLS = np.array([*(each in _goes_on(Tile.WALL) for each in Tile), False])


def _cornerless(mask: int) -> int:
    """Return a mask without the corners that do not show, since a side next to them ends."""
    for corner, sides in CORNERS:
        if mask & sides != sides:
            mask &= ~corner
    return mask


_WITHOUT_CORNERS = np.array([_cornerless(mask) for mask in range(256)], np.int32)


class Atlas:
    """The pictures of one kind of place in one size, painted when they are first needed."""

    def __init__(self, theme: str, side: int, colours: Palette, *, has_art: bool) -> None:
        """Paint ground in a size and a palette; without art it is letters."""
        self._theme, self._side, self._colours, self._has_art = theme, side, colours, has_art
        self._is_stark = colours.variant == "high contrast"
        self._keys = [NEW, 1 << KEY_BITS]
        """The keys that were met, in their order, after the least and the greatest that can be."""
        self._ranked = np.array(self._keys, np.int32)
        self._kinds: NDArray[np.intp] = np.arange(2)
        """The same in rising order, and which of them each is."""
        self._numbers: dict[int, NDArray[np.int32]] = {}
        """Where the picture of each such key is, by level of light."""
        self._count = 0
        self.pixels: Pixels = _room_for(1024, side)

    def numbers(self, keys: NDArray[np.int32], level: int) -> NDArray[np.int32]:
        """Return where the pictures for some keys are: in an even light, MEMORISED, or UNEVEN, as they were painted."""
        at = np.searchsorted(self._ranked, keys)
        if (self._ranked[at] != keys).any():
            # np.unique would bring numpy.ma with it, for which no first frame should wait.
            self._keys += sorted(set(keys.tolist()) - set(self._keys))
            self._kinds = np.argsort(self._keys)
            self._ranked = np.array(self._keys, np.int32)[self._kinds]
            at = np.searchsorted(self._ranked, keys)
        kinds = self._kinds[at]
        numbers = self._numbers.get(level)
        if numbers is None or len(numbers) < len(self._keys):
            numbers = np.full(len(self._keys) + 64, NEW, np.int32)
            before = self._numbers.get(level, numbers[:0])
            numbers[: len(before)] = before
            self._numbers[level] = numbers
        places = numbers[kinds]
        if (places == NEW).any():
            new, few = sorted(set(kinds[places == NEW].tolist())), max(1, AT_ONCE // self._side**2)
            for some in (new[first : first + few] for first in range(0, len(new), few)):
                numbers[some] = self._keep(self._lit([self._keys[kind] for kind in some], level))
            places = numbers[kinds]
        return places

    def _keep(self, pictures: Pixels) -> NDArray[np.intp]:
        """Keep pictures; return their places."""
        first, self._count = self._count, self._count + len(pictures)
        if self._count > len(self.pixels):
            before, self.pixels = self.pixels, _room_for(2 * self._count, self._side)
            self.pixels[:first] = before[:first]
        self.pixels[first : self._count] = pictures
        return np.arange(first, self._count)

    def _lit(self, keys: list[int], level: int) -> Pixels:
        """Paint the pictures of keys, or light those that were painted."""
        if level == UNEVEN:
            return np.stack([self._painted(key) for key in keys])
        numbers = self.numbers(np.array(keys, np.int32), UNEVEN)  # it may make room for more
        plain = self.pixels[numbers]
        if level == MEMORISED:
            return _remembered((plain * CALM_MEMORY).astype(np.uint8) if self._is_stark else plain)
        lit: Pixels = np.minimum(plain * np.uint16(level) >> 6, 255).astype(np.uint8)
        return lit

    def _painted(self, key: int) -> Pixels:
        """Paint a picture: the ground and the shadow on it; where ground is letters, its letter."""
        tile, grain, mask, side = Tile(key & 15), key >> 12 & GRAINS - 1, key >> 4 & 255, self._side
        painter = paint if self._has_art else lettered
        picture = painter(self._theme, tile, grain, mask, side)
        casts = key >> _SHADOW_BITS
        if casts:
            casts = casts & 1 | (casts & 2) << 1 | (casts & 4) << 2
            picture = picture * shadow(casts, side)[..., None]
        if self._is_stark and OPEN_GROUND[tile]:
            picture = picture * max(CALM, min(1.0, DARK_ENOUGH / max(float(picture.mean()), 1.0)))
        pixels: Pixels = np.full((side, side, 4), 255, np.uint8)
        ground = picture.clip(0, 255).astype(np.uint8)
        pixels[..., :3] = self._colours.transform_grounds(ground)
        if not self._has_art:
            sign, colour = sign_of(self._theme, tile, grain)
            lay(pixels, letter(sign, self._colours.transform(colour), side, SIGN_SHARE, rim=False))
        return pixels


def _room_for(count: int, side: int) -> Pixels:
    """Return room for so many pictures, none of which takes memory before it is written.

    It is taken from the system page by page: numpy would ask for great pages, and take two megabytes for the first.
    """
    return np.frombuffer(mmap(-1, count * side**2 * 4), np.uint8).reshape(count, side, side, 4)


class Sheets:
    """The atlases of the kinds of place of a level."""

    def __init__(self, atlases: Sequence[Atlas]) -> None:
        self._atlases = atlases

    def which(
        self, places: Sequence[tuple[int, str]], columns: NDArray[np.intp]
    ) -> NDArray[np.intp]:
        """Return which atlas has the pictures of tiles in some columns, given from which column on each begins."""
        return np.searchsorted([first for first, _ in places], columns, side="right") - 1

    def numbers(
        self,
        keys: NDArray[np.int32],
        which: NDArray[np.intp],
        levels: NDArray[np.int16],
        needed: NDArray[np.bool_],
    ) -> NDArray[np.int32]:
        """Return where in its atlas the picture of each tile is that is needed, by level of light."""
        found = np.zeros(len(keys), np.int32)
        for level in sorted({*levels[needed].tolist()}):
            wanted = needed & (levels == level)
            for number, atlas in enumerate(self._atlases):
                part = wanted & (which == number) if len(self._atlases) > 1 else wanted
                found[part] = atlas.numbers(keys[part], level)
        return found

    def pictures(
        self, numbers: NDArray[np.int32], which: NDArray[np.intp], room: NDArray[np.uint8]
    ) -> Pixels:
        """Take pictures from their atlases, [tile, row, column, channel], into some room."""
        shape = len(numbers), *self._atlases[0].pixels.shape[1:]
        found = room[: prod(shape)].reshape(shape)
        # Those of other atlases are overwritten.
        self._atlases[0].pixels.take(numbers, axis=0, mode="clip", out=found)
        for number, atlas in enumerate(self._atlases[1:], 1):
            part = which == number
            found[part] = atlas.pixels[numbers[part]]
        return found


class Light(NamedTuple):
    """The light on a level: on each tile's middle and where tiles meet, in PLAIN-ths of plain light.

    Where tiles meet is counted as the north-west corner of each, one more than there are tiles. Colours come first,
    [channel, x, y]: with the three of a tile side by side all this takes three times as long. `states` tell light apart
    by one number for each tile.
    """

    known: NDArray[np.bool_]
    visible: NDArray[np.bool_]
    middles: NDArray[np.float32]
    meeting: NDArray[np.int16]
    shares: NDArray[np.float32]
    """How far what is remembered runs there into what is in view."""
    lit: NDArray[np.bool_]
    """Whether anything in view is there."""
    runs_on: NDArray[np.bool_]
    """Which tiles in view run into what is remembered, or the other way: [x, y]."""
    even: NDArray[np.int16]
    """The light of tiles that is the same at all corners and colourless, as by day; elsewhere UNEVEN: [x, y]."""
    states: NDArray[np.int64]

    @classmethod
    def on(cls, stage: Stage, shed: Shed) -> "Light":
        """Work out the light of a stage, on which some is shed."""
        view, part = stage.view, _in_view(stage.view)
        known, visible = view.explored | view.visible, view.visible[part]
        (width, height), corners = (
            known.shape,
            (slice(part[0].start, part[0].stop + 1), slice(part[1].start, part[1].stop + 1)),
        )
        middles = np.zeros((3, width, height), np.float32)
        meeting = np.zeros((3, width + 1, height + 1), np.int16)
        shares = np.zeros((width + 1, height + 1), np.float32)
        lit, runs_on = np.zeros_like(shares, bool), np.zeros_like(known)
        even = np.full(known.shape, UNEVEN, np.int16)
        states = known.astype(np.int64) << 40
        seen = (_own_light(view, part) + _shed_light(stage, shed)[:, *part] * GLOW) * visible
        recalled = known[part] & ~visible
        mean, share, is_lit = _corners(seen, visible, recalled)
        # In whole numbers, so that light which is told apart by nothing looks the same.
        light, middle = (mean * PLAIN).astype(np.int16), (seen * PLAIN).astype(np.int16)
        middles[:, *part] = middle / np.float32(PLAIN)
        meeting[:, *corners], shares[corners], lit[corners] = light, share, is_lit
        ends = np.where(visible, _any_beside(share > 0), recalled & _any_beside(is_lit))
        runs_on[part] = ends
        is_uneven = _any_beside((light[1:] != light[0]).any(axis=0))
        first, *others = _beside(light[0])
        for other in others:
            is_uneven |= other != first
        even[part] = np.where(is_uneven, UNEVEN, first)
        # The light of what is not in view shows only where it runs into that which is.
        told = _told(middle, np.concatenate((light, [share * 60, is_lit])))
        states[part] ^= told * (visible | ends) ^ visible.astype(np.int64) << 41
        return cls(known, view.visible, middles, meeting, shares, lit, runs_on, even, states)

    def corners(self, places: Places) -> NDArray[np.int16]:
        """Return the light at the four corners of some tiles, [corner, channel, tile]."""
        return np.stack([self.meeting[:, *at] for at in _corners_of(places)])

    def edges(self, places: Places) -> NDArray[np.float32]:
        """Return how far some known tiles run at their four corners into others, [corner, tile]."""
        shares = np.stack([self.shares[at] for at in _corners_of(places)])
        lit = np.stack([self.lit[at] for at in _corners_of(places)])
        return np.where(self.visible[places], shares, lit - shares)


def _corners_of(places: Places) -> tuple[Places, ...]:
    """Return where some tiles meet others: north-west, north-east, south-west and south-east of them."""
    x, y = places
    return (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)


class Shades:
    """Lights a few pictures at a time, and runs them into others.

    The one decision: all this is done in the same room, again and again. Taken anew for each few pictures, memory costs
    more than the work that is done in it.

    Light is worked out once for each pixel, and four 16-bit numbers in a word are its channels.
    """

    def __init__(self) -> None:
        """Take the room, which is no memory until it is used."""
        self._floats = np.empty(AT_ONCE * 4, np.float32)
        self._whole = np.empty(AT_ONCE, np.int32)
        self._words = np.empty(AT_ONCE, np.uint64)
        self._found = self._floats.view(np.int16)[: AT_ONCE * 4]
        """Of which nothing is left to know when this is written."""
        self.rooms = np.empty((2, AT_ONCE * 4), np.uint8)
        """For pictures."""

    def light(self, pictures: Pixels, corners: NDArray[np.int16], part: slice) -> None:
        """Light a part of some pictures by their corners, [corner, channel, picture], smoothly from tile to tile."""
        pictures, corners = pictures[part], corners[..., part]
        count, side = pictures.shape[:2]
        if not count:
            return
        if (corners[:, 1:] != corners[:, :1]).any():  # it has a hue
            light = np.full((count, 4, 4), PLAIN, np.float32)
            light[..., :3] = corners.transpose(2, 0, 1)
            floats = self._floats[: pictures.size].reshape(count, side**2, 4)
            np.matmul(_bilinear(side), light, out=floats)
            shades = self._words[: pictures.size // 4].view(np.uint16)
            np.copyto(shades, floats.reshape(-1), casting="unsafe")
        else:
            words = self._spread(corners[:, 0], side, _COLOURS)
            shades = np.add(words, _OPAQUE, out=words).view(np.uint16)
        shades *= pictures.reshape(-1)
        shades >>= 6
        np.minimum(shades, _FULL[: shades.size], out=shades)
        np.copyto(pictures.reshape(-1), shades, casting="unsafe")

    def merge(self, pictures: Pixels, others: Pixels, edges: NDArray[np.float32]) -> None:
        """Let pictures run into others towards some of their corners, by shares: [corner, picture]."""
        shares = self._spread(edges * np.float32(64), pictures.shape[1], _CHANNELS).view(np.int16)
        found, flat = self._found[: pictures.size], pictures.reshape(-1)
        np.copyto(found, others.reshape(-1))
        found -= flat
        found *= shares
        found >>= 6
        # What is negative comes round.
        np.add(flat, found, out=flat, dtype=np.uint8, casting="unsafe")

    def _spread(
        self, corners: NDArray[np.int16] | NDArray[np.float32], side: int, channels: np.uint64
    ) -> NDArray[np.uint64]:
        """Return the whole numbers between those at corners, [corner, picture], for some channels of each pixel."""
        count = corners.shape[1] * side**2
        at_corners = np.ascontiguousarray(corners.T, np.float32)
        floats = self._floats[:count].reshape(-1, side**2)
        whole, words = self._whole[:count], self._words[:count]
        np.matmul(at_corners, _bilinear(side).T, out=floats)
        np.copyto(whole, floats.reshape(-1), casting="unsafe")
        np.copyto(words, whole, casting="unsafe")
        return np.multiply(words, channels, out=words)


_CHANNELS, _COLOURS = np.array(((1, 1, 1, 1), (1, 1, 1, 0)), np.uint16).view(np.uint64)[:, 0]
_OPAQUE = np.array((0, 0, 0, PLAIN), np.uint16).view(np.uint64)[0]
_FULL = np.full(AT_ONCE * 4, 255, np.uint16)
"""The most of each channel of as many pixels: with one number for all it takes eight times as long."""


def _remembered(pictures: Pixels) -> Pixels:
    """Return pictures as they are remembered: darker, colder and paler."""
    found: Pixels = np.full_like(pictures, 255)
    found[..., :3] = pictures[..., :3].astype(np.float32) @ _MEMORY + FAINTEST
    return found


def _in_view(view: MapView) -> Part:
    """Return the part of the map that holds all tiles in view and those beside them: most often a small one."""
    columns, rows = np.flatnonzero(view.visible.any(1)), np.flatnonzero(view.visible.any(0))
    if not len(columns):
        return np.s_[0:0, 0:0]
    left, top = max(int(columns[0]) - 1, 0), max(int(rows[0]) - 1, 0)
    width, height = view.visible.shape
    return np.s_[left : min(columns[-1] + 2, width), top : min(rows[-1] + 2, height)]


def _own_light(view: MapView, part: Part) -> NDArray[np.float32]:
    """Return the light in which tiles in view are seen, the player's own or that of the day.

    Array: [channel, x, y], or only one channel if the light is colourless.
    """
    x = np.arange(part[0].start, part[0].stop, dtype=np.float32) - view.player[0]
    y = np.arange(part[1].start, part[1].stop, dtype=np.float32) - view.player[1]
    if view.own_light is not None:
        reach = max(view.own_light.reach_tiles, 1)
        glow = 1 - (np.hypot(x[:, None], y) / (reach + 1)).clip(0, 1) ** LAMP_FALL
        lamp = np.array(view.own_light.colour, np.float32) / 255
        most = LAMP_MOST - LAMP_EDGE + 0.35 * lamp
        return (LAMP_EDGE + glow * most[:, None, None]).astype(np.float32)
    if view.evenly_lit or theme_named(regions(view.theme)[0][1]).daylight:
        # The day does not move with the hero, nor must it be painted anew.
        return np.full((1, len(x), len(y)), 1.13, np.float32)
    return (1.3 - 0.045 * np.hypot(x[:, None], y).clip(0, 9)).astype(np.float32)[None]


def _shed_light(stage: Stage, shed: Shed) -> NDArray[np.float32]:
    """Return the light of lamps, fires, glowing ground and what flies, [channel, x, y]."""
    view, variant = stage.view, stage.colours.variant
    found = np.zeros((3, *view.tiles.shape), np.float32)
    found[:, shed.columns, shed.rows] = shed.light.T
    if stage.particles:
        flashes = halo_on(view, variant, lights_of(seen_particles(stage)))
        found[:, flashes.columns, flashes.rows] += flashes.light.T
    return found


def _light_key(stage: Stage, shed: Shed) -> Hashable:
    """Return what the light of a stage depends on."""
    view = stage.view
    return (
        Same(shed),
        view.theme,
        view.visible.tobytes(),
        view.explored.tobytes(),
        view.player,
        view.own_light,
        view.evenly_lit,
        stage.particles,
    )


_MIXER = np.array([scattered(n, n, 0) >> 28 for n in range(1, 13)], np.int64)
"""Evenly spaced numbers would not do: light that rises here and falls there would look the same."""


def _told(middles: NDArray[np.int16], corners: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return a number for each tile that tells apart what is given for it, and for where it meets others."""
    ours, theirs = (each.astype(np.int64).reshape(len(each), -1) for each in (middles, corners))
    codes = _beside((_MIXER[:5] @ theirs).reshape(corners.shape[1:]))
    found: NDArray[np.int64] = (_MIXER[9:] @ ours).reshape(middles.shape[1:])
    for code, by in zip(codes, _MIXER[5:9], strict=True):
        found += code * by
    return found


def _corners(
    middles: NDArray[np.float32], visible: NDArray[np.bool_], recalled: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_]]:
    """Return the light where tiles meet, [channel, x, y], how far they run into others there, and if any is in view.

    The light is the mean of the tiles in view around, and fades towards the dark. Beside what is remembered, half of
    what is around is the share of the other.
    """
    width, height = visible.shape
    around = np.zeros((5, width + 2, height + 2), np.float32)
    around[:3, 1:-1, 1:-1] = middles
    around[3, 1:-1, 1:-1], around[4, 1:-1, 1:-1] = visible, recalled
    one, two, three, four = _beside(around)
    total = one + two + three + four
    lit, dim = total[3:]
    fading = UNKNOWN_EDGE + (1 - UNKNOWN_EDGE) * (lit + dim) / 4
    mean = total[:3] * (fading / np.maximum(lit, 1))
    share = np.where(lit > 0, dim / np.maximum(lit + dim, 1), 0.0).astype(np.float32)
    return mean, share, lit > 0


def _beside(found: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    """Return what is north-west of each point, north-east, south-west and south-east: [..., x, y], one smaller."""
    return found[..., :-1, :-1], found[..., 1:, :-1], found[..., :-1, 1:], found[..., 1:, 1:]


@cache
def _bilinear(side: int) -> NDArray[np.float32]:
    """Return how much each corner counts for each pixel of a tile, [pixel, corner]."""
    at = ((np.arange(side) + 0.5) / side).astype(np.float32)
    across, down = at[None, :], at[:, None]
    both = ((1 - across) * (1 - down), across * (1 - down), (1 - across) * down, across * down)
    # A little more than that, or rounding would now and then make a whole number one less.
    found = np.stack(both, axis=2).reshape(-1, 4)
    # Where these are no exact numbers, what should be whole was now and then one less, and not always the same.
    return found if side & side - 1 == 0 else found * np.float32(1 + 2**-20)


def _any_beside(found: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return where any of the four points around is so."""
    across = found[1:] | found[:-1]
    any_of: NDArray[np.bool_] = across[:, 1:] | across[:, :-1]
    return any_of


def _stain(tile: Pixels, stage: Stage, point: Point) -> None:
    """Draw the blood on a tile."""
    ink = np.array(stage.colours.transform(mix(BLOOD, (255, 30, 40), 0.25)), np.float32)
    ground = tile[..., :3]
    spots = _spots(stage.camera.tile[0], (point[0] * 5 + point[1] * 3) % 64)
    ground[...] = ground + (ink * (ground.mean() / 90 + 0.35) - ground) * spots


@lru_cache(maxsize=64)
def _spots(side: int, which: int) -> NDArray[np.float32]:
    """Return how much of each pixel of a tile some spots of blood cover."""
    spots: NDArray[np.float32] = (noise(side, which, 5) * 6 - 3.4).clip(0, 0.7)[..., None]
    return spots


class Contents(NamedTuple):
    """What stands on the tiles of a stage, from back to front; `states` tell the tiles apart by one number each."""

    things: dict[Point, list[Thing]]
    burning: dict[int, Colour]
    """The light of those who burn."""
    clouds: dict[Point, str]
    """The glyphs of clouds, by tile."""
    states: NDArray[np.int64]

    def goes_on(self, thing: Thing) -> int:
        """Return the mask of sides on which a cloud goes on."""
        x, y = thing.point
        return sum(bit for bit, (dx, dy) in AROUND if (x + dx, y + dy) in self.clouds)

    def fire_at(self, point: Point) -> Thing | None:
        """Return what burns on a tile, if anything does."""
        there = self.things.get(point, ())
        return next((e for e in there if e.glyph in FLAMES and e.entity in self.burning), None)

    @classmethod
    def of(cls, stage: Stage) -> "Contents":
        """Sort the things of a stage by tile."""
        view, tick = stage.view, stage.tick
        things: dict[Point, list[Thing]] = {}
        for thing in view.things:
            things.setdefault(thing.point, []).append(thing)
        burning = {lamp.entity: lamp.light.colour for lamp in view.lamps if lamp.light.flicker}
        clouds = {
            each.point: each.glyph
            for each in view.things
            if each.glyph in FLAMES and each.entity not in burning
        }
        found = cls(things, burning, clouds, np.zeros(view.tiles.shape, np.int64))
        states = found.states
        for point, there in things.items():
            is_seen = bool(view.visible[point])
            beat = tick if any(each.entity in burning for each in there) else 0
            beat = beat or (tick // CLOUD_TICKS if point in clouds and is_seen else 0)
            ends = found.goes_on(there[0]) if point in clouds else 0
            looks = [(*each[1:5], each.icon) for each in there]
            states[point] = hash((*looks, beat, ends, is_seen)) & _POSITIVE
        for point in view.stains:
            states[point] ^= 1 << 42
        return found


_POSITIVE = (1 << 62) - 1


def _put(tile: Pixels, thing: Thing, stage: Stage, light: Light, contents: Contents) -> None:
    """Draw a thing on the pixels of its tile."""
    colours, (glyph, fg, bg, order) = stage.colours, thing[1:5]
    seen = bool(light.visible[thing.point])
    if thing.entity in contents.burning and seen and order > CREATURES:
        fg, bg = flame(glyph, fg, bg, contents.burning[thing.entity], thing.entity, stage.tick)
    side = tile.shape[0]
    rows = stage.view.icons.get(thing.icon) if stage.has_art and thing.icon else None
    if rows is not None:
        lit_by = light.middles[:, *thing.point].clip(LEAST_LIT, 0.85) if seen else MEMORY * 0.95
        lay(tile, icon_in(tuple(lit_by.tolist()), rows, fg, side, colours))
        return
    if glyph in FLAMES:
        burns = thing.entity in contents.burning
        beat = stage.tick if burns else stage.tick // CLOUD_TICKS if seen else 0
        phase = (thing.entity * 7 + beat) % PHASES
        if burns:
            ink = colours.transform(contents.burning[thing.entity])
            lay(tile, flames(ink, side, phase, dim=not seen))
        else:
            ink = colours.transform(fg if seen else faded(fg))
            lay(tile, cloud(ink, side, phase, FLAMES.index(glyph), contents.goes_on(thing)))
        return
    is_read = thing.icon == LETTERING  # a word that is lit in part reads as another
    if (seen or is_read) and bg != BLACK:
        ground = np.array((*colours.transform(bg), 255), np.uint16)
        tile[...] = (tile * np.uint16(3) + ground * np.uint16(5)) >> 3
    if glyph == " ":
        return
    fire = contents.fire_at(thing.point) if seen and order <= CREATURES else None
    if fire is not None and side >= AROUND_FROM:
        ink = colours.transform(contents.burning[fire.entity])
        lay(tile, flames_around(ink, side, (fire.entity * 7 + stage.tick) % PHASES))
    shown = fg if seen or is_read else faded(fg)
    if seen and order > CREATURES and not is_read:
        lit = light.middles[:, *thing.point].clip(LEAST_LIT, 1.1)
        red, green, blue = (
            min(255, round(value * share)) for value, share in zip(fg, lit.tolist(), strict=True)
        )
        shown = (red & 0xFC, green & 0xFC, blue & 0xFC)
    ink = colours.transform(shown)
    if seen and order <= CREATURES:
        ink = creature_ink(fg, colours)
    lay(tile, letter(glyph, ink, side, 1.0 if seen or is_read else 0.85))


CLOUD_TICKS = 4
"""For how many ticks a cloud stays as it is."""
AROUND_FROM = 20
"""The least side of a tile on which a fire has room around the letter of whoever stands in it."""
PHASES = 16
"""How many pictures a fire or a cloud has."""


@lru_cache(maxsize=512)
def flames(colour: Colour, side: int, phase: int, *, dim: bool = False) -> Glyph:
    """Return a fire, deep red at its rim and nearly white within, highest in the middle; a `dim` one glows."""
    across, down = grid_of(side)
    waves, up = noise(side, phase + 1, 5), 1 - down
    high = (0.4 + waves[side // 3]) * (1.15 - 1.7 * np.abs(across[0] - 0.5))
    tongue = 1 - up / np.maximum(high, 0.05) + 0.35 * (waves - 0.5)
    hearth = 1.5 - 6 * (across - 0.5) ** 2 - 7 * (0.16 - up).clip(0)
    heat = np.minimum(tongue, hearth).clip(0, 1)[..., None]
    low, middle = np.array(ember(colour), np.float32), np.array(colour, np.float32)
    ink = low + (middle - low) * (heat * 2.6 - 0.1).clip(0, 1)
    core = np.array(hot(hot(colour)), np.float32)
    ink = ink + (core - ink) * (heat * 2 - 0.8).clip(0, 0.9)
    if dim:
        ink = low * np.float32(0.8) + (ink - low) * np.float32(0.25)
    return blended(ink, (heat[..., 0] * 6).clip(0, 0.5 if dim else 0.94))


@lru_cache(maxsize=512)
def flames_around(colour: Colour, side: int, phase: int) -> Glyph:
    """Return a fire at the foot and the sides of a tile: of one in the middle a letter leaves nothing."""
    across, down = grid_of(side)
    waves = noise(side, phase + 1, 5)
    edge = np.minimum(np.minimum(across, 1 - across), 0.6 * (1 - down))
    high = (0.02 + 0.26 * waves) * (0.35 + 0.65 * down)
    heat = (1.15 - edge / high).clip(0, 1)[..., None]
    low, middle = np.array(ember(colour), np.float32), np.array(colour, np.float32)
    ink = low + (middle - low) * (heat * 2.6 - 0.1).clip(0, 1)
    ink = ink + (np.array(hot(hot(colour)), np.float32) - ink) * (heat * 2 - 1.1).clip(0, 0.8)
    return blended(ink, (heat[..., 0] * 6).clip(0, 0.94))


@lru_cache(maxsize=512)
def cloud(colour: Colour, side: int, phase: int, thick: int, mask: int = ALL) -> Glyph:
    """Return a cloud in a tile, which goes on without a seam in those beside it that are in a mask."""
    soft = field_of(side, phase + 1, 4)
    ink = np.array(colour, np.float32) * (0.7 + 0.5 * soft[..., None])
    share = (0.12 + 0.14 * thick + 0.55 * soft).clip(0, 0.9)
    ends = (
        depth_of(mask, side) + np.float32(0.06) - np.float32(0.16) * noise(side, phase + 3, 5)
    ) * np.float32(7)
    return blended(ink, share * ends.clip(0, 1))


def picture(words: Sequence[Words]) -> Pixels:
    """Return words, one for each pixel, as their bytes: [row, column, (red, green, blue, alpha)]."""
    return np.ascontiguousarray(words).view(np.uint8)
