"""Whether using something on oneself would do nothing: for the mask, cached until that may have changed."""

from collections.abc import Mapping

from roguelike.components.magic import Use
from roguelike.components.vitals import Pools
from roguelike.core.effect import Effect
from roguelike.core.formula import NO_POWER
from roguelike.effects.cleansing import Cleanse
from roguelike.effects.food import Feed
from roguelike.effects.foresight.forecast import comes_to_nothing
from roguelike.effects.healing import Heal
from roguelike.effects.learning import TeachSpell
from roguelike.effects.mana import RestoreMana
from roguelike.effects.statuses import Afflict
from roguelike.effects.unleash import Unleash
from roguelike.world import ecs
from roguelike.world.game import Cause, Game, Single
from roguelike.world.space import point_of

OF_ONE_ALONE: tuple[type[Effect], ...] = (Heal, RestoreMana, Feed, TeachSpell, Cleanse, Afflict)
"""Effects that depend only on their target: on oneself they can be tried on the level as it is."""
OF_POOLS_ALONE: tuple[type[Effect], ...] = (Heal, RestoreMana)
"""Those of them that depend only on hit points and mana."""


def is_of_one_alone(use: Use) -> bool:
    """Return whether a use acts only on its user, with effects that depend on nothing around."""
    delivery = use.delivery
    return (
        delivery.shape == "self"
        and not delivery.radius
        and all(isinstance(each, OF_ONE_ALONE) for each in use.effects)
    )


def does_nothing(game: Game, use: Use, power: Mapping[str, float]) -> bool:
    """Return whether a use that `is_of_one_alone` would have no effect, even with the best of luck."""
    player = game.player

    def act() -> None:
        """Apply the use to the player."""
        game.push(Unleash(use, None, power), Single(player), player, Cause("a thought", player))

    return comes_to_nothing(game, act, player) is not None


class IdleUses:
    """A cache for the uses of items that depend only on hit points and mana, valid until either changes."""

    def __init__(self) -> None:
        """Start with no answers; each is found when first needed."""
        self._kept_for: object = None
        self._kept: dict[int, tuple[Use, bool]] = {}
        """The answer for each use by its id(); the use is kept too, so that no other object can get that id."""

    def does_nothing(self, game: Game, use: Use) -> bool:
        """Return whether using an item would have no effect, even with the best of luck."""
        if not all(isinstance(each, OF_POOLS_ALONE) for each in use.effects):
            return does_nothing(game, use, NO_POWER)
        pools: Pools = ecs.row(game.player)[Pools]
        here = point_of(game.player)
        # A blind player is never told that an unseen use has no effect, not even on themselves.
        is_seen = here is not None and bool(game.level.visible[here])
        kept_for = (pools.hp, pools.max_hp, pools.mana, pools.max_mana, is_seen)
        if kept_for != self._kept_for:
            self._kept_for, self._kept = kept_for, {}
        found = self._kept.get(id(use))
        if found is None:
            found = self._kept[id(use)] = (use, does_nothing(game, use, NO_POWER))
        return found[1]
