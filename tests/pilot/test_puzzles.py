"""Puzzles as a person opens, solves, fails, shares and leaves them, by keys and by mouse."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from roguelike.practice.boards import Board, Deed, boards
from roguelike.puzzles import codes
from roguelike.puzzles.puzzle import task_of
from roguelike.toolkit.inputs import Pasted
from roguelike.ui.screens.play import Play
from tests.person import Person

OURS = boards("puzzle")
KEYS = {
    (-1, 0): "h", (0, 1): "j", (0, -1): "k", (1, 0): "l",
    (-1, -1): "y", (1, -1): "u", (-1, 1): "b", (1, 1): "n",
}  # fmt: skip


def cell_of_tile(pilot: Person, x: int, y: int) -> tuple[int, int]:
    """Return the cell in which the map shows a tile, one or two cells wide."""
    pilot.drawn()
    shown = next(each for each in reversed(pilot.stack.screens) if isinstance(each, Play))
    cell = shown.view.cell_of_map((x, y))
    assert cell is not None
    return cell


def act(pilot: Person, board: Board, deed: Deed) -> None:
    """Do one act of a solution: a step by its key, a cast by its hotkey, moving the cursor and Enter."""
    here = pilot.arena.position(pilot.arena.player)
    assert here is not None
    if deed.what == "wait":
        pilot.press(".")
    elif deed.what == "step":
        pilot.press(KEYS[deed.at[0] - here[0], deed.at[1] - here[1]])
        if pilot.screens[-1] == "Confirm":
            pilot.press("y")
    else:
        pilot.press(f"ctrl+{pilot.arena.known_spells().index(deed.what) + 1}")
        if deed.at is not None:
            pilot.click(*cell_of_tile(pilot, *deed.at))
        else:
            pilot.press("enter")
        if pilot.screens[-1] == "Confirm":
            pilot.press("y")
    while pilot.screens[-1] == "Practice" and pilot.stack.screens[-1].is_moving:
        pilot.advance(0.1)
    assert not any(getattr(each, "is_moving", False) for each in pilot.stack.screens), (
        "no box opens over it"
    )


@pytest.mark.parametrize("place", range(0, len(OURS), 20))
def test_they_are_solved_in_the_window(place: int, tmp_path: Path) -> None:
    board = OURS[place]
    with Person(size=(80, 24), saves=tmp_path) as pilot:
        pilot.press("p", "home", *["down"] * place, "enter")
        assert pilot.screens == ["Title", "Puzzles", "Practice"]
        assert board.text[:20] in pilot.page
        for deed in task_of(board).solution:
            act(pilot, board, deed)
        assert pilot.screens[-1] == "Ended"
        assert f"Solved {'*' * task_of(board).grade}" in pilot.page
        assert f"is solved: 1 of {len(OURS)}. Try" in pilot.page
        pilot.press("escape")  # leaves, and begins no other puzzle
        assert pilot.screens == ["Title", "Puzzles"]
        assert f"{1} of {len(OURS)} solved" in pilot.page
    with Person(size=(80, 24), saves=tmp_path) as pilot:
        pilot.press("p")
        assert f"{1} of {len(OURS)} solved" in pilot.page


@pytest.mark.parametrize("how", ["key", "click"])
def test_next_in_the_bar_works_below_the_box_that_says_solved(how: str, tmp_path: Path) -> None:
    board = OURS[0]
    with Person(size=(80, 24), saves=tmp_path) as pilot:
        pilot.press("p", "home", "enter")
        for deed in task_of(board).solution:
            act(pilot, board, deed)
        assert pilot.screens[-1] == "Ended"
        assert "G Next" in pilot.text[-1]
        if how == "key":
            pilot.press("G")
        else:
            pilot.click(pilot.text[-1].index("Next"), 23)
        assert pilot.screens == ["Title", "Puzzles", "Practice"]
        assert OURS[1].text[:20] in pilot.page


def test_the_picture_shows_creatures_as_the_map_does(tmp_path: Path) -> None:
    """Not the letters of the file, of which nobody knows what they stand for."""
    place = next(n for n, board in enumerate(OURS) if "Mangy Wolf" in str(board.legend))
    board = OURS[place]
    wall = board.rows[0]
    assert set(wall) == {"#"}
    with Person(size=(80, 24), saves=tmp_path) as pilot:
        pilot.press("p", "home", *["down"] * place)
        left, top = pilot.where(wall)
        below = pilot.text[top : top + len(board.rows)]
    picture = [row[left : left + len(wall)] for row in below]
    assert picture[-1] == board.rows[-1]
    for letter, (_, name) in board.legend.items():
        y, row = next((y, row) for y, row in enumerate(board.rows) if letter in row)
        assert (picture[y][row.index(letter)] == "w") == (name == "Mangy Wolf")


def test_no_chance_is_told_where_no_dice_are_rolled() -> None:
    """Below "what you foresee is what happens" stood "Fight -6, won 78%, die 3%", of a fight to its end."""
    with Person(size=(80, 24)) as pilot:
        for _ in OURS[:4]:
            pilot.press("p", "enter") if pilot.screens == ["Title"] else pilot.press("G")
            pilot.advance(3)
            panel = [row[52:] for row in pilot.text]
            assert any(row.startswith("Wait") for row in panel)
            assert not [row for row in panel if "%" in row or row.startswith("Fight")]


def test_failing_taking_back_again_and_next() -> None:
    place = next(n for n, board in enumerate(OURS) if task_of(board).clock == "still")
    with Person(size=(80, 24)) as pilot:
        pilot.press("p", "home", *["down"] * place, "enter", *["."] * task_of(OURS[place]).acts)
        pilot.advance(2)
        assert "No act is left" in pilot.page
        (told,) = [row for row in pilot.text if "Still alive:" in row]
        foes = {name for kind, name in OURS[place].legend.values() if kind == "mobs"}
        assert foes
        assert all(name in told for name in foes)
        pilot.press("backspace")
        assert "1 act left: kill" in pilot.page
        pilot.press("A")
        assert f"{task_of(OURS[place]).acts} acts left" in pilot.page
        pilot.press("G")
        assert OURS[place + 1].text[:20] in pilot.page


def test_a_code_is_shown_and_played_and_a_wrong_one_told() -> None:
    board = OURS[3]
    code = codes.code_of(board)
    with Person(size=(80, 24)) as pilot:
        pilot.press("p", "home", "down", "down", "down", "enter", "E")
        assert code[:40] in pilot.page
        pilot.press("escape", "Q", "c")
        pilot.type("BM1-nonsense")
        pilot.press("enter")
        assert "not whole" in pilot.page
        pilot.press("escape", "c")
        pilot.type(code)
        pilot.press("enter")
        assert pilot.screens == ["Title", "Puzzles", "Practice"]
        assert board.text[:20] in pilot.page


class Heard:
    """Notes what would be played."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def play(self, names: Iterable[str], _: str) -> None:
        self.names += names


