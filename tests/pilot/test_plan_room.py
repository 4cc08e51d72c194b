"""A plan, as a person lines it up, looks at it and plays it: only what was foreseen is shown."""

from roguelike.practice.room import MOST_ACTS
from roguelike.testing import Arena
from tests.person import Seat

PIT = """
###############
#.............#
#..@....o.....#
#.............#
###############"""


def mage(arena: Arena) -> None:
    """Know a spell, and be hard to kill."""
    arena.teach("Zap")
    arena.set_pools(arena.player, hp=60, max_hp=60)


def test_acts_are_lined_up_taken_back_and_done_again_while_nothing_happens(room: Seat) -> None:
    person = room(PIT, mage)
    arena = person.arena
    before = arena.state_hash()
    person.press("W")
    assert person.top == "Plan"
    assert "Line up what you would do." in person.page
    person.press("ctrl+1", "enter")
    person.settle(1)
    person.press("l", ".")
    person.settle(1)
    assert "3 acts" in person.page
    assert "3 Wait" in person.page
    assert "turn 3" in person.page.splitlines()[0]
    shown = person.page
    person.press("backspace", "backspace")
    person.settle(1)
    assert "turn 1" in person.page.splitlines()[0]
    assert "1 act" in person.page
    assert "3 Wait" in person.page, "it may follow again"
    person.press("ctrl+r", "ctrl+r")
    person.settle(1)
    assert person.page.splitlines()[:20] == shown.splitlines()[:20]
    person.press("ctrl+r")
    assert "No turn was taken back." in person.page
    person.press("A", "enter")
    assert "Nothing is planned yet." in person.page
    person.press("Q")
    assert person.top == "Play"
    assert arena.state_hash() == before


def test_a_plan_is_played_up_to_the_first_act_that_goes_otherwise(room: Seat) -> None:
    person = room(PIT, mage)
    person.press("W", "l", "l", "enter")
    person.settle(1)
    assert person.top == "Play"
    assert person.arena.position(person.arena.player) == (5, 2)
    assert "All went as planned." in person.page
    arena = person.arena
    person.press("W", ".", ".", ".", ".")
    person.settle(1)
    arena.game.enter()
    arena.spawn("Goblin", 11, 1)
    person.press("enter")
    person.settle(1)
    assert person.arena.game.turn == 3
    assert "The plan ends here: the goblin" in person.page


def test_what_is_aimed_or_looked_at_begins_a_plan_or_goes_on_with_it(room: Seat) -> None:
    person = room(PIT, mage)
    person.press("ctrl+1", "W")
    assert person.screens == ["Play", "Plan"]
    assert "1 Zap at the orc" in person.page
    person.press("ctrl+1", "W")
    assert person.screens == ["Play", "Plan"]
    person.settle(1)
    assert "2 acts" in person.page
    person.press("Q", "x", "escape", "x")
    person.press("W")
    assert person.arena.game.turn == 0


def test_what_cannot_be_done_then_is_refused_as_in_play(room: Seat) -> None:
    person = room(PIT, mage)
    person.press("W", "k", "k")
    assert "A wall is in the way." in person.page
    person.press("W")
    assert "This is a plan already" in person.page
    person.press(*["."] * MOST_ACTS)
    assert f"A plan has at most {MOST_ACTS} acts." in person.page


def test_the_end_of_a_plan_can_be_taken_back(room: Seat) -> None:
    def weak(arena: Arena) -> None:
        """Have a hit point left, beside an ogre."""
        arena.set_pools(arena.player, hp=1)
        arena.spawn("Ogre", 4, 3)

    person = room(PIT, weak)
    person.press("W")
    for _ in range(9):
        person.press(".")
        person.settle(1)
    assert person.top == "Ended"
    assert "Here you would have died" in person.page
    person.press("backspace")
    assert person.top == "Plan"
    person.press("Q")
    assert person.arena.game.turn == 0


def test_a_plan_tells_nothing_that_the_player_cannot_know(room: Seat) -> None:
    def ignorant(arena: Arena) -> None:
        """Carry something unidentified, and be near somebody unseen."""
        arena.give(arena.player, "Health Potion")
        arena.spawn("Ogre", 11, 1)

    halls = """
###############
#....#........#
#.@..#........#
#....D........#
###############"""
    person = room(halls, ignorant)
    arena = person.arena
    arena.set_pools(arena.player, hp=3)
    before = arena.state_hash()
    person.press("W", "shift+1")
    person.settle(1)
    assert "3/" in person.page.splitlines()[0], "nobody knows what it does"
    person.press("l", "l", "j", "l", "l")
    person.settle(1)
    assert "Ogre" not in person.page
    person.press("Q")
    assert arena.state_hash() == before


def test_a_plan_is_made_on_a_board_for_practice_too(room: Seat) -> None:
    person = room(PIT, mage)
    person.press("P", "1", "W", "l")
    assert person.screens == ["Play", "Practice", "Plan"]
    person.press("enter")
    person.settle(1)
    assert person.screens == ["Play", "Practice"]
    assert person.program.game.game.turn == 1
    person.press("backspace")
    assert person.program.game.game.turn == 0


def test_a_row_of_counsel_begins_a_plan_or_goes_on_with_it(room: Seat) -> None:
    person = room(PIT, mage)
    person.settle(2)
    person.press("t")
    assert "Zap at the orc" in person.page, "what the panel needed is there at once"
    person.press("W")
    assert person.screens == ["Play", "Plan"]
    assert "1 act" in person.page
    person.press("t")
    person.settle(2)
    person.press("W")
    person.settle(1)
    assert person.screens == ["Play", "Plan"]
    assert "2 acts" in person.page
    rows = person.page.splitlines()
    [plan], [wait] = (
        [n for n, row in enumerate(rows) if each in row] for each in ("The plan", "Wait  ")
    )
    assert plan < wait, "what waiting would lead to is told of the board at the plan's end"
