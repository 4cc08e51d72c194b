"""Compile all rows to components, once, in an order in which rows come after those that they refer to.

The formulas of figures that depend on level are parsed, and tried at every possible level.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Literal

from roguelike.components.growth import Curve, Figure
from roguelike.components.hazards import HazardTemplate
from roguelike.components.hazards import Reaction as GroundReaction
from roguelike.components.items import Magic
from roguelike.components.looks import Described, Renderable
from roguelike.components.magic import Proc, SpellTemplate, Trigger, Use
from roguelike.core.formula import Formula, FormulaError, parse_formula
from roguelike.core.records import Record, Template, replace
from roguelike.effects.learning import taught_by
from roguelike.effects.statuses import GrantAttributes
from roguelike.raws.bridge import component
from roguelike.raws.compiled import Compiled, category_of
from roguelike.raws.creatures import compile_mob, compile_player
from roguelike.raws.deliveries import read_use
from roguelike.raws.enchanting import Trait, enchanted
from roguelike.raws.entries import Entry
from roguelike.raws.faults import Place
from roguelike.raws.models.creatures import PlayerRow
from roguelike.raws.models.tables import FactionRow, HazardRow, SpellRow, WeaponTraitRow
from roguelike.raws.reading import Tables
from roguelike.raws.runes import compile_school
from roguelike.raws.spawn_table import SpawnEntry, SpawnKind
from roguelike.raws.statuses import BUILT_IN, compile_status, gift
from roguelike.raws.things import compile_item, compile_prop
from roguelike.world.content import Reaction
from roguelike.world.figures import MOST_LEVEL, SOURCE, VARIABLES, worked_out

PLAYER = "player"
USUAL_POWER = "intelligence + magic"
"""The default power of a spell: Intelligence bonus and Magic skill; 1 at the start."""
MOST_VARIANTS = 50_000
"""Most enchanted items that are generated: more would take too long."""
SPAWNING: tuple[SpawnKind, ...] = ("items", "mobs", "props")
MOST_HP, MOST_SKILL, MOST_XP, MOST_WANDERERS = 100_000, 100, 100_000_000, 8
Way = Literal["any", "never falls", "rises"]


def compile_all(tables: Tables) -> Compiled:
    """Compile every row; faults are reported at the places of the rows."""
    out = Compiled()
    _magic(tables, out)
    _things(tables, out)
    _statuses(tables, out)
    _people(tables, out)
    for name, row in tables.named("loot_tables").items():
        out.loot[name] = tuple((drop.name, drop.weight) for drop in row.drops)
    _factions(tables.named("faction_table"), out)
    out.shares = {name: row.share for name, row in tables.named("item_shares").items()}
    out.regions, out.groups, out.furniture, out.town = (
        [*tables.named(section).values()] for section in ("regions", "groups", "furniture", "town")
    )
    out.puzzle_things = tables.named("puzzle_things")
    out.puzzle_recipes = tables.named("puzzle_recipes")
    out.spawns = list(_spawns(tables, out))
    out.alike = _alike(out)
    return out


def _factions(rows: Mapping[str, FactionRow], out: Compiled) -> None:
    """Compile each faction's reactions to the others; with a truce, they ignore those they do not name."""
    for name, row in rows.items():
        peace: dict[str, Reaction] = {
            other: "ignore" for other, each in rows.items() if row.truce or each.truce
        }
        out.factions[name] = {**peace, **row.responses}
        out.labels[name] = row.label
        if row.avengers is not None:
            out.avengers[name] = row.avengers, row.avenges
        if row.speaks_for is not None:
            out.speaking[name] = (row.speaks_for,)


def _magic(tables: Tables, out: Compiled) -> None:
    """Compile formulas, spells, offers, schools and weapon traits, then hazards and reactions."""
    out.figures = {**SOURCE} | {
        placed.row.name: compile_curve(placed.row, placed.place) for placed in tables.each("growth")
    }
    for placed in tables.each("spells"):
        row: SpellRow = placed.row
        use = read_use(row.effects, "spell", placed.place.under("effects"))
        power = _power(row.power, placed.place.under("power"))
        template = SpellTemplate(
            row.name,
            row.mana_cost,
            use,
            row.text,
            power,
            row.school,
            mana_share=row.mana_share,
            called=row.called,
        )
        out.spells[row.name] = template
    out.offers = tables.named("offers")
    for placed in tables.each("schools"):
        out.schools[placed.row.name] = compile_school(placed.row, placed.place)
    for placed in tables.each("weapon_traits"):
        trait: WeaponTraitRow = placed.row
        use = read_use(trait.effects, "proc", placed.place.under("effects"))
        proc = Proc(use, trait.proc_chance, on_self=trait.proc_target == "self")
        out.traits.append(Trait(trait.name, proc, trait.text, trait.weight, trait.min_depth))
    _ground(tables, out)


