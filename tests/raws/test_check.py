"""`check-data`: what it says of the game's own data, of a pack over it, and of a whole other game."""

import json
from pathlib import Path
from typing import Any

import pytest

from roguelike.commands.check import check_data
from roguelike.raws.faults import DataError
from roguelike.testing.catalogs import catalog_for


def test_check_of_the_own_data_and_of_a_pack(tmp_path: Path) -> None:
    report = check_data()
    assert "no faults" in report
    assert "data hash" in report
    assert "note:" not in report
    pack = {"mobs": [{"name": "Owlbear", "faction": "Carnivores", "loot_table": "Animal"}]}
    (tmp_path / "spawns.json").write_text(json.dumps(pack), encoding="utf-8")
    mobs = len(catalog_for(None).names("mobs"))
    assert f"{mobs + 1} mobs" in check_data(tmp_path)


def test_check_of_a_whole_game_stands_on_its_own(tmp_path: Path) -> None:
    sections = ("items", "mobs", "props", "spells", "spawn_table", "loot_tables", "faction_table")
    rows: dict[str, Any] = {section: [] for section in sections}
    (tmp_path / "spawns.json").write_text(json.dumps(rows), encoding="utf-8")
    assert "0 mobs" in check_data(tmp_path)
    assert "note: no mobs spawn at depths 1 to 30" in check_data(tmp_path)
    rows["items"] = [{"name": "Book", "consumable": {"effects": {"teach_spell": "Zap"}}}]
    (tmp_path / "spawns.json").write_text(json.dumps(rows), encoding="utf-8")
    with pytest.raises(DataError, match="no spell 'Zap'"):
        check_data(tmp_path)
