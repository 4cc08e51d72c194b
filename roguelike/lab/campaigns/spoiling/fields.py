"""Wrong values, at every place that the schema of a save has, and at the edges of what it allows there.

Nothing is listed by hand: a new component, field or bound is spoiled from the day it is saved.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from msgspec import inspect

from roguelike.core.rng import Stream
from roguelike.engine.state.snapshot import Rules, Snapshot
from roguelike.lab.campaigns.spoiling.spoilers import (
    NUMBERS,
    ODDITIES,
    Spoiler,
    State,
    any_id,
    spoiler,
    table,
)

ODD_WORDS = (
    "", " ", "x", "orc", "No Such Thing", "Health Potion", "a|b|c|d", "../../etc/passwd", "\x00", "\x1b[2J", "\u202e",
    "{", "{1}", "{9}", "[s]", "[7:a|b]", "{1's} {1a}", "zz", "cave|²|abyss", "limestone|99999999999|abyss", "x" * 9_000,
)  # fmt: skip
ODD_POINTS = ([0, 0], [999, 999], [-1, 3], [3], [1, 2, 3], [10**9, 10**9], [0.5, 1], "here")
LETTERS = "0123456789:;<=>?az\x7fÿ€"
"""Kinds of tiles, masks, and what is neither."""
MANY = (1, 1, 1, 2, 20, 300)
TRIES = 200
SEQUENCES = (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)


class Place(NamedTuple):
    """A value in a state: what holds it and where, its type, and the table whose row it is in, if any."""

    holder: Any
    key: Any
    kind: inspect.Type
    within: str

    @property
    def value(self) -> Any:
        """The value; None for a field that is left out because it has its default."""
        is_left_out = isinstance(self.holder, dict) and self.key not in self.holder
        return None if is_left_out else self.holder[self.key]


@cache
def _parts() -> dict[str, inspect.Type]:
    """Return the parts of a state by name: the fields of the rules, the tables of components, and the rest."""
    rules = _fields_of(Rules)
    tables = rules.pop("components")
    assert isinstance(tables, inspect.StructType)
    rest = {name: kind for name, kind in _fields_of(Snapshot).items() if name != "rules"}
    return {**rules, **{each.encode_name: each.type for each in tables.fields}, **rest}


def _fields_of(record: type) -> dict[str, inspect.Type]:
    """Return the types of a record's fields."""
    found = inspect.type_info(record)
    assert isinstance(found, inspect.StructType)
    return {each.encode_name: each.type for each in found.fields}


def _places(place: Place, rng: Stream) -> Iterator[Place]:
    """Yield a place and all places within it; of a list only within one of its elements."""
    yield place
    value, kind = place.value, place.kind
    if isinstance(kind, inspect.UnionType):
        kind = next((each for each in kind.types if _holds(each, value)), kind)
    inside: list[tuple[Any, inspect.Type]] = []
    if isinstance(kind, inspect.StructType) and isinstance(value, dict):
        inside = [(each.encode_name, each.type) for each in kind.fields]
    elif isinstance(kind, inspect.TupleType) and isinstance(value, list):
        inside = list(zip(range(len(value)), kind.item_types, strict=False))
    elif isinstance(kind, SEQUENCES) and isinstance(value, list) and value:
        inside = [(rng.below(len(value)), kind.item_type)]
    elif isinstance(kind, inspect.DictType) and isinstance(value, dict) and value:
        inside = [(rng.choice(list(value)), kind.value_type)]
    for key, each in inside:
        yield from _places(Place(value, key, each, place.within), rng)


def _holds(kind: inspect.Type, value: Any) -> bool:
    """Return whether a value may be of this type among several."""
    is_record = isinstance(kind, inspect.StructType | inspect.DictType)
    is_list = isinstance(kind, (inspect.TupleType, *SEQUENCES))
    return is_record if isinstance(value, dict) else is_list if isinstance(value, list) else False


def _somewhere(state: State, rng: Stream, *kinds: type[inspect.Type]) -> Place:
    """Pick a place of one of these types; every part of the state is equally likely, however large it is."""
    rules, parts = state["rules"], sorted(_parts())
    for _ in range(TRIES):
        name = rng.choice(parts)
        holder = next(
            (each for each in (rules, state, rules["components"]) if name in each), rules["tallies"]
        )
        places = list(_places(Place(holder, name, _parts()[name], name), rng))
        found = [each for each in places if isinstance(each.kind, kinds)]
        if found and name in holder:
            return rng.choice(found)
    raise ValueError("there is no such place")


def _spoils(*kinds: type[inspect.Type]) -> Callable[[Callable[..., Any]], Spoiler]:
    """Register the function below, which returns what is put in place of a value of these types."""

    def register(function: Callable[[Place, State, Stream], Any]) -> Spoiler:
        def spoil(state: State, rng: Stream) -> None:
            place = _somewhere(state, rng, *kinds)
            place.holder[place.key] = function(place, state, rng)

        spoil.__name__ = function.__name__
        return spoiler(spoil)

    return register


