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


def test_keys_that_stand_twice(tmp_path: Path, one_fault: Callable[..., Fault]) -> None:
    (tmp_path / "spawns.json").write_text(
        '{"items": [{"name": "A", "base_value": 1, "base_value": 2}]}', encoding="utf-8"
    )
    fault = one_fault(tmp_path)
    assert fault.field == "base_value"
    assert "twice in the entry 'A'" in fault.problem


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
