"""The manual says what is so: its keys, links, pictures, commands, options and variables are those of the program.

Pages of the manual that a pack brings, checked with the rest of it.
The page on drawing says what is so: its examples are sound, its keys and signs are all that there are.
"""

import os
import re
from pathlib import Path

import pytest

from roguelike import app
from roguelike.commands.manual import as_text
from roguelike.commands.prefab_check import lock_faults
from roguelike.components.looks import Renderable
from roguelike.core import data_path
from roguelike.core.colour import VARIANTS
from roguelike.lab.command_list import COMMANDS
from roguelike.mapgen import prefab
from roguelike.mapgen import prefab as arrangement
from roguelike.practice import boards
from roguelike.store import location
from roguelike.toolkit.keymap import ACTIONS, Keymap
from roguelike.toolkit.manual import setting
from roguelike.toolkit.manual.checking import ManualError, check_manual
from roguelike.toolkit.palette import palette
from roguelike.toolkit.settings import CHOICES
from roguelike.world.catalog import Catalog
from tests.packs import LAMPLIGHTERS, pack

MANUAL = data_path.data_folder() / "manual"
PAGES = sorted(MANUAL.glob("*.md"))
README = data_path.data_folder().parent / "README.md"
LINK = re.compile(r"\]\(([^)#]+)\)")
CODE = re.compile(r"^    (.+)$", re.MULTILINE)
OPTIONS = CHOICES.values()
NARROWEST = 74
"""Columns that a line of code may have, so that nothing of it is cut in 80 columns."""


