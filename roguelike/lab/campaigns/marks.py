"""What nothing that is only asked, refused or rehearsed may change: everything that a game keeps, by name."""

from collections.abc import Mapping

from roguelike.components import actors
from roguelike.core.records import State
from roguelike.core.rng import Stream
from roguelike.engine.state.snapshot import state_hash
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.level import Level


def marks(game: Game, *, caches: bool = False) -> Mapping[str, object]:
    """Return all that a turn can touch, down to indexes; with `caches` also what is kept to spare work."""
    found: dict[str, object] = {
        "hash": state_hash(game),
        "components": {
            entity: sorted(
                repr(part) if isinstance(part, State) else kind.__name__
                for kind, part in ecs.row(entity).items()
                if kind is not actors.StatsCache
            )
            for entity in ecs.entities()
        },
        "next": ecs.next_id(),
        "dice": tuple(game.rng.state()) if isinstance(game.rng, Stream) else game.rng,
        "clocks": (game.now, game.turn, game.depth),
        "order": (list(game.turn_queue.heap), sorted(game.turn_queue.noted)),
        **level_marks(game.level),
        "encountered": set(game.encountered),
        "player": (set(game.identified), set(game.met), dict(game.standing), repr(game.tallies)),
        "dead": set(game.dead),
        "queue": list(game.queue),
        "trace": list(map(id, game.trace)),
        "log": list(map(repr, game.log)),
    }  # fmt: skip
    if caches:
        kept = game.caches
        answers = {kind: id(answer) for kind, (_, answer) in kept.kept.items()}
        found["caches"] = (id(kept), kept.population, kept.sleep, answers)
    return found


def level_marks(level: Level) -> Mapping[str, object]:
    """Return everything of a level that a turn can touch."""
    return {
        "standing": {point: sorted(here) for point, here in level.at.items()},
        "indexes": (dict(level.blockers), set(level.shut), set(level.screens), list(level.crowd)),
        "fixtures": set(level.fixtures),
        "hazards": dict(level.hazards),
        "ground": (level.tiles.tobytes(), level.walkable.tobytes(), level.transparent.tobytes(), set(level.stains)),
        "known": (level.visible.tobytes(), level.explored.tobytes()),
    }  # fmt: skip
