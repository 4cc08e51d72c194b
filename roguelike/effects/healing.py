"""Healing: giving hit points back."""

from typing import Annotated, ClassVar, Literal

from roguelike.components.vitals import Pools
from roguelike.core.effect import Effect, effect
from roguelike.core.formula import Amount
from roguelike.core.records import Meta
from roguelike.core.scalars import Portion
from roguelike.effects.registry import Hit, handles
from roguelike.effects.words import restored_words
from roguelike.world import ecs
from roguelike.world.changes import Fizzled, PoolChanged
from roguelike.world.game import Game


@effect("provides_healing", "healing", "heal")
class Heal(Effect):
    """Gives hit points back, up to the maximum."""

    regards_target_alone: ClassVar[bool] = True
    mends: ClassVar[bool] = True
    amount_fields: ClassVar[tuple[str, ...]] = ("amount", "share")
    amount: Annotated[Amount, Meta(description="hit points that it gives back")]
    share: Portion = 0.0

    def words(self) -> str:
        """Return for example "restores 1d4 (1-4) health", or "restores 8 health, or 27% of it if that is more"."""
        return f"restores {restored_words(self.amount, 'health', self.share)}"


@handles(Heal)
def heal(effect: Heal, hit: Hit, game: Game) -> None:
    """Raise the target's hit points; nothing happens at the maximum, or at 0."""
    pools = ecs.get(hit.target, Pools)
    if pools.hp < 1:
        return  # it dies from the same spell, and healing does not prevent that
    is_ours = hit.target == game.player
    why = "You are already at full health." if is_ours else "There are no wounds there to close."
    refill(pools, "hp", effect.amount.roll(game.rng), effect.share, hit, game, why)


def refill(
    pools: Pools,
    pool: Literal["hp", "mana"],
    rolled: int,
    share: float,
    hit: Hit,
    game: Game,
    why: str,
) -> None:
    """Raise one of the target's `pools` by what was rolled, or by a share of the maximum if that is more.

    It never exceeds the maximum; if it is full already, nothing happens and the reason `why` is recorded.
    """
    before, most = getattr(pools, pool), getattr(pools, f"max_{pool}")
    after = min(most, before + max(0, rolled, int(share * most)))
    if after > before:
        game.change(PoolChanged(hit.target, pool, before, after, hit.cause))
    else:
        game.change(Fizzled(hit.cause, hit.target, why))
