"""A save or recording is played with the very packs that it was made with, or refused with a word that helps."""

import os
from pathlib import Path

import pytest

from roguelike.core import data_path
from roguelike.engine.session import Session
from roguelike.engine.state.errors import SaveError
from roguelike.raws.catalog import load_catalog, sources_for
from roguelike.raws.packs import packs_in
from roguelike.store import generations, installed_packs, save_file
from roguelike.store.folder import SaveFolder
from roguelike.store.recording import Recording
from roguelike.store.replay import read_replay
from roguelike.world.catalog import Catalog
from tests.packs import LAMPLIGHTERS, STRONG_ZAP, pack


def test_packs_are_found_beside_the_saves_and_in_the_data(tmp_path: Path) -> None:
    mine = pack(tmp_path / "packs" / "folder", manifest={"name": "inks", "authors": ["A", "B"]})
    (tmp_path / "packs" / "no pack").mkdir()
    found = installed_packs.installed(tmp_path)
    assert {"inks", "lamplighters"} <= found.keys()
    assert "no pack" not in found
    assert found["inks"].authors == "A, B"
    assert installed_packs.folder_of("inks", tmp_path) == mine
    assert installed_packs.folder_of(str(mine), tmp_path) == mine
    with pytest.raises(data_path.DataFolderError, match=r"There is no content pack 'quills'.*inks"):
        installed_packs.folder_of("quills", tmp_path)


def test_no_manifest_is_waited_for_or_read_without_end(tmp_path: Path) -> None:
    pipe, device, large = (pack(tmp_path / "packs" / each) for each in ("pipe", "device", "large"))
    os.mkfifo(_emptied(pipe))
    _emptied(device).symlink_to("/dev/zero")
    _emptied(large).write_bytes(b" " * 100_001)
    assert not installed_packs.installed(tmp_path).keys() & {"pipe", "device", "large"}


def _emptied(folder: Path) -> Path:
    """Remove the manifest of a pack and return where it was."""
    (folder / data_path.MANIFEST).unlink(missing_ok=True)
    return folder / data_path.MANIFEST


def saved(catalog: Catalog) -> bytes:
    """Return the save of a new game."""
    return save_file.encode(Session.start("1", catalog).game)


def test_a_save_names_its_packs_and_wants_them_back(tmp_path: Path, catalog: Catalog) -> None:
    inks = pack(tmp_path / "inks", spells=[STRONG_ZAP])
    packed = load_catalog(sources_for([inks]))
    document = save_file.decode(saved(packed))
    assert document.header.packs == packed.packs
    assert document.open(packed).content is packed
    with pytest.raises(SaveError, match=r"the pack inks 1\.0 is not loaded") as caught:
        document.open(catalog)
    assert caught.value.kind == "missing content"
    with pytest.raises(SaveError, match="it was played without the pack inks"):
        save_file.decode(saved(catalog)).open(packed)
    pack(inks, spells=[STRONG_ZAP | {"mana_cost": 2}])
    with pytest.raises(SaveError, match="changed since"):
        document.open(load_catalog(sources_for([inks])))


def test_a_folder_of_saves_is_read_with_the_packs_of_its_game(
    tmp_path: Path, catalog: Catalog
) -> None:
    inks = pack(tmp_path / "packs" / "inks", spells=[STRONG_ZAP])
    packed = load_catalog(sources_for([inks]))
    game = Session.start("1", packed).game
    with SaveFolder(tmp_path) as folder:
        folder.write(Recording(game))
        assert generations.packs_of(tmp_path) == packed.packs
        found = installed_packs.catalog_with(generations.packs_of(tmp_path), catalog, tmp_path)
        assert folder.read(found).game.content.packs == packed.packs
        with pytest.raises(SaveError, match="cannot be played with the content packs at hand"):
            folder.read(catalog)
    assert generations.packs_of(tmp_path / "elsewhere") == ()


def test_a_pack_is_loaded_by_name_only_where_it_is_installed(
    tmp_path: Path, catalog: Catalog
) -> None:
    inks = pack(tmp_path / "inks")
    wanted = packs_in([inks])
    with pytest.raises(SaveError, match=r"content pack inks 1\.0, which is not here: put it into"):
        installed_packs.catalog_with(wanted, catalog, tmp_path)
    assert installed_packs.catalog_with((), catalog, tmp_path) is catalog
    named = load_catalog(sources_for([inks]))
    assert installed_packs.catalog_with(wanted, named, tmp_path) is named
    assert installed_packs.catalog_with((), named, tmp_path).packs == ()
    pack(tmp_path / "packs" / "inks", manifest={"version": "2.0"})
    with pytest.raises(SaveError, match=r"wants the pack inks 1\.0, and the one at hand is 2\.0"):
        installed_packs.catalog_with(wanted, catalog, tmp_path)


@pytest.mark.parametrize("called", ["", "~nobody-of-that-name", "nothing"])
def test_what_is_no_pack_is_told(called: str, tmp_path: Path) -> None:
    with pytest.raises(data_path.DataFolderError, match="There is no content pack"):
        installed_packs.folder_of(called, tmp_path)


def test_a_recording_names_its_packs(tmp_path: Path, catalog: Catalog) -> None:
    packed = load_catalog(sources_for([LAMPLIGHTERS]))
    replay = read_replay(bytes(Recording(Session.start("1", packed).game).data))
    assert replay.packs == packed.packs
    assert replay.mismatch(packed) is None
    assert "the pack lamplighters 1.0 is not loaded" in (replay.mismatch(catalog) or "")
