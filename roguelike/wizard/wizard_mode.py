"""Wizard mode: powers for testers of the game and authors of content, and the viewer of how a level is generated.

The one decision: a power is a command like any other, so this screen only finds out which one and closes with it. The
first time it shows a warning, since a run that used a power is marked for good.

In the viewer nothing is generated while it is watched. All steps exist from the start, so that going back is as easy as
going on. The 80x50 map loses its outermost ring, where no builder ever digs, to the line above and the buttons below.
"""

from collections.abc import Callable
from typing import ClassVar, Final, Literal

from tcod.console import Console

from roguelike.core.records import Record
from roguelike.engine.play.commands import Action, wizardry
from roguelike.engine.views.discoveries import names
from roguelike.title.seed import Begin, SeedEntry
from roguelike.toolkit import widgets
from roguelike.toolkit.inputs import Input, Key, Mouse
from roguelike.toolkit.page import Confirm, ListPopup, PickName, pick_depth
from roguelike.toolkit.rows import HOLE, cells_of
from roguelike.toolkit.screen import Pop, Push, Replace, Screen, Stay, Transition
from roguelike.toolkit.widgets.scrolling import draw_more
from roguelike.ui.program import Program
from roguelike.ui.stage.camera import Camera
from roguelike.ui.stage.stage import Stage
from roguelike.wizard.mapgen_steps import digging_view

ENTER: Final = "wizard_enter"
"""The command that opens wizard mode without a question."""
_WARNING = (
    "Wizard mode is for testing the game. A run in which any of its powers is used is marked for "
    "good, here and among the past runs."
)
_SIMPLE: dict[str, tuple[str, Callable[[], Action]]] = {
    "h": ("Heal, fill mana and stomach", wizardry.Heal),
    "m": ("Map this level, hidden things and all", wizardry.Reveal),
    "g": ("Invulnerability on and off", wizardry.ToggleGod),
    "i": ("Identify everything in the pack", wizardry.IdentifyAll),
    "x": ("Gain a level", wizardry.Advance),
}
_NAMED: dict[str, tuple[str, Literal["items", "mobs", "spells"], Callable[[str], Action]]] = {
    "c": ("Conjure an item", "items", wizardry.Give),
    "s": ("Summon a creature beside you", "mobs", wizardry.Spawn),
    "l": ("Learn a spell", "spells", wizardry.Learn),
}
_TRAVEL, _WATCH = "t", "v"


def enter_wizard(program: Program) -> Screen:
    """Return the list of powers, or the warning before it in a run that has used none."""
    if program.game.hud().wizard:
        return Wizard(program)
    return Confirm(program, "Wizard mode", _WARNING, ENTER, yes="Go on", no="No")


class Wizard(ListPopup[Program, str]):
    """The list of powers; closes with the command of the chosen one."""

    title: str = "Wizard mode"
    columns: ClassVar[int] = 50

    letters: ClassVar[bool] = False

    def listed(self) -> list[widgets.Row[str]]:
        """Return the powers: those that work at once, those that ask for a name, the journeys."""
        return [
            *(widgets.Row(label, key, mark=key) for key, (label, _) in _SIMPLE.items()),
            *(widgets.Row(f"{label} …", key, mark=key) for key, (label, _, _) in _NAMED.items()),
            widgets.Row("Travel to a depth …", _TRAVEL, mark=_TRAVEL),
            widgets.Row("View how levels are made …", _WATCH, mark=_WATCH),
        ]

    def on_choice(self, value: str) -> Transition:
        """Close with a command, or ask for what or where first."""
        if value in _SIMPLE:
            return Pop(_SIMPLE[value][1]())
        if value == _WATCH:
            self.program.game.do(wizardry.Watch())
            return Replace(Digging(self.program))
        if value == _TRAVEL:
            return Push(pick_depth(self.program, "Travel to a depth", wizardry.Travel))
        label, section, command = _NAMED[value]
        return Push(PickName(self.program, label, self.program.game.ask(names, section), command))

    def on_result(self, result: object) -> Transition:
        """Close with the command that the answer makes."""
        return Pop(result) if isinstance(result, Action) else Stay()


