"""With the Amulet one goes from stairs to stairs, rests on them, and leaves the hunter behind by them.

Running away: to the stairs that one reaches first, else to where they are farthest behind, and never in vain.
"""

import esper
import numpy as np
import pytest

from roguelike.components import actors, items, vitals
from roguelike.core.grammar import Message
from roguelike.core.records import replace
from roguelike.engine.play.commands import Action, Pass, Rest, Step, TakeStairs
from roguelike.engine.play.story import FOUND, HUNT_TURNS, SIGNS
from roguelike.engine.session import Session
from roguelike.lab.bots import appraisal, pursued, retreat
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.terrain import Tile
from tests.lab.bots.playing import LUCK, first, hunted

HALL = "############\n#@.........#\n############"
UP, DOWN = TakeStairs(-1), TakeStairs(1)
FAR_END = (9, 1)


def carrying(drawing: str = HALL, name: str = "Gallery Troll", **stairs: tuple[int, int]) -> Arena:
    """Draw a bearer of the Amulet, at full strength, on a level with stairs, hunted by whoever else is drawn."""
    arena = Arena.from_ascii(drawing, {"T": name}, depth=7)
    arena.give(arena.player, "Amulet of Yala")
    arena.set_pools(arena.player, hp=100, max_hp=100, mana=50, max_mana=50)
    for way, spot in stairs.items():
        arena.game.level.tiles[spot] = Tile.UP_STAIRS if way == "up" else Tile.DOWN_STAIRS
    hunted(arena)
    return arena


def tell(arena: Arena, words: str, ago: int = 0) -> None:
    """Let the log say something that was told some turns ago."""
    arena.game.log.append(Message(words, (), "warn", turn=arena.game.turn - ago))


def ideas(arena: Arena, relay: pursued.Relay | None = None) -> list[Action]:
    """List what is proposed."""
    return list((relay or pursued.Relay()).keep_ahead(Session(arena.game), LUCK))


@pytest.mark.parametrize(
    ("words", "ago", "turns"),
    [
        (FOUND, 0, HUNT_TURNS),
        (FOUND, 100, HUNT_TURNS - 100),
        (SIGNS[0][1], 5, SIGNS[0][0] - 5),
        (SIGNS[-1][1], 50, 0),
    ],
)
def test_how_far_behind_the_hunter_is_one_reads_in_the_log(
    words: str, ago: int, turns: int
) -> None:
    with carrying() as arena:
        arena.game.turn = 500
        tell(arena, FOUND, 400)
        tell(arena, words, ago)
        assert pursued.turns_ahead(arena.game) == turns


def test_who_has_read_nothing_of_it_does_not_count_on_turns() -> None:
    with carrying() as arena:
        assert pursued.turns_ahead(arena.game) == 0


def test_strong_and_with_the_hunter_far_behind_one_crosses_to_the_stairs_up() -> None:
    with carrying(up=FAR_END, down=(1, 1)) as arena:
        assert first(ideas(arena)) == Rest(), "it may come any moment"
        tell(arena, FOUND, 20)
        arena.game.turn += 1  # told before one came here
        assert first(ideas(arena)) == Step(1, 0)


def test_weak_one_rests_on_the_stairs_first() -> None:
    for hp, mana in ((50, 50), (100, 10)):
        with carrying(up=FAR_END, down=(1, 1)) as arena:
            tell(arena, FOUND, 20)
            arena.set_pools(arena.player, hp=hp, mana=mana)
            assert ideas(arena)[:2] == [Rest(), Pass()]


def test_when_it_has_come_one_leaves_it_behind_by_the_stairs_and_waits_until_it_comes_again() -> (
    None
):
    relay = pursued.Relay()
    with carrying(up=FAR_END, down=(1, 1)) as arena:
        ideas(arena, relay)
        tell(arena, FOUND)
        assert first(ideas(arena, relay)) == DOWN
    with carrying(up=(1, 1)) as arena:
        arena.game.depth, arena.game.turn = 8, 1
        arena.game.levels[8] = arena.game.levels.pop(7)
        tell(arena, FOUND, 1)
        assert first(ideas(arena, relay)) == Rest(), "it is above, beside the stairs"
        arena.game.turn += 100
        tell(arena, FOUND)
        assert first(ideas(arena, relay)) == UP


def test_on_the_stairs_up_with_nobody_above_one_goes_on() -> None:
    with carrying(up=(1, 1)) as arena:
        assert first(ideas(arena)) == UP


def test_from_who_is_too_strong_one_goes_by_the_stairs_unless_they_would_come_along() -> None:
    for drawing, taken in (
        ("#######\n#@..T.#\n#######", True),
        ("#######\n#@T...#\n#######", False),
    ):
        with carrying(drawing, "Hall Troll", down=(1, 1)) as arena:
            assert (first(ideas(arena)) == DOWN) is taken