def _power(text: str | None, place: Place) -> Formula | None:
    """Parse a spell's power formula, or the usual one if it has none of its own; None if faulty."""
    try:
        formula = _formula_of_power(text or USUAL_POWER)
    except FormulaError as error:
        problem, _, remedy = str(error).partition(": ")
        place.fault(problem, remedy)
        return None
    return formula


@cache
def _formula_of_power(text: str) -> Formula:
    """Parse a power formula, cached because many spells share it; it may not contain dice."""
    formula = parse_formula(text, ("intelligence", "magic", "level"))
    formula.number(dict.fromkeys(formula.names, 1))
    return formula


def _ground(tables: Tables, out: Compiled) -> None:
    """Compile fires, clouds and the reaction table."""
    hazards = out.entries["hazards"] = {}
    for placed in tables.each("hazards"):
        row: HazardRow = placed.row
        effects = read_use(row.effect_rows, "trigger", placed.place.under("effects")).effects
        template = replace(component(HazardTemplate, row), effects=effects)
        out.hazards[row.name] = template
        looks = Renderable(row.glyph, row.colour, order=2)
        parts: list[Template] = [template, looks, Described(row.text)]
        parts.extend(each for each in (row.light, row.glow) if each is not None)
        if row.entry_trigger is not None:
            at = placed.place.under("entry_trigger", "effects")
            parts.append(Trigger(read_use(row.entry_trigger.effects, "trigger", at), once=True))
        hazards[row.name] = Entry(tuple(parts))
    out.ground_lights = tuple(tables.named("ground_lights").values())
    for placed in tables.each("reactions"):
        found: GroundReaction = placed.row
        rows = out.responses if found.status or found.material or found.mob else out.reactions
        rows.setdefault(found.element, []).append(found)


def _things(tables: Tables, out: Compiled) -> None:
    """Compile items, list their enchanted variants, and compile props."""
    items = out.entries["items"] = {}
    for placed in tables.each("items"):
        row = placed.row
        items[row.name] = compile_item(row, placed.place)
        if row.vendor_category is not None:
            out.wares[row.name] = row.vendor_category
    for placed in tables.each("items"):
        if len(out.generated) > MOST_VARIANTS:
            placed.place.fault(
                f"would be one of more than {MOST_VARIANTS:,} enchanted items",
                "let fewer items have enchanted variants (template_magic), or drop some weapon traits",
            )
            break
        for made in enchanted(placed.row, out.traits):
            # A row of the data is never overwritten by a generated item of the same name.
            if made.name not in items:
                out.generated[made.name] = made
    out.entries["props"] = {
        placed.row.name: compile_prop(placed.row, placed.place) for placed in tables.each("props")
    }


def _statuses(tables: Tables, out: Compiled) -> None:
    """Compile statuses: the built-in ones, those of the data, and those that potions leave."""
    for template in BUILT_IN:
        out.statuses[template.name] = template
    for placed in tables.each("statuses"):
        out.statuses[placed.row.name] = compile_status(placed.row, placed.place)
    for name, granted in _gifts(out):
        if name not in out.statuses:
            good = granted.might + granted.fitness + granted.quickness + granted.intelligence >= 0
            out.statuses[name] = gift(name, granted.turns, good=good)
    for status in out.statuses.values():
        out.laid_by_ground.update(dict.fromkeys(status.begins_on, status.name))
    out.entries["statuses"] = {name: Entry((status,)) for name, status in out.statuses.items()}


def _gifts(out: Compiled) -> Iterator[tuple[str, GrantAttributes]]:
    """Yield items that change their consumer's attributes, with the effect that grants the status of that name."""
    for name, entry in out.entries["items"].items():
        for part in entry.templates:
            if isinstance(part, Use):
                for effect in part.effects:
                    if isinstance(effect, GrantAttributes) and effect.status == name:
                        yield name, effect


def _people(tables: Tables, out: Compiled) -> None:
    """Compile mobs and the player."""
    mobs = out.entries["mobs"] = {}
    for placed in tables.each("mobs"):
        mobs[placed.row.name] = compile_mob(placed.row, placed.place, out.figures)
        out.equipment[placed.row.name] = placed.row.equipped
    row = tables.player.row if tables.player else PlayerRow()
    entry, out.start = compile_player(row)
    out.entries["game"] = {PLAYER: entry}


