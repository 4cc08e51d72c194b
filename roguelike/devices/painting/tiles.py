"""The ground as square pictures of any size: painted from the two colours that a theme has for each kind of tile.

The one decision: what a tile looks like follows from data alone, its look in the theme, its neighbours and its grain;
so a picture is painted when it is first needed, at the size that is wanted, and is the same everywhere. Light is no
part of it: the stage multiplies it over the pictures.

A painter is found by its name, which a look gives as its `art`. It is told four tones, from the shade of the ground to
the colour of what is drawn on it, and where its ground ends. Grown things end in a ragged line, behind which the ground
of the place is seen; so a pool of one tile is round, and no cave is made of squares.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roguelike.core.colour import Colour
from roguelike.devices.painting.ground_table import SHADES, Look, theme_named
from roguelike.engine.views.records import Tile

Picture = NDArray[np.float32]
"""Pixels, [row, column, channel], 0 to 255."""
Shares = NDArray[np.float32]
Share = NDArray[np.floating] | NDArray[np.bool_] | Sequence[float] | float
NORTH, SOUTH, WEST, EAST, NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST = (
    1 << bit for bit in range(8)
)
"""Bits of a mask: on which sides the ground goes on; or, of ground that has no ends, on which there are walls."""
AROUND = (
    (NORTH, (0, -1)),
    (SOUTH, (0, 1)),
    (WEST, (-1, 0)),
    (EAST, (1, 0)),
    (NORTH_WEST, (-1, -1)),
    (NORTH_EAST, (1, -1)),
    (SOUTH_WEST, (-1, 1)),
    (SOUTH_EAST, (1, 1)),
)
CORNERS = (
    (NORTH_WEST, NORTH | WEST),
    (NORTH_EAST, NORTH | EAST),
    (SOUTH_WEST, SOUTH | WEST),
    (SOUTH_EAST, SOUTH | EAST),
)
"""The corners, and between which sides each is."""
ALL = 255
GRAINS = 8
"""How many pictures a kind of ground has, so that it does not look like wallpaper."""
FLOWS = frozenset((Tile.SHALLOW_WATER, Tile.DEEP_WATER))
LIFT, LEAST = 1.5, 5.0
"""How much brighter the ground is than in the theme, whose colours are those under letters."""
BY_DAY, BELOW = 0.24, 0.1
"""How far plain ground is painted toward the colour of what grows on it, by day and elsewhere."""
DULLEST = 130.0
"""The least brightness of what grows on ground: that of rock is given for glyphs that fill their cells."""
CASTS = NORTH | WEST | NORTH_WEST
"""Where a wall throws its shadow on a floor from."""
WHITEST = np.full(3, 255, np.float32)


class Wanted(NamedTuple):
    """The picture that is wanted, and what it is painted with: four tones, and the ground that is seen behind it."""

    dark: Picture
    base: Picture
    light: Picture
    bright: Picture
    under: Picture
    grain: int
    mask: int
    side: int

    def tone(self, share: Share) -> Picture:
        """Return tones for shares of 0.0 to 1.0, from the base to the brightest."""
        return mixed(self.base, self.bright, share)

    def plain(self, rough: float, grid: int = 6) -> Picture:
        """Return ground in soft patches, which go on from tile to tile."""
        soft = field_of(self.side, self.grain, grid) - np.float32(0.5)
        found = mixed(self.base, self.bright, np.float32(rough) * soft.clip(0) * 2)
        return mixed(found, self.dark, np.float32(rough) * (-soft).clip(0) * 2)

    def rolls(self, count: int, salt: int = 0) -> list[float]:
        """Return so many numbers of 0.0 to 1.0, the same for the same grain."""
        return _rolls(self.grain * 31 + salt, count)


def is_masked(theme: str, tile: Tile) -> bool:
    """Return whether a kind of ground looks different where it ends."""
    return art_of(theme, tile) in ENDING and tile != theme_named(theme).behind


def art_of(theme: str, tile: Tile) -> str:
    """Return the name of the painter of a kind of ground."""
    looks = theme_named(theme).looks
    return looks.get(tile, looks[Tile.FLOOR]).art


def paint(theme: str, tile: Tile, grain: int, mask: int, side: int) -> Picture:
    """Return the picture of a tile in plain light, whose ground goes on toward the sides in a mask."""
    looks = theme_named(theme).looks
    look = looks.get(tile, looks[Tile.FLOOR])
    dark, base, light, bright = _tones(theme, look)
    under = base
    if look.art in RAGGED and mask != ALL:
        is_deep = tile == Tile.DEEP_WATER and art_of(theme, Tile.SHALLOW_WATER) == "shallows"
        behind = Tile.SHALLOW_WATER if is_deep else theme_named(theme).behind
        under = _behind(theme, behind, grain & 1, side)
    wanted = Wanted(dark, base, light, bright, under, grain, mask, side)
    return PAINTERS[look.art](wanted)


@lru_cache(maxsize=4)
def _behind(theme: str, tile: Tile, grain: int, side: int) -> Picture:
    """Return the ground that is seen where something else ends."""
    found = paint(theme, tile, grain, ALL, side)
    found.flags.writeable = False
    return found


@cache
def _tones(theme: str, look: Look) -> tuple[Picture, Picture, Picture, Picture]:
    """Return the tones of a look: its shade, its plain ground, what is light on it and the brightest."""
    ground = np.array(look.bg, np.float32) * LIFT + LEAST
    ink = np.array(look.fg, np.float32)
    ink *= max(1.0, DULLEST / float(ink.max()))
    share = BY_DAY if theme_named(theme).daylight else BELOW
    base = mixed(ground, ink, share)
    return ground * np.float32(0.62), base, mixed(base, ink, 0.45), ink


def sign_of(theme: str, tile: Tile, grain: int) -> tuple[str, Colour]:
    """Return the character that stands for a tile where the ground is letters, and its colour."""
    looks = theme_named(theme).looks
    look = looks.get(tile, looks[Tile.FLOOR])
    if look.glyphs[0] in SHADES:
        return " ", look.fg
    return look.glyphs[grain % len(look.glyphs)], look.fg


def lettered(theme: str, tile: Tile, grain: int, mask: int, side: int) -> Picture:
    """Return what is behind the letter of a tile: even ground, or a wall as it is painted."""
    if tile == Tile.WALL and not sign_of(theme, tile, grain)[0].strip():
        return paint(theme, tile, grain, mask, side)
    looks = theme_named(theme).looks
    tones = _tones(theme, looks.get(tile, looks[Tile.FLOOR]))
    return Wanted(*tones, tones[1], grain, mask, side).plain(0.08)


# Where ground ends


@lru_cache(maxsize=8)
def depth_of(mask: int, side: int) -> Shares:
    """Return how far each pixel is from where the ground ends, in tiles, at most 1.0; corners are round."""
    at = (np.arange(side, dtype=np.float32) + 0.5) / side
    away = {
        NORTH: np.broadcast_to(at[:, None], (side, side)),
        SOUTH: np.broadcast_to(1 - at[:, None], (side, side)),
        WEST: np.broadcast_to(at[None, :], (side, side)),
        EAST: np.broadcast_to(1 - at[None, :], (side, side)),
    }
    found = np.ones((side, side), np.float32)
    for bit, far in away.items():
        if not mask & bit:
            np.minimum(found, far, out=found)
    for corner, sides in CORNERS:
        one, other = sides & (NORTH | SOUTH), sides & (WEST | EAST)
        if not mask & sides:
            inner = (ROUND - away[one]).clip(0), (ROUND - away[other]).clip(0)
            is_corner = (inner[0] > 0) & (inner[1] > 0)
            rounded = (ROUND - np.hypot(*inner)).astype(np.float32)
            np.minimum(found, rounded, out=found, where=is_corner)
        elif mask & one and mask & other and not mask & corner:
            np.minimum(found, np.hypot(away[one], away[other]), out=found)
    found.flags.writeable = False
    return found


ROUND = np.float32(0.42)
"""The radius of outer corners, in tiles."""


def _ended(
    wanted: Wanted, found: Picture, rim: Picture, margin: float = 0.06, rough: float = 0.1
) -> Picture:
    """Let ground end in a ragged line with a rim, behind which the ground of the place is seen."""
    if wanted.mask == ALL:
        return found
    depth = depth_of(wanted.mask, wanted.side) - np.float32(margin)
    depth = depth - np.float32(rough) * noise(wanted.side, wanted.grain + 40, 5)
    pixel = np.float32(1.0 / wanted.side)
    found = mixed(found, rim, (1.4 - depth / pixel / max(1, wanted.side / 18)).clip(0, 1))
    return mixed(found, wanted.under, (0.5 - depth / pixel).clip(0, 1))


@lru_cache(maxsize=64)
def shadow(mask: int, side: int) -> Shares:
    """Return how much of the light reaches each pixel of a floor with walls north and west of it."""
    at = (np.arange(side, dtype=np.float32) + 0.5) / side
    down, across = (1 - at / np.float32(0.42)).clip(0)[:, None], (1 - at / np.float32(0.3)).clip(0)
    dark = np.zeros((side, side), np.float32)
    if mask & NORTH:
        dark = np.maximum(dark, np.broadcast_to(0.5 * down, dark.shape))
    if mask & WEST:
        dark = np.maximum(dark, 0.34 * across[None, :])
    if mask & NORTH_WEST and not mask & (NORTH | WEST):
        dark = np.maximum(dark, 0.5 * np.minimum(down, across[None, :]))
    return (1 - dark).astype(np.float32)


# Floors


def _slabs(wanted: Wanted) -> Picture:
    """Paint flagstones, one or two in a tile, worn and lit at their upper edges."""
    half = wanted.side // 2
    cuts = {1: ((half, 0), (0, 0)), 2: ((0, half), (0, 0)), 5: ((half, 0), (half, half), (0, 0))}
    return _laid(wanted, cuts.get(wanted.grain % 6, ((0, 0),)), 0.1)


def _laid(wanted: Wanted, starts: tuple[tuple[int, int], ...], share: float) -> Picture:
    """Lay slabs from their upper left corners on, the later under the earlier."""
    found, side = wanted.plain(share, 8), wanted.side
    free = np.ones((side, side), np.bool_)
    for number, (top, left) in enumerate(starts):
        slab = np.zeros((side, side), np.bool_)
        slab[top:, left:] = True
        slab &= free
        free[top:, left:] = False
        found[slab] *= 0.9 + 0.2 * wanted.rolls(8, 3)[number]
        edge = slab & ~(np.roll(slab, 1, 0) & np.roll(slab, 1, 1))
        edge[top, left:] |= slab[top, left:]
        edge[top:, left] |= slab[top:, left]
        found[edge] = wanted.dark
        if side >= FINE:
            lit = slab & ~edge & (np.roll(edge, 1, 0) | np.roll(edge, 1, 1))
            found[lit] = found[lit] * np.float32(0.86) + wanted.bright * np.float32(0.14)
    return found


FINE = 14
"""The side from which on small things are drawn in a tile."""
FINEST = 20
"""The side from which on a flower has petals."""


def _inlaid(wanted: Wanted) -> Picture:
    """Paint dwarven slabs: one to a tile, exactly cut, with a stud of metal where four meet."""
    found = _laid(wanted, ((0, 0),), 0.08)
    across, down = grid_of(wanted.side)
    near = np.minimum(across, 1 - across) + np.minimum(down, 1 - down)
    found = mixed(found, wanted.light, 0.8 * (near < 0.13))
    if wanted.grain in (3, 6):  # a knot is cut into some
        ring = np.abs(np.abs(across - 0.5) + np.abs(down - 0.5) - 0.24) < 0.035
        found = mixed(found, wanted.dark, 0.7 * ring)
    return found


def _checked(wanted: Wanted) -> Picture:
    """Paint small tiles of two shades, as in the elves' streets."""
    half = wanted.side // 2
    found = _laid(wanted, ((half, half), (half, 0), (0, half), (0, 0)), 0.08)
    found[:half, :half] *= np.float32(1.12)
    found[half:, half:] *= np.float32(1.12)
    return found


