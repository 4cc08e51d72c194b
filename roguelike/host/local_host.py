"""The host: the program's raws, saves folder and settings file on this machine.

Whatever is slow to import waits for its first use, so that the title is on the screen at once.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from roguelike import __version__
from roguelike.core.content_pack import Packs
from roguelike.core.data_path import DataFolderError, chosen_packs
from roguelike.core.grammar import Message
from roguelike.engine.loading import DataLoader, LoadingError
from roguelike.engine.saves.errors import SaveError
from roguelike.engine.saves.location import cache_folder
from roguelike.host.own_files import OwnFiles
from roguelike.host.past_lines import past_of
from roguelike.ui.program import Past, UserError
from roguelike.ui.settings import Settings

if TYPE_CHECKING:  # the title screen does not wait for the engine, raws and pydantic
    from roguelike.engine.commands import Action
    from roguelike.engine.hindsight import Hindsight
    from roguelike.engine.installed_packs import InstalledPack
    from roguelike.engine.loading import Catalog
    from roguelike.engine.log.transcript import Transcript
    from roguelike.engine.practice import Board, BoardKind, Practice
    from roguelike.engine.saves.folder import SaveFolder
    from roguelike.engine.saves.replay import Replay
    from roguelike.engine.session import Game, Session
    from roguelike.engine.watching import Watched

KEPT = "catalog.txt"
SEED_DIGITS = 1_000_000_000


class LocalHost(OwnFiles):
    """What screens ask of this machine: data, games, settings. Implements `program.Host`."""

    version = __version__

    def __init__(
        self,
        saves: Path,
        data: DataLoader | None = None,
        *,
        seed: str | None = None,
    ) -> None:
        """Use a saves folder; `seed` is that of games started without one."""
        super().__init__(saves)
        cache = cache_folder()
        self._cache = None if cache is None else cache / KEPT
        self.data = data or DataLoader(self._cache, self._packs_of_new_games)
        self._packs = self.packs_of_options()
        """The packs that the options chose when the data was loaded last."""
        self._seed = seed
        self._folder: SaveFolder | None = None
        self._session: Session | None = None
        self._unsaved = ""
        self._ended = ""
        """The id of the run that ended last, by which the history knows it."""
        self._lost = ""
        self.transcript: Transcript | None = None

    # --- content packs

    def _packs_of_new_games(self) -> Sequence[Path]:
        """Return the folders of the packs of the command line, else of the options. Raises DataFolderError."""
        if chosen := chosen_packs():
            return chosen
        from roguelike.engine.installed_packs import folder_of

        return [folder_of(name, self.saves) for name in self.packs_of_options()]

    def installed_packs(self) -> "Sequence[InstalledPack]":
        """Return the content packs that may be called by name, in alphabetical order."""
        from roguelike.engine.installed_packs import installed

        return tuple(installed(self.saves).values())

    def keep_settings(self, settings: Settings) -> str | None:
        """Write the settings and put them into effect; return what went wrong, None if nothing."""
        trouble = super().keep_settings(settings)
        if settings.packs != self._packs:
            self._packs = settings.packs
            self.data = DataLoader(self._cache, self._packs_of_new_games)
            self.data.begin()
        return trouble

    # --- practice

    def boards(self, kind: "BoardKind") -> "Sequence[Board]":
        """Return the drawn boards of a kind. Raises UserError when some cannot be read."""
        from roguelike.engine.practice import PrefabError, boards

        try:
            return boards(kind, self._catalog().folders)
        except PrefabError as fault:
            raise UserError(str(fault)) from fault

    def lesson(self, board: "Board") -> "Practice":
        """Begin a lesson. Raises UserError when the data is broken, or lacks what the board names."""
        from roguelike.engine.practice import Practice

        try:
            return Practice.lesson(board, self._catalog())
        except KeyError as fault:
            raise UserError(
                f"The lesson {board.name!r} needs {fault}, which the data lacks."
            ) from fault

    # --- data and notices

    def _catalog(self) -> "Catalog":
        """Return the catalog, waiting for it if need be. Raises UserError when the raws are broken."""
        try:
            return self.data.catalog()
        except LoadingError as fault:
            raise UserError(str(fault)) from fault

    def _catalog_with(self, packs: Packs) -> "Catalog":
        """Return the data that a game was begun with. Raises UserError, SaveError when it is not to be had."""
        from roguelike.engine.installed_packs import PrefabError, catalog_with

        try:
            return catalog_with(packs, self._catalog(), self.saves)
        except (
            ValueError,
            DataFolderError,
            PrefabError,
        ) as fault:  # a pack of another game may have faults too
            raise UserError(str(fault)) from fault

    def data_hash(self) -> str:
        """Return the short hash of the raws once they are loaded; "" until then."""
        return self.data.hash()

    def data_fault(self) -> str:
        """Return what is wrong with the raws; "" until it is known, and when nothing is."""
        return self.data.fault()

    def note(self, notice: str) -> None:
        """Have the player told of something, on the title or when the program ends."""
        self._notices.append(notice)

    def notices(self) -> Sequence[str]:
        """Return what the player should be told, and forget it."""
        told, self._notices = self._notices, []
        return told

    def last_word(self) -> str:
        """Return what to tell when the program ends and the game in progress could not be saved; "" if all is well."""
        return f"The game was not saved. {self._lost}" if self._lost else ""

    # --- games

    def folder(self) -> "SaveFolder":
        """Return the saves folder, opened on the first call."""
        if self._folder is None:
            from roguelike.engine.saves.folder import SaveFolder

            self._folder = SaveFolder(self.saves)
        return self._folder

    def random_seed(self) -> str:
        """Return a random seed, short enough to tell a friend."""
        return str(int.from_bytes(os.urandom(8), "big") % SEED_DIGITS)

    def start(self, seed: str | None) -> "Session":
        """Begin a new game in place of any saved one; it stays unsaved if another program is using the saves."""
        from roguelike.engine.session import Session

        self._unsaved, self._lost, self._ended = self.taken(), "", ""
        chosen = seed or self._seed or self.random_seed()
        self._session = Session.start(chosen, self._catalog(), self._keep)
        self._session.save_soon("start")
        return self._session

    def resume(self, *, look_on: bool = False) -> "Session":
        """Continue the saved game: load the snapshot and play the commands since it. Raises UserError.

        Whoever only looks on saves nothing, and leaves the folder to the program that plays there.
        """
        from roguelike.engine.resuming import resumed
        from roguelike.engine.saves.looking_on import look_on as looked_at
        from roguelike.engine.saves.summary import packs_of

        with told_to_the_player():
            catalog = self._catalog_with(packs_of(self.saves))
            loaded = looked_at(self.saves, catalog) if look_on else self.folder().read(catalog)
        session = resumed(loaded, catalog, self.saves)
        for note in loaded.notes:
            _log(session.game, note)
        session.keeper, self._unsaved = self._keep, self.taken() if look_on else ""
        self._session = session
        if not look_on:
            session.save("resumed")
        return session

    def use_another_folder(self) -> None:
        """Use the next folder of saves beside this one in which nobody plays, and have the player told."""
        self.close()
        first, number = self.saves, 2
        while self.taken():
            self.saves = first.with_name(f"{first.name}-{number}")
            number += 1
        self.note(f"Saves are in {self.saves} now; to use it again, choose it with --saves.")

    def taken(self) -> str:
        """Return a sentence about another program that is using the saves; "" if none is."""
        from roguelike.engine.saves.summary import in_use

        return in_use(self.saves)

    def abandon(self) -> None:
        """Give the saved game up: its save becomes a line of the history."""
        self._lost = ""
        if self._session is None or self._unsaved:
            self._session = None
            return
        folder = self.folder()
        folder.recorder.recording = self._session.recording
        with told_to_the_player():
            folder.retire(self._session.game, "Gave up", how="abandoned")
        self._notices += folder.take_notes()
        self._session = None

    def _keep(self, game: "Game", commands: "Sequence[Action]", why: str) -> None:
        """Save, journal or retire, as the session asks; failures are told in the log.

        Raises:
            UserError: the game was not saved, and the player is about to leave it.
        """
        folder = self.folder()
        folder.recorder.recording = None if self._session is None else self._session.recording
        try:
            self._insist()
            match why:
                case "death":
                    self._ended = folder.retire(game, game.epitaph).run
                case "victory":
                    self._ended = folder.retire(game, game.epitaph, how="won").run
                case "command":
                    folder.append(game, commands)
                case _:
                    folder.write(game, commands)
            self._lost = ""
            self._notices += folder.take_notes()
        except SaveError as fault:
            # Of a game that was begun unsaved the player was warned, and chose it.
            self._lost = "" if str(fault) == self._unsaved else str(fault)
            self._tell(game, str(fault))
            if why == "quit":
                raise UserError(str(fault)) from fault

    def keep_hindsight(self, hindsight: "Hindsight") -> None:
        """Write what would have saved the player who died last; what goes wrong becomes a notice."""
        try:
            if self._ended and hindsight.turns:
                self.folder().keep_hindsight(self._ended, hindsight)
        except SaveError as fault:
            self._notices.append(str(fault))

    def _insist(self) -> None:
        """Refuse to save a game that began unsaved: another program's game may be in the folder by now."""
        if self._unsaved:
            raise SaveError("in use", self._unsaved)

    def _tell(self, game: "Game", trouble: str) -> None:
        """Tell in the log, once, and again on leaving, that the game is not being saved."""
        if trouble not in {line.text for line in game.log}:
            if trouble != self._unsaved:  # of that the player was warned before the game began
                self._notices.append(trouble)
            _log(game, trouble)

    def after_frame(self) -> bool:
        """Save if that was put off until the frame was shown; return whether the log has new lines about it."""
        if self._session is None:
            return False
        if self.transcript is not None:
            self.transcript.tell(self._session.log)
        lines = len(self._session.log)
        self._session.flush_save()
        return len(self._session.log) > lines

    def close(self) -> None:
        """Close the saves folder, which releases its lock."""
        if self._folder is not None:
            self._folder.close()
            self._folder = None

    def saved_game(self) -> str | None:
        """Return the title screen's line about the saved game; None without one."""
        from roguelike.engine.saves.summary import summary

        found = summary(self.saves)
        return None if found is None else found.fault or found.line

    def past_runs(self) -> Sequence[Past]:
        """Return finished runs, latest first."""
        from roguelike.engine.saves.past_runs import past_runs

        found, notes = past_runs(self.saves)
        self._notices += [note for note in notes if note not in self._notices]
        return [past_of(each) for each in reversed(found)]

    def morgue(self, number: int) -> Sequence[str]:
        """Return what was written of a finished run, row by row. Raises UserError."""
        from roguelike.engine.morgue_text import morgue_lines
        from roguelike.engine.saves.past_runs import report_of

        with told_to_the_player():
            return morgue_lines(report_of(self.saves, number))

    def watch(self, number: int) -> "Watched":
        """Open the recording of a finished run. Raises UserError."""
        from roguelike.engine.saves.past_runs import LAST, replay_of

        with told_to_the_player():
            replay = replay_of(self.saves, LAST if number == -1 else str(number))
        return self.open_replay(replay)

    def open_replay(self, replay: "Replay") -> "Watched":
        """Open a recording, with the content packs that it was made with. Raises UserError."""
        from roguelike.engine.watching import Watched

        with told_to_the_player():
            return Watched(replay, self._catalog_with(replay.packs))


@contextmanager
def told_to_the_player() -> Iterator[None]:
    """Let what is wrong with a save, a report or a replay be told as whatever else a player can understand."""
    try:
        yield
    except SaveError as fault:
        raise UserError(str(fault)) from fault


def _log(game: "Game", trouble: str) -> None:
    """Add a line about the saves to the log."""
    game.log.append(Message("{1}", (trouble,), "warn", game.turn))
