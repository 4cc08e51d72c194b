"""The rows on a fight in the side panel.

Creatures as rows and signs: whom a friend is told by, and letters of statuses on the bar.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from roguelike.core.records import replace
from roguelike.engine.telling import outcomes
from roguelike.engine.views.records import CreatureView, HudView, StatusView
from roguelike.toolkit.palette import contrast, palette
from roguelike.toolkit.rows import Line, legible
from roguelike.ui.panels.creature_rows import shortened
from roguelike.ui.panels.marks import mood_sign
from roguelike.ui.panels.scene import NO_FURTHER, Deed, Doing, Scene, Waiting, is_fought
from roguelike.ui.panels.side import (
    _group,
    afflictions,
    bystanders,
    each_side,
    pools,
    sides,
    statuses,
)
from tests.ui.panels.written import creature

WIDTH = 34
HEALER = CreatureView(
    7, "Chaplain", "C", (255, 0, 0), (3, 3), 5, 9, 3,
    hostile=True, is_player=False, statuses=(), carries=(), traits=(),
)  # fmt: skip


def scene(
    hud: HudView, *creatures: CreatureView, further: Mapping[int, tuple[Deed, ...]] = NO_FURTHER
) -> Scene:
    nothing: Any = None
    waiting = Waiting(further=further)
    return Scene(
        nothing,
        nothing,
        hud,
        creatures,
        creatures,
        (),
        waiting=waiting,
        is_fight=is_fought(creatures),
    )


def written(line: Line) -> str:
    return "".join(text for text, _ in (*line.left, *line.right))


def test_what_somebody_may_do_besides_is_told_to_its_end_for_the_chance_stands_there(
    hud: HudView,
) -> None:
    words = ("casts Bind Wounds at the shadow glutton 97%", "keeps away 3%")
    further = {7: tuple(zip(words, ("dim", "good"), strict=True))}
    lines = each_side(scene(hud, HEALER, further=further), palette(), WIDTH)
    assert [line.left[1][1] for line in lines[2:]] == [palette().dim, palette().good]
    rows = [*map(written, lines[1:])]
    assert rows == ["   casts Bind Wounds at the shadow", "   glutton 97%", "   keeps away 3%"]
    assert all(len(row) <= WIDTH for row in rows)


def test_the_hit_points_of_whom_a_puzzle_must_keep_alive_are_shown_while_unhurt(
    hud: HudView,
) -> None:
    """The peasant of 1 hit point looked like one of 5."""
    peasant = replace(HEALER, name="Peasant", hp=5, max_hp=5, hostile=False)
    assert each_side(scene(hud, peasant), palette(), WIDTH) == []
    spared = scene(hud, replace(peasant, spared=True))
    (line,) = each_side(spared, palette(), WIDTH)
    # The sign tells them from those who must die.
    assert written(line).split() == ["C", "Peasant", "5", "♥"]
    assert bystanders(spared, palette(), WIDTH) == []


def test_statuses_are_told_in_words_that_are_seen_on_the_bar(hud: HudView) -> None:
    """An imp on fire was "Imp b U 47", of which nobody knew what it meant; poison, smoke and water are dark."""
    for colour in ((215, 0, 0), (108, 108, 108), (95, 135, 255)):
        status = StatusView("Silenced", "silenced", colour, 3, good=False, text="")
        hound = replace(HEALER, hp=97, max_hp=105, statuses=(status,))
        (line,) = each_side(scene(hud, hound), palette(), len(" C Chaplain silenced 97") + 2)
        assert written(line) == " C Chaplain silenced 97"
        ink = next(shade for text, shade in line.left if text == " silenced")
        assert contrast(ink, line.fill) >= 3


def test_a_status_of_a_dark_colour_is_read_in_a_lighter_one(hud: HudView) -> None:
    dark = (90, 90, 90)
    blinded = StatusView("Blinded", "blinded", dark, 9, good=False, text="")
    shown = scene(replace(hud, statuses=(blinded,), hunger=""))
    (sign, _), (label, colour) = statuses(shown, palette(), WIDTH)[0].left
    assert (sign.strip(), label) == ("–", "blinded")
    assert colour == legible(dark)
    assert min(colour) > min(dark)


def test_a_name_too_long_for_its_row_keeps_the_words_that_tell_it_apart(hud: HudView) -> None:
    twin = replace(HEALER, name="Wandering Chaplain")
    shown = replace(scene(hud, twin), letters={7: "3 SW"})
    assert [written(line) for line in _group([twin], shown, palette(), 24, is_roomy=False)] == [
        " C …Chaplain 3 SW 5"
    ]
    assert shortened("Usher of the Bones", 12) == "…Bones"


def test_names_are_shortened_to_what_tells_those_of_one_sign_apart(hud: HudView) -> None:
    """Three kinds of mushroom read "♠ …Mushroom ×6", three times."""
    kinds = [f"{each}cap Mushroom" for each in ("Death", "Fire", "Spore")]
    caps = [replace(HEALER, entity=n, name=each, hp=9) for n, each in enumerate(kinds)]
    doings = {each.entity: Doing(deed="strikes", short="strikes", loss=2) for each in caps}
    shown = replace(scene(hud, *caps), waiting=Waiting(doings=doings))
    rows = [written(line) for line in sides(shown, palette(), 26, is_roomy=False)[:3]]
    assert rows == [f" C {each}cap…strikes -2 " for each in ("Death", "Fire", "Spore")]
    alone = replace(shown, nearest=tuple(caps[:1]))
    assert written(sides(alone, palette(), 26, is_roomy=False)[0]) == " C …Mushroomstrikes -2 "


@pytest.mark.parametrize(
    ("room", "told"),
    [(14, "Hearth Unbound"), (13, "…Unbound"), (7, "Hearth…"), (5, "Hearth…")],
)
def test_where_the_last_word_has_no_room_the_first_is_shown(room: int, told: str) -> None:
    """A spell's name lost its end, too: "…Unbou…"."""
    assert shortened("Hearth Unbound", room) == told


