"""Aiming: what is shown before anything is committed, and that only firing commits.

The aim screen's panel as it was when somebody last looked at it; `GOLDEN=write` writes the pictures anew.
"""

from pathlib import Path
from typing import Any

import pytest

from roguelike.actions import acting
from roguelike.core.colour import mix
from roguelike.devices.painting.cells import EDGE, WASH
from roguelike.effects.foresight import sampler
from roguelike.effects.foresight.forecast import Forecast
from roguelike.engine.foreseeing.aiming import aimable
from roguelike.engine.play.commands import Throw
from roguelike.testing import Pilot
from roguelike.ui.screens.targeting import Aiming, Targeting, landing_words
from tests.goldens import GOLDEN, compare
from tests.rooms import inflict
from tests.ui.conftest import Builder

GOBLINS = """
    ##############
    #............#
    #.@...g......#
    #......g.....#
    #............#
    ##############
"""
LEGEND = {"g": "Goblin", "o": "Orc", "d": "Deer", "r": "Rat"}


@pytest.fixture
def aiming(stage: Builder) -> Builder:
    def open_aim(drawing: str = GOBLINS, spell: str = "Zap", **given: Any) -> Any:
        room = stage(drawing, LEGEND, spells=[spell], **given)
        room.press("ctrl+1")
        return room

    return open_aim


def outcome_names(room: Any) -> set[str]:
    """Return who would be touched, as the panel has it."""
    seen = screen(room).forecast(screen(room).board.scene())
    return {room.session.creature(each).name for each in seen.outcomes}


def screen(room: Any) -> Any:
    return room.stack.screens[-1]


def test_it_starts_at_the_best_aim_and_shows_the_outcome(aiming: Builder) -> None:
    room = aiming()
    assert room.names == ["Play", "Targeting"]
    assert room.arena.position(room.session.creatures()[0].entity) == screen(room).cursor
    for words in ("Zap", "Goblin a -5", "never mind"):
        assert room.shows(words), words


def test_where_shades_are_not_seen_the_edge_of_the_reach_has_a_sign(aiming: Builder) -> None:
    """In 16 colours or none: Zap reaches six tiles, the row of the player goes on beyond."""
    room = aiming()
    floor = [(x, y) for x in range(1, 13) for y in range(1, 5)]
    assert not [point for point in floor if room.glyph(point) == EDGE]
    room.program.has_shades = False
    edge = [point for point in floor if room.glyph(point) == EDGE]
    farthest = max(x for x, y in screen(room).area)
    assert len(edge) >= 2
    assert set(edge) <= screen(room).area
    assert {x for x, y in edge} <= {farthest - 1, farthest}


@pytest.mark.parametrize("key", ["enter", "space", "ctrl+1"])
def test_enter_or_the_hotkey_fires(aiming: Builder, key: str) -> None:
    room = aiming()
    mana = room.session.hud().mana
    room.press(key)
    assert room.names == ["Play"]
    assert room.session.hud().mana == mana - 1
    assert room.session.hud().turn == 1


def test_a_click_fires_where_it_is(aiming: Builder) -> None:
    room = aiming()
    first, second = room.session.creatures()
    room.click(*room.cell(second.point))
    assert room.names == ["Play"]
    assert room.arena.hp(first.entity) == first.hp
    assert room.arena.hp(second.entity) < second.hp


@pytest.mark.parametrize("way_out", ["escape", "right click"])
def test_showing_and_leaving_cost_nothing(aiming: Builder, way_out: str) -> None:
    room = aiming()
    before = room.arena.state_hash()
    room.press("l", "l", "tab", "L", "k", "s")
    assert room.text
    if way_out == "escape":
        room.press("escape")
    else:
        room.click(10, 10, button="right")
    assert room.names == ["Play"]
    assert room.arena.state_hash() == before


def test_a_click_out_of_range_stays_and_says_why(aiming: Builder) -> None:
    room = aiming()
    here = room.session.here
    room.click(*room.cell((here[0] + 8, here[1])))
    room.press("enter")
    assert room.names == ["Play", "Targeting"]
    assert room.shows("× That is out of range")
    assert room.session.hud().turn == 0


