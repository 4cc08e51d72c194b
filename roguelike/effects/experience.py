"""Experience and levels."""

from typing import Annotated, ClassVar

import esper

from roguelike.components.growth import Talents
from roguelike.components.vitals import Attributes, Pools, Skills
from roguelike.core.effect import Effect, effect
from roguelike.core.records import Meta
from roguelike.core.scalars import Count, Whole
from roguelike.effects.registry import Hit, handles
from roguelike.world.changes import LevelGained, PoolChanged, alter
from roguelike.world.derived_stats import attribute_bonus
from roguelike.world.game import Cause, Game, Single
from roguelike.world.growing import choice_for

EXPERIENCE_A_LEVEL = 1000


def player_max_hp(level: int, fitness: int) -> int:
    """Hit points of a player: 15 + L * (15 + bonus(fitness)) (source game, 3.5); 30 at level 1."""
    return 15 + level * (15 + attribute_bonus(fitness))


def max_mana(level: int, intelligence: int) -> int:
    """Mana of anyone: L * max(1, 4 + bonus(intelligence)) (source game, 3.5); 4 at level 1."""
    return level * max(1, 4 + attribute_bonus(intelligence))


@effect("experience")
class GainExperience(Effect):
    """Gives experience points; enough of them raise the level."""

    must_happen: ClassVar[bool] = True
    at_work: ClassVar[tuple[str, ...]] = ("amount",)
    amount: Annotated[Whole, Meta(description="points of experience")]


@handles(GainExperience)
def gain_experience(effect: GainExperience, hit: Hit, game: Game) -> None:
    """Add experience; gain a level whenever it reaches 1000 x level, several at once if it is enough."""
    pools = esper.component_for_entity(hit.target, Pools)
    game.change(PoolChanged(hit.target, "xp", pools.xp, pools.xp + effect.amount, hit.cause))
    while pools.xp >= pools.level * EXPERIENCE_A_LEVEL:
        rise(game, hit.target, hit.cause)


def rise(game: Game, entity: int, cause: Cause) -> None:
    """Gain one level: all skills grow by 1, pools grow and are full, and who can choose is offered something."""
    pools = esper.component_for_entity(entity, Pools)
    skills = esper.component_for_entity(entity, Skills)
    for skill in ("melee", "defense", "magic"):
        alter(game, entity, Skills, skill, getattr(skills, skill) + 1, cause)
    attributes = esper.component_for_entity(entity, Attributes)
    level = pools.level + 1
    hp = player_max_hp(level, attributes.fitness) - player_max_hp(pools.level, attributes.fitness)
    mana = max_mana(level, attributes.intelligence) - max_mana(pools.level, attributes.intelligence)
    # What was gained or given up for good stays so: pools grow by what the formulas grow by.
    for name, value in (
        ("level", level),
        ("max_hp", pools.max_hp + hp),
        ("max_mana", pools.max_mana + mana),
        ("hp", pools.max_hp + hp),
        ("mana", pools.max_mana + mana),
    ):
        alter(game, entity, Pools, name, value, cause)
    game.change(LevelGained(cause, entity, level))
    game.push(OfferChoice(level), Single(entity), entity, cause)


@effect("offer_choice", foreseen=False)
class OfferChoice(Effect):
    """Lays before somebody what a level has to choose from; nothing before who never chooses.

    Forecasts leave it out, as it decides nothing that anybody aims for: where many die it was a quarter of them.
    """

    must_happen: ClassVar[bool] = True
    level: Annotated[Count, Meta(description="the level that was gained")]


@handles(OfferChoice)
def offer_choice(effect: OfferChoice, hit: Hit, game: Game) -> None:
    """Add the choice to those that wait, unless there is nothing to choose."""
    talents = esper.try_component(hit.target, Talents)
    choice = choice_for(game, hit.target, effect.level) if talents is not None else None
    if talents is not None and choice is not None and choice.offers:
        waiting = (*talents.waiting, choice)
        alter(game, hit.target, Talents, "waiting", waiting, hit.cause)
