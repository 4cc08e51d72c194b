"""Picking up, dropping, wearing, taking off; curses; burdens."""

from roguelike.actions import acting, carrying
from roguelike.components import items, spatial
from roguelike.world.derived_stats import stats_of
from tests.rooms import Draw, component, do, fingerprint, unchanged

HEAP = "#####\n#@.g#\n#####"


def pack(entity: int) -> items.Pack:
    """Return what somebody carries."""
    found: items.Pack = component(entity, items.Pack)
    return found


def test_everything_underfoot_is_picked_up(draw: Draw) -> None:
    arena = draw(HEAP)
    things = [arena.spawn(name, 1, 1) for name in ("Health Potion", "Rations", "Dagger")]
    assert arena.pick_up().refused is None
    assert pack(arena.player).items == things
    assert arena.at(1, 1) == [arena.player]
    assert all(component(thing, spatial.Position).depth == spatial.NOWHERE for thing in things)
    assert all(arena.position(thing) is None for thing in things)


def test_one_thing_can_be_picked_from_many(draw: Draw) -> None:
    arena = draw(HEAP)
    one, other = (arena.spawn(name, 1, 1) for name in ("Health Potion", "Rations"))
    assert do(arena, carrying.PickUp(other)) == acting.Done()
    assert pack(arena.player).items == [other]
    assert arena.position(one) == (1, 1)


def test_an_empty_floor_has_nothing_to_pick_up(draw: Draw) -> None:
    arena = draw(HEAP)
    far = arena.spawn("Rations", 2, 1)
    arena.spawn("Chair", 1, 1)
    before = fingerprint(arena)
    assert arena.pick_up().refused == "There is nothing here to pick up."
    assert do(arena, carrying.PickUp(far)) == acting.Refused("There is nothing here to pick up.")
    assert fingerprint(arena) == before


def test_a_dropped_thing_lies_where_one_stands(draw: Draw) -> None:
    arena = draw(HEAP)
    food = arena.give(arena.player, "Rations")
    assert arena.drop(food).refused is None
    assert arena.position(food) == (1, 1)
    assert arena.inventory() == []
    arena.pick_up()
    assert arena.inventory() == ["Rations"]


def test_worn_things_can_be_dropped_straight(draw: Draw) -> None:
    arena = draw(HEAP)
    fez = arena.equip(arena.player, "Fez")
    arena.drop(fez)
    assert pack(arena.player) == items.Pack()
    assert arena.position(fez) == (1, 1)


def test_what_one_does_not_have_one_cannot_drop(draw: Draw) -> None:
    arena = draw(HEAP)
    lying = arena.spawn("Rations", 1, 1)
    others = arena.give(arena.find("Goblin"), "Rations")
    with unchanged(arena):
        for item in (lying, others, arena.player, 0, 99_999):
            assert arena.drop(item).refused == "You do not have that."


def test_wearing_swaps_with_what_the_slot_held(draw: Draw) -> None:
    arena = draw(HEAP)
    old = arena.equip(arena.player, "Fez")
    new = arena.give(arena.player, "Steel Helm")
    arena.give(arena.player, "Rations")
    assert arena.use(new).refused is None
    assert pack(arena.player).worn == {"Head": new}
    assert old in pack(arena.player).items
    assert new not in pack(arena.player).items
    assert sorted(arena.inventory()) == ["Fez", "Rations", "Steel Helm"]


def test_wearing_identifies(draw: Draw) -> None:
    arena = draw(HEAP)
    cap = arena.give(arena.player, "Dunce Cap")
    assert arena.shown_name(cap) == "Odd Cap"
    arena.use(cap)
    assert arena.shown_name(cap) == "Dunce Cap"