HALL = "##############\n#@......o....#\n##############"


@pytest.mark.parametrize("spell", ["Web", "Kindling"])
def test_with_no_enemy_in_reach_it_opens_on_the_nearest_tile_to_one(
    stage: Builder, spell: str
) -> None:
    room = stage(HALL, {"o": "Orc"}, spells=[spell])
    room.press("ctrl+1")
    assert room.names == ["Play", "Targeting"]
    is_touched = spell == "Web"
    assert ("Orc" in outcome_names(room)) == is_touched
    assert room.shows("Its blast reaches enemies") == is_touched
    assert room.shows("No enemy can be aimed at.") != is_touched
    assert room.shows("orc, is 7"), "so that one knows how far to go"
    assert room.shows("tiles away.")
    here, cursor = room.session.here, screen(room).cursor
    assert not room.shows("out of range")
    assert cursor[0] > here[0] + 1
    assert cursor in room.session.ask(aimable, screen(room).action)


def test_with_only_the_peaceful_in_reach_a_line_says_so_and_the_key_again_aims(
    stage: Builder,
) -> None:
    room = stage("########\n#.@.p..#\n########", {"p": "Patron"}, spells=["Zap"])
    room.press("ctrl+1")
    assert room.names == ["Play"]
    assert room.shows("Only the peaceful are in reach.")
    room.press("x", "escape", "ctrl+1")
    assert room.names == ["Play"], "not at once"
    room.press("ctrl+1")
    assert room.names == ["Play", "Targeting"]


@pytest.mark.parametrize("size", [(80, 24), (80, 50)])
def test_with_nobody_to_hit_nothing_opens_and_one_line_says_so(
    stage: Builder, size: tuple[int, int]
) -> None:
    spells = ["Zap", "Kindling", "Bind Wounds", "Barb Rune"]
    room = stage("##########\n#.@......#\n##########", LEGEND, spells=spells, size=size)
    room.press("ctrl+1")
    assert room.names == ["Play"]
    assert room.shows("Nobody is in reach.")
    room.press("ctrl+3")
    assert room.shows("You are already at full health.")
    assert room.names == ["Play"]
    for number in (2, 4):  # a fire on the floor, a rune
        room.press(f"ctrl+{number}")
        assert room.names == ["Play", "Targeting"], spells[number - 1]
        room.press("escape")
    inflict(room.arena, "damage", room.arena.player, amount=1)
    room.press("ctrl+3")
    assert room.names == ["Play", "Targeting"], "one's own wounds are in reach"


def test_who_cannot_be_hit_from_here_is_named(stage: Builder) -> None:
    room = stage(HALL, {"o": "Orc"}, spells=["Zap"])
    room.press("ctrl+1")
    assert room.names == ["Play"]
    assert room.shows("The orc is 7 tiles away: out of reach (6).")


def test_an_unseen_tile_is_refused_and_reveals_nothing(aiming: Builder) -> None:
    room = aiming("########\n#.@#g..#\n########", "Kindling")
    here = room.session.here
    screen(room).cursor = (here[0] + 2, here[1])
    assert room.shows("× You cannot see that.")
    assert not room.shows("Goblin")


def test_tab_goes_through_the_targets_and_back(aiming: Builder) -> None:
    room = aiming()
    first = screen(room).cursor
    room.press("tab")
    second = screen(room).cursor
    assert second != first
    room.press("shift+tab")
    assert screen(room).cursor == first
    room.press("tab", "tab")
    assert screen(room).cursor == first


def test_keys_move_and_leap_and_the_map_ends(aiming: Builder) -> None:
    room = aiming()
    x, y = screen(room).cursor
    room.press("h")
    assert screen(room).cursor == (x - 1, y)
    room.press("H", "H", "H", "H", "H", "H", "H", "H", "H", "H", "H", "H", "H", "H", "H", "H", "H")
    assert screen(room).cursor == (0, y)


