"""Cross-checks: every name that a row mentions must belong to a row.

Faulty rows count as known (their own faults are reported already), and when a file could not be read at all nothing is
checked, so that one mistake is one line of the report.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from roguelike.components.actors import Section
from roguelike.components.magic import Ability, Recipe, Use
from roguelike.components.runes import Assign, Rune
from roguelike.core.records import field_names
from roguelike.raws.compiled import Compiled
from roguelike.raws.creatures import PLAYER_FACTION
from roguelike.raws.cycles import check_cycles
from roguelike.raws.faults import Place, suggest
from roguelike.raws.models.creatures import MobRow
from roguelike.raws.reading import Tables
from roguelike.raws.runes import effects_in, fits_none
from roguelike.world.rewriting import UnfitError, rewritten

EVERYONE_KNOWS = (PLAYER_FACTION, "Mindless")
"""Factions that need no row: no row and no Default means ignore."""
MEANINGS = {
    "spell": "spells",
    "status": "statuses",
    "item": "items",
    "mob": "mobs",
    "prop": "props",
    "hazard": "hazards",
    "element": "elements",
}
"""Fields of effects that name a row, and of which section."""
SINGULAR = {
    "spells": "spell",
    "statuses": "status",
    "items": "item",
    "mobs": "mob",
    "props": "prop",
    "hazards": "hazard",
    "elements": "element",
    "loot_tables": "loot table",
    "faction_table": "faction",
}
REACTING = {
    "hazard": "hazards",
    "starts": "hazards",
    "prop": "props",
    "status": "statuses",
    "begins": "statuses",
}
"""Fields of the reaction table that name a row, and of which section."""
SPAWNING = ("items", "mobs", "props")
"""Sections whose rows can stand on a map; a name means one thing in all of them."""


class References:
    """All names there are, and the checks of those that are mentioned."""

    def __init__(self, tables: Tables, compiled: Compiled) -> None:
        """Gather the names of rows, of generated items, and of statuses that come without a row."""
        self._tables = tables
        self._compiled = compiled
        self._known: dict[str, set[str]] = {
            name: set(known) for name, known in tables.known.items()
        }
        self._known["items"].update(compiled.generated)
        self._known["statuses"].update(compiled.statuses)
        self._known["faction_table"].update(EVERYONE_KNOWS)

    def check(self) -> None:
        """Check everything, unless a file is missing in whose rows the names may be."""
        self._unambiguous()
        if self._tables.complete:
            self._mobs()
            self._tables_of_names()
            self._spawns()
            self._player()
            self._effects()
            self._runes()
            check_cycles(self._tables, self._compiled)

    def _name(self, section: str, name: str, place: Place) -> None:
        """Check one mention. Data without a table of elements may call them what it likes."""
        known = self._known[section]
        if section == "elements" and not known:
            return
        if name not in known:
            place.fault(f"there is no {SINGULAR[section]} {name!r}", suggest(name, known))

    def _names(self, section: str, names: Iterable[str], place: Place) -> None:
        """Check a list of mentions."""
        for index, name in enumerate(names):
            self._name(section, name, place.under(index))

    def _unambiguous(self) -> None:
        """Check that a name means one thing."""
        first: dict[str, str] = {}
        for section in SPAWNING:
            for placed in self._tables.each(section):
                other = first.setdefault(placed.row.name, section)
                if other != section:
                    placed.place.fault(
                        f"is the name of one of the {other} too", "rename one of them"
                    )

    def _mobs(self) -> None:
        """Check what creatures wear, cast, leave behind, sell and belong to."""
        trade = {
            placed.row.name: placed.row.vendor_category for placed in self._tables.each("items")
        }
        wares = set(trade.values()) - {None}
        for placed in self._tables.each("mobs"):
            row, place = placed.row, placed.place
            self._name("faction_table", row.faction, place.under("faction"))
            self._names("items", row.equipped, place.under("equipped"))
            if row.loot_table is not None:
                self._name("loot_tables", row.loot_table, place.under("loot_table"))
            self._abilities(row, place)
            self._names("elements", dict(row.resistances), place.under("resistances"))
            for index, category in enumerate(row.vendor):
                if category not in wares:
                    at = place.under("vendor", index)
                    at.fault(
                        f"no item is of the vendor category {category!r}", suggest(category, wares)
                    )
            if row.stock is not None:
                self._staples(row, place.under("stock"), trade)

    def _staples(self, row: MobRow, place: Place, trade: Mapping[str, str | None]) -> None:
        """Check what a vendor always has."""
        assert row.stock is not None
        if not row.vendor:
            place.fault("is of no use to one that is no vendor", "say what it trades in: vendor")
        self._names("items", row.stock.staples, place.under("staples"))
        for index, name in enumerate(row.stock.staples):
            if row.vendor and name in trade and trade[name] not in row.vendor:
                at = place.under("staples", index)
                at.fault(
                    f"{name!r} is of the vendor category {trade[name]!r}, not of this vendor's",
                    f"one of {', '.join(row.vendor)}",
                )

    def _abilities(self, row: MobRow, place: Place) -> None:
        """Check the spells that a creature casts, living and dying."""
        for field, abilities in (("abilities", row.abilities), ("on_death", row.on_death)):
            for index, ability in enumerate(abilities):
                self._name("spells", ability.spell, place.under(field, index, "spell"))

    def _tables_of_names(self) -> None:
        """Check loot, factions, and statuses that cancel each other."""
        for placed in self._tables.each("loot_tables"):
            for index, drop in enumerate(placed.row.drops):
                self._name("items", drop.name, placed.place.under("drops", index))
        for placed in self._tables.each("faction_table"):
            for toward in placed.row.responses:
                if toward != "Default":
                    self._name("faction_table", toward, placed.place.under("responses", toward))
        for placed in self._tables.each("statuses"):
            self._names("statuses", placed.row.cancels, placed.place.under("cancels"))
            ended_by = [name for name in placed.row.ended_by if name != "damage"]
            self._names("elements", ended_by, placed.place.under("ended_by"))
            self._names("elements", dict(placed.row.resistances), placed.place.under("resistances"))
            if placed.row.element:
                self._name("elements", placed.row.element, placed.place.under("element"))
        self._ground()

    def _ground(self) -> None:
        """Check what hazards and the reaction table mention."""
        for placed in self._tables.each("hazards"):
            row, place = placed.row, placed.place
            if row.element is not None:
                self._name("elements", row.element, place.under("element"))
            elif row.spread_percent:
                place.under("element").fault("is missing", "what spreads does so by its element")
        materials = {placed.row.material for placed in self._tables.each("items")} - {""}
        for placed in self._tables.each("reactions"):
            row, place = placed.row, placed.place
            self._name("elements", row.element, place.under("element"))
            for field, section in REACTING.items():
                name = getattr(row, field)
                if name is not None:
                    self._name(section, name, place.under(field))
            if row.material is not None and row.material not in materials:
                at = place.under("material")
                at.fault(f"no item is of {row.material!r}", suggest(row.material, materials))
            reacting = (row.ground, row.hazard, row.prop, row.status, row.material)
            if sum(part is not None for part in reacting) != 1:
                place.fault(
                    "says of no one thing what reacts",
                    "give ground, hazard, prop, status or material, one of them",
                )
            if row.begins and not (row.status or row.material):
                place.under("begins").fault(
                    "has nobody to begin on", "give status or material: who reacts"
                )

    def _spawns(self) -> None:
        """Check the spawn table: known names, sensible depths, no depth twice."""
        known = set().union(*(self._known[section] for section in SPAWNING))
        reached: dict[str, list[tuple[int, int]]] = {}
        for placed in self._tables.each("spawn_table"):
            row, place = placed.row, placed.place
            if row.name not in known:
                place.fault("there is no item, mob or prop of this name", suggest(row.name, known))
            if row.min_depth > row.max_depth:
                problem = f"{row.min_depth} is deeper than max_depth {row.max_depth}"
                place.under("min_depth").fault(problem, "swap the two")
            for low, high in reached.setdefault(row.name, []):
                if row.min_depth <= high and low <= row.max_depth:
                    problem = (
                        f"depths {row.min_depth} to {row.max_depth} overlap those of another row"
                    )
                    place.fault(problem, "join the two, or keep their depths apart")
            reached[row.name].append((row.min_depth, row.max_depth))

    def _player(self) -> None:
        """Check what the player begins with."""
        placed = self._tables.player
        if placed is None:
            return
        row, place = placed.row, placed.place
        self._names("items", row.equipped, place.under("equipped"))
        self._names("items", row.carried, place.under("carried"))
        self._names("spells", row.spells, place.under("spells"))
        names = [status.name for status in row.statuses]
        self._names("statuses", names, place.under("statuses"))

    def _effects(self) -> None:
        """Check the names that effects mention: the spell of a book, the status of a curse."""
        compiled = self._compiled
        for placed in self._tables.each("items"):
            if placed.row.worn is not None:
                worn, place = placed.row.worn, placed.place.under("worn")
                self._names("statuses", worn.proof, place.under("proof"))
                self._names("elements", dict(worn.resistances), place.under("resistances"))
        sections: tuple[Section, ...] = ("items", "props", "hazards")
        for section in sections:
            for placed in self._tables.each(section):
                for use in uses_of(compiled.entries[section][placed.row.name].templates):
                    self._use(use, placed.place)
        for placed in self._tables.each("spells"):
            self._use(compiled.spells[placed.row.name].use, placed.place)
        for placed, trait in zip(self._tables.each("weapon_traits"), compiled.traits, strict=True):
            self._use(trait.proc.use, placed.place)
        for placed in self._tables.each("hazards"):
            self._use(Use(effects=compiled.hazards[placed.row.name].effects), placed.place)

    def _runes(self) -> None:
        """Check that each rune fits a spell, and the elements and runes that data names beside effects."""
        compiled = self._compiled
        for placed in self._tables.each("items"):
            for rune in runes_of(compiled.entries["items"][placed.row.name].templates):
                place = placed.place.under("rune")
                for index, each in enumerate(rune.rewrites):
                    if isinstance(each, Assign):
                        self._meant(each, place.under("rewrites", index, "to"))
                whole = len(rune.rewrites) == len(placed.row.rune.rewriting_rows)
                if whole and (reason := fits_none(rune, compiled.spells)):
                    remedy = f"rewrite what a spell has, or need less. Of the last spell it says: {reason}"
                    place.under("rewrites").fault("fits no spell there is", remedy)
        for placed in self._tables.each("mobs"):
            for index, ability in enumerate(placed.row.abilities):
                self._inscribed(ability, placed.place.under("abilities", index, "runes"))

    def _meant(self, rewriting: Assign, place: Place) -> None:
        """Check a name that a rune writes into an effect: an element, a status."""
        section = MEANINGS.get(rewriting.what.partition(".")[2])
        if section is not None and rewriting.to:
            self._name(section, str(rewriting.to), place)

    def _inscribed(self, ability: Ability, place: Place) -> None:
        """Check the runes on a creature's spell: that they are runes, and fit it one after another."""
        compiled, spell = self._compiled, self._compiled.spells.get(ability.spell)
        for index, name in enumerate(ability.runes):
            entry = compiled.entries["items"].get(name)
            found = list(runes_of(entry.templates)) if entry else []
            if not found:
                known = [
                    item
                    for item, each in compiled.entries["items"].items()
                    if list(runes_of(each.templates))
                ]
                place.under(index).fault(f"there is no rune {name!r}", suggest(name, known))
            elif spell is not None:
                try:
                    spell = rewritten(spell, found[0], Recipe(ability.spell, ability.runes[:index]))
                except UnfitError as error:
                    place.under(index).fault(f"{name!r} does not fit: {error}", "leave it out")
                    return

    def _use(self, use: Use, place: Place) -> None:
        """Check the names in the effects of one use."""
        for effect in use.effects:
            for field in field_names(type(effect)):
                if field in MEANINGS:
                    name = getattr(effect, field)
                    at = place.under("effects", effect.key, field)
                    if name:
                        self._name(MEANINGS[field], name, at)


def runes_of(templates: Iterable[Any]) -> Iterator[Rune]:
    """Yield the rune among some components, if there is one."""
    return (part for part in templates if isinstance(part, Rune))


def uses_of(templates: Iterable[Any]) -> Iterator[Use]:
    """Yield every use among some components: their own, a trigger's, a proc's, what a rune adds to a spell."""
    for part in templates:
        if isinstance(part, Use):
            yield part
        elif isinstance(part, Rune):
            yield Use(effects=tuple(effects_in(part)))
        elif isinstance(getattr(part, "use", None), Use):
            yield part.use
