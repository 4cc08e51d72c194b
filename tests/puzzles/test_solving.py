"""Solving and judging: everything is tried and taken back, and only what is narrow is a puzzle."""

from random import Random

import pytest

from roguelike.core.records import replace
from roguelike.engine.play.commands import Action, Cast, Step
from roguelike.engine.state.snapshot import state_hash
from roguelike.practice.boards import parse_board
from roguelike.puzzles import codes as daily
from roguelike.puzzles import judging
from roguelike.puzzles.making import Made, make
from roguelike.puzzles.puzzle import task_of
from roguelike.puzzles.refitting import refit
from roguelike.puzzles.solving import Solver, TooLongError
from roguelike.world.catalog import Catalog
from tests.puzzles.test_puzzle import BOWLING, DULL, opened, own

__all__ = ["own"]


def test_solving_leaves_everything_as_it_was(own: Catalog) -> None:
    puzzle = opened(BOWLING, own)
    before = state_hash(puzzle.game)
    lines = list(Solver(puzzle).lines())
    assert [[str(each.action) for each in line] for line in lines]
    assert state_hash(puzzle.game) == before
    puzzle.close()


def test_thoroughly_or_not_the_solutions_are_the_same(own: Catalog) -> None:
    puzzle = opened(BOWLING, own)
    quick, slow = Solver(puzzle), Solver(puzzle, thorough=True)
    assert [line[0].action for line in quick.lines()] == [line[0].action for line in slow.lines()]
    assert slow.tried > quick.tried
    puzzle.close()


def test_no_more_is_tried_than_is_allowed(own: Catalog) -> None:
    puzzle = opened(BOWLING, own)
    before = state_hash(puzzle.game)
    with pytest.raises(TooLongError):
        list(Solver(puzzle, 20).lines())
    assert state_hash(puzzle.game) == before
    puzzle.close()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("acts: 2", "acts: 2", ""),
        ("life: g 2", "life: g 9", "unsolvable"),
        ("mana: 2", "mana: 1", "unsolvable"),
        ("acts: 2", "acts: 3", "too short"),
        ("mana: 2\nspells: Rude Gesture", "mana: 12\nspells: Dawn's Rebuke, Noon", "too short"),
        ("#..@g....g.#", "#g.@......g#", "unsolvable"),
    ],
)
def test_only_what_is_narrow_is_a_puzzle(own: Catalog, old: str, new: str, fault: str) -> None:
    puzzle = opened(BOWLING.replace(old, new), own)
    verdict = judging.judge(Solver(puzzle))
    puzzle.close()
    assert verdict.fault == fault
    if not fault:
        assert [str(deed) for deed in verdict.solution] == ["Rude Gesture 5,3", "Rude Gesture 8,3"]
        assert str(verdict.tempting) == "step 5,3"
        assert "crash" in verdict.tricks


@pytest.mark.parametrize(
    ("spell", "life", "acts", "idle"),
    [
        ("Rude Gesture", 2, [Cast("Rude Gesture", (5, 3)), Cast("Rude Gesture", (8, 3))], ""),
        ("Kindling", 8, [Cast("Kindling", (5, 3)), Step(0, 1)], "step"),
    ],
)
def test_an_act_that_waiting_could_take_the_place_of_is_one_too_many(
    spell: str, life: int, acts: list[Action], idle: str, own: Catalog
) -> None:
    """Fires have their turn after the last act, so that a fire and a step win in two: but the step does nothing."""
    text = BOWLING.replace("life: g 2", f"life: g {life}").replace("Rude Gesture", spell)
    puzzle = opened(text.replace("g....g.#", "g......#") if idle else text, own)
    solver = Solver(puzzle)
    line, standing = solver.play(acts)
    assert standing == "won"
    assert judging.has_idle_act(solver, line) == bool(idle)
    puzzle.close()


def test_likely_acts_are_tried_first_and_what_is_found_is_the_same(own: Catalog) -> None:
    puzzle = opened(BOWLING, own)
    likely = [Cast("Rude Gesture", (8, 3)), Cast("Rude Gesture", (5, 3))]
    solver = Solver(puzzle, likely=likely)
    (first, *others) = solver.lines()
    assert [tried.action for tried in first] == likely[::-1]
    assert len(others) + 1 == len(list(Solver(puzzle).lines()))
    puzzle.close()


def test_a_trick_that_is_wanted_must_be_used(own: Catalog) -> None:
    puzzle = opened(BOWLING, own)
    assert judging.judge(Solver(puzzle), ("marked",)).fault == "no trick"
    assert not judging.judge(Solver(puzzle), ("marked", "crash")).fault
    puzzle.close()


@pytest.fixture(scope="module")
def made(own: Catalog) -> tuple[int, Made]:
    """The first puzzle that is made of a recipe, and its seed."""
    shove = own.puzzle_recipes["shove"]
    tried = ((n, make(Random(f"t/{n}"), shove, own)) for n in range(60))
    return next((n, found) for n, found in tried if found)


def test_the_same_seed_makes_the_same_puzzle(own: Catalog, made: tuple[int, Made]) -> None:
    seed, found = made
    again = make(Random(f"t/{seed}"), own.puzzle_recipes["shove"], own)
    assert again
    board = found.draft.board()
    assert again.draft.board() == board
    assert task_of(board).solution
    assert refit(board, own) == (board, "")


def test_changed_numbers_are_fitted_anew(own: Catalog) -> None:
    solution = "solution: Rude Gesture 5,3; Rude Gesture 8,3"
    board = parse_board(BOWLING.replace("acts: 2", f"acts: 2\n{solution}"), "test.txt")
    harder = replace(board, task=replace(task_of(board), life={"g": 7}))
    new, fault = refit(harder, own)
    assert not fault
    assert task_of(new).life == {"g": 2}
    assert new.name == board.name


def test_what_cannot_be_fitted_is_left_as_it_was(own: Catalog) -> None:
    board = parse_board(BOWLING.replace("g: mobs", "solution: wait; wait\ng: mobs"), "test.txt")
    broken = replace(board, task=replace(task_of(board), life={"g": 7}))
    assert refit(broken, own) == (broken, "too short")


def test_a_puzzle_whose_acts_need_nothing_of_each_other_is_known_as_such(own: Catalog) -> None:
    """That of 26 November: a dart for either, each told as deadly before the first act."""
    for text, is_apart in ((DULL, True), (BOWLING, False)):
        puzzle = opened(text, own)
        verdict = judging.judge(Solver(puzzle))
        puzzle.close()
        assert not verdict.fault
        assert verdict.is_apart == is_apart


def test_no_puzzle_of_a_day_is_given_away_by_its_first_forecasts(
    own: Catalog, made: tuple[int, Made], monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = made[1].draft
    apart = iter((True, False))
    monkeypatch.setattr(
        daily, "make", lambda *_: Made(draft, judging.Verdict("", is_apart=next(apart)))
    )
    today = daily.Daily("2026-11-26", own)
    assert [today.work(), today.work()] == [False, True]
    assert today.board
