"""State out and state in: nothing is lost, nothing is left behind, and order never shows."""

import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Callable

import numpy as np
import pytest

import roguelike.components
from roguelike.components.actors import Initiative, Kind, Mind, Player, StatsCache
from roguelike.components.items import Pack
from roguelike.components.magic import KnownSpells
from roguelike.components.spatial import Position
from roguelike.components.statuses import StatusEffect, Statuses
from roguelike.components.vitals import Pools
from roguelike.core.grammar import Message
from roguelike.core.records import Struct, field_names
from roguelike.engine.saves import levels, snapshot
from roguelike.engine.saves.errors import MissingContentError
from roguelike.engine.saves.snapshot import restore, state_hash, state_of
from roguelike.engine.turn import bury
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs, space
from roguelike.world.changes import Died
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Cause, Game
from roguelike.world.level import Level

Dungeon = Callable[..., Game]
Look = Callable[[Game], dict[int, dict[str, object]]]

DERIVED_GAME_FIELDS = {
    "content", "world", "turn_queue", "queue", "trace", "caches",
}  # fmt: skip
DERIVED_LEVEL_FIELDS = {"_ways", "_opaque", "hazards", "hazards_seen", "_views", "width", "height", "shut", "crowd",
    "at", "blockers", "screens", "transparent", "walkable", "version",
    "_fields", "_blasts", "_bits", "shed_light",
}  # fmt: skip


def through_json(state: snapshot.State) -> snapshot.State:
    """Write and read the state, as a file would."""
    read: snapshot.State = json.loads(json.dumps(state))
    return read


def test_a_game_comes_back_whole(game: Game, catalog: Catalog, everything: Look) -> None:
    again = restore(through_json(state_of(game)), catalog)
    assert everything(again) == everything(game)
    assert state_of(again) == state_of(game)
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
    again = restore(state_of(game), catalog)
    ids = []
    for each in (game, again):
        each.enter()
        turns = [each.turn_queue.next() for _ in range(4)]
        ids.append((turns, each.rng.below(1000), ecs.create(), stats_of(each.player)))
    assert ids[0] == ids[1]


def test_state_is_json_and_shares_nothing(game: Game) -> None:
    state = state_of(game)
    assert through_json(state) == state
    before = json.dumps(state)
    ecs.get(game.player, Pack).items.append(99)
    game.levels[1].stains.clear()
    game.hidden_names.clear()
    assert json.dumps(state) == before


def test_the_hash_is_the_same_after_a_load(game: Game, catalog: Catalog) -> None:
    assert state_hash(restore(through_json(state_of(game)), catalog)) == state_hash(game)


def test_the_hash_feels_every_table(game: Game) -> None:
    hashes = {state_hash(game)}
    changes: list[Callable[[], object]] = [
        lambda: setattr(ecs.get(game.player, Pools), "hp", 3),
        lambda: setattr(ecs.get(game.player, Position), "x", 4),
        lambda: setattr(ecs.get(game.player, Initiative), "due", 99),
        ecs.get(game.player, KnownSpells).names.reverse,
        ecs.create,
        lambda: game.rng.below(2),
        lambda: game.identified.add("Rod"),
        lambda: game.levels[2].stains.add((1, 1)),
        lambda: game.levels[2].explored.fill(1),
        lambda: setattr(game, "turn", 42),
        lambda: setattr(game, "wizard", True),
        lambda: setattr(game.tallies, "kills", 3),
    ]
    for number, change in enumerate(changes, 2):
        change()
        hashes.add(state_hash(game))
        assert len(hashes) == number


def test_the_hash_ignores_order_and_the_log(game: Game) -> None:
    before = state_hash(game)
    pack = ecs.get(game.player, Pack)
    pack.worn = dict(reversed(pack.worn.items()))
    game.hidden_names = dict(reversed(game.hidden_names.items()))
    game.levels = dict(reversed(game.levels.items()))
    game.log.append(Message("Nothing happens."))
    stats_of(game.player)
    assert state_hash(game) == before


def test_the_order_of_what_is_worn_is_kept(game: Game, catalog: Catalog) -> None:
    pack = ecs.get(game.player, Pack)
    pack.worn = {"torso": 5, "feet": 4, "head": 6}
    again = restore(through_json(state_of(game)), catalog)
    assert list(ecs.get(again.player, Pack).worn) == ["torso", "feet", "head"]


def test_numpy_numbers_do_no_harm(game: Game, catalog: Catalog) -> None:
    plain = state_hash(game)
    position = ecs.get(game.player, Position)
    position.x = np.int64(position.x)  # type: ignore[assignment]
    assert state_hash(game) == plain


def test_the_dead_are_left_out_as_if_buried(game: Game, catalog: Catalog) -> None:
    doomed = next(entity for entity, _ in ecs.with_component(Mind))
    Died(doomed, Cause("a test")).apply(game)
    state, digest = state_of(game), state_hash(game)
    bury(game)
    assert state_hash(game) == digest
    again = restore(state, catalog)
    assert doomed not in ecs.entities()
    assert not again.dead
    assert not any(doomed in here for level in again.levels.values() for here in level.at.values())


def test_statuses_of_the_dead_go_with_them(game: Game, catalog: Catalog) -> None:
    doomed = next(entity for entity, _ in ecs.with_component(Mind))
    status = ecs.create(Kind("statuses", "Slowed"), StatusEffect(doomed, "Slowed"))
    ecs.get(doomed, Statuses).entities.append(status)
    Died(doomed, Cause("a test")).apply(game)
    restore(state_of(game), catalog)
    assert status not in ecs.entities()


