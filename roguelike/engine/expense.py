"""What a command costs altogether, in hit points: those lost, what it uses up, and blows that are only put off.

Stepping away from a fight, drinking or waiting leaves the same turn to be faced again. So an act that takes less from
the enemies than a turn of standing still costs is charged the difference. Mana comes back, so it is charged only as far
as it exceeds what the same harm, done by blows and shots turn after turn, would have cost.
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
"""What a point of mana, an item used up or lost to a thief, and fetching a thrown item are worth, in hit points."""
LEAST_OWED, LEAST_DONE = 2.0, 3.0
"""Hit points that a turn of standing still is reckoned to cost at least while an enemy in view is awake; and the harm
that one which uses nothing up is reckoned to do at least."""


class Pace(Record):
    """How a fight goes in which nothing is used up: what each turn costs, and the most harm that one does."""

    owed: float
    free: float

    def saved_by(self, harm: float) -> float:
        """Return what doing this much harm at once saves, in hit points: the turns that it would take without mana."""
        beyond = max(0.0, harm - max(0.0, self.free))
        return self.owed * beyond / max(self.free, LEAST_DONE)


def mana_spent(game: Game, action: Action) -> float:
    """Return the worth of the mana that a command takes, in hit points; hit points that it costs are not included."""
    if not isinstance(action, Cast):
        return 0.0
    return MANA_WORTH * spell_of(game, game.player, action.spell).mana_cost


def used_up(action: Action, healed: float) -> float:
    """Return the worth of the items that a command uses up, in hit points.

    An item is worth at least what it heals: it could heal as much another time, when that might save a life.
    """
    match action:
        case UseItem():
            return max(THING_WORTH, healed)
        case Throw(item):
            return THING_WORTH if shatters(item) else FETCHING
        case _:
            return 0.0


def spared(game: Game, action: Action) -> float:
    """Return what eating saves a starving player, in hit points: one for each turn until the clock runs again."""
    clock = esper.try_component(game.player, HungerClock)
    if not isinstance(action, UseItem) or clock is None or clock.state != "Starving":
        return 0.0
    use = esper.try_component(action.item, Use)
    is_food = use is not None and any(isinstance(each, Feed) for each in use.effects)
    return float(WELL_FED_TURNS) if is_food else 0.0


def owed(game: Game, standing_still: float) -> float:
    """Return what a turn costs in which nothing is done about the enemies, given what standing still costs."""
    minds = (ecs.get(foe, Mind) for foe in hostiles_in_view(game) if Mind in ecs.row(foe))
    return max(LEAST_OWED, standing_still) if any(mind.awake for mind in minds) else 0.0
