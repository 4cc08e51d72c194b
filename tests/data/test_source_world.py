"""The creatures, props and factions of the source game, line by line, as ours are when they are made.

The facts lie in `tests/fixtures/source-*.txt`. What ours have on top of them (more abilities and words, resistances,
sleep) is left alone; where ours differ on purpose, the difference stands in `source-differences.txt` with its reason.
The items, spells and spawn rows of the source game, figure by figure, as the rows of ours are.

The facts lie in `tests/fixtures/source-*.txt`. Where ours differ on purpose, the difference stands there too, with its
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

FIGURES = load_catalog().figures


def cells_of(name: str) -> list[list[str]]:
    """Read a file of facts, a heading and an empty line left out: the columns, then the rows."""
    lines = (FACTS / name).read_text(encoding="utf-8").split("\n\n", 1)[1].splitlines()
    return [[cell.strip() for cell in line.split("|")] for line in lines]


def differences(*kinds: str) -> dict[tuple[str, str], tuple[str, str]]:
    """Return what those of some kinds are instead with us, by name and column, and why."""
    rows = cells_of("source-differences.txt")
    return {(name, column): (ours, why) for kind, name, column, ours, why in rows if kind in kinds}


DIFFERENT = differences("creature", "faction", "prop")
SWORDSMEN = {name: int(melee) for (name, _), (melee, _) in differences("swordsman").items()}
"""Whose Melee is more than their level gives."""


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
    columns, *rows = cells_of(name)
    return {row[0]: dict(zip(columns, row, strict=True)) for row in rows}


CREATURES = table("source-creatures.txt")
PROPS = table("source-props.txt")
FACTIONS = table("source-factions.txt")
YES = {True: "yes", False: "no"}
EFFECTS_OF_A_STEP = "Entry trigger effects"


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
        facts = next(each for each in (CREATURES, FACTIONS, PROPS) if name in each)
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


@pytest.mark.parametrize("name", PROPS)
def test_each_prop_looks_as_it_did(room: Arena, name: str) -> None:
    facts = {
        column: DIFFERENT.get((name, column), (said,))[0]
        for column, said in PROPS[name].items()
        if column != EFFECTS_OF_A_STEP
    }
    prop = room.spawn(name, *HERE)
    if name == "Door":  # the source says that it is open, and draws and treats it as shut
        assert facts.pop("Other") == "door flag open=True"
        assert esper.component_for_entity(prop, spatial.Door).open is False
        facts["Other"] = "-"
    assert looks_of(prop) == facts


@pytest.mark.parametrize("name", [name for name in PROPS if name != "Door"])
def test_each_prop_does_what_it_did_to_whoever_steps_on_it(room: Arena, name: str) -> None:
    said = PROPS[name][EFFECTS_OF_A_STEP]
    said = DIFFERENT.get((name, EFFECTS_OF_A_STEP), (said,))[0]
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
for _name, _section, _weight, _depths in cells_of("source-spawns.txt")[1:]:
    SPAWNS.setdefault((_section, _name), []).append(f"{_weight} {_depths}")
KEYS = [
    "provides_healing", "provides_mana", "teach_spell", "damage", "confusion", "magic_mapping", "town_portal", "food",
    "remove_curse", "identify", "slow", "damage_over_time",
]  # fmt: skip
"""The source game's effects; whatever else a row of ours does is left alone."""

LETTERS = "the field's letters: the source has ) for scrolls, / for blades, and the sign of books for axes"
OUR_LETTERS = {"scroll": "? #FFAAAA", "melee": ") #C0C8D8", "4": ") #D7875F", "6": ") #D7875F"}
"""By the kind of a scroll, or by the range of a weapon."""
THINGS = differences("thing") | {
    (name, "Glyph"): (f"{OUR_LETTERS[kind]}", LETTERS)
    for name, facts in ITEMS.items()
    for kind in OUR_LETTERS
    if kind == ("scroll" if name.endswith("Scroll") else facts["Range"])
}
"""What ours is instead, by name and column or effect, and why."""

ROWS = {name: ours for (name, _), ours in differences("spawn").items()}
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
