"""What the player hears of a turn: the name of a sound for each change. The sounds are rows of sounds.json.

Enemies out of sight that the player must still expect, because they were seen or felt a few turns ago.

Forecasts and replies leave them out, since their positions are unknown; the panel says so. They follow from what the
player witnesses, turn by turn. No rule reads them, but a save keeps them: the screen is to be the same after it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from roguelike.actions import senses
from roguelike.components import hazards
from roguelike.core.geometry import Point
from roguelike.effects import targeting
from roguelike.engine.telling.sentences import is_seen
from roguelike.world import changes, factions, perception, space
from roguelike.world.game import NOBODY, Change, Game

MOST_SOUNDS = 4
"""The most sounds of one turn; more would be too noisy."""
HeardAs = Callable[[Any, Game], str]


def sounds_of(game: Game, trace: Sequence[Change]) -> tuple[str, ...]:
    """Name the sounds that the player hears in a turn, each once, in the order of their causes."""
    return tuple(dict.fromkeys(_each(game, trace)))[:MOST_SOUNDS]


def _each(game: Game, trace: Sequence[Change]) -> Iterator[str]:
    """Yield the sound of every change that has one."""
    for change in trace:
        heard_as = _HEARD_AS.get(type(change))
        name = heard_as(change, game) if heard_as is not None else ""
        if name:
            yield name


def _death(change: changes.Died, game: Game) -> str:
    """Return the sound of a death: the player's, or another in view."""
    if change.entity == game.player:
        return "death"
    return "kill" if is_seen(game, change.entity) else ""


def _blow(change: changes.Struck, game: Game) -> str:
    """Return the sound of a blow by or against the player."""
    if change.target == game.player:
        return "hurt"
    return "hit" if change.attacker == game.player else ""


def _unleashed(change: changes.Unleashed, game: Game) -> str:
    """Return the sound of a spell or trap in view."""
    seen = change.cause.by == game.player or _in_view(game, change.points)
    return {"spell": "cast", "trap": "trap"}.get(change.cause.kind, "") if seen else ""


def _pool(change: changes.PoolChanged, game: Game) -> str:
    """Return the sound of gained gold, or of healing other than by rest."""
    if change.entity != game.player or change.after <= change.before:
        return ""
    if change.pool == "gold":
        return "coin"
    return "heal" if change.pool == "hp" and change.cause.kind in ("item", "spell") else ""


def _fire(change: changes.Spawned, game: Game) -> str:
    """Return the sound of a fire starting in view."""
    point: Point = change.point
    burns = any(isinstance(part, hazards.Hazard) for part in change.components)
    return "fire" if burns and _in_view(game, [point]) else ""


def _in_view(game: Game, points: Iterable[Point]) -> bool:
    """Return whether the player sees any of some tiles.

    They may be of the level that the player has left in this turn, which may be larger than the one that they are on.
    """
    level = game.level
    return any(level.contains(point) and level.visible[point] for point in points)


_HEARD_AS: dict[type[Any], HeardAs] = {
    changes.Died: _death,
    changes.Struck: _blow,
    changes.Missed: lambda change, game: "miss" * (game.player in (change.target, change.attacker)),
    changes.Unleashed: _unleashed,
    changes.DoorMoved: lambda change, game: "door" * _in_view(game, space.cells_of(change.door)),
    changes.PoolChanged: _pool,
    changes.PackChanged: lambda change, game: (
        "take" * (change.owner == game.player and bool(change.verb))
    ),
    changes.Spawned: _fire,
    changes.Departed: lambda change, game: "stairs" * (change.entity == game.player),
    changes.LevelGained: lambda change, game: "level" * (change.entity == game.player),
}


TURNS = 10
"""Turns after which an enemy is no longer expected."""
_FELT: frozenset[type[Any]] = frozenset(
    (changes.Struck, changes.Missed, changes.PoolChanged, changes.Unleashed)
)
"""Kinds of changes that may show the player that somebody is there who does them."""


class Absentees:
    """Tracks who goes out of sight, and who strikes or casts from out of sight."""

    def __init__(self, game: Game) -> None:
        """Start with whoever is in view, also in a game that is continued."""
        self._in_view = set(senses.hostiles_in_view(game))
        self._depth = game.depth

    def witness(self, game: Game, trace: Sequence[Change]) -> None:
        """Update from a turn; `trace` are all that happened in it."""
        now = set(senses.hostiles_in_view(game))
        if game.depth != self._depth:
            self._depth, self._in_view, game.absent = game.depth, set(), {}
        gone = self._in_view - now | _felt(game, trace)
        game.absent |= dict.fromkeys(gone, game.turn)
        self._in_view = now
        if not game.absent:
            return
        dead = _known_to_be_dead(game, trace)
        game.absent = {
            entity: turn
            for entity, turn in game.absent.items()
            if game.turn - turn < TURNS and entity not in dead and not perception.sees(game, entity)
        }


def _felt(game: Game, trace: Sequence[Change]) -> set[int]:
    """Return the unseen enemies who did something to the player, or of whom the log tells as of "something"."""
    # Filtered first, since most changes are steps, and most are done in view.
    told = [change for change in trace if type(change) in _FELT]
    doers = {change.cause.by for change in told} - {NOBODY, game.player}
    unseen = {each for each in doers if _is_unseen_enemy(game, each)}
    return {
        change.cause.by
        for change in told
        if change.cause.by in unseen and _is_noticed(game, change)
    }


def _is_unseen_enemy(game: Game, entity: int) -> bool:
    """Return whether it is an enemy of the player who lives and is out of sight."""
    return (
        entity not in game.dead
        and not perception.sees(game, entity)
        and targeting.is_creature(game, entity)
        and senses.is_hostile(game, entity)
    )


def _is_noticed(game: Game, change: Change) -> bool:
    """Return whether the player notices that somebody unseen does this: to whom they see, or on tiles in view."""
    match change:
        case changes.PoolChanged(entity=victim):
            return victim == game.player
        case changes.Struck(target=victim) | changes.Missed(target=victim):
            return victim == game.player or is_seen(game, victim)
        case changes.Unleashed(points=points, cause=cause):
            if cause.kind != "spell" or not space.is_here(game, cause.by):
                return False
            return game.level.in_view({*points} - {*space.cells_of(cause.by)})
    return False


def _known_to_be_dead(game: Game, trace: Sequence[Change]) -> set[int]:
    """Return the creatures that died in view, or of what the player did: the experience tells of these."""
    return {
        change.entity
        for change in trace
        if isinstance(change, changes.Died)
        if space.is_in_view(game, change.entity) or factions.acts_for_player(game, change.cause.by)
    }
