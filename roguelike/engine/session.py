"""A session: one game being played. Screens, pilots and bots hold it. Commands in, events and views out.

The session journals every command that happened, saves when it should, and retires the save when the player dies.
The journal has a command at once; a whole save waits for `flush_save`, or for the next command, so that the player sees
first what came of the last one.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Self

import esper

from roguelike.actions.action import Action, Ask, Done, Final, Refused
from roguelike.actions.arranging import ArrangeItem, ArrangeSpell
from roguelike.actions.disarming import Disarm, is_trap
from roguelike.actions.moving import TakeStairs
from roguelike.components.items import Pack
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.core.grammar import Message
from roguelike.core.records import Record
from roguelike.effects.portals import bears_relic
from roguelike.engine import dungeon
from roguelike.engine.absentees import Absentees
from roguelike.engine.autopilot.explore import (
    explore,
    is_explored,
    known_stairs,
    run,
    why_not_explore,
)
from roguelike.engine.autopilot.interruption import interruption
from roguelike.engine.autopilot.leavings import left_lying
from roguelike.engine.autopilot.rest import rest_fully, why_not_rest
from roguelike.engine.autopilot.travel import walk_to, way_to, why_no_way
from roguelike.engine.dungeon import new_game
from roguelike.engine.heard import sounds_of
from roguelike.engine.hindsight import Former, LookingBack
from roguelike.engine.last_turns import LastTurns
from roguelike.engine.questions import Questions
from roguelike.engine.saves.recording import Recording
from roguelike.engine.screen_events import ScreenEvent, screen_events
from roguelike.engine.turn import bury, play
from roguelike.engine.views.items import stacks
from roguelike.raws.catalog import Catalog
from roguelike.world.game import Game
from roguelike.world.names import is_noticed

__all__ = ["Game", "Keeper", "Report", "Session"]

BROKEN_OFF = (
    "A fault of ours broke this game off. Start it again: it goes on from before your last turn."
)
SAVE_EVERY_TURNS = 50
"""Turns between snapshots; the journal holds the commands since the last."""


class Report(Record):
    """The result of a command: why it was refused, what must be chosen first, and what the screen may animate."""

    refused: str | None = None
    """A command named in it by braces, "{descend}", stands for its key."""
    ask: Ask | None = None
    events: Sequence[ScreenEvent] = ()
    acted: bool = False
    sounds: Sequence[str] = ()
    """Names of what is heard."""


Keeper = Callable[[Game, Sequence[Action], str], None]
"""A function that saves: it is called with (game, commands since the last call, why)."""


class Session(Questions):
    """One game being played: commands in, events and views out.

    Any number of sessions may take turns in one thread. A second thread is refused by a RuntimeError, since esper has
    one current world for the whole process: games that run at the same time need processes of their own.
    """

    def __init__(
        self,
        game: Game,
        keeper: Keeper | None = None,
        *,
        origin: bytes | None = None,
        recorded: bytes = b"",
    ) -> None:
        """Play on with a game; `keeper` is called when something has to be saved.

        `origin` is the save that it was loaded from, b"" for a new game, and `recorded` what was recorded of it up to
        there: so a replay or crash file plays it again.
        """
        super().__init__(game)
        self.keeper = keeper
        self.journal: list[Action] = []
        self.recording = Recording(game, origin, recorded)
        self.is_broken = False
        self.automatic: Iterator[Action] | None = None
        self.remembers = keeper is not None
        """Whether the last turns are kept, to be looked back on."""
        self.is_watched = True
        """Whether anybody looks at what happens, or will: without events, sounds and a recording it goes faster."""
        self.last_turns = LastTurns()
        self.former: Former | None = None
        """Finds the turns before the game was loaded, if it was."""
        self._absentees = Absentees()
        self._saved_turn = game.turn
        self._depth = game.depth
        self._due = ""

    @classmethod
    def start(cls, seed: str, catalog: Catalog, keeper: Keeper | None = None) -> "Session":
        """Begin the new game of a seed and return its session."""
        return cls(new_game(seed, catalog), keeper, origin=b"")

    @property
    def is_practice(self) -> bool:
        """Whether nothing counts that happens here."""
        return False

    def tell(self, text: str, role: str) -> None:
        """Add a line to the log that is no part of the game: a hint, or what a lesson is about."""
        self.game.log.append(Message("{1}", (text,), role, self.game.turn))

    # --- commands

    def do(self, action: Action) -> Report:
        """Carry out one command of the player, with everything that follows until the player is up again.

        A fault of ours, or ctrl+c, in the middle of it leaves half a turn behind, or a turn that is not written down:
        that is neither saved nor played on, and what is saved already is the state before it.
        """
        if self.is_broken:
            return Report(refused=BROKEN_OFF)
        with self._breaking_off():
            self.flush_save()
            try:
                report = self._played(action)
            except BaseException as fault:
                self.recording.broke(action, fault)
                raise
            if report.acted:
                self._keep()
        return report

    @contextmanager
    def _breaking_off(self) -> Iterator[None]:
        """Break the game off if the block does not come to its end."""
        try:
            yield
        except BaseException:
            self.is_broken = True
            raise

    def _played(self, action: Action) -> Report:
        """Play one turn, and note the command if it happened."""
        game = self._entered()
        turn = game.turn
        match self.act(game, action):
            case Refused(reason):
                return Report(refused=reason)
            case Ask() as ask:
                return Report(ask=ask)
            case Done():
                if self.remembers:
                    self.last_turns.remember(turn, action, game.turn, is_last=self.is_over)
                self.journal.append(action)
                if not self.is_watched:
                    return Report(acted=True)
                self.recording.note(game, action)
                self._absentees.witness(game, game.trace)
                events = screen_events(game, game.trace)
                return Report(events=events, acted=True, sounds=sounds_of(game, game.trace))

    def unwatched(self) -> Self:
        """Play on for a program that only reads the game itself; returns the session."""
        self.is_watched, self.recording = False, Recording(self.game, None)
        return self

    def act(self, game: Game, action: Action) -> Final:
        """Let the player act, and everybody else until the player is up again."""
        return play(game, action, self.travel)

    @property
    def absent_enemies(self) -> int:
        """How many enemies out of sight the player has reason to reckon with: lost from sight, or felt."""
        return self._absentees.count

    def look_back(self) -> LookingBack | None:
        """Return what works out what would have saved the player; None unless they died in turns that were kept."""
        moments = self.last_turns.moments
        if self.game.player not in self.game.dead or not moments:
            return None
        return LookingBack(moments, self.game.content, self.former)

    def travel(
        self, game: Game, depth: int, point: Point | None = None, *, followed: bool = True
    ) -> None:
        """Bring the player to another depth, as the dungeon does."""
        dungeon.travel(game, depth, point, followed=followed)

    def rest(self) -> Report:
        """Rest until hit points and mana are full, or interrupted. One turn happens now, each other by `go_on`."""
        game = self._entered()
        return self._begin(rest_fully(game), why_not_rest(game) or "")

    def walk_to(self, goal: Point) -> Report:
        """Walk to a known tile, or until interrupted. One step happens now, each other by `go_on`."""
        game = self._entered()
        return self._begin(walk_to(game, goal), why_no_way(game, goal))

    def explore(self) -> Report:
        """Explore until interrupted. One turn happens now, each other by `go_on`."""
        game = self._entered()
        report = self._begin(explore(game), why_not_explore(game))
        return report if report.refused is None or not is_explored(game) else self._lead_on(report)

    def _lead_on(self, otherwise: Report) -> Report:
        """Walk to the stairs that lead on (up with the Amulet), once everything is explored."""
        game = self._entered()
        goes_up = bears_relic(game.player)
        stairs = known_stairs(game, -1 if goes_up else 1)
        left = left_lying(game)
        if not stairs:
            return Report(refused=f"{otherwise.refused} {left}".strip())
        if self.here in stairs:
            key = "{ascend}" if goes_up else "{descend}"
            return Report(refused=f"All is explored here: {key} takes these stairs on.")
        if any(way_to(game, spot) for spot in stairs):
            self.tell("All is explored: on to the stairs.", "info")
            if left:
                self.tell(left, "info")
        return self._walk_to_nearest(stairs)

    def run(self, dx: int, dy: int) -> Report:
        """Run in a direction, (dx, dy) of -1..1. One step happens now, each other by `go_on`."""
        return self._begin(run(self._entered(), dx, dy), "You cannot run there.")

    def travel_stairs(self, way: int) -> Report:
        """Take the stairs underfoot down (1) or up (-1), or walk to the nearest known ones."""
        game = self._entered()
        stairs = known_stairs(game, way)
        if not stairs:
            where = "down" if way > 0 else "up"
            return Report(refused=f"You know of no stairs {where} on this level yet.")
        if self.here in stairs:
            return self.do(TakeStairs(way))
        return self._walk_to_nearest(stairs)

    @property
    def way_underfoot(self) -> int:
        """Where the stairs lead on which the player stands: down (1), up (-1); 0 without stairs."""
        game = self._entered()
        return next((way for way in (1, -1) if self.here in known_stairs(game, way)), 0)

    def _walk_to_nearest(self, goals: Sequence[Point]) -> Report:
        """Walk to the nearest of some tiles."""
        game = self._entered()
        return self.walk_to(min(goals, key=lambda spot: (len(way_to(game, spot)) or 9999, spot)))

    def move_spell(self, name: str, places: int) -> Report:
        """Move a known spell a number of hotkeys later (earlier if below 0)."""
        names = [spell.name for spell in self.hud().spells]
        return self.do(ArrangeSpell(name, max(0, names.index(name) + places)))

    def move_item(self, item: int, places: int) -> Report:
        """Move a stack of the pack one place later (1) or earlier (-1) among those of its group."""
        game = self._entered()
        firsts = [first for first, _ in stacks(game)]
        here = firsts.index(item) if item in firsts else -1
        there = here + (1 if places > 0 else -1)
        if here < 0 or not 0 <= there < len(firsts):
            return Report(refused="It cannot go any further.")
        # What decides a stack's place is its first item: move the later stack's before the earlier one's.
        earlier, later = sorted((here, there))
        pack = esper.component_for_entity(game.player, Pack)
        return self.do(ArrangeItem(firsts[later], pack.items.index(firsts[earlier])))

    def disarm(self) -> Report:
        """Try to disarm a noticed trap beside or under the player."""
        game, here = self._entered(), self.here
        for dx, dy in ((0, 0), *DIRECTIONS):
            for thing in game.level.occupants((here[0] + dx, here[1] + dy)):
                if is_trap(thing) and is_noticed(thing):
                    return self.do(Disarm(thing))
        return Report(refused="There is no trap beside you that you know of.")

    def _begin(self, turns: Iterator[Action], otherwise: str) -> Report:
        """Start an automatic command; `otherwise` is the refusal if it has no turn to offer."""
        self.automatic = turns
        report = self.go_on()
        return report if report is not None else Report(refused=otherwise)

    def go_on(self) -> Report | None:
        """Play the next turn of the automatic command; None when it has ended."""
        if self.automatic is None:
            return None
        self.game.enter()
        action = next(self.automatic, None)
        report = self.do(action) if action is not None else None
        if report is None or not report.acted:
            self.automatic = None
        return report

    def interruption(self) -> str | None:
        """Return why the automatic command was interrupted; None if it was not."""
        return interruption(self._entered())

    def stop(self) -> None:
        """Give up the automatic command, if one goes on."""
        self.automatic = None

    def _keep(self) -> None:
        """Journal the command; ask for a save on a new level, after some turns, and at the end."""
        game = self.game
        if self.keeper is None:
            return
        if self.is_over:
            self.keeper(game, self.journal, "victory" if self.is_won else "death")
            return
        self.keeper(game, self.journal[-1:], "command")
        if game.depth != self._depth:
            self.save_soon("level")
        elif game.turn - self._saved_turn >= SAVE_EVERY_TURNS:
            self.save_soon("turns")

    def save_soon(self, why: str) -> None:
        """Ask for a save of the game as it is now; it happens before the next command at the latest."""
        self._due = why

    def flush_save(self) -> None:
        """Write what waited until the last turn was shown: the save that was asked for, a state to look back from."""
        with self._breaking_off():
            if self._due:
                self.save(self._due)
            if self.remembers and not self.is_over:
                self.last_turns.be_ready(self._entered())

    def save(self, why: str = "quit") -> None:
        """Save the game as it is now; `why` is the reason given to the keeper."""
        self._due = ""
        game = self._entered()
        if self.keeper is None or self.is_over or self.is_broken:
            return
        with self._breaking_off():
            bury(game)
        self.keeper(game, self.journal, why)
        self.journal.clear()
        self._saved_turn, self._depth = game.turn, game.depth
