"""Faults that are planted: where they come, and that the campaign sees it when half a turn is played on."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import sleep

import pytest

from roguelike.actions import acting
from roguelike.core.geometry import distance
from roguelike.core.rng import Stream
from roguelike.devices.headless import Headless
from roguelike.engine.loading import DataLoader
from roguelike.engine.session import Session
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.campaigns.base_states import folder_with_save
from roguelike.lab.campaigns.planted_faults import Case, Plant, Site
from roguelike.runs.gameover import IGNORED_SECONDS, GameOver, GivenUp
from roguelike.store import generations
from roguelike.store.folder import SaveFolder
from roguelike.toolkit.inputs import Input

DISTANCE = Site("core/geometry.py", "distance", "call")
HUNGER = Site("effects/upkeep.py", "grow_hungry", "return")


def test_a_plant_counts_what_is_called_and_fails_once_at_its_time() -> None:
    counting = Plant()
    with counting:
        distance((0, 0), (1, 1))
        distance((0, 0), (2, 2))
    assert counting.met[DISTANCE] == counting.met[DISTANCE._replace(event="return")] == 2
    plant = Plant(DISTANCE, 2, KeyError("planted"))
    with plant:
        distance((0, 0), (1, 1))
    with pytest.raises(KeyError, match="planted"), plant:
        distance((0, 0), (2, 2))
    with plant:
        distance((0, 0), (3, 3))
    assert plant.is_done


def test_it_neither_counts_nor_fails_in_the_laboratory_or_at_rest() -> None:
    plant = Plant(DISTANCE, 1, KeyError("planted"))
    with plant:
        make_bot("greedy", "1")
        with plant.resting():
            distance((0, 0), (1, 1))
    assert not plant.is_done
    assert not any(site.file.startswith("lab/") for site in plant.met)


def test_it_goes_on_after_a_rest_that_an_error_ended() -> None:
    plant = Plant()
    with plant:
        with suppress(KeyError), plant.resting():
            raise KeyError
        distance((0, 0), (1, 1))
    assert plant.met[DISTANCE] == 1


@pytest.fixture
def case(tmp_path: Path) -> Case:
    """A turn of a game that has begun."""
    folder = folder_with_save(tmp_path / "saves", "2")
    return Case(folder, DataLoader(), "a turn", Stream("1", "a case"))


@pytest.mark.parametrize("fault", [KeyError, KeyboardInterrupt])
def test_half_a_turn_that_is_broken_off_holds(case: Case, fault: type[BaseException]) -> None:
    plant = Plant(HUNGER, 1, fault("planted"))
    assert case._failure(plant, may_be_over=False) == ""
    assert plant.is_done


def test_half_a_turn_that_could_be_played_on_is_found(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def not_breaking_off(self: Session, action: acting.Action | None = None) -> Iterator[None]:
        yield

    monkeypatch.setattr(Session, "_breaking_off", not_breaking_off)
    plant = Plant(HUNGER, 1, KeyError("planted"))
    assert case._failure(plant, may_be_over=False) == "half a turn could be played on"


GIVE_UP, BEGIN_ANEW = (
    ["escape", "a", "y"],
    ["enter", "enter", ".", "."],
)  # the second is for who one was


@pytest.fixture
def never() -> Plant:
    """A fault that does not come."""
    return Plant(HUNGER, 1_000_000, KeyError("planted"))


def test_a_game_begun_after_the_end_of_another_is_no_game_that_is_over(
    case: Case, never: Plant
) -> None:
    """Enter on the page after death begins anew: the campaign took the new game's save for that of the dead."""
    case.name, case.keys = "the screens", [*GIVE_UP, *BEGIN_ANEW]
    assert case._failure(never, may_be_over=True) == ""
    assert [run.how for run in SaveFolder(case.folder).history()] == ["abandoned"]
    assert [*case.folder.glob("*.save")]


def test_turns_of_an_automatic_walk_that_no_frame_showed_may_be_there_again(case: Case) -> None:
    """Several turns of a walk pass between two frames: a fault in the third leaves the two before it."""
    case.name, case.keys, case.pace = "the screens", ["o"], 0.25
    plant = Plant(HUNGER, 3, KeyError("planted"))
    assert case._failure(plant, may_be_over=False) == ""
    assert plant.is_done


def test_a_game_that_is_over_and_still_saved_is_found(
    case: Case, never: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generations.Generations, "remove_run", lambda *_: None)
    case.name, case.keys = "the screens", GIVE_UP
    assert case._failure(never, may_be_over=True) == "the game is over, and still saved"


def test_what_a_case_does_hangs_on_no_clock(
    case: Case, never: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last page is deaf to keys for a moment: how many of them it hears must not hang on how busy a machine is."""

    def late(self: Headless, timeout: float) -> list[Input]:
        sleep(IGNORED_SECONDS)
        return at_once(self, timeout)

    at_once = Headless.poll
    monkeypatch.setattr(Headless, "poll", late)
    monkeypatch.setattr(GivenUp, "__init__", GameOver.__init__)
    case.name, case.keys, case.pace = "the screens", [*GIVE_UP, *["enter"] * 3], 0.1
    assert case._failure(never, may_be_over=True) == ""
    assert not [*case.folder.glob("*.save")], "no new game was begun"
