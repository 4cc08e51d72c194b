"""The total cost of a command in hit points: those lost, what it uses up, and blows that are only postponed.

Stepping away from a fight, drinking or waiting leaves the same turn to be faced again. So an action that takes less
from the enemies than a turn of standing still costs is charged the difference. Mana comes back, so it is charged only
as far as it exceeds what the same harm, done by blows and shots turn after turn, would have cost.
"""

from roguelike.actions.action import Action
from roguelike.actions.senses import hostiles_in_view
from roguelike.components.actors import Mind
from roguelike.components.vitals import HungerClock
from roguelike.core.records import Record
from roguelike.effects.food import WELL_FED_TURNS, Feed
from roguelike.world import ecs
from roguelike.world.game import Game

MANA_WORTH = 0.6
"""The worth in hit points of a point of mana."""
LEAST_OWED, LEAST_DONE = 2.0, 3.0
"""The least hit points that a turn of standing still is assumed to cost while an enemy in view is awake, and the least
harm that a turn without using anything up is assumed to do."""


class Pace(Record):
    """The pace of a fight in which nothing is used up: the cost of each turn, and the most harm that one turn does."""

    owed: float
    free: float

    def saved_by(self, harm: float) -> float:
        """Return the hit points that doing this much harm at once saves: the cost of the turns needed without mana."""
        beyond = max(0.0, harm - max(0.0, self.free))
        return self.owed * beyond / max(self.free, LEAST_DONE)


def spared(game: Game, action: Action) -> float:
    """Return the hit points that eating saves a starving player: one per turn until the clock runs again."""
    use = action.use(game) if ecs.get(game.player, HungerClock).state == "Starving" else None
    is_food = use is not None and any(isinstance(each, Feed) for each in use.effects)
    return float(WELL_FED_TURNS) if is_food else 0.0


def owed(game: Game, standing_still: float) -> float:
    """Return the cost of a turn in which nothing is done about the enemies, given the cost of standing still."""
    minds = (ecs.get(foe, Mind) for foe in hostiles_in_view(game) if Mind in ecs.row(foe))
    return max(LEAST_OWED, standing_still) if any(mind.awake for mind in minds) else 0.0
