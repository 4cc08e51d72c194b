"""The whole play screen put together, for the three screens that show it: play, aim and look.

The one decision: the board asks the session again at every moment of the game, and keeps what it was told for the
frames of that moment: hundreds may show the same turn, while fires flicker, the mouse moves and replies are worked out.
"""

from collections.abc import Sequence

from tcod.console import Console

from roguelike.core.colour import Colour
from roguelike.core.geometry import Point, bearing
from roguelike.core.grammar import counted
from roguelike.core.records import replace
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.session import Session
from roguelike.engine.views.creatures import tempo_view
from roguelike.engine.views.records import HudView, ItemView, MapView
from roguelike.toolkit import widgets
from roguelike.toolkit.asked import Asked, Nth
from roguelike.toolkit.inputs import Mouse
from roguelike.toolkit.kept import Kept
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.rows import HOLE, Block, Cells, Line, alike, cells_of, render, word
from roguelike.toolkit.screen import AS_CELLS, MIN_COLUMNS, MIN_ROWS
from roguelike.toolkit.sections import faint, lit, unfolded
from roguelike.toolkit.settings import FIT, PICTURES
from roguelike.ui.layout import LEAST, LEVEL, Layout
from roguelike.ui.panels.bar import WORDS, CommandBar, Words
from roguelike.ui.panels.creature_rows import lettered, nearest_first
from roguelike.ui.panels.messages import LogPanel
from roguelike.ui.panels.reply import figure_words
from roguelike.ui.panels.scene import (
    CAST,
    NO_FIGURES,
    NO_OVERLAY,
    NOTHING,
    UNFORESEEN,
    Figures,
    Overlay,
    Pointed,
    Scene,
    Waiting,
    is_fought,
)
from roguelike.ui.panels.side import BEYOND, SidePanel
from roguelike.ui.program import Program
from roguelike.ui.stage.animation import Shimmer, restless
from roguelike.ui.stage.camera import SIZES, Camera, tile_size
from roguelike.ui.stage.stage import Stage, signs_cut

TAKE = Line(value="get")
"""What a click on the words about the items underfoot means."""
BACK: Colour = (16, 20, 46)


