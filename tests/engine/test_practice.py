"""Practice: the player as they are, on a drawn board, and nothing of the real game is touched."""

from collections.abc import Callable, Iterator

import esper
import pytest

from roguelike.components import items
from roguelike.core.geometry import Point, steps_between
from roguelike.engine.play.commands import Action, Cast, Pass, Step, TakeStairs, UseItem
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.practice.boards import parse_board
from roguelike.practice.room import Board, Practice, boards
from roguelike.testing import Arena
from roguelike.world.catalog import Catalog

ROOM = """
#######
#@....#
#######"""


def board(text: str) -> Board:
    return parse_board(text, "test.txt")


DUEL = board("o: mobs Orc\n\n#######\n#@.o..#\n#######")
LESSONS = {each.key: each for each in boards("lesson")}


@pytest.fixture
def arena() -> Iterator[Arena]:
    """Somebody with a past."""
    with Arena.from_ascii(ROOM, seed=5) as room:
        room.teach("Zap")
        room.teach("Web")
        room.set_pools(room.player, hp=17, mana=3, max_mana=9)
        room.equip(room.player, "Longsword")
        room.equip(room.player, "Leather Cap")
        room.identify("Health Potion")
        room.give(room.player, "Health Potion")
        room.give(room.player, "Rod of Venom")
        room.cast("Web", (4, 1))
        yield room


@pytest.fixture
def practice(arena: Arena) -> Iterator[Practice]:
    """The same person, before an orc."""
    found = Practice.of(Session(arena.game), DUEL)
    yield found
    found.close()


def sheet(session: Session) -> tuple[object, ...]:
    """Return what the character page shows."""
    hud = session.hud()
    return (
        (hud.hp, hud.max_hp, hud.mana, hud.max_mana, hud.level, hud.xp, hud.attributes, hud.skills),
        (hud.armor_class, hud.gold, hud.weapons, hud.hunger, hud.penalty),
        tuple(item.name for item in hud.worn),
        tuple(spell.name for spell in hud.spells),
        hud.statuses,
    )


def test_the_player_comes_as_they_are(arena: Arena, practice: Practice) -> None:
    assert sheet(practice) == sheet(Session(arena.game))
    assert practice.here == DUEL.start
    assert [each.name for each in practice.creatures()] == ["Orc"]


def test_statuses_come_along(arena: Arena) -> None:
    arena.identify("Haste Potion")
    arena.use(arena.give(arena.player, "Haste Potion"))
    practice = Practice.of(Session(arena.game), DUEL)
    assert [each.name for each in practice.hud().statuses] == ["Hasted"]
    assert sheet(practice) == sheet(Session(arena.game))


def test_nothing_of_it_touches_the_real_game(arena: Arena, practice: Practice) -> None:
    before = state_hash(arena.game)
    practice.do(Cast("Zap", (4, 2)))
    practice.do(UseItem(next(item.entity for item in practice.pack() if "Health" in item.name)))
    for _ in range(30):
        practice.do(Step(1, 0))
    practice.undo()
    practice.again()
    assert state_hash(arena.game) == before
    assert arena.hp(arena.player) == 17
    assert "Health Potion" in arena.inventory()


def test_charges_are_those_of_the_real_thing(arena: Arena) -> None:
    arena.identify("Rod of Venom")
    rod = arena.give(arena.player, "Rod of Venom")
    esper.component_for_entity(rod, items.Charges).left = 1
    practice = Practice.of(Session(arena.game), DUEL)
    practice.game.enter()
    assert esper.component_for_entity(rod, items.Charges).left == 1


def test_what_is_not_identified_stays_behind(arena: Arena, practice: Practice) -> None:
    assert "Rod of Venom" in arena.inventory()
    names = [item.name for item in practice.pack()]
    assert "Health Potion" in names
    assert not [name for name in names if "Rod" in name]


def test_the_story_is_no_part_of_it(arena: Arena) -> None:
    arena.give(arena.player, "Amulet of Yala")
    practice = Practice.of(Session(arena.game), DUEL)
    assert not [item for item in practice.pack() if "Yala" in item.name]
    for _ in range(5):
        practice.do(Pass())
    assert not practice.is_won


