"""A populated dungeon of ten levels, saved and loaded."""

from functools import cache

from roguelike.engine.play.dungeon import build_level, new_game
from roguelike.lab.benchmark.row import STANDARD, Effort, Figure, row, standard_ms
from roguelike.lab.benchmark.turn_rows import own_catalog
from roguelike.store.save_file import decode, encode
from roguelike.world import ecs, spawning
from roguelike.world.game import Game
from roguelike.world.terrain import Tile

LEVELS, EACH = 10, 100


@cache
def dungeon() -> Game:
    """Make a game of ten explored levels; items carried by creatures count among the entities of their level."""
    catalog = own_catalog()
    game = new_game("benchmark", catalog)
    for depth in range(1, LEVELS + 1):
        first = ecs.next_id() if depth > 1 else 1
        level = game.levels.get(depth) or build_level(game, catalog, depth)
        rng = game.stream(f"benchmark {depth}")
        floor = level.find(Tile.FLOOR)
        while ecs.next_id() < first + EACH:
            spot, item = rng.choice(floor), rng.choice(catalog.names("items"))
            spawning.spawn(game, "items", item, spot, depth, rng)
        level.explored[:] = True
    return game


@row(f"save of {LEVELS} levels, {EACH} entities each", STANDARD, at_most=5)
def save_time(effort: Effort) -> Figure:
    """Measure encoding the game to bytes."""
    game = dungeon()
    game.enter()
    entities = len(ecs.entities())
    found = standard_ms(lambda: encode(game), effort.of(40))
    return Figure(
        found.value, f"{entities} entities with all they carry, {found.note}", found.spread
    )


@row("size of that save", "KB", at_most=60)
def save_size(effort: Effort) -> Figure:
    """Measure the size in units of 1000 bytes."""
    return Figure(len(encode(dungeon())) / 1000)


@row("load of that save, to a playable world", STANDARD, at_most=10)
def load_time(effort: Effort) -> Figure:
    """Measure decoding the bytes to a game."""
    saved = encode(dungeon())

    def load() -> None:
        """Load the game and drop it."""
        ecs.drop_world(decode(saved).open(own_catalog()).world)

    return standard_ms(load, effort.of(40))
