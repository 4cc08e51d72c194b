"""The state of a game in one line, for the title: in a save's header, and after every command in its journal."""

from typing import Any

from roguelike.components.vitals import Pools
from roguelike.world import ecs
from roguelike.world.game import Game


def line_of(game: Game) -> str:
    """Describe the state of a game in one line; its world must be the current one."""
    pools = ecs.get(game.player, Pools)
    hp = f"{pools.hp}/{pools.max_hp} hit points"
    return f"Level {pools.level}, {hp}, {game.level.name}, turn {game.turn:,}"


def standing_of(game: Game) -> dict[str, Any]:
    """Return the state of a game in a journal's format."""
    return {"line": line_of(game), "turn": game.turn, "depth": game.depth}