def text_of(name: str) -> str:
    """Return what a page says."""
    return (MANUAL / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", [*PAGES, README], ids=lambda page: page.stem)
def test_every_key_is_the_one_that_the_game_comes_with(page: Path) -> None:
    keymap = Keymap()
    for action, key, is_all in setting.written(page.read_text(encoding="utf-8")):
        told = "  ".join(setting.all_keys(keymap, action)) if is_all else keymap.hint(action)
        assert key == told, f"{page.name}: {action}"


def test_the_page_on_keys_has_them_all() -> None:
    (page,) = (
        each.text for each in setting.topics([data_path.data_folder()]) if each.name == "keys"
    )
    assert {action for action, _, _ in setting.written(page)} >= {action.name for action in ACTIONS}


@pytest.mark.parametrize("page", [*PAGES, README], ids=lambda page: page.stem)
def test_links_and_pictures_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_index_lists_every_page() -> None:
    names = {page.stem for page in PAGES} - {setting.INDEX}
    assert set(re.findall(r"\]\(([\w-]+)\.md\)", text_of(setting.INDEX))) == names
    assert [topic.name for topic in setting.topics([data_path.data_folder()])][:2] == [
        "playing",
        "keys",
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_code_has_room_at_eighty_columns(page: Path) -> None:
    for line in CODE.findall(page.read_text(encoding="utf-8")):
        assert len(line) <= NARROWEST, line


def test_every_option_is_told_in_its_own_words() -> None:
    text = text_of("options")
    rows = [f"| {label} | {words} |" for label, _, words in OPTIONS]
    table = ["## All options", "", "| Option | What it does |", "|---|---|", *rows]
    packs = "| Content packs | Which packs new games are played with: see [packs](packs.md). |"
    wanted = text.partition("## All options")[0] + "\n".join([*table, packs, ""])
    if os.environ.get("GOLDEN") == "write":
        (MANUAL / "options.md").write_text(wanted, encoding="utf-8")
    assert text == wanted, "GOLDEN=write python -m pytest tests/toolkit/manual writes it anew"
    assert all(f"*{name}*" in text for name in VARIANTS)


def test_every_sign_of_a_thing_is_explained(catalog: Catalog) -> None:
    table = text_of("playing").partition("## Symbols")[2]
    explained = {
        sign for row in re.findall(r"^\| `(.*?)` \|", table, re.MULTILINE) for sign in row.split()
    }
    looks = (each for name in catalog.names("items") for each in catalog.templates("items", name))
    assert {look.glyph for look in looks if isinstance(look, Renderable)} <= explained


def test_every_variable_and_command_is_told() -> None:
    variables = text_of("environment")
    for name in (
        data_path.OVERRIDE,
        data_path.PACKS,
        location.OVERRIDE,
        "NO_COLOR",
        "XDG_DATA_HOME",
    ):
        assert f"`{name}`" in variables
    every = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for command, *_ in COMMANDS:
        assert f"roguelike {command}" in every, command


# --- how it is set


def shown(text: str, width: int = 40, keymap: Keymap | None = None) -> list[str]:
    """Return a page as the rows of a screen."""
    blocks = setting.Setter(palette("default"), keymap or Keymap()).blocks(text, width)
    return ["".join(part for part, _ in line) for block in blocks for line in block]


def test_a_page_in_lines() -> None:
    text = (
        "# Head\n\nSome *words* and\n`code`.\n\n- one\n- two words\n\n    code  here\n\n1. first\n"
    )
    assert shown(text) == [
        "Head", "Some words and code.", "• one", "• two words", "  code  here", "1. first"
    ]  # fmt: skip


def test_a_table_has_its_last_column_wrapped() -> None:
    text = "| A | B |\n|---|---|\n| `x` | one two three |\n"
    assert shown(text, 12) == ["A  B", "x  one two", "   three"]


def test_keys_are_those_in_force() -> None:
    keymap = Keymap({"explore": ["F5", "F6"]})
    text = "Press `o`<!--explore-->, one of `o`<!--keys explore-->."
    assert shown(text, keymap=keymap) == ["Press F5, one of F5  F6."]
    assert shown("`o`<!--explore-->", keymap=Keymap({"explore": []})) == ["(no key)"]


def test_keys_are_never_broken_in_two() -> None:
    keys = ["N", "Shift+Keypad 3", "Shift+Page Down"]
    assert setting.packed(keys) == ["N  Shift+Keypad 3", "Shift+Page Down"]
    assert setting.packed(["x" * 50])[0].endswith("…")


@pytest.mark.parametrize("width", [60, 76, 100, 160])
def test_no_line_is_wider_than_the_page(width: int) -> None:
    for topic in setting.topics([data_path.data_folder(), LAMPLIGHTERS]):
        assert all(len(row) <= width for row in shown(topic.text, width)), topic.name


# --- packs, and the terminal


def test_packs_bring_pages_of_their_own(tmp_path: Path) -> None:
    inks = pack(tmp_path / "inks")
    (inks / "manual").mkdir()
    (inks / "manual" / "inks.md").write_text("# Of inks\n\nThey are black.\n")
    (inks / "manual" / "saves.md").write_text("# Saves, in ink\n")
    (inks / "manual" / "index.md").write_text("# Another index\n")
    (inks / "manual" / "odd.md").write_bytes(b"\xff\xfe")
    found = setting.topics([data_path.data_folder(), inks])
    assert found[-1] == setting.Topic("inks", "Of inks", "# Of inks\n\nThey are black.\n")
    assert [topic.title for topic in found if topic.name == "saves"] == ["Saves, in ink"]
    assert {"index", "odd"} & {topic.name for topic in found} == set()


def test_topics_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(["help"]) == 0
    listed = capsys.readouterr().out
    assert all(page.stem in listed for page in PAGES if page.stem != setting.INDEX)
    assert app.main(["help", "Saves"]) == 0
    assert "Saves, and where they are\n====" in capsys.readouterr().out
    assert app.main(["help", "savez"]) == 1
    assert "Did you mean 'saves'?" in capsys.readouterr().err
    assert app.main(["--data", "lamplighters", "help", "lamplighters"]) == 0
    assert "light the caverns" in capsys.readouterr().out


def test_plain_text_tells_code_from_words() -> None:
    topic = setting.Topic("t", "T", "## T\n\nPress `o`<!--explore-->, see `a.txt`.\n")
    assert as_text(topic, 60) == "T\n-\nPress `o`, see `a.txt`.\n"


def page(folder: Path, text: str, name: str = "owls") -> Path:
    """Write a page of a pack."""
    (folder / "manual").mkdir(exist_ok=True)
    (folder / "manual" / f"{name}.md").write_text(text, encoding="utf-8")
    return folder


def test_no_page_is_no_fault(tmp_path: Path) -> None:
    assert check_manual(tmp_path) == ""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Owls.\n", "has no title"),
        ("# Owls\n\nSee [playing](playing.md) and\n[this](nowhere.md).\n", "line 4: there is no page nowhere.md"),
        ("# Owls\n\n`o`<!--explode-->\n", "line 3: unknown action 'explode': did you mean explore?"),
        ("# Owls\n\n`p`<!--explore-->\n", "`p`<!--explore-->: the game comes with `o`"),
        ("# Owls\n" + "x" * 200_000, "a page may have 200,000"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(tmp_path: Path, text: str, told: str) -> None:
    page(tmp_path, text)
    with pytest.raises(ManualError) as found:
        check_manual(tmp_path, [data_path.data_folder()])
    assert told in str(found.value)
    assert "1 fault:" in str(found.value)
    assert "owls.md" in str(found.value)


def test_all_faults_are_told_together(tmp_path: Path) -> None:
    page(tmp_path, "No title. [This](nowhere.md)\n")
    page(tmp_path, "# Two\n\n`p`<!--explore-->\n", "two")
    with pytest.raises(ManualError, match="3 faults"):
        check_manual(tmp_path)


def test_what_is_no_text_is_told(tmp_path: Path) -> None:
    page(tmp_path, "")
    (tmp_path / "manual" / "owls.md").write_bytes(b"# Owls \xff")
    with pytest.raises(ManualError, match="is not UTF-8"):
        check_manual(tmp_path)


def test_the_command_checks_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(["check-data", str(LAMPLIGHTERS)]) == 0
    assert "1 page of the manual" in capsys.readouterr().out
    (tmp_path / "spawns.json").write_text("{}")
    page(tmp_path, "Owls.\n")
    assert app.main(["check-data", str(tmp_path)]) == 1
    assert "owls.md: has no title" in capsys.readouterr().err


PAGE = (data_path.data_folder() / "manual" / "drawing.md").read_text(encoding="utf-8")
DRAWN = re.compile(r"(?:^    .*\n|^\n(?=    ))+", re.MULTILINE)
KEY = re.compile(r"^\|((?: ?`[a-z ]+`,?)+) \|", re.MULTILINE)


def examples() -> list[str]:
    """Return what is drawn on the page."""
    return [
        re.sub("^    ", "", found[0].strip("\n"), flags=re.MULTILINE)
        for found in DRAWN.finditer(PAGE)
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
