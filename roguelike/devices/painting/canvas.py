"""The stage as pixels: what a window, a picture and a film show of the map.

The one decision: the map is composed here, in one array, and devices only show it. So a window, a test and a film have
the same pixels, and no driver decides what they look like. What is shown is kept from frame to frame: only tiles whose
ground, light or contents have changed are painted again, and a map that scrolls is moved.

Ground is pictures (`look.tiles`), multiplied by the light of its four corners; things are letters on top of it.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import cache, lru_cache
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
from roguelike.devices.painting.letters import Glyph, blended, icon_in, lay, letter
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
from roguelike.toolkit.rows import LEGIBLE, legible
from roguelike.ui.stage.animation import regions
from roguelike.ui.stage.camera import Camera
from roguelike.ui.stage.stage import Stage

Pixels = NDArray[np.uint8]
"""[row, column, (red, green, blue, unused)]."""
Words = NDArray[np.uint32]
"""The same with one word for each pixel."""
PLAIN = 64
"""The light in which a picture is shown as it was painted."""
MEMORY = np.array((0.60, 0.63, 0.74), np.float32)
"""The light of remembered places: dim and cold."""
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
GLOW = np.float32(0.95)
"""How much the light of lamps and fires adds to that in which tiles are seen."""
LEAST_LIT = 0.6
"""The least light in which a thing in view is drawn; creatures are drawn in full light."""
UNEVEN, MEMORISED = 0, -1
"""The light of a tile, where it is not one number in PLAIN-ths."""
AT_ONCE = 1 << 14
"""How many pixels are lit at once: with many more, no longer near the processor, they take four times as long."""
_FULL = np.full(AT_ONCE * 4, 255, np.uint16)
"""The most of each channel of as many pixels."""
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
            self._words = np.zeros((0, 0), np.uint32)  # there is memory for one level
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
            found = _ground_keys(view, WHOLE)
        else:
            changed = np.nonzero((of[0] != self._keyed_of[0]) | (of[1] != self._keyed_of[1]))
            (x0, x1), (y0, y1) = ((int(at.min()) - 1, int(at.max()) + 2) for at in changed)
            x0, y0, found = max(x0, 0), max(y0, 0), self._keyed_as.copy()
            left, top = max(x0 - 1, 0), max(y0 - 1, 0)
            around = _ground_keys(view, np.s_[left : x1 + 1, top : y1 + 1])
            found[x0:x1, y0:y1] = around[x0 - left : x1 - left, y0 - top : y1 - top]
        self._keyed_whole, self._keyed_of, self._keyed_as = whole, of, found
        return found

    # Painting

    def _fill(self, stage: Stage, light: "Light", keys: NDArray[np.int32], places: Places) -> None:
        """Fill tiles with their ground in its light."""
        side, (x, y, columns, rows) = stage.camera.tile[0], self._region
        tiles, at = self._words.reshape(rows, side, columns, side), (places[0] - x, places[1] - y)
        visible, known = light.visible[places], light.known[places]
        tiles[at[1][~known], :, at[0][~known]] = _night(stage.view.theme, stage.colours)
        even = np.where(visible, light.even[places], MEMORISED)
        beyond = np.where(even == MEMORISED, UNEVEN, MEMORISED)
        runs_on = known & light.edges[:, *places].any(axis=0)
        pictures = {
            level: self._pictures(
                stage, keys, places[0], level, known & (even == level) | runs_on & (beyond == level)
            )
            for level in sorted({*even[known].tolist(), *beyond[runs_on].tolist()})
        }

        def lit(few: NDArray[np.intp], level: int) -> Pixels:
            """Return the ground of some tiles in an even light, or UNEVEN, or MEMORISED."""
            found, where = pictures[level](few), (places[0][few], places[1][few])
            return light.shade(found, where, side) if level == UNEVEN else found

        step = max(1, AT_ONCE // side**2)
        for level in pictures:
            for edged in (False, True):
                some = np.flatnonzero(known & (even == level) & (runs_on == edged))
                for few in (some[first : first + step] for first in range(0, len(some), step)):
                    pixels = lit(few, level)
                    if edged:
                        other = lit(few, MEMORISED if level != MEMORISED else UNEVEN)
                        where = places[0][few], places[1][few]
                        pixels = light.merged(pixels, other, where, side)
                    tiles[at[1][few], :, at[0][few]] = pixels.view(np.uint32)[..., 0]

    def _pictures(
        self,
        stage: Stage,
        keys: NDArray[np.int32],
        columns: NDArray[np.intp],
        level: int,
        needed: NDArray[np.bool_],
    ) -> Callable[[NDArray[np.intp]], Pixels]:
        """Return what gives the pictures of those of these tiles that are needed, as they are in columns of the map.

        It takes which, and returns [tile, row, column, channel].
        """
        places, atlases = regions(stage.view.theme), list[Atlas]()
        which = np.searchsorted([first for first, _ in places], columns, side="right") - 1
        numbers = np.empty(len(keys), np.int32)
        for number, (_, name) in enumerate(places):
            part = needed & (which == number)
            atlases.append(self._atlas(name, stage))
            numbers[part] = atlases[-1].numbers(keys[part], level)

        def pictures(few: NDArray[np.intp]) -> Pixels:
            """Take them from their atlases."""
            # Those of other atlases are overwritten.
            found = atlases[0].pixels.take(numbers[few], axis=0, mode="clip")
            for number, atlas in enumerate(atlases[1:], 1):
                part = which[few] == number
                found[part] = atlas.pixels[numbers[few][part]]
            return found

        return pictures

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


def _ground_keys(view: MapView, part: Part) -> NDArray[np.int32]:
    """Return for each tile of a part its kind, on which sides its ground goes on, and its grain: [x, y].

    Tiles at an edge of the part are right only if that is an edge of the map.
    """
    tiles, explored = view.tiles[part], view.explored[part]
    keys: NDArray[np.int32] = tiles.astype(np.int32) | _grains(*view.tiles.shape)[part]
    columns, rows = tiles.shape
    around = np.zeros((columns + 2, rows + 2), np.uint8)
    unknown = np.ones((columns + 2, rows + 2), bool)
    around[1:-1, 1:-1], unknown[1:-1, 1:-1] = tiles, ~explored
    places = {name for _, name in regions(view.theme)}
    for kind in np.flatnonzero(np.bincount(tiles[explored], minlength=1)).tolist():
        if not any(is_masked(name, Tile(kind)) for name in places):
            continue
        like = unknown | _goes_on(around, Tile(kind))
        here = tiles == kind
        mask = _WITHOUT_CORNERS[_mask(like)[here]]
        other = (
            _FEW_GRAINS
            if any(art_of(name, Tile(kind)) in GROWN for name in places)
            else _OTHER_GRAINS
        )
        grains = np.where(mask == ALL, keys[here], keys[here] & ~other)
        keys[here] = grains | mask << 4
    if any(art_of(name, Tile.WALL) in CASTING for name in places):
        walls = _goes_on(around, Tile.WALL) & ~unknown
        casts = _mask(walls) & np.uint8(CASTS)
        casts[(tiles == Tile.WALL) | (tiles == Tile.WINDOW)] = 0
        keys[casts > 0] &= ~_OTHER_GRAINS
        # The bits that matter are those of north, west and north-west.
        shadows = (casts & 1 | casts >> 1 & 2 | casts >> 2 & 4).astype(np.int32)
        keys |= shadows << _SHADOW_BITS
    return keys


@lru_cache(maxsize=4)
def _grains(width: int, height: int) -> NDArray[np.int32]:
    """Return which of its pictures each tile of a level takes, [x, y]: by its place alone."""
    x, y = np.indices((width, height), dtype=np.uint32)
    found: NDArray[np.int32] = (strewn(x, y) % np.uint32(GRAINS)).astype(np.int32) << 12
    return found


def _goes_on(around: NDArray[np.uint8], kind: Tile) -> NDArray[np.bool_]:
    """Return next to which tiles a kind of ground goes on."""
    found: NDArray[np.bool_] = _alike(kind)[around]
    return found


@cache
def _alike(kind: Tile) -> NDArray[np.bool_]:
    """Return for each kind of ground whether a kind goes on in it."""
    every = range(max(Tile) + 1)
    if kind in FLOWS:
        like = {kind, Tile.BRIDGE} if kind == Tile.DEEP_WATER else {*FLOWS, Tile.BRIDGE}
    elif kind == Tile.BRIDGE:  # it has rails only along what it crosses
        like = {*every} - {*FLOWS}
    else:
        like = {kind, Tile.WALL, Tile.WINDOW} if kind in _LIES else {kind}
    return np.array([each in like for each in every])


_LIES = frozenset((Tile.GRASS, Tile.GRAVEL, Tile.ROAD, Tile.WALL, Tile.WINDOW))
"""Ground that ends at no wall; and walls and windows, which are one."""


def _mask(like: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return on which sides of each tile is what is given for each, and for a border of one tile around."""
    width, height = (size - 2 for size in like.shape)
    there, found = like.view(np.uint8), np.zeros((width, height), np.uint8)
    for bit, (dx, dy) in AROUND:
        found |= there[1 + dx : 1 + dx + width, 1 + dy : 1 + dy + height] * np.uint8(bit)
    return found


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
        self._kinds = np.zeros(1 << KEY_BITS, np.int16)
        """Numbers the keys that were met, in their order, from 1: what nobody writes to takes no memory."""
        self._keys = [NEW]
        self._numbers: dict[int, NDArray[np.int32]] = {}
        """Where the picture of each such key is, by level of light."""
        self._count = 0
        self.pixels: Pixels = np.empty((64, side, side, 4), np.uint8)

    def numbers(self, keys: NDArray[np.int32], level: int) -> NDArray[np.int32]:
        """Return where the pictures for some keys are: in an even light, MEMORISED, or UNEVEN, as they were painted."""
        kinds = self._kinds[keys]
        if not kinds.all():
            # np.unique would bring numpy.ma with it, for which no first frame should wait.
            for key in sorted(set(keys[kinds == 0].tolist())):
                self._kinds[key] = len(self._keys)
                self._keys.append(key)
            kinds = self._kinds[keys]
        numbers = self._numbers.get(level)
        if numbers is None or len(numbers) < len(self._keys):
            numbers = np.full(len(self._keys) + 64, NEW, np.int32)
            before = self._numbers.get(level, numbers[:0])
            numbers[: len(before)] = before
            self._numbers[level] = numbers
        places = numbers[kinds]
        if (places == NEW).any():
            new = sorted(set(kinds[places == NEW].tolist()))
            numbers[new] = self._keep(self._lit([self._keys[kind] for kind in new], level))
            places = numbers[kinds]
        return places

    def _keep(self, pictures: Pixels) -> NDArray[np.intp]:
        """Keep pictures; return their places."""
        first, self._count = self._count, self._count + len(pictures)
        while self._count > len(self.pixels):
            self.pixels = np.concatenate([self.pixels, np.empty_like(self.pixels)])
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


