"""Disarming a trap that the actor has noticed."""

from collections.abc import Iterator
from typing import Self

import esper

from roguelike.actions import acting
from roguelike.components import magic, spatial
from roguelike.core.geometry import DIRECTIONS, Point, steps_between
from roguelike.core.grammar import Message
from roguelike.core.rng import CHECK_SIDES
from roguelike.effects import becoming, unleash
from roguelike.world import changes, perception, space
from roguelike.world.derived_stats import QUICKNESS, stats_of
from roguelike.world.game import Cause, Game, Single, Spot

DIFFICULTY = 8
"""What a d20 plus the quickness bonus must reach; a natural 1 sets the trap off."""

NO_TRAP = "There is no trap that you know of within reach."
"""The refusal both when there is no trap and when there is an unnoticed one, which it must not give away."""


class Disarm(acting.Action, tag="disarm"):
    """Disarms a trap on a neighbouring tile."""

    trap: int
    backfires = True
    order, about = "disarm", "trap"
    nothing_at_hand = "There is no trap beside you that you know of."

    @classmethod
    def at_hand(cls, game: Game, /) -> Iterator[tuple[Point, Self]]:
        """Yield the disarming of the first trap that the player has noticed under or beside them."""
        x, y = space.point_of(game.player) or (0, 0)
        for dx, dy in ((0, 0), *DIRECTIONS):
            for thing in game.level.occupants((x + dx, y + dy)):
                if is_trap(thing) and perception.is_noticed(thing):
                    yield (x + dx, y + dy), cls(thing)
                    return

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Roll d20 + quickness bonus: the trap is removed, nothing happens, or it goes off on a natural 1."""
        here, there = space.point_of(actor), space.point_of(self.trap)
        if (
            here is None
            or there is None
            or not space.is_here(game, self.trap)
            or not is_trap(self.trap)
        ):
            return acting.Refused(NO_TRAP)
        if not perception.is_noticed(self.trap) or steps_between(here, there) > 1:
            return acting.Refused(NO_TRAP)
        cause = Cause("careful hands", actor, "disarm")
        bonus = stats_of(actor).bonuses[QUICKNESS]
        natural = game.rng.below(CHECK_SIDES) + 1
        game.change(changes.Rolled(cause, natural, bonus, DIFFICULTY))
        named = (perception.noun(game, actor), perception.noun(game, self.trap))
        if natural == 1:
            game.push(unleash.SetOff(), Spot(there), self.trap, cause)
        elif natural + bonus >= DIFFICULTY:
            game.change(changes.Told(cause, Message("{1} disarm[s] {2}.", named, "good")))
            game.push(becoming.Vanish(), Single(self.trap), actor, cause)
        else:
            message = Message("{1} cannot find the catch of {2}.", named, "dim")
            game.change(changes.Told(cause, message))
        return acting.Done()


def is_trap(thing: int) -> bool:
    """Return whether a thing is a trap: it triggers only once and was hidden."""
    trigger = esper.try_component(thing, magic.Trigger)
    return trigger is not None and trigger.once and esper.has_component(thing, spatial.Hidden)
