"""Compile the rows of mobs and the player to components."""

from collections.abc import Mapping, Sequence
from typing import Any

from roguelike.components.actors import PLAYER_FACTION, Company, Nature
from roguelike.components.growth import Figure
from roguelike.components.items import Resistances, Supply
from roguelike.components.magic import Abilities, Ability
from roguelike.components.vitals import Attributes
from roguelike.core.formula import Formula
from roguelike.core.records import astuple
from roguelike.raws.bargains import compile_talk
from roguelike.raws.bridge import component
from roguelike.raws.entries import Entry, Start, StartingStatus
from roguelike.raws.faults import Place
from roguelike.raws.models.creatures import MobRow, PlayerRow
from roguelike.raws.models.things import RenderableRow
from roguelike.raws.starting_state import MobState
from roguelike.raws.things import looks
from roguelike.world.figures import creature_pools, creature_skills

PLAYER_LOOK = RenderableRow(glyph="@", fg=(255, 255, 0), order=0)


def compile_mob(row: MobRow, place: Place, figures: Mapping[Figure, Formula]) -> Entry:
    """Compile a mob, with pools and skills by the formulas unless its row says; faults are reported at its place."""
    parts: list[Any] = [*looks(row.renderable, text=row.text, blocks=row.blocks_tile)]
    parts.append(component(Nature, row))
    if row.clan and row.clan not in row.name.split():
        place.under("clan").fault(
            f'"{row.clan}" is no word of its name', "write it as the name does"
        )
    if row.vendor:
        parts.append(row.stock or Supply())
    if row.natural:
        parts.append(row.natural)
    if row.resistances:
        parts.append(Resistances(row.resistances))
    if row.abilities or row.on_death:
        _check_ranges(row.abilities, place.under("abilities"))
        _check_ranges(row.on_death, place.under("on_death"))
        parts.append(Abilities(row.abilities, row.on_death))
    if row.company:
        parts.append(Company(row.company))
    if row.light:
        parts.append(row.light)
    if row.bargain:
        parts.append(compile_talk(row, place.under("bargain")))
    return Entry(tuple(parts), _mob_state(row, figures))


def _check_ranges(abilities: Sequence[Ability], place: Place) -> None:
    """Report empty ranges of distance."""
    for index, each in enumerate(abilities):
        if each.min_range_tiles > each.range_tiles:
            problem = f"{each.min_range_tiles:g} is more than the range of {each.range_tiles:g}"
            place.under(index, "min_range_tiles").fault(problem, "swap the two")


def _mob_state(row: MobRow, figures: Mapping[Figure, Formula]) -> MobState:
    """Return the initial state of a mob: full pools, and skills by the formulas."""
    skill, level = row.skills.get, row.level
    born = Attributes(*astuple(row.attributes))
    hp, mana = creature_pools(figures, level, born)
    usual = creature_skills(figures, level)
    return MobState(
        hp=row.hp if row.hp is not None else hp,
        mana=row.mana if row.mana is not None else mana,
        level=level,
        gold=row.gold,
        attributes=astuple(row.attributes),
        skills=(
            skill("Melee", usual.melee),
            skill("Defense", usual.defense),
            skill("Magic", usual.magic),
        ),
        spells=tuple(dict.fromkeys(ability.spell for ability in row.abilities)),
        ambush=row.ambush_tiles > 0,
    )


def compile_player(row: PlayerRow) -> tuple[Entry, Start]:
    """Compile the player's looks and starting possessions; the engine makes their state."""
    parts = looks(row.renderable or PLAYER_LOOK, text=row.text, blocks=True)
    nature = Nature(
        faction=PLAYER_FACTION,
        vision_tiles=row.vision_tiles,
        poise=row.poise,
        poise_turns=row.poise_turns,
        levels_per_poise=row.levels_per_poise,
    )
    parts.append(nature)
    if row.light:
        parts.append(row.light)
    statuses = tuple(
        StartingStatus(each.name, each.turns, each.strength, astuple(each.attributes))
        for each in row.statuses
    )
    start = Start(
        row.equipped, row.carried, row.spells, statuses, row.gold, row.welcome, row.growth
    )
    return Entry(tuple(parts)), start
