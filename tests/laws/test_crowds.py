"""Laws of crowds: in clan wars of three hundred nobody shares a tile, stands idle, or plays differently twice."""

from collections import Counter
from collections.abc import Sequence

import pytest

from roguelike.components import actors, spatial
from roguelike.core.geometry import DIRECTIONS, distance
from roguelike.effects import targeting
from roguelike.store import invariants
from roguelike.systems.ai.actor import Actor
from roguelike.systems.ai.sightings import in_sight
from roguelike.systems.initiative import AWAKE_TILES
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.level import covered
from tests.menagerie import every

WIDTH, HEIGHT = 80, 50
CLANS = ("Arbat Dark Elf", "Barbo Dark Elf", "Cirro Dark Elf")
EVERYBODY = (
    *("Arbat Dark Elf", "Barbo Dark Elf", "Cirro Dark Elf"),
    *("Arbat Duellist", "Barbo Goblin Archer", "Cirro Dark Priestess"),
    *("Arbat Surgeon", "Barbo Spellbinder", "Cirro Spider"),
    *("Arbat Dark Elf Leader", "Barbo Goblin Archer", "Cirro Weaver"),
)
"""All that the clans have, in turn: casters, callers, healers and archers among them."""


def war(
    fighters: int = 300, seed: int = 0, *, kinds: Sequence[str] = CLANS, mortal: bool = False
) -> Arena:
    """Draw a plaza full of three clans, and the player in the middle of it, who only watches."""
    rows = ["#" * WIDTH]
    for y in range(1, HEIGHT - 1):
        row = [
            "#" if x in (0, WIDTH - 1) or (x % 9 == 0 and y % 7 == 0) else "." for x in range(WIDTH)
        ]
        rows.append("".join(row))
    rows.append("#" * WIDTH)
    rows[25] = rows[25][:40] + "@" + rows[25][41:]
    arena = Arena.from_ascii("\n".join(rows), minds=True, seed=seed)
    arena.set_pools(arena.player, max_hp=10**6, hp=10**6)
    for number in range(fighters):
        for step in range(400):
            x, y = 22 + (number * 7 + step) % 37, 8 + (number * 11 + step * 3) % 34
            if arena.game.level.is_free((x, y)):
                fighter = arena.spawn(kinds[number % len(kinds)], x, y)
                if not mortal:
                    arena.set_pools(fighter, max_hp=10**4, hp=10**4)
                break
    return arena


def _blockers_share_no_tile(arena: Arena) -> None:
    """Hold that each blocker has its tiles to itself, and stands on none that nobody could enter."""
    taken: Counter[tuple[int, int]] = Counter()
    for entity, position in ecs.with_component(spatial.Position):
        body = ecs.get(entity, spatial.Body) if targeting.is_creature(arena.game, entity) else None
        if body is not None and body.blocks_tile and position.depth == arena.game.depth:
            taken.update(covered((position.x, position.y), body))
    assert max(taken.values()) == 1
    assert all(arena.game.level.walkable[point] for point in taken)


@pytest.mark.parametrize("turns", [25, pytest.param(200, marks=pytest.mark.soak)])
def test_in_a_crowd_nobody_shares_a_tile(turns: int) -> None:
    arena = war()
    for _ in range(turns):
        arena.wait()
        _blockers_share_no_tile(arena)
    arena.close()


def test_a_war_to_the_death_leaves_everything_in_order() -> None:
    arena = war(kinds=EVERYBODY, mortal=True, seed=1)
    assert len(every(arena, *EVERYBODY)) == 300
    for _ in range(10):
        arena.wait(2)
        assert invariants.faults(arena.game) == []
    living = [each for each in every(arena, *EVERYBODY) if arena.alive(each)]
    assert 0 < len(living) < 280
    arena.close()


@pytest.mark.soak
def test_a_long_war_to_the_death_leaves_everything_in_order() -> None:
    for seed in range(4):
        arena = war(kinds=EVERYBODY, mortal=True, seed=seed)
        for _ in range(80):
            arena.wait()
            assert invariants.faults(arena.game) == []
        arena.close()


def test_nobody_with_room_and_an_enemy_in_sight_stands_idle() -> None:
    arena = war(90)
    game = arena.game
    idle: Counter[int] = Counter()
    for _ in range(15):
        fighters = every(arena, *CLANS)
        before = {each: arena.position(each) for each in fighters}
        result = arena.wait()
        busy = {change.cause.by for change in result.trace}
        for each in fighters:
            here = arena.position(each)
            if not arena.alive(each) or here is None or distance(here, (40, 25)) >= AWAKE_TILES:
                continue
            room = any(game.level.is_free((here[0] + dx, here[1] + dy)) for dx, dy in DIRECTIONS)
            sees = bool(in_sight(Actor.of(game, each, ecs.row(each)))[0])
            unused = here == before[each] and each not in busy
            idle[each] = idle[each] + 1 if unused and room and sees else 0
            assert idle[each] <= 4, ecs.get(each, actors.Mind)
    arena.close()


def test_a_crowd_behind_a_wall_changes_nothing_in_what_somebody_looks_at() -> None:
    """With a dozen enemies anywhere on the level, somebody with one beside it saw no other: no foresight told that."""
    room = "##########\n#..r.....#\n#@.o.....#\n##########\n#........#\n#........#\n##########"
    seen = []
    for drawing in (room, room.replace("#........#", "#rrrrrrrr#")):
        with Arena.from_ascii(drawing, {"o": "Orc", "r": "Rat"}, minds=True) as arena:
            arena.game.enter()
            orc = arena.at(3, 2)[0]
            prey, _ = in_sight(Actor.of(arena.game, orc, ecs.row(orc)))
            seen.append([arena.position(other) for _, other in prey])
            assert arena.reply("wait").intents[orc]
    assert seen[0] == seen[1] == [(3, 1), (1, 2)]
