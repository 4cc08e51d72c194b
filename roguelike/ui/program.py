"""What all screens share: the game in progress, the player's settings, and the few things only the host can do.

The host is `roguelike.app` in play and `roguelike.testing` in tests; screens know it only by this protocol.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from roguelike.core.records import Record, State, field
from roguelike.ui.keymap import Keymap
from roguelike.ui.look.palette import Palette, palette
from roguelike.ui.opening import HOUSE, Offer, Satellite
from roguelike.ui.screen import Screen
from roguelike.ui.settings import Progress, Settings

if TYPE_CHECKING:  # the title screen must not wait for the engine and its raws
    from roguelike.engine.loading import Catalog
    from roguelike.engine.session import Session
    from roguelike.ui.sound import Sounds

T = TypeVar("T")


class HeroView(Record):
    """A playable hero: the name of the save ("" for the unnamed one) and how the game stands ("" if there is none)."""

    name: str
    line: str = ""
    is_taken: bool = False
    """Whether another program is playing it."""


class ChosenHero(Record):
    """The title screen's input when the player wants to play as another hero: its name, "" for the unnamed one."""

    name: str


class Resuming(Protocol):
    """A saved game on its way to where it was left: the commands given since the save are repeated."""

    @property
    def session(self) -> "Session":
        """The game as far as it has come."""

    @property
    def done(self) -> int:
        """How many commands are repeated."""

    @property
    def length(self) -> int:
        """How many there are."""

    def work(self, commands: int) -> bool:
        """Repeat up to so many more; return whether the game is ready to play.

        Raises UserError, after which the game cannot be played.
        """

    def drop(self) -> None:
        """Leave the game as it is saved."""


class Host(Protocol):
    """What the program can do for its screens."""

    version: str
    saves: Path
    """The folder in which everything is kept."""
    hero: str
    """The name of the save that is played; "" for the unnamed one."""
    satellites: Sequence[Satellite]
    """What hangs on the house: screens that other rooms define."""

    def data_hash(self) -> str:
        """Return the short hash of the raws, shown on the title."""

    def packs(self) -> Sequence[str]:
        """Return the content packs of new games ("inks 1.0"); () until they are loaded."""

    def data_fault(self) -> str:
        """Return what is wrong with the data, one fault a line; "" if nothing is, and until that is known."""

    def random_seed(self) -> str:
        """Draw a random seed that is short enough to tell a friend."""

    def chosen_seed(self) -> str:
        """Return the seed that the command line set for every game begun without one; "" if it is drawn at random."""

    def start(self, seed: str | None, *, unsaved: str = "") -> "Session":
        """Begin a new game; None draws a seed. Raises UserError.

        It is not saved if another program uses the saves or the player agreed to play unsaved: `unsaved` says why.
        """

    def resuming(self, *, unsaved: str = "") -> Resuming:
        """Load the saved game to play it, or only to look at it (`unsaved` says why). Raises UserError."""

    def heroes(self) -> Sequence[HeroView]:
        """Return the heroes that have a save, and the chosen one, in alphabetical order."""

    def choose_hero(self, name: str) -> None:
        """Play as another hero from now on. Raises UserError for an invalid name."""

    def use_another_hero(self) -> None:
        """Play as the next hero whose save is not in use, and tell the player so."""

    def daily_seed(self) -> str:
        """Return the seed of today's dungeon, the same for everybody."""

    def taken(self) -> str:
        """Return a sentence about another program that is using the saves; "" if none is."""

    def saves_nothing(self) -> bool:
        """Return whether the player agreed not to save the game in progress."""

    def abandon(self) -> None:
        """End the game in progress as given up and retire its save. Raises UserError with a message for the player."""

    def saved_game(self) -> str | None:
        """Return a line about the saved game, None when there is none."""

    def notices(self) -> Sequence[str]:
        """Return and forget the notices for the player (a damaged save moved aside, an unwritable folder)."""

    def load_settings(self) -> Settings:
        """Return the player's settings, or the defaults if there are none."""

    def keep_settings(self, settings: Settings) -> str | None:
        """Store the settings and apply them (tile scale); return what went wrong, for the player."""

    def load_progress(self) -> Progress:
        """Return what the player was told, has learned and has drawn; nothing if there is no valid file of it."""

    def keep_progress(self, progress: Progress) -> str | None:
        """Store what the player was told, has learned and has drawn; return what went wrong, for the player."""

    def keep_progress_soon(self, progress: Progress) -> None:
        """Store the progress once the next frame was shown."""

    def data_folders(self) -> Sequence[Path]:
        """Return the data folders in use: the game's own, then the packs over it."""

    def catalog(self) -> "Catalog":
        """Return the data of new games. Raises UserError if it is broken."""

    def today(self) -> str:
        """Return the date, the same for everybody: 2026-11-22."""


class UserError(Exception):
    """Something went wrong that the player can understand; the message says what, where and what to do."""


class Program(State):
    """The state that all screens share; each screen gets it."""

    host: Host
    settings: Settings = field(default_factory=Settings)
    session: "Session | None" = None
    progress: Progress = field(default_factory=Progress)
    can_flicker: bool = False
    """Whether fire or sky may move by itself: true in a window, false where every change is sent over a line."""

    has_shades: bool = True
    """Whether similar ground colours can be told apart; false with 16 colours or none."""

    sounds: "Sounds | None" = None
    """The sound player; None if there is none, as in a terminal."""

    copy: Callable[[str], bool] | None = None
    """Copies a text to the clipboard and returns whether that worked; None if the terminal does it."""

    obey: Callable[[str], bool] = lambda _: False
    """Carries out commands for the window (a picture, fullscreen, larger letters); returns False for other names."""

    def play(self, names: Sequence[str]) -> None:
        """Play sounds by name, at the volume in the settings."""
        if names and self.sounds is not None:
            self.sounds.play(names, self.settings.sound)

    def open(self, name: str, *given: object) -> Screen:
        """Make a screen by its name, `given` what it needs to know; raise KeyError if there is none."""
        screen = self.find(name, *given)
        if screen is None:
            raise KeyError(name)
        return screen

    def find(self, name: str, *given: object) -> Screen | None:
        """Make a screen by its name; None if no screen has it."""
        for screens in (HOUSE, *(each.screens for each in self.host.satellites)):
            place = screens.get(name)
            if place is not None:
                return cast("Screen", place.make(self, *given))
        return None

    def opens(self, name: str) -> bool:
        """Return whether there is a screen of this name."""
        return name in HOUSE or any(name in each.screens for each in self.host.satellites)

    def on_title(self) -> Iterator[Offer]:
        """Yield what satellites offer on the title."""
        for each in self.host.satellites:
            yield from each.on_title

    def host_as(self, kind: Callable[..., T]) -> T:
        """Return the host as what a satellite's protocol calls it: what only that satellite needs of the machine."""
        return cast("T", self.host)

    @property
    def keymap(self) -> Keymap:
        """The key bindings in force."""
        return self.settings.keymap

    @property
    def flickers(self) -> bool:
        """Whether fire is shown moving: if the device can and the settings allow it."""
        return (
            self.can_flicker and self.settings.flicker == "on" and self.settings.animation != "off"
        )

    @property
    def palette(self) -> Palette:
        """The palette chosen in the settings."""
        return palette(self.settings.palette)

    @property
    def game(self) -> "Session":
        """The game in progress; only screens that are open during one may ask for it."""
        if self.session is None:
            raise RuntimeError("no game is in progress")
        return self.session
