"""Figures that depend on level: the experience needed for a level, skills, the size of pools; and masteries.

The data has a formula for each, with the reason next to it (`growth` in spawns.json). For figures that it leaves out,
the formulas of the source game (3.5) apply.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

import esper

from roguelike.components import growth, vitals
from roguelike.core.formula import Formula, parse_formula
from roguelike.core.records import Record
from roguelike.core.scalars import FAR
from roguelike.world import ecs, perception
from roguelike.world.catalog import Catalog
from roguelike.world.derived_stats import attribute_bonus
from roguelike.world.game import Game

MOST_LEVEL = 100
"""The highest level that a creature can reach."""
MOST_HP, MOST_SKILL, MOST_XP = 100_000, 100, 100_000_000
Way = Literal["any", "never falls", "rises"]


class Law(NamedTuple):
    """A figure: its formula in the source game (ours where it has none), what it may be, and how it may go with level.

    The `names` are those of the variables that formulas may use: `own` is the killer's level; `fitness` and
    `intelligence` are the bonuses of these attributes; `home` is the first depth at which a kind of creature appears;
    `depth` is where the creature lives, or the depth being entered.
    """

    text: str
    names: tuple[str, ...] = ("level",)
    least: int = 0
    most: int = MOST_HP
    way: Way = "never falls"


_DEPTH, _POOL = ("depth",), ("level", "fitness", "intelligence")
LAWS: Mapping[growth.Figure, Law] = {
    "wanderer turns": Law("0", _DEPTH, way="any"),
    "quiet": Law("100", _DEPTH, 0, MOST_SKILL * 10, "any"),
    "rest mana": Law("50/3", most=MOST_SKILL * 100),
    "hero level": Law("max(1,depth-1)", _DEPTH, 1, MOST_LEVEL),
    "damage a mana": Law("5+level/4", least=1, most=MOST_SKILL),
    "experience": Law("1000*level", least=1, most=MOST_XP, way="rises"),
    "kill": Law("100*level", ("level", "own"), 0, MOST_XP, "any"),
    "mending": Law("100", most=100, way="any"),
    "hero hp": Law("15+level*(15+fitness)", _POOL, 1),
    "hero mana": Law("level*max(1,4+intelligence)", _POOL),
    **dict.fromkeys(
        ("hero melee", "hero defense", "hero magic"),
        Law("level", least=-MOST_SKILL, most=MOST_SKILL),
    ),
    "creature level": Law("level", ("level", "depth", "home"), 1, MOST_LEVEL),
    "creature hp": Law("1+level*max(1,8+fitness)", _POOL, 1),
    "creature mana": Law("level*max(1,4+intelligence)", _POOL),
    **dict.fromkeys(
        ("creature melee", "creature defense", "creature magic"),
        Law("1", least=-MOST_SKILL, most=MOST_SKILL),
    ),
}
SOURCE: Mapping[growth.Figure, Formula] = {
    name: parse_formula(law.text, law.names) for name, law in LAWS.items()
}
"""The formulas used where the data has none."""


@lru_cache(maxsize=4096)
def worked_out(formula: Formula, **variables: float) -> int:
    """Return the value of a figure, truncated to an integer and limited to ±FAR.

    Cached, because there are few levels and each death asks for two figures: in forecasts of many deaths this took half
    the time.
    """
    return int(max(-FAR, min(FAR, formula.exact(variables))))


def hero_level(content: Catalog, depth: int) -> int:
    """Return the usual level of a player who enters a depth after clearing most of the levels above."""
    return worked_out(content.figures["hero level"], depth=depth)


def experience_to_leave(content: Catalog, level: int) -> int:
    """Return the total experience needed to leave a level for the next one."""
    return worked_out(content.figures["experience"], level=level)


@lru_cache(maxsize=4096)
def experience_for(content: Catalog, victim: int, own: int) -> int:
    """Return the experience for a death; `victim` and `own` are the levels of the victim and of the killer.

    Cached because each death in a forecast asks for it.
    """
    return max(0, worked_out(content.figures["kill"], level=victim, own=own))


def mending_percent(content: Catalog, level: int) -> int:
    """Return how much of the missing hit points and mana a new level restores, in percent."""
    return worked_out(content.figures["mending"], level=level)


def hero_pools(content: Catalog, level: int, born: vitals.Attributes) -> tuple[int, int]:
    """Return the player's maximum hit points and mana for a level and base attributes."""
    hp, mana = content.figures["hero hp"], content.figures["hero mana"]
    return _pools(hp, mana, level, born.fitness, born.intelligence)


