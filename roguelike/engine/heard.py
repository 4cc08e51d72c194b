"""What the player hears of a turn: the name of a sound for each change. The sounds are rows of sounds.json."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from roguelike.components.hazards import Hazard
from roguelike.core.geometry import Point
from roguelike.engine.log.sentences import is_seen
from roguelike.world.changes import (
    Departed,
    Died,
    DoorMoved,
    LevelGained,
    Missed,
    PackChanged,
    PoolChanged,
    Spawned,
    Struck,
    Unleashed,
)
from roguelike.world.game import Change, Game
from roguelike.world.space import cells_of

MOST_SOUNDS = 4
"""Sounds of one turn; more would be a din."""
HeardAs = Callable[[Any, Game], str]


def sounds_of(game: Game, trace: Sequence[Change]) -> tuple[str, ...]:
    """Name what the player hears of a turn, each sound once, in the order of what makes them."""
    return tuple(dict.fromkeys(_each(game, trace)))[:MOST_SOUNDS]


def _each(game: Game, trace: Sequence[Change]) -> Iterator[str]:
    """Yield the sound of every change that has one."""
    for change in trace:
        heard_as = _HEARD_AS.get(type(change))
        name = heard_as(change, game) if heard_as is not None else ""
        if name:
            yield name


def _death(change: Died, game: Game) -> str:
    """Hear the player die, and others in view."""
    if change.entity == game.player:
        return "death"
    return "kill" if is_seen(game, change.entity) else ""


def _blow(change: Struck, game: Game) -> str:
    """Hear blows of the player and upon them."""
    if change.target == game.player:
        return "hurt"
    return "hit" if change.attacker == game.player else ""


def _miss(change: Missed, game: Game) -> str:
    """Hear blows of the player and at them that miss."""
    return "miss" if game.player in (change.target, change.attacker) else ""


def _unleashed(change: Unleashed, game: Game) -> str:
    """Hear spells and traps in view."""
    seen = game.level.in_view(change.points) or change.cause.by == game.player
    return {"spell": "cast", "trap": "trap"}.get(change.cause.kind, "") if seen else ""


def _door(change: DoorMoved, game: Game) -> str:
    """Return the sound of a door that opens or closes in view."""
    return "door" if game.level.in_view(cells_of(change.door)) else ""


def _pool(change: PoolChanged, game: Game) -> str:
    """Hear gold, and healing other than by rest."""
    if change.entity != game.player or change.after <= change.before:
        return ""
    if change.pool == "gold":
        return "coin"
    return "heal" if change.pool == "hp" and change.cause.kind in ("item", "spell") else ""


def _pack(change: PackChanged, game: Game) -> str:
    """Hear the player handle their things."""
    return "take" if change.owner == game.player and change.verb else ""


def _fire(change: Spawned, game: Game) -> str:
    """Hear fires begin in view."""
    point: Point = change.point
    burns = any(isinstance(part, Hazard) for part in change.components)
    return "fire" if burns and game.level.visible[point] else ""


def _own(name: str) -> HeardAs:
    """Return a function that names a sound if the change is the player's."""

    def heard_as(change: Departed | LevelGained, game: Game) -> str:
        """Hear it of the player alone."""
        return name if change.entity == game.player else ""

    return heard_as


_HEARD_AS: dict[type[Any], HeardAs] = {
    Died: _death,
    Struck: _blow,
    Missed: _miss,
    Unleashed: _unleashed,
    DoorMoved: _door,
    PoolChanged: _pool,
    PackChanged: _pack,
    Spawned: _fire,
    Departed: _own("stairs"),
    LevelGained: _own("level"),
}
