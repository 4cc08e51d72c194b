"""Experience, and what a new level brings: skills, hit points, mana, and a choice.

Raising pools, skills and attributes permanently, or lowering them by negative amounts.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Annotated, ClassVar

import esper

from roguelike.components import bargains, growth, magic, vitals
from roguelike.core.effect import Effect, effect
from roguelike.core.records import Meta, field_names, replace
from roguelike.core.rng import PERCENT
from roguelike.core.scalars import Count
from roguelike.effects import registry
from roguelike.world import changes, ecs, figures, perception
from roguelike.world.game import Cause, Game, Single
from roguelike.world.spells import composed, inscribed_on, recipe_of, working


@effect("experience")
class GainExperience(Effect):
    """Gives experience points; enough of them raise the level."""

    must_happen: ClassVar[bool] = True
    amount_fields: ClassVar[tuple[str, ...]] = ("amount",)
    amount: Annotated[Count, Meta(description="points of experience")]


@registry.handles(GainExperience)
def gain_experience(effect: GainExperience, hit: registry.Hit, game: Game) -> None:
    """Add experience; gain a level whenever it reaches what the level takes, several at once if it is enough."""
    pools = ecs.get(hit.target, vitals.Pools)
    game.change(
        changes.PoolChanged(hit.target, "xp", pools.xp, pools.xp + effect.amount, hit.cause)
    )
    while pools.level < figures.MOST_LEVEL and pools.xp >= figures.experience_to_leave(
        game.content, pools.level
    ):
        rise(game, hit.target, hit.cause)


def rise(game: Game, entity: int, cause: Cause) -> None:
    """Gain one level: skills and pools grow, part of what is missing is restored, and a choice is offered."""
    level = ecs.get(entity, vitals.Pools).level + 1
    _sharpen(game, entity, level, cause)
    _deepen(game, entity, level, cause)
    changes.alter(game, entity, vitals.Pools, "level", level, cause)
    game.change(changes.LevelGained(cause, entity, level))
    game.push(OfferChoice(level), Single(entity), entity, cause)


def _sharpen(game: Game, entity: int, level: int, cause: Cause) -> None:
    """Raise each skill by what the level adds."""
    skills = ecs.get(entity, vitals.Skills)
    before = figures.hero_skills(game.content, level - 1)
    after = figures.hero_skills(game.content, level)
    for name in field_names(vitals.Skills):
        more = getattr(after, name) - getattr(before, name)
        changes.alter(game, entity, vitals.Skills, name, getattr(skills, name) + more, cause)


def _deepen(game: Game, entity: int, level: int, cause: Cause) -> None:
    """Raise hit points and mana by what the formulas add, and restore a share of what is missing.

    Permanent gains and losses from elsewhere are kept.
    """
    pools, born = (ecs.get(entity, vitals.Pools), ecs.get(entity, vitals.Attributes))
    before = figures.hero_pools(game.content, level - 1, born)
    after = figures.hero_pools(game.content, level, born)
    percent = figures.mending_percent(game.content, level)
    for name, more in zip(
        ("hp", "mana"), (after[0] - before[0], after[1] - before[1]), strict=True
    ):
        now, most = getattr(pools, name), getattr(pools, f"max_{name}")
        mended = (most - now) * percent // PERCENT
        changes.alter(game, entity, vitals.Pools, f"max_{name}", most + more, cause)
        changes.alter(game, entity, vitals.Pools, name, now + more + mended, cause)


@effect("offer_choice", foreseen=False)
class OfferChoice(Effect):
    """Offers somebody the choice that comes with a level, unless they never choose.

    Forecasts leave it out: nobody aims by it, and where many die it took a quarter of their time.
    """

    must_happen: ClassVar[bool] = True
    level: Annotated[Count, Meta(description="the level that was gained")]


@registry.handles(OfferChoice)
def offer_choice(effect: OfferChoice, hit: registry.Hit, game: Game) -> None:
    """Add the choice to those waiting, unless there is nothing to choose."""
    talents = esper.try_component(hit.target, growth.Talents)
    choice = choice_for(game, hit.target, effect.level) if talents is not None else None
    if talents is not None and choice is not None and choice.offers:
        waiting = (*talents.waiting, choice)
        changes.alter(game, hit.target, growth.Talents, "waiting", waiting, hit.cause)


LEAST = 1
"""The minimum of any attribute and of maximum hit points."""
CALLED = {"max_hp": "maximum health", "max_mana": "maximum mana"}


@effect("raise")
class Raise(Effect):
    """Raises the maximum of a pool, a skill or an attribute of its target for good; negative amounts lower it."""

    amount_fields: ClassVar[tuple[str, ...]] = ("by",)
    negative_reverses: ClassVar[bool] = True
    what: Annotated[bargains.Raised, Meta(description="what it raises")]
    by: Annotated[int, Meta(ge=-1_000, le=1_000, description="by how much")] = 1

    def words(self) -> str:
        """Return for example "maximum mana +4 for good"."""
        return f"{called(self.what)} {self.by:+d} for good"


def called(what: str) -> str:
    """Return the name shown for a pool, skill or attribute."""
    return CALLED.get(what, what.capitalize())


@registry.handles(Raise)
def raise_for_good(effect: Raise, hit: registry.Hit, game: Game) -> None:
    """Raise it; nothing happens to creatures that lack it."""
    if effect.what in ("max_hp", "max_mana"):
        deepen(game, hit.target, effect.what.removeprefix("max_"), effect.by, hit.cause)
    elif effect.what in vitals.ATTRIBUTES:
        raise_attributes(game, hit.target, {effect.what: effect.by}, hit.cause)
    elif esper.has_component(hit.target, vitals.Skills):
        train(game, hit.target, effect.what, effect.by, hit.cause)
    else:
        game.change(changes.Fizzled(hit.cause, hit.target, "It would change nothing."))


def deepen(game: Game, entity: int, pool: str, more: int, cause: Cause) -> None:
    """Raise the maximum of a pool, and the pool with it; a lowered maximum limits the pool."""
    pools = ecs.get(entity, vitals.Pools)
    most, left = getattr(pools, f"max_{pool}"), getattr(pools, pool)
    after = max(LEAST if pool == "hp" else 0, most + more)
    changes.alter(game, entity, vitals.Pools, f"max_{pool}", after, cause)
    changes.alter(game, entity, vitals.Pools, pool, min(after, left + max(0, more)), cause)


def train(game: Game, entity: int, skill: str, more: int, cause: Cause) -> None:
    """Raise a skill, by its name in lower case."""
    before = getattr(ecs.get(entity, vitals.Skills), skill)
    changes.alter(game, entity, vitals.Skills, skill, before + more, cause)


def raise_attributes(game: Game, entity: int, more: dict[str, int], cause: Cause) -> None:
    """Raise attributes and, for those who grow by choices, the pools that depend on them."""
    hp, mana = _by_formula(game, entity)
    for name, points in more.items():
        before = getattr(ecs.get(entity, vitals.Attributes), name)
        changes.alter(game, entity, vitals.Attributes, name, max(LEAST, before + points), cause)
    if esper.has_component(entity, growth.Talents):
        more_hp, more_mana = _by_formula(game, entity)
        deepen(game, entity, "hp", more_hp - hp, cause)
        deepen(game, entity, "mana", more_mana - mana, cause)


def _by_formula(game: Game, entity: int) -> tuple[int, int]:
    """Return the hit points and mana that level and attributes give."""
    level = ecs.get(entity, vitals.Pools).level
    born = ecs.get(entity, vitals.Attributes)
    return figures.hero_pools(game.content, level, born)


def choice_for(game: Game, entity: int, level: int) -> growth.Choice:
    """Return what a level offers an entity.

    The order of all offers depends only on the seed and the level, so no roll during play changes it. From that order
    the first useful offers are taken, one of each group before any second of the same group.
    """
    rng = game.stream(f"offers {level}")
    # Sampling by weight without replacement: Efraimidis and Spirakis 2006.
    ranks = {
        name: rng.fraction() ** (1 / offer.weight) for name, offer in game.content.offers.items()
    }
    order = sorted(ranks, key=lambda name: (-ranks[name], name))
    suits = fitness(game, entity, level)
    fit = [name for name in order if suits(game.content.offers[name])]
    firsts: dict[str, str] = {}
    for name in fit:
        firsts.setdefault(game.content.offers[name].group, name)
    chosen = [*firsts.values(), *(name for name in fit if name not in firsts.values())]
    return growth.Choice(level, tuple(chosen[: game.content.growth.offers]))


def fitness(game: Game, entity: int, level: int) -> Callable[[growth.Offer], bool]:
    """Return what tells whether an offer is of use to an entity of this level; it holds until they learn or choose."""
    known = frozenset(perception.known_names(entity))
    counts = Counter(each.name for each in figures.taken(game, entity))
    spells = game.content.spells
    schools = {spells[name].school for name in known}

    @cache
    def now(spell: str) -> tuple[magic.Recipe, magic.SpellTemplate]:
        """Return how they cast a spell."""
        recipe = recipe_of(game, entity, spell, inscribed_on(entity, spell))
        return recipe, composed(game, recipe)

    def is_fit(offer: growth.Offer) -> bool:
        """Return whether there is room for it, it is not known, and it changes something."""
        if level < offer.min_level or offer.teaches in known or counts[offer.name] >= offer.most:
            return False
        if offer.study and not (offer.school and offer.school in schools):
            return False
        if type(offer) is not growth.Upgrade:
            return True
        return offer.spell in known and _improves(game, offer, *now(offer.spell))

    return is_fit


def _improves(
    game: Game, offer: growth.Upgrade, before: magic.Recipe, was: magic.SpellTemplate
) -> bool:
    """Return whether an upgrade would change a spell as it is cast: mastery may have done so already."""
    made = composed(game, replace(before, upgrades=(*before.upgrades, offer.name)))
    return working(was) != working(made) or was.mana_cost != made.mana_cost
