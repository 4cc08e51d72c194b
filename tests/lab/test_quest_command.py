"""`roguelike quest`: what would be found has somewhere to go before anything is searched for."""

from pathlib import Path

import pytest

from roguelike.app import main


def test_where_nothing_can_be_written_nothing_is_searched_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def search(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("roguelike.lab.quest.search", search)
    assert main(["quest", "--out", "/proc/nowhere/won.gz"]) == 1
    told = capsys.readouterr().err
    assert told == "roguelike: /proc/nowhere/won.gz cannot be written: No such file or directory.\n"


@pytest.mark.parametrize(
    ("kept", "told"), [(False, ""), (True, " The same command goes on from here.")]
)
def test_a_search_that_is_broken_off_says_so(
    kept: bool,  # noqa: FBT001
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def search(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("roguelike.lab.quest.search", search)
    words = ["quest", "--out", str(tmp_path / "won.gz")]
    assert main([*words, "--keep", str(tmp_path / "kept")] if kept else words) == 1
    assert capsys.readouterr().out == f"Broken off, with no winning game yet.{told}\n"
