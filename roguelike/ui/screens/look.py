"""Looking around: a cursor on the map and everything known about the tile under it.

The common part of aiming and looking: a cursor on the map, moved by keys or by the mouse, over the whole board.
"""

from collections.abc import Sequence

from tcod.console import Console

from roguelike.core.colour import BLACK
from roguelike.core.geometry import Point, distance, steps_between
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.play.commands import Shoot
from roguelike.engine.views.records import CreatureView
from roguelike.toolkit import widgets
from roguelike.toolkit.asked import Asked, Nth, Run, Walk, WalkTo
from roguelike.toolkit.inputs import Input, Key, Mouse
from roguelike.toolkit.keymap import asked_by
from roguelike.toolkit.rows import EMPTY, Line, word_rows
from roguelike.toolkit.screen import Pop, Push, Screen, Stay, Transition
from roguelike.toolkit.sections import Section, fit
from roguelike.ui.panels.board import Board
from roguelike.ui.panels.marks import creature_marks
from roguelike.ui.panels.reply import deeds_words
from roguelike.ui.panels.scene import NOTHING, Overlay, Pointed, Scene
from roguelike.ui.panels.side import own_bars
from roguelike.ui.panels.tooltip import Words, card_words, place_panel, step_words
from roguelike.ui.program import Program
from roguelike.ui.replies import Replies, RepliesThere, meant_by
from roguelike.ui.screens.harm import ForPlan
from roguelike.ui.screens.unfolded import Clicked, Unfolded
from roguelike.ui.stage.stage import Stage

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
        return self.board.camera.cell_of(self.cursor)

    def drawn(self, console: Console, scene: Scene, overlay: Overlay) -> Stage:
        """Draw the board with the cursor in view and the screen's own rows; return the map."""
        return self.board.draw(
            console,
            scene,
            focus=self.cursor,
            notice=self.answer,
            pointed=self.pointed,
            overlay=overlay,
        )

    def shut(self) -> Transition:
        """Close at the key that opened it."""
        return Pop()

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
            case "zoom_in" | "zoom_out":
                return self.say(self.board.zoom(1 if action == "zoom_in" else -1))
            case "help":
                return Push(self.program.open("help"))
        return self.on_action(action)

    def _on_mouse(self, mouse: Mouse) -> Transition:
        """Follow the mouse; a right click closes, the wheel goes from one useful tile to the next."""
        if mouse.kind == "wheel":
            return self.cycle(-1 if mouse.steps > 0 else 1)
        if mouse.kind == "pinch":
            return self.say(self.board.zoom(mouse.steps))
        if mouse.kind == "press" and mouse.button == "right":
            return Pop()
        point = self.board.tile_at(*mouse.place)
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
            return Stay(redraw=self.point_at(self.program.game.creature(value).point))
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
        stops, before = list(self.stops), self.cursor
        if self.cursor in stops:
            self.cursor = stops[(stops.index(self.cursor) + way) % len(stops)]
        else:
            self.cursor = stops[0 if way > 0 else -1]
        return Stay(redraw=self.cursor != before)

    def _is_on_map(self, point: Point) -> bool:
        """Tell whether a tile is on the map."""
        return 0 <= point[0] < self._size[0] and 0 <= point[1] < self._size[1]


SPACIOUS = 30
"""Rows from which a panel has a blank one below the bars."""
HINT = "Mouse or movement keys move the cursor; a right click goes back."


