"""The screen of a running game: the map, and every command by key or mouse.

The one decision: a command is carried out at once and completely, and the animation afterwards only shows it. Any
input ends the animation, so that fast players never wait. Walking, exploring and resting advance one turn at a time,
so that the player can watch and stop them.

It is composed of three parts: the view says what is where and draws it, the commands do what is asked, and the room
says how this game differs from others.
"""

from typing import TYPE_CHECKING

from tcod.console import Console

from roguelike.core.geometry import Point, steps_between
from roguelike.engine.play import commands
from roguelike.toolkit.inputs import Input, Key, Mouse, Released
from roguelike.toolkit.screen import Push, Screen, Stay, Transition
from roguelike.ui.program import Program
from roguelike.ui.screens.commanding import Commands, Room, tell_hint
from roguelike.ui.screens.play_view import PlayView
from roguelike.ui.screens.unfolded import Clicked
from roguelike.ui.stage.stage import Stage

if TYPE_CHECKING:  # as everywhere in the UI, the session is passed in, never created here
    from roguelike.engine.session import Session

TURN_SECONDS = 0.03
"""Seconds between the turns of an automatic command, at normal animation speed."""
MOST_TURNS_AT_ONCE = 500
"""Turns of an automatic command between two frames when animation is off."""
STOPPING = frozenset({"menu", "wait"})
"""Keys that only stop an automatic command; any other key stops it and then does what it normally does."""


class Play(Screen):
    """The screen of a game in progress: the board, and a key or click for every command."""

    def __init__(self, program: Program, room: Room | None = None) -> None:
        self.program, self.room = program, room or Room(program)
        self.name = self.room.name
        self.view = PlayView(program, self.room.words, outlook=self.room.outlook)
        self.does = Commands(program, self.view, self.room)
        self._waited, self._has_walked = 0.0, False
        tell_hint(program)
        self.room.begin(self.does)

    @property
    def session(self) -> "Session":
        """The session of the game in progress."""
        return self.program.game

    @property
    def is_moving(self) -> bool:
        """Whether an animation or an automatic command is running."""
        return self.view.animation.active or self.session.automatic is not None

    @property
    def animating(self) -> bool:
        """Whether something is running, or a reply is being worked out."""
        return self.is_moving or self.view.is_thinking

    @property
    def flickering(self) -> bool:
        """Whether something on the map burns or flows."""
        return self.view.board.flickers

    def caret(self) -> tuple[int, int] | None:
        """Return the cell on which the hero stands."""
        return self.view.cell_of_map(self.session.here)

    def draw(self, console: Console) -> Stage:
        """Draw the game with what was last answered, and with what is aimed at unless something moves."""
        does, is_moving = self.does, self.is_moving
        return self.view.draw(
            console,
            notice=does.notice or self.answer,
            target=does.shots.target,
            is_moving=is_moving,
        )

    def on_result(self, result: object) -> Transition:
        """Carry out the result of another screen."""
        return self.does.on_result(result)

    def on_close(self) -> None:
        """Save, or give back, what must not be lost."""
        self.room.close()

    # Time

    def update(self, seconds: float) -> bool | Transition:
        """Advance the animation or, when there is none, the automatic command."""
        changed = self.view.pass_time(seconds)
        self._waited += seconds
        pause = TURN_SECONDS * self.program.settings.animation_factor
        turns = 0
        while self.session.automatic is not None and not self.view.animation.active:
            if self._waited < pause or turns >= MOST_TURNS_AT_ONCE:
                return changed
            self._waited = self._waited - pause if pause else 0.0
            report = self.session.go_on()
            turns, changed = turns + 1, True
            if self.session.is_over:
                self.session.stop()
            if report is not None:
                shown = self.does.show(report)
                if isinstance(shown, Push):  # the walk led to something that asks
                    self.view.mouse = None  # it will be elsewhere when that screen closes
                    return shown
            else:
                tell_hint(self.program)
                if reason := self.session.interruption():
                    self.does.say(reason)
        if self.session.is_over and not self.view.animation.active:
            return self.room.over(self.does)
        self._waited = 0.0
        return (not self.is_moving and self.view.think(seconds)) or changed

    # Input

    def on_input(self, event: Input) -> Transition:
        """End the animation and the automatic command, then do what the input means."""
        match event:
            case Mouse("move"):
                return Stay(redraw=self.view.hover(event))
            case Mouse("wheel" | "pinch") if not self.view.is_over_log(event):
                self.view.board.zoom(event.steps)
                return Stay()
            case Mouse("press", again=True) if self._has_walked or self.does.clicked:
                return Stay()
            case Released():
                return Stay(redraw=self.view.dangers.hide())
            case Key() | Mouse():
                pass
            case _:
                return Stay()
        self.view.animation.skip()
        was_automatic = self.session.automatic is not None
        self.session.stop()
        self.does.hush()
        if self.session.is_over:
            return self.room.over(self.does)
        name = event.name if isinstance(event, Key) else ""
        meant = self.program.keymap.action("play", name)
        if meant != "danger" and self.view.dangers.hide() and meant == "menu":
            return Stay()  # it takes back what it was pressed at
        if isinstance(event, Key):
            self.view.mouse = self.does.clicked = None
            return self._on_key(event, was_automatic=was_automatic)
        here, lying = self.session.here, self.session.underfoot()
        answer = Stay() if was_automatic else self._on_mouse(event)
        # The second press of a double click must neither stop the walk nor take another step, nor a turn of waiting.
        has_moved = self.session.here != here or self.session.underfoot() != lying
        self._has_walked = has_moved or self.session.automatic is not None
        if isinstance(answer, Push):
            self.view.mouse = None  # the mouse will be elsewhere when that screen closes
        return answer

    def _on_key(self, key: Key, *, was_automatic: bool) -> Transition:
        """Carry out the command bound to a key."""
        action = self.program.keymap.action("play", key.name)
        if was_automatic and (action is None or action in STOPPING):
            return self.does.say("You stop.")
        return Stay(redraw=False) if action is None else self.does.command(action)

    def _on_mouse(self, mouse: Mouse) -> Transition:
        """Carry out what a click or a turn of the wheel means at the mouse position."""
        match self.view.meant(mouse):
            case (int() as x, int() as y):
                return self._on_map((x, y), mouse.button)
            case Clicked(value):
                return self.does.on_row(value)
            case str() as name:
                return self.does.command(name)
        return Stay(redraw=False)

    def _on_map(self, point: Point, button: str) -> Transition:
        """Look at a tile, walk to it, attack an adjacent creature, or use what is on the player's tile."""
        here, self.does.clicked = self.session.here, None
        if button == "right":
            return self.does.look_at(point)
        if button != "left":
            return Stay(redraw=False)
        if point == here:
            return self.does.use_underfoot()
        if steps_between(here, point) == 1:
            return self.does.perform(commands.Step.between(here, point))
        return self.does.walk(point)
