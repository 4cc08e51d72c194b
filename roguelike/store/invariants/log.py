"""What must hold for the lines that the player reads."""

from collections.abc import Iterator

from roguelike.store.invariants.checks import check
from roguelike.world.game import Game

LINES_CHECKED = 30
"""How many of the latest messages are checked."""


@check
def the_log_reads_well(game: Game) -> Iterator[str]:
    """Check that no line of the log is empty or has an unfilled placeholder, whatever the player's seed looks like."""
    for message in game.log[-LINES_CHECKED:]:
        text = message.text.replace(game.seed, "seed")
        if not text.strip() or any(mark in text for mark in "{}[]") or "  " in text:
            yield f"the log says {text!r}"
