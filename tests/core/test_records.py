"""Records: values that never change, and state that does."""

import copy
import pickle

import pytest

from roguelike.core.records import Record, State, field, field_names, replace, required_fields


class Stone(Record):
    """A stone."""

    name: str
    weight: float = 1.5
    marks: tuple[str, ...] = ()


class Heap(State):
    """A heap of stones."""

    stones: list[Stone] = field(default_factory=list)
    height: int = 0


def test_equal_fields_make_equal_records() -> None:
    assert Stone("opal", 2.0) == Stone("opal", weight=2.0)
    assert hash(Stone("opal")) == hash(Stone("opal"))
    assert Stone("opal") != Stone("jet")


def test_a_record_never_changes() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        Stone("opal").name = "jet"


def test_state_changes_and_has_no_hash() -> None:
    heap = Heap()
    heap.height = 2
    assert heap.height == 2
    with pytest.raises(TypeError, match="unhashable"):
        hash(heap)


def test_no_two_records_share_a_default_that_can_grow() -> None:
    first, second = Heap(), Heap()
    first.stones.append(Stone("opal"))
    assert second.stones == []


def test_records_have_no_room_for_other_names() -> None:
    assert not hasattr(Stone("opal"), "__dict__")
    with pytest.raises(AttributeError):
        Heap().depth = 3


def test_copies_are_equal() -> None:
    heap = Heap([Stone("opal")], 1)
    assert copy.deepcopy(heap) == heap
    assert pickle.loads(pickle.dumps(heap)) == heap  # noqa: S301
    assert replace(heap, height=5) == Heap([Stone("opal")], 5)


def test_fields_are_told_without_resolving_types() -> None:
    assert field_names(Stone) == ("name", "weight", "marks")
    assert required_fields(Stone) == ("name",)
    assert required_fields(Heap) == ()
