"""Derived stats: numbers computed from attributes, gear and statuses.

No total is stored as state: whatever changes gear or statuses drops the bearer's cached stats, and the next reader
computes them again. So a status takes effect and ends immediately. Undoing a change may put the dropped stats back,
since everything is as it was before.
"""

from math import floor

import esper

from roguelike.components import actors, items, vitals
from roguelike.components.looks import LightSource
from roguelike.components.statuses import StatusEffect, Statuses, StatusTemplate
from roguelike.core.records import as_one
from roguelike.world import ecs

POUNDS_PER_MIGHT = 15
OVERBURDENED_PENALTY = 4.0
UNARMORED = 10
MISSING_SKILL = -4
MIGHT, QUICKNESS, INTELLIGENCE = map(
    vitals.ATTRIBUTES.index, ("might", "quickness", "intelligence")
)
"""Their indexes in `DerivedStats.bonuses`."""
_EVERYDAY, _NO_PACK, _NO_STATUSES = vitals.Attributes(), items.Pack(), Statuses()


def attribute_bonus(value: int) -> int:
    """Convert an attribute to its bonus: trunc((value - 10) / 2), so 9 counts like 10 (source game, 3.5)."""
    return int((value - 10) / 2)


def drop_stats(entity: int) -> actors.DerivedStats | None:
    """Drop an entity's cached stats; return them, for `restore_stats`."""
    found = esper.try_component(entity, actors.StatsCache)
    if found is None:
        return None
    dropped, found.now = found.now, None
    return dropped


def restore_stats(entity: int, dropped: actors.DerivedStats | None) -> None:
    """Put back the stats that a change dropped, once that change has been undone."""
    found = esper.try_component(entity, actors.StatsCache)
    if found is not None:
        found.now = dropped


def is_overburdened(stats: actors.DerivedStats) -> bool:
    """Return whether the load is above the limit; fractions of a pound do not count."""
    return int(stats.weight) > stats.capacity


def stats_of(entity: int) -> actors.DerivedStats:
    """Return a creature's derived stats, computing them again if they are stale."""
    found: actors.StatsCache | None = ecs.row(entity).get(actors.StatsCache)
    if found is None:
        found = actors.StatsCache()
        ecs.attach(entity, found)
    if found.now is None:
        found.now = _worked_out(entity)
    return found.now


def _worked_out(entity: int) -> actors.DerivedStats:
    """Compute attribute bonuses, load, slowness, armor class, resistances and what is forbidden."""
    out, row = actors.DerivedStats(), ecs.row(entity)
    pack: items.Pack = row.get(items.Pack, _NO_PACK)
    worn = [ecs.row(item) for item in pack.worn.values()]
    templates = _take_in_statuses(row.get(Statuses, _NO_STATUSES), out)
    added = list(out.modifiers)
    for item in worn:
        if bonus := item.get(items.AttributeBonus):
            for index, name in enumerate(vitals.ATTRIBUTES):
                added[index] += getattr(bonus, name)
    base = row.get(vitals.Attributes, _EVERYDAY)
    values = [
        getattr(base, name) + plus for name, plus in zip(vitals.ATTRIBUTES, added, strict=True)
    ]
    out.modifiers = (added[0], added[1], added[2], added[3])
    bonuses = [attribute_bonus(value) for value in values]
    out.bonuses = (bonuses[0], bonuses[1], bonuses[2], bonuses[3])
    things: list[items.Item] = [item[items.Item] for item in worn]
    carried: list[items.Item] = [ecs.row(item)[items.Item] for item in pack.items]
    out.weight = sum([each.weight_lbs for each in things]) + sum(
        [each.weight_lbs for each in carried]
    )
    out.capacity = POUNDS_PER_MIGHT * values[0]
    # Magic may make gear's penalty negative, but gear as a whole never makes its wearer faster than no gear.
    if (gear := sum([item.initiative_penalty for item in things])) > 0:
        out.slowed_by += (("gear", gear),)
    if is_overburdened(out):
        out.slowed_by += (("load", OVERBURDENED_PENALTY),)
    out.penalty = sum([ticks for _, ticks in out.slowed_by], 0.0)
    out.materials = frozenset([item.material for item in things if item.material])
    out.slowness = floor(out.penalty) - out.bonuses[QUICKNESS]
    out.shot_reach = _shot_reach(worn)
    out.armor_class = _armor_class(row, worn, bonuses[QUICKNESS])
    out.armor_class += out.status.armor_class
    out.resistances = _resistances((row, *worn), templates)
    if blessings := [each for item in worn if (each := item.get(items.Blessing))]:
        out.blessing = as_one(actors.NO_BLESSING, *blessings)
    if lights := [light for each in (row, *worn) if (light := each.get(LightSource))]:
        out.lamp = max(lights, key=lambda light: light.reach_tiles)
    return out


def _shot_reach(worn: list[ecs.Row]) -> int:
    """Return the range in tiles of the first missile weapon; 0 without one."""
    for item in worn:
        weapon: items.Weapon | None = item.get(items.Weapon)
        if weapon is not None and weapon.reach_tiles is not None:
            return weapon.reach_tiles
    return 0


def _resistances(bearers: tuple[ecs.Row, ...], statuses: list[StatusTemplate]) -> dict[str, float]:
    """Multiply the damage shares by element of the creature, its worn items and its statuses."""
    shares: dict[str, float] = {}
    found = [
        pair for each in bearers if (own := each.get(items.Resistances)) for pair in own.shares
    ]
    for element, share in (*found, *(pair for each in statuses for pair in each.resistances)):
        shares[element] = shares.get(element, 1.0) * share
    return shares


def _take_in_statuses(statuses: Statuses, out: actors.DerivedStats) -> list[StatusTemplate]:
    """Add the effects of statuses (bonuses, penalties, damage share, prohibitions and more); return their templates."""
    added, slowed_by = [0, 0, 0, 0], []
    templates: list[StatusTemplate] = []
    if not statuses.entities:
        return templates
    for status in statuses.entities:
        row = ecs.row(status)
        state, template = row[StatusEffect], row[StatusTemplate]
        templates.append(template)
        for index, plus in enumerate(state.bonuses):
            added[index] += plus
        if template.slows and state.strength:
            slowed_by.append((template.label or template.name, state.strength))
        if template.serves:
            out.master = state.source
    out.modifiers = (added[0], added[1], added[2], added[3])
    out.slowed_by = tuple(slowed_by)
    out.status = as_one(actors.NO_STATUS, *templates)
    return templates


def _armor_class(row: ecs.Row, worn: list[ecs.Row], quickness: int) -> int:
    """Add up the armor class: natural or 10, quickness bonus, Defense skill, worn armor rounded to whole points.

    The source game truncates the sum, so that a whole first outfit protects from nothing; we round half up.
    """
    natural: items.NaturalDefence | None = row.get(items.NaturalDefence)
    base = natural.armor_class if natural and natural.armor_class is not None else UNARMORED
    armor = sum([piece.armor_class for item in worn if (piece := item.get(items.Wearable))])
    skills: vitals.Skills | None = row.get(vitals.Skills)
    defense = skills.defense if skills else MISSING_SKILL
    return base + quickness + defense + int(armor + 0.5)
