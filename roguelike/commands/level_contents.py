"""What new levels contain, counted over many seeds.

The levels are built exactly as the game builds them. Nobody plays, so the loot of corpses is rolled here, once for each
creature, on a random stream of its own.
"""

from collections import Counter
from collections.abc import Mapping

import esper

from roguelike.actions import senses, trading
from roguelike.components import actors, items, magic, spatial, vitals
from roguelike.core.records import State, field
from roguelike.core.rng import Stream, pick_weighted
from roguelike.engine.play.dungeon import build_level, name_unknowns
from roguelike.world import ecs, perception
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game

DEEPEST = 16
"""The fifteen levels of the story, and the first of the random levels below them."""


class Holding(State):
    """What one level contains, by name: on the ground, carried by creatures, for sale, and left by corpses.

    `enemies` are the experience levels of those who would attack the player on sight.
    """

    depth: int
    name: str
    creatures: Counter[str] = field(default_factory=Counter)
    lying: Counter[str] = field(default_factory=Counter)
    carried: Counter[str] = field(default_factory=Counter)
    sold: Counter[str] = field(default_factory=Counter)
    loot: Counter[str] = field(default_factory=Counter)
    props: Counter[str] = field(default_factory=Counter)
    enemies: list[int] = field(default_factory=list)
    traps: int = 0
    gold: float = 0.0


def count_seed(seed: str, catalog: Catalog, deepest: int = DEEPEST) -> list[Holding]:
    """Build the levels of one seed and count their contents."""
    game = Game.fresh(seed, catalog)
    name_unknowns(game)
    try:
        found = [Holding(depth, build_level(game, depth).name) for depth in range(1, deepest + 1)]
        _count(game, {each.depth: each for each in found})
    finally:
        ecs.drop_world(game.world)
    return found


def _count(game: Game, found: Mapping[int, Holding]) -> None:
    """Count everything on the levels."""
    loot = game.stream("census loot")
    for entity, position in ecs.with_component(spatial.Position):
        holding = found.get(position.depth)
        if holding is None:
            continue
        name = perception.true_name(entity)
        match ecs.get(entity, actors.Kind).section:
            case "mobs":
                _count_creature(game, entity, name, holding)
                _roll_loot(game, entity, holding, loot)
            case "items":
                holding.lying[name] += 1
            case "props":
                holding.props[name] += 1
                holding.traps += esper.has_component(entity, magic.Trigger) and esper.has_component(
                    entity, spatial.Hidden
                )


def _count_creature(game: Game, entity: int, name: str, holding: Holding) -> None:
    """Count a creature, its equipment, its gold and its wares."""
    nature, pack = ecs.get(entity, actors.Nature), ecs.get(entity, items.Pack)
    holding.creatures[name] += 1
    if senses.is_hostile(game, entity):
        holding.enemies.append(ecs.get(entity, vitals.Pools).level)
    holding.carried.update(
        perception.true_name(item) for item in (*pack.items, *pack.worn.values())
    )
    if nature.vendor:
        holding.sold.update(trading.wares(game, entity))
    else:
        holding.gold += ecs.get(entity, vitals.Pools).gold


def _roll_loot(game: Game, entity: int, holding: Holding, rng: Stream) -> None:
    """Roll what its corpse would leave."""
    nature = ecs.get(entity, actors.Nature)
    if nature.loot_table is not None:
        name = pick_weighted(rng, game.content.loot[nature.loot_table])
        if name is not None:
            holding.loot[name] += 1
