"""Commands in words."""

from roguelike.actions.item_use import UseItem, is_swallowed
from roguelike.actions.melee import Melee
from roguelike.actions.moving import Pass, Rest, Step, TakeStairs
from roguelike.actions.shooting import Shoot, Throw
from roguelike.actions.spell_use import Cast
from roguelike.testing import Arena
from tests.rooms import Draw, inflict


def test_commands_are_called_as_a_player_would(draw: Draw) -> None:
    arena = draw(
        "########\n#r@+...#\n#b.....#\n#..c..k#\n########", {"b": "Barkeep", "c": "Kobold"}
    )
    game, rat = arena.game, arena.find("Rat")
    said = {
        Pass(): "wait",
        Rest(): "wait",
        Step(0, 1): "step south",
        Step(-1, 0): "strike the rat",
        Step(1, 0): "open the door",
        Step(-1, 1): "change places with the barkeep",
        Melee(rat): "strike the rat",
        Shoot(rat): "shoot the rat",
        Cast("Nova"): "cast Nova",
        Cast("Zap", (1, 1)): "cast Zap at the rat",
        Cast("Zap", (3, 3)): "cast Zap at the kobold (2 SE)",
        Cast("Zap", (6, 3)): "cast Zap at the kobold (4 SE)",
        Cast("Blink", (6, 1)): "cast Blink at the tile 4 E",
        Cast("Blink", (6, 2)): "cast Blink at the tile 4 E 1 S",
        Cast("Mend", (2, 1)): "cast Mend at yourself",
        TakeStairs(1): "take the stairs down",
        TakeStairs(-1): "take the stairs up",
    }
    assert {action: action.words(game) for action in said} == said


def test_namesakes_in_one_direction_are_told_apart(draw: Draw) -> None:
    """Three kobolds abreast were all "the kobold (5 E)", and so were the rows of counsel about them."""
    arena = draw(
        "#########\n#.....k.#\n#@....k.#\n#.....k.#\n#...k...#\n#########", {"k": "Kobold"}
    )
    said = [Cast("Zap", (x, y)).words(arena.game) for x, y in ((6, 1), (6, 2), (6, 3), (4, 4))]
    assert said == [
        "cast Zap at the kobold (5 E 1 N)",
        "cast Zap at the kobold (5 E)",
        "cast Zap at the kobold (5 E 1 S)",
        "cast Zap at the kobold (3 SE)",
    ]


def test_an_act_is_headed_by_what_is_used() -> None:
    with Arena.from_ascii("####\n#@.#\n####") as arena:
        arena.teach("Zap")
        arena.identify("Health Potion")
        potion = [arena.give(arena.player, "Health Potion") for _ in range(3)][-1]
        assert Cast("Zap", (2, 1)).title(arena.game) == "Zap"
        assert arena.inscribe("Zap", "Twin Rune").refused is None
        assert Cast("Zap", (2, 1)).title(arena.game) == "twin Zap"
        assert Cast("Zap", (1, 1)).words(arena.game) == "cast twin Zap at yourself"
        assert Throw(potion, (2, 1)).title(arena.game) == "Health Potion"
        assert Shoot(9).title(arena.game) == "Shoot"


def test_a_spell_is_cast_by_the_name_that_the_panel_has_for_it() -> None:
    with Arena.from_ascii("####\n#@.#\n####") as arena:
        arena.teach("Explode")
        assert Cast("Explode").words(arena.game) == "cast Explosion"
        assert Cast("Explode").title(arena.game) == "Explosion"


def test_things_are_drunk_read_eaten_and_zapped(draw: Draw) -> None:
    arena = draw("####\n#@r#\n####")
    said = []
    for name in ("Health Potion", "Magic Missile Scroll", "Rations", "Rod of Fireballs"):
        arena.identify(name)
        item = arena.give(arena.player, name)
        said.append(UseItem(item).words(arena.game).rstrip("()0123456789 "))
    assert said == [
        "drink the Health Potion",
        "read the Magic Missile Scroll",
        "eat the Rations",
        "zap the Rod of Fireballs",
    ]
    scroll = arena.give(arena.player, "Fireball Scroll")
    assert "Fireball" not in UseItem(scroll, (2, 1)).words(arena.game)


def test_books_go_by_their_titles() -> None:
    with Arena.from_ascii("####\n#@.#\n####") as arena:
        books = [arena.give(arena.player, name) for name in ("The Careful Stove", "Venom 101")]
        assert [UseItem(book).words(arena.game) for book in books] == [
            "read The Careful Stove",
            "read Venom 101",
        ]
        assert Throw(books[0], (2, 1)).words(arena.game).startswith("throw The Careful Stove")


def test_of_a_verb_what_is_done_decides_and_not_what_it_does() -> None:
    verbs = {
        "Beer": "drink", "Staff of Mending": "zap", "Rations": "eat", "Dried Sausage": "eat",
        "Beginner's Magic": "read", "Town Portal Scroll": "read", "Rod of Fireballs": "zap", "Health Potion": "drink",
    }  # fmt: skip
    with Arena.from_ascii("####\n#@.#\n####") as arena:
        said = {}
        for name in verbs:
            arena.identify(name)
            said[name] = UseItem(arena.give(arena.player, name)).words(arena.game).split()[0]
    assert said == verbs


def test_whoever_is_not_seen_has_no_name(draw: Draw) -> None:
    arena = draw("######\n#@..r#\n######")
    rat = arena.find("Rat")
    inflict(arena, "status", rat, status="Invisible", turns=9)
    assert Shoot(rat).words(arena.game) == "shoot something"
    assert Cast("Zap", (4, 1)).words(arena.game) == "cast Zap at the tile 3 E"


def test_only_what_is_used_up_in_the_mouth_is_swallowed() -> None:
    swallowed = {
        "Health Potion": True,
        "Rations": True,
        "Beer": True,
        "Staff of Mending": False,
        "Fireball Scroll": False,
    }
    with Arena.from_ascii("####\n#@.#\n####") as arena:
        found = {
            name: is_swallowed(arena.game, arena.give(arena.player, name)) for name in swallowed
        }
    assert found == swallowed
