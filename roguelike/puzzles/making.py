"""Making puzzles: draw a room, find a tricky line of acts, fit all numbers to it, and keep what is tight.

With random hit points most rooms cannot be solved. So some lines are played at random against foes that cannot die,
and the most promising are made the solution: those that must die get exactly the hit points that it takes, and the
player exactly the mana. All other lines played show what else would win it: one that does as much for no more mana is
a rival, and one that needs fewer acts spoils the plan, which eliminates most plans before anything is solved. What the
judge then accepts is a puzzle. Everything is determined by a seed.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from random import Random

from roguelike.actions import acting, moving
from roguelike.components import magic
from roguelike.components.puzzles import CAPTIVE_LETTER, FOE_LETTERS, Goal, PuzzleRecipe
from roguelike.core.geometry import Point, steps_between
from roguelike.core.records import Record, State, field
from roguelike.mapgen.blueprint import Section
from roguelike.practice.boards import Board, Deed, Hero, Task, parse_board, written
from roguelike.puzzles import judging
from roguelike.puzzles.puzzle import Puzzle
from roguelike.puzzles.solving import Line, Solver, TooLongError, end_of, hp_lost, mana_spent
from roguelike.world import ecs, space
from roguelike.world.catalog import Catalog

ENDLESS = 90
"""Hit points of creatures whose own are fitted later."""
RICH = 20
"""Mana while nothing is fitted."""
WIDTHS, HEIGHTS = (7, 10), (5, 7)
"""Least and greatest size of a room in tiles, without its walls."""
NEAR = 1
"""The most steps between a captive and the nearest enemy."""
WADED, WADING = '~"', 0.4
"""Ground on which enemies may stand, and the share of them that do."""


class Draft(State):
    """A board in the making; letters and signs are those of its file."""

    recipe: PuzzleRecipe
    cells: dict[Point, str]
    width: int
    height: int
    legend: dict[str, tuple[Section, str]]
    spells: tuple[str, ...]
    hp: int
    mana: int = RICH
    life: dict[str, int] = field(default_factory=dict)
    under: dict[str, str] = field(default_factory=dict)
    kill: str = ""
    spare: str = ""
    name: str = "Untitled"
    grade: int = 1
    solution: tuple[Deed, ...] = ()
    tempting: Deed | None = None
    cast: tuple[str, ...] = ()
    """The spells that are cast in the line to which its numbers are fitted."""

    @classmethod
    def of(cls, board: Board) -> "Draft":
        """Return the draft of an existing puzzle."""
        task, hero = board.task, board.hero
        if task is None:
            raise ValueError(f"{board.name} is no puzzle")
        recipe = PuzzleRecipe(board.key, {}, {}, board.goal, task.clock, task.acts, hp=hero.hp)
        cells = {(x, y): sign for y, row in enumerate(board.rows) for x, sign in enumerate(row)}
        width, height = len(board.rows[0]), len(board.rows)
        draft = cls(
            recipe, cells, width, height, dict(board.legend), hero.spells, hero.hp, hero.mana
        )
        draft.life, draft.under, draft.name = dict(task.life), dict(board.under), board.name
        draft.kill, draft.spare = "".join(sorted(task.kill)), "".join(sorted(task.spare))
        return draft

    @property
    def goal(self) -> Goal:
        """The goal of its recipe; another that needs no stairs while the stairs are not placed yet."""
        is_placed = self.recipe.goal != "cross" or ">" in self.cells.values()
        return self.recipe.goal if is_placed else "clear"

    def rows(self) -> list[str]:
        """Return the map, row by row, with the walls around it."""
        return [
            "".join(self.cells.get((x, y), "#") for x in range(self.width))
            for y in range(self.height)
        ]

    def board(self) -> Board:
        """Return the board; PrefabError if it is not valid."""
        return parse_board(written(self._board()), "draft.txt")

    def _board(self) -> Board:
        """Return the board as it is, unchecked."""
        recipe = self.recipe
        kill, spare = frozenset(self.kill), frozenset(self.spare)
        task = Task(
            recipe.acts,
            recipe.clock,
            kill,
            spare,
            self.life,
            self.grade,
            self.solution,
            self.tempting,
        )
        return Board(
            "draft", self.name, tuple(self.rows()), self.legend, "puzzle", goal=self.goal, under=self.under,
            hero=Hero(self.hp, self.mana, self.spells), task=task,
        )  # fmt: skip

    def opened(self, catalog: Catalog) -> Puzzle:
        """Return a puzzle in play."""
        return Puzzle.lesson(self.board(), catalog)


def draw(rng: Random, recipe: PuzzleRecipe, catalog: Catalog) -> Draft:
    """Draw a room as the recipe says; no numbers are fitted yet."""
    width, height = rng.randint(*WIDTHS) + 2, rng.randint(*HEIGHTS) + 2
    signs: list[str] = list(recipe.ground)
    weights = list(recipe.ground.values())
    cells = {
        (x, y): rng.choices(signs, weights)[0]
        for x in range(1, width - 1)
        for y in range(1, height - 1)
    }
    chosen = rng.sample(recipe.spells, rng.randint(*recipe.choice))
    draft = Draft(
        recipe, cells, width, height, {}, tuple(sorted({*recipe.always, *chosen})), recipe.hp
    )
    _place(draft, rng, "@", left=True)
    _place_folk(draft, rng)
    _place_things(draft, rng, catalog)
    return draft


def _place(
    draft: Draft, rng: Random, sign: str, *, ground: str = ".", near: str = "", left: bool = False
) -> None:
    """Put a sign on a free tile of some kinds of ground: near the sign `near`, or on the left half if requested."""
    beside = [spot for spot, cell in draft.cells.items() if cell == near]
    free = [
        spot
        for spot, cell in draft.cells.items()
        if cell in ground
        and (not left or spot[0] <= draft.width // 2)
        and all(steps_between(spot, other) <= NEAR for other in beside)
    ]
    if free:
        spot = rng.choice(free)
        if draft.cells[spot] != ".":
            draft.under[sign] = draft.cells[spot]
        draft.cells[spot] = sign


def _place_folk(draft: Draft, rng: Random) -> None:
    """Put the enemies into the room, each with its own letter, and the creature that must be spared."""
    recipe = draft.recipe
    names = rng.choices(list(recipe.foes), list(recipe.foes.values()), k=rng.randint(*recipe.crowd))
    if recipe.leader is not None:
        names.append(recipe.leader)
        draft.kill = FOE_LETTERS[len(names) - 1]
    wet = "".join(sign for sign in recipe.ground if sign in WADED)
    for letter, name in zip(FOE_LETTERS, names, strict=False):
        draft.legend[letter] = ("mobs", name)
        draft.life[letter] = ENDLESS
        wades = rng.random() < WADING and any(sign in wet for sign in draft.cells.values())
        _place(draft, rng, letter, ground=wet if wades else ".")
    if rng.random() < recipe.friend and recipe.captive is not None:
        draft.legend[CAPTIVE_LETTER] = ("mobs", recipe.captive)
        draft.life[CAPTIVE_LETTER] = ENDLESS
        draft.spare = CAPTIVE_LETTER
        _place(draft, rng, CAPTIVE_LETTER, near=FOE_LETTERS[0] if recipe.goal == "save" else "")


def _place_things(draft: Draft, rng: Random, catalog: Catalog) -> None:
    """Put traps, fires, doors and mushrooms into the room."""
    recipe = draft.recipe
    if not recipe.things:
        return
    names = rng.choices(
        list(recipe.things), list(recipe.things.values()), k=rng.randint(*recipe.clutter)
    )
    for place, name in enumerate(names):
        thing = catalog.puzzle_things[name]
        if thing.bursts and name in names[:place]:
            continue
        letter, section = thing.letter, catalog.section_of(name)
        draft.legend[letter] = (section if section == "mobs" else "props", name)
        if section == "mobs":
            draft.life[letter] = rng.randint(2, 8)
        _place(draft, rng, letter)


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
    fit = [key for key in found if ranks[key][0] < judging.MOST_SOLUTIONS]
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
    tricks = judging.tricks_of(solver, line)
    casts = {name for name in tricks if name.startswith("cast:")}
    return judging.worth_of(tricks) + len(casts) if judging.has_wanted(tricks, recipe.wants) else 0


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
        return judging.MOST_SOLUTIONS, 0, -plan.worth
    return judging.different(other.line for other in rivals) - 1, plan.line[0].harm, -plan.worth


def _does_as_much(other: Plan, plan: Plan) -> bool:
    """Return whether a line would win the puzzle of a plan, as far as deaths do not change it."""
    enough = zip(other.harms, plan.harms, strict=True)
    return other.mana <= plan.mana and all(has >= needs for has, needs in enough)


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
    verdict: judging.Verdict


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


def judged(
    draft: Draft, catalog: Catalog, most: int, likely: Sequence[acting.Action] = ()
) -> judging.Verdict:
    """Judge a draft, trying at most `most` acts, those that are `likely` in a solution first."""
    with playing(draft, catalog) as puzzle:
        try:
            return judging.judge(Solver(puzzle, most, likely=likely), draft.recipe.wants)
        except TooLongError:
            return judging.Verdict("too long")


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
    shown = [*puzzle.roles.letters, *(entity for entity, _ in ecs.with_component(magic.Trigger))]
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
    waited, _ = Solver(puzzle).play([moving.Rest()] * puzzle.task.acts)
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
