"""Creatures as rows and signs: whom a friend is told by, and letters of statuses on the bar."""

import pytest

from roguelike.engine.telling import outcomes
from roguelike.toolkit.palette import palette
from roguelike.ui.panels.marks import mood_sign
from tests.ui.panels.written import creature

COLOURS = palette()


@pytest.mark.parametrize(
    ("chance", "text"), [(0.0, "0%"), (0.001, "<1%"), (0.5, "50%"), (0.999, ">99%"), (1.0, "100%")]
)
def test_only_certainty_is_called_certain(chance: float, text: str) -> None:
    assert outcomes.percent(chance) == text


def test_on_the_map_a_friend_has_a_sign_of_its_own_and_the_peaceful_none() -> None:
    foe = mood_sign(creature(1, "Wolf", mood="hunting"))
    friend = mood_sign(creature(1, "Wolf", mood="", hostile=False, friend=True))
    peaceful = mood_sign(creature(1, "Wolf", mood="", hostile=False))
    assert foe is not None
    assert friend is not None
    assert (foe.glyph, friend.glyph, peaceful) == ("!", "♥", None)