def test_that_somebody_waits_goes_before_a_word_of_their_name_does(hud: HudView) -> None:
    cap = replace(HEALER, name="Deathcap Mushroom", hp=9)
    shown = replace(scene(hud, cap), waiting=Waiting(doings={7: Doing(deed="waits")}))
    row = sides(shown, palette(), 26, is_roomy=False)[0]
    assert written(row) == " C Deathcap Mushroom"


def test_what_somebody_is_goes_before_how_many_hit_points_they_have(hud: HudView) -> None:
    """A wounded priestess was "Cirro…", as was the weaver beside her."""
    priestess = replace(HEALER, name="Cirro Dark Priestess")
    doing = Doing(deed="shoots in 4 turns", short="shoots in 4")
    shown = replace(scene(hud, priestess), waiting=Waiting(doings={7: doing}))
    row = sides(shown, palette(), 28, is_roomy=False)[0]
    assert written(row) == " C …Priestessshoots in 4 "


def test_where_there_is_room_a_name_is_whole_and_what_they_do_stands_below(hud: HudView) -> None:
    """A houndmaster's hounds read "…Hound" above a page of free rows."""
    hound = replace(HEALER, name="Cinder Hound", hp=9)
    doings = {7: Doing(deed="casts Bull Rush 38%", short="casts Bull Rush 38%", loss=1.6)}
    shown = replace(scene(hud, hound), waiting=Waiting(doings=doings))
    roomy, tight = (sides(shown, palette(), 38, is_roomy=each) for each in (True, False))
    assert [written(line).split() for line in roomy[:2]] == [
        ["C", "Cinder", "Hound-1.6"],
        ["casts", "Bull", "Rush", "38%"],
    ]
    assert written(tight[0]).split() == ["C", "…Houndcasts", "Bull", "Rush", "38%", "-1.6"]


def test_namesakes_who_come_from_elsewhere_share_a_row(hud: HudView) -> None:
    orcs = [replace(HEALER, entity=each, name="Orc", hp=9) for each in (7, 8, 9)]
    doings = {each: Doing(steps=steps) for each, steps in ((7, 8), (8, 1), (9, 13))}
    shown = replace(scene(hud, *orcs), waiting=Waiting(doings=doings))
    line, *_ = sides(shown, palette(), WIDTH)
    assert written(line) == " C Orc ×31-13 steps "
    alone = replace(shown, creatures=(orcs[1],), nearest=(orcs[1],))
    assert written(sides(alone, palette(), WIDTH)[0]) == " C Orc1 step "


def test_namesakes_whose_blows_differ_share_a_row_with_what_they_take_together(
    hud: HudView,
) -> None:
    """Of three fungus men side by side each had a row, and who came behind them was only counted."""
    orcs = [replace(HEALER, entity=each, name="Orc", hp=9) for each in (7, 8, 9)]
    doings = {
        7: Doing(deed="strikes", loss=4.5),
        8: Doing(deed="strikes", loss=6),
        9: Doing(deed="strikes"),
    }
    shown = replace(scene(hud, *orcs), waiting=Waiting(doings=doings))
    rows = [written(line) for line in sides(shown, palette(), WIDTH)[:2]]
    assert rows == [" C Orc ×2strikes -10 ", " C Orcstrikes "]


