"""Shots: a weapon, range, sight, a living target.

Throwing: potions break, weapons strike, all else makes a noise; foreseen, refused, and nothing unknown told.
"""

from typing import Any

import pytest

from roguelike.actions import acting, shooting
from roguelike.components import actors, items
from roguelike.core.geometry import Point
from roguelike.engine.foreseeing.aiming import Forecast, aimable, foresee
from roguelike.engine.foreseeing.reply import reply
from roguelike.engine.play.dungeon import travel
from roguelike.engine.play.turn import play
from roguelike.engine.views.use_text import throw_words
from roguelike.store import invariants
from roguelike.testing import Arena
from roguelike.world import changes
from tests.rooms import (
    Draw,
    component,
    do,
    fingerprint,
    flights,
    inflict,
    lost,
    of,
    room,
    rules,
    unchanged,
)

CORRIDOR = """
    ###########
    #@..g..k..#
    ###########
"""


@pytest.mark.parametrize("room", [CORRIDOR])
def test_a_shot_beyond_the_range_is_refused(draw: Draw, room: str) -> None:
    arena = draw(room)
    arena.equip(arena.player, "Sling")
    before = fingerprint(arena)
    assert (
        arena.shoot(arena.find("Kobold")).refused == "That is out of range: your Sling reaches 3."
    )
    assert fingerprint(arena) == before


def test_a_target_at_exactly_the_range_can_be_shot(draw: Draw) -> None:
    arena = draw("######\n#@..g#\n######")
    arena.equip(arena.player, "Sling")
    assert arena.shoot(arena.find("Goblin")).refused is None


def test_a_shot_without_a_missile_weapon_is_refused(draw: Draw) -> None:
    arena = draw(CORRIDOR)
    before = fingerprint(arena)
    assert arena.shoot(arena.find("Goblin")).refused == "You have no missile weapon ready."
    arena.equip(arena.player, "Needle")
    assert arena.shoot(arena.find("Goblin")).refused == "You have no missile weapon ready."
    arena.give(arena.player, "Sling")
    assert (
        arena.shoot(arena.find("Goblin")).refused
        == "Your Sling is in the pack: take it in hand first."
    )
    assert fingerprint(arena)["dice"] == before["dice"]


def test_the_unseen_cannot_be_shot(draw: Draw) -> None:
    arena = draw("######\n#@#g.#\n#....#\n######")
    arena.equip(arena.player, "Shortbow")
    with unchanged(arena):
        assert arena.shoot(arena.find("Goblin")).refused == "You see nobody there."


def test_blade_and_bow_keep_to_their_own_damage(draw: Draw) -> None:
    arena = draw("#######\n#@o...#\n#######")
    arena.equip(arena.player, "Sling")
    arena.equip(arena.player, "War Axe")
    ogre = arena.find("Ogre")
    shots = {lost(arena.shoot(ogre).trace, ogre) for _ in range(20)}
    assert max(shots) <= 5
    (struck, *_) = of(arena.shoot(ogre).trace, changes.Struck) or [None]
    assert struck is None or struck.means == "Sling"


def test_shooting_at_nothing_is_refused(draw: Draw) -> None:
    arena = draw("######\n#@!g+#\n######")
    arena.equip(arena.player, "Sling")
    goblin = arena.find("Goblin")
    inflict(arena, "damage", goblin, amount=99)
    with unchanged(arena):
        for target in (
            0,
            99_999,
            goblin,
            arena.player,
            arena.find("Health Potion"),
            arena.find("Door"),
        ):
            assert arena.shoot(target).refused is not None


@pytest.mark.parametrize(("weapon", "told"), [("Sling", "a shot"), ("Needle", "a blow")])
def test_a_fumbled_shot_is_told_as_a_shot_not_a_blow(draw: Draw, weapon: str, told: str) -> None:
    arena = draw("#####\n#@g.#\n#####")
    arena.equip(arena.player, weapon)
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, max_hp=999, hp=999)
    attack = arena.shoot if weapon == "Sling" else arena.melee
    lines = [line for _ in range(200) for line in attack(goblin).log if "fumble" in line]
    assert set(lines) == {f"You fumble {told} at the goblin."}


def test_a_shot_at_a_large_body_flies_to_the_part_of_it_that_is_seen(draw: Draw) -> None:
    arena = draw("########\n##.D..##\n##....##\n#.....@#\n########")
    arena.equip(arena.player, "Sling")
    result = arena.shoot(arena.find("Giant"))
    assert result.refused is None
    [flight] = flights(result.trace)
    assert flight.path[-1] == (4, 2)


