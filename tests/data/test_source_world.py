"""The creatures, props and factions of the source game, line by line, as ours are when they are made.

The facts lie in `tests/fixtures/source-*.txt`. What ours have on top of them (more abilities and words, resistances,
sleep) is left alone; where ours differ on purpose, the difference stands here with its reason.
The items, spells and spawn rows of the source game, figure by figure, as the rows of ours are.

The facts lie in `tests/fixtures/source-*.txt`. Where ours differ on purpose, the difference stands here with its
reason; one that no longer holds fails, and so does one that is not listed.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import esper
import pytest

from roguelike.components import actors, items, magic, spatial, vitals
from roguelike.components.looks import Flash, LightSource, Renderable
from roguelike.core import data_path
from roguelike.core.colour import Colour
from roguelike.core.effect import EFFECTS, first_field
from roguelike.core.formula import parse_dice
from roguelike.core.records import astuple
from roguelike.raws.building import Built, build
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


ITEMS, SPELLS = table("source-items.txt"), table("source-spells.txt")
SPAWNS: dict[tuple[str, str], list[str]] = {}
for _row in (FACTS / "source-spawns.txt").read_text(encoding="utf-8").splitlines()[3:]:
    _name, _section, _weight, _depths = (cell.strip() for cell in _row.split("|"))
    SPAWNS.setdefault((_section, _name), []).append(f"{_weight} {_depths}")
KEYS = [
    "provides_healing", "provides_mana", "teach_spell", "damage", "confusion", "magic_mapping", "town_portal", "food",
    "remove_curse", "identify", "slow", "damage_over_time",
]  # fmt: skip
"""The source game's effects; whatever else a row of ours does is left alone."""

DEARER_HOME = (
    "at 20 gold seers went home thirty times a game, and depths 6 to 10 were the safest of all"
)
A_MEAL = "one lasts 1,500 turns instead of 420, and at half a gold piece hunger was nothing"
TOLD_APART = "unknown rods are told apart by what they are made of, as potions and scrolls are"
GROWS = "the source's figure for a beginner; it grows with the power of the cast, as all magic of ours does"
ALIKE = "things that share a made-up name look and weigh alike, or they would be told apart by that"
LETTERS = "the field's letters: the source has ) for scrolls, / for blades, and the sign of books for axes"
OUR_LETTERS = {"scroll": "? #FFAAAA", "melee": ") #C0C8D8", "4": ") #D7875F", "6": ") #D7875F"}
"""By the kind of a scroll, or by the range of a weapon."""
THINGS: dict[tuple[str, str], tuple[str, str]] = {
    ("Town Portal Scroll", "Value"): ("60", DEARER_HOME),
    ("Rations", "Value"): ("15", A_MEAL),
    ("Meat", "Value"): ("5", A_MEAL),
    ("Dried Sausage", "Value"): ("5", A_MEAL),
    ("Rod of Fireballs", "Magic"): ("common / rod", TOLD_APART),
    ("Rod of Venom", "Magic"): ("common / rod", TOLD_APART),
    ("Gauntlets of Ogre Power", "Lbs"): ("5", ALIKE),
    ("Gauntlets of Ogre Power", "Glyph"): ("[ #FF9999", ALIKE),
    ("Zap", "damage"): ("5+power/6", GROWS),
    ("Venom", "damage_over_time"): ("4+power/8", GROWS),
} | {
    (name, "Glyph"): (f"{OUR_LETTERS[kind]}", LETTERS)
    for name, facts in ITEMS.items()
    for kind in OUR_LETTERS
    if kind == ("scroll" if name.endswith("Scroll") else facts["Range"])
}
"""What ours is instead, by name and column or effect, and why."""

