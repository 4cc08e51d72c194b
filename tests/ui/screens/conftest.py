"""A program on nobody's machine: a host that remembers what it was asked, a session that only shows views."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from tcod.console import Console

from roguelike.core.data_path import data_folder
from roguelike.core.grammar import Message, Noun
from roguelike.core.records import replace
from roguelike.engine.aiming import Forecast
from roguelike.engine.drawing import Sign
from roguelike.engine.installed_packs import InstalledPack, installed
from roguelike.engine.views.growth import ChoiceView, MasteryView
from roguelike.engine.views.records import (
    AttributeView,
    CreatureView,
    DeathView,
    HudView,
    ItemView,
    MapView,
    SpellView,
    StandingView,
    StatusView,
)
from roguelike.mapgen.boards import Board, BoardKind, boards
from roguelike.ui.backends.headless import text_rows
from roguelike.ui.inputs import Input, Key, Mouse
from roguelike.ui.opening import SCREENS
from roguelike.ui.program import HeroView, Past, Program, UserError
from roguelike.ui.progress import Progress
from roguelike.ui.screen import Screen, Stay
from roguelike.ui.settings import Settings
from roguelike.ui.stack import ScreenStack

RAT = Noun("rat", 7)
YOU = Noun("you", 1, is_you=True)


def item(entity: int, name: str, **values: Any) -> ItemView:
    given: dict[str, Any] = {
        "glyph": "!",
        "fg": (200, 120, 220),
        "role": "item",
        "slot": "",
        "worn": False,
        "usable": False,
        "aimed": False,
        "hotkey": 0,
        "details": (f"About the {name}.", "Weighs 1 lbs. Worth 10 gold."),
    }
    return ItemView(entity, name, **(given | values))


STANDINGS = (
    StandingView("Clan Arbat", 34, "ignore", "let you be"),
    StandingView("The townsfolk", -12, "flee", "will not forget what you did"),
)
PACK = (
    item(11, "Rusty Longsword", glyph="/", slot="Melee", worn=True, fg=(170, 170, 190)),
    item(12, "Leather Cap -1", glyph="[", slot="Head", worn=True, role="cursed"),
    item(13, "Shortbow", glyph=")", slot="Missile", fg=(180, 130, 80)),
    item(14, "Chain Armor +3", glyph="[", slot="Torso", role="rare"),
    item(15, "Boots of Legend +5", glyph="[", slot="Feet", role="legendary"),
    item(16, "Health Potion", usable=True, hotkey=1, role="common"),
    item(17, "Scroll of Xulob", glyph=")", usable=True, aimed=True, hotkey=2),
    item(18, "Hide", glyph="ß"),
)


def spell(name: str, cost: int, hotkey: int, summary: str, text: str, **values: Any) -> SpellView:
    given: dict[str, Any] = {
        "affordable": True,
        "aimed": True,
        "range": 6,
        "radius": 0,
        "title": name,
    }
    return SpellView(name, cost, hotkey=hotkey, summary=summary, text=text, **(given | values))


SPELLS = (
    spell("Zap", 1, 1, "2d6 (2-12) damage, range 6", "A crackle from the fingertip."),
    spell(
        "Web", 2, 2, "slows by 4 for 5 turns, range 6, radius 2", "Flings sticky strands.", radius=2
    ),
    spell(
        "Explode",
        9,
        3,
        "20 damage, radius 3",
        "Goes up in flames, oneself included.",
        affordable=False,
        aimed=False,
        range=0,
        radius=3,
    ),
)

HUD = HudView(
    hp=25,
    max_hp=45,
    mana=3,
    max_mana=8,
    level=2,
    xp=1340,
    xp_here=340,
    xp_needed=1000,
    attributes=(
        AttributeView("Might", 14, 2, 3),
        AttributeView("Fitness", 11, 0, 0),
        AttributeView("Quickness", 9, 0, -2),
        AttributeView("Intelligence", 12, 1, 0),
    ),
    skills=(("Melee", 2), ("Defense", 2), ("Magic", 2)),
    armor_class=13,
    weight=61.5,
    capacity=210,
    penalty=3.4,
    gold=1234.5,
    hunger="Well Fed",
    weapons=((11, "Rusty Longsword (1d8-1)"),),
    worn=PACK[:2],
    consumables=PACK[5:7],
    spells=SPELLS,
    statuses=(
        StatusView(
            "Hangover",
            "Hangover",
            "H",
            (255, 160, 90),
            10,
            good=False,
            text="might, quickness, intelligence -1",
        ),
        StatusView("Hasted", "Hasted", "Q", (120, 220, 255), 4, good=True, text="you act sooner"),
    ),
    place="The Limestone Caverns",
    depth=3,
    turn=1234,
    wizard=False,
)

DEATH = DeathView(
    "Killed by a kobold, on the third level, with a cursed cap on the head",
    "The Limestone Caverns",
    3,
    1234,
    2,
    "blue-42",
    {"damage_taken": 88, "damage_dealt": 140, "kills": 9, "spells_cast": 21, "deepest": 3},
    (
        "The kobold hits you for 4.",
        "You miss the kobold.",
        "The kobold hits you for 9.",
        "You die.",
    ),
)


def told(count: int = 12) -> list[Message]:
    lines = [Message("The seed is {1}.", ("blue-42",), turn=0)]
    for turn in range(1, count):
        lines.append(Message("{1} hit[s] {2} for {3}.", (YOU, RAT, turn), turn=turn))
        lines.append(Message("{1} miss[es] {2}.", (RAT, YOU), "dim", turn=turn))
        lines.append(Message("{1} miss[es] {2}.", (RAT, YOU), "dim", turn=turn))
    return lines


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

    def explained(self, spell: SpellView) -> list[str]:
        return ["Marked: takes 1.5 times all harm."] if "marked" in spell.summary else []

    def runes_on(self, spell: SpellView) -> list[str]:
        return [f"{rune}: does something" for rune in spell.runes]

    def map(self) -> MapView:
        dark = np.zeros((1, 1), np.bool_)
        tiles = np.zeros((1, 1), np.uint8)
        return MapView("Home", "default", 1, tiles, dark, dark, frozenset(), (), (0, 0))

    def creatures(self) -> tuple[CreatureView, ...]:
        return ()

    def look_back(self) -> None:
        return None

    def death(self) -> DeathView:
        return self.end

    def is_threatened(self) -> bool:
        return False

    def dormant(self) -> tuple[SpellView, ...]:
        return ()

    def places(self) -> int:
        return 9

    def why_not_attune(self) -> str:
        return ""

    def masteries(self) -> tuple[MasteryView, ...]:
        return (MasteryView("fire", 3, ((2, "yours do not burn you", True), (4, "more", False))),)

    def choice(self) -> ChoiceView | None:
        return self.offered

    def standings(self) -> tuple[StandingView, ...]:
        return STANDINGS

    def save(self, why: str) -> None:
        if self.trouble:
            raise UserError(self.trouble)
        self.saves.append(why)


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
    session: FakeSession = field(default_factory=FakeSession)
    asked: list[object] = field(default_factory=list)

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

    def resume(self, *, unsaved: str = "") -> Any:
        return self._do("resume")

    def abandon(self) -> None:
        self._do("abandon")

    def data_fault(self) -> str:
        return ""

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

    def installed_packs(self) -> Sequence[InstalledPack]:
        return tuple(installed(data_folder()).values())

    def looks(self, board: Board) -> Mapping[str, Sign]:
        """Return how what stands on a board looks: it has no data that would tell."""
        return {}

    def boards(self, kind: BoardKind) -> Sequence[Board]:
        return boards(kind)

    def lesson(self, board: Board) -> Any:
        return self._do(("lesson", board.key))

    def keep_progress(self, progress: Progress) -> str | None:
        self.asked.append(("progress", progress.to_json()))
        return self.trouble or None

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
    return Program(host, screens=SCREENS, session=host.session)


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
