"""Sleep and noise: who sleeps is in no agenda and costs nothing, until sight, noise or pain wakes it.

Noise is no effect: it is read from the trace, like everything that follows from what happened. So no spell, fight or
door has to know that it is loud, and a forecast, whose trace nobody reads, wakes nobody.
"""

from collections.abc import Iterable, Sequence

import esper
import numpy as np
from numpy.typing import NDArray

from roguelike.components.actors import Initiative, Mind, Nature
from roguelike.components.spatial import Hidden, Position
from roguelike.components.vitals import Pools
from roguelike.core.geometry import Point
from roguelike.core.paths import DistanceField
from roguelike.core.records import State
from roguelike.effects.targeting import faction, master_of, stance
from roguelike.world import ecs
from roguelike.world.changes import (
    Died,
    DoorMoved,
    Missed,
    PoolChanged,
    Rescheduled,
    Struck,
    Unleashed,
    alter,
)
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import NOBODY, Cause, Change, Game
from roguelike.world.space import is_here, point_of

LOUDNESS: dict[type[Change], int] = {Unleashed: 9, Died: 6, Struck: 5, Missed: 4, DoorMoved: 4}
"""Steps that the noise of a kind of change carries: round corners, and through doors."""
MOST_NOISES = 24
"""How many noises of a turn are listened for, the first."""
SURE_SHARE = 0.5
"""Within this share of a noise's reach it wakes for sure; beyond, one time in two."""
NOTICING_TILES = 7
"""Tiles within which a sleeper may notice the player."""
NOTICING_ODDS = 6.0
"""Percent chance a turn for each tile nearer than that: it is safe to look, and folly to linger."""
FIRST_TICKS = 4
"""Ticks until one that woke acts."""


class Sleepers(State):
    """Who sleeps on a level, and where, so that they can be looked through at once."""

    depth: int
    entities: list[int]
    xs: NDArray[np.intp]
    ys: NDArray[np.intp]


def sleepers(game: Game) -> Sleepers:
    """Return who sleeps on the player's level; worked out anew only after somebody woke or came."""
    found = game.sleepers
    if not isinstance(found, Sleepers) or found.depth != game.depth:
        asleep = [
            (entity, position)
            for entity, mind in ecs.with_component(Mind)
            if not mind.awake
            and entity not in game.dead
            and (position := ecs.get(entity, Position)).depth == game.depth
        ]
        found = game.sleepers = Sleepers(
            game.depth,
            [entity for entity, _ in asleep],
            np.array([position.x for _, position in asleep], dtype=np.intp),
            np.array([position.y for _, position in asleep], dtype=np.intp),
        )
    return found


def sleepers_within(game: Game, point: Point, tiles: int) -> list[int]:
    """List the sleepers within so many tiles of a point, by id."""
    known = sleepers(game)
    if not known.entities:
        return []
    away = np.maximum(abs(known.xs - point[0]), abs(known.ys - point[1]))
    return [
        entity
        for index in np.flatnonzero(away <= tiles)
        if (entity := known.entities[index]) not in game.dead
    ]


def wake(game: Game, entity: int, cause: Cause) -> None:
    """Wake a sleeper; one that lay in ambush shows itself."""
    alter(game, entity, Mind, "awake", after=True, cause=cause)
    if esper.has_component(entity, Hidden):
        alter(game, entity, Hidden, "found", after=True, cause=cause)
    initiative = esper.component_for_entity(entity, Initiative)
    game.change(Rescheduled(entity, initiative.due, game.now + FIRST_TICKS, cause))
    game.sleepers = None


def listen(game: Game, news: Sequence[Change]) -> None:
    """Let everybody hear what has happened, and feel what hurt them."""
    noises: dict[Point, tuple[int, int]] = {}
    for change in news:
        kind = type(change)
        if kind is PoolChanged:
            _feel(game, change)  # type: ignore[arg-type]
        elif kind in LOUDNESS and len(noises) < MOST_NOISES:
            point = _source_of(change)
            if point is not None and LOUDNESS[kind] > noises.get(point, (0, 0))[0]:
                noises[point] = (LOUDNESS[kind], change.cause.by)
    for point, (loudness, maker) in noises.items():
        _carry(game, point, loudness, maker)


