"""Running away: to the stairs that one reaches first, else to where they are farthest behind, and never in vain."""

from collections.abc import Iterator

from roguelike.core.rng import Stream
from roguelike.engine.commands import Action, Step, TakeStairs
from roguelike.engine.session import Session
from roguelike.lab.bots import flight
from roguelike.lab.bots.appraisal import danger
from roguelike.testing import Arena
from roguelike.world.terrain import Tile

LUCK = Stream("1", "test")
HALL = "###############\n#.....@..T....#\n###############"
TROLL = {"T": "Gallery Troll"}


def first(ideas: Iterator[Action]) -> Action | None:
    """Return what is proposed first."""
    return next(ideas, None)


def test_from_who_cannot_be_beaten_one_runs_to_the_stairs_on_ones_own_side() -> None:
    with Arena.from_ascii(HALL, TROLL) as arena:
        arena.game.level.tiles[1, 1] = Tile.DOWN_STAIRS
        arena.game.level.tiles[13, 1] = Tile.UP_STAIRS
        assert first(flight.flee(Session(arena.game), LUCK)) == Step(-1, 0)


def test_without_stairs_one_runs_where_they_are_farthest_behind() -> None:
    with Arena.from_ascii(HALL, TROLL) as arena:
        assert first(flight.flee(Session(arena.game), LUCK)) == Step(-1, 0)


def test_the_stairs_are_taken_unless_all_would_come_along() -> None:
    for drawing, taken in (
        ("#######\n#@.T..#\n#######", True),
        ("#######\n#@T...#\n#######", False),
    ):
        with Arena.from_ascii(drawing, TROLL) as arena:
            arena.game.level.tiles[1, 1] = Tile.UP_STAIRS
            ideas = list(flight.to_stairs(Session(arena.game)))
            assert (TakeStairs(-1) in ideas) is taken


def test_from_who_can_be_beaten_nobody_runs() -> None:
    with Arena.from_ascii(HALL, {"T": "Goblin"}) as arena:
        arena.teach("Zap")
        assert first(flight.flee(Session(arena.game), LUCK)) is None


def test_what_mends_faster_than_one_wounds_it_is_reckoned_to_be_beyond_one() -> None:
    found = {}
    for name in ("Gallery Troll", "Blind Cave Bear"):
        with Arena.from_ascii(HALL, {"T": name}) as arena:
            arena.set_level(arena.player, 4)
            arena.teach("Zap")
            found[name] = danger(arena.game, [arena.find(name)])
    assert found["Gallery Troll"] > flight.HOPELESS
    assert found["Gallery Troll"] > 2 * found["Blind Cave Bear"]
