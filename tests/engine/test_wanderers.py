"""Standing about to heal calls those who live here; walking, being whole, or being seen does not."""

import pytest

from roguelike.components.actors import Mind
from roguelike.components.vitals import Pools
from roguelike.engine.play import wanderers
from roguelike.engine.play.commands import Pass, Rest, Step
from roguelike.engine.session import Session
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.names import true_name

# The stairs are round two corners, and some twenty steps away.
WARREN = """
#############
#@..........#
###########.#
#...........#
#.###########
#.........>.#
#############
"""
# The stairs are farther off than creatures take turns.
LONG_WAY = f"""
{"#" * 60}
#@{"." * 5}{"#" * 53}
#{"#" * 5}.{"#" * 53}
#{"#" * 5}{"." * 52}>#
{"#" * 60}
"""
SURE = 100_000.0


def creatures(arena: Arena) -> list[int]:
    return [entity for entity, _ in ecs.with_component(Mind) if arena.alive(entity)]


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let somebody come at the first chance."""
    monkeypatch.setattr(wanderers, "PERCENT", SURE)


def hurt(arena: Arena) -> Session:
    arena.set_pools(arena.player, hp=5)
    return Session(arena.game)


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("command", [Rest(), Pass()])
def test_who_stands_about_wounded_is_found(command: Rest | Pass) -> None:
    with Arena.from_ascii(WARREN, seed=3, depth=4) as arena:
        session = hurt(arena)
        session.do(command)
        (found,) = creatures(arena)
        mind = ecs.get(found, Mind)
        assert (mind.awake, mind.target) == (True, arena.player)
        there = arena.position(found)
        assert there is not None
        assert there[1] == 5
        assert any(wanderers.HEARD in line.text for line in session.log)


def test_who_comes_from_far_away_arrives() -> None:
    """At the stairs they would be too far away to take turns."""
    for seed in range(4):
        with Arena.from_ascii(LONG_WAY, seed=seed, depth=4) as arena:
            session = hurt(arena)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(wanderers, "PERCENT", SURE)
                session.do(Rest())
            (found,) = creatures(arena)
            start = arena.position(found)
            assert start is not None
            assert not arena.game.level.visible[start]
            turns = 0
            while arena.position(found)[1] == 3:  # type: ignore[index]  # nobody killed it
                session.do(Pass())
                turns += 1
                assert turns < 120, start


@pytest.mark.usefixtures("often")
def test_who_walks_is_not() -> None:
    with Arena.from_ascii(WARREN, seed=3, depth=4) as arena:
        session = hurt(arena)
        session.do(Step(1, 0))
        assert not creatures(arena)


@pytest.mark.usefixtures("often")
def test_who_is_whole_is_not() -> None:
    with Arena.from_ascii(WARREN, seed=3, depth=4) as arena:
        Session(arena.game).do(Pass())
        assert not creatures(arena)


@pytest.mark.usefixtures("often")
def test_in_town_nobody_comes() -> None:
    with Arena.from_ascii(WARREN, seed=3, depth=1) as arena:
        hurt(arena).do(Rest())
        assert not creatures(arena)


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize(
    "room", [WARREN.replace(">", "."), "###########\n#@.......>#\n###########"]
)
def test_without_stairs_out_of_sight_nobody_comes(room: str) -> None:
    with Arena.from_ascii(room, seed=3, depth=4) as arena:
        hurt(arena).do(Rest())
        assert not creatures(arena)


def test_a_long_rest_brings_somebody_and_the_same_seed_the_same() -> None:
    def rested(seed: int) -> list[tuple[int, str]]:
        """Return the turns of a long rest in which somebody came, and who."""
        with Arena.from_ascii(WARREN, seed=seed, depth=4) as arena:
            session = hurt(arena)
            arena.set_pools(arena.player, hp=1, max_hp=10_000)
            for turn in range(400):
                session.do(Rest())
                if found := creatures(arena):
                    return [(turn, true_name(found[0]))]
            return []

    came = [rested(seed) for seed in range(6)]
    assert came == [rested(seed) for seed in range(6)]
    assert any(came)
    assert len({each[0][0] for each in came if each}) > 1


@pytest.mark.usefixtures("often")
def test_deep_down_the_weaker_come_together() -> None:
    """As many of a kind as the figure says, each beside the others and on the way to the player."""
    counts = set()
    for seed in range(12):
        with Arena.from_ascii(WARREN, seed=seed, depth=8) as arena:
            session = hurt(arena)
            session.do(Rest())
            found = creatures(arena)
            if not found:
                continue  # nobody who would come has room
            assert len({true_name(each) for each in found}) == 1
            assert all(ecs.get(each, Mind).target == arena.player for each in found)
            places = [arena.position(each) for each in found]
            assert all(place is not None and place[1] == 5 for place in places)
            level = ecs.get(found[0], Pools).level
            assert len(found) == max(1, min(3, 12 // level))
            told = wanderers.HEARD if len(found) == 1 else wanderers.HEARD_BY_MORE
            assert any(told in line.text for line in session.log)
            counts.add(len(found))
    assert {2, 3} <= counts
