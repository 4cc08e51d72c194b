"""Boards: how they are read, what is said of faulty ones, and that the game's own are sound."""

from pathlib import Path

import pytest

from roguelike.core import data_path
from roguelike.mapgen import prefab
from roguelike.practice.boards import boards, parse_board
from roguelike.world.terrain import Tile

DOOR = """
name: In the door
kind: lesson
order: 3
goal: clear
text: Let them come.
won: One at a time.
theme: limestone
light: dark
asleep: w
hp: 20
mana: 3
spells: Zap, Dread
wears: Dagger
carries: Health Potion, Rations
w: mobs Mangy Wolf

#####
#@"w#
 ####
"""
PUZZLE = "kind: puzzle\ngoal: clear\nacts: 1\np: mobs Peasant"


def test_a_board_is_read() -> None:
    board = parse_board(DOOR, "door.txt")
    assert (board.key, board.name, board.kind, board.order) == ("door", "In the door", "lesson", 3)
    assert (board.goal, board.text, board.won) == ("clear", "Let them come.", "One at a time.")
    assert (board.theme, board.lit, board.asleep) == ("limestone", False, {"w"})
    assert (board.hero.hp, board.hero.mana) == (20, 3)
    assert board.hero.spells == ("Zap", "Dread")
    assert board.hero.carries == ("Health Potion", "Rations")


def test_what_is_drawn_stands_inside_a_wall() -> None:
    board = parse_board(DOOR, "door.txt")
    tiles = board.tiles()
    assert tiles.shape == (7, 5)
    assert board.start == (2, 2)
    assert tiles[3, 2] == Tile.GRASS
    assert tiles[1, 3] == Tile.WALL, "what is not drawn is wall"
    assert not tiles[0].any()
    ((spawn, asleep),) = board.spawns()
    assert (spawn.name, spawn.point, asleep) == ("Mangy Wolf", (4, 2), True)


def test_a_board_may_begin_with_the_mark_of_an_editor(tmp_path: Path) -> None:
    (tmp_path / "door.txt").write_text(DOOR.strip(), encoding="utf-8-sig")
    found, faults = prefab.read_all(tmp_path, parse_board)
    assert not faults
    assert found["door"].name == "In the door"


def test_the_game_has_boards_of_every_sort() -> None:
    names = {board.name for board in boards("practice")}
    assert {"One foe", "A pack", "A caster", "A ring around you"} <= names
    assert [board.order for board in boards("lesson")] == [1, 2, 3, 4, 5]


def test_every_lesson_can_be_won_and_says_so() -> None:
    for board in boards("lesson"):
        assert board.goal != "none", board.key
        assert board.text, board.key
        assert board.won, board.key


def test_every_letter_of_a_legend_is_drawn() -> None:
    for board in (*boards("practice"), *boards("lesson")):
        assert set(board.legend) <= set("".join(board.rows)), board.key


def test_a_pack_adds_boards_and_overrides_them(tmp_path: Path) -> None:
    folder = tmp_path / "boards"
    folder.mkdir()
    (folder / "one-foe.txt").write_text("name: Mine\n\n@.")
    (folder / "duel.txt").write_text("name: Duel\norder: 99\n\n@..")
    found = boards("practice", (data_path.data_folder(), tmp_path))
    assert found[-1].name == "Duel"
    assert "Mine" in {board.name for board in found}
    assert "One foe" not in {board.name for board in found}


def test_all_faults_of_all_boards_are_told_together(tmp_path: Path) -> None:
    folder = tmp_path / "boards"
    folder.mkdir()
    (folder / "a.txt").write_text("name: A\n\n...")
    (folder / "b.txt").write_bytes(b"\xff")
    with pytest.raises(prefab.PrefabError, match="have 2 faults:") as error:
        boards("practice", (tmp_path,))
    assert "a.txt: a board needs one @" in str(error.value)
    assert "b.txt, line 1: is not UTF-8 text" in str(error.value)
