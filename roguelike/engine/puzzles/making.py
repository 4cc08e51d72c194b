"""Making puzzles: draw a room, find a tricky line of acts, fit everybody's numbers to it, and keep what is narrow.

With random hit points most rooms cannot be solved. So some lines are played at random against foes who cannot die, and
the trickiest is made the solution: whoever must die has exactly the hit points that it takes, and the player exactly
the mana. What the judge then lets pass is a puzzle. All of it follows from a seed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from random import Random

from roguelike.actions.moving import Rest
from roguelike.actions.spell_use import Cast
from roguelike.components.magic import Trigger
from roguelike.core.geometry import Point, steps_between
from roguelike.core.records import Record
from roguelike.engine.puzzles.drafts import FRIEND_LETTER, LETTERS, Draft, draw
from roguelike.engine.puzzles.judging import Verdict, has_wanted, judge, tricks_of, worth_of
from roguelike.engine.puzzles.puzzle import Puzzle
from roguelike.engine.puzzles.recipes import Recipe
from roguelike.engine.puzzles.solving import Line, Solver, TooLongError, hp_lost, mana_spent
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs, space

LINES = 100
"""Random lines that are played on a board."""
PLANS = 5
"""Lines, the trickiest ones, to which its numbers are fitted."""
LEAST_PLAN = 4
"""What a line's tricks must be worth to be fitted to."""
MOST_TRIED = 4000
"""Acts that judging a puzzle may try."""
FEWEST_FOES = 2
"""How many enemies a line must harm, if it does not harm all."""
SPARED_LIFE = 4
"""Hit points of one who must be spared and is not hurt by the solution."""


class Plan(Record):
    """A line that was played at random, where it left the player, and what its tricks are worth."""

    line: Line
    end: Point
    worth: int


class Made(Record):
    """A puzzle that was made: its draft, and the verdict on it."""

    draft: Draft
    verdict: Verdict


def make(rng: Random, recipe: Recipe, catalog: Catalog, most: int = MOST_TRIED) -> Made | None:
    """Draw one board and fit it to its trickiest lines; return the first that is a puzzle, None if none is."""
    draft = draw(rng, recipe)
    with playing(draft, catalog) as puzzle:
        if recipe.in_sight and not _is_in_sight(puzzle):
            return None
        plans = _plans(Solver(puzzle, most), rng, recipe)
        fitted = [found for plan in plans if (found := fitted_to(draft, plan, puzzle)) is not None]
    return next(filter(None, (_made(each, catalog, most) for each in fitted)), None)


def _made(fitted: Draft, catalog: Catalog, most: int) -> Made | None:
    """Judge a draft; where it has too many solutions, once more with no spell but those that its plan casts."""
    verdict = judged(fitted, catalog, most)
    if verdict.fault == "too many solutions" and fitted.spells != fitted.cast:
        fitted.spells = fitted.cast
        verdict = judged(fitted, catalog, most)
    if verdict.fault:
        return None
    fitted.solution, fitted.tempting, fitted.grade = (
        verdict.solution, verdict.tempting, verdict.grade,
    )  # fmt: skip
    return Made(fitted, verdict)


def judged(draft: Draft, catalog: Catalog, most: int, *, thorough: bool = False) -> Verdict:
    """Judge a draft, trying at most so many acts."""
    with playing(draft, catalog) as puzzle:
        try:
            return judge(Solver(puzzle, most, thorough=thorough), draft.recipe.wants)
        except TooLongError:
            return Verdict("too long")


@contextmanager
def playing(draft: Draft, catalog: Catalog) -> Iterator[Puzzle]:
    """Open a draft as a puzzle while the block runs."""
    puzzle = draft.opened(catalog)
    try:
        yield puzzle
    finally:
        puzzle.close()


def _is_in_sight(puzzle: Puzzle) -> bool:
    """Return whether the player sees everybody and every trap as it begins."""
    game = puzzle.game
    game.enter()
    shown = [*puzzle.roles.letters, *(entity for entity, _ in ecs.with_component(Trigger))]
    points = [space.point_of(each) for each in shown if space.is_here(game, each)]
    return all(point is not None and game.level.visible[point] for point in points)


# --- playing at random


def _plans(solver: Solver, rng: Random, recipe: Recipe) -> list[Plan]:
    """Play random lines, and return the trickiest of those that could be solutions, each mana and harm once."""
    found: dict[object, Plan] = {}
    try:
        for _ in range(LINES):
            plan = _wander(solver, rng, recipe, ())
            if plan is not None and plan.worth >= LEAST_PLAN:
                key = (
                    mana_spent(solver.puzzle, plan.line),
                    plan.end,
                    _harms(solver.puzzle, plan.line),
                )
                if key not in found or found[key].worth < plan.worth:
                    found[key] = plan
    except TooLongError:
        pass
    return sorted(found.values(), key=lambda plan: -plan.worth)[:PLANS]


