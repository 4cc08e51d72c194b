"""What can be played but is hardly meant is told, with its file and line; the game's own data has none of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from roguelike import app
from roguelike.commands.doubts import doubts
from roguelike.core import data_path
from roguelike.raws.catalog import sources_for
from tests.packs import LAMPLIGHTERS, draw, pack

THING = {"renderable": {"glyph": "!", "fg": "#FFFFFF"}}
IMP = {"renderable": {"glyph": "i", "fg": "#FFFFFF"}, "faction": "Cave Goblins"}


def told(folder: Path, **rows: Any) -> list[str]:
    """Return what is doubted of a pack with these rows."""
    folder = pack(folder, **rows)
    found = doubts(sources_for([folder]), [folder])
    lines = (folder / "spawns.json").read_text(encoding="utf-8").splitlines()
    for each in found:
        assert each.file == str(folder / "spawns.json")
        assert each.line
        assert lines[each.line - 1]
    return [f'{each.section} "{each.entry}", {each.field}: {each.problem}' for each in found]


def spell(**effects: Any) -> dict[str, Any]:
    """Return rows of a spell that somebody casts."""
    ability = {"spell": "Blot", "chance": 0.5, "range_tiles": 5, "min_range_tiles": 0}
    return {
        "spells": [{"name": "Blot", "mana_cost": 1, "effects": {"ranged": "6", **effects}}],
        "mobs": [IMP | {"name": "Ink Imp", "abilities": [ability]}],
        "spawn_table": [{"name": "Ink Imp", "weight": 1}],
    }


KEPT = {"Throne"}
"""Rows that nothing places any more: they stand in levels of saves, which go on loading."""


def test_the_games_own_data_leaves_no_doubt() -> None:
    own = data_path.data_folder()
    found = doubts([own], [own])
    assert [str(each) for each in found if each.entry not in KEPT] == []
    assert {each.problem for each in found} <= {"never turns up"}


def test_the_example_leaves_no_doubt() -> None:
    assert doubts(sources_for([LAMPLIGHTERS]), [LAMPLIGHTERS]) == []


def test_glyphs_that_the_font_lacks(tmp_path: Path) -> None:
    rows = spell(damage="1", particle="🜁;#FFFFFF;200")
    rows["mobs"][0]["renderable"] = {"glyph": "𝕴", "fg": "#FFFFFF"}
    assert told(tmp_path / "inks", **rows) == [
        "mobs \"Ink Imp\", : the window's font lacks '𝕴' (U+1D574)",
        "spells \"Blot\", : the window's font lacks '🜁' (U+1F701)",
    ]


def test_letters_that_two_statuses_share(tmp_path: Path) -> None:
    slimy = {
        "name": "Slimy",
        "label": "slimy",
        "color": "#FFFFFF",
        "letter": "C",
        "stacking": "strongest",
    }
    slimy |= {"begins": "{1} [is|are] slimy.", "ends": "{1} [is|are] dry.", "turns": 4}
    assert told(tmp_path / "inks", statuses=[slimy]) == [
        "statuses \"Slimy\", letter: 'C' is the letter of 'Confusion', too"
    ]
    assert told(tmp_path / "blots", statuses=[slimy | {"letter": "y"}]) == []


def test_files_and_folders_that_are_not_read(tmp_path: Path) -> None:
    folder = pack(tmp_path / "inks")
    for part in ("prefab", "vaults", "notes", "prefabs"):
        draw(folder, part, "a.txt" if part != "notes" else "a.md", "name: A\n\n#.#")
    (folder / "sound.json").write_text("{}")
    (folder / "README.md").write_text("Read me.")
    found = {Path(each.file).name: each.remedy for each in doubts(sources_for([folder]), [folder])}
    assert found.keys() == {"prefab", "vaults", "sound.json"}
    assert "did you mean 'prefabs'?" in found["prefab"]
    assert "did you mean 'sounds.json'?" in found["sound.json"]


def test_categories_that_nobody_sells(tmp_path: Path) -> None:
    ink = {**THING, "name": "Ink", "vendor_category": "stationery"}
    table = [{"name": "Ink", "weight": 1}]
    assert told(tmp_path / "inks", items=[ink], spawn_table=table) == [
        "items \"Ink\", vendor_category: nobody sells the vendor category 'stationery'"
    ]


@pytest.mark.parametrize(
    ("effects", "said"),
    [
        ({"damage": "0"}, "effects.damage: does nothing: it is 0"),
        ({"damage": "-3"}, "effects.damage: does nothing: it is below 0"),
        ({"damage": "power-99"}, "effects.damage: does nothing: it is below 0"),
        ({"healing": "-3"}, "effects.provides_healing: does nothing: it is below 0"),
        ({"slow": "0"}, "effects.slow: does nothing: it is 0"),
        ({}, "effects: the spell does nothing"),
    ],
)
def test_effects_that_do_nothing(tmp_path: Path, effects: dict[str, str], said: str) -> None:
    (found,) = told(tmp_path / "inks", **spell(**effects))
    assert said in found


@pytest.mark.parametrize(
    "effects",
    [{"damage": "1d4-2"}, {"damage": "power-3"}, {"slow": "-2"}, {"damage_over_time": "-2"}],
)
def test_amounts_below_nothing_that_are_meant(tmp_path: Path, effects: dict[str, str]) -> None:
    assert told(tmp_path / "inks", **spell(**effects)) == []


def test_things_whose_use_does_nothing(tmp_path: Path) -> None:
    rows = {
        "items": [{**THING, "name": "Null Scroll", "consumable": {"effects": {"ranged": "6"}}}],
        "props": [
            {
                **THING,
                "name": "Null Snare",
                "entry_trigger": {"effects": {"particle": "*;#FFFFFF;9"}},
            }
        ],
    }
    table = [{"name": row["name"], "weight": 1} for each in rows.values() for row in each]
    found = told(tmp_path / "nulls", **rows, spawn_table=table)
    assert [each.split(", :")[0] for each in found] == ['items "Null Scroll"', 'props "Null Snare"']
    assert all("its use does nothing" in each for each in found)


@pytest.mark.parametrize(
    ("section", "fields"),
    [
        ("items", {"consumable": {"effects": {"damage": "0"}}}),
        ("props", {"entry_trigger": {"effects": {"damage": "0"}}}),
        (
            "items",
            {
                "weapon": {
                    "range": "melee",
                    "base_damage": "1d4",
                    "proc_chance": 0.5,
                    "proc_effects": {"damage": "0"},
                }
            },
        ),
    ],
)
def test_the_line_is_that_of_the_very_effect(
    tmp_path: Path, section: str, fields: dict[str, Any]
) -> None:
    rows = {section: [{**THING, "name": "Null", **fields}]}
    folder = pack(tmp_path / "nulls", **rows, spawn_table=[{"name": "Null", "weight": 1}])
    written = json.dumps(json.loads((folder / "spawns.json").read_text(encoding="utf-8")), indent=1)
    (folder / "spawns.json").write_text(written, encoding="utf-8")
    (found,) = doubts(sources_for([folder]), [folder])
    assert written.splitlines()[found.line - 1].strip() == '"damage": "0"'


def test_blows_and_purses_that_come_to_nothing(tmp_path: Path) -> None:
    rows = {
        "items": [{**THING, "name": "Straw", "weapon": {"range": "melee", "base_damage": "1d4-9"}}],
        "mobs": [
            IMP
            | {
                "name": "Debtor",
                "gold": "1d6-10",
                "natural": {"attacks": [{"name": "pat", "damage": "0"}]},
            }
        ],
    }
    table = [{"name": row["name"], "weight": 1} for each in rows.values() for row in each]
    assert told(tmp_path / "nulls", **rows, spawn_table=table) == [
        'items "Straw", weapon.base_damage: never wounds',
        'mobs "Debtor", natural.attacks.0.damage: never wounds',
        'mobs "Debtor", gold: is never more than nothing',
    ]


def test_a_deal_that_raises_by_nothing(tmp_path: Path) -> None:
    deal = {
        "name": "Kneel",
        "price": {"gold": 5},
        "effects": [{"kind": "raise", "what": "magic", "by": 0}],
        "becomes": "Cold Altar",
    }
    stool = {"name": "Stool", "renderable": {"glyph": "s"}, "blocks_tile": True}
    rows = {
        "props": [stool | {"bargain": {"text": "Kneel?", "deals": [deal, deal | {"name": "Bow"}]}}],
        "spawn_table": [{"name": "Stool", "weight": 1}],
    }
    found = told(tmp_path / "stools", **rows)
    assert found == [
        f'props "Stool", bargain.deals.{deal}.effects.raise: does nothing: it is 0'
        for deal in (0, 1)
    ]


def test_a_deal_that_moves_no_opinion(tmp_path: Path) -> None:
    deal = {
        "name": "Bow",
        "price": {"gold": 5},
        "effects": [{"kind": "standing", "mob": "Toll Keeper", "points": 0}],
    }
    stool = {"name": "Stool", "renderable": {"glyph": "s"}, "blocks_tile": True}
    rows = {
        "props": [stool | {"bargain": {"text": "Bow?", "deals": [deal]}}],
        "spawn_table": [{"name": "Stool", "weight": 1}],
    }
    found = told(tmp_path / "stools", **rows)
    assert found == ['props "Stool", bargain.deals.0.effects.standing: does nothing: it is 0']


def test_a_step_of_mastery_that_nobody_comes_to(tmp_path: Path) -> None:
    rows = spell(damage="6")
    rows["spells"][0]["school"] = "ink"
    step = {"does": "you do not blot", "grants": "own hazards"}
    rows["schools"] = [{"name": "ink", "steps": [{"spells": n, **step} for n in (2, 4)]}]
    study = {"name": "Study of Ink", "group": "school", "school": "ink", "study": 1, "most": 2}
    rows["offers"] = [study]
    assert told(tmp_path / "inks", **rows) == [
        'schools "ink", steps.1.spells: is out of reach: of ink there are 3, studies included'
    ]


def test_a_status_whose_strength_is_all_it_has(tmp_path: Path) -> None:
    rows = spell()
    rows["spells"][0]["effects"] = {
        "delivery": {"shape": "point", "range": 6},
        "effects": [{"kind": "status", "status": "Burning", "turns": 3}],
    }
    assert "Burning without a strength does nothing" in told(tmp_path / "inks", **rows)[0]


@pytest.mark.parametrize(("damage", "way"), [("40", "cheap"), ("1", "dear")])
def test_prices_far_from_the_law(tmp_path: Path, damage: str, way: str) -> None:
    rows = spell(damage=damage)
    rows["items"] = [{**THING, "name": "Blots", "consumable": {"effects": {"teach_spell": "Blot"}}}]
    rows["spawn_table"] += [{"name": "Blots", "weight": 1}]
    (said,) = told(tmp_path, **rows)
    assert said.startswith(f'spells "Blot", mana_cost: {way}: worth {damage}.0 damage a mana')


@pytest.mark.parametrize("damage", ["-5", "6-power"])
def test_a_price_below_nothing_is_dear(tmp_path: Path, damage: str) -> None:
    rows = spell(damage=damage)
    rows["items"] = [{**THING, "name": "Blots", "consumable": {"effects": {"teach_spell": "Blot"}}}]
    rows["spawn_table"] += [{"name": "Blots", "weight": 1}]
    said = [each for each in told(tmp_path, **rows) if "mana_cost" in each]
    assert len(said) == 1
    assert 'spells "Blot", mana_cost: dear: worth -' in said[0]


def test_what_never_turns_up(tmp_path: Path) -> None:
    lonely = spell(damage="1")
    del lonely["spawn_table"]
    lonely["spells"].append(lonely["spells"][0] | {"name": "Smear"})
    lonely["items"] = [{**THING, "name": "Ink"}]
    lonely["props"] = [{**THING, "name": "Desk"}]
    found = told(tmp_path / "inks", **lonely)
    assert [each.split(":")[0] for each in found] == [
        'items "Ink", ', 'mobs "Ink Imp", ', 'props "Desk", ', 'spells "Smear", '
    ]  # fmt: skip
    assert all("never turns up" in each for each in found)


def test_pieces_that_nobody_puts_in_their_place(tmp_path: Path) -> None:
    folder = pack(tmp_path / "inks")
    draw(folder, "prefabs", "shrine.txt", "name: Ink well\nplace: centre centre\n\n#.#\n")
    draw(folder, "prefabs", "vault-ink.txt", "name: Ink\nplace: anywhere\n\n#.#\n")
    draw(folder, "prefabs", "ink.txt", "name: Ink\nplace: right top\n\n#.#\n")
    (found,) = doubts(sources_for([folder]), [folder])
    assert found.file == str(folder / "prefabs" / "ink.txt")
    assert "never turns up" in found.problem


def test_townsfolk_turn_up_though_no_row_says_so(tmp_path: Path) -> None:
    own = json.loads((data_path.data_folder() / "spawns.json").read_text(encoding="utf-8"))
    barkeep = next(row for row in own["mobs"] if row["name"] == "Barkeep")
    assert told(tmp_path / "inks", mobs=[barkeep]) == []


def test_doubts_fail_only_where_that_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = pack(tmp_path / "inks", items=[{**THING, "name": "Ink"}])
    assert app.main(["check-data", str(folder)]) == 0
    assert f'doubt: {folder}/spawns.json, line 3: items "Ink": never turns up' in (
        capsys.readouterr().out
    )
    assert app.main(["check-data", str(folder), "--strict"]) == 1
    assert app.main(["check-data", "--data", "lamplighters", "--strict"]) == 0