def test_a_cursed_thing_that_is_worn_cannot_be_taken_off(draw: Draw) -> None:
    arena = draw(HEAP)
    cap = arena.equip(arena.player, "Dunce Cap")
    fez = arena.give(arena.player, "Fez")
    with unchanged(arena):
        for refused in (
            arena.drop(cap).refused,
            arena.use(fez).refused,
            getattr(do(arena, carrying.TakeOff(cap)), "reason", None),
        ):
            assert refused is not None
            assert "cursed" in refused


def test_a_cursed_thing_in_the_pack_can_be_dropped(draw: Draw) -> None:
    arena = draw(HEAP)
    cap = arena.give(arena.player, "Dunce Cap")
    assert arena.drop(cap).refused is None


def test_taking_off_puts_it_in_the_pack(draw: Draw) -> None:
    arena = draw(HEAP)
    fez = arena.equip(arena.player, "Fez")
    assert do(arena, carrying.TakeOff(fez)) == acting.Done()
    assert pack(arena.player) == items.Pack([fez], {})
    assert do(arena, carrying.TakeOff(fez)) == acting.Refused("You are not wearing that.")


def test_what_is_not_gear_is_not_worn(draw: Draw) -> None:
    arena = draw(HEAP)
    food = arena.give(arena.player, "Rations")
    assert do(arena, carrying.Equip(food)) == acting.Refused("That is not to be worn or wielded.")
    assert do(arena, carrying.Equip(99_999)) == acting.Refused("You do not have that.")
    fez = arena.equip(arena.player, "Fez")
    assert do(arena, carrying.Equip(fez)) == acting.Refused("You are wearing that already.")


def test_gear_counts_from_the_moment_it_is_worn(draw: Draw) -> None:
    arena = draw(HEAP)
    bare = stats_of(arena.player).armor_class
    mail = arena.give(arena.player, "Chainmail Armor")
    assert stats_of(arena.player).armor_class == bare
    arena.use(mail)
    assert stats_of(arena.player).armor_class == bare + 2
    assert stats_of(arena.player).penalty == 1.0
    arena.drop(mail)
    assert (stats_of(arena.player).armor_class, stats_of(arena.player).penalty) == (bare, 0)


def test_worn_attributes_help_and_stop_helping(draw: Draw) -> None:
    arena = draw(HEAP)
    gloves = arena.give(arena.player, "Gauntlets of Ogre Power")
    arena.use(gloves)
    assert stats_of(arena.player).bonuses[0] == 3
    arena.drop(gloves)
    assert stats_of(arena.player).bonuses[0] == 0


def test_too_much_weight_slows(draw: Draw) -> None:
    arena = draw(HEAP)
    anvils = arena.give(arena.player, "Crate of Anvils")
    numbers = stats_of(arena.player)
    assert (numbers.weight, numbers.capacity, numbers.penalty) == (500, 165, 4)
    arena.drop(anvils)
    assert stats_of(arena.player).penalty == 0
    arena.pick_up()
    assert stats_of(arena.player).penalty == 4


def test_strength_carries_more(draw: Draw) -> None:
    arena = draw(HEAP)
    assert stats_of(arena.player).capacity == 165
    arena.use(arena.give(arena.player, "Strength Potion"))
    assert stats_of(arena.player).capacity == 240


def test_monsters_pick_up_and_drop_by_the_same_rules(draw: Draw) -> None:
    arena = draw(HEAP)
    goblin = arena.find("Goblin")
    fez = arena.spawn("Fez", 3, 1)
    assert do(arena, carrying.PickUp(), goblin) == acting.Done()
    assert do(arena, carrying.Equip(fez), goblin) == acting.Done()
    assert pack(goblin).worn == {"Head": fez}


def test_enchanted_gear_never_makes_one_faster_than_no_gear(draw: Draw) -> None:
    arena = draw(HEAP)
    for name in ("Leather Armor +5", "Leather Cap +5", "Leather Boots +5", "Leather Pants +5"):
        arena.equip(arena.player, name)
    assert stats_of(arena.player).penalty == 0
