"""Heroes such as come to a depth: of the level that is usual there, with what a run so far would have given them.

For measuring: how dangerous a depth is, and how well something plays there, without playing all the way down first.
"""

import esper

from roguelike.actions.action import perform
from roguelike.actions.growing import ChooseOffer
from roguelike.components.actors import Kind
from roguelike.components.combat import Weapon, Wearable
from roguelike.components.growth import Talents
from roguelike.components.items import Item, Magic, Pack
from roguelike.components.magic import KnownSpells, Use
from roguelike.components.statuses import Statuses
from roguelike.components.vitals import Pools
from roguelike.core.rng import Stream
from roguelike.effects.dispatch import drain
from roguelike.effects.experience import GainExperience
from roguelike.effects.learning import taught_by
from roguelike.effects.statuses import end
from roguelike.engine.dungeon import travel
from roguelike.lab.bots.item_habits import best_of
from roguelike.lab.bots.wardrobe import worth_of
from roguelike.raws.catalog import Catalog
from roguelike.systems.visibility import look_around
from roguelike.world import ecs, spawning
from roguelike.world.content import template_of
from roguelike.world.figures import experience_to_leave, hero_level
from roguelike.world.game import Cause, Game, Single
from roguelike.world.growing import places_of
from roguelike.world.inventory import slot_for
from roguelike.world.names import true_name

FINDS_A_LEVEL = 6
"""Things that one takes along from each level above: about half of what lies there."""
USED_PERCENT = 50
"""How many of the draughts, scrolls and meals found on the way were used there: then one knows what they are."""
FIRST_FINDS = 2
"""Depth from which on there is something to find: the town sells, and has nothing lying about."""
WHY = Cause("fate")


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
    _grow(game, hero_level(catalog, depth) if level is None else level)
    _choose(game)
    _read_up(game, catalog)
    _sober_up(game)
    for above in range(FIRST_FINDS, depth):
        for _ in range(FINDS_A_LEVEL):
            name = catalog.spawn_table.roll("items", above, rng)
            if name is not None:
                _take(game, catalog, name, rng)
    pools, known = ecs.get(game.player, Pools), ecs.get(game.player, KnownSpells)
    pools.hp, pools.mana = pools.max_hp, pools.max_mana
    places = places_of(game, game.player)
    known.ready = places if len(known.spells) > places else None


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
    missing = experience_to_leave(game.content, level - 1) - pools.xp if level > 1 else 0
    if missing > 0:
        game.push(GainExperience(missing), Single(game.player), game.player, WHY)
        drain(game)


def _choose(game: Game) -> None:
    """Take what the levels offered, as bots do."""
    talents = ecs.get(game.player, Talents)
    while talents.waiting:
        perform(ChooseOffer(best_of(game, talents.waiting[0].offers)), game.player, game)
        drain(game)


def _sober_up(game: Game) -> None:
    """End what one begins with: the night in the pub was long ago."""
    for status in list(ecs.get(game.player, Statuses).entities):
        end(game, status, WHY)


def _read_up(game: Game, catalog: Catalog) -> None:
    """Learn what the books teach that one begins with."""
    pack = ecs.get(game.player, Pack)
    for item in list(pack.items):
        taught = _taught_by(catalog, true_name(item))
        if taught:
            _learn(game, taught)
            pack.items.remove(item)
            ecs.delete(item)


def _taught_by(catalog: Catalog, name: str) -> list[str]:
    """Name the spells that a kind of thing teaches; [] unless it is a book."""
    return taught_by(template_of(catalog, Kind("items", name), Use))


def _learn(game: Game, spells: list[str]) -> None:
    """Know some spells, each once."""
    known = ecs.get(game.player, KnownSpells).spells
    known += [game.spells[spell] for spell in spells if game.spells[spell] not in known]


def _take(game: Game, catalog: Catalog, name: str, rng: Stream) -> None:
    """Find a thing and make the use of it that anybody would.

    Books are read, what is better is worn, and some of what can be used up was.
    """
    player = game.player
    taught = _taught_by(catalog, name)
    if taught:
        _learn(game, taught)
        return
    if catalog.category(name) in ("consumable", "food") and rng.chance(USED_PERCENT):
        game.identified.add(name)
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
    if template_of(catalog, Kind("items", name), Magic) is not None:
        game.identified.add(name)


def _worth(item: int) -> float:
    """Return how much better off one is with a thing on."""
    found = (esper.try_component(item, kind) for kind in (Item, Weapon, Wearable))
    return worth_of([part for part in found if part is not None])
