"""Rows of records: whatever a field may hold comes back exactly, through JSON."""

import json
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.core.grammar import Message, Noun
from roguelike.core.records import Record, State, field
from roguelike.engine.saves.codec import CodecError, form, read_table, write_table


class Inner(Record):
    """A record within a record."""

    name: str
    place: tuple[int, int] | None = None


class Sample(State):
    """One of everything."""

    number: int
    share: float
    flag: bool
    text: str | None
    size: Literal["small", "large"]
    inner: Inner | None
    mixed: tuple[Inner | str | int, ...] = ()
    ids: list[int] = field(default_factory=list)
    worn: dict[str, int] = field(default_factory=dict)
    pairs: list[tuple[int, str]] = field(default_factory=list)
    names: dict[str, tuple[int, ...]] = field(default_factory=dict)


ints, texts = st.integers(-(2**70), 2**70), st.text(max_size=6)
inners = st.builds(Inner, texts, st.none() | st.tuples(ints, ints))
samples = st.builds(
    Sample,
    number=ints,
    share=st.floats(allow_nan=False),
    flag=st.booleans(),
    text=st.none() | texts,
    size=st.sampled_from(["small", "large"]),
    inner=st.none() | inners,
    mixed=st.lists(inners | texts | ints, max_size=3).map(tuple),
    ids=st.lists(ints, max_size=3),
    worn=st.dictionaries(texts, ints, max_size=3),
    pairs=st.lists(st.tuples(ints, texts), max_size=3),
    names=st.dictionaries(texts, st.lists(ints, max_size=2).map(tuple), max_size=2),
)


def through_json(value: object) -> Any:
    """Write and read, as a file would."""
    return json.loads(json.dumps(value))


@given(st.dictionaries(st.integers(1, 999), samples, max_size=4))
def test_what_is_written_is_read(records: dict[int, Sample]) -> None:
    table = write_table(Sample, records.items())
    assert through_json(table) == table
    assert dict(read_table(Sample, through_json(table))) == records


@given(samples)
def test_types_come_back_too(sample: Sample) -> None:
    ((_, again),) = read_table(Sample, through_json(write_table(Sample, [(1, sample)])))
    for name in Sample.__slots__:
        assert type(getattr(again, name)) is type(getattr(sample, name))
    assert list(again.worn) == list(sample.worn)


def test_messages_keep_their_nouns() -> None:
    message = Message(
        "{1} hit[s] {2} for {3}.",
        (Noun("you", 1, is_you=True), Noun("rat", 2), 5),
        "bad",
        3,
        (1, 2),
    )
    ((_, again),) = read_table(Message, through_json(write_table(Message, [(0, message)])))
    assert again == message
    assert again.text == "You hit the rat for 5."


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (int, "3"),
        (str, 3),
        (int | None, "x"),
        (list[int], [1, "2"]),
        (list[int], {"a": 1}),
        (tuple[int, int], [1, 2, 3]),
        (tuple[int, int] | None, "no"),
        (dict[str, int], {"a": "b"}),
        (Inner, ["name"]),
        (Inner | str | int, [1, None]),
        (tuple[Inner, ...], [["a", [1]]]),
    ],
)
def test_values_of_another_type_are_refused(hint: Any, value: object) -> None:
    with pytest.raises(CodecError):
        form(hint).decode(value)


@pytest.mark.parametrize("hint", [set[int], dict[int, str], Inner | list[int], object, bytes])
def test_types_that_saves_do_not_know_are_named(hint: Any) -> None:
    with pytest.raises(TypeError, match="cannot be saved"):
        form(hint)


@pytest.mark.parametrize(
    "table",
    [
        {"fields": ["name", "colour"], "rows": []},
        {"fields": ["place"], "rows": []},
        {"fields": ["name"], "rows": [[1]]},
        {"fields": ["name"], "rows": [["1", "x"]]},
        {"fields": ["name"], "rows": [[1, 2]]},
    ],
)
def test_tables_that_do_not_fit_are_refused(table: dict[str, Any]) -> None:
    with pytest.raises(CodecError):
        read_table(Inner, table)


def test_lacking_fields_get_their_defaults() -> None:
    assert read_table(Inner, {"fields": ["name"], "rows": [[4, "x"]]}) == [(4, Inner("x"))]
