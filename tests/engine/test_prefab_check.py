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


def test_all_faults_are_told_together(catalog: Catalog, tmp_path: Path) -> None:
    folder = tmp_path / "prefabs"
    folder.mkdir()
    (folder / "a.txt").write_text("name: A\n\n#x#\n")
    (folder / "b.txt").write_text("name: B\no: mobs Orcc\n\n#o#\n")
    (folder / "c.txt").write_text("name: C\n\n###\n")
    with pytest.raises(prefab.PrefabError) as error:
        check_pieces(tmp_path, catalog)
    assert str(error.value).splitlines() == [
        "The hand-drawn pieces have 2 faults:",
        "  a.txt, line 3, column 2: 'x' is neither ground nor in the legend",
        "  b.txt, line 2, column 4: 'o: mobs Orcc' is not in the data (did you mean 'Orc'?)",
    ]


def test_a_file_that_is_no_piece_is_not_told_sign_by_sign(catalog: Catalog, tmp_path: Path) -> None:
    """A pack's refusal had a line for each of hundreds of signs, each with the whole path."""
    draw(tmp_path, "prefabs", "a.txt", "name: A\n\n#xx#\nabcdefg\n")
    with pytest.raises(prefab.PrefabError) as error:
        check_pieces(tmp_path, catalog)
    _, first, *_, last = str(error.value).splitlines()
    assert first.endswith(
        "line 3, column 2: 'x' is neither ground nor in the legend (and 1 tile more)"
    )
    assert last.endswith("a.txt: and 2 signs more")


def test_check_data_tells_of_pieces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "spawns.json").write_text("{}")
    (tmp_path / "prefabs").mkdir()
    (tmp_path / "prefabs" / "hut.txt").write_text("o: beasts Orc\n\n#o#\n")
    assert main(["check-data", str(tmp_path)]) == 1
    assert "hut.txt, line 1, column 4: 'o: beasts Orc' should be" in capsys.readouterr().err


def test_letters_of_the_legend_that_are_drawn_nowhere(catalog: Catalog, tmp_path: Path) -> None:
    for part in ("prefabs", "boards"):
        draw(
            tmp_path, part, "a.txt", f"o: mobs Orc\nk: props Keg\n\n#{'@' * (part == 'boards')}o#\n"
        )
    for check in (check_pieces, check_boards):
        with pytest.raises(
            prefab.PrefabError, match=r"a\.txt, line 2, column 4: 'k' is drawn nowhere"
        ):
            check(tmp_path, catalog)


def test_a_cell_whose_key_is_nowhere_is_named(catalog: Catalog, tmp_path: Path) -> None:
    cell = "{}C: props Brewer's Cell\n\n.....\n##C##\n.....\n"
    draw(tmp_path, "prefabs", "a.txt", cell.format("elsewhere: Iron Key\nshut: C\n"))
    check_pieces(tmp_path, catalog)
    draw(tmp_path, "prefabs", "a.txt", cell.format(""))
    says = r"a\.txt, line 1, column 4: 'C: props Brewer's Cell' offers nothing without an Iron Key, and there is none"
    with pytest.raises(prefab.PrefabError, match=says):
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


def test_a_board_may_name_only_what_the_data_has(catalog: Catalog, tmp_path: Path) -> None:
    folder = tmp_path / "boards"
    folder.mkdir()
    (folder / "a.txt").write_text("spells: Zap, Zip\nwears: Swrod\no: mobs Orcc\n\n@o\n")
    with pytest.raises(prefab.PrefabError) as error:
        check_boards(tmp_path, catalog)
    assert str(error.value).splitlines()[1:] == [
        "  a.txt, line 1, column 9: spells 'Zip' is not in the data (did you mean 'Zap'?)",
        "  a.txt, line 2, column 8: items 'Swrod' is not in the data",
        "  a.txt, line 3, column 4: mobs 'Orcc' is not in the data (did you mean 'Orc'?)",
    ]


def test_of_very_many_faults_the_first_are_told_and_the_rest_counted() -> None:
    lines = prefab.headed([f"fault {number}" for number in range(3_000)]).splitlines()
    assert lines[0].endswith(f"have 3000 faults, of which these are the first {prefab.MOST_TOLD}:")
    assert len(lines) == 1 + prefab.MOST_TOLD