def test_walls_stop_a_shot_and_creatures_in_between_do_not(draw: Draw) -> None:
    arena = draw("#######\n#@.k.g#\n#.##.##\n#..k..#\n#######")
    arena.equip(arena.player, "Hand Crossbow")
    goblin, below = arena.find("Goblin"), arena.at(3, 3)[0]
    assert arena.shoot(below).refused == "You see nobody there."
    assert arena.shoot(goblin).refused is None


HALL = "###########\n#@...g....#\n#.........#\n###########"


def hall(drawing: str = HALL, **options: Any) -> Arena:
    """Draw a room in whose world health and sleep potions break."""
    data = rules()
    for row in data["items"]:
        if row["name"].endswith("Potion"):
            row["shatters"] = True
    return room(drawing, {"H": "Hunter"}, raws=data, **options)


def throw(arena: Arena, item: int, at: Point | None) -> Any:
    """Have the player throw something."""
    arena.game.enter()
    return do(arena, shooting.Throw(item, at))


def test_without_a_tile_it_asks_for_one() -> None:
    with hall() as arena:
        food, before = arena.give(arena.player, "Rations"), fingerprint(arena)
        result = throw(arena, food, None)
        assert isinstance(result, acting.Ask)
        assert result.what == "target"
        assert fingerprint(arena) == before
        assert arena.inventory() == ["Rations"]


@pytest.mark.parametrize(
    ("at", "says"),
    [((9, 1), "That is out of range"), ((0, 0), "in the way"), ((99, 99), "nothing there")],
)
def test_what_cannot_be_is_refused_at_no_cost(at: Point, says: str) -> None:
    with hall("###########\n#@........#\n###########") as arena:
        food = arena.give(arena.player, "Rations")
        with unchanged(arena):
            result = throw(arena, food, at)
            assert isinstance(result, acting.Refused)
            assert says in result.reason


@pytest.mark.parametrize(
    ("thing", "says"), [("Rations", "Rations reach 7 tiles."), ("Meat", "Meat reaches 7 tiles.")]
)
def test_what_is_many_is_spoken_of_as_many(thing: str, says: str) -> None:
    with hall("###########\n#@........#\n###########") as arena:
        item = arena.give(arena.player, thing)
        assert throw(arena, item, (9, 1)) == acting.Refused(f"That is out of range: {says}")
        asked = throw(arena, item, None)
        assert isinstance(asked, acting.Ask)
        assert asked.prompt == f"Where? {says}"


def test_only_what_one_has_can_be_thrown() -> None:
    with hall() as arena:
        lying = arena.spawn("Rations", 2, 1)
        assert throw(arena, lying, (3, 1)) == acting.Refused("You do not have that.")


def test_a_thing_lies_where_it_came_down_and_is_heard_there() -> None:
    with hall() as arena:
        food = arena.give(arena.player, "Rations")
        assert throw(arena, food, (3, 2)) == acting.Done()
        assert arena.position(food) == (3, 2)
        [sound] = of(arena.game.trace, changes.Sounded)
        assert (sound.point, sound.steps) == ((3, 2), shooting.NOISE_STEPS)
        assert invariants.faults(arena.game) == []


def test_a_weapon_strikes_the_first_on_its_way_and_lies_there() -> None:
    with hall() as arena:
        axe = arena.give(arena.player, "War Axe")
        seen = foresee(arena.game, arena.player, shooting.Throw(axe, (6, 1)))
        goblin = arena.find("Goblin")
        assert seen.outcomes[goblin].damage[2] > 0
        before = arena.hp(goblin)
        assert throw(arena, axe, (6, 1)) == acting.Done()
        assert of(arena.game.trace, changes.Struck) or of(arena.game.trace, changes.Missed)
        assert before - arena.hp(goblin) <= seen.outcomes[goblin].damage[2]
        assert arena.position(axe) == (5, 1)


def test_a_potion_breaks_over_all_beside_and_is_known_then() -> None:
    with hall("########\n#@..gg.#\n#...g..#\n########") as arena:
        potion = arena.give(arena.player, "Poison Potion")
        arena.identify("Poison Potion")
        goblins = arena.game.level.blockers
        seen = foresee(arena.game, arena.player, shooting.Throw(potion, (4, 1)))
        assert {goblins[4, 1], goblins[5, 1], goblins[4, 2]} <= set(seen.outcomes)
        assert throw(arena, potion, (4, 1)) == acting.Done()
        assert not arena.alive(potion)
        assert arena.statuses(goblins[5, 1])
        assert arena.inventory() == []
        assert invariants.faults(arena.game) == []


