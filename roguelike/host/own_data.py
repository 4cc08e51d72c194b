"""What lies on this machine: the data in use with its packs, the player's own small files, finished runs."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from roguelike.core import data_path
from roguelike.engine.loading import DataLoader, LoadingError
from roguelike.engine.state.errors import SaveError
from roguelike.store import atomic
from roguelike.toolkit.settings import Progress, Settings
from roguelike.ui.program import UserError

if TYPE_CHECKING:
    from roguelike.engine.loading import Catalog
    from roguelike.runs.past_runs import PastRun
    from roguelike.runs.past_runs_screen import Past
    from roguelike.runs.watching import Watched
    from roguelike.store.replay import Replay


SETTINGS_FILE, PROGRESS_FILE = "settings.json", "progress.json"
MOST_BYTES = 1_000_000
"""Maximum size of settings and progress; nothing longer is read."""
MOST_TOLD = 5
"""Maximum number of a file's faults that are told."""


T = TypeVar("T", Settings, Progress)


def _text_of(path: Path) -> str:
    """Return the text of a file, without the byte order mark that some editors write. Raises OSError or ValueError."""
    return atomic.read_bounded(path, MOST_BYTES).decode("utf-8-sig")


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
        return self._read(SETTINGS_FILE, Settings, Settings.from_json, "Defaults are used")

    def keep_settings(self, settings: Settings) -> str | None:
        """Write the settings and apply them; return what went wrong, None if nothing."""
        if self.on_settings is not None:
            self.on_settings(settings)
        return self._store("settings", SETTINGS_FILE, settings.to_json())

    def packs_of_options(self) -> tuple[str, ...]:
        """Return the names of the content packs in the options; () if the file cannot be read."""
        with suppress(OSError, ValueError):
            return Settings.from_json(_text_of(self.saves / SETTINGS_FILE))[0].packs
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

    def _read(
        self,
        name: str,
        fresh: Callable[[], T],
        parse: Callable[[str], tuple[T, Sequence[str]]],
        so: str,
    ) -> T:
        """Read a file; an invalid one is moved aside, and `so` states the consequence. Lost entries are told."""
        path = self.saves / name
        try:
            found, lost = parse(_text_of(path))
        except FileNotFoundError:
            return fresh()
        except OSError as fault:
            self._notices.append(f"{path} cannot be read: {fault.strerror}. {so}.")
            return fresh()
        except ValueError as fault:
            from roguelike.core.plain_words import quotable  # what is in order needs none

            aside = self._set_aside(path)
            self._notices.append(
                f"{path} is no {path.stem} file: {quotable(str(fault))}. {so}; what it held is in {aside.name}."
            )
            return fresh()
        if lost:
            from roguelike.core.plain_words import quotable

            told = "; ".join(map(quotable, lost[:MOST_TOLD]))
            aside = self._set_aside(path)
            self._store(path.stem, name, found.to_json())
            self._notices.append(f"{path}: {told}. The rest counts; all is in {aside.name}.")
        return found

    def _set_aside(self, path: Path) -> Path:
        """Move a file aside, if the folder allows it; return where to."""
        aside = atomic.free_name(path.with_suffix(".damaged"))
        with suppress(OSError):
            path.rename(aside)
        return aside

    def _store(self, what: str, name: str, text: str) -> str | None:
        """Write a file in the saves folder; return what went wrong, None if nothing."""
        path = self.saves / name
        try:
            self.saves.mkdir(parents=True, exist_ok=True)
            atomic.write_whole(path, text.encode())
        except OSError as fault:
            return f"The {what} could not be stored in {path}: {fault.strerror}."
        return None


NO_MEMORY = "There is not enough memory to read that. Close other programs and try again: every file was left as it is."


