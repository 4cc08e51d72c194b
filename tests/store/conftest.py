"""Games to keep: a real catalog, a hand-made level, and dungeons as large as the budget speaks of."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from roguelike.actions import acting
from roguelike.components import actors, growth, items, magic, spatial, vitals
from roguelike.components.statuses import Statuses
from roguelike.core.grammar import Message, Noun
from roguelike.engine.state.snapshot import state_hash
from roguelike.store.folder import SaveFolder
from roguelike.store.recording import Recording
from roguelike.systems.visibility import look_around
from roguelike.world import changes, ecs, space, spawning
from roguelike.world.catalog import Catalog
from roguelike.world.game import Cause, Game
from roguelike.world.level import Level
from roguelike.world.terrain import Tile
from tests.store.folders import NOON, act, resume, saves

Dungeon = Callable[..., Game]
NOW = 333


def make_level(depth: int, width: int = 20, height: int = 12) -> Level:
    """Draw a walled room with a pond and stairs."""
    tiles = np.full((width, height), Tile.FLOOR, dtype=np.uint8)
    tiles[0, :] = tiles[-1, :] = Tile.WALL
    tiles[:, 0] = tiles[:, -1] = Tile.WALL
    tiles[2, 2] = Tile.UP_STAIRS
    tiles[width - 3, height - 3] = Tile.DOWN_STAIRS
    tiles[5:8, 4] = Tile.DEEP_WATER
    return Level(depth, f"Hall {depth}", "cave", tiles, lit=depth % 2 == 1, entry=(2, 2))


def make_dungeon(
    catalog: Catalog, levels: int = 2, each: int = 12, size: tuple[int, int] = (20, 12)
) -> Game:
    """Make a game with a peopled dungeon, the player on the first level of it."""
    game = Game.fresh("a seed", catalog)
    game.now = NOW
    for depth in range(1, levels + 1):
        game.levels[depth] = make_level(depth, *size)
    game.player = ecs.create(
        actors.Kind("game", "player"),
        *catalog.templates("game", "player"),
        actors.Player(),
        vitals.Pools(25, 30, 3, 4, gold=12.5),
        vitals.Attributes(),
        vitals.Skills(),
        actors.Initiative(NOW),
        growth.Talents(),
        vitals.HungerClock(),
        Statuses(),
        items.Pack(),
        magic.KnownSpells([game.spells[name] for name in list(catalog.spells)[:3]]),
        actors.StatsCache(),
        spatial.Position(0, 0, spatial.NOWHERE),
    )
    start = next(iter(catalog.origins.values()))
    for item in [*start.equipped, *start.carried]:
        spawning.put_on(game.player, spawning.make(game, "items", item, game.rng))
    space.put(game, game.player, (3, 3), 1)
    for depth in game.levels:
        _people(game, catalog, depth, each)
    _live(game, catalog)
    return game


def _people(game: Game, catalog: Catalog, depth: int, each: int) -> None:
    """Spread things of every sort over a level."""
    level = game.levels[depth]
    free = [point for point in level.find(Tile.FLOOR) if point != (3, 3)]
    mobs, things, props = (catalog.names(section) for section in ("mobs", "items", "props"))
    before = ecs.next_id()
    number = 0
    while ecs.next_id() - before < each:
        point = free[number * 7 % len(free)]
        section, names = (("mobs", mobs), ("items", things), ("props", props))[number % 3]
        name = names[(number // 3 + depth) % len(names)]
        if section != "mobs" or (point not in level.blockers):
            spawning.spawn(game, section, name, point, depth)
        number += 1


def _live(game: Game, catalog: Catalog) -> None:
    """Give the game a past."""
    rat = next(entity for entity, _ in ecs.with_component(actors.Mind))
    mind = ecs.get(rat, actors.Mind)
    mind.target, mind.last_seen, mind.waypoint = game.player, (3, 3), None
    status = next(iter(catalog.names("statuses")), None) or next(iter(catalog.statuses))
    changes.StatusBegan(game.player, status, 7, 1.5, (1, 0, 0, -1), Cause("a test", rat)).apply(
        game
    )
    game.rng.below(6)
    game.turn = 41
    game.identified |= {"Health Potion", "Magic Missile Scroll"}
    game.hidden_names["Strength Potion"] = "black potion"
    game.levels[1].stains |= {(4, 4), (9, 9)}
    game.log.append(
        Message(
            "{1} hit[s] {2} for {3}.", (Noun("you", 1, is_you=True), "it", 3), "bad", 41, (1, 2)
        )
    )
    game.tallies.kills = 2
    look_around(game)
    game.turn_queue.rebuild(space.actors_on(game, game.depth))


@pytest.fixture
def dungeon(catalog: Catalog) -> Iterator[Dungeon]:
    """Make games, and forget them afterwards."""
    made: list[Game] = []

    def make(levels: int = 2, each: int = 12, size: tuple[int, int] = (20, 12)) -> Game:
        game = make_dungeon(catalog, levels, each, size)
        made.append(game)
        return game

    yield make
    for game in made:
        ecs.drop_world(game.world)


@pytest.fixture
def game(dungeon: Dungeon) -> Game:
    """A game in progress on two small levels."""
    return dungeon()


@pytest.fixture
def recording(game: Game) -> Recording:
    """What happens in it."""
    return Recording(game)


@pytest.fixture
def everything() -> Callable[[Game], dict[int, dict[str, object]]]:
    """Look at every component of every entity, those left out that are worked out."""

    def look(game: Game) -> dict[int, dict[str, object]]:
        game.enter()
        return {
            entity: {
                type(each).__name__: each
                for each in ecs.row(entity).values()
                if not isinstance(each, actors.StatsCache)
            }
            for entity in ecs.entities()
        }

    return look


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the saves are."""
    return tmp_path / "my saves"


@pytest.fixture
def folder(path: Path) -> Iterator[SaveFolder]:
    """A folder of saves that does not exist yet."""
    with SaveFolder(path, clock=lambda: NOON) as found:
        yield found


@dataclass
class Kept:
    """A game that is played and kept in a folder, as another program would find it."""

    folder: SaveFolder
    recording: Recording
    path: Path
    catalog: Catalog

    @property
    def game(self) -> Game:
        return self.recording.game

    @property
    def hash(self) -> str:
        return state_hash(self.game)

    @property
    def saves(self) -> list[str]:
        return saves(self.path)

    @property
    def hash_of_resumed(self) -> str:
        return state_hash(self.resume()[0])

    def resume(self) -> tuple[Game, list[str]]:
        return resume(self.path, self.catalog)

    def write(self, *commands: acting.Action) -> None:
        """Play, and write a save."""
        self.folder.write(act(self.recording, *commands))

    def append(self, *commands: acting.Action) -> None:
        """Play, and write it to the log."""
        self.folder.append(act(self.recording, *commands))


@pytest.fixture
def kept(folder: SaveFolder, recording: Recording, path: Path, catalog: Catalog) -> Kept:
    """A game and the folder in which it is to be kept."""
    return Kept(folder, recording, path, catalog)
