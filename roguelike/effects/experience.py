"""Experience and levels."""

from typing import Annotated, ClassVar

import esper

from roguelike.components.vitals import ATTRIBUTES, Attributes, Pools, Skills
from roguelike.core.effect import Effect, effect
from roguelike.core.records import Meta
from roguelike.core.scalars import Whole
from roguelike.effects.registry import Hit, handles
from roguelike.world.changes import LevelGained, PoolChanged, alter
from roguelike.world.derived_stats import attribute_bonus
from roguelike.world.game import Cause, Game

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
    amount: Annotated[Whole, Meta(description="points of experience")]


@handles(GainExperience)
def gain_experience(effect: GainExperience, hit: Hit, game: Game) -> None:
    """Add experience; gain a level whenever it reaches 1000 x level, several at once if it is enough."""
    pools = esper.component_for_entity(hit.target, Pools)
    game.change(PoolChanged(hit.target, "xp", pools.xp, pools.xp + effect.amount, hit.cause))
    while pools.xp >= pools.level * EXPERIENCE_A_LEVEL:
        _rise(game, hit.target, pools, hit.cause)


def _rise(game: Game, entity: int, pools: Pools, cause: Cause) -> None:
    """Gain one level: a random attribute and all skills grow by 1, pools grow and are full."""
    grown = game.rng.choice(ATTRIBUTES)
    attributes = esper.component_for_entity(entity, Attributes)
    alter(game, entity, Attributes, grown, getattr(attributes, grown) + 1, cause)
    skills = esper.component_for_entity(entity, Skills)
    for skill in ("melee", "defense", "magic"):
        alter(game, entity, Skills, skill, getattr(skills, skill) + 1, cause)
    level = pools.level + 1
    hp, mana = player_max_hp(level, attributes.fitness), max_mana(level, attributes.intelligence)
    for name, value in (
        ("level", level),
        ("max_hp", hp),
        ("max_mana", mana),
        ("hp", hp),
        ("mana", mana),
    ):
        alter(game, entity, Pools, name, value, cause)
    game.change(LevelGained(cause, entity, level, grown))
