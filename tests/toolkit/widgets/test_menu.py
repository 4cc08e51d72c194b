import pytest
from tcod.console import Console

from roguelike.devices.headless import text_rows
from roguelike.toolkit import widgets
from roguelike.toolkit.inputs import Key, Mouse, Resized
from roguelike.toolkit.keymap import Keymap
from roguelike.toolkit.palette import palette

KEYS = Keymap()
COLOURS = palette()


def drawn(menu: widgets.ListMenu[str], rect: widgets.Rect) -> list[str]:
    console = Console(rect.x + rect.width + 2, rect.y + rect.height + 2, order="F")
    menu.draw(console, rect, COLOURS)
    return [row[rect.x :].rstrip() for row in text_rows(console)[rect.y : rect.y + rect.height]]


def press(menu: widgets.ListMenu[str], *names: str) -> object:
    answers = [menu.on_input(Key(name), KEYS) for name in names]
    return answers[-1]


def pack() -> widgets.ListMenu[str]:
    return widgets.ListMenu(
        [
            widgets.Row("Weapons", "", heading=True),
            widgets.Row("dagger", "dagger", right="2 gp"),
            widgets.Row([("rusty ", (255, 0, 0)), ("sword", (0, 255, 0))], "sword"),
            widgets.Row("Potions", "", heading=True),
            widgets.Row("blue potion", "potion", blocked="It is frozen."),
        ]
    )


def many(count: int) -> widgets.ListMenu[str]:
    return widgets.ListMenu([widgets.Row(f"item {n}", f"{n}") for n in range(count)])


def test_a_menu_looks_like_this() -> None:
    assert drawn(pack(), widgets.Rect(3, 2, 22, 6)) == [
        "Weapons", ">a) dagger        2 gp", " b) rusty sword", "Potions", " c) blue potion", "",
    ]  # fmt: skip


def test_letters_choose() -> None:
    assert press(pack(), "b") == widgets.Chosen("sword")
    assert press(pack(), "c") == widgets.Blocked("It is frozen.")
    assert press(pack(), "d") is None


def test_in_a_careful_list_a_letter_shows_its_row_and_pressed_again_chooses() -> None:
    menu = widgets.ListMenu(pack().rows, careful=True)
    assert press(menu, "b") == widgets.Moved()
    assert menu.value == "sword"
    assert press(menu, "b") == widgets.Chosen("sword")
    assert press(menu, "a", "enter") == widgets.Chosen("dagger")
    assert press(menu, "c") == widgets.Blocked("It is frozen.")


def test_arrows_pass_over_headings_and_go_around() -> None:
    menu = pack()
    assert menu.value == "dagger"
    assert press(menu, "down", "down") == widgets.Moved()
    assert menu.value == "potion"
    assert press(menu, "down", "enter") == widgets.Chosen("dagger")
    press(menu, "up")
    assert menu.value == "potion"
    press(menu, "home")
    assert menu.value == "dagger"
    press(menu, "end")
    assert menu.value == "potion"
    assert press(menu, "escape") == widgets.Cancelled()


def test_the_mouse_hovers_clicks_and_leaves() -> None:
    menu = pack()
    drawn(menu, widgets.Rect(3, 2, 22, 6))
    assert menu.on_input(Mouse("move", 5, 4), KEYS) == widgets.Moved()
    assert menu.value == "sword"
    assert menu.on_input(Mouse("move", 6, 4), KEYS) is None
    assert menu.on_input(Mouse("press", 24, 3, "left"), KEYS) == widgets.Chosen("dagger")
    assert menu.on_input(Mouse("press", 5, 5, "left"), KEYS) is None, "a heading"
    assert menu.on_input(Mouse("press", 5, 6, "left"), KEYS) == widgets.Blocked("It is frozen.")
    assert menu.on_input(Mouse("press", 2, 4, "left"), KEYS) is None, "outside"
    assert menu.on_input(Mouse("press", 2, 4, "right"), KEYS) == widgets.Cancelled()
    assert menu.on_input(Resized(90, 60), KEYS) is None


def test_a_long_list_says_how_much_is_out_of_view() -> None:
    menu = many(20)
    rect = widgets.Rect(0, 0, 14, 6)
    assert drawn(menu, rect) == [
        "",
        ">a) item 0",
        " b) item 1",
        " c) item 2",
        " d) item 3",
        "  ▼ 16 more",
    ]
    press(menu, "page_down")
    assert drawn(menu, rect) == [
        "   ▲ 1 more",
        " b) item 1",
        " c) item 2",
        " d) item 3",
        ">e) item 4",
        "  ▼ 15 more",
    ]
    press(menu, "end")
    assert drawn(menu, rect)[-2:] == [">t) item 19", ""]
    assert press(menu, "c") == widgets.Chosen("2"), (
        "letters of a list of up to 52 work out of view too"
    )


