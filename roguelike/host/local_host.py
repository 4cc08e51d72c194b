"""The host: what the program's screens ask of this machine, its saves folder, its heroes and its date.

Slow imports wait for their first use, so that the title is on the screen at once. Only the host reads the date: no
game rule knows it.
"""

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from roguelike import __version__
from roguelike.core.grammar import Message
from roguelike.core.rng import Stream
from roguelike.engine.loading import DataLoader
from roguelike.engine.state.errors import SaveError
from roguelike.host.own_data import Archive, told_to_the_player
from roguelike.host.satellites import SATELLITES
from roguelike.store.heroes import home_of, names_in, why_no_name
from roguelike.toolkit.application import Satellite
from roguelike.ui.program import HeroView, UserError

if TYPE_CHECKING:
    from roguelike.engine.session import Session
    from roguelike.host.transcript import Transcript
    from roguelike.runs.hindsight import Hindsight
    from roguelike.runs.resuming import Resumption
    from roguelike.store.folder import SaveFolder
    from roguelike.store.recording import Recording
    from roguelike.world.game import Game


def hero_views(saves: Path, chosen: str) -> Sequence[HeroView]:
    """Return the heroes that have a save, and the chosen one, in alphabetical order."""
    # They read the save files: the title does not wait for them.
    from roguelike.store.generations import in_use, summary

    found = []
    for name in sorted({*names_in(saves), chosen}):
        home = home_of(saves, name)
        seen = summary(home, saves)
        line = "" if seen is None else seen.fault or seen.line
        found.append(HeroView(name, line, is_taken=bool(in_use(home))))
    return found


DAILY = "daily-"
"""How the seed of a day's dungeon begins; the date follows."""


def today_utc() -> str:
    """Return the date in UTC, YYYY-MM-DD, so that the day is the same for everybody."""
    return datetime.now(UTC).date().isoformat()


SEED_DIGITS = 1_000_000_000
UNREPORTED = "The game that was saved leaves no report, since it cannot be opened; its files are kept. {fault}"
NO_GAME_YET = "You play as {hero}, who has no game yet."


