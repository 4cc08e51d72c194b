import re

import pytest

from roguelike.core.grammar import Message
from roguelike.core.records import replace
from roguelike.engine.views.discoveries import standing_views
from roguelike.engine.views.records import StandingView, StatusView
from roguelike.runs.past_runs_screen import PastRuns
from roguelike.toolkit.help import Help
from roguelike.toolkit.keymap import ACTIONS, shown_key
from roguelike.ui.program import Program
from roguelike.ui.screens.character import Character, opinion_bar
from roguelike.ui.screens.message_log import Log, collapsed
from tests.ui.screens.conftest import Answer, Sit

STANDINGS = (
    StandingView("Clan Arbat", 34, "ignore", "let you be"),
    StandingView("The clerks of the under-market", 0, "ignore", "neither for nor against you"),
    StandingView("The townsfolk", -12, "flee", "will not forget what you did"),
)


@pytest.fixture(autouse=True)
def _known_far_and_wide(program: Program, answer: Answer) -> None:
    answer(program.game, standing_views, STANDINGS)


def test_repeats_are_one_line_and_turns_are_told(person: Sit, program: Program) -> None:
    text = person(Log(program)).text
    assert "The rat misses you. (×2)" in text
    assert "11  You hit the rat for 11." in text
    assert text.index("for 1.") < text.index("for 11.")


