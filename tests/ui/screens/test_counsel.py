"""The table of counsel: a key away, worked out while one looks, chosen from by key and mouse."""

import re
from typing import Any

import pytest

from roguelike.core.records import replace
from roguelike.engine.foreseeing.aiming import Outcome
from roguelike.engine.foreseeing.counsel import EVEN
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.play.commands import Cast, Rest
from roguelike.testing import Pilot
from roguelike.ui.panels.reply import figure_words
from tests.ui.conftest import Builder

DEN = """
    ############
    #..........#
    #.@....g...#
    #.r........#
    ############
"""
LEGEND = {"g": "Goblin", "r": "Rat"}
LONG = 20.0
"""Seconds in which all is worked out."""


@pytest.fixture
def advised(stage: Builder) -> Any:
    return stage(DEN, LEGEND, spells=["Zap", "Dread"], minds=True)


def test_it_is_a_key_away(stage: Builder) -> None:
    room = stage(DEN, LEGEND, spells=["Zap"])
    before = room.arena.state_hash()
    assert room.shows("t Counsel")
    room.press("t")
    assert room.names == ["Play", "Counsel"]
    room.press("escape")
    assert room.names == ["Play"]
    assert room.arena.state_hash() == before


def test_it_says_what_each_command_would_cost(advised: Any) -> None:
    room = advised
    before = room.arena.state_hash()
    room.press("t")
    room.advance(LONG)
    for words in (
        "What you could do",
        "Hp in all",
        "You lose",
        "Zap at the goblin",
        "Strike the rat",
    ):
        assert room.shows(words), words
    assert not room.shows("Dead"), "nobody here fights back: the column would be blank"
    assert room.shows("Dread")
    assert room.shows("Step north")
    assert room.shows("Wait")
    assert room.arena.state_hash() == before


@pytest.mark.parametrize("size", [pytest.param((132, 40), marks=pytest.mark.soak), (80, 24)])
def test_all_that_others_suffer_is_told_in_the_table_or_below_it(size: tuple[int, int]) -> None:
    """In a wide console no column is cut; in the smallest one, the row under the cursor is told in full."""
    with Pilot(seed=7, size=size) as pilot:
        pilot.press("n", "enter")
        arena = pilot.arena
        arena.teach("Hearth Unbound")
        arena.set_pools(arena.player, hp=12, max_mana=40, mana=40)
        x, y = arena.position(arena.player) or (0, 0)
        around = [(x + dx, y + dy) for dx in (-2, -1, 0, 1) for dy in (-2, -1, 1, 2)]
        for point in [point for point in around if arena.game.level.is_free(point)][:3]:
            arena.spawn("Orc", *point)
        pilot.press("t")
        pilot.advance(LONG)
        told = []
        for _ in range(8):
            chosen = next(row for row in pilot.text if re.search(r">\w\)", row))
            below = [row for row in pilot.text if "They: " in row]
            assert below or "…" not in chosen
            assert size == (80, 24) or "…" not in chosen
            assert not any("…" in row for row in below)
            told += below
            pilot.press("down")
        assert told


def test_steps_that_come_to_the_same_share_a_row(stage: Builder) -> None:
    """However many there are, and once the cursor was moved too; what is done is the step that the row names."""
    room = stage("#########\n#@.....g#\n#########\n", LEGEND, minds=False)
    room.press("t")
    room.advance(LONG)
    rows = [row for row in room.text if "Step " in row]
    assert len(rows) == 1, "there is one way"
    assert " or " not in rows[0]
    room.press("escape")
    room.press("l", "t")
    room.advance(LONG)
    (row,) = (row for row in room.text if "Step " in row)
    assert "or 1 other way" in row
    room.press("down", "up")
    room.advance(1)
    assert sum("Step " in row for row in room.text) == 1
    x, _ = room.arena.position(room.arena.player)
    way = 1 if "Step east" in row else -1
    room.click(*room.find("Step "))
    assert room.names == ["Play"]
    assert room.arena.position(room.arena.player) == (x + way, 1)


def test_what_is_aimed_has_one_figure(stage: Builder) -> None:
    """The list tells the best use by a few turns, but of what is aimed what the rows below it say."""
    room = stage("#########\n#.@o....#\n#########\n", {"o": "Orc"}, spells=["Zap"], minds=True)
    room.advance(LONG)
    room.press("ctrl+1")
    room.advance(LONG)
    lost = round(room.stack.screens[-1]._replies.reply.you.damage[1])
    assert lost >= 1
    (row,) = (row for row in room.text if "^1 Zap" in row)
    assert row.split()[-2] == f"-{lost}"


def test_the_figures_in_the_panel_come_from_as_many_turns_of_each_use(advised: Any) -> None:
    """A spell looked worse than waiting, by two turns of the one and thirty of the other."""
    room = advised
    room.advance(LONG)
    counsel = room.stack.top.view.outlook.counsel
    rolled = [each for each in counsel._estimates.values() if not each.is_decided]
    assert len(rolled) > 1
    assert min(each.played for each in rolled) >= EVEN.samples


