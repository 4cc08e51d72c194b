"""Blows: the roll, its bounds, the damage, the proc, and what cannot be struck."""

import pytest

from roguelike.components import spatial, vitals
from roguelike.core.rng import Stream
from roguelike.world import changes
from tests.rooms import Draw, component, inflict, lost, of, unchanged

PAIR = "#####\n#@o.#\n#####"


class Fixed(Stream):
    """Chance whose next numbers are known."""

    __slots__ = ("numbers",)

    def __init__(self, *numbers: int) -> None:
        super().__init__(0)
        self.numbers = list(numbers)

    def below(self, count: int) -> int:
        """Return the next of the numbers, then the lowest."""
        return self.numbers.pop(0) if self.numbers else 0

    def total(self, count: int, sides: int) -> int:
        """Return the sum of the next `count` numbers."""
        return sum(self.below(sides) for _ in range(count))


def swing(draw: Draw, natural: int, weapon: str | None = None, room: str = PAIR) -> object:
    """Strike the ogre with a known natural roll, and return the result."""
    arena = draw(room)
    if weapon:
        arena.equip(arena.player, weapon)
    component(arena.player, vitals.HungerClock).state = "Normal"
    arena.game.rng = Fixed(natural - 1, 2)
    return arena.melee(arena.find("Ogre"))


def test_a_one_always_misses_and_fumbles(draw: Draw) -> None:
    result = swing(draw, 1, "Needle")
    (miss,) = of(result.trace, changes.Missed)
    assert miss.fumbled
    assert "fumble" in result.log[-1]


def test_a_twenty_always_hits(draw: Draw) -> None:
    result = swing(draw, 20, "Wet Noodle")
    assert len(of(result.trace, changes.Struck)) == 1


@pytest.mark.parametrize(("natural", "hits"), [(9, False), (10, False), (11, True), (19, True)])
def test_the_roll_must_beat_the_armor_class(draw: Draw, natural: int, *, hits: bool) -> None:
    # d20 + might bonus 0 + Melee 1 against 10 + 0 + Defense 1: an 11 makes 12, over 11.
    result = swing(draw, natural)
    assert bool(of(result.trace, changes.Struck)) is hits
    assert of(result.trace, changes.Rolled)[0].text == f"rolled {natural}+1 against armor 11"


def test_the_well_fed_hit_more_easily(draw: Draw) -> None:
    arena = draw(PAIR)
    component(arena.player, vitals.HungerClock).state = "Well Fed"
    arena.game.rng = Fixed(10 - 1, 0)
    assert of(arena.melee(arena.find("Ogre")).trace, changes.Struck)


def test_a_fist_does_one_to_four_and_the_skill(draw: Draw) -> None:
    damages = set()
    for seed in range(80):
        arena = draw(PAIR, seed=seed)
        ogre = arena.find("Ogre")
        damages.add(lost(arena.melee(ogre).trace, ogre))
    assert damages == {0, 2, 3, 4, 5}


