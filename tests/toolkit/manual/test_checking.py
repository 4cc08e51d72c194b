"""Pages of the manual that a pack brings, checked with the rest of it."""

from pathlib import Path

import pytest

from roguelike import app
from roguelike.core.data_path import data_folder
from roguelike.toolkit.manual.checking import ManualError, check_manual
from tests.packs import LAMPLIGHTERS


def page(folder: Path, text: str, name: str = "owls") -> Path:
    """Write a page of a pack."""
    (folder / "manual").mkdir(exist_ok=True)
    (folder / "manual" / f"{name}.md").write_text(text, encoding="utf-8")
    return folder


def test_the_pages_of_the_game_and_of_the_example_are_sound() -> None:
    assert "13 pages" in check_manual(data_folder())
    assert "1 page of the manual" in check_manual(LAMPLIGHTERS, [data_folder()])


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
        check_manual(tmp_path, [data_folder()])
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
    assert app.main(["check-data"]) == 0
    assert "13 pages of the manual" in capsys.readouterr().out
    (tmp_path / "spawns.json").write_text("{}")
    page(tmp_path, "Owls.\n")
    assert app.main(["check-data", str(tmp_path)]) == 1
    assert "owls.md: has no title" in capsys.readouterr().err
