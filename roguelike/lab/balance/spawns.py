"""`roguelike balance --spawns`: tables of what levels contain, in counts and shares, and what never turned up.

An entry has turned up if somebody who played those levels could have met it: on the ground, worn, for sale, in a
corpse, enchanted, or summoned by a creature, a trap, or an item that turned up itself.
"""

import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from statistics import mean
from typing import Any, Literal, TextIO

from roguelike.commands.level_contents import Holding, count_seed
from roguelike.components import actors, items, magic
from roguelike.core.effect import Effect
from roguelike.effects import learning, summoning
from roguelike.engine.play.story import HUNTER
from roguelike.lab.fleet import Fleet, Work, all_of, seeds_told
from roguelike.raws.catalog import catalog_in_force
from roguelike.world.catalog import Catalog
from roguelike.world.game import template_of

Rows = Literal["items", "mobs"]
Ways = Counter[str]
"""How often something turned up, by way."""
WALKING, LYING, CARRIED, SOLD = "on a level", "lying about", "worn or carried", "for sale"
START, LOOT, ENCHANTED = "in the player's pack", "left by a corpse", "enchanted"
SUMMONED, HUNTING = "summoned", "sent after the Amulet"


def rows(catalog: Catalog, section: Rows) -> list[str]:
    """List the entries of the raws, without those generated from them."""
    return [name for name in catalog.names(section) if name not in catalog.generated]


def turned_up(catalog: Catalog, holdings: Iterable[Holding]) -> dict[Rows, dict[str, Ways]]:
    """Return how often each entry turned up, by way; empty if it did not."""
    things: dict[str, Ways] = {name: Counter() for name in rows(catalog, "items")}
    mobs: dict[str, Ways] = {name: Counter() for name in rows(catalog, "mobs")}
    met: Counter[str] = Counter()
    kits = catalog.origins.values()
    for item in [name for kit in kits for name in (*kit.equipped, *kit.carried)]:
        things[item][START] += 1
    for holding in holdings:
        for way, names in (
            (LYING, holding.lying),
            (CARRIED, holding.carried),
            (SOLD, holding.sold),
            (LOOT, holding.loot),
        ):
            for name, count in names.items():
                _note(catalog, things, name, way, count)
                met[name] += count
        for name, count in holding.creatures.items():
            mobs[name][WALKING] += count
        met.update(holding.creatures)
        met.update(holding.props)
    for mob, callers in summoners(catalog).items():
        calls = sum(met[caller] for caller in callers)
        if calls:
            mobs[mob][SUMMONED] += calls
    relics = sum(
        met[name]
        for name in things
        if template_of(catalog, actors.Kind("items", name), items.Relic)
    )
    if relics and HUNTER in mobs:
        mobs[HUNTER][HUNTING] += relics
    return {"items": things, "mobs": mobs}


def _note(catalog: Catalog, things: dict[str, Ways], name: str, way: str, count: int) -> None:
    """Count an item under its entry: an enchanted one under the item it was made from."""
    made = catalog.generated.get(name)
    things[made.base if made else name][ENCHANTED if made else way] += count


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
                magic.Use(effects=effects)
                | magic.Proc(use=magic.Use(effects=effects))
                | magic.Trigger(use=magic.Use(effects=effects))
            ):
                yield from effects
            case magic.Tricks(tricks):
                for trick in tricks:
                    yield from trick.use.effects
            case magic.Abilities(cast, on_death):
                for ability in (*cast, *on_death):
                    yield from catalog.spells[ability.spell].use.effects


def _called(catalog: Catalog, effects: Iterable[Effect]) -> Iterator[str]:
    """Yield the creatures that effects summon, also through a spell they teach."""
    for effect in effects:
        if isinstance(effect, summoning.Summon):
            yield effect.mob
        elif isinstance(effect, learning.TeachSpell):
            yield from _called(catalog, catalog.spells[effect.spell].use.effects)


def missing(found: Mapping[str, Ways]) -> list[str]:
    """List the entries that did not turn up at all."""
    return [name for name, ways in found.items() if not ways]


WIDTH = 100
SORTS = ("food", "consumable", "book", "gear", "enchanted")
SECTIONS: tuple[Rows, Rows] = ("items", "mobs")
COMMONEST = 5
NUMBER = 3
COLUMNS: Mapping[str, Callable[[Holding], float]] = {
    "creatures": lambda level: level.creatures.total(),
    "items": lambda level: level.lying.total(),
    "traps": lambda level: level.traps,
    "carried": lambda level: level.carried.total(),
    "loot": lambda level: level.loot.total(),
    "gold": lambda level: level.gold,
}
"""What is counted on each level."""
ByDepth = Mapping[int, Sequence[Holding]]


