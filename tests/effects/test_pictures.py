"""The pictures in docstrings show what the code does: each board is played and compared with what is drawn."""

import inspect
import re

import pytest

from roguelike.components.magic import Delivery
from roguelike.core.dice import Dice
from roguelike.core.geometry import Point
from roguelike.core.rng import Stream
from roguelike.effects import displacement
from roguelike.effects.dispatch import drain
from roguelike.effects.displacement import Knockback
from roguelike.effects.shapes import SHAPES, reach
from roguelike.effects.targeting import tiles_of
from roguelike.mapgen.blueprint import Blueprint
from roguelike.mapgen.metas.corridors import elbow
from roguelike.mapgen.metas.joining import JoinParts
from roguelike.testing import Arena
from roguelike.world.game import Cause, Single

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


def cases() -> list[tuple[str, Board, Delivery]]:
    """List every board of every shape, with its delivery."""
    found = []
    for name in DRAWN:
        drawn = boards(SHAPES[name])
        fields = [numbers(SHAPES[name], each, len(drawn)) for each in ("range", "radius", "count")]
        for board, far, radius, count in zip(drawn, *fields, strict=True):
            found.append((name, board, Delivery(name, far or 8, radius, count=count)))
    return found


@pytest.mark.parametrize(("name", "board", "delivery"), cases())
def test_a_shape_reaches_what_its_picture_shows(
    name: str, board: Board, delivery: Delivery
) -> None:
    drawing = re.sub(r"[x*+]", ".", re.sub(r"[XO]", "o", "\n".join(board)))
    (aim,) = find(board, "xX+")
    with Arena.from_ascii(drawing, {"o": "Orc"}) as arena:
        game = arena.game
        found = reach(delivery, game.player, aim, Single(game.player), game)
        assert sorted(tiles_of(found.targets)) == sorted(find(board, "xX*O"))


def test_knockback_moves_its_target_as_its_picture_shows() -> None:
    drawn = boards(displacement.knock_back)
    assert len(drawn) == 2
    for edge, before, after, _ in drawn:
        with Arena.from_ascii(f"{edge}\n{before}\n{edge}", {"o": "Orc"}) as arena:
            orc, game = arena.find("Orc"), arena.game
            knock = Knockback(3, Dice())
            game.push(knock, Single(orc), game.player, Cause("a gust", game.player))
            drain(game)
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