def test_a_puzzle_is_won_with_a_fanfare_once() -> None:
    with Person(size=(80, 24)) as pilot:
        heard = Heard()
        pilot.program.sounds = heard
        pilot.press("p", "home", "enter")
        for _ in range(2):
            for deed in task_of(OURS[0]).solution:
                act(pilot, OURS[0], deed)
            assert heard.names.count("level") == 1
            pilot.press("A")


def test_the_last_of_all_is_told_as_such() -> None:
    with Person(size=(80, 24)) as pilot:
        pilot.program.progress.puzzles += [each.key for each in OURS[1:]]
        pilot.press("p", "home", "enter")
        for deed in task_of(OURS[0]).solution:
            act(pilot, OURS[0], deed)
        assert f"is solved, and with it all {len(OURS)}." in pilot.page


def test_after_the_last_the_first_unsolved_is_offered() -> None:
    with Person(size=(80, 24)) as pilot:
        pilot.program.progress.puzzles += [OURS[0].key, OURS[1].key]
        pilot.press("p", "end", "enter")
        for deed in task_of(OURS[-1]).solution:
            act(pilot, OURS[-1], deed)
        pilot.press("G")
        assert OURS[2].text[:20] in pilot.page
        pilot.press("escape")
        assert "Puzzle" in pilot.page
        assert "practice" not in pilot.page


