"""What of a level can be come to: at once, and with its locks open."""

import pytest

from roguelike.engine.play import dungeon
from roguelike.lab.campaigns.campaign import verdicts
from roguelike.lab.campaigns.ways import open_ground, send_away, trial, with_locks_open
from roguelike.testing.catalogs import catalog_for
from roguelike.world.catalog import Catalog
from roguelike.world.terrain import Tile
from tests.bargains import bargaining_in, raws


@pytest.fixture(scope="module")
def bargains() -> Catalog:
    return catalog_for(raws())


def shut(drawing: str, catalog: Catalog) -> list[str]:
    """Say what of a drawn room can never be come to."""
    with bargaining_in(drawing) as arena:
        level = arena.game.level
        start = next(point for point, who in level.at.items() if arena.player in who)
        return with_locks_open(level, start, catalog).shut


VAULT = """
########
#.L....#
####...#
#@..{}{}.#
########"""


@pytest.mark.parametrize(
    ("things", "says"),
    [
        ("K.", []),
        (
            "..",
            [
                "1 tiles at (1, 1) are shut off by Locked Door",
                "1 locks want Iron Key, and there are 0",
            ],
        ),
    ],
)
def test_a_lock_wants_its_key(bargains: Catalog, things: str, says: list[str]) -> None:
    assert shut(VAULT.format(*things).strip("\n"), bargains) == says


def test_a_key_behind_its_own_lock_is_none(bargains: Catalog) -> None:
    assert (
        shut("######\n#@.LK#\n######", bargains)[0]
        == "1 tiles at (4, 1) are shut off by Locked Door"
    )


def test_a_key_behind_another_lock_that_opens_is_one(bargains: Catalog) -> None:
    assert shut("########\n#@G.K.L#\n#/######\n########", bargains) == []


def test_two_locks_want_two_keys(bargains: Catalog) -> None:
    drawing = "#######\n#.L@L.#\n###K###\n#######"
    assert shut(drawing, bargains) == ["2 locks want Iron Key, and there are 1"]


def test_a_lever_out_of_reach_moves_nothing(bargains: Catalog) -> None:
    assert shut("######\n#@.G.#\n#####/\n######", bargains) == [
        "1 tiles at (4, 1) are shut off by Grating, Lever"
    ]


def test_open_ground_takes_fixtures_for_walls_and_opens_doors(bargains: Catalog) -> None:
    with bargaining_in("#######\n#@+.G.#" + "\n#######") as arena:
        ground = open_ground(arena.game.level, (1, 1))
        assert [x for x in range(7) if ground[x, 1]] == [1, 2, 3]
        assert not open_ground(arena.game.level, (0, 0)).any()


def test_a_seed_whose_stairs_are_barred_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wall is drawn around every way down."""
    built = dungeon.build_level

    def walled(*args: object) -> object:
        level = built(*args)
        if level.depth == 3:
            ((x, y),) = level.find(Tile.DOWN_STAIRS)
            level.tiles[x - 1 : x + 2, y - 1 : y + 2] = Tile.WALL
            level.tiles[x, y] = Tile.DOWN_STAIRS
            level.ground_changed()
        return level

    monkeypatch.setattr(dungeon, "build_level", walled)
    [(_, verdict)] = verdicts(trial, "1", range(1))
    assert "depth 3: no open way leads from" in verdict.failure


def test_the_hero_walks_alone(bargains: Catalog) -> None:
    """Whoever would drag or befuddle the hero is gone; what bars the way stays."""
    with bargaining_in("########\n#@o.G.o#\n########") as arena:
        send_away(arena.game)
        assert [each for each in arena.game.level.blockers.values() if each != arena.player] == [
            arena.game.level.blockers[4, 1]
        ]


@pytest.mark.soak
@pytest.mark.parametrize("number", [313, 545])
def test_what_creatures_do_bars_no_seed(number: int) -> None:
    """On arrival through the portal a hero is befuddled in the one game, and dragged away in the other."""
    [(_, verdict)] = verdicts(trial, "1", [number])
    assert not verdict.failure