class OwnData(OwnFiles):
    """Loads the data, once the first frame is shown or somebody asks."""

    def __init__(self, saves: Path, data: DataLoader | None) -> None:
        """Load the data with `data`; None for a loader of its own."""
        super().__init__(saves)
        self._cache = data_path.kept_catalog()
        self.data = data or DataLoader(self._cache, self._packs_of_new_games)
        self._packs = self.packs_of_options()
        """The packs in the options when the data was last loaded."""

    def _packs_of_new_games(self) -> Sequence[Path]:
        """Return the pack folders from the command line, or else from the options. Raises DataFolderError."""
        if chosen := data_path.chosen_packs():
            return chosen
        named = self.packs_of_options()
        if not named:  # the rest loads much, which the first frame need not wait for
            return []
        from roguelike.store.installed_packs import folder_of

        return [folder_of(name, self.saves) for name in named]

    def data_folders(self) -> Sequence[Path]:
        """Return the data folders of new games: the game's own, and the packs over it if they are available."""
        with suppress(data_path.DataFolderError):
            return (data_path.data_folder(), *self._packs_of_new_games())
        return (data_path.data_folder(),)

    def keep_settings(self, settings: Settings) -> str | None:
        """Write the settings and apply them; return what went wrong, None if nothing."""
        trouble = super().keep_settings(settings)
        if settings.packs != self._packs:
            self._packs = settings.packs
            self.data = DataLoader(self._cache, self._packs_of_new_games)
            self.data.begin()
        return trouble

    # --- data and notices

    def catalog(self) -> "Catalog":
        """Return the catalog, waiting for it if necessary. Raises UserError if the raws are broken."""
        try:
            return self.data.catalog()
        except LoadingError as fault:
            raise UserError(str(fault)) from fault

    def catalog_with(self, packs: data_path.Packs) -> "Catalog":
        """Return the data that a game was begun with. Raises UserError or SaveError if it is not available."""
        from roguelike.store.installed_packs import PrefabError, catalog_with

        try:
            return catalog_with(packs, self.catalog(), self.saves)
        except (
            ValueError,
            data_path.DataFolderError,
            PrefabError,
        ) as fault:  # a pack of another game may have faults too
            raise UserError(str(fault)) from fault

    def settle(self) -> None:
        """Wait until what loads while the title is shown is there, or is known to be broken."""
        self.data.settle()

    def data_hash(self) -> str:
        """Return the short hash of the raws once they are loaded; "" until then."""
        return self.data.hash()

    def packs(self) -> Sequence[str]:
        """Return the content packs of new games in readable form; () until they are loaded."""
        return tuple(map(str, self.catalog().packs)) if self.data_hash() else ()

    def data_fault(self) -> str:
        """Return what is wrong with the raws; "" if nothing is, and until that is known."""
        return self.data.fault()


@contextmanager
def told_to_the_player() -> Iterator[None]:
    """Turn faults in a save, a report or a replay into a UserError."""
    try:
        yield
    except SaveError as fault:
        raise UserError(str(fault)) from fault
    except MemoryError as fault:
        raise UserError(NO_MEMORY) from fault


NOT_KEPT = "This run was played without saving: no replay of it was kept."


class Archive(OwnData):
    """Answers the screens' questions about past runs."""

    _ended = ""
    """The id in the history of the run that ended last in this program."""

    def past_runs(self) -> "Sequence[Past]":
        """Return finished runs, latest first."""
        from roguelike.runs.past_runs import past_runs

        found, notes = past_runs(self.saves)
        self._notices += [note for note in notes if note not in self._notices]
        return [_past(each) for each in reversed(found)]

    def morgue(self, number: int) -> Sequence[str]:
        """Return the report of a finished run, row by row. Raises UserError."""
        from roguelike.runs.past_runs import report_lines

        with told_to_the_player():
            return report_lines(self.saves, number)

    def watch(self, number: int | None) -> "Watched":
        """Open the recording of a finished run; None is the one that ended just now. Raises UserError."""
        from roguelike.runs.past_runs import past_runs, replay_of

        if number is None:
            found, _ = past_runs(self.saves)
            number = next((each.number for each in found if each.run.run == self._ended), None)
        if number is None:
            raise UserError(NOT_KEPT)
        with told_to_the_player():
            replay = replay_of(self.saves, str(number))
        return self.open_replay(replay)

    def open_replay(self, replay: "Replay") -> "Watched":
        """Open a recording, with the content packs that it was made with. Raises UserError."""
        from roguelike.runs.watching import Watched

        with told_to_the_player():
            return Watched(replay, self.catalog_with(replay.packs))


def _past(each: "PastRun") -> "Past":
    """Return a finished run's entry for the list."""
    from roguelike.runs.past_runs_screen import Past
    from roguelike.store.history import NewerRun, newer_words

    run = each.run
    hero = f"{run.hero}: " if run.hero else ""
    newer = f", {newer_words(run)}" if isinstance(run, NewerRun) else ""
    line = (
        f"{hero}{run.epitaph}, {run.place} (depth {run.depth}), level {run.level}, turn {run.turns:,}, "
        f"score {run.score:,}, seed {run.seed}, {run.when[:10]}{', wizard mode' if run.wizard else ''}{newer}"
    )
    return Past(
        line,
        run.score,
        each.number,
        run.epitaph,
        run.tallies.get("deepest", run.depth),
        run.level,
        run.turns,
        run.hero,
        run.origin,
        each.has_report,
        each.has_replay,
    )
