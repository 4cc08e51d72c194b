"""What an effect is, and how one is declared.

An effect is a small slotted record of what should happen to a target. `@effect` on the record and `@handles` on the
function beside it (in `roguelike.effects`) are the only registration: raws, saves, tooltips, wizard mode and the
forecast all find effects here.

Numbers are worded here as they appear in the `words` of effects: "2d6+1 (3-13)", "4", "6 turns", "3 tiles".
"""

import re
from collections.abc import Callable
from typing import Any, ClassVar, Literal, TypeVar

from roguelike.core.formula import NO_POWER, Amount, Dice, Formula, as_dice
from roguelike.core.grammar import a_or_an, counted, for_turns
from roguelike.core.records import Record, field_names

Landing = Literal["creature", "tile", "either", "whole", "item"]
"""What an effect lands on: each creature once, each tile, both, all its targets at once, or an item of one's choice."""


class Effect(Record, tag=True, omit_defaults=True):
    """Base of every effect: a record of what should happen, without the code that does it."""

    key: ClassVar[str]
    lands_on: ClassVar[Landing]
    foreseen: ClassVar[bool]
    """Whether a forecast runs it; False for what changes no outcome, such as looks and loot."""
    must_happen: ClassVar[bool] = False
    """Whether it happens even past the cap of a chain, so that no death is left half done and no experience is lost."""
    sets_off_mines: ClassVar[bool] = False
    """Whether a blast or beam of it springs the traps on its tiles."""
    harms: ClassVar[bool] = False
    """Whether it takes hit points from its target at once."""
    mends: ClassVar[bool] = False
    """Whether it gives hit points to its target."""
    drinks: ClassVar[bool] = False
    """Whether it gives hit points to its user."""
    moves: ClassVar[bool] = False
    """Whether it moves its target, so that later effects find nobody on the tile."""
    remembers: ClassVar[bool] = False
    """Whether the state before the last turn is kept for anyone who knows a spell with it."""
    regards_target_alone: ClassVar[bool] = False
    """Whether what it does depends on its target only, and on nothing around."""
    makes_a_book: ClassVar[bool] = False
    """Whether a thing with this use is a book, called by its title."""
    told: ClassVar[str] = ""
    """A few words on what it does, with the names of fields in braces: "teaches {spell}"."""

    amount_fields: ClassVar[tuple[str, ...]] = ()
    """Its fields with amounts: it does nothing unless one of them is above 0. Empty if it needs no amount."""
    negative_reverses: ClassVar[bool] = False
    """Whether amounts below 0 do the opposite, as a negative slowness speeds up."""

    takes_one_there: ClassVar[bool] = False
    """Whether its user ends up standing where it was aimed."""
    wants_free_tile: ClassVar[bool] = False
    """Whether it is aimed at free ground rather than at a creature."""

    def words(self) -> str:
        """Return a few words on what it does, for tooltips and detail pages: what is `told`, or else the key."""
        told = self.told or self.key.replace("_", " ")
        return _FIELD.sub(lambda found: _WORDED.get(found[1], str)(getattr(self, found[1])), told)


E = TypeVar("E", bound=Effect)

EFFECTS: dict[str, type[Effect]] = {}
"""Every declared effect, by each key that the raws may use for it."""


def effect(
    key: str, *aliases: str, lands_on: Landing = "creature", foreseen: bool = True
) -> Callable[[type[E]], type[E]]:
    """Declare the class below as the effect that the raws call `key`."""

    def declare(kind: type[E]) -> type[E]:
        kind.key = key
        kind.lands_on = lands_on
        kind.foreseen = foreseen
        for name in (key, *aliases):
            if name in EFFECTS:
                raise ValueError(f"two effects are called {name!r}")
            EFFECTS[name] = kind
        return kind

    return declare


def element_of(effect: Effect) -> str:
    """Return the element of an effect; "" if it has none."""
    return getattr(effect, "element", "")


def first_field(kind: type[Effect]) -> str | None:
    """Return the name of the field that a string map's value fills; None for an effect without fields."""
    names = field_names(kind)
    return names[0] if names else None


def amount_words(amount: Amount) -> str:
    """Format dice with the least and most they can roll, never below 0; a plain number as it is."""
    dice = as_dice(amount, NO_POWER)
    return str(dice) if not dice.count else f"{dice} ({max(0, dice.least)}-{dice.most})"


def strength_words(strength: float | Amount) -> str:
    """Format the strength of a status: a number, dice or a formula."""
    return amount_words(strength) if isinstance(strength, Dice | Formula) else f"{strength:g}"


def mean_of(strength: float | Amount) -> float:
    """Return the strength of a status as a number: its mean if it is rolled."""
    return as_dice(strength, NO_POWER).mean if isinstance(strength, Dice | Formula) else strength


def tiles_words(tiles: int) -> str:
    """Format a distance in tiles: "1 tile", "6 tiles"."""
    return counted(tiles, "tile")


def restored_words(amount: Amount, what: str, share: float) -> str:
    """Format an amount restored: "8 health, or 27% of it if that is more", "27% of all health"."""
    if share and not mean_of(amount):
        return f"{share:.0%} of all {what}"
    more = f", or {share:.0%} of it if that is more" if share else ""
    return f"{amount_words(amount)} {what}{more}"


_FIELD = re.compile(r"\{(\w+)\}")
_WORDED: dict[str, Callable[[Any], str]] = {
    "amount": amount_words,
    "damage": amount_words,
    "hazard": str.lower,
    "item": a_or_an,
    "prop": str.lower,
    "tiles": tiles_words,
    "turns": for_turns,
}
"""How the values of fields are worded, by the fields' names; others as they are."""
