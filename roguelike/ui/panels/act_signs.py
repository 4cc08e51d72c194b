"""The signs of what creatures do, as map and list have them."""

STRIKES, SHOOTS, CASTS, USES = "†", "}", "*", "…"
_SIGNS = {"strikes": STRIKES, "shoots": SHOOTS, "casts": CASTS, "uses": USES, "robs": USES}


def act_glyph(does: str) -> str:
    """Return the sign of a deed ("strikes", "casts Web"); nothing for a step, and for what has none."""
    return _SIGNS.get(does.partition(" ")[0], "")
