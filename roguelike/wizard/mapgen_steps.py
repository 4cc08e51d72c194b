"""The steps of generating a level, for `roguelike mapgen` and for the map viewer of wizard mode.

It draws from the same streams as the game, so that it shows exactly the level that a game of this seed has.
"""

import numpy as np

from roguelike.components.looks import Renderable
from roguelike.core.colour import BLACK, WHITE
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.engine.views.records import MapView, Thing
from roguelike.mapgen.blueprint import Blueprint, Spawn, Tiles
from roguelike.mapgen.generation import survey
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game

BRIGHT = 3
"""The brightness at which the viewer shows the whole level: that of the nearest tiles."""
START = "@"


class DigStep(Record):
    """One step: its caption (the builder's name), its number among that builder's steps, and the map after it."""

    builder: str
    part: int
    parts: int
    map: MapView


class DiggingView(Record):
    """All steps of generating one level."""

    seed: str
    depth: int
    name: str
    steps: tuple[DigStep, ...]


def dig(seed: str, depth: int, catalog: Catalog, *, watched: bool = False) -> Blueprint:
    """Generate a level exactly as in a game of this seed; `watched` keeps its steps."""
    plan, chain = survey(
        Stream(seed, f"map {depth}"), depth, watched=watched, folders=catalog.folders
    )
    chain.fill(plan, Stream(seed, f"population {depth}"), catalog.spawn_table)
    return plan


def digging_view(game: Game, seed: str, depth: int) -> DiggingView:
    """Return every step of generating a level with a game's raws."""
    catalog = game.content
    plan = dig(seed, depth, catalog, watched=True)
    told = zip(plan.captions, plan.history or (), plan.crowds, strict=True)
    steps, part = [], 0
    for number, (builder, tiles, crowd) in enumerate(told):
        part = part + 1 if number and plan.captions[number - 1] == builder else 1
        shown = _map(plan, tiles, crowd, catalog)
        steps.append(DigStep(builder, part, _run(plan.captions, number - part + 1), shown))
    return DiggingView(seed, depth, plan.name, tuple(steps))


def _run(captions: list[str], first: int) -> int:
    """Return how many captions from index `first` on are the same."""
    rest = captions[first:]
    return next((n for n, other in enumerate(rest) if other != rest[0]), len(rest))


def _map(plan: Blueprint, tiles: Tiles, crowd: tuple[Spawn, ...], catalog: Catalog) -> MapView:
    """Return the map after a step, all of it in view and fully lit."""
    everywhere = np.ones(tiles.shape, np.bool_, order="F")
    things = [_thing(spawn, number, catalog) for number, spawn in enumerate(crowd, 1)]
    if plan.start is not None and plan.depth == 1:
        things.append(Thing(plan.start, START, WHITE, BLACK, 0, 0))
    return MapView(
        plan.name,
        plan.looks,
        plan.depth,
        tiles,
        everywhere,
        everywhere,
        frozenset(),
        tuple(sorted(things, key=lambda thing: -thing.order)),
        plan.start or (0, 0),
        evenly_lit=True,
    )


def _thing(spawn: Spawn, number: int, catalog: Catalog) -> Thing:
    """Return how a spawn is drawn, hidden ones included."""
    parts = catalog.templates(spawn.section, spawn.name) if catalog.has(*spawn[:2]) else ()
    looks = next((part for part in parts if isinstance(part, Renderable)), Renderable())
    return Thing(spawn.point, looks.glyph, looks.fg, looks.bg, looks.order, number)
