"""The screen of a running game: the map, and every command by key or mouse.

The one decision: a command is carried out at once and completely, and the animation afterwards only shows it. Any
input ends the animation, so that fast players never wait. Walking, exploring and resting advance one turn at a time,
so that the player can watch and stop them.
"""

from contextlib import suppress

import numpy as np
from tcod.console import Console

from roguelike.core.geometry import Point, steps_between
from roguelike.engine.play import commands
from roguelike.ui.alternatives import RepliesThere
from roguelike.ui.asked import Asked
from roguelike.ui.hinting import tell_hint
from roguelike.ui.inputs import Input, Key, Mouse
from roguelike.ui.keymap import shown_key
from roguelike.ui.panels.held_row import HeldRow
from roguelike.ui.panels.hover import Hover
from roguelike.ui.panels.map_signs import creature_signs, draw_signs
from roguelike.ui.panels.marks import PATH, Marks
from roguelike.ui.panels.particles import draw_particles
from roguelike.ui.panels.rows import Line
from roguelike.ui.panels.scene import Pointed, Scene
from roguelike.ui.panels.tooltip import MOST_COLUMNS, draw_tooltip
from roguelike.ui.program import Program, UserError
from roguelike.ui.replies import ROOMY, Replies
from roguelike.ui.screen import Push, Stay, Transition
from roguelike.ui.screens.commanding import Commanding
from roguelike.ui.screens.counsel import is_on
from roguelike.ui.screens.unfolded import Unfolded
from roguelike.ui.widgets import Moved, Rect

TURN_SECONDS = 0.03
"""Seconds between the turns of an automatic command, at normal animation speed."""
MOST_TURNS_AT_ONCE = 500
"""Turns of an automatic command between two frames when animation is off."""
STOPPING = frozenset({"menu", "wait"})
"""Keys that only stop an automatic command; any other key stops it and then does what it normally does."""