def test_a_dead_player_stays_dead(game: Game, catalog: Catalog, everything: Look) -> None:
    Died(game.player, Cause("a test")).apply(game)
    digest = state_hash(game)
    again = restore(state_of(game), catalog)
    assert again.dead == {game.player}
    assert (3, 3) not in again.level.blockers
    assert state_hash(again) == digest


def test_only_the_latest_lines_are_kept(game: Game, catalog: Catalog) -> None:
    game.log = [Message(f"line {number}", turn=number) for number in range(500)]
    log = restore(state_of(game), catalog).log
    assert len(log) == snapshot.LOG_LINES
    assert log[-1].text == "Line 499"


def test_every_actor_gets_fresh_figures(game: Game, catalog: Catalog) -> None:
    restore(state_of(game), catalog)
    actors = {entity for entity, _ in ecs.with_component(Initiative)}
    assert {entity for entity, _ in ecs.with_component(StatsCache)} == actors
    assert all(each.stale for _, each in ecs.with_component(StatsCache))


def test_missing_rows_are_all_named(game: Game, catalog: Catalog) -> None:
    state = state_of(game)
    kinds = state["components"]["Kind"]["rows"]
    kinds[1][2], kinds[2][2] = "Vorpal Spoon", "Blancmange"
    state["components"]["KnownSpells"]["rows"][0][1].append("Wish")
    world = ecs.entities()
    with pytest.raises(MissingContentError) as error:
        restore(state, catalog)
    assert error.value.names == ["Blancmange", "Vorpal Spoon", "Wish"]
    assert ecs.entities() == world, "a failed load leaves the world as it was"


def _spoil(state: snapshot.State, *path: str | int, value: object) -> snapshot.State:
    place = state
    for step in path[:-1]:
        place = place[step]  # type: ignore[index]
    place[path[-1]] = value  # type: ignore[index]
    return state


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("components", "Position", "rows", 0, 1), "3"),
        (("components", "Position", "rows", 0), [1, 2]),
        (("components", "Mind", "rows", 0, 3), [1, 2, 3]),
        (("components", "Pack", "rows", 0, 1), [1, "2"]),
        (("components", "Position", "fields"), ["x", "y", "z"]),
        (("components", "Pools", "fields"), ["hp"]),
        (("components", "Soul"), {"fields": [], "rows": []}),
        (("levels", 0, "tiles"), "000"),
        (("levels", 0, "size"), [0, 0]),
        (("depth",), 9),
        (("player",), 999),
        (("rng",), [1, 2, 3]),
        (("next",), "many"),
        (("log",), []),
    ],
)
def test_unsound_state_is_refused(
    game: Game, catalog: Catalog, path: tuple[str | int, ...], value: object
) -> None:
    state = _spoil(state_of(game), *path, value=value)
    before = ecs.entities()
    with pytest.raises((ValueError, KeyError, TypeError, AttributeError)):
        restore(state, catalog)
    assert ecs.entities() == before


def test_a_component_may_gain_a_field(game: Game, catalog: Catalog, everything: Look) -> None:
    whole = everything(game)
    state = state_of(game)
    table = state["components"]["Mind"]
    assert table["fields"][-1] == "loot"
    table["fields"].pop()
    for row in table["rows"]:
        row.pop()
    assert everything(restore(state, catalog)) == whole


def test_fields_may_change_places(game: Game, catalog: Catalog, everything: Look) -> None:
    whole = everything(game)
    state = state_of(game)
    table = state["components"]["Position"]
    table["fields"].reverse()
    table["rows"] = [[row[0], *reversed(row[1:])] for row in table["rows"]]
    assert everything(restore(state, catalog)) == whole


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
    assert state == {kind.__name__ for kind in snapshot.SAVED}


def test_what_changes_is_saved() -> None:
    """A component that is not frozen is state, whatever its docstring says; only StatsCache are worked out."""
    loose = {
        name
        for name, kind in _component_classes().items()
        if not kind.__struct_config__.frozen  # type: ignore[attr-defined]
    }
    assert loose - {kind.__name__ for kind in snapshot.SAVED} == {"StatsCache", "DerivedStats"}


def test_every_field_of_a_game_is_saved_or_worked_out() -> None:
    fields = set(field_names(Game))
    assert fields == DERIVED_GAME_FIELDS | set(snapshot.SAVED_FIELDS)


def test_every_field_of_a_level_is_saved_or_worked_out() -> None:
    fields = set(vars(Level(1, "Hall", "cave", np.ones((3, 3)))))
    assert fields == DERIVED_LEVEL_FIELDS | set(levels.SAVED_FIELDS)


def test_no_template_is_on_the_list() -> None:
    assert Player in snapshot.SAVED
    assert not [kind for kind in snapshot.SAVED if "Template" in (kind.__doc__ or "")]


def test_placing_follows_ids(dungeon: Dungeon, catalog: Catalog) -> None:
    game = dungeon()
    first, second = (
        game.level.occupants((3, 3))[0],
        ecs.create(Kind("props", catalog.names("props")[0]), Position(3, 3, 0)),
    )
    space.put(game, second, (3, 3), 1)
    again = restore(state_of(game), catalog)
    assert again.level.at[3, 3] == [first, second]
