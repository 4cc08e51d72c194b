"""What an episode plays: the dungeon, a drawn room, or a puzzle, either built in or newly made.

dungeon           the game, from the requested depth
board:KEY         a drawn room of data/boards by file name; lessons have a hero of their own
puzzle:NUMBER     a puzzle of data/puzzles
puzzle:CODE       a puzzle sent by somebody else
puzzle            a puzzle of data/puzzles, drawn by the seed
new puzzle        a puzzle made from the seed, which takes some seconds
"""

from random import Random

from roguelike.components.puzzles import quick
from roguelike.core.plain_words import quotable
from roguelike.engine.session import Session
from roguelike.lab.heroes import send_to
from roguelike.mapgen import prefab
from roguelike.practice.boards import Board, boards
from roguelike.practice.room import Practice
from roguelike.puzzles import codes
from roguelike.puzzles.making import make
from roguelike.puzzles.puzzle import Puzzle
from roguelike.raws.catalog import catalog_in_force
from roguelike.world import ecs
from roguelike.world.catalog import Catalog

DUNGEON, PUZZLE, NEW = "dungeon", "puzzle", "new puzzle"
MOST_BOARDS = 2000
"""Maximum number of boards drawn to make a new puzzle."""
USE = "use dungeon, board:KEY, puzzle, puzzle:NUMBER, puzzle:CODE or new puzzle"


def begin(task: str, seed: str, depth: int, origin: str = "") -> Session:
    """Begin the session that a task names.

    Raises:
        ValueError: there is no such task or origin; the message is one line.
    """
    catalog = catalog_in_force()
    origin = catalog.origin_called(origin)
    board = board_named(task)
    if board is None and task == PUZZLE:
        board = Random(f"puzzle/{seed}").choice(boards("puzzle"))
    elif board is None and task == NEW:
        board = _new_puzzle(seed, catalog)
    match board:
        case None:
            return _dungeon(seed, depth, catalog, origin)
        case Board(kind="puzzle"):
            return _begun(board, catalog)
        case Board(kind="lesson"):
            return Practice.lesson(board, catalog)
    return _room(board, seed, depth, catalog)


def board_named(task: str) -> Board | None:
    """Return the drawn room or the puzzle that a task names; None for the dungeon, "puzzle" and "new puzzle".

    Raises:
        ValueError: there is no such task; the message is one line.
    """
    kind, _, which = task.partition(":")
    match kind:
        case "board" if which:
            return _room_named(which)
        case "puzzle" if which:
            return _puzzle_named(task, which)
        case _ if task in (DUNGEON, PUZZLE, NEW):
            return None
    raise ValueError(f"task is {quotable(repr(task))}: {USE}")


def _dungeon(seed: str, depth: int, catalog: Catalog, origin: str = "") -> Session:
    """Begin a game; below depth 1 with a typical hero of that depth."""
    session = Session.start(seed, catalog, origin=origin)
    if depth > 1:
        send_to(session.game, depth)
    return session


def _room_named(key: str) -> Board:
    """Return the drawn room of a name. Raises ValueError if there is none."""
    known = {board.key: board for board in (*boards("practice"), *boards("lesson"))}
    if key not in known:
        raise ValueError(
            f"there is no board {quotable(repr(key))}: use one of {', '.join(sorted(known))}"
        )
    return known[key]


def _puzzle_named(task: str, which: str) -> Board:
    """Return the puzzle of a number or a code. Raises ValueError if there is none."""
    ours = boards("puzzle")
    if which.removeprefix("-").isdecimal():
        if not 1 <= int(which[:9]) <= len(ours):
            raise ValueError(f"there is no puzzle {quotable(which)}: they go from 1 to {len(ours)}")
        return ours[int(which[:9]) - 1]
    try:
        return codes.board_of(which)
    except codes.CodeError as fault:
        told = f"task is {quotable(repr(task))}: {fault} Numbers go from 1 to {len(ours)}."
        raise ValueError(told) from fault


def _room(board: Board, seed: str, depth: int, catalog: Catalog) -> Session:
    """Begin a drawn room with a typical hero of the depth."""
    hero = _dungeon(seed, depth, catalog)
    try:
        return Practice.of(hero, board, rested=True)
    finally:
        ecs.drop_world(hero.game.world)


def _begun(board: Board, catalog: Catalog) -> Session:
    """Begin a puzzle. Raises ValueError if it cannot be played, e.g. a friend's made with other data."""
    try:
        return Puzzle.lesson(board, catalog)
    except prefab.PrefabError as fault:
        raise ValueError(f"the puzzle {board.name!r} cannot be played: {fault}") from fault
    except KeyError as fault:
        raise ValueError(
            f"the puzzle {board.name!r} needs {fault}, which the data lacks"
        ) from fault


def _new_puzzle(seed: str, catalog: Catalog) -> Board:
    """Make a puzzle from a seed. Raises ValueError if none is found."""
    recipes = quick(catalog.puzzle_recipes.values())
    for number in range(MOST_BOARDS if recipes else 0):
        rng = Random(f"task/{seed}/{number}")
        found = make(rng, rng.choice(recipes), catalog)
        if found is not None:
            return found.draft.board()
    raise ValueError(f"no puzzle was found for the seed {seed!r}: use another")