def test_the_last_turn_of_the_real_game_is_none_to_take_back(arena: Arena) -> None:
    """Its level is another: what stood there was looked for on the board, outside of it."""
    arena.teach("Yesterday")
    arena.set_pools(arena.player, mana=30, max_mana=30)
    session = Session(arena.game)
    session.do(Step(1, 0))
    practice = Practice.of(session, board("o: mobs Orc\n\n###\n#@#\n#o#\n###"))
    assert practice.forecast(Cast("Yesterday")).refused == "There is no turn to take back yet."
    practice.do(Pass())
    assert practice.forecast(Cast("Yesterday")).refused is None
    assert practice.do(Cast("Yesterday")).acted


def test_a_turn_is_taken_back_exactly(practice: Practice) -> None:
    hashes = [state_hash(practice.game)]
    for command in (Cast("Zap", (4, 2)), Pass(), Step(1, 0)):
        practice.do(command)
        hashes.append(state_hash(practice.game))
    game = practice.game
    while len(hashes) > 1:
        assert state_hash(practice.game) == hashes.pop()
        assert practice.undo()
    assert state_hash(practice.game) == hashes.pop()
    assert practice.game is game, "whoever holds the game sees what was taken back"
    assert not practice.undo()


def test_what_was_foreseen_before_a_turn_is_foreseen_after_it_was_taken_back(
    practice: Practice,
) -> None:
    before = practice.reply(Pass())
    practice.do(Pass())
    practice.undo()
    assert practice.reply(Pass()) == before


def test_a_refused_command_is_no_turn_to_take_back(practice: Practice) -> None:
    assert practice.do(Step(0, -1)).refused
    assert not practice.undo()


def test_again_sets_the_board_up_with_other_dice(practice: Practice) -> None:
    first = practice.game.rng.state()
    practice.do(Cast("Zap", (4, 2)))
    practice.again()
    assert (practice.hud().hp, practice.hud().mana) == (17, 3)
    assert practice.game.turn == 0
    assert [each.hp for each in practice.creatures()] == [9]
    assert practice.game.rng.state() != first
    practice.again(rested=True)
    assert (practice.hud().hp, practice.hud().mana) == (30, 9)


def test_whoever_dies_can_take_it_back(arena: Arena) -> None:
    arena.set_pools(arena.player, hp=1)
    practice = Practice.of(Session(arena.game), board("t: mobs Hall Troll\n\n@t"))
    for _ in range(60):
        if practice.is_over:
            break
        practice.do(Pass())
    assert practice.end == "died"
    practice.undo()
    assert practice.end == ""
    assert practice.hud().hp == 1


def test_traps_of_a_board_are_seen(arena: Arena) -> None:
    practice = Practice.of(Session(arena.game), board("m: props Landmine\n\n@..m"))
    assert practice.place((4, 1)).things == ("Landmine",)


def test_sleepers_sleep(arena: Arena) -> None:
    practice = Practice.of(Session(arena.game), board("asleep: o\no: mobs Orc\n\n@....o"))
    assert [each.mood for each in practice.creatures()] == ["asleep"]


def test_whoever_takes_several_tiles_finds_the_nearest_room(arena: Arena) -> None:
    corner = board("D: mobs Black Dragon\ng: mobs Goblin\n\n@....\n.....\n....g\n....D")
    practice = Practice.of(Session(arena.game), corner)
    dragon = next(each for each in practice.creatures() if each.name == "Black Dragon")
    assert steps_between(dragon.point, (5, 4)) <= 2
    cells = {
        point for point, entity in practice.game.level.blockers.items() if entity == dragon.entity
    }
    assert len(cells) == 4
    assert all(practice.game.level.walkable[cell] for cell in cells)


def test_whoever_has_no_room_at_all_stays_away(arena: Arena) -> None:
    practice = Practice.of(Session(arena.game), board("D: mobs Black Dragon\n\n@.D"))
    assert practice.creatures() == ()


def test_whoever_leaves_the_board_is_out_of_reach(arena: Arena) -> None:
    practice = Practice.of(Session(arena.game), board("goal: leave\nt: mobs Hall Troll\n\nt@>"))
    practice.do(Step(1, 0))
    practice.do(TakeStairs(1))
    assert practice.end == "won"
    assert practice.creatures() == ()
    practice.undo()
    assert practice.end == ""
    assert len(practice.creatures()) == 1


