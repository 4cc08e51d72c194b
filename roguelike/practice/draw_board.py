"""The drawing board: a room for practice, drawn tile by tile, by keys or mouse.

The one decision: every stroke is stored at once, so leaving loses nothing and nothing has to be saved.
"""

from typing import ClassVar

from tcod.console import Console

from roguelike.core.geometry import Point
from roguelike.practice import drawing
from roguelike.practice.drawn_boards import GROUND_GLYPHS
from roguelike.toolkit import widgets
from roguelike.toolkit.inputs import Input, Key, Mouse
from roguelike.toolkit.keymap import STEPS
from roguelike.toolkit.page import Page
from roguelike.toolkit.rows import legible
from roguelike.toolkit.screen import Pop, Stay, Transition
from roguelike.ui.program import Program

_HINT = "Arrows move, Enter draws, Del wipes, Tab takes the next sign; or click."
_TOP = 3
"""Rows of the hint and of the upper edge, above the sheet."""


class DrawBoard(Page[Program]):
    """The sheet on the left, the signs to draw on the right; closes with "own" to play the drawing."""

    title: str = "Your own drawing"
    columns: ClassVar[int] = 78
    rows: int = drawing.ROWS + _TOP + 7
    """Those of the sheet, the hint and the edges."""

    def __init__(self, program: Program) -> None:
        super().__init__(
            program,
            widgets.Button("[Play it]", self._play, "p"),
            widgets.Button("[Wipe all]", self._wipe, "w"),
        )
        found = drawing.signs(program.game.game)
        self.signs = {sign.what: sign for sign in found}
        self.menu: widgets.ListMenu[drawing.Sign] = widgets.ListMenu(
            [_row(sign) for sign in found], letters=False
        )
        self.sign = found[0].what
        self.cells = drawing.cells_of(program.progress.drawing)
        self.cursor: Point = (drawing.COLUMNS // 2, drawing.ROWS // 2)
        self.note = ""
        self._sheet = widgets.Rect(0, 0, 0, 0)

    # Drawing

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the hint, the sheet and the signs."""
        palette = self.program.palette
        widgets.print_wrapped(
            console, rect.x, rect.y, [(self.note or _HINT, palette.dim)], rect.width, 1
        )
        self._sheet = widgets.Rect(rect.x + 1, rect.y + _TOP - 1, drawing.COLUMNS, drawing.ROWS)
        self._draw_sheet(console)
        left = self._sheet.x + drawing.COLUMNS + 3
        list_rect = widgets.Rect(
            left, rect.y + _TOP - 1, rect.x + rect.width - left, rect.height - _TOP
        )
        self.menu.draw(console, list_rect, palette)
        drawn = f"Drawing: {self.signs[self.sign].label}"
        console.print(self._sheet.x, self._sheet.y + drawing.ROWS + 1, drawn, fg=palette.heading)

    def caret(self) -> tuple[int, int] | None:
        """Return the cell of the tile under the cursor."""
        return self._sheet.x + self.cursor[0], self._sheet.y + self.cursor[1]

    def _draw_sheet(self, console: Console) -> None:
        """Draw every tile, a frame around them, and brackets around the one under the cursor."""
        palette, sheet = self.program.palette, self._sheet
        console.draw_frame(
            sheet.x - 1,
            sheet.y - 1,
            drawing.COLUMNS + 2,
            drawing.ROWS + 2,
            decoration="┌─┐│ │└─┘",
            fg=palette.dim,
        )
        for y in range(drawing.ROWS):
            for x in range(drawing.COLUMNS):
                glyph, colour = self._look(self.cells.get((x, y), drawing.FLOOR))
                here = (x, y) == self.cursor
                back = palette.aim_ok_back if here else (0, 0, 0)
                console.print(sheet.x + x, sheet.y + y, glyph, fg=colour, bg=back)
        self._bracket(console)

    def _bracket(self, console: Console) -> None:
        """Put brackets around the cursor where nothing is drawn: colour is never the only signal."""
        (x, y), sheet = self.cursor, self._sheet
        for step, sign in ((-1, "["), (1, "]")):
            there = (x + step, y)
            if there not in self.cells and 0 <= there[0] < drawing.COLUMNS:
                console.print(sheet.x + x + step, sheet.y + y, sign, fg=self.program.palette.aim_ok)

    def _look(self, what: str) -> tuple[str, tuple[int, int, int]]:
        """Return the glyph and colour for what is on a tile."""
        palette, sign = self.program.palette, self.signs.get(what)
        if what == drawing.PLAYER:
            return drawing.PLAYER, palette.player
        if len(what) == 1 or sign is None:
            return GROUND_GLYPHS.get(what, what[:1]), palette.dim
        return sign.glyph, legible(palette.transform(sign.colour))

    # Input

    def on_body(self, event: Input) -> Transition:
        """Move, draw, wipe, or choose a sign."""
        self.note = ""
        match event:
            case Mouse("press", x, y, button) if self._sheet.holds(x, y):
                self.cursor = (x - self._sheet.x, y - self._sheet.y)
                return self._put(self.sign if button == "left" else drawing.FLOOR)
            case Key(name):
                return self._on_key(name)
        match self.menu.on_input(event, self.program.keymap):
            case widgets.Chosen(sign):
                self.sign = sign.what
                return Stay()
            case widgets.Moved():
                return Stay()
        return super().on_body(event)

    def _on_key(self, name: str) -> Transition:
        """Handle a key: those of the map move, those of the menu choose."""
        keymap = self.program.keymap
        step = STEPS.get(keymap.action("play", name) or "")
        if step is not None:
            before = x, y = self.cursor
            x, y = x + step[0], y + step[1]
            self.cursor = min(max(x, 0), drawing.COLUMNS - 1), min(max(y, 0), drawing.ROWS - 1)
            return Stay(redraw=self.cursor != before)
        if name in ("delete", "backspace"):
            return self._put(drawing.FLOOR)
        match keymap.action("menu", name):
            case "menu_choose":
                return self._put(self.sign)
            case "menu_next":
                return self._turn(1)
            case "menu_previous":
                return self._turn(-1)
            case "menu_back":
                return self.close()
        return Stay(redraw=False)

    def _turn(self, way: int) -> Transition:
        """Choose for drawing the sign that is so many places further in the list."""
        place = list(self.signs).index(self.sign)
        self.menu.cursor = (place + way) % len(self.menu.rows)
        self.sign = self.menu.rows[self.menu.cursor].value.what
        return Stay()

    def _put(self, what: str) -> Transition:
        """Draw something under the cursor, and store it."""
        before, self.cells = self.cells, drawing.put(self.cells, self.cursor, what)
        return self._keep() if self.cells != before else Stay(redraw=False)

    def _keep(self) -> Transition:
        """Write the drawing to disk for the next time; show an error if that fails."""
        progress = self.program.progress
        progress.drawing = drawing.text_of(self.cells)
        self.note = self.program.host.keep_progress(progress) or ""
        return Stay()

    def _play(self) -> Transition:
        """Keep the drawing and close the page with the wish to play it."""
        self._keep()
        return Pop("own")

    def _wipe(self) -> Transition:
        """Start again with an empty room."""
        before, self.cells = self.cells, drawing.cells_of("")
        return self._keep() if self.cells != before else Stay(redraw=False)

    def close(self) -> Transition:
        """Close with "drawn", since something may have been drawn."""
        return Pop("drawn")


def _row(sign: drawing.Sign) -> widgets.Row[drawing.Sign]:
    """Return a sign as a row of the list."""
    return widgets.Row(
        [
            (f"{GROUND_GLYPHS.get(sign.glyph, sign.glyph)} ", sign.colour),
            (sign.label, (255, 255, 255)),
        ],
        sign,
    )
