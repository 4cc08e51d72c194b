"""The tables of a save: for every component that is state, the entities that have it, by id.

msgspec writes and reads them by the annotations of the components themselves. A component may gain a field with a
default, and the default may change later, because every field is written; removing or renaming a field needs a
migration.
"""

from math import isfinite
from typing import Annotated, Any, TypeVar, get_args, get_origin

from msgspec.structs import fields

from roguelike.components.actors import Initiative, Kind, Mind, Player, Quest
from roguelike.components.bargains import Terms
from roguelike.components.growth import Talents
from roguelike.components.hazards import Hazard, Strength
from roguelike.components.items import Charges, Curse, Pack, Stock
from roguelike.components.magic import Inscription, KnownSpells, Laid
from roguelike.components.spatial import Door, Gate, Hidden, Position
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.components.vitals import Attributes, HungerClock, Pools, Skills
from roguelike.core.records import Meta, State, Struct, field, replace
from roguelike.core.scalars import Id
from roguelike.world import ecs

C = TypeVar("C", bound=Struct)
MOST_ROWS = 100_000
"""A hundred times what a long game has of anything."""
Table = Annotated[list[tuple[Id, C]], Meta(max_length=MOST_ROWS)]
"""Components by the id of their entity, lowest first."""
States = dict[int, dict[type[Any], Any]]
"""The components of entities by id, each by its type."""


class Tables(State, omit_defaults=True):
    """Every component that is state; a table without rows is not written."""

    kind: Table[Kind] = field(default_factory=list)
    position: Table[Position] = field(default_factory=list)
    door: Table[Door] = field(default_factory=list)
    hidden: Table[Hidden] = field(default_factory=list)
    player: Table[Player] = field(default_factory=list)
    initiative: Table[Initiative] = field(default_factory=list)
    mind: Table[Mind] = field(default_factory=list)
    pools: Table[Pools] = field(default_factory=list)
    attributes: Table[Attributes] = field(default_factory=list)
    skills: Table[Skills] = field(default_factory=list)
    hunger_clock: Table[HungerClock] = field(default_factory=list)
    charges: Table[Charges] = field(default_factory=list)
    curse: Table[Curse] = field(default_factory=list)
    pack: Table[Pack] = field(default_factory=list)
    known_spells: Table[KnownSpells] = field(default_factory=list)
    status_effect: Table[StatusEffect] = field(default_factory=list)
    duration: Table[Duration] = field(default_factory=list)
    statuses: Table[Statuses] = field(default_factory=list)
    hazard: Table[Hazard] = field(default_factory=list)
    strength: Table[Strength] = field(default_factory=list)
    inscription: Table[Inscription] = field(default_factory=list)
    laid: Table[Laid] = field(default_factory=list)
    talents: Table[Talents] = field(default_factory=list)
    gate: Table[Gate] = field(default_factory=list)
    quest: Table[Quest] = field(default_factory=list)
    stock: Table[Stock] = field(default_factory=list)
    terms: Table[Terms] = field(default_factory=list)


def _component(table: Any) -> type[Any]:
    """Return the component of a table's rows."""
    (row,) = get_args(get_args(table)[0])
    kind: type[Any] = get_args(row)[1]
    return kind


def _plain(kind: Any) -> Any:
    """Return a type without its bounds."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


SAVED: dict[str, type[Any]] = {each.name: _component(each.type) for each in fields(Tables)}
"""Every component that is state, by its table's name."""
FLOATS = {
    kind: found
    for kind in SAVED.values()
    if (found := tuple(each.name for each in fields(kind) if _plain(each.type) is float))
}
"""The float fields of the few components that have any."""


def tables_of(gone: set[int]) -> Tables:
    """Collect the state of the current world's entities, except those that are `gone`. It is shared, not copied.

    Raises:
        ValueError: a number is not finite, so that nothing could read it back.
    """
    return Tables(**{name: _table(kind, gone) for name, kind in SAVED.items()})


def _table(kind: type[C], gone: set[int]) -> Table[C]:
    """Collect one kind of component, by id."""
    found = ecs.with_component(kind)
    rows = [pair for pair in found if pair[0] not in gone] if gone else found
    names = FLOATS.get(kind)
    if names is None or _are_exact([each for _, each in rows], names):
        return rows
    return [(entity, exact(each, names)) for entity, each in rows]


def _are_exact(components: list[C], names: tuple[str, ...]) -> bool:
    """Return whether all floats of components are finite floats, as usual; a sum reveals any that is not."""
    values = [getattr(each, name) for name in names for each in components]
    return all(type(value) is float for value in values) and isfinite(sum(values))


def exact(component: C, names: tuple[str, ...]) -> C:
    """Return a component whose float fields hold floats: 5 and 5.0 are equal, but reading gives 5.0 for both.

    Raises:
        ValueError: a number is not finite: JSON has no such numbers, and msgspec would silently write null.
    """
    for name in names:
        value = getattr(component, name)
        if not isfinite(value):
            raise ValueError(f"{name} of {component!r} is not finite")
        if type(value) is not float:
            return replace(component, **{each: float(getattr(component, each)) for each in names})
    return component


def by_entity(tables: Tables) -> States:
    """Return the state components of every entity, its kind first.

    Raises:
        ValueError: an entity has two components of one kind, or has no kind.
    """
    found: States = {entity: {Kind: kind} for entity, kind in tables.kind}
    for name, kind in SAVED.items():
        rows = getattr(tables, name)
        if len(dict(rows)) < len(rows):
            raise ValueError(f"an entity stands twice in the table {name}")
        if kind is Kind:
            continue
        try:
            for entity, component in rows:
                found[entity][kind] = component
        except KeyError:
            raise ValueError(f"{entity} is of no kind") from None
    return found