def _veined(wanted: Wanted) -> Picture:
    """Paint polished slabs with veins in them."""
    found = _laid(wanted, ((0, 0),), 0.12)
    vein = np.abs(noise(wanted.side, wanted.grain + 11, 3) - 0.5) < 0.045
    return mixed(found, wanted.light, 0.4 * vein)


def _cobbles(wanted: Wanted) -> Picture:
    """Paint round stones in staggered rows, each lit from above."""
    across, down = grid_of(wanted.side)
    count = 3 if wanted.side < 24 else 4
    row = np.floor(down * count)
    shifted = across * count + 0.5 * (row % 2)
    column = np.floor(shifted) % count
    far = np.hypot(shifted % 1 - 0.5, (down * count) % 1 - 0.5)
    tones = np.array(wanted.rolls(count * count), np.float32)[(row * count + column).astype(int)]
    lit = (0.1 + 0.22 * tones - 0.28 * ((down * count) % 1 - 0.5)).clip(0, 1)
    return mixed(mixed(wanted.base, wanted.dark, 0.55), wanted.bright, lit * (far < 0.47))


def _planks(wanted: Wanted) -> Picture:
    """Paint floor boards with their grain and staggered ends."""
    found, side = wanted.plain(0.08), wanted.side
    boards = 3 if side < 24 else 4
    grain = noise(side, wanted.grain + 21, 6)[:, :: max(1, side // 4)].repeat(max(1, side // 4), 1)
    found = mixed(found, wanted.dark, 0.35 * grain[:, :side].clip(0.4) - 0.14)
    for board, roll in enumerate(wanted.rolls(boards)):
        top, end = board * side // boards, (board + 1) * side // boards
        found[top:end] *= np.float32(0.9 + 0.22 * roll)
        found[top] = wanted.dark
        if roll < 0.6:
            found[top:end, int(roll / 0.6 * side)] = wanted.dark
    return found


def _earth(wanted: Wanted) -> Picture:
    """Paint bare ground with pebbles and cracks."""
    found = mixed(wanted.plain(0.2), wanted.light, 0.1)
    return _strewn(wanted, found, 2, 0.5)


def _strewn(wanted: Wanted, found: Picture, count: int, share: float) -> Picture:
    """Strew small stones, each with its shadow."""
    side, rolls = wanted.side, wanted.rolls(3 * count, 5)
    wide = max(1, side // 14)
    tones = wanted.tone([share * (0.5 + tone) for tone in rolls[2::3]])
    for across, down, tone in zip(rolls[::3], rolls[1::3], tones, strict=True):
        x, y = int(across * (side - 2 * wide)), int(down * (side - 2 * wide))
        found[y + wide : y + wide + max(1, wide // 2), x : x + 2 * wide] = wanted.dark
        found[y : y + wide, x : x + 2 * wide] = tone
    return found


def _gravel(wanted: Wanted) -> Picture:
    """Paint loose stones, many and small."""
    count = max(5, wanted.side // 2)
    found = _strewn(wanted, wanted.plain(0.14), count, 0.34)
    return _ended(wanted, found, mixed(wanted.base, wanted.under, 0.5), 0.0, 0.2)


def _loam(wanted: Wanted) -> Picture:
    """Paint the floor of a wood: leaves, and a few blades."""
    found, side = wanted.plain(0.2), wanted.side
    rolls = wanted.rolls(24, 7)
    wide = max(1, side // 12)
    tones = wanted.tone([0.3 + 0.25 * roll for roll in rolls[2::3]])
    for across, down, roll, tone in zip(*(rolls[n::3] for n in range(3)), tones, strict=True):
        x, y = int(across * (side - wide)), int(down * (side - wide))
        leaf = LEAVES[int(roll * 3)] * tone
        found[y : y + wide, x : x + wide + (1 if roll < 0.5 else 0)] = leaf
    return found


LEAVES = np.array(((1.2, 0.9, 0.6), (0.85, 1.05, 0.7), (0.7, 0.65, 0.55)), np.float32)


def _moss(wanted: Wanted) -> Picture:
    """Paint moss in round cushions, with a few points that glow."""
    found, (across, down) = wanted.plain(0.2, 5), grid_of(wanted.side)
    rolls = wanted.rolls(12, 9)
    for x, y, size in zip(rolls[::3], rolls[1::3], rolls[2::3], strict=True):
        far = np.hypot(across - x, down - y) / (0.08 + 0.12 * size)
        found = mixed(found, wanted.tone(0.42), 0.5 * (1 - far).clip(0, 1))
    return _strewn(wanted, found, 1, 0.7)


def _ash(wanted: Wanted) -> Picture:
    """Paint burnt ground, cracked, with embers deep in some of the cracks."""
    found = wanted.plain(0.16)
    ridge = np.abs(field_of(wanted.side, wanted.grain, 4) - 0.5)
    found = mixed(found, wanted.dark * np.float32(0.7), 0.75 * (1 - ridge / 0.07).clip(0, 1))
    if wanted.grain in (2, 5):
        glow = ((1 - ridge / 0.035) * (noise(wanted.side, wanted.grain, 3) - 0.45) * 4).clip(0, 1)
        found = mixed(found, EMBER, 0.8 * glow)
    return found


EMBER = np.array((236, 92, 32), np.float32)


def _path(wanted: Wanted) -> Picture:
    """Paint a trodden way, which ends raggedly in what grows beside it."""
    found = mixed(_strewn(wanted, wanted.plain(0.14), 3, 0.5), wanted.light, 0.12)
    return _ended(wanted, found, mixed(wanted.dark, wanted.under, 0.4), 0.02, 0.16)


def _grass(wanted: Wanted) -> Picture:
    """Paint grass: patches of two greens, tufts of blades, and here and there a flower."""
    found, side = wanted.plain(0.26, 5), wanted.side
    rolls = wanted.rolls(4 * (6 + side // 2), 13)
    blades = wanted.tone([0.18 + 0.5 * tone for tone in rolls[3::4]])
    for across, down, tall, tone, blade in zip(
        *(rolls[n::4] for n in range(4)), blades, strict=True
    ):
        x, y = int(across * side), int(down * side)
        high = 1 + int(tall * max(2, side // 6))
        found[max(y - high, 0) : y + 1, x] = blade
        if y + 1 < side and tone > 0.4:
            found[y + 1, x] = wanted.dark
        if tall > 0.6 and x + 1 < side:
            found[max(y - high - 1, 0), x + 1 if tone > 0.5 else x - 1 if x else x] = blade
    if wanted.grain in (1, 6):
        _flower(wanted, found)
    return _ended(wanted, found, wanted.dark, 0.0, 0.24)


def _flower(wanted: Wanted, found: Picture) -> None:
    """Put a few flowers into grass, white or of the ground's own brightest colour."""
    side, wide = wanted.side, max(1, wanted.side // 20)
    rolls = wanted.rolls(4 if wanted.side > FINEST else 2, 17)
    inks = WHITEST, np.array((250, 214, 90), np.float32), np.array((214, 130, 220), np.float32)
    for across, down in zip(rolls[::2], rolls[1::2], strict=True):
        x, y = int(wide + across * (side - 3 * wide)), int(wide + down * (side - 3 * wide))
        ink = mixed(wanted.bright, inks[int(rolls[0] * 3)], 0.75)
        found[y - wide if side > FINEST else y : y + 2 * wide, x : x + wide] = ink
        if side > FINEST:
            found[y : y + wide, x - wide : x + 2 * wide] = ink
            found[y : y + wide, x : x + wide] = inks[1] * np.float32(0.85)


def _carpet(wanted: Wanted) -> Picture:
    """Paint woven cloth with a border of gold where it ends."""
    side, mask = wanted.side, wanted.mask
    weave = (np.indices((side, side)).sum(0) // max(1, side // 16) % 2).astype(np.float32)
    found = mixed(mixed(wanted.base, wanted.bright, 0.16), wanted.dark, 0.16 * weave)
    across, down = grid_of(side)
    found = mixed(found, wanted.light, 0.5 * (np.abs(across - 0.5) + np.abs(down - 0.5) < 0.16))
    gold = mixed(wanted.bright, np.array((255, 214, 130), np.float32), 0.6)
    for bit, away in ((NORTH, down), (SOUTH, 1 - down), (WEST, across), (EAST, 1 - across)):
        if not mask & bit:
            found = mixed(found, gold, 0.85 * ((away > 0.06) & (away < 0.16)))
    return found


def _bridge(wanted: Wanted) -> Picture:
    """Paint boards laid across a way, with a rail where it ends."""
    side, mask = wanted.side, wanted.mask
    runs_across = bool(mask & (WEST | EAST)) or not mask & (NORTH | SOUTH)
    found, step = mixed(wanted.plain(0.1), wanted.bright, 0.16), max(3, side // 5)
    if not runs_across:
        found = found.transpose(1, 0, 2).copy()
        mask = (mask & NORTH) << 2 | (mask & SOUTH) << 2 | (mask & WEST) >> 2 | (mask & EAST) >> 2
    for number, start in enumerate(range(0, side, step)):
        found[:, start : start + step] *= np.float32(0.88 + 0.24 * wanted.rolls(20)[number])
        found[:, start] = wanted.dark * np.float32(0.6)
    rail, thick = wanted.bright, max(1, side // 10)
    for bit, part, shade in (
        (NORTH, np.s_[:thick], np.s_[thick : 2 * thick]),
        (SOUTH, np.s_[-thick:], np.s_[-2 * thick : -thick]),
    ):
        if not mask & bit:
            found[part], found[shade] = rail, wanted.dark
    return found if runs_across else found.transpose(1, 0, 2)


def _spike(wanted: Wanted) -> Picture:
    """Paint a stone that grew from the floor."""
    return _cone(wanted, hangs=False)


def _icicle(wanted: Wanted) -> Picture:
    """Paint a stone that hangs from above, over its drops on the floor."""
    return _cone(wanted, hangs=True)


def _cone(wanted: Wanted, *, hangs: bool) -> Picture:
    """Paint a cone of stone with a lit and a dark side."""
    found, (across, down) = _earth(wanted), grid_of(wanted.side)
    lean = 0.1 * (wanted.rolls(1)[0] - 0.5)
    high = (1.02 - down if hangs else down + 0.02) * 0.95
    middle = 0.5 + lean * high
    inside = (np.abs(across - middle) < 0.36 * high**1.3) & (down > 0.04) & (down < 0.94)
    lit = (0.75 - 1.5 * (across - middle + 0.1)).clip(0.06, 0.9)
    found = mixed(
        found,
        wanted.dark * np.float32(0.5),
        0.5 * (np.hypot(across - 0.55, (down - 0.86) * 2.4) < 0.36),
    )
    return np.where(inside[..., None], mixed(wanted.dark, wanted.bright, lit), found)


# What flows


def _shallows(wanted: Wanted) -> Picture:
    """Paint water through which the ground is seen, with small waves."""
    swell = field_of(wanted.side, wanted.grain, 4)
    found = mixed(wanted.base, wanted.bright, 0.12 + 0.26 * swell)
    return _shored(wanted, _crested(wanted, found, 3, 0.6), 0.5)


def _depths(wanted: Wanted) -> Picture:
    """Paint deep water: a dark swell, and few crests."""
    swell = field_of(wanted.side, wanted.grain, 3)
    found = mixed(wanted.base, wanted.bright, 0.02 + 0.16 * swell)
    return _shored(wanted, _crested(wanted, found, 2, 0.4), 0.25)


def _crested(wanted: Wanted, found: Picture, count: int, share: float) -> Picture:
    """Draw the crests of waves: short arcs that never cross the tile's edge."""
    side, rolls = wanted.side, wanted.rolls(3 * count, 19)
    for across, down, roll in zip(rolls[::3], rolls[1::3], rolls[2::3], strict=True):
        long = max(3, int(side * (0.2 + 0.2 * roll)))
        x, y = int(across * (side - long)), 1 + int(down * (side - 3))
        ink = wanted.tone(share * (0.7 + 0.6 * roll))
        found[y, x + 1 : x + long - 1] = ink
        found[y + 1, (x, x + long - 1)] = ink
    return found


def _shored(wanted: Wanted, found: Picture, foam: float) -> Picture:
    """Let water end at a shore, with foam."""
    rim = mixed(wanted.tone(0.75), WHITEST, 0.2)
    found = mixed(
        found, rim, foam * (1 - depth_of(wanted.mask, wanted.side) / 0.3).clip(0, 1) * 0.5
    )
    return _ended(wanted, found, rim, 0.03, 0.12)


def _lava(wanted: Wanted) -> Picture:
    """Paint a dark crust that moves on what glows below it."""
    ridge = np.abs(field_of(wanted.side, wanted.grain, 4) - field_of(wanted.side, 0, 5))
    glow = (1 - ridge * 5).clip(0, 1) ** 1.5
    found = mixed(wanted.base, wanted.bright, 0.14 + 0.86 * glow)
    found = mixed(found, np.array((255, 236, 150), np.float32), 0.7 * (glow - 0.8).clip(0) * 5)
    rim = mixed(wanted.bright, np.array((255, 220, 120), np.float32), 0.5)
    return _ended(wanted, found, rim, 0.03, 0.12)


def _void(wanted: Wanted) -> Picture:
    """Paint nothing at all, with stars in it, and the cliff down from the ground above."""
    side = wanted.side
    found = mixed(
        wanted.dark * np.float32(0.8),
        wanted.bright,
        0.22 * (field_of(side, wanted.grain, 3) - 0.45).clip(0),
    )
    rolls = wanted.rolls(6, 23)
    for across, down in zip(rolls[::2], rolls[1::2], strict=True):
        found[int(down * side), int(across * side)] = wanted.tone(0.4 + 0.6 * across)
    if wanted.mask == ALL:
        return found
    fall = 1 - depth_of(wanted.mask | CASTS ^ NORTH | NORTH_EAST, side) / 0.55
    rough = 0.6 + 0.5 * noise(side, wanted.grain, 6)
    cliff = mixed(wanted.under * np.float32(0.6), wanted.dark, 1 - fall.clip(0, 1))
    found = (
        np.where((fall * rough > 0.12)[..., None], cliff, found)
        if not wanted.mask & NORTH
        else found
    )
    return _ended(wanted, found, mixed(wanted.under, WHITEST, 0.2), 0.0, 0.14)


def _ice(wanted: Wanted) -> Picture:
    """Paint ice: smooth, with a slanted shine and a crack."""
    across, down = grid_of(wanted.side)
    found = mixed(wanted.base, wanted.bright, 0.28 + 0.12 * field_of(wanted.side, wanted.grain, 3))
    shine = np.abs((across + down + wanted.rolls(1)[0]) % 1 - 0.5) < 0.05
    found = mixed(found, WHITEST, 0.3 * shine)
    crack = np.abs(noise(wanted.side, wanted.grain + 5, 3) - 0.5) < 0.02
    return mixed(found, wanted.dark, 0.35 * crack)


# What stands


def _stairs_down(wanted: Wanted) -> Picture:
    """Paint steps that lead down into the dark."""
    return _steps(wanted, [0.9, 0.62, 0.38, 0.18, 0.04])


def _stairs_up(wanted: Wanted) -> Picture:
    """Paint steps that lead up into the light."""
    return _steps(wanted, [1.0, 0.8, 0.62, 0.46, 0.32])


def _steps(wanted: Wanted, tones: list[float]) -> Picture:
    """Paint steps from north to south, each narrower or wider than the one before."""
    side, goes_down = wanted.side, tones[-1] < 0.1
    found = mixed(wanted.dark * np.float32(0.5), wanted.base, 0.4 * noise(side, 3, 6))
    margin = max(1, side // 12)
    for number, tone in enumerate(tones):
        top = margin + number * (side - 2 * margin) // len(tones)
        end = margin + (number + 1) * (side - 2 * margin) // len(tones)
        inset = margin + (number if goes_down else len(tones) - 1 - number) * side // 20
        found[top:end, inset : side - inset] = mixed(wanted.dark, wanted.bright, tone)
        found[end - 1, inset : side - inset] = mixed(wanted.dark, wanted.bright, tone * 0.45)
    return found


def _masonry(wanted: Wanted) -> Picture:
    """Paint a built wall: its top, and a face of bricks where there is ground south of it."""
    return _walled(wanted, _bricks)


def _timber(wanted: Wanted) -> Picture:
    """Paint the wall of a house: a beam along its top, and a face of posts and plaster."""
    return _walled(wanted, _framing)


def _ashlar(wanted: Wanted) -> Picture:
    """Paint a wall of great blocks, with merlons along its top."""
    return _walled(wanted, _blocks)


def _walled(wanted: Wanted, face: Callable[[Wanted, int], Picture]) -> Picture:
    """Paint a wall whose face is painted by another painter, for so many rows."""
    side, mask = wanted.side, wanted.mask
    if mask == ALL:
        return mixed(
            wanted.dark, wanted.base, 0.35 + 0.3 * noise(side, wanted.grain, 6)
        ) * np.float32(0.8)
    found = mixed(wanted.base, wanted.bright, 0.08 + 0.1 * noise(side, wanted.grain, 8))
    edge, bright = max(1, side // 12), mixed(wanted.base, wanted.bright, 0.62)
    low = side
    if not mask & SOUTH:
        low = side * 7 // 16
        found[low:] = face(wanted, side - low)
        found[low : low + edge] = bright
        found[-1] = wanted.dark * np.float32(0.5)
    for bit, part in (
        (NORTH, np.s_[:edge]),
        (WEST, np.s_[:low, :edge]),
        (EAST, np.s_[:low, -edge:]),
    ):
        if not mask & bit:
            found[part] = bright
    _corners(found, mask, edge, bright)
    return found


def _bricks(wanted: Wanted, rows: int) -> Picture:
    """Paint bricks in courses, each course a little darker than the one above."""
    side = wanted.side
    found = mixed(wanted.base, wanted.bright, 0.3 + 0.06 * noise(side, wanted.grain, 6)[:rows])
    course, long = max(2, -(-rows // 3)), max(4, side // 2)
    for number, top in enumerate(range(0, rows, course)):
        found[top : top + course] *= np.float32(1.06 - 0.13 * number)
        found[min(top + course, rows) - 1] = wanted.dark
        start = (number + wanted.grain) % 2 * long // 2
        found[top : top + course, start::long] = wanted.dark
        tone = np.float32(0.9 + 0.2 * wanted.rolls(4)[number])
        found[top : top + course, start + 1 : start + long] *= tone
    return found


def _framing(wanted: Wanted, rows: int) -> Picture:
    """Paint plaster between posts, with braces in some."""
    side = wanted.side
    plaster = mixed(mixed(wanted.base, wanted.bright, 0.5), np.full(3, 200, np.float32), 0.3)
    found = mixed(plaster, wanted.base, 0.3 * noise(side, wanted.grain, 6)[:rows])
    post, beam = max(2, side // 8), wanted.dark * np.float32(0.9)
    found[:, :post] = found[:, side - post // 2 :] = beam
    found[-max(1, side // 12) :] = beam
    across, down = grid_of(side)
    if wanted.grain % 4 == 1:
        brace = np.abs(across[:rows] - down[:rows] * side / rows) < 0.07
        found[brace] = beam
    return found


def _blocks(wanted: Wanted, rows: int) -> Picture:
    """Paint great smooth blocks with a groove between them."""
    side = wanted.side
    shade = np.linspace(0.42, 0.2, rows, dtype=np.float32)[:, None]
    found = mixed(wanted.base, wanted.bright, shade + 0.05 * noise(side, wanted.grain, 6)[:rows])
    found[rows // 2] = wanted.dark
    start = side // 4 if wanted.grain % 2 else side * 3 // 4
    found[: rows // 2, start] = found[rows // 2 :, (start + side // 2) % side] = wanted.dark
    return found


def _window(wanted: Wanted) -> Picture:
    """Paint a window in a built wall: glazed, with bars, and light behind it."""
    return _glazed(wanted, _masonry(wanted))


def _house_window(wanted: Wanted) -> Picture:
    """Paint a window in the wall of a house."""
    return _glazed(wanted, _timber(wanted))


def _glazed(wanted: Wanted, found: Picture) -> Picture:
    """Put a window into a wall: in its face to the south, or as a slit of light along its top."""
    side, mask = wanted.side, wanted.mask
    thin, (across, down) = max(1, side // 16), grid_of(side)
    if mask & NORTH and mask & SOUTH and not (mask & WEST and mask & EAST):
        left, right, top, bottom = side * 3 // 8, side - side * 3 // 8, side // 6, side - side // 6
    else:
        left, right, top, bottom = side // 5, side - side // 5, side // 2, side - side // 9
    pane = np.s_[top:bottom, left:right]
    found[max(0, top - thin) : bottom + thin, left - thin : right + thin] = (
        wanted.dark * np.float32(0.7)
    )
    shine = 1 - 0.9 * np.abs(across - 0.5) - 0.35 * down
    found[pane] = mixed(wanted.bright * np.float32(0.62), WHITEST, 0.55 * shine.clip(0, 1))[pane]
    if side >= FINE:
        found[top:bottom, side // 2 - thin // 2 : side // 2 - thin // 2 + thin] = wanted.dark
        found[(top + bottom) // 2 : (top + bottom) // 2 + thin, left:right] = wanted.dark
    return found


def _corners(found: Picture, mask: int, edge: int, bright: Picture) -> None:
    """Brighten the corners at which only the ground across is open."""
    parts = np.s_[:edge, :edge], np.s_[:edge, -edge:], np.s_[-edge:, :edge], np.s_[-edge:, -edge:]
    for (corner, sides), part in zip(CORNERS, parts, strict=True):
        if not mask & corner and mask & sides == sides:
            found[part] = bright


def _rock(wanted: Wanted) -> Picture:
    """Paint grown rock: lumps lit from above, a bright rim, and a rough dark face to the south."""
    side, mask = wanted.side, wanted.mask
    lump = field_of(side, wanted.grain, 4)
    slope = (np.roll(lump, 1, 0) + np.roll(lump, 1, 1) - 2 * lump) * np.float32(side / 9)
    found = mixed(wanted.base, wanted.bright, (0.16 + 0.24 * lump).clip(0, 1))
    found = mixed(found, wanted.dark, (-slope).clip(0, 0.6))
    found = mixed(found, wanted.bright, slope.clip(0, 0.5))
    if mask == ALL:
        return mixed(found, wanted.dark, 0.55) * np.float32(0.78)
    rough = noise(side, wanted.grain + 40, 5)
    depth = depth_of(mask, side) - np.float32(0.12) * rough
    found = mixed(found, wanted.bright, 0.75 * ((0.2 - depth) / 0.14).clip(0, 1))
    if not mask & SOUTH:
        away = 1 - grid_of(side)[1]
        face = (away < 0.36 + 0.14 * rough)[..., None]
        cleft = mixed(wanted.base, wanted.dark, (1 - away / 0.4 + 0.5 * (rough - 0.5)).clip(0.1, 1))
        found = np.where(face, cleft, found)
    return _ended(wanted, found, wanted.dark, 0.02, 0.12)


def _tree(wanted: Wanted) -> Picture:
    """Paint a tree: a crown of clumps on its trunk, or a fir; within a wood nothing but crowns."""
    inner, found = bool(wanted.mask & SOUTH), _undergrowth(wanted)
    if not inner:
        across, down = grid_of(wanted.side)
        trunk = (np.abs(across - 0.5) < 0.08 - 0.03 * (down - 0.6)) & (down > 0.58) & (down < 0.95)
        bark = mixed(BARK, wanted.dark, 0.3 + 1.6 * (across - 0.44).clip(0))
        found = np.where(trunk[..., None], bark, found)
    leaf, light, rim = _crown(wanted.side, wanted.grain, inner=inner, is_deep=wanted.mask == ALL)
    found = np.where(leaf[..., None], mixed(wanted.dark, wanted.bright, light), found)
    found[rim] = wanted.dark * np.float32(0.45)
    return found


@lru_cache(maxsize=4)
def _crown(
    side: int, grain: int, *, inner: bool, is_deep: bool
) -> tuple[NDArray[np.bool_], Shares, NDArray[np.bool_]]:
    """Return the leaves of a tree, the light on them, and their lower rim: the same wherever the wood ends."""
    across, down = grid_of(side)
    if grain % 4 == 3 and not is_deep:
        crown = _fir(across, down, 0.12 if inner else 0.0)
    else:
        rolls, crown = _rolls(grain * 31 + 27, 27), np.full((side, side), -1.0, np.float32)
        low, wide, high, thick = (0.5, 0.8, 0.8, 0.27) if inner else (0.38, 0.46, 0.34, 0.2)
        for x, y, size in zip(rolls[::3], rolls[1::3], rolls[2::3], strict=True):
            far = np.hypot(across - 0.5 - wide * (x - 0.5), down - low - high * (y - 0.5))
            np.maximum(crown, 1 - far / np.float32(thick + 0.12 * size), out=crown)
    leaf = crown > 0
    light = 0.5 + 0.5 * crown - (0.2 if inner else 0.55) * down - 0.25 * (across - 0.3)
    light += 0.3 * (noise(side, grain, 9) - 0.4)
    return leaf, (light * (0.7 if is_deep else 1)).clip(0.04, 0.95), leaf & ~np.roll(leaf, -1, 0)


def _undergrowth(wanted: Wanted) -> Picture:
    """Paint the ground under trees and giant mushrooms: dark between them, with a shadow below those at the edge."""
    side, (across, down) = wanted.side, grid_of(wanted.side)
    ground = mixed(wanted.dark, wanted.base, 0.5 * noise(side, wanted.grain, 6)) * np.float32(0.7)
    found = _ended(wanted, ground, ground, 0.08, 0.3)
    if not wanted.mask & SOUTH:
        far = np.hypot(across - 0.54, (down - 0.9) * np.float32(2.6))
        found = mixed(found, np.zeros(3, np.float32), 0.4 * (far < 0.36))
    return found


BARK = np.array((112, 78, 48), np.float32)


def _fir(across: Shares, down: Shares, drop: float) -> Shares:
    """Return the crown of a fir: above 0.0 within it, with three tiers."""
    high = (down - drop) * np.float32(1.15)
    tier = high * 3 % 1
    wide = 0.1 + 0.3 * high * 0.7 + 0.14 * tier
    inside = np.minimum(wide - np.abs(across - 0.5), np.minimum(high - 0.02, 0.84 - high))
    found: Shares = (inside * 3 - 0.2 * (1 - tier) * (inside > 0)).astype(np.float32)
    return found


def _cap(wanted: Wanted) -> Picture:
    """Paint a giant mushroom: domes, bells, plates and clusters, of four hues."""
    across, down = grid_of(wanted.side)
    hue, found = HUES[wanted.grain % len(HUES)], _undergrowth(wanted)
    share = 0.55 if wanted.mask == ALL else 1.0
    for x, y, size, flat in SHAPES[wanted.grain * 3 % len(SHAPES)]:
        found = _mushroom(wanted, found, (across - x) / size, (down - y) / size, flat, hue, share)
    return found


HUES = np.array(
    ((1, 1, 1), (0.62, 0.95, 1.2), (1.15, 0.72, 0.5), (0.95, 0.8, 1.1), (0.6, 1.15, 0.85)),
    np.float32,
)
"""By what the colour of caps is multiplied, so that they are not all alike."""
SHAPES = (
    ((0.5, 0.5, 1.0, 0.5),),
    ((0.3, 0.62, 0.6, 0.5), (0.68, 0.42, 0.72, 0.42)),
    ((0.5, 0.46, 1.05, 0.3),),
    ((0.5, 0.54, 0.9, 0.78),),
    ((0.26, 0.46, 0.5, 0.6), (0.74, 0.5, 0.5, 0.5), (0.5, 0.7, 0.56, 0.42)),
    ((0.46, 0.52, 0.94, 0.6),),
    ((0.66, 0.6, 0.66, 0.4), (0.32, 0.44, 0.62, 0.75)),
)
"""The mushrooms of a tile: where the middle of each is, its size, and how high its cap is."""


def _mushroom(
    wanted: Wanted, found: Picture, x: Shares, y: Shares, high: float, hue: Picture, share: float
) -> Picture:
    """Paint a mushroom around a point: its stem, its gills and its cap, with spots."""
    stem = (np.abs(x) < 0.09 + 0.05 * y) & (y > 0) & (y < 0.42)
    pale = mixed(np.array((206, 192, 184), np.float32), wanted.dark, 1 - 0.7 * share)
    found = np.where(stem[..., None], mixed(pale, wanted.dark, (0.3 + 2 * x).clip(0, 0.7)), found)
    cap = (x / 0.46) ** 2 + ((y - 0.06) / high) ** 2 < 1
    cap &= y < 0.1 + 0.06 * np.cos(x * 6)
    lit = (0.62 - 0.9 * (y + 0.5 * high) - 0.5 * x).clip(0.08, 1) * share
    ink = (wanted.bright * hue).clip(0, 255)
    found = np.where(cap[..., None], mixed(wanted.dark, ink, lit), found)
    gill = cap & (y > 0.03)
    found = np.where(gill[..., None], ink * np.float32(0.34 * share), found)
    rolls = wanted.rolls(8, 29)
    for across, down in zip(rolls[::2], rolls[1::2], strict=True):
        spot = np.hypot(x - 0.6 * (across - 0.5), (y + high * (0.25 + 0.5 * down)) * 1.3) < 0.05
        found = mixed(found, WHITEST, 0.62 * share * (spot & cap))
    edge = cap & ~np.roll(cap, 1, 0)
    return mixed(found, mixed(ink, WHITEST, 0.35), 0.55 * share * edge)


PAINTERS: dict[str, Callable[[Wanted], Picture]] = {
    "slabs": _slabs, "inlaid": _inlaid, "checked": _checked, "veined": _veined, "cobbles": _cobbles,
    "planks": _planks, "earth": _earth, "gravel": _gravel, "loam": _loam, "moss": _moss, "ash": _ash,
    "path": _path, "grass": _grass, "carpet": _carpet, "bridge": _bridge, "spike": _spike,
    "icicle": _icicle, "shallows": _shallows, "depths": _depths, "lava": _lava, "void": _void,
    "ice": _ice, "stairs down": _stairs_down, "stairs up": _stairs_up, "masonry": _masonry,
    "timber": _timber, "ashlar": _ashlar, "window": _window,
    "house window": _house_window, "rock": _rock, "tree": _tree, "cap": _cap,
}  # fmt: skip
RAGGED = frozenset(
    ("gravel", "path", "grass", "shallows", "depths", "lava", "void", "rock", "tree", "cap")
)
"""The painters of what ends in a ragged line, behind which other ground is seen."""
ENDING = RAGGED | {"carpet", "bridge", "masonry", "timber", "ashlar", "window", "house window"}
"""The painters that are told where their ground ends."""
GROWN = frozenset(("tree", "cap"))
"""What stands for itself wherever it is."""
CASTING = frozenset(("masonry", "timber", "ashlar", "rock"))
"""Walls that throw a shadow on the floor."""


# What all of them use


def mixed(one: Picture, other: Picture, share: Share) -> Picture:
    """Blend one colour or picture toward another by a share for each pixel."""
    found: Picture = one + (other - one) * np.asarray(share, np.float32)[..., None]
    return found


@cache
def grid_of(side: int) -> tuple[Shares, Shares]:
    """Return how far across and down each pixel's middle is in a tile, [row, column]."""
    at = ((np.arange(side) + 0.5) / side).astype(np.float32)
    across, down = np.meshgrid(at, at)
    across.flags.writeable = down.flags.writeable = False
    return across, down


@lru_cache(maxsize=512)
def _rolls(seed: int, count: int) -> list[float]:
    """Return so many numbers of 0.0 to 1.0, far apart for neighbouring seeds."""
    start = np.uint32(seed * 0x85EBCA6B & 0xFFFFFFFF)
    turned = np.arange(count, dtype=np.uint32) * np.uint32(0x9E3779B1) + start
    for by in (15, 13):
        turned = (turned ^ turned >> np.uint32(by)) * np.uint32(0x2C1B3C6D)
    found: list[float] = ((turned >> np.uint32(8) & np.uint32(0xFFFF)) / 65_536).tolist()
    return found


@lru_cache(maxsize=8)
def field_of(side: int, seed: int, grid: int) -> Shares:
    """Return noise that has the same edges whatever its seed, so that tiles of any seeds adjoin without a seam."""
    across, down = grid_of(side)
    within = (np.sin(np.pi * across) * np.sin(np.pi * down) * 1.6).clip(0, 1)
    found: Shares = noise(side, 97, grid) * (1 - within) + noise(side, seed, grid) * within
    found.flags.writeable = False
    return found


@lru_cache(maxsize=8)
def noise(side: int, seed: int, grid: int) -> Shares:
    """Return noise, 0.0 to 1.0, [row, column]: smooth between the points of a grid, and the same at every edge."""
    row, column = np.indices((grid, grid), dtype=np.uint32)
    mixed = (
        row * np.uint32(73856093)
        ^ column * np.uint32(19349663)
        ^ np.uint32(seed * 83492791 & 0xFFFFFFFF)
    )
    mixed = (mixed ^ mixed >> np.uint32(13)) * np.uint32(0x2C1B3C6D)
    points = (mixed >> np.uint32(12) & np.uint32(1023)).astype(np.float32) / 1023
    at = np.arange(side) * grid / side
    first, part = at.astype(int), (at % 1).astype(np.float32)
    part = part * part * (3 - 2 * part)
    after = (first + 1) % grid
    rows = points[first] * (1 - part[:, None]) + points[after] * part[:, None]
    found: Shares = rows[:, first] * (1 - part) + rows[:, after] * part
    found.flags.writeable = False
    return found
