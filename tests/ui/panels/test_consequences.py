"""What the next blow would do, in words."""

import pytest

from roguelike.engine.views.records import BlowView, DuelView
from roguelike.ui.look.palette import palette
from roguelike.ui.panels.consequences import duel_words


@pytest.mark.parametrize(
    ("blows", "told"),
    [(3, "kills you in 3."), (50, "kills you in 50."), (2400, "kills you in more than 50.")],
)
def test_blows_that_kill_are_counted_where_anybody_would(blows: int, told: str) -> None:
    duel = DuelView(None, None, BlowView(0.05, (0, 2), blows), None)
    (words,) = duel_words(duel, palette("default"))
    assert "".join(text for text, _ in words) == f"It hits you 5% for 0-2, {told}"