class Board:
    """Draws the parts of the play screen, and finds the part that a cell belongs to."""

    def __init__(self, program: Program, words: Words = WORDS, context: str = "play") -> None:
        """Draw for a program. `words` are those of the command bar, whose keys belong to `context` in the key table."""
        self.program = program
        self.bar = CommandBar(words, context)
        self.layout = Layout.of(MIN_COLUMNS, MIN_ROWS)
        self.camera = Camera(self.layout.map, 0, 0)
        self.shimmer = Shimmer()
        self._map: MapView | None = None
        self._shape = LEVEL
        self._cameras: dict[tuple[int, int], tuple[object, Camera]] = {}
        """What each device's camera shows: a picture must not move what the player sees."""
        self._panel = SidePanel.brief()
        self._told = LogPanel()
        self._side_block, self._log_block = Block(), Block()
        self._rows: list[tuple[widgets.Rect, list[Line]]] = []
        self._keys: widgets.ButtonRow[str] = widgets.ButtonRow(())
        self._hints = Kept[tuple[str, ...]]()
        self._scene, self._completed = Kept[Scene](), Kept[Scene]()
        self._signs = Kept[MapView]()
        self._title, self._across = Kept[Cells](), Kept[Cells]()
        self._arranged: object = None
        """What the layout was worked out for."""
        self._priced: tuple[object, Figures, Reply | None] = (None, NO_FIGURES, None)
        """The moment for which it was told what spells and things bring, that, and what comes of waiting."""

    def scene(self) -> Scene:
        """Ask the session for everything that a frame shows; the same object for as long as nothing is done."""
        game = self.program.game
        key = game.moment, self.program.has_letters
        return self._scene.of(key, lambda: self._asked(game))

    def _asked(self, game: Session) -> Scene:
        """Ask for it."""
        seen, creatures = game.map(), game.creatures()
        nearest = tuple(nearest_first(creatures, seen.player))
        letters = lettered(creatures, game.letters)
        if game.call_by(letters, are_shown=self.program.has_letters):
            creatures = game.creatures()
            nearest = tuple(nearest_first(creatures, seen.player))
        scene = Scene(
            game,
            seen,
            game.hud(),
            creatures,
            nearest,
            game.underfoot(),
            game.moment,
            is_exact=game.is_board,
            letters=letters,
            is_fight=is_fought(creatures),
        )
        if not scene.is_fight:
            return scene
        awake = [each.entity for each in scene.creatures if each.mood != "asleep"]
        tempo = tuple(game.ask(tempo_view, entity) for entity in (game.player, *awake))
        return replace(scene, order=tuple(game.coming()), tempo=tempo)

    def draw(
        self,
        console: Console,
        scene: Scene,
        *,
        focus: Point | None = None,
        notice: str = "",
        pointed: Pointed = NOTHING,
        waiting: Waiting = UNFORESEEN,
        overlay: Overlay = NO_OVERLAY,
    ) -> Stage:
        """Draw everything with `focus` (the player by default) in view, but not the map: return that, without marks."""
        self.arrange(console, scene, focus)
        colours = self.program.palette
        self._map = scene.map
        cells, (left, top, wide, high) = cells_of(console), self.layout.map
        cells[top : top + high, left : left + wide] = alike((high, wide, 3), *HOLE)
        moment = scene.hud, scene.creatures
        if waiting.figures or moment != self._priced[0]:
            self._priced = moment, waiting.figures, waiting.anyway
        # They stay while one of them is aimed, which has its own.
        _, figures, anyway = self._priced
        if waiting.aimed is not None and anyway is not None:
            action, reply, labels = waiting.aimed
            figure = figure_words(reply, scene.creatures, anyway, labels=labels)
            figures = {**figures, action: figure}
        waiting = replace(waiting, figures=figures)
        shown = self._shown(scene, pointed.target, waiting)
        x, y, width, _ = self.layout.title
        cells[y, x : x + width] = self._title.of(
            (scene.moment, colours.variant, width),
            lambda: render(title_line(scene.hud, colours, width), width),
        )
        self._draw_panel(cells, shown, overlay.side, pointed.hovered)
        self._draw_log(cells, notice, overlay.told)
        self._draw_rules(cells, scene)
        if overlay.keys:
            self._draw_keys(console, overlay.keys, overlay.hint)
        else:
            self.bar.draw(cells, self.layout.bar, colours)
        return Stage(
            self._signs.of((scene.moment, self.camera), lambda: signs_cut(scene.map, self.camera)),
            self.camera,
            colours,
            self.shimmer.tick,
            has_shades=self.program.has_shades,
            has_colours=self.program.has_colours,
            has_art=self.program.settings.tiles == PICTURES,
            hit_points=scene.hud.hp,
        )

    @property
    def flickers(self) -> bool:
        """Whether the map moves by itself: something on it burns or flows, and the player wants to see that."""
        return self.program.flickers and self._map is not None and restless(self._map)

    def flicker(self, seconds: float) -> bool:
        """Advance the flicker of fire and water; return whether the map must be drawn again."""
        return self.shimmer.update(seconds, moves=self.flickers)

    def arrange(self, console: Console, scene: Scene, focus: Point | None = None) -> None:
        """Work out the layout; the part of the map in view stays the same as long as it can."""
        self.bar.take(self.program.keymap)
        cell, zoom = self.program.cell_pixels(), self.program.settings.tile_side
        size = console.width, console.height
        arranged = scene.moment, size, focus, cell, zoom
        if arranged == self._arranged:
            return
        self._arranged = arranged
        width, height = shape = scene.map.tiles.shape
        self._shape = (int(width), int(height))
        self.layout = Layout.of(*size, cell, self._shape)
        here, rect = scene.map.player, self.layout.map
        shown = rect, cell, zoom, shape, scene.hud.depth, scene.hud.place
        before, self.camera = self._cameras.get(cell, (None, self.camera))
        if shown != before:
            self.camera = Camera.around(rect, (width, height), here, cell, zoom)
        others = [] if focus is None else [focus]
        others += [each.point for each in scene.nearest if each.mood == "hunting"]
        self.camera = self.camera.held((width, height), here, *others)
        if focus is not None and self.camera.cell_of(focus) is None:
            self.camera = Camera.around(rect, (width, height), focus, cell, zoom)
        self._cameras[cell] = shown, self.camera
        self.program.has_letters = self.camera.tile != AS_CELLS

    def unfolded(self, width: int, scene: Scene, waiting: Waiting) -> list[Line]:
        """Return everything that the panels could show, and every command, in rows of a width; a fight comes first."""
        colours, shown = self.program.palette, self._shown(scene, None, waiting)
        sections = SidePanel.page(is_fight=scene.is_fight).sections(shown, width, colours)
        commands = self.bar.sections(self.program.keymap, colours)
        return unfolded([*sections, *commands], width, colours)

    def _shown(self, scene: Scene, target: int | None, waiting: Waiting) -> Scene:
        """Return a scene with all that the panels show beside it."""
        camera, has_room = self.camera, self.camera.tile != AS_CELLS
        use_keys, grow_key = self._use_keys, self.program.keymap.short_hint("grow")

        def completed() -> Scene:
            """Add all of it, with letters if there is room for them on the map, and where those beyond its edge are."""
            letters = {each.entity: each.where for each in scene.creatures if each.where}
            letters = dict(scene.letters) if has_room else letters
            for each in scene.creatures:
                if camera.cell_of(each.point) is None:
                    letters[each.entity] = f"{BEYOND}{bearing(scene.map.player, each.point)}"
            return replace(
                scene,
                target=target,
                waiting=waiting,
                sign=self._sign,
                use_keys=use_keys,
                grow_key=grow_key,
                letters=letters,
            )

        key = (scene.moment, target, waiting, use_keys, grow_key, camera)
        return self._completed.of(key, completed)

    @property
    def _sign(self) -> str:
        """The sign before the digits that cast, according to the current key bindings."""
        return CAST if self.program.keymap.hint(Nth("cast", 1).name).startswith("Ctrl") else " "

    @property
    def _use_keys(self) -> tuple[str, ...]:
        """The labels of consumables: the current keys that use them."""
        keymap = self.program.keymap
        names = (Nth("use", digit).name for digit in range(1, 10))
        return self._hints.of(
            (keymap, keymap.revision), lambda: tuple(map(keymap.short_hint, names))
        )

    def _draw_panel(
        self, cells: Cells, shown: Scene, side: list[Line] | None, hovered: Asked | int | None
    ) -> None:
        """Draw the panel; the row under the mouse is highlighted."""
        colours, rect = self.program.palette, self.layout.side
        rows = side
        if rows is None:
            rows = self._panel.lines(shown, rect[2:], colours, self.program.keymap.hint)
        self._rows = [(rect, rows)]
        if hovered is not None:
            rows = [lit(line, colours) if line.value == hovered else line for line in rows]
        self._side_block.paint(cells, rect.x, rect.y, rect.width, rows)

    def _draw_log(self, cells: Cells, notice: str, told: list[Line] | None) -> None:
        """Draw the last messages, or what replaces them."""
        log, hint = self.layout.log, self.program.keymap.hint("log")
        if told is None:
            size = (log.width - 1, log.height)
            told = self._told.lines(self.program.game.log, notice, size, self.program.palette, hint)
        self._log_block.paint(cells, log.x + 1, log.y, log.width - 1, told)

    def _draw_rules(self, cells: Cells, scene: Scene) -> None:
        """Draw the lines between map, log and panel; the horizontal one says what lies underfoot."""
        rule, side = self.layout.rule, self.layout.side
        shade, y = word(faint(self.program.palette)), rule.y
        if scene.underfoot:
            self._rows.append((widgets.Rect(rule.x, y, rule.width, 1), [TAKE]))
        key = self.program.keymap.hint("get")
        colours, lying = self.program.palette, scene.underfoot
        cells[y, rule.x : rule.x + rule.width] = self._across.of(
            (scene.moment, colours.variant, key, rule.width),
            lambda: _rule_across(lying, key, colours, rule.width),
        )
        cells[: side.height, side.x - 1, :2] = ord("│"), shade
        cells[y, side.x - 1, 0] = ord("┤")

    def _draw_keys(self, console: Console, keys: Sequence[widgets.Button[str]], hint: str) -> None:
        """Draw the keys of this screen, and a hint after them if there is room."""
        bar, colours = self.layout.bar, self.program.palette
        self._keys.buttons = list(keys)
        self._keys.draw(console, bar, colours)
        x = sum(button.width for button in keys) + 2
        if x + len(hint) < bar.width:
            console.print(bar.x + x, bar.y, hint, fg=colours.dim)

    def zoom(self, steps: int) -> str:
        """Show larger (1) or smaller (-1) tiles from now on; return a sentence on how large they are now."""
        settings, side, is_cells = self.program.settings, self.camera.tile[0], self.camera.is_cells
        least = 0 if is_cells else LEAST
        fits = tile_size(self.layout.map, self._shape, self.camera.cell, least)[0]
        sides, unit = ((1, 2), "column") if is_cells else (SIZES, "pixel")
        wanted = [each for each in sides if (each > side if steps > 0 else each < side)]
        if not wanted or (steps < 0 and side <= fits):
            way = "larger" if steps > 0 else "smaller"
            return f"The map gets no {way} than {counted(side, unit)} a tile."
        chosen = min(wanted) if steps > 0 else max(wanted)
        settings.zoom = FIT if chosen < 2 else str(max(chosen, SIZES[is_cells]))
        self.program.host.keep_settings(settings)
        return f"The map has {counted(max(chosen, fits), unit)} a tile now."

    def tile_at(self, x: float, y: float) -> Point | None:
        """Return the tile shown at a place on the console; None outside the map."""
        return self.camera.tile_at(x, y)

    def lights_key(self, mouse: Mouse) -> bool:
        """Light the button of this screen under the mouse; return whether another one was lit before."""
        return isinstance(self._keys.on_input(mouse), widgets.Moved)

    def key_at(self, x: int, y: int) -> str | None:
        """Return the value of the button drawn in a cell of the bar."""
        button = self._keys.at(x, y)
        return button.value if button is not None else None

    def line_at(self, x: int, y: int) -> Line | None:
        """Return the panel row drawn in a cell."""
        for rect, lines in self._rows:
            if rect.holds(x, y) and y - rect.y < len(lines):
                return lines[y - rect.y]
        return None