DEEPER = "ours has fifteen levels for ten: who lives on one or two there keeps to them and the next ones here"
SOONER = "the woods and the town's outskirts have more than one kind of small prey"
CITADEL = "below the city ours has a citadel, whose guard they are; the source ends at depth 11"
FEWER_CAPS = "rooted in groups since they burst where they stand, and fewer of them; some grow in the city and below"
NO_LAST_DEPTH = "the source's row ends where its fort does; what may lie there may lie deeper, and no rarer than that"
ROWS: dict[str, tuple[str, str]] = {
    "Goblin": ("10 3-6", DEEPER),
    "Goblin Archer": ("10 3-6", DEEPER),
    "Large Spider": ("3 4-6", DEEPER),
    "Gelatinous Cube": ("3 3-7", DEEPER),
    "Mangy Wolf": ("13 2-3", DEEPER),
    "Bandit": ("9 2-4", DEEPER),
    "Bandit Archer": ("9 2-4", DEEPER),
    "Giant Lizard": ("4 5-9", DEEPER),
    "Fungal Beast": ("9 7-10", DEEPER),
    "Lizardman": ("10 5-7; 4 8-9", DEEPER),
    "Rock Golem": ("4 5-8; 2 9-12", DEEPER),
    "Dragon Wyrmling": ("1 5-9; 4 16-100", f"{DEEPER}; and the deep below the story has to be lived in"),
    "Orc": ("8 4-6; 4 7-9; 4 10-12; 1 13-100", "weight 1 is never rolled in the source; ours people the caves"),
    "Rat": ("15 1-2", SOONER),
    "Kobold": ("15 1-3", SOONER),
    "Bat": ("15 1-4", SOONER),
    "Leather Boots": ("5 1-100", "the source has the row twice, with 5 and with 1: the heavier counts, from depth 1"),
    "Rations": ("14 0-100", "one meal lasts 220 turns, and a level of ours takes some 650 to explore"),
    "Firecap Mushroom": ("5 7-9; 3 10-12", FEWER_CAPS),
    "Sporecap Mushroom": ("5 7-9; 3 10-12", FEWER_CAPS),
    "Deathcap Mushroom": ("4 7-9; 3 10-12", FEWER_CAPS),
    "Stonefall Trap": ("4 5-100", NO_LAST_DEPTH),
    "Landmine": ("1 5-100", NO_LAST_DEPTH),
    "Dwarf-Steel Shirt": ("1 5-100", NO_LAST_DEPTH),
    "Hand Crossbow": ("2 9-100", NO_LAST_DEPTH),
    "Breastplate": ("4 5-100", f"{NO_LAST_DEPTH}, so half as often"),
    "War Axe": ("4 5-100", f"{NO_LAST_DEPTH}, so half as often"),
    "Dark Elf": ("10 10-12", CITADEL),
    "Arbat Dark Elf": ("10 10-12", CITADEL),
    "Arbat Dark Elf Leader": ("7 10-12", CITADEL),
    "Arbat Orc Slave": ("5 10-12", f"{CITADEL}; slaves come in groups with a keeper, so fewer come alone"),
    "Barbo Dark Elf": ("9 10-12", CITADEL),
    "Barbo Goblin Archer": ("13 10-12", CITADEL),
    "Cirro Dark Elf": ("7 10-12", CITADEL),
    "Cirro Dark Priestess": ("6 10-12", CITADEL),
    "Cirro Spider": ("10 10-12", CITADEL),
}  # fmt: skip
"""The weights and depths of ours, and why: by the name of what turns up."""


@pytest.fixture(scope="module")
def built() -> Built:
    """The game's own rows, and what they are compiled to."""
    return build([data_path.data_folder()], ())


def expected(name: str, facts: dict[str, str]) -> dict[str, str]:
    """Return the facts of the source with the listed differences, none of which may be out of date."""
    ours = {column: THINGS.get((name, column), (said, ""))[0] for column, said in facts.items()}
    listed = {column for each, column in THINGS if each == name}
    assert listed == {column for column in facts if ours[column] != facts[column]}
    return ours


def number(value: Any) -> str:
    """Write a number as the tables do, whether the source wrote 2, 2.0 or +2; anything else as it is."""
    try:
        return f"{float(str(value)):g}"
    except ValueError:
        return str(value)


def shown(flash: Flash) -> str:
    return f"{flash.glyph};{hexed(flash.fg)};{flash.milliseconds:.1f}"