def _feel(game: Game, change: PoolChanged) -> None:
    """Let a wound wake its victim, who knows where it came from if somebody dealt it."""
    if change.pool != "hp" or change.after >= change.before or change.entity in game.dead:
        return
    mind = esper.try_component(change.entity, Mind)
    if mind is None or not is_here(game, change.entity):
        return
    if not mind.awake:
        wake(game, change.entity, change.cause)
    if (
        mind.last_seen is None
        and not mind.quarry
        and change.cause.by not in (NOBODY, change.entity)
    ):
        mind.last_seen = point_of(change.cause.by)


def _source_of(change: Change) -> Point | None:
    """Return where the noise of a change is made."""
    match change:
        case Unleashed(source=source, points=points):
            return points[len(points) // 2] if points else point_of(source)
        case Struck(target=target) | Missed(target=target):
            return point_of(target)
        case Died(entity=entity):
            return point_of(entity)
        case DoorMoved(door=door):
            return point_of(door)
        case _:
            return None


def _carry(game: Game, point: Point, loudness: int, maker: int) -> None:
    """Let a noise wake sleepers, and draw those who look for nobody yet if an enemy of theirs made it."""
    cause = Cause("noise", maker, "noise")
    field = game.level.toward(point)
    for entity in sleepers_within(game, point, loudness):
        steps = _steps(field, entity, loudness)
        if steps is None or esper.component_for_entity(entity, Nature).ambush:
            continue
        if steps <= loudness * SURE_SHARE or game.rng.chance(50):
            wake(game, entity, cause)
            _draw(game, entity, point, maker)
    if maker and master_of(maker) == game.player:
        for entity in _idle_within(game, point, loudness):
            if _steps(field, entity, loudness) is not None:
                _draw(game, entity, point, maker)


def _steps(field: DistanceField, entity: int, loudness: int) -> int | None:
    """Return how many steps a noise has come to somebody; None when it did not."""
    here = point_of(entity)
    return None if here is None else field.distance(here, loudness)


def _idle_within(game: Game, point: Point, tiles: int) -> Iterable[int]:
    """List the waking who look for nobody, within so many tiles of a point, by id."""
    x, y = point
    near = {
        entity
        for (a, b), entity in game.level.blockers.items()
        if abs(a - x) <= tiles and abs(b - y) <= tiles
    }
    for entity in sorted(near):
        mind = esper.try_component(entity, Mind)
        if mind is not None and mind.awake and not mind.quarry and mind.last_seen is None:
            yield entity


def _draw(game: Game, entity: int, point: Point, maker: int) -> None:
    """Have somebody go and see what made a noise, if it is likely to have been an enemy."""
    if maker in (NOBODY, entity) or not esper.entity_exists(maker):
        return
    if stance(game, faction(entity), faction(maker)) == "attack":
        esper.component_for_entity(entity, Mind).last_seen = point


def stir(game: Game) -> None:
    """Let sleepers in the player's view notice the player, and ambushers whom the player came near spring."""
    known = sleepers(game)
    if not known.entities or game.player in game.dead:
        return
    here = point_of(game.player)
    if here is None:
        return
    seen = np.flatnonzero(game.level.visible[known.xs, known.ys])
    unseen = stats_of(game.player).unseen
    cause = Cause("the sight of you", game.player, "sight")
    for index in seen:
        entity = known.entities[index]
        if entity in game.dead:
            continue
        away = max(abs(int(known.xs[index]) - here[0]), abs(int(known.ys[index]) - here[1]))
        if _notices(game, entity, away, unseen=unseen):
            wake(game, entity, cause)


def _notices(game: Game, entity: int, away: int, *, unseen: bool) -> bool:
    """Return whether a sleeper opens an eye on a player so many tiles away, or an ambusher springs."""
    ambush = esper.component_for_entity(entity, Nature).ambush
    if ambush:
        return away <= ambush or _is_found(entity)
    if unseen or away >= NOTICING_TILES:
        return False
    return game.rng.chance(NOTICING_ODDS * (NOTICING_TILES - away))


def _is_found(entity: int) -> bool:
    """Return whether one in ambush has been found out."""
    hidden = esper.try_component(entity, Hidden)
    return hidden is None or hidden.found


def is_asleep(entity: int) -> bool:
    """Return whether a creature sleeps of itself: enchanted sleep is a status."""
    mind = esper.try_component(entity, Mind)
    pools = esper.try_component(entity, Pools)
    return mind is not None and pools is not None and not mind.awake
