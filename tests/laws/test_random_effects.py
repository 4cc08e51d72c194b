"""Ten thousand random effects on random boards: nothing breaks, nobody is half dead, and undoing leaves no trace.

The short form runs with every test run; the long one with `-m soak`.
"""

from random import Random
from typing import Any

import esper
import pytest

from roguelike.components import items, vitals
from roguelike.components.statuses import StatusEffect, Statuses
from roguelike.core.effect import Effect
from roguelike.core.formula import Dice
from roguelike.core.rng import Stream
from roguelike.effects import damage, dispatch, registry, spreading, unleash
from roguelike.effects.foresight.rehearsal import rehearse
from roguelike.effects.statuses import Afflict
from roguelike.engine.play.turn import bury
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import changes, ecs, space
from roguelike.world.game import NOBODY, Cause, Game, Several, Targets
from tests.random_effects import ELEMENTS, board, made_up, random_effect, random_targets

EFFECTS_A_BOARD = 25


def check(game: Game) -> None:
    """Hold the world to what must always be so."""
    assert not game.queue
    for entity, pools in ecs.with_component(vitals.Pools):
        assert 0 <= pools.hp <= pools.max_hp
        assert 0 <= pools.mana <= pools.max_mana
        if pools.hp < 1:
            assert entity in game.dead, "somebody is half dead"
        if entity in game.dead:
            assert not any(entity in here for here in game.level.at.values())
    for status, state in ecs.with_component(StatusEffect):
        if status not in game.dead and state.target not in game.dead:
            assert status in ecs.get(state.target, Statuses).entities
    for cell, entity in game.level.blockers.items():
        assert entity not in game.dead
        assert entity in game.level.at[cell]
    for cell, here in game.level.at.items():
        assert len(here) == len(set(here))
        assert all(game.level.contains(cell) for _ in here)


def endure(arena: Arena, rng: Random, effect: Effect, targets: Targets) -> list[Any]:
    """Undo one effect, then do it, and hold the world to its laws after either; returns what it changed."""
    game = arena.game
    living = [
        entity
        for entity, _ in ecs.with_component(vitals.Pools)
        if space.point_of(entity) is not None
    ]
    source = rng.choice([NOBODY, game.player, *living])
    if isinstance(effect, unleash.Unleash) and source == NOBODY:
        source = game.player
    before, number = arena.state_hash(), ecs.next_id()

    def push() -> str | None:
        game.push(effect, targets, source, Cause("a test", source))
        return None

    rehearse(game, push, Stream(rng.random().hex(), "undone"), lambda refusal, trace: None)
    assert (arena.state_hash(), ecs.next_id()) == (before, number), effect
    start = len(game.trace)
    push()
    dispatch.drain(game)
    check(game)
    return list(game.trace[start:])


def let_time_pass(game: Game, rng: Random) -> None:
    """Let fires burn on, and bury the dead, at times."""
    if rng.random() < 0.3:
        spreading.run_hazards(game)
        check(game)
    if rng.random() < 0.2:
        bury(game)
        game.trace.clear()
        check(game)


def afflicted_effects(seed: int) -> int:
    """Play random effects on one board; returns how many changed anything."""
    rng = Random(seed)
    changed = 0
    with board(rng) as arena:
        game = arena.game
        for _ in range(EFFECTS_A_BOARD):
            if game.player in game.dead:
                break
            effect = random_effect(rng, game)
            changed += bool(endure(arena, rng, effect, random_targets(rng, game, effect)))
            let_time_pass(game, rng)
    return changed


@pytest.mark.parametrize(
    "seed", [*range(40), *(pytest.param(n, marks=pytest.mark.soak) for n in range(1_000, 1_440))]
)
def test_thousands_of_random_effects_break_nothing(seed: int) -> None:
    afflicted_effects(seed)


def test_random_effects_do_something() -> None:
    assert sum(afflicted_effects(seed) for seed in range(100, 110)) > 100


ALL_STATUSES = sorted(catalog_for(None).statuses)


@pytest.mark.parametrize(
    "kind", sorted(registry.HANDLERS, key=lambda each: each.key), ids=lambda k: k.key
)
def test_every_effect_is_among_them(kind: type[Effect]) -> None:
    rng, trace = Random(kind.key), 0
    for _ in range(4):
        with board(rng) as arena:
            game = arena.game
            arena.set_pools(arena.player, hp=arena.max_hp(arena.player) // 2 + 1)
            for _ in range(8):
                if game.player in game.dead:
                    break
                effect = made_up(kind, rng, game)
                news = endure(arena, rng, effect, random_targets(rng, game, effect))
                assert kind.foreseen or not any(map(matters, news)), news
                trace += len(news)
                let_time_pass(game, rng)
    assert trace or kind.key in NEVER_HERE


def matters(change: Any) -> bool:
    """Return whether a forecast would tell of a change: to the living, the ground, the turn order; not of offers."""
    match change:
        case changes.Flashed() | changes.Flew() | changes.Stained() | changes.PackChanged():
            return False
        case changes.PoolChanged(pool=pool):
            return pool != "gold"
        case changes.Moved(entity=entity):
            return not esper.has_component(entity, items.Item)
        case changes.Spawned(components=parts):
            return not any(isinstance(part, items.Item) for part in parts)
        case changes.Altered(name="waiting"):
            return False
        case _:
            return True


NEVER_HERE = ("homecoming", "portal_home", "go_on")
"""Effects of what no board has: the temple, the other side of a portal, somebody who is just dying of a bolt."""


@pytest.mark.parametrize("name", ALL_STATUSES)
def test_every_status_is_among_them(name: str) -> None:
    rng, begun = Random(name), 0
    with board(rng) as arena:
        game = arena.game
        arena.set_pools(arena.player, max_hp=500, hp=500)
        for strength in (0, 1, 3, 200):
            folk = [
                e
                for e, _ in ecs.with_component(vitals.Pools)
                if space.point_of(e) and e not in game.dead
            ]
            effect = Afflict(name, rng.randint(1, 4), strength)
            trace = endure(arena, rng, effect, Several(tuple(folk)))
            begun += sum(isinstance(each, changes.StatusBegan) for each in trace)
            harm = damage.Damage(Dice(2, 6), rng.choice(ELEMENTS))
            endure(arena, rng, harm, Several(tuple(folk)))
            arena.wait(2)
            check(game)
        arena.wait(20)
        check(game)
        assert begun
        assert arena.player in game.dead or name not in arena.statuses(arena.player)
