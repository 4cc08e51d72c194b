"""Heroes such as come to a depth: of the level that is usual there, with what a run so far would have given them.

For measuring: how dangerous a depth is, and how well something plays there, without playing all the way down first.
"""

import esper

from roguelike.components.combat import Weapon, Wearable
from roguelike.components.items import Item, Magic, Pack
from roguelike.components.magic import KnownSpells, Use
from roguelike.components.vitals import Pools
from roguelike.core.rng import Stream
from roguelike.effects.dispatch import drain
from roguelike.effects.experience import EXPERIENCE_A_LEVEL, GainExperience
from roguelike.effects.learning import TeachSpell
from roguelike.engine.dungeon import travel
from roguelike.lab.bots.wardrobe import worth_of
from roguelike.raws.catalog import Catalog
from roguelike.systems.visibility import look_around
from roguelike.world import ecs, spawning
from roguelike.world.game import Cause, Game, Single
from roguelike.world.inventory import slot_for

LEVELS = (1, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10, 11, 12, 13)
"""Level on entering depth 1, 2 and so on, of one who clears most of what is above."""
FINDS_A_LEVEL = 6
"""Things that one takes along from each level above: about half of what lies there."""
FIRST_FINDS = 2
"""Depth from which on there is something to find: the town sells, and has nothing lying about."""
WHY = Cause("fate")


def level_at(depth: int) -> int:
    """Return the level that is usual on entering a depth."""
    return LEVELS[min(max(depth, 1), len(LEVELS)) - 1]


def equip(game: Game, depth: int, level: int | None = None) -> None:
    """Let the player of a new game grow to a level, and find what one usually has found on the way to a depth.

    Args:
        game: the game.
        depth: where they are going.
        level: which level they have; None for the one that is usual there.
    """
    catalog = game.content
    assert isinstance(catalog, Catalog)
    game.enter()
    rng = game.stream(f"hero of depth {depth}")
    _grow(game, level_at(depth) if level is None else level)
    for above in range(FIRST_FINDS, depth):
        for _ in range(FINDS_A_LEVEL):
            name = catalog.roll("items", above, rng)
            if name is not None:
                _take(game, catalog, name, rng)
    pools = ecs.get(game.player, Pools)
    pools.hp, pools.mana = pools.max_hp, pools.max_mana


def send_to(game: Game, depth: int) -> None:
    """Let the player of a new game stand at the entry of a depth, grown and equipped as is usual there.

    What they found on the way is drawn from a stream of the game's seed: the same seed and depth give the same hero.
    """
    equip(game, depth)
    if depth != game.depth:
        travel(game, depth)
    look_around(game)


def _grow(game: Game, level: int) -> None:
    """Raise the player to a level, by experience as in play."""
    pools = ecs.get(game.player, Pools)
    missing = (level - 1) * EXPERIENCE_A_LEVEL - pools.xp
    if missing > 0:
        game.push(GainExperience(missing), Single(game.player), game.player, WHY)
        drain(game)


def _take(game: Game, catalog: Catalog, name: str, rng: Stream) -> None:
    """Find a thing and make the use of it that anybody would: read books, wear what is better, keep the rest."""
    player = game.player
    parts = catalog.templates("items", name)
    use = next((part for part in parts if isinstance(part, Use)), None)
    taught = [each.spell for each in use.effects if isinstance(each, TeachSpell)] if use else []
    if taught:
        known = ecs.get(player, KnownSpells).spells
        known += [game.spells[spell] for spell in taught if game.spells[spell] not in known]
        return
    item = spawning.make(game, "items", name, rng)
    slot = ecs.get(item, Item).slot
    if slot is None:
        spawning.pocket(player, item)
        return
    pack = ecs.get(player, Pack)
    worn = pack.worn.get(slot_for(pack, slot))
    if worn is not None and _worth(item) <= _worth(worn):
        ecs.delete(item)
        return
    if worn is not None:
        del pack.worn[slot_for(pack, slot)]
        ecs.delete(worn)
    spawning.put_on(player, item)
    if any(isinstance(part, Magic) for part in parts):
        game.identified.add(name)


def _worth(item: int) -> float:
    """Return how much better off one is with a thing on."""
    found = (esper.try_component(item, kind) for kind in (Item, Weapon, Wearable))
    return worth_of([part for part in found if part is not None])