def test_a_spell_is_aimed_first_where_the_list_tells_of_it_unless_somebody_is_marked(
    advised: Any,
) -> None:
    """The list said "kills 1", and the aim began at another enemy, whom the spell did not kill."""
    room = advised
    view, spell = room.stack.top.view, Cast("Zap")
    rat, goblin = (room.arena.position(room.arena.find(name)) for name in ("Rat", "Goblin"))
    room.advance(LONG)
    best = view.outlook.best()[spell]
    # Whichever it is, the list is taken at its word.
    other = goblin if best.action.aim == rat else rat
    view.outlook.best = lambda: {spell: replace(best, action=spell.at(other))}
    room.press("ctrl+1")
    assert room.stack.top.cursor == other
    room.press("escape", "tab")
    marked = room.arena.position(room.stack.top.does.shots.target)
    view.outlook.best = lambda: {
        spell: replace(best, action=spell.at(rat if marked == goblin else goblin))
    }
    room.press("ctrl+1")
    assert room.stack.top.cursor == marked


def test_what_each_use_would_bring_is_told_before_chances_of_death_are_made_truer(
    stage: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where lives hung on a thousand turns the list stayed blank for ten seconds."""
    monkeypatch.undo()
    room = stage("#######\n#.ooo.#\n#.o@..#\n#######\n", {"o": "Orc"}, spells=["Zap"], minds=True)
    room.arena.set_pools(room.arena.player, max_hp=30, hp=9)
    view = room.stack.top.view
    for _ in range(600):
        room.advance(1 / 60)
        if view.outlook.best():
            break
    assert Cast("Zap") in view.outlook.best()
    assert view.waiting.only_sharpens
    assert view.waiting.is_thinking


def test_what_a_use_costs_stands_beside_what_is_told_of_waiting() -> None:
    """All five spells cost -5 where waiting cost -6.8, by other dice: it read as advice."""
    waits = Reply(you=Outcome((0, 6.8, 20)))
    anyway, zap = (Reply(you=Outcome((0, mean, 20))) for mean in (5.0, 4.0))
    assert figure_words(anyway, (), anyway, waits)[1] == "-7"
    assert figure_words(zap, (), anyway, waits)[1] == "-5"
    assert figure_words(Reply(), (), anyway, waits)[1] == "0"
    calm = Reply(you=Outcome((0, 0.0, 20)))
    assert figure_words(calm, (), calm, waits)[1] == "-7"
    assert figure_words(zap, (), calm, waits)[1] == "-4"


def test_what_mends_anyway_is_not_told_of_every_spell() -> None:
    mending = Reply(you=Outcome((0, 0.0, 0), healing=(5, 5.0, 5)))
    potion = Reply(you=Outcome((0, 0.0, 0), healing=(5, 12.0, 20)))
    assert figure_words(mending, (), mending)[0] == ""
    assert figure_words(potion, (), mending)[0] == "+7"


def test_nothing_is_chosen_before_all_is_weighed(advised: Any) -> None:
    room = advised
    before = room.arena.state_hash()
    room.press("t")
    room.advance(1 / 60)
    assert room.shows("Weighing what you could do")
    room.press("enter")
    assert room.names == ["Play", "Counsel"]
    assert room.shows("Everything is weighed first")
    assert room.arena.state_hash() == before
    room.advance(LONG)
    assert not room.shows("Weighing")


def test_a_chosen_row_is_done(advised: Any) -> None:
    room = advised
    room.press("t")
    room.advance(LONG)
    turn = room.session.hud().turn
    room.click(*room.find("Wait"))
    assert room.names == ["Play"]
    assert room.session.hud().turn == turn + 1


def test_a_chosen_aim_is_fired(advised: Any) -> None:
    room = advised
    mana = room.session.hud().mana
    room.press("t")
    room.advance(LONG)
    room.click(*room.find("Zap at the goblin"))
    assert room.names == ["Play"]
    assert room.session.hud().mana < mana


def test_rows_keep_their_places_once_the_cursor_was_moved(advised: Any) -> None:
    room = advised
    room.press("t")
    table = room.stack.screens[-1]
    while not table._counsel.has_listed_all:
        room.advance(1 / 60)
    room.press("down")
    order = [row.value for row in table.menu.rows]
    under = table.menu.value
    room.advance(LONG)
    assert [row.value for row in table.menu.rows] == order
    assert table.menu.value == under


def test_the_row_under_the_cursor_is_told_of_in_full(advised: Any) -> None:
    room = advised
    room.press("t")
    room.advance(LONG)
    x, y = room.find("Wait")
    room.hover(x, y)
    table = room.stack.screens[-1]
    assert table.menu.value == Rest()
    assert room.shows("You lose ")
    assert room.shows("strikes you")


def test_namesakes_have_the_letters_that_they_have_on_the_map(stage: Builder) -> None:
    """The table told of "the fungus man (1 W)", and the rows below it of "Fungus Man (b)"."""
    room = stage("########\n#@..g.g#\n########", LEGEND, spells=["Zap"], minds=True)
    room.press(".")
    room.advance(LONG)
    room.press("t")
    room.advance(LONG)
    rows = [row for row in room.text if "Zap at the goblin" in row]
    assert any("(a)" in row for row in rows)
    assert not any("E)" in row for row in rows)


def test_aims_of_a_spell_that_come_to_the_same_share_a_row(stage: Builder) -> None:
    room = stage(DEN, LEGEND, spells=["Jump"], minds=True)
    room.press("t")
    room.advance(LONG)
    told = [re.split(r" {2,}", row.strip("│ >")) for row in room.text if "Jump " in row]
    assert any(" or " in row[0] for row in told)
    assert len({tuple(row[1:]) for row in told}) == len(told)
