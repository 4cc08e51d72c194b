"""Actions and performers: each has its other half, and every one can be asked of anybody without harm."""

from typing import Any, get_type_hints

import pytest

import roguelike.actions
from roguelike.actions.action import ACTIONS, PERFORMERS, Action, Ask, Done, Refused, perform
from roguelike.core.records import Record, field_names
from tests.rooms import Draw, fingerprint

ODD: dict[Any, tuple[Any, ...]] = {
    int: (0, -1, 1, 99_999),
    str: ("", "Zap", "no such thing"),
}


def test_every_action_has_a_performer_and_the_other_way_round() -> None:
    assert roguelike.actions
    assert set(ACTIONS.values()) == set(PERFORMERS)
    assert len(set(ACTIONS.values())) == len(ACTIONS)


def test_every_action_says_its_tag() -> None:
    """The name of a class may change, that of a command in somebody's replay may not."""
    assert {name for name, kind in ACTIONS.items() if name == kind.__name__} == set()
    assert all(name == name.lower() for name in ACTIONS)


def test_every_subclass_is_declared() -> None:
    def leaves(kind: type[Action]) -> set[str]:
        found = [each for each in kind.__subclasses__() if each.__module__.startswith("roguelike.")]
        return {kind.__name__}.union(*map(leaves, found)) - ({kind.__name__} if found else set())

    assert leaves(Action) == {kind.__name__ for kind in ACTIONS.values()}


def test_actions_are_plain_frozen_records() -> None:
    for name, kind in ACTIONS.items():
        assert issubclass(kind, Record), name
        assert kind.__struct_config__.frozen, name


def odd_forms(kind: type[Action]) -> list[Action]:
    """Make an action with every odd value for its fields, one after another."""
    hints = get_type_hints(kind)
    forms = []
    names = field_names(kind)
    for place in range(4):
        values = {}
        for name in names:
            options = ODD.get(hints[name], (None, (0, 0), (-1, 99), (2, 1)))
            values[name] = options[place % len(options)]
        forms.append(kind(**values))
    return forms


@pytest.mark.parametrize("name", sorted(ACTIONS))
def test_odd_actions_are_refused_or_done_but_never_break(draw: Draw, name: str) -> None:
    for form in odd_forms(ACTIONS[name]):
        arena = draw("######\n#@g+.#\n#.!..#\n######")
        arena.give(arena.player, "Rations")
        before = fingerprint(arena)
        match perform(form, arena.player, arena.game):
            case Refused(reason):
                assert reason.endswith(".")
                assert fingerprint(arena) == before
            case Ask(_, prompt):
                assert prompt
                assert fingerprint(arena) == before
            case Done():
                pass
        assert not arena.game.queue
        arena.state_hash()
