"""`roguelike balance --spawns`: tables of what levels contain, in counts and shares, and what never turned up.

Where each item and creature of the raws comes from: what turned up on the counted levels, and what could have.

An entry has turned up if somebody who played those levels could have met it: on the ground, worn, for sale, in a
corpse, enchanted, or summoned by a creature, a trap, or an item that turned up itself.
"""

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from statistics import mean, median_high
from typing import Any, Literal, TextIO

from roguelike.commands import processes
from roguelike.commands.level_contents import Holding, count_seed
from roguelike.components import actors, items, magic
from roguelike.core.effect import Effect
from roguelike.effects import learning, summoning
from roguelike.engine.play.story import HUNTER
from roguelike.lab.fleet import Fleet, Work, all_of, seeds_told
from roguelike.mapgen import prefab
from roguelike.raws.catalog import Catalog, catalog_in_force
from roguelike.raws.spawn_table import DEEPEST
from roguelike.world import figures
from roguelike.world.game import Content, nature_of, template_of

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
    made = catalog.compiled.generated.get(name)
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
        for file, piece in prefab.library(catalog.folders).items()
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


WIDTH = 100
SORTS = ("food", "consumable", "book", "gear", "enchanted")
SECTIONS: tuple[Rows, Rows] = ("items", "mobs")
COMMONEST = 5
NUMBER, SORT = 3, 13
COLUMNS = ("creatures", "items", "traps", "carried", "loot", "gold")
"""Columns of the table of counts."""
KILLED = (1.0, 0.8, 0.6)
"""Shares of all enemies that a hero may kill on the way down."""
ByDepth = Mapping[int, Sequence[Holding]]


def count_all(seeds: Sequence[str], fleet: Fleet, err: TextIO) -> tuple[list[Holding], bool]:
    """Count the levels of all seeds, in parallel processes; return them, and whether none was cut off."""
    name = f"spawns of {catalog_in_force().data_hash}, seeds {seeds_told(seeds)}"
    with closing(processes.Progress(err, len(seeds), "seeds")) as progress:
        found, whole = all_of(Work(name, _one, seeds, list[Holding]), fleet, progress)
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
    lines = [
        *_counts(by_depth),
        *_proportions(catalog, by_depth),
        *_growth(catalog, by_depth),
        *_inhabitants(by_depth),
        *_other_ways(found),
        *_missing(catalog, found),
    ]
    return "\n".join([*lines, ""]), not any(missing(found[section]) for section in SECTIONS)


def sorts(catalog: Catalog, names: Mapping[str, int]) -> Counter[str]:
    """Count items by the category that the catalog puts them in."""
    found: Counter[str] = Counter()
    for name, count in names.items():
        found[catalog.category(name)] += count
    return found


def _counts(by_depth: ByDepth) -> Iterator[str]:
    """Yield the table of counts, each column as wide as needed and the level names cut to what is left."""
    yield "A level holds, on average (least-most):"
    yield ""
    rows = [tuple(map(_cell, _columns(some))) for some in by_depth.values()]
    widths = [max(map(len, column)) + 2 for column in zip(COLUMNS, *rows, strict=True)]
    names = WIDTH - NUMBER - sum(widths)
    yield f"{'depth':<{NUMBER + names}}" + _aligned(COLUMNS, widths)
    for (depth, some), row in zip(by_depth.items(), rows, strict=True):
        yield f"{depth:>2} {_cut(some[0].name, names):<{names}}" + _aligned(row, widths)


def _columns(some: Sequence[Holding]) -> list[list[float]]:
    """Return the value of each level, by column."""
    return [
        [each.creatures.total() for each in some],
        [each.lying.total() for each in some],
        [each.traps for each in some],
        [each.carried.total() for each in some],
        [each.loot.total() for each in some],
        [each.gold for each in some],
    ]


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


def _proportions(catalog: Catalog, by_depth: ByDepth) -> Iterator[str]:
    """Yield the table of shares: of creatures, items and traps, and of each sort of item lying about with its count."""
    yield ""
    yield "Shares of creatures, items and traps; then of the items that lie about, each sort with its count:"
    yield ""
    yield f"{'depth':<6}{'creatures':>10}{'items':>8}{'traps':>8}" + "".join(
        f"{sort:>{SORT}}" for sort in SORTS
    )
    for depth, some in by_depth.items():
        kinds = [
            sum(each.creatures.total() for each in some),
            sum(each.lying.total() for each in some),
            sum(each.traps for each in some),
        ]
        found = sorts(catalog, sum((each.lying for each in some), Counter()))
        shares = [f"{kind / (sum(kinds) or 1):.0%}" for kind in kinds]
        yield f"{depth:>2}{shares[0]:>14}{shares[1]:>8}{shares[2]:>8}" + "".join(
            f"{found[sort] / (kinds[1] or 1):.0%} {found[sort] / len(some):6.2f}".rjust(SORT)
            for sort in SORTS
        )


def _growth(catalog: Catalog, by_depth: ByDepth) -> Iterator[str]:
    """Yield the levels at which heroes leave each depth, by how many of their enemies they kill."""
    yield ""
    yield "A hero's level on leaving a depth (median), by the share of all enemies that they kill:"
    yield ""
    yield f"{'depth':<6}" + "".join(f"{depth:>4}" for depth in by_depth)
    for share in KILLED:
        levels = levels_on_leaving(catalog, by_depth, share)
        yield f"{share:>5.0%} " + "".join(f"{level:>4}" for level in levels.values())


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


def _missing(catalog: Catalog, found: Mapping[Rows, Mapping[str, Ways]]) -> Iterator[str]:
    """Yield what never turned up, and where it could come from."""
    for section in SECTIONS:
        gone = missing(found[section])
        yield ""
        yield f"{section.capitalize()} that never turned up: {len(gone) or 'none'} of {len(found[section])}"
        for name in gone:
            yield from _wrapped(f"    {name}: ", [could_come(catalog, section, name)])


# --- The experience level at which a hero leaves each depth who kills everybody there, or some of
# them.


def levels_on_leaving(
    content: Content, by_depth: Mapping[int, Sequence[Holding]], killed: float = 1.0
) -> dict[int, int]:
    """Return the median level on leaving each depth, of one who kills this share of all enemies on the way down.

    Args:
        content: what says how much experience a death gives and a level needs.
        by_depth: the levels of some games, by depth from the first; the games are in the same order at each depth.
        killed: 0.0 to 1.0; of each level, the weakest die first.
    """
    games = list(zip(*by_depth.values(), strict=True))
    rows = [_levels(content, [holding.enemies for holding in levels], killed) for levels in games]
    return dict(zip(by_depth, map(median_high, zip(*rows, strict=True)), strict=True))


def _levels(content: Content, depths: Sequence[Sequence[int]], killed: float) -> list[int]:
    """Return the level on leaving each depth in one game, from the levels of the enemies at each depth."""
    level, experience, found = 1, 0.0, []
    for enemies in depths:
        for enemy in sorted(enemies):
            experience += killed * figures.experience_for(content, enemy, level)
            while experience >= figures.experience_to_leave(content, level):
                level += 1
        found.append(level)
    return found
