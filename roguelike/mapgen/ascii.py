"""Levels as text, for the seed catalogue, the viewer and for debugging builders."""

from collections.abc import Iterable

from roguelike.mapgen.blueprint import Blueprint, Spawn, Tiles
from roguelike.world.terrain import Tile

GLYPHS: dict[Tile, str] = {
    Tile.WALL: "#",
    Tile.FLOOR: ".",
    Tile.DOWN_STAIRS: ">",
    Tile.UP_STAIRS: "<",
    Tile.WOOD_FLOOR: "_",
    Tile.ROAD: "=",
    Tile.GRASS: '"',
    Tile.SHALLOW_WATER: "~",
    Tile.DEEP_WATER: "≈",
    Tile.BRIDGE: ":",
    Tile.GRAVEL: ";",
    Tile.STALACTITE: "V",
    Tile.STALAGMITE: "A",
    Tile.ICE: "-",
}
OTHER = "?"
"""Ground that no builder uses."""
MARKS = {"mobs": "m", "items": "!", "props": "^"}
START, DOOR = "@", "+"


def draw_tiles(tiles: Tiles) -> list[list[str]]:
    """Return the ground row by row, one character per tile."""
    glyphs = [GLYPHS.get(tile, OTHER) for tile in Tile]
    return [[glyphs[tile] for tile in row] for row in tiles.T.tolist()]


def draw(plan: Blueprint, *, spawns: bool = True) -> str:
    """Return the map as text: start @ (or < below the first level), exit >, m creature, ! item, ^ trap, + door."""
    rows = draw_tiles(plan.tiles)
    mark(rows, plan.spawns if spawns else ())
    if plan.start is not None and plan.depth == 1:
        x, y = plan.start
        rows[y][x] = START
    return "\n".join("".join(row) for row in rows)


def mark(rows: list[list[str]], spawns: Iterable[Spawn]) -> None:
    """Put the signs of spawns on a drawing."""
    for section, name, (x, y) in spawns:
        rows[y][x] = DOOR if name == "Door" else MARKS[section]