class Light(NamedTuple):
    """The light on a level: on each tile's middle and at its four corners, in PLAIN-ths of plain light.

    Colours come first, [corner, channel, x, y]: with the three of a tile side by side all this takes three times as
    long. `states` tell light apart by one number for each tile.
    """

    known: NDArray[np.bool_]
    visible: NDArray[np.bool_]
    middles: NDArray[np.float32]
    corners: NDArray[np.int16]
    edges: NDArray[np.float32]
    """At each corner, how far what is in view and what is remembered run into each other: [corner, x, y]."""
    even: NDArray[np.int16]
    """The light of tiles that is the same at all corners and colourless, as by day; elsewhere UNEVEN: [x, y]."""
    states: NDArray[np.int64]

    @classmethod
    def on(cls, stage: Stage, shed: Shed) -> "Light":
        """Work out the light of a stage, on which some is shed."""
        view, part = stage.view, _in_view(stage.view)
        known, visible = view.explored | view.visible, view.visible[part]
        middles = np.zeros((3, *known.shape), np.float32)
        corners = np.zeros((4, 3, *known.shape), np.int16)
        edges = np.zeros((4, *known.shape), np.float32)
        even = np.full(known.shape, UNEVEN, np.int16)
        states = known.astype(np.int64) << 40
        seen = (_own_light(view, part) + _shed_light(stage, shed)[:, *part] * GLOW) * visible
        recalled = known[part] & ~visible
        mean, share, is_lit = _corners(seen, visible, recalled)
        # In whole numbers, so that light which is told apart by nothing looks the same.
        light, middle = (mean * PLAIN).astype(np.int16), (seen * PLAIN).astype(np.int16)
        middles[:, *part] = middle / np.float32(PLAIN)
        beside = zip(_beside(light), _beside(share), _beside(is_lit), strict=True)
        for at, (shown, other, lit) in enumerate(beside):
            corners[at, :, *part] = shown
            edges[at, *part] = np.where(recalled, 1 - other, other) * (lit & known[part])
        first, *others = _beside(light[0])
        is_grey = _beside((light[1:] == light[0]).all(axis=0))
        is_even = np.logical_and.reduce([*is_grey, *(each == first for each in others)])
        even[part] = np.where(is_even, first, UNEVEN)
        # The light of what is not in view shows only where it runs into that which is.
        matters = visible | edges[:, *part].any(axis=0)
        told = _told(middle, np.concatenate((light, [share * 60, is_lit])))
        states[part] ^= told * matters ^ visible.astype(np.int64) << 41
        return cls(known, view.visible, middles, corners, edges, even, states)

    def shade(self, pictures: Pixels, places: Places, side: int) -> Pixels:
        """Return pictures in the light of their tiles, which runs smoothly from tile to tile."""
        light = np.full((len(pictures), 4, 4), PLAIN, np.float32)
        light[..., :3] = self.corners[:, :, *places].transpose(2, 0, 1)
        shades = np.matmul(_bilinear(side), light).astype(np.uint16)
        shades = shades.reshape(len(pictures), side, side, 4)
        shades *= pictures
        shades >>= 6
        flat = shades.reshape(-1)  # with one number for all it takes eight times as long
        found: Pixels = np.minimum(flat, _FULL[: flat.size], out=flat).astype(np.uint8)
        return found.reshape(shades.shape)

    def merged(self, pictures: Pixels, others: Pixels, places: Places, side: int) -> Pixels:
        """Return pictures that run into others towards some of their corners."""
        # One share for each channel, though all are alike: whatever is not contiguous takes twice the time.
        edges = np.ascontiguousarray(self.edges[:, *places].T)
        share = (edges * np.float32(64) @ _by_channel(side)).astype(np.int16)
        found = others.astype(np.int16)
        found -= pictures
        found *= share.reshape(found.shape)
        found >>= 6
        merged: Pixels = found.astype(np.uint8)
        merged += pictures  # what is negative comes round
        return merged


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
        glow = 1 - (np.hypot(x[:, None], y) / (reach + 1)).clip(0, 1) ** 1.6
        lamp = np.array(view.own_light.colour, np.float32) / 255
        return (0.62 + glow * (0.45 + 0.35 * lamp)[:, None, None]).astype(np.float32)
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
    return np.stack(both, axis=2).reshape(-1, 4)


