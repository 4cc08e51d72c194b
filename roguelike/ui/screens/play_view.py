"""What the screen of a game shows, and what the mouse points at: the board, the marks on the map, the tooltip.

The one decision: it shows and finds, and does nothing. Playing and watching a recording hold one each, and say what a
click on what it found means.
"""

from tcod.console import Console

from roguelike.core.geometry import Point
from roguelike.core.records import replace
from roguelike.engine.foreseeing.counsel import Counsel
from roguelike.engine.play import commands
from roguelike.toolkit import widgets
from roguelike.toolkit.asked import Asked
from roguelike.toolkit.inputs import Mouse
from roguelike.toolkit.kept import Kept, Same
from roguelike.toolkit.rows import Line
from roguelike.ui.panels.bar import WORDS, Words
from roguelike.ui.panels.board import Board
from roguelike.ui.panels.marks import creature_marks
from roguelike.ui.panels.scene import Pointed, Scene, Waiting
from roguelike.ui.panels.tooltip import MOST_COLUMNS, Hover, draw_tooltip
from roguelike.ui.program import Program
from roguelike.ui.replies import Dangers, Outlook, Replies, RepliesThere
from roguelike.ui.screens.unfolded import Clicked
from roguelike.ui.stage.animation import Animation
from roguelike.ui.stage.stage import Mark, Stage

HOLD_SECONDS = 0.3
"""How long a click still goes to a row that has moved away: nobody sees the move and stops in less."""


