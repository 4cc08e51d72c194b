"""The items, spells and spawn rows of the source game, figure by figure, as the rows of ours are.

The facts lie in `tests/fixtures/source-*.txt`. Where ours differ on purpose, the difference stands here with its
reason; one that no longer holds fails, and so does one that is not listed.
"""

from typing import Any

import pytest

from roguelike.components import items, magic
from roguelike.components.looks import Flash
from roguelike.core import data_path
from roguelike.core.effect import EFFECTS, first_field
from roguelike.raws.building import Built, build
from tests.data.test_source_world import FACTS, hexed, table

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
