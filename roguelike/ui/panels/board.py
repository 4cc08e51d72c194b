"""The whole play screen put together, for the three screens that show it: play, aim and look.

The one decision: the board asks the session anew at every frame and remembers nothing of the game, so it can never
show what is no longer so. What it remembers is only how rows look.
"""

from collections.abc import Mapping, Sequence

from tcod.console import Console

from roguelike.core.geometry import Point
from roguelike.core.records import Record, replace
from roguelike.engine.views.records import CreatureView, HudView, ItemView, MapView, TempoView
from roguelike.ui.panels.bar import WORDS, CommandBar, Words
from roguelike.ui.panels.ground import draw_map
from roguelike.ui.panels.layout import Layout, Viewport
from roguelike.ui.panels.marks import Marks
from roguelike.ui.panels.messages import LogPanel
from roguelike.ui.panels.rows import Block, Cells, Line, cells_of, paint, word
from roguelike.ui.panels.sections import faint, lit
from roguelike.ui.panels.side import NO_DEEDS, Shown, SidePanel
from roguelike.ui.panels.title_line import title_line
from roguelike.ui.program import Program
from roguelike.ui.widgets import Rect, Segment


class Scene(Record):
    """What a frame shows, asked of the session once."""

    map: MapView
    hud: HudView
    creatures: tuple[CreatureView, ...]
    underfoot: tuple[ItemView, ...]
    order: tuple[int, ...] = ()
    """Who acts before the player is up again, twice who acts twice; told while an enemy in view is awake."""
    tempo: tuple[TempoView, ...] = ()
    """How long the player's next turn takes, and those of whoever is in view; told likewise."""

    @property
    def is_fight(self) -> bool:
        """Whether an enemy in view is awake."""
        return any(each.hostile and each.mood != "asleep" for each in self.creatures)

    def creature(self, entity: int) -> CreatureView | None:
        """Return a creature in view by its id."""
        return next((c for c in self.creatures if c.entity == entity), None)

    def creature_at(self, point: Point) -> CreatureView | None:
        """Return the creature in view on a tile, whichever tile of its body that is."""
        there = {thing.entity for thing in self.map.things if thing.point == point}
        return next((c for c in self.creatures if c.point == point or c.entity in there), None)

    @property
    def occupied(self) -> set[Point]:
        """Tiles on which something is drawn."""
        return {thing.point for thing in self.map.things}


class Board:
    """Draws the parts of the play screen, and tells which part a cell belongs to."""

    def __init__(self, program: Program, words: Words = WORDS) -> None:
        """Draw for a program, with these words in the command bar."""
        self.program = program
        self.bar = CommandBar(words)
        self.layout = Layout.of(80, 50)
        self.viewport = Viewport(self.layout.map, 0, 0)
        self.side: list[Line] = []
        self._panel = SidePanel()
        self._told = LogPanel()
        self._side_block, self._log_block = Block(), Block()

    def scene(self) -> Scene:
        """Ask the session for everything."""
        game = self.program.game
        scene = Scene(game.map(), game.hud(), game.creatures(), game.underfoot())
        if not scene.is_fight:
            return scene
        awake = [each.entity for each in scene.creatures if each.mood != "asleep"]
        tempo = tuple(game.tempo(entity) for entity in (game.player, *awake))
        return replace(scene, order=tuple(game.coming()), tempo=tempo)

    def draw(
        self,
        console: Console,
        scene: Scene,
        *,
        focus: Point | None = None,
        notice: str = "",
        side: list[Line] | None = None,
        target: int | None = None,
        hovered: str | int | None = None,
        hint: str = "",
        coming: Sequence[Line] = (),
        deeds: Mapping[int, tuple[str, ...]] = NO_DEEDS,
    ) -> Marks:
        """Draw everything, with `focus` (the player unless said) in view, and return a brush for marks on the map.

        `side` replaces the rows of the side panel, `hint` the command bar. `hovered` is the value of the row under
        the mouse, `coming` are the rows on what would come of waiting, and `deeds` what everybody would do then.
        """
        self.arrange(console, scene, focus)
        colours = self.program.palette
        draw_map(console, scene.map, self.viewport, colours.variant)
        cells = cells_of(console)
        layout = self.layout
        paint(cells, 0, 0, console.width, [title_line(scene.hud, colours)])
        inside = self.side_rect
        if side is None:
            size = (inside.width, inside.height)
            here = scene.map.player
            shown = Shown(scene.hud, scene.creatures, here, target, tuple(coming), deeds)
            side = self._panel.lines(shown, size, colours)
        self.side = side
        if hovered is not None:
            side = [lit(line, colours) if line.value == hovered else line for line in side]
        self._side_block.paint(cells, inside.x, inside.y, inside.width, side)
        log = layout.log
        size = (log.width - 1, log.height)
        lines = self._told.lines(self.program.game.log, notice, size, colours)
        self._log_block.paint(cells, log.x + 1, log.y, log.width - 1, lines)
        self._draw_rules(cells, scene)
        if hint:
            bar = layout.bar
            paint(cells, bar.x, bar.y, bar.width, [Line(((f" {hint}", colours.dim),))])
        else:
            self.bar.draw(cells, layout.bar, colours)
        return Marks(console, self.viewport, scene.occupied)

    def arrange(self, console: Console, scene: Scene, focus: Point | None = None) -> None:
        """Work out where everything goes."""
        bar_rows = self.bar.rows(self.program.keymap, console.width)
        self.layout = Layout.of(console.width, console.height, bar_rows)
        width, height = scene.map.tiles.shape
        here = scene.map.player
        self.viewport = Viewport.around(self.layout.map, (width, height), here)
        if focus is not None and self.viewport.cell(focus) is None:
            self.viewport = Viewport.around(self.layout.map, (width, height), focus)

    @property
    def side_rect(self) -> Rect:
        """The room for rows in the side panel: right of its rule, a blank column on either side."""
        rect = self.layout.side
        return Rect(rect.x + 2, rect.y, rect.width - 3, rect.height)

    def _draw_rules(self, cells: Cells, scene: Scene) -> None:
        """Draw the lines between map, log and side panel; the upper one says what lies underfoot."""
        side, rule = self.layout.side, self.layout.rule
        shade = word(faint(self.program.palette))
        cells[side.y : side.y + side.height, side.x, :2] = ord("│"), shade
        paint(cells, rule.x, rule.y, rule.width, [self._underfoot(scene)])
        cells[rule.y, side.x, 0] = ord("┤")

    def _underfoot(self, scene: Scene) -> Line:
        """Return the rule above the log, with what lies where the player stands."""
        colours = self.program.palette
        shade = faint(colours)
        words: list[Segment] = [("──", shade)]
        if scene.underfoot:
            first, *others = scene.underfoot
            words.append((f" {first.name}", colours.role(first.role)))
            more = f" and {len(others)} more" if others else ""
            words.append((f"{more} here: ", colours.dim))
            words.append((f"{self.program.keymap.hint('get')} ", colours.key))
            words.append(("takes all " if others else "takes it ", colours.dim))
        room = self.layout.rule.width - sum(len(text) for text, _ in words)
        return Line((*words, ("─" * max(room, 0), shade)))

    def line_at(self, x: int, y: int) -> Line | None:
        """Return the row of the side panel that was drawn in a cell."""
        rect = self.side_rect
        if rect.x - 1 <= x < rect.x + rect.width + 1 and 0 <= y - rect.y < len(self.side):
            return self.side[y - rect.y]
        return None
