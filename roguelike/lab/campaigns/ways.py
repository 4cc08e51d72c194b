"""Whether a seed can be won at all: on every level an open way on and back, then the Amulet and the way home.

The game's own levels are built in the order in which a hero reaches them. From each arrival the reachable ground is
computed with every fixture as a wall, so that no key, lever or secret door is ever needed; then with everything opened
that can be, and nothing may stay shut. The portal is opened and stepped through, and the Amulet picked up, carried home
and laid down, by a hero who cannot die, is alone there, and is placed where the computed ways lead.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from roguelike.components.actors import Mind
from roguelike.components.items import Pack, Relic
from roguelike.components.magic import Trigger
from roguelike.components.spatial import Gate, Position
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.core.rng import Stream
from roguelike.effects.portals import TOWN, ComeHome, bears_relic
from roguelike.engine.play.commands import PickUp, Step, UseItem
from roguelike.engine.play.commands import wizardry as wizard
from roguelike.engine.session import Session
from roguelike.lab.campaigns.campaign import Campaign, Trial, Verdict
from roguelike.lab.campaigns.reachable import open_ground, with_locks_open
from roguelike.mapgen.depths import DEPTHS
from roguelike.raws.catalog import Catalog, catalog_in_force
from roguelike.world import ecs
from roguelike.world.changes import Removed, move
from roguelike.world.game import Cause, Game
from roguelike.world.space import nearest_free, point_of
from roguelike.world.terrain import Tile

LAST = max(DEPTHS)
SCROLL = "Town Portal Scroll"
PUT = Cause("the campaign", kind="move")


@contextmanager
def _open(seed: str) -> Iterator[Trial]:
    """Go through the seeds in order."""

    def trial(rng: Stream, number: int) -> Verdict:
        """Check every level of one seed, a portal, and the way home with the Amulet."""
        catalog = catalog_in_force()
        session = Session.start(f"{seed}/{number}", catalog)
        try:
            fault = next(_faults(session, catalog, rng), "")
        finally:
            ecs.drop_world(session.game.world)
        return Verdict("a seed", "barred" if fault else "can be won", fault)

    yield trial


def _faults(session: Session, catalog: Catalog, rng: Stream) -> Iterator[str]:
    """Yield what is wrong with a seed, in the order in which a hero would find out."""
    session.do(wizard.ToggleGod())
    for depth in range(TOWN, LAST + 1):
        if depth > TOWN:
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
    if bool(up) != (level.depth > TOWN) or len(down) != 1:
        yield f"it has {len(up)} stairs up and {len(down)} down"
        return
    ground = open_ground(level, start)
    for what, point in (("stairs down", down[0]), *_goals(game)):
        if not ground[point]:
            yield f"no open way leads from {start} to the {what} at {point}"
    if level.depth == LAST and not any(name == "Amulet" for name, _ in _goals(game)):
        yield "the Amulet is not there"
    if level.depth == TOWN and not any(name == "altar" for name, _ in _goals(game)):
        yield "the altar is not there"
    yield from with_locks_open(level, start, catalog).shut


def _goals(game: Game) -> Iterator[tuple[str, Point]]:
    """Yield what else a hero must reach on a level: the Amulet, and the altar to which it is brought."""
    for entity, _ in ecs.with_component(Relic):
        if entity not in game.dead and ecs.get(entity, Position).depth == game.depth:
            yield "Amulet", _place(entity)
    for entity, trigger in ecs.with_component(Trigger):
        is_altar = any(isinstance(each, ComeHome) for each in trigger.use.effects)
        if is_altar and ecs.get(entity, Position).depth == game.depth:
            yield "altar", _place(entity)


def _place(entity: int) -> Point:
    """Return the tile of something that is known to lie on a level."""
    point = point_of(entity)
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
    session.do(UseItem(ecs.get(game.player, Pack).items[-1]))
    if game.depth != TOWN:
        yield f"depth {depth}: no portal opens at {here}"
        return
    gates = [_place(gate) for gate, _ in ecs.with_component(Gate)]
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
    amulet = next(item for item, _ in ecs.with_component(Relic))
    _put(game, _place(amulet))
    session.do(PickUp(amulet))
    if not bears_relic(game.player):
        yield f"depth {LAST}: the Amulet cannot be taken up"
        return
    for depth in range(LAST - 1, TOWN - 1, -1):
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
    for entity, _ in list(ecs.with_component(Mind)):
        if ecs.get(entity, Position).depth == game.depth and entity not in game.dead:
            game.change(Removed(entity, PUT))


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
        spot = nearest_free(game, stander, point)
        assert spot is not None  # no level is that full
        move(game, stander, spot, PUT)
    move(game, game.player, point, PUT)


WAYS = Campaign("ways", "seeds that cannot be won: stairs, locks, portal, Amulet", 1_000, 2, _open)
