"""Typical heroes for a depth: of the level that is usual there, with the finds of a typical run so far.

They serve to measure how dangerous a depth is, and how well a bot plays there, without playing all the way down first.
"""

import esper

from roguelike.actions import acting, growing
from roguelike.components import actors, growth, items, magic, vitals
from roguelike.components.statuses import Statuses
from roguelike.core.rng import Stream
from roguelike.effects import dispatch, experience, learning
from roguelike.effects.statuses import end
from roguelike.engine.play.dungeon import travel
from roguelike.lab.bots import item_habits
from roguelike.lab.bots.taste import USUAL, Taste
from roguelike.systems.visibility import look_around
from roguelike.world import ecs, figures, inventory, perception, spawning
from roguelike.world.catalog import Catalog
from roguelike.world.game import Cause, Game, Single, template_of

FINDS_A_LEVEL = 6
"""Items taken from each level above: about half of what lies there."""
USED_PERCENT = 50
"""Percentage of consumables and meals found on the way that were used there, and so identified."""
FIRST_FINDS = 2
"""First depth with finds: the town sells things, and has nothing lying about."""
WHY = Cause("fate")


def equip(game: Game, depth: int, level: int | None = None, taste: Taste | None = USUAL) -> None:
    """Raise the player of a new game to a level, with typical finds for a depth; they read and rise on the way.

    Args:
        game: the game.
        depth: the depth that they are going to.
        level: their level; None for the one that is usual at the depth.
        taste: by which they take the offers of their levels; None takes none of them.
    """
    catalog = game.content
    game.enter()
    rng = game.stream(f"hero of depth {depth}")
    wanted = figures.hero_level(catalog, depth) if level is None else level
    _read_up(game, catalog)
    _sober_up(game)
    for above in range(FIRST_FINDS, depth):
        for _ in range(FINDS_A_LEVEL):
            name = catalog.spawn_table.roll("items", above, rng)
            if name is not None:
                _take(game, catalog, name, rng)
        _grow(game, min(wanted, figures.hero_level(catalog, above + 1)), taste)
    _grow(game, wanted, taste)
    pools, known = ecs.get(game.player, vitals.Pools), ecs.get(game.player, magic.KnownSpells)
    pools.hp, pools.mana = pools.max_hp, pools.max_mana
    places = figures.places_of(game, game.player)
    known.ready = places if len(known.spells) > places else None


def send_to(game: Game, depth: int) -> None:
    """Put the player of a new game at the entry of a depth, with a typical level and equipment.

    The finds are drawn from a stream of the game's seed: the same seed and depth give the same hero.
    """
    equip(game, depth)
    if depth != game.depth:
        travel(game, depth)
    look_around(game)


def _grow(game: Game, level: int, taste: Taste | None) -> None:
    """Raise the player to a level, by experience as in play, and take what it offers."""
    pools = ecs.get(game.player, vitals.Pools)
    missing = figures.experience_to_leave(game.content, level - 1) - pools.xp if level > 1 else 0
    if missing > 0:
        game.push(experience.GainExperience(missing), Single(game.player), game.player, WHY)
        dispatch.drain(game)
    talents = ecs.get(game.player, growth.Talents)
    while talents.waiting:
        if taste is None:
            talents.waiting = ()
            return
        offer = item_habits.best_of(game, talents.waiting[0].offers, taste)
        acting.perform(growing.ChooseOffer(offer), game.player, game)
        dispatch.drain(game)


def _sober_up(game: Game) -> None:
    """End the starting statuses: the night in the pub was long ago."""
    for status in list(ecs.get(game.player, Statuses).entities):
        end(game, status, WHY)


def _read_up(game: Game, catalog: Catalog) -> None:
    """Learn the spells of the starting books, and remove those books."""
    pack = ecs.get(game.player, items.Pack)
    for item in list(pack.items):
        taught = taught_by(catalog, perception.true_name(item))
        if taught:
            _learn(game, taught)
            pack.items.remove(item)
            ecs.delete(item)


def taught_by(catalog: Catalog, name: str) -> list[str]:
    """Return the spells that an item of this name teaches; [] unless it is a book."""
    return learning.taught_by(template_of(catalog, actors.Kind("items", name), magic.Use))


def _learn(game: Game, spells: list[str]) -> None:
    """Learn some spells, each once."""
    known = ecs.get(game.player, magic.KnownSpells).spells
    known += [game.spells[spell] for spell in spells if game.spells[spell] not in known]


def _take(game: Game, catalog: Catalog, name: str, rng: Stream) -> None:
    """Find an item and use it as anybody would.

    Books are read, better gear is worn, and some of the consumables have been used up.
    """
    player = game.player
    taught = taught_by(catalog, name)
    if taught:
        _learn(game, taught)
        return
    if catalog.category(name) in ("consumable", "food") and rng.chance(USED_PERCENT):
        game.identified.add(name)
        return
    item = spawning.make(game, "items", name, rng)
    slot = ecs.get(item, items.Item).slot
    if slot is None:
        spawning.pocket(player, item)
        return
    pack = ecs.get(player, items.Pack)
    worn = pack.worn.get(inventory.slot_for(pack, slot))
    if worn is not None and _worth(item) <= _worth(worn):
        ecs.delete(item)
        return
    if worn is not None:
        del pack.worn[inventory.slot_for(pack, slot)]
        ecs.delete(worn)
    spawning.put_on(player, item)
    if template_of(catalog, actors.Kind("items", name), items.Magic) is not None:
        game.identified.add(name)


def _worth(item: int) -> float:
    """Return the worth of wearing or wielding an item."""
    found = (esper.try_component(item, kind) for kind in (items.Item, items.Weapon, items.Wearable))
    return item_habits.worth_of([part for part in found if part is not None])