def test_who_goes_to_and_fro_between_two_fires_fights() -> None:
    relay = pursued.Relay()
    with carrying("#######\n#@..T.#\n#######", "Hall Troll", down=(1, 1)) as arena:
        found = [first(ideas(arena, relay)) for _ in range(pursued.MOST_LEAVINGS + 1)]
        assert found == [*[DOWN] * pursued.MOST_LEAVINGS, None]


def test_badly_hurt_one_makes_for_the_nearest_stairs() -> None:
    drawing = "############\n#...@......#\n############"
    for hp, step in ((100, Step(1, 0)), (20, Step(-1, 0))):
        with carrying(drawing, up=FAR_END, down=(1, 1)) as arena:
            arena.set_pools(arena.player, hp=hp)
            assert first(ideas(arena)) == step


def test_one_runs_to_stairs_where_one_is_first() -> None:
    for stairs, found in ((1, Step(-1, 0)), (18, None)):
        drawing = "####################\n#....@..T..........#\n####################"
        with carrying(drawing, "Hall Troll", up=(stairs, 1)) as arena:
            assert first(pursued.outrun(Session(arena.game), LUCK)) == found


def test_an_easy_fight_is_fought_out() -> None:
    with carrying(
        "####################\n#....@..T..........#\n####################", "Rat"
    ) as arena:
        arena.game.level.tiles[1, 1] = Tile.UP_STAIRS
        assert first(pursued.outrun(Session(arena.game), LUCK)) is None


def test_before_one_takes_the_amulet_one_becomes_whole() -> None:
    with Arena.from_ascii("######\n#@..*#\n######", {"*": "Amulet of Yala"}, depth=15) as arena:
        for mana, found in ((0, Rest()), (20, None)):
            arena.set_pools(arena.player, hp=30, max_hp=30, mana=mana, max_mana=20)
            assert first(pursued.Relay().gather_strength(Session(arena.game), LUCK)) == found


def test_in_town_one_goes_to_the_altar_however_spent_one_is() -> None:
    with Arena.from_ascii("#######\n#@...A#\n#######", {"A": "Altar"}, depth=1) as arena:
        arena.give(arena.player, "Amulet of Yala")
        arena.set_pools(arena.player, hp=5, max_hp=100, mana=0, max_mana=50)
        assert first(ideas(arena)) == Step(1, 0)


@pytest.mark.parametrize(
    ("turns", "hp", "drawing", "found"),
    [
        (pursued.DITHER_TURNS, 100, "#@.....*T#", Step(1, 0)),
        (pursued.DITHER_TURNS, 20, "#@.....*T#", None),
        (pursued.DITHER_TURNS, 20, "#@..*...T#", Step(1, 0)),
        (pursued.DITHER_TURNS - 1, 100, "#@.....*T#", None),
    ],
)
def test_after_long_on_the_last_level_one_goes_past_its_watchman(
    turns: int, hp: int, drawing: str, found: Action | None
) -> None:
    legend = {"*": "Amulet of Yala", "T": "Hall Troll"}
    wall = "#" * len(drawing)
    with Arena.from_ascii(f"{wall}\n{drawing}\n{wall}", legend, depth=15) as arena:
        ecs.get(arena.find("Hall Troll"), actors.Mind).target = arena.player
        arena.set_pools(arena.player, hp=hp, max_hp=100)
        relay, session = pursued.Relay(), Session(arena.game)
        for _ in range(turns):
            took = list(relay.fetch(session, LUCK))
        assert first(took) == found


@pytest.mark.parametrize(("hunger", "found"), [("Normal", None), ("Hungry", Step(1, 0))])
def test_who_is_hungry_does_not_wait_to_become_whole(
    hunger: vitals.HungerState, found: Action | None
) -> None:
    with Arena.from_ascii(
        "#########\n#@..*...#\n#########", {"*": "Amulet of Yala"}, depth=15
    ) as arena:
        ecs.get(arena.player, vitals.HungerClock).state = hunger
        arena.set_pools(arena.player, hp=100, max_hp=100, mana=0, max_mana=50)
        relay, session = pursued.Relay(), Session(arena.game)
        for _ in range(pursued.DITHER_TURNS):
            took = list(relay.fetch(session, LUCK))
        assert first(took) == found


def test_without_the_amulet_nobody_hurries() -> None:
    with Arena.from_ascii(HALL) as arena:
        arena.game.level.tiles[1, 1] = Tile.UP_STAIRS
        assert ideas(arena) == []


LAIR = "###############\n#.....@..T....#\n###############"
TROLL = {"T": "Gallery Troll"}