def test_repeats_with_other_figures_stay_apart() -> None:
    log = [Message("It bites for {1}.", (n // 2,), turn=n) for n in range(4)]
    assert [(entry.message.text, entry.times) for entry in collapsed(log)] == [
        ("It bites for 0.", 2),
        ("It bites for 1.", 2),
    ]


def test_a_long_log_opens_at_its_end_and_scrolls(person: Sit, program: Program) -> None:
    program.game.game.log[:] = [
        Message("Line {1} of many.", (str(n),), turn=n) for n in range(10_000)
    ]
    someone = person(Log(program))
    assert "Line 9999 of" in someone.text
    assert "earlier" in someone.text
    someone.press("up")
    assert "Line 9999 of" not in someone.text
    assert "▼ 1 later" in someone.text
    someone.wheel(-1)
    assert "Line 9999 of" in someone.text
    someone.press("home")
    assert "Line 0 of" in someone.text
    assert "earlier" not in someone.text
    someone.press("up", "page_up")
    assert "Line 0 of" in someone.text
    someone.press("end")
    assert "Line 9999 of" in someone.text
    someone.click("▲")
    assert "Line 9999 of" not in someone.text
    someone.click("▼")
    assert "Line 9999 of" in someone.text


def test_every_line_of_the_log_can_be_reached(person: Sit, program: Program) -> None:
    program.game.game.log[:] = [
        Message(f"Line {n}. " + "word " * (n % 40), turn=n) for n in range(200)
    ]
    someone = person(Log(program))
    seen = someone.text
    for _ in range(200):
        someone.press("page_up")
        seen += someone.text
    assert all(f"Line {n}." in seen for n in range(200))


def test_a_line_that_names_its_only_cause_is_not_explained_by_it(
    person: Sit, program: Program
) -> None:
    program.game.game.log[:] = [
        Message("Hoarfrost kills the rat.", why=("Hoarfrost",)),
        Message("The bat freezes.", why=("Hoarfrost",)),
        Message("Hoarfrost misses the wolf.", why=("12 + 3 against 18", "Hoarfrost")),
    ]
    someone = person(Log(program))
    someone.click("[Why]")
    assert someone.text.count("← Hoarfrost") == 2
    assert "The bat freezes.  ← Hoarfrost" in someone.text


def test_an_empty_log(person: Sit, program: Program) -> None:
    program.game.game.log.clear()
    someone = person(Log(program))
    assert "Nothing has happened yet." in someone.text
    someone.press("up", "home", "end")
    someone.click("[Close]")
    assert someone.screens == []


def test_the_character_sheet_tells_everything(person: Sit, program: Program) -> None:
    text = person(Character(program), (90, 70)).text
    for words in (
        "Level 1", "Arena, depth 3", "turn 1,234", "25/45", "3/8", "0/1000", "1000 more for level 2",
        "11  +0", "Armor class", "12.5 ticks", "Rusty Longsword (1-8)",
        "16.5 of 165 lb", "1,234.5", "Well Fed", "- 10 turns", "+ 4 turns", "Kills", "Spells cast", "blue-42",
    ):  # fmt: skip
        assert words in text, words


def test_a_wide_character_sheet_is_no_taller_than_its_text(person: Sit, program: Program) -> None:
    rows = person(Character(program), (200, 60)).text.splitlines()
    top, bottom = (next(n for n, row in enumerate(rows) if edge in row) for edge in "┌└")
    assert 20 < bottom - top < 45
    last = max(n for n, row in enumerate(rows[:bottom]) if row.strip("│ ") and "Close" not in row)
    assert bottom - last <= 5


@pytest.mark.parametrize("size", [(158, 62), (200, 60)])
def test_a_wide_character_sheet_shows_all_at_once_in_two_columns(
    person: Sit, program: Program, size: tuple[int, int]
) -> None:
    text = person(Character(program), size).text
    assert not re.search(r"\d+ more(?! for)", text)
    rows = text.splitlines()
    at = {
        words: next(row.index(words) for row in rows if words in row)
        for words in ("Attributes", "Skills", "Body", "This run", "blue-42", "Clan Arbat")
    }
    middle = size[0] // 2
    assert max(at["Attributes"], at["Skills"]) < middle < min(at["This run"], at["blue-42"])
    words, more = (
        next(row.index(words) for row in rows if words in row)
        for words in ("from one act", "quickness bonus")
    )
    assert words == more, "what runs on stands in the same column"


def test_the_character_sheet_tells_what_others_think(person: Sit, program: Program) -> None:
    reader = person(Character(program), (90, 120))
    (arbat,) = [row for row in reader.text.splitlines() if "Clan Arbat" in row]
    (town,) = [row for row in reader.text.splitlines() if "The townsfolk" in row]
    clerks, market = (
        next(row for row in reader.text.splitlines() if words in row)
        for words in ("The clerks of", "under-market")
    )
    assert clerks.index("The clerks of") == market.index("the under-market"), "no name is cut"
    assert "─────┼■■───  +34" in arbat
    assert "let you be" in arbat
    assert "────▬┼─────  -12" in town
    assert "will not forget what you did" in town


@pytest.mark.parametrize(
    ("points", "bar"),
    [(0, "─────┼─────"), (1, "─────┼■────"), (100, "─────┼■■■■■"), (-100, "▬▬▬▬▬┼─────"), (-21, "───▬▬┼─────")],
)  # fmt: skip
def test_an_opinion_is_a_bar(points: int, bar: str) -> None:
    assert opinion_bar(points) == bar


def test_many_statuses_scroll(person: Sit, program: Program, answer: Answer) -> None:
    many = tuple(
        StatusView("Odd", f"Odd {n}", (200, 100, 200), 1, good=False, text="strange " * 20)
        for n in range(30)
    )
    answer(program.game, "hud", replace(program.game.hud(), statuses=many))
    someone = person(Character(program))
    assert "more" in someone.text
    someone.press("end")
    assert "blue-42" in someone.text


def test_help_lists_every_key_and_symbol(person: Sit, program: Program) -> None:
    someone = person(Help(program))
    assert "page 1 of" in someone.text
    seen = someone.text
    for _ in range(7):
        someone.press("right")
        seen += someone.text
    for action in ACTIONS:
        for key in action.keys:
            assert shown_key(key) in seen, key
        for word in action.label.split():
            assert word in seen, action
    assert "a trap you have found" in seen
    assert "blue-42" in seen


def test_help_shows_the_keys_in_force(person: Sit, program: Program) -> None:
    program.keymap.rebind("rest", ["ctrl+f9"])
    someone = person(Help(program))
    assert "(Ctrl+F9)" in someone.text
    program.keymap.rebind("rest", [])
    assert "((no key))" in someone.text


def test_help_is_leafed_through_by_mouse(person: Sit, program: Program) -> None:
    someone = person(Help(program))
    someone.click("[Next]")
    assert "page 2 of" in someone.text
    someone.click("[Previous]")
    someone.click("[Previous]")
    assert "page 1 of" in someone.text
    someone.wheel(-1)
    assert "page 2 of" in someone.text
    someone.press("?")
    assert someone.screens == []


def test_wide_consoles_have_two_columns(person: Sit, program: Program) -> None:
    someone = person(Help(program), (180, 70))
    for _ in range(3):
        if "Help: Keys" not in someone.text:
            someone.press("right")
    assert "Help: Keys" in someone.text
    assert any("Step north" in row and "Aiming" not in row for row in someone.look())


def test_topics_are_chosen_from_a_list(person: Sit, program: Program) -> None:
    someone = person(Help(program))
    someone.press("enter")
    assert someone.screens == ["Help", "Topics"]
    someone.click("Content packs")
    assert someone.screens == ["Help"]
    assert "Help: Content packs - page" in someone.text
    someone.click("[Topics]")
    assert any(">" in row and "Content packs" in row for row in someone.look())
    someone.press("escape")
    assert "Help: Content packs - page" in someone.text


def test_help_from_any_page_and_back(person: Sit, program: Program) -> None:
    someone = person(Character(program))
    someone.press("?")
    assert someone.screens == ["Character", "Help"]
    someone.press("escape")
    assert someone.screens == ["Character"]


def test_no_past_runs(person: Sit, program: Program) -> None:
    someone = person(PastRuns(program))
    assert "No run has ended yet." in someone.text
    assert "This run" not in someone.text
    someone.right_click()
    assert someone.screens == []
