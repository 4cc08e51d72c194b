"""The map as pixels: what is kept never shows, nothing unseen is lit, and everything can be drawn at every size."""

from functools import cache
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from numpy.typing import NDArray

from roguelike.actions import wizardry
from roguelike.core.colour import BLACK, VARIANTS, Colour
from roguelike.core.geometry import Point
from roguelike.core.records import replace
from roguelike.devices.headless import Headless
from roguelike.devices.painting import cells
from roguelike.devices.painting.canvas import Canvas
from roguelike.devices.painting.ground_table import THEMES
from roguelike.devices.painting.light import FLAMES
from roguelike.engine.views.records import LETTERING, LampView, LightView, MapView, Thing, Tile
from roguelike.lab.benchmark.screen_rows import FIRES
from roguelike.lab.benchmark.screen_rows import Stage as Seat
from roguelike.toolkit import widgets
from roguelike.toolkit.palette import palette
from roguelike.ui.stage.animation import Particle
from roguelike.ui.stage.camera import Camera
from roguelike.ui.stage.stage import Kind, Mark, Stage

WIDTH, HEIGHT = 24, 9
RED: Colour = (255, 0, 0)


def hall(**parts: Any) -> MapView:
    """Return a dark hall with ground of every kind, in view and known as a whole unless said otherwise."""
    tiles = np.array([list(Tile)[x % len(Tile)] for x in range(WIDTH)], np.uint8)
    known = np.ones((WIDTH, HEIGHT), np.bool_)
    plain = np.repeat(tiles[:, None], HEIGHT, axis=1)
    view = MapView("T", "default", 3, plain, known, known, frozenset(), (), (4, 4))
    return replace(view, own_light=LightView((255, 206, 138), 6), **parts)


