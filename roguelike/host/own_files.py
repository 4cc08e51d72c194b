"""The player's own files next to the saves: settings, and what the game remembers about the player between runs."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from roguelike.store.atomic import free_name, read_bounded, write_whole
from roguelike.ui.progress import Progress
from roguelike.ui.settings import Settings

SETTINGS_FILE, PROGRESS_FILE = "settings.json", "progress.json"
MOST_BYTES = 1_000_000
"""Maximum size of settings and progress; nothing longer is read."""


T = TypeVar("T", Settings, Progress)


def _settings_in(data: bytes) -> Settings:
    """Read settings; ValueError says what is wrong."""
    return Settings.from_json(data.decode("utf-8"))


class OwnFiles:
    """Reads and writes these files. Faults while reading become notices."""

    def __init__(self, saves: Path) -> None:
        """Keep the files in a folder."""
        self.saves = saves
        self.on_settings: Callable[[Settings], None] | None = None
        self._notices: list[str] = []
        self._waiting: Progress | None = None

    def load_settings(self) -> Settings:
        """Return the settings; a broken file is moved aside with a notice, and the defaults are used."""
        return self._read(SETTINGS_FILE, Settings, _settings_in, "Defaults are used")

    def keep_settings(self, settings: Settings) -> str | None:
        """Write the settings and apply them; return what went wrong, None if nothing."""
        if self.on_settings is not None:
            self.on_settings(settings)
        return self._store("settings", SETTINGS_FILE, settings.to_json().encode())

    def packs_of_options(self) -> tuple[str, ...]:
        """Return the names of the content packs in the options; () if the file cannot be read."""
        with suppress(OSError, ValueError):
            text = read_bounded(self.saves / SETTINGS_FILE, MOST_BYTES).decode("utf-8")
            return Settings.from_json(text).packs
        return ()

    def load_progress(self) -> Progress:
        """Return what the player was told, learned and drew; a broken file is moved aside with a notice."""
        return self._read(
            PROGRESS_FILE, Progress, Progress.from_json, "Lessons and hints begin anew"
        )

    def keep_progress(self, progress: Progress) -> str | None:
        """Write what the player was told, learned and drew; return what went wrong, None if nothing."""
        self._waiting = None
        return self._store("progress", PROGRESS_FILE, progress.to_json())

    def keep_progress_soon(self, progress: Progress) -> None:
        """Write the progress after the next frame: no key waits for the disk because a hint was told."""
        self._waiting = progress

    def flush_progress(self) -> None:
        """Write the progress that waited. A failure goes untold: all that is lost is that hints were seen."""
        if self._waiting is not None:
            self.keep_progress(self._waiting)

    def _read(self, name: str, fresh: Callable[[], T], parse: Callable[[bytes], T], so: str) -> T:
        """Read a file; an invalid one is moved aside, and `so` states the consequence."""
        path = self.saves / name
        try:
            return parse(read_bounded(path, MOST_BYTES))
        except FileNotFoundError:
            return fresh()
        except OSError as fault:
            self._notices.append(f"{path} cannot be read: {fault.strerror}. {so}.")
        except ValueError as fault:
            aside = free_name(path.with_suffix(".damaged"))
            with suppress(OSError):
                path.rename(aside)
            what = path.stem
            self._notices.append(
                f"{path} is no {what} file: {fault}. {so}; what it held is in {aside.name}."
            )
        return fresh()

    def _store(self, what: str, name: str, text: bytes) -> str | None:
        """Write a file in the saves folder; return what went wrong, None if nothing."""
        path = self.saves / name
        try:
            self.saves.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)
        except OSError as fault:
            return f"The {what} could not be stored in {path}: {fault.strerror}."
        return None
