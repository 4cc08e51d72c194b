"""The screens that the play screen opens: by the name of a command, and by what a command asks."""

from collections.abc import Callable

from roguelike.engine.commands import Ask
from roguelike.ui.program import Program
from roguelike.ui.screen import Screen


def screen_that_asks(ask: Ask, program: Program) -> Screen | None:
    """Make the screen on which what a command asks can be chosen; None for a tile, which is chosen on the map."""
    from roguelike.ui.screens.ask import ItemChooser
    from roguelike.ui.screens.bargain import Bargain
    from roguelike.ui.screens.inscription import Inscription
    from roguelike.ui.screens.shop import Shop

    match ask.what:
        case "item":
            return ItemChooser(program, ask.prompt, ask.items)
        case "spell":
            return Inscription(program, ask.items[0], ask.prompt)
        case "trade":
            return Shop(program, ask.items[0])
        case "bargain":
            return Bargain(program, ask.items[0])
    return None


def open_screen(name: str, program: Program) -> Screen | None:
    """Make the screen that a command opens; None when it opens none.

    "inventory_17" is the inventory with the cursor on the thing whose id is 17.
    """
    from roguelike.ui.screens.boards import Boards
    from roguelike.ui.screens.character import Character
    from roguelike.ui.screens.discoveries import Discoveries
    from roguelike.ui.screens.growth import Growth
    from roguelike.ui.screens.inventory import Inventory
    from roguelike.ui.screens.learn import Learn
    from roguelike.ui.screens.message_log import Log
    from roguelike.ui.screens.options import Options
    from roguelike.ui.screens.spells import Spells
    from roguelike.ui.screens.wizard import ENTER, Wizard, enter_wizard

    kind, _, thing = name.partition("_")
    if kind == "inventory":
        return Inventory(program, at=int(thing or 0))
    match name:
        case "use" | "wear" | "remove" | "drop" | "throw":
            return Inventory(program, name)
    pages: dict[str, Callable[[Program], Screen]] = {
        "log": Log,
        "character": Character,
        "discoveries": Discoveries,
        "help": lambda program: program.open("Help"),
        "options": Options,
        "practice": Boards,
        "learn": Learn,
        "menu": lambda program: program.open("GameMenu"),
        "spells": Spells,
        "grow": Growth,
        "wizard": enter_wizard,
        ENTER: Wizard,
    }
    return pages[name](program) if name in pages else None
