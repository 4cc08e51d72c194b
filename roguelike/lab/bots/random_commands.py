"""The habit of the random bot: any command that a player might give, sensible or not.

Sensible ones keep a game moving; the others walk into walls, aim into the dark, drop cursed items and cast without
mana, which is where faults hide.
"""

from collections.abc import Callable, Iterator, Sequence

import esper

from roguelike.actions.senses import seen_creatures
from roguelike.components.items import Pack
from roguelike.components.magic import Use
from roguelike.components.spatial import Door
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.core.rng import Stream
from roguelike.engine.autopilot.explore import next_exploring
from roguelike.engine.foreseeing.aiming import aimable
from roguelike.engine.play.commands import (
    Action,
    Cast,
    CloseDoor,
    Drop,
    Equip,
    Melee,
    OpenDoor,
    Pass,
    PickUp,
    Rest,
    Shoot,
    Step,
    Swap,
    TakeOff,
    TakeStairs,
    UseItem,
)
from roguelike.engine.session import Session
from roguelike.world import ecs
from roguelike.world.names import known_names

MakeCommand = Callable[[Session, Stream], Action]
MOST_TRIES = 30
"""Commands tried in one turn before the bot passes."""
FURTHEST_AIM = 9


def random_commands(session: Session, rng: Stream) -> Iterator[Action]:
    """Yield random commands, by weight."""
    for _ in range(MOST_TRIES):
        make = rng.weighted(WEIGHTED_COMMANDS)
        if make is not None:
            yield make(session, rng)


def _step(session: Session, rng: Stream) -> Action:
    """Step in any of the eight directions, even into a wall."""
    return Step(*rng.choice(DIRECTIONS))


def _explore(session: Session, rng: Stream) -> Action:
    """Return the next step of exploring, or a random step if all is explored."""
    return next_exploring(session.game) or _step(session, rng)


def _loose(session: Session, rng: Stream) -> int:
    """Pick a carried item; 0 if there is none."""
    return _any(ecs.get(session.game.player, Pack).items, rng)


def _worn(session: Session, rng: Stream) -> int:
    """Pick a worn item; 0 if there is none."""
    return _any(list(ecs.get(session.game.player, Pack).worn.values()), rng)


def _any(entities: Sequence[int], rng: Stream) -> int:
    """Pick one entity; 0, which is no entity, if there is none."""
    return rng.choice(entities) if entities else 0


def _use(session: Session, rng: Stream) -> Action:
    """Use a carried item: aimed anywhere if it is aimed, and with any other item as the choice."""
    item, choice = _loose(session, rng), _loose(session, rng)
    action = UseItem(item, choice=choice)
    use = esper.try_component(item, Use)
    if use is None or not use.delivery.aimed:
        return action
    return UseItem(item, _aim(session, rng, action), choice)


def _cast(session: Session, rng: Stream) -> Action:
    """Cast a known spell, aimed anywhere."""
    known = known_names(session.game.player)
    if not known:
        return Cast("Zap")
    spell = rng.choice(known)
    return Cast(spell, _aim(session, rng, Cast(spell)))


def _aim(session: Session, rng: Stream, action: Action) -> Point:
    """Pick a tile: a good one, an allowed one, or any nearby."""
    best = session.best_aims(action) if rng.chance(50) else []
    if best:
        return best[0]
    allowed = session.ask(aimable, action)
    if allowed and rng.chance(80):
        return rng.choice(allowed)
    x, y = session.here
    return (
        x + rng.between(-FURTHEST_AIM, FURTHEST_AIM),
        y + rng.between(-FURTHEST_AIM, FURTHEST_AIM),
    )


def _creature(session: Session, rng: Stream) -> int:
    """Pick a creature in view; 0 if there is none."""
    return _any(seen_creatures(session.game), rng)


def _door(session: Session, rng: Stream) -> int:
    """Pick a door next to the player; 0 if there is none."""
    level, (x, y) = session.game.level, session.here
    beside = [
        entity
        for dx, dy in DIRECTIONS
        for entity in level.occupants((x + dx, y + dy))
        if esper.try_component(entity, Door) is not None
    ]
    return _any(beside, rng)


def _always(action: Action) -> MakeCommand:
    """Return a function that always makes the same command."""

    def command(session: Session, rng: Stream) -> Action:
        """Return the same command each time."""
        return action

    return command


WEIGHTED_COMMANDS: tuple[tuple[MakeCommand, float], ...] = (
    (_step, 30),
    (_explore, 30),
    (_use, 8),
    (_cast, 8),
    (lambda session, rng: Melee(_creature(session, rng)), 8),
    (lambda session, rng: Shoot(_creature(session, rng)), 3),
    (lambda session, rng: Swap(_creature(session, rng)), 1),
    (lambda session, rng: Equip(_loose(session, rng)), 4),
    (lambda session, rng: TakeOff(_worn(session, rng)), 2),
    (lambda session, rng: Drop(_loose(session, rng)), 2),
    (lambda session, rng: Drop(_worn(session, rng)), 0.5),
    (lambda session, rng: OpenDoor(_door(session, rng)), 2),
    (lambda session, rng: CloseDoor(_door(session, rng)), 2),
    (_always(PickUp()), 4),
    (_always(TakeStairs(1)), 6),
    (_always(TakeStairs(-1)), 2),
    (_always(Rest()), 8),
    (_always(Pass()), 2),
)
"""Functions that make commands, with their weights."""
