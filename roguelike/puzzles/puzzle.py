"""A puzzle in play: practice with fixed dice and counted acts. Any act can be taken back.

The rules of a puzzle, shared by playing and solving it: what an act is, what wins, what loses.
"""

from typing import ClassVar, Literal, Self

import esper

from roguelike.actions import acting, moving, senses, spell_use
from roguelike.components import actors, vitals
from roguelike.core.formula import parse_formula
from roguelike.core.geometry import Point
from roguelike.core.grammar import counted, listed
from roguelike.core.records import Record, replace
from roguelike.core.rng import FixedRolls
from roguelike.effects.foresight import sampler
from roguelike.engine.foreseeing.aiming import Forecast, Foresight, best_aims, foresee
from roguelike.engine.foreseeing.counsel import Counsel
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.foreseeing.reply import Estimate
from roguelike.engine.play.onlookers import EVERYBODY, Onlookers
from roguelike.engine.play.turn import act_as_able, bury, pass_time
from roguelike.engine.views.records import CreatureView, HudView
from roguelike.mapgen import prefab
from roguelike.practice.boards import STEP, WAIT, Board, Deed, Task
from roguelike.practice.room import End, Practice
from roguelike.world import ecs, space
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game
from roguelike.world.terrain import Tile

Standing = Literal["", "won", "died", "harmed", "failed"]
"""The state of a puzzle: open, won, the player dead, a creature dead that must live, no act left."""


class Roles(Record):
    """Which creatures must die, which must live, and each creature's letter on the board, by id."""

    letters: dict[int, str]
    foes: tuple[int, ...]
    friends: tuple[int, ...]


def roles_of(game: Game, board: Board) -> Roles:
    """Find the role of each creature on a board just set up. Raises PrefabError if one of them had no room."""
    task = task_of(board)
    signs = dict(board.cells())
    letters = {
        entity: signs[point]
        for entity, _ in ecs.with_component(actors.Mind)
        if space.is_here(game, entity)
        and (point := space.point_of(entity)) is not None
        and signs.get(point) in board.legend
    }
    if absent := (task.kill | task.spare) - {*letters.values()}:
        name = board.legend[min(absent)][1]
        raise prefab.PrefabError(f"{board.name}: {name} has no room where it is drawn")
    foes = tuple(
        entity
        for entity, sign in sorted(letters.items())
        if (sign in task.kill if task.kill else senses.is_hostile(game, entity))
    )
    friends = tuple(entity for entity, sign in sorted(letters.items()) if sign in task.spare)
    return Roles(letters, foes, friends)


def task_of(board: Board) -> Task:
    """Return the task of a puzzle's board; ValueError for any other board."""
    if board.task is None:
        raise ValueError(f"{board.name} is no puzzle")
    return board.task


def set_hit_points(board: Board, roles: Roles) -> None:
    """Give each creature the hit points that the board says."""
    life = task_of(board).life
    for entity, letter in roles.letters.items():
        if letter in life:
            pools = ecs.get(entity, vitals.Pools)
            pools.hp = pools.max_hp = life[letter]


def play_act(
    game: Game, action: acting.Action, task: Task, done: int, onlookers: Onlookers
) -> acting.Final:
    """Let the player act after `done` acts; then time passes as the task's clock says."""
    result = act_as_able(game, action, onlookers)
    if isinstance(result, acting.Done) and result.takes_turn and passes(task, done):
        pass_time(game, onlookers, minds=task.clock == "runs")
    return result


def passes(task: Task, done: int) -> bool:
    """Return whether time passes after the next act."""
    return task.clock == "runs" or done + 1 >= task.acts


def turns_to_come(task: Task, done: int) -> int:
    """Return how many more times time passes after `done` acts."""
    return sum(passes(task, each) for each in range(done, task.acts))


def without_experience(catalog: Catalog) -> Catalog:
    """Return the same data, except that deaths give no experience."""
    figures = {**catalog.figures, "kill": parse_formula("0", ())}
    return replace(catalog, figures=figures)