def creature_pools(
    figures: Mapping[growth.Figure, Formula], level: int, born: vitals.Attributes
) -> tuple[int, int]:
    """Return a creature's maximum hit points and mana for a level and base attributes."""
    hp, mana = figures["creature hp"], figures["creature mana"]
    return _pools(hp, mana, level, born.fitness, born.intelligence)


@lru_cache(maxsize=4096)
def _pools(
    hp: Formula, mana: Formula, level: int, fitness: int, intelligence: int
) -> tuple[int, int]:
    """Return maximum hit points (at least 1) and mana (at least 0), cached."""
    variables = {
        "level": level,
        "fitness": attribute_bonus(fitness),
        "intelligence": attribute_bonus(intelligence),
    }
    return max(1, worked_out(hp, **variables)), max(0, worked_out(mana, **variables))


def hero_skills(content: Catalog, level: int) -> vitals.Skills:
    """Return the skills that the player has from level alone."""
    return vitals.Skills(
        *_skills(
            content.figures["hero melee"],
            content.figures["hero defense"],
            content.figures["hero magic"],
            level,
        )
    )


def creature_skills(figures: Mapping[growth.Figure, Formula], level: int) -> vitals.Skills:
    """Return the skills of a creature whose row does not list them."""
    return vitals.Skills(
        *_skills(
            figures["creature melee"], figures["creature defense"], figures["creature magic"], level
        )
    )


@lru_cache(maxsize=4096)
def _skills(melee: Formula, defense: Formula, magic: Formula, level: int) -> tuple[int, ...]:
    """Return the three skills, cached."""
    return tuple(worked_out(formula, level=level) for formula in (melee, defense, magic))


class Mastery(Record):
    """A caster's progress in a school: how many spells count, and how many of its steps they reach."""

    school: str
    spells: int
    steps: int


def taken(game: Game, entity: int) -> list[growth.Offer]:
    """List the offers that an entity has chosen; none for creatures, which cannot choose."""
    talents = esper.try_component(entity, growth.Talents)
    known = game.content.offers
    return [known[name] for name in talents.taken if name in known] if talents else []


def places_of(game: Game, entity: int) -> int:
    """Return how many spells an entity can keep ready: from its level and its choices."""
    rules = game.content.growth
    level = ecs.get(entity, vitals.Pools).level
    chosen = sum(offer.places for offer in taken(game, entity))
    return rules.places + chosen + sum(level >= each for each in rules.place_levels)


def spells_by_school(game: Game, entity: int) -> Mapping[str, int]:
    """Count the ready spells and the studies of an entity by school; empty for creatures, which choose nothing."""
    talents = esper.try_component(entity, growth.Talents)
    if talents is None:
        return {}
    book = game.content.spells
    counts: dict[str, int] = {}
    for name in perception.ready_names(entity):
        school = book[name].school
        counts[school] = counts.get(school, 0) + 1
    for offer in taken(game, entity) if talents.taken else ():
        if offer.study and offer.school:
            counts[offer.school] = counts.get(offer.school, 0) + offer.study
    return counts


def steps_of(game: Game, school: str, spells: int) -> int:
    """Return how many steps of a school this number of spells reaches; 0 if there is no such school."""
    found = game.content.schools.get(school)
    return sum(spells >= step.spells for step in found.steps) if found else 0


def mastery_in(game: Game, entity: int, school: str) -> Mastery:
    """Return how far an entity has mastered a school."""
    spells = spells_by_school(game, entity).get(school, 0)
    return Mastery(school, spells, steps_of(game, school, spells))


def steps_reached(game: Game, mastery: Mastery) -> tuple[growth.MasteryStep, ...]:
    """Return the steps of a school that have been reached."""
    return game.content.schools[mastery.school].steps[: mastery.steps] if mastery.steps else ()


def is_spared_own(game: Game, maker: int, elements: frozenset[str]) -> bool:
    """Return whether an entity's own fires and clouds of these elements spare it."""
    return any(
        step.grants == "own hazards"
        for element in sorted(elements)
        for step in steps_reached(game, mastery_in(game, maker, element))
    )