def test_namesakes_whose_chances_differ_share_a_row(hud: HudView) -> None:
    orcs = [replace(HEALER, entity=each, name="Orc", hp=9) for each in (7, 8, 9)]
    chances = zip((7, 8, 9), (" 44%", " 25%", ""), strict=True)
    doings = {each: Doing(deed=f"strikes{chance}", loss=1) for each, chance in chances}
    shown = replace(scene(hud, *orcs), waiting=Waiting(doings=doings))
    assert written(sides(shown, palette(), WIDTH)[0]) == " C Orc ×3strikes 25-100% -3 "


def test_of_those_beyond_the_edge_of_the_map_it_is_told_where_they_are(hud: HudView) -> None:
    """Seven rats and kobolds hunted the player, and none was on the screen."""
    orcs = [replace(HEALER, entity=each, name="Orc", hp=9) for each in (7, 8, 9)]
    shown = replace(scene(hud, *orcs), letters={7: "b", 8: "→S", 9: "→S"})
    assert written(sides(shown, palette(), WIDTH)[0]) == " C Orc ×3 b →S"


def test_of_the_first_at_least_what_they_suffer_and_cost_is_told(hud: HudView) -> None:
    deed = " ".join(["casts"] * 30)
    doing = Doing(suffers=(("-14", "good"),), deed=deed, short=deed, loss=3)
    shown = replace(scene(hud, HEALER), waiting=Waiting(doings={7: doing}))
    rows = [written(line) for line in sides(shown, palette(), WIDTH, most=2)[:3]]
    assert rows == [" C -3 ", "   -14", "   casts casts casts casts casts"]


def test_who_is_only_counted_is_shown_as_on_the_map(hud: HudView) -> None:
    """Two kinds were told as "2 more", however many of them came."""
    kinds = "Orc", "Goblin", "Kobold", "Rat", "Eel", "Bat", *["Wolf"] * 20
    crowd = [
        replace(HEALER, entity=each, name=f"{kind} Of Some Sort", glyph=kind[0].lower(), hp=9)
        for each, kind in enumerate(kinds)
    ]
    doings = {each.entity: Doing(deed="wanders", short="wanders") for each in crowd}
    for many, told in ((2, "… 3 more  b w w"), (20, "… 21 more  b w w w w w w w w w …")):
        here = tuple(crowd[: 6 + many])
        shown = replace(scene(hud, *here), waiting=Waiting(doings=doings))
        assert written(sides(shown, palette(), WIDTH, most=6)[-1]) == told


def test_in_a_crowd_rows_go_first_to_who_harms_the_player_then_to_friends(hud: HudView) -> None:
    """One of ten enemies had a row, above a page of free ones, and the hero's own wolf was a letter of a count."""
    doings = {
        1: Doing(deed="waits"),
        2: Doing(deed="waits"),
        3: Doing(deed="casts Web", is_at_you=True),
        4: Doing(deed="strikes", loss=2),
        5: Doing(deed="strikes the rat", is_at_you=True),
    }
    crowd = [
        creature(1, "Rat"), creature(2, "Bat"), creature(3, "Imp"), creature(4, "Orc"),
        creature(5, "Wolf", hostile=False, friend=True), *(creature(n, "Eel") for n in range(6, 12)),
    ]  # fmt: skip
    shown = replace(scene(hud, *crowd), waiting=Waiting(doings=doings))
    rows = [written(line).split()[1] for line in sides(shown, palette(), WIDTH)]
    assert rows == ["Orcstrikes", "Impcasts", "Wolf", "Ratwaits", "Batwaits", "Eel"]
    few = [written(line) for line in sides(shown, palette(), WIDTH, most=4)]
    assert few[3] == "… 8 more  r b e e e e e e"


def test_who_takes_most_comes_before_whoever_is_nearer(hud: HudView) -> None:
    """Three imps and a quasit were told of, and that the usher behind them took half was part of a count."""
    doings = {1: Doing(deed="strikes", loss=0.8), 2: Doing(deed="casts", loss=2.1)}
    rat, usher = creature(1, "Rat"), creature(2, "Usher")
    shown = replace(scene(hud, rat, usher), waiting=Waiting(doings=doings))
    names = [written(line).split()[1] for line in sides(shown, palette(), WIDTH)[:2]]
    assert names == ["Ushercasts", "Ratstrikes"]


KINDS = [f"Beast{n}" for n in range(18)]


def test_in_a_fight_the_panel_has_forty_words_beside_spells_and_things(hud: HudView) -> None:
    crowd = tuple(creature(n, f"Giant {kind}") for n, kind in enumerate(KINDS))
    doings = {
        each.entity: Doing((), "strikes 50%", "strikes 50%", loss=2, is_at_you=True)
        for each in crowd
    }
    costs = tuple(Line(((f"Wait -{n} (0-9), burning {n}%", (255, 255, 255)),)) for n in range(3))
    shown = replace(scene(hud, *crowd), waiting=Waiting(costs, doings=doings))
    told = [*pools(shown, palette(), WIDTH), *costs, *sides(shown, palette(), WIDTH)]
    words = [word for line in told for word in written(line).split() if len(word) > 1]
    of_headings = 6
    assert 25 <= len(words) + of_headings <= 40
    assert any(written(line).startswith("… ") for line in told)


