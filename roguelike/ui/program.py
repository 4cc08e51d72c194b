"""What all screens share: the game in progress, the player's settings, and the few things only the host can do.

The host is `roguelike.app` in play and `roguelike.testing` in tests; screens know it only by this protocol.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from roguelike.core.records import Record, State, field
from roguelike.ui.keymap import Keymap
from roguelike.ui.look.palette import Palette, palette
from roguelike.ui.progress import Progress
from roguelike.ui.screen import Screen
from roguelike.ui.settings import Settings

if TYPE_CHECKING:  # the title screen must not wait for the engine and its raws
    from roguelike.engine.drawing import Sign
    from roguelike.engine.hindsight import Hindsight
    from roguelike.engine.installed_packs import InstalledPack
    from roguelike.engine.practice import Board, BoardKind, Practice
    from roguelike.engine.puzzles.daily import Daily
    from roguelike.engine.resuming import Resumption
    from roguelike.engine.session import Session
    from roguelike.engine.watching import Watched
    from roguelike.ui.sound import Sounds


class Past(Record):
    """One finished run, as the list of them shows it. `line` tells all of it; `number` is how commands name it."""

    line: str
    score: int = 0
    number: int = 0
    epitaph: str = ""
    depth: int = 0
    level: int = 0
    turns: int = 0
    hero: str = ""
    has_report: bool = False
    has_replay: bool = False


class HeroView(Record):
    """A hero who can be played: the name of the save, "" without one, how the game stands, "" before there is any."""

    name: str
    line: str = ""
    is_taken: bool = False
    """Whether another program is playing it."""


class ChosenHero(Record):
    """What the title is handed when the player wants to play as somebody else: the hero's name, "" without one."""

    name: str


class Host(Protocol):
    """What the program can do for its screens."""

    version: str
    hero: str
    """The name of the save that is played, "" of the one without a name."""

    def data_hash(self) -> str:
        """Return the short hash of the raws, shown on the title."""

    def packs(self) -> Sequence[str]:
        """Return the content packs that new games are played with ("inks 1.0"); () until they are loaded."""

    def data_fault(self) -> str:
        """Return what is wrong with the data, one fault a line; empty until that is known, and when nothing is."""

    def random_seed(self) -> str:
        """Draw a seed that is short enough to tell a friend."""

    def chosen_seed(self) -> str:
        """Return the seed that every game begun without one gets, as the command line said; "" if chance draws it."""

    def start(self, seed: str | None, *, unsaved: str = "") -> "Session":
        """Begin a new game; None draws a seed. Raises UserError.

        It is not saved while the saves are taken, nor when the player agreed to that: `unsaved` says why.
        """

    def resuming(self, *, unsaved: str = "") -> "Resumption":
        """Load the saved game to play on, or only to look on (`unsaved` says why). Raises UserError."""

    def repeat(self, work: "Resumption", commands: int) -> bool:
        """Repeat up to `commands` of those given since the save; return whether the game is ready to be played.

        Raises UserError, after which it cannot be.
        """

    def heroes(self) -> Sequence[HeroView]:
        """Return those who have a save, and the one who is chosen, in alphabetical order."""

    def choose_hero(self, name: str) -> None:
        """Play as another hero from now on. Raises UserError for a name that cannot be."""

    def use_another_hero(self) -> None:
        """Play as the next hero whose save nobody uses, and have the player told."""

    def daily_seed(self) -> str:
        """Return the seed of today's dungeon, the same for everybody."""

    def taken(self) -> str:
        """Return a sentence about another program that is using the saves; "" if none is."""

    def saves_nothing(self) -> bool:
        """Return whether the player agreed that the game in progress is not saved."""

    def abandon(self) -> None:
        """End the game in progress and retire its save, as given up. Raises UserError with a message for the player."""

    def saved_game(self) -> str | None:
        """Return a line about the saved game, None when there is none."""

    def past_runs(self) -> Sequence[Past]:
        """Return finished runs, latest first."""

    def morgue(self, number: int) -> Sequence[str]:
        """Return what was written of a finished run, row by row. Raises UserError."""

    def watch(self, number: int | None) -> "Watched":
        """Open the recording of a finished run, None for the one that ended just now. Raises UserError."""

    def notices(self) -> Sequence[str]:
        """Return what the player should be told (a damaged save moved aside, an unwritable folder), and forget it."""

    def load_settings(self) -> Settings:
        """Return the player's settings, the defaults where there are none."""

    def keep_settings(self, settings: Settings) -> str | None:
        """Store the settings and put them into effect (tile scale); returns what went wrong, for the player."""

    def load_progress(self) -> Progress:
        """Return what the player was told, has learned and has drawn; nothing where there is no sound file of it."""

    def keep_hindsight(self, hindsight: "Hindsight") -> None:
        """Store what would have saved the player who died last; what goes wrong becomes a notice."""

    def keep_progress(self, progress: Progress) -> str | None:
        """Store what the player has been told, learned and drawn; returns what went wrong, for the player."""

    def data_folders(self) -> Sequence[Path]:
        """Return the folders of the data in force: the game's own, then the packs over it."""

    def installed_packs(self) -> "Sequence[InstalledPack]":
        """Return the content packs that may be called by name, in alphabetical order."""

    def boards(self, kind: "BoardKind") -> "Sequence[Board]":
        """Return the drawn boards of a kind. Raises UserError when some cannot be read."""

    def looks(self, board: "Board") -> "Mapping[str, Sign]":
        """Return how what stands on a board looks, by its letter; nothing while the data is broken."""

    def lesson(self, board: "Board") -> "Practice":
        """Begin a lesson or puzzle, which has nothing to do with any game in progress. Raises UserError."""

    def puzzle_of(self, code: str) -> "Board":
        """Return the puzzle of a code. Raises UserError, with one line, for what is no such code."""

    def daily(self) -> "Daily":
        """Begin to make the puzzle of today. Raises UserError."""

    def today(self) -> str:
        """Return the date, the same for everybody: 2026-11-22."""


