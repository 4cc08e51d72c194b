"""The game's own data: what it must hold, and that it is fit to be read."""

import json
import re
from typing import Any

import pytest

from roguelike.components import items, magic
from roguelike.components.looks import Described
from roguelike.core import data_path
from roguelike.core.effect import EFFECTS
from roguelike.core.grammar import Noun, render
from roguelike.raws.deliveries import DELIVERY_KEYS, LOOKS_KEYS
from roguelike.world.catalog import Catalog

PATH = data_path.data_folder() / "spawns.json"


@pytest.fixture(scope="module")
def rows() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
    return data


def test_everything_of_the_source_game_is_there(rows: dict[str, Any]) -> None:
    waiting = {"Town Portal Scroll"} if "town_portal" not in EFFECTS else set()
    counts = {"items": 67 - len(waiting), "mobs": 48, "props": 20, "spells": 7, "weapon_traits": 2}
    counts |= {"loot_tables": 2, "faction_table": 15}
    for section, count in counts.items():
        assert len(rows[section]) >= count, section


def test_nothing_lifeless_looks_like_the_living(rows: dict[str, Any]) -> None:
    """A corpse, a well or a mushroom has no glyph that any creature has."""
    alive = {row["renderable"]["glyph"] for row in rows["mobs"]} | {"@"}
    for section in ("items", "props"):
        for row in rows[section]:
            is_captive = "bargain" in row  # who can be dealt with may well be alive
            assert is_captive or row["renderable"]["glyph"] not in alive, row["name"]
    assert not {row["glyph"] for row in rows["hazards"]} & alive


LETTERS = {"?": "scroll", "!": "potion", "¶": "book", "=": "ring", '"': "amulet", "/": "rod or staff",
           ")": "weapon", "[": "worn", "%": "food", "♦": "rune", "(": "tool", "⌐": "key", "ß": "skin"}  # fmt: skip


def kind_of(row: dict[str, Any]) -> str:
    """Return the class of an item, for which its letter stands, by what the row says of it."""
    consumable, name, slot = row.get("consumable"), row["name"], row.get("wearable", {}).get("slot")
    if "weapon" in row:
        return "weapon"
    if "teach_spell" in str(consumable):
        return "book"
    by_slot = {"ring": "ring", "amulet": "amulet", "neck": "amulet", "finger": "ring"}
    if slot:
        return by_slot.get(slot.lower()) or ("tool" if "light" in row else "worn")
    if "food" in str(consumable):
        return "food"
    words = {
        "Scroll": "scroll",
        "Rod": "rod or staff",
        "Staff": "rod or staff",
        "Key": "key",
        "Rune": "rune",
    }
    named = next((kind for word, kind in words.items() if word in name.split()), "")
    return named or ("potion" if consumable else "skin")


def test_a_letter_stands_for_one_class_of_things(rows: dict[str, Any]) -> None:
    assert {row["name"]: LETTERS.get(row["renderable"]["glyph"]) for row in rows["items"]} == {
        row["name"]: kind_of(row) for row in rows["items"]
    }
    weapons = [row for row in rows["items"] if "weapon" in row]
    near = {row["renderable"]["fg"] for row in weapons if row["weapon"]["range"] == "melee"}
    far = {row["renderable"]["fg"] for row in weapons if row["weapon"]["range"] != "melee"}
    assert not near & far


def looks(rows: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(row["renderable"]["glyph"], row["renderable"].get("fg", "")) for row in rows]


def test_no_two_kinds_of_thing_look_alike(rows: dict[str, Any]) -> None:
    seen = [look for section in ("items", "mobs", "props") for look in {*looks(rows[section])}]
    assert not [look for look in {*seen} if seen.count(look) > 1]
    fighters = [row for row in rows["mobs"] if row.get("faction") != "Townsfolk"]
    twice = [look for look in {*looks(fighters)} if looks(fighters).count(look) > 1]
    assert not twice, "who calls for different acts looks different"


def test_everything_has_a_glyph_and_a_description(catalog: Catalog, rows: dict[str, Any]) -> None:
    for section in ("items", "mobs", "props"):
        for row in rows[section]:
            assert "glyph" in row["renderable"], row["name"]
            assert row.get("text"), row["name"]
    assert all(spell.text for spell in catalog.spells.values())
    assert any(
        isinstance(part, Described) for part in catalog.templates("items", "Venomous Dagger +5")
    )


def test_texts_are_sentences_that_fit(rows: dict[str, Any]) -> None:
    for section in ("items", "mobs", "props", "spells", "weapon_traits"):
        for row in rows[section]:
            assert re.fullmatch(r"[A-Z].*[.!?]", row["text"]), row["name"]
            assert len(row["text"]) <= 100, row["name"]
            for quip in row.get("quips", []):
                assert len(quip) <= 80, quip
    texts = [
        row["text"]
        for section in rows.values()
        if isinstance(section, list)
        for row in section
        if "text" in row
    ]
    assert len(texts) == len(set(texts))


def test_what_everybody_says_is_said_once(rows: dict[str, Any]) -> None:
    quips = [quip for mob in rows["mobs"] for quip in mob.get("quips", [])]
    assert len(quips) == len(set(quips)) >= 27


def test_statuses_read_well_for_you_and_for_it(catalog: Catalog) -> None:
    letters = [catalog.statuses[name].letter for name in catalog.names("statuses")]
    assert len(letters) == len(set(letters))
    for name in catalog.names("statuses"):
        status = catalog.statuses[name]
        for template in (status.begins, status.ends):
            for noun in (Noun("rat", 1), Noun("you", 2, is_you=True)):
                text = "".join(run for run, _ in render(template, (noun, status.label)))
                assert re.fullmatch(r"[A-Z][^{}\[\]|]*\.", text), text


def test_potions_and_scrolls_are_unidentified_until_used(
    catalog: Catalog, rows: dict[str, Any]
) -> None:
    for row in rows["items"]:
        name = row["name"]
        if name.endswith(("Potion", "Scroll")):
            naming = [
                part.naming
                for part in catalog.templates("items", name)
                if isinstance(part, items.Magic)
            ]
            assert naming == [name.split()[-1].lower()]
            assert any(isinstance(part, magic.Use) for part in catalog.templates("items", name))


def test_both_spellings_of_effects_are_used(rows: dict[str, Any]) -> None:
    spelled = [spell["effects"] for spell in rows["spells"]]
    assert any("effects" in effects for effects in spelled)
    keys = {key for effects in spelled if "effects" not in effects for key in effects}
    assert keys <= {*EFFECTS, *DELIVERY_KEYS, *LOOKS_KEYS}


def test_the_file_keeps_its_layout() -> None:
    text = PATH.read_text(encoding="utf-8")
    lines = text.split("\n")
    assert text.endswith("}\n")
    assert "\t" not in text
    assert not [line for line in lines if line != line.rstrip()]
    # JSON cannot break a sentence into lines: only a reason may run further.
    assert max(len(line) for line in lines if not line.lstrip().startswith('"why": ')) <= 130
    assert max(map(len, lines)) <= 230
    assert not re.search(r"\\u[0-9a-f]{4}", text)
