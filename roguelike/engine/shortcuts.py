"""Commands that stand for others: many turns in a row (rest, walk, explore), or one that has to be looked up first.

Everything that continues automatically is played turn by turn, with a call of `go_on` for each, so that it can be
watched and stopped; each of these turns is an ordinary command.
"""

from collections.abc import Iterator, Sequence

from roguelike.actions.action import ACTIONS, Action
from roguelike.actions.arranging import ArrangeItem, ArrangeSpell
from roguelike.actions.disarming import Disarm
from roguelike.actions.moving import TakeStairs
from roguelike.components.items import Pack
from roguelike.core.geometry import Point, steps_between
from roguelike.core.grammar import Message
from roguelike.effects.portals import bears_relic
from roguelike.engine.autopilot.explore import (
    danger_of,
    explore,
    has_noticed,
    interruption,
    is_explored,
    is_hurt,
    is_warned,
    known_stairs,
    left_lying,
    rest_fully,
    run,
    unaware_in_view,
    walk_to,
    wasting_away,
    way_to,
    why_no_way,
    why_not_explore,
    why_not_rest,
)
from roguelike.engine.foreseeing.aiming import Forecast
from roguelike.engine.foreseeing.planning import Course, followed
from roguelike.engine.questions import Questions
from roguelike.engine.report import Report
from roguelike.engine.views.items import stacks
from roguelike.world import ecs
from roguelike.world.game import Game

Command = tuple[str | Point | int, ...]
"""What names an automatic command: its name, and where it leads."""


class Shortcuts(Questions):
    """A game with the commands that stand for others; `do` carries each of those out."""

    def __init__(self, game: Game) -> None:
        """Start without an automatic command."""
        super().__init__(game)
        self.automatic: Iterator[Action] | None = None
        """The turns to come of an automatic command."""
        self._refused: tuple[Command, int] | None = None
        """The automatic command that was refused last, and in which turn: given again at once, it goes further."""
        self._known: frozenset[int] = frozenset()
        """The statuses that took hit points turn after turn already when the automatic command began."""
        self.barred = ""
        """What bars the way of the last automatic command, as a sentence; "" if nothing does."""
        self._is_plan = False
        """Whether the automatic command is a plan: what it may cost was seen before it was given."""

    def do(self, action: Action) -> Report:
        """Carry out one command, and what follows until the player's next turn; the session implements it."""
        raise NotImplementedError

    def tell(self, text: str, role: str) -> None:
        """Add a line to the log that is not part of the game: a hint, or an instruction in a lesson."""
        self.game.log.append(Message("{1}", (text,), role, self.game.turn))

    # --- many turns in a row

    def rest(self) -> Report:
        """Rest until hit points and mana are full, or interrupted. One turn happens now, each other by `go_on`.

        Asked a second time at once, it goes on while those in view have not noticed the player.
        """
        game = self._entered()
        passed = unaware_in_view(game) if self._insists(("rest",)) else {}
        return self._begin(("rest",), rest_fully(game, passed), why_not_rest(game, passed) or "")

    def walk_to(self, goal: Point, *, agreed: bool = False) -> Report:
        """Walk to a known tile, or until interrupted. One step happens now, each other by `go_on`.

        A trap or fire at the goal is only entered if the player `agreed` to that.
        """
        game = self._entered()
        walk = walk_to(game, goal, agreed=agreed)
        return self._begin(("walk", goal), walk, why_no_way(game, goal))

    def explore(self) -> Report:
        """Explore until interrupted. One turn happens now, each other by `go_on`.

        Asked a second time at once, it passes by those in view who have not noticed the player.
        """
        game = self._entered()
        insists = self._insists(("explore",))
        passed = unaware_in_view(game) if insists else {}
        otherwise = why_not_explore(game, passed, insists=insists)
        report = self._begin(("explore",), explore(game, passed), otherwise)
        if report.refused is not None and not self.barred and is_explored(game):
            return self._lead_on(report)
        return report

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
            return Report(refused=f"Nothing more to explore: {key} takes these stairs.")
        if any(way_to(game, spot) for spot in stairs):
            self.tell("Nothing more to explore: on to the stairs.", "info")
            if left:
                self.tell(left, "info")
        return self._walk_to_nearest(stairs)

    def run(self, dx: int, dy: int) -> Report:
        """Run in a direction, (dx, dy) of -1..1 each. One step happens now, each other by `go_on`."""
        return self._begin(("run", dx, dy), run(self._entered(), dx, dy), "You cannot run there.")

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

    def follow(self, course: Course) -> Report:
        """Play a plan up to the first act that does not go as foreseen. One act happens now, each other by `go_on`."""
        return self._begin(("plan",), followed(self._entered(), course), "", is_plan=True)

    def _walk_to_nearest(self, goals: Sequence[Point]) -> Report:
        """Walk to the nearest of these tiles."""
        game = self._entered()
        return self.walk_to(min(goals, key=lambda spot: (len(way_to(game, spot)) or 9999, spot)))

    def _begin(
        self, command: Command, turns: Iterator[Action], otherwise: str, *, is_plan: bool = False
    ) -> Report:
        """Start an automatic command; `otherwise` is the refusal if it has no turn to offer.

        One that was refused for its danger goes on for one turn if it is given again at once.
        """
        self.automatic, self.barred, self._is_plan = turns, "", is_plan
        self._known = wasting_away(self.game)
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
        danger = danger_of(self.game, action) if action and not self._is_plan else ""
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
            is_warned(game) or is_hurt(game, self._known) or has_noticed(game)
        )

    def _next_turn(self, turns: Iterator[Action]) -> Action | None:
        """Return the next turn of an automatic command; None at its end, after noting what bars its way."""
        try:
            return next(turns)
        except StopIteration as end:
            self.barred = end.value or ""
            return None

    def interruption(self) -> str | None:
        """Return why the automatic command was interrupted; None if it was not."""
        found = None if self._is_plan else interruption(self._entered())
        return found or self.barred or None

    def stop(self) -> None:
        """Stop the automatic command, if there is one."""
        self.automatic = None

    @property
    def way_underfoot(self) -> int:
        """The direction of the stairs under the player: down (1), up (-1); 0 without stairs."""
        game = self._entered()
        return next((way for way in (1, -1) if self.here in known_stairs(game, way)), 0)

    # --- one that is looked up first

    def doable_at(self, point: Point) -> list[Action]:
        """List what can be done about a tile on or next to which the player stands, besides stepping there."""
        game = self._entered()
        if steps_between(self.here, point) > 1 or not (
            point == self.here or game.level.visible[point]
        ):
            return []
        found = (each for kind in ACTIONS.values() for each in kind.at_hand(game))
        return [action for there, action in found if there == point]

    def move_spell(self, name: str, places: int) -> Report:
        """Move a known spell this many hotkeys later (earlier if negative)."""
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
        # A stack's place is that of its first item, so the later stack's is moved before the earlier one's.
        earlier, later = sorted((here, there))
        pack = ecs.get(game.player, Pack)
        return self.do(ArrangeItem(firsts[later], pack.items.index(firsts[earlier])))

    def disarm_forecast(self, point: Point) -> Forecast | None:
        """Forecast what disarming would do if the trap that it would be tried on is on this tile; None otherwise."""
        disarming = dict(Disarm.at_hand(self._entered())).get(point)
        return self.forecast(disarming) if disarming is not None else None
