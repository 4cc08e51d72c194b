"""From a depth and two random streams to a finished level.

A level that breaks a rule is discarded and begun again from the same stream, so that no seed can make a bad one.
"""

from pathlib import Path

from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.chain import Chain, SpawnTable, UnfitError
from roguelike.mapgen.checks import ground_faults
from roguelike.mapgen.metas.keys import scatter
from roguelike.mapgen.tidewick import TIDEWICK

TOWN_DEPTH = 1
ATTEMPTS = 20
LEAST_WIDTH, LEAST_HEIGHT = 40, 25
"""The smallest map, in tiles, that every chain can fill."""


def generate(
    map_stream: Stream,
    population_stream: Stream,
    depth: int,
    table: SpawnTable,
    width: int = 80,
    height: int = 50,
    folders: tuple[Path, ...] = (),
) -> Blueprint:
    """Make the level of a depth: ground from the first stream, spawns from the second.

    `folders` hold the hand-drawn pieces; by default the active data.

    Raises ValueError when the map is too small or the depth is not 1 or more.
    """
    plan, chain = survey(map_stream, depth, width, height, folders=folders)
    chain.fill(plan, population_stream, table)
    scatter(plan, population_stream)
    return plan


def survey(
    rng: Stream,
    depth: int,
    width: int = 80,
    height: int = 50,
    *,
    watched: bool = False,
    folders: tuple[Path, ...] = (),
) -> tuple[Blueprint, Chain]:
    """Make only a level's ground, with snapshots if `watched`; return it and the chain to fill it with."""
    if depth < 1:
        raise ValueError(f"no level lies at depth {depth}: depths begin at 1")
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        raise ValueError(
            f"a map of {width}x{height} is too small: {LEAST_WIDTH}x{LEAST_HEIGHT} or more"
        )
    for _ in range(ATTEMPTS):
        chain = _chain(depth, rng)
        if plan := attempt(chain, rng, Blueprint(width, height, depth, folders), watched=watched):
            return plan, chain
    from roguelike.mapgen.depths import ROOMS

    sure = _chain(depth, rng)._replace(ground=ROOMS)
    while True:
        if plan := attempt(sure, rng, Blueprint(width, height, depth, folders), watched=watched):
            return plan, sure


def _chain(depth: int, rng: Stream) -> Chain:
    """Return the chain for a depth; a game that begins in town need not load the builders of other levels."""
    if depth == TOWN_DEPTH:
        return TIDEWICK
    from roguelike.mapgen.depths import chain_for

    return chain_for(depth, rng)


def attempt(
    chain: Chain, rng: Stream, plan: Blueprint, *, watched: bool = False
) -> Blueprint | None:
    """Dig a level; None if the result is not fit to be played."""
    plan.history = [] if watched else None
    try:
        chain.dig(plan, rng)
    except UnfitError:
        return None
    return None if ground_faults(plan) else plan