def test_where_words_are_few_the_last_ones_have_no_names_but_what_they_do_is_told(
    hud: HudView,
) -> None:
    """A weaver who called more spiders was a letter in a count, above a page of free rows."""
    crowd = tuple(creature(n, f"Giant {kind}") for n, kind in enumerate(KINDS[:8]))
    doings = {each.entity: Doing(deed="calls a brood", short="calls a brood") for each in crowd}
    shown = replace(scene(hud, *crowd), waiting=Waiting(doings=doings))
    rows = [row for line in sides(shown, palette(), WIDTH) if (row := written(line))]
    assert all(row.endswith("calls a brood ") for row in rows)
    named = ["Giant" in row for row in rows]
    assert named == sorted(named, reverse=True)
    assert 1 < sum(named) < len(rows) == len(crowd)


def test_words_of_those_who_are_left_out_go_to_the_names_of_the_first(hud: HudView) -> None:
    """A dragon was a "D" though there was a word left for it, since those behind it had been left out."""
    crowd = tuple(creature(n, f"Giant {kind}") for n, kind in enumerate(KINDS[:9]))
    deed = "breathes acid at a rat"
    doings = {each.entity: Doing(deed=deed, short=deed) for each in crowd}
    shown = replace(scene(hud, *crowd), waiting=Waiting(doings=doings))
    rows = [written(line) for line in sides(shown, palette(), WIDTH)]
    told = [row for row in rows if "breathes" in row]
    assert 1 < len(told) < len(crowd)
    named = [kind in row for kind, row in zip(KINDS, told, strict=False)]
    assert named[0]
    assert named == sorted(named, reverse=True)


def test_on_a_board_everybody_is_told_of_for_there_everything_can_be_reckoned(hud: HudView) -> None:
    """The word for a wolf was "… 1 more  w", above a page of free rows, in a puzzle that is won by his next step."""
    crowd = tuple(
        replace(HEALER, entity=each, name=f"Wolf Of The {each}th Sort", hp=9) for each in range(9)
    )
    doings = {each.entity: Doing(deed="wanders", short="wanders") for each in crowd}
    shown = replace(scene(hud, *crowd), waiting=Waiting(doings=doings))
    on_board = sides(replace(shown, is_exact=True), palette(), WIDTH, most=5)
    assert [line.value for line in on_board if line.right] == [*range(9)]
    assert sum("more" in written(line) for line in on_board) == 0
    in_play = sides(shown, palette(), WIDTH, most=5)
    assert written(in_play[-1]).startswith("… ")


def test_bystanders_in_one_row_stand_nowhere_in_particular(hud: HudView) -> None:
    people = [replace(HEALER, entity=each, hp=9, hostile=False) for each in (7, 8)]
    shown = replace(scene(hud, *people), letters={7: "N", 8: "S"})
    (line,) = bystanders(shown, palette(), WIDTH)
    assert written(line) == " C Chaplain ×2"


def test_that_one_is_dying_of_what_one_has_is_told_in_rows_and_in_one(hud: HudView) -> None:
    poison = StatusView("Venom", "poisoned", (0, 255, 0), 104, good=False, text="")
    hud = replace(hud, statuses=(poison,), hunger="", poise=0, most_poise=0)
    dying = scene(replace(hud, turns_to_live=31))
    rows = [
        "".join(text for text, _ in (*line.left, *line.right))
        for line in statuses(dying, palette(), WIDTH)
    ]
    assert rows == [" – poisoned104 turns ", " – dying31 turns "]
    (line,) = afflictions(dying, palette(), WIDTH)
    assert "".join(text for text, _ in line.left) == " poisoned 104, dying 31"
    assert len(statuses(scene(hud), palette(), WIDTH)) == 1


@pytest.mark.parametrize(
    ("chance", "text"), [(0.0, "0%"), (0.001, "<1%"), (0.5, "50%"), (0.999, ">99%"), (1.0, "100%")]
)
def test_only_certainty_is_called_certain(chance: float, text: str) -> None:
    assert outcomes.percent(chance) == text


def test_on_the_map_a_friend_has_a_sign_of_its_own_and_the_peaceful_none() -> None:
    foe = mood_sign(creature(1, "Wolf", mood="hunting"))
    friend = mood_sign(creature(1, "Wolf", mood="", hostile=False, friend=True))
    peaceful = mood_sign(creature(1, "Wolf", mood="", hostile=False))
    assert (foe.glyph, friend.glyph, peaceful) == ("!", "♥", None)