def test_after_the_puzzle_of_the_day_there_are_ours() -> None:
    with Person(size=(80, 24)) as pilot:
        progress = pilot.program.progress
        progress.day, progress.daily = pilot.program.host.today(), codes.code_of(OURS[1])
        pilot.press("p", "d")
        for deed in task_of(OURS[1]).solution:
            act(pilot, OURS[1], deed)
        assert "Today's puzzle is solved; tomorrow brings another." in pilot.page
        pilot.press("G")
        assert OURS[0].text[:20] in pilot.page


def test_one_of_ours_that_a_friend_sent_counts_as_solved(tmp_path: Path) -> None:
    board = OURS[1]
    with Person(size=(80, 24), saves=tmp_path) as pilot:
        pilot.press("p", "c")
        pilot.type(codes.code_of(board))
        pilot.press("enter")
        for deed in task_of(board).solution:
            act(pilot, board, deed)
        assert "On to the next" in pilot.page
        pilot.press("Q")
        assert f"1 of {len(OURS)} solved" in pilot.page


def test_a_code_is_copied_and_pasted_where_there_is_a_clipboard() -> None:
    clipboard = []

    def copy(text: str) -> bool:
        clipboard.append(text)
        return True

    with Person(size=(80, 24)) as pilot:
        pilot.program.copy = copy
        pilot.press("p", "home", "enter", "E", "c")
        assert clipboard == [codes.code_of(OURS[0])]
        assert "Copied." in pilot.page
        pilot.press("escape", "Q", "c")
        assert "Ctrl+V" in pilot.page
        pilot.give(Pasted(f"{clipboard[0][:9]}\n{clipboard[0][9:]}\n"))
        pilot.press("enter")
        assert pilot.screens == ["Title", "Puzzles", "Practice"]


def test_no_name_is_cut_in_the_list() -> None:
    with Person(size=(80, 24)) as pilot:
        pilot.press("p", "home")
        for board in OURS:
            assert board.name in pilot.page
            pilot.press("down")


@pytest.mark.parametrize("size", [(80, 24), (126, 57), (200, 60)])
def test_the_list_says_to_the_end_what_puzzles_are(size: tuple[int, int]) -> None:
    with Person(size=size) as pilot:
        pilot.press("p", "home")
        (told,) = [row for row in pilot.text if "Few acts" in row]
        assert "Stars: how hard it is. " in told


def test_the_list_goes_on_to_what_is_not_solved_yet() -> None:
    """Whoever leaves after the third of a row of them would not look for the fourth."""
    with Person(size=(80, 24)) as pilot:
        pilot.press("p", "home", "enter")
        for board in OURS[:2]:
            for deed in task_of(board).solution:
                act(pilot, board, deed)
            pilot.press("G")
        pilot.press("Q")
        assert f">    3 {OURS[2].name}" in pilot.page
        pilot.press("home")
        assert f"> ✓  1 {OURS[0].name}" in pilot.page


def test_the_puzzle_of_the_day_is_marked_once_it_is_solved() -> None:
    with Person(size=(80, 24)) as pilot:
        pilot.press("p")
        assert "d [Today's] " in pilot.page
        assert "✓" not in pilot.page
        program = pilot.program
        program.progress.puzzles.append(f"daily-{program.host.today()}")
        pilot.press("home")
        assert "d [Today's] ✓" in pilot.page


@pytest.mark.parametrize("way", ["escape", "right click"])
def test_who_does_not_wait_for_todays_puzzle_goes_back(way: str) -> None:
    """Escape meant nothing while it was made, though the button said so."""
    with Person(size=(80, 24)) as pilot:
        pilot.press("p", "d")
        assert pilot.screens == ["Title", "Puzzles", "Making"]
        if way == "escape":
            pilot.press("escape")
        else:
            pilot.click(40, 12, "right")
        assert pilot.screens == ["Title", "Puzzles"]
