"""Healing: giving hit points back."""

from typing import Annotated, ClassVar

import esper

from roguelike.components.vitals import Pools
from roguelike.core.effect import Effect, effect
from roguelike.core.formula import Amount
from roguelike.core.records import Meta
from roguelike.core.scalars import Portion
from roguelike.effects.registry import Hit, handles
from roguelike.effects.words import given, restored_words
from roguelike.world.changes import Fizzled, PoolChanged
from roguelike.world.game import Game


@effect("provides_healing", "healing", "heal")
class Heal(Effect):
    """Gives hit points back, up to the maximum."""

    amount_fields: ClassVar[tuple[str, ...]] = ("amount", "share")
    amount: Annotated[Amount, Meta(description="hit points that it gives back")]
    share: Portion = 0.0

    def words(self) -> str:
        """Return for example "restores 1d4 (1-4) health", or "restores 8 health, or 27% of it if that is more"."""
        return f"restores {restored_words(self.amount, 'health', self.share)}"


@handles(Heal)
def heal(effect: Heal, hit: Hit, game: Game) -> None:
    """Raise the target's hit points; nothing happens at the maximum, or at 0."""
    pools = esper.component_for_entity(hit.target, Pools)
    if pools.hp < 1:
        return  # it dies of the same spell, and healing does not prevent that
    after = min(
        pools.max_hp, pools.hp + given(effect.amount.roll(game.rng), effect.share, pools.max_hp)
    )
    if after <= pools.hp:
        is_ours = hit.target == game.player
        why = (
            "You are already at full health." if is_ours else "There are no wounds there to close."
        )
        game.change(Fizzled(hit.cause, hit.target, why))
        return
    game.change(PoolChanged(hit.target, "hp", pools.hp, after, hit.cause))
