"""The rows on a fight in the side panel."""

from collections.abc import Mapping
from typing import Any

from roguelike.core.records import replace
from roguelike.engine.views.records import CreatureView, HudView, StatusView
from roguelike.toolkit.palette import palette
from roguelike.toolkit.rows import legible
from roguelike.ui.panels.scene import NO_DEEDS, Deed, Scene, Waiting
from roguelike.ui.panels.side import afflictions, bystanders, foes_and_deeds, statuses

WIDTH = 34
HEALER = CreatureView(
    7, "Chaplain", "C", (255, 0, 0), (3, 3), 5, 9, 3,
    hostile=True, is_player=False, statuses=(), carries=(), traits=(),
)  # fmt: skip


def scene(
    hud: HudView, *creatures: CreatureView, deeds: Mapping[int, tuple[Deed, ...]] = NO_DEEDS
) -> Scene:
    nothing: Any = None
    waiting = Waiting(deeds=deeds)
    return Scene(nothing, nothing, hud, creatures, creatures, (), waiting=waiting)


def test_what_somebody_would_do_is_told_to_its_end_for_the_chance_stands_there(
    hud: HudView,
) -> None:
    words = ("* casts Bind Wounds at the shadow glutton 97%", "  keeps away 3%")
    deeds = {7: tuple(zip(words, ("dim", "good"), strict=True))}
    lines = foes_and_deeds(scene(hud, HEALER, deeds=deeds), palette(), WIDTH)
    assert [line.left[0][1] for line in lines[2:]] == [palette().dim, palette().good]
    rows = ["".join(text for text, _ in line.left) for line in lines[1:]]
    assert rows == [" * casts Bind Wounds at the shadow", "   glutton 97%", "   keeps away 3%"]
    assert all(len(row) <= WIDTH for row in rows)


def test_the_hit_points_of_whom_a_puzzle_must_keep_alive_are_shown_while_unhurt(
    hud: HudView,
) -> None:
    """The peasant of 1 hit point looked like one of 5."""
    peasant = replace(HEALER, name="Peasant", hp=5, max_hp=5, hostile=False)
    assert foes_and_deeds(scene(hud, peasant), palette(), WIDTH) == []
    spared = scene(hud, replace(peasant, spared=True))
    (line,) = foes_and_deeds(spared, palette(), WIDTH)
    # The sign tells them from those who must die: the bars are alike.
    assert "".join(text for text, _ in line.right).split() == ["♥", "5/5"]
    assert bystanders(spared, palette(), WIDTH) == []


def test_a_status_of_a_dark_colour_is_read_in_a_lighter_one(hud: HudView) -> None:
    dark = (90, 90, 90)
    blinded = StatusView("Blinded", "blinded", "B", dark, 9, good=False, text="")
    shown = scene(replace(hud, statuses=(blinded,), hunger=""))
    (letter, shade), _, (label, colour) = statuses(shown, palette(), WIDTH)[0].left
    assert (letter.strip(), label) == ("B", "blinded")
    assert shade == colour == legible(dark)
    assert min(colour) > min(dark)


def test_a_name_too_long_for_its_row_keeps_the_words_that_tell_it_apart(hud: HudView) -> None:
    twin = replace(HEALER, name="Wandering Chaplain", where="3 SW")
    (line,) = foes_and_deeds(scene(hud, twin), palette(), 26)
    assert "".join(text for text, _ in line.left) == " C …Chaplain (3 SW)"
    far = replace(twin, where="13 E 1 S")
    (line,) = foes_and_deeds(scene(hud, far), palette(), 24)
    assert "".join(text for text, _ in line.left) == " C (13 E 1 S)"


def test_bystanders_in_one_row_stand_nowhere_in_particular(hud: HudView) -> None:
    people = [replace(HEALER, entity=each, hp=9, hostile=False, where="N") for each in (7, 8)]
    (line,) = bystanders(scene(hud, *people), palette(), WIDTH)
    assert "".join(text for text, _ in line.left) == " C Chaplain"


def test_that_one_is_dying_of_what_one_has_is_told_in_rows_and_in_one(hud: HudView) -> None:
    poison = StatusView("Venom", "poisoned", "P", (0, 255, 0), 104, good=False, text="")
    hud = replace(hud, statuses=(poison,), hunger="", poise=0, most_poise=0)
    dying = scene(replace(hud, turns_to_live=31))
    rows = [
        "".join(text for text, _ in (*line.left, *line.right))
        for line in statuses(dying, palette(), WIDTH)
    ]
    assert rows == [" P – poisoned104 turns ", " † – dying31 turns "]
    (line,) = afflictions(dying, palette(), WIDTH)
    assert "".join(text for text, _ in line.left) == " poisoned 104, dying 31"
    assert len(statuses(scene(hud), palette(), WIDTH)) == 1
