"""What holds for every page, at every size and in every palette."""

from collections.abc import Callable

import pytest

from roguelike.core.colour import VARIANTS
from roguelike.host import LocalHost
from roguelike.practice.boards_page import Boards, Learn
from roguelike.runs.gameover import GameOver
from roguelike.runs.past_runs_screen import Past, PastRuns
from roguelike.store.packs_page import Packs
from roguelike.title.seed import SeedEntry
from roguelike.title.title import Title
from roguelike.toolkit.help import Help
from roguelike.toolkit.inputs import Mouse, Resized
from roguelike.toolkit.keys import ActionKeys, KeyBindings, PressKey
from roguelike.toolkit.options import Options
from roguelike.toolkit.page import Confirm, Message, PickName
from roguelike.toolkit.screen import Screen
from roguelike.ui.program import Program
from roguelike.ui.screens.character import Character, Discoveries
from roguelike.ui.screens.commanding import ItemChooser
from roguelike.ui.screens.game_menu import GameMenu
from roguelike.ui.screens.inventory import Inventory, ItemDetail
from roguelike.ui.screens.message_log import Log
from roguelike.ui.screens.spells import Spells
from roguelike.wizard.wizard_mode import Wizard
from tests.ui.screens.conftest import Person, Sit

SCREENS: dict[str, Callable[[Program], Screen]] = {
    "Title": Title,
    "Seed": SeedEntry,
    "Inventory": Inventory,
    "Item": lambda program: ItemDetail(program, program.game.pack()[0]),
    "Log": Log,
    "Character": Character,
    "Spells": Spells,
    "Help": Help,
    "Options": Options,
    "Keys": KeyBindings,
    "Action keys": lambda program: ActionKeys(program, "menu_up"),
    "Press a key": lambda program: PressKey(program, "menu_up"),
    "GameOver": GameOver,
    "Menu": GameMenu,
    "Message": lambda program: Message(program, "Well", "Now then."),
    "Confirm": lambda program: Confirm(program, "Well", "Now then?", 1),
    "Choose": lambda program: ItemChooser(
        program, "Which?", [each.entity for each in program.game.pack()[:2]]
    ),
    "History": PastRuns,
    "Boards": Boards,
    "Learn": Learn,
    "Packs": Packs,
    "Wizard": Wizard,
    "Discoveries": Discoveries,
    "PickName": lambda program: PickName(program, "Which?", ["Rat", "Ogre"], str),
}
SIZES = [
    *((80, 24), (81, 53), (200, 120)),
    *(
        pytest.param(size, marks=pytest.mark.soak)
        for size in ((100, 30), (120, 40), (80, 50), (200, 60))
    ),
]


@pytest.fixture(autouse=True)
def _history(host: LocalHost, answer: Callable[..., None]) -> None:
    runs = tuple(Past(f"Run {n}, ended somehow. " * 8, 9 * n, n) for n in range(1, 61))
    answer(host, "past_runs", runs)


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("size", SIZES)
def test_it_draws_at_every_size(
    person: Sit, program: Program, name: str, size: tuple[int, int]
) -> None:
    someone = person(SCREENS[name](program), size)
    assert someone.screens == [name]
    assert someone.text.strip()
    someone.give(Mouse("move", size[0] - 1, size[1] - 1))
    someone.give(Resized(*size))
    assert someone.screens == [name]


@pytest.mark.parametrize("name", SCREENS)
def test_it_draws_in_every_palette(person: Sit, program: Program, name: str) -> None:
    texts = set()
    for variant in VARIANTS:
        program.settings.palette = variant
        texts.add(person(SCREENS[name](program)).text.replace("▀", " "))
    if name not in {"Title", "GameOver", "Options"}:  # pictures and samples differ
        assert len(texts) == 1


@pytest.mark.parametrize(
    "name", [name for name in SCREENS if name not in ("Title", "GameOver", "Confirm")]
)
def test_it_closes_by_escape_by_right_click_and_by_its_button(
    person: Sit, program: Program, name: str
) -> None:
    ways: list[Callable[[Person], None]] = [
        lambda someone: someone.press("escape"),
        lambda someone: someone.right_click(),
        lambda someone: someone.click("[Close]"),
    ]
    for way in ways:
        someone = person(SCREENS[name](program))
        way(someone)
        assert someone.screens == []


@pytest.mark.parametrize("name", SCREENS)
def test_what_overflows_has_a_sign(person: Sit, program: Program, name: str) -> None:
    """A framed page never writes over its own edge."""
    for row in person(SCREENS[name](program)).look():
        if "│" in row:
            assert row.count("│") % 2 == 0, row
