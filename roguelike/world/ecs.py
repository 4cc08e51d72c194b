"""The one module that calls esper's world functions.

esper keeps its state in module globals, iterates over sets, and its state is corrupted for good by deleting an entity
that does not exist or adding to one. So each game has a world of its own, all entities are created and deleted here
after a check, and the forecast can give back the ids that it used up.

Queries, creating and deleting are esper's own public calls, measured to cost no more than reading its tables. Four
private attributes are used besides, here and nowhere else, for what esper has no call for or what is asked a hundred
times a turn: `_entities` (id -> components by type), `_entity_count` (the iterator of ids) and, for loading many
entities at once, `_components` (type -> ids) and `_get_component_cache` (type -> the entities with it). Importing this
module checks that esper still has them.
"""

import itertools
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from operator import itemgetter
from threading import get_ident
from types import MappingProxyType, ModuleType
from typing import Any, TypeVar

import esper

WANTED = "3.9"
"""The release series of esper whose private attributes are known to match what this module expects."""
C = TypeVar("C")
D = TypeVar("D")
Row = Mapping[type[Any], Any]
"""An entity's components by type."""
NOTHING: Row = MappingProxyType({})
"""The components of an entity that does not exist."""
_ID = itemgetter(0)
_world_numbers = itertools.count(1)
_owner: list[int] = []
"""The id of the thread that made the first world, the only thread that may use any world."""


def check_esper(library: ModuleType) -> None:
    """Raise ImportError, naming the version found and the one needed, if esper's private attributes have changed."""
    found = str(getattr(library, "__version__", "of an unknown version"))
    series = ".".join(found.split(".")[:2])
    counter = getattr(library, "_entity_count", None)
    if (
        series != WANTED
        or not isinstance(getattr(library, "_entities", None), dict)
        or not isinstance(getattr(library, "_components", None), dict)
        or not isinstance(getattr(library, "_get_component_cache", None), dict)
        or not isinstance(counter, itertools.count)
    ):
        raise ImportError(
            f"esper {found} is installed, but this game needs esper {WANTED}: "
            f'run  pip install "esper~={WANTED}.0"'
        )


check_esper(esper)


def row(entity: int) -> Row:
    """Return an entity's components by type, for reading several at once; empty if the entity does not exist."""
    try:  # a fifth faster than the dict's `get`; one read in two thousand is of an entity that does not exist
        return esper._entities[entity]  # noqa: SLF001
    except KeyError:
        return NOTHING


def new_world() -> str:
    """Make an empty world, switch to it and return its name; RuntimeError in a second thread."""
    _check_thread()
    name = f"game-{next(_world_numbers)}"
    esper.switch_world(name)
    return name


def enter(world: str) -> None:
    """Make a world esper's current one, which all reads and writes use; RuntimeError in a second thread."""
    _check_thread()
    if esper.current_world != world:
        esper.switch_world(world)


def current() -> str:
    """Return the name of the current world."""
    return esper.current_world


def _check_thread() -> None:
    """Raise RuntimeError in any thread but the first: esper has one current world for the whole process."""
    if not _owner:
        _owner.append(get_ident())
    elif _owner[0] != get_ident():
        raise RuntimeError(
            "games are played from one thread, the one that made the first of them: "
            "run others in processes of their own"
        )


def drop_world(world: str) -> None:
    """Delete a world with all its entities."""
    esper.switch_world("default")
    if world in esper.list_worlds():
        esper.delete_world(world)


@contextmanager
def passing_worlds() -> Iterator[None]:
    """Drop every world that the block makes, and go back to the one before it, if that is still there."""
    before, kept = esper.current_world, {*esper.list_worlds()}
    try:
        yield
    finally:
        for world in {*esper.list_worlds()} - kept:
            drop_world(world)
        if before in esper.list_worlds():
            esper.switch_world(before)


def create(*components: Any) -> int:
    """Create an entity and return its id; ids increase and are never reused."""
    return esper.create_entity(*components)


