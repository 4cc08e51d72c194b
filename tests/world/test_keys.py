"""Number keys: a kind of thing keeps its own, whatever comes and goes."""

import pytest

from roguelike.actions import arranging
from roguelike.components import items
from roguelike.engine.views.items import consumable_hotkeys
from roguelike.testing import Arena
from roguelike.world import ecs, inventory, perception
from tests.rooms import Draw, do

ROOM = "####\n#@.#\n####"


def by_key(arena: Arena) -> dict[int, str]:
    """Name what the keys use."""
    return {key: perception.true_name(item) for item, key in consumable_hotkeys(arena.game).items()}


@pytest.mark.parametrize(
    ("keys", "kinds", "after"),
    [
        ([], ["a", "b"], ["a", "b"]),
        (["a", "b"], ["b"], ["a", "b"]),
        (["a", "b"], ["c", "b"], ["a", "b", "c"]),
        (["a", "", "b"], ["a", "b", "c", "d"], ["a", "c", "b", "d"]),
        (list("abcdefghi"), list("bcdefghij"), list("jbcdefghi")),
        (list("abcdefghi"), list("abcdefghij"), list("abcdefghi")),
    ],
)
def test_a_kind_keeps_its_key(keys: list[str], kinds: list[str], after: list[str]) -> None:
    assert inventory.settled(keys, kinds) == after
    assert len(after) <= inventory.MOST_KEYS


def test_those_that_change_places_exchange_keys() -> None:
    assert inventory.rearranged(["a", "b", "c"], ["a", "b", "c"], ["b", "a", "c"]) == [
        "b",
        "a",
        "c",
    ]
    assert inventory.rearranged(["c", "x", "a"], ["a", "c"], ["c", "a"]) == ["a", "x", "c"]


def stocked(draw: Draw) -> Arena:
    arena = draw(ROOM)
    for name in ("Fireball Scroll", "Health Potion", "Rations"):
        arena.give(arena.player, name)
    return arena


def test_what_is_used_up_leaves_its_key_free(draw: Draw) -> None:
    arena = stocked(draw)
    assert by_key(arena) == {1: "Fireball Scroll", 2: "Health Potion", 3: "Rations"}
    arena.set_pools(arena.player, hp=1)
    arena.use(arena.find("Health Potion"))
    assert by_key(arena) == {1: "Fireball Scroll", 3: "Rations"}
    arena.give(arena.player, "Slow Potion")
    assert by_key(arena)[4] == "Slow Potion"
    arena.give(arena.player, "Health Potion")
    assert by_key(arena)[2] == "Health Potion"


def test_a_thing_can_be_given_a_key_and_sorting_leaves_it(draw: Draw) -> None:
    arena = stocked(draw)
    do(arena, arranging.PinItem(arena.find("Rations"), 9))
    assert by_key(arena) == {1: "Fireball Scroll", 2: "Health Potion", 9: "Rations"}
    do(arena, arranging.PinItem(arena.find("Rations"), 1))
    assert by_key(arena) == {1: "Rations", 2: "Health Potion", 9: "Fireball Scroll"}
    do(arena, arranging.SortPack())
    assert by_key(arena) == {1: "Rations", 2: "Health Potion", 9: "Fireball Scroll"}


def test_using_one_of_several_gives_no_other_thing_a_new_key(draw: Draw) -> None:
    arena = draw(ROOM)
    for name in ("Fireball Scroll", "Fireball Scroll", "Health Potion", "Rations"):
        arena.give(arena.player, name)
    pack = ecs.get(arena.player, items.Pack)
    pack.keys.clear()  # as of a hero who was made with all of it
    before = by_key(arena)
    first = next(each for each in pack.items if perception.true_name(each) == "Fireball Scroll")
    arena.use(first, (2, 1))
    assert by_key(arena) == before
    assert pack.keys == ["Fireball Scroll", "Health Potion", "Rations"]


def test_using_one_of_several_takes_no_key_itself(draw: Draw) -> None:
    arena = stocked(draw)
    arena.give(arena.player, "Fireball Scroll")
    pack = ecs.get(arena.player, items.Pack)
    first = next(each for each in pack.items if perception.true_name(each) == "Fireball Scroll")
    arena.use(first, (2, 1))
    arena.give(arena.player, "Slow Potion")
    assert by_key(arena)[4] == "Slow Potion"
