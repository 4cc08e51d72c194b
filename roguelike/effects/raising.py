"""Raising pools, skills and attributes permanently, or lowering them by negative amounts."""

from typing import Annotated, ClassVar

import esper

from roguelike.components.bargains import Raised
from roguelike.components.growth import Talents
from roguelike.components.vitals import ATTRIBUTES, Attributes, Pools, Skills
from roguelike.core.effect import Effect, effect
from roguelike.core.records import Meta
from roguelike.effects.registry import Hit, handles
from roguelike.world import ecs
from roguelike.world.changes import Fizzled, alter
from roguelike.world.figures import hero_pools
from roguelike.world.game import Cause, Game

LEAST = 1
"""The minimum of any attribute and of maximum hit points."""
CALLED = {"max_hp": "maximum health", "max_mana": "maximum mana"}


@effect("raise")
class Raise(Effect):
    """Raises the maximum of a pool, a skill or an attribute of its target for good; negative amounts lower it."""

    amount_fields: ClassVar[tuple[str, ...]] = ("by",)
    negative_reverses: ClassVar[bool] = True
    what: Annotated[Raised, Meta(description="what it raises")]
    by: Annotated[int, Meta(ge=-1_000, le=1_000, description="by how much")] = 1

    def words(self) -> str:
        """Return for example "maximum mana +4 for good"."""
        return f"{called(self.what)} {self.by:+d} for good"


def called(what: str) -> str:
    """Return the name shown for a pool, skill or attribute."""
    return CALLED.get(what, what.capitalize())


@handles(Raise)
def raise_for_good(effect: Raise, hit: Hit, game: Game) -> None:
    """Raise it; nothing happens to creatures that lack it."""
    if effect.what in ("max_hp", "max_mana"):
        deepen(game, hit.target, effect.what.removeprefix("max_"), effect.by, hit.cause)
    elif effect.what in ATTRIBUTES:
        raise_attributes(game, hit.target, {effect.what: effect.by}, hit.cause)
    elif esper.has_component(hit.target, Skills):
        train(game, hit.target, effect.what, effect.by, hit.cause)
    else:
        game.change(Fizzled(hit.cause, hit.target, "It would change nothing."))


def deepen(game: Game, entity: int, pool: str, more: int, cause: Cause) -> None:
    """Raise the maximum of a pool, and the pool with it; a lowered maximum limits the pool."""
    pools = ecs.get(entity, Pools)
    most, left = getattr(pools, f"max_{pool}"), getattr(pools, pool)
    after = max(LEAST if pool == "hp" else 0, most + more)
    alter(game, entity, Pools, f"max_{pool}", after, cause)
    alter(game, entity, Pools, pool, min(after, left + max(0, more)), cause)


def train(game: Game, entity: int, skill: str, more: int, cause: Cause) -> None:
    """Raise a skill, by its name in lower case."""
    before = getattr(ecs.get(entity, Skills), skill)
    alter(game, entity, Skills, skill, before + more, cause)


def raise_attributes(game: Game, entity: int, more: dict[str, int], cause: Cause) -> None:
    """Raise attributes and, for those who grow by choices, the pools that depend on them."""
    hp, mana = _by_formula(game, entity)
    for name, points in more.items():
        before = getattr(ecs.get(entity, Attributes), name)
        alter(game, entity, Attributes, name, max(LEAST, before + points), cause)
    if esper.has_component(entity, Talents):
        more_hp, more_mana = _by_formula(game, entity)
        deepen(game, entity, "hp", more_hp - hp, cause)
        deepen(game, entity, "mana", more_mana - mana, cause)


def _by_formula(game: Game, entity: int) -> tuple[int, int]:
    """Return the hit points and mana that level and attributes give."""
    level = ecs.get(entity, Pools).level
    born = ecs.get(entity, Attributes)
    return hero_pools(game.content, level, born)
