"""The reply to commands about things, doors and stairs: wearing, dropping, picking up, closing, leaving."""

import pytest

from roguelike.components.actors import Mind
from roguelike.components.items import Pack
from roguelike.components.spatial import Hidden, Position
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.foreseeing.reply import reply
from roguelike.engine.play.commands import (
    Action,
    CloseDoor,
    Disarm,
    Drop,
    Equip,
    OpenDoor,
    Pass,
    PickUp,
    Step,
    TakeOff,
    TakeStairs,
)
from roguelike.engine.play.dungeon import travel
from roguelike.engine.play.onlookers import Onlookers
from roguelike.engine.play.turn import act_as_able, leave, pass_time, play
from roguelike.testing import Arena
from roguelike.world import ecs
from tests.laws.test_rehearsed_turns import check, fingerprint
from tests.rooms import Draw, inflict, lives

ROOM = """
########
#.+.k..#
#.@>o..#
#.^....#
########
"""
"""Around the stairs: a kobold, an ogre, a door and a trap."""
SORTS = (
    "wear",
    "wield",
    "take off",
    "drop",
    "drop what is worn",
    "pick up",
    "pick up one",
    "close",
    "open",
    "disarm",
    "leave",
)
STURDY = 200
"""Hit points that no turn of an ogre and a kobold takes."""


def beset(draw: Draw, sort: str = "") -> tuple[Arena, dict[str, Action]]:
    """Draw the hero on the stairs, on top of a potion; return the room with a command of every sort."""
    arena = draw(ROOM, {"o": "Ogre", "k": "Kobold"}, minds=True)
    game, hero = arena.game, arena.player
    arena.set_pools(hero, hp=STURDY, max_hp=STURDY)
    for kind in ("Leather Armor", "Tower Shield", "Longsword", "Health Potion"):
        arena.identify(kind)
    worn = arena.equip(hero, "Leather Armor")
    shield, sword, potion = (
        arena.give(hero, kind) for kind in ("Tower Shield", "Longsword", "Health Potion")
    )
    trap, door = arena.find("Bear Trap"), arena.find("Door")
    ecs.get(trap, Hidden).found = True
    before: list[Action] = [Step(1, 0), Drop(potion)]
    if sort != "open":
        before.insert(0, OpenDoor(door))
    for action in before:
        play(game, action, travel, minds=False)
    for foe in ("Ogre", "Kobold"):
        ecs.get(arena.find(foe), Mind).target = hero
    return arena, {
        "wear": Equip(shield),
        "wield": Equip(sword),
        "take off": TakeOff(worn),
        "drop": Drop(shield),
        "drop what is worn": Drop(worn),
        "pick up": PickUp(),
        "pick up one": PickUp(potion),
        "close": CloseDoor(door),
        "open": Step(-1, -1),
        "disarm": Disarm(trap),
        "leave": TakeStairs(1),
    }


@pytest.mark.parametrize("sort", SORTS)
def test_whatever_the_command_the_reply_leaves_the_game_as_it_was(draw: Draw, sort: str) -> None:
    arena, commands = beset(draw, sort)
    game, action = arena.game, commands[sort]
    game.enter()
    play(game, Pass(), travel, minds=False)  # buries, and fills what is kept
    before = fingerprint(game)
    told = reply(game, action, samples=6)
    assert told.refused is None
    assert {name for name, was in fingerprint(game).items() if was != before[name]} == set()
    assert reply(game, action, samples=6) == told
    if sort != "leave":
        check(game, action)


@pytest.mark.parametrize("sort", [each for each in SORTS if each != "leave"])
def test_whatever_the_command_what_comes_lies_within_what_was_told(draw: Draw, sort: str) -> None:
    arena, commands = beset(draw, sort)
    told = reply(arena.game, commands[sort])
    lost = set()
    for again in lives(arena, 60):
        play(again.game, commands[sort], travel)
        lost.add(STURDY - again.hp(again.player))
    assert len(lost) > 1
    assert told.you.damage[0] <= min(lost)
    assert max(lost) <= told.you.damage[2]


BOAR = "######\n#@b..#\n######"


def before_a_boar(seed: int, worn: str = "", carried: str = "") -> Arena:
    """Return a room of the game's own data: the hero faces a wild boar that hunts them."""
    arena = Arena.from_ascii(BOAR, {"b": "Wild Boar"}, minds=True, seed=seed)
    arena.set_pools(arena.player, hp=STURDY, max_hp=STURDY)
    for kind in filter(None, (worn, carried)):
        arena.identify(kind)
    if worn:
        arena.equip(arena.player, worn)
    if carried:
        arena.give(arena.player, carried)
    return arena


