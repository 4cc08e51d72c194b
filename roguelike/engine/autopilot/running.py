"""Running in a direction until something changes. Each turn is an ordinary command."""

from roguelike.actions.carrying import items_at
from roguelike.actions.moving import Step
from roguelike.engine.autopilot.explore import Walk
from roguelike.engine.autopilot.interruption import interruption
from roguelike.engine.foreseeing.perils import perils_of
from roguelike.engine.play.hazards import bars
from roguelike.world.game import Game
from roguelike.world.space import point_of
from roguelike.world.terrain import Tile


def run(game: Game, dx: int, dy: int) -> Walk:
    """Yield steps in one direction until a wall, a fork, an interruption, or a known trap, fire or cloud."""
    sides = _openings(game, dx, dy)
    while True:
        if perils := perils_of(game, Step(dx, dy)):
            return bars(perils)
        before = point_of(game.player)
        yield Step(dx, dy)
        after = point_of(game.player)
        if after is None or after == before or interruption(game, on_the_way=True) is not None:
            return ""
        if items_at(game, after) or game.level.tiles[after] in (Tile.DOWN_STAIRS, Tile.UP_STAIRS):
            return ""
        now = _openings(game, dx, dy)
        ahead = (after[0] + dx, after[1] + dy)
        if now != sides or not game.level.is_free(ahead):
            return ""


def _openings(game: Game, dx: int, dy: int) -> tuple[bool, bool]:
    """Return whether the tiles to either side are open; a change of that is a fork."""
    here = point_of(game.player) or (0, 0)
    left, right = (here[0] + dy, here[1] - dx), (here[0] - dy, here[1] + dx)
    walkable = game.level.walkable
    return (
        game.level.contains(left) and bool(walkable[left]),
        game.level.contains(right) and bool(walkable[right]),
    )