class Play(Commanding):
    """The screen of a game in progress: the board, and a key or click for every command."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.mouse: tuple[int, int] | None = None
        self._waited, self._has_walked = 0.0, False
        self._way: tuple[object, list[Point]] = (None, [])
        self._hover, self._held_row = Hover(program), HeldRow()
        self._pointer = (-1, -1)
        self._foresee_anew()
        self._commands["panel"] = self._unfold
        tell_hint(program)

    def _foresee_anew(self) -> None:
        """Begin without any predictions: of what the mouse points at, and of waiting."""
        there, waiting = RepliesThere(self.program), Replies(self.program)
        self._pointed, self._waiting = self._replies = there, waiting

    @property
    def is_moving(self) -> bool:
        """Whether an animation or an automatic command is running."""
        return self.animation.active or self.session.automatic is not None

    @property
    def animating(self) -> bool:
        """Whether something is running, or a reply is being worked out."""
        return self.is_moving or any(each.is_thinking for each in self._replies)

    @property
    def flickering(self) -> bool:
        """Whether something on the map burns or flows."""
        return self.board.flickers

    # Where the map is on the console

    def caret(self) -> tuple[int, int] | None:
        """Return the cell on which the hero stands."""
        return self.cell_of_map(self.session.here)

    def cell_of_map(self, point: Point) -> tuple[int, int] | None:
        """Return the console cell that shows a tile, as last drawn; None when it is out of view."""
        return self.board.viewport.cell(point)

    def map_of_cell(self, x: int, y: int) -> Point | None:
        """Return the tile shown in a console cell, as last drawn; None outside the map."""
        point = self.board.tile_at(x, y)
        if point is None:
            return None
        width, height = self.session.map().tiles.shape
        return point if 0 <= point[0] < width and 0 <= point[1] < height else None

    # Drawing

    def draw(self, console: Console) -> None:
        """Draw the board, the marks on the map and the tooltip."""
        scene = self.board.scene()
        self._offer_buttons()
        pointed, line = None, None
        if self.mouse is not None:
            self.board.arrange(console, scene)
            pointed, line = self.map_of_cell(*self.mouse), self.board.line_at(*self.mouse)
        hovered = line.value if line is not None else None
        if pointed is not None and (creature := scene.creature_at(pointed)) is not None:
            hovered = creature.entity
        target = self.shots.target if scene.creature(self.shots.target or 0) else None
        self._choose(pointed if pointed is not None else hovered, scene)
        marks = self.board.draw(
            console,
            scene,
            notice=self.notice,
            pointed=Pointed(target, hovered),
            waiting=self._waiting.by_creature(scene, self.board.side_rect),
        )
        self._held_row.see(self._pointer, self.board.line_at(*self._pointer))
        self._draw_marks(marks, scene, pointed, target, hovered)
        self._draw_signs(marks, scene)
        if self.animation.active:
            self._draw_particles(marks, scene)
        elif self.mouse is not None and not self.is_moving:
            self._draw_tooltip(console, scene, pointed, line)

    def _offer_buttons(self) -> None:
        """Show or hide the buttons for counsel, and for a trap at hand."""
        self.board.bar.offer("Counsel", "counsel", wanted=is_on(self.program))
        wanted = self.session.trap_at_hand() is not None
        self.board.bar.offer("Disarm", "disarm", wanted=wanted)

    def _draw_marks(
        self,
        marks: Marks,
        scene: Scene,
        pointed: Point | None,
        target: int | None,
        hovered: Asked | int | None,
    ) -> None:
        """Mark the target, the creature pointed at in the panel, and the path to the tile under the mouse."""
        colours = self.program.palette
        creature = scene.creature(target) if target is not None else None
        if creature is not None:
            marks.cursor(creature.point, colours.foe, colours.aim_bad_back)
        if pointed is None:
            listed = scene.creature(hovered) if isinstance(hovered, int) else None
            if listed is not None:
                marks.cursor(listed.point, colours.aim_ok, colours.aim_ok_back)
        elif not self.is_moving:
            marks.pattern(self._way_to(pointed, scene)[:-1], PATH, colours.aim_path)
            marks.cursor(pointed, colours.aim_path, colours.hover_back)

    def _draw_signs(self, marks: Marks, scene: Scene) -> None:
        """Draw what each creature is doing, or would most likely do after the action pointed at or after waiting."""
        chosen = self._pointed if self._pointed.is_asked else self._waiting
        signs = creature_signs(
            scene, chosen.reply, self.program.palette, thinking=chosen.is_thinking
        )
        draw_signs(marks, scene, signs)

    def _choose(self, what: Point | Asked | int | None, scene: Scene) -> None:
        """Have the replies worked out to waiting and to the action that the mouse points at."""
        # The rows on waiting stay while the last turn is shown, so that the panel does not jump.
        is_over = self.session.is_over
        self._waiting.choose(None if is_over else commands.Rest(), scene)
        self._pointed.point_at(None if is_over or self.is_moving else what, scene)

    def _way_to(self, goal: Point, scene: Scene) -> list[Point]:
        """Return the path that a click would take; it is found again only when something has changed."""
        key = (goal, scene.map.player, scene.hud.depth, scene.hud.turn)
        if self._way[0] != key:
            self._way = key, self.session.way_to(goal)
        return self._way[1]

    def _draw_particles(self, marks: Marks, scene: Scene) -> None:
        """Draw the current particles of the animation on tiles that the player sees."""
        draw_particles(marks, scene.map, self.program.palette, tuple(self.animation.particles()))
        if self.program.settings.shake == "on" and self.animation.shake:
            rect = self.board.layout.map
            part = marks.cells[rect.y : self.board.log_rect.y - 1, rect.x : rect.x + rect.width]
            part[:] = np.roll(part, self.animation.shake, axis=1)

    def _unfold(self) -> Transition:
        """Open the page with everything that the panels could show, what each creature does, and every command."""
        return Push(
            Unfolded(self.program, "Everything at a glance", self._everything, self._waiting)
        )

    def _everything(self, width: int) -> list[Line]:
        """Return the rows of that page."""
        scene, room = self.board.scene(), Rect(0, 0, width, ROOMY)
        waiting = self._waiting.by_creature(scene, room, len(scene.creatures))
        return self.board.unfolded(width, scene, waiting)

    def _draw_tooltip(
        self, console: Console, scene: Scene, pointed: Point | None, line: Line | None
    ) -> None:
        """Draw a tooltip about what the mouse points at."""
        if self.mouse is None:
            return
        lines, at, row = list[Line](), self.mouse, Rect(*self.mouse, 0, 1)
        if pointed is not None:
            lines = self._hover.lines(pointed, scene)
        elif line is not None:
            lines = self._hover.lines(line.value, scene)
            # Next to the panel, so that the row can still be read and clicked.
            layout = self.board.layout
            side = layout.side if layout.side.holds(*at) else layout.left
            inner = side.x if side is layout.side else side.x + side.width
            at, row = (inner, at[1]), Rect(side.x, at[1], side.width, 1)
        lines = [*lines, *self._pointed.lines_there(scene, MOST_COLUMNS - 3)]
        if lines:
            creatures = [scene.map.player, *(creature.point for creature in scene.creatures)]
            cells = [cell for point in creatures if (cell := self.cell_of_map(point)) is not None]
            cells += [(row.x + x, row.y) for x in range(row.width)]
            room, log = self.board.layout.beside_panel, self.board.log_rect
            draw_tooltip(console, at, lines, self.program.palette, cells, room, log)

    # Time

    def update(self, seconds: float) -> bool | Transition:
        """Advance the animation or, when there is none, the automatic command."""
        changed = self.animation.update(seconds)
        changed = self.board.flicker(seconds) or changed
        self._held_row.pass_time(seconds)
        self._waited += seconds
        pause = TURN_SECONDS * self.program.settings.animation_factor
        turns = 0
        while self.session.automatic is not None and not self.animation.active:
            if self._waited < pause or turns >= MOST_TURNS_AT_ONCE:
                return changed
            self._waited = self._waited - pause if pause else 0.0
            report = self.session.go_on()
            turns, changed = turns + 1, True
            if self.session.is_over:
                self.session.stop()
            if report is not None:
                shown = self.show(report)
                if isinstance(shown, Push):  # the walk led to something that asks
                    self.mouse = None  # it will be elsewhere when that screen closes
                    return shown
            else:
                tell_hint(self.program)
                self.say(self.session.interruption() or self.notice)
        if self.session.is_over and not self.animation.active:
            return self.game_over()
        self._waited = 0.0
        return self._think(seconds) or changed

    def _think(self, seconds: float) -> bool:
        """Work out a reply further; the one to what the mouse points at goes first."""
        thinking = next((each for each in self._replies if each.is_thinking), None)
        return thinking is not None and not self.is_moving and thinking.update(seconds)

    def on_close(self) -> None:
        """Save the game: the program is being closed from outside."""
        if self.program.session is not None and not self.session.is_over:
            with suppress(UserError):  # the host reports it after the window has closed
                self.session.save("quit")

    # Input

    def on_input(self, event: Input) -> Transition:
        """End the animation and the automatic command, then do what the input means."""
        match event:
            case Mouse("move", x, y):
                return self._on_hover(event, (x, y))
            case Mouse("wheel") if not self._is_over_log(event):
                return Stay(redraw=False)
            case Mouse("press", again=True) if self._has_walked or self.clicked:
                return Stay(redraw=False)
            case Key() | Mouse():
                pass
            case _:
                return Stay()
        self.animation.skip()
        was_automatic = self.session.automatic is not None
        self.session.stop()
        self.notice = ""
        if self.session.is_over:
            return self.game_over()
        if isinstance(event, Key):
            self.mouse, self.clicked = None, None
            return self._on_key(event, was_automatic=was_automatic)
        here, lying = self.session.here, self.session.underfoot()
        answer = Stay() if was_automatic else self._on_mouse(event)
        # The second press of a double click must neither stop the walk nor take another step, nor a turn of waiting.
        has_moved = self.session.here != here or self.session.underfoot() != lying
        self._has_walked = has_moved or self.session.automatic is not None
        if isinstance(answer, Push):
            self.mouse = None  # the mouse will be elsewhere when that screen closes
        return answer

    def _on_key(self, key: Key, *, was_automatic: bool) -> Transition:
        """Carry out the command bound to a key."""
        action = self.program.keymap.action("play", key.name)
        if was_automatic and (action is None or action in STOPPING):
            return Stay()
        if action is None:
            hint = self.program.keymap.hint("help")
            return self.say(f"{shown_key(key.name)} means nothing here; {hint} lists all keys.")
        return self.command(action)

    def _on_hover(self, mouse: Mouse, cell: tuple[int, int]) -> Transition:
        """Update what the mouse points at: the walking path, the highlighted row, the tooltip."""
        moved = cell != self.mouse
        self.mouse = self._pointer = cell
        return Stay(redraw=isinstance(self.board.bar.on_mouse(mouse), Moved) or moved)

    def _is_over_log(self, mouse: Mouse) -> bool:
        """Tell whether the mouse is over the last messages, or over the earlier ones in a panel."""
        line = self.board.line_at(mouse.x, mouse.y)
        return self.board.log_rect.holds(mouse.x, mouse.y) or (
            line is not None and line.value == "log"
        )

    def _on_mouse(self, mouse: Mouse) -> Transition:
        """Carry out what a click or a turn of the wheel means at the mouse position."""
        if mouse.kind == "wheel":
            return self.command("log")
        self.mouse = cell = self._pointer = (mouse.x, mouse.y)
        point = self.map_of_cell(*cell)
        if point is not None:
            return self._on_map(point, mouse.button)
        line = self._held_row.meant(cell, self.board.line_at(*cell))
        value = line.value if line is not None else None
        if value is not None and (isinstance(value, int) or mouse.button == "left"):
            return self.on_row(value)
        if mouse.button != "left":
            return Stay()
        if self.board.log_rect.holds(mouse.x, mouse.y):
            return self.command("log")
        pressed = self.board.bar.on_mouse(mouse)
        return self.command(pressed) if isinstance(pressed, str) else Stay()

    def _on_map(self, point: Point, button: str) -> Transition:
        """Look at a tile, walk to it, attack an adjacent creature, or use what is on the player's tile."""
        here, self.clicked = self.session.here, None
        if button == "right":
            return self.look_at(point)
        if button != "left":
            return Stay()
        if point == here:
            return self.use_underfoot()
        if steps_between(here, point) == 1:
            return self.perform(commands.Step.between(here, point))
        return self.walk(point)
