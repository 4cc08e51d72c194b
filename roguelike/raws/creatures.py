"""Mobs and the player: from their rows to components."""

from collections.abc import Sequence
from typing import Any

from roguelike.components.actors import Company, Nature
from roguelike.components.combat import NaturalAttack, NaturalDefence, Resistances
from roguelike.components.items import Supply
from roguelike.components.magic import Abilities, Ability
from roguelike.effects.experience import max_mana
from roguelike.raws.entries import Entry, Start, StartingStatus
from roguelike.raws.faults import Place
from roguelike.raws.models.creatures import AbilityRow, MobRow, NaturalRow, PlayerRow, StockRow
from roguelike.raws.models.things import RenderableRow
from roguelike.raws.starting_state import MobState
from roguelike.raws.things import PERCENT, light, looks
from roguelike.world.derived_stats import attribute_bonus

PLAYER_FACTION = "Player"
PLAYER_LOOK = RenderableRow.model_construct(glyph="@", fg=(255, 255, 0), order=0)


def mob_max_hp(level: int, fitness: int) -> int:
    """Hit points of a mob: 1 + L * max(1, 8 + bonus(fitness)) (source game, 3.5)."""
    return 1 + level * max(1, 8 + attribute_bonus(fitness))


def compile_mob(row: MobRow, place: Place) -> Entry:
    """Compile a mob; faults go to its place."""
    parts: list[Any] = [*looks(row.renderable, text=row.text, blocks=row.blocks_tile)]
    parts.append(_nature(row))
    if row.vendor:
        parts.append(_supply(row.stock or StockRow.model_validate({})))
    if row.natural:
        parts.append(_natural(row.natural))
    if row.resistances:
        parts.append(Resistances(tuple(row.resistances.items())))
    if row.abilities or row.on_death:
        cast = _abilities(row.abilities, place.under("abilities"))
        parts.append(Abilities(cast, _abilities(row.on_death, place.under("on_death"))))
    if row.company:
        parts.append(Company(tuple((each.name, str(each.count)) for each in row.company)))
    parts.extend(light(row.light))
    return Entry(tuple(parts), _mob_state(row))


def _nature(row: MobRow) -> Nature:
    """Make what a creature is like."""
    return Nature(
        faction=row.faction,
        vision=row.vision_range,
        movement=row.movement,
        quips=row.quips,
        loot_table=row.loot_table,
        gold=str(row.gold) if row.gold else "0",
        vendor=row.vendor,
        proper_name=row.proper_name,
        hands=row.hands,
        sleeps=row.sleeps * PERCENT,
        flees_at=row.flees_at,
        returns=row.returns,
        keeps=row.keeps,
        calls=row.calls,
        steals=row.steals,
        ambush=row.ambush,
        heedless=row.heedless,
    )


def _supply(row: StockRow) -> Supply:
    """Make what a vendor gets in."""
    others = None if row.others is None else str(row.others)
    return Supply(row.staples, others, str(row.pieces), row.turns)


def _natural(row: NaturalRow) -> NaturalDefence:
    """Make hide, teeth and claws."""
    attacks = (NaturalAttack(each.name, each.damage, each.hit_bonus) for each in row.attacks)
    return NaturalDefence(row.armor_class, tuple(attacks))


def _abilities(rows: Sequence[AbilityRow], place: Place) -> tuple[Ability, ...]:
    """Make spells cast by nature."""
    for index, row in enumerate(rows):
        if row.min_range > row.range:
            place.under(index, "min_range").fault(
                f"{row.min_range:g} is more than the range of {row.range:g}", "swap the two"
            )
    return tuple(
        Ability(row.spell, row.chance * PERCENT, row.range, row.min_range, row.when) for row in rows
    )


def _mob_state(row: MobRow) -> MobState:
    """Return what makes a new mob's state: full pools by the formulas."""
    born, skill, level = row.attributes, row.skills.get, row.level
    return MobState(
        hp=row.hp if row.hp is not None else mob_max_hp(level, born.fitness),
        mana=row.mana if row.mana is not None else max_mana(level, born.intelligence),
        level=level,
        gold=row.gold,
        attributes=(born.might, born.fitness, born.quickness, born.intelligence),
        skills=(skill("Melee", 1), skill("Defense", 1), skill("Magic", 1)),
        spells=tuple(dict.fromkeys(ability.spell for ability in row.abilities)),
        ambush=row.ambush > 0,
    )


def compile_player(row: PlayerRow) -> tuple[Entry, Start]:
    """Compile the player's looks and what they begin with; their state is the engine's to make."""
    parts = looks(row.renderable or PLAYER_LOOK, text=row.text, blocks=True)
    nature = Nature(faction=PLAYER_FACTION, vision=row.vision_range)
    statuses = tuple(
        StartingStatus(
            each.name,
            each.turns,
            each.strength,
            (
                each.attributes.might,
                each.attributes.fitness,
                each.attributes.quickness,
                each.attributes.intelligence,
            ),
        )
        for each in row.statuses
    )
    start = Start(row.equipped, row.carried, row.spells, statuses, row.gold, row.welcome)
    return Entry((*parts, nature, *light(row.light))), start
