"""Figures as they are told: amounts, changes, means and chances, each in one form wherever it stands."""

RARELY = 0.001
"""Chance below which something is called rare."""
LEAST_TOLD = 0.1
"""Below this a mean is not told as a number."""
CLOSELY = 16
"""Number of sampled turns from which a chance is told without the sign for a rough value."""


def amount(spread: tuple[float, float, float]) -> str:
    """Format a mean with the least and the most, or one number if they are equal: "7.2 (4-8)"."""
    least, mean, most = spread
    if least == most:
        return f"{most:g}"
    middle = f"<{LEAST_TOLD}" if 0 < mean < LEAST_TOLD else rounded(mean)
    return f"{middle} ({span(least, most)})"


def span(least: float, most: float) -> str:
    """Format two numbers as "8-9", or one number if they are equal."""
    return f"{most:g}" if least == most else f"{least:g}-{most:g}"


def signed(least: float, most: float) -> str:
    """Format a change: "+3", "-2", "-1 to +2"."""
    return f"{most:+g}" if least == most else f"{least:+g} to {most:+g}"


def rounded(mean: float) -> str:
    """Format a mean with one decimal, or none if it is whole."""
    return f"{mean:.1f}".removesuffix(".0")


def odds(chance: float, samples: int = 0) -> str:
    """Return a chance to follow what may happen: " 12%"; "" if it is certain.

    From some `samples` a chance is known only so far: " <3%" if none of them has it, " ~33%" if they are few.
    """
    if chance >= 1:
        return ""
    if not samples:
        return " rarely" if chance < RARELY else f" {percent(chance)}"
    rarity = max(1, round(100 / samples))
    if chance < 0.5 / samples:
        return f" <{rarity}%"
    if chance > 1 - 0.5 / samples:
        return f" >{100 - rarity}%"
    return f" {'~' if 1 < samples < CLOSELY else ''}{percent(chance)}"


def percent(chance: float) -> str:
    """Format a chance in percent; 0% and 100% are used only for the impossible and the certain."""
    if 0 < chance < 0.01:
        return "<1%"
    if 0.99 < chance < 1:
        return ">99%"
    return f"{round(chance * 100)}%"
