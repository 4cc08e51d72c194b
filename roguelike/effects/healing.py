"""Healing: hit points given back, taken from somebody, or regained each turn, in a fight too, by some creatures.

Food: what eating does to the hunger clock.
"""

from typing import Annotated, ClassVar, Literal

import esper

from roguelike.components import actors, vitals
from roguelike.core.effect import Effect, effect, restored_words
from roguelike.core.formula import Amount, Dice
from roguelike.core.records import Meta
from roguelike.core.scalars import Element, Portion
from roguelike.effects import damage, registry, targeting
from roguelike.world import changes, ecs
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Cause, CauseKind, Game, Single


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


@registry.handles(Heal)
def heal(effect: Heal, hit: registry.Hit, game: Game) -> None:
    """Raise the target's hit points; nothing happens at the maximum, or at 0."""
    pools = ecs.get(hit.target, vitals.Pools)
    if pools.hp < 1:
        return  # it dies from the same spell, and healing does not prevent that
    is_ours = hit.target == game.player
    why = "You are already at full health." if is_ours else "There are no wounds there to close."
    refill(pools, "hp", effect.amount.roll(game.rng), effect.share, hit, game, why)


def refill(
    pools: vitals.Pools,
    pool: Literal["hp", "mana"],
    rolled: int,
    share: float,
    hit: registry.Hit,
    game: Game,
    why: str,
) -> None:
    """Raise one of the target's `pools` by what was rolled, or by a share of the maximum if that is more.

    It never exceeds the maximum; if it is full already, nothing happens and the reason `why` is recorded.
    """
    before, most = getattr(pools, pool), getattr(pools, f"max_{pool}")
    after = min(most, before + max(0, rolled, int(share * most)))
    if after > before:
        game.change(changes.PoolChanged(hit.target, pool, before, after, hit.cause))
    else:
        game.change(changes.Fizzled(hit.cause, hit.target, why))


@effect("drain")
class Drain(Effect):
    """Hurts its target and heals its source by a share of what was lost."""

    told = "drains {amount} health ({element})"
    harms: ClassVar[bool] = True
    drinks: ClassVar[bool] = True
    amount_fields: ClassVar[tuple[str, ...]] = ("amount",)
    amount: Annotated[Amount, Meta(description="hit points that it takes")]
    element: Element = "shadow"
    share: Annotated[float, Meta(description="share of the harm that heals its user")] = 1.0


@registry.handles(Drain)
def drain_life(effect: Drain, hit: registry.Hit, game: Game) -> None:
    """Take hit points from the target and queue a share of them as healing for the source."""
    lost = damage.wound(effect.amount, effect.element, hit, game)
    gain = int(lost * effect.share)
    if gain > 0 and hit.source != hit.target and targeting.is_creature(game, hit.source):
        game.push(Heal(Dice(bonus=gain)), Single(hit.source), hit.source, hit.cause)


def regenerate(game: Game, entity: int) -> None:
    """Give a creature that regenerates the hit points of one turn."""
    nature: actors.Nature | None = ecs.row(entity).get(actors.Nature)
    if nature is not None and nature.regenerates and "mend" not in stats_of(entity).status.forbids:
        mend(game, entity, nature.regenerates, "status")


def mend(game: Game, entity: int, amount: int, kind: CauseKind) -> None:
    """Give a creature some hit points, no more than it lacks."""
    pools = ecs.get(entity, vitals.Pools)
    after = min(pools.max_hp, pools.hp + amount)
    if after > pools.hp:
        game.change(
            changes.PoolChanged(entity, "hp", pools.hp, after, Cause("mending", entity, kind))
        )


WELL_FED_TURNS = 300
"""Turns until Well Fed becomes Normal (source game: 20)."""


@effect("food")
class Feed(Effect):
    """Sets the hunger clock back to Well Fed."""

    regards_target_alone: ClassVar[bool] = True
    told: ClassVar[str] = "satisfies hunger"


def is_full(clock: vitals.HungerClock) -> bool:
    """Return whether no food would change a hunger clock, so that it is refused."""
    return clock.state == "Well Fed"


@registry.handles(Feed)
def feed(effect: Feed, hit: registry.Hit, game: Game) -> None:
    """Set the target's hunger clock; nothing happens to creatures without one."""
    clock = esper.try_component(hit.target, vitals.HungerClock)
    if clock is None:
        game.change(changes.Fizzled(hit.cause, hit.target, "That needs no food."))
        return
    if is_full(clock):
        game.change(changes.Fizzled(hit.cause, hit.target, "You could not eat another bite."))
        return
    changes.alter(game, hit.target, vitals.HungerClock, "state", "Well Fed", hit.cause)
    changes.alter(game, hit.target, vitals.HungerClock, "turns", WELL_FED_TURNS, hit.cause)
    game.change(changes.Fed(hit.cause, hit.target))
