"""Puzzles in play: acts are counted, dice stand still, what is foreseen is what comes, and any act is taken back."""

from collections.abc import Iterator

import esper
import pytest

from roguelike.core.rng import FixedRolls
from roguelike.engine.play.commands import Cast, Rest, Step
from roguelike.engine.state.snapshot import state_hash
from roguelike.engine.views import choices
from roguelike.mapgen import prefab
from roguelike.practice.boards import boards, parse_board
from roguelike.puzzles.puzzle import OVER, Puzzle
from roguelike.raws.catalog import load_catalog
from roguelike.world.catalog import Catalog
from tests.goldens import TESTS

DRAWN = TESTS / "fixtures" / "puzzles"
BOWLING, WALK, CAPTIVE, STEAM, CROWD, DULL = (
    (DRAWN / f"{name}.txt").read_text(encoding="utf-8").strip()
    for name in ("bowling", "walk", "captive", "steam", "crowd", "dull")
)


@pytest.fixture(scope="module")
def own() -> Catalog:
    return load_catalog()


def opened(text: str, own: Catalog) -> Puzzle:
    return Puzzle.lesson(parse_board(text, "test.txt"), own)


@pytest.fixture
def bowling(own: Catalog) -> Iterator[Puzzle]:
    puzzle = opened(BOWLING, own)
    yield puzzle
    puzzle.close()


def test_the_board_says_what_everybody_has(bowling: Puzzle) -> None:
    assert [each.hp for each in bowling.creatures()] == [2, 2]
    assert (bowling.hud().hp, bowling.hud().mana) == (20, 2)
    assert bowling.words().startswith("Kill both enemies in 2 acts.")


def test_acts_are_counted_and_the_goal_ends_it(bowling: Puzzle) -> None:
    assert bowling.do(Cast("Rude Gesture", (5, 3))).acted
    assert (bowling.left, bowling.end) == (1, "")
    assert bowling.do(Cast("Rude Gesture", (8, 3))).acted
    assert bowling.end == "won"
    assert bowling.do(Rest()).refused == OVER


def test_without_an_act_left_it_has_failed(bowling: Puzzle) -> None:
    bowling.do(Rest())
    bowling.do(Rest())
    assert bowling.end == "failed"


def test_a_refusal_is_no_act(bowling: Puzzle) -> None:
    assert bowling.do(Cast("Zap", (5, 3))).refused
    assert bowling.left == 2


def test_acts_are_taken_back_exactly_and_dice_go_on_standing_still(bowling: Puzzle) -> None:
    before = state_hash(bowling.game)
    bowling.do(Cast("Rude Gesture", (5, 3)))
    bowling.do(Rest())
    assert bowling.undo()
    assert bowling.undo()
    assert state_hash(bowling.game) == before
    assert isinstance(bowling.game.rng, FixedRolls)
    bowling.do(Cast("Rude Gesture", (5, 3)))
    bowling.do(Cast("Rude Gesture", (8, 3)))
    assert bowling.end == "won"


def test_every_try_is_the_same(bowling: Puzzle) -> None:
    before = state_hash(bowling.game)
    bowling.do(Rest())
    bowling.again()
    assert state_hash(bowling.game) == before


def test_a_forecast_is_one_figure_and_comes_true(bowling: Puzzle) -> None:
    bowling.do(Cast("Rude Gesture", (5, 3)))
    seen = bowling.forecast(Cast("Rude Gesture", (8, 3)))
    assert {each.damage for each in seen.outcomes.values()} == {(2, 2.0, 2)}
    assert {each.kill for each in seen.outcomes.values()} == {1.0}


def test_while_time_stands_still_nobody_answers(bowling: Puzzle) -> None:
    reply = bowling.reply(Rest())
    assert (reply.samples, list(reply.order), reply.you.damage) == (1, [], (0, 0.0, 0))


def test_the_stairs_are_reached_by_standing_on_them(own: Catalog) -> None:
    puzzle = opened(WALK, own)
    for _ in range(2):
        puzzle.do(Step(1, 0))
    assert puzzle.end == ""
    puzzle.do(Step(1, 0))
    assert puzzle.end == "won"
    puzzle.close()


