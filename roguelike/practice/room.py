"""Practice: a separate game on a drawn board, without consequences. Any turn can be taken back.

It copies the player's sheet from the real game, which is not touched: the board is a world of its own with its own
dice, and nothing of it is saved or counted. A lesson is the same with a hero that the board describes.
"""

from typing import ClassVar, Literal, Self

import esper

from roguelike.actions.senses import is_hostile
from roguelike.components.actors import Mind
from roguelike.components.magic import Trigger
from roguelike.components.spatial import Hidden
from roguelike.core.geometry import Point, steps_between
from roguelike.engine.play import dungeon
from roguelike.engine.session import Session
from roguelike.mapgen.blueprint import Spawn
from roguelike.mapgen.boards import Board, BoardKind, boards
from roguelike.mapgen.drawn_text import PrefabError
from roguelike.practice.sheet import Sheet, newcomer, set_down, sheet_of
from roguelike.practice.trial import Trial
from roguelike.raws.catalog import Catalog
from roguelike.systems.visibility import look_around
from roguelike.world import ecs, space, spawning
from roguelike.world.content import Content
from roguelike.world.game import Game
from roguelike.world.level import Level
from roguelike.world.terrain import Tile

__all__ = ["Board", "BoardKind", "Practice", "PrefabError", "boards"]

End = Literal["", "won", "died", "left", "harmed", "failed"]
OUTSIDE = 5
"""Side length in tiles of the empty room outside the board."""


class Practice(Trial):
    """A session on a board. It keeps the same game record throughout, whatever is taken back."""

    def __init__(
        self, board: Board, sheet: Sheet, content: Content, *, seed: str = "", rested: bool = False
    ) -> None:
        """Set up a board with a player on it."""
        self.board, self.rested = board, rested
        self._sheet, self._content, self._seed = sheet, content, seed
        self._tries = 0
        super().__init__(self._opened())

    @classmethod
    def of(cls, session: Session, board: Board, *, rested: bool = False) -> "Practice":
        """Practise with the player of a game in progress as they are now; that game is not changed."""
        game = session.game
        game.enter()
        return cls(board, sheet_of(game), game.content, seed=game.seed, rested=rested)

    @classmethod
    def lesson(cls, board: Board, catalog: Catalog) -> Self:
        """Start a lesson with the hero that its board describes."""
        return cls(board, newcomer(board.hero, catalog), catalog)

    def _opened(self) -> Game:
        """Create the game as the board begins, with dice that no earlier try had."""
        board = self.board
        game = set_down(self._sheet, board, self._dice, self._content, rested=self.rested)
        try:
            self._furnish(game)
        except BaseException:
            ecs.drop_world(game.world)
            raise
        return game

    def _furnish(self, game: Game) -> None:
        """Put everything in its place. Raises KeyError for what the raws lack."""
        board = self.board
        self._prepare(game)
        space.put(game, game.player, board.start, game.depth)
        # Large creatures come last, since they can be moved to where there is room.
        for spawn, asleep in sorted(board.spawns(), key=lambda pair: _size(game, pair[0])):
            spot = _room_for(game, spawn)
            if spot is not None:
                _stand(game, spawn._replace(point=spot), asleep=asleep)
        game.turn_queue.rebuild(space.actors(game, game.depth))
        game.level.explored[...] = True  # the player chose the board, so it is all known
        look_around(game)

    @property
    def _dice(self) -> str:
        """The seed of the dice, different for each try."""
        return f"{self._seed}/practice/{self.board.key}/{self._tries}"

    def _prepare(self, game: Game) -> None:
        """Prepare a game that was just created or restored: nothing here, but puzzles fix the dice."""

    # --- how it stands

    @property
    def end(self) -> End:
        """How it ended; "" while it goes on."""
        game = self._entered()
        if game.player in game.dead:
            return "died"
        if len(game.levels) > 1:  # at first the board is the only level
            return "won" if self.board.goal == "leave" else "left"
        return "won" if self.board.goal == "clear" and not self.enemies_left() else ""

    def enemies_left(self) -> list[int]:
        """List the enemies on the board, seen or not, by id."""
        game = self._entered()
        return [
            entity
            for entity, _ in ecs.with_component(Mind)
            if space.is_here(game, entity) and is_hostile(game, entity)
        ]

    def shortfall(self) -> str:
        """Return the sentence on who was missed: "" here, since only puzzles name whom to kill or save."""
        return ""

    def words(self) -> str:
        """Return what the player is told at the beginning."""
        return self.board.text

    anew: ClassVar[str] = "The board is as it was, with other dice."
    """What is said after restarting."""

    @property
    def is_over(self) -> bool:
        """Whether it is won or lost, or the board was left."""
        return self.end != ""

    @property
    def is_won(self) -> bool:
        """Whether its goal was reached."""
        return self.end == "won"

    # --- playing

    def travel(
        self, game: Game, depth: int, point: Point | None = None, *, followed: bool = True
    ) -> None:
        """Leave the board for an empty room: there is no dungeon around it."""
        tiles = self.board.tiles()[:OUTSIDE, :OUTSIDE].copy()
        tiles[...] = Tile.WALL
        tiles[1:-1, 1:-1] = Tile.FLOOR
        game.levels[depth] = Level(depth, "Outside the board", self.board.theme, tiles)
        dungeon.travel(game, depth, (1, 1), followed=False)

    def again(self, *, rested: bool | None = None) -> None:
        """Set the board up again with other dice; hit points and mana are full if `rested`."""
        self.stop()
        self._tries += 1
        self._past.clear()
        self.rested = self.rested if rested is None else rested
        self._become(self._opened())

    def _become(self, other: Game) -> None:
        """Take over the state of another game."""
        super()._become(other)
        self._prepare(self.game)


# --- setting a board up


def _size(game: Game, spawn: Spawn) -> int:
    """Return the number of tiles that a spawn takes."""
    body = game.content.body(spawn.section, spawn.name)
    return body.width * body.height


def _room_for(game: Game, spawn: Spawn) -> Point | None:
    """Return the tile nearest to its drawn place at which a spawn fits; None if there is none."""
    level, body = game.level, game.content.body(spawn.section, spawn.name)
    if _size(game, spawn) == 1:
        return spawn.point
    spots = ((x, y) for x in range(level.width) for y in range(level.height))
    nearest = sorted(spots, key=lambda spot: (steps_between(spot, spawn.point), spot))
    return next((spot for spot in nearest if level.has_room(body, spot)), None)


def _stand(game: Game, spawn: Spawn, *, asleep: bool) -> None:
    """Put something on the board. Traps are revealed: a board hides nothing from the player who chose it."""
    entity = spawning.spawn(game, spawn.section, spawn.name, spawn.point, game.depth)
    if asleep:
        ecs.get(entity, Mind).awake = False
        game.caches.sleep += 1
    if esper.has_component(entity, Trigger) and esper.has_component(entity, Hidden):
        ecs.get(entity, Hidden).found = True
