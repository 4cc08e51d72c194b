"""Derived stats: numbers worked out from attributes, gear and statuses.

No sum is stored as state: whatever changes gear or statuses drops the bearer's cached stats, and the next
reader works them out again. So a status takes effect at once and ends at once. Undoing a change may put
the dropped stats back, since everything is as it was before.
"""

from math import floor, prod

import esper

from roguelike.components.actors import DerivedStats, StatsCache
from roguelike.components.combat import NaturalDefence, Resistances, Weapon, Wearable
from roguelike.components.items import AttributeBonus, Blessing, Item, Pack
from roguelike.components.statuses import StatusEffect, Statuses, StatusTemplate
from roguelike.components.vitals import ATTRIBUTES, Attributes, Skills
from roguelike.world import ecs

POUNDS_PER_MIGHT = 15
OVERBURDENED_PENALTY = 4.0
UNARMOURED = 10
MISSING_SKILL = -4
QUICKNESS = ATTRIBUTES.index("quickness")
_EVERYDAY = Attributes()


def attribute_bonus(value: int) -> int:
    """Turn an attribute into its bonus: trunc((value - 10) / 2), so 9 counts like 10 (source game, 3.5)."""
    return int((value - 10) / 2)


def drop_stats(entity: int) -> DerivedStats | None:
    """Drop an entity's cached stats; return them, for `restore_stats`."""
    found = esper.try_component(entity, StatsCache)
    if found is None:
        return None
    dropped, found.now = found.now, None
    return dropped


def restore_stats(entity: int, dropped: DerivedStats | None) -> None:
    """Cache again the stats that a change dropped, once that change has been undone."""
    found = esper.try_component(entity, StatsCache)
    if found is not None:
        found.now = dropped


def is_overburdened(sums: DerivedStats) -> bool:
    """Return whether the load is above the limit; fractions of a pound do not count."""
    return int(sums.weight) > sums.capacity


def stats_of(entity: int) -> DerivedStats:
    """Return a creature's derived stats, worked out again if they are stale."""
    found: StatsCache | None = ecs.row(entity).get(StatsCache)
    if found is None:
        found = StatsCache()
        ecs.attach(entity, found)
    if found.now is None:
        found.now = _worked_out(entity)
    return found.now


def _worked_out(entity: int) -> DerivedStats:
    """Work out attribute bonuses, load, slowness, armour class, resistances and what is forbidden."""
    out = DerivedStats()
    pack = esper.try_component(entity, Pack) or Pack()
    worn = list(pack.worn.values())
    templates = _take_in_statuses(entity, out)
    added = list(out.modifiers)
    for item in worn:
        if bonus := esper.try_component(item, AttributeBonus):
            for index, name in enumerate(ATTRIBUTES):
                added[index] += getattr(bonus, name)
    base = esper.try_component(entity, Attributes) or _EVERYDAY
    values = [getattr(base, name) + plus for name, plus in zip(ATTRIBUTES, added, strict=True)]
    out.modifiers = (added[0], added[1], added[2], added[3])
    bonuses = [attribute_bonus(value) for value in values]
    out.bonuses = (bonuses[0], bonuses[1], bonuses[2], bonuses[3])
    items = [esper.component_for_entity(item, Item) for item in worn]
    out.weight = sum(item.weight_lbs for item in items) + sum(
        esper.component_for_entity(item, Item).weight_lbs for item in pack.items
    )
    out.capacity = POUNDS_PER_MIGHT * values[0]
    # Magic may make gear's penalty negative, but no set of gear makes its wearer faster than without any.
    if (gear := sum(item.initiative_penalty for item in items)) > 0:
        out.slowed_by += (("gear", gear),)
    if is_overburdened(out):
        out.slowed_by += (("load", OVERBURDENED_PENALTY),)
    out.penalty = sum((ticks for _, ticks in out.slowed_by), 0.0)
    out.materials = frozenset(item.material for item in items if item.material)
    out.slowness = floor(out.penalty) - out.bonuses[QUICKNESS]
    out.shot_reach = _shot_reach(worn)
    out.armor_class = _armor_class(entity, worn, bonuses[2]) + sum(t.armor_class for t in templates)
    out.resistances = _resistances((entity, *worn), templates)
    _take_in_blessings(worn, out)
    return out


def _shot_reach(worn: list[int]) -> int:
    """Return the range in tiles of the first missile weapon; 0 without one."""
    weapons = (esper.try_component(item, Weapon) for item in worn)
    return next((each.reach_tiles for each in weapons if each and each.reach_tiles is not None), 0)


def _resistances(bearers: tuple[int, ...], statuses: list[StatusTemplate]) -> dict[str, float]:
    """Multiply the shares of damage by element of the creature, of what it wears and of its statuses."""
    shares: dict[str, float] = {}
    found = [
        pair
        for each in bearers
        if (own := esper.try_component(each, Resistances))
        for pair in own.shares
    ]
    for element, share in (*found, *(pair for each in statuses for pair in each.resistances)):
        shares[element] = shares.get(element, 1.0) * share
    return shares


def _take_in_blessings(worn: list[int], out: DerivedStats) -> None:
    """Add what worn magic does: magic skill, keen eyes, immunity to statuses."""
    found = [each for item in worn if (each := esper.try_component(item, Blessing))]
    out.magic = sum(each.magic for each in found)
    out.keen = any(each.keen for each in found)
    out.immune_to = frozenset(name for each in found for name in each.proof)
    out.poise += sum(each.poise for each in found)


def _take_in_statuses(entity: int, out: DerivedStats) -> list[StatusTemplate]:
    """Add what statuses do: attribute bonuses, initiative penalty, share of damage, what is forbidden; return them."""
    added, slowed_by = [0, 0, 0, 0], []
    templates = []
    out.master = 0
    for status in (esper.try_component(entity, Statuses) or Statuses()).entities:
        state = esper.component_for_entity(status, StatusEffect)
        template = esper.component_for_entity(status, StatusTemplate)
        templates.append(template)
        for index, plus in enumerate(state.bonuses):
            added[index] += plus
        if template.slows and state.strength:
            slowed_by.append((template.label or template.name, state.strength))
        if template.serves:
            out.master = state.source
    out.modifiers = (added[0], added[1], added[2], added[3])
    out.slowed_by = tuple(slowed_by)
    out.forbids = frozenset(what for template in templates for what in template.forbids)
    out.damage_share = prod(template.damage_share for template in templates)
    out.unseen = any(template.unseen for template in templates)
    out.flees = any(template.flees for template in templates)
    out.poise = sum(template.poise for template in templates)
    return templates


def _armor_class(entity: int, worn: list[int], quickness: int) -> int:
    """Add up the armour class: natural or 10, quickness bonus, Defense skill, worn armour rounded to whole points.

    The source game truncates the sum, so that a whole first outfit protects by nothing; we round half up.
    """
    natural = esper.try_component(entity, NaturalDefence)
    base = natural.armor_class if natural and natural.armor_class is not None else UNARMOURED
    armour = sum(
        piece.armor_class for item in worn if (piece := esper.try_component(item, Wearable))
    )
    skills = esper.try_component(entity, Skills)
    defense = skills.defense if skills else MISSING_SKILL
    return base + quickness + defense + int(armour + 0.5)
