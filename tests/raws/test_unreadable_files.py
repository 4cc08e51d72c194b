"""Whatever a file holds, loading it comes to a catalog or to a DataError, told plainly, with line and column."""

import copy
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.core.data_path import data_folder
from roguelike.raws.catalog import load_catalog
from roguelike.raws.faults import DataError, Fault
from roguelike.raws.models.document import SECTIONS

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


OWN = json.loads((data_folder() / "spawns.json").read_text(encoding="utf-8"))
SMALL = {section: rows[:6] if isinstance(rows, list) else rows for section, rows in OWN.items()}
KEYS = [
    "name",
    "effects",
    "kind",
    "damage",
    "ranged",
    "delivery",
    "looks",
    "range",
    "weapon",
    "Zap",
    "burst",
]
scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(KEYS)
)
junk = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(), inner, max_size=4)
    ),
    max_leaves=12,
)


def load(data: Any) -> None:
    """Load it; a refusal must be able to say why."""
    refusal: DataError | None = None
    try:
        load_catalog([data])
    except DataError as error:
        refusal = error
    assert refusal is None or (refusal.faults and str(refusal).encode())


@given(
    st.dictionaries(
        st.sampled_from(SECTIONS) | st.text(), st.lists(junk, max_size=3) | junk, max_size=4
    )
)
def test_no_junk_crashes_the_loader(data: dict[str, Any]) -> None:
    load(data)


def spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return [path, *(spot for key, each in inner for spot in spots(each, (*path, key)))]


SPOTS = [spot for spot in spots(SMALL) if spot]


@given(st.lists(st.tuples(st.sampled_from(SPOTS), junk), min_size=1, max_size=3))
def test_no_junk_in_good_data_crashes_the_loader(
    changes: list[tuple[tuple[Any, ...], Any]],
) -> None:
    data = copy.deepcopy(SMALL)
    for spot, value in changes:
        where: Any = data
        for step in spot[:-1]:
            if not isinstance(where, dict | list) or (
                isinstance(where, list) and not isinstance(step, int)
            ):
                break
            where = (
                where.get(step)
                if isinstance(where, dict)
                else where[step]
                if step < len(where)
                else None
            )
        if isinstance(where, dict):
            where[spot[-1]] = value
    load(data)


@given(
    st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "ignore"))
)
def test_no_junk_file_crashes_the_loader(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "junk.json"
    path.write_bytes(content)
    load(path)


def test_lone_surrogates_and_depths() -> None:
    deep: Any = "x"
    for _ in range(3_000):
        deep = [deep]
    for value in (
        "\ud800",
        deep,
        10**5_000,
        float("inf"),
        b"bytes",
        {1: 2},
        {"\ud800": 1},
        object(),
    ):
        load({"items": value})
        load({"items": [value]})
        load({"items": [{"name": value}]})
        load({"items": [{"name": "x", "consumable": {"effects": value}}]})
        load(
            {
                "items": [
                    {"name": "x", "consumable": {"effects": {"damage": value, "ranged": value}}}
                ]
            }
        )
        load(
            {
                "items": [
                    {"name": "x", "consumable": {"effects": [{"kind": "slow", "penalty": value}]}}
                ]
            }
        )
        load({"items": [{"name": "x", "weapon": {"base_damage": value, "range": value}}]})
        load({"\ud800": value})


def test_seventy_thousand_rows_are_checked_in_a_few_seconds() -> None:
    data = json.loads((data_folder() / "spawns.json").read_text(encoding="utf-8"))
    data["spawn_table"] = [dict(row) for row in data["spawn_table"] for _ in range(272)]
    began = time.process_time()
    with pytest.raises(DataError) as caught:
        load_catalog((data,))
    assert len(caught.value.faults) == len(data["spawn_table"]) // 272
    assert time.process_time() - began < 8


def test_a_file_without_end_is_refused(tmp_path: Path) -> None:
    (tmp_path / "spawns.json").touch()
    os.truncate(tmp_path / "spawns.json", 10**11)
    with pytest.raises(DataError, match="it has more than"):
        load_catalog((tmp_path,))
