"""The settings file: whatever it holds, it is read or refused in words."""

import os
from pathlib import Path

import pytest

from roguelike.host import LocalHost
from roguelike.toolkit.settings import Progress, Settings, SettingsError

BAD = (
    "", "[", "[]", "5", "null", '"x"', "[" * 100_000, '{"a":' * 100_000, '{"keys": 5}', '{"keys": {"play": 5}}',
    '{"keys": {"wait": [[]]}}', '{"animation": []}', '{"animation": null}', '{"scale": 1e999}', '{"what": 1}',
)  # fmt: skip


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:20])
def test_what_is_no_settings_is_refused(text: str) -> None:
    with pytest.raises(SettingsError):
        Settings.from_json(text)


def test_what_is_no_progress_is_refused() -> None:
    for text in ("", "[", '{"a":' * 100_000):
        with pytest.raises(ValueError, match=r"."):
            Progress.from_json(text.encode())


def test_settings_come_back() -> None:
    assert Settings.from_json(Settings(palette="greyscale").to_json()).palette == "greyscale"


def test_files_without_end_are_not_read(tmp_path: Path) -> None:
    for name in ("settings.json", "progress.json", "history.jsonl"):
        (tmp_path / name).touch()
        os.truncate(tmp_path / name, 10**11)
    host = LocalHost(tmp_path)
    assert host.load_settings().to_json() == Settings().to_json()
    assert host.load_progress() == Progress()
    assert host.past_runs() == []
    assert "more than" in " ".join(host.notices())
