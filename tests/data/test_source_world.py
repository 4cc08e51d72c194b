"""The creatures, props and factions of the source game, line by line, as ours are when they are made.

The facts lie in `tests/fixtures/source-*.txt`. What ours have on top of them (more abilities and words, resistances,
sleep) is left alone; where ours differ on purpose, the difference stands here with its reason.
"""

from collections.abc import Iterator
from pathlib import Path

import esper
import pytest

from roguelike.components import actors, items, magic, spatial, vitals
from roguelike.components.looks import LightSource, Renderable
from roguelike.core.colour import Colour
from roguelike.core.formula import parse_dice
from roguelike.core.records import astuple
from roguelike.raws.catalog import load_catalog
from roguelike.testing import Arena
from roguelike.world import figures, perception
from roguelike.world.catalog import Catalog
from roguelike.world.derived_stats import stats_of

FACTS = Path(__file__).parents[1] / "fixtures"
TOWN_WEAR = "Cudgel, Cloth Tunic, Cloth Pants, Slippers"
HERE = (4, 2)

ROUNDED = "worn armor is rounded where the source cuts it off, and the Buckler exists"
ROOTED = "they burst where they stand; a static creature of ours walks to its prey"
OWN_CLAN = "as a goblin of the caves it would be the enemy of its own clan"
OWN_KIND = "whatever has no mind does not eat its own kind: the source game's cubes did"
DIFFERENT = {
    ("Fox", "Glyph"): ("f #FF8700", "in the source a fungus man looks just like a fox"),
    ("Dark Elf", "AC"): ("15", ROUNDED),
    ("Arbat Dark Elf", "AC"): ("15", ROUNDED),
    ("Arbat Dark Elf Leader", "AC"): ("16", ROUNDED),
    ("Barbo Dark Elf", "AC"): ("15", ROUNDED),
    ("Cirro Dark Elf", "AC"): ("15", ROUNDED),
    ("Cirro Dark Priestess", "AC"): ("15", ROUNDED),
    ("Barbo Goblin Archer", "Faction"): ("DarkElfB", OWN_CLAN),
    ("Mindless", "Exceptions"): ("Mindless ignore", OWN_KIND),
    ("Firecap Mushroom", "Move"): ("rooted", ROOTED),
    ("Sporecap Mushroom", "Move"): ("rooted", ROOTED),
    ("Deathcap Mushroom", "Move"): ("rooted", ROOTED),
}
"""What ours is instead, by name and column, and why."""
FIGURES = load_catalog().figures
SWORDSMEN = {
    "Dark Elf": 9,
    "Arbat Dark Elf": 11,
    "Arbat Dark Elf Leader": 12,
    "Barbo Dark Elf": 11,
    "Cirro Dark Elf": 11,
    "Cirro Dark Priestess": 10,
    "Cirro Spider": 8,
    "Fungus Man": 5,
    "Spore Zombie": 7,
}
"""Whose Melee is more than their level gives: with one weapon, or bare fists, they never told.

Dark elves have most: of heroes three levels too weak for their city most came through.
"""


def grown(name: str, facts: dict[str, str]) -> dict[str, str]:
    """Return a line of the table with the skills that the creature's level gives, where it has none of its own.

    That is the one difference of all rows: with 1 whatever the level, as the source has it, nothing below depth 6 was a
    danger. Defense is part of AC.
    """
    usual = astuple(figures.creature_skills(FIGURES, int(facts["Level"])))
    old = [int(each) for each in facts["MDM"].split("/")]
    new = [mine if had == 1 else had for had, mine in zip(old, usual, strict=True)]
    new[0] = SWORDSMEN.get(name, new[0])
    armor = str(int(facts["AC"]) + new[1] - old[1])
    return facts | {"MDM": "/".join(map(str, new)), "AC": armor}


def table(name: str) -> dict[str, dict[str, str]]:
    """Read a table of facts by name: a heading, an empty line, the columns, the rows."""
    lines = (FACTS / name).read_text(encoding="utf-8").split("\n\n", 1)[1].splitlines()
    columns, *rows = ([cell.strip() for cell in line.split("|")] for line in lines)
    return {row[0]: dict(zip(columns, row, strict=True)) for row in rows}


CREATURES = table("source-creatures.txt")
PROPS = table("source-props.txt")
FACTIONS = table("source-factions.txt")
YES = {True: "yes", False: "no"}