def test_a_weapons_dice_might_and_skill_add_up(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.equip(arena.player, "Needle")
    inflict(arena, "attribute_bonus", arena.player, status="Strength Potion", might=5)
    component(arena.player, vitals.Skills).melee = 4
    ogre = arena.find("Ogre")
    arena.game.rng = Fixed(18, 3)
    assert lost(arena.melee(ogre).trace, ogre) == 4 + 3 + 4


def test_damage_is_never_below_zero(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.equip(arena.player, "Wet Noodle")
    component(arena.player, vitals.Skills).melee = -4
    ogre = arena.find("Ogre")
    arena.game.rng = Fixed(19)
    arena.melee(ogre)
    assert arena.hp(ogre) == 100


def test_natural_attacks_take_turns_by_chance(draw: Draw) -> None:
    arena = draw("######\n#@D..#\n#....#\n######", {"D": "Black Dragon"})
    arena.set_pools(arena.player, max_hp=9999, hp=9999)
    dragon = arena.find("Black Dragon")
    names = {
        of(arena.melee(arena.player, by=dragon).trace, changes.Rolled)[0].cause.what
        for _ in range(40)
    }
    assert names == {"bite", "left claw", "right claw"}


@pytest.mark.parametrize(
    ("who", "weapon", "means"), [("Rat", "Needle", "Needle"), ("Goblin", "Sling", "fist")]
)
def test_a_wielded_weapon_replaces_claws_and_a_missile_weapon_does_not(
    draw: Draw, who: str, weapon: str, means: str
) -> None:
    arena = draw("#####\n#@x.#\n#####", {"x": who})
    rat = arena.find(who)
    arena.equip(rat, weapon)
    assert of(arena.melee(arena.player, by=rat).trace, changes.Rolled)[0].cause.what == means


@pytest.mark.parametrize(("natural", "statuses"), [(18, {"Damage Over Time": 5}), (0, {})])
def test_a_proc_lands_on_the_victim_of_a_hit(
    draw: Draw, natural: int, statuses: dict[str, int]
) -> None:
    arena = draw(PAIR)
    arena.equip(arena.player, "Fang")
    ogre = arena.find("Ogre")
    arena.game.rng = Fixed(natural)
    arena.melee(ogre)
    assert arena.statuses(ogre) == statuses
    assert arena.statuses(arena.player) == {}


def test_a_proc_may_land_on_the_wielder(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.equip(arena.player, "Crutch")
    arena.set_pools(arena.player, hp=10)
    ogre = arena.find("Ogre")
    arena.game.rng = Fixed(18)
    arena.melee(ogre)
    assert arena.hp(arena.player) == 13


def test_a_proc_on_one_who_dies_of_the_blow_is_lost(draw: Draw) -> None:
    arena = draw("#####\n#@g.#\n#####")
    arena.equip(arena.player, "Fang")
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, hp=1)
    arena.game.rng = Fixed(18)
    arena.melee(goblin)
    assert not arena.alive(goblin)
    assert arena.xp(arena.player) == 100


def test_melee_reaches_the_eight_neighbours_and_nobody_else(draw: Draw) -> None:
    arena = draw("######\n#ggg.#\n#g@gk#\n#ggg.#\n######")
    around = [(x, y) for x in (1, 2, 3) for y in (1, 2, 3) if (x, y) != (2, 2)]
    with unchanged(arena):
        assert arena.melee(arena.find("Kobold")).refused == "That is out of reach."
        component(arena.at(1, 1)[0], spatial.Position).depth = 9
        assert arena.melee(arena.at(1, 1)[0]).refused is not None
        component(arena.at(1, 1)[0], spatial.Position).depth = arena.game.depth
    assert all(arena.melee(arena.at(*place)[0]).refused is None for place in around)


def test_any_side_of_a_large_body_can_be_struck(draw: Draw) -> None:
    arena = draw("######\n#D..@#\n#....#\n######")
    giant = arena.find("Giant")
    assert arena.melee(giant).refused == "That is out of reach."
    arena.move(-1, 0)
    assert arena.melee(giant).refused is None
    assert arena.melee(arena.player, by=giant).refused is None


@pytest.mark.parametrize("what", ["Health Potion", "Door", "Chair"])
def test_things_cannot_be_struck(draw: Draw, what: str) -> None:
    arena = draw("#####\n#@x.#\n#####", {"x": what})
    with unchanged(arena):
        assert arena.melee(arena.find(what)).refused is not None


def test_one_does_not_strike_oneself_nor_the_dead_nor_nobody(draw: Draw) -> None:
    arena = draw(PAIR)
    ogre = arena.find("Ogre")
    inflict(arena, "damage", ogre, amount=999)
    with unchanged(arena):
        for target in (arena.player, ogre, 0, 99_999):
            assert arena.melee(target).refused is not None
