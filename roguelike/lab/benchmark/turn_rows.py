"""The player's turns in a hall, with everybody else's turns in between: full rules, no screen."""

from functools import cache
from statistics import median

from roguelike.core.garbage_collection import tune_collector
from roguelike.core.records import replace
from roguelike.lab.benchmark.hall import Hall
from roguelike.lab.benchmark.row import (
    STANDARD,
    Effort,
    Figure,
    in_turn,
    ratio,
    row,
    spread_of,
    standard_ms,
)
from roguelike.raws.catalog import Catalog, load_catalog

WARM_UP_TURNS, TURNS, SAMPLES = 60, 40, 30
PLAIN_TURNS = 4
"""Turns of the plain game per sample: each takes some 15 times as long."""
CASTERS, CASTERS_TURNS = 20, 300
WAR, WAR_TURNS = 300, 100
LEFT_BEHIND = 12
"""Levels visited by the player of a long game."""


@cache
def own_catalog() -> Catalog:
    """Load the game's data once, as the program does."""
    catalog = load_catalog()
    tune_collector()
    return catalog


def warm(hall: Hall, effort: Effort) -> Hall:
    """Play some turns first, so that everybody has come near."""
    hall.play(effort.of(WARM_UP_TURNS))
    return hall


def to_plain(effort: Effort, *, near: int) -> Figure:
    """Return how many turns ours plays in the time of one turn of the plain game with as many hunters."""
    hall = warm(Hall(own_catalog(), near=near), effort)
    plain = hall.plain()
    found = ratio(
        lambda: plain.play(PLAIN_TURNS), lambda: hall.play(TURNS), effort.of(SAMPLES, least=5)
    )
    hall.close()
    return replace(found, value=found.value * TURNS / PLAIN_TURNS)


def to_fifty(effort: Effort, *, near: int, far: int = 0, scale: int = 1) -> Figure:
    """Return how many turns a hall `scale` times as wide and high plays per turn of the hall with fifty hunters."""
    fifty = warm(Hall(own_catalog(), near=50), effort)
    other = warm(
        Hall(own_catalog(), near=near, far=far, width=80 * scale, height=50 * scale), effort
    )
    usual, ours = in_turn(
        lambda: fifty.play(TURNS), lambda: other.play(TURNS), effort.of(SAMPLES, least=5)
    )
    fifty.close()
    other.close()
    value = median(one / two for one, two in zip(usual, ours, strict=True))
    return Figure(value, f"{len(ours)} pairs", spread_of(usual))


@row("50 awake, hunting creatures, 80x50", "x plain", at_least=20)
def fifty_awake(effort: Effort) -> Figure:
    """Measure a fight with fifty."""
    return to_plain(effort, near=50)


@row("200 awake, hunting creatures, 80x50", "x plain", at_least=25)
def two_hundred_awake(effort: Effort) -> Figure:
    """Measure a fight with two hundred."""
    return to_plain(effort, near=200)


@row("200 creatures, most asleep or far", "x 50 awake", at_least=5)
def two_hundred_far(effort: Effort) -> Figure:
    """Measure a fight with ten and 190 distant creatures, half of them asleep."""
    return to_fifty(effort, near=10, far=190)


@row(f"turns with {LEFT_BEHIND} levels left behind", "x one level", at_least=0.9)
def levels_left_behind(effort: Effort) -> Figure:
    """Compare a fight with ten in a long game with the same fight in a new game."""
    fresh, old = Hall(own_catalog(), near=10), Hall(own_catalog(), near=10)
    old.leave_behind(own_catalog(), LEFT_BEHIND)
    warm(fresh, effort)
    warm(old, effort)
    alone, among = in_turn(
        lambda: fresh.play(TURNS), lambda: old.play(TURNS), effort.of(SAMPLES, least=5)
    )
    fresh.close()
    old.close()
    value = median(one / two for one, two in zip(alone, among, strict=True))
    return Figure(value, f"{len(among)} pairs", spread_of(alone))


@row("50 awake on 160x100", "x 50 awake", at_least=0.5)
def large_map(effort: Effort) -> Figure:
    """Compare a large map with one of the usual size."""
    return to_fifty(effort, near=50, scale=2)


@row(f"{CASTERS} awake spell casters, a turn", STANDARD, at_most=7.5)
def casters_awake(effort: Effort) -> Figure:
    """Measure a turn among casters of ten sorts who weigh and cast their spells at a player in their midst.

    The budget is the result when the row was made (7.4, in November 2026): a baseline, until work on how creatures
    weigh their spells sets a better one.
    """
    hall = Hall(own_catalog())
    hall.casters(CASTERS)
    warm(hall, effort)
    found = standard_ms(lambda: hall.play(1), effort.of(CASTERS_TURNS))
    hall.close()
    return found


@row(f"{WAR} awake, three clans at war, a turn", STANDARD, at_most=33)
def clan_war(effort: Effort) -> Figure:
    """Measure the turns of a war in which everybody nearby has an enemy."""
    hall = Hall(own_catalog())
    hall.war(WAR)
    found = standard_ms(lambda: hall.play(1), effort.of(WAR_TURNS, least=5))
    hall.close()
    return found