@pytest.fixture
def room() -> Iterator[Arena]:
    """A room to make things in."""
    with Arena.from_ascii("#########\n#@......#\n#.......#\n#.......#\n#########") as arena:
        yield arena


def hexed(colour: Colour) -> str:
    return "#" + "".join(f"{part:02X}" for part in colour)


def spelled(abilities: tuple[magic.Ability, ...], *, banded: bool) -> str:
    """Write abilities as the table does; of those cast by dying the band of range means nothing."""
    band = " range {0.min_range_tiles:g}-{0.range_tiles:g}" if banded else ""
    return "; ".join(
        f"{each.spell} {100 * each.chance:g}%" + band.format(each) for each in abilities
    )


def as_row(entity: int) -> dict[str, str]:
    """Write a creature as a line of the table."""
    part = esper.try_component
    nature = part(entity, actors.Nature)
    pools = part(entity, vitals.Pools)
    look = part(entity, Renderable)
    born = part(entity, vitals.Attributes)
    skills = part(entity, vitals.Skills)
    body = part(entity, spatial.Body)
    natural = part(entity, items.NaturalDefence)
    spells = part(entity, magic.Abilities) or magic.Abilities()
    light, worn = part(entity, LightSource), part(entity, items.Pack).worn.values()
    assert nature
    assert pools
    assert look
    assert born
    assert skills
    assert body
    attacks = natural.attacks if natural else ()
    row = {
        "Name": perception.true_name(entity),
        "Glyph": f"{look.glyph} {hexed(look.fg)}",
        "Level": str(pools.level),
        "HP": str(pools.max_hp),
        "Mana": str(pools.max_mana),
        "AC": str(stats_of(entity).armor_class),
        "Vision": str(nature.vision_tiles),
        "Move": nature.movement,
        "MFQI": f"{born.might}/{born.fitness}/{born.quickness}/{born.intelligence}",
        "MDM": f"{skills.melee}/{skills.defense}/{skills.magic}",
        "Attacks": "; ".join(f"{one.name} {one.damage} hit {one.hit_bonus:+}" for one in attacks),
        "Equipment": ", ".join(map(perception.true_name, worn)).replace(TOWN_WEAR, "TW"),
        "Faction": nature.faction,
        "Gold": str(nature.gold or 0),
        "Loot": nature.loot_table or "",
        "Light": f"r{light.reach_tiles} {hexed(light.colour)}" if light else "",
        "Vendor": "+".join(nature.vendor),
        "Size": f"{body.width}x{body.height}",
        "Abilities": spelled(spells.cast, banded=True),
        "On death": spelled(spells.on_death, banded=False),
        "Quips": str(len(nature.quips) or ""),
    }
    return {column: value or "-" for column, value in row.items()}


@pytest.mark.parametrize("name", CREATURES)
def test_each_creature_is_what_it_was(room: Arena, name: str) -> None:
    made, facts = as_row(room.spawn(name, *HERE)), dict(CREATURES[name])
    for column in facts:
        facts[column] = DIFFERENT.get((name, column), (facts[column],))[0]
    facts = grown(name, facts)
    more, said = made.pop("Abilities").split("; "), facts.pop("Abilities")
    assert said in (*more, "-")
    quips, least = made.pop("Quips"), facts.pop("Quips")
    assert int(quips.replace("-", "0")) >= int(least.replace("-", "0"))
    assert made == facts


def test_no_difference_is_out_of_date() -> None:
    for (name, column), (ours, reason) in DIFFERENT.items():
        facts = FACTIONS if column in FACTIONS["Player"] else CREATURES
        assert facts[name][column] != ours
        assert reason


@pytest.mark.parametrize("name", CREATURES)
def test_each_creature_begins_whole_with_gold_by_its_dice(room: Arena, name: str) -> None:
    dice = parse_dice(CREATURES[name]["Gold"])
    for _ in range(5):
        creature = room.spawn(name, *HERE)
        pools = esper.component_for_entity(creature, vitals.Pools)
        assert (pools.hp, pools.mana) == (pools.max_hp, pools.max_mana)
        assert dice.least <= pools.gold <= dice.most
        assert esper.component_for_entity(creature, actors.Initiative).due == room.game.now + 2
        assert room.at(*HERE)


