"""Whatever a file holds, loading it comes to a catalog or to a DataError, never to anything else."""

import copy
import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.core import data_path
from roguelike.raws import rows
from roguelike.raws.catalog import load_catalog
from roguelike.raws.faults import DataError

OWN = json.loads((data_path.data_folder() / "spawns.json").read_text(encoding="utf-8"))
SMALL = {
    section: written[:6] if isinstance(written, list) else written
    for section, written in OWN.items()
}
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
        st.sampled_from(rows.SECTIONS) | st.text(), st.lists(junk, max_size=3) | junk, max_size=4
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


def test_thousands_of_rows_are_checked_in_a_few_seconds() -> None:
    data = json.loads((data_path.data_folder() / "spawns.json").read_text(encoding="utf-8"))
    data["spawn_table"] = [dict(row) for row in data["spawn_table"] for _ in range(136)]
    began = time.process_time()
    with pytest.raises(DataError) as caught:
        load_catalog((data,))
    assert len(caught.value.faults) == len(data["spawn_table"]) // 136
    assert time.process_time() - began < 4


def test_a_file_without_end_is_refused(tmp_path: Path) -> None:
    (tmp_path / "spawns.json").touch()
    os.truncate(tmp_path / "spawns.json", 10**11)
    with pytest.raises(DataError, match="it has more than"):
        load_catalog((tmp_path,))
