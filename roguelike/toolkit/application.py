"""What all screens share: settings, sounds, keys, colours, and the screens that open by name.

The one decision: a table says where a screen is, as text, and its module is loaded when it is opened. So no screen
imports those that lead back to it, the first frame waits for none of them, and a *satellite* (past runs, puzzles) hangs
its own screens on the house, which knows none of its modules.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, cast

from roguelike.core.records import Record, State, field
from roguelike.toolkit.inputs import Input, Key
from roguelike.toolkit.keymap import Keymap, shown_key
from roguelike.toolkit.palette import Palette, palette
from roguelike.toolkit.screen import AS_CELLS, Screen
from roguelike.toolkit.settings import Progress, Settings

if TYPE_CHECKING:  # the title screen must not wait for sound
    from roguelike.toolkit.sound import Sounds

T = TypeVar("T")


class Place(Record):
    """Where something is defined that makes a screen."""

    module: str
    name: str
    argument: str = ""
    """Passed to it, if it makes more than one kind."""

    def make(self, *given: object) -> Any:
        """Load the module, and call what stands there."""
        maker = getattr(import_module(self.module), self.name)
        return maker(*given, *filter(None, [self.argument]))


Places = Mapping[str, Place]
"""Places by the names that open them: of commands, if they have one."""


class Offer(Record):
    """A row of a menu that opens a screen."""

    screen: str
    label: str
    key: str = ""
    """The key that chooses it, where it is not that of a command."""
    also: str = ""
    """Another key that chooses it."""


class Satellite(Record):
    """What is hung on the house: screens, and where the house offers them."""

    screens: Places
    on_title: tuple[Offer, ...] = ()
    in_game: tuple[Offer, ...] = ()


class Machine(Protocol):
    """What the host of a program does for any screen."""

    satellites: Sequence[Satellite]
    """What hangs on the house: screens that other rooms define."""

    def data_folders(self) -> Sequence[Path]:
        """Return the data folders in use: the game's own, then the packs over it."""

    def keep_settings(self, settings: Settings) -> str | None:
        """Store the settings and apply them (tile scale); return what went wrong, for the player."""

    def keep_progress(self, progress: Progress) -> str | None:
        """Store what the player was told, has learned and has drawn; return what went wrong, for the player."""


FRAME_SECONDS, PIECES_A_FRAME = 0.008, 24
"""How long one frame may work at what is worked out while the player thinks, and at how many pieces of it."""


class Application(State):
    """The state that all screens share; each screen gets it."""

    house: ClassVar[Places] = {}
    """The program's own screens."""
    host: Machine
    settings: Settings = field(default_factory=Settings)
    progress: Progress = field(default_factory=Progress)
    can_flicker: bool = False
    """Whether fire or sky may move by itself: true in a window, false where every change is sent over a line."""

    cell_pixels: Callable[[], tuple[int, int]] = lambda: AS_CELLS
    """Returns the pixels of a console cell, across and down; (1, 1) where a cell is all there is."""

    has_shades: bool = True
    """Whether similar ground colours can be told apart; false with 16 colours or none."""

    has_colours: bool = True
    """Whether there are any; otherwise brightness is all by which letters differ."""

    sounds: "Sounds | None" = None
    """The sound player; None if there is none, as in a terminal."""

    copy: Callable[[str], bool] | None = None
    """Copies a text to the clipboard and returns whether that worked; None if the terminal does it."""

    clock: Callable[[], float] = lambda: 0.0
    """Returns seconds since some fixed moment, as the loop counts them; they stand still where nobody waits."""

    obey: Callable[[str], bool] = lambda _: False
    """Carries out commands for the window (a picture, fullscreen, larger letters); returns False for other names."""

    def more_time(self) -> Callable[[], bool]:
        """Return what tells whether this frame has time for more work: a moment, and so many pieces of it at most."""
        until, left = self.clock() + FRAME_SECONDS, iter(range(PIECES_A_FRAME))
        return lambda: next(left, None) is not None and self.clock() < until

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
        for screens in (self.house, *(each.screens for each in self.host.satellites)):
            place = screens.get(name)
            if place is not None:
                return cast("Screen", place.make(self, *given))
        return None

    def opens(self, name: str) -> bool:
        """Return whether there is a screen of this name."""
        return name in self.house or any(name in each.screens for each in self.host.satellites)

    def on_title(self) -> Iterator[Offer]:
        """Yield what satellites offer on the title."""
        for each in self.host.satellites:
            yield from each.on_title

    def host_as(self, kind: Callable[..., T]) -> T:
        """Return the host as what a satellite's protocol calls it: what only that satellite needs of the machine."""
        return cast("T", self.host)

    def facts(self) -> Iterator[tuple[str, str]]:
        """Yield what a bug report, or a friend, needs to know, each with its label."""
        yield from ()

    def answer(self, event: Input) -> str:
        """Say what a key or click means that means nothing on a screen."""
        if not isinstance(event, Key):
            return "There is nothing to click there."
        return f"{shown_key(event.name)} does nothing here; {self.keymap.hint('help')} helps."

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