def least(record: type) -> dict[str, Any]:
    """Return a record of this class as data, with the least that every field may hold."""
    return {name: _least(kind) for name, kind in _fields_of(record).items()}


def _least(kind: inspect.Type) -> Any:
    """Return the least that a field of this type may hold: 0, False, "", nothing."""
    match kind:
        case inspect.StructType():
            return {each.encode_name: _least(each.type) for each in kind.fields}
        case inspect.TupleType():
            return [_least(each) for each in kind.item_types]
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.StrType():
            return ""
        case inspect.DictType():
            return {}
        case inspect.UnionType() | inspect.NoneType():
            return None
    return [] if isinstance(kind, SEQUENCES) else False if isinstance(kind, inspect.BoolType) else 0


@_spoils(inspect.Type)
def another_type(place: Place, state: State, rng: Stream) -> Any:
    """Put a value of any type anywhere."""
    return rng.choice(ODDITIES)


@_spoils(inspect.BoolType)
def flags(place: Place, state: State, rng: Stream) -> Any:
    """Turn a flag: the player is dead, a wizard, victorious, somebody is a god, a door is open."""
    return not place.value


@_spoils(inspect.IntType, inspect.FloatType)
def numbers(place: Place, state: State, rng: Stream) -> Any:
    """Put a wrong number: odd, at or beyond its bounds, some entity's, of another type, or near to what it was.

    Sometimes a whole table gets it.
    """
    kind, before = place.kind, place.value or 0
    assert isinstance(kind, inspect.IntType | inspect.FloatType)
    edges = [
        edge + step
        for edge in (kind.ge, kind.gt, kind.le, kind.lt)
        if edge is not None
        for step in (-1, 0, 1)
    ]
    near = [before + rng.between(-6, 6), before + 0.5, float(before), str(before)]
    number = rng.choice(rng.choice([NUMBERS, edges or NUMBERS, [any_id(state, rng)], near]))
    if rng.chance(10) and place.within in state["rules"]["components"]:
        for _, each in table(state, place.within):
            if place.key in each:
                each[place.key] = number
    return number


@_spoils(inspect.StrType, inspect.LiteralType, inspect.EnumType)
def words(place: Place, state: State, rng: Stream) -> Any:
    """Put a wrong text: an odd one, the name of something else, or a part of it cut, repeated or changed."""
    text, kind = place.value or "", place.kind
    others = [each["name"] for _, each in table(state, "kind")]
    if isinstance(kind, inspect.LiteralType):
        others = [str(each) for each in kind.values]
    if rng.chance(50) or len(text) < 2:
        return rng.choice(rng.choice([ODD_WORDS, others]))
    spot = rng.choice([0, len(text) // 2, len(text) - 2, rng.below(len(text))])
    changed = text[:spot] + rng.choice(LETTERS) + text[spot + 1 :]
    return rng.choice(
        [changed, text[:-1], text[:-2], text + "00", text.upper(), rng.choice(LETTERS) * len(text)]
    )


@_spoils(*SEQUENCES)
def lists(place: Place, state: State, rng: Stream) -> Any:
    """Let something be missing from a list, be in it several times, or everywhere; or put some entity or oddity in."""
    held = list(place.value or [])
    if not held or rng.chance(30):
        return [*held, *[rng.choice([any_id(state, rng), *ODD_WORDS, *NUMBERS])] * rng.choice(MANY)]
    at = rng.below(len(held))
    return rng.choice([
        held[:at] + held[at + 1 :], held + [held[at]] * rng.choice(MANY), [held[at]] * len(held), held[::-1], [],
    ])  # fmt: skip


@_spoils(inspect.DictType)
def maps(place: Place, state: State, rng: Stream) -> Any:
    """Let a name be missing from a table, mean something else, or be another name; or put some entity or oddity in."""
    held = dict(place.value or {})
    same = [each for _, other in table(state, place.within) for each in other.get(place.key, ())]
    there = rng.choice([*ODD_WORDS, *same])
    if not held or rng.chance(40):
        return {**held, there: rng.choice([any_id(state, rng), there, *NUMBERS])}
    value = held.pop(rng.choice(sorted(held)))
    return rng.choice([held, {**held, there: value}])


@_spoils(inspect.TupleType)
def points(place: Place, state: State, rng: Stream) -> Any:
    """Put a wrong point or size: outside, exchanged, or no point at all."""
    before = list(place.value or [])
    shifted = [each + rng.between(-6, 6) if isinstance(each, int) else each for each in before]
    return rng.choice([*ODD_POINTS, before[::-1], shifted, before[:1], [*before, 1]])