def troll(arena: Arena, *, mends: bool) -> int:
    """Return the troll of a drawn room, if need be one that does not mend."""
    found = arena.find("Gallery Troll")
    if not mends:
        esper.add_component(found, replace(ecs.get(found, actors.Nature), regenerates=0))
    return found


def test_from_who_cannot_be_beaten_one_runs_to_the_stairs_on_ones_own_side() -> None:
    with Arena.from_ascii(LAIR, TROLL) as arena:
        arena.game.level.tiles[1, 1] = Tile.DOWN_STAIRS
        arena.game.level.tiles[13, 1] = Tile.UP_STAIRS
        assert first(retreat.Flight().flee(hunted(arena), LUCK)) == Step(-1, 0)


def test_without_stairs_one_runs_where_they_are_farthest_behind() -> None:
    with Arena.from_ascii(LAIR, TROLL) as arena:
        assert first(retreat.Flight().flee(hunted(arena), LUCK)) == Step(-1, 0)


def test_the_stairs_are_taken_unless_all_would_come_along() -> None:
    for drawing, taken in (
        ("#######\n#@.T..#\n#######", True),
        ("#######\n#@T...#\n#######", False),
    ):
        with Arena.from_ascii(drawing, TROLL) as arena:
            arena.game.level.tiles[1, 1] = Tile.UP_STAIRS
            ideas = list(retreat.to_stairs(hunted(arena)))
            assert (TakeStairs(-1) in ideas) is taken


def test_from_who_can_be_beaten_nobody_runs() -> None:
    with Arena.from_ascii(LAIR, {"T": "Goblin"}) as arena:
        arena.teach("Zap")
        assert first(retreat.Flight().flee(hunted(arena), LUCK)) is None


def test_what_mends_faster_than_one_wounds_it_is_reckoned_to_be_beyond_one() -> None:
    found = []
    for mends in (True, False):
        with Arena.from_ascii(LAIR, TROLL) as arena:
            arena.set_level(arena.player, 4)
            arena.teach("Zap")
            found.append(appraisal.danger(arena.game, [troll(arena, mends=mends)]))
    assert found[0] > retreat.HOPELESS
    assert found[0] > 1.5 * found[1]


def test_it_runs_on_from_who_is_out_of_sight_for_a_moment() -> None:
    with Arena.from_ascii(LAIR, TROLL) as arena:
        arena.game.level.tiles[1, 1] = Tile.UP_STAIRS
        running = retreat.Flight()
        assert first(running.flee(hunted(arena), LUCK)) == Step(-1, 0)
        arena.game.level.visible = np.zeros_like(arena.game.level.visible)
        assert first(retreat.Flight().flee(Session(arena.game), LUCK)) is None
        assert first(running.flee(Session(arena.game), LUCK)) == Step(-1, 0)


def test_who_has_not_noticed_one_is_not_run_from() -> None:
    with Arena.from_ascii(LAIR, TROLL) as arena:
        assert first(retreat.Flight().flee(Session(arena.game), LUCK)) is None


def test_fire_is_the_answer_to_what_mends() -> None:
    with Arena.from_ascii(LAIR, TROLL) as arena:
        arena.set_level(arena.player, 3)
        arena.teach("Hoarfrost")
        frozen = appraisal.danger(arena.game, [arena.find("Gallery Troll")], rested=True)
        arena.teach("Ember Dart")
        burnt = appraisal.danger(arena.game, [arena.find("Gallery Troll")], rested=True)
        assert burnt < 0.6 * frozen


def test_what_one_hardly_hits_or_hurts_is_reckoned_to_take_longer() -> None:
    duels = []
    for armor_class, share in ((17, 0.5), (17, 1.0), (10, 1.0)):
        with Arena.from_ascii(LAIR, {"T": "Ore Crab"}) as arena:
            crab = arena.find("Ore Crab")
            natural = ecs.get(crab, items.NaturalDefence)
            esper.add_component(crab, replace(natural, armor_class=armor_class))
            esper.add_component(crab, items.Resistances((("blow", share),)))
            duels.append(appraisal.danger(arena.game, [crab], rested=True))
    assert duels[0] > duels[1] > duels[2]


def test_from_an_adjacent_enemy_that_is_faster_one_does_not_run() -> None:
    for quickness, runs in ((8, True), (19, False)):
        with Arena.from_ascii("############\n#.....@T...#\n############", TROLL) as arena:
            beast = arena.find("Gallery Troll")
            scores = ecs.get(beast, vitals.Attributes)
            esper.add_component(beast, replace(scores, quickness=quickness))
            session = hunted(arena)
            assert appraisal.danger(arena.game, [beast]) > retreat.HOPELESS
            assert (first(retreat.Flight().flee(session, LUCK)) is not None) == runs
            assert retreat.is_outrun(arena.game) != runs
