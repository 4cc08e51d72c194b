"""Kinds of action that bots and the environment have no habit for: they are tried as they come.

So a new command is drawn by the random bot, and offered to learning programs, on the day it is written.
"""

from collections.abc import Collection

from roguelike.actions import acting
from roguelike.core.records import required_fields

KNOWN = frozenset(
    (
        *("step", "pass", "rest", "pick_up", "stairs", "shoot", "use", "equip", "take_off", "cast"),
        *("choose_offer", "melee", "swap", "drop", "open", "close"),
    )
)
"""What has a place of its own, in a bot or in the environment."""
LEFT_OUT = frozenset(("throw", "sort_pack", "steal", "pass_wall"))
"""What needs an aim, takes no turn, or is only for creatures."""


def others(fields: Collection[str] = ()) -> list[str]:
    """List the other kinds that need no field but these, by their names in saves; powers of wizards are none."""
    return [
        name
        for name, kind in acting.ACTIONS.items()
        if kind.foreseen
        and name not in KNOWN | LEFT_OUT
        and set(required_fields(kind)) <= {*fields}
    ]
