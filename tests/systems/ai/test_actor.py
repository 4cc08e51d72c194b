"""What a creature asks of the tiles about it: all eight at once, and each by itself, come to the same."""

from hypothesis import given, settings
from hypothesis import strategies as st

from roguelike.core.geometry import DIRECTIONS
from roguelike.systems.ai.actor import Actor
from roguelike.world import ecs
from roguelike.world.space import point_of
from tests.menagerie import every, pen_of
from tests.rooms import inflict_at

WIDTH, HEIGHT = 9, 6


@st.composite
def rooms(draw: st.DrawFn) -> str:
    """Draw a room full of everything that may be in the way."""
    marks = st.sampled_from("....#~+obbccD")
    inside = [[draw(marks) for _ in range(WIDTH)] for _ in range(HEIGHT)]
    inside[0][0] = "@"
    for y in range(HEIGHT):
        for x in range(WIDTH):
            if inside[y][x] == "D":
                # A large one needs the tiles to its right and below.
                for i, j in ((1, 0), (0, 1), (1, 1)):
                    if x + i < WIDTH and y + j < HEIGHT:
                        inside[y + j][x + i] = "."
                if x + 1 == WIDTH or y + 1 == HEIGHT:
                    inside[y][x] = "."
    rows = ["#" + "".join(row) + "#" for row in inside]
    return "\n".join(["#" * (WIDTH + 2), *rows, "#" * (WIDTH + 2)])


@settings(max_examples=40, deadline=None)
@given(rooms(), st.lists(st.tuples(st.integers(1, WIDTH), st.integers(1, HEIGHT)), max_size=8))
def test_the_open_ways_are_those_that_can_be_entered(
    drawing: str, fires: list[tuple[int, int]]
) -> None:
    arena = pen_of(drawing)
    game = arena.game
    for cell in fires:
        if game.level.walkable[cell]:
            inflict_at(arena, "kindle", cell, hazard="Fire")
    for entity in every(arena, "Brute", "Beast", "Colossus"):
        actor = Actor.of(game, entity, ecs.row(entity))
        x, y = point_of(entity) or (0, 0)
        wanted = [(dx, dy) for dx, dy in DIRECTIONS if actor.can_enter((x + dx, y + dy))]
        assert list(actor.open_ways()) == wanted
    arena.close()
