"""What the screens of the game share: the game in progress, and what the host does for it.

The host is `roguelike.app` in play and `roguelike.testing` in tests; screens know it only by this protocol.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol

from roguelike.core.records import Record
from roguelike.toolkit.application import Application, Machine, Place, Places
from roguelike.toolkit.settings import Progress, Settings

if TYPE_CHECKING:  # the title screen must not wait for the engine and its raws
    from roguelike.engine.loading import Catalog
    from roguelike.engine.session import Session
    from roguelike.toolkit.screen import Screen


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
        """How many commands there are to repeat in all."""

    def work(self, commands: int) -> bool:
        """Repeat up to so many more; return whether the game is ready to play.

        Raises UserError, after which the game cannot be played.
        """

    def drop(self) -> None:
        """Leave the game as it is saved."""


class Host(Machine, Protocol):
    """What the program can do for its screens."""

    version: str
    saves: Path
    """The folder in which everything is kept."""
    hero: str
    """The name of the save that is played; "" for the unnamed one."""

    def settle(self) -> None:
        """Wait for what loads in a thread, whatever comes of it: a screen may import the same modules."""

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

    def chosen_origin(self) -> str:
        """Return who the player was before every new game, as the command line or the day says; "" to be asked."""

    def daily_origin(self) -> str:
        """Return who everybody was before today's dungeon. Raises UserError if the data is broken."""

    def start(self, seed: str | None, origin: str = "", *, unsaved: str = "") -> "Session":
        """Begin a new game; None draws a seed, "" is the origin chosen, or the usual one. Raises UserError.

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

    def load_progress(self) -> Progress:
        """Return what the player was told, has learned and has drawn; nothing if there is no valid file of it."""

    def keep_progress_soon(self, progress: Progress) -> None:
        """Store the progress once the next frame was shown."""

    def catalog(self) -> "Catalog":
        """Return the data of new games. Raises UserError if it is broken."""

    def today(self) -> str:
        """Return the date, the same for everybody: 2026-11-22."""


class UserError(Exception):
    """Something went wrong that the player can understand; the message says what, where and what to do."""


_SCREENS, _TOOLS = "roguelike.ui.screens", "roguelike.toolkit"

HOUSE: Places = {
    "play": Place(f"{_SCREENS}.play", "Play"),
    "menu": Place(f"{_SCREENS}.game_menu", "GameMenu"),
    "help": Place(f"{_TOOLS}.help", "Help"),
    "options": Place(f"{_TOOLS}.options", "Options"),
    "keys": Place(f"{_TOOLS}.keys", "KeyBindings"),
    "log": Place(f"{_SCREENS}.message_log", "Log"),
    "character": Place(f"{_SCREENS}.character", "Character"),
    "discoveries": Place(f"{_SCREENS}.character", "Discoveries"),
    "spells": Place(f"{_SCREENS}.spells", "Spells"),
    "grow": Place(f"{_SCREENS}.growth", "Growth"),
    "inventory": Place(f"{_SCREENS}.inventory", "Inventory"),
    "use": Place(f"{_SCREENS}.inventory", "Inventory", "use"),
    "wear": Place(f"{_SCREENS}.inventory", "Inventory", "wear"),
    "remove": Place(f"{_SCREENS}.inventory", "Inventory", "remove"),
    "drop": Place(f"{_SCREENS}.inventory", "Inventory", "drop"),
    "throw": Place(f"{_SCREENS}.inventory", "Inventory", "throw"),
}
"""The screens of the game itself."""


class Program(Application):
    """What the screens of the game share besides: the game in progress, and its host."""

    house: ClassVar[Places] = HOUSE
    host: Host
    session: "Session | None" = None
    has_letters: bool = False
    """Whether the map has room for the letters of namesakes; else they are told apart by where they stand."""

    def find(self, name: str, *given: object) -> "Screen | None":
        """Make a screen by its name, once nothing else is being imported; None if no screen has it."""
        self.host.settle()
        return super().find(name, *given)

    def facts(self) -> Iterator[tuple[str, str]]:
        """Yield the version, the data and the seed."""
        yield from (("Version", self.host.version), ("Data", self.host.data_hash() or "loading"))
        if self.session is not None:
            yield "Seed", self.session.seed

    @property
    def game(self) -> "Session":
        """The game in progress; only screens that are open during one may ask for it."""
        if self.session is None:
            raise RuntimeError("no game is in progress")
        return self.session
