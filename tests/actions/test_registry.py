"""What actions say of themselves, in words too; each can be carried out, and asked of anybody without harm."""

from typing import Any, get_type_hints

import pytest

import roguelike.actions
from roguelike.actions import acting, item_use, melee, moving, shooting, spell_use
from roguelike.core.records import Record, field_names
from roguelike.testing import Arena
from tests.rooms import Draw, do, fingerprint, inflict

ODD: dict[Any, tuple[Any, ...]] = {int: (0, -1, 1, 99_999), str: ("", "Zap", "no such thing")}


def test_every_action_says_how_it_is_carried_out() -> None:
    assert roguelike.actions
    own = {kind for kind in acting.ACTIONS.values() if kind.perform is not acting.Action.perform}
    assert own == set(acting.ACTIONS.values())
    assert len(set(acting.ACTIONS.values())) == len(acting.ACTIONS)


def test_every_action_says_its_tag() -> None:
    """The name of a class may change, that of a command in somebody's replay may not."""
    assert {name for name, kind in acting.ACTIONS.items() if name == kind.__name__} == set()
    assert all(name == name.lower() for name in acting.ACTIONS)


def test_every_subclass_is_declared() -> None:
    def leaves(kind: type[acting.Action]) -> set[str]:
        found = [each for each in kind.__subclasses__() if each.__module__.startswith("roguelike.")]
        return {kind.__name__}.union(*map(leaves, found)) - ({kind.__name__} if found else set())

    assert leaves(acting.Action) == {kind.__name__ for kind in acting.ACTIONS.values()}


def test_actions_are_plain_frozen_records() -> None:
    for name, kind in acting.ACTIONS.items():
        assert issubclass(kind, Record), name
        assert kind.__struct_config__.frozen, name


def odd_forms(kind: type[acting.Action]) -> list[acting.Action]:
    """Make an action with every odd value for its fields, one after another."""
    hints = get_type_hints(kind)
    forms = []
    names = field_names(kind)
    for place in range(4):
        values = {}
        for name in names:
            options = ODD.get(hints[name], (None, (0, 0), (-1, 99), (2, 1)))
            values[name] = options[place % len(options)]
        forms.append(kind(**values))
    return forms


@pytest.mark.parametrize("name", sorted(acting.ACTIONS))
def test_odd_actions_are_refused_or_done_but_never_break(draw: Draw, name: str) -> None:
    for form in odd_forms(acting.ACTIONS[name]):
        arena = draw("######\n#@g+.#\n#.!..#\n######")
        arena.give(arena.player, "Rations")
        before = fingerprint(arena)
        match do(arena, form):
            case acting.Refused(reason):
                assert reason.endswith(".")
                assert fingerprint(arena) == before
            case acting.Ask(_, prompt):
                assert prompt
                assert fingerprint(arena) == before
            case acting.Done():
                pass
        assert not arena.game.queue
        arena.state_hash()


def test_commands_are_called_as_a_player_would(draw: Draw) -> None:
    arena = draw(
        "########\n#r@+...#\n#b.....#\n#..c..k#\n########", {"b": "Barkeep", "c": "Kobold"}
    )
    game, rat = arena.game, arena.find("Rat")
    said = {
        moving.Pass(): "wait",
        moving.Rest(): "wait",
        moving.Step(0, 1): "step south",
        moving.Step(-1, 0): "strike the rat",
        moving.Step(1, 0): "open the door",
        moving.Step(-1, 1): "change places with the barkeep",
        melee.Melee(rat): "strike the rat",
        shooting.Shoot(rat): "shoot the rat",
        spell_use.Cast("Nova"): "cast Nova",
        spell_use.Cast("Zap", (1, 1)): "cast Zap at the rat",
        spell_use.Cast("Zap", (3, 3)): "cast Zap at the kobold (2 SE)",
        spell_use.Cast("Zap", (6, 3)): "cast Zap at the kobold (4 SE)",
        spell_use.Cast("Blink", (6, 1)): "cast Blink at the tile 4 E",
        spell_use.Cast("Blink", (6, 2)): "cast Blink at the tile 4 E 1 S",
        spell_use.Cast("Mend", (2, 1)): "cast Mend at yourself",
        moving.TakeStairs(1): "take the stairs down",
        moving.TakeStairs(-1): "take the stairs up",
    }
    assert {action: action.words(game) for action in said} == said


def test_namesakes_in_one_direction_are_told_apart(draw: Draw) -> None:
    """Three kobolds abreast were all "the kobold (5 E)", and so were the rows of counsel about them."""
    arena = draw(
        "#########\n#.....k.#\n#@....k.#\n#.....k.#\n#...k...#\n#########", {"k": "Kobold"}
    )
    said = [
        spell_use.Cast("Zap", (x, y)).words(arena.game) for x, y in ((6, 1), (6, 2), (6, 3), (4, 4))
    ]
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
        assert spell_use.Cast("Zap", (2, 1)).title(arena.game) == "Zap"
        assert arena.inscribe("Zap", "Twin Rune").refused is None
        assert spell_use.Cast("Zap", (2, 1)).title(arena.game) == "twin Zap"
        assert spell_use.Cast("Zap", (1, 1)).words(arena.game) == "cast twin Zap at yourself"
        assert shooting.Throw(potion, (2, 1)).title(arena.game) == "Health Potion"
        assert shooting.Shoot(9).title(arena.game) == "Shoot"


def test_a_spell_is_cast_by_the_name_that_the_panel_has_for_it() -> None:
    with Arena.from_ascii("####\n#@.#\n####") as arena:
        arena.teach("Explode")
        assert spell_use.Cast("Explode").words(arena.game) == "cast Explosion"
        assert spell_use.Cast("Explode").title(arena.game) == "Explosion"


def test_whoever_is_not_seen_has_no_name(draw: Draw) -> None:
    arena = draw("######\n#@..r#\n######")
    rat = arena.find("Rat")
    inflict(arena, "status", rat, status="Invisible", turns=9)
    assert shooting.Shoot(rat).words(arena.game) == "shoot something"
    assert spell_use.Cast("Zap", (4, 1)).words(arena.game) == "cast Zap at the tile 3 E"


USED = {
    "Beer": ("drink the Beer", True),
    "Health Potion": ("drink the Health Potion", True),
    "Rations": ("eat the Rations", True),
    "Dried Sausage": ("eat the Dried Sausage", True),
    "Fireball Scroll": ("read the Fireball Scroll", False),
    "Town Portal Scroll": ("read the Town Portal Scroll", False),
    "Staff of Mending": ("zap the Staff of Mending (2)", False),
    "Rod of Fireballs": ("zap the Rod of Fireballs (5)", False),
    "Beginner's Magic": ("read Beginner's Magic", False),
    "The Careful Stove": ("read The Careful Stove", False),
    "Venom 101": ("read Venom 101", False),
}
"""By name what using it is called, and whether it is swallowed."""


def test_of_a_verb_what_is_done_decides_and_books_go_by_their_titles() -> None:
    with Arena.from_ascii("####\n#@.#\n####") as arena:
        game, items = arena.game, {name: arena.give(arena.player, name) for name in USED}
        assert "Fireball" not in item_use.UseItem(items["Fireball Scroll"]).words(game)
        for name in USED:
            arena.identify(name)
        assert {
            name: (item_use.UseItem(item).words(game), item_use.is_swallowed(game, item))
            for name, item in items.items()
        } == USED
        thrown = shooting.Throw(items["The Careful Stove"], (2, 1)).words(game)
        assert thrown.startswith("throw The Careful Stove")
