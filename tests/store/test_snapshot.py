"""State out and state in: nothing is lost, nothing is left behind, and order never shows.

State of another shape, or that cannot be: refused with its place; fields that came or moved do no harm.
"""

import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

import msgspec
import numpy as np
import pytest

import roguelike.components
from roguelike.components import actors, items, magic, spatial, vitals
from roguelike.components.statuses import StatusEffect, Statuses
from roguelike.core.grammar import Message
from roguelike.core.records import Struct, Template, field_names
from roguelike.engine.play.turn import bury
from roguelike.engine.state import snapshot
from roguelike.engine.state.errors import MissingContentError
from roguelike.engine.state.snapshot import read, restore, state_hash, write
from roguelike.engine.state.tables import SAVED, SavedLevel
from roguelike.world import changes, ecs, spawning
from roguelike.world.catalog import Catalog
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Cause, Game
from roguelike.world.level import Level
from tests.goldens import TESTS
from tests.store.conftest import Dungeon
from tests.store.states import again_from, plain_state, restored

Look = Callable[[Game], dict[int, dict[str, object]]]
DERIVED_GAME_FIELDS = {
    "content", "dead", "spells", "world", "turn_queue", "queue", "trace", "caches", "composed",
    "pretences", "dice_at",
}  # fmt: skip
DERIVED_LEVEL_FIELDS = {"_ways", "_opaque", "hazards", "hazards_seen", "_views", "width", "height", "shut", "crowd",
    "fixtures", "at", "laid", "blockers", "screens", "transparent", "walkable", "version",
    "_fields", "_blasts", "_bits", "shed_light", "written",
}  # fmt: skip


def test_a_game_comes_back_whole(game: Game, catalog: Catalog, everything: Look) -> None:
    again = again_from(game, catalog)
    assert everything(again) == everything(game)
    assert write(again) == write(game)
    assert [line.text for line in again.log] == [line.text for line in game.log]
    assert ecs.entities()
    for depth, level in game.levels.items():
        other = again.levels[depth]
        for name in ("tiles", "explored", "visible", "walkable", "transparent"):
            assert np.array_equal(getattr(level, name), getattr(other, name)), name
        for name in ("name", "theme", "lit", "entry", "stains", "blockers", "screens"):
            assert getattr(level, name) == getattr(other, name), name
        assert {point: sorted(here) for point, here in level.at.items()} == other.at


def test_it_goes_on_alike(game: Game, catalog: Catalog) -> None:
    again = again_from(game, catalog)
    ids = []
    for each in (game, again):
        each.enter()
        turns = list(islice(each.turn_queue.coming(), 4))
        ids.append((turns, each.rng.below(1000), ecs.create(), stats_of(each.player)))
    assert ids[0] == ids[1]


def test_what_loading_keeps_of_its_tables_is_what_esper_would_find(
    game: Game, catalog: Catalog
) -> None:
    again_from(game, catalog)
    found = {kind: [*ecs.with_component(kind)] for kind in SAVED.values()}
    assert any(found.values())
    ecs.delete(ecs.create())  # what was kept is dropped
    assert found == {kind: ecs.with_component(kind) for kind in SAVED.values()}


def test_state_is_json_and_shares_nothing(game: Game, catalog: Catalog) -> None:
    state, digest = write(game), state_hash(game)
    assert json.loads(state)["rules"]["seed"] == "a seed"
    again = again_from(game, catalog)
    again.enter()
    ecs.get(again.player, items.Pack).items.append(99)
    again.levels[1].stains.clear()
    again.hidden_names.clear()
    again.log.clear()
    assert write(game) == state
    assert state_hash(game) == digest


def test_the_hash_changes_with_every_table(game: Game) -> None:
    hashes = {state_hash(game)}
    trace: list[Callable[[], object]] = [
        lambda: setattr(ecs.get(game.player, vitals.Pools), "hp", 3),
        lambda: setattr(ecs.get(game.player, spatial.Position), "x", 4),
        lambda: setattr(ecs.get(game.player, actors.Initiative), "due", 99),
        ecs.get(game.player, magic.KnownSpells).spells.reverse,
        ecs.create,
        lambda: game.rng.below(2),
        lambda: game.identified.add("Rod"),
        lambda: game.levels[2].stains.add((1, 1)),
        lambda: game.levels[2].explored.fill(1),
        lambda: setattr(game, "turn", 42),
        lambda: setattr(game, "wizard", True),
        lambda: setattr(game.tallies, "kills", 3),
    ]
    for number, change in enumerate(trace, 2):
        change()
        hashes.add(state_hash(game))
        assert len(hashes) == number


