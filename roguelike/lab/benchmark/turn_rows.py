"""The player's turns in a hall, with everybody else's turns in between: full rules, no screen."""

from functools import cache

from roguelike.core.garbage_collection import tune_collector
from roguelike.core.records import replace
from roguelike.lab.benchmark.hall import Hall
from roguelike.lab.benchmark.row import STANDARD, Effort, Figure, ratio, row, standard_ms
from roguelike.raws.catalog import load_catalog
from roguelike.world.catalog import Catalog

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
    return replace(found, value=found.value * TURNS / PLAIN_TURNS)


def compared(effort: Effort, usual: Hall, other: Hall) -> Figure:
    """Return how many times as long a turn in another hall takes as one in the usual hall."""
    warm(usual, effort)
    warm(other, effort)
    return ratio(lambda: other.play(TURNS), lambda: usual.play(TURNS), effort.of(SAMPLES, least=5))


@row("50 awake, hunting creatures, 80x50", "x plain", at_least=14)
def fifty_awake(effort: Effort) -> Figure:
    """Measure a fight with fifty."""
    return to_plain(effort, near=50)


@row("200 awake, hunting creatures, 80x50", "x plain", at_least=30)
def two_hundred_awake(effort: Effort) -> Figure:
    """Measure a fight with two hundred."""
    return to_plain(effort, near=200)


@row("10 near and 190 asleep or far", "x 10 near", at_most=1.2)
def two_hundred_far(effort: Effort) -> Figure:
    """Compare a fight with ten, and 190 distant creatures of which half are asleep, with a fight with ten alone."""
    alone, among = Hall(own_catalog(), near=10), Hall(own_catalog(), near=10, far=190)
    return compared(effort, alone, among)


@row(f"10 near with {LEFT_BEHIND} levels left behind", "x one level", at_most=1.1)
def levels_left_behind(effort: Effort) -> Figure:
    """Compare a fight with ten in a long game with the same fight in a new game."""
    fresh, old = Hall(own_catalog(), near=10), Hall(own_catalog(), near=10)
    old.leave_behind(own_catalog(), LEFT_BEHIND)
    return compared(effort, fresh, old)


@row("50 awake on 160x100", "x 80x50", at_most=2)
def large_map(effort: Effort) -> Figure:
    """Compare a large map with one of the usual size."""
    usual, large = Hall(own_catalog(), near=50), Hall(own_catalog(), near=50, width=160, height=100)
    return compared(effort, usual, large)


@row(f"{CASTERS} awake spell casters, a turn", STANDARD, at_most=4)
def casters_awake(effort: Effort) -> Figure:
    """Measure a turn among casters of ten sorts who weigh and cast their spells at a player in their midst.

    The budget is hardly more than the last result (3.8, in November 2026), so that a rise is seen.
    """
    hall = Hall(own_catalog())
    hall.casters(CASTERS)
    warm(hall, effort)
    return standard_ms(lambda: hall.play(1), effort.of(CASTERS_TURNS))


@row(f"{WAR} awake, three clans at war, a turn", STANDARD, at_most=33)
def clan_war(effort: Effort) -> Figure:
    """Measure the turns of a war in which everybody nearby has an enemy."""
    hall = Hall(own_catalog())
    hall.war(WAR)
    return standard_ms(lambda: hall.play(1), effort.of(WAR_TURNS, least=5))