def _rule_across(things: tuple[ItemView, ...], key: str, colours: Palette, width: int) -> Cells:
    """Return the line above the log, with what lies where the player stands and the key that takes it."""
    shade = faint(colours)
    words: list[widgets.Segment] = [("──", shade)]
    if things:
        first, *others = things
        words.append((f" {first.name}", colours.role(first.role)))
        more = f" and {len(others)} more" if others else ""
        words.append((f"{more} here: ", colours.dim))
        words.append((f"{key} ", colours.key))
        forgone = sum(thing.forgone for thing in things)
        takes = f"one of {forgone + 1}" if forgone else "all" if others else "it"
        words.append((f"takes {takes} ", colours.warn if forgone else colours.dim))
    room = width - widgets.length_of(words)
    return render(Line((*words, ("─" * max(room, 0), shade))), width)


def title_line(hud: HudView, colours: Palette, width: int) -> Line:
    """Return the row: the place on the left, depth and turn on the right.

    If the place would be cut, as the task of a puzzle may be, the turn is left out first and then the depth.
    """
    back = colours.transform(BACK)
    left = (" ◆ ", colours.mana), (hud.place, colours.title)
    wizard = (("wizard ", colours.warn),) if hud.wizard else ()
    turn = ("  turn ", colours.dim), (f"{hud.turn:,} ", colours.text)
    depth = ("  depth ", colours.dim), (f"{hud.depth} ", colours.text)
    forms: tuple[tuple[widgets.Segment, ...], ...] = (
        (*wizard, *depth, *turn),
        (*wizard, *depth),
        wizard,
    )
    # A blank separates the two.
    fitting = (
        right for right in forms if widgets.length_of(left) + 1 + widgets.length_of(right) <= width
    )
    return Line(left, next(fitting, wizard), back, value="character")