def test_hurting_oneself_is_said_in_a_word(aiming: Builder, stage: Builder) -> None:
    room = stage("#######\n#.@g..#\n#######", LEGEND)
    room.arena.identify("Fireball Scroll")
    room.arena.give(room.arena.player, "Fireball Scroll")
    room.press("shift+1")
    assert room.shows("! harms you") or room.shows("! may kill you")
    here = room.session.here
    assert room.glyph((here[0] - 1, here[1])) == "!"


def test_with_nobody_in_view_the_first_aim_spares_its_caster(stage: Builder) -> None:
    room = stage("##########\n#.@......#\n##########", LEGEND)
    room.arena.identify("Fireball Scroll")
    room.arena.give(room.arena.player, "Fireball Scroll")
    room.press("shift+1", "shift+1")
    assert room.arena.hp(room.arena.player) == 30


def test_with_nobody_in_view_first_aims_are_tried_roughly(
    stage: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the tiles from which the blast reaches its caster, none is foreseen in full: that took up to 0.1 s."""
    row = "#" + "." * 15 + "#"
    room = stage("\n".join(["#" * 17, *[row] * 6, "#.......@.......#", *[row] * 6, "#" * 17]))
    room.arena.identify("Fireball Scroll")
    room.arena.give(room.arena.player, "Fireball Scroll")
    looks: list[sampler.Precision] = []
    forecast = room.session.forecast

    def noted(action: acting.Action, precision: sampler.Precision = sampler.FULL) -> Forecast:
        looks.append(precision)
        return forecast(action, precision)

    monkeypatch.setattr(room.session, "forecast", noted)
    room.press("shift+1")
    assert screen(room).cursor != (8, 7)
    assert sampler.FULL not in looks
    assert len(looks) < 25, "most of them are refused, for nobody is there"


def test_with_nobody_in_view_what_is_unknown_is_first_aimed_far_away(stage: Builder) -> None:
    room = stage("##########\n#@.......#\n##########")
    room.arena.give(room.arena.player, "Magic Missile Scroll")
    room.press("shift+1")
    assert screen(room).cursor == (8, 1)
    health = room.arena.hp(room.arena.player)
    room.press("enter")
    assert room.arena.hp(room.arena.player) == health


def test_an_unknown_item_stays_unknown(stage: Builder) -> None:
    room = stage("#######\n#.@.g.#\n#######", LEGEND)
    room.arena.give(room.arena.player, "Fireball Scroll")
    room.press("shift+1")
    assert room.names == ["Play", "Targeting"]
    assert room.shows("Unknown: what follows")
    assert not room.shows("damage")
    assert room.shows("waited."), "only that reply is foreseen"


def test_reach_blast_and_path_have_shapes(aiming: Builder) -> None:
    room = aiming("############\n#..........#\n#.@....g...#\n#..........#\n############", "Web")
    x, y = room.arena.position(room.session.creatures()[0].entity)
    assert room.glyph((x + 1, y + 1)) == "*"
    assert room.glyph((x - 1, y)) == "["
    palette = room.program.palette
    assert room.back((x + 1, y + 1)) == palette.blast_back
    here = room.session.here
    washed = room.back((here[0], here[1] + 1))
    room.press("escape")
    before = room.back((here[0], here[1] + 1))
    wanted = mix(before, palette.aim_range_back, WASH)
    assert all(abs(one - other) <= 1 for one, other in zip(washed, wanted, strict=True))
    assert washed != before


def test_another_spell_key_turns_to_that_spell(stage: Builder) -> None:
    room = stage(GOBLINS, LEGEND, spells=["Zap", "Web"])
    room.press("ctrl+1", "ctrl+2")
    assert room.names == ["Play", "Targeting"]
    assert screen(room).title == "Web"


def test_the_panel_works_by_mouse(aiming: Builder) -> None:
    room = aiming()
    room.click(*room.find("next aim"))
    assert room.shows("next aim (2 of 2)")
    room.click(*room.find("never mind"))
    assert room.names == ["Play"]


def test_the_marked_target_is_aimed_at_when_that_is_useful(stage: Builder) -> None:
    room = stage(GOBLINS, LEGEND, spells=["Zap"])
    room.press("v", "v")
    marked = room.session.creature(room.play.does.shots.target).point
    room.press("ctrl+1")
    assert screen(room).cursor == marked


@pytest.mark.parametrize(
    ("whom", "spell", "told"),
    [
        ("Gelatinous Cube", "Acid Breath", "immune to acid"),
        ("Fungus Man", "Venom", "immune to poison"),
    ],
)
def test_resistances_are_told_before_the_cast(whom: str, spell: str, told: str) -> None:
    with Pilot(seed=3) as pilot:
        pilot.press("n", "enter")
        arena = pilot.arena
        x, y = arena.position(arena.player) or (0, 0)
        spots = [(x + dx, y + dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2)]
        free = next(spot for spot in spots if arena.game.level.is_free(spot))
        arena.spawn(whom, *free)
        arena.teach(spell)
        arena.set_pools(arena.player, max_mana=9, mana=9)
        pilot.press("ctrl+1")
        panel = " ".join(" ".join(row[52:].split()) for row in pilot.text)
        assert told in panel


LANE = """
    ###########
    #.........#
    #.@..g....#
    #.........#
    ###########
"""


@pytest.mark.parametrize(
    ("aim", "told"),
    [
        ((4, 0), "4 tiles away: comes down at the goblin, 3 tiles away"),
        ((3, 0), "the goblin"),
        ((3, 1), "at the floor, 4 tiles away"),
    ],
)
def test_aiming_a_throw_tells_where_it_comes_down(
    stage: Builder, aim: tuple[int, int], told: str
) -> None:
    """Something that neither breaks nor strikes touches nobody, so that no outcome tells where it is stopped."""
    room = stage(LANE, LEGEND)
    item = room.arena.give(room.arena.player, "Leather Armor")
    here = room.session.here
    targeting = Targeting(
        Aiming(room.program, Throw(item)), at=(here[0] + aim[0], here[1] + aim[1])
    )
    room.stack.screens.append(targeting)
    x, _, width, _ = targeting.board.layout.side
    panel = " ".join(" ".join(row[x : x + width].split()) for row in room.text)
    assert told in panel, panel
    scene = targeting.board.scene()
    assert landing_words(scene, (), here) == ""
    assert landing_words(scene, (here,), (1, 1)) == ": comes down at your own feet"


ONE = """
    ##############
    #............#
    #.@...o......#
    #............#
    ##############
"""
SEVEN = """
    ##############
    #...ogo......#
    #.@.gog......#
    #....o.......#
    ##############
"""
TOWN = """
    ##############
    #............#
    #.@.obo......#
    #............#
    ##############
"""
FOLK = {"g": "Goblin", "o": "Orc", "b": "Barkeep"}
SMALL = (80, 24)

SCENES: dict[str, tuple[str, str, tuple[str, ...], tuple[int, int]]] = {
    "one-foe": (ONE, "Flame", ("ctrl+1",), (80, 50)),
    "seven-foes": (SEVEN, "Falling Sky", ("ctrl+1",), (80, 50)),
    "seven-foes-in-a-small-terminal": (SEVEN, "Falling Sky", ("ctrl+1",), SMALL),
    "the-peaceful-harmed": (TOWN, "Falling Sky", ("ctrl+1",), (80, 50)),
    "over-time": (ONE, "Venom", ("ctrl+1",), (80, 50)),
    "driven-away": (ONE, "Shove", ("ctrl+1",), (80, 50)),
    "without-aim": (SEVEN, "Dread", ("ctrl+1",), (80, 50)),
    "the-question": (TOWN, "Falling Sky", ("ctrl+1", "enter"), (80, 50)),
}


@pytest.mark.parametrize("name", SCENES)
def test_the_panel(stage: Builder, name: str) -> None:
    drawing, spell, keys, size = SCENES[name]
    room = stage(drawing, FOLK, spells=[spell], mana=30, size=size)
    room.press(*keys)
    assert room.text  # drawn, so that it is thought about
    room.advance(2)
    rows = [row.rstrip() for row in room.text]
    assert len(rows) == size[1]
    file: Path = GOLDEN / "outcomes" / f"{name}.txt"
    compare(file, "\n".join(row for row in rows if row.strip(" │")) + "\n")
