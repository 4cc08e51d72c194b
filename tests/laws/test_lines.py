"""One line of sight and fire over random rooms: who sees is seen, and what flies goes where it is drawn to go."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from hypothesis import strategies as st

from roguelike.actions import acting, senses, shooting, spell_use
from roguelike.components import actors, spatial
from roguelike.core.geometry import Point, steps_between
from roguelike.effects import dispatch
from roguelike.engine.foreseeing.aiming import aimable, foresee
from roguelike.engine.views.creatures import duel_view
from roguelike.systems.ai.actor import Actor
from roguelike.systems.ai.sightings import factions_of, sighted
from roguelike.systems.visibility import VISION_TILES
from roguelike.testing import Arena
from roguelike.world import changes, ecs, perception, space
from roguelike.world.game import Change
from tests.boards import creatures
from tests.lengths import law
from tests.rooms import do, room

LEGEND = {"A": "Goblin Archer", "o": "Orc", "D": "Black Dragon", "s": "Statue"}
ONE_LINE = ("Zap", "Ember Dart", "Fishhook", "Rude Gesture", "Rime Lance", "Hoarfrost", "Vitriol")
"""Spells that fly one straight line."""
TURNING = ("Ricochet", "Quarrelsome Spark")
FANNING = ("Winter's Yawn", "Curtain of Embers")
AIMS = 5


@dataclass(frozen=True)
class Room:
    """A drawing, and a seed for what is chosen in it."""

    drawing: str
    seed: int

    def arena(self) -> Arena:
        """Draw it, its creatures tough, the player with mana to spare, the ground known but for who stands on it."""
        arena = room(self.drawing, LEGEND, raws=None, hp=200)
        arena.game.level.explored[:] = True
        return arena


@st.composite
def rooms(draw: st.DrawFn) -> Room:
    """Draw a room with pillars, doors and statues, and the player among archers, orcs and a dragon of four tiles."""
    seed = draw(st.integers(0, 1_000_000))
    rng = Random(seed)
    width, height = draw(st.integers(6, 21)), draw(st.integers(5, 15))
    ground = "." * rng.choice((7, 12, 40)) + "##"
    rows = [[rng.choice(ground) for _ in range(width)] for _ in range(height)]
    x, y = rng.randrange(width - 1), rng.randrange(height - 1)
    lair = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
    for a, b in lair:
        rows[b][a] = "."
    rows[y][x] = "D"
    free = [(a, b) for b in range(height) for a in range(width) if (a, b) not in lair]
    for mark, (a, b) in zip("@AAooo++s", rng.sample(free, 9), strict=True):
        rows[b][a] = mark
    inner = ("#" + "".join(row) + "#" for row in rows)
    return Room("\n".join(["#" * (width + 2), *inner, "#" * (width + 2)]), seed)


def others(arena: Arena) -> list[int]:
    """List everybody but the player, by id."""
    return [each for each in creatures(arena) if each != arena.player]


def does_notice(arena: Arena, looker: int, other: int) -> bool:
    """Return whether a creature's mind would know of another by sight."""
    actor = Actor.of(arena.game, looker, ecs.row(looker))
    there = ecs.get(other, spatial.Position)
    return bool(sighted(actor, [(there, other)], factions_of(arena.game).large))


