"""Ground for builders: drawn or built, and what it looks like afterward."""

from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.chain import Step
from roguelike.mapgen.generation import generate
from roguelike.world.catalog import Catalog
from roguelike.world.terrain import Tile

SEEDS = range(5)


def drawn(text: str, depth: int = 1) -> Blueprint:
    """Make a blueprint of a drawing: # wall, anything else floor."""
    rows = text.split()
    plan = Blueprint(len(rows[0]), len(rows), depth)
    plan.dig((x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c != "#")
    return plan


def text(plan: Blueprint) -> list[str]:
    return [
        "".join("#" if tile == Tile.WALL else "." for tile in column) for column in plan.tiles.T
    ]


def built(seed: int, *steps: Step, width: int = 80, height: int = 50) -> Blueprint:
    plan, rng = Blueprint(width, height), Stream(seed, "test")
    for step in steps:
        step.build(plan, rng)
    return plan


def edge_is_closed(plan: Blueprint) -> bool:
    walkable = plan.walkable()
    return not (walkable[[0, -1]].any() or walkable[:, [0, -1]].any())


def planned(seed: int, depth: int, catalog: Catalog) -> Blueprint:
    """Plan a level as a game of the catalogue's data does."""
    streams = (Stream(str(seed), f"{kind} {depth}") for kind in ("map", "population"))
    return generate(*streams, depth, catalog.spawn_table, folders=catalog.folders)
