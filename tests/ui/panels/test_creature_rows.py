"""Creatures as rows and signs: whom a friend is told by, and letters of statuses on the bar."""

import pytest

from roguelike.core.colour import Colour
from roguelike.core.records import replace
from roguelike.engine.telling.outcomes import percent
from roguelike.engine.views.records import StatusView
from roguelike.toolkit.palette import contrast, palette
from roguelike.ui.panels.creature_rows import creature_line
from roguelike.ui.panels.marks import mood_sign
from tests.ui.panels.written import creature

COLOURS = palette()


@pytest.mark.parametrize(
    ("chance", "text"), [(0.0, "0%"), (0.001, "<1%"), (0.5, "50%"), (0.999, ">99%"), (1.0, "100%")]
)
def test_only_certainty_is_called_certain(chance: float, text: str) -> None:
    assert percent(chance) == text


def test_on_the_map_a_friend_has_a_sign_of_its_own_and_the_peaceful_none() -> None:
    foe = mood_sign(creature(1, "Wolf", mood="hunting"))
    friend = mood_sign(creature(1, "Wolf", mood="", hostile=False, friend=True))
    peaceful = mood_sign(creature(1, "Wolf", mood="", hostile=False))
    assert foe is not None
    assert friend is not None
    assert (foe.glyph, friend.glyph, peaceful) == ("!", "♥", None)


def test_a_friend_has_a_sign_and_not_only_a_colour() -> None:
    foe = creature(1, "Wolf", mood="hunting")
    friend = creature(1, "Wolf", mood="hunting", hostile=False, friend=True)
    row, friendly = (
        "".join(text for text, _ in creature_line(each, COLOURS, 30).right)
        for each in (foe, friend)
    )
    assert "!" in row
    assert "♥" in friendly
    assert "!" not in friendly


def test_letters_of_statuses_stand_apart_from_the_hit_points() -> None:
    """A silenced hound of three digits read "Q105/105"."""
    status = StatusView("Silenced", "silenced", "Q", (215, 0, 0), 3, good=False, text="")
    hound = replace(creature(1, "Wolf", hp=97), max_hp=105, statuses=(status,))
    right = "".join(text for text, _ in creature_line(hound, COLOURS, 30).right)
    assert right.endswith("Q 97/105 ")


@pytest.mark.parametrize("colour", [(215, 0, 0), (108, 108, 108), (95, 135, 255)])
def test_letters_of_statuses_are_seen_on_the_bar(colour: Colour) -> None:
    """Poison, smoke and water are dark: so would their letters be on the red of health."""
    status = StatusView("Wet", "wet", "W", colour, 3, good=False, text="")
    hurt = creature(1, "Wolf", hp=5)
    line = creature_line(replace(hurt, statuses=(status,)), COLOURS, 30)
    ink = next(shade for text, shade in line.right if text == "W")
    assert contrast(ink, COLOURS.health_back) >= 3
