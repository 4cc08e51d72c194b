"""Tables of components: whatever a field may hold comes back exactly, through JSON."""

from collections.abc import Iterator
from math import inf, nan
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from roguelike.components import actors, hazards, vitals
from roguelike.components.statuses import StatusEffect
from roguelike.core.grammar import Message, Noun
from roguelike.core.records import Struct, field_names
from roguelike.engine.state.snapshot import Snapshot, read, write
from roguelike.engine.state.tables import SAVED, Tables, by_entity, tables_of
from roguelike.world import ecs
from roguelike.world.game import Game

FLOATS = {
    actors.Mind: ("gold_taken",),
    vitals.Pools: ("gold",),
    StatusEffect: ("strength",),
    hazards.Strength: ("power", "level"),
}


def any_of(kind: type[Any]) -> st.SearchStrategy[Any]:
    """Make components of a kind with whatever its fields may hold."""
    return st.builds(
        kind, **{each.name: within(each.type) for each in msgspec.structs.fields(kind)}
    )


def within(kind: Any, least: int = 0) -> st.SearchStrategy[Any]:
    """Make values of a type that keep its bounds; of lists and the like `least` entries or more."""
    inner = get_args(kind)
    if get_origin(kind) is Annotated:
        return bounded(*inner[:2])
    if get_origin(kind) is list:
        return st.lists(within(inner[0]), min_size=least, max_size=4)
    if get_origin(kind) is dict:
        return st.dictionaries(within(inner[0]), within(inner[1]), max_size=4)
    if get_origin(kind) is tuple and inner[-1] is not ...:
        return st.tuples(*map(within, inner))
    if get_origin(kind) is tuple:
        return st.lists(within(inner[0]), min_size=least, max_size=4).map(tuple)
    if get_origin(kind) in (UnionType, Union):
        return st.one_of(*map(within, inner))
    if isinstance(kind, type) and issubclass(kind, Struct):
        return any_of(kind)
    return st.from_type(kind)


def bounded(kind: Any, meta: msgspec.Meta) -> st.SearchStrategy[Any]:
    """Make numbers, lines of text, or lists and the like, within bounds."""
    if get_origin(kind) in (tuple, list, dict):
        return within(kind, meta.min_length or 0)
    if kind is str:
        return st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]), max_size=9)
    if kind is float:
        return st.floats(meta.ge, meta.le, allow_nan=False)
    return st.integers(meta.ge, meta.le)


def through_json(tables: Tables) -> Tables:
    """Write and read, as a file would."""
    return msgspec.json.decode(msgspec.json.encode(tables), type=Tables)


@given(st.data())
def test_what_is_written_is_read(data: st.DataObject) -> None:
    rows = {name: [(7, data.draw(any_of(kind)))] for name, kind in SAVED.items()}
    again = through_json(Tables(**rows))
    assert again == Tables(**rows)
    for name in SAVED:
        ((_, before),), ((_, after),) = rows[name], getattr(again, name)
        for each in field_names(type(before)):
            assert type(getattr(after, each)) is type(getattr(before, each)), (name, each)


def endless_in(kind: Any, path: str, seen: set[type]) -> Iterator[str]:
    """Yield the paths of all within a type that has no bounds: numbers, lines of text, lists and tables."""
    if isinstance(kind, inspect.StructType):
        if kind.cls not in seen:
            seen.add(kind.cls)
            for each in kind.fields:
                yield from endless_in(each.type, f"{path}.{each.name}", seen)
        return
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        if {kind.ge, kind.gt} == {None} or {kind.le, kind.lt} == {None}:
            yield path
    elif getattr(kind, "max_length", 0) is None and getattr(kind, "pattern", None) is None:
        yield path
    for name in ("item_type", "key_type", "value_type", "item_types", "types"):
        inner = getattr(kind, name, ())
        for each in inner if isinstance(inner, tuple) else (inner,):
            yield from endless_in(each, path, seen)


def test_nothing_that_a_state_may_hold_is_without_end() -> None:
    assert list(endless_in(inspect.type_info(Snapshot), "", set())) == []


def test_every_component_with_a_float_is_known_here() -> None:
    hints = {kind: msgspec.structs.fields(kind) for kind in SAVED.values()}
    assert {
        kind: floats
        for kind, found in hints.items()
        if (
            floats := tuple(
                each.name for each in found if float in (each.type, *get_args(each.type))
            )
        )
    } == FLOATS


def test_a_table_without_rows_is_not_written() -> None:
    tables = Tables(kind=[(1, actors.Kind("mobs", "Rat"))])
    assert msgspec.json.encode(tables) == b'{"kind":[[1,{"section":"mobs","name":"Rat"}]]}'


def test_every_field_is_written_so_that_a_default_may_change() -> None:
    written = msgspec.json.decode(msgspec.json.encode(Tables(mind=[(1, actors.Mind())])))
    assert tuple(written["mind"][0][1]) == field_names(actors.Mind)


def test_kinds_come_first_and_rows_by_id(game: Game) -> None:
    game.enter()
    tables = tables_of(set())
    for name in SAVED:
        ids = [entity for entity, _ in getattr(tables, name)]
        assert ids == sorted(ids)
    assert all(next(iter(state)) is actors.Kind for state in by_entity(tables).values())
    assert all(issubclass(kind, Struct) for kind in SAVED.values())


@pytest.mark.parametrize("number", [nan, inf, -inf])
@pytest.mark.parametrize("kind", FLOATS)
def test_no_number_that_json_lacks_is_written(game: Game, kind: type[Any], number: float) -> None:
    made: dict[type[Any], Any] = {
        actors.Mind: actors.Mind(gold_taken=number),
        vitals.Pools: vitals.Pools(1, 1, 0, 0, 1, 0, number),
        StatusEffect: StatusEffect(1, "Slowed", number),
        hazards.Strength: hazards.Strength(number),
    }
    ecs.create(made[kind])
    with pytest.raises(ValueError, match="is not finite"):
        write(game)


def test_messages_keep_their_nouns(game: Game) -> None:
    nouns = (Noun("you", 1, is_you=True), Noun("rat", 2), 5, "so")
    message = Message("{1} hit[s] {2} for {3}, {4}.", nouns, "bad", 3, (1, 2), ("a roll",))
    game.log = [message]
    (again,) = read(write(game)).log
    assert again == message
    assert again.text == "You hit the rat for 5, so."
