"""The play screen as a whole, at every size."""

import re

import pytest

from roguelike.core.records import replace
from roguelike.engine.views.records import HudView
from roguelike.testing import Pilot
from roguelike.toolkit.palette import palette
from roguelike.toolkit.rows import render
from roguelike.ui.panels.board import title_line
from tests.ui.conftest import Builder


@pytest.mark.parametrize("size", [(80, 50), (100, 56), (160, 100)])
def test_the_play_screen_fills_any_console(stage: Builder, size: tuple[int, int]) -> None:
    room = stage("#######\n#.@.r.#\n#######", {"r": "Rat"}, spells=["Zap", "Web"], size=size)
    text = room.text
    for part in ("Health", "30/30", "Mana", "^1 Zap", "r Rat", "Inventory", "Menu"):
        assert any(part in row for row in text), part
    assert room.glyph(room.session.here) == "@"


def spell_rows(size: tuple[int, int], *runes: str) -> list[str]:
    """Return the panel's rows of three spells, the second of which is rewritten."""
    with Pilot(seed=3, size=size) as pilot:
        pilot.press("n", "enter")
        pilot.arena.set_pools(pilot.arena.player, mana=50, max_mana=50)
        for spell in ("Zap", "Brimstone Rain", "Rime Lance"):
            pilot.arena.teach(spell)
        for rune in runes:
            pilot.arena.inscribe("Brimstone Rain", rune)
        return [row for row in pilot.text if re.search(r"\^\d", row)]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize(
    ("rune", "price"), [("Slow-Burning Rune", r"7 (mana )?"), ("Blood Rune", r"\d+ hp ")]
)
def test_of_a_rewritten_spell_its_own_name_and_its_price_are_never_cut(
    size: tuple[int, int], rune: str, price: str
) -> None:
    """The words of its runes stand before its name, and give way to it."""
    row = spell_rows(size, rune)[1]
    assert re.search(rf"Brimstone Rain +{price}", row), row


def test_the_figures_of_a_section_stand_in_one_column_however_long_a_name_is() -> None:
    rows = spell_rows((200, 60), "Slow-Burning Rune")
    assert "slow-burning Brimstone Rain" in rows[1]
    assert len({row.index(" mana") for row in rows}) == 1, rows


def test_a_full_panel_still_shows_the_start_of_everything(stage: Builder) -> None:
    room = stage(
        "###########\n#rrrrrrrrr#\n#rrrr@rrrr#\n#rrrrrrrrr#\n###########",
        {"r": "Rat"},
        spells=["Zap", "Web", "Venom", "Acid Breath", "Explode"],
    )
    for name in ["Health Potion", "Mana Potion", "Rations", "Beer", "Meat", "Web Scroll"] * 2:
        room.arena.give(room.arena.player, name)
    text = room.text
    for part in ("Spells", "r Rat", "Things", "Wait"):
        assert any(part in row for row in text), part


def test_depth_and_turn_give_way_to_a_place_that_would_be_cut(hud: HudView) -> None:
    words = "2 acts left: save the Peasant · The wolf at his throat"

    def shown(place: str, width: int) -> str:
        line = title_line(replace(hud, place=place, depth=3, turn=1234), palette(), width)
        return "".join(text for text, _ in (*line.left, *line.right))

    assert shown("The Crooked Wood", 51).endswith("depth 3   turn 1,234 ")
    assert shown(words, 71) == f" ◆ {words}  depth 3 "
    assert shown(words, 58) == f" ◆ {words}"
    assert shown(words, 30) == f" ◆ {words}", "the row is cut where it is drawn"


@pytest.mark.parametrize("width", range(20, 70))
def test_no_place_is_cut_that_has_room_beside_nothing(hud: HudView, width: int) -> None:
    hud = replace(hud, place="The Dripping Galleries", wizard=True)
    line = title_line(hud, palette(), width)
    told = "".join(chr(code) for code, *_ in render(line, width).tolist())
    assert ("…" in told) == (width < len(" ◆ The Dripping Galleries wizard "))
