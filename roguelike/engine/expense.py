"""What a command costs all told, in hit points: those that it loses, what it uses up, and blows that are only put off.

Whoever steps away from a fight, drinks, or waits has the same turn before them again. So an act that takes less from
the enemies than a turn of standing still costs is charged with the difference. Mana comes back, so it is charged only
as far as the harm that it does would not have cost as much by blows and shots, turn after turn.
"""

import esper

from roguelike.actions.action import Action
from roguelike.actions.item_use import UseItem
from roguelike.actions.senses import hostiles_in_view
from roguelike.actions.spell_use import Cast
from roguelike.actions.throwing import Throw, shatters
from roguelike.components.actors import Mind
from roguelike.components.magic import Use
from roguelike.components.vitals import HungerClock
from roguelike.core.records import Record
from roguelike.effects.food import WELL_FED_TURNS, Feed
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.spells import spell_of

MANA_WORTH, THING_WORTH, FETCHING = 0.6, 5.0, 1.0
"""Hit points that a point of mana is worth, a thing that is used up or lost to a thief, and the way to one thrown."""
LEAST_OWED, LEAST_DONE = 2.0, 3.0
"""Hit points that a turn of standing still is reckoned to cost at least while an enemy in view is awake; and the harm
that one which uses nothing up is reckoned to do at least."""


class Pace(Record):
    """How a fight goes in which nothing is used up: what each turn costs, and the most harm that one does."""

    owed: float
    free: float

    def saved_by(self, harm: float) -> float:
        """Return what so much harm at once saves, in hit points: the further turns that it takes without mana."""
        beyond = max(0.0, harm - max(0.0, self.free))
        return self.owed * beyond / max(self.free, LEAST_DONE)


def mana_spent(game: Game, action: Action) -> float:
    """Return what a command takes of mana, in hit points; what a spell takes of these itself is no part of it."""
    if not isinstance(action, Cast):
        return 0.0
    return MANA_WORTH * spell_of(game, game.player, action.spell).mana_cost


def used_up(action: Action, healed: float) -> float:
    """Return which things a command uses up, in hit points.

    A thing is worth what it heals, at least: it would heal as much another time, when it may save a life.
    """
    match action:
        case UseItem():
            return max(THING_WORTH, healed)
        case Throw(item):
            return THING_WORTH if shatters(item) else FETCHING
        case _:
            return 0.0


def spared(game: Game, action: Action) -> float:
    """Return what eating spares somebody who starves, in hit points: one for each turn until the clock runs again."""
    clock = esper.try_component(game.player, HungerClock)
    if not isinstance(action, UseItem) or clock is None or clock.state != "Starving":
        return 0.0
    use = esper.try_component(action.item, Use)
    is_food = use is not None and any(isinstance(each, Feed) for each in use.effects)
    return float(WELL_FED_TURNS) if is_food else 0.0


def owed(game: Game, standing_still: float) -> float:
    """Return what a turn costs in which nothing is done about the enemies, who take so much from one standing still."""
    minds = (ecs.get(foe, Mind) for foe in hostiles_in_view(game) if Mind in ecs.row(foe))
    return max(LEAST_OWED, standing_still) if any(mind.awake for mind in minds) else 0.0