def shown(view: MapView, side: int = 16, variant: str = "default", **parts: Any) -> Stage:
    """Return a stage that shows all of a level, and a margin around it."""
    cell = (10, 16)
    rect = widgets.Rect(0, 0, (WIDTH + 1) * side // cell[0] + 1, (HEIGHT + 1) * side // cell[1] + 1)
    camera = Camera(rect, 0, 0, cell, (side, side))
    return Stage(view, camera, palette(variant), **parts)


def pixels(stage: Stage) -> NDArray[np.int64]:
    """Return the pixels of a stage's tiles, [x, y, row, column, channel]."""
    pane, side = Canvas().compose(stage), stage.camera.tile[0]
    whole = pane.view(np.uint8).reshape(*pane.shape, 4)[: HEIGHT * side, : WIDTH * side, :3]
    tiles = whole.reshape(HEIGHT, side, WIDTH, side, 3).transpose(2, 0, 1, 3, 4)
    return tiles.astype(np.int64)


@pytest.mark.parametrize("turns", [8, pytest.param(30, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("zoom", "depth"), [("16", 1), ("24", 4), ("fit", 12)])
def test_a_kept_canvas_shows_what_a_fresh_one_does(
    tmp_path: Path, zoom: str, depth: int, turns: int
) -> None:
    """Over a bot's game, with fires, blood and flying sparks, while the map scrolls."""
    device = Headless(100, 40)
    device.cell_pixels = (10, 16)
    seat = Seat(device, tmp_path, "kept")
    seat.program.settings = replace(seat.program.settings, hints="off", zoom=zoom)
    for command in (wizardry.ToggleGod(), *map(wizardry.Learn, FIRES), wizardry.Travel(depth)):
        seat.session.do(command)
    kept, console = Canvas(), device.new_console()
    for number in range(turns):
        seat.turn()
        seat.play.view.board.shimmer.tick = number
        variant = VARIANTS[number // 4 % len(VARIANTS)]
        seat.program.settings = replace(seat.program.settings, palette=variant)
        stage = seat.stack.draw(console)
        assert isinstance(stage, Stage)
        before, version = kept._pane.copy(), kept.version
        now = kept.compose(stage)
        assert np.array_equal(now, Canvas().compose(stage)), number
        if kept.version > version and before.shape == now.shape:
            before[kept.changed] = now[kept.changed]
            assert np.array_equal(before, now), "nothing else is given to the device"
        version = kept.version
        again = seat.stack.draw(console)
        assert isinstance(again, Stage)
        kept.compose(again)
        assert kept.version == version, "nothing has changed"
        if seat.session.is_over:
            break
    seat.host.close()


GROUNDS = (*THEMES, "limestone|9|dwarven")
PAINTED = [
    pytest.param(theme, variant, marks=() if number % len(VARIANTS) == place else pytest.mark.soak)
    for number, theme in enumerate(GROUNDS)
    for place, variant in enumerate(VARIANTS)
]
"""Each ground in one palette or another; every ground in every palette in long runs."""


@pytest.mark.parametrize(("theme", "variant"), PAINTED)
@pytest.mark.parametrize("side", [16, pytest.param(33, marks=pytest.mark.soak)])
def test_ground_of_every_kind_is_painted_in_every_place_and_palette(
    theme: str, variant: str, side: int
) -> None:
    stains = frozenset((x, y) for x in range(WIDTH) for y in (1, 2))
    things = tuple(
        Thing(
            (x, 4),
            "@%▄Ж"[x % 4] if x > 3 else FLAMES[x % 3],
            RED,
            BLACK if x % 2 else (0, 0, 90),
            1,
            x,
        )
        for x in range(WIDTH)
    )
    flames = LampView(
        1, (6, 6), LightView((255, 150, 60), 5, 1.0, 0.3), 0, np.ones((WIDTH, HEIGHT), np.uint8)
    )
    view = hall(theme=theme, stains=stains, things=things, lamps=(flames,))
    lit = pixels(shown(view, side, variant, tick=5))
    assert (lit.max(axis=(2, 3, 4)) > 16).all(), "no tile is black"
    memory = pixels(shown(replace(view, visible=np.zeros_like(view.visible)), side, variant))
    assert memory[:, 7].mean() < lit[:, 7].mean()


def test_what_is_not_known_is_night_and_light_falls_only_where_one_sees() -> None:
    lamp = LampView(
        1, (12, 4), LightView((255, 255, 255), 8), 0, np.ones((WIDTH, HEIGHT), np.uint8)
    )
    view = hall()
    seen, known = view.visible.copy(), view.explored.copy()
    seen[12:], known[20:] = False, False
    view = replace(view, visible=seen, explored=known)
    dark, bright = pixels(shown(view)), pixels(shown(replace(view, lamps=(lamp,))))
    assert np.array_equal(dark[13:], bright[13:]), "it fades within a tile"
    assert bright[11].mean() > dark[11].mean()
    night = THEMES["default"].night
    assert (dark[20:] == np.array(night)).all()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("colour", [(255, 0, 0), (90, 0, 0), (0, 0, 200), (60, 60, 60)])
def test_a_creature_is_seen_on_lit_ground_in_every_palette(variant: str, colour: Colour) -> None:
    """A pure red was as dark in greyscale as the floor of a lit hall."""
    whole = hall(evenly_lit=True)
    bare, stood = (
        pixels(shown(replace(whole, things=things), 24, variant)).mean(axis=-1)
        for things in ((), (Thing((2, 2), "l", colour, BLACK, 0, 1, ""),))
    )
    assert (stood - bare).max() > 40


def test_a_sign_that_is_seen_in_part_is_read_as_one_word() -> None:
    """The first picture of each game said "UB" beside a grey "P": its tile was out of view."""
    view = hall(evenly_lit=True)
    seen = view.visible.copy()
    seen[:5] = False
    for icon, is_one in ((LETTERING, True), ("", False)):
        letters = [Thing((x, 0), "B", (255, 224, 130), BLACK, 5, 1, icon) for x in (4, 5)]
        inks = pixels(shown(replace(view, visible=seen, things=tuple(letters)), 24)).max(
            axis=(2, 3)
        )
        assert np.array_equal(inks[4, 0], inks[5, 0]) is is_one


def test_a_sign_that_is_seen_in_part_hangs_on_one_board() -> None:
    """Of PUB, half in view, the U alone stood on a board."""
    view = hall(evenly_lit=True)
    seen = view.visible.copy()
    seen[:5] = False
    view = replace(view, visible=seen)
    bare = pixels(shown(view, 24))[4:6, 0]
    board = [Thing((x, 0), " ", (255, 224, 130), (90, 0, 0), 5, 1, LETTERING) for x in (4, 5)]
    hung = pixels(shown(replace(view, things=tuple(board)), 24))[4:6, 0]
    reddened = (hung[..., 0] > bare[..., 0]).mean(axis=(1, 2))
    assert reddened.min() > 0.9


def test_what_flies_lights_the_hall() -> None:
    spark = Particle((12, 4), "*", (120, 160, 255), 1.0)
    plain, lit = pixels(shown(hall())), pixels(shown(hall(), particles=(spark,)))
    assert lit[12, 5].mean() > plain[12, 5].mean()
    assert np.array_equal(lit[20], plain[20])


@cache
def unmarked(side: int) -> NDArray[np.int64]:
    """Return the pixels of a hall without any mark, the same for marks of every kind."""
    return pixels(shown(hall(), side))


@pytest.mark.parametrize(
    "side", [16, *(pytest.param(side, marks=pytest.mark.soak) for side in (24, 64))]
)
@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_of_mark_is_drawn_and_cut_at_the_edges(kind: Kind, side: int) -> None:
    plain = unmarked(side)
    for point in ((5, 4), (0, 0), (WIDTH - 1, HEIGHT - 1), (-3, 20)):
        cells = (point, (point[0] + 1, point[1] + 1)) if kind in ("way", "strike") else (point,)
        mark = Mark(kind, cells, 7, 3.5, 0.5, "o", "path" if kind == "cursor" else "foe")
        found = pixels(shown(hall(), side, marks=[mark]))
        changed = np.argwhere((found != plain).any(axis=(2, 3, 4))).tolist()
        is_inside = 0 <= point[0] < WIDTH and 0 <= point[1] < HEIGHT
        assert bool(changed) == is_inside
        assert all(abs(x - point[0]) <= 2 and abs(y - point[1]) <= 2 for x, y in changed)


def test_where_somebody_stands_yet_who_comes_is_a_colour_and_a_sign_beside_their_letter() -> None:
    """A goblin that steps where an orc leader stands yet turned the leader's "O" into a "g", and later was missed."""
    leader = Thing((5, 4), "O", RED, BLACK, 1, 8, "")
    ghost = Mark("ghost", ((5, 4),), 7, 0.0, 1.0, "g", "foe")
    stood = replace(hall(), things=(leader,))
    bare, plain, found = (
        pixels(stage)[5, 4]
        for stage in (shown(hall(), 24), shown(stood, 24), shown(stood, 24, marks=[ghost]))
    )
    corner = np.zeros(plain.shape[:2], bool)
    corner[12:, 12:] = True
    letter = (plain[..., 0] - bare[..., 0] > 100) & ~corner
    assert letter.sum() > 20
    assert np.abs(found - plain)[letter].max() < 40
    assert np.abs(found - plain)[~letter & ~corner].mean() > 10
    assert np.abs(found - plain)[corner].max() > 100
    potion = leader._replace(order=2)
    free = replace(hall(), things=(potion,))
    assert not np.array_equal(pixels(shown(free, 24, marks=[ghost])), pixels(shown(free, 24)))


@pytest.mark.parametrize("count", range(5))
def test_a_loss_is_written_where_nobody_stands(count: int) -> None:
    """In a heap the number at the hero lay over the letter of whoever stood below."""
    crowd = [(5, 5), (6, 4), (4, 4), (5, 3)][:count]
    orcs = tuple(Thing(point, "O", RED, BLACK, 1, 8, "") for point in [(5, 4), *crowd])
    view, loss = replace(hall(), things=orcs), Mark("loss", ((5, 4),), 7, 12.0)
    changed = pixels(shown(view, 24, marks=[loss])) != pixels(shown(view, 24))
    found = {(int(x), int(y)) for x, y in np.argwhere(changed.any(axis=(2, 3, 4)))}
    assert (5, 4) in found
    assert not found.intersection(crowd)


@pytest.mark.parametrize("back", [BLACK, (60, 60, 60)])
@pytest.mark.parametrize("glyph", ["@", "g"])
def test_a_fire_is_seen_around_whoever_stands_in_it(glyph: str, back: Colour) -> None:
    """Under a blinded hero it was a brown shade behind a letter."""
    fire = Thing((5, 4), "▒", (255, 150, 60), BLACK, 4, 7, "")
    somebody = Thing((5, 4), glyph, RED, back, 0, 8, "")
    light = LightView((255, 150, 60), 3, 1.0, 0.3)
    lamp = LampView(7, (5, 4), light, 0, np.ones((WIDTH, HEIGHT), np.uint8))
    tile = pixels(shown(hall(things=(fire, somebody), lamps=(lamp,)), 24, tick=3))[5, 4]
    red, green, blue = np.moveaxis(tile, -1, 0)
    is_flame = (red > 200) & (green > 90) & (blue < red - 60)
    for edge in (is_flame[-4:], is_flame[8:16, :4], is_flame[8:16, -4:]):
        assert edge.mean() > 0.3


@pytest.mark.parametrize("kind", ["loss", "dies"])
def test_beside_a_creature_a_number_leaves_its_letter_free(kind: Kind) -> None:
    """Of the hero under "-13" and "†1%" nothing was left but an eye."""
    here = x, y = hall().player
    view = replace(hall(), things=(Thing(here, "@", RED, BLACK, 1, 8, ""),))
    mark = Mark(kind, (here,), 8, 13.0, 0.1)
    changed = pixels(shown(view, 24, marks=[mark])) != pixels(shown(view, 24))
    assert np.count_nonzero(changed[x, y].any(axis=2)) <= 24 * 3
    assert changed[x, y + 1].any()


@pytest.mark.parametrize("start", [(1, 4), (2, 2), (4, 4), (6, 5)])
def test_a_line_ends_at_the_edge_of_a_tile_and_goes_below_letters(start: Point) -> None:
    """Two arrowheads covered the hero, and a bolt the three who stood in its way."""
    places = {(5, 4), (3, 4), start}
    orcs = tuple(Thing(point, "O", RED, BLACK, 1, n, "") for n, point in enumerate(places))
    view, line = replace(hall(), things=orcs), Mark("strike", (start, (5, 4)), 8, 13.0, 1.0)
    plain, found = pixels(shown(view, 24)), pixels(shown(view, 24, marks=[line]))
    for point in places:
        ink = plain[point][..., 0] > 240
        assert ink.any()
        assert np.array_equal(found[point][ink], plain[point][ink])
    assert not (found[5, 4] != plain[5, 4])[6:18, 6:18].any(axis=2).all()


def test_screens_above_darken_the_map_and_a_hit_shakes_it() -> None:
    canvas, stage = Canvas(), shown(hall())
    plain = canvas.compose(stage).copy()
    stage.dims = 1
    assert np.array_equal(canvas.compose(stage), plain >> 1 & 0x7F7F7F7F)
    stage.dims, stage.shake = 0, 1
    assert np.array_equal(canvas.compose(stage), np.roll(plain, 10, axis=1))


def test_numbers_rise_the_dead_fade_and_the_hit_sway_only_where_they_are() -> None:
    plain = pixels(shown(hall()))
    told = {
        "number": Particle((5, 4), "", RED, 0.2, text="12", lift=0.5),
        "death": Particle((5, 4), "", RED, 0.6, fallen="k"),
        "hit": Particle((5, 4), "", RED, 0.6, sway=0.12),
    }
    for name, particle in told.items():
        found = pixels(shown(hall(), particles=(particle,)))
        changed = np.abs(found - plain).max(axis=(2, 3, 4))
        assert changed[5, 3:5].any(), name
        assert np.array_equal(found[20], plain[20]), name


def test_a_tile_that_costs_nothing_is_not_tinted_beside_one_that_does() -> None:
    """Fifty tiles of "0" stood in the yellow of those that cost 3: what is safe was not seen."""
    plain = pixels(shown(hall(), 32))
    free, dear = (Mark("danger", ((x, 4),), None, amount) for x, amount in ((5, 0.01), (7, 3.0)))
    found = pixels(shown(hall(), 32, marks=[free, dear]))
    corner = np.s_[:6, :6]
    assert np.array_equal(found[5, 4][corner], plain[5, 4][corner])
    assert not np.array_equal(found[5, 4], plain[5, 4]), "the figure is there"
    assert (found[7, 4][corner] != plain[7, 4][corner]).any()


@pytest.mark.parametrize("is_wide", [False, True])
def test_in_cells_a_tile_that_costs_nothing_is_not_tinted(*, is_wide: bool) -> None:
    grounds = []
    for amount in (0.01, 3.0):
        camera = Camera(widgets.Rect(0, 0, WIDTH * 2, HEIGHT), 0, 0, (1, 1), (1 + is_wide, 1))
        mark = Mark("danger", ((5, 4),), None, amount)
        drawn = [cells.drawn(Stage(hall(), camera, palette(), marks=each)) for each in ([], [mark])]
        grounds.append([each[4, 5 + 5 * is_wide, 2] for each in drawn])
    (before, free), (_, dear) = grounds
    assert free == before != dear
