"""Hand-drawn pieces: how they are read, what is said of faulty ones, where they go.

Boards: how they are read, what is said of faulty ones, and that the game's own are sound.
"""

from pathlib import Path

import numpy as np
import pytest

from roguelike.core import data_path, paths
from roguelike.core.rng import Stream
from roguelike.mapgen import prefab
from roguelike.mapgen.blueprint import Blueprint, Spawn
from roguelike.mapgen.depths import ruin_chain
from roguelike.mapgen.generation import ground_faults, spawn_faults
from roguelike.mapgen.metas.prefabs import Section, Vaults, stamp, vacant
from roguelike.mapgen.reach import hangs_together, roomy
from roguelike.practice.boards import boards, parse_board
from roguelike.world.spawn_table import SpawnTable
from roguelike.world.terrain import Tile
from tests.mapgen.conftest import Survey

HUT = """
name: Hut
depth: 2-5
place: left bottom
o: mobs Orc

####
#o.>
 ###
"""


def hall(width: int = 20, height: int = 12) -> Blueprint:
    plan = Blueprint(width, height, 3)
    plan.tiles[plan.interior.slices] = Tile.FLOOR
    return plan


def test_a_prefab_is_read() -> None:
    hut = prefab.parse(HUT, "hut.txt")
    assert hut.name == "Hut"
    assert hut.depths == range(2, 6)
    assert hut.place == ("left", "bottom")
    assert hut.legend == {"o": ("mobs", "Orc")}
    assert hut.rows == ("####", "#o.>", " ###")


def test_a_missing_prefab_is_named() -> None:
    with pytest.raises(prefab.PrefabError, match=r"holds no castle\.txt"):
        prefab.named("castle")


@pytest.mark.parametrize(
    "name", [key for key, one in prefab.library().items() if one.place is None]
)
def test_a_vault_can_stand_in_the_open(name: str) -> None:
    vault = prefab.library()[name]
    plan = Blueprint(vault.width + 4, vault.height + 4, vault.depths[0])
    plan.tiles[plan.interior.slices] = Tile.FLOOR
    stamp(plan, vault, 2, 2)
    assert hangs_together(plan.walkable())
    assert spawn_faults(plan) == []
    assert plan.exit is None


def test_a_file_that_is_no_text_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "prefabs"
    folder.mkdir()
    (folder / "noise.txt").write_bytes(b"\xff\xfe\x00")
    monkeypatch.setenv("ROGUELIKE_DATA", str(tmp_path))
    with pytest.raises(prefab.PrefabError, match=r"noise\.txt, line 1: is not UTF-8"):
        prefab.library()


def test_a_stamp_covers_all_that_was_there() -> None:
    plan = hall()
    plan.spawns = [Spawn("items", "Dagger", (6, 4)), Spawn("items", "Dagger", (3, 5))]
    stamp(plan, prefab.parse(HUT, "hut.txt"), 3, 3)
    assert plan.spawns == [Spawn("items", "Dagger", (3, 5)), Spawn("mobs", "Orc", (4, 4))]
    assert plan.exit == (6, 4)
    assert plan.tiles[3, 5] == Tile.FLOOR
    assert plan.tiles[6, 5] == Tile.WALL


@pytest.mark.parametrize(
    ("depth", "name", "least"), [(4, "Orc Leader", 1), (7, "Goblin", 3), (9, "Dark Elf", 3)]
)
def test_sections_stand_on_their_depths(level: Survey, depth: int, name: str, least: int) -> None:
    for seed in range(10):
        standing = [spawn.name for spawn in level(seed, depth).spawns]
        assert standing.count(name) >= least, seed


def test_a_section_larger_than_the_map_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prefab, "named", lambda *_: prefab.parse(HUT, "hut.txt"))
    plan = hall(5, 4)
    before = plan.tiles.copy()
    Section("hut").build(plan, Stream(1))
    assert np.array_equal(plan.tiles, before)
    plan = hall(6, 5)
    Section("hut").build(plan, Stream(1))
    assert plan.exit == (4, 2)


def test_vaults_keep_off_start_stairs_and_things() -> None:
    plan = hall()
    plan.enter_at((2, 2))
    plan.leave_by((17, 2))
    plan.spawns.append(Spawn("props", "Door", (17, 8)))
    expected = np.zeros((20, 12), dtype=np.bool_)
    for x in range(1, 17):
        for y in range(1, 9):
            window = plan.tiles[x : x + 3, y : y + 3] == Tile.FLOOR
            near = abs(x - 2) <= 10 and abs(y - 2) <= 10
            door = x <= 17 <= x + 2 and y <= 8 <= y + 2
            expected[x, y] = window.all() and not near and not door
    assert np.array_equal(paths.to_mask(roomy(vacant(plan), 20, 3, 3), (20, 12)), expected)


def test_vaults_lie_anywhere_and_never_part_a_level() -> None:
    first = set()
    for seed in range(60):
        plan = hall(40, 25)
        plan.enter_at((1, 1))
        plan.leave_by((38, 23))
        Vaults().build(plan, Stream(seed))
        assert hangs_together(plan.walkable())
        if plan.spawns:
            first.add(plan.spawns[0].point)
    assert len(first) > 30


def test_a_vault_that_would_part_the_level_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    box = prefab.parse("o: mobs Orc\n\n###\n#o#\n###", "box.txt")
    monkeypatch.setattr(prefab, "library", lambda _folders: {"box": box})
    plan = hall()
    before = plan.tiles.copy()
    for seed in range(10):
        Vaults().build(plan, Stream(seed))
    assert np.array_equal(plan.tiles, before)
    assert plan.spawns == []


@pytest.mark.parametrize("seed", range(5))
def test_the_hand_drawn_level_is_sound(seed: int, table: SpawnTable) -> None:
    plan = Blueprint(80, 50, 17)
    chain = ruin_chain()
    chain.dig(plan, Stream(seed))
    chain.fill(plan, Stream(seed), table)
    assert ground_faults(plan) + spawn_faults(plan) == []
    assert sum(spawn.section == "mobs" for spawn in plan.spawns) > 15
    assert plan.name == "The Sunken Abbey"


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
