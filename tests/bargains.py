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


def raws() -> dict[str, Any]:
    """Return the rules' catalogue with fixtures and a key."""
    data = rules()
    data["items"].append({"name": "Iron Key", "weight_lbs": 0.1})
    data["props"] += [
        fixture("Spent Altar"),
        {"name": "Raised Grating", "renderable": {"glyph": "'"}},
        {"name": "Open Cage", "renderable": {"glyph": "'"}},
        fixture("Bent Cage"),
        fixture("Grating"),
        fixture(
            "Stone Altar",
            text="It is warm.",
            bargain={
                "text": "It would drink.",
                "deals": [
                    {
                        "name": "Be mended",
                        "price": {"max_mana": 1},
                        "effects": [{"kind": "heal", "amount": "0", "share": 1}],
                        "becomes": "Spent Altar",
                    },
                    {
                        "name": "Give blood",
                        "price": {"max_hp": 8},
                        "told": "{1} bleed[s] on the stone.",
                        "effects": [{"kind": "raise", "what": "magic", "by": 1}],
                        "becomes": "Spent Altar",
                    },
                    {
                        "name": "Give skill",
                        "price": {"melee": 1, "hp": 3},
                        "effects": [{"kind": "give", "item": "Dagger"}],
                    },
                ],
            },
        ),
        fixture(
            "Locked Door",
            blocks_visibility=True,
            bargain={
                "asks": False,
                "deals": [{"name": "Unlock", "price": {"item": "Iron Key"}, "becomes": "Door"}],
            },
        ),
        fixture(
            "Lever",
            bargain={
                "asks": False,
                "deals": [
                    {
                        "name": "Pull",
                        "effects": [
                            {"kind": "switch", "prop": "Grating", "becomes": "Raised Grating"},
                            {"kind": "noise", "steps": 12},
                        ],
                        "becomes": "Bent Cage",
                    }
                ],
            },
        ),
        fixture(
            "Secret Door",
            blocks_visibility=True,
            hidden=True,
            in_wall=True,
            bargain={"asks": False, "deals": [{"name": "Open", "becomes": "Door"}]},
        ),
        *(
            fixture(
                f"Caged {mob}",
                bargain={
                    "forgone": "Bent Cage",
                    "deals": [
                        {
                            "name": "Open it",
                            "effects": [{"kind": "release", "mob": mob, "joins": joins}],
                            "becomes": "Open Cage",
                        }
                    ],
                },
            )
            for mob, joins in (("Imp", 0.5), ("Rat", 1))
        ),
        fixture(
            "Toll Bar",
            bargain={
                "deals": [
                    {"name": "Pay", "price": {"gold": 30}, "becomes": "Raised Grating"},
                    {
                        "name": "Break it",
                        "effects": [{"kind": "standing", "mob": "Peasant", "points": -40}],
                        "becomes": "Raised Grating",
                    },
                ]
            },
        ),
    ]
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
