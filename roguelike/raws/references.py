"""Cross-checks: every name that a row mentions must belong to a row, and no magic may call itself without end.

Faulty rows count as known (their own faults are reported already), and if a file could not be read at all nothing is
checked, so that one mistake is one line of the report. Which fields name what stands with the fields (`mentions`);
here is only what each set of names holds, and what is said of a name that is not in it.
"""

from collections.abc import Iterator, Mapping

from roguelike.components.actors import PLAYER_FACTION
from roguelike.components.magic import Rune
from roguelike.effects.elements import Kindle
from roguelike.effects.runes import LaySpell, PlaceRune
from roguelike.effects.summoning import Summon
from roguelike.raws.compiled import Compiled
from roguelike.raws.faults import Place, Suggestion
from roguelike.raws.mentions import Mention, Path, all_mentions
from roguelike.raws.reading import Placed, Tables
from roguelike.raws.sense import check_sense
from roguelike.world.circumstances import TOOK_AMULET

EVERYONE_KNOWS = (PLAYER_FACTION, "Mindless")
"""Factions that need no row: without a row or a Default they ignore everybody."""
SPAWNING = ("items", "mobs", "props")
"""Sections whose rows can stand on a map; a name may occur in only one of them."""
FAVOURABLE = ("schools", "items", "weapon_traits", "item_shares")
"""Sections whose rows a region may favour."""
MISSING = {
    "schools": "there is no school {!r}",
    "spells": "there is no spell {!r}",
    "statuses": "there is no status {!r}",
    "items": "there is no item {!r}",
    "mobs": "there is no mob {!r}",
    "props": "there is no prop {!r}",
    "hazards": "there is no hazard {!r}",
    "elements": "there is no element {!r}",
    "loot_tables": "there is no loot table {!r}",
    "faction_table": "there is no faction {!r}",
    "groups": "there is no group {!r}",
    "puzzle_things": "there is no thing of puzzles {!r}",
    "runes": "there is no rune {!r}",
    "placed": "there is no item, mob or prop of this name",
    "wares": "no item is of the vendor category {!r}",
    "materials": "no item is of {!r}",
    "deeds": "no deal or death is remembered as {!r}",
    "favoured": "is no school, item, weapon trait or category of finds",
}
"""Every set of names that data may refer to, and what is said of a name that is not in it."""
TOLD_WHOLE = ("drops", "members", "statuses")
"""Lists whose rows are hardly more than a name: of a wrong one the row is told."""


def names_to_mention(tables: Tables, compiled: Compiled) -> Mapping[str, set[str]]:
    """Return each set of names that data may refer to: rows, what is made from them, and what rows say."""
    known = {section: set(names) for section, names in tables.known.items()}
    known["items"] |= compiled.generated.keys()
    known["statuses"] |= compiled.statuses.keys()
    known["faction_table"].update(EVERYONE_KNOWS)
    known["placed"] = set().union(*(known[section] for section in SPAWNING))
    known["favoured"] = set().union(*(tables.known[section] for section in FAVOURABLE))
    known["runes"] = {
        name
        for name, entry in compiled.entries["items"].items()
        if any(isinstance(part, Rune) for part in entry.templates)
    }
    items = tables.named("items").values()
    known["wares"] = {row.vendor_category for row in items if row.vendor_category}
    known["materials"] = {row.material for row in items if row.material}
    known["deeds"] = {TOOK_AMULET, *_deeds(tables)}
    return known


def _deeds(tables: Tables) -> Iterator[str]:
    """Yield every deed that a deal or a death is remembered as."""
    mobs = list(tables.each("mobs"))
    yield from (placed.row.slain_deed for placed in mobs if placed.row.slain_deed)
    for placed in (*tables.each("props"), *mobs):
        deals = placed.row.bargain.deals if placed.row.bargain is not None else ()
        yield from (deal.deed for deal in deals if deal.deed)


def check_references(tables: Tables, compiled: Compiled) -> None:
    """Check everything; if a file could not be read, whose rows may have the names, only that names are unique."""
    _unambiguous(tables)
    if not tables.complete:
        return
    known = names_to_mention(tables, compiled)
    found = list(all_mentions(tables, compiled))
    untriggered = {
        placed.row.name for placed in tables.each("hazards") if placed.row.entry_trigger is None
    }
    for _, placed, mention in found:
        place = placed.place.under(*_told_at(mention.path))
        _check_name(mention, known[mention.refers.to], place)
        if isinstance(mention.holder, PlaceRune | LaySpell) and mention.name in untriggered:
            problem = f"{mention.name!r} never goes off under anybody"
            place.fault(problem, "give that hazard an entry_trigger, or name one that has")
    check_sense(tables, compiled)
    _check_circles(found)
    _check_kindling(tables, compiled)


def _unambiguous(tables: Tables) -> None:
    """Check that each name on maps is in one section only."""
    first: dict[str, str] = {}
    for section in SPAWNING:
        for placed in tables.each(section):
            other = first.setdefault(placed.row.name, section)
            if other != section:
                placed.place.fault(f"is the name of one of the {other} too", "rename one of them")


def _told_at(path: Path) -> Path:
    """Return where in a row a wrong name is reported: of what is hardly more than a name, the whole."""
    is_whole = path[-1] == "name" and (len(path) == 1 or path[-3] in TOLD_WHOLE)
    return path[:-1] if is_whole else path


def _check_name(mention: Mention, known: set[str], place: Place) -> None:
    """Check one mention."""
    refers, name = mention.refers, mention.name
    if name not in known and name not in refers.besides and (known or not refers.if_any):
        place.fault(MISSING[refers.to].format(name), Suggestion(name, known))


# --- magic without end: chain reactions are capped in play, and data that always runs into the cap is a mistake


def _check_circles(found: list[tuple[str, Placed, Mention]]) -> None:
    """Report every ring of creatures that summon each other, alive or on death."""
    called: dict[str, list[str]] = {}
    for section, placed, mention in found:
        if section == "spells" and isinstance(mention.holder, Summon):
            called.setdefault(placed.row.name, []).append(mention.name)
    calls: dict[str, list[tuple[str, Place]]] = {}
    for section, placed, mention in found:
        if section == "mobs" and mention.refers.to == "spells" and mention.path[-1] == "spell":
            place = placed.place.under(*mention.path)
            mobs = called.get(mention.name, ())
            calls.setdefault(placed.row.name, []).extend((mob, place) for mob in mobs)
    for mob, others in calls.items():
        for other, place in others:
            if ring := _way(calls, other, mob):
                problem = f"summons without end: {' > '.join([mob, *ring])}"
                place.fault(problem, "let one of them cast a spell that calls nobody")


def _way(calls: Mapping[str, list[tuple[str, Place]]], start: str, goal: str) -> list[str]:
    """Return the chain of summons from one creature to another; empty if there is none."""
    ways = [[start]]
    seen = {start}
    for way in ways:
        if way[-1] == goal:
            return way
        for other, _ in calls.get(way[-1], ()):
            if other not in seen:
                seen.add(other)
                ways.append([*way, other])
    return []


def _check_kindling(tables: Tables, compiled: Compiled) -> None:
    """Report every hazard that starts itself."""
    for placed in tables.each("hazards"):
        template = compiled.hazards[placed.row.name]
        for index, effect in enumerate(template.effects):
            if isinstance(effect, Kindle | PlaceRune) and effect.hazard == template.name:
                at = placed.place.under("effects", index, "hazard")
                at.fault("starts itself without end", "give it more turns instead")
