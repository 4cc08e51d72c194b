"""A program on nobody's machine: a host that remembers what it was asked, a session that only shows views."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from tcod.console import Console

from roguelike.core.data_path import data_folder
from roguelike.core.grammar import Message
from roguelike.core.records import replace
from roguelike.devices.headless import text_rows
from roguelike.engine.foreseeing.aiming import Forecast
from roguelike.engine.play.last_turns import LastTurns
from roguelike.engine.views.growth import ChoiceView, MasteryView
from roguelike.engine.views.records import (
    CreatureView,
    DeathView,
    HudView,
    ItemView,
    MapView,
    SpellView,
    StandingView,
)
from roguelike.host.satellites import SATELLITES
from roguelike.raws.catalog import Catalog, load_catalog
from roguelike.runs.past_runs_screen import Past
from roguelike.ui.inputs import Input, Key, Mouse
from roguelike.ui.opening import Satellite
from roguelike.ui.program import HeroView, Program, UserError
from roguelike.ui.progress import Progress
from roguelike.ui.screen import Screen, Stay
from roguelike.ui.settings import Settings
from roguelike.ui.stack import ScreenStack
from tests.ui.screens.sheets import DEATH, HUD, PACK, STANDINGS, item, told


@dataclass
class FakeSession:
    """Shows what it was given."""

    items: Sequence[ItemView] = PACK
    floor: Sequence[ItemView] = ()
    figures: HudView = HUD
    end: DeathView = DEATH
    log: list[Message] = field(default_factory=told)
    seed: str = "blue-42"
    saves: list[str] = field(default_factory=list)
    trouble: str = ""
    offered: ChoiceView | None = None
    is_practice: bool = False

    def ask(self, question: Callable[..., Any], *about: object) -> Any:
        return getattr(self, question.__name__)(*about)

    def pack(self) -> tuple[ItemView, ...]:
        return tuple(self.items)

    def underfoot(self) -> tuple[ItemView, ...]:
        return tuple(self.floor)

    def forecast(self, action: object) -> Forecast:
        return Forecast()

    def status_labels(self, seen: Forecast) -> dict[str, str]:
        return {}

    def hud(self) -> HudView:
        return self.figures

    def explanations_of(self, spell: SpellView) -> list[str]:
        return ["Marked: takes 1.5 times all harm."] if "marked" in spell.summary else []

    def runes_on(self, spell: SpellView) -> list[str]:
        return [f"{rune}: does something" for rune in spell.runes]

    def map(self) -> MapView:
        dark = np.zeros((1, 1), np.bool_)
        tiles = np.zeros((1, 1), np.uint8)
        return MapView("Home", "default", 1, tiles, dark, dark, frozenset(), (), (0, 0))

    def creatures(self) -> tuple[CreatureView, ...]:
        return ()

    last_turns = LastTurns()

    def death(self) -> DeathView:
        return self.end

    def is_threatened(self) -> bool:
        return False

    def dormant_views(self) -> tuple[SpellView, ...]:
        return ()

    def places(self) -> int:
        return 9

    def why_not_attuned(self) -> str:
        return ""

    def mastery_views(self) -> tuple[MasteryView, ...]:
        return (MasteryView("fire", 3, ((2, "yours do not burn you", True), (4, "more", False))),)

    def next_level_adds(self) -> tuple[int, int]:
        return 12, 5

    def choice_view(self) -> ChoiceView | None:
        return self.offered

    def standing_views(self) -> tuple[StandingView, ...]:
        return STANDINGS

    def save(self, why: str) -> None:
        if self.trouble:
            raise UserError(self.trouble)
        self.saves.append(why)


@dataclass
class FakeJournal:
    """Commands that are repeated as fast as one asks."""

    length: int = 0
    done: int = 0
    fails_at: int = -1
    dropped: bool = False
    session: Any = None

    def work(self, commands: int) -> bool:
        self.done = min(self.length, self.done + commands)
        if 0 <= self.fails_at <= self.done:
            raise UserError("There is no memory for it.")
        return self.done == self.length

    def drop(self) -> None:
        self.dropped = True


@dataclass
class FakeHost:
    """Remembers what it was asked."""

    version: str = "0.1.0"
    hero: str = ""
    saved: str | None = None
    told: tuple[str, ...] = ()
    runs: tuple[Past, ...] = ()
    trouble: str = ""
    hash: str = "1a2b3c4d"
    in_use: str = ""
    seed: str = ""
    saves: Path = field(default_factory=data_folder)
    satellites: Sequence[Satellite] = SATELLITES
    session: FakeSession = field(default_factory=FakeSession)
    asked: list[object] = field(default_factory=list)
    journal: FakeJournal = field(default_factory=FakeJournal)

    def _do(self, what: object) -> Any:
        self.asked.append(what)
        if self.trouble:
            raise UserError(self.trouble)
        return self.session

    def data_hash(self) -> str:
        return self.hash

    def packs(self) -> tuple[str, ...]:
        return ()

    def chosen_seed(self) -> str:
        return self.seed

    def start(self, seed: str | None, *, unsaved: str = "") -> Any:
        return self._do(("start", seed))

    def resuming(self, *, unsaved: str = "") -> Any:
        self.journal.session = self._do("resume")
        return self.journal

    def abandon(self) -> None:
        self._do("abandon")

    def data_fault(self) -> str:
        return ""

    def saves_nothing(self) -> bool:
        """Return that what is played is saved."""
        return False

    def taken(self) -> str:
        return self.in_use

    def saved_game(self) -> str | None:
        return self.saved

    def past_runs(self) -> Sequence[Past]:
        return self.runs

    def notices(self) -> Sequence[str]:
        return self.told

    def heroes(self) -> Sequence[HeroView]:
        return (HeroView("", "Level 1"), HeroView("Odo", "", is_taken=True))

    def daily_seed(self) -> str:
        return "daily-2031-02-03"

    def data_folders(self) -> Sequence[Path]:
        return (data_folder(),)

    def catalog(self) -> Catalog:
        return load_catalog()

    def keep_progress(self, progress: Progress) -> str | None:
        self.asked.append(("progress", progress.to_json()))
        return self.trouble or None

    def keep_progress_soon(self, progress: Progress) -> None:
        self.keep_progress(progress)

    def keep_settings(self, settings: Settings) -> str | None:
        self.asked.append(("keep", settings.to_json()))
        return self.trouble or None


class Person:
    """Someone at the keys: a stack of screens on a console nobody sees."""

    size: ClassVar[tuple[int, int]] = (80, 50)

    def __init__(self, screen: Screen, size: tuple[int, int] | None = None) -> None:
        self.bottom = Bottom()
        self.stack = ScreenStack(self.bottom, screen)
        self.console = Console(*(size or self.size), order="F")
        self.look()

    def look(self) -> list[str]:
        self.stack.draw(self.console)
        return text_rows(self.console)

    @property
    def text(self) -> str:
        return "\n".join(row.rstrip() for row in self.look())

    @property
    def screens(self) -> list[str]:
        return self.stack.names[1:] if self.stack.names[:1] == ["Bottom"] else self.stack.names

    def give(self, event: Input) -> None:
        if self.stack.handle(event) and self.stack.running:
            self.look()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.give(Key(key))

    def advance(self, seconds: float) -> None:
        for _ in range(round(seconds * 60)):
            self.stack.update(1 / 60)

    def type(self, text: str) -> None:
        for letter in text:
            self.give(Key("space" if letter == " " else letter))

    def find(self, words: str) -> tuple[int, int]:
        for y, row in enumerate(self.look()):
            if words in row:
                return row.index(words), y
        raise AssertionError(f"{words!r} is nowhere in\n{self.text}")

    def click(self, words: str, button: Any = "left") -> None:
        x, y = self.find(words)
        self.give(Mouse("move", x, y))
        self.give(Mouse("press", x, y, button))

    def right_click(self) -> None:
        self.give(Mouse("press", 40, 25, "right"))

    def wheel(self, steps: int) -> None:
        self.give(Mouse("wheel", 40, 20, "", steps))


class Bottom(Screen):
    """What lies below: keeps the results it is handed."""

    name: ClassVar[str] = "Bottom"

    def __init__(self) -> None:
        self.results: list[object] = []

    def on_result(self, result: object) -> Stay:
        self.results.append(result)
        return Stay()


class FakePlay(Screen):
    """Stands for the play screen, which has tests of its own."""

    name: ClassVar[str] = "Play"

    def __init__(self, program: Program) -> None:
        self.program = program
        self.results: list[object] = []

    def on_result(self, result: object) -> Stay:
        self.results.append(result)
        return Stay()


@pytest.fixture
def host() -> FakeHost:
    return FakeHost()


@pytest.fixture
def program(host: FakeHost, monkeypatch: pytest.MonkeyPatch) -> Program:
    """A program whose play screen is only a stand-in."""
    monkeypatch.setattr("roguelike.ui.screens.play.Play", FakePlay)
    return Program(host, session=host.session)


@pytest.fixture
def person() -> Callable[..., Person]:
    """Seat someone before a screen."""
    return Person


@pytest.fixture
def session(host: FakeHost) -> FakeSession:
    return host.session


@pytest.fixture
def hud() -> Callable[..., HudView]:
    """The usual figures, some of them changed."""
    return lambda **values: replace(HUD, **values)


@pytest.fixture
def make_item() -> Callable[..., ItemView]:
    return item
