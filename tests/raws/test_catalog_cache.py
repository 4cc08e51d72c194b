"""A catalog that was kept is the catalog that the data makes; anything less than that is not used."""

import json
import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from roguelike.core import data_path
from roguelike.core.records import field_names
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.raws import catalog as catalog_cache
from roguelike.raws.catalog import load_cached_catalog, load_catalog
from roguelike.raws.faults import DataError
from roguelike.world.catalog import Catalog


def _loaded(path: Path) -> tuple[Catalog, bool]:
    """Load the catalog; returns it, and whether it was read from the file."""
    before = path.stat().st_ino if path.exists() else 0
    catalog = load_cached_catalog(path)
    return catalog, path.exists() and path.stat().st_ino == before


def _kept(path: Path) -> Catalog:
    """Load the catalog, which must have been kept."""
    catalog, was_kept = _loaded(path)
    assert was_kept
    return catalog


@pytest.fixture(scope="module", autouse=True)
def own_data() -> Iterator[None]:
    """Build the game's own data once for all: each time that it is built anew, it is the same."""
    own, found = [data_path.data_folder()], load_catalog()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            catalog_cache, "load_catalog", lambda told: found if told == own else load_catalog(told)
        )
        yield


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What is kept of the game's own catalog."""
    path = tmp_path_factory.mktemp("kept") / "catalog.txt"
    load_cached_catalog(path)
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path, kept: bytes) -> Path:
    """Return a file in which the game's own catalog is kept."""
    path = tmp_path / "cache" / "catalog.txt"
    path.parent.mkdir()
    path.write_bytes(kept)
    return path


def test_everything_comes_back_in_its_order(path: Path) -> None:
    fresh, kept = load_catalog(), _kept(path)
    assert kept.data_hash == fresh.data_hash
    for each in field_names(Catalog):
        found = getattr(kept, each)
        made = getattr(fresh, each)
        assert found == made, each
        if isinstance(made, dict):
            assert list(found) == list(made), each


def test_games_of_both_are_one_game(path: Path) -> None:
    games = [Session.start("kept", catalog).game for catalog in (load_catalog(), _kept(path))]
    assert state_hash(games[0]) == state_hash(games[1])


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "catalog.txt")
    assert catalog_cache.read_cached(tmp_path / "catalog.txt", "") is None