def test_the_hash_ignores_order_and_the_log(game: Game) -> None:
    before = state_hash(game)
    pack = ecs.get(game.player, items.Pack)
    pack.worn = dict(reversed(pack.worn.items()))
    game.hidden_names = dict(reversed(game.hidden_names.items()))
    game.levels = dict(reversed(game.levels.items()))
    game.log.append(Message("Nothing happens."))
    stats_of(game.player)
    assert state_hash(game) == before


def test_the_order_of_what_is_worn_is_kept(game: Game, catalog: Catalog) -> None:
    pack = ecs.get(game.player, items.Pack)
    pack.worn = {"torso": 5, "feet": 4, "head": 6}
    again = again_from(game, catalog)
    assert list(ecs.get(again.player, items.Pack).worn) == ["torso", "feet", "head"]


def test_numpy_numbers_are_saved_as_plain_numbers(game: Game, catalog: Catalog) -> None:
    plain = state_hash(game)
    position = ecs.get(game.player, spatial.Position)
    position.x = np.int64(position.x)
    assert state_hash(game) == plain
    assert state_hash(again_from(game, catalog)) == plain


def test_a_whole_number_for_a_float_does_no_harm(game: Game, catalog: Catalog) -> None:
    ecs.get(game.player, vitals.Pools).gold = 12
    digest = state_hash(game)
    assert state_hash(again_from(game, catalog)) == digest


@pytest.mark.parametrize("word", [b"NaN", b"Infinity", b"1e400", b"null"])
def test_what_is_no_number_is_not_read(game: Game, word: bytes) -> None:
    text = write(game)
    assert text.count(b'"gold":12.5') == 1
    with pytest.raises(msgspec.DecodeError):
        read(text.replace(b'"gold":12.5', b'"gold":' + word))


def test_the_dead_are_left_out_as_if_buried(game: Game, catalog: Catalog) -> None:
    doomed = next(entity for entity, _ in ecs.with_component(actors.Mind))
    changes.Died(doomed, Cause("a test")).apply(game)
    state, digest = write(game), state_hash(game)
    bury(game)
    assert state_hash(game) == digest
    again = restore(read(state), catalog)
    assert doomed not in ecs.entities()
    assert not again.dead
    assert not any(doomed in here for level in again.levels.values() for here in level.at.values())


def test_statuses_of_the_dead_go_with_them(game: Game, catalog: Catalog) -> None:
    doomed = next(entity for entity, _ in ecs.with_component(actors.Mind))
    status = ecs.create(actors.Kind("statuses", "Slowed"), StatusEffect(doomed, "Slowed"))
    ecs.get(doomed, Statuses).entities.append(status)
    changes.Died(doomed, Cause("a test")).apply(game)
    again_from(game, catalog)
    assert status not in ecs.entities()


def test_a_dead_player_stays_dead(game: Game, catalog: Catalog, everything: Look) -> None:
    changes.Died(game.player, Cause("a test")).apply(game)
    digest = state_hash(game)
    again = again_from(game, catalog)
    assert again.dead == {game.player}
    assert (3, 3) not in again.level.blockers
    assert state_hash(again) == digest


def test_only_the_latest_lines_are_kept(game: Game, catalog: Catalog) -> None:
    game.log = [Message(f"line {number}", turn=number) for number in range(500)]
    log = again_from(game, catalog).log
    assert len(log) == snapshot.LOG_LINES
    assert log[-1].text == "Line 499"


def test_every_actor_gets_fresh_derived_stats(game: Game, catalog: Catalog) -> None:
    again_from(game, catalog)
    others = {entity for entity, _ in ecs.with_component(actors.Initiative)}
    assert {entity for entity, _ in ecs.with_component(actors.StatsCache)} == others
    assert all(each.now is None for _, each in ecs.with_component(actors.StatsCache))


def _component_classes() -> dict[str, type]:
    names = pkgutil.iter_modules(roguelike.components.__path__, "roguelike.components.")
    modules = [importlib.import_module(each.name) for each in names]
    return {
        name: kind
        for module in modules
        for name, kind in vars(module).items()
        if inspect.isclass(kind) and issubclass(kind, Struct) and kind.__module__ == module.__name__
    }


