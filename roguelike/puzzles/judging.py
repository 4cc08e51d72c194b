"""Judging a puzzle: few solutions, none of them short, a tempting act that loses, a trick in each solution."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log2

from roguelike.actions import acting, moving
from roguelike.core.geometry import steps_between
from roguelike.core.records import Record
from roguelike.practice.boards import MOST_GRADE, Deed
from roguelike.puzzles.puzzle import deed_of
from roguelike.puzzles.solving import Line, Solver, Tried, end_of
from roguelike.world import changes, space
from roguelike.world.terrain import Tile

MOST_SOLUTIONS = 3
MOST_LINES = {"clear": 12, "cross": 12, "save": 60}
"""The most solutions, by goal, that differ only in order, aimless steps or the tile landed on. Where a creature only
has to survive, what is done after the right act matters little."""
FEWEST_FIRSTS = 4
"""Fewest first acts to choose from."""
WORTH = {
    "chain": 4,
    "reaction": 4,
    "marked": 3,
    "door": 3,
    "crash": 2,
    "frozen": 2,
    "moved": 1,
    "cast": 0,
}
"""The worth of each use of a trick, besides plain damage."""
KNACKS = ("cast:Change Partners", "cast:Side Door")
"""Casts that are tricks by themselves."""
CHAINED = frozenset({"trap", "death", "hazard"})
"""Kinds of causes that a spell triggers indirectly."""
LEAST_WORTH = 4
GRADES = (6.0, 8.5, 11.0, 14.0)
"""Difficulty from which a puzzle is of grade 2, 3, 4, 5."""
SHACKLES = frozenset({"Frozen", "Asleep", "Stunned", "Feared"})


class Verdict(Record):
    """The result of judging: the `fault` that disqualifies it or, without one, its solutions, temptation and grade.

    Where `is_apart`, no act of some solution needs another: a puzzle, but one that the first forecasts give away.
    """

    fault: str
    lines: tuple[Line, ...] = ()
    solution: tuple[Deed, ...] = ()
    tempting: Deed | None = None
    grade: int = 1
    hardness: float = 0.0
    tricks: tuple[str, ...] = ()
    is_apart: bool = False


def judge(solver: Solver, wants: Sequence[str] = ()) -> Verdict:
    """Solve a puzzle and judge it; every solution must use one of the wanted tricks."""
    firsts = solver.firsts()
    if len(firsts) < FEWEST_FIRSTS:
        return Verdict("too few acts")
    looks = {tried.action: _look(solver, tried) for tried in firsts}
    lines: list[Line] = []
    goal = solver.puzzle.board.goal
    for line in solver.lines():
        if len(line) < solver.puzzle.task.acts:
            return Verdict("too short")
        lines.append(line)
        if different(lines) > MOST_SOLUTIONS or len(lines) > MOST_LINES[goal]:
            return Verdict("too many solutions")
        if not _fair(firsts, looks, lines):
            return Verdict("the act that looks best wins")
    if not lines:
        return Verdict("unsolvable")
    if any(has_idle_act(solver, line) for line in lines):
        return Verdict("too short")
    fair = _fair(firsts, looks, lines)
    # Of acts with the same result only one was followed, so an act in no solution found may still begin one.
    tempting = next((tried for tried in fair if not solver.wins_after(tried.action)), None)
    if tempting is None:
        return Verdict("the act that looks best wins")
    tricks = [tricks_of(solver, line) for line in lines]
    if not all(worth_of(each) >= LEAST_WORTH and has_wanted(each, wants) for each in tricks):
        return Verdict("no trick")
    return _good(solver, firsts, lines, tempting, tricks[0])


def _good(
    solver: Solver, firsts: list[Tried], lines: list[Line], tempting: Tried, tricks: Counter[str]
) -> Verdict:
    """Return the verdict on a good puzzle."""
    right = lines[0][0]
    rank = sum(each.harm > right.harm for each in firsts)
    hardness = (
        log2(len(firsts)) + min(rank, 6) / 2 + worth_of(tricks) / 4 - len(lines) / 2
        + 2 * (len(lines[0]) - 2)
    )  # fmt: skip
    grade = 1 + sum(hardness >= bound for bound in GRADES)
    return Verdict(
        "",
        tuple(lines),
        _deeds(solver, lines[0]),
        _deeds(solver, (tempting,))[0],
        min(grade, MOST_GRADE),
        hardness,
        tuple(sorted(tricks)),
        any(is_apart(solver, line) for line in lines),
    )


def _deeds(solver: Solver, line: Line) -> tuple[Deed, ...]:
    """Return the acts of a line as deeds."""
    return tuple(
        deed_of(tried.action, end_of(solver.puzzle, line[:place]))
        for place, tried in enumerate(line)
    )


def has_idle_act(solver: Solver, line: Line) -> bool:
    """Return whether time stands still and a line still wins with a wait in place of one act, so has one too many."""
    acts = [tried.action for tried in line]
    waited = ([*acts[:place], moving.Rest(), *acts[place + 1 :]] for place in range(len(acts)))
    return solver.puzzle.task.clock == "still" and any(
        solver.play(each)[1] == "won" for each in waited
    )


def is_apart(solver: Solver, line: Line) -> bool:
    """Return whether each act of a line, with waits in place of the others, kills its share of those who must die."""
    if solver.puzzle.board.goal != "clear":
        return False
    acts = [tried.action for tried in line]
    dead: set[int] = set()
    for place, act in enumerate(acts):
        alone: list[acting.Action] = [moving.Rest()] * len(acts)
        alone[place] = act
        played, _ = solver.play(alone)
        trace = (change for tried in played for change in tried.changes)
        dead |= {change.entity for change in trace if isinstance(change, changes.Died)}
    return dead.issuperset(solver.puzzle.roles.foes)


def different(lines: Iterable[Line]) -> int:
    """Count the lines that differ in more than order, aimless steps and the exact tile where the player lands."""
    return len({tuple(sorted(filter(None, map(_gist, line)))) for line in lines})


def _gist(tried: Tried) -> str:
    """Return what matters about an act when solutions are counted."""
    action = tried.action
    if action.step is not None or action.waits:
        return ""
    return "Side Door" if action.used_spell == "Side Door" else str(action)


def _look(solver: Solver, tried: Tried) -> int:
    """Return how good a first act looks: by harm to those who must die, or by nearness to the stairs.

    Call this before following any line, since that moves the player.
    """
    return -_way_left(solver, tried) if solver.puzzle.board.goal == "cross" else tried.harm


def _fair(
    firsts: Sequence[Tried], looks: Mapping[acting.Action, int], lines: Sequence[Line]
) -> list[Tried]:
    """List the first acts that begin no line found but look as good as those that do, the best first."""
    right = {line[0].action for line in lines}
    bound = max(looks[action] for action in right)
    fair = [
        tried
        for tried in firsts
        if tried.action not in right and looks[tried.action] and looks[tried.action] >= bound
    ]
    return sorted(fair, key=lambda tried: (looks[tried.action], str(tried.action)), reverse=True)


def _way_left(solver: Solver, tried: Tried) -> int:
    """Return the steps to the stairs from where an act leaves the player."""
    here = end_of(solver.puzzle, (tried,))
    tiles = solver.game.level.tiles
    stairs = [(int(x), int(y)) for x, y in zip(*(tiles == Tile.DOWN_STAIRS).nonzero(), strict=True)]
    return min((steps_between(here, each) for each in stairs), default=0)


def has_wanted(tricks: Counter[str], wants: Sequence[str]) -> bool:
    """Return whether one of the wanted tricks was used, or none is wanted."""
    return not wants or any(name.startswith(wanted) for name in tricks for wanted in wants)


def worth_of(tricks: Counter[str]) -> int:
    """Return the total worth of some tricks."""
    plain = sum(WORTH[name.partition(":")[0]] * min(count, 3) for name, count in tricks.items())
    return plain + sum(2 for name in KNACKS if name in tricks)


def tricks_of(solver: Solver, line: Line) -> Counter[str]:
    """Count what makes a line work besides plain damage, by kind; reactions with their names."""
    found: Counter[str] = Counter()
    texts, foes = _reaction_texts(solver), solver.puzzle.roles.foes
    held: dict[int, set[str]] = {}
    for tried in line:
        if tried.action.used_spell:
            found[f"cast:{tried.action.used_spell}"] += 1
        for change in tried.changes:
            match change:
                case changes.DoorMoved():
                    found["door"] += 1
                case changes.StatusBegan(target=target, name=name):
                    held.setdefault(target, set()).add(name)
                    found["frozen"] += name in SHACKLES and target in foes
                case changes.Told(message=message) if message.template in texts:
                    found[f"reaction:{texts[message.template]}"] += 1
                case changes.PoolChanged(pool="hp", entity=entity) if change.after < change.before:
                    found["crash"] += change.element == "impact"
                    found["reaction:carried"] += _is_carried(tried, change)
                    found["chain"] += entity in foes and change.cause.kind in CHAINED
                    found["marked"] += entity in foes and "Marked" in held.get(entity, ())
                case changes.Moved(entity=entity):
                    found["moved"] += _is_forced(solver, entity, change, tried)
    return +found


def _is_carried(tried: Tried, change: changes.PoolChanged) -> bool:
    """Return whether a spell's lightning reached a creature beyond the tiles at which it was aimed."""
    if change.element != "lightning" or change.cause.kind != "spell":
        return False
    flown = [
        point
        for each in tried.changes
        if isinstance(each, changes.Unleashed)
        for point in (*each.path, *each.points)
    ]
    there = space.point_of(change.entity)
    return bool(flown) and there is not None and there not in flown


def _is_forced(solver: Solver, entity: int, change: changes.Moved, tried: Tried) -> bool:
    """Return whether a creature was moved other than by its own steps."""
    if entity == solver.game.player:
        return tried.action.step is None
    return change.cause.kind == "spell" and entity in solver.puzzle.roles.letters


def _reaction_texts(solver: Solver) -> dict[str, str]:
    """Map the messages of reactions to the names of the reactions."""
    catalog = solver.game.content
    tables = (*catalog.ground_reactions.values(), *catalog.creature_reactions.values())
    rows = (row for table in tables for row in table)
    return {row.text: row.name for row in rows if row.text and (row.starts or not row.becomes)}
