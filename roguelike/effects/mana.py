"""Mana: restoring it, leeching it from a creature, and burning it in its holder."""

from typing import Annotated, ClassVar

from roguelike.components import vitals
from roguelike.core.effect import Effect, effect, restored_words
from roguelike.core.formula import Amount, Dice
from roguelike.core.records import Meta
from roguelike.core.scalars import Portion
from roguelike.effects import damage, healing, registry, targeting
from roguelike.effects.statuses import is_called
from roguelike.world import changes, ecs
from roguelike.world.game import Game, Single


@effect("provides_mana", "mana")
class RestoreMana(Effect):
    """Gives mana back, up to the maximum."""

    regards_target_alone: ClassVar[bool] = True
    amount_fields: ClassVar[tuple[str, ...]] = ("amount", "share")
    amount: Annotated[Amount, Meta(description="mana that it gives back")]
    share: Portion = 0.0

    def words(self) -> str:
        """Return for example "restores 6 mana", and the share of all of it if that may be more."""
        return f"restores {restored_words(self.amount, 'mana', self.share)}"


@registry.handles(RestoreMana)
def restore_mana(effect: RestoreMana, hit: registry.Hit, game: Game) -> None:
    """Raise the target's mana; nothing happens if it is full."""
    is_ours = hit.target == game.player
    why = "Your mana is already full." if is_ours else "There is no mana missing there."
    pools = ecs.get(hit.target, vitals.Pools)
    healing.refill(pools, "mana", effect.amount.roll(game.rng), effect.share, hit, game, why)


@effect("leech_mana")
class LeechMana(Effect):
    """Takes mana from its target and gives it to its source."""

    told = "takes {amount} mana for you"
    amount_fields: ClassVar[tuple[str, ...]] = ("amount",)
    amount: Annotated[Amount, Meta(description="mana that it takes")]


@registry.handles(LeechMana)
def leech_mana(effect: LeechMana, hit: registry.Hit, game: Game) -> None:
    """Take what mana the target has and queue as much for the source; summoned creatures have none to give."""
    if is_called(game, hit.target):
        game.change(
            changes.Fizzled(hit.cause, hit.target, "What was called has no mana of its own.")
        )
        return
    lost = 0 if hit.source == hit.target else _empty(effect.amount, hit, game)
    if not lost:
        game.change(changes.Fizzled(hit.cause, hit.target, "There is no mana to take."))
    elif targeting.is_creature(game, hit.source):
        game.push(RestoreMana(Dice(bonus=lost)), Single(hit.source), hit.source, hit.cause)


@effect("burn_mana")
class BurnMana(Effect):
    """Takes mana from its target, and a hit point with every point of it."""

    told = "burns {amount} mana in its holder, and as much health"
    amount_fields: ClassVar[tuple[str, ...]] = ("amount",)
    amount: Annotated[Amount, Meta(description="mana that it burns")]


@registry.handles(BurnMana)
def burn_mana(effect: BurnMana, hit: registry.Hit, game: Game) -> None:
    """Take what mana the target has and queue as much arcane damage to it."""
    lost = _empty(effect.amount, hit, game)
    if not lost:
        game.change(changes.Fizzled(hit.cause, hit.target, "There is no mana to burn."))
        return
    game.push(damage.Damage(Dice(bonus=lost), "arcane"), Single(hit.target), hit.source, hit.cause)


def _empty(amount: Amount, hit: registry.Hit, game: Game) -> int:
    """Take mana from the target, no more than it has; return how much."""
    pools = ecs.get(hit.target, vitals.Pools)
    lost = min(pools.mana, max(0, amount.roll(game.rng)))
    if lost:
        game.change(
            changes.PoolChanged(hit.target, "mana", pools.mana, pools.mana - lost, hit.cause)
        )
    return lost