class PlayView:
    """The board of a game; if it `foresees`, it tells what waiting and what is pointed at would lead to."""

    def __init__(
        self,
        program: Program,
        words: Words = WORDS,
        context: str = "play",
        *,
        foresees: bool = True,
        outlook: type[Outlook] = Outlook,
    ) -> None:
        """Show the program's game above a bar of these words, whose keys work in this context."""
        self.program = program
        self._outlook_of = outlook
        self.board = Board(program, words, context)
        self.animation = Animation()
        self.mouse: tuple[int, int] | None = None
        self._within = (0.0, 0.0)
        """Where the mouse is within its cell."""
        self._foresees = foresees
        self._way, self._disarms = Kept[list[Point]](), Kept[bool]()
        self._signs = Kept[list[Mark]]()
        self._hover, self._held_row = Hover(program), HeldRow()
        self._hover.tells_clicks = foresees
        self._pointer = (-1, -1)
        self.foresee_anew()

    def foresee_anew(self) -> None:
        """Begin without any predictions: of what the mouse points at, and of waiting."""
        there, waiting = RepliesThere(self.program), Replies(self.program)
        self.pointed, self.waiting, self.outlook = there, waiting, self._outlook_of(self.program)
        self.dangers = Dangers(self.program)
        self._replies = self.dangers, there, waiting, self.outlook

    @property
    def is_thinking(self) -> bool:
        """Whether a reply is being worked out."""
        return any(each.is_thinking for each in self._replies)

    def think(self, seconds: float) -> bool:
        """Work out a reply further; the one to what the mouse points at goes first, and truer chances come last."""
        thinking = [each for each in self._replies if each.is_thinking]
        first = min(thinking, key=lambda each: each.only_sharpens, default=None)
        return first is not None and first.update(seconds)

    def pass_time(self, seconds: float) -> bool:
        """Advance animation and flicker; return whether there is something new to show."""
        changed = self.animation.update(seconds)
        self._held_row.pass_time(seconds)
        return self.board.flicker(seconds) or changed

    # Where things are on the console

    def cell_of_map(self, point: Point) -> tuple[int, int] | None:
        """Return the console cell that shows a tile, as last drawn; None when it is out of view."""
        return self.board.camera.cell_of(point)

    def map_of_cell(self, x: float, y: float) -> Point | None:
        """Return the tile shown at a place on the console, as last drawn; None outside the map."""
        point = self.board.tile_at(x, y)
        if point is None:
            return None
        width, height = self.program.game.map().tiles.shape
        return point if 0 <= point[0] < width and 0 <= point[1] < height else None

    def hover(self, mouse: Mouse) -> bool:
        """Update what the mouse points at: the walking path, the highlighted row, the tooltip; return if it is new."""
        before, self._within = (self.mouse, self._within), mouse.within
        self.mouse = self._pointer = (mouse.x, mouse.y)
        moved = before != (self.mouse, self._within)
        return isinstance(self.board.bar.on_mouse(mouse), widgets.Moved) or moved

    def is_over_log(self, mouse: Mouse) -> bool:
        """Tell whether the mouse is over the last messages."""
        return self.board.layout.log.holds(mouse.x, mouse.y)

    def meant(self, mouse: Mouse) -> Point | Clicked | str | None:
        """Return what a click, the wheel or a pinch means: a tile, what a row stands for, or the name of a command."""
        if mouse.kind == "wheel" and self.is_over_log(mouse):
            return "log"
        if mouse.kind in ("wheel", "pinch"):
            return "zoom_in" if mouse.steps > 0 else "zoom_out"
        self.mouse = cell = self._pointer = (mouse.x, mouse.y)
        self._within = mouse.within
        point = self.map_of_cell(*mouse.place)
        if point is not None:
            return point
        line = self._held_row.meant(cell, self.board.line_at(*cell))
        value = line.value if line is not None else None
        if value is not None and (isinstance(value, int) or mouse.button == "left"):
            return Clicked(value)
        if mouse.button != "left":
            return None
        if self.board.layout.log.holds(mouse.x, mouse.y):
            return "log"
        pressed = self.board.bar.on_mouse(mouse)
        return pressed if isinstance(pressed, str) else None

    # Drawing

    def draw(self, console: Console, *, notice: str, target: int | None, is_moving: bool) -> Stage:
        """Draw the board with a notice and the tooltip; return the map with its marks (a target is marked, too)."""
        scene = self.board.scene()
        if self._foresees:
            self._offer_buttons()
        self.board.arrange(console, scene)  # how wide the panel is now, of which rows are made
        pointed, line = None, None
        if self.mouse is not None:
            (x, y), within = self.mouse, self._within
            pointed, line = self.map_of_cell(x + within[0], y + within[1]), self.board.line_at(x, y)
        hovered = line.value if line is not None else None
        if pointed is not None and (creature := scene.creature_at(pointed)) is not None:
            hovered = creature.entity
        target = target if scene.creature(target or 0) else None
        if self._foresees:
            what = pointed if pointed is not None else hovered
            self._choose(None if is_moving else what, scene)
        stage = self.board.draw(
            console,
            scene,
            notice=notice,
            pointed=Pointed(target, hovered),
            waiting=self._foreseen(scene),
        )
        self._held_row.see(self._pointer, self.board.line_at(*self._pointer))
        self._mark(stage, scene, pointed, target, hovered, is_moving=is_moving)
        self._mark_creatures(stage, scene)
        if self.animation.active:
            stage.particles = tuple(self.animation.particles())
            stage.shake = self.animation.shake if self.program.settings.shake == "on" else 0
        elif self.mouse is not None and not is_moving:
            self._draw_tooltip(console, scene, pointed, line)
        return stage

    def _foreseen(self, scene: Scene) -> Waiting:
        """Return what waiting would lead to, how the fight would end, and what each spell and thing would bring."""
        outlook = self.outlook
        outlook.choose(scene, wanted=self._foresees and not self.program.game.is_over)
        return self._outlined(self.waiting.brief(scene, self.board.layout.side.width), scene)

    def _outlined(self, waiting: Waiting, scene: Scene) -> Waiting:
        """Add how the fight would end, and what each spell and thing would bring."""
        outlook = self.outlook
        figures = outlook.figures(scene.creatures, self.waiting.reply)
        told = outlook.plan(), outlook.lines()
        return replace(waiting, plan=told[0], fight=told[1], figures=figures, anyway=outlook.anyway)

    def best_aim(self, action: commands.Action) -> Point | None:
        """Return the aim of which the list tells what a command would bring; None while it tells nothing."""
        self.outlook.choose(self.board.scene(), wanted=self._foresees)
        advice = self.outlook.best().get(action.at(None))
        return advice.action.aim if advice is not None else None

    def weighed(self) -> Counsel | None:
        """Return the table of what could be done now, if it has its first rows already."""
        # It may be of another moment.
        self.outlook.choose(self.board.scene(), wanted=self._foresees)
        return self.outlook.counsel

    def _offer_buttons(self) -> None:
        """Show or hide the button for a trap at hand."""
        game = self.program.game
        wanted = self._disarms.of(game.moment, lambda: type(game.given("disarm")) is not str)
        self.board.bar.offer("Disarm", "disarm", wanted=wanted)

    def _mark(
        self,
        stage: Stage,
        scene: Scene,
        pointed: Point | None,
        target: int | None,
        hovered: Asked | int | None,
        *,
        is_moving: bool,
    ) -> None:
        """Mark the target, the creature pointed at in the panel, and the path to the tile under the mouse."""
        creature = scene.creature(target) if target is not None else None
        if creature is not None:
            stage.cursor(creature.point, "target")
        if pointed is None:
            listed = scene.creature(hovered) if isinstance(hovered, int) else None
            if listed is not None:
                stage.cursor(listed.point, "good")
        elif not is_moving:
            stage.path(self._way_to(pointed, scene)[:-1])
            stage.cursor(pointed)

    def _mark_creatures(self, stage: Stage, scene: Scene) -> None:
        """Mark what tiles would cost while that is shown; else what each creature does after the act in question."""
        if self.dangers.is_shown:
            stage.marks += self.dangers.marks(scene.map.player, self.waiting.reply)
            return
        chosen = self.pointed if self.pointed.is_asked else self.waiting
        reply, thinking = chosen.reply, chosen.is_thinking
        stage.marks += self._signs.of(
            (scene.moment, Same(reply), thinking),
            lambda: creature_marks(scene, reply, thinking=thinking),
        )

    def _choose(self, what: Point | Asked | int | None, scene: Scene) -> None:
        """Have the replies worked out to waiting and to the action that the mouse points at."""
        # The rows on waiting stay while the last turn is shown, so that the panel does not jump.
        is_over = self.program.game.is_over
        self.waiting.choose(None if is_over else commands.Rest(), scene)
        self.pointed.point_at(None if is_over else what, scene)

    def _way_to(self, goal: Point, scene: Scene) -> list[Point]:
        """Return the path that a click would take; it is found again only when something has changed."""
        key = (goal, scene.map.player, scene.hud.depth, scene.hud.turn)
        return self._way.of(key, lambda: self.program.game.way_to(goal))

    def everything(self, width: int) -> list[Line]:
        """Return the rows of the page with everything that the panels could show, and every command."""
        scene = self.board.scene()
        told = self._outlined(self.waiting.at_length(scene, width), scene)
        return self.board.unfolded(width, scene, told)

    def _draw_tooltip(
        self, console: Console, scene: Scene, pointed: Point | None, line: Line | None
    ) -> None:
        """Draw a tooltip about what the mouse points at."""
        if self.mouse is None:
            return
        lines, at, row = list[Line](), self.mouse, widgets.Rect(*self.mouse, 0, 1)
        if pointed is not None:
            lines = self._hover.lines(pointed, scene)
        elif line is not None:
            lines = self._hover.lines(line.value, scene)
            # Next to the panel, so that the row can still be read and clicked.
            side = self.board.layout.side
            at, row = (side.x, at[1]), widgets.Rect(side.x, at[1], side.width, 1)
        lines = [*lines, *self.pointed.lines_there(scene, MOST_COLUMNS - 3)]
        if lines:
            creatures = [scene.map.player, *(creature.point for creature in scene.creatures)]
            camera = self.board.camera
            cells = [cell for point in creatures for cell in camera.cells_of(point)]
            cells += [(row.x + x, row.y) for x in range(row.width)]
            room, log = self.board.layout.beside_panel, self.board.layout.log
            draw_tooltip(console, at, lines, self.program.palette, cells, room, log)


