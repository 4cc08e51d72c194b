"""Running away: to the stairs that one reaches first, else to where they are farthest behind, and never in vain."""

import esper
import numpy as np

from roguelike.components import actors, items, vitals
from roguelike.core.records import replace
from roguelike.engine.play.commands import Step, TakeStairs
from roguelike.engine.session import Session
from roguelike.lab.bots import appraisal, retreat
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.terrain import Tile
from tests.lab.bots.playing import LUCK, first, hunted

HALL = "###############\n#.....@..T....#\n###############"
TROLL = {"T": "Gallery Troll"}


def troll(arena: Arena, *, mends: bool) -> int:
    """Return the troll of a drawn room, if need be one that does not mend."""
    found = arena.find("Gallery Troll")
    if not mends:
        esper.add_component(found, replace(ecs.get(found, actors.Nature), regenerates=0))
    return found


def test_from_who_cannot_be_beaten_one_runs_to_the_stairs_on_ones_own_side() -> None:
    with Arena.from_ascii(HALL, TROLL) as arena:
        arena.game.level.tiles[1, 1] = Tile.DOWN_STAIRS
        arena.game.level.tiles[13, 1] = Tile.UP_STAIRS
        assert first(retreat.Flight().flee(hunted(arena), LUCK)) == Step(-1, 0)


def test_without_stairs_one_runs_where_they_are_farthest_behind() -> None:
    with Arena.from_ascii(HALL, TROLL) as arena:
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
    with Arena.from_ascii(HALL, {"T": "Goblin"}) as arena:
        arena.teach("Zap")
        assert first(retreat.Flight().flee(hunted(arena), LUCK)) is None


def test_what_mends_faster_than_one_wounds_it_is_reckoned_to_be_beyond_one() -> None:
    found = []
    for mends in (True, False):
        with Arena.from_ascii(HALL, TROLL) as arena:
            arena.set_level(arena.player, 4)
            arena.teach("Zap")
            found.append(appraisal.danger(arena.game, [troll(arena, mends=mends)]))
    assert found[0] > retreat.HOPELESS
    assert found[0] > 1.5 * found[1]


def test_it_runs_on_from_who_is_out_of_sight_for_a_moment() -> None:
    with Arena.from_ascii(HALL, TROLL) as arena:
        arena.game.level.tiles[1, 1] = Tile.UP_STAIRS
        running = retreat.Flight()
        assert first(running.flee(hunted(arena), LUCK)) == Step(-1, 0)
        arena.game.level.visible = np.zeros_like(arena.game.level.visible)
        assert first(retreat.Flight().flee(Session(arena.game), LUCK)) is None
        assert first(running.flee(Session(arena.game), LUCK)) == Step(-1, 0)


def test_who_has_not_noticed_one_is_not_run_from() -> None:
    with Arena.from_ascii(HALL, TROLL) as arena:
        assert first(retreat.Flight().flee(Session(arena.game), LUCK)) is None


def test_fire_is_the_answer_to_what_mends() -> None:
    with Arena.from_ascii(HALL, TROLL) as arena:
        arena.set_level(arena.player, 3)
        arena.teach("Hoarfrost")
        frozen = appraisal.danger(arena.game, [arena.find("Gallery Troll")], rested=True)
        arena.teach("Ember Dart")
        burnt = appraisal.danger(arena.game, [arena.find("Gallery Troll")], rested=True)
        assert burnt < 0.6 * frozen


def test_what_one_hardly_hits_or_hurts_is_reckoned_to_take_longer() -> None:
    duels = []
    for armor_class, share in ((17, 0.5), (17, 1.0), (10, 1.0)):
        with Arena.from_ascii(HALL, {"T": "Ore Crab"}) as arena:
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
