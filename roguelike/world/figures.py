"""Figures that follow from level: how much experience a level takes, how hard blows are, how deep pools.

The data has a formula for each, with its reason beside it (`growth` in spawns.json). Where it says nothing, those of
the game that ours grew out of hold (source game, 3.5).
"""

from collections.abc import Mapping
from functools import lru_cache

from roguelike.components.growth import Figure
from roguelike.components.vitals import Attributes, Skills
from roguelike.core.formula import Formula, parse_formula
from roguelike.core.scalars import FAR
from roguelike.world.content import Content
from roguelike.world.derived_stats import attribute_bonus

MOST_LEVEL = 100
"""Nobody rises beyond."""
PERCENT = 100
BONUSES = ("fitness", "intelligence")
VARIABLES: Mapping[Figure, tuple[str, ...]] = {
    "wanderer turns": ("depth",),
    "hero level": ("depth",),
    "damage a mana": ("level",),
    "experience": ("level",),
    "kill": ("level", "own"),
    "mending": ("level",),
    "hero hp": ("level", *BONUSES),
    "hero mana": ("level", *BONUSES),
    "hero melee": ("level",),
    "hero defense": ("level",),
    "hero magic": ("level",),
    "creature level": ("level", "depth", "home"),
    "creature hp": ("level", *BONUSES),
    "creature mana": ("level", *BONUSES),
    "creature melee": ("level",),
    "creature defense": ("level",),
    "creature magic": ("level",),
}
"""What each formula reckons with. `own` is the killer's level, `fitness` and `intelligence` the attributes' bonuses.

`home` is the first depth at which a kind turns up, `depth` where one of it lives, or somebody comes to.
"""
_SOURCE: Mapping[Figure, str] = {
    "wanderer turns": "0",
    "hero level": "max(1,min(depth-1,max(6,depth-2)))",
    "damage a mana": "5+level/4",
    "experience": "1000*level",
    "kill": "100*level",
    "mending": "100",
    "hero hp": "15+level*(15+fitness)",
    "hero mana": "level*max(1,4+intelligence)",
    "hero melee": "level",
    "hero defense": "level",
    "hero magic": "level",
    "creature level": "level",
    "creature hp": "1+level*max(1,8+fitness)",
    "creature mana": "level*max(1,4+intelligence)",
    "creature melee": "1",
    "creature defense": "1",
    "creature magic": "1",
}
SOURCE: Mapping[Figure, Formula] = {
    name: parse_formula(text, VARIABLES[name]) for name, text in _SOURCE.items()
}
"""The formulas of the source game; of what it does not have, ours."""


@lru_cache(maxsize=4096)
def worked_out(formula: Formula, **variables: float) -> int:
    """Return a figure: fractions are cut off, and nothing passes a milliard.

    It is cached: levels are few, and whatever dies asks for two figures. Of foreseeing many deaths it was half.
    """
    return int(max(-FAR, min(FAR, formula.exact(variables))))


def experience_to_leave(content: Content, level: int) -> int:
    """Return the experience, counted from the first level on, at which a level is left."""
    return worked_out(content.figure("experience"), level=level)


def experience_for(content: Content, victim: int, own: int) -> int:
    """Return the experience that the death of somebody of a level brings to who has a level of their own."""
    return _experience(content.figure("kill"), victim, own)


@lru_cache(maxsize=4096)
def _experience(formula: Formula, victim: int, own: int) -> int:
    """Return the experience that a death brings, cached: whoever dies asks for it."""
    return max(0, worked_out(formula, level=victim, own=own))


def mending_percent(content: Content, level: int) -> int:
    """Return how much of what is missing a new level mends, in percent."""
    return worked_out(content.figure("mending"), level=level)


def hero_pools(content: Content, level: int, born: Attributes) -> tuple[int, int]:
    """Return the player's greatest hit points and mana by level and attributes."""
    hp, mana = content.figure("hero hp"), content.figure("hero mana")
    return _pools(hp, mana, level, born.fitness, born.intelligence)


def creature_pools(
    figures: Mapping[Figure, Formula], level: int, born: Attributes
) -> tuple[int, int]:
    """Return the greatest hit points and mana of a creature by level and attributes."""
    hp, mana = figures["creature hp"], figures["creature mana"]
    return _pools(hp, mana, level, born.fitness, born.intelligence)


@lru_cache(maxsize=4096)
def _pools(
    hp: Formula, mana: Formula, level: int, fitness: int, intelligence: int
) -> tuple[int, int]:
    """Work out two pools, cached: nobody has less than 1 hit point, or less than no mana."""
    variables = {
        "level": level,
        "fitness": attribute_bonus(fitness),
        "intelligence": attribute_bonus(intelligence),
    }
    return max(1, worked_out(hp, **variables)), max(0, worked_out(mana, **variables))


def hero_skills(content: Content, level: int) -> Skills:
    """Return the skills that levels alone give the player."""
    return Skills(
        *_skills(
            content.figure("hero melee"),
            content.figure("hero defense"),
            content.figure("hero magic"),
            level,
        )
    )


def creature_skills(figures: Mapping[Figure, Formula], level: int) -> Skills:
    """Return the skills of a creature whose row says nothing of them."""
    return Skills(
        *_skills(
            figures["creature melee"],
            figures["creature defense"],
            figures["creature magic"],
            level,
        )
    )


@lru_cache(maxsize=4096)
def _skills(melee: Formula, defense: Formula, magic: Formula, level: int) -> tuple[int, ...]:
    """Work out three skills, cached as well."""
    return tuple(worked_out(formula, level=level) for formula in (melee, defense, magic))