def _wander(solver: Solver, rng: Random, recipe: Recipe, line: Line) -> Plan | None:
    """Play on at random to the last act; None where an act is refused, or the line could be no solution."""
    puzzle = solver.puzzle
    if len(line) == puzzle.task.acts:
        return _plan(solver, recipe, line)
    with solver.doing(solver.any_move(rng), len(line)) as tried:
        if tried is None or puzzle.game.player in puzzle.game.dead:
            return None
        return _wander(solver, rng, recipe, (*line, tried))


def _plan(solver: Solver, recipe: Recipe, line: Line) -> Plan | None:
    """Return a line as a plan, if it could be a solution of its puzzle: called while all of it is done."""
    puzzle = solver.puzzle
    game, roles = puzzle.game, puzzle.roles
    here = space.point_of(game.player)
    if any(hp_lost(friend, line) for friend in roles.friends) and recipe.goal != "save":
        return None
    if recipe.goal == "clear" and not _is_fit_to_clear(puzzle, line):
        return None
    if here is None or any(each in game.dead for each in (*roles.foes, *roles.friends)):
        return None
    tricks = tricks_of(solver, line)
    names = {name for name in tricks if name.startswith("cast:")}
    return (
        Plan(line, here, worth_of(tricks) + len(names))
        if has_wanted(tricks, recipe.wants)
        else None
    )


def _is_fit_to_clear(puzzle: Puzzle, line: Line) -> bool:
    """Return whether a line harms enough of those who must die; whoever it spares is left out of the board then."""
    hurt = sum(hp_lost(foe, line) > 0 for foe in puzzle.roles.foes)
    return hurt == len(puzzle.roles.foes) or hurt >= FEWEST_FOES


def _harms(puzzle: Puzzle, line: Line) -> tuple[int, ...]:
    """Return the hit points that everybody who matters loses over a line."""
    return tuple(hp_lost(each, line) for each in (*puzzle.roles.foes, *puzzle.roles.friends))


# --- fitting


def fitted_to(draft: Draft, plan: Plan, puzzle: Puzzle) -> Draft | None:
    """Return a draft whose numbers are exactly what a plan takes; None if that makes no puzzle."""
    fitted = copy(draft)
    fitted.life, fitted.cells = dict(draft.life), dict(draft.cells)
    fitted.mana = mana_spent(puzzle, plan.line)
    casts = {tried.action.spell for tried in plan.line if isinstance(tried.action, Cast)}
    fitted.cast = tuple(sorted(casts)) or draft.spells
    letters, roles = puzzle.roles.letters, puzzle.roles
    if draft.spare:
        fitted.life[FRIEND_LETTER] = SPARED_LIFE
    match draft.recipe.goal:
        case "clear":
            harms: dict[str, int] = {}
            for foe in roles.foes:
                harm = hp_lost(foe, plan.line)
                harms[letters[foe]] = max(harm, harms.get(letters[foe], 0))
            for letter, harm in harms.items():
                _fit_foe(fitted, letter, harm)
            _spread_life(fitted, puzzle, plan)
            return fitted
        case "cross":
            return _with_stairs(fitted, plan, puzzle)
        case _:
            return _with_captive(fitted, plan, puzzle)


def _fit_foe(fitted: Draft, letter: str, harm: int) -> None:
    """Give an enemy the hit points that a line takes; take away one whom it spares."""
    if harm:
        fitted.life[letter] = harm
        return
    fitted.life.pop(letter, None)
    fitted.under = {key: sign for key, sign in fitted.under.items() if key != letter}
    fitted.legend = {key: thing for key, thing in fitted.legend.items() if key != letter}
    fitted.cells = {spot: "." if sign == letter else sign for spot, sign in fitted.cells.items()}


def _spread_life(fitted: Draft, puzzle: Puzzle, plan: Plan) -> None:
    """Give enemies who need not die as much as it takes that they do not, or hardly."""
    for entity, letter in puzzle.roles.letters.items():
        if entity not in puzzle.roles.foes and letter in LETTERS:
            fitted.life[letter] = max(8, hp_lost(entity, plan.line) + 1)


def _with_stairs(fitted: Draft, plan: Plan, puzzle: Puzzle) -> Draft | None:
    """Put the stairs to where a line ends, if that is far enough; the player can bear that line and no more."""
    if fitted.cells.get(plan.end, "#") not in ".>" or steps_between(plan.end, puzzle.here) < len(
        plan.line
    ):
        return None
    fitted.cells[plan.end] = ">"
    fitted.hp = hp_lost(puzzle.player, plan.line) + 1
    _with_own_life(fitted)
    return fitted


def _with_captive(fitted: Draft, plan: Plan, puzzle: Puzzle) -> Draft | None:
    """Let the captive bear what comes to them in a line, and not what comes of waiting."""
    captive = puzzle.roles.friends[0]
    life = hp_lost(captive, plan.line) + 1
    waited, _ = Solver(puzzle).play([Rest()] * puzzle.task.acts)
    if hp_lost(captive, waited) < life:
        return None
    fitted.life[FRIEND_LETTER] = life
    fitted.hp = max(fitted.hp, hp_lost(puzzle.player, plan.line) + 1)
    _with_own_life(fitted)
    return fitted


def _with_own_life(fitted: Draft) -> None:
    """Let enemies have the hit points of their kind."""
    for letter in LETTERS:
        fitted.life.pop(letter, None)
