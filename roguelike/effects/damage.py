"""Damage: losing hit points, after resistances and shields."""

from typing import Annotated, ClassVar

from roguelike.components.actors import DerivedStats, StatsCache
from roguelike.components.hazards import Reaction
from roguelike.components.statuses import Statuses
from roguelike.components.vitals import Pools
from roguelike.core.effect import Effect, effect
from roguelike.core.formula import Amount
from roguelike.core.records import Meta
from roguelike.core.scalars import Refers
from roguelike.effects.death import Death
from roguelike.effects.reactions import respond, responses_of
from roguelike.effects.registry import Hit, handles
from roguelike.effects.statuses import absorb, struck_by
from roguelike.effects.words import amount_words
from roguelike.world import ecs
from roguelike.world.changes import Fizzled, PoolChanged, Stained
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game, Single
from roguelike.world.space import cells_in

DEATH = Death()
BLOW, IMPACT = "blow", "impact"
"""Elements that are not magic: the force of weapons, teeth and fists, and that of being driven into something."""


@effect("damage")
class Damage(Effect):
    """Takes hit points, more or fewer by the target's resistance to the element."""

    sets_off_mines: ClassVar[bool] = True
    harms: ClassVar[bool] = True
    amount_fields: ClassVar[tuple[str, ...]] = ("amount",)
    amount: Annotated[Amount, Meta(description="hit points that it takes")]
    element: Annotated[
        str,
        Refers("elements", if_any=True),
        Meta(description="its element, which resistances and reactions go by"),
    ] = ""

    def words(self) -> str:
        """Return for example "2d6 (2-12) fire damage"."""
        kind = f"{self.element} " if self.element else ""
        return f"{amount_words(self.amount)} {kind}damage"


@handles(Damage)
def hurt(effect: Damage, hit: Hit, game: Game) -> None:
    """Take hit points from the target; see `wound`."""
    wound(effect.amount, effect.element, hit, game)


def wound(amount: Amount, element: str, hit: Hit, game: Game) -> int:
    """Take hit points, never below 0, after resistance and shields; stain the ground; queue the death.

    Returns how many were lost, for effects that depend on it.
    """
    target = hit.target
    row = ecs.row(target)
    pools: Pools = row[Pools]
    if pools.hp < 1:
        return 0
    loss = amount.roll(game.rng)
    statuses: Statuses | None = row.get(Statuses)
    met: list[Reaction] = []
    is_guarded = statuses is not None and statuses.entities
    if loss > 0 and (is_guarded or (element and StatsCache in row)):
        loss, met = _suffered(loss, element, hit, row, game)
    if pools.god_mode or loss < 1:
        game.change(Fizzled(hit.cause, target, "That would do no harm."))
        respond(game, hit, met)
        return 0
    before, after = pools.hp, pools.hp - loss if loss < pools.hp else 0
    game.change(PoolChanged(target, "hp", before, after, hit.cause, element))
    stains = game.level.stains
    for cell in cells_in(row):
        if cell not in stains:
            game.change(Stained(cell, hit.cause))
    if after < 1:
        game.push(DEATH, Single(target), hit.source, hit.cause)
    if met:
        respond(game, hit, met)
    return before - after


def _suffered(
    amount: int, element: str, hit: Hit, row: ecs.Row, game: Game
) -> tuple[int, list[Reaction]]:
    """Return the damage left after resistances, reactions and shields, and the reactions that were triggered."""
    target, cached = hit.target, row.get(StatsCache)
    stats: DerivedStats = (cached and cached.now) or stats_of(target)
    share = stats.resistances.get(element, 1.0) * stats.status.damage_share
    met = responses_of(game, target, row, element, int(amount * share), stats.materials)
    for reaction in met:
        share *= reaction.damage_share
    amount = int(amount * share)
    statuses: Statuses | None = row.get(Statuses)
    if amount and statuses is not None and statuses.entities:
        amount = absorb(game, target, amount, hit.cause)
        struck_by(game, target, element, hit.cause, hurt=amount > 0)
    return amount, met
