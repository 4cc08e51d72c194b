"""A puzzle in play: practice with fixed dice and counted acts. Any act can be taken back."""

from typing import ClassVar, Self

from roguelike.actions.action import Action, Final, Refused
from roguelike.core.geometry import Point
from roguelike.core.grammar import counted, listed
from roguelike.core.records import replace
from roguelike.core.rng import FixedRolls
from roguelike.effects.foresight.trials import FULL, ROUGHEST, Precision
from roguelike.engine.foreseeing.aiming import Forecast, foresee
from roguelike.engine.foreseeing.best_aims import best_aims
from roguelike.engine.foreseeing.counsel import Counsel
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.foreseeing.reply import Estimate
from roguelike.engine.play.onlookers import EVERYBODY
from roguelike.engine.play.turn import bury
from roguelike.engine.views.records import CreatureView, HudView
from roguelike.mapgen.boards import Board, Task
from roguelike.practice.room import End, Practice
from roguelike.puzzles.rules import (
    Roles,
    is_gone,
    passes,
    play_act,
    roles_of,
    set_hit_points,
    standing,
    task_of,
    turns_to_come,
    without_experience,
)
from roguelike.raws.catalog import Catalog
from roguelike.world.game import Game

OVER = "The puzzle has ended: take an act back, or begin again."
STILL = "Time stands still until the last act; then fires and clouds have one turn: what takes longer comes too late."
RUNS = "Everybody else acts after each act."
FIXED = "No dice are rolled: what you foresee is what happens."


class Unanswered(Estimate):
    """The result of an act where time stands still: others lose their turns, so that there is no order to show."""

    def refined(self, turns: int, *, pauses: bool = False) -> Reply:
        """Play the turn, and leave out whose turn it would have been."""
        return replace(super().refined(turns, pauses=pauses), order=(), intents={})


class Puzzle(Practice):
    """A session on the board of a puzzle."""

    anew: ClassVar[str] = "The board is as it was."
    roles: Roles

    @property
    def task(self) -> Task:
        """The task to be done."""
        return task_of(self.board)

    def _furnish(self, game: Game) -> None:
        """Put everything in its place, the same at every try. Raises PrefabError where a creature has no room."""
        super()._furnish(game)
        self.roles = roles_of(game, self.board)
        set_hit_points(self.board, self.roles)

    @property
    def _dice(self) -> str:
        """The seed, which decides the turn order: the same for everybody, whatever the puzzle is called."""
        return "puzzle"

    def _prepare(self, game: Game) -> None:
        """Fix the dice."""
        game.rng = FixedRolls()

    @classmethod
    def lesson(cls, board: Board, catalog: Catalog) -> Self:
        """Open a puzzle; deaths in it give no experience, so that no new level comes between two acts."""
        return super().lesson(board, without_experience(catalog))

    # --- how it stands

    @property
    def done(self) -> int:
        """How many acts the player has done."""
        return len(self._past)

    @property
    def left(self) -> int:
        """How many acts are left."""
        return max(0, self.task.acts - self.done)

    @property
    def end(self) -> End:
        """How it ended; "" while it goes on."""
        return standing(self._entered(), self.board, self.roles, self.done)

    def hud(self) -> HudView:
        """Return what the side panel shows, with the acts left and the goal in place of the place."""
        acts = f"{counted(self.left, 'act')} left: {_aim(self)}" if not self.end else "Over"
        return replace(super().hud(), place=f"{acts} · {self.board.name}")

    def creatures(self) -> tuple[CreatureView, ...]:
        """Return the creatures in view, by id; those that must live are marked."""
        seen = super().creatures()
        return tuple(replace(each, spared=each.entity in self.roles.friends) for each in seen)

    # --- playing and foreseeing

    def act(self, game: Game, action: Action) -> Final:
        """Let the player act, and time pass as the clock of the puzzle says."""
        if self.end:
            return Refused(OVER)
        bury(game)
        game.trace.clear()
        return play_act(game, action, self.task, self.done, EVERYBODY)

    def forecast(self, action: Action, precision: Precision = FULL) -> Forecast:
        """Forecast a command, with later effects only until the puzzle ends."""
        game = self._entered()
        return foresee(game, game.player, action, replace(precision, turns=self._turns_to_come))

    def best_aims(self, action: Action) -> list[Point]:
        """List useful tiles to aim at, best first, by the effects until the puzzle ends."""
        return best_aims(self._entered(), action, replace(ROUGHEST, turns=self._turns_to_come))

    def reply(self, action: Action, samples: int = 1) -> Reply:
        """Foresee a command, and the answer to it in this puzzle: a single turn shows everything."""
        return self.estimate(action).refined(1)

    def estimate(self, action: Action) -> Estimate:
        """Return the reply to a command in the form that screens need: it is known at once, since no die is rolled."""
        kind = Estimate if self._runs else Unanswered
        return kind(self._entered(), action, minds=self._runs, passes=passes(self.task, self.done))

    def counsel(self) -> Counsel:
        """Return the table of what could be done now."""
        return Counsel(self._entered(), minds=self._runs, passes=passes(self.task, self.done))

    def coming(self) -> list[int]:
        """List who acts before the player's next turn: nobody where time stands still."""
        return super().coming() if self._runs else []

    def is_threatened(self) -> bool:
        """Return whether an answer is worth foreseeing: always."""
        return True

    def foes_left(self) -> list[int]:
        """List the creatures that must die and are left."""
        return [each for each in self.roles.foes if not is_gone(self._entered(), each)]

    def shortfall(self) -> str:
        """Name those that must die and are left, or those that must live and are dead; "" if neither applies."""
        alive = self.foes_left()
        dead = [each for each in self.roles.friends if is_gone(self._entered(), each)]
        if self.end == "harmed":
            return f"Dead: {_names(self, tuple(dead))}."
        is_short = self.end == "failed" and self.board.goal == "clear"
        return f"Still alive: {_names(self, tuple(alive))}." if is_short else ""

    @property
    def _turns_to_come(self) -> int:
        """How many turns of fires and statuses are still to come."""
        return turns_to_come(self.task, self.done)

    @property
    def _runs(self) -> bool:
        """Whether the clock runs: everybody else acts in turn, too."""
        return self.task.clock == "runs"

    def words(self) -> str:
        """Return what to do, within how many acts, and by which rules."""
        told = f"{self.board.text} " if self.board.text else ""
        return f"{told}{goal_words(self)} {RUNS if self._runs else STILL} {FIXED}"


