"""Turns a second, of the player, with everybody else's turns between: full rules, no screen."""

from functools import cache
from statistics import median

from roguelike.engine.garbage_collection import tune_collector
from roguelike.lab.benchmark.hall import Hall
from roguelike.lab.benchmark.row import Effort, Figure, pace, row, samples
from roguelike.raws.catalog import Catalog, load_catalog

WARM_UP_TURNS, TURNS, SAMPLES = 60, 40, 30
WAR_TURNS = 200


@cache
def own_catalog() -> Catalog:
    """Load the game's data once, as the program does."""
    catalog = load_catalog()
    tune_collector()
    return catalog


def turns_a_second(effort: Effort, *, near: int, far: int = 0, scale: int = 1) -> float:
    """Measure a hall with some creatures near and some far, `scale` times the usual 80x50 each way."""
    hall = Hall(own_catalog(), near=near, far=far, width=80 * scale, height=50 * scale)
    turns = effort.of(TURNS, 2)
    hall.play(effort.of(WARM_UP_TURNS))
    found = pace(lambda: hall.play(turns), turns, effort.of(SAMPLES))
    hall.close()
    return found


@row("50 awake, hunting creatures, 80x50", "turns/s", at_least=1700)
def fifty_awake(effort: Effort) -> Figure:
    """Measure a fight with fifty."""
    found = turns_a_second(effort, near=50)
    return Figure(found, f"{found * 50:,.0f} creatures' turns/s")


@row("200 awake, hunting creatures, 80x50", "turns/s", at_least=400)
def two_hundred_awake(effort: Effort) -> Figure:
    """Measure a fight with two hundred."""
    return Figure(turns_a_second(effort, near=200))


@row("200 creatures, most asleep or far", "turns/s", at_least=3600)
def two_hundred_far(effort: Effort) -> Figure:
    """Measure a fight with ten, the others out of reach."""
    return Figure(turns_a_second(effort, near=10, far=190), "10 hunting, 95 far off, 95 asleep")


@row("300 awake, three clans at war, slowest turn", "ms", at_most=33)
def clan_war(effort: Effort) -> Figure:
    """Measure the turns of a war in which everybody near has an enemy: the slowest must still fit before its frame."""
    hall = Hall(own_catalog(), near=0)
    hall.war(300)
    hall.play(1)
    found = samples(lambda: hall.play(1), effort.of(WAR_TURNS))
    hall.close()
    return Figure(found[-1], f"median {median(found):.1f} ms")


@row("50 awake on 160x100, share of 80x50", "", at_least=0.5)
def large_map(effort: Effort) -> Figure:
    """Compare a large map with one of usual size."""
    large, usual = turns_a_second(effort, near=50, scale=2), turns_a_second(effort, near=50)
    return Figure(large / usual, f"{large:,.0f} turns/s")
