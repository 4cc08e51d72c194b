"""All names defined in the data, and the check of names that are mentioned."""

from collections.abc import Iterable

from roguelike.components.actors import PLAYER_FACTION
from roguelike.components.magic import Use
from roguelike.core.records import field_names
from roguelike.effects.runes import LaySpell, PlaceRune
from roguelike.raws.compiled import Compiled
from roguelike.raws.faults import Place, Suggestion
from roguelike.raws.reading import Tables

EVERYONE_KNOWS = (PLAYER_FACTION, "Mindless")
"""Factions that need no row: without a row or a Default they ignore everybody."""
MEANINGS = {
    "spell": "spells",
    "status": "statuses",
    "item": "items",
    "mob": "mobs",
    "prop": "props",
    "hazard": "hazards",
    "element": "elements",
    "becomes": "props",
}
"""Fields of effects that name a row, with its section."""
SINGULAR = {
    "schools": "school",
    "spells": "spell",
    "statuses": "status",
    "items": "item",
    "mobs": "mob",
    "props": "prop",
    "hazards": "hazard",
    "elements": "element",
    "loot_tables": "loot table",
    "faction_table": "faction",
    "groups": "group",
}
REACTING = {
    "hazard": "hazards",
    "starts": "hazards",
    "prop": "props",
    "mob": "mobs",
    "status": "statuses",
    "begins": "statuses",
}
"""Fields of the reaction table that name a row, with its section."""
SPAWNING = ("items", "mobs", "props")
"""Sections whose rows can stand on a map; a name may occur in only one of them."""


class Mentions:
    """All names that data may mention, by section, and checks that report any others."""

    def __init__(self, tables: Tables, compiled: Compiled) -> None:
        """Gather the names of rows, of generated items, and of built-in statuses."""
        self._tables = tables
        self._compiled = compiled
        self._known: dict[str, set[str]] = {
            name: set(known) for name, known in tables.known.items()
        }
        self._known["items"].update(compiled.generated)
        self._known["statuses"].update(compiled.statuses)
        self._known["faction_table"].update(EVERYONE_KNOWS)
        self._untriggered = {
            placed.row.name for placed in tables.each("hazards") if placed.row.entry_trigger is None
        }

    def _name(self, section: str, name: str, place: Place) -> None:
        """Check one mention. Without a table of elements, elements may have any name."""
        known = self._known[section]
        if section == "elements" and not known:
            return
        if name not in known:
            place.fault(f"there is no {SINGULAR[section]} {name!r}", Suggestion(name, known))

    def _names(self, section: str, names: Iterable[str], place: Place) -> None:
        """Check a list of mentions."""
        for index, name in enumerate(names):
            self._name(section, name, place.under(index))

    def _use(self, use: Use, place: Place) -> None:
        """Check the names in the effects of one use."""
        for effect in use.effects:
            for field in field_names(type(effect)):
                if field in MEANINGS:
                    name = getattr(effect, field)
                    at = place.under("effects", effect.key, field)
                    if name:
                        self._name(MEANINGS[field], name, at)
            if isinstance(effect, PlaceRune | LaySpell) and effect.hazard in self._untriggered:
                at = place.under("effects", effect.key, "hazard")
                problem = f"{effect.hazard!r} never goes off under anybody"
                at.fault(problem, "give that hazard an entry_trigger, or name one that has")
