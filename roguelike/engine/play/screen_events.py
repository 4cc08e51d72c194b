"""Screen events: the flights, bursts and hits in the trace that the player sees, for animation."""

from collections.abc import Sequence

from roguelike.components import vitals
from roguelike.components.looks import Renderable
from roguelike.core.colour import Colour
from roguelike.core.geometry import Point
from roguelike.core.records import Record, replace
from roguelike.world import changes, ecs, perception, space
from roguelike.world.game import Change, Game

WOUND: Colour = (255, 165, 0)
HEALED: Colour = (60, 220, 90)
REFRESHED: Colour = (90, 130, 255)
MISS: Colour = (0, 255, 255)
FUMBLE: Colour = (90, 130, 255)
GOLD: Colour = (255, 215, 0)
RISE_MS = 400


class Burst(Record):
    """A glyph shown on some tiles at once, for some milliseconds."""

    points: tuple[Point, ...]
    glyph: str
    fg: Colour
    milliseconds: int


class Flight(Record):
    """A glyph that flies along a path, `milliseconds` for each tile."""

    path: tuple[Point, ...]
    glyph: str
    fg: Colour
    milliseconds: int


class Struck(Record):
    """A creature lit up by what was done to it: `share` of its hit points or mana, 0.0 for a miss.

    `amount` is what it lost or got; `fell` is its glyph and colour if it is dead of it.
    """

    points: tuple[Point, ...]
    fg: Colour
    share: float
    is_player: bool = False
    amount: int = 0
    fell: tuple[str, Colour] | None = None


ScreenEvent = Burst | Flight | Struck
SHOWN = (changes.Flashed, changes.Flew, changes.PoolChanged, changes.Missed, changes.LevelGained)
"""Kinds of changes that may become an event; all others are skipped."""


def screen_events(game: Game, trace: Sequence[Change]) -> list[ScreenEvent]:
    """Return the events of a trace in order, without those that the player does not see.

    The figures of somebody invisible or lurking are not shown either, though their tile may be in view.
    """
    visible = game.level.visible
    events: list[ScreenEvent] = []
    for change in trace:
        if type(change) not in SHOWN or not _is_of_the_seen(game, change):
            continue
        event = _event(change, game.player)
        match event:
            case Burst(points) | Struck(points):
                on_map = (point for point in points if game.level.contains(point))
                if seen := tuple(point for point in on_map if visible[point]):
                    events.append(replace(event, points=seen))
            case Flight(path):
                if any(visible[point] for point in path if game.level.contains(point)):
                    events.append(event)
            case None:
                pass
    return events


def _is_of_the_seen(game: Game, change: Change) -> bool:
    """Return whether a change does nothing to anybody, or is to somebody whom nothing but the dark would hide."""
    if type(change) is changes.PoolChanged:
        entity = change.entity
    elif type(change) is changes.Missed:
        entity = change.target
    else:
        return True
    return entity == game.player or perception.is_open_to_view(game, entity, ecs.row(entity))


def _struck(change: changes.PoolChanged, player: int) -> Struck | None:
    """Return how a change of hit points or mana lights up a creature; None for mana that is spent."""
    row = ecs.row(change.entity)
    pools: vitals.Pools | None = row.get(vitals.Pools)
    gains = change.after > change.before
    if pools is None or (change.pool == "mana" and not gains):
        return None
    if change.pool == "mana":
        most, colour = pools.max_mana, REFRESHED
    else:
        most, colour = pools.max_hp, HEALED if gains else WOUND
    share = min(abs(change.after - change.before) / max(most, 1), 1.0)
    looks: Renderable | None = row.get(Renderable)
    is_dead = change.pool == "hp" and change.after <= 0 and change.entity != player
    fell = (looks.glyph, looks.fg) if is_dead and looks is not None else None
    amount = round(change.after - change.before)
    return Struck(space.cells_in(row), colour, share, change.entity == player, amount, fell)


def _event(change: Change, player: int) -> ScreenEvent | None:
    """Return the event of one change; None if it shows nothing."""
    match change:
        case changes.Flashed(_, points, flash) if flash is not None:
            return Burst(points, flash.glyph, flash.fg, flash.milliseconds)
        case changes.Flew(_, path, flash, start) if flash is not None:
            if start is not None:
                return Flight(path, flash.glyph, flash.fg, flash.milliseconds)
            return Burst(path, flash.glyph, flash.fg, flash.milliseconds)
        case changes.PoolChanged(_, "hp" | "mana") if change.cause.kind != "rest":
            return _struck(change, player)
        case changes.Missed(_, _, target, fumbled):
            return Struck(space.cells_of(target), FUMBLE if fumbled else MISS, 0.0)
        case changes.LevelGained(_, entity):
            x, y = next(iter(space.cells_of(entity)), (0, 0))
            return Burst(tuple((x, y - up) for up in range(1, 11) if y > up), "░", GOLD, RISE_MS)
        case _:
            return None