def test_other_data_is_read_anew(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    rows = json.loads((data_path.data_folder() / "spawns.json").read_text(encoding="utf-8"))
    rows["items"][0]["text"] = "Something else entirely."
    (folder / "spawns.json").write_text(json.dumps(rows), encoding="utf-8")
    monkeypatch.setenv(data_path.OVERRIDE, str(folder))
    catalog, was_kept = _loaded(path)
    assert not was_kept
    assert catalog.data_hash == load_catalog([folder]).data_hash


def test_another_program_builds_it_anew(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog_cache, "__version__", "another")
    assert not _loaded(path)[1]


def test_a_changed_module_builds_it_anew(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in catalog_cache.SOURCES:
        (tmp_path / "program" / folder).mkdir(parents=True, exist_ok=True)
    module = tmp_path / "program" / "raws" / "things.py"
    module.write_text("one = 1")
    data = data_path.data_folder() / "spawns.json"
    monkeypatch.setattr(data_path, "PACKAGE", tmp_path / "program")
    before = catalog_cache.stamp(data)
    assert catalog_cache.stamp(data) == before
    os.utime(module, ns=(1, 1))
    assert catalog_cache.stamp(data) != before


def test_bad_data_is_never_kept(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = path.read_bytes()
    folder = tmp_path / "bad"
    folder.mkdir()
    (folder / "spawns.json").write_text('{"items": [{"name": "Rock", "colour": 1}]}')
    monkeypatch.setenv(data_path.OVERRIDE, str(folder))
    with pytest.raises(DataError, match="colour"):
        load_cached_catalog(path)
    assert path.read_bytes() == before


def test_where_nothing_can_be_written_the_game_begins_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    catalog, was_kept = _loaded(tmp_path / "file" / "catalog.txt")
    assert not was_kept
    assert catalog.has("items", "Dagger")


def test_what_cannot_be_kept_leaves_no_draft_behind(tmp_path: Path) -> None:
    """Every start left a megabyte in the folder, where something else stands in the file's place."""
    path = tmp_path / "catalog.txt"
    path.mkdir()
    load_cached_catalog(path)
    assert [*tmp_path.iterdir()] == [path]


def test_only_known_kinds_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "catalog.txt"
    strange = Catalog(vendor_categories={"Elf": object()})
    catalog_cache.write_cached(path, "mark", strange)
    assert not path.exists()


Spoil = Callable[[bytes], bytes]


def checked(whole: bytes, body: bytes) -> bytes:
    """Return a cache that says something else, with a true checksum."""
    mark, _, data_hash = json.loads(whole.partition(b"\n")[0])
    return json.dumps([mark, zlib.crc32(body), data_hash]).encode() + b"\n" + body


def forged(old: bytes, new: bytes) -> Spoil:
    """Exchange something in what is kept."""

    def spoil(whole: bytes) -> bytes:
        body = whole.partition(b"\n")[2]
        assert old in body
        return checked(whole, body.replace(old, new, 1))

    return spoil


def rewritten(change: Callable[[dict[str, Any]], object]) -> Spoil:
    """Change what is kept as a tree."""

    def spoil(whole: bytes) -> bytes:
        tree = json.loads(whole.partition(b"\n")[2])
        change(tree)
        return checked(whole, json.dumps(tree, separators=(",", ":")).encode())

    return spoil


DAMAGE, COST = b'"type":"Damage"', b'"mana_cost":1,'
FORGED = (
    (DAMAGE, b'"type":"Popen"'), (DAMAGE, b'"type":"Renderable"'), (b'"type":"Renderable"', DAMAGE),
    *((COST, new) for new in (
        b'"mana_cost":"1",', b'"mana_cost":null,', b'"mana_cost":1e400,', b'"mana_cost":1,"other":1,', b"",
        b'"mana_cost":' + b"[" * 100_000 + b"]" * 100_000 + b",",
    )),
    (b"Zap", b"\xff\xfe"), (b'"entries":{', b'"entries":{"monsters":{},'),
)  # fmt: skip
LACKING = (
    ("mobs", "Rat"), ("mobs", "Ulkhar the Unpaid"), ("items", "Beer"), ("items", "Rusty Longsword"), ("items", "Meat"),
    ("props", "Bear Trap"), ("statuses", "Hangover"),
)  # fmt: skip
GENERATED = ({"base": "Rat"}, {"base": "Dagger -1"}, {"bonus": 9}, {"bonus": 0}, {"trait": "Loud"})
SPOILT: dict[str, Spoil] = {
    **{f"its first {share:.1%}": lambda whole, share=share: whole[: int(len(whole) * share)]
       for share in (0.0, 0.001, 0.5, 0.999)},
    **{f"only {text!r}": lambda _, text=text: text
       for text in (b"nonsense", b"[]\n", b'["x", 1]\n', b"\xff\xfe\n\x00", b"{}\n{}")},
    "one wrong letter": lambda whole: whole.replace(b'"Zap"', b'"Zip"', 1),
    "nothing but brackets": lambda whole: checked(whole, b"[" * 1_000_000),
    **{f"{new[:30]!r} for {old!r}": forged(old, new) for old, new in FORGED},
    **{f"{name} is missing": rewritten(lambda tree, section=section, name=name: tree["entries"][section].pop(name))
       for section, name in LACKING},
    "no Dagger -1 is made": rewritten(lambda tree: tree["generated"].pop("Dagger -1")),
    **{f"of Dagger -1 {change}": rewritten(lambda tree, change=change: tree["generated"]["Dagger -1"].update(change))
       for change in GENERATED},
}  # fmt: skip
"""What stands in the file instead."""


@pytest.mark.parametrize("what", SPOILT)
def test_what_no_program_would_write_is_built_anew(path: Path, what: str) -> None:
    whole = path.read_bytes()
    path.write_bytes(SPOILT[what](whole))
    assert path.read_bytes() != whole
    catalog, was_kept = _loaded(path)
    assert not was_kept
    assert path.read_bytes() == whole
    assert all(catalog.has(section, name) for section, name in LACKING)
