"""A creature in its turn: everything that its decision needs repeatedly, looked up once.

The registry of habits: what a creature considers, and in which order, before and after a fight.

Each habit names the one after which it comes, so that a new one takes its place without a list of all being edited. A
creature's habits are looked up once for each kind of creature.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from roguelike.actions import acting
from roguelike.components import actors, spatial
from roguelike.core import paths
from roguelike.core.flags import flag
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.core.records import State
from roguelike.systems.ai.hazard_map import Avoidance, avoided_by, water_dreaded
from roguelike.world import ecs, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game
from roguelike.world.level import Level, covered

Sighting = tuple[int, int]
"""(squared distance in tiles between the nearest tiles of two creatures, the other's id)."""


class Actor(State, eq=False):
    """A creature that is about to act, with its components; made for one decision and then dropped."""

    game: Game
    level: Level
    entity: int
    row: ecs.Row
    here: Point
    mind: actors.Mind
    nature: actors.Nature
    stats: actors.DerivedStats
    body: spatial.Body
    avoided: Avoidance | None
    prey: Sequence[Sighting] = ()
    """The enemies in sight, once it has looked around."""

    @classmethod
    def of(cls, game: Game, entity: int, row: ecs.Row) -> "Actor":
        """Make the actor of a creature from its row of components."""
        place: spatial.Position = row[spatial.Position]
        nature: actors.Nature = row[actors.Nature]
        stats: actors.DerivedStats = row[actors.StatsCache].now or stats_of(entity)
        level = game.levels[game.depth]
        avoided = (
            avoided_by(game, level, entity, stats)
            if level.hazards and not nature.ignores_hazards
            else None
        )
        if nature.dreads_water:
            avoided = water_dreaded(game, level, avoided)
        return cls(
            game,
            level,
            entity,
            row,
            (place.x, place.y),
            row[actors.Mind],
            nature,
            stats,
            row.get(spatial.Body, space.SMALL),
            avoided,
        )

    @property
    def passes_doors(self) -> bool:
        """Whether a shut door only delays it: it opens them, or breaks them down."""
        return self.nature.hands or self.nature.breaks_doors > 0

    def can_enter(self, point: Point) -> bool:
        """Return whether it would step to a neighbouring tile, or open or break the door there."""
        if self.avoided is not None and self.is_in_hazard(point):
            return False
        if self.body.width > 1:
            return space.can_stand(self.game, self.entity, point)
        level = self.level
        if point in level.blockers:
            return self.passes_doors and point in level.shut
        if level.walkable[point]:
            return True
        level.note_barred((point,))
        return False

    def open_ways(self) -> Sequence[Point]:
        """List the directions (dx, dy) that the creature can enter, orthogonal ones first."""
        (x, y), level = self.here, self.level
        if not self.body.plain:
            return [(dx, dy) for dx, dy in DIRECTIONS if self.can_enter((x + dx, y + dy))]
        found = level.ground_beside(self.here) & ~paths.window(level.crowd, self.here)
        if self.avoided is not None:
            found &= ~paths.window(self.avoided.rows, self.here)
        free = paths.directions(found)
        if self.passes_doors or not level.shut:
            return free
        return [(dx, dy) for dx, dy in free if (x + dx, y + dy) not in level.shut]

    def way_to(self, goal: Point) -> paths.DistanceField:
        """Return the field of distances to a goal, for this creature's size, hands and what it avoids."""
        ways = self.level if self.avoided is None else self.avoided
        return ways.way(goal, self.body, hands=self.passes_doors)

    def is_in_hazard(self, point: Point) -> bool:
        """Return whether any tile it would cover at `point` is one that it avoids."""
        if self.avoided is None:
            return False
        tiles = self.avoided.tiles
        return (
            point in tiles if self.body.plain else not tiles.isdisjoint(covered(point, self.body))
        )


Doing = Callable[[Actor], acting.Action | None]
"""Returns what a creature does, or None to let it consider the next habit."""
DANGER, FIGHT = "danger", "fight"
"""What the first habits come after: those before a fight, which make it forgo one, and those with nobody to fight."""


class Habit(NamedTuple):
    """What a creature does, and the habit or the field of Nature that makes it do so; "" for every creature."""

    do: Doing
    of: str


_AFTER: dict[str, dict[str, Habit]] = {}
"""The habits, by name, that come directly after something."""


def habit(*, after: str, of: str = "", words: str = "") -> Callable[[Doing], Doing]:
    """Register the function below as a habit of all creatures, or of those whose row names `of` among its habits.

    A habit with a figure is a field of Nature instead. The `words` for one that is declared here are shown on its page.

    It is considered after the habit of another function, DANGER or FIGHT. Where several come after the same, they are
    in the order of their names.
    """
    if words:
        flag("habits", of, words)

    def register(do: Doing) -> Doing:
        _AFTER.setdefault(after, {})[do.__name__] = Habit(do, of)
        return do

    return register


@lru_cache(maxsize=1_000)
def habits_of(nature: actors.Nature) -> tuple[tuple[Doing, ...], tuple[Doing, ...]]:
    """Return the habits of creatures of one nature, in their order: those before a fight, and those after it."""
    return tuple(_following(nature, DANGER)), tuple(_following(nature, FIGHT))


def _following(nature: actors.Nature, name: str) -> Iterator[Doing]:
    """Yield the habits that come after something, each followed by those that come after it."""
    for later, each in sorted(_AFTER.get(name, {}).items()):
        if each.of in ("", *nature.habits) or getattr(nature, each.of, None) not in (0, None):
            yield each.do
        yield from _following(nature, later)
