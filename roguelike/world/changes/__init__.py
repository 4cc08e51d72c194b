"""Everything that can change in a game, as records that can be applied and undone.

Handlers and actions never assign to components: they make these changes. The list of changes, each with its cause, is
the trace, which the log, the animation, the forecast, the replay check and the death report all read.
"""

from typing import Any

from roguelike.world.changes.belongings import (
    Attuned,
    Identified,
    Inscribed,
    Mapped,
    PackChanged,
    SpellLearned,
    StockSold,
    Uncursed,
    get_to_know,
    last_unknown,
    make_item,
    put_in_pack,
    repack,
    take_from_pack,
)
from roguelike.world.changes.events import (
    Absorbed,
    Departed,
    Event,
    Fed,
    Fizzled,
    Flashed,
    Flew,
    LevelGained,
    Missed,
    OfferTaken,
    Rolled,
    Sounded,
    Struck,
    Told,
    TookBack,
    Unleashed,
)
from roguelike.world.changes.places import (
    Died,
    DoorMoved,
    Moved,
    Removed,
    Spawned,
    Stained,
    TileChanged,
    move,
)
from roguelike.world.changes.quest import QuestAdvanced, is_won, quest_of
from roguelike.world.changes.vitals import (
    Altered,
    PoolChanged,
    Rescheduled,
    ShruggedOff,
    StatusBegan,
    StatusEnded,
    alter,
)

EVENTS = frozenset[type[Any]]((Absorbed, Flashed, Flew, Told, Fizzled, Rolled, Unleashed))
"""Changes that alone do not count as something having happened."""

__all__ = [
    "EVENTS",
    "Absorbed",
    "Altered",
    "Attuned",
    "Departed",
    "Died",
    "DoorMoved",
    "Event",
    "Fed",
    "Fizzled",
    "Flashed",
    "Flew",
    "Identified",
    "Inscribed",
    "LevelGained",
    "Mapped",
    "Missed",
    "Moved",
    "OfferTaken",
    "PackChanged",
    "PoolChanged",
    "QuestAdvanced",
    "Removed",
    "Rescheduled",
    "Rolled",
    "ShruggedOff",
    "Sounded",
    "Spawned",
    "SpellLearned",
    "Stained",
    "StatusBegan",
    "StatusEnded",
    "StockSold",
    "Struck",
    "TileChanged",
    "Told",
    "TookBack",
    "Uncursed",
    "Unleashed",
    "alter",
    "get_to_know",
    "is_won",
    "last_unknown",
    "make_item",
    "move",
    "put_in_pack",
    "quest_of",
    "repack",
    "take_from_pack",
]