def delete(entity: int) -> None:
    """Delete an entity now; nothing happens if it does not exist."""
    if esper.entity_exists(entity):
        esper.delete_entity(entity, immediate=True)


def attach(entity: int, component: Any) -> None:
    """Add or replace a component; KeyError if the entity does not exist."""
    if not esper.entity_exists(entity):
        raise KeyError(f"entity {entity} does not exist")
    esper.add_component(entity, component)


def detach(entity: int, kind: type[Any]) -> None:
    """Remove a component, if the entity has it."""
    if esper.entity_exists(entity) and esper.has_component(entity, kind):
        esper.remove_component(entity, kind)


def get(entity: int, kind: type[C]) -> C:
    """Return a component that must exist; KeyError naming it and the entity if it does not. Other reads call esper."""
    try:
        found: C = esper._entities[entity][kind]  # noqa: SLF001
    except KeyError:
        raise KeyError(f"entity {entity} has no {kind.__name__}") from None
    return found


def rows() -> Mapping[int, Row]:
    """Return the mapping of all entities of the current world to their components; it changes along with them."""
    return esper._entities  # noqa: SLF001


def with_component(kind: type[C]) -> list[tuple[int, C]]:
    """List the entities that have a component, sorted by id (esper's own order is that of a set); not to be changed.

    It is esper's own list, kept until an entity comes or goes; once it is sorted, sorting it again is quick.
    """
    found = esper.get_component(kind)
    found.sort(key=_ID)
    return found


def with_both(kind: type[C], other: type[D]) -> list[tuple[int, C, D]]:
    """List the entities that have two components, sorted by id."""
    found = sorted(esper.get_components(kind, other), key=_ID)
    return [(entity, first, second) for entity, (first, second) in found]


def entities() -> list[int]:
    """List every entity of the current world, sorted by id."""
    return sorted(esper._entities)  # noqa: SLF001  (esper has no public list of entities)


def next_id() -> int:
    """Return the id that the next entity will get, without using it up."""
    number = next(esper._entity_count)  # noqa: SLF001  (no public way to read or set the counter)
    esper._entity_count = itertools.count(number)  # noqa: SLF001
    return number


def set_next_id(number: int) -> None:
    """Set the id of the next entity: for loading, and so that a forecast leaves no trace."""
    esper._entity_count = itertools.count(number)  # noqa: SLF001


def create_with_id(entity: int, *components: object) -> int:
    """Create an entity under an unused id, for loading; call `set_next_id` after the last one."""
    if entity in esper._entities:  # noqa: SLF001  (of the dead too)
        raise KeyError(f"entity {entity} exists already")
    set_next_id(entity)
    return esper.create_entity(*components)


def create_all(rows: Mapping[int, dict[type[Any], Any]]) -> None:
    """Create entities from components by type, under unused ids, for loading; call `set_next_id` afterwards.

    esper registers each component of each entity separately; registering entities with the same components together
    takes half the time.
    """
    if not rows:
        return
    if taken := esper._entities.keys() & rows.keys():  # noqa: SLF001  (of the dead too)
        raise KeyError(f"entities {sorted(taken)} exist already")
    esper._entities.update(rows)  # noqa: SLF001
    alike: dict[tuple[type[Any], ...], list[int]] = {}
    for entity, row in rows.items():
        alike.setdefault(tuple(row), []).append(entity)
    for kinds, members in alike.items():
        for kind in kinds:
            esper._components.setdefault(kind, set()).update(members)  # noqa: SLF001
    esper.clear_cache()


def keep_queries(found: Mapping[type[Any], list[tuple[int, Any]]]) -> None:
    """Take lists of (entity, component) for esper's answers, each of all entities that have the component, by id.

    Loading has these lists; esper would make the same again, one entity after another.
    """
    esper.get_component(object)  # whatever it had kept is dropped only by the next question
    esper._get_component_cache.update(found)  # noqa: SLF001
