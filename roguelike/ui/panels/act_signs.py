"""The signs for what creatures do, used on the map and in the list."""

STRIKES, SHOOTS, CASTS, USES = "†", "}", "*", "…"
_SIGNS = {"strikes": STRIKES, "shoots": SHOOTS, "casts": CASTS, "uses": USES, "robs": USES}


def act_glyph(does: str) -> str:
    """Return the sign of an action ("strikes", "casts Web"); "" for a step, and for an action without a sign."""
    return _SIGNS.get(does.partition(" ")[0], "")