def _aim(puzzle: Puzzle) -> str:
    """Describe the goal in as few words as fit on the smallest screen: `kill both`."""
    match puzzle.board.goal:
        case "clear" if puzzle.task.kill:
            return f"kill {_names(puzzle, puzzle.roles.foes)}"
        case "clear":
            count, left = len(puzzle.roles.foes), len(puzzle.foes_left())
            if left < count:
                return "kill the last" if left == 1 else f"kill the last {left}"
            return {1: "kill it", 2: "kill both"}.get(count, f"kill all {count}")
        case "cross":
            return "reach >"
        case _:
            return f"save {_names(puzzle, puzzle.roles.friends)}"


def goal_words(puzzle: Puzzle) -> str:
    """Describe what wins a puzzle, in how many acts, and what loses it."""
    acts = counted(puzzle.task.acts, "act")
    match puzzle.board.goal:
        case "clear":
            said = f"Kill {_whom(puzzle)} in {acts}"
        case "cross":
            said = f"Reach the stairs (>) alive in {acts}"
        case _:
            said = f"Keep {_names(puzzle, puzzle.roles.friends)} and yourself alive for {acts}"
    if puzzle.board.goal != "save" and puzzle.roles.friends:
        said += f"; {_names(puzzle, puzzle.roles.friends)} must live"
    return f"{said}."


def _whom(puzzle: Puzzle) -> str:
    """Name those that must die, or all enemies by their number."""
    count = len(puzzle.roles.foes)
    if puzzle.task.kill:
        return _names(puzzle, puzzle.roles.foes)
    return {1: "the one enemy", 2: "both enemies"}.get(count, f"all {count} enemies")


def _names(puzzle: Puzzle, entities: tuple[int, ...]) -> str:
    """Name creatures by their kind, once each."""
    letters = dict.fromkeys(puzzle.roles.letters[each] for each in entities)
    names = dict.fromkeys(puzzle.board.legend[letter][1] for letter in letters)
    return listed(f"the {name}" for name in names)
