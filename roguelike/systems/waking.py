"""Sleep and noise. Sleepers are not in the turn queue and cost nothing, until sight, noise or pain wakes them.

Noise is not an effect: it is read from the trace. So no spell, fight or door has to know that it is loud, and a
forecast, whose trace is not read for noise, wakes nobody.
"""

from collections.abc import Callable, Sequence
from typing import Any

import esper
import numpy as np
from numpy.typing import NDArray

from roguelike.components import actors, spatial
from roguelike.core.geometry import Point
from roguelike.effects.statuses import wake
from roguelike.systems.ai.sightings import HUNTS_BY_SOUND, factions_of
from roguelike.world import changes, ecs, factions, perception, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import NOBODY, Cause, Change, Derived, Game

MOST_NOISES = 24
"""The most noises of one turn that are heard; later ones are ignored."""
SURE_SHARE = 0.5
"""Share of a noise's reach within which it always wakes; beyond, one time in two."""
NOTICING_TILES = 7
"""Tiles within which a sleeper may notice the player."""
NOTICING_PERCENT_PER_TILE = 6.0
"""Percent chance each turn, for each tile nearer than NOTICING_TILES."""


class Sleepers(Derived):
    """The sleepers of a level and their tiles, as arrays, so that all are searched at once."""

    entities: list[int]
    xs: NDArray[np.intp]
    ys: NDArray[np.intp]


def sleepers(game: Game) -> Sleepers:
    """Return the sleepers on the player's level, cached until one of them wakes, comes or goes."""
    caches = game.caches
    revision = (game.depth, caches.sleep)
    kept = caches.kept.get(Sleepers)  # `get`, inlined: every alarm asks, and every noise
    if kept is not None and kept[0] == revision:
        found: Sleepers = kept[1]
        return found
    return caches.keep(revision, _find_sleepers(game))


def _find_sleepers(game: Game) -> Sleepers:
    """Find the sleepers of the player's level, by id."""
    asleep = [
        (entity, ecs.get(entity, spatial.Position))
        for entity, mind in space.present(game, actors.Mind)
        if not mind.awake and entity not in game.dead
    ]
    return Sleepers(
        [entity for entity, _ in asleep],
        np.array([position.x for _, position in asleep], dtype=np.intp),
        np.array([position.y for _, position in asleep], dtype=np.intp),
    )


def sleepers_within(game: Game, point: Point, tiles: int) -> list[int]:
    """List the sleepers within a distance in tiles of a point, by id."""
    known = sleepers(game)
    if not known.entities:
        return []
    away = np.maximum(abs(known.xs - point[0]), abs(known.ys - point[1]))
    return [
        entity
        for index in np.flatnonzero(away <= tiles)
        if (entity := known.entities[index]) not in game.dead
    ]


def listen(game: Game, news: Sequence[Change]) -> None:
    """Wake and attract creatures by the noises of these changes, and wake the wounded."""
    noisy = []
    for change in news:
        if type(change) is changes.PoolChanged:
            _wake_wounded(game, change)
        elif type(change) in changes.NOISES:
            noisy.append(change)
    if not noisy or not (sleepers(game).entities or _idle(game)):
        return  # in most fights nobody is left to be woken or drawn
    noises: dict[Point, tuple[int, int]] = {}
    for change in noisy:
        if len(noises) == MOST_NOISES:
            break
        point = _SOURCES[type(change)](change)
        steps = changes.loudness(change)
        if point is not None and steps > noises.get(point, (0, 0))[0]:
            noises[point] = (steps, change.cause.by)
    for point, (steps, maker) in noises.items():
        _spread_noise(game, point, steps, maker)


def _wake_wounded(game: Game, change: changes.PoolChanged) -> None:
    """Let the victim of a wound, which is awake by now, know where the attacker stands."""
    if change.pool != "hp" or change.after >= change.before or change.entity in game.dead:
        return
    mind = esper.try_component(change.entity, actors.Mind)
    if mind is None or not space.is_here(game, change.entity):
        return
    if (
        mind.last_seen is None
        and not mind.target
        and change.cause.by not in (NOBODY, change.entity)
    ):
        mind.last_seen = space.point_of(change.cause.by)


