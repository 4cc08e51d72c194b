"""People at the keys, put away after each test."""

from collections.abc import Callable
from typing import Any

import pytest

from roguelike.testing import Arena
from tests.person import Person, Seat, draw, in_small_world


@pytest.fixture(autouse=True)
def think_briefly(brief_thought: None) -> None:
    """Screens show what is thought, however true it is; tests that need all of it begin with `monkeypatch.undo()`."""


@pytest.fixture
def small(people: list[Person]) -> Seat:
    """Sit down before the title, in the small world."""

    def seat(**options: Any) -> Person:
        people.append(in_small_world(**options))
        return people[-1]

    return seat


@pytest.fixture
def room(small: Seat) -> Seat:
    """Sit down in a drawn room, after `prepare(arena)` has set its scene."""

    def seat(
        drawing: str,
        prepare: Callable[[Arena], object] = lambda arena: None,
        *,
        seed: int = 0,
        **options: Any,
    ) -> Person:
        arena = draw(drawing, seed=seed)
        prepare(arena)
        person = small(**options)
        person.enter(arena)
        return person

    return seat


@pytest.fixture
def new_game(real: Seat) -> Seat:
    """Sit down in a new game as it ships."""

    def begin(**options: Any) -> Person:
        person = real(**options)
        person.press("n", "enter")
        return person

    return begin
