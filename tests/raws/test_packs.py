"""Content packs lie over the data: by name, in order, bounded, and with every fault told of the file it is in."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from roguelike.app import main
from roguelike.core import data_path
from roguelike.core.records import asdict, replace
from roguelike.mapgen import prefab
from roguelike.practice.boards import boards
from roguelike.raws import packs as packs_module
from roguelike.raws.catalog import catalog_in_force, load_cached_catalog, load_catalog, sources_for
from roguelike.raws.faults import DataError, Fault
from roguelike.raws.packs import pack_in, packs_in
from roguelike.store import installed_packs
from tests.packs import STRONG_ZAP, draw, pack

IMP = {"name": "Ink Imp", "renderable": {"glyph": "i", "fg": "#FFFFFF"}, "faction": "Cave Goblins"}


def over(*folders: Path) -> Any:
    """Load the game's data with packs over it."""
    return load_catalog(sources_for(folders))


def test_a_row_of_the_same_name_replaces_and_any_other_is_added(tmp_path: Path) -> None:
    plain, packed = over(), over(pack(tmp_path / "inks", spells=[STRONG_ZAP], mobs=[IMP]))
    assert packed.spells["Zap"] != plain.spells["Zap"]
    assert packed.spells["Web"] == plain.spells["Web"]
    assert packed.has("mobs", "Ink Imp")
    assert not plain.has("mobs", "Ink Imp")
    assert list(packed.spells) == list(plain.spells)


def test_of_two_packs_the_later_one_counts(tmp_path: Path) -> None:
    weak = pack(tmp_path / "weak", spells=[STRONG_ZAP | {"mana_cost": 7}])
    strong = pack(tmp_path / "strong", spells=[STRONG_ZAP])
    assert over(weak, strong).spells["Zap"].mana_cost == 1
    assert over(strong, weak).spells["Zap"].mana_cost == 7
    assert [each.name for each in over(strong, weak).packs] == ["strong", "weak"]


def test_drawn_things_lie_over_each_other_by_the_names_of_their_files(tmp_path: Path) -> None:
    inks = pack(tmp_path / "inks")
    draw(inks, "prefabs", "shrine.txt", "name: Ink well\n\n#.#")
    draw(inks, "prefabs", "ink.txt", "name: Ink\n\n#.#")
    draw(inks, "boards", "one-foe.txt", "name: No foe\n\n#@#")
    folders = over(inks).folders
    assert prefab.library(folders)["shrine"].name == "Ink well"
    assert {"ink", "citadel"} <= set(prefab.library(folders))
    assert "ink" not in prefab.library((data_path.data_folder(),))
    names = [board.name for board in boards("practice", folders)]
    assert "No foe" in names
    assert "One foe" not in names
    assert len(names) == len(boards("practice", (data_path.data_folder(),)))


def test_packs_in_force_are_in_force_everywhere_until_the_end_of_the_block(tmp_path: Path) -> None:
    inks = pack(tmp_path / "inks", mobs=[IMP])
    draw(inks, "prefabs", "ink.txt", "name: Ink\n\n#.#")
    before = os.environ.get("ROGUELIKE_PACKS")
    with data_path.choosing_packs([inks]):
        assert catalog_in_force().has("mobs", "Ink Imp")
        assert "ink" in prefab.library()
    assert os.environ.get("ROGUELIKE_PACKS") == before
    assert not catalog_in_force().has("mobs", "Ink Imp")
    assert "ink" not in prefab.library()


def test_a_pack_may_bring_nothing_but_drawings(tmp_path: Path) -> None:
    catalog, own = over(pack(tmp_path / "bare")), over()
    rows = {"data_hash": "", "folders": (), "packs": ()}
    assert asdict(replace(catalog, **rows)) == asdict(replace(own, **rows))
    assert catalog.data_hash != own.data_hash


def test_a_folder_without_a_manifest_is_a_pack_without_a_version(tmp_path: Path) -> None:
    (tmp_path / "loose").mkdir()
    (tmp_path / "loose" / "spawns.json").write_text(json.dumps({"mobs": [IMP]}))
    (found,) = over(tmp_path / "loose").packs
    assert (found.name, found.version) == ("loose", "")