class UserError(Exception):
    """Something went wrong that the player can understand; the message says what, where and what to do."""


class Program(State):
    """The state that all screens share; each is handed it."""

    host: Host
    settings: Settings = field(default_factory=Settings)
    screen_named: Callable[[str, "Program"], Screen | None] = lambda _name, _program: None
    """Makes the screens that others open by name: see `roguelike.ui.opening`."""
    session: "Session | None" = None
    progress: Progress = field(default_factory=Progress)
    can_flicker: bool = False
    """Whether what burns, or a sky, may move by itself: in a window, not where all that changes goes down a line."""

    has_shades: bool = True
    """Whether grounds that differ little are told apart, as they are not in 16 colours or none."""

    sounds: "Sounds | None" = None
    """What plays sounds; None where there are none, as in a terminal."""

    copy: Callable[[str], bool] | None = None
    """Puts a text on the clipboard, and returns whether it is there; None where the terminal does that."""

    obey: Callable[[str], bool] = lambda _: False
    """Does what concerns the window and no screen (a picture, fullscreen, larger letters); false of other names."""

    def play(self, names: Sequence[str]) -> None:
        """Play sounds by name, as loud as the settings say."""
        if names and self.sounds is not None:
            self.sounds.play(names, self.settings.sound)

    def open(self, name: str) -> Screen:
        """Make the screen of a name; KeyError when no screen has it."""
        screen = self.screen_named(name, self)
        if screen is None:
            raise KeyError(name)
        return screen

    @property
    def keymap(self) -> Keymap:
        """The key bindings in force."""
        return self.settings.keymap

    @property
    def flickers(self) -> bool:
        """Whether what burns is to be seen moving: where it can, and nobody has switched it off."""
        return (
            self.can_flicker and self.settings.flicker == "on" and self.settings.animation != "off"
        )

    @property
    def palette(self) -> Palette:
        """The palette that the settings choose."""
        return palette(self.settings.palette)

    @property
    def game(self) -> "Session":
        """The game in progress; only screens that are open during one may ask."""
        if self.session is None:
            raise RuntimeError("no game is in progress")
        return self.session
