"""Tables of components: whatever a field may hold comes back exactly, through JSON."""

from math import inf, nan
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.components.actors import Kind, Mind
from roguelike.components.hazards import Strength
from roguelike.components.statuses import StatusEffect
from roguelike.components.vitals import Pools
from roguelike.core.grammar import Message, Noun
from roguelike.core.records import Struct, field_names
from roguelike.engine.saves.snapshot import read, write
from roguelike.engine.saves.tables import SAVED, Tables, by_entity, tables_of
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs
from roguelike.world.game import Game

FLOATS = {
    Mind: ("gold_taken",),
    Pools: ("gold",),
    StatusEffect: ("strength",),
    Strength: ("power", "level"),
}


def any_of(kind: type[Any]) -> st.SearchStrategy[Any]:
    """Make components of a kind with whatever its fields may hold."""
    return st.builds(
        kind, **{each.name: within(each.type) for each in msgspec.structs.fields(kind)}
    )


def within(kind: Any) -> st.SearchStrategy[Any]:
    """Make values of a type that keep its bounds."""
    inner = get_args(kind)
    if get_origin(kind) is Annotated:
        return bounded(*inner[:2])
    if get_origin(kind) is list:
        return st.lists(within(inner[0]), max_size=4)
    if get_origin(kind) is dict:
        return st.dictionaries(within(inner[0]), within(inner[1]), max_size=4)
    if get_origin(kind) is tuple and inner[-1] is not ...:
        return st.tuples(*map(within, inner))
    if get_origin(kind) is tuple:
        return st.lists(within(inner[0]), max_size=4).map(tuple)
    if get_origin(kind) in (UnionType, Union):
        return st.one_of(*map(within, inner))
    if isinstance(kind, type) and issubclass(kind, Struct):
        return any_of(kind)
    return st.from_type(kind)


def bounded(kind: Any, meta: msgspec.Meta) -> st.SearchStrategy[Any]:
    """Make numbers or lines of text within bounds."""
    if get_origin(kind) is tuple:
        return within(kind)
    if kind is str:
        return st.text(
            st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]),
            max_size=9,
        )
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
    tables = Tables(kind=[(1, Kind("mobs", "Rat"))])
    assert msgspec.json.encode(tables) == b'{"kind":[[1,{"section":"mobs","name":"Rat"}]]}'


def test_every_field_is_written_so_that_a_default_may_change() -> None:
    written = msgspec.json.decode(msgspec.json.encode(Tables(mind=[(1, Mind())])))
    assert tuple(written["mind"][0][1]) == field_names(Mind)


def test_kinds_come_first_and_rows_by_id(game: Game) -> None:
    game.enter()
    tables = tables_of(set())
    for name in SAVED:
        ids = [entity for entity, _ in getattr(tables, name)]
        assert ids == sorted(ids)
    assert all(next(iter(state)) is Kind for state in by_entity(tables).values())
    assert all(issubclass(kind, Struct) for kind in SAVED.values())


@pytest.mark.parametrize("number", [nan, inf, -inf])
@pytest.mark.parametrize("kind", FLOATS)
def test_no_number_that_json_lacks_is_written(game: Game, kind: type[Any], number: float) -> None:
    made: dict[type[Any], Any] = {
        Mind: Mind(gold_taken=number),
        Pools: Pools(1, 1, 0, 0, 1, 0, number),
        StatusEffect: StatusEffect(1, "Slowed", number),
        Strength: Strength(number),
    }
    ecs.create(made[kind])
    with pytest.raises(ValueError, match="is not finite"):
        write(game)


def test_messages_keep_their_nouns(game: Game, catalog: Catalog) -> None:
    nouns = (Noun("you", 1, is_you=True), Noun("rat", 2), 5, "so")
    message = Message("{1} hit[s] {2} for {3}, {4}.", nouns, "bad", 3, (1, 2), ("a roll",))
    game.log = [message]
    (again,) = read(write(game)).log
    assert again == message
    assert again.text == "You hit the rat for 5, so."