def nearest_of(arena: Arena, a: int, b: int) -> float:
    """Return how far apart two are along the shortest open line between their tiles; far off without one.

    It is the same from both ends: whoever sees as far sees as much.
    """
    clear = arena.game.level.clear_between
    lines = [(p, q) for p in space.cells_of(a) for q in space.cells_of(b) if clear(p, q)]
    return min(((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 for p, q in lines), default=99**2) ** 0.5


@law(rooms(), few=10, many=2000)
def test_who_sees_is_seen(drawn: Room) -> None:
    with drawn.arena() as arena:
        game, player = arena.game, arena.player
        for one in others(arena):
            assert perception.sees(game, one) == (nearest_of(arena, player, one) <= VISION_TILES)
            reach = ecs.get(one, actors.Nature).vision_tiles
            for other in (player, *others(arena)):
                if other != one:
                    is_seen = nearest_of(arena, one, other) <= reach
                    assert does_notice(arena, one, other) == is_seen
                    assert (senses.seen_tile(game, one, other) is not None) == is_seen


def aims(arena: Arena, action: acting.Action, rng: Random) -> list[Point]:
    """Choose some tiles at which an action can be aimed, those with somebody or something on them first."""
    allowed = [spot for spot in aimable(arena.game, action) if spot != space.point_of(arena.player)]
    rng.shuffle(allowed)
    return sorted(allowed, key=lambda spot: not arena.game.level.at.get(spot))[:AIMS]


def is_whole(arena: Arena, path: Sequence[Point]) -> bool:
    """Return whether a path leads from tile to tile over open ground, and at most ends in a closed door in view."""
    level = arena.game.level
    *over, end = path
    unseen_doors = {door for door in level.screens if not level.visible[door]}
    is_open = all(level.transparent[cell] or cell in unseen_doors for cell in over)
    is_connected = all(steps_between(a, b) == 1 for a, b in pairwise(path))
    return is_connected and is_open and (bool(level.transparent[end]) or end in level.screens)


def teach(
    arena: Arena, spells: Sequence[str], *, to: int | None = None
) -> Iterator[spell_use.Cast]:
    """Teach some spells and yield them, to be aimed."""
    for spell in spells:
        arena.teach(spell, to)
        yield spell_use.Cast(spell)


@law(rooms(), few=5, many=1000)
def test_a_drawn_path_crosses_no_wall_and_ends_where_it_strikes(drawn: Room) -> None:
    rng = Random(drawn.seed)
    with drawn.arena() as arena:
        game, here = arena.game, space.point_of(arena.player)
        for action in teach(arena, (*ONE_LINE, *TURNING, *FANNING)):
            spell = action.spell
            for aim in aims(arena, action, rng):
                told = foresee(game, arena.player, action.at(aim))
                if told.refused is not None:
                    continue
                assert told.path[0] == here
                assert is_whole(arena, told.path)
                if spell in ONE_LINE and aim not in game.level.screens:
                    assert told.path[-1] in told.cells
                if spell in ("Zap", "Hoarfrost", *FANNING):
                    assert told.path[-1] == aim


def flown(trace: Sequence[Change]) -> tuple[Point, ...]:
    """Return the way of the first thing that flew, its source's tile first."""
    for change in trace:
        if type(change) is changes.Unleashed:
            return change.path
        if type(change) is changes.Flew and change.start is not None:
            return change.start, *change.path
    return ()


def done(arena: Arena, action: acting.Action, actor: int) -> list[Change]:
    """Let somebody do something; return what changed, nothing if it is refused."""
    start = len(arena.game.trace)
    result = do(arena, action, actor)
    dispatch.drain(arena.game)
    return list(arena.game.trace[start:]) if type(result) is acting.Done else []


def meets_nobody_unseen(arena: Arena, path: Sequence[Point]) -> bool:
    """Return whether nobody out of the player's view stands on a path: nobody could draw that."""
    blockers = arena.game.level.blockers
    return all(perception.sees(arena.game, blockers[cell]) for cell in path if cell in blockers)


@law(rooms(), few=10, many=1000)
def test_what_flies_goes_where_it_is_drawn_and_who_is_drawn_near_comes_back_along_it(
    drawn: Room,
) -> None:
    rng = Random(drawn.seed)
    with drawn.arena() as arena:
        game, player = arena.game, arena.player
        for action in teach(arena, ("Fishhook", "Ember Dart")):
            for aim in aims(arena, action, rng)[:2]:
                told = foresee(game, player, action.at(aim))
                if not meets_nobody_unseen(arena, told.path):
                    continue
                trace = done(arena, action.at(aim), player)
                assert flown(trace) == told.path
                # An archer may kick whoever hurt it: that is no part of the flight.
                moves = [each for each in trace if type(each) is changes.Moved]
                moved = {each.entity for each in moves if each.cause.kind != "trick"}
                for victim in moved:
                    assert not set(space.cells_of(victim)).isdisjoint(told.path)


@law(rooms(), few=10, many=1000)
def test_what_is_thrown_lands_where_it_is_drawn_to_land(drawn: Room) -> None:
    rng = Random(drawn.seed)
    with drawn.arena() as arena:
        game, player = arena.game, arena.player
        for thing in ("Dagger", "Health Potion", "Cloth Tunic"):
            item = arena.give(player, thing)
            for aim in aims(arena, shooting.Throw(item), rng)[:1]:
                told = foresee(game, player, shooting.Throw(item, aim))
                if meets_nobody_unseen(arena, told.path):
                    trace = done(arena, shooting.Throw(item, aim), player)
                    assert is_whole(arena, told.path)
                    assert flown(trace) == told.path
                    lying = [each.after for each in trace if type(each) is changes.Moved]
                    assert all(place[:2] == told.path[-1] for place in lying[:1])


@law(rooms(), few=10, many=1000)
def test_who_is_shown_to_be_able_to_shoot_can_and_nobody_else(drawn: Room) -> None:
    with drawn.arena() as arena:
        game, player = arena.game, arena.player
        for one in others(arena):
            bow = shooting.missile_attack(one)
            if bow is None or space.is_adjacent(one, player) or not perception.sees(game, one):
                continue
            view = duel_view(game, one)
            shown = view is not None and view.their_shot is not None
            trace = done(arena, shooting.Shoot(player), one)
            assert shown == bool(trace)
            if trace:
                assert flown(trace)[0] in space.cells_of(one)
                assert flown(trace)[-1] == space.point_of(player)


@law(rooms(), few=10, many=1000)
def test_who_sees_somebody_in_range_can_cast_at_them(drawn: Room) -> None:
    with drawn.arena() as arena:
        game, player = arena.game, arena.player
        for one in others(arena):
            (action,) = teach(arena, ("Zap",), to=one)
            arena.set_pools(one, max_mana=60, mana=60)
            there = space.point_of(player)
            assert there is not None
            told = foresee(game, one, action.at(there))
            assert (told.refused is None) == (nearest_of(arena, one, player) <= 6)
            if told.refused is None:
                assert told.path[0] in space.cells_of(one)
                assert is_whole(arena, told.path)
                assert told.path[-1] == there