def _spawns(tables: Tables, out: Compiled) -> Iterator[SpawnEntry]:
    """Yield the entries of the spawn table: the data's rows, then the generated items."""
    for placed in tables.each("spawn_table"):
        row = placed.row
        kind = next((kind for kind in SPAWNING if row.name in out.entries[kind]), None)
        if kind is not None:
            category = category_of(out, row.name) if kind == "items" else ""
            yield SpawnEntry(
                row.name,
                kind,
                row.weight,
                row.min_depth,
                row.max_depth,
                category,
                row.add_map_depth_to_weight,
                _tags(out, row.name) if category else (),
            )
    for made in out.generated.values():
        tags = (made.name, made.base, *([made.trait] if made.trait else ()))
        yield SpawnEntry(
            made.name, "items", made.weight, made.min_depth, category="enchanted", tags=tags
        )


def _tags(out: Compiled, item: str) -> tuple[str, ...]:
    """Return the names by which a region may favour an item: its own, and the schools of the spells that it teaches."""
    uses = (part for part in out.entries["items"][item].templates if isinstance(part, Use))
    taught = taught_by(next(uses, None))
    return (item, *(out.spells[spell].school or "" for spell in taught if spell in out.spells))


def _alike(out: Compiled) -> dict[str, tuple[str, ...]]:
    """Group the names of magic items by their name while unidentified: all potions, all scrolls."""
    found: dict[str, list[str]] = {}
    for name, entry in out.entries["items"].items():
        for part in entry.templates:
            if isinstance(part, Magic):
                found.setdefault(part.naming.lower(), []).append(name)
    for made in out.generated.values():
        found.setdefault(made.naming.lower(), []).append(made.name)
    return {naming: tuple(names) for naming, names in found.items()}


class Bounds(Record):
    """The range of a figure, and how it may change from one level to the next."""

    least: int
    most: int
    way: Way


_SKILL = Bounds(-MOST_SKILL, MOST_SKILL, "never falls")
_BOUNDS: dict[Figure, Bounds] = {
    "wanderer turns": Bounds(0, MOST_HP, "any"),
    "wanderers": Bounds(1, MOST_WANDERERS, "any"),
    "hero level": Bounds(1, MOST_LEVEL, "never falls"),
    "damage a mana": Bounds(1, MOST_SKILL, "never falls"),
    "experience": Bounds(1, MOST_XP, "rises"),
    "kill": Bounds(0, MOST_XP, "any"),
    "mending": Bounds(0, 100, "any"),
    "hero hp": Bounds(1, MOST_HP, "never falls"),
    "hero mana": Bounds(0, MOST_HP, "never falls"),
    "hero melee": _SKILL,
    "hero defense": _SKILL,
    "hero magic": _SKILL,
    "creature level": Bounds(1, MOST_LEVEL, "never falls"),
    "creature hp": Bounds(1, MOST_HP, "never falls"),
    "creature mana": Bounds(0, MOST_HP, "never falls"),
    "creature melee": _SKILL,
    "creature defense": _SKILL,
    "creature magic": _SKILL,
}


def compile_curve(row: Curve, place: Place) -> Formula:
    """Parse a formula; if it is faulty, report it and return the source game's instead."""
    at = place.under("formula")
    try:
        formula = parse_formula(row.formula, VARIABLES[row.name])
        dice = formula.dice(dict.fromkeys(formula.names, 1))
    except FormulaError as error:
        problem, _, remedy = str(error).partition(": ")
        at.fault(problem, remedy)
        return SOURCE[row.name]
    if dice.count:
        at.fault(f"{row.formula!r} has dice", "no die decides how anybody grows: write a number")
        return SOURCE[row.name]
    _check(row.name, formula, at)
    return formula


def _check(name: Figure, formula: Formula, place: Place) -> None:
    """Try a formula at every level, with usual attributes; report the first thing that is wrong."""
    bounds = _BOUNDS[name]
    figures = [_at(formula, level) for level in range(1, MOST_LEVEL + 1)]
    for level, figure in enumerate(figures, start=1):
        if not bounds.least <= figure <= bounds.most:
            place.fault(
                f"gives {figure} at level {level}", f"keep it from {bounds.least} to {bounds.most}"
            )
            return
    for level, (one, other) in enumerate(pairwise(figures), start=1):
        if other < one + (bounds.way == "rises") and bounds.way != "any":
            place.fault(
                f"gives {one} at level {level} and {other} at level {level + 1}",
                "let it rise with every level" if bounds.way == "rises" else "let it never fall",
            )
            return


def _at(formula: Formula, level: int) -> int:
    """Evaluate a formula at a level, with usual attributes and for a victim of the same level."""
    variables = {
        "level": level,
        "own": level,
        "depth": level,
        "home": level,
        "fitness": 0,
        "intelligence": 0,
    }
    return worked_out(formula, **{name: variables[name] for name in formula.names})
