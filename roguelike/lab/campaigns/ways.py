"""Whether a seed can be won at all: on every level an open way on and back, then the Amulet and the way home.

The game's own levels are built in the order in which a hero reaches them. From each arrival the reachable ground is
computed with every fixture as a wall, so that no key, lever or secret door is ever needed; then with everything opened
that can be, and nothing may stay shut. The portal is opened and stepped through, and the Amulet picked up, carried home
and laid down, by a hero who cannot die, is alone there, and is placed where the computed ways lead.
"""

from collections import Counter
from collections.abc import Iterator

import esper

from roguelike.commands.prefab_check import makes_way
from roguelike.components import actors, bargains, items, magic, spatial
from roguelike.core import sight
from roguelike.core.geometry import DIRECTIONS, Point, distance, steps_between
from roguelike.core.records import Record, State, field
from roguelike.core.rng import Stream
from roguelike.effects import becoming, portals
from roguelike.engine.play.commands import PickUp, Step, UseItem
from roguelike.engine.play.commands import wizardry as wizard
from roguelike.engine.session import Session
from roguelike.lab.campaigns.campaign import Verdict, campaign
from roguelike.mapgen.depths import DEPTHS
from roguelike.mapgen.reach import reached
from roguelike.raws.catalog import catalog_in_force
from roguelike.world import changes, ecs, perception, space
from roguelike.world.catalog import Catalog
from roguelike.world.game import Cause, Game
from roguelike.world.level import Level
from roguelike.world.terrain import Tile

# --- What can be reached on a finished level: at once, and with every lock opened that has a key,
# lever or price. It examines the level as it stands in a game, with everything placed on it, and
# not its plan: a key that found no place, or a fixture set into the only passage, shows up only
# here.


class Dealer(Record):
    """Somebody or something on a level that offers deals."""

    entity: int
    point: Point
    name: str
    deals: tuple[bargains.Deal, ...]
    group: int
    """Number of a group of which only one may be taken; 0 for none."""


class Reach(State):
    """What can be reached on a level with everything opened that can be; `shut` says what never can."""

    ground: sight.Mask
    shut: list[str] = field(default_factory=list)


def open_ground(level: Level, start: Point) -> sight.Mask:
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


def _ground(level: Level, start: Point, closed: dict[Point, str]) -> sight.Mask:
    """Return the tiles that can be walked to past some closed fixtures."""
    free = level.walkable.copy()
    for point in closed:
        free[point] = False
    return reached(free, start) if free[start] else free & False


def _dealers(level: Level) -> Iterator[Dealer]:
    """Yield everybody and everything on a level that offers deals."""
    for entity, bargain in ecs.with_component(bargains.Bargain):
        position = esper.try_component(entity, spatial.Position)
        if position is not None and position.depth == level.depth:
            terms = esper.try_component(entity, bargains.Terms)
            yield Dealer(
                entity,
                (position.x, position.y),
                perception.true_name(entity),
                bargain.deals,
                terms.group if terms is not None else 0,
            )


def _closed(level: Level) -> Iterator[tuple[Point, str]]:
    """Yield the tile and name of everything that blocks the way permanently."""
    for point in level.fixtures:
        yield point, perception.true_name(level.blockers[point])


def _things(level: Level) -> Iterator[tuple[str, Point]]:
    """Yield the name and tile of each item that lies on a level or is carried there."""
    for entity, kind in ecs.with_component(actors.Kind):
        position = esper.try_component(entity, spatial.Position)
        if position is None or position.depth != level.depth:
            continue
        point = space.point_of(entity)
        assert point is not None  # it lies on a level
        if kind.section == "items":
            yield kind.name, point
        pack = esper.try_component(entity, items.Pack)
        if pack is not None:
            yield from ((ecs.get(item, actors.Kind).name, point) for item in pack.items)


def _is_beside(ground: sight.Mask, point: Point) -> bool:
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
            if isinstance(each, becoming.Switch) and makes_way(catalog, each.becomes):
                yield from (
                    point
                    for point, name in closed.items()
                    if name == each.prop and distance(point, dealer.point) <= each.tiles
                )


def _never(level: Level, ground: sight.Mask, closed: dict[Point, str]) -> Iterator[str]:
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
        things = {deal.price.item for deal in each.deals if deal.price.item is not None}
        is_locked = all(deal.price.item is not None for deal in each.deals)
        for item in things if is_locked else ():
            wanted.setdefault(item, set()).add((each.group, 0 if each.group else each.entity))
    for item, locks in wanted.items():
        if keys[item] < len(locks):
            yield f"{len(locks)} locks want {item}, and there are {keys[item]}"


LAST = max(DEPTHS)
SCROLL = "Town Portal Scroll"
PUT = Cause("the campaign", kind="move")


@campaign("ways", "seeds that cannot be won: stairs, locks, portal, Amulet", 1_000, 2)
def trial(seed: str, rng: Stream, number: int) -> Verdict:
    """Check every level of one seed, a portal, and the way home with the Amulet."""
    catalog = catalog_in_force()
    session = Session.start(f"{seed}/{number}", catalog)
    fault = next(_faults(session, catalog, rng), "")
    return Verdict("a seed", "barred" if fault else "can be won", fault)


