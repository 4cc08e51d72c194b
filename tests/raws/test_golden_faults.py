"""Every word that is said of data that is wrong: of single rows, and of hundreds of faults in two whole files.

`bad-rows.json` has cases by name, each wrong in one way only, alone or among the rules' rows; `bad-spawns.json` has
rows that are wrong in every way known, `bad-player.json` faulty sections. After a change that is meant,
`GOLDEN=write python -m pytest tests/raws/test_golden_faults.py` writes the words anew; read the diff.
Whatever is wrong is said all at once, each fault with its file, in words that any terminal can show.
"""

import json
import pickle
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from roguelike.commands.prefab_check import check_boards, check_hints, check_pieces
from roguelike.core.sounds import SoundError, read_sounds
from roguelike.engine.play.hints import HintError, read_hints
from roguelike.engine.state.errors import SaveError
from roguelike.mapgen import prefab
from roguelike.practice.boards import parse_board
from roguelike.puzzles import codes
from roguelike.raws.catalog import load_catalog, sources_for
from roguelike.raws.faults import MOST_TOLD, DataError, Fault, Suggestion
from roguelike.store import command_lines, jsonl
from roguelike.store.replay import read_replay
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world.catalog import Catalog
from tests.command import run
from tests.goldens import GOLDEN, TESTS, compare, compare_faults, wrong
from tests.packs import draw, pack
from tests.rooms import RULES


@pytest.mark.parametrize("name", ["bad-spawns", "bad-player"])
def test_every_fault_is_said_as_it_was(name: str) -> None:
    path = TESTS / f"fixtures/{name}.json"
    with pytest.raises(DataError) as caught:
        load_catalog(sources_for([path]))
    said = str(caught.value).replace(str(path), path.name)
    compare(GOLDEN / "faults" / f"{name}.txt", said + "\n")


def hints(text: str, folder: Path) -> None:
    """Read a file of hints, and check the folder that has it."""
    (folder / "hints.json").write_text(text, encoding="utf-8")
    with pytest.raises(HintError):
        check_hints(folder)
    read_hints(folder / "hints.json")


def checked_as(
    part: str, check: Callable[[Path, Catalog], object]
) -> Callable[[Any, Path], object]:
    """Draw files into a part of a folder, and check them against the game's data."""

    def draw_and_check(files: dict[str, str], folder: Path) -> None:
        for name, text in files.items():
            draw(folder, part, name, text)
        check(folder, catalog_for(None))

    return draw_and_check


def written(name: str, read: Callable[[Sequence[Path]], object]) -> Callable[[str, Path], object]:
    """Write a text into a file, and read the folder that has it."""

    def write_and_read(text: str, folder: Path) -> None:
        (folder / name).write_text(text, encoding="latin-1")
        read([folder])

    return write_and_read


MEANT = (
    prefab.PrefabError, HintError, codes.CodeError, SoundError, SaveError, ValueError,
)  # fmt: skip
BEGINNING = {
    "format": "blue-mana-replay", "schema_version": 1, "version": "0", "seed": "", "data_hash": "",
}  # fmt: skip
READERS: dict[str, Callable[[Any, Path], object]] = {
    "pieces": lambda text, _: prefab.parse(text, "piece.txt"),
    "boards": lambda text, _: parse_board(text, "board.txt"),
    "hints": hints,
    "codes": lambda text, _: codes.board_of(text),
    "commands": lambda data, _: command_lines.decode(data),
    "checked pieces": checked_as("prefabs", check_pieces),
    "checked boards": checked_as("boards", check_boards),
    "manifests": lambda manifest, folder: load_catalog(
        [RULES, pack(folder / "inks", manifest=manifest)]
    ),
    "files of rows": written("spawns.json", load_catalog),
    "files of sounds": written("sounds.json", read_sounds),
    "drawings": lambda drawn, _: Arena.from_ascii(*drawn, raws=RULES),
    "beginnings": lambda fields, _: read_replay(jsonl.write_line(BEGINNING | fields)),
}


@pytest.mark.parametrize("kind", READERS)
def test_whatever_is_wrong_is_told_as_it_was(kind: str, tmp_path: Path) -> None:
    told = []
    for case in wrong(kind):
        with pytest.raises(MEANT) as caught:
            READERS[kind](case, tmp_path)
        # Where Python finds that a text is not JSON, and what it calls that, differs by its version.
        said = re.sub(r"not JSON at .*?: .*? \(", "not JSON (", str(caught.value))
        told.append((case, said.replace(str(tmp_path), "data")))
    compare_faults(kind, told)


@pytest.mark.parametrize("among", ["alone", "among the rules"])
def test_what_is_wrong_in_one_way_is_said_once_with_its_place_and_a_remedy(
    among: str, one_fault: Callable[..., Fault]
) -> None:
    others = () if among == "alone" else (RULES,)
    cases = json.loads((TESTS / "fixtures/bad-rows.json").read_text(encoding="utf-8"))[among]
    faults = {case: one_fault(*others, data) for case, data in cases.items()}
    assert all(fault.remedy for fault in faults.values())
    told = "".join(f"[{case}]\n{fault}\n" for case, fault in faults.items())
    compare(GOLDEN / "faults" / f"bad-rows-{among.replace(' ', '-')}.txt", told)


def checked(capsys: pytest.CaptureFixture[str], folder: Path) -> str:
    """Return what `check-data` says of data that is right."""
    assert run("check-data", folder) == 0
    return capsys.readouterr().out


def test_check_of_a_pack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = {"mobs": [{"name": "Owlbear", "faction": "Carnivores", "loot_table": "Animal"}]}
    pack["spawn_table"] = [{"name": "Owlbear", "weight": 1}]
    (tmp_path / "spawns.json").write_text(json.dumps(pack), encoding="utf-8")
    mobs = len(catalog_for(None).names("mobs"))
    assert f"{mobs + 1} mobs" in checked(capsys, tmp_path)


