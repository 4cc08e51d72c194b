"""Rows of magic as data has them, for tests that make something wrong in one of them."""

from typing import Any

Rows = dict[str, Any]
HERE, FAR = {"shape": "self"}, {"shape": "point", "range": 6}
FIRE = {"elements": [{"name": "fire"}]}
ASH = {"name": "Ash", "glyph": "a"}


def spell(name: str, delivery: Rows, *effects: Rows, **more: Any) -> Rows:
    use = {"delivery": delivery, "effects": list(effects)}
    return {"name": name, "mana_cost": 1, "effects": use, **more}


def harm(amount: str = "1", element: str = "") -> Rows:
    return {"kind": "damage", "amount": amount, "element": element}
