"""What was chosen at new levels, what is offered next, and how far a caster has mastered a school."""

from collections import Counter
from collections.abc import Mapping

import esper

from roguelike.components.growth import Choice, MasteryStep, Offer, Talents
from roguelike.components.vitals import Pools
from roguelike.core.records import Record
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.names import known_names, ready_names


class Mastery(Record):
    """A caster's progress in a school: how many spells count, and how many of its steps they reach."""

    school: str
    spells: int
    steps: int


def taken(game: Game, entity: int) -> list[Offer]:
    """List the offers that an entity has chosen; none for creatures, which cannot choose."""
    talents = esper.try_component(entity, Talents)
    known = game.content.offers
    return [known[name] for name in talents.taken if name in known] if talents else []


def choice_for(game: Game, entity: int, level: int) -> Choice:
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
    fit = [name for name in order if _is_fit(game, entity, game.content.offers[name], level)]
    firsts: dict[str, str] = {}
    for name in fit:
        firsts.setdefault(game.content.offers[name].group, name)
    chosen = [*firsts.values(), *(name for name in fit if name not in firsts.values())]
    return Choice(level, tuple(chosen[: game.content.growth.offers]))


def _is_fit(game: Game, entity: int, offer: Offer, level: int) -> bool:
    """Return whether an offer is of use to an entity of this level."""
    if level < offer.min_level or offer.teaches in known_names(entity):
        return False
    counts = Counter(each.name for each in taken(game, entity))
    if counts[offer.name] >= offer.most:
        return False
    return not offer.study or bool(offer.school and _known_of(game, entity, offer.school))


def _known_of(game: Game, entity: int, school: str) -> int:
    """Count the spells of a school that an entity knows."""
    spells = game.content.spells
    return sum(spells[name].school == school for name in known_names(entity))


def places_of(game: Game, entity: int) -> int:
    """Return how many spells an entity can keep ready: from its level and its choices."""
    growth = game.content.growth
    level = ecs.get(entity, Pools).level
    chosen = sum(offer.places for offer in taken(game, entity))
    return growth.places + chosen + sum(level >= each for each in growth.place_levels)


def spells_by_school(game: Game, entity: int) -> Mapping[str, int]:
    """Count the ready spells and the studies of an entity by school; empty for creatures, which choose nothing."""
    talents = esper.try_component(entity, Talents)
    if talents is None:
        return {}
    book = game.content.spells
    counts: dict[str, int] = {}
    for name in ready_names(entity):
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


def steps_reached(game: Game, mastery: Mastery) -> tuple[MasteryStep, ...]:
    """Return the steps of a school that have been reached."""
    return game.content.schools[mastery.school].steps[: mastery.steps] if mastery.steps else ()


def is_spared_own(game: Game, maker: int, elements: frozenset[str]) -> bool:
    """Return whether an entity's own fires and clouds of these elements spare it."""
    return any(
        step.grants == "own hazards"
        for element in sorted(elements)
        for step in steps_reached(game, mastery_in(game, maker, element))
    )
