"""The puzzles that come with the game: the recorded solution wins, as foreseen; after the tempting act nothing does.

Codes: what is sent is what is played, and whatever else is typed gets one clear line.
"""

from collections.abc import Iterator

import esper
import pytest

from roguelike.actions import spell_use
from roguelike.components import vitals
from roguelike.practice.boards import Board, boards, parse_board, written
from roguelike.puzzles import codes
from roguelike.puzzles.puzzle import Puzzle, action_of, task_of
from roguelike.puzzles.refitting import refit
from roguelike.puzzles.solving import Solver
from roguelike.raws.catalog import load_catalog
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from tests.puzzles.test_puzzle import BOWLING, CAPTIVE, WALK

OURS = {board.key: board for board in boards("puzzle")}
FIFTY = 50
MOST_TRIED = 3000


@pytest.fixture(scope="module")
def own() -> Catalog:
    return load_catalog()


@pytest.fixture(params=OURS)
def board(request: pytest.FixtureRequest) -> Board:
    return OURS[request.param]


@pytest.fixture
def puzzle(board: Board, own: Catalog) -> Iterator[Puzzle]:
    found = Puzzle.lesson(board, own)
    yield found
    found.close()


def test_there_are_fifty_and_each_has_a_place_and_a_name_of_its_own() -> None:
    assert len(OURS) >= FIFTY
    assert [board.order for board in boards("puzzle")] == list(range(1, len(OURS) + 1))
    assert len({board.name for board in OURS.values()}) == len(OURS)


def test_they_are_of_all_kinds() -> None:
    tasks = [task_of(board) for board in OURS.values()]
    assert {board.goal for board in OURS.values()} == {"clear", "cross", "save"}
    assert {task.clock for task in tasks} == {"still", "runs"}
    assert sum(task.acts == 3 for task in tasks) > 5
    spells = {deed.what for task in tasks for deed in task.solution}
    assert len(spells) > 15


def test_the_solution_wins_and_every_act_of_it_is_foreseen(puzzle: Puzzle) -> None:
    for deed in puzzle.task.solution:
        assert puzzle.end == ""
        action = action_of(deed, puzzle.here)
        reply, before = puzzle.reply(action), hit_points(puzzle)
        assert puzzle.do(action).acted
        after = hit_points(puzzle)
        for entity, seen in {**reply.outcomes, puzzle.player: reply.you}.items():
            least, _, most = seen.at_once
            assert least == most
            healed = seen.healing[0]
            assert after[entity] == max(0, before[entity] - most + healed)
    assert puzzle.end == "won"


def test_before_the_last_act_no_forecast_counts_more_than_comes(puzzle: Puzzle) -> None:
    """As if nobody moved: where everybody answers, the reply tells more truly."""
    if puzzle.task.clock != "still":
        return
    *first, last = puzzle.task.solution
    for deed in first:
        puzzle.do(action_of(deed, puzzle.here))
    action, before = action_of(last, puzzle.here), hit_points(puzzle)
    seen = puzzle.forecast(action)
    puzzle.do(action)
    after = hit_points(puzzle)
    for entity, outcome in seen.outcomes.items():
        assert min(before[entity], outcome.damage[2]) <= before[entity] - after[entity]


def test_a_crossing_that_may_begin_with_waiting_is_one(own: Catalog) -> None:
    """The judge took whoever waits to be on the stairs already, where the line that was looked at then ended."""
    board = OURS["10-a-word-of-dread"]
    assert refit(board, own) == (board, "")


@pytest.mark.soak
def test_the_judge_still_takes_every_one_for_a_puzzle(board: Board, own: Catalog) -> None:
    assert refit(board, own) == (board, "")


def hit_points(puzzle: Puzzle) -> dict[int, int]:
    """Return everybody's hit points, seen or not; 0 of the dead."""
    game = puzzle.game
    game.enter()
    there = [each for each in (*puzzle.roles.letters, game.player) if esper.entity_exists(each)]
    living = {each: ecs.get(each, vitals.Pools).hp for each in there if each not in game.dead}
    return {**dict.fromkeys((*puzzle.roles.letters, game.player), 0), **living}


def test_the_tempting_act_loses(puzzle: Puzzle) -> None:
    task = puzzle.task
    assert task.tempting is not None
    assert task.tempting != task.solution[0]
    assert puzzle.do(action_of(task.tempting, puzzle.here)).acted
    assert puzzle.end != "won"
    if not puzzle.end:
        assert not list(Solver(puzzle, MOST_TRIED).lines())


def test_whoever_dies_of_a_swap_is_named_in_its_forecast(own: Catalog) -> None:
    """The dead are not seen any more, but nobody has forgotten with whom they changed places."""
    puzzle = Puzzle.lesson(OURS["36-swap-at-the-burning-door"], own)
    assert puzzle.do(spell_use.Cast("Vitriol", (3, 4))).acted
    swap = puzzle.forecast(spell_use.Cast("Change Partners", (3, 3)))
    assert "changes places with the kobold" in swap.outcomes[puzzle.game.player].notes
    puzzle.close()


CODE = codes.code_of(parse_board(BOWLING, "test.txt"))


@pytest.mark.parametrize("text", [BOWLING, WALK, CAPTIVE])
def test_a_code_is_the_board_again(text: str) -> None:
    board = parse_board(text, "test.txt")
    code = codes.code_of(board)
    assert len(code) < 300
    assert written(codes.board_of(code), shared=True) == written(board, shared=True)


def test_a_code_gives_no_solution_away() -> None:
    text = BOWLING.replace("acts: 2", "acts: 2\nsolution: Rude Gesture 5,3; wait\ntempting: wait")
    assert (
        codes.board_of(codes.code_of(parse_board(text, "test.txt"))).task
        == codes.board_of(CODE).task
    )


def test_blanks_and_broken_lines_do_no_harm() -> None:
    assert codes.board_of(f" {CODE[:30]}\n {CODE[30:]} \n") == codes.board_of(CODE)


def test_every_changed_character_is_noticed() -> None:
    for place in range(len(codes.VERSION), len(CODE), 7):
        wrong = CODE[:place] + ("A" if CODE[place] != "A" else "B") + CODE[place + 1 :]
        with pytest.raises(codes.CodeError):
            codes.board_of(wrong)


def test_files_are_written_as_they_are_read() -> None:
    for board in (*boards("lesson"), *boards("practice"), *boards("puzzle")):
        again = parse_board(written(board), f"{board.key}.txt")
        assert written(again) == written(board)
