"""A creature at its turn: what its thoughts ask for again and again, looked up once."""

from roguelike.components.actors import Figures, Mind, Nature, Sums
from roguelike.components.spatial import Body, Position
from roguelike.core.geometry import Point
from roguelike.core.paths import DistanceField
from roguelike.core.records import dataclass
from roguelike.world.ecs import Row
from roguelike.world.figures import figures
from roguelike.world.game import Game
from roguelike.world.level import Level
from roguelike.world.space import SMALL, can_stand


@dataclass(slots=True, eq=False)
class Actor:
    """One that is about to act, where it stands and what it is like; thrown away when it has made up its mind."""

    game: Game
    level: Level
    entity: int
    row: Row
    here: Point
    mind: Mind
    nature: Nature
    figures: Sums
    body: Body

    @classmethod
    def of(cls, game: Game, entity: int, row: Row) -> "Actor":
        """Gather what is known of a creature, whose components are at hand."""
        place: Position = row[Position]
        return cls(
            game,
            game.level,
            entity,
            row,
            (place.x, place.y),
            row[Mind],
            row[Nature],
            row[Figures].now or figures(entity),
            row.get(Body, SMALL),
        )

    def can_enter(self, point: Point) -> bool:
        """Return whether it could step to a tile beside it, or open what bars the way."""
        if self.body.width > 1:
            return can_stand(self.game, self.entity, point)
        level = self.level
        if point in level.blockers:
            return self.nature.hands and point in level.shut
        return bool(level.walkable[point])

    def way_to(self, goal: Point) -> DistanceField:
        """Return the field that leads one of its build to a goal."""
        return self.level.way(goal, self.body, hands=self.nature.hands)