@pytest.mark.parametrize("name", [name for name in CREATURES if CREATURES[name]["Loot"] != "-"])
def test_a_corpse_leaves_one_roll_of_its_loot(name: str) -> None:
    found = set()
    for seed in range(12):
        with Arena.from_ascii("#####\n#@..#\n#...#\n#####", seed=seed) as arena:
            creature = arena.spawn(name, 2, 1)
            arena.set_pools(creature, hp=1)
            arena.teach("Zap")
            arena.cast("Zap", (2, 1))
            left = [thing for thing in arena.at(2, 1) if thing != creature]
            found |= {tuple(map(perception.true_name, left))}
    skin = "Dragon Scale" if CREATURES[name]["Loot"] == "Wyrms" else "Hide"
    assert found == {(skin,), ("Meat",)}


def looks_of(prop: int) -> dict[str, str]:
    """Write a prop as a line of the table, its trigger left out."""
    look = esper.component_for_entity(prop, Renderable)
    body = esper.try_component(prop, spatial.Body)
    light = esper.try_component(prop, LightSource)
    blocks = [body.blocks_tile, body.blocks_sight] if body else [False, False]
    return {
        "Name": perception.true_name(prop),
        "Glyph, fg": f"{look.glyph} {hexed(look.fg)}",
        "Hidden": YES[esper.has_component(prop, spatial.Hidden)],
        "Blocks move / sight": " / ".join(YES[each] for each in blocks),
        "Other": f"light r{light.reach_tiles} {hexed(light.colour)}" if light else "-",
    }


BELOW = {
    "Altar": ("-", "town mends for gold: a free altar was a sanatorium for whoever has a scroll")
}
"""What stepping on it does instead, and why."""
OURS = {"Dead Thing": {"Glyph, fg": "% #AF5F5F"}}
"""What looks otherwise than in the source: there the dead were drawn like the living."""


@pytest.mark.parametrize("name", PROPS)
def test_each_prop_looks_as_it_did(room: Arena, name: str) -> None:
    facts = {column: said for column, said in PROPS[name].items() if "trigger" not in column}
    facts |= OURS.get(name, {})
    prop = room.spawn(name, *HERE)
    if name == "Door":  # the source says that it is open, and draws and treats it as shut
        assert facts.pop("Other") == "door flag open=True"
        assert esper.component_for_entity(prop, spatial.Door).open is False
        facts["Other"] = "-"
    assert looks_of(prop) == facts


@pytest.mark.parametrize("name", [name for name in PROPS if name != "Door"])
def test_each_prop_does_what_it_did_to_whoever_steps_on_it(room: Arena, name: str) -> None:
    said = PROPS[name]["Entry trigger effects"]
    said = BELOW.get(name, (said,))[0]
    effects = {} if said == "-" else dict(each.split("=") for each in said.split(", "))
    prop, bystander = room.spawn(name, 2, 1), room.spawn("Priest", 5, 1)
    room.set_pools(room.player, hp=50, max_hp=100)
    room.set_pools(bystander, hp=50, max_hp=50)
    room.move(1, 0)
    damage = int(effects.get("damage", 0))
    assert room.hp(room.player) == min(100, 50 - damage + int(effects.get("provides_healing", 0)))
    assert room.hp(bystander) == 50 - (damage if "area_of_effect" in effects else 0)
    assert (prop in room.at(2, 1)) == ("single_activation" not in effects)


@pytest.mark.parametrize("name", FACTIONS)
def test_each_faction_takes_others_as_it_did(catalog: Catalog, name: str) -> None:
    facts = FACTIONS[name]
    told = DIFFERENT.get((name, "Exceptions"), (facts["Exceptions"],))[0]
    exceptions = dict(each.rsplit(" ", 1) for each in told.split(", ") if each != "-")
    for other in FACTIONS:
        expected = exceptions.get(other, facts["Default"])
        assert catalog.reaction(name, other) == expected, other


def test_the_mindless_leave_their_own_kind_alone() -> None:
    drawing = "#########\n#...#.cc#\n#.@.#...#\n#########"
    with Arena.from_ascii(drawing, {"c": "Gelatinous Cube"}, minds=True) as arena:
        cubes = [*arena.at(6, 1), *arena.at(7, 1)]
        arena.wait(20)
        assert [arena.hp(cube) for cube in cubes] == [17, 17]
