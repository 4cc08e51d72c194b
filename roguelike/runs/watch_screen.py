"""Watching a recorded run: paused, faster, slower, at any turn, or played on from there in practice.

The one decision: it is the view of the play screen over a session that takes no commands. So everything that can be
looked at in play can be looked at here, with the same keys, and nothing done here changes how the run went.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from tcod.console import Console

from roguelike.practice.practice_room import ForkRoom
from roguelike.toolkit import widgets
from roguelike.toolkit.asked import Asked, Nth, OpenItem
from roguelike.toolkit.inputs import Input, Key, Mouse
from roguelike.toolkit.page import LineEntry
from roguelike.toolkit.screen import Pop, Push, Screen, Stay, Transition
from roguelike.ui.panels.bar import Words
from roguelike.ui.program import Program
from roguelike.ui.screens.commanding import Commands, Room
from roguelike.ui.screens.play import Play
from roguelike.ui.screens.play_view import PlayView
from roguelike.ui.screens.unfolded import Clicked
from roguelike.ui.stage.stage import Stage

if TYPE_CHECKING:  # screens are passed sessions, and make none
    from roguelike.runs.watching import Watched

REPLAY_WORDS: Words = (
    ("Pause", "replay_pause"),
    ("Back", "replay_back"),
    ("Next", "replay_next"),
    ("Slower", "replay_slower"),
    ("Faster", "replay_faster"),
    ("Turn", "replay_turn"),
    ("Play on", "replay_fork"),
    ("Leave", "replay_leave"),
    ("Log", "log"),
    ("Look", "look"),
    ("Help", "help"),
    ("Start", "replay_first"),
    ("End", "replay_last"),
    ("You", "character"),
    ("Inventory", "inventory"),
)
SECONDS = 0.25
"""Seconds between two commands at normal speed."""
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 64.0)
PLAIN = SPEEDS.index(1.0)
LIVELY = 4.0
"""The highest speed at which events are animated."""
SEEK_COMMANDS, MOST_AT_ONCE = 25, 10
"""Commands applied between two frames on the way to another turn, and while playing."""
LEAP = 50
SHOWN = (
    "log",
    "look",
    "character",
    "inventory",
    "spells",
    "discoveries",
    "panel",
    "help",
    "options",
)
"""Commands of play that also work here."""
AT_END = "The replay ends here."
ON_THE_WAY = "The replay is still on its way to that turn."
OVER = "The run is over here: go back a turn ({key}) to play on."


class Watch(Screen):
    """Plays a recording; closes without a result, and leaves everything as it was."""

    def __init__(self, program: Program, watched: "Watched") -> None:
        self.program, self._lender, self.watched = program, program.session, watched
        program.session = watched
        # What comes is recorded, so nothing is foreseen, and a click only looks.
        self.view = PlayView(program, REPLAY_WORDS, "replay", foresees=False)
        self.does = Commands(program, self.view, Room(program))
        self.paused = False
        self.speed = PLAIN
        self._waited = 0.0
        self._deeds: dict[str, Callable[[], Transition]] = {
            "replay_pause": self._pause,
            "replay_next": lambda: self._seek(watched.done + 1),
            "replay_back": lambda: self._seek(watched.done - 1),
            "replay_leap": lambda: self._seek_turn(watched.game.turn + LEAP),
            "replay_leap_back": lambda: self._seek_turn(watched.game.turn - LEAP),
            "replay_first": lambda: self._seek(0),
            "replay_last": lambda: self._seek(watched.length),
            "replay_turn": lambda: Push(TurnEntry(program, watched.last_turn)),
            "replay_faster": lambda: self._speed_up(1),
            "replay_slower": lambda: self._speed_up(-1),
            "zoom_in": lambda: self.say(self.view.board.zoom(1)),
            "zoom_out": lambda: self.say(self.view.board.zoom(-1)),
            "replay_fork": self._fork,
            "replay_leave": self._leave,
        }

    # Time

    @property
    def animating(self) -> bool:
        """Whether the recording is playing, or something is animated."""
        return not self.paused or self.watched.is_seeking or self.view.animation.active

    @property
    def flickering(self) -> bool:
        """Whether something on the map burns or flows."""
        return self.view.board.flickers

    def caret(self) -> tuple[int, int] | None:
        """Return the cell on which the hero stands."""
        return self.view.cell_of_map(self.watched.here)

    def update(self, seconds: float) -> bool:
        """Advance the animation, the way to another turn, or the recording."""
        changed = self.view.animation.update(seconds * max(1.0, SPEEDS[self.speed]))
        if self.watched.is_seeking:
            self.watched.work(SEEK_COMMANDS)
            self._tell_end()
            return True
        if self.paused or self.view.animation.active:
            return changed
        self._waited += seconds
        pause = SECONDS / SPEEDS[self.speed]
        for _ in range(MOST_AT_ONCE):
            if self._waited < pause or self.view.animation.active or self.paused:
                break
            self._waited -= pause
            self._forward()
            changed = True
        self._waited = min(self._waited, pause)
        return changed

    def _forward(self) -> None:
        """Play the next command and show it, animated unless the replay runs too fast for that."""
        report = self.watched.forward()
        factor = self.program.settings.animation_factor
        if SPEEDS[self.speed] <= LIVELY:
            self.view.animation.start(report.events, factor)
        self._tell_end()

    def _tell_end(self) -> None:
        """Stop at the end, and say so."""
        if self.watched.is_at_end:
            self.paused = True
            self.does.notice = self.watched.trouble or AT_END

    # What can be done

    def command(self, asked: Asked) -> Transition:
        """Control the recording, or open a page."""
        if isinstance(asked, str) and asked in self._deeds:
            self.does.notice = ""
            return self._deeds[asked]()
        if not _is_shown(asked):
            return Stay(redraw=False)
        self.paused = True
        return self.does.command(asked)

    def on_result(self, result: object) -> Transition:
        """Go to the turn that was asked for, or carry out what works here; otherwise say that it does not."""
        match result:
            case int() as turn:
                return self._seek_turn(turn)
            case Clicked(str() | Nth() | OpenItem() as asked):
                return self.on_result(asked)
            case Clicked():
                return self.does.on_result(result)
            case str() | OpenItem() if result in self._deeds or _is_shown(result):
                return self.command(result)
            case str() if self.program.obey(result):
                return Stay()
            case None:
                return Stay()
        return self.does.say(
            self.program.keymap.in_words("This is a replay: {replay_fork} plays on from here.")
        )

    def _pause(self) -> Transition:
        """Pause, or play on; at the end, play again from the beginning."""
        if self.watched.is_at_end and self.paused:
            self.watched.seek(0)
        self.paused = not self.paused
        self._waited = 0.0
        return Stay()

    def _seek(self, done: int) -> Transition:
        """Go to where a number of commands have been given, and stop there."""
        if done == self.watched.done + 1:
            return self._stopped(self._forward)
        return self._stopped(lambda: self.watched.seek(done))

    def _seek_turn(self, turn: int) -> Transition:
        """Go to a turn, and stop there."""
        return self._stopped(lambda: self.watched.seek_turn(turn))

    def _stopped(self, go: Callable[[], None]) -> Transition:
        """Stop, and go elsewhere; tell whether that changed anything."""
        before = self.paused, self.watched.done, self.watched.is_seeking
        self.paused = True
        self.view.animation.skip()
        go()
        self.watched.work(SEEK_COMMANDS)
        self._tell_end()
        after = self.paused, self.watched.done, self.watched.is_seeking
        return Stay(redraw=after != before or bool(self.does.notice))

    def _speed_up(self, steps: int) -> Transition:
        """Change the speed by some steps: faster, or slower if below 0."""
        before, self.speed = self.speed, max(0, min(self.speed + steps, len(SPEEDS) - 1))
        return Stay(redraw=self.speed != before)

    def _fork(self) -> Transition:
        """Open a practice game that goes on from here."""
        self.paused = True
        if self.watched.is_seeking:
            return self.does.say(ON_THE_WAY)
        if self.watched.is_over or self.watched.is_broken:
            return self.does.say(OVER.format(key=self.program.keymap.hint("replay_back")))
        return Push(Play(self.program, ForkRoom(self.program, self.watched.fork())))

    def _leave(self) -> Transition:
        """Go back to where the player came from."""
        self._give_back()
        return Pop()

    def _give_back(self) -> None:
        """Restore the program's previous session."""
        self.program.session = self._lender
        self.watched.close()

    def on_close(self) -> None:
        """Restore the session for the screens below, which save the real game as the program closes."""
        self._give_back()

    # Input

    def on_input(self, event: Input) -> Transition:
        """End the animation, then handle the input."""
        match event:
            case Mouse("move"):
                return Stay(redraw=self.view.hover(event))
            case Mouse():
                self.view.animation.skip()
                return self._on_mouse(event)
            case Key(name):
                self.view.animation.skip()
                self.view.mouse = None
                return self._on_key(name)
        return Stay()

    def _on_key(self, key: str) -> Transition:
        """Carry out the command of a key in a replay."""
        action = self.program.keymap.action("replay", key)
        return self.command(action) if action is not None else Stay(redraw=False)

    def _on_mouse(self, mouse: Mouse) -> Transition:
        """Pause, and look at the tile that was clicked; or do what works here."""
        match self.view.meant(mouse):
            case (int() as x, int() as y):
                self.paused = True
                return self.does.look_at((x, y))
            case Clicked(int() as creature):
                return self.does.look_at_whom(creature)
            case Clicked(str() | Nth() | OpenItem() as asked):
                return self.command(asked)
            case str() as name:
                return self.command(name)
        return Stay(redraw=False)

    # Drawing

    def draw(self, console: Console) -> Stage:
        """Draw the board as in play, and the progress of the recording on the line above the log."""
        board, does = self.view.board, self.does
        board.bar.call("replay_pause", "Play" if self.paused else "Pause")
        target, is_moving = does.shots.target, self.animating
        notice = self.answer or does.notice
        stage = self.view.draw(console, notice=notice, target=target, is_moving=is_moving)
        shown, colours = self.watched, self.program.palette
        total = f"{shown.last_turn:,}"
        sign = "…" if shown.is_seeking else "‖" if self.paused else "►"
        words = f" {sign} ×{SPEEDS[self.speed]:g}  turn {shown.game.turn:,} of {total} "
        rule = board.layout.rule
        x, y = rule.x + max(0, rule.width - len(words) - 1), rule.y
        widgets.print_segments(console, x, y, [(words, colours.title)], rule.width)
        return stage


