"""Commands as data behind checksums: there and back, clear words for what is none, the sound beginning of a file."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from roguelike.actions.action import ACTIONS, Action
from roguelike.core.records import FAR, field_names
from roguelike.engine.play.commands import Cast, Pass, Step
from roguelike.store.command_lines import CommandError, decode, encode
from roguelike.store.jsonl import read_lines, write_line

KINDS = [ACTIONS[name] for name in sorted(ACTIONS)]
NUMBERS = st.integers(-FAR, FAR)
VALUES: dict[Any, st.SearchStrategy[Any]] = {
    int: NUMBERS,
    str: st.text(st.characters(exclude_categories=("C", "Z")), max_size=100),
    tuple[int, int] | None: st.none() | st.tuples(NUMBERS, NUMBERS),
}
"""What play can come to in a field of a command."""


@given(st.data())
def test_every_action_comes_back(data: st.DataObject) -> None:
    for kind in KINDS:
        values = {each.name: VALUES[each.type] for each in fields(kind)}
        action = data.draw(st.builds(kind, **values))
        again = decode(json.loads(json.dumps(encode(action))))
        assert again == action
        assert type(again) is kind


def test_commands_read_plainly() -> None:
    assert encode(Step(1, 0)) == {"do": "step", "dx": 1, "dy": 0}
    assert encode(Cast("Fireball", (3, 4))) == {
        "do": "cast", "spell": "Fireball", "target": [3, 4], "choice": 0,
    }  # fmt: skip
    assert decode({"do": "cast", "spell": "Fireball"}) == Cast("Fireball")
    assert decode({"do": "pass"}) == Pass()


def test_no_field_of_an_action_is_called_do() -> None:
    assert not [kind for kind in KINDS if "do" in field_names(kind)]


def test_an_undeclared_action_is_refused() -> None:
    class Dream(Action):
        """Not an action that anybody declared."""

    with pytest.raises(CommandError, match="Dream is no declared action"):
        encode(Dream())


objects = st.dictionaries(st.text(max_size=4), st.integers() | st.text(max_size=4), max_size=3)


@given(st.lists(objects, max_size=5))
def test_lines_come_back(values: list[dict[str, object]]) -> None:
    assert read_lines(b"".join(map(write_line, values))) == (values, True)


@given(st.lists(objects, min_size=1, max_size=4), st.data())
def test_a_torn_file_keeps_whole_lines(
    values: list[dict[str, object]], data: st.DataObject
) -> None:
    lines = [write_line(value) for value in values]
    whole = b"".join(lines)
    length = data.draw(st.integers(0, len(whole)))
    count = next(n for n in range(len(lines), -1, -1) if len(b"".join(lines[:n])) <= length)
    found, is_whole = read_lines(whole[:length])
    assert found == values[:count]
    assert is_whole == (len(b"".join(lines[:count])) == length)


@given(st.lists(objects, min_size=1, max_size=4), st.data())
def test_a_flipped_bit_ends_the_file(values: list[dict[str, object]], data: st.DataObject) -> None:
    whole = bytearray(b"".join(map(write_line, values)))
    place = data.draw(st.integers(0, len(whole) - 1))
    line = whole[:place].count(b"\n")
    whole[place] ^= 1 << data.draw(st.integers(0, 7))
    found, is_whole = read_lines(bytes(whole))
    assert not is_whole
    assert found == values[:line]