def standing(game: Game, board: Board, roles: Roles, done: int) -> Standing:
    """Return the state of a puzzle after a number of acts."""
    dead = game.dead
    if game.player in dead:
        return "died"
    if any(is_gone(game, each) for each in roles.friends):
        return "harmed"
    is_out = done >= task_of(board).acts
    match board.goal:
        case "clear":
            is_won = all(is_gone(game, each) for each in roles.foes)
        case "cross":
            is_won = _is_on_stairs(game)
        case _:
            is_won = is_out
    return "won" if is_won else "failed" if is_out else ""


def is_gone(game: Game, entity: int) -> bool:
    """Return whether a creature is dead, buried or not."""
    return entity in game.dead or not esper.entity_exists(entity)


def _is_on_stairs(game: Game) -> bool:
    """Return whether the player stands on the stairs."""
    here = space.point_of(game.player)
    return here is not None and game.level.tiles[here] == Tile.DOWN_STAIRS


# --- acts in words


def action_of(deed: Deed, here: Point) -> acting.Action:
    """Return the command that a deed stands for, for a player on the tile `here`."""
    match deed.what:
        case "wait":
            return moving.Rest()
        case "step" if deed.at is not None:
            return moving.Step.between(here, deed.at)
    return spell_use.Cast(deed.what, deed.at)


def deed_of(action: acting.Action, here: Point) -> Deed:
    """Return the deed for a command; ValueError for one that cannot be part of a solution."""
    if action.used_spell:
        return Deed(action.used_spell, action.aim)
    if action.step is not None:
        return Deed(STEP, (here[0] + action.step[0], here[1] + action.step[1]))
    if action.waits:
        return Deed(WAIT)
    raise ValueError(f"{action} is no act of a solution")


OVER = "The puzzle has ended: take an act back, or begin again."
STILL = "Only you act. After your last act fires and clouds have one turn: what takes longer comes too late."
RUNS = "Everybody else acts after each of your acts."
FIXED = "No dice are rolled: what you foresee is what happens."


class Unanswered(Estimate):
    """The result of an act where time stands still: others lose their turns, so that there is no order to show."""

    def told(self) -> Reply:
        """Return the reply without whose turn it would have been."""
        return replace(super().told(), order=(), intents={})


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
        """Put dice in place whose every roll is known beforehand."""
        game.rng = FixedRolls()

    @classmethod
    def lesson(cls, board: Board, catalog: Catalog) -> Self:
        """Open a puzzle; deaths in it give no experience, so that no new level comes between two acts."""
        return super().lesson(board, without_experience(catalog))

    @property
    def counts_acts(self) -> bool:
        """Whether all is over after some acts: always."""
        return True

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

    def act(self, game: Game, action: acting.Action) -> acting.Final:
        """Let the player act, and time pass as the clock of the puzzle says."""
        if self.end:
            return acting.Refused(OVER)
        bury(game)
        game.trace.clear()
        return play_act(game, action, self.task, self.done, EVERYBODY)

    def forecast(
        self, action: acting.Action, precision: sampler.Precision = sampler.FULL
    ) -> Forecast:
        """Forecast a command, with later effects only until the puzzle ends."""
        game = self._entered()
        return foresee(game, game.player, action, replace(precision, turns=self._turns_to_come))

    def foresight(self, action: acting.Action) -> Foresight:
        """Return the forecast of a command, to be computed bit by bit, until the puzzle ends."""
        game = self._entered()
        return Foresight(game, game.player, action, self._turns_to_come)

    def best_aims(self, action: acting.Action) -> list[Point]:
        """List useful tiles to aim at, best first, by the effects until the puzzle ends."""
        return best_aims(
            self._entered(), action, replace(sampler.ROUGHEST, turns=self._turns_to_come)
        )

    def reply(self, action: acting.Action, samples: int = 1) -> Reply:
        """Foresee a command, and the answer to it in this puzzle: a single turn shows everything."""
        return self.estimate(action).refined(1)

    def estimate(self, action: acting.Action) -> Estimate:
        """Return the reply to a command in the form that screens need: it is known at once, since no die is rolled."""
        kind = Estimate if self._runs else Unanswered
        return kind(self._entered(), action, minds=self._runs, passes=passes(self.task, self.done))

    def counsel(self, rough: Counsel | None = None) -> Counsel:
        """Return the table of what could be done now, begun anew: a `rough` one knows no puzzle."""
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
