"""A session: one game being played, held by a screen, pilot or bot. Commands in, events and views out.

The session has every command taken down as it happens, saves when it should, and retires the save when the player
dies. What takes down and what keeps is given to it, and it knows of no file. A command is kept immediately; a whole
save waits for `flush_save` or the next command, so that the player first sees the result of the last one.

What may be asked about a game is a function of the game, wherever it is answered: `session.ask(shop_view, vendor)`. So
nothing is listed here to be asked. The questions that have names of their own are those that many ask, and those to
which a puzzle or a replay has an answer of its own.

Some commands stand for others: many turns in a row (rest, walk, explore), or one that has to be looked up first.
Everything that continues automatically is played turn by turn, with a call of `go_on` for each, so that it can be
watched and stopped; each of these turns is an ordinary command.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Concatenate, ParamSpec, Protocol, Self, TypeVar

from roguelike.actions import acting, arranging, disarming, item_use, moving, senses
from roguelike.components import hazards, items
from roguelike.components.statuses import Statuses, StatusTemplate
from roguelike.core.geometry import Point, steps_between
from roguelike.core.grammar import Message
from roguelike.core.records import Record
from roguelike.effects import portals
from roguelike.effects.foresight import sampler
from roguelike.engine.autopilot import explore
from roguelike.engine.autopilot import explore as travel
from roguelike.engine.foreseeing import aiming, planning
from roguelike.engine.foreseeing.aiming import Forecast, best_aims
from roguelike.engine.foreseeing.counsel import Counsel
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.foreseeing.reply import SAMPLES, Estimate, reply
from roguelike.engine.play import dungeon, hints
from roguelike.engine.play.dungeon import new_game
from roguelike.engine.play.heard import Absentees, sounds_of
from roguelike.engine.play.last_turns import Former, LastTurns
from roguelike.engine.play.screen_events import ScreenEvent, screen_events
from roguelike.engine.play.turn import bury, play
from roguelike.engine.views import records
from roguelike.engine.views.creatures import creature_view, creatures_view, death_view, hud_view
from roguelike.engine.views.items import items_underfoot, pack_views, stacks
from roguelike.engine.views.level_map import map_view, place_view
from roguelike.systems.initiative import coming_turns
from roguelike.world import changes, ecs, known_level, perception, space
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game


class Report(Record):
    """The result of a command: why it was refused, what must be chosen first, and what the screen may animate."""

    refused: str | None = None
    """The reason for the refusal; a command in braces, "{descend}", stands for its key."""
    ask: acting.Ask | None = None
    events: Sequence[ScreenEvent] = ()
    acted: bool = False
    sounds: Sequence[str] = ()
    """Names of the sounds heard."""


P = ParamSpec("P")
R = TypeVar("R")


def asks(
    answer: Callable[Concatenate[Game, P], R],
) -> Callable[Concatenate["Session", P], R]:
    """Turn a function of a game into a method that first makes the game's world esper's current one."""

    def ask(self: "Session", /, *args: P.args, **kwargs: P.kwargs) -> R:
        return answer(self._entered(), *args, **kwargs)

    ask.__name__, ask.__doc__ = answer.__name__, answer.__doc__
    return ask


DANGER_STEPS = 3
"""How far off tiles are told what they would cost."""


Command = tuple[str | Point | int, ...]
"""What names an automatic command: its name, and where it leads."""
BROKEN_OFF = (
    "A bug in the game broke it off. Start it again: it goes on from before your last turn."
)
SAVE_EVERY_TURNS = 50
"""Turns between snapshots; the log of the run holds the commands since the last."""


class Log(Protocol):
    """What takes down the commands of one game."""

    def note(self, command: acting.Action) -> None:
        """Take down a command that has just happened."""

    def broke(self, command: acting.Action, fault: BaseException) -> None:
        """Take down the command in which the game failed, and the error."""

    def text(self) -> str:
        """Return all of it as a replay, for a crash file."""


Keeper = Callable[[Game, str], None]
"""A function that keeps a game: it is called with (game, why), after each command and when the game should be saved."""


class Session:
    """One game being played: commands in, events and views out.

    Any number of sessions may take turns in one thread. A second thread is refused with a RuntimeError, since esper has
    one current world for the whole process: games that run at the same time need processes of their own.
    """

    def __init__(self, game: Game, keeper: Keeper | None = None, log: Log | None = None) -> None:
        """Continue a game; `keeper` is called when something has to be kept, `log` takes down its commands."""
        self.game = game
        self.may_harm: set[int] = set()
        """Friends and peaceful creatures that the player has agreed to harm, by id: no further confirmation is
        needed."""
        self.missed_hints: set[str] = set()
        """Those whose moment came in a fight: they are told after it."""
        self.keeper = keeper
        self.recording = log
        self.commands: list[acting.Action] = []
        """What happened in this session."""
        self.is_broken = False
        self.automatic: Iterator[acting.Action] | None = None
        """The turns to come of an automatic command."""
        self.barred = ""
        """What bars the way of the last automatic command, as a sentence; "" if nothing does."""
        self._refused: tuple[Command, int] | None = None
        """The automatic command that was refused last, and in which turn: given again at once, it goes further."""
        self._known: frozenset[int] = frozenset()
        """The statuses that took hit points turn after turn already when the automatic command began."""
        self._is_plan = False
        """Whether the automatic command is a plan: what it may cost was seen before it was given."""
        self.remembers = keeper is not None
        """Whether the last turns are kept for hindsight."""
        self.is_watched = True
        """Whether anything observes what happens, now or later: play is faster without events and sounds."""
        self.last_turns = LastTurns()
        self.former: Former | None = None
        """Finds the turns before the game was loaded, if it was."""
        self.absentees = Absentees(game)
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

    @property
    def is_board(self) -> bool:
        """Whether one reckons here with everything that can be known, and so is told all of it at once."""
        return self.is_practice

    @property
    def counts_acts(self) -> bool:
        """Whether all is over after some acts, so that how a fight would go on does not matter."""
        return False

    def ask(
        self, question: Callable[Concatenate[Game, P], R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Return the answer to a question: a function of the game, and what it is asked about."""
        return question(self._entered(), *args, **kwargs)

    def _entered(self) -> Game:
        """Return the game after making its world esper's current one."""
        self.game.enter()
        return self.game

    @property
    def moment(self) -> object:
        """What this moment is known by: as long as it is equal, so is every answer, whatever was foreseen meanwhile."""
        game, caches = self.game, self.game.caches
        return game.world, caches.moment, caches.population, game.depth, game.content.data_hash

    @property
    def is_over(self) -> bool:
        """Whether the player is dead, or has won."""
        return self.game.player in self.game.dead or self.is_won

    @property
    def is_won(self) -> bool:
        """Whether the Amulet was brought home."""
        return changes.is_won(self._entered())

    @property
    def log(self) -> Sequence[Message]:
        """All messages so far, oldest first."""
        return self.game.log

    @property
    def seed(self) -> str:
        """The seed of this game."""
        return self.game.seed

    @property
    def player(self) -> int:
        """The entity that is the player."""
        return self.game.player

    @property
    def here(self) -> Point:
        """The player's tile, (x, y)."""
        return space.point_of(self._entered().player) or (0, 0)

    # --- what is seen and known

    map = asks(map_view)
    hud = asks(hud_view)
    place = asks(place_view)
    creature = asks(creature_view)
    creatures = asks(creatures_view)
    coming = asks(coming_turns)
    way_to = asks(travel.way_to)
    hint = asks(hints.due)
    death = asks(death_view)
    pack = asks(pack_views)
    underfoot = asks(items_underfoot)
    is_swallowed = asks(item_use.is_swallowed)

    @property
    def letters(self) -> Mapping[int, str]:
        """Those by which namesakes in view are told apart, by id: every screen shows the same."""
        return self.game.letters

    def call_by(self, letters: dict[int, str], *, are_shown: bool) -> bool:
        """Tell namesakes apart by these letters from now on; return whether they are called otherwise than before.

        Where the map has no room for letters they are called by where they stand.
        """
        caches, shown = self.game.caches, letters if are_shown else {}
        self.game.letters = letters
        is_new, caches.letters = caches.letters != shown, shown
        return is_new

    @property
    def stumbles(self) -> bool:
        """Whether the player takes a random step, whatever they choose to do."""
        return moving.staggers(self._entered().player)

    def is_threatened(self) -> bool:
        """Return whether a turn may hurt the player.

        That is an enemy in view or near whom they do not see, a damaging status, or fire within one tile.
        """
        game, here = self._entered(), self.here
        held = ecs.get(game.player, Statuses).entities
        return (
            bool(self.absent_enemies)
            or bool(senses.hostiles_in_view(game))
            or any(ecs.get(status, StatusTemplate).tick == "damage" for status in held)
            or any(
                steps_between(here, point) <= 1
                and game.level.visible[point]
                and perception.is_noticed(hazard)
                for hazard, point in game.level.hazards.items()
                if ecs.row(hazard).get(hazards.Hazard) is not None
            )
        )

    # --- what a command would do

    def foreseeing(self) -> AbstractContextManager[None]:
        """Foresee several commands in a block, with the level as the player knows it set up only once."""
        return known_level.as_known(self._entered(), self.player)

    def given(self, tag: str) -> acting.Action | str:
        """Return the action of this name that its key gives the player now, or why there is none."""
        self.game.enter()  # not by `_entered`: every frame asks it
        return acting.ACTIONS[tag].by_key(self.game)

    def forecast(
        self, action: acting.Action, precision: sampler.Precision = sampler.FULL
    ) -> Forecast:
        """Forecast a command of the player."""
        game = self._entered()
        return aiming.foresee(game, game.player, action, precision)

    def foresight(self, action: acting.Action) -> aiming.Foresight:
        """Return the forecast of a command of the player, to be computed bit by bit; valid until anything changes."""
        game = self._entered()
        return aiming.Foresight(game, game.player, action)

    def step_forecast(self, point: Point) -> Forecast | None:
        """Forecast the step onto an adjacent tile; None if it is not one step, or the step would be refused.

        Nor for a blow, which has a forecast of its own, or for changing places with somebody, if that harms nobody.
        """
        here, blocker = self.here, self.game.level.blockers.get(point)
        met = blocker if blocker is not None and perception.sees(self.game, blocker) else None
        is_bump = met is not None and not moving.gives_way(self.game, met)
        if steps_between(here, point) != 1 or is_bump:
            return None
        step = moving.Step.between(here, point)
        seen = self.forecast(step)
        harms = (aiming.is_harm(self.game, outcome) for outcome in seen.outcomes.values())
        return seen if seen.refused is None and (met is None or any(harms)) else None

    def best_aims(self, action: acting.Action) -> list[Point]:
        """List useful tiles to aim at, best first."""
        return best_aims(self._entered(), action)

    def reply(self, action: acting.Action, samples: int = SAMPLES) -> Reply:
        """Foresee a command and everybody's answer to it, up to the player's next turn, by rehearsing turns."""
        return reply(self._entered(), action, samples=samples)

    def estimate(self, action: acting.Action) -> Estimate:
        """Return the reply to a command, to be computed bit by bit; it is valid until anything in the game changes."""
        return Estimate(self._entered(), action)

    def counsel(self, rough: Counsel | None = None) -> Counsel:
        """Return the table of what could be done now, to be computed bit by bit; it is valid until anything changes.

        It begins with a `rough` table of this moment.
        """
        return planning.Considered(self._entered(), rough=rough)

    def fight(self, unseen: int = 0) -> planning.FightEstimate:
        """Return how the fight in view would end, to be computed bit by bit; it is valid until anything changes."""
        return planning.FightEstimate(self._entered(), unseen=unseen)

    def danger(self) -> planning.Danger:
        """Return what each tile near by would cost, to be computed bit by bit; it is valid until anything changes."""
        return planning.Danger(self._entered(), DANGER_STEPS)

    def would_harm(self, seen: Forecast) -> tuple[records.CreatureView, ...]:
        """Return the friends and peaceful creatures that would be harmed without the player's agreement, by id."""
        game = self._entered()
        spared = set(aiming.harms_own_side(game, seen)) - self.may_harm - {game.player}
        return tuple(creature_view(game, entity) for entity in sorted(spared))

    # --- commands

    def do(self, action: acting.Action) -> Report:
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
    def _breaking_off(self, action: acting.Action | None = None) -> Iterator[None]:
        """Mark the game as broken if the block does not complete; record the `action` that it is about."""
        try:
            yield
        except BaseException as fault:
            self.is_broken = True
            self.game.caches.moment += 1
            if action is not None and self.recording is not None:
                self.recording.broke(action, fault)
            raise

    def _played(self, action: acting.Action) -> Report:
        """Play one turn, and record the command if it happened."""
        game = self._entered()
        turn = game.turn
        match self.act(game, action):
            case acting.Refused(reason):
                return Report(refused=reason)
            case acting.Ask() as ask:
                return Report(ask=ask)
            case acting.Done():
                self.game.caches.moment += 1
                if self.remembers:
                    self.last_turns.remember(turn, action, game.turn, is_last=self.is_over)
                self.commands.append(action)
                if self.recording is not None:
                    self.recording.note(action)
                if not self.is_watched:
                    return Report(acted=True)
                self.absentees.witness(game, game.trace)
                events = screen_events(game, game.trace)
                return Report(events=events, acted=True, sounds=sounds_of(game, game.trace))

    def unwatched(self) -> Self:
        """Continue for a program that only reads the game; return the session."""
        self.is_watched = False
        return self

    def act(self, game: Game, action: acting.Action) -> acting.Final:
        """Let the player act, then everybody else until the player's next turn."""
        return play(game, action, self.travel)

    @property
    def absent_enemies(self) -> int:
        """How many enemies out of sight the player has reason to expect: lost from sight, or felt."""
        return len(self.game.absent)

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

    def tell(self, text: str, role: str) -> None:
        """Add a line to the log that is not part of the game: a hint, or an instruction in a lesson."""
        self.game.log.append(Message("{1}", (text,), role, self.game.turn))

    # --- many turns in a row

    def rest(self) -> Report:
        """Rest until hit points and mana are full, or interrupted. One turn happens now, each other by `go_on`.

        Asked a second time at once, it goes on while those in view have not noticed the player.
        """
        game = self._entered()
        passed = explore.unaware_in_view(game) if self._insists(("rest",)) else {}
        return self._begin(
            ("rest",), explore.rest_fully(game, passed), explore.why_not_rest(game, passed) or ""
        )

    def walk_to(self, goal: Point, *, agreed: bool = False) -> Report:
        """Walk to a known tile, or until interrupted. One step happens now, each other by `go_on`.

        A trap or fire at the goal is only entered if the player `agreed` to that.
        """
        game = self._entered()
        walk = explore.unless_in_circles(game, explore.walk_to(game, goal, agreed=agreed))
        return self._begin(("walk", goal), walk, explore.why_no_way(game, goal))

    def explore(self) -> Report:
        """Explore until interrupted. One turn happens now, each other by `go_on`.

        Asked a second time at once, it passes by those in view who have not noticed the player.
        """
        game = self._entered()
        insists = self._insists(("explore",))
        passed = explore.unaware_in_view(game) if insists else {}
        otherwise = explore.why_not_explore(game, passed, insists=insists)
        walk = explore.unless_in_circles(game, explore.explore(game, passed))
        report = self._begin(("explore",), walk, otherwise)
        if report.refused is not None and not self.barred and explore.is_explored(game):
            return self._lead_on(report)
        return report

    def _lead_on(self, otherwise: Report) -> Report:
        """Walk to the stairs that lead on (up with the Amulet), once everything is explored."""
        game = self._entered()
        goes_up = portals.bears_relic(game.player)
        stairs = explore.known_stairs(game, -1 if goes_up else 1)
        left = explore.left_lying(game)
        if not stairs:
            return Report(refused=f"{otherwise.refused} {left}".strip())
        if self.here in stairs:
            key = "{ascend}" if goes_up else "{descend}"
            return Report(refused=f"Nothing more to explore: {key} takes these stairs.")
        if any(explore.way_to(game, spot) for spot in stairs):
            self.tell("Nothing more to explore: on to the stairs.", "info")
            if left:
                self.tell(left, "info")
        return self._walk_to_nearest(stairs)

    def run(self, dx: int, dy: int) -> Report:
        """Run in a direction, (dx, dy) of -1..1 each. One step happens now, each other by `go_on`."""
        return self._begin(
            ("run", dx, dy), explore.run(self._entered(), dx, dy), "You cannot run there."
        )

    def travel_stairs(self, way: int) -> Report:
        """Take the stairs underfoot down (1) or up (-1), or walk to the nearest known ones."""
        game = self._entered()
        stairs = explore.known_stairs(game, way)
        if not stairs:
            where = "down" if way > 0 else "up"
            return Report(refused=f"You know of no stairs {where} on this level yet.")
        if self.here in stairs:
            return self.do(moving.TakeStairs(way))
        return self._walk_to_nearest(stairs)

    def follow(self, course: planning.Course) -> Report:
        """Play a plan up to the first act that does not go as foreseen. One act happens now, each other by `go_on`."""
        return self._begin(("plan",), planning.followed(self._entered(), course), "", is_plan=True)

    def _walk_to_nearest(self, goals: Sequence[Point]) -> Report:
        """Walk to the nearest of these tiles."""
        game = self._entered()
        return self.walk_to(
            min(goals, key=lambda spot: (len(explore.way_to(game, spot)) or 9999, spot))
        )

    def _begin(
        self,
        command: Command,
        turns: Iterator[acting.Action],
        otherwise: str,
        *,
        is_plan: bool = False,
    ) -> Report:
        """Start an automatic command; `otherwise` is the refusal if it has no turn to offer.

        One that was refused for its danger goes on for one turn if it is given again at once.
        """
        self.automatic, self.barred, self._is_plan = turns, "", is_plan
        self._known = explore.wasting_away(self.game)
        report = self.go_on(insists=self._insists(command))
        self._refused = None if report is not None else (command, self.game.turn)
        return report if report is not None else Report(refused=self.barred or otherwise)

    def _insists(self, command: Command) -> bool:
        """Return whether an automatic command was refused in this turn already, and is given again."""
        return self._refused == (command, self.game.turn)

    def go_on(self, *, insists: bool = False) -> Report | None:
        """Play the next turn of the automatic command; None when it has ended or, unless one `insists`, is danger."""
        if self.automatic is None:
            return None
        self.game.enter()
        action = self._next_turn(self.automatic)
        danger = explore.danger_of(self.game, action) if action and not self._is_plan else ""
        if danger and not insists:
            self.automatic, self.barred = None, f"{danger} Again: one turn."
            return None
        report = self.do(action) if action is not None else None
        if report is None or not report.acted or danger or self._is_stopped():
            self.automatic = None
        return report

    def _is_stopped(self) -> bool:
        """Return whether the last turn brought something that ends an automatic command."""
        game = self.game
        return not self._is_plan and (
            explore.is_warned(game)
            or explore.is_hurt(game, self._known)
            or explore.has_noticed(game)
        )

    def _next_turn(self, turns: Iterator[acting.Action]) -> acting.Action | None:
        """Return the next turn of an automatic command; None at its end, after noting what bars its way."""
        try:
            return next(turns)
        except StopIteration as end:
            self.barred = end.value or ""
            return None

    def interruption(self) -> str | None:
        """Return why the automatic command was interrupted; None if it was not."""
        found = None if self._is_plan else explore.interruption(self._entered())
        return found or self.barred or None

    def stop(self) -> None:
        """Stop the automatic command, if there is one."""
        self.automatic = None

    @property
    def way_underfoot(self) -> int:
        """The direction of the stairs under the player: down (1), up (-1); 0 without stairs."""
        game = self._entered()
        return next((way for way in (1, -1) if self.here in explore.known_stairs(game, way)), 0)

    # --- one that is looked up first

    def doable_at(self, point: Point) -> list[acting.Action]:
        """List what can be done about a tile on or next to which the player stands, besides stepping there."""
        game = self._entered()
        if steps_between(self.here, point) > 1 or not (
            point == self.here or game.level.visible[point]
        ):
            return []
        found = (each for kind in acting.ACTIONS.values() for each in kind.at_hand(game))
        return [action for there, action in found if there == point]

    def move_spell(self, name: str, places: int) -> Report:
        """Move a known spell this many hotkeys later (earlier if negative)."""
        names = [spell.name for spell in self.hud().spells]
        return self.do(arranging.ArrangeSpell(name, max(0, names.index(name) + places)))

    def move_item(self, item: int, places: int) -> Report:
        """Move a stack of the pack one place later (1) or earlier (-1) among those of its group."""
        game = self._entered()
        firsts = [first for first, _ in stacks(game)]
        here = firsts.index(item) if item in firsts else -1
        there = here + (1 if places > 0 else -1)
        if here < 0 or not 0 <= there < len(firsts):
            return Report(refused="It cannot go any further.")
        # A stack's place is that of its first item, so the later stack's is moved before the earlier one's.
        earlier, later = sorted((here, there))
        pack = ecs.get(game.player, items.Pack)
        return self.do(arranging.ArrangeItem(firsts[later], pack.items.index(firsts[earlier])))

    def disarm_forecast(self, point: Point) -> Forecast | None:
        """Forecast what disarming would do if the trap that it would be tried on is on this tile; None otherwise."""
        attempt = dict(disarming.Disarm.at_hand(self._entered())).get(point)
        return self.forecast(attempt) if attempt is not None else None
