"""Looking around: a cursor on the map and everything known about the tile under it."""

from tcod.console import Console

from roguelike.core.geometry import Point, distance, steps_between
from roguelike.engine.play.commands import Shoot
from roguelike.engine.views.duels import duel_view
from roguelike.engine.views.records import CreatureView
from roguelike.ui.asked import Asked, WalkTo
from roguelike.ui.inputs import Input, Key
from roguelike.ui.panels.board import Board
from roguelike.ui.panels.choice_rows import is_spacious, off_the_edge, padded
from roguelike.ui.panels.marks import creature_signs, draw_signs
from roguelike.ui.panels.rows import EMPTY, Line, word_rows
from roguelike.ui.panels.scene import Overlay, Scene
from roguelike.ui.panels.sections import Section, fit
from roguelike.ui.panels.side import own_bars
from roguelike.ui.panels.tooltip import duel_words, place_panel, step_words
from roguelike.ui.program import Program
from roguelike.ui.replies import RepliesThere, meant_by
from roguelike.ui.screen import Pop, Push, Stay, Transition
from roguelike.ui.screens.cursor import CursorScreen
from roguelike.ui.screens.unfolded import Unfolded
from roguelike.ui.widgets import Button

HINT = "Mouse or movement keys move the cursor; a right click goes back."


class Look(CursorScreen):
    """Costs no time. Enter walks to the tile under the cursor, and the key that shoots shoots at who stands there.

    The screen closes with the tile or the shot as its result.
    """

    def __init__(
        self, program: Program, point: Point | None = None, board: Board | None = None
    ) -> None:
        super().__init__(program, program.game.here, board)
        self.stops = _worth_a_look(self.board.scene())
        self._replies = self._there = RepliesThere(program)
        if point is not None:
            self.cursor = point
        elif self.stops:
            self.cursor = self.stops[0]

    def draw(self, console: Console) -> None:
        """Draw the board, with what is known about the tile in place of the side panel."""
        scene, colours = self.board.scene(), self.program.palette
        self.board.arrange(console, scene, self.cursor)
        _, _, width, height = self.board.layout.side
        bars = [*own_bars(scene.hud, colours), *[EMPTY] * is_spacious(self.board.layout)]
        sections = [
            Section(self._about_tile(width), more="panel", rank=2),
            Section(self._then(scene, width), keep=3, more="panel", rank=1),
        ]
        lines = fit(sections, width, height - len(bars), colours, self.program.keymap.hint)
        side = off_the_edge([*bars, *padded(lines, height - len(bars))], width)
        buttons = self._buttons(scene)
        overlay = Overlay(side=side, keys=tuple(buttons), hint=HINT)
        marks = self.board.draw(
            console, scene, focus=self.cursor, pointed=self.pointed, overlay=overlay
        )
        draw_signs(marks, scene, creature_signs(scene, None, colours), (self.cursor,))
        marks.cursor(self.cursor, colours.aim_ok, colours.aim_ok_back)

    def _about_tile(self, width: int) -> list[Line]:
        """Return everything known about the tile."""
        game, colours = self.program.game, self.program.palette
        place = game.place(self.cursor)
        duels = {
            each.entity: duel_words(game.ask(duel_view, each.entity), colours)
            for each in place.creatures
        }
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

    def _buttons(self, scene: Scene) -> list[Button[str]]:
        """List the keys of this screen as clickable words."""
        hint, creature = self.program.keymap.hint, scene.creature_at(self.cursor)
        is_beside = steps_between(scene.map.player, self.cursor) == 1
        is_struck = creature is not None and creature.hostile and is_beside
        buttons = []
        if self.stops:
            words = f"next of {len(self.stops)}"
            buttons.append(Button(words, "next_target", hint("next_target")))
        if self.cursor != scene.map.player:
            deed = "strike" if is_struck else "walk there"
            buttons.append(Button(deed, "aim_fire", hint("aim_fire")))
        meant = meant_by(self.cursor, scene)
        if meant is not None and meant.foe:
            buttons.append(Button("shoot", "fire", hint("fire")))
        return [
            *buttons,
            Button("all of it", "panel", hint("panel")),
            Button("back", "aim_cancel", hint("aim_cancel")),
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
                self.cursor = self.program.game.here
                return Stay()
            case "panel":
                title = "What you see there"
                return Push(Unfolded(self.program, title, self._everything, self._replies))
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
