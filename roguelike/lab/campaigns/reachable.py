"""What can be reached on a finished level: at once, and with every lock opened that has a key, lever or price.

It examines the level as it stands in a game, with everything placed on it, and not its plan: a key that found no place,
or a fixture set into the only passage, shows up only here.
"""

from collections import Counter
from collections.abc import Iterator

import esper

from roguelike.commands.prefab_check import makes_way
from roguelike.components.actors import Kind
from roguelike.components.bargains import Bargain, Deal, Terms
from roguelike.components.items import Pack
from roguelike.components.spatial import Position
from roguelike.core.geometry import Point, distance, steps_between
from roguelike.core.records import Record, State, field
from roguelike.core.sight import Mask
from roguelike.effects.becoming import Switch
from roguelike.mapgen.reach import reached
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs
from roguelike.world.level import Level
from roguelike.world.names import true_name
from roguelike.world.space import point_of


class Dealer(Record):
    """Somebody or something on a level that offers deals."""

    entity: int
    point: Point
    name: str
    deals: tuple[Deal, ...]
    group: int
    """Number of a group of which only one may be taken; 0 for none."""


class Reach(State):
    """What can be reached on a level with everything opened that can be; `shut` says what never can."""

    ground: Mask
    shut: list[str] = field(default_factory=list)


def open_ground(level: Level, start: Point) -> Mask:
    """Return the tiles that can be walked to by opening nothing but doors; fixtures count as walls."""
    ground = level.walkable.copy()
    for point in level.fixtures:
        ground[point] = False
    if not ground[start]:
        return ground & False
    return reached(ground, start)


def with_locks_open(level: Level, start: Point, catalog: Catalog) -> Reach:
    """Open whatever can be opened from reachable ground, until nothing more can; return what can be reached then."""
    dealers, closed = list(_dealers(level)), dict(_closed(level))
    things = list(_things(level))
    while True:
        ground = _ground(level, start, closed)
        keys = Counter(name for name, point in things if ground[point])
        near = [each for each in dealers if _is_beside(ground, each.point)]
        opened = {point for each in near for point in _opened(each, closed, keys, catalog)}
        if not opened:
            break
        for point in opened:
            del closed[point]
    return Reach(ground, [*_never(level, ground, closed), *_keyless(near, keys)])


def _ground(level: Level, start: Point, closed: dict[Point, str]) -> Mask:
    """Return the tiles that can be walked to past some closed fixtures."""
    free = level.walkable.copy()
    for point in closed:
        free[point] = False
    return reached(free, start) if free[start] else free & False


def _dealers(level: Level) -> Iterator[Dealer]:
    """Yield everybody and everything on a level that offers deals."""
    for entity, bargain in ecs.with_component(Bargain):
        position = esper.try_component(entity, Position)
        if position is not None and position.depth == level.depth:
            terms = esper.try_component(entity, Terms)
            yield Dealer(
                entity,
                (position.x, position.y),
                true_name(entity),
                bargain.deals,
                terms.group if terms is not None else 0,
            )


def _closed(level: Level) -> Iterator[tuple[Point, str]]:
    """Yield the tile and name of everything that blocks the way permanently."""
    for point in level.fixtures:
        yield point, true_name(level.blockers[point])


def _things(level: Level) -> Iterator[tuple[str, Point]]:
    """Yield the name and tile of each item that lies on a level or is carried there."""
    for entity, kind in ecs.with_component(Kind):
        position = esper.try_component(entity, Position)
        if position is None or position.depth != level.depth:
            continue
        point = point_of(entity)
        assert point is not None  # it lies on a level
        if kind.section == "items":
            yield kind.name, point
        pack = esper.try_component(entity, Pack)
        if pack is not None:
            yield from ((ecs.get(item, Kind).name, point) for item in pack.items)


def _is_beside(ground: Mask, point: Point) -> bool:
    """Return whether a tile or a neighbour of it is reachable."""
    x, y = point
    return bool(ground[max(0, x - 1) : x + 2, max(0, y - 1) : y + 2].any())


def _opened(
    dealer: Dealer, closed: dict[Point, str], keys: Counter[str], catalog: Catalog
) -> Iterator[Point]:
    """Yield the tiles that a dealer's deals open, its own or others, if their price can be paid on the level."""
    for deal in dealer.deals:
        if deal.price.item is not None and not keys[deal.price.item]:
            continue
        if dealer.point in closed and makes_way(catalog, deal.becomes):
            yield dealer.point
        for each in deal.use.effects:
            if isinstance(each, Switch) and makes_way(catalog, each.becomes):
                yield from (
                    point
                    for point, name in closed.items()
                    if name == each.prop and distance(point, dealer.point) <= each.tiles
                )


def _never(level: Level, ground: Mask, closed: dict[Point, str]) -> Iterator[str]:
    """Say which ground stays unreachable, and what shuts it off."""
    free = level.walkable.copy()
    for point in closed:
        free[point] = False
    lost = [(int(x), int(y)) for x, y in zip(*(free & ~ground).nonzero(), strict=True)]
    if lost:
        behind = {
            name for point, name in closed.items() if any(steps_between(point, x) < 2 for x in lost)
        }
        yield f"{len(lost)} tiles at {lost[0]} are shut off by {', '.join(sorted(behind)) or 'walls'}"


def _keyless(near: list[Dealer], keys: Counter[str]) -> Iterator[str]:
    """Say which keys are fewer than the locks that take them; of a group that exclude each other one lock counts."""
    wanted: dict[str, set[tuple[int, int]]] = {}
    for each in near:
        items = {deal.price.item for deal in each.deals if deal.price.item is not None}
        is_locked = all(deal.price.item is not None for deal in each.deals)
        for item in items if is_locked else ():
            wanted.setdefault(item, set()).add((each.group, 0 if each.group else each.entity))
    for item, locks in wanted.items():
        if keys[item] < len(locks):
            yield f"{len(locks)} locks want {item}, and there are {keys[item]}"
