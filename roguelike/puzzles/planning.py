"""Planning: lines played at random against foes that cannot die, and the ones that a puzzle may be fitted to.

A puzzle gives exactly the hit points and the mana that its line takes. So all other lines played on the board show what
else would win it: a line that does as much for no more mana is a rival, and one that needs fewer acts for it spoils the
plan. This eliminates most plans that would make no puzzle before anything is solved.
"""

from collections.abc import Sequence
from random import Random

from roguelike.components.puzzles import PuzzleRecipe
from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.puzzles.judging import (
    MOST_SOLUTIONS,
    different,
    has_wanted,
    tricks_of,
    worth_of,
)
from roguelike.puzzles.puzzle import Puzzle
from roguelike.puzzles.solving import (
    Line,
    Solver,
    TooLongError,
    end_of,
    hp_lost,
    mana_spent,
)

LINES, USUAL_ACTS = 100, 2
"""How many random lines are played on a board with the usual number of acts; four times as many per additional act."""
PLANS = 5
"""How many plans of a board are kept, the most promising ones."""
LEAST_PLAN = 4
"""The least worth of a line's tricks for a plan."""
FEWEST_FOES = 2
"""How many enemies a line must harm, if it does not harm all."""


class Plan(Record):
    """A line that was played, where it left the player, the worth of its tricks, its mana and its harms.

    `harms` are the hit points lost by each creature that must die.
    """

    line: Line
    end: Point
    worth: int = 0
    mana: int = 0
    harms: tuple[int, ...] = ()


def plans_of(solver: Solver, rng: Random, recipe: PuzzleRecipe) -> list[Plan]:
    """Play random lines, and return the most promising as solutions, each combination of mana and harm once."""
    played: dict[str, Plan] = {}
    try:
        for _ in range(LINES * 4 ** max(0, recipe.acts - USUAL_ACTS)):
            _wander(solver, rng, recipe, (), played)
    except TooLongError:
        pass
    found: dict[object, Plan] = {}
    for plan in played.values():
        key = plan.mana, plan.end, plan.harms
        if plan.worth >= LEAST_PLAN and (key not in found or found[key].worth < plan.worth):
            found[key] = plan
    others = list(played.values())
    ranks = {key: _rank(plan, others, recipe) for key, plan in found.items()}
    fit = [key for key in found if ranks[key][0] < MOST_SOLUTIONS]
    return [found[key] for key in sorted(fit, key=lambda key: ranks[key])[:PLANS]]


def _wander(
    solver: Solver, rng: Random, recipe: PuzzleRecipe, line: Line, played: dict[str, Plan]
) -> None:
    """Continue at random to the last act or a refusal, and record every beginning of the line."""
    if line:
        said = "; ".join(str(tried.action) for tried in line)
        if said not in played:
            played[said] = _noted(solver, recipe, line)
    if len(line) == recipe.acts:
        return
    with solver.doing(solver.any_move(rng), len(line)) as tried:
        if tried is not None and solver.game.player not in solver.game.dead:
            _wander(solver, rng, recipe, (*line, tried), played)


def _noted(solver: Solver, recipe: PuzzleRecipe, line: Line) -> Plan:
    """Return a line's result, with a worth if it could be a solution; called while all of it is done."""
    puzzle = solver.puzzle
    harms = tuple(hp_lost(foe, line) for foe in puzzle.roles.foes)
    worth = _worth(solver, recipe, line) if len(line) == recipe.acts else 0
    return Plan(line, end_of(puzzle, line), worth, mana_spent(puzzle, line), harms)


def _worth(solver: Solver, recipe: PuzzleRecipe, line: Line) -> int:
    """Return the worth of a line's tricks, plus one for each spell; 0 if it cannot be a solution."""
    puzzle = solver.puzzle
    game, roles = puzzle.game, puzzle.roles
    if recipe.goal == "clear" and not _is_fit_to_clear(puzzle, line):
        return 0
    if recipe.goal != "save" and _harms_friends(puzzle, line):
        return 0
    if any(each in game.dead for each in (*roles.foes, *roles.friends)):
        return 0
    tricks = tricks_of(solver, line)
    casts = {name for name in tricks if name.startswith("cast:")}
    return worth_of(tricks) + len(casts) if has_wanted(tricks, recipe.wants) else 0


def _harms_friends(puzzle: Puzzle, line: Line) -> bool:
    """Return whether a line takes hit points from a creature that must live."""
    return any(hp_lost(friend, line) for friend in puzzle.roles.friends)


def _is_fit_to_clear(puzzle: Puzzle, line: Line) -> bool:
    """Return whether a line harms enough of those that must die; the others are then left out of the board."""
    hurt = sum(hp_lost(foe, line) > 0 for foe in puzzle.roles.foes)
    return hurt == len(puzzle.roles.foes) or hurt >= FEWEST_FOES


def _rank(plan: Plan, others: Sequence[Plan], recipe: PuzzleRecipe) -> tuple[int, int, int]:
    """Return the sort key of a plan, the best first: its rivals, the harm of its tempting first act, its worth.

    Only where the goal is to kill do other lines tell whether they would win as well.
    """
    if recipe.goal != "clear":
        return 0, 0, -plan.worth
    rivals = [other for other in others if _does_as_much(other, plan)]
    if any(len(other.line) < len(plan.line) for other in rivals):
        return MOST_SOLUTIONS, 0, -plan.worth
    return different(other.line for other in rivals) - 1, plan.line[0].harm, -plan.worth


def _does_as_much(other: Plan, plan: Plan) -> bool:
    """Return whether a line would win the puzzle of a plan, as far as deaths do not change it."""
    enough = zip(other.harms, plan.harms, strict=True)
    return other.mana <= plan.mana and all(has >= needs for has, needs in enough)
