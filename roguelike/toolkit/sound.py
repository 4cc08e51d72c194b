"""Sounds: a dozen rows of data, turned into waves on first use and played by SDL.

The game never waits for a sound: one that finds no free voice is not played. Without a sound card there is silence.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from roguelike.core.rng import Stream
from roguelike.core.sounds import Sound, SoundError, read_sounds

RATE: Final = 22_050
"""Samples per second."""
VOICES: Final = 4
"""How many sounds can play at the same time."""
VOLUMES: Final[Mapping[str, float]] = {"off": 0.0, "quiet": 0.25, "normal": 0.5, "loud": 1.0}
Samples = NDArray[np.float32]


def wave_of(sound: Sound) -> Samples:
    """Return the samples of a sound, -1.0 to 1.0; the same row always gives the same samples."""
    count = RATE * sound.milliseconds // 1000
    share = np.linspace(0.0, 1.0, count, dtype=np.float32)
    turns = np.cumsum(sound.from_hz + (sound.to_hz - sound.from_hz) * share) / RATE
    match sound.wave:
        case "sine":
            shape = np.sin(2 * np.pi * turns)
        case "triangle":
            shape = 4 * np.abs(turns % 1 - 0.5) - 1
        case "square":
            shape = np.where(turns % 1 < 0.5, 1.0, -1.0)
        case "noise":
            # One random level for each half cycle, so that the pitch is audible in the hiss.
            chance = Stream(0, sound.name)
            levels = [chance.below(2_001) / 1_000 - 1 for _ in range(int(2 * turns[-1]) + 2)]
            shape = np.array(levels)[(2 * turns).astype(int)]
    fade = np.exp(-4 * share) * np.minimum(1, 200 * share)
    wave: Samples = (shape * fade * sound.volume).astype(np.float32)
    return wave


class Sounds:
    """Plays sounds by name. Nothing is read or opened before the first sound."""

    def __init__(self, folders: Sequence[Path], opened: Callable[[], Any] | None = None) -> None:
        """Prepare the sounds of some folders; `opened` opens the sound card, by default the system's."""
        self._folders, self._waves = folders, dict[str, Samples]()
        self._open = opened or _default_card
        self._card: Any = None
        self._voices: list[Any] | None = None

    def play(self, names: Iterable[str], volume: str) -> None:
        """Play some sounds at once, at a volume of VOLUMES; unknown names are silent."""
        loudness = VOLUMES[volume]
        if not loudness:
            return
        wanted = [self._wave(name) for name in names if name in self._sounds]
        free = [voice for voice in self._ready() if not voice.queued_samples]
        for voice, wave in zip(free, wanted, strict=False):
            voice.queue_audio(wave * loudness)

    @cached_property
    def _sounds(self) -> Mapping[str, Sound]:
        """The sounds; empty if they cannot be read, which `check-data` reports."""
        try:
            return read_sounds(self._folders)
        except SoundError:
            return {}

    def _wave(self, name: str) -> Samples:
        """Return the samples of a sound, made once."""
        if name not in self._waves:
            self._waves[name] = wave_of(self._sounds[name])
        return self._waves[name]

    def _ready(self) -> list[Any]:
        """Return the voices, opened at the first call; [] if there is no sound card."""
        if self._voices is None:
            try:
                self._card = self._open()
                self._voices = [
                    self._card.new_stream(format=np.float32, channels=1, frequency=RATE)
                    for _ in range(VOICES)
                ]
            except RuntimeError:
                self._voices = []
        return self._voices


def _default_card() -> Any:
    """Open the system's default sound card."""
    import tcod.sdl.audio

    with _unheard():
        return tcod.sdl.audio.get_default_playback().open()


@contextmanager
def _unheard() -> Iterator[None]:
    """Suppress output to standard error, where ALSA reports line by line that it finds no card."""
    try:
        kept = os.dup(2)
    except OSError:  # there is no standard error
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