class LocalHost(Archive):
    """What screens ask of this machine: data, games, settings. Implements `program.Host`."""

    version = __version__
    satellites: Sequence[Satellite] = SATELLITES

    def __init__(
        self,
        saves: Path,
        data: DataLoader | None = None,
        *,
        seed: str | None = None,
        hero: str = "",
    ) -> None:
        """Use a saves folder, and in it the save of a hero, "" for the unnamed one.

        `seed` is used for games started without one.
        """
        super().__init__(saves, data)
        self.hero = hero
        self._seed, self._origin = seed, ""
        self._folder: SaveFolder | None = None
        self._session: Session | None = None
        self._recording: Recording | None = None
        self._world = ""
        self._unsaved = ""
        self._lost = ""
        self.transcript: Transcript | None = None

    def data_folders(self) -> Sequence[Path]:
        """Return the data folders of the game in progress, or else of new games."""
        if self._session is not None:
            return self._session.game.content.folders
        return super().data_folders()

    # --- the day

    def today(self) -> str:
        """Return the date in coordinated universal time, the same for everybody: 2026-11-22."""
        return today_utc()

    # --- notices

    def note(self, notice: str) -> None:
        """Add a notice for the player, shown on the title or when the program ends."""
        self._notices.append(notice)

    def notices(self) -> Sequence[str]:
        """Return and forget the notices for the player."""
        told, self._notices = self._notices, []
        return told

    def last_word(self) -> str:
        """Return the final message if the game in progress could not be saved; "" if all is well."""
        return f"The game was not saved. {self._lost}" if self._lost else ""

    # --- games

    def folder(self) -> "SaveFolder":
        """Return the saves folder, opened on the first call."""
        if self._folder is None:
            from roguelike.store.folder import SaveFolder

            self._folder = SaveFolder(self.home, shared=self.saves)
        return self._folder

    def random_seed(self) -> str:
        """Return a random seed, short enough to tell a friend."""
        return str(int.from_bytes(os.urandom(8), "big") % SEED_DIGITS)

    def chosen_seed(self) -> str:
        """Return the seed that the command line set for every game begun without one; "" if it is drawn at random."""
        return self._seed or ""

    def chosen_origin(self) -> str:
        """Return who the player was before every new game, as the command line or the day says; "" to be asked."""
        if not self._origin and self._seed == self.daily_seed():
            return self.daily_origin()
        return self._origin

    def be(self, origin: str) -> str:
        """Begin new games as somebody; return why that cannot be, "" if it can."""
        try:
            self._origin = self.catalog().origin_called(origin)
        except (UserError, ValueError) as fault:
            return str(fault)
        return ""

    def daily_origin(self) -> str:
        """Return who everybody was before today's dungeon."""
        return Stream(self.daily_seed(), "origin").choice(list(self.catalog().origins))

    def start(self, seed: str | None, origin: str = "", *, unsaved: str = "") -> "Session":
        """Begin a new game in place of any saved one, which ends as abandoned.

        It stays unsaved, and ends no other, if another program is using the saves or the player agreed to that.
        """
        catalog = (
            self.catalog()
        )  # first: its thread imports the rules, and two at it would get in each other's way
        from roguelike.engine.play.dungeon import new_game
        from roguelike.engine.session import Session
        from roguelike.store.recording import Recording

        if not unsaved and not self.taken() and self.saved_game() is not None:
            self._give_up_saved()
        # At once, not with the first save: of two programs started together, one must be told before it plays.
        self._unsaved, self._lost, self._ended = unsaved or self.folder().claim(), "", ""
        chosen = seed or self._seed or self.random_seed()
        game = new_game(chosen, catalog, origin or self.chosen_origin())
        recording = Recording(game)
        session = Session(recording.game, self._keep, recording)
        session.save_soon("start")
        return self._play(session, recording)

    def _give_up_saved(self) -> None:
        """Abandon the saved game with everything a run leaves; an unreadable one is set aside by later steps."""
        try:
            self.resume()
            self.abandon()
        except UserError as fault:
            self._notices.append(UNREPORTED.format(fault=fault))

    def resume(self, *, unsaved: str = "") -> "Session":
        """Continue the saved game in one go; see `resuming`. Raises UserError."""
        work = self.resuming(unsaved=unsaved)
        while not work.work(max(1, work.length)):
            pass
        return work.session

    def resuming(self, *, unsaved: str = "") -> "Resumption":
        """Load the saved game, ready to repeat the commands given since the save. Raises UserError.

        With `unsaved` (why nothing is to be saved) the player only looks on, and the folder is left to the program that
        plays there.
        """
        self.catalog()  # first, as for a new game
        from roguelike.runs.resuming import Resumption
        from roguelike.store.generations import packs_of
        from roguelike.store.loaded import look_on

        with told_to_the_player():
            catalog = self.catalog_with(packs_of(self.home))
            loaded = look_on(self.home, catalog) if unsaved else self.folder().read(catalog)
            return Resumption(
                loaded, catalog, self.saves, self.take_up, unsaved=unsaved, told=told_to_the_player
            )

    def take_up(self, work: "Resumption") -> None:
        """Make a resumed game the one in progress, write the notes on its loading into its log, and save it soon.

        It is saved again only after it has been shown: until then the disk holds everything that led to it.
        """
        for note in work.loaded.notes:
            _log(work.session.game, note)
        work.session.keeper, self._unsaved = self._keep, work.unsaved
        self._play(work.session, work.recording)
        if not work.unsaved:
            work.session.save_soon("resumed")

    def _play(self, session: "Session", recording: "Recording") -> "Session":
        """Make a session the one in progress, and drop the world of the one before, which no screen shows any more."""
        from roguelike.world import ecs

        before, self._world = self._world, session.game.world
        if before and before != self._world:
            ecs.drop_world(before)
        self._session, self._recording = session, recording
        session.game.enter()
        return session

    @property
    def home(self) -> Path:
        """The folder of the hero's save."""
        return home_of(self.saves, self.hero)

    def heroes(self) -> Sequence[HeroView]:
        """Return the heroes that have a save, and the chosen one, in alphabetical order."""
        return hero_views(self.saves, self.hero)

    def choose_hero(self, name: str) -> None:
        """Play as another hero from now on. Raises UserError for an invalid name."""
        fault = why_no_name(name)
        if fault:
            raise UserError(fault)
        self.close()
        self.hero = name
        if name and self.saved_game() is None:
            self.note(NO_GAME_YET.format(hero=name))

    def use_another_hero(self) -> None:
        """Play as the next hero whose save is not in use, and tell the player so."""
        self.close()
        first, number = self.hero or "hero", 2
        while self.taken():
            self.hero = f"{first}-{number}"
            number += 1
        self.note(f"You play as {self.hero} now, beside the other game (--save {self.hero}).")

    def play_today(self) -> None:
        """Use today's seed for games that are started without one."""
        self._seed = self.daily_seed()

    def daily_seed(self) -> str:
        """Return the seed of today's dungeon, the same for everybody."""
        return f"{DAILY}{self.today()}"

    def taken(self) -> str:
        """Return a sentence about another program that is using the saves; "" if none is."""
        from roguelike.store.generations import in_use

        return in_use(self.home)

    def saves_nothing(self) -> bool:
        """Return whether the game in progress began unsaved: another program uses the saves, or did."""
        return bool(self._unsaved)

    def abandon(self) -> None:
        """Abandon the saved game: its save becomes a line of the history."""
        self._lost = self._ended = ""
        if self._session is None or self._recording is None or self._unsaved:
            self._session = None
            return
        from roguelike.runs.run_reports import end_run

        folder = self.folder()
        with told_to_the_player():
            self._ended = end_run(folder, self._recording, "Gave up", "abandoned").run
        self._notices += folder.take_notes()
        self._session = None

    def _keep(self, game: "Game", why: str) -> None:
        """Save, log or retire the game, as the session asks; failures are shown to the player in its messages.

        Raises:
            UserError: the game was not saved, and the player is about to leave it.
        """
        folder, recording = self.folder(), self._recording
        assert recording is not None
        try:
            self._insist()
            match why:
                case "death" | "victory":
                    from roguelike.runs.run_reports import end_run

                    how = "died" if why == "death" else "won"
                    self._ended = end_run(folder, recording, game.epitaph, how).run
                case "command":
                    folder.append(recording)
                case _:
                    folder.write(recording, beside=why in ("turns", "level"))
            self._lost = ""
            self._notices += folder.take_notes()
        except SaveError as fault:
            # The player was warned about a game that began unsaved, and chose it.
            self._lost = "" if str(fault) == self._unsaved else str(fault)
            self._tell(game, str(fault))
            if why == "quit":
                raise UserError(str(fault)) from fault

    def keep_hindsight(self, hindsight: "Hindsight") -> None:
        """Write what would have saved the player who died last; failures become a notice."""
        from roguelike.runs.run_reports import keep_hindsight

        try:
            if self._ended and hindsight.turns:
                keep_hindsight(self.folder(), self._ended, hindsight)
        except SaveError as fault:
            self._notices.append(str(fault))

    def _insist(self) -> None:
        """Refuse to save a game that began unsaved: another program's game may be in the folder by now."""
        if self._unsaved:
            raise SaveError("in use", self._unsaved)

    def _tell(self, game: "Game", trouble: str) -> None:
        """Say once in the log, and again on leaving, that the game is not being saved."""
        if trouble not in {line.text for line in game.log}:
            if trouble != self._unsaved:  # the player was warned of that before the game began
                self._notices.append(trouble)
            _log(game, trouble)

    def after_frame(self) -> bool:
        """Write what was postponed until the frame was shown, or else plan the level below.

        Return whether the log has new lines about a save.
        """
        self.flush_progress()
        if self._session is None:
            return False
        lines = len(self._session.log)
        if self.transcript is not None:
            try:
                self.transcript.tell(self._session.log)
            except OSError as fault:
                self.transcript = None
                _log(self._session.game, f"The transcript breaks off: {fault.strerror}.")
        if not self._session.flush_save():
            self._session.plan_ahead()
        return len(self._session.log) > lines

    def close(self) -> None:
        """Write what still waits, and close the saves folder, which releases its lock."""
        self.flush_progress()
        if self._folder is not None:
            self._folder.close()
            self._folder = None

    def saved_game(self) -> str | None:
        """Return the title screen's line about the saved game; None if there is none."""
        from roguelike.store.generations import packs_of, summary

        found = summary(self.home, self.saves)
        if found is None:
            return None
        packs = packs_of(self.home)
        line = f"{found.line}, with {', '.join(map(str, packs))}" if packs else found.line
        return found.fault or (f"{self.hero}: {line}" if self.hero else line)


def _log(game: "Game", trouble: str) -> None:
    """Add a line about the saves to the log."""
    game.log.append(Message("{1}", (trouble,), "warn", game.turn))
