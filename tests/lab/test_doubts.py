"""What can be played but is hardly meant is told, with its file and line; the game's own data has none of it."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from roguelike import app
from roguelike.commands.doubts import doubts
from roguelike.core import data_path
from roguelike.raws.building import build
from roguelike.raws.catalog import catalog_of, folders_of, sources_for
from roguelike.raws.faults import Fault
from tests.packs import LAMPLIGHTERS, draw, pack

THING = {"renderable": {"glyph": "!", "fg": "#FFFFFF"}}
IMP = {"renderable": {"glyph": "i", "fg": "#FFFFFF"}, "faction": "Cave Goblins"}


def doubted(*folders: Path) -> list[Fault]:
    """Return what is doubted of some folders as they are loaded, over the game's own data or as it."""
    sources = sources_for(folders)
    built = build(sources, folders_of(sources)[1:])
    return doubts(built, catalog_of(built, sources), folders or sources)


def told(folder: Path, **rows: Any) -> list[str]:
    """Return what is doubted of a pack with these rows."""
    folder = pack(folder, **rows)
    found = doubted(folder)
    lines = (folder / "spawns.json").read_text(encoding="utf-8").splitlines()
    for each in found:
        assert each.file == str(folder / "spawns.json")
        assert each.line
        assert lines[each.line - 1]
    return [f'{each.section} "{each.entry}", {each.field}: {each.problem}' for each in found]


def spells(*all_effects: dict[str, str], names: Sequence[str] = ()) -> dict[str, Any]:
    """Return rows of spells that somebody casts: Blot 0, Blot 1, ..., or as they are called."""
    called = names or [f"Blot {number}" for number in range(len(all_effects))]
    ability = {"chance": 0.5, "range_tiles": 5, "min_range_tiles": 0}
    return {
        "spells": [
            {"name": name, "mana_cost": 1, "effects": {"ranged": "6", **effects}}
            for name, effects in zip(called, all_effects, strict=True)
        ],
        "mobs": [IMP | {"name": "Ink Imp", "abilities": [{"spell": n, **ability} for n in called]}],
        "spawn_table": [{"name": "Ink Imp", "weight": 1}],
    }


def spell(**effects: str) -> dict[str, Any]:
    """Return rows of one such spell, Blot."""
    return spells(effects, names=("Blot",))


KEPT = {"Throne"}
"""Rows that nothing places any more: they stand in levels of saves, which go on loading."""


