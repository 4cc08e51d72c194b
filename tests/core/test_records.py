"""Records behave as standard dataclasses do; each case is held against one made by the standard decorator."""

import copy
import dataclasses
import inspect
from dataclasses import FrozenInstanceError, field
from typing import Any

import pytest

from roguelike.core.records import dataclass


def _declared(make: Any, **options: bool) -> Any:
    """Declare the same class by some decorator."""

    class Stone:
        """A stone."""

        name: str
        weight: float = 1.5
        marks: list[str] = field(default_factory=list, compare=False)
        secret: str = field(default="x", repr=False)

    return make(slots=True, **options)(Stone)


@pytest.fixture(params=[False, True], ids=["open", "frozen"])
def pair(request: pytest.FixtureRequest) -> tuple[Any, Any]:
    """Return our class and the standard one."""
    frozen = request.param
    return _declared(dataclass, frozen=frozen), _declared(dataclasses.dataclass, frozen=frozen)


def test_records_are_made_printed_and_taken_apart_as_dataclasses_are(pair: tuple[Any, Any]) -> None:
    ours, standard = (kind("opal", weight=2.0) for kind in pair)
    assert repr(ours) == repr(standard)
    assert dataclasses.asdict(ours) == dataclasses.asdict(standard)
    assert dataclasses.astuple(dataclasses.replace(ours, name="jet")) == ("jet", 2.0, [], "x")
    assert pair[0].__match_args__ == pair[1].__match_args__
    assert pair[0].__slots__ == pair[1].__slots__
    assert not hasattr(ours, "__dict__")


def test_the_hundredth_record_is_like_the_first(pair: tuple[Any, Any]) -> None:
    first, *others, last = [pair[0]("opal", weight=3.0) for _ in range(100)]
    assert repr(first) == repr(last)
    assert all(each == first for each in others)
    assert (last.name, last.weight, last.marks, last.secret) == ("opal", 3.0, [], "x")
    assert pair[0]("opal") != first


def test_its_signature_is_that_of_a_dataclass(pair: tuple[Any, Any]) -> None:
    ours, standard = map(inspect.signature, pair)
    assert list(ours.parameters) == list(standard.parameters)
    assert ours.parameters["weight"].default == 1.5


@pytest.mark.parametrize("count", [0, 100])
def test_a_wrong_call_is_refused_at_any_time(pair: tuple[Any, Any], count: int) -> None:
    for _ in range(count):
        pair[0]("opal")
    for _ in range(2):
        with pytest.raises(TypeError, match="weigth"):
            pair[0]("opal", weigth=2.0)
        with pytest.raises(TypeError, match="name"):
            pair[0]()
        with pytest.raises(TypeError, match="argument"):
            pair[0]("opal", 1.0, [], "x", "one too many")
        with pytest.raises(TypeError, match="name"):
            pair[0]("opal", name="opal")


def test_each_record_gets_a_list_of_its_own(pair: tuple[Any, Any]) -> None:
    first, second = pair[0]("opal"), pair[0]("jet")
    first.marks.append("rune")
    assert second.marks == []


def test_equal_fields_make_equal_records(pair: tuple[Any, Any]) -> None:
    ours, standard = pair
    assert ours("opal") == ours("opal", marks=["not compared"])
    assert ours("opal") != ours("jet")
    assert ours("opal") != standard("opal")


def test_only_what_never_changes_has_a_hash(pair: tuple[Any, Any]) -> None:
    ours, standard = pair
    if not ours.__dataclass_params__.frozen:
        assert ours.__hash__ is None
        assert standard.__hash__ is None
        return
    assert len({ours("opal"), ours("opal"), ours("jet")}) == 2


def test_frozen_records_refuse_to_change_and_can_be_copied() -> None:
    kind = _declared(dataclass, frozen=True)
    stone = kind("opal", marks=["rune"])
    with pytest.raises(FrozenInstanceError, match="name"):
        stone.name = "jet"
    with pytest.raises(FrozenInstanceError, match="weight"):
        del stone.weight
    twin = copy.deepcopy(stone)
    assert twin == stone
    assert twin.marks == ["rune"]
    assert twin.marks is not stone.marks


def test_records_without_equality_are_themselves_alone() -> None:
    kind = _declared(dataclass, eq=False)
    stone = kind("opal")
    assert stone == stone  # noqa: PLR0124  (that is the question)
    assert stone != kind("opal")
    assert len({stone, kind("opal")}) == 2


def test_what_a_class_defines_itself_is_kept() -> None:
    @dataclass(slots=True)
    class Own:
        """Has methods of its own."""

        number: int
        double: int = field(init=False, default=0)

        def __post_init__(self) -> None:
            self.double = 2 * self.number

        def __repr__(self) -> str:
            return "mine"

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 7

    own = Own(3)
    assert (repr(own), own.double, hash(own)) == ("mine", 6, 7)
    assert own == "anything"


def test_heirs_take_the_fields_of_their_parents_first() -> None:
    @dataclass(slots=True)
    class Parent:
        """One field."""

        one: int

    @dataclass(slots=True)
    class Child(Parent):
        """Another."""

        two: int = 2

    assert Parent(1).one == 1
    assert dataclasses.astuple(Child(5)) == (5, 2)
    assert Parent(5) != Child(5)
    match Child(5, 6):
        case Child(one, two):
            assert (one, two) == (5, 6)


def test_records_without_fields_are_all_equal() -> None:
    @dataclass(slots=True, frozen=True)
    class Nothing:
        """Empty."""

    assert Nothing() == Nothing()
    assert hash(Nothing()) == hash(Nothing())
    assert repr(Nothing()).endswith("Nothing()")


def test_recursive_records_can_be_printed() -> None:
    @dataclass(slots=True)
    class Ring:
        """Holds another."""

        inside: object = None

    ring = Ring()
    ring.inside = ring
    assert repr(ring).endswith("Ring(inside=...)")