def _faults(session: Session, catalog: Catalog, rng: Stream) -> Iterator[str]:
    """Yield what is wrong with a seed, in the order in which a hero would find out."""
    session.do(wizard.ToggleGod())
    for depth in range(portals.TOWN, LAST + 1):
        if depth > portals.TOWN:
            session.travel(session.game, depth)
        yield from (f"depth {depth}: {fault}" for fault in _level_faults(session.game, catalog))
    yield from _portal_faults(session, rng)
    yield from _ending_faults(session)


# --- one level


def _level_faults(game: Game, catalog: Catalog) -> Iterator[str]:
    """Yield what cannot be reached on the hero's level."""
    level = game.level
    up, down = level.find(Tile.UP_STAIRS), level.find(Tile.DOWN_STAIRS)
    start = up[0] if up else level.entry
    if bool(up) != (level.depth > portals.TOWN) or len(down) != 1:
        yield f"it has {len(up)} stairs up and {len(down)} down"
        return
    ground = open_ground(level, start)
    for what, point in (("stairs down", down[0]), *_goals(game)):
        if not ground[point]:
            yield f"no open way leads from {start} to the {what} at {point}"
    if level.depth == LAST and not any(name == "Amulet" for name, _ in _goals(game)):
        yield "the Amulet is not there"
    if level.depth == portals.TOWN and not any(name == "altar" for name, _ in _goals(game)):
        yield "the altar is not there"
    yield from with_locks_open(level, start, catalog).shut


def _goals(game: Game) -> Iterator[tuple[str, Point]]:
    """Yield what else a hero must reach on a level: the Amulet, and the altar to which it is brought."""
    for entity, _ in ecs.with_component(items.Relic):
        if entity not in game.dead and ecs.get(entity, spatial.Position).depth == game.depth:
            yield "Amulet", _place(entity)
    for entity, trigger in ecs.with_component(magic.Trigger):
        is_altar = any(isinstance(each, portals.ComeHome) for each in trigger.use.effects)
        if is_altar and ecs.get(entity, spatial.Position).depth == game.depth:
            yield "altar", _place(entity)


def _place(entity: int) -> Point:
    """Return the tile of something that is known to lie on a level."""
    point = space.point_of(entity)
    assert point is not None
    return point


# --- portal and ending


def _portal_faults(session: Session, rng: Stream) -> Iterator[str]:
    """Read a portal scroll on some level, and step through the portal that it leaves in town."""
    game, depth = session.game, 2 + rng.below(LAST - 1)
    session.travel(game, depth)
    here = session.here
    send_away(game)
    session.do(wizard.Give(SCROLL))
    session.do(wizard.IdentifyAll())  # an unidentified scroll asks for a target, as all of them do
    session.do(UseItem(ecs.get(game.player, items.Pack).items[-1]))
    if game.depth != portals.TOWN:
        yield f"depth {depth}: no portal opens at {here}"
        return
    gates = [_place(gate) for gate, _ in ecs.with_component(spatial.Gate)]
    if not gates or not open_ground(game.level, session.here)[gates[0]]:
        yield f"depth {depth}: no portal in town leads back"
        return
    _step_onto(session, gates[0])
    if (game.depth, session.here) != (depth, here):
        yield f"depth {depth}: the portal leads to depth {game.depth}, {session.here}, and not to {here}"


def _ending_faults(session: Session) -> Iterator[str]:
    """Pick the Amulet up, carry it up every stair, and lay it down."""
    game = session.game
    session.travel(game, LAST)
    send_away(game)
    amulet = next(item for item, _ in ecs.with_component(items.Relic))
    _put(game, _place(amulet))
    session.do(PickUp(amulet))
    if not portals.bears_relic(game.player):
        yield f"depth {LAST}: the Amulet cannot be taken up"
        return
    for depth in range(LAST - 1, portals.TOWN - 1, -1):
        session.travel(game, depth)
        if game.level.tiles[session.here] != Tile.DOWN_STAIRS:
            yield f"depth {depth}: who comes from below arrives at {session.here}, off the stairs"
    send_away(game)
    _step_onto(session, next(point for what, point in _goals(game) if what == "altar"))
    if not session.is_won:
        yield "the Amulet lies on the altar, and nothing is won"


def send_away(game: Game) -> None:
    """Remove all creatures from the hero's level, so that a turn has no other effects.

    Those who hunt the hero keep portals shut, drag a hero who arrives off the tile, or confuse one who would pick up
    the Amulet; that is their purpose, and no fault of the seed.
    """
    for entity, _ in list(ecs.with_component(actors.Mind)):
        if ecs.get(entity, spatial.Position).depth == game.depth and entity not in game.dead:
            game.change(changes.Removed(entity, PUT))


def _step_onto(session: Session, goal: Point) -> None:
    """Put the hero next to a tile, and step onto it."""
    level = session.game.level
    for dx, dy in DIRECTIONS:
        beside = goal[0] - dx, goal[1] - dy
        if level.is_free(beside):
            _put(session.game, beside)
            session.do(Step(dx, dy))
            return


def _put(game: Game, point: Point) -> None:
    """Put the hero on a tile of the level; a creature standing there is moved to the nearest free tile."""
    stander = game.level.blockers.get(point)
    if stander is not None and stander != game.player:
        spot = space.nearest_free(game, stander, point)
        assert spot is not None  # no level is that full
        changes.move(game, stander, spot, PUT)
    changes.move(game, game.player, point, PUT)
