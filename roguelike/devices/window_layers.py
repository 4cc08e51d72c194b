"""What a window's graphics device shows: the text over the map, as textures, and where a pixel is on the console.

The one decision: this only shows. The map comes as pixels and the text as cells; whatever the device forgets is made
again from the last frame.
"""

from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
import tcod.render
import tcod.sdl.render
import tcod.sdl.video
import tcod.tileset
from tcod.cffi import ffi, lib
from tcod.console import Console
from tcod.sdl.render import BlendMode, ScaleMode, Texture

from roguelike.toolkit import widgets
from roguelike.toolkit.rows import CLEAR, Cells, alike, cells_of, holes
from roguelike.toolkit.screen import Frame

if TYPE_CHECKING:  # nothing of the map is loaded before it is seen
    from numpy.typing import NDArray

    from roguelike.devices.painting.canvas import Canvas

Area = tuple[int, int, int, int]
"""Left, top, width and height in pixels."""


class Layers:
    """Shows frames in a window."""

    def __init__(self, window: tcod.sdl.video.Window, letters: tcod.tileset.Tileset) -> None:
        """Take hold of the window's graphics device.

        Waiting for vertical sync would only delay each answer to a key by up to a sixtieth of a second: nothing is
        presented unless it changed, and the loop sets the pace of animations.
        """
        self._canvas: Canvas | None = None
        self._letters = letters
        self._with_holes: Console | None = None
        self.renew(window)

    def renew(self, window: tcod.sdl.video.Window) -> None:
        """Give the graphics device everything anew."""
        self.close()
        self._renderer = tcod.sdl.render.new_renderer(window, vsync=0)
        self.write_with(self._letters)

    def close(self) -> None:
        """Free what the graphics device holds, in the order that it needs."""
        self._version, self._rect = -1, widgets.NOWHERE
        """The version of the map's pixels that the device has, and where they are shown."""
        self._shown: tuple[tuple[int, int], bytes] | None = None
        """The size of the window and the cells of the last frame."""
        self._map: Texture | None = None
        with suppress(AttributeError):  # it has none yet
            del self._text, self._renderer

    def write_with(self, letters: tcod.tileset.Tileset) -> None:
        """Write with these letters from now on."""
        self._letters = letters
        atlas = tcod.render.SDLTilesetAtlas(self._renderer, letters)
        self._text = tcod.render.SDLConsoleRender(atlas)

    @property
    def cell(self) -> tuple[int, int]:
        """The pixels of a console cell, across and down."""
        return self._letters.tile_width, self._letters.tile_height

    @property
    def size(self) -> tuple[int, int]:
        """The pixels of the window, across and down."""
        width, height = self._renderer.output_size
        return int(width), int(height)

    def cell_at(self, position: tuple[float, float], frame: Frame) -> tuple[float, float]:
        """Return the place on a frame's console, in cells and shares of them, at a position of the window."""
        x, y = self._renderer.coordinates_from_window((position[0], position[1]))
        left, top, share = self._placed(frame.console)
        across, down = self.cell
        return (x - left) / share / across, (y - top) / share / down

    def _placed(self, console: Console) -> tuple[int, int, float]:
        """Return where the console begins in the window, and how much smaller it is shown: 1.0 if there is room."""
        (width, height), (across, down) = self.size, self.cell
        wide, high = console.width * across, console.height * down
        share = min(1.0, width / wide, height / high)
        return int(width - wide * share) // 2, int(height - high * share) // 2, share

    def present(self, frame: Frame) -> None:
        """Show a frame in the middle of the window, whose borders stay black, if it is another than the last."""
        is_new = self._has_new_map(frame.stage) if frame.stage is not None else self._version >= 0
        cells = cells_of(frame.console).tobytes()
        if not is_new and (self.size, cells) == self._shown:
            return
        self._shown = self.size, cells
        renderer = self._renderer
        renderer.draw_color = (0, 0, 0, 255)
        self._draw_borders(frame.console)
        if frame.stage is None:
            self._version = -1
            self._copy(self._text.render(frame.console), frame, BlendMode.NONE)
        else:
            self._show_map(frame, self._rect)
        renderer.present()

    def _draw_borders(self, console: Console) -> None:
        """Blacken what the console leaves free: filling the whole window first would take longer than the text."""
        (width, height), (left, top, share) = self.size, self._placed(console)
        across, down = self.cell
        right, bottom = left + console.width * across * share, top + console.height * down * share
        self._renderer.fill_rects(
            np.array(
                (
                    (0, 0, width, top),
                    (0, bottom, width, height - bottom),
                    (0, top, left, bottom - top),
                    (right, top, width - right, bottom - top),
                ),
                np.float32,
            )
        )

    def forget(self) -> None:
        """Show the next frame even if it is the same: what the window showed may be lost."""
        self._shown = None

    def _has_new_map(self, stage: object) -> bool:
        """Compose the map and give it to the device; return whether it has changed."""
        from roguelike.toolkit.scenery import Scenery
        from roguelike.ui.stage.stage import Stage

        if isinstance(stage, Scenery):
            self._rect, self._version = stage.rect, -1
            self._upload(stage.pixels())
            return True
        if not isinstance(stage, Stage):
            return False
        from roguelike.devices.painting.canvas import WHOLE, Canvas

        if self._canvas is None:
            self._canvas = Canvas()
        canvas, is_moved = self._canvas, self._rect != stage.camera.rect
        pane = canvas.compose(stage)
        self._rect = stage.camera.rect
        if self._version == canvas.version:
            return is_moved
        if self._version == canvas.version - 1 and canvas.changed != WHOLE:
            self._upload_part(pane, canvas.changed)
        else:
            self._upload(pane)
        self._version = canvas.version
        return True

    def _show_map(self, frame: Frame, rect: widgets.Rect) -> None:
        """Show the map, and the text around and over it."""
        console, is_covered = self._holed(frame, rect)
        text = self._text.render(console)
        place = self._area(rect)
        if self._map is not None:
            self._copy(self._map, frame, BlendMode.NONE, (0, 0, *place[2:]), place)
        columns, rows = frame.console.width, frame.console.height
        for part in (
            widgets.Rect(0, 0, columns, rect.y),
            widgets.Rect(0, rect.y + rect.height, columns, rows - rect.y - rect.height),
            widgets.Rect(0, rect.y, rect.x, rect.height),
            widgets.Rect(rect.x + rect.width, rect.y, columns - rect.x - rect.width, rect.height),
        ):
            if part.width > 0 and part.height > 0:
                self._copy(text, frame, BlendMode.NONE, self._area(part), self._area(part))
        if is_covered:
            self._copy(text, frame, BlendMode.BLEND, place, place)

    def _upload(self, pane: "NDArray[np.uint32]") -> None:
        """Give the pixels of the map to the device."""
        height, width = pane.shape
        if self._map is None or (self._map.width, self._map.height) != (width, height):
            self._map = self._renderer.new_texture(
                width,
                height,
                format=int(lib.SDL_PIXELFORMAT_XBGR8888),
                access=int(lib.SDL_TEXTUREACCESS_STREAMING),
            )
            self._map.scale_mode = ScaleMode.NEAREST
        self._map.update(pane)

    def _upload_part(self, pane: "NDArray[np.uint32]", part: tuple[slice, slice]) -> None:
        """Give the device these rows and columns of the map's pixels: a step changes a tenth of them."""
        assert self._map is not None
        pixels, (rows, columns) = pane[part], part
        area = columns.start, rows.start, pixels.shape[1], pixels.shape[0]
        if pixels.size:
            data = ffi.cast("void*", pixels.ctypes.data)
            lib.SDL_UpdateTexture(self._map.p, (area,), data, pane.strides[0])

    def _holed(self, frame: Frame, rect: widgets.Rect) -> tuple[Console, bool]:
        """Return the text with transparent holes, and whether any of it lies over the map.

        They are holes even where nothing lies over the map: libtcod draws every cell again that became another.
        """
        console = frame.console
        if self._with_holes is None or self._with_holes.rgba.shape != console.rgba.shape:
            self._with_holes = Console(console.width, console.height, order="F")
        cells = cells_of(self._with_holes)
        cells[...] = cells_of(console)
        place: Cells = cells[rect.y : rect.y + rect.height, rect.x : rect.x + rect.width]
        clear, open_cells = alike(place.shape, *CLEAR), holes(place)
        is_covered = not open_cells.all()
        if is_covered:
            np.copyto(place, clear, where=open_cells[..., None])
        else:
            place[...] = clear
        return self._with_holes, is_covered

    def _area(self, rect: widgets.Rect) -> Area:
        """Return the pixels of some cells."""
        (across, down), (x, y, width, height) = self.cell, rect
        return x * across, y * down, width * across, height * down

    def _copy(
        self,
        texture: Texture,
        frame: Frame,
        blend: BlendMode,
        source: Area | None = None,
        place: Area | None = None,
    ) -> None:
        """Copy a part of a texture, all of it by default, to its place on the console."""
        left, top, share = self._placed(frame.console)
        x, y, width, height = place or (0, 0, texture.width, texture.height)
        texture.blend_mode = blend
        target = left + x * share, top + y * share, width * share, height * share
        self._renderer.copy(texture, source=source, dest=target)