def test_the_games_own_data_leaves_no_doubt(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(["check-data"]) == 0
    told = capsys.readouterr().out
    counts = " vaults and ", "boards to practise on, 5 lessons and", "13 pages of the manual"
    for said in ("no faults", "data hash", *counts):
        assert said in told
    assert "note:" not in told
    doubted = [line for line in told.splitlines() if "doubt:" in line]
    kept = [f'props "{name}": never turns up' for name in KEPT]
    assert [line for line in doubted if not any(each in line for each in kept)] == []


def test_the_example_leaves_no_doubt() -> None:
    assert doubted(LAMPLIGHTERS) == []


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
    sound = slimy | {"name": "Inky", "letter": "y"}
    assert told(tmp_path / "inks", statuses=[slimy, sound]) == [
        "statuses \"Slimy\", letter: 'C' is the letter of 'Confusion', too"
    ]


def test_files_and_folders_that_are_not_read(tmp_path: Path) -> None:
    folder = pack(tmp_path / "inks")
    for part in ("prefab", "vaults", "notes", "prefabs"):
        draw(folder, part, "a.txt" if part != "notes" else "a.md", "name: A\n\n#.#")
    (folder / "sound.json").write_text("{}")
    (folder / "README.md").write_text("Read me.")
    found = {Path(each.file).name: each.remedy for each in doubted(folder)}
    assert found.keys() == {"prefab", "vaults", "sound.json"}
    assert "did you mean 'prefabs'?" in found["prefab"]
    assert "did you mean 'sounds.json'?" in found["sound.json"]


def test_categories_that_nobody_sells(tmp_path: Path) -> None:
    ink = {**THING, "name": "Ink", "vendor_category": "stationery"}
    table = [{"name": "Ink", "weight": 1}]
    assert told(tmp_path / "inks", items=[ink], spawn_table=table) == [
        "items \"Ink\", vendor_category: nobody sells the vendor category 'stationery'"
    ]


def test_effects_that_do_nothing(tmp_path: Path) -> None:
    cases = (
        ({"damage": "0"}, "effects.damage: does nothing: it is 0"),
        ({"damage": "-3"}, "effects.damage: does nothing: it is below 0"),
        ({"damage": "power-99"}, "effects.damage: does nothing: it is below 0"),
        ({"healing": "-3"}, "effects.provides_healing: does nothing: it is below 0"),
        ({"slow": "0"}, "effects.slow: does nothing: it is 0"),
        ({}, "effects: the spell does nothing"),
    )
    found = told(tmp_path / "inks", **spells(*(effects for effects, _ in cases)))
    for number, (each, (_, said)) in enumerate(zip(found, cases, strict=True)):
        assert each.startswith(f'spells "Blot {number}", {said}')


def test_amounts_below_nothing_that_are_meant(tmp_path: Path) -> None:
    meant = {"damage": "1d4-2"}, {"damage": "power-3"}, {"slow": "-2"}, {"damage_over_time": "-2"}
    assert told(tmp_path / "inks", **spells(*meant)) == []


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


def test_the_line_is_that_of_the_very_effect(tmp_path: Path) -> None:
    idle = {"effects": {"damage": "0"}}
    proc = {"proc_chance": 0.5, "proc_effects": idle["effects"]}
    blade = {"weapon": {"range": "melee", "base_damage": "1d4", **proc}}
    rows = {
        "items": [
            {**THING, "name": "Null", "consumable": idle},
            {**THING, "name": "Edge", **blade},
        ],
        "props": [{**THING, "name": "Snare", "entry_trigger": idle}],
    }
    table = [{"name": name, "weight": 1} for name in ("Null", "Edge", "Snare")]
    folder = pack(tmp_path / "nulls", **rows, spawn_table=table)
    written = (folder / "spawns.json").read_text(encoding="utf-8").splitlines()
    idle_lines = [n for n, line in enumerate(written, 1) if line.strip() == '"damage": "0"']
    assert [each.line for each in doubted(folder)] == idle_lines
    assert len(idle_lines) == 3


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


@pytest.mark.parametrize(
    "effect",
    [
        {"kind": "raise", "what": "magic", "by": 0},
        {"kind": "standing", "mob": "Toll Keeper", "points": 0},
    ],
)
def test_deals_that_do_nothing(tmp_path: Path, effect: dict[str, Any]) -> None:
    deal = {"name": "Kneel", "price": {"gold": 5}, "effects": [effect], "becomes": "Cold Altar"}
    stool = {"name": "Stool", "renderable": {"glyph": "s"}, "blocks_tile": True}
    rows = {
        "props": [stool | {"bargain": {"text": "Kneel?", "deals": [deal, deal | {"name": "Bow"}]}}],
        "spawn_table": [{"name": "Stool", "weight": 1}],
    }
    found = told(tmp_path / "stools", **rows)
    assert found == [
        f'props "Stool", bargain.deals.{number}.effects.{effect["kind"]}: does nothing: it is 0'
        for number in (0, 1)
    ]


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


def test_prices_far_from_the_law(tmp_path: Path) -> None:
    """The price of what is below nothing is dear."""
    damages = "40", "1", "-5", "6-power"
    rows = spells(*({"damage": each} for each in damages))
    rows["items"] = [
        {**THING, "name": f"Book {n}", "consumable": {"effects": {"teach_spell": f"Blot {n}"}}}
        for n in range(4)
    ]
    rows["spawn_table"] += [{"name": f"Book {n}", "weight": 1} for n in range(4)]
    said = [each for each in told(tmp_path, **rows) if "mana_cost" in each]
    ways = (
        "cheap: worth 40.0 damage a mana",
        "dear: worth 1.0 damage a mana",
        *("dear: worth -",) * 2,
    )
    for number, (each, way) in enumerate(zip(said, ways, strict=True)):
        assert each.startswith(f'spells "Blot {number}", mana_cost: {way}')


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
    (found,) = doubted(folder)
    assert found.file == str(folder / "prefabs" / "ink.txt")
    assert "never turns up" in found.problem


def test_townsfolk_turn_up_though_no_row_says_so(tmp_path: Path) -> None:
    own = json.loads((data_path.data_folder() / "spawns.json").read_text(encoding="utf-8"))
    barkeep = next(row for row in own["mobs"] if row["name"] == "Barkeep")
    assert told(tmp_path / "inks", mobs=[barkeep]) == []


def test_doubts_fail_only_where_that_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = pack(tmp_path / "inks", **spell(damage="0"))
    assert app.main(["check-data", str(folder)]) == 0
    assert f'doubt: {folder}/spawns.json, line 8: spells "Blot", effects.damage: does nothing' in (
        capsys.readouterr().out
    )
    assert app.main(["check-data", str(folder), "--strict"]) == 1
    assert app.main(["check-data", "--data", "lamplighters", "--strict"]) == 0
