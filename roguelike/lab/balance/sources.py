"""Where each item and creature of the raws comes from: what turned up on the counted levels, and what could have.

An entry has turned up if somebody who played those levels could have met it: on the ground, worn, for sale, in a
corpse, enchanted, or summoned by a creature, a trap, or an item that turned up itself.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from roguelike.commands.level_contents import Holding
from roguelike.components.actors import Kind
from roguelike.components.items import Relic
from roguelike.components.magic import Abilities, Proc, Trigger, Use
from roguelike.core.effect import Effect
from roguelike.effects.learning import TeachSpell
from roguelike.effects.summoning import Summon
from roguelike.engine.play.story import HUNTER
from roguelike.mapgen.prefab import library
from roguelike.raws.catalog import Catalog
from roguelike.raws.spawn_table import DEEPEST
from roguelike.world.content import nature_of, template_of

Rows = Literal["items", "mobs"]
Ways = Counter[str]
"""How often something turned up, by way."""
WALKING, LYING, CARRIED, SOLD = "on a level", "lying about", "worn or carried", "for sale"
START, LOOT, ENCHANTED = "in the player's pack", "left by a corpse", "enchanted"
SUMMONED, HUNTING = "summoned", "sent after the Amulet"


def rows(catalog: Catalog, section: Rows) -> list[str]:
    """List the entries of the raws, without those generated from them."""
    return [name for name in catalog.names(section) if name not in catalog.compiled.generated]


def turned_up(catalog: Catalog, holdings: Iterable[Holding]) -> dict[Rows, dict[str, Ways]]:
    """Return how often each entry turned up, by way; empty if it did not."""
    items: dict[str, Ways] = {name: Counter() for name in rows(catalog, "items")}
    mobs: dict[str, Ways] = {name: Counter() for name in rows(catalog, "mobs")}
    met: Counter[str] = Counter()
    for item in (*catalog.start.equipped, *catalog.start.carried):
        items[item][START] += 1
    for holding in holdings:
        for way, names in (
            (LYING, holding.lying),
            (CARRIED, holding.carried),
            (SOLD, holding.sold),
            (LOOT, holding.loot),
        ):
            for name, count in names.items():
                _note(catalog, items, name, way, count)
                met[name] += count
        for name, count in holding.creatures.items():
            mobs[name][WALKING] += count
        met.update(holding.creatures)
        met.update(holding.props)
    for mob, callers in summoners(catalog).items():
        calls = sum(met[caller] for caller in callers)
        if calls:
            mobs[mob][SUMMONED] += calls
    relics = sum(met[name] for name in items if template_of(catalog, Kind("items", name), Relic))
    if relics and HUNTER in mobs:
        mobs[HUNTER][HUNTING] += relics
    return {"items": items, "mobs": mobs}


def _note(catalog: Catalog, items: dict[str, Ways], name: str, way: str, count: int) -> None:
    """Count an item under its entry: an enchanted one under the item it was made from."""
    made = catalog.compiled.generated.get(name)
    items[made.base if made else name][ENCHANTED if made else way] += count


def summoners(catalog: Catalog) -> dict[str, list[str]]:
    """Return, for each creature that can be summoned, the names of the creatures, items and props that do so."""
    found: dict[str, list[str]] = {}
    for section in ("items", "mobs", "props"):
        for name in catalog.names(section):
            templates = catalog.templates(section, name)
            for mob in dict.fromkeys(_called(catalog, _effects(catalog, templates))):
                found.setdefault(mob, []).append(name)
    return found


def _effects(catalog: Catalog, parts: Iterable[Any]) -> Iterator[Effect]:
    """Yield the effects that a thing or creature may have when used, striking, stepped on, casting or dying."""
    for part in parts:
        match part:
            case (
                Use(effects=effects)
                | Proc(use=Use(effects=effects))
                | Trigger(use=Use(effects=effects))
            ):
                yield from effects
            case Abilities(cast, on_death):
                for ability in (*cast, *on_death):
                    yield from catalog.spells[ability.spell].use.effects


def _called(catalog: Catalog, effects: Iterable[Effect]) -> Iterator[str]:
    """Yield the creatures that effects summon, also through a spell they teach."""
    for effect in effects:
        if isinstance(effect, Summon):
            yield effect.mob
        elif isinstance(effect, TeachSpell):
            yield from _called(catalog, catalog.spells[effect.spell].use.effects)


def could_come(catalog: Catalog, section: Rows, name: str) -> str:
    """Say all the ways in which an entry can appear."""
    ways = [*_tables(catalog, section, name), *_pieces(catalog, section, name)]
    if section == "items":
        ways += _item_ways(catalog, name)
    else:
        callers = summoners(catalog).get(name, [])
        ways += [f"summoned by {', '.join(callers)}"] if callers else []
        ways += [HUNTING] if name == HUNTER else []
    return "; ".join(ways) or "from nowhere at all"


def _tables(catalog: Catalog, section: Rows, name: str) -> Iterator[str]:
    """Yield the depths at which it, or something enchanted made from it, is in the spawn table."""
    generated = catalog.compiled.generated
    for enchanted in (False, True):
        depths = [
            depth
            for depth in range(1, DEEPEST + 1)
            for pool in catalog.spawn_table.pools(section, depth).values()
            for each, weight in pool
            if weight
            and (
                (each in generated and generated[each].base == name) if enchanted else each == name
            )
        ]
        if depths:
            yield f"{'enchanted' if enchanted else 'spawned'} at depths {min(depths)}-{max(depths)}"


def _pieces(catalog: Catalog, section: Rows, name: str) -> Iterator[str]:
    """Yield the hand-drawn map pieces that contain it."""
    found = [
        file
        for file, piece in library(catalog.folders).items()
        if (section, name) in piece.legend.values()
    ]
    if found:
        yield f"drawn in {', '.join(found)}"


def _item_ways(catalog: Catalog, name: str) -> Iterator[str]:
    """Yield who wears, sells or leaves an item."""
    compiled = catalog.compiled
    wearers = [mob for mob, worn in compiled.equipment.items() if name in worn]
    if wearers:
        yield f"worn by {', '.join(wearers)}"
    category = compiled.wares.get(name)
    sellers = [mob for mob in catalog.names("mobs") if category in nature_of(catalog, mob).vendor]
    if sellers:
        yield f"sold by {', '.join(sellers)}"
    tables = {table for table, drops in compiled.loot.items() for drop, _ in drops if drop == name}
    leavers = [mob for mob in catalog.names("mobs") if nature_of(catalog, mob).loot_table in tables]
    if leavers:
        yield f"left by the corpses of {', '.join(leavers)}"


def missing(found: Mapping[str, Ways]) -> list[str]:
    """List the entries that did not turn up at all."""
    return [name for name, ways in found.items() if not ways]
