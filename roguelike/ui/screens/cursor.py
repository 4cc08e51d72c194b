"""The common part of aiming and looking: a cursor on the map, moved by keys or by the mouse, over the whole board."""

from collections.abc import Sequence

from roguelike.core.geometry import Point
from roguelike.ui.asked import Asked, Nth, Run, Walk
from roguelike.ui.inputs import Input, Key, Mouse
from roguelike.ui.keymap import asked_by
from roguelike.ui.panels.board import Board
from roguelike.ui.panels.scene import NOTHING, Pointed
from roguelike.ui.program import Program
from roguelike.ui.replies import Replies
from roguelike.ui.screen import Pop, Push, Screen, Stay, Transition
from roguelike.ui.screens.unfolded import Clicked

LEAP_TILES = 5
"""Tiles that a running key moves the cursor."""


class CursorScreen(Screen):
    """Owns the cursor, and the reply to what it points at; subclasses define what keys and clicks mean."""

    def __init__(self, program: Program, cursor: Point, board: Board | None = None) -> None:
        self.program = program
        self.board = board or Board(program)
        self.cursor = cursor
        self.stops: Sequence[Point] = ()
        self.pointed = NOTHING
        self._replies = Replies(program)
        width, height = program.game.map().tiles.shape
        self._size = (int(width), int(height))

    @property
    def flickering(self) -> bool:
        """Whether something on the map burns or flows."""
        return self.board.flickers

    @property
    def animating(self) -> bool:
        """Whether the reply is still being worked out."""
        return self._replies.is_thinking

    def update(self, seconds: float) -> bool:
        """Work the reply out further, and let fires flicker."""
        return self._replies.update(seconds) | self.board.flicker(seconds)

    def caret(self) -> tuple[int, int] | None:
        """Return the cell of the tile under the cursor."""
        return self.board.viewport.cell(self.cursor)

    # Defined by each screen

    def on_action(self, action: Asked) -> Transition:
        """Do what a key or row asks for that does not move the cursor."""
        raise NotImplementedError

    def on_click(self, point: Point) -> Transition:
        """Do what a left click on a tile means; the cursor is there already."""
        raise NotImplementedError

    def takes(self, value: Asked) -> bool:
        """Tell whether a click on a panel row that asks for this means anything here."""
        return value == "panel"

    # Common to both

    def on_input(self, event: Input) -> Transition:
        """Move the cursor, or pass the input on to the screen."""
        match event:
            case Key(name):
                keymap = self.program.keymap
                action = keymap.action("aim", name) or keymap.action("play", name)
                return self._on_key(asked_by(action)) if action is not None else Stay(redraw=False)
            case Mouse():
                return self._on_mouse(event)
            case _:
                return Stay()

    def _on_key(self, action: Asked) -> Transition:
        """Move the cursor by a key, or pass on what it asks for."""
        match action:
            case Walk(step):
                return self.move(step)
            case Run(step):
                return self.move(step, LEAP_TILES)
            case "next_target":
                return self.cycle(1)
            case "previous_target":
                return self.cycle(-1)
            case "help":
                return Push(self.program.open("help"))
        return self.on_action(action)

    def _on_mouse(self, mouse: Mouse) -> Transition:
        """Follow the mouse; a right click closes, the wheel goes from one useful tile to the next."""
        if mouse.kind == "wheel":
            return self.cycle(-1 if mouse.steps > 0 else 1)
        if mouse.kind == "press" and mouse.button == "right":
            return Pop()
        point = self.board.tile_at(mouse.x, mouse.y)
        lit = self._light(mouse)
        if point is not None and self._is_on_map(point):
            moved = self.point_at(point) or lit
            return self.on_click(point) if mouse.button == "left" else Stay(redraw=moved)
        key = self.board.key_at(mouse.x, mouse.y)
        if mouse.kind == "press" and mouse.button == "left" and key is not None:
            return self._on_key(key)
        line = self.board.line_at(mouse.x, mouse.y)
        if mouse.kind == "press" and mouse.button == "left" and line is not None:
            return self._on_line(line.value)
        return Stay(redraw=lit)

    def _light(self, mouse: Mouse) -> bool:
        """Light the button or panel row under the mouse, if a click means something; return whether that is new."""
        line, before = self.board.line_at(mouse.x, mouse.y), self.pointed
        value = line.value if line is not None else None
        does = isinstance(value, int) or (value is not None and self.takes(value))
        self.pointed = Pointed(hovered=value if does else None)
        return self.board.lights_key(mouse) or self.pointed != before

    def _on_line(self, value: Asked | int | None) -> Transition:
        """Handle a click on a row of the panel: a creature, or a command."""
        if isinstance(value, int):
            self.point_at(self.program.game.creature(value).point)
            return Stay()
        answer = self._on_key(value) if value is not None else Stay(redraw=False)
        match answer:
            case Pop(Nth() as asked):  # a click where the player meant to aim must not drink
                return Pop(Clicked(asked))
        return answer

    def move(self, step: tuple[int, int], tiles: int = 1) -> Transition:
        """Move the cursor, as far as the map goes."""
        width, height = self._size
        x, y = self.cursor[0] + step[0] * tiles, self.cursor[1] + step[1] * tiles
        return Stay(redraw=self.point_at((max(0, min(width - 1, x)), max(0, min(height - 1, y)))))

    def point_at(self, point: Point) -> bool:
        """Put the cursor on a tile; return whether it was on another one."""
        moved = point != self.cursor
        self.cursor = point
        return moved

    def cycle(self, way: int) -> Transition:
        """Go to the next useful tile, or to the first if the cursor is on none."""
        if not self.stops:
            return Stay(redraw=False)
        stops = list(self.stops)
        if self.cursor in stops:
            self.cursor = stops[(stops.index(self.cursor) + way) % len(stops)]
        else:
            self.cursor = stops[0 if way > 0 else -1]
        return Stay()

    def _is_on_map(self, point: Point) -> bool:
        """Tell whether a tile is on the map."""
        return 0 <= point[0] < self._size[0] and 0 <= point[1] < self._size[1]
