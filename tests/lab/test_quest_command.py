"""`roguelike quest`: what would be found has somewhere to go before anything is searched for."""

import pytest

from roguelike.app import main


def test_where_nothing_can_be_written_nothing_is_searched_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def search(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("roguelike.lab.quest.quest_command.search", search)
    assert main(["quest", "--out", "/proc/nowhere/won.gz"]) == 1
    told = capsys.readouterr().err
    assert told == "roguelike: /proc/nowhere/won.gz cannot be written: No such file or directory.\n"
