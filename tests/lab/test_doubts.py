"""What can be played but is hardly meant is told, with its file and line; the game's own data has none of it.

`doubtful-rows.json` has cases by name, each the rows of a pack; what is said of them is golden, as faults are.
"""

import json
from pathlib import Path

import pytest

from roguelike import app
from roguelike.commands.doubts import doubts
from roguelike.core import data_path
from roguelike.raws.building import build
from roguelike.raws.catalog import catalog_of, folders_of, sources_for
from roguelike.raws.faults import Fault
from tests.goldens import GOLDEN, compare
from tests.packs import LAMPLIGHTERS, draw, pack

CASES = Path(__file__).parents[1] / "fixtures" / "doubtful-rows.json"
ROWS = json.loads(CASES.read_text(encoding="utf-8"))


def doubted(*folders: Path) -> list[Fault]:
    """Return what is doubted of some folders as they are loaded, over the game's own data or as it."""
    sources = sources_for(folders)
    built = build(sources, folders_of(sources)[1:])
    return doubts(built, catalog_of(built, sources), folders or sources)


def told(folder: Path) -> list[str]:
    """Write what is doubted of a pack, each with the very line that it is said of."""
    lines = (folder / "spawns.json").read_text(encoding="utf-8").splitlines()
    return [
        f"{str(each).replace(f'{folder}/', '')} <- {lines[each.line - 1].strip()}"
        for each in doubted(folder)
    ]


def test_what_is_hardly_meant_is_told_as_it_was(tmp_path: Path) -> None:
    said = []
    for number, (case, rows) in enumerate(ROWS.items()):
        said += [f"[{case}]", *told(pack(tmp_path / str(number), **rows))]
    compare(GOLDEN / "faults" / "doubts.txt", "\n".join(said) + "\n")


KEPT = {"Throne"}
"""Rows that nothing places any more: they stand in levels of saves, which go on loading."""


def test_the_games_own_data_leaves_no_doubt(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(["check-data"]) == 0
    told = capsys.readouterr().out
    counts = " vaults and ", "boards to practise on, 5 lessons and", "13 pages of the manual"
    for said in ("no faults", "data hash", *counts):
        assert said in told
    assert "note:" not in told
    doubted = [line for line in told.splitlines() if "doubt:" in line]
    kept = [f'props "{name}": never turns up' for name in KEPT]
    assert [line for line in doubted if not any(each in line for each in kept)] == []


def test_the_example_leaves_no_doubt() -> None:
    assert doubted(LAMPLIGHTERS) == []


def test_files_and_folders_that_are_not_read(tmp_path: Path) -> None:
    folder = pack(tmp_path / "inks")
    for part in ("prefab", "vaults", "notes", "prefabs"):
        draw(folder, part, "a.txt" if part != "notes" else "a.md", "name: A\n\n#.#")
    (folder / "sound.json").write_text("{}")
    (folder / "README.md").write_text("Read me.")
    found = {Path(each.file).name: each.remedy for each in doubted(folder)}
    assert found.keys() == {"prefab", "vaults", "sound.json"}
    assert "did you mean 'prefabs'?" in found["prefab"]
    assert "did you mean 'sounds.json'?" in found["sound.json"]


def test_pieces_that_nobody_puts_in_their_place(tmp_path: Path) -> None:
    folder = pack(tmp_path / "inks")
    draw(folder, "prefabs", "shrine.txt", "name: Ink well\nplace: centre centre\n\n#.#\n")
    draw(folder, "prefabs", "vault-ink.txt", "name: Ink\nplace: anywhere\n\n#.#\n")
    draw(folder, "prefabs", "ink.txt", "name: Ink\nplace: right top\n\n#.#\n")
    (found,) = doubted(folder)
    assert found.file == str(folder / "prefabs" / "ink.txt")
    assert "never turns up" in found.problem


def test_townsfolk_turn_up_though_no_row_says_so(tmp_path: Path) -> None:
    own = json.loads((data_path.data_folder() / "spawns.json").read_text(encoding="utf-8"))
    barkeep = next(row for row in own["mobs"] if row["name"] == "Barkeep")
    assert doubted(pack(tmp_path / "inks", mobs=[barkeep])) == []


def test_doubts_fail_only_where_that_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = pack(tmp_path / "inks", **ROWS["effects that do nothing"])
    assert app.main(["check-data", str(folder)]) == 0
    assert (
        f'doubt: {folder}/spawns.json, line 8: spells "Blot 0", effects.damage: does nothing'
        in (capsys.readouterr().out)
    )
    assert app.main(["check-data", str(folder), "--strict"]) == 1
    assert app.main(["check-data", "--data", "lamplighters", "--strict"]) == 0
