"""Somebody before a screen: a real program, with a real host in a folder of its own and a real hero in a drawn room."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

from roguelike.components import vitals
from roguelike.core.grammar import Message, Noun
from roguelike.engine.session import Session
from roguelike.host import LocalHost
from roguelike.store.recording import Recording
from roguelike.testing import Arena
from roguelike.toolkit.inputs import Mouse
from roguelike.toolkit.screen import Screen, Stay
from roguelike.toolkit.settings import Settings
from roguelike.ui.program import Program
from tests.person import SmallData
from tests.rooms import component, inflict
from tests.ui.conftest import Seat

WORN = ("Rusty Longsword", "Leather Cap -1")
CARRIED = ("Shortbow", "Chain Boots +3", "Shield +5", "Health Potion", "Web Scroll", "Hide")


class Person(Seat):
    """Someone before a screen, whose result the one below it keeps."""

    size: ClassVar[tuple[int, int]] = (80, 50)

    def __init__(self, screen: Screen, size: tuple[int, int] | None = None) -> None:
        self.bottom = Bottom()
        super().__init__(self.bottom, screen, size=size or self.size)

    @property
    def text(self) -> str:
        return "\n".join(row.rstrip() for row in self.look())

    @property
    def screens(self) -> list[str]:
        return self.stack.names[1:] if self.stack.names[:1] == ["Bottom"] else self.stack.names

    def type(self, text: str) -> None:
        self.press(*("space" if letter == " " else letter for letter in text))

    def click(self, words: str, button: Any = "left") -> None:
        x, y = self.find(words)
        self.give(Mouse("move", x, y))
        self.give(Mouse("press", x, y, button))

    def right_click(self) -> None:
        self.give(Mouse("press", 40, 25, "right"))

    def wheel(self, steps: int) -> None:
        self.give(Mouse("wheel", 40, 20, "", steps))


Sit = Callable[..., Person]
"""Lets someone sit down before a screen."""
Answer = Callable[..., None]


class Bottom(Screen):
    """What lies below: keeps the results it is handed."""

    name: ClassVar[str] = "Bottom"

    def __init__(self) -> None:
        self.results: list[object] = []

    def on_result(self, result: object) -> Stay:
        self.results.append(result)
        return Stay()


def told(turns: int = 12) -> list[Message]:
    """Return what a log would hold after a fight with a rat."""
    rat, you = Noun("rat", 7), Noun("you", 1, is_you=True)
    lines = [Message("The seed is {1}.", ("blue-42",), turn=0)]
    for turn in range(1, turns):
        lines.append(Message("{1} hit[s] {2} for {3}.", (you, rat, turn), turn=turn))
        lines += [Message("{1} miss[es] {2}.", (rat, you), "dim", turn=turn)] * 2
    return lines


@pytest.fixture
def arena(draw: Callable[..., Arena]) -> Arena:
    """Draw a hero who has seen something of the world."""
    arena = draw("######\n#@...#\n######", seed="blue-42")
    hero, game = arena.player, arena.game
    for name in WORN:
        arena.equip(hero, name)
    for name in CARRIED:
        arena.give(hero, name)
        arena.identify(name)
    for spell in ("Zap", "Web", "Explode"):
        arena.teach(spell)
    inflict(arena, "status", hero, status="Hangover", turns=10)
    inflict(arena, "status", hero, status="Hasted", turns=4)
    arena.set_pools(hero, hp=25, max_hp=45, mana=3, max_mana=8)
    component(hero, vitals.Pools).gold = 1234.5
    game.turn = 1234
    game.log[:] = told()
    return arena


@pytest.fixture
def things(session: Session) -> dict[str, int]:
    """Return what is carried, by name."""
    return {each.name: each.entity for each in session.pack()}


@pytest.fixture
def host(tmp_path: Path) -> LocalHost:
    """A host of the small world, with a folder of its own."""
    return LocalHost(tmp_path / "saves", SmallData())


@pytest.fixture
def session(arena: Arena, host: LocalHost) -> Session:
    """The hero's game, which the host keeps."""
    host._recording = Recording(arena.game)
    host._session = Session(arena.game, host._keep, host._recording)
    return host._session


@pytest.fixture
def program(host: LocalHost, session: Session) -> Program:
    """The program in which that game is played."""
    return Program(host, Settings(hints="off"), session=session)


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let a session or host answer one question otherwise than it would."""

    def answer(asked: Any, question: str | Callable[..., object], with_: object) -> None:
        def answered(*_: object, **__: object) -> object:
            if isinstance(with_, Exception):
                raise with_
            return with_

        if isinstance(question, str):
            monkeypatch.setattr(asked, question, answered)
            return
        others = asked.ask
        monkeypatch.setattr(
            asked,
            "ask",
            lambda each, *about: (answered if each is question else others)(each, *about),
        )

    return answer


@pytest.fixture
def person() -> Callable[..., Person]:
    """Seat someone before a screen."""
    return Person