def test_check_of_a_whole_game_stands_on_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sections = ("items", "mobs", "props", "spells", "spawn_table", "loot_tables", "faction_table")
    rows: dict[str, Any] = {section: [] for section in sections}
    (tmp_path / "spawns.json").write_text(json.dumps(rows), encoding="utf-8")
    told = checked(capsys, tmp_path)
    assert "0 mobs" in told
    assert "note: no mobs spawn at depths 1 to 30" in told
    rows["items"] = [{"name": "Book", "consumable": {"effects": {"teach_spell": "Zap"}}}]
    (tmp_path / "spawns.json").write_text(json.dumps(rows), encoding="utf-8")
    assert run("check-data", tmp_path) == 1
    assert "no spell 'Zap'" in capsys.readouterr().err


RAT = {"name": "Rat"}


def test_syntax_errors_have_line_and_column(
    tmp_path: Path, one_fault: Callable[..., Fault]
) -> None:
    (tmp_path / "spawns.json").write_text(
        '{\n  "items": [\n    {"name": }\n  ]\n}', encoding="utf-8"
    )
    assert "line 3, column 14" in one_fault(tmp_path).problem


@pytest.mark.parametrize(
    ("text", "problem"),
    [(b"[" * 200_000, "nested without end"), (b"9" * 5000, "a number without end")],
)
def test_what_python_cannot_read_is_told_without_its_words(
    text: bytes, problem: str, tmp_path: Path, one_fault: Callable[..., Fault]
) -> None:
    (tmp_path / "spawns.json").write_bytes(text)
    assert one_fault(tmp_path).problem == f"not JSON: {problem}"


def test_a_missing_folder_is_a_fault_of_its_own(
    tmp_path: Path, one_fault: Callable[..., Fault]
) -> None:
    pack = {"mobs": [RAT | {"faction": "Rats"}]}
    assert "no such file" in one_fault(tmp_path / "nowhere", pack).problem


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "spawns.json").write_text('{"mobs": [{"name": "Rat"}]}', encoding="utf-8-sig")
    assert load_catalog([tmp_path]).names("mobs") == ("Rat",)


def spawn(name: str) -> dict[str, Any]:
    return {"name": name, "weight": 1, "min_depth": 1, "max_depth": 9}


def calling(name: str, mob: str) -> dict[str, Any]:
    """Return a spell that calls somebody."""
    use = {"delivery": {"shape": "self"}, "effects": [{"kind": "summon", "mob": mob}]}
    return {"name": name, "mana_cost": 1, "effects": use}


def test_suggestions() -> None:
    assert suggested("Zapp", ["Zap", "Web"]) == "did you mean 'Zap'? Known: Web, Zap"
    assert "'weight_lbs'" in suggested("wieght", ["light", "weight_lbs", "worn"])
    assert "'weight_lbs'" in suggested("wieght_lbs", ["light", "weight_lbs", "worn"])
    assert suggested("Q", []) == "there are none"
    assert suggested("qq", map(str, range(20))).endswith("and 8 more")


def suggested(wrong: str, known: Iterable[str]) -> str:
    return str(Suggestion(wrong, known))


def test_of_thousands_of_unknown_names_the_first_are_told_and_the_rest_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    looked_for: list[str] = []
    monkeypatch.setattr(
        "roguelike.raws.faults.get_close_matches",
        lambda wrong, *_, **__: looked_for.append(wrong) or [],
    )
    file = tmp_path / "spawns.json"
    file.write_text(json.dumps({"spawn_table": [spawn(f"Nobody {n}") for n in range(3_000)]}))
    with pytest.raises(DataError) as error:
        load_catalog([file])
    lines = str(error.value).splitlines()
    assert lines[0] == f"The data has 3000 faults, of which these are the first {MOST_TOLD}:"
    assert len(lines) == 1 + MOST_TOLD
    assert '"Nobody 0"' in lines[1]
    assert len(looked_for) == MOST_TOLD  # what nobody is told is not looked for
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)  # noqa: S301


def test_faults_can_be_shown_on_any_terminal(faults_of: Callable[..., list[Fault]]) -> None:
    (fault,) = faults_of({"items": [{"name": "\ud800", "base_value": []}]})[:1]
    assert str(fault).encode("utf-8")


def test_what_has_no_name_is_not_among_the_names_that_there_are() -> None:
    assert suggested("Zop", ["", "Zap", "Zip"]) == suggested("Zop", ["Zap", "Zip"])


def test_a_ring_of_summons_is_named_from_each_of_its_members() -> None:
    data = {
        "spells": [calling("A", "Imp"), calling("B", "Ogre")],
        "mobs": [
            {"name": "Imp", "on_death": [{"spell": "B", "chance": 1}]},
            {"name": "Ogre", "abilities": [{"spell": "A", "chance": 1}]},
            {"name": "Priest", "abilities": [{"spell": "A", "chance": 1}]},
        ],
    }
    with pytest.raises(DataError) as caught:
        load_catalog([data])
    assert [(fault.entry, fault.problem) for fault in caught.value.faults] == [
        ("Imp", "summons without end: Imp > Ogre > Imp"),
        ("Ogre", "summons without end: Ogre > Imp > Ogre"),
    ]


def test_who_calls_others_that_call_nobody_is_fine() -> None:
    data = {
        "spells": [calling("A", "Imp")],
        "mobs": [{"name": "Imp"}, {"name": "Priest", "abilities": [{"spell": "A", "chance": 1}]}],
    }
    assert load_catalog([data]).has("mobs", "Priest")
