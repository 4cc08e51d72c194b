"""Sounds: which are heard of a turn, how they are made, and that no game waits for one."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tcod.sdl.audio

from roguelike.core import data_path
from roguelike.core.sounds import Sound, read_sounds
from roguelike.engine.play import commands
from roguelike.engine.play.heard import _HEARD_AS
from roguelike.engine.session import Session
from roguelike.testing import Arena
from roguelike.toolkit.sound import RATE, VOICES, Sounds, wave_of

SHIPPED = read_sounds([data_path.data_folder()])
LEGEND = {"o": "Orc", "+": "Door", "b": "Beginner's Magic"}


class Voice:
    """Takes what it is given, and is busy from then on."""

    def __init__(self) -> None:
        self.queued_samples = 0
        self.heard: list[Any] = []

    def queue_audio(self, samples: Any) -> None:
        self.heard.append(samples)
        self.queued_samples = len(samples)


class Card:
    """A sound card."""

    def __init__(self) -> None:
        self.voices: list[Voice] = []

    def new_stream(self, **_format: Any) -> Voice:
        self.voices.append(Voice())
        return self.voices[-1]


def silent() -> Card:
    raise RuntimeError("no sound card")


def heard(drawing: str, prepare: Callable[[Arena], object], *actions: commands.Action) -> set[str]:
    with Arena.from_ascii(drawing, LEGEND) as arena:
        prepare(arena)
        session = Session(arena.game)
        return {name for action in actions for name in session.do(action).sounds}


@pytest.mark.parametrize(
    ("drawing", "actions", "names"),
    [
        ("#####\n#@+.#\n#####", [commands.Step(1, 0)], {"door"}),
        ("#####\n#@b.#\n#####", [commands.Step(1, 0), commands.PickUp()], {"take"}),
    ],
)
def test_deeds_are_heard(drawing: str, actions: list[commands.Action], names: set[str]) -> None:
    assert heard(drawing, lambda arena: None, *actions) == names


def test_a_kill_by_magic_is_heard() -> None:
    def prepare(arena: Arena) -> None:
        arena.teach("Zap")
        arena.set_pools(arena.find("Orc"), hp=1)

    assert {"cast", "kill"} <= heard(
        "######\n#@.o.#\n######", prepare, commands.Cast("Zap", (3, 1))
    )


def test_every_sound_that_is_heard_is_shipped_and_none_is_idle() -> None:
    told = {"death", "kill", "hurt", "hit", "miss", "cast", "trap", "door", "coin", "heal", "take", "fire", "stairs",
            "level"}  # fmt: skip
    assert set(SHIPPED) == told
    assert len(_HEARD_AS) <= len(told)


@pytest.mark.parametrize("name", SHIPPED)
def test_waves_stay_within_bounds_and_are_the_same_each_time(name: str) -> None:
    wave = wave_of(SHIPPED[name])
    assert len(wave) == RATE * SHIPPED[name].milliseconds // 1000
    assert 0.01 < np.abs(wave).max() <= 1.0
    assert np.isfinite(wave).all()
    assert (wave == wave_of(SHIPPED[name])).all()


def test_what_finds_no_voice_is_not_waited_for() -> None:
    card = Card()
    sounds = Sounds([data_path.data_folder()], lambda: card)
    for _ in range(3):
        sounds.play(["hit", "miss", "no such sound", "kill"], "normal")
    assert len(card.voices) == VOICES
    assert sum(len(voice.heard) for voice in card.voices) == VOICES


def test_switched_off_nothing_is_opened() -> None:
    card = Card()
    Sounds([data_path.data_folder()], lambda: card).play(["hit"], "off")
    assert not card.voices


def test_without_a_sound_card_all_is_silent() -> None:
    Sounds([data_path.data_folder()], silent).play(["hit"], "loud")


def test_the_real_card_of_a_dummy_driver_takes_them() -> None:
    Sounds([data_path.data_folder()]).play(["hit", "level"], "quiet")


def test_a_pack_lays_its_sounds_over_those_below(tmp_path: Path) -> None:
    (tmp_path / "sounds.json").write_text(
        '{"sounds": [{"name": "hit", "wave": "sine", "from_hz": 99, "to_hz": 99, "milliseconds": 50, "volume": 1}]}'
    )
    assert read_sounds([data_path.data_folder(), tmp_path])["hit"] == Sound(
        "hit", "sine", 99, 99, 50, 1
    )


def test_what_the_sound_library_complains_of_is_not_seen(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """ALSA writes eight lines to standard error where there is no sound card."""

    class NoCard:
        def open(self) -> None:
            os.write(2, b"ALSA lib confmisc.c: cannot find card '0'\n")
            raise RuntimeError("no card")

    monkeypatch.setattr(tcod.sdl.audio, "get_default_playback", NoCard)
    Sounds([data_path.data_folder()]).play(["hit"], "normal")
    assert capfd.readouterr().err == ""
    os.write(2, b"heard again")
    assert capfd.readouterr().err == "heard again"
