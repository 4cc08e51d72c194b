"""The mask: what it allows is never refused, and it leaves out what would come to nothing."""

import pytest

from roguelike.actions.moving import Step
from roguelike.components.spatial import Hidden
from roguelike.components.vitals import Attributes, Pools
from roguelike.core.geometry import DIRECTIONS
from roguelike.lab.environment.action_table import VERB_NAMES, VERBS, command_of, mask_of
from roguelike.lab.environment.environment import BlueManaEnv
from roguelike.lab.environment.observation import TARGETS, Observer
from roguelike.testing import Arena
from roguelike.world import ecs, spawning
from roguelike.world.changes import move
from roguelike.world.derived_stats import drop_stats
from roguelike.world.game import Cause
from roguelike.world.level import UNRECORDED
from roguelike.world.space import point_of
from tests.lab.environment.wandering import wander
from tests.rooms import room


@pytest.mark.parametrize(("depth", "seed"), [(1, 1), (3, 2), (6, 6), (13, 13)])
def test_nothing_is_refused_that_the_mask_allows(depth: int, seed: int) -> None:
    infos = wander(BlueManaEnv(depth=depth), seed, 120)
    assert [info["refused"] for info in infos if info["refused"]] == []


def allowed(env: BlueManaEnv, verb: str, target: int = 0) -> bool:
    """Return whether the mask allows a verb now."""
    env.eyes.observe(env.game)
    return bool(env.action_masks().reshape(VERBS, TARGETS)[VERB_NAMES.index(verb), target])


def carried(env: BlueManaEnv, name: str) -> str:
    """Put a known thing into the player's pack and return the verb that uses it."""
    game = env.game
    game.identified.add(name)
    item = spawning.make(game, "items", name, game.rng)
    spawning.pocket(game.player, item)
    env.eyes.observe(game)
    return f"item {[each.item for each in env.eyes.items].index(item) + 1}"


def test_the_mask_leaves_out_what_would_come_to_nothing() -> None:
    env = BlueManaEnv()
    env.reset(seed=1)
    pools = ecs.get(env.game.player, Pools)
    healing, restoring = carried(env, "Health Potion"), carried(env, "Mana Potion")
    assert not allowed(env, healing)
    assert not allowed(env, restoring)
    pools.hp, pools.mana = pools.hp - 1, pools.mana - 1
    assert allowed(env, healing)
    assert allowed(env, restoring)


def test_the_mask_leaves_out_what_asks_for_more() -> None:
    env = BlueManaEnv()
    env.reset(seed=1)
    game = env.game
    assert not allowed(env, carried(env, "Identify Scroll"))
    x, y = point_of(game.player) or (0, 0)
    way, (dx, dy) = next(
        (way, step)
        for way, step in enumerate(DIRECTIONS)
        if game.level.is_free((x + step[0], y + step[1]))
    )
    assert allowed(env, VERB_NAMES[way])
    spawning.spawn(game, "mobs", "Barkeep", (x + dx, y + dy), game.depth)
    assert not allowed(env, VERB_NAMES[way])


def test_exploring_is_allowed_while_anything_is_left() -> None:
    env = BlueManaEnv()
    env.reset(seed=1)
    assert not allowed(env, "explore")  # the town is home
    env.game.level.explored[:20] = False
    env.game.level.remembered.tiles[:20] = UNRECORDED
    assert allowed(env, "explore")


def explored(arena: Arena, eyes: Observer) -> tuple[bool, bool]:
    """Return whether the mask allows exploring in a drawn room, and whether there is anything to do then."""
    eyes.observe(arena.game)
    number = VERB_NAMES.index("explore") * TARGETS
    is_allowed = bool(mask_of(arena.game, eyes)[number])
    return is_allowed, command_of(number, arena.game, eyes) is not None


def test_exploring_ends_where_nothing_is_seen_from_the_last_edge() -> None:
    with room("######\n#...@#\n######") as arena:
        eyes, level = Observer(arena.game), arena.game.level
        level.explored[0] = False
        assert explored(arena, eyes) == (True, True)
        move(arena.game, arena.player, (1, 1), Cause("a test"))
        assert explored(arena, eyes) == (False, False)
        move(arena.game, arena.player, (2, 1), Cause("a test"))
        assert explored(arena, eyes) == (True, True)


def test_who_stands_on_a_trap_that_they_know_may_go_on_and_down() -> None:
    with room("#######\n#@.!.>#\n#######", {"!": "Health Potion"}, raws=None) as arena:
        trap = spawning.spawn(arena.game, "props", "Bear Trap", (1, 1), arena.game.depth)
        ecs.get(trap, Hidden).found = True
        eyes = Observer(arena.game)
        assert explored(arena, eyes) == (True, True)
        number = VERB_NAMES.index("descend") * TARGETS
        assert mask_of(arena.game, eyes)[number]
        assert command_of(number, arena.game, eyes) == Step(1, 0)


def test_exploring_ends_where_what_is_left_has_become_too_heavy() -> None:
    """Who takes off what made them strong, or is weakened, carries less."""
    with room("######\n#@..)#\n######", {")": "Longsword"}, raws=None) as arena:
        eyes = Observer(arena.game)
        assert explored(arena, eyes) == (True, True)
        ecs.get(arena.player, Attributes).might = 0
        drop_stats(arena.player)
        assert explored(arena, eyes) == (False, False)


def test_exploring_ends_where_somebody_peaceful_is_in_the_way() -> None:
    with room("#########\n#@.b+...#\n#########", {"b": "Barkeep"}, raws=None) as arena:
        eyes = Observer(arena.game)
        arena.game.level.explored[5:] = False
        assert explored(arena, eyes) == (True, True)
        move(arena.game, arena.player, (2, 1), Cause("a test"))
        assert explored(arena, eyes) == (False, False)
