"""Runes that rewrite nothing, or no spell, are refused before anybody plays with them, with their place."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.raws.rows import ASH, FAR, FIRE, Rows, harm, spell


def rune(*rewrites: Rows, **more: Any) -> Rows:
    """Return data with a dart, and a rune on it that does this."""
    words = {"word": "odd", "does": "something", "unfit": "has none of it"}
    item = {"name": "R", "rune": {**words, "rewrites": list(rewrites), **more}}
    return {"items": [item], "spells": [spell("Dart", FAR, harm())]}


CASES: dict[str, tuple[Rows, str, str]] = {
    "spell bound to what never goes off": (
        {
            **rune({"kind": "wrap", "effects": [{"kind": "lay_spell", "hazard": "Ash"}]}),
            "hazards": [ASH],
        },
        "R",
        "effects.lay_spell.hazard",
    ),
    "rune of no kind": (rune({"kind": "twist"}), "R", "rune.rewrites.0.kind"),
    "rune of no part": (
        rune({"kind": "scale", "what": "delivery.girth", "by": 2}),
        "R",
        "rune.rewrites.0.what",
    ),
    "rune that scales by nothing": (
        rune({"kind": "scale", "what": "delivery.radius"}),
        "R",
        "rune.rewrites.0",
    ),
    "rune that sets a part to an object": (
        rune({"kind": "set", "what": "delivery.radius", "to": {"shape": "cone"}}),
        "R",
        "rune.rewrites.0.to",
    ),
    "rune that sets a part to more than there is": (
        rune({"kind": "set", "what": "delivery.radius", "to": 99_999_999}),
        "R",
        "rune.rewrites.0.to",
    ),
    "rune of no effect": (
        rune({"kind": "scale", "what": "damge.amount", "by": 2}),
        "R",
        "rune.rewrites.0.what",
    ),
    "rune that fits no spell": (
        rune({"kind": "scale", "what": "delivery.radius", "plus": 1}),
        "R",
        "rune.rewrites",
    ),
    "rune of an impossible value": (
        rune({"kind": "set", "what": "delivery.spares", "to": "foes"}),
        "R",
        "rune.rewrites.0.to",
    ),
    "rune of an impossible shape": (
        rune({"kind": "set", "what": "delivery.shape", "to": "zigzag"}),
        "R",
        "rune.rewrites.0.to",
    ),
    "rune of an unknown element": (
        {**FIRE, **rune({"kind": "set", "what": "effects.element", "to": "fir"})},
        "R",
        "rune.rewrites.0.to",
    ),
    "rune's added effect": (
        rune({"kind": "add", "effects": [{"kind": "status", "status": "Sad"}]}),
        "R",
        "effects.status.status",
    ),
    "rune that adds nothing": (rune({"kind": "add"}), "R", "rune.rewrites.0.effects"),
    "rune that puts nothing in the place of all": (
        rune({"kind": "wrap", "effects": []}),
        "R",
        "rune.rewrites.0.effects",
    ),
    "rune of two parts in one": (
        rune({"kind": "scale", "what": "delivery range", "by": 2}),
        "R",
        "rune.rewrites.0.what",
    ),
    "rune that says not what it does": (rune({"kind": "bleed"}, does=""), "R", "rune.does"),
    "rune that refuses without a reason": (rune({"kind": "bleed"}, unfit=""), "R", "rune.unfit"),
    "rune that carries what is not there": (
        rune(
            {"kind": "become", "effect": "damage", "becomes": harm(), "carries": {"amount": "sum"}}
        ),
        "R",
        "rune.rewrites.0.carries.amount",
    ),
    "rune without rewriting": (rune(), "R", "rune.rewrites"),
    "rune in need of nonsense": (
        rune({"kind": "bleed"}, needs=["love"]),
        "R",
        "rune.needs.0",
    ),
    "rune on a creature's spell": (
        {
            **rune({"kind": "bleed"}),
            "mobs": [
                {"name": "Imp", "abilities": [{"spell": "Dart", "chance": 1, "runes": ["Q"]}]}
            ],
        },
        "Imp",
        "abilities.0.runes.0",
    ),
    "two runes of one word": (
        {
            **(twin := rune({"kind": "bleed"})),
            "items": [*twin["items"], {**twin["items"][0], "name": "S"}],
        },
        "S",
        "rune.word",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_fault_is_said_once_with_its_place(
    case: str, fault_is_at: Callable[[Rows, str, str], None]
) -> None:
    fault_is_at(*CASES[case])
