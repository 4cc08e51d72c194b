"""What a new command needs so that bots and learning programs try it: nothing."""

import pytest

import roguelike.actions
from roguelike.actions.action import ACTIONS, Action
from roguelike.lab.other_kinds import KNOWN, LEFT_OUT, others


def test_every_name_is_that_of_a_command() -> None:
    assert roguelike.actions
    assert ACTIONS.keys() >= KNOWN | LEFT_OUT


def test_a_new_command_is_tried_if_its_fields_can_be_filled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Shout(Action, tag="shout"):
        pass

    class Greet(Action, tag="greet"):
        other: int

    before = others(), others(["other"])
    monkeypatch.setitem(ACTIONS, "shout", Shout)
    monkeypatch.setitem(ACTIONS, "greet", Greet)
    assert others() == [*before[0], "shout"]
    assert others(["other"]) == [*before[1], "shout", "greet"]