PAUSES = (2.0, 1.2, 0.7, 0.4, 0.2, 0.1, 0.05)
"""Seconds for which each step is shown, from the slowest to the fastest."""
USUAL = 3
MAP_COLUMNS, MAP_ROWS = 80, 50
_MENU_KEYS = {
    "menu_up": "back", "menu_down": "next", "menu_previous": "back", "menu_next": "next", "menu_first": "first",
    "menu_page_up": "higher", "menu_page_down": "lower", "menu_last": "last", "menu_choose": "play",
    "menu_back": "close",
}  # fmt: skip
"""What the usual menu keys do here."""
_KEYS = {
    "h": "back", "l": "next", "-": "slower", "+": "faster", "=": "faster", "s": "seed", "d": "depth",
    "<": "up", ">": "down",
}  # fmt: skip


class OtherDepth(Record):
    """The result of the list of depths."""

    depth: int


class WhichSeed(SeedEntry):
    """A line for the seed of another dungeon."""

    title: str = "Another dungeon"
    button: ClassVar[str] = "[Show]"
    explained: str = "What would this level look like with another seed?"


class Digging(Screen):
    """Shows one step at a time; opens with the first step of the level that the player is on."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.playing = False
        self.pace = USUAL
        self._waited = 0.0
        self._middle = MAP_ROWS // 2  # the map's middle row in view, if not all rows fit
        self._room = widgets.NOWHERE
        self._play = widgets.Button("Play", "play", "space")
        self.bar = widgets.ButtonRow(
            [
                widgets.Button("Back", "back", "←"),
                widgets.Button("Next", "next", "→"),
                self._play,
                widgets.Button("Slower", "slower", "-"),
                widgets.Button("Faster", "faster", "+"),
                widgets.Button("Seed", "seed", "s"),
                widgets.Button("Depth", "depth", "d"),
                widgets.Button("Close", "close", "Esc"),
            ]
        )
        self._dig(program.game.seed, program.game.hud().depth)

    def _dig(self, seed: str, depth: int) -> None:
        """Show another level, from its first step."""
        self.view = self.program.game.ask(digging_view, seed, depth)
        self.step, self.playing, self._waited = 0, False, 0.0

    @property
    def last(self) -> int:
        """The number of the last step, counted from 0."""
        return len(self.view.steps) - 1

    # Drawing

    def draw(self, console: Console) -> Stage:
        """Draw the map after this step, what was done, and the buttons."""
        palette = self.program.palette
        view = self.view.steps[self.step].map
        room = widgets.Rect(0, 1, console.width, console.height - 2)
        if room.height < MAP_ROWS - 2:
            room = widgets.Rect(0, 2, console.width, console.height - 4)
        shape = (MAP_COLUMNS, MAP_ROWS)
        port = Camera.around(room, shape, (0, self._middle), self.program.cell_pixels())
        self._room = room
        if room.y > 1:
            self._draw_marks(console, port)
        cells_of(console)[room.y : room.y + room.height, room.x : room.x + room.width] = HOLE
        self._draw_caption(console)
        self._play.label = "Pause" if self.playing else "Play"
        self.bar.draw(console, widgets.Rect(0, console.height - 1, console.width, 1), palette)
        return Stage(view, port, palette)

    def _draw_marks(self, console: Console, port: Camera) -> None:
        """Show how many rows of the map are out of view above and below, and the keys that lead there."""
        room, keymap = port.rect, self.program.keymap
        above = port.top // port.tile[1]
        below = MAP_ROWS - port.room[1] - above
        up, down = (f"more ({keymap.hint(key)})" for key in ("menu_page_up", "menu_page_down"))
        around = room._replace(y=room.y - 1, height=room.height + 2)
        draw_more(console, around, (above, below), self.program.palette, (up, down))

    def _draw_caption(self, console: Console) -> None:
        """Show the number of the step, its builder, the speed, and the level."""
        palette, view, step = self.program.palette, self.view, self.view.steps[self.step]
        console.rgb["bg"][:, 0] = console.rgb["bg"][:, console.height - 1] = palette.hover_back
        part = f" {step.part}/{step.parts}" if step.parts > 1 else ""
        pace = f"{'' if self.playing else 'paused, '}{PAUSES[self.pace]:g} s a step"
        words = [
            (f" {self.step + 1:>2} of {self.last + 1}  ", palette.number),
            (f"{step.builder}{part}", palette.heading),
            (f"  {pace}", palette.dim),
        ]
        widgets.print_segments(console, 0, 0, words, console.width * 5 // 8)
        told = self.answer or f"depth {view.depth}  seed {view.seed}"
        where = widgets.clip(told, console.width * 3 // 8 - 2)
        console.print(console.width - 1 - len(where), 0, where, fg=palette.text)

    # Time

    @property
    def animating(self) -> bool:
        """Whether the steps are playing."""
        return self.playing

    def update(self, seconds: float) -> bool:
        """Show the next steps when their time has come; stop at the last."""
        if not self.playing:
            return False
        self._waited += seconds
        shown = self.step
        while self._waited >= PAUSES[self.pace] and self.step < self.last:
            self._waited -= PAUSES[self.pace]
            self.step += 1
        if self.step == self.last:
            self.playing = False
        return self.step != shown or not self.playing

    # Input

    def shut(self) -> Transition:
        """Close at the key that opened it."""
        return self._do("close")

    def on_input(self, event: Input) -> Transition:
        """Handle a key, a button, the wheel or a right click."""
        match self.bar.on_input(event):
            case widgets.Chosen(value):
                return self._do(value)
            case widgets.Moved():
                return Stay()
        match event:
            case Key(name):
                action = self.program.keymap.action("menu", name) or ""
                if action == "help":
                    return Push(self.program.open("help"))
                return self._do(_MENU_KEYS.get(action) or _KEYS.get(name, ""))
            case Mouse("wheel", steps=steps):
                return self._do("back" if steps > 0 else "next")
            case Mouse("press", button="right"):
                return self._do("close")
            case Mouse("press", _, y, "left"):
                ends = {self._room.y - 1: "higher", self._room.y + self._room.height: "lower"}
                return self._do(ends.get(y, "next") if self._room.y > 1 else "next")
        return Stay(redraw=False)

    def _do(self, command: str) -> Transition:
        """Carry out a command of the viewer."""
        before = self._shown
        match command:
            case "back" | "next" | "first" | "last":
                self._go_to(command)
            case "play":
                self._toggle()
            case "higher" | "lower":
                self._scroll(1 if command == "lower" else -1)
            case "slower" | "faster":
                change = 1 if command == "faster" else -1
                self.pace = max(0, min(self.pace + change, len(PAUSES) - 1))
            case "up" | "down":
                change = 1 if command == "down" else -1
                self._dig(self.view.seed, max(1, self.view.depth + change))
            case "seed":
                return Push(WhichSeed(self.program))
            case "depth":
                return Push(pick_depth(self.program, "Which depth?", OtherDepth))
            case "close":
                return Pop()
            case _:
                return Stay(redraw=False)
        return Stay(redraw=self._shown != before)

    @property
    def _shown(self) -> tuple[object, ...]:
        """What commands change: the level, the step, the speed, whether it plays, and the rows in view."""
        return id(self.view), self.step, self.pace, self.playing, self._middle

    def _scroll(self, way: int) -> None:
        """Scroll a low console's view of the map by half its height, down (1) or up (-1), as far as there is map."""
        half = self._room.height // 2
        self._middle = max(half, min(self._middle + way * half, MAP_ROWS - half))

    def _go_to(self, command: str) -> None:
        """Show another step, and stop playing."""
        goals = {"back": self.step - 1, "next": self.step + 1, "first": 0, "last": self.last}
        self.step, self.playing = max(0, min(goals[command], self.last)), False

    def _toggle(self) -> None:
        """Play or pause; from the last step, play from the first."""
        self.playing = not self.playing
        if self.playing and self.step == self.last:
            self.step = 0
        self._waited = 0.0

    def on_result(self, result: object) -> Transition:
        """Show the level of another seed or depth."""
        match result:
            case Begin(seed):
                self._dig(seed or self.program.host.random_seed(), self.view.depth)
            case OtherDepth(depth):
                self._dig(self.view.seed, depth)
        return Stay()
