"""Fitting the numbers of a puzzle again when those of spells and creatures have changed; its idea stays.

The recorded solution is played against foes that cannot die, and everybody gets the numbers that it takes now. The
judge decides whether that is still a puzzle.
"""

from roguelike.actions import spell_use
from roguelike.components import vitals
from roguelike.core.records import replace
from roguelike.practice.boards import Board
from roguelike.puzzles import judging
from roguelike.puzzles.making import ENDLESS, RICH, Draft, Plan, fitted_to, playing
from roguelike.puzzles.puzzle import Puzzle, action_of, task_of
from roguelike.puzzles.solving import Line, Solver, TooLongError, end_of
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from roguelike.world.spells import ready_spells

MOST_TRIED = 60_000
"""How many acts judging one of them may try."""


def refit(board: Board, catalog: Catalog) -> tuple[Board, str]:
    """Return a puzzle that is judged good now, fitted again if necessary; else the unchanged board and its fault."""
    sound = _without_idle_spells(board, catalog)
    verdict = _judged(sound, catalog)
    if not verdict.fault:
        return _with_verdict(sound, verdict), ""
    fitted = _refitted(board, catalog)
    if fitted is None:
        return board, f"{verdict.fault}, and its solution cannot be played"
    fitted = _without_idle_spells(fitted, catalog)
    verdict = _judged(fitted, catalog)
    return (board, verdict.fault) if verdict.fault else (_with_verdict(fitted, verdict), "")


def _judged(board: Board, catalog: Catalog) -> judging.Verdict:
    """Solve a board as a puzzle and return the verdict, trying its recorded solution first."""
    puzzle = Puzzle.lesson(board, catalog)
    try:
        likely = [tried.action for tried in _play(puzzle, board)]
        return judging.judge(Solver(puzzle, MOST_TRIED, likely=likely))
    except TooLongError:
        return judging.Verdict("too long")
    finally:
        puzzle.close()


def _without_idle_spells(board: Board, catalog: Catalog) -> Board:
    """Remove spells that cost more mana than there is, unless the solution gains more."""
    cast = {deed.what for deed in task_of(board).solution}
    puzzle = Puzzle.lesson(board, catalog)
    game = puzzle.game
    game.enter()
    pools = ecs.get(game.player, vitals.Pools)
    idle = {
        each.name for each in ready_spells(game, game.player) if not spell_use.affords(pools, each)
    }
    puzzle.close()
    spells = tuple(name for name in board.hero.spells if name in cast or name not in idle)
    return replace(board, hero=replace(board.hero, spells=spells))


def _with_verdict(board: Board, verdict: judging.Verdict) -> Board:
    """Return a board with the solution, the temptation and the grade that the judge found."""
    task = replace(
        task_of(board), solution=verdict.solution, tempting=verdict.tempting, grade=verdict.grade
    )
    return replace(board, task=task)


def _refitted(board: Board, catalog: Catalog) -> Board | None:
    """Set all numbers to what the recorded solution takes; None if it cannot be played."""
    draft = Draft.of(board)
    draft.mana = RICH
    with playing(draft, catalog) as puzzle:
        letters = puzzle.roles.letters
        must = [letters[each] for each in (*puzzle.roles.foes, *puzzle.roles.friends)]
    draft.life |= dict.fromkeys(must, ENDLESS)
    with playing(draft, catalog) as puzzle:
        line = _play(puzzle, board)
        fitted = fitted_to(draft, Plan(line, end_of(puzzle, line)), puzzle)
    if fitted is None or len(line) < len(task_of(board).solution):
        return None
    new = fitted.board()
    return replace(
        board, hero=new.hero, legend=new.legend, rows=new.rows, task=new.task, under=new.under
    )


def _play(puzzle: Puzzle, board: Board) -> Line:
    """Play the recorded solution as far as possible."""
    solver = Solver(puzzle)
    line: Line = ()
    for deed in task_of(board).solution:
        action = action_of(deed, end_of(puzzle, line))
        played, _ = solver.play([*(tried.action for tried in line), action])
        if len(played) == len(line):
            break
        line = played
    return line
