"""The page on drawing says what is so: its examples are sound, its keys and signs are all that there are."""

import re

import pytest

from roguelike.commands.prefab_check import lock_faults
from roguelike.core import data_path
from roguelike.mapgen import prefab
from roguelike.mapgen import prefab as arrangement
from roguelike.practice import boards
from roguelike.world.catalog import Catalog

PAGE = (data_path.data_folder() / "manual" / "drawing.md").read_text(encoding="utf-8")
CODE = re.compile(r"(?:^    .*\n|^\n(?=    ))+", re.MULTILINE)
KEY = re.compile(r"^\|((?: ?`[a-z ]+`,?)+) \|", re.MULTILINE)


def examples() -> list[str]:
    """Return what is drawn on the page."""
    return [
        re.sub("^    ", "", found[0].strip("\n"), flags=re.MULTILINE)
        for found in CODE.finditer(PAGE)
    ]


def keys(heading: str) -> set[str]:
    """Return the keys that a part of the page names."""
    part = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return {key for row in KEY.findall(part) for key in re.findall("`(.*?)`", row)}


def test_the_examples_are_sound(catalog: Catalog) -> None:
    vault, board = examples()
    piece = prefab.parse(vault, "vault.txt")
    assert [*lock_faults(piece, catalog)] == []
    for section, name in piece.legend.values():
        assert catalog.has(section, name)
    assert boards.parse_board(board, "board.txt").goal == "clear"


@pytest.mark.parametrize(
    ("heading", "known"),
    [
        ("A vault", f"name, depth, place, {arrangement.KEYS}"),
        ("A board", boards.KEYS),
        ("A puzzle", f"goal, {boards.TASK_KEYS}"),
    ],
)
def test_every_key_is_told(heading: str, known: str) -> None:
    assert keys(heading) == set(known.split(", "))


def test_every_sign_is_told() -> None:
    signs = PAGE.partition("| Sign | Ground |")[2]
    assert set(re.findall(r"^\| `(.)` \|", signs, re.MULTILINE)) == {*prefab.GROUND, prefab.START}
