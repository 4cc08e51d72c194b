"""What is to be seen: bursts and projectiles change nothing, and pictures in docstrings show what the code does."""

import inspect
import re

import pytest

from roguelike.components import magic
from roguelike.components.looks import Flash
from roguelike.core.formula import Dice
from roguelike.core.geometry import Point
from roguelike.core.rng import Stream
from roguelike.effects import dispatch, displacement, particles, shapes, targeting
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.metas.joining import JoinParts
from roguelike.mapgen.metas.rooms import elbow
from roguelike.testing import Arena
from roguelike.world import changes
from roguelike.world.game import Area, Cause, Several, Single, Spot
from tests.rooms import Draw, fingerprint, flights, of

Board = list[str]
DRAWN = ("point", "bolt", "beam", "bounce", "chain", "cone", "wall")


def boards(thing: object) -> list[Board]:
    """Return the boards drawn side by side in a docstring, from left to right."""
    rows = [row for row in (inspect.getdoc(thing) or "").split("\n") if row.startswith("    ")]
    spans = [match.span() for match in re.finditer(r"\S+", rows[0])]
    found = [[row[start:end].strip() for row in rows] for start, end in spans]
    return [[row for row in board if row] for board in found]


def numbers(thing: object, name: str, count: int) -> list[int]:
    """Return what a docstring says of a number of the delivery, for each of its boards; 0 where it is silent."""
    found = [int(number) for number in re.findall(rf"`{name}` (\d+)", inspect.getdoc(thing) or "")]
    return found if len(found) == count else [*found, 0][:1] * count


def find(board: Board, signs: str) -> list[Point]:
    """List the tiles that bear one of some signs."""
    return [(x, y) for y, row in enumerate(board) for x, sign in enumerate(row) if sign in signs]


def cases() -> list[tuple[str, Board, magic.Delivery]]:
    """List every board of every shape, with its delivery."""
    found = []
    for name in DRAWN:
        drawn = boards(shapes.SHAPES[name])
        fields = [
            numbers(shapes.SHAPES[name], each, len(drawn)) for each in ("range", "radius", "count")
        ]
        for board, far, radius, count in zip(drawn, *fields, strict=True):
            found.append((name, board, magic.Delivery(name, far or 8, radius, count=count)))
    return found


@pytest.mark.parametrize(("name", "board", "delivery"), cases())
def test_a_shape_reaches_what_its_picture_shows(
    name: str, board: Board, delivery: magic.Delivery
) -> None:
    drawing = re.sub(r"[x*+]", ".", re.sub(r"[XO]", "o", "\n".join(board)))
    (aim,) = find(board, "xX+")
    with Arena.from_ascii(drawing, {"o": "Orc"}) as arena:
        game = arena.game
        found = shapes.reach(delivery, game.player, aim, Single(game.player), game)
        assert sorted(targeting.tiles_of(found.targets)) == sorted(find(board, "xX*O"))


def test_knockback_moves_its_target_as_its_picture_shows() -> None:
    drawn = boards(displacement.knock_back)
    assert len(drawn) == 2
    for edge, before, after, _ in drawn:
        with Arena.from_ascii(f"{edge}\n{before}\n{edge}", {"o": "Orc"}) as arena:
            orc, game = arena.find("Orc"), arena.game
            knock = displacement.Knockback(3, Dice())
            game.push(knock, Single(orc), game.player, Cause("a gust", game.player))
            dispatch.drain(game)
            assert arena.position(orc) == (after.index("o"), 1)


def test_an_elbow_bends_as_its_picture_shows() -> None:
    across, down = boards(elbow)
    for board, across_first in ((across, True), (down, False)):
        (a,), (b,) = find(board, "a"), find(board, "b")
        assert sorted(elbow(a, b, across_first=across_first)) == sorted(find(board, "ab*"))


def test_parts_are_joined_as_the_picture_shows() -> None:
    before, after = boards(JoinParts)
    plan = Blueprint(len(before[0]), len(before))
    plan.dig(find(before, "."))
    JoinParts(at_least=4).build(plan, Stream(1, "picture"))
    walkable = plan.walkable()
    drawn = [(x, y) for x in range(plan.width) for y in range(plan.height) if walkable[x, y]]
    assert sorted(drawn) == sorted(find(after, ".*"))


ROOM = """
    ##########
    #@.......#
    #.....g..#
    #........#
    ##########
"""


def test_a_trail_runs_from_beside_the_caster_to_the_target(draw: Draw) -> None:
    arena = draw(ROOM, knows="Zap")
    (flight,) = flights(arena.cast("Zap", (6, 2)).trace)
    assert flight.path[0] in {(2, 1), (2, 2)}
    assert flight.path[-1] == (6, 2)
    assert flight.start is None
    assert (flight.flash.glyph, flight.flash.milliseconds) == ("▓", 400)
    for a, b in zip(flight.path, flight.path[1:], strict=False):
        assert max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


def test_a_burst_stops_at_walls(draw: Draw) -> None:
    arena = draw("#######\n#@.#.g#\n#..#..#\n#.....#\n#######", knows="Blast")
    result = arena.cast("Blast", (1, 2))
    assert result.refused is None
    (event,) = [c for c in result.trace if type(c).__name__ == "Unleashed"]
    assert (4, 1) not in event.points
    assert (3, 1) not in event.points


@pytest.mark.parametrize(
    ("row", "path"), [("#@..g.#", ((2, 1), (3, 1), (4, 1))), ("#@g...#", ((2, 1),))]
)
def test_a_shot_flies_all_the_way(draw: Draw, row: str, path: tuple[Point, ...]) -> None:
    arena = draw(f"#######\n{row}\n#######")
    arena.equip(arena.player, "Sling")
    (flight,) = flights(arena.shoot(arena.find("Goblin")).trace)
    assert flight.path == path
    assert flight.start == (1, 1)
    assert flight.flash.milliseconds == 50


def test_magic_on_ones_own_tile_draws_no_line(draw: Draw) -> None:
    arena = draw(ROOM, knows="Zap")
    assert flights(arena.cast("Zap", (1, 1)).trace) == []
    assert arena.hp(arena.player) == 25


def test_looks_alone_are_nothing_to_pay_for(draw: Draw) -> None:
    arena = draw(ROOM)
    game, flash = arena.game, Flash("*", (255, 0, 0), 50)
    before = fingerprint(arena)
    targets = (Single(arena.player), Several((arena.player,)), Spot((3, 1)), Area(((1, 1), (2, 1))))
    for target in targets:
        for looks in (
            particles.Burst(flash),
            particles.Trail(((1, 1),), flash),
            particles.Projectile(((1, 1),), flash),
        ):
            game.push(looks, target, arena.player, Cause("looks"))
    dispatch.drain(game)
    assert fingerprint(arena) == before
    shown = [change.points for change in of(game.trace, changes.Flashed)]
    assert shown == [((1, 1),), ((1, 1),), ((3, 1),), ((1, 1), (2, 1))]


def test_a_burst_on_a_large_body_covers_it(draw: Draw) -> None:
    arena = draw("######\n#@D..#\n#....#\n######")
    arena.game.push(
        particles.Burst(Flash("*", (1, 1, 1), 9)), Single(arena.find("Giant")), 0, Cause("x")
    )
    dispatch.drain(arena.game)
    (burst,) = of(arena.game.trace, changes.Flashed)
    assert set(burst.points) == {(2, 1), (3, 1), (2, 2), (3, 2)}
