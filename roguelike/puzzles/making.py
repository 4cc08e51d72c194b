"""Making puzzles: draw a room, find a tricky line of acts, fit all numbers to it, and keep what is tight.

With random hit points most rooms cannot be solved. So some lines are played at random against foes that cannot die, and
the most promising are made the solution: those that must die get exactly the hit points that it takes, and the player
exactly the mana. What the judge then accepts is a puzzle. Everything is determined by a seed.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from random import Random

from roguelike.actions.action import Action
from roguelike.actions.moving import Rest
from roguelike.components.magic import Trigger
from roguelike.components.puzzles import CAPTIVE_LETTER, FOE_LETTERS, PuzzleRecipe
from roguelike.core.geometry import steps_between
from roguelike.core.records import Record
from roguelike.puzzles.drafts import Draft, draw
from roguelike.puzzles.judging import Verdict, judge
from roguelike.puzzles.planning import USUAL_ACTS, Plan, plans_of
from roguelike.puzzles.puzzle import Puzzle
from roguelike.puzzles.solving import Solver, TooLongError, hp_lost, mana_spent
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs, space

MOST_TRIED = 4000
"""How many acts judging a puzzle of two acts may try."""
TRIED_AN_ACT_MORE, MOST_TRIED_EVER = 10, 100_000
"""The factor on that for each additional act, and the absolute limit: some minutes."""
SPARED_LIFE = 4
"""Hit points of a creature that must be spared and is not hurt by the solution."""


Told = Callable[[str], None]
"""Receives the result for each draft: why it is not a puzzle, or "" if it is."""


class Made(Record):
    """A puzzle that was made: its draft, and the verdict on it."""

    draft: Draft
    verdict: Verdict


def make(
    rng: Random,
    recipe: PuzzleRecipe,
    catalog: Catalog,
    most: int | None = None,
    *,
    told: Told = lambda _: None,
) -> Made | None:
    """Draw one board and fit it to its most promising lines; return the first that is a puzzle, None if none is.

    Judging one tries at most `most` acts, by default the usual number. `told` receives the reason for each failure.
    """
    most = most_tried(recipe.acts) if most is None else most
    draft = draw(rng, recipe, catalog)
    with playing(draft, catalog) as puzzle:
        if recipe.in_sight and not _is_in_sight(puzzle):
            told("not in sight")
            return None
        plans = plans_of(Solver(puzzle, most), rng, recipe)
        fitted = [(found, plan) for plan in plans if (found := fitted_to(draft, plan, puzzle))]
    if not fitted:
        told("no plan")
    tries = (_judged(found, plan, catalog, most, told) for found, plan in fitted)
    return next(filter(None, tries), None)


def most_tried(acts: int) -> int:
    """Return how many acts may be tried when judging a puzzle with this number of acts."""
    more = max(0, acts - USUAL_ACTS)
    return min(MOST_TRIED_EVER, int(MOST_TRIED * TRIED_AN_ACT_MORE**more))


def _judged(fitted: Draft, plan: Plan, catalog: Catalog, most: int, told: Told) -> Made | None:
    """Judge a draft; if it has too many solutions, judge it again with only the spells that its plan casts."""
    likely = [tried.action for tried in plan.line]
    verdict = judged(fitted, catalog, most, likely)
    if verdict.fault == "too many solutions" and fitted.spells != fitted.cast:
        fitted.spells = fitted.cast
        verdict = judged(fitted, catalog, most, likely)
    told(verdict.fault)
    if verdict.fault:
        return None
    fitted.solution, fitted.tempting, fitted.grade = (
        verdict.solution, verdict.tempting, verdict.grade,
    )  # fmt: skip
    return Made(fitted, verdict)


def judged(draft: Draft, catalog: Catalog, most: int, likely: Sequence[Action] = ()) -> Verdict:
    """Judge a draft, trying at most `most` acts, those that are `likely` in a solution first."""
    with playing(draft, catalog) as puzzle:
        try:
            return judge(Solver(puzzle, most, likely=likely), draft.recipe.wants)
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
    """Return whether the player sees every creature and trap at the beginning."""
    game = puzzle.game
    game.enter()
    shown = [*puzzle.roles.letters, *(entity for entity, _ in ecs.with_component(Trigger))]
    points = [space.point_of(each) for each in shown if space.is_here(game, each)]
    return all(point is not None and game.level.visible[point] for point in points)


# --- fitting


def fitted_to(draft: Draft, plan: Plan, puzzle: Puzzle) -> Draft | None:
    """Return a draft whose numbers are exactly what a plan takes; None if that makes no puzzle."""
    fitted = copy(draft)
    fitted.life, fitted.cells = dict(draft.life), dict(draft.cells)
    fitted.mana = mana_spent(puzzle, plan.line)
    casts = {tried.action.used_spell for tried in plan.line} - {""}
    fitted.cast = tuple(sorted(casts)) or draft.spells
    prices = {name: puzzle.game.content.spells[name].mana_cost for name in draft.spells}
    fitted.spells = tuple(each for each in draft.spells if prices[each] <= fitted.mana)
    letters, roles = puzzle.roles.letters, puzzle.roles
    if draft.spare:
        fitted.life[CAPTIVE_LETTER] = SPARED_LIFE
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
    """Give an enemy the hit points that a line takes; remove one that the line spares."""
    if harm:
        fitted.life[letter] = harm
        return
    fitted.life.pop(letter, None)
    fitted.under = {key: sign for key, sign in fitted.under.items() if key != letter}
    fitted.legend = {key: thing for key, thing in fitted.legend.items() if key != letter}
    fitted.cells = {spot: "." if sign == letter else sign for spot, sign in fitted.cells.items()}


def _spread_life(fitted: Draft, puzzle: Puzzle, plan: Plan) -> None:
    """Give enemies that need not die enough hit points to survive the line, at least 8."""
    for entity, letter in puzzle.roles.letters.items():
        if entity not in puzzle.roles.foes and letter in FOE_LETTERS:
            fitted.life[letter] = max(8, hp_lost(entity, plan.line) + 1)


def _with_stairs(fitted: Draft, plan: Plan, puzzle: Puzzle) -> Draft | None:
    """Put the stairs where a line ends, if that is far enough; the player can survive that line and no more."""
    if fitted.cells.get(plan.end, "#") not in ".>" or steps_between(plan.end, puzzle.here) < len(
        plan.line
    ):
        return None
    fitted.cells[plan.end] = ">"
    fitted.hp = hp_lost(puzzle.player, plan.line) + 1
    _with_own_life(fitted)
    return fitted


def _with_captive(fitted: Draft, plan: Plan, puzzle: Puzzle) -> Draft | None:
    """Let the captive just survive a line; None if they would survive waiting as well."""
    captive = puzzle.roles.friends[0]
    life = hp_lost(captive, plan.line) + 1
    waited, _ = Solver(puzzle).play([Rest()] * puzzle.task.acts)
    if hp_lost(captive, waited) < life:
        return None
    fitted.life[CAPTIVE_LETTER] = life
    fitted.hp = max(fitted.hp, hp_lost(puzzle.player, plan.line) + 1)
    _with_own_life(fitted)
    return fitted


def _with_own_life(fitted: Draft) -> None:
    """Let enemies have the usual hit points of their kind."""
    for letter in FOE_LETTERS:
        fitted.life.pop(letter, None)