def test_a_whole_folder_without_a_manifest_stands_on_its_own(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    whole.mkdir()
    (whole / "spawns.json").write_bytes((data_path.data_folder() / "spawns.json").read_bytes())
    inks = pack(tmp_path / "inks", mobs=[IMP])
    assert sources_for([inks, whole]) == [whole]
    assert sources_for([whole, inks]) == [whole, inks]
    assert [each.name for each in over(whole, inks).packs] == ["whole", "inks"]


# --- what a pack is


def test_the_digest_is_of_all_that_a_pack_holds_and_of_no_layout(tmp_path: Path) -> None:
    inks = pack(tmp_path / "inks", mobs=[IMP])
    draw(inks, "prefabs", "ink.txt", "name: Ink\n\n#.#\n")
    first = pack_in(inks)
    (inks / "README.md").write_text("Read me.")
    (inks / "spawns.json").write_text(json.dumps({"mobs": [IMP]}))
    (inks / "prefabs" / "ink.txt").write_bytes(b"name: Ink\r\n\r\n#.#\r\n")
    assert pack_in(inks) == first
    draw(inks, "prefabs", "ink.txt", "name: Ink\n\n#..#\n")
    assert pack_in(inks).digest != first.digest
    assert load_catalog([data_path.data_folder(), inks]).packs == (pack_in(inks),)


def test_the_digest_is_of_puzzles_too_for_they_are_played(tmp_path: Path) -> None:
    first = pack_in(pack(tmp_path / "inks"))
    draw(tmp_path / "inks", "puzzles", "blot.txt", "name: Blot\n\n#@#\n")
    assert pack_in(tmp_path / "inks").digest != first.digest


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there all names are text")
def test_a_folder_whose_name_is_no_text_is_a_pack_like_any_other(tmp_path: Path) -> None:
    inks = pack(tmp_path / "inks", mobs=[IMP])
    (inks / "pack.json").unlink()
    inks = inks.rename(tmp_path / os.fsdecode(b"in\xffks"))
    (found,) = load_catalog(sources_for([inks])).packs
    assert found == pack_in(inks)
    assert found.name == "in?ks"
    assert msgspec.json.decode(msgspec.json.encode(found), type=data_path.ContentPack) == found


def test_no_pack_is_called_as_the_game_is_called_by_packs(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="'blue-mana' is what packs call the game"):
        over(pack(tmp_path / "inks", manifest={"name": "blue-mana"}))


def test_the_cache_is_of_these_very_packs(tmp_path: Path) -> None:
    inks = pack(tmp_path / "inks", spells=[STRONG_ZAP])
    cache = tmp_path / "catalog.txt"
    made = load_cached_catalog(cache, [inks])
    written = cache.read_bytes()
    kept = load_cached_catalog(cache, [inks])
    assert cache.read_bytes() == written
    assert (kept.packs, kept.folders, kept.data_hash) == (made.packs, made.folders, made.data_hash)
    assert kept.spells["Zap"] == made.spells["Zap"]
    pack(tmp_path / "inks", spells=[STRONG_ZAP | {"mana_cost": 3}])
    assert load_cached_catalog(cache, [inks]).spells["Zap"].mana_cost == 3
    assert not load_cached_catalog(cache, []).packs


def test_how_packs_differ_is_told() -> None:
    inks = data_path.ContentPack("inks", "1.0", "a")
    quills = data_path.ContentPack("quills", "2", "b")
    assert data_path.difference((inks,), (inks,)) == ""
    assert data_path.difference((inks,), ()) == "the pack inks 1.0 is not loaded"
    assert "the one at hand is 1.1" in data_path.difference(
        (inks,), (data_path.ContentPack("inks", "1.1", "a"),)
    )
    assert "changed since" in data_path.difference(
        (inks,), (data_path.ContentPack("inks", "1.0", "c"),)
    )
    assert (
        data_path.difference((), (inks,))
        == "it was played without the pack inks 1.0, which is loaded"
    )
    assert "another order" in data_path.difference((inks, quills), (quills, inks))


def test_versions_are_compared_as_numbers() -> None:
    assert data_path.numbers_of("1.10") > data_path.numbers_of("1.9")
    assert data_path.numbers_of("1.0") == data_path.numbers_of("1")


# --- faults


def test_a_pack_may_need_one_that_lies_below_it(tmp_path: Path) -> None:
    inks = pack(tmp_path / "inks", manifest={"version": "1.2"})
    quills = pack(tmp_path / "quills", manifest={"needs": {"inks": "1.1"}})
    assert len(over(inks, quills).packs) == 2
    with pytest.raises(DataError, match="which does not lie below it"):
        over(quills, inks)


def test_a_faulty_row_is_told_with_pack_file_line_entry_and_remedy(
    tmp_path: Path, one_fault: Callable[..., Fault]
) -> None:
    inks = pack(tmp_path / "inks", mobs=[IMP, IMP | {"name": "Blot", "faction": "Cave Gobblins"}])
    fault = one_fault(data_path.data_folder(), inks)
    lines = (inks / "spawns.json").read_text(encoding="utf-8").splitlines()
    assert fault.file == str(inks / "spawns.json")
    assert "Gobblins" in lines[fault.line - 1]
    assert (fault.section, fault.entry, fault.field) == ("mobs", "Blot", "faction")
    assert "did you mean 'Cave Goblins'?" in fault.remedy


def test_a_faulty_drawing_names_its_pack(tmp_path: Path) -> None:
    inks = pack(tmp_path / "inks")
    draw(inks, "prefabs", "ink.txt", "name: Ink\n\n#?#")
    with pytest.raises(prefab.PrefabError) as caught:
        prefab.library(over(inks).folders)
    assert f"{inks}/prefabs/ink.txt, line 3, column 2: '?' is neither" in str(caught.value)


# --- bounds


def test_links_are_not_followed(tmp_path: Path) -> None:
    inks = pack(tmp_path / "inks")
    (tmp_path / "secret.txt").write_text("name: Secret\n\n#.#")
    (inks / "prefabs").mkdir()
    (inks / "prefabs" / "ink.txt").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(data_path.DataFolderError, match=r"ink\.txt is no plain file but a link"):
        over(inks)


@pytest.mark.parametrize("name", ["prefabs", "spawns.json", "manual", "pack.json"])
def test_nor_are_links_on_the_way_to_a_file(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Otherwise a pasted report of a pack from a stranger gives away what its reader's files say."""
    secret = tmp_path / "secret"
    (secret / "a.txt").parent.mkdir()
    (secret / "a.txt").write_text("name: Secret")
    (secret / "file.json").write_text('{"name": "Secret", "items": [{"name": "Secret"}]}')
    inks = pack(tmp_path / "inks")
    (inks / name).unlink(missing_ok=True)
    (inks / name).symlink_to(secret if "." not in name else secret / "file.json")
    assert main(["check-data", str(inks)]) != 0
    told = "".join(capsys.readouterr())
    assert "but a link" in told
    assert "Secret" not in told


def test_what_one_pack_takes_from_another_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hints = json.dumps([{"name": "book", "when": "carries an unread book", "text": "Read."}])
    low = pack(tmp_path / "low", spells=[STRONG_ZAP], items=[])
    top = pack(tmp_path / "top", manifest={"version": "3"}, spells=[STRONG_ZAP])
    for folder in (low, top):
        (folder / "hints.json").write_text(hints)
        draw(folder, "prefabs", "den.txt", "#.#")
    assert {str(each) for each in packs_module.taken([low, top])} == {
        "spells Zap: top 3 lies over low 1.0",
        "hint book: top 3 lies over low 1.0",
        "file prefabs/den.txt: top 3 lies over low 1.0",
    }
    assert packs_module.taken([low]) == [], "what it takes from the game is what packs are for"
    assert {str(each) for each in packs_module.taken([low], own=True)} == {
        "spells Zap: low 1.0 lies over the game",
        "hint book: low 1.0 lies over the game",
    }
    for folder in (low, top):
        (folder / "prefabs" / "den.txt").unlink()
    assert main(["--data", str(low), "check-data", str(top)]) == 0
    assert 'spells "Zap": top 3 lies over low 1.0' in capsys.readouterr().out
    assert main(["check-data", str(low), "--replaced", "doubts"]) == 0
    assert 'spells "Zap": low 1.0 lies over the game' in capsys.readouterr().out
    assert main(["check-data", str(low), "--replaced", "faults"]) == 1
    assert 'spells "Zap": low 1.0 lies over the game' in capsys.readouterr().err


def test_needs_that_go_in_a_circle_are_called_that(tmp_path: Path) -> None:
    folders = [
        pack(tmp_path / name, manifest={"needs": {other: "1"}})
        for name, other in (("aa", "Bb"), ("Bb", "cc"), ("cc", "aa"))
    ]
    with pytest.raises(DataError, match="goes in a circle: aa needs Bb needs cc needs aa"):
        over(*folders)
    with pytest.raises(DataError, match="needs cc 1, which does not lie below it"):
        over(*folders[1:2])


def test_names_that_differ_by_capitals_are_one(tmp_path: Path) -> None:
    inks, other = pack(tmp_path / "packs" / "inks"), pack(tmp_path / "packs" / "Inks")
    with pytest.raises(
        data_path.DataFolderError, match="inks and Inks have one name on some systems"
    ):
        over(inks, other)
    assert installed_packs.folder_of("INKS", tmp_path) == other
    assert "Inks" in installed_packs.installed(tmp_path)
    assert "inks" not in installed_packs.installed(tmp_path)
    assert any(
        "inks and Inks have one name" in each for each in installed_packs.passed_over(tmp_path)
    )
    quills = pack(tmp_path / "quills", manifest={"needs": {"INKS": "1.0"}})
    assert over(inks, quills).packs[1].name == "quills"


def test_pipes_are_not_waited_for(tmp_path: Path) -> None:
    for folder in (pack(tmp_path / "inks"), tmp_path / "loose"):
        folder.mkdir(exist_ok=True)
        os.mkfifo(folder / "spawns.json")
        with pytest.raises(DataError, match="it is no plain file"):
            over(folder)


def test_how_many_rows_a_section_may_have_is_bounded(tmp_path: Path) -> None:
    rows = [{"name": f"Blot {number}", "weight": 1} for number in range(10_001)]
    with pytest.raises(DataError, match="items: has 10,001 rows, more than the 10,000") as caught:
        over(pack(tmp_path / "inks", items=rows))
    assert caught.value.faults[0].line == 2


def test_how_much_a_pack_may_hold_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inks = pack(tmp_path / "inks")
    for number in range(5):
        draw(inks, "prefabs", f"{number}.txt", "#.#")
    monkeypatch.setattr(packs_module, "MOST_FILES", 5)
    with pytest.raises(data_path.DataFolderError, match="too large: at most 5 files"):
        over(inks)


def test_how_many_packs_there_may_be_is_bounded(tmp_path: Path) -> None:
    folders = [pack(tmp_path / f"pack-{number}") for number in range(17)]
    with pytest.raises(data_path.DataFolderError, match="At most 16"):
        packs_in(folders)
    with pytest.raises(data_path.DataFolderError, match="named twice"):
        packs_in([folders[0], folders[0]])


def test_more_packs_than_there_may_be_are_not_even_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of two thousand, which a variable may name, the pages of each were looked for by every other: it did not end."""
    monkeypatch.setenv(data_path.PACKS, os.pathsep.join([str(tmp_path)] * 17))
    assert main(["check-data"]) == 1
    assert capsys.readouterr().err == (
        "roguelike: At most 16 content packs can be loaded at one time.\n"
    )


def test_more_enchanted_items_than_anybody_waits_for_are_refused(tmp_path: Path) -> None:
    item = {
        "renderable": {"glyph": "/", "fg": "#FFFFFF"},
        "weapon": {"range": "melee", "attribute": "might", "base_damage": "1d4", "hit_bonus": 0},
        "template_magic": {"unidentified_name": "Odd pen", "bonus_min": 1, "bonus_max": 5,
                           "include_cursed": False},
    }  # fmt: skip
    traits = [{"name": f"Trait {n}", "effects": {"damage": "1"}} for n in range(600)]
    items = [item | {"name": f"Pen {n}"} for n in range(30)]
    with pytest.raises(DataError, match="more than 50,000 enchanted items"):
        over(pack(tmp_path / "pens", items=items, weapon_traits=traits))
