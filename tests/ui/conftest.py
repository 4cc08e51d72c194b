"""A drawn room on the play screen: a real game on a console in memory, played by keys and mouse."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import pytest
from tcod.console import Console

from roguelike.core.geometry import Point
from roguelike.devices.headless import Hands, Headless, text_rows
from roguelike.devices.loop import Loop
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import read, restore, write
from roguelike.engine.views.records import HudView
from roguelike.host import LocalHost
from roguelike.testing import Arena
from roguelike.toolkit.inputs import DOUBLE_CLICK_SECONDS, Input, Key, Mouse, canonical
from roguelike.toolkit.screen import Screen
from roguelike.toolkit.settings import Settings
from roguelike.toolkit.stack import ScreenStack
from roguelike.ui.program import Program
from roguelike.ui.screens.play import Play
from tests.person import SmallData
from tests.rooms import RULES


class Seat:
    """Somebody at the keys of some screens, through the production loop, on a console that nobody sees."""

    def __init__(self, *screens: Screen, size: tuple[int, int], **answering: Any) -> None:
        self.stack = ScreenStack(*screens, **answering)
        self.device = Headless(*size, stays=True)
        self.loop = Loop(self.stack, self.device, clock=lambda: self.device.now)
        self.hands = Hands(self.device, self.loop)
        self.loop.show()

    @property
    def console(self) -> Console:
        """The console as it would be shown now, whatever a test has changed."""
        self.loop.is_stale = True
        for screen in self.stack.screens:
            program = getattr(screen, "program", None)
            if isinstance(program, Program) and program.session is not None:
                program.session.game.caches.moment += 1
        self.loop.show()
        return self.device.shown

    def look(self) -> list[str]:
        return text_rows(self.console)

    def find(self, words: str) -> Point:
        for y, row in enumerate(self.look()):
            if words in row:
                return row.index(words), y
        raise AssertionError(f"{words!r} is nowhere in\n" + "\n".join(self.look()))

    def give(self, *events: Input) -> None:
        self.hands.give(*events)
        self.loop.show()

    def press(self, *keys: str) -> None:
        """All of them at once."""
        self.give(*(Key(canonical(key)) for key in keys))

    def advance(self, seconds: float) -> None:
        self.hands.wait(seconds)


class Stage(Seat):
    """The play screen over an arena."""

    def __init__(
        self, arena: Arena, program: Program, size: tuple[int, int], kept: list[str]
    ) -> None:
        self.arena, self.program, self.kept = arena, program, kept
        super().__init__(Play(program), size=size, answer=program.answer)

    def gone_on_with(self) -> "Stage":
        """Return the game as another program shows it, which read it from a save."""
        game = restore(read(write(self.session.game)), self.session.game.content)
        program = Program(self.program.host, self.program.settings, session=Session(game))
        size = self.device.shown.width, self.device.shown.height
        return Stage(Arena(game, minds=self.arena.minds), program, size, [])

    @property
    def play(self) -> Play:
        screen = self.stack.screens[0]
        assert isinstance(screen, Play)
        return screen

    @property
    def session(self) -> Session:
        return self.program.game

    @property
    def names(self) -> list[str]:
        return self.stack.names

    @property
    def text(self) -> list[str]:
        return self.look()

    def shows(self, words: str) -> bool:
        return any(words in row for row in self.text)

    def think(self) -> None:
        """Wait until all that is worked out of what was shown is there."""
        self.look()
        self.advance(3)

    def cell(self, point: Point) -> Point:
        cell = self.play.view.cell_of_map(point)
        assert cell is not None
        return cell

    def hover(self, x: int, y: int) -> None:
        self.hands.give(Mouse("move", x, y))

    def click(self, x: int, y: int, button: Literal["left", "right"] = "left") -> None:
        self.hover(x, y)
        self.device.now += 2 * DOUBLE_CLICK_SECONDS
        self.loop.go_on()
        self.hands.give(Mouse("press", x, y, button))

    def glyph(self, point: Point) -> str:
        return chr(self.console.ch[self.cell(point)])

    def back(self, point: Point) -> tuple[int, ...]:
        return tuple(int(value) for value in self.console.rgb["bg"][self.cell(point)])


Builder = Callable[..., Stage]


@pytest.fixture(autouse=True)
def think_briefly(brief_thought: None) -> None:
    """Screens show what is thought, however true it is; tests that need all of it begin with `monkeypatch.undo()`."""


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Builder]:
    """Draw a room and open the play screen on it."""
    arenas: list[Arena] = []

    def build(
        drawing: str,
        legend: Mapping[str, str] | None = None,
        *,
        spells: Sequence[str] = (),
        mana: int = 10,
        size: tuple[int, int] = (80, 50),
        minds: bool = False,
    ) -> Stage:
        arena = Arena.from_ascii(drawing, legend, minds=minds, raws=RULES)
        arenas.append(arena)
        for spell in spells:
            arena.teach(spell)
        arena.set_pools(arena.player, mana=mana, max_mana=max(mana, 10))
        kept: list[str] = []
        session = Session(arena.game, lambda game, why: kept.append(why))
        program = Program(LocalHost(tmp_path, SmallData()), Settings(hints="off"), session=session)
        return Stage(arena, program, size, kept)

    yield build
    for arena in arenas:
        arena.close()


@pytest.fixture
def hud(draw: Callable[..., Arena]) -> HudView:
    """The figures of a hero alone in a room."""
    return Session(draw("###\n#@#\n###").game).hud()
