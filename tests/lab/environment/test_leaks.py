"""Nothing that the player cannot know changes what the environment tells: observation, mask, info, oracle."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from roguelike.components import actors, items, spatial, vitals
from roguelike.core.geometry import Point
from roguelike.core.records import replace
from roguelike.lab.environment.action_table import mask_of
from roguelike.lab.environment.environment import BlueManaEnv
from roguelike.lab.environment.observation import TARGETS, Observer
from roguelike.lab.environment.wrappers import Oracle
from roguelike.world import changes, ecs, perception, space, spawning
from roguelike.world.game import Cause, Game
from roguelike.world.terrain import Tile

WHY = Cause("a test")
EXPLORE = 13 * TARGETS
DEPTH, SEED, STEPS = 6, 5, 12


def out_of_view(game: Game) -> list[Point]:
    """List the free tiles out of view."""
    spots = zip(*(~game.level.visible).nonzero(), strict=True)
    free = ((int(x), int(y)) for x, y in spots if game.level.is_free((int(x), int(y))))
    return [spot for spot in free if spot not in game.level.at]


def ground(game: Game) -> None:
    """Turn floors out of view into walls."""
    for spot in out_of_view(game)[::5]:
        game.change(changes.TileChanged(spot, Tile(int(game.level.tiles[spot])), Tile.WALL, WHY))


def creatures(game: Game) -> None:
    """Kill one out of view, hurt the others, and let more of them come."""
    first, *others = sorted(
        each
        for each in set(game.level.blockers.values())
        if vitals.Pools in ecs.row(each) and not perception.sees(game, each)
    )
    game.change(changes.Died(first, WHY))
    for each in others:
        ecs.get(each, vitals.Pools).hp = 1
    for spot in out_of_view(game)[::50]:
        spawning.spawn(game, "mobs", "Goblin", spot, game.depth)


def traps(game: Game) -> None:
    """Lay a trap that nobody has found on every free tile, in view too."""
    level = game.level
    for spot in [(x, y) for x in range(level.width) for y in range(level.height)]:
        if level.is_free(spot) and spot != space.point_of(game.player):
            trap = spawning.spawn(game, "props", "Landmine", spot, game.depth)
            ecs.get(trap, spatial.Hidden).found = False


def goods(game: Game) -> None:
    """Leave things out of view."""
    for spot in out_of_view(game)[::20]:
        spawning.spawn(game, "items", "Health Potion", spot, game.depth)


def dice(game: Game) -> None:
    """Let other dice be ahead."""
    for _ in range(7):
        game.rng.below(1000)


def kinds(game: Game) -> None:
    """Let what is not identified be of another kind that looks as this one did."""
    one, other = strangers(game)
    looks = game.hidden_names
    looks[one], looks[other] = looks[other], looks[one]
    swapped = {one: other, other: one}
    seen = game.level.remembered.things
    for spot, things in seen.items():
        kinds = [
            replace(each.kind, name=swapped.get(each.kind.name, each.kind.name)) for each in things
        ]
        seen[spot] = tuple(
            replace(each, kind=kind) for each, kind in zip(things, kinds, strict=True)
        )
    for entity in ecs.entities():
        row = ecs.row(entity)
        if items.Magic in row and row[actors.Kind].name in swapped:
            for part in spawning.new_parts(game, "items", swapped[row[actors.Kind].name], game.rng):
                ecs.attach(entity, part)


def strangers(game: Game) -> tuple[str, str]:
    """Return two kinds of potions that the player does not know."""
    alike = [
        name
        for name in game.content.named_alike("potion")
        if name not in game.identified and name in game.hidden_names
    ]
    return alike[0], alike[-1]


@pytest.fixture(scope="module")
def env() -> BlueManaEnv:
    """A game on the way, with an unknown potion in the pack."""
    found = BlueManaEnv(depth=DEPTH)
    _, info = found.reset(seed=SEED)
    for _ in range(STEPS):
        *_, info = found.step(EXPLORE if info["action_mask"][EXPLORE] else 8 * TARGETS)
    game = found.game
    spawning.pocket(game.player, spawning.make(game, "items", strangers(game)[0], game.rng))
    found.eyes.observe(game)
    return found


def told(env: BlueManaEnv) -> dict[str, Any]:
    """Return all that the environment tells, to one who looks for the first time too, and what the oracle says."""
    game, oracle, number = env.game, Oracle(env, samples=2), ecs.next_id()
    # Who is called in a rehearsal has a number further on, whoever came to be out of view.
    ecs.set_next_id(100_000)
    fresh = Observer(game)
    seen = fresh.observe(game)
    seen["sight"] = np.minimum(
        seen["sight"], 2
    )  # the light of one who stands round the corner is seen
    info = env._info("")
    legal = np.flatnonzero(info["action_mask"])
    forecasts = [oracle._forecast_row(int(each)) for each in legal[::4]]
    replies = [oracle._reply_row(int(each)) for each in legal[:1]]
    ecs.set_next_id(number)
    asked = {"fresh mask": mask_of(game, fresh), "forecasts": forecasts, "replies": replies}
    return {**seen, **info, **asked}


@pytest.mark.parametrize("change", [ground, creatures, traps, goods, dice, kinds])
def test_what_the_player_cannot_know_is_told_by_nothing(
    env: BlueManaEnv, change: Callable[[Game], None]
) -> None:
    before = told(env)
    change(env.game)
    after = told(env)
    assert [name for name in before if not np.array_equal(before[name], after[name])] == []
