"""How a game stands, in the line that the title shows: in a save's header, and after every command in its journal."""

from typing import Any

from roguelike.components.vitals import Pools
from roguelike.world import ecs
from roguelike.world.game import Game


def line_of(game: Game) -> str:
    """Say in a line how a game stands; its world must be the current one."""
    pools = ecs.get(game.player, Pools)
    hp = f"{pools.hp}/{pools.max_hp} hit points"
    return f"Level {pools.level}, {hp}, {game.level.name}, turn {game.turn}"


def standing_of(game: Game) -> dict[str, Any]:
    """Return how a game stands, as a journal has it."""
    return {"line": line_of(game), "turn": game.turn, "depth": game.depth}