def test_wheel_and_marks_turn_a_long_list() -> None:
    menu, rect = many(20), widgets.Rect(0, 0, 14, 6)
    drawn(menu, rect)
    assert menu.on_input(Mouse("wheel", 3, 3, steps=-2), KEYS) == widgets.Moved()
    assert drawn(menu, rect)[:2] == ["   ▲ 2 more", ">c) item 2"]
    menu.on_input(Mouse("press", 3, 5, "left"), KEYS)
    assert drawn(menu, rect)[0] == "   ▲ 6 more"
    menu.on_input(Mouse("press", 3, 0, "left"), KEYS)
    assert drawn(menu, rect)[0] == "   ▲ 2 more"
    menu.on_input(Mouse("wheel", 3, 3, steps=99), KEYS)
    assert drawn(menu, rect)[0] == ""
    assert menu.on_input(Mouse("press", 3, 2, "left"), KEYS) == widgets.Chosen("1")


def test_the_wheel_gets_past_headings() -> None:
    rows = [widgets.Row(f"{n}", f"{n}", heading=n % 2 == 0) for n in range(20)]
    menu, rect = widgets.ListMenu(rows), widgets.Rect(0, 0, 12, 6)
    seen = []
    for _ in range(20):
        drawn(menu, rect)
        seen.append(menu.top)
        menu.on_input(Mouse("wheel", 3, 3, steps=-1), KEYS)
    assert seen[:17] == list(range(17))


def test_more_rows_than_letters_are_lettered_by_what_is_in_view() -> None:
    menu, rect = many(100), widgets.Rect(0, 0, 20, 6)
    drawn(menu, rect)
    press(menu, "end")
    assert drawn(menu, rect)[1:5] == [" a) item 96", " b) item 97", " c) item 98", ">d) item 99"]
    assert press(menu, "a") == widgets.Chosen("96")


def test_nothing_is_cut_without_a_sign() -> None:
    menu = widgets.ListMenu([widgets.Row("a very long name indeed", "x", right="120 gp")])
    assert drawn(menu, widgets.Rect(0, 0, 20, 2))[0] == ">a) a very…   120 gp"


def test_spare_words_give_way_to_the_whole_label() -> None:
    menu = widgets.ListMenu(
        [widgets.Row("Zap", "x", right="1 mana", spare="range 6")], letters=False
    )
    assert drawn(menu, widgets.Rect(0, 0, 21, 1)) == ["> Zap range 6  1 mana"]
    assert drawn(menu, widgets.Rect(0, 0, 20, 1)) == ["> Zap         1 mana"]


def test_spare_words_stand_below_each_other() -> None:
    rows = [
        widgets.Row("Fire", "x", right="F6  0.5 lb", spare="common"),
        widgets.Row("Rope", "y", right="1 lb", spare="rare"),
        widgets.Row("Long sword", "z", right="4 lb", spare="cursed"),
    ]
    menu = widgets.ListMenu(rows, letters=False)
    assert drawn(menu, widgets.Rect(0, 0, 30, 3)) == [
        "> Fire      common  F6  0.5 lb",
        "  Rope        rare        1 lb",
        "  Long sword      cursed  4 lb",
    ], "the last has no room for that, and must still say that it is cursed"


def test_every_row_is_legible_under_the_cursor() -> None:
    menu, console = widgets.ListMenu([widgets.Row([("Zap", COLOURS.spell)], "x")]), Console(20, 2)
    menu.draw(console, widgets.Rect(0, 0, 20, 2), COLOURS)
    assert tuple(console.rgb["fg"][0, 4].tolist()) == COLOURS.text


def test_what_cannot_be_chosen_is_legible_under_the_cursor() -> None:
    menu = widgets.ListMenu([widgets.Row("sword", "x", blocked="No."), widgets.Row("bow", "y")])
    console = Console(20, 2)
    for cursor, shades in (
        (0, (COLOURS.text, COLOURS.text)),
        (1, (COLOURS.disabled, COLOURS.text)),
    ):
        menu.cursor = cursor
        menu.draw(console, widgets.Rect(0, 0, 20, 2), COLOURS)
        assert tuple(tuple(console.rgb["fg"][y, 4].tolist()) for y in (0, 1)) == shades


@pytest.mark.parametrize("rows", [[], [widgets.Row("Nothing here", "", heading=True)]])
def test_an_empty_list_harms_nobody(rows: list[widgets.Row[str]]) -> None:
    menu = widgets.ListMenu(rows)
    drawn(menu, widgets.Rect(0, 0, 20, 5))
    assert menu.value is None
    for key in ("down", "up", "page_down", "home", "end"):
        assert press(menu, key) is None
    assert press(menu, "enter") is None
    assert press(menu, "a") is None
    assert menu.on_input(Mouse("press", 1, 1, "left"), KEYS) is None


def test_rows_can_change_under_the_cursor() -> None:
    menu = many(5)
    press(menu, "end")
    menu.replace([widgets.Row("only", "only")])
    assert menu.value == "only"
    assert drawn(menu, widgets.Rect(0, 0, 20, 5))[0] == ">a) only"


def test_own_marks_replace_letters() -> None:
    menu = widgets.ListMenu(
        [widgets.Row("New game", "new", mark="n"), widgets.Row("Options", "options")]
    )
    assert press(menu, "n") == widgets.Chosen("new")
    assert press(menu, "a") == widgets.Chosen("options")
