"""How the player grows with levels: what the data says of it."""

from typing import Annotated

from roguelike.core.records import Meta, Record
from roguelike.core.scalars import Level


class Growth(Record):
    """What levels give the player, and what changing one's mind costs."""

    socket_levels: Annotated[
        tuple[Level, ...],
        Meta(min_length=1, description="levels at which every spell gains a socket for a rune"),
    ] = (1, 6, 11)
    erasing_mana: Annotated[
        int, Meta(ge=0, le=100, description="greatest mana given up to take a rune off a spell")
    ] = 1
