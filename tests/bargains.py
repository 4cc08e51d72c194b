"""A small catalogue with fixtures that offer something, and rooms drawn of it."""

import atexit
import json
import os
from functools import cache
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import esper

from roguelike.actions import bargaining, moving
from roguelike.components import bargains
from roguelike.testing import Arena
from roguelike.world import ecs, perception
from tests.rooms import do, room, rules

LEGEND = {
    "A": "Stone Altar",
    "L": "Locked Door",
    "/": "Lever",
    "G": "Grating",
    "S": "Secret Door",
    "C": "Caged Imp",
    "c": "Caged Rat",
    "T": "Toll Bar",
    "K": "Iron Key",
    "!": "Health Potion",
    "?": "Mana Potion",
    "d": "Dagger",
}


def fixture(name: str, **fields: Any) -> dict[str, Any]:
    """Return the row of a fixture that stands in the way."""
    return {"name": name, "renderable": {"glyph": "?"}, "blocks_tile": True, **fields}


ADDED = Path(__file__).parent / "fixtures" / "bargains.json"


def raws() -> dict[str, Any]:
    """Return the rules' catalogue with fixtures and a key."""
    data = rules()
    for section, rows in json.loads(ADDED.read_text(encoding="utf-8")).items():
        data[section] += rows
    return data


@cache
def _written() -> Path:
    """Write the catalogue down: what is in a file is compiled once for all rooms."""
    path = Path(gettempdir(), f"blue-mana-bargains-{os.getpid()}.json")
    atexit.register(path.unlink, missing_ok=True)
    path.write_text(json.dumps(raws()), encoding="utf-8")
    return path


def bargaining_in(drawing: str, **options: Any) -> Arena:
    """Draw a room with such fixtures."""
    return room(drawing, LEGEND, raws=_written(), **options)


def group(arena: Arena, *things: int, gold: int = 0) -> None:
    """Make things one of several, or put a price on them."""
    for thing in things:
        ecs.attach(thing, bargains.Terms(0 if gold else 1, gold))


def terms_of(thing: int) -> bargains.Terms:
    """Return on what terms a thing is."""
    found = esper.try_component(thing, bargains.Terms)
    assert found is not None
    return found


def agree(arena: Arena, thing: str | int, deal: str = "") -> Any:
    """Have the player take up a deal."""
    arena.game.enter()
    what = arena.find(thing) if isinstance(thing, str) else thing
    return do(arena, bargaining.Agree(what, deal))


def bump(arena: Arena, dx: int = 1, dy: int = 0) -> Any:
    """Have the player step into what stands beside them."""
    return do(arena, moving.Step(dx, dy))


def names(arena: Arena, x: int, y: int) -> list[str]:
    """List what is on a tile."""
    return [perception.true_name(each) for each in arena.at(x, y) if each != arena.player]