def count_all(seeds: Sequence[str], fleet: Fleet, err: TextIO) -> tuple[list[Holding], bool]:
    """Count the levels of all seeds, in parallel processes; return them, and whether none was cut off."""
    name = f"spawns of {catalog_in_force().data_hash}, seeds {seeds_told(seeds)}"
    found, whole = all_of(Work(name, _one, seeds, list[Holding]), fleet, err, "seeds")
    return [holding for each in found for holding in each], whole


def _one(seed: str) -> list[Holding]:
    """Count one seed, in whatever process this is."""
    return count_seed(seed, catalog_in_force())


def spawn_report(catalog: Catalog, holdings: Sequence[Holding]) -> tuple[str, bool]:
    """Return the tables as text, and whether every item and creature of the raws turned up."""
    by_depth: dict[int, list[Holding]] = {}
    for holding in holdings:
        by_depth.setdefault(holding.depth, []).append(holding)
    found = turned_up(catalog, holdings)
    of_sorts = {sort: partial(_lying, catalog, sort) for sort in SORTS}
    lines = [
        *_table("A level holds, on average (least-most):", COLUMNS, by_depth),
        "",
        *_table("Of what lies about:", of_sorts, by_depth),
        *_inhabitants(by_depth),
        *_other_ways(found),
        *_missing(found),
    ]
    return "\n".join([*lines, ""]), not any(missing(found[section]) for section in SECTIONS)


def _lying(catalog: Catalog, sort: str, level: Holding) -> float:
    """Count the items of a sort that lie about on a level."""
    return sorts(catalog, level.lying)[sort]


def sorts(catalog: Catalog, names: Mapping[str, int]) -> Counter[str]:
    """Count items by the category that the catalog puts them in."""
    found: Counter[str] = Counter()
    for name, count in names.items():
        found[catalog.category(name)] += count
    return found


def _table(
    title: str, columns: Mapping[str, Callable[[Holding], float]], by_depth: ByDepth
) -> Iterator[str]:
    """Yield a table with a row for each depth, each column as wide as needed and the names cut to what is left."""
    rows = [
        [_cell([of(level) for level in some]) for of in columns.values()]
        for some in by_depth.values()
    ]
    widths = [max(map(len, column)) + 2 for column in zip(columns, *rows, strict=True)]
    names = WIDTH - NUMBER - sum(widths)
    yield from (title, "", f"{'depth':<{NUMBER + names}}" + _aligned([*columns], widths))
    for (depth, some), row in zip(by_depth.items(), rows, strict=True):
        yield f"{depth:>2} {_cut(some[0].name, names):<{names}}" + _aligned(row, widths)


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Return cells right-aligned in their columns."""
    return "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))


def _cut(text: str, width: int) -> str:
    """Shorten a text to a width, with an ellipsis."""
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _cell(values: Sequence[float]) -> str:
    """Format an average with its range."""
    average = mean(values)
    digits = 0 if average >= 100 else 1
    return f"{average:.{digits}f} ({min(values):.0f}-{max(values):.0f})"


def _inhabitants(by_depth: ByDepth) -> Iterator[str]:
    """Yield the most common creatures of each depth."""
    yield ""
    yield "Who lives there (share of all creatures):"
    yield ""
    for depth, some in by_depth.items():
        found = sum((each.creatures for each in some), Counter())
        total = found.total() or 1
        names = [f"{name} {count / total:.0%}" for name, count in found.most_common(COMMONEST)]
        rest = len(found) - len(names)
        yield from _wrapped(
            f"{depth:>2}  ", [*names, *([f"and {rest} more kinds"] if rest else [])]
        )


def _wrapped(head: str, parts: Sequence[str]) -> list[str]:
    """Write parts separated by commas, on as many lines as needed."""
    return textwrap.wrap(
        ", ".join(parts),
        WIDTH,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_on_hyphens=False,
    )


def _other_ways(found: Mapping[Rows, Mapping[str, Ways]]) -> Iterator[str]:
    """Yield what is never simply found on a level, and in which other ways it turned up."""
    for section, usual in (("items", LYING), ("mobs", WALKING)):
        rows = found[section]  # type: ignore[index]
        others = {name: ways for name, ways in rows.items() if ways and not ways[usual]}
        yield ""
        yield f"{section.capitalize()} that are never {usual} by themselves: {len(others) or 'none'}"
        for name, ways in others.items():
            told = ", ".join(f"{way} {count:,}" for way, count in ways.most_common())
            yield from _wrapped(f"    {name}: ", [told])


def _missing(found: Mapping[Rows, Mapping[str, Ways]]) -> Iterator[str]:
    """Yield what never turned up."""
    for section in SECTIONS:
        gone = missing(found[section])
        yield ""
        yield f"{section.capitalize()} that never turned up: {len(gone) or 'none'} of {len(found[section])}"
        yield from (f"    {name}" for name in gone)