class TurnEntry(LineEntry[Program]):
    """Closes with the number of the turn."""

    name: str = "Turn"
    title: str = "To another turn"
    label: ClassVar[str] = "Turn"
    button: ClassVar[str] = "[Go there]"
    most: ClassVar[int] = 9
    allowed: ClassVar[str | None] = "0123456789"

    def __init__(self, program: Program, last: int) -> None:
        super().__init__(program)
        self._last = last

    @property
    def explained(self) -> str:
        """How many turns there are."""
        return f"To which turn? The last is {self._last:,}."

    def entered(self, text: str) -> int | None:
        """Return the turn; a number beyond the last means the last."""
        if not text:
            self.wrong = "Type the number of a turn."
            return None
        return min(int(text), self._last)


def _is_shown(asked: Asked) -> bool:
    """Return whether something asked for only shows something."""
    return isinstance(asked, OpenItem) or asked in SHOWN


def opened(program: Program, watched: "Watched", *, turn: int = 0, speed: float = 1.0) -> Watch:
    """Open a recording at a turn, played at the nearest available speed."""
    screen = Watch(program, watched)
    screen.speed = min(range(len(SPEEDS)), key=lambda each: abs(SPEEDS[each] - speed))
    if turn:
        watched.seek_turn(turn)
    return screen
