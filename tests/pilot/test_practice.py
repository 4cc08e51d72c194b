"""Practice and lessons as a person opens, plays and leaves them."""

from pathlib import Path

import pytest

from roguelike.practice.boards import boards
from roguelike.testing import Arena
from roguelike.toolkit.keymap import ACTIONS
from roguelike.toolkit.settings import Progress
from tests.person import PIT, Person, Seat


def mage(arena: Arena) -> None:
    arena.teach("Zap")
    arena.set_pools(arena.player, hp=21)


def new_game(**options: object) -> Person:
    """Begin a game of the real data with a spell."""
    pilot = Person(seed=7, **options)
    pilot.press("n", "enter")
    pilot.arena.teach("Zap")
    return pilot


def test_from_the_spell_page_to_a_board_and_back() -> None:
    with new_game() as pilot:
        before = pilot.arena.state_hash()
        screen = pilot.page
        pilot.press("Z", "P")
        assert pilot.screens == ["Play", "Spells", "Boards"]
        assert "Practise Zap" in pilot.page
        pilot.press("1")
        assert pilot.screens == ["Play", "Spells", "Practice"]
        assert "Ctrl+1 casts Zap." in pilot.page
        assert "Practice: One foe" in pilot.text[0]
        pilot.press("l", "l", "ctrl+1", "enter", ".", ".")
        pilot.advance(2)
        assert pilot.arena.state_hash() != before
        pilot.press("Q")
        assert pilot.screens == ["Play", "Spells"]
        pilot.press("escape")
        assert pilot.arena.state_hash() == before
        assert pilot.page == screen


def test_nothing_of_it_is_saved(tmp_path: Path) -> None:
    with new_game(saves=tmp_path) as pilot:
        pilot.press("Z", "escape")
        before = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
        pilot.press("P", "1", ".", ".", ".", "ctrl+1", "enter", "escape", "Q")
        after = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
        assert after == before


def test_closing_the_window_in_practice_saves_the_real_game(tmp_path: Path) -> None:
    with new_game(saves=tmp_path) as pilot:
        pilot.press(".", ".")
        before = pilot.arena.state_hash()
        pilot.press("P", "4", ".", ".")
    with Person(saves=tmp_path) as pilot:
        pilot.press("c")
        assert pilot.arena.state_hash() == before


def test_the_last_turn_is_taken_back_by_a_key_and_by_the_mouse() -> None:
    with new_game() as pilot:
        pilot.press("P", "4")
        before = pilot.arena.state_hash()
        pilot.press(".", "backspace")
        assert pilot.arena.state_hash() == before
        assert "taken back" in pilot.page
        pilot.press("backspace")
        assert "no turn to take back" in pilot.page
        pilot.press(".")
        pilot.click_on("Undo")
        assert pilot.arena.state_hash() == before
        pilot.press(".")
        pilot.click_on("Again")
        assert pilot.arena.game.turn == 0


def test_dying_costs_nothing() -> None:
    with new_game() as pilot:
        before = pilot.arena.state_hash()
        pilot.arena.set_pools(pilot.arena.player, hp=1)
        dying = pilot.arena.state_hash()
        pilot.press("P", "4")
        for _ in range(40):
            if pilot.screens[-1] != "Practice":
                break
            pilot.press(".")
            pilot.advance(1)
        assert pilot.screens == ["Play", "Practice", "Ended"]
        assert "Here you would have died" in pilot.page
        pilot.press("backspace")
        assert pilot.screens == ["Play", "Practice"]
        assert pilot.arena.hp(pilot.arena.player) == 1
        pilot.press("Q")
        assert pilot.arena.state_hash() == dying != before


def test_another_board_with_full_pools() -> None:
    with new_game() as pilot:
        pilot.arena.set_pools(pilot.arena.player, hp=9)
        pilot.press("P", "1")
        assert pilot.arena.hp(pilot.arena.player) == 9
        pilot.press("P", "f", "2")
        assert pilot.screens == ["Play", "Practice"]
        assert "Practice: A pack" in pilot.text[0]
        assert pilot.arena.hp(pilot.arena.player) == pilot.arena.max_hp(pilot.arena.player)
        pilot.press("escape", "Q")
        assert pilot.screens == ["Play"]
        assert pilot.arena.hp(pilot.arena.player) == 9


def test_only_in_practice_is_a_turn_taken_back() -> None:
    with new_game() as pilot:
        pilot.press("backspace")
        assert "! A turn can be taken back only" in pilot.page
        pilot.press("P", "1", "\\")
        assert "There is no wizard here" in pilot.page


def test_an_own_board_is_drawn_by_keys_and_mouse_and_remembered(tmp_path: Path) -> None:
    with new_game(saves=tmp_path) as pilot:
        pilot.press("P")
        pilot.click_on("[Draw]")
        assert pilot.screens[-1] == "DrawBoard"
        pilot.click_on("Bat")
        x, y = pilot.where("@·")
        pilot.click(x + 3, y)
        assert pilot.text[y][x + 3] == "b"
        pilot.press("right", "right", "enter", "p")
        assert pilot.screens[-1] == "Practice"
        assert [each for each in pilot.text if "Bat" in each]
        assert len(pilot.arena.game.level.blockers) == 3
        pilot.press("Q")
    with Person(saves=tmp_path) as pilot:
        pilot.press("c", "P")
        pilot.click_on("Your own drawing")
        assert len(pilot.arena.game.level.blockers) == 3


