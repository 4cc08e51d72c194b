"""Hand-drawn pieces: how they are read, what is said of faulty ones, where they go."""

import json
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


def test_all_prefabs_of_the_game_are_sound() -> None:
    rows = json.loads((data_path.data_folder() / "spawns.json").read_text(encoding="utf-8"))
    known = {(kind, row["name"]) for kind in ("items", "mobs", "props") for row in rows[kind]}
    assert sum(piece.place is None for piece in prefab.library().values()) >= 30
    for piece in prefab.library().values():
        assert set(piece.legend.values()) <= known, piece.name
        used = {character for row in piece.rows for character in row}
        assert set(piece.legend) <= used, piece.name


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
