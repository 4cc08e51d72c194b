"""The settings file: whatever it holds, it is read or refused in words."""

import os
from pathlib import Path

import pytest
from msgspec import json

from roguelike import __version__
from roguelike.host import LocalHost
from roguelike.store.history import Run, is_retired
from roguelike.toolkit.settings import Progress, Settings, SettingsError
from tests.goldens import compare_faults, wrong

BAD = ("", "[", "[]", "5", "null", '"x"', "[" * 100_000, '{"a":' * 100_000)


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:20])
def test_what_is_no_settings_is_refused(text: str) -> None:
    with pytest.raises(SettingsError):
        Settings.from_json(text)


def test_what_is_no_progress_is_refused() -> None:
    for text in ("", "[", '{"a":' * 100_000):
        with pytest.raises(ValueError, match=r"."):
            Progress.from_json(text)


def test_settings_come_back() -> None:
    assert Settings.from_json(Settings(palette="greyscale").to_json())[0].palette == "greyscale"


def test_one_wrong_entry_loses_itself_and_not_the_rest(tmp_path: Path) -> None:
    told = []
    for number, entry in enumerate(wrong("settings")):
        folder = tmp_path / str(number)
        folder.mkdir()
        notice = notice_of(entry, folder)
        told.append((entry, notice.replace(str(folder), "saves")))
    compare_faults("settings", told)


def notice_of(entry: str, folder: Path) -> str:
    """Return what is told of settings of which one entry is wrong, and the others hold."""
    held = f'\ufeff{{"palette": "greyscale", "hints": "off", {entry}}}'
    (folder / "settings.json").write_text(held, encoding="utf-8")
    host = LocalHost(folder)
    settings = host.load_settings()
    assert (settings.palette, settings.hints) == ("greyscale", "off")
    if "explore" in entry:
        assert settings.keymap.keys("explore") == ("f9",)
    (notice,) = host.notices()
    assert (folder / "settings.damaged").read_text(encoding="utf-8") == held
    again = LocalHost(folder)
    assert again.load_settings().to_json() == settings.to_json()
    assert not again.notices()
    return notice


LOUD = r"\u001b[2J" * 3_000


@pytest.mark.parametrize("keys", ['{"explore": ["LOUD"]}', '{"LOUD": ["a"]}', '["LOUD"]'])
def test_what_is_wrong_is_not_repeated_at_length(keys: str, tmp_path: Path) -> None:
    text = f'{{"keys": {keys.replace("LOUD", LOUD)}}}'
    (tmp_path / "settings.json").write_text(text, encoding="utf-8")
    host = LocalHost(tmp_path)
    host.load_settings()
    (notice,) = host.notices()
    assert notice.isprintable()
    assert len(notice) < 700


def test_one_wrong_entry_of_the_progress_loses_itself_and_not_the_rest(tmp_path: Path) -> None:
    held = '\ufeff{"hints": ["walk"], "lessons": 3, "puzzles": ["Zap"], "later": 1}'
    (tmp_path / "progress.json").write_text(held, encoding="utf-8")
    host = LocalHost(tmp_path)
    assert host.load_progress() == Progress(["walk"], [], "", ["Zap"])
    assert "lessons: Expected `array`, got `int`" in " ".join(host.notices())


def test_lines_of_a_newer_history_are_shown_as_newer(tmp_path: Path) -> None:
    ours = Run("a", "died", "Fell", "Caves", 3, "2026-11-28", 2, 90, "7", version=__version__)
    line = json.decode(json.encode(ours))
    lines = [
        line,
        {**line, "run": "b", "glow": [1]},
        {**line, "run": "c", "version": "99.0", "depth": "three"},
        {**line, "run": "d", "depth": "three"},
        {"glow": 1},
    ]
    text = "\ufeff" + "".join(json.encode(each).decode() + "\n" for each in lines)
    (tmp_path / "history.jsonl").write_text(text, encoding="utf-8")
    host = LocalHost(tmp_path)
    told = [each.line.partition("2026-11-28")[2] for each in reversed(host.past_runs())]
    assert told == ["", f", of a newer version, {__version__}", ", of a newer version, 99.0"]
    assert [notice.split(" of ")[0] for notice in host.notices()] == ["Line 4", "Line 5"]
    assert is_retired(tmp_path / "history.jsonl", "c")


def test_files_without_end_are_not_read(tmp_path: Path) -> None:
    for name in ("settings.json", "progress.json", "history.jsonl"):
        (tmp_path / name).touch()
        os.truncate(tmp_path / name, 10**11)
    host = LocalHost(tmp_path)
    assert host.load_settings().to_json() == Settings().to_json()
    assert host.load_progress() == Progress()
    assert host.past_runs() == []
    assert "more than" in " ".join(host.notices())
