"""Figures as they are told: amounts, changes, means and chances."""

from roguelike.engine.foreseeing.aiming import Spread

RARELY = 0.001
"""Chance below which something is called rare."""


def amount(spread: Spread) -> str:
    """Format minimum, maximum and mean, or one number if they are equal: "8-9 (mean 8.8)"."""
    least, mean, most = spread
    return span_of(spread) if least == most else f"{span_of(spread)} (mean {rounded(mean)})"


def span_of(spread: Spread) -> str:
    """Format minimum and maximum, or one number if they are equal."""
    least, _, most = spread
    return span(least, most)


def span(least: int, most: int) -> str:
    """Format two numbers as "8-9", or one number if they are equal."""
    return f"{most}" if least == most else f"{least}-{most}"


def signed(least: float, most: float) -> str:
    """Format a change: "+3", "-2", "-1 to +2"."""
    return f"{most:+g}" if least == most else f"{least:+g} to {most:+g}"


def rounded(mean: float) -> str:
    """Format a mean with one decimal, or none if it is whole."""
    return f"{mean:.1f}".removesuffix(".0")


def chance_words(chance: float) -> str:
    """Return the words for a chance, to follow what may happen; "" if it is certain."""
    if chance >= 1:
        return ""
    return " rarely" if chance < RARELY else f" {percent(chance)}"


def percent(chance: float) -> str:
    """Format a chance in percent; 0% and 100% are used only for the impossible and the certain."""
    if 0 < chance < 0.01:
        return "<1%"
    if 0.99 < chance < 1:
        return ">99%"
    return f"{round(chance * 100)}%"


def death_words(chance: float, samples: int, surely: str = "and die") -> str:
    """Say how likely a death is; "" if no luck is bad enough, never "100%" if some samples survive."""
    if not chance:
        return ""
    if chance >= 1:
        return surely
    rarity = max(1, round(100 / samples))
    if chance < 0.5 / samples:
        return f"dead under {rarity}%"
    if chance > 1 - 0.5 / samples:
        return f"dead over {100 - rarity}%"
    return f"dead {percent(chance)}"