@cache
def _by_channel(side: int) -> NDArray[np.float32]:
    """Return the same for each channel of each pixel, [corner, pixel and channel]."""
    return np.ascontiguousarray(_bilinear(side).repeat(4, axis=0).T)


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
        lit_by = light.middles[:, *thing.point].clip(LEAST_LIT, 1.3) if seen else MEMORY * 0.75
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
    shown = fg if seen or is_read else faded(fg)
    if seen and order > CREATURES and not is_read:
        lit = light.middles[:, *thing.point].clip(LEAST_LIT, 1.1)
        red, green, blue = (
            min(255, round(value * share)) for value, share in zip(fg, lit.tolist(), strict=True)
        )
        shown = (red & 0xFC, green & 0xFC, blue & 0xFC)
    ink = colours.transform(shown)
    if seen and order <= CREATURES:  # a pure red is as dark as the ground of a lit hall
        ink = legible(ink, BRIGHTER.get(colours.variant, LEGIBLE))
    lay(tile, letter(glyph, ink, side, 1.0 if seen or is_read else 0.85))


BRIGHTER = {"greyscale": 1440, "tritanopia": 1440}
"""How bright creatures must be where they have no hue by which to stand out, or yellow became a dark green."""
CLOUD_TICKS = 4
"""For how many ticks a cloud stays as it is."""
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
