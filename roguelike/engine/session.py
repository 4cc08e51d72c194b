"""A session: one game being played, held by a screen, pilot or bot. Commands in, events and views out.

The session has every command taken down as it happens, saves when it should, and retires the save when the player
dies. What takes down and what keeps is given to it, and it knows of no file. A command is kept immediately; a whole
save waits for `flush_save` or the next command, so that the player first sees the result of the last one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, Self

from roguelike.actions.action import Action, Ask, Done, Final, Refused
from roguelike.core.geometry import Point
from roguelike.engine.play import dungeon
from roguelike.engine.play.dungeon import new_game
from roguelike.engine.play.heard import Absentees, sounds_of
from roguelike.engine.play.last_turns import Former, LastTurns
from roguelike.engine.play.screen_events import screen_events
from roguelike.engine.play.turn import bury, play
from roguelike.engine.report import Report
from roguelike.engine.shortcuts import Shortcuts
from roguelike.raws.catalog import Catalog
from roguelike.world.game import Game

BROKEN_OFF = (
    "A bug in the game broke it off. Start it again: it goes on from before your last turn."
)
SAVE_EVERY_TURNS = 50
"""Turns between snapshots; the log of the run holds the commands since the last."""


class Log(Protocol):
    """What takes down the commands of one game."""

    def note(self, command: Action) -> None:
        """Take down a command that has just happened."""

    def broke(self, command: Action, fault: BaseException) -> None:
        """Take down the command in which the game failed, and the error."""

    def text(self) -> str:
        """Return all of it as a replay, for a crash file."""


Keeper = Callable[[Game, str], None]
"""A function that keeps a game: it is called with (game, why), after each command and when the game should be saved."""


class Session(Shortcuts):
    """One game being played: commands in, events and views out.

    Any number of sessions may take turns in one thread. A second thread is refused with a RuntimeError, since esper has
    one current world for the whole process: games that run at the same time need processes of their own.
    """

    def __init__(self, game: Game, keeper: Keeper | None = None, log: Log | None = None) -> None:
        """Continue a game; `keeper` is called when something has to be kept, `log` takes down its commands."""
        super().__init__(game)
        self.keeper = keeper
        self.recording = log
        self.commands: list[Action] = []
        """What happened in this session."""
        self.is_broken = False
        self.remembers = keeper is not None
        """Whether the last turns are kept for hindsight."""
        self.is_watched = True
        """Whether anything observes what happens, now or later: play is faster without events and sounds."""
        self.last_turns = LastTurns()
        self.former: Former | None = None
        """Finds the turns before the game was loaded, if it was."""
        self._absentees = Absentees(game)
        self._saved_turn = game.turn
        self._depth = game.depth
        self._due = ""

    @classmethod
    def start(
        cls, seed: str, catalog: Catalog, keeper: Keeper | None = None, *, origin: str = ""
    ) -> "Session":
        """Start a new game for a seed and return its session."""
        return cls(new_game(seed, catalog, origin), keeper)

    @property
    def is_practice(self) -> bool:
        """Whether what happens here has no consequences."""
        return False

    # --- commands

    def do(self, action: Action) -> Report:
        """Carry out one command of the player, with everything that follows until the player's next turn.

        A bug or ctrl+c in the middle leaves half a turn, or a turn that is not recorded. Such a game is neither saved
        nor continued, and the last save holds the state before it. The same goes for a forecast that could not be
        undone.
        """
        if self._cannot_go_on():
            return Report(refused=BROKEN_OFF)
        self.flush_save()
        with self._breaking_off(action):
            report = self._played(action)
        if report.acted:
            with self._breaking_off():
                self._keep()
        return report

    def _cannot_go_on(self) -> bool:
        """Return whether a bug left a state that must not be played or saved."""
        self.is_broken |= self.game.pretences > 0
        return self.is_broken

    @contextmanager
    def _breaking_off(self, action: Action | None = None) -> Iterator[None]:
        """Mark the game as broken if the block does not complete; record the `action` that it is about."""
        try:
            yield
        except BaseException as fault:
            self.is_broken = True
            self.game.caches.moment += 1
            if action is not None and self.recording is not None:
                self.recording.broke(action, fault)
            raise

    def _played(self, action: Action) -> Report:
        """Play one turn, and record the command if it happened."""
        game = self._entered()
        turn = game.turn
        match self.act(game, action):
            case Refused(reason):
                return Report(refused=reason)
            case Ask() as ask:
                return Report(ask=ask)
            case Done():
                self.game.caches.moment += 1
                if self.remembers:
                    self.last_turns.remember(turn, action, game.turn, is_last=self.is_over)
                self.commands.append(action)
                if self.recording is not None:
                    self.recording.note(action)
                if not self.is_watched:
                    return Report(acted=True)
                self._absentees.witness(game, game.trace)
                events = screen_events(game, game.trace)
                return Report(events=events, acted=True, sounds=sounds_of(game, game.trace))

    def unwatched(self) -> Self:
        """Continue for a program that only reads the game; return the session."""
        self.is_watched = False
        return self

    def act(self, game: Game, action: Action) -> Final:
        """Let the player act, then everybody else until the player's next turn."""
        return play(game, action, self.travel)

    def is_threatened(self) -> bool:
        """Return whether a turn may hurt the player; also while enemies are near whom they do not see."""
        return bool(self.absent_enemies) or super().is_threatened()

    @property
    def absent_enemies(self) -> int:
        """How many enemies out of sight the player has reason to expect: lost from sight, or felt."""
        return self._absentees.count

    def travel(
        self, game: Game, depth: int, point: Point | None = None, *, followed: bool = True
    ) -> None:
        """Take the player to another depth, as the dungeon does."""
        dungeon.travel(game, depth, point, followed=followed)

    def _keep(self) -> None:
        """Have the command kept; request a save on a new level, after some turns, and at the end."""
        game = self.game
        if self.keeper is None:
            return
        if self.is_over:
            self.keeper(game, "victory" if self.is_won else "death")
            return
        self.keeper(game, "command")
        if game.depth != self._depth:
            self.save_soon("level")
        elif game.turn - self._saved_turn >= SAVE_EVERY_TURNS:
            self.save_soon("turns")

    def save_soon(self, why: str) -> None:
        """Request a save of the current state; it is written before the next command at the latest."""
        self._due = why

    def flush_save(self) -> bool:
        """Write what waited until the last turn was shown: the requested save, and a state for hindsight.

        Return whether a save was requested.
        """
        game = self._entered()  # refuses a second thread before anything happens
        was_due = bool(self._due)
        with self._breaking_off():
            if was_due:
                self.save(self._due)
            if self.remembers and not self.is_over:
                self.last_turns.be_ready(game)
        return was_due

    def plan_ahead(self) -> None:
        """Plan the level below while nothing else has to be done: then the stairs down take half the time."""
        dungeon.plan_ahead(self._entered())

    def save(self, why: str = "quit") -> None:
        """Save the game as it is now; `why` is the reason given to the keeper."""
        self._due = ""
        game = self._entered()
        if self.keeper is None or self._cannot_go_on() or self.is_over:
            return
        with self._breaking_off():
            bury(game)
        self.keeper(game, why)
        self._saved_turn, self._depth = game.turn, game.depth