def test_where_the_clock_runs_the_reply_is_the_turn(own: Catalog) -> None:
    puzzle = opened(CAPTIVE, own)
    goblin, peasant = sorted(puzzle.roles.letters)
    reply = puzzle.reply(Rest())
    assert reply.samples == 1
    assert reply.outcomes[peasant].kill == 1.0
    puzzle.do(Rest())
    assert puzzle.end == "harmed"
    puzzle.again()
    puzzle.do(Cast("Zap", (6, 2)))
    puzzle.do(Rest())
    assert puzzle.end == "won"
    assert goblin in puzzle.roles.letters
    puzzle.close()


@pytest.mark.parametrize(
    ("number", "words"),
    [(6, "kill both"), (1, "save the Peasant"), (5, "reach >"), (17, "kill the Goblin Warlord")],
)
def test_the_aim_stands_beside_the_acts_that_are_left(number: int, words: str) -> None:
    """The log that says it in full scrolls away."""
    puzzle = Puzzle.lesson(boards("puzzle")[number - 1], load_catalog())
    assert puzzle.hud().place.startswith(f"2 acts left: {words} · ")
    puzzle.close()


def test_the_aim_counts_who_is_left(own: Catalog) -> None:
    puzzle = opened(CROWD, own)
    for left in ("all 10", "the last 9"):
        assert f": kill {left} · " in puzzle.hud().place
        puzzle.do(Cast("Zap", puzzle.creatures()[0].point))
    puzzle.close()


def test_whoever_must_live_has_room(own: Catalog) -> None:
    worlds = esper.list_worlds()
    dragon = CAPTIVE.replace("p: mobs Peasant", "p: mobs Black Dragon")
    with pytest.raises(
        prefab.PrefabError, match="A captive: Black Dragon has no room where it is drawn"
    ):
        opened(dragon, own)
    with pytest.raises(KeyError):
        opened(CAPTIVE.replace("mobs Goblin", "mobs Nobody"), own)
    assert esper.list_worlds() == worlds, "what could not be opened leaves nothing behind"


def test_nobody_comes_where_time_stands_still(bowling: Puzzle) -> None:
    bowling.do(Step(-1, 0))
    assert bowling.left == 1
    assert bowling.coming() == []
    assert bowling.reply(Rest()).order == ()


@pytest.mark.parametrize(
    ("clock", "waited", "turns"), [("still", 0, 1), ("still", 1, 1), ("runs", 0, 2)]
)
def test_a_forecast_counts_no_turn_that_never_comes(
    clock: str, waited: int, turns: int, own: Catalog
) -> None:
    """Steam scalds for three turns; where time stands still it has one, and else as many as there are acts."""
    puzzle = opened(STEAM.replace("acts: 2", f"acts: 2\nclock: {clock}"), own)
    (goblin,) = puzzle.roles.letters
    for _ in range(waited):
        puzzle.do(Rest())
    breath = Cast("Cinder Breath", (5, 2))
    (seen,) = [
        outcome for who, outcome in puzzle.forecast(breath).outcomes.items() if who == goblin
    ]
    assert seen.later == (2 * turns, 2.0 * turns, 2 * turns)
    assert puzzle.best_aims(breath)
    if puzzle.left == 1:
        puzzle.do(breath)
        assert 40 - puzzle.creature(goblin).hp == seen.damage[2]
    puzzle.close()


def test_nobody_rises_in_the_middle_of_a_puzzle(own: Catalog) -> None:
    puzzle = opened(CROWD, own)
    foes = list(puzzle.roles.foes)
    before = puzzle.hud()
    for _ in range(6):
        target = next(each for each in puzzle.creatures() if each.entity in foes)
        aim = Cast("Zap", target.point)
        words = {words for seen in puzzle.forecast(aim).outcomes.values() for words in seen.notes}
        assert not any("level" in each for each in words)
        assert puzzle.do(aim).acted
    assert len(puzzle.creatures()) == len(foes) - 6
    assert (puzzle.hud().level, puzzle.hud().xp) == (before.level, before.xp)
    assert puzzle.ask(choices.choice_view) is None
    puzzle.undo()
    assert puzzle.ask(choices.choice_view) is None
    puzzle.close()


def test_whoever_must_live_is_marked_among_those_in_view(own: Catalog) -> None:
    marked = {each.name: each.spared for each in opened(CAPTIVE, own).creatures()}
    assert marked == {"Goblin": False, "Peasant": True}
