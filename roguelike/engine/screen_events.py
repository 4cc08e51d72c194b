"""Screen events: the flights and bursts in the trace that the player sees, for animation."""

from collections.abc import Sequence

from roguelike.core.colour import Colour
from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.world.changes import Flashed, Flew, LevelGained, Missed, PoolChanged
from roguelike.world.game import Change, Game
from roguelike.world.space import cells_of

WOUND: Colour = (255, 165, 0)
HEALED: Colour = (60, 220, 90)
REFRESHED: Colour = (90, 130, 255)
MISS: Colour = (0, 255, 255)
FUMBLE: Colour = (90, 130, 255)
GOLD: Colour = (255, 215, 0)
FLASH_MS = 200
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


ScreenEvent = Burst | Flight
SHOWN = (Flashed, Flew, PoolChanged, Missed, LevelGained)
"""Kinds of changes that may become an event; all others are skipped."""


def screen_events(game: Game, trace: Sequence[Change]) -> list[ScreenEvent]:
    """Return the events of a trace in their order, without those that the player does not see."""
    visible = game.level.visible
    events: list[ScreenEvent] = []
    for change in trace:
        if type(change) not in SHOWN:
            continue
        event = _event(change)
        match event:
            case Burst(points):
                seen = tuple(point for point in points if _shown(game, point))
                if seen:
                    events.append(Burst(seen, event.glyph, event.fg, event.milliseconds))
            case Flight(path):
                if any(visible[point] for point in path if game.level.contains(point)):
                    events.append(event)
            case None:
                pass
    return events


def _shown(game: Game, point: Point) -> bool:
    """Return whether the player sees a tile."""
    return game.level.contains(point) and bool(game.level.visible[point])


def _event(change: Change) -> ScreenEvent | None:
    """Return the event of one change; None if it shows nothing."""
    match change:
        case Flashed(_, points, flash) if flash is not None:
            return Burst(points, flash.glyph, flash.fg, flash.milliseconds)
        case Flew(_, path, flash, as_projectile) if flash is not None:
            if as_projectile:
                return Flight(path, flash.glyph, flash.fg, flash.milliseconds)
            return Burst(path, flash.glyph, flash.fg, flash.milliseconds)
        case PoolChanged(entity, "hp", before, after):
            if change.cause.kind == "rest":
                return None
            return Burst(cells_of(entity), "‼", WOUND if after < before else HEALED, FLASH_MS)
        case PoolChanged(entity, "mana", before, after) if after > before:
            return (
                None
                if change.cause.kind == "rest"
                else Burst(cells_of(entity), "‼", REFRESHED, FLASH_MS)
            )
        case Missed(_, _, target, fumbled):
            return Burst(cells_of(target), "‼", FUMBLE if fumbled else MISS, FLASH_MS)
        case LevelGained(_, entity):
            x, y = next(iter(cells_of(entity)), (0, 0))
            return Burst(tuple((x, y - up) for up in range(1, 11) if y > up), "░", GOLD, RISE_MS)
        case _:
            return None