def test_what_is_drawn_can_be_wiped(tmp_path: Path) -> None:
    with new_game() as pilot:
        pilot.press("P")
        pilot.click_on("[Draw]")
        pilot.press("tab", "tab", "enter")
        assert pilot.program.progress.drawing.count("#") == 1
        pilot.press("delete")
        assert pilot.program.progress.drawing.count("#") == 0
        pilot.press("enter", "w")
        assert pilot.program.progress.drawing.count("#") == 0
        pilot.press("escape", "escape")
        assert pilot.screens == ["Play"]


# --- lessons


def test_a_lesson_is_won_without_a_game_and_remembered(tmp_path: Path) -> None:
    with Person(saves=tmp_path) as pilot:
        pilot.press("l", "e")
        assert pilot.screens == ["Title", "Learn", "Practice"]
        pilot.press("ctrl+1", "enter")
        assert pilot.screens[-1] == "Practice", "it is seen before anything covers it"
        pilot.advance(3)
        assert pilot.screens[-1] == "Ended"
        assert "One shove" in pilot.page
        assert "On to the next" not in pilot.page, "it was the last"
        pilot.press("Q")
        assert pilot.screens == ["Title", "Learn"]
        assert "✓ Chain reaction" in pilot.page
        assert not (tmp_path / "save").exists()
    with Person(saves=tmp_path) as pilot:
        pilot.press("l")
        assert "✓ Chain reaction" in pilot.page
        assert "✓ Aim" not in pilot.page


def test_lessons_lead_on_to_one_another() -> None:
    with Person() as pilot:
        pilot.press("l", "b", "ctrl+1", "enter")
        pilot.advance(3)
        pilot.press("enter")
        assert "Lesson: In the door" in pilot.text[0]
        assert pilot.screens == ["Title", "Learn", "Practice"]


def test_the_text_of_a_lesson_names_the_keys_in_force() -> None:
    with Person() as pilot:
        pilot.press("l", "a")
        assert "Press Ctrl+1" in pilot.page


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("letter", "abcde")
def test_a_lesson_tells_all_its_words_and_what_to_click(letter: str, size: tuple[int, int]) -> None:
    with Person(size=size) as pilot:
        pilot.press("l", letter)
        assert "click" in pilot.page
        assert "more row" not in pilot.page


def test_every_key_that_a_board_names_is_a_key_of_the_game() -> None:
    import re

    known = {action.name for action in ACTIONS}
    for board in (*boards("lesson"), *boards("practice")):
        assert set(re.findall(r"\{(\w+)\}", board.text + board.won)) <= known, board.key


def test_a_lesson_is_not_left_for_a_board() -> None:
    with Person() as pilot:
        pilot.press("l", "a")
        assert "Boards" not in pilot.page
        pilot.press("P")
        assert pilot.screens == ["Title", "Learn", "Practice"]
        assert "Leave this board first" in pilot.page


def test_lessons_can_be_taken_in_the_middle_of_a_game() -> None:
    with new_game() as pilot:
        before = pilot.arena.state_hash()
        pilot.press("escape", *["down"] * 7, "enter", "a", ".", ".", "escape", "Q")
        assert pilot.screens == ["Play", "Menu", "Learn"]
        pilot.press("escape", "escape")
        assert pilot.arena.state_hash() == before


def test_a_broken_file_of_progress_is_no_progress(tmp_path: Path) -> None:
    (tmp_path / "progress.json").write_text("{")
    with Person(saves=tmp_path) as pilot:
        pilot.press("l")
        assert "✓" not in pilot.page
    held = Progress(["a"], ["b"], "c")
    assert Progress.from_json(held.to_json()) == (held, [])


def test_a_small_world_says_which_boards_it_cannot_set_up(room: Seat) -> None:
    person = room(PIT, mage)
    person.press("P", "7")
    assert person.screens[-1] in ("Message", "Practice")


def test_counsel_may_be_asked_in_practice() -> None:
    with new_game() as pilot:
        key = pilot.program.keymap.keys("counsel")[0]
        pilot.press("P", "1", key)
        assert pilot.screens == ["Play", "Practice", "Counsel"]


# --- fights, at a glance


SIZES = (80, 24), (100, 50), (80, 50)


@pytest.mark.parametrize(
    "board", ["4", *(pytest.param(board, marks=pytest.mark.soak) for board in "25")]
)
def test_what_decides_a_fight_is_in_view_at_every_size(board: str) -> None:
    with new_game() as pilot:
        for spell in ("Web", "Dread", "Ricochet", "Noon", "Lullaby"):
            pilot.arena.teach(spell)
        pilot.press("P", board, ".")
        pilot.advance(1.5)
        for size in SIZES:
            pilot.resize(*size)
            panel = "\n".join(row.rpartition("│ ")[2].strip() for row in pilot.text)
            for words in ("Health", "Mana", "Wait ", "Fight ", "Flee ", "Spells"):
                assert words in panel, (size, words)
            for creature in pilot.program.game.creatures():
                assert pilot.cell_of(creature.entity) is not None


def test_the_answer_is_told_while_one_aims_at_every_size() -> None:
    with new_game() as pilot:
        pilot.press("P", "4", ".", "ctrl+1")
        assert pilot.screens[-1] == "Targeting"
        pilot.advance(1.5)
        for size in SIZES:
            pilot.resize(*size)
            for words in ("Zap", "Kobold c 9 -5", "Then ", "Enter cast"):
                assert words in pilot.page, (size, words)