def test_a_way_home_leads_off_a_large_board_too(arena: Arena) -> None:
    """What happened on the board was looked up on the smaller level behind it, and the game was broken off."""
    arena.give(arena.player, "Town Portal Scroll")
    arena.identify("Town Portal Scroll")
    wide = board("o: mobs Orc\n\n############\n#........@.#\n############")
    practice = Practice.of(Session(arena.game), wide)
    scroll = next(each.entity for each in practice.pack() if "Portal" in each.name)
    assert practice.do(UseItem(scroll)).acted


def test_no_world_is_left_behind(arena: Arena) -> None:
    worlds = set(esper.list_worlds())
    practice = Practice.of(Session(arena.game), DUEL)
    practice.do(Pass())
    practice.undo()
    practice.again()
    practice.close()
    assert set(esper.list_worlds()) == worlds


# --- lessons

Plan = Callable[[Practice, int], Action]


def beside(practice: Practice) -> Action:
    """Strike an enemy within reach, or wait."""
    here = practice.here
    for each in practice.creatures():
        if each.hostile and steps_between(here, each.point) == 1:
            return Step(each.point[0] - here[0], each.point[1] - here[1])
    return Pass()


def casting(spell: str) -> Plan:
    """Cast at the best aim as long as there is one."""

    def plan(practice: Practice, turn: int) -> Action:
        aims = practice.best_aims(Cast(spell))
        return Cast(spell, aims[0]) if aims else beside(practice)

    return plan


def behind_the_door(practice: Practice, turn: int) -> Action:
    """Step back, then strike what comes."""
    return Step(-1, 0) if turn < 2 else beside(practice)


def to_the_stairs(practice: Practice, turn: int) -> Action:
    """Hold the troll up, and go."""
    if turn == 0:
        return Cast("Web", practice.best_aims(Cast("Web"))[0])
    stairs: Point = next(point for point, sign in practice.board.cells() if sign == ">")
    if practice.here == stairs:
        return TakeStairs(1)
    there = practice.way_to(stairs)[0]
    return Step(there[0] - practice.here[0], there[1] - practice.here[1])


def tried(practice: Practice, plan: Plan, times: int) -> int:
    """Return how many of some tries are won."""
    won = 0
    for _ in range(times):
        turn = 0
        while not practice.is_over and turn < 80:
            practice.do(plan(practice, turn))
            turn += 1
        won += practice.is_won
        practice.again()
    return won


WAYS: dict[str, Plan] = {
    "lesson-1-aim": casting("Zap"),
    "lesson-2-area": casting("Falling Sky"),
    "lesson-3-door": behind_the_door,
    "lesson-4-flee": to_the_stairs,
    "lesson-5-chain": casting("Rude Gesture"),
}


@pytest.mark.parametrize("key", LESSONS)
def test_a_lesson_is_won_by_what_it_teaches(key: str, catalog: Catalog) -> None:
    practice = Practice.lesson(LESSONS[key], catalog)
    try:
        assert tried(practice, WAYS[key], 10) >= 8
    finally:
        practice.close()


@pytest.mark.parametrize("key", ["lesson-1-aim", "lesson-3-door", "lesson-4-flee"])
def test_and_seldom_by_standing_still(key: str, catalog: Catalog) -> None:
    practice = Practice.lesson(LESSONS[key], catalog)
    try:
        assert tried(practice, lambda practice, _: beside(practice), 10) <= 7
    finally:
        practice.close()


def test_the_first_lesson_can_be_begun_by_its_hotkey(catalog: Catalog) -> None:
    practice = Practice.lesson(LESSONS["lesson-1-aim"], catalog)
    assert len(practice.best_aims(Cast("Zap"))) == 2


def test_one_shove_clears_the_chain_and_the_panel_says_so(catalog: Catalog) -> None:
    practice = Practice.lesson(LESSONS["lesson-5-chain"], catalog)
    best = practice.best_aims(Cast("Rude Gesture"))[0]
    seen = practice.forecast(Cast("Rude Gesture", best))
    foes = practice.enemies_left()
    assert len(foes) == 4
    assert all(seen.outcomes[foe].kill == 1.0 for foe in foes)
    practice.do(Cast("Rude Gesture", best))
    assert practice.is_won