def test_every_state_component_is_saved() -> None:
    classes = _component_classes()
    state = {name for name, kind in classes.items() if re.search(r"\bState\b", kind.__doc__ or "")}
    assert {"Pools", "Position", "Kind"} <= state
    assert state == {kind.__name__ for kind in SAVED.values()}


def test_what_changes_is_saved() -> None:
    """A component that is not frozen is state, whatever its docstring says; only StatsCache are worked out."""
    loose = {
        name for name, kind in _component_classes().items() if not kind.__struct_config__.frozen
    }
    assert loose - {kind.__name__ for kind in SAVED.values()} == {"StatsCache", "DerivedStats"}


def test_every_field_of_a_game_is_saved_or_worked_out() -> None:
    fields = set(field_names(Game))
    saved = {*field_names(snapshot.Rules), *field_names(snapshot.Snapshot)}
    assert fields - saved == DERIVED_GAME_FIELDS
    assert saved - fields == {"rules", "components", "fallen", "next_id"}


def test_every_field_of_a_level_is_saved_or_worked_out() -> None:
    fields = set(vars(Level(1, "Hall", "cave", np.ones((3, 3)))))
    saved = set(field_names(SavedLevel))
    assert fields - saved == DERIVED_LEVEL_FIELDS
    assert saved - fields == {"size"}


def test_no_template_is_saved() -> None:
    assert actors.Player in SAVED.values()
    assert not [kind for kind in SAVED.values() if issubclass(kind, Template)]


def test_placing_follows_ids(dungeon: Dungeon, catalog: Catalog) -> None:
    game = dungeon()
    first = game.level.occupants((3, 3))[0]
    second = spawning.spawn(game, "items", catalog.names("items")[0], (3, 3), 1)
    again = again_from(game, catalog)
    assert again.level.at[3, 3] == [first, second]


def test_missing_rows_are_all_named(game: Game, catalog: Catalog) -> None:
    state = plain_state(game)
    kinds = [kind for _, kind in state["rules"]["components"]["kind"]]
    things = [kind for kind in kinds if kind["section"] == "items"]
    things[1]["name"], things[2]["name"] = "Vorpal Spoon", "Blancmange"
    next(kind for kind in kinds if kind["section"] == "spells")["name"] = "Wish"
    world = ecs.entities()
    with pytest.raises(MissingContentError) as error:
        restored(state, catalog)
    assert error.value.names == ["Blancmange", "Vorpal Spoon", "Wish"]
    assert ecs.entities() == world, "a failed load leaves the world as it was"


SPOILT = json.loads((TESTS / "fixtures" / "bad-states.json").read_text(encoding="utf-8"))
"""Ways into a state, what is put there, and the words that name the place."""


def put(state: dict[str, Any], way: Sequence[str | int], value: object) -> dict[str, Any]:
    """Put a value into a state at the end of a way."""
    here: Any = state
    for step in way[:-1]:
        here = here[step]
    here[way[-1]] = value
    return state


@pytest.mark.parametrize(("way", "value", "where"), SPOILT["of another shape"])
def test_state_of_another_shape_is_refused_with_its_place(
    game: Game, way: list[str | int], value: object, where: str
) -> None:
    state = put(plain_state(game), way, value)
    with pytest.raises(msgspec.ValidationError, match=re.escape(where)):
        read(json.dumps(state).encode())


@pytest.mark.parametrize(("way", "value"), SPOILT["unsound"])
def test_unsound_state_is_refused(
    game: Game, catalog: Catalog, way: list[str | int], value: object
) -> None:
    state = put(plain_state(game), way, value)
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
    known = {spell for _, each in ecs.with_component(magic.KnownSpells) for spell in each.spells}
    name, unknown = next((n, entity) for n, entity in game.spells.items() if entity not in known)
    state = plain_state(game)
    tables = state["rules"]["components"]
    tables["kind"] = [row for row in tables["kind"] if row[0] != unknown]
    again = restored(state, catalog)
    assert again.spell(name) is catalog.spells[name]
    assert again.spells[name] == min(again.spells.values())
    assert ecs.next_id() == state["rules"]["next_id"]
    assert again.spells.keys() == catalog.spells.keys()
