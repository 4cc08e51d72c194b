"""State of another shape, or that cannot be: refused with its place; fields that came or moved do no harm."""

import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from roguelike.components.magic import KnownSpells
from roguelike.engine.state.errors import MissingContentError
from roguelike.engine.state.snapshot import read
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs
from roguelike.world.game import Game
from tests.store.states import plain_state, restored

Look = Callable[[Game], dict[int, dict[str, object]]]


def test_missing_rows_are_all_named(game: Game, catalog: Catalog) -> None:
    state = plain_state(game)
    kinds = [kind for _, kind in state["rules"]["components"]["kind"]]
    items = [kind for kind in kinds if kind["section"] == "items"]
    items[1]["name"], items[2]["name"] = "Vorpal Spoon", "Blancmange"
    next(kind for kind in kinds if kind["section"] == "spells")["name"] = "Wish"
    world = ecs.entities()
    with pytest.raises(MissingContentError) as error:
        restored(state, catalog)
    assert error.value.names == ["Blancmange", "Vorpal Spoon", "Wish"]
    assert ecs.entities() == world, "a failed load leaves the world as it was"


TABLES = "rules", "components"


def _spoil(state: dict[str, Any], *path: str | int, value: object) -> dict[str, Any]:
    place: Any = state
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return state


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ((*TABLES, "position", 0, 1, "x"), "3", "$.rules.components.position[0][1].x"),
        ((*TABLES, "position", 0, 1, "x"), 3.0, "$.rules.components.position[0][1].x"),
        ((*TABLES, "position", 0, 1, "z"), 3, "unknown field `z`"),
        ((*TABLES, "position", 0), [1, {"x": 1, "y": 2}], "missing required field `depth`"),
        ((*TABLES, "position", 0, 0), "1", "$.rules.components.position[0][0]"),
        ((*TABLES, "position"), {}, "$.rules.components.position"),
        ((*TABLES, "kind", 0, 1, "section"), "gods", "$.rules.components.kind[0][1].section"),
        ((*TABLES, "mind", 0, 1, "last_seen"), [1, 2, 3], "$.rules.components.mind[0][1].last"),
        ((*TABLES, "mind", 0, 1, "awake"), 1, "Expected `bool`, got `int`"),
        ((*TABLES, "pack", 0, 1, "items"), [1, "2"], "$.rules.components.pack[0][1].items[1]"),
        ((*TABLES, "soul"), [], "unknown field `soul`"),
        (("rules", "levels", 0, "size"), [0, 0], "$.rules.levels[0].size[0]"),
        (("rules", "levels", 0, "size"), [10**9, 10**9], "$.rules.levels[0].size[0]"),
        (("rules", "rng"), [-1], "$.rules.rng[0]"),
        (("rules", "next_id"), "many", "$.rules.next_id"),
        (("rules", "fate"), 3, "unknown field `fate`"),
        (("log",), {}, "$.log"),
        (("log", 0), {}, "$.log[0]"),
    ],
)
def test_state_of_another_shape_is_refused_with_its_place(
    game: Game, path: tuple[str | int, ...], value: object, where: str
) -> None:
    state = _spoil(plain_state(game), *path, value=value)
    with pytest.raises(msgspec.ValidationError, match=re.escape(where)):
        read(json.dumps(state).encode())


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ((*TABLES, "known_spells", 0, 1, "spells"), [1]),
        (("rules", "levels", 0, "tiles"), "000"),
        (("rules", "levels", 0, "explored"), "00"),
        (("rules", "levels", 0, "explored"), "zz"),
        (("rules", "depth"), 9),
        (("rules", "player"), 999),
        (("rules", "rng"), [1, 2, 3]),
    ],
)
def test_unsound_state_is_refused(
    game: Game, catalog: Catalog, path: tuple[str | int, ...], value: object
) -> None:
    state = _spoil(plain_state(game), *path, value=value)
    before = ecs.entities()
    with pytest.raises((ValueError, KeyError, TypeError, AttributeError)):
        restored(state, catalog)
    assert ecs.entities() == before


def test_one_entity_stands_once_in_a_table(game: Game, catalog: Catalog) -> None:
    state = plain_state(game)
    rows = state["rules"]["components"]["pools"]
    rows.append(rows[0])
    with pytest.raises(ValueError, match="stands twice in the table pools"):
        restored(state, catalog)


def test_a_component_may_gain_a_field(game: Game, catalog: Catalog, everything: Look) -> None:
    whole = everything(game)
    state = plain_state(game)
    for _, mind in state["rules"]["components"]["mind"]:
        del mind["loot"]
    assert everything(restored(state, catalog)) == whole


def test_fields_may_change_places(game: Game, catalog: Catalog, everything: Look) -> None:
    whole = everything(game)
    state = plain_state(game)
    for row in state["rules"]["components"]["position"]:
        row[1] = dict(reversed(row[1].items()))
    assert everything(restored(state, catalog)) == whole


def test_spells_that_the_data_gained_are_known_to_the_game(game: Game, catalog: Catalog) -> None:
    known = {spell for _, each in ecs.with_component(KnownSpells) for spell in each.spells}
    name, unknown = next((n, entity) for n, entity in game.spells.items() if entity not in known)
    state = plain_state(game)
    tables = state["rules"]["components"]
    tables["kind"] = [row for row in tables["kind"] if row[0] != unknown]
    again = restored(state, catalog)
    assert again.spell(name) is catalog.spells[name]
    assert again.spells[name] == min(again.spells.values())
    assert ecs.next_id() == state["rules"]["next_id"]
    assert again.spells.keys() == catalog.spells.keys()
