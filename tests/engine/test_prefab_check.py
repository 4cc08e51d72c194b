"""Hand-drawn pieces against the data."""

from pathlib import Path

import pytest

from roguelike.app import main
from roguelike.commands.prefab_check import check_boards, check_pieces
from roguelike.mapgen import prefab
from roguelike.world.catalog import Catalog
from tests.packs import draw, pack


def test_a_folder_without_pieces_has_no_faults(catalog: Catalog, tmp_path: Path) -> None:
    assert check_pieces(tmp_path, catalog) == ""


def test_a_cell_whose_key_is_elsewhere_is_sound(catalog: Catalog, tmp_path: Path) -> None:
    cell = "elsewhere: Iron Key\nshut: C\nC: props Brewer's Cell\n\n.....\n##C##\n.....\n"
    draw(tmp_path, "prefabs", "a.txt", cell)
    check_pieces(tmp_path, catalog)


def test_check_data_tells_of_all_that_is_wrong_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = pack(tmp_path / "inks", mobs=[{"name": "Ink Imp", "faction": "Nobody"}])
    draw(folder, "prefabs", "a.txt", "o: mobs Ink Inp\n\n#x#\n")
    draw(folder, "boards", "b.txt", "name: B\n\n###\n")
    draw(folder, "manual", "c.md", "Words.")
    (folder / "hints.json").write_text('[\n{"name": "a", "when": "is happy", "text": ""}]')
    (folder / "sounds.json").write_text("{\n}")
    assert main(["check-data", str(folder)]) == 1
    told = capsys.readouterr().err
    for part in (
        "there is no faction 'Nobody'", "a.txt, line 3, column 2: 'x' is neither", "b.txt: a board needs one @",
        "c.md: has no title", "hints.json, line 2: \"a\", when: there is no moment 'is happy'", "sounds.json: ",
    ):  # fmt: skip
        assert part in told


def test_one_of_a_kind_is_counted_as_one(catalog: Catalog, tmp_path: Path) -> None:
    draw(tmp_path, "boards", "a.txt", "name: A\n\n@\n")
    told = "  1 board to practise on, 0 lessons and 0 puzzles"
    assert check_boards(tmp_path, catalog) == told


def test_a_folder_without_boards_has_no_faults(catalog: Catalog, tmp_path: Path) -> None:
    assert check_boards(tmp_path, catalog) == ""


def test_of_very_many_faults_the_first_are_told_and_the_rest_counted() -> None:
    lines = prefab.headed([f"fault {number}" for number in range(3_000)]).splitlines()
    assert lines[0].endswith(f"have 3000 faults, of which these are the first {prefab.MOST_TOLD}:")
    assert len(lines) == 1 + prefab.MOST_TOLD