def test_nothing_is_told_of_a_potion_that_nobody_knows() -> None:
    with hall() as arena:
        potion = arena.give(arena.player, "Poison Potion")
        seen = foresee(arena.game, arena.player, shooting.Throw(potion, (5, 1)))
        assert isinstance(seen, Forecast)
        assert seen.outcomes == {}
        assert seen.notes == {}
        assert seen.path[-1] == (5, 1)
        throw(arena, potion, (5, 1))
        assert "Poison Potion" in arena.game.identified


@pytest.mark.parametrize(
    "lookalikes",
    [
        ("Poison Potion", "Sleep Potion", "Health Potion", "Haste Potion", "Great Mana Potion"),
        ("Dagger +1", "Dagger +3", "Dagger -1", "Dagger of Venom"),
    ],
    ids=["potions", "blades"],
)
def test_things_that_look_alike_are_thrown_alike_as_far_as_the_player_is_told(
    lookalikes: tuple[str, ...],
) -> None:
    told = set()
    for name in lookalikes:
        with room("########\n#@..o..#\n########", {"o": "Orc"}, raws=None, minds=True) as arena:
            arena.set_pools(arena.find("Orc"), hp=50, max_hp=99)
            aimed = shooting.Throw(arena.give(arena.player, name), (4, 1))
            seen = foresee(arena.game, arena.player, aimed)
            answer = reply(arena.game, aimed, samples=8)
            assert seen.outcomes == {}
            assert answer.refused is None
            told.add(repr((seen, answer)))
    assert len(told) == 1


def test_might_throws_farther_and_weight_less_far() -> None:
    with hall() as arena:
        light, heavy = (arena.give(arena.player, name) for name in ("Rations", "Crate of Anvils"))
        assert (shooting.flight_of(arena.player, light).range or 0) > (
            shooting.flight_of(arena.player, heavy).range or 0
        )
        assert shooting.flight_of(arena.player, heavy).range == 2
        assert shooting.flight_of(arena.player, light).range == 7
        assert (8, 1) in aimable(arena.game, shooting.Throw(light))
        assert (9, 1) not in aimable(arena.game, shooting.Throw(light))
        assert shooting.Throw(light).at((3, 1)) == shooting.Throw(light, (3, 1))


def test_what_is_worn_is_thrown_and_what_is_cursed_is_not() -> None:
    with hall() as arena:
        cap = arena.equip(arena.player, "Cloth Cap")
        assert throw(arena, cap, (3, 1)) == acting.Done()
        assert component(arena.player, items.Pack).worn == {}
        cursed = arena.equip(arena.player, "Dunce Cap")
        with unchanged(arena):
            assert throw(arena, cursed, (3, 1)) == acting.Refused(
                "You cannot take off the Dunce Cap: it is cursed."
            )


def test_the_blind_bear_is_led_away_by_a_thrown_thing() -> None:
    drawing = (
        "#############\n#@...b......#\n#...........#\n#...........#\n#...........#\n#############"
    )
    with Arena.from_ascii(drawing, {"b": "Blind Cave Bear"}, minds=True) as arena:
        bear = arena.find("Blind Cave Bear")
        component(bear, actors.Mind).awake = True
        stone = arena.give(arena.player, "Dagger")
        assert play(arena.game, shooting.Throw(stone, (7, 4)), travel) == acting.Done()
        ways = [arena.position(bear)]
        for _ in range(4):
            arena.wait(1)
            ways.append(arena.position(bear))
        assert (7, 4) in ways
        assert arena.hp(arena.player) == 30


def test_a_noise_is_told_once_and_nothing_that_goes_without_saying() -> None:
    with hall() as arena:
        food = arena.give(arena.player, "Rations")
        arena.game.enter()
        words = throw_words(arena.game, food)
        seen = foresee(arena.game, arena.player, shooting.Throw(food, (3, 2)))
        assert not any("noise" in each for each in words)
        assert list(seen.notes) == [f"a noise, heard {shooting.NOISE_STEPS} steps away"]
        assert not [note for each in seen.outcomes.values() for note in each.notes]


@pytest.mark.parametrize("item", [0, -1, 10**9])
def test_what_never_was_cannot_be_thrown(item: int) -> None:
    arena = hall()
    command = shooting.Throw(item, (3, 1))
    with unchanged(arena):
        assert foresee(arena.game, arena.player, command).refused is not None
        assert reply(arena.game, command, samples=2).refused is not None
        assert isinstance(throw(arena, item, (3, 1)), acting.Refused)
