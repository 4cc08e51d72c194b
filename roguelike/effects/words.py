"""Numbers as they appear in the `words` of effects: "2d6+1 (3-13)", "4", "6 turns", "3 tiles"."""

from roguelike.core.formula import NO_POWER, Amount, Dice, Formula, as_dice
from roguelike.core.grammar import counted


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
