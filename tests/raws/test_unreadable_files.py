"""Files that are no data, or none that can be read: each is told plainly, with line and column."""

from collections.abc import Callable
from pathlib import Path

import pytest

from roguelike.raws.catalog import load_catalog
from roguelike.raws.faults import Fault

RAT = {"name": "Rat"}


def test_syntax_errors_have_line_and_column(
    tmp_path: Path, one_fault: Callable[..., Fault]
) -> None:
    (tmp_path / "spawns.json").write_text(
        '{\n  "items": [\n    {"name": }\n  ]\n}', encoding="utf-8"
    )
    assert "line 3, column 14" in one_fault(tmp_path).problem


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"items": [\n{"name": "A",\n"base_value": 1,\n"base_value": 2}]}', 'line 4: items "A", base_value'),
        (
            '{"mobs": [{"name": "A",\n"attributes": {"might": 1, "fitness": 3,\n"might": 2}}]}',
            'line 3: mobs "A", attributes.might',
        ),
        ('{"mobs": [],\n"mobs": []}', "line 2: mobs"),
        ('{"$schema": ' + "[" * 40 + '{"a": 1, "a": 2}' + "]" * 40 + "}", ": a key"),
    ],
)  # fmt: skip
def test_keys_that_stand_twice(
    text: str, told: str, tmp_path: Path, faults_of: Callable[..., list[Fault]]
) -> None:
    (tmp_path / "spawns.json").write_text(text, encoding="utf-8")
    (twice,) = (str(each) for each in faults_of(tmp_path) if "stands twice" in each.problem)
    assert f"spawns.json{', ' * told.startswith('line')}{told}" in twice
    assert twice.endswith("(keep one of the two)")


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ('{"items": [{"name": "A"},]}', "take out the comma before the closing bracket"),
        ('{"items": [{"name": "A",\n}]}', "take out the comma before the closing bracket"),
        ('{"items": [ // none\n]}', "JSON has no comments: take it out, or write it into a `why`"),
        ("{'items': []}", "write \" around names and texts, not '"),
        ('{"items": [}', "look for a missing comma, quote or bracket just before it"),
        ('{"items" []}', "look for a missing comma, quote or bracket just before it"),
    ],
)
def test_what_other_notations_have_and_json_lacks(
    text: str, remedy: str, tmp_path: Path, one_fault: Callable[..., Fault]
) -> None:
    (tmp_path / "spawns.json").write_text(text, encoding="utf-8")
    assert one_fault(tmp_path).remedy == remedy


@pytest.mark.parametrize(
    "text", [b"", b"\xff\xfe", b"[1]", b'{"items": [{"name": NaN}]}', b"[" * 5000, b"9" * 5000]
)
def test_files_that_are_not_data(
    text: bytes, tmp_path: Path, one_fault: Callable[..., Fault]
) -> None:
    (tmp_path / "spawns.json").write_bytes(text)
    assert one_fault(tmp_path).file == str(tmp_path / "spawns.json")


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