class Look(CursorScreen):
    """Costs no time. Enter walks to the tile under the cursor, and the key that shoots shoots at who stands there.

    The screen closes with the tile or the shot as its result.
    """

    def __init__(
        self,
        program: Program,
        point: Point | None = None,
        board: Board | None = None,
        waits: Replies | None = None,
    ) -> None:
        """Look at a tile, or first at what is nearest; `waits` knows what comes of waiting."""
        super().__init__(program, program.game.here, board)
        self._waits = waits
        self.stops = _worth_a_look(self.board.scene())
        self._replies = self._there = RepliesThere(program)
        if point is not None:
            self.cursor = point
        elif self.stops:
            self.cursor = self.stops[0]

    @property
    def animating(self) -> bool:
        """Whether a reply is still being worked out."""
        return super().animating or (self._waits is not None and self._waits.is_thinking)

    def update(self, seconds: float) -> bool:
        """Work out first what comes of waiting, then what is done here, and let fires flicker."""
        is_new = self._waits is not None and self._waits.update(seconds)
        return super().update(0.0 if is_new else seconds) | is_new

    def draw(self, console: Console) -> Stage:
        """Draw the board, with what is known about the tile in place of the side panel."""
        scene, colours = self.board.scene(), self.program.palette
        self.board.arrange(console, scene, self.cursor)
        _, _, width, height = self.board.layout.side
        bars = [*own_bars(scene.hud, colours), *[EMPTY] * (height >= SPACIOUS)]
        sections = [
            Section(self._about_tile(width), more="panel", rank=2),
            Section(self._then(scene, width), keep=3, more="panel", rank=1),
        ]
        lines = fit(sections, width, height - len(bars), colours, self.program.keymap.hint)
        side = off_the_edge([*bars, *lines], width)
        buttons = self._buttons(scene)
        overlay = Overlay(side=side, keys=tuple(buttons), hint=HINT)
        stage = self.drawn(console, scene, overlay)
        stage.marks += creature_marks(scene, self._waiting)
        stage.cursor(self.cursor, "good")
        return stage

    @property
    def _waiting(self) -> Reply | None:
        """The reply to waiting, as far as it is known."""
        return self._waits.reply if self._waits is not None else None

    def _card(self, entity: int) -> list[Words]:
        """Say what somebody will do if the player waits, and what blows they would strike."""
        reply, colours = self._waiting, self.program.palette
        creatures = self.board.scene().creatures
        does = deeds_words(reply, entity, creatures) if reply is not None else ""
        told = [[("If you wait: ", colours.heading), (f"{does}.", colours.text)]] if does else []
        return [*told, *card_words(self.program, entity)]

    def _about_tile(self, width: int) -> list[Line]:
        """Return everything known about the tile."""
        game, colours = self.program.game, self.program.palette
        place = game.place(self.cursor)
        duels = {each.entity: self._card(each.entity) for each in place.creatures}
        lines = place_panel(place, width, colours, duels)
        told = step_words(self.program, self.cursor)
        return [*lines, EMPTY, *word_rows(told, width)] if told else lines

    def _then(self, scene: Scene, width: int) -> list[Line]:
        """Return the rows on what the step, blow or shot at the cursor would lead to, or other things done there."""
        self._there.point_at(self.cursor, scene)
        return self._there.lines_there(scene, width)

    def _everything(self, width: int) -> list[Line]:
        """Return everything known about the tile, and what could be done about it."""
        then = self._then(self.board.scene(), width)
        return [*self._about_tile(width), *([EMPTY] if then else []), *then]

    def _buttons(self, scene: Scene) -> list[widgets.Button[str]]:
        """List the keys of this screen as clickable words."""
        hint, creature = self.program.keymap.hint, scene.creature_at(self.cursor)
        is_beside = steps_between(scene.map.player, self.cursor) == 1
        is_struck = creature is not None and creature.hostile and is_beside
        buttons = []
        if self.stops:
            words = f"next of {len(self.stops)}"
            buttons.append(widgets.Button(words, "next_target", hint("next_target")))
        if self.cursor != scene.map.player:
            deed = "strike" if is_struck else "walk there"
            buttons.append(widgets.Button(deed, "aim_fire", hint("aim_fire")))
        meant = meant_by(self.cursor, scene)
        if meant is not None and meant.foe:
            buttons.append(widgets.Button("shoot", "fire", hint("fire")))
        return [
            *buttons,
            widgets.Button("more", "panel", hint("panel")),
            widgets.Button("back", "aim_cancel", hint("aim_cancel")),
        ]

    def on_input(self, event: Input) -> Transition:
        """Let the key that shoots in play shoot here, although it chooses the tile when a spell is aimed."""
        if isinstance(event, Key) and self.program.keymap.action("play", event.name) == "fire":
            return self.on_action("fire")
        return super().on_input(event)

    def on_action(self, action: Asked) -> Transition:
        """Walk to the tile, shoot at who stands there, or close the screen."""
        match action:
            case "fire":
                return self._shoot()
            case "aim_fire":
                return Pop(WalkTo(self.cursor)) if self.cursor != self.program.game.here else Pop()
            case "aim_self":
                return Stay(redraw=self.point_at(self.program.game.here))
            case "panel":
                title = "What you see there"
                return Push(Unfolded(self.program, title, self._everything, self._replies))
            case "plan" if (meant := meant_by(self.cursor, self.board.scene())) is not None:
                return Pop(ForPlan(meant))
            case "aim_cancel" | "look":
                return Pop()
        return Stay(redraw=False)

    def _shoot(self) -> Transition:
        """Close with a shot at the enemy under the cursor; it is refused, with the reason, without a bow at hand."""
        creature = self.board.scene().creature_at(self.cursor)
        if creature is None or not creature.hostile:
            return Stay(redraw=False)
        return Pop(Shoot(creature.entity))

    def on_click(self, point: Point) -> Transition:
        """Show what is known about the tile."""
        return Stay()


def _worth_a_look(scene: Scene) -> list[Point]:
    """List the tiles worth stopping at: creatures, enemies first, then things in view, near ones first.

    A sign gets one stop, at its own tile, and a body of several tiles only one that is seen.
    """
    here = scene.map.player
    creatures = scene.nearest
    points = [_seen_of(creature, scene) for creature in creatures]
    known = {creature.entity for creature in creatures}
    stops: dict[int, Point] = {}
    for thing in scene.map.things:
        if scene.map.visible[thing.point] and thing.entity not in known and thing.glyph != " ":
            stops.setdefault(thing.entity, thing.point)
    things = {*stops.values()} - {here, *points}
    return [*points, *sorted(things, key=lambda point: (distance(here, point), point))]


def _seen_of(creature: CreatureView, scene: Scene) -> Point:
    """Return a creature's tile; if that is out of view, the nearest tile in view of a larger body."""
    if scene.map.visible[creature.point]:
        return creature.point
    here, entity = scene.map.player, creature.entity
    seen = [thing.point for thing in scene.map.things if thing.entity == entity]
    seen = [point for point in seen if scene.map.visible[point]] or [creature.point]
    return min(seen, key=lambda point: (distance(here, point), point))


BLANK = (" ", BLACK)


def off_the_edge(lines: Sequence[Line], width: int) -> list[Line]:
    """Return rows with a free column at the right edge, if the right-hand figures leave a blank before them."""
    return [
        line._replace(right=(*line.right, BLANK))
        if line.right and line.right[-1][0][-1:] != " " and line.length + 1 < width
        else line
        for line in lines
    ]