def _middle_of(change: changes.Unleashed) -> Point | None:
    """Return the middle of the tiles that a use reaches, or where its source is; None if it is silent."""
    if change.silent:
        return None
    return (
        change.points[len(change.points) // 2] if change.points else space.point_of(change.source)
    )


_SOURCES: dict[type[Change], Callable[[Any], Point | None]] = {
    changes.Struck: lambda change: space.point_of(change.target),
    changes.Missed: lambda change: space.point_of(change.target),
    changes.Unleashed: _middle_of,
    changes.Died: lambda change: space.point_of(change.entity),
    changes.DoorMoved: lambda change: space.point_of(change.door),
    changes.Sounded: lambda change: change.point,
}
"""The tile at which a noise of each kind is made; None if it has none."""


def _spread_noise(game: Game, point: Point, loudness: int, maker: int) -> None:
    """Wake sleepers in reach of a noise, and draw idle creatures to it if an enemy of theirs made it."""
    for entity in sleepers_within(game, point, loudness):
        steps = _steps(game, point, entity, loudness)
        if steps is None or ecs.get(entity, actors.Nature).ambush_tiles:
            continue
        if steps <= loudness * SURE_SHARE or game.rng.chance(50):
            wake(game, entity, Cause("noise", maker, "noise"))
            _attract(game, entity, point, maker)
    if factions.acts_for_player(game, maker):
        for entity in _idle_within(game, point, loudness):
            if _steps(game, point, entity, loudness) is not None:
                _attract(game, entity, point, maker)


def _steps(game: Game, point: Point, entity: int, loudness: int) -> int | None:
    """Return the steps from a noise to a creature; None if it is out of reach."""
    here = space.point_of(entity)
    return None if here is None else game.level.toward(point).distance(here, loudness)


def _idle(game: Game) -> list[int]:
    """List the creatures on the level that are awake and without a target, or track the player and always listen."""
    known = factions_of(game)
    return [
        entity
        for company in known.minds.values()
        for entity, mind in company
        if mind.awake and ((mind.last_seen is None and not mind.target) or entity in known.trackers)
    ]


def _idle_within(game: Game, point: Point, tiles: int) -> list[int]:
    """List those of them within a distance in tiles of a point, by id."""
    x, y = point
    return [
        entity
        for entity in sorted(_idle(game))
        if any(abs(a - x) <= tiles and abs(b - y) <= tiles for a, b in space.cells_of(entity))
    ]


def _attract(game: Game, entity: int, point: Point, maker: int) -> None:
    """Send a creature to the tile of an enemy's noise or, for a blow at itself, to the attacker."""
    if maker in (NOBODY, entity) or not esper.entity_exists(maker):
        return
    if factions.stance(game, factions.faction(entity), factions.faction(maker)) == "attack":
        place = space.point_of(maker) if point in space.cells_of(entity) else point
        ecs.get(entity, actors.Mind).last_seen = place


def hear_steps(game: Game) -> None:
    """Let creatures that hunt by sound hear the player's step: awake ones come, sleepers may wake."""
    here = space.point_of(game.player)
    if here is None:
        return
    hunters = [
        each for each in space.present(game, actors.Nature) if HUNTS_BY_SOUND in each[1].habits
    ]
    for entity, nature in hunters:
        if entity in game.dead:
            continue
        mind = ecs.get(entity, actors.Mind)
        steps = _steps(game, here, entity, nature.vision_tiles)
        if steps is None:
            continue
        if mind.awake:
            _attract(game, entity, here, game.player)
        elif game.rng.chance(NOTICING_PERCENT_PER_TILE * (NOTICING_TILES - steps)):
            wake(game, entity, Cause("a step", game.player, "noise"))
            _attract(game, entity, here, game.player)


def notice_player(game: Game) -> None:
    """Wake sleepers in view that notice the player, and ambushers that the player has come near."""
    known = sleepers(game)
    if not known.entities or game.player in game.dead:
        return
    here = space.point_of(game.player)
    if here is None:
        return
    seen = game.level.visible[known.xs, known.ys].nonzero()[0].tolist()
    if not seen:
        return
    unseen = perception.UNSEEN in stats_of(game.player).status.flags
    cause = Cause("the sight of you", game.player, "sight")
    for index in seen:
        entity = known.entities[index]
        if entity in game.dead or HUNTS_BY_SOUND in ecs.get(entity, actors.Nature).habits:
            continue
        away = max(abs(int(known.xs[index]) - here[0]), abs(int(known.ys[index]) - here[1]))
        if _notices(game, entity, away, unseen=unseen):
            wake(game, entity, cause)


def _notices(game: Game, entity: int, away: int, *, unseen: bool) -> bool:
    """Roll whether a sleeper notices a player at a distance in tiles; ambushers always do within theirs."""
    ambush = ecs.get(entity, actors.Nature).ambush_tiles
    if ambush:
        return away <= ambush or perception.is_noticed(entity)
    if unseen or away >= NOTICING_TILES:
        return False
    return game.rng.chance(NOTICING_PERCENT_PER_TILE * (NOTICING_TILES - away))