class HeldRow:
    """Finds the panel row that a click is meant for, when rows move under a mouse that stands still.

    A status that ends moves the rows below it. A player who was about to click aimed at the old row, so for a moment
    the click still goes to that one.
    """

    def __init__(self) -> None:
        self._cell: tuple[int, int] | None = None
        self._shown: Line | None = None
        self._held: Line | None = None
        self._age = 0.0

    def see(self, cell: tuple[int, int], line: Line | None) -> None:
        """Note where the mouse is and which row has just been drawn there."""
        if cell != self._cell:
            self._cell, self._held = cell, None
        elif _value(line) != _value(self._shown):
            if self._held is None or not self._is_fresh:
                self._held = self._shown
            self._age = 0.0
        self._shown = line

    def pass_time(self, seconds: float) -> None:
        """Add to the time since the row under the mouse changed."""
        self._age += seconds

    def meant(self, cell: tuple[int, int], line: Line | None) -> Line | None:
        """Return the row that a click in a cell is meant for; `line` is the one drawn there now."""
        is_held = cell == self._cell and self._held is not None and self._is_fresh
        return self._held if is_held else line

    @property
    def _is_fresh(self) -> bool:
        """Whether the row moved away a moment ago."""
        return self._age < HOLD_SECONDS


def _value(line: Line | None) -> Asked | int | None:
    """Return what a click on a row means."""
    return line.value if line is not None else None
