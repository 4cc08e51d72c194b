"""The yardsticks: figures that a slower machine does not change, and a plain game that does what it is said to do."""

from collections.abc import Callable

import numpy as np
import pytest

from roguelike.core.geometry import distance_squared
from roguelike.lab.benchmark import row as yardsticks
from roguelike.lab.benchmark.hall import PlainGame
from roguelike.lab.benchmark.peak_memory import peak_kilobytes
from roguelike.lab.benchmark.row import Samples, percentile, ratio, spread_of, standard_ms

Work = Callable[[], object]


class Machine:
    """A clock that goes on only by the work that is done, at the machine's pace."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.slowness = 0.0, 1.0
        monkeypatch.setattr("time.process_time", lambda: self.now)
        monkeypatch.setattr(yardsticks, "standard_sum", self.work(0.001))

    def __call__(self) -> float:
        return self.now

    def work(self, seconds: float, *, then_slower: float = 1.0) -> Work:
        def do() -> None:
            self.now += seconds * self.slowness
            self.slowness *= then_slower

        return do


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    found = Machine(monkeypatch)
    # The clock of these functions is bound when they are made.
    for function in (yardsticks.milliseconds, Samples.__init__):
        defaults = tuple(found if callable(each) else each for each in function.__defaults__ or ())
        monkeypatch.setattr(function, "__defaults__", defaults)
    return found


@pytest.mark.parametrize("slowness", [1.0, 3.0])
def test_a_ratio_is_the_same_on_a_slower_machine(machine: Machine, slowness: float) -> None:
    machine.slowness = slowness
    found = ratio(machine.work(0.06), machine.work(0.02), 5)
    assert found.value == pytest.approx(3.0)
    assert found.spread == pytest.approx(0.0)


def test_standard_ms_follow_a_machine_that_grows_slower(machine: Machine) -> None:
    found = standard_ms(machine.work(0.005, then_slower=1.05), 40)
    assert found.value == pytest.approx(5.0, rel=0.1)
    assert found.spread > 0.5, "and it is said that the machine did not keep still"


def test_a_reading_is_taken_before_each_so_many_samples(machine: Machine) -> None:
    samples = Samples(every=3)
    for _ in range(7):
        samples.take(machine.work(0.002))
    assert len(samples.readings) == 3
    assert samples.sorted() == pytest.approx([2.0] * 7)


def test_one_odd_reading_does_not_spoil_a_sample(machine: Machine) -> None:
    samples = Samples()
    for number in range(9):
        machine.slowness = 50.0 if number == 4 else 1.0
        samples.read()
        samples.add(2.0)
    assert samples.sorted() == pytest.approx([2.0] * 9)


def test_the_spread_is_from_quartile_to_quartile() -> None:
    assert spread_of([1.0]) == 0.0
    assert spread_of([10.0] * 9) == 0.0
    assert spread_of([8.0, 9.0, 10.0, 11.0, 12.0]) == pytest.approx(0.2)


def test_percentiles_are_nearest_ranks() -> None:
    assert percentile([1, 2, 3, 4], 0.5) == 3
    assert percentile([1, 2, 3, 4], 0.999) == 4


def test_hunters_of_the_plain_game_find_their_way_and_never_share_a_tile() -> None:
    walkable = np.ones((20, 15), dtype=np.bool_, order="F")
    walkable[[0, -1], :] = walkable[:, [0, -1]] = False
    walkable[10, 1:12] = False
    hunters = [(15, 2), (16, 2), (17, 2), (18, 2)]
    game = PlainGame(walkable, (5, 5), list(hunters), roam=1)
    game.play(40)
    found = game._hunters
    assert len({*found, game.player}) == 5
    assert all(walkable[spot] for spot in found)
    assert max(distance_squared(spot, game.player) for spot in found) <= 8
    assert game.visible[game.player]


def test_the_peak_of_memory_is_this_programs_own() -> None:
    assert 10_000 < peak_kilobytes() < 10_000_000
