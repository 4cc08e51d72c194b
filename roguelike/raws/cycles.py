"""Endless magic: creatures that summon each other in a circle, and hazards that start themselves.

Chain reactions are capped in play; data that always runs into the cap is a mistake, and is reported here.
"""

from collections.abc import Iterator

from roguelike.effects.elements import Kindle
from roguelike.effects.runes import PlaceRune
from roguelike.effects.summoning import Summon
from roguelike.raws.compiled import Compiled
from roguelike.raws.faults import Place
from roguelike.raws.reading import Tables

Calls = dict[str, list[tuple[str, Place]]]
"""For each creature: the creatures that its spells summon, and where the data says so."""


def check_cycles(tables: Tables, compiled: Compiled) -> None:
    """Report every ring of summons, and every hazard that starts itself."""
    calls = _calls(tables, compiled)
    for mob, called in calls.items():
        for other, place in called:
            ring = _way(calls, other, mob)
            if ring is not None:
                names = " > ".join([mob, *ring])
                place.fault(
                    f"summons without end: {names}",
                    "let one of them cast a spell that calls nobody",
                )
    for placed in tables.each("hazards"):
        template = compiled.hazards[placed.row.name]
        for index, effect in enumerate(template.effects):
            if isinstance(effect, Kindle | PlaceRune) and effect.hazard == template.name:
                at = placed.place.under("effects", index, "hazard")
                at.fault("starts itself without end", "give it more turns instead")


def _calls(tables: Tables, compiled: Compiled) -> Calls:
    """Return which creatures summon which, alive or on death."""
    return {
        placed.row.name: list(_called_by(placed.row, placed.place, compiled))
        for placed in tables.each("mobs")
    }


def _called_by(row: object, place: Place, compiled: Compiled) -> Iterator[tuple[str, Place]]:
    """Yield the creatures that the spells of one creature summon."""
    for field in ("abilities", "on_death"):
        for index, ability in enumerate(getattr(row, field)):
            spell = compiled.spells.get(ability.spell)
            for effect in spell.use.effects if spell else ():
                if isinstance(effect, Summon):
                    yield effect.mob, place.under(field, index, "spell")


def _way(calls: Calls, start: str, goal: str) -> list[str] | None:
    """Return the chain of summons from one creature to another; None if there is none."""
    ways = [[start]]
    seen = {start}
    for way in ways:
        if way[-1] == goal:
            return way
        for other, _ in calls.get(way[-1], ()):
            if other not in seen:
                seen.add(other)
                ways.append([*way, other])
    return None