def effects_of(said: str) -> dict[str, str]:
    """Read the effects of a line of the tables."""
    pairs = (each.partition("=") for each in said.split(", ") if each != "-")
    return {key: number(value) for key, _, value in pairs}


def done_by(use: magic.Use | None, *, is_spell: bool = False) -> dict[str, str]:
    """Write what a use does as the source's map of strings would."""
    if use is None:
        return {}
    found: dict[str, Any] = {}
    if use.delivery.range is not None:
        found["ranged"] = use.delivery.range
    for effect in use.effects:
        key = next((each for each in KEYS if EFFECTS[each] is type(effect)), None)
        field = first_field(type(effect))
        if key is not None:
            found[key] = getattr(effect, field) if field else ""
    if use.delivery.radius:
        found["area_of_effect"] = use.delivery.radius
    if is_spell and use.delivery.shape == "self":
        found |= {"single_activation": int(use.delivery.consumes_user), "target_self": 1}
    found |= {"particle": shown(use.burst)} if use.burst else {}
    found |= {"particle_line": shown(use.trail)} if use.trail else {}
    return {key: number(value) for key, value in found.items()}


@pytest.mark.parametrize("name", ITEMS)
def test_each_item_is_what_it_was(built: Built, name: str) -> None:
    facts = expected(name, ITEMS[name])
    row = built.tables.rows["items"][name][0].row
    parts = {type(part): part for part in built.compiled.entries["items"][name].templates}
    weapon = parts.get(items.Weapon)
    wearable = parts.get(items.Wearable)
    its_magic = parts.get(items.Magic)
    ours = dict.fromkeys(facts, "-") | {
        "Name": name,
        "Glyph": f"{row.renderable.glyph} {hexed(row.renderable.fg)}",
        "Slows": number(row.initiative_penalty),
        "Lbs": number(row.weight_lbs),
        "Value": number(row.base_value),
        "Vendor": row.vendor_category or "-",
        "Variants": "yes" if row.template_magic else "no",
    }
    if row.consumable:
        ours["Charges"] = str(row.consumable.charges)
    if weapon:
        ours["Range"] = str(weapon.reach_tiles or "melee")
        ours |= {"Attribute": weapon.attribute, "Damage": str(weapon.base_damage)}
        ours["Hit"] = f"{weapon.hit_bonus:+}"
    if wearable:
        ours |= {"Slot": wearable.slot, "AC": number(wearable.armor_class)}
    if its_magic:
        ours["Magic"] = f"{its_magic.magic_class} / {its_magic.naming}"
    if row.attributes:
        ours["Bonus"] = f"might={row.attributes.might}"
    assert done_by(parts.get(magic.Use)) == effects_of(facts.pop("Effects"))
    assert ours | {"Effects": ""} == facts | {"Effects": ""}


@pytest.mark.parametrize("name", SPELLS)
def test_each_spell_is_what_it_was(built: Built, name: str) -> None:
    spell = built.compiled.spells[name]
    assert str(spell.mana_cost) == SPELLS[name]["Mana"]
    facts = expected(name, effects_of(SPELLS[name]["Effects"]))
    assert done_by(spell.use, is_spell=True) == facts


@pytest.mark.parametrize(("section", "name"), SPAWNS)
def test_each_thing_turns_up_as_often_and_as_deep_as_it_did(
    built: Built, section: Any, name: str
) -> None:
    assert name in built.compiled.entries[section]
    rows = [placed.row for placed in built.tables.rows["spawn_table"][name]]
    ours = "; ".join(f"{row.weight} {row.min_depth}-{row.max_depth}" for row in rows)
    source = "; ".join(SPAWNS[section, name])
    assert not any(row.add_map_depth_to_weight for row in rows)
    assert ours == ROWS.get(name, (source, ""))[0]
    assert (name in ROWS) == (ours != source), "the list is out of date"


def test_each_difference_has_its_reason() -> None:
    assert ROWS.keys() <= {name for _, name in SPAWNS}
    assert {name for name, _ in THINGS} <= ITEMS.keys() | SPELLS.keys()
    assert all(reason for _, reason in (*ROWS.values(), *THINGS.values()))
