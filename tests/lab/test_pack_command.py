"""`roguelike pack` and `--data`: what is written is sound and plays, and every command that plays knows packs."""

import json
import os
import shlex
import shutil
import signal
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path

import pytest

from roguelike.commands.pack import write_pack
from roguelike.core import data_path
from roguelike.lab.simulate import play_seed
from roguelike.testing import Arena
from tests.command import run
from tests.packs import LAMPLIGHTERS, STRONG_ZAP, pack

ROOM = "#########\n#@.....a#\n#########"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a pack, which nobody changes."""
    folder = tmp_path_factory.mktemp("new") / "quiet-owls"
    write_pack(folder)
    return folder


@pytest.fixture
def owls(written: Path, tmp_path: Path) -> Path:
    """Return a pack as it is written."""
    return Path(shutil.copytree(written, tmp_path / "quiet-owls"))


def test_a_new_pack_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "quiet-owls"
    assert run("pack", "new", str(folder)) == 0
    assert "roguelike --data" in capsys.readouterr().out
    assert run("check-data", str(folder)) == 0
    told = capsys.readouterr().out
    assert "no faults" in told
    assert "note:" not in told
    assert "doubt" not in told, "a beginner has done nothing wrong yet"
    assert "1 vault and 0 other hand-drawn pieces" in told


@pytest.fixture
def in_time() -> Iterator[None]:
    """Break off what waits without end."""

    def rang(number: int, frame: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, rang)
    signal.alarm(900)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are of Unix")
@pytest.mark.usefixtures("in_time")
@pytest.mark.parametrize("what", ["a pipe", pytest.param("a device", marks=pytest.mark.soak)])
def test_check_data_neither_waits_for_a_pipe_nor_reads_a_device(
    owls: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    files = [owls / name for name in READ]
    for file in files:
        file.parent.mkdir(exist_ok=True)
        file.unlink(missing_ok=True)
        if what == "a pipe":
            os.mkfifo(file)
        else:
            file.symlink_to("/dev/zero")
    assert run("check-data", str(owls)) == 1
    told = capsys.readouterr().err.splitlines()
    for file in files:
        assert any(str(file) in line and "no plain file" in line for line in told), file


READ = (
    "prefabs/a.txt", "boards/a.txt", "puzzles/a.txt", "manual/a.md", "hints.json", "sounds.json",
    "title.json", "spawns.json",
)  # fmt: skip
"""A file of each kind that a pack may have."""


def test_the_name_of_a_file_may_be_of_any_bytes(
    owls: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (owls / "manual").mkdir(exist_ok=True)
    (owls / "manual" / os.fsdecode(b"\xff.md")).write_text("# A page")
    assert run("check-data", str(owls)) == 0
    assert "1 page of the manual" in capsys.readouterr().out


def test_a_new_pack_is_played(owls: Path) -> None:
    with Arena.from_ascii(ROOM, {"a": "Quiet Owls Adept"}, minds=True, packs=[owls]) as room:
        adept = room.find("Quiet Owls Adept")
        for _ in range(30):
            room.set_pools(room.player, hp=30)
            room.wait()
        assert room.mana(adept) < room.max_mana(adept)
        book = room.give(room.player, "Book of Quiet Owls")
        assert room.use(book).refused is None
        assert room.known_spells() == ["Quiet Owls Spark"]


def test_the_schemas_of_a_new_pack_describe_it(owls: Path) -> None:
    settings = json.loads((owls / ".vscode" / "settings.json").read_text(encoding="utf-8"))
    for each in settings["json.schemas"]:
        (file,) = each["fileMatch"]
        schema = json.loads((owls / each["url"]).read_text(encoding="utf-8"))
        said = json.loads((owls / file.lstrip("/")).read_text(encoding="utf-8"))
        assert said.keys() <= schema["properties"].keys()


def test_nothing_is_written_over(owls: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (owls / "spawns.json").read_bytes()
    assert run("pack", "new", str(owls)) == 1
    assert "is there already" in capsys.readouterr().err
    assert (owls / "spawns.json").read_bytes() == before
    assert run("pack", "new", "/proc/quiet-owls") == 1
    assert "cannot be written" in capsys.readouterr().err


def test_the_commands_for_a_new_pack_can_be_typed_as_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "two words" / "owls"
    folder.parent.mkdir()
    assert run("pack", "new", str(folder)) == 0
    told = capsys.readouterr().out.partition("\n\n")[2].splitlines()
    check, play, topic = (shlex.split(line) for line in told)
    assert check[1:3] == ["check-data", str(folder)]
    assert play[1:3] == ["--data", str(folder)]
    assert topic[1:3] == ["help", "packs"]
    starts = {told[0].index("say what"), told[1].index("play it"), told[2].index("how packs")}
    assert len(starts) == 1


@pytest.mark.parametrize("rows", ['{"items": [', '{"items": [{"name": "Ink", "wieght": 3}]}'])
def test_the_schema_is_printed_and_a_broken_pack_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: str
) -> None:
    (tmp_path / "spawns.json").write_text(rows)
    assert run("schema", "--data", str(tmp_path)) == 1
    heard = capsys.readouterr()
    assert json.loads(heard.out)["$schema"]
    assert f"{tmp_path / 'spawns.json'}" in heard.err


def test_of_a_sound_pack_nothing_is_told_with_the_schema(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("schema", "--data", "lamplighters") == 0
    assert capsys.readouterr().err == ""


def test_installed_packs_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "packs").mkdir()
    write_pack(tmp_path / "packs" / "owls")
    assert run("--saves", str(tmp_path), "pack", "list") == 0
    told = capsys.readouterr().out
    assert "owls 0.1: Owls, by your name" in told
    assert "lamplighters 1.0: The Lamplighters" in told


def test_a_byte_order_mark_is_no_fault_in_any_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Some editors write one; it was no fault in rows and drawings only."""
    folder = tmp_path / "packs" / "lamplighters"
    shutil.copytree(LAMPLIGHTERS, folder)
    for name in ("hints.json", "sounds.json", "title.json"):
        shutil.copy(data_path.data_folder() / name, folder)
    for file in folder.rglob("*.*"):
        file.write_bytes(BOM_UTF8 + file.read_bytes())
    assert run("check-data", str(folder)) == 0
    assert run("--saves", str(tmp_path), "pack", "list") == 0
    assert str(folder) in capsys.readouterr().out
    assert run("--data", str(folder), "help", "lamplighters") == 0
    assert capsys.readouterr().out.startswith("The Lamplighters")