@pytest.mark.parametrize("seed", range(6))
def test_armour_put_on_before_a_boar_counts_in_what_is_told(seed: int) -> None:
    with before_a_boar(seed, carried="Chainmail Armor") as arena:
        (mail,) = ecs.get(arena.player, Pack).items
        told = {what: reply(arena.game, what, samples=200) for what in (Equip(mail), Pass())}
        for action, seen in told.items():
            losses = []
            for again in lives(arena, 100):
                play(again.game, action, travel)
                losses.append(STURDY - again.hp(again.player))
            assert seen.you.damage[0] <= min(losses) <= max(losses) <= seen.you.damage[2]
            spread = max(losses) - min(losses)
            assert abs(seen.you.damage[1] - sum(losses) / len(losses)) <= 0.2 * spread


def mean_loss(told: Reply) -> float:
    """Return the mean of the hit points that the player loses."""
    return told.you.damage[1]


def test_what_is_taken_off_no_longer_turns_blows() -> None:
    """Over several games: in each, the order of turns decides how often the boar strikes."""
    bared = kept = 0.0
    for seed in range(8):
        with before_a_boar(seed, worn="Breastplate") as arena:
            (plate,) = ecs.get(arena.player, Pack).worn.values()
            bared += mean_loss(reply(arena.game, TakeOff(plate), samples=100))
            kept += mean_loss(reply(arena.game, Pass(), samples=100))
    assert bared > kept


def test_what_is_not_identified_is_told_as_if_one_waited(draw: Draw) -> None:
    arena = draw("#####\n#@o.#\n#####", {"o": "Ogre"}, minds=True)
    arena.set_pools(arena.player, hp=STURDY, max_hp=STURDY)
    cap = arena.give(arena.player, "Dunce Cap")
    waiting = reply(arena.game, Pass())
    assert reply(arena.game, Equip(cap)) == waiting
    arena.identify("Dunce Cap")
    assert reply(arena.game, Equip(cap)) != waiting


def test_what_a_curse_holds_is_refused(draw: Draw) -> None:
    arena = draw("#####\n#@.r#\n#####", minds=True)
    cap = arena.equip(arena.player, "Dunce Cap")
    for action in (TakeOff(cap), Drop(cap)):
        assert "cursed" in (reply(arena.game, action).refused or "")


@pytest.mark.parametrize("seed", [0, 1, 2, 4])
def test_behind_a_door_closed_before_a_hunter_nothing_is_lost(seed: int) -> None:
    legend = {"+": "Door", "a": "Bandit Archer"}
    with Arena.from_ascii("########\n#@+..a.#\n########", legend, minds=True, seed=seed) as arena:
        door, archer = arena.find("Door"), arena.find("Bandit Archer")
        arena.set_pools(arena.player, hp=STURDY, max_hp=STURDY)
        play(arena.game, OpenDoor(door), travel, minds=False)
        ecs.get(archer, Mind).target = arena.player
        left_open, shut = (reply(arena.game, each) for each in (Pass(), CloseDoor(door)))
        assert shut.refused is None
        assert shut.you.damage == (0, 0.0, 0)
        assert left_open.you.damage[2] > 0


# --- leaving the level


def leaving(draw: Draw) -> tuple[Arena, Reply]:
    """Return a room with the hero on the stairs, and the reply to taking them."""
    arena, commands = beset(draw)
    return arena, reply(arena.game, commands["leave"])


def test_who_leaves_is_told_who_follows_and_nothing_of_the_other_level(draw: Draw) -> None:
    arena, told = leaving(draw)
    assert told.leaves
    assert told.you.damage == (0, 0.0, 0)
    assert set(told.follows) == {arena.find("Ogre"), arena.find("Kobold")}
    assert set(arena.game.levels) == {3}, "nothing is built to tell it"
    assert told.intents == dict.fromkeys(told.intents, ())


def test_who_is_said_to_follow_does_and_nobody_else(draw: Draw) -> None:
    arena, _ = leaving(draw)
    ogre, kobold = arena.find("Ogre"), arena.find("Kobold")
    inflict(arena, "status", kobold, status="Stunned", turns=5)
    told = reply(arena.game, TakeStairs(1))
    assert set(told.follows) == {ogre}
    travel(arena.game, 4)
    assert [ecs.get(foe, Position).depth for foe in (ogre, kobold)] == [4, 3]


def test_who_is_said_to_act_first_on_the_other_side_does(draw: Draw) -> None:
    met = set()
    for seed in range(10):
        arena = draw("#####\n#@>o#\n#####", {"o": "Ogre"}, minds=True, seed=seed)
        game, ogre = arena.game, arena.find("Ogre")
        arena.set_pools(arena.player, hp=STURDY, max_hp=STURDY)
        inflict(arena, "status", ogre, status="Slowed", turns=9, strength=4)
        play(game, Step(1, 0), travel, minds=False)
        ecs.get(ogre, Mind).target = arena.player
        told = reply(game, TakeStairs(1)).follows[ogre]
        acted = set[int]()
        onlookers = Onlookers(acts=lambda _, entity, __, acted=acted: acted.add(entity))
        start = len(game.trace)
        act_as_able(game, TakeStairs(1), onlookers)
        leave(game, travel, start)
        pass_time(game, onlookers)
        assert (ogre in acted) == told
        met.add(told)
    assert met == {True, False}
