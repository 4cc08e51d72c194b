"""The level that a creature starts with: higher if it lives deeper than its kind usually does.

It is set when a level is built: orcs at their usual depth have their usual level, and orcs at depth 8 are veterans.
"""

from roguelike.components.actors import Kind, Mind
from roguelike.components.spatial import Position
from roguelike.components.vitals import Pools, Skills
from roguelike.raws.catalog import Catalog
from roguelike.raws.compiled import MobState
from roguelike.world import ecs
from roguelike.world.derived_stats import drop_stats
from roguelike.world.figures import MOST_LEVEL, worked_out
from roguelike.world.level import Level


def season(level: Level, catalog: Catalog) -> None:
    """Raise the creatures of a new level to their level at its depth."""
    for entity, _, position in ecs.with_both(Mind, Position):
        if position.depth == level.depth:
            name = ecs.get(entity, Kind).name
            rise_to(entity, usual_level(name, level.depth, catalog), catalog)


def usual_level(name: str, depth: int, catalog: Catalog) -> int:
    """Return the level of a kind of creature at some depth, at least that of its row."""
    own, home = _state(catalog, name).level, catalog.spawn_table.home("mobs", name)
    if home is None:
        return own
    formula = catalog.figure("creature level")
    return min(MOST_LEVEL, max(own, worked_out(formula, level=own, depth=depth, home=home)))


def rise_to(entity: int, level: int, catalog: Catalog) -> None:
    """Give a creature the skills and full pools of its kind at a level."""
    fresh = _state(catalog, ecs.get(entity, Kind).name)
    pools = ecs.get(entity, Pools)
    if level == pools.level:
        return
    born = catalog.born_at(fresh, level)
    pools.level, pools.hp, pools.mana = level, born.hp, born.mana
    pools.max_hp, pools.max_mana = born.hp, born.mana
    skills = ecs.get(entity, Skills)
    skills.melee, skills.defense, skills.magic = born.skills
    drop_stats(entity)


def _state(catalog: Catalog, name: str) -> MobState:
    """Return the initial state of a kind of creature."""
    fresh = catalog.compiled.entries["mobs"][name].fresh
    assert isinstance(fresh, MobState)
    return fresh