def test_folders_that_are_no_packs_are_named_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "packs").mkdir()
    for name in ("owls", "torn", "bare"):
        pack(tmp_path / "packs" / name, spells=[STRONG_ZAP])
    (tmp_path / "packs" / "torn" / "pack.json").write_text('{"name": "torn"')
    (tmp_path / "packs" / "bare" / "pack.json").unlink()
    assert run("--saves", str(tmp_path), "pack", "list") == 0
    told = capsys.readouterr().out.splitlines()
    assert any("torn is not among them: its pack.json is faulty" in line for line in told)
    assert any("bare is not among them: it has no pack.json" in line for line in told)
    assert not any("owls is not" in line or "lamplighters is not" in line for line in told)


@pytest.mark.parametrize(
    "words",
    [
        ["check-data", "--data", "{pack}"],
        ["--data", "{pack}", "check-data", "--data", "lamplighters"],
        ["check-data", "{pack}", "--data", "lamplighters"],
    ],
)
def test_packs_are_named_before_a_command_or_after_it(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = pack(tmp_path / "inks", spells=[STRONG_ZAP])
    assert run(*(word.format(pack=folder) for word in words)) == 0
    told = capsys.readouterr().out.splitlines()[0]
    assert str(folder) in told
    assert ("lamplighters" in told) == ("lamplighters" in words)


def test_commands_that_play_know_packs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = pack(
        tmp_path / "inks", player={"carried": [], "spells": ["Falling Sky"], "text": "Ink!"}
    )
    assert run("mapgen", "--depth", "2", "--data", str(folder)) == 0
    assert run("simulate", "--seeds", "1", "--turns", "3", "--data", str(folder)) == 0
    with data_path.choosing_packs([folder]):
        with_pack = play_seed("greedy", "1", 3)
    assert play_seed("greedy", "1", 3).state_hash != with_pack.state_hash
    capsys.readouterr()


def test_an_installed_pack_is_checked_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check-data", "lamplighters") == 0
    assert "lamplighters: no faults" in capsys.readouterr().out
    assert run("check-data", "nowhere") == 1
    assert "nowhere: cannot be read" in capsys.readouterr().err


def test_data_that_is_no_whole_game_starts_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "spawns.json").write_text("{}")
    monkeypatch.setenv("ROGUELIKE_DATA", str(tmp_path))
    assert run("mapgen") == 1
    told = capsys.readouterr().err
    assert "is no whole game: it has no faction_table, items" in told
    assert "--data" in told


def test_the_example_is_played() -> None:
    with Arena.from_ascii(ROOM, {"a": "Lamplighter"}, minds=True, packs=[LAMPLIGHTERS]) as room:
        room.teach("Turn of the Wick")
        lamplighter = room.find("Lamplighter")
        forecast = room.forecast("Turn of the Wick", (6, 1))
        assert forecast.refused is None
        assert forecast.outcomes[lamplighter].damage[0] >= 1
        again = Arena.load(room.save())
        assert again.state_hash() == room.state_hash()
        again.close()


def test_arenas_lay_packs_over_raws(tmp_path: Path) -> None:
    inks = pack(tmp_path / "inks", spells=[STRONG_ZAP])
    base = data_path.data_folder() / "spawns.json"
    for raws in (None, base, json.loads(base.read_text(encoding="utf-8"))):
        with Arena.from_ascii(ROOM, {"a": "Orc"}, raws=raws, packs=[inks]) as room:
            room.teach("Zap")
            orc = room.find("Orc")
            assert room.forecast("Zap", (7, 1)).outcomes[orc].kill == 1.0
