"""Formulas, fresh state, factions, packs, and the one digest of all data."""

import json
from pathlib import Path
from typing import Any, TypeVar

import pytest

from roguelike.components import actors, magic, spatial, vitals
from roguelike.components.looks import LightSource, Renderable
from roguelike.core.rng import Stream
from roguelike.raws.catalog import load_catalog
from roguelike.world import figures
from roguelike.world.catalog import Catalog

T = TypeVar("T")


def spells(catalog: Catalog) -> dict[str, int]:
    """Return ids for the spells, as a game gives them."""
    return {name: -number for number, name in enumerate(catalog.spells, 1)}


def state(catalog: Catalog, name: str, kind: type[T]) -> T:
    return next(
        part
        for part in catalog.fresh("mobs", name, Stream(1), spells(catalog))
        if isinstance(part, kind)
    )


def template(catalog: Catalog, section: Any, name: str, kind: type[T]) -> T:
    return next(part for part in catalog.templates(section, name) if isinstance(part, kind))


@pytest.mark.parametrize(
    ("level", "fitness", "hp"), [(1, 11, 9), (1, 3, 6), (6, 13, 55), (3, 3, 16), (2, 0, 7)]
)
def test_hit_points_of_a_mob_follow_the_formula(level: int, fitness: int, hp: int) -> None:
    assert figures.creature_pools(figures.SOURCE, level, vitals.Attributes(11, fitness))[0] == hp


def test_raw_hp_and_mana_are_honoured() -> None:
    catalog = load_catalog([{"mobs": [{"name": "Ogre", "hp": 40, "mana": 0, "level": 3}]}])
    pools = state(catalog, "Ogre", vitals.Pools)
    assert (pools.hp, pools.max_hp, pools.mana, pools.max_mana, pools.level) == (40, 40, 0, 0, 3)


def test_templates_are_shared(catalog: Catalog) -> None:
    assert catalog.templates("mobs", "Rat") is catalog.templates("mobs", "Rat")
    assert template(catalog, "mobs", "Black Dragon", spatial.Body) == spatial.Body(
        2, 2, blocks_tile=True
    )
    assert template(catalog, "mobs", "Bandit", LightSource) == LightSource(
        (255, 255, 85), 6, flicker=0.12, cast=(255, 165, 80)
    )
    dragon = template(catalog, "mobs", "Black Dragon", magic.Abilities)
    assert dragon.cast == (magic.Ability("Acid Breath", 0.2, 8, 2),)
    assert template(catalog, "mobs", "Firecap Mushroom", magic.Abilities).on_death[0].chance == 1
    assert template(catalog, "mobs", "Mom", actors.Nature).proper_name


def test_without_a_player_row_there_is_still_a_player() -> None:
    catalog = load_catalog([{}])
    assert template(catalog, "game", "player", Renderable).glyph == "@"
    assert catalog.origins[""].carried == ()


def test_looking_things_up(catalog: Catalog) -> None:
    content: Catalog = catalog
    assert content.has("items", "Venomous Dagger +2")
    assert not content.has("mobs", "Dagger")
    assert catalog.section_of("Bear Trap") == "props"
    assert catalog.section_of("Zap") is None
    assert all(map(catalog.is_thing, ("Bear Trap", "Dagger", "Fire")))
    assert not any(map(catalog.is_thing, ("Zap", "Ogre", "")))
    assert content.spells["Zap"].mana_cost == 1
    assert content.loot["Wyrms"] == (("Dragon Scale", 10), ("Meat", 10))
    assert content.equipment.get("Orc Leader", ()) == (
        "Battleaxe",
        "Tower Shield",
        "Leather Armor",
        "Leather Boots",
    )
    assert content.equipment.get("Rat", ()) == ()
    assert "Rations" in catalog.wares(["food"])
    assert not any("+" in name for name in catalog.wares(["weapon", "armor", "clothes"]))
    for ask in (
        content.spells.__getitem__,
        content.statuses.__getitem__,
        content.loot.__getitem__,
        lambda name: content.templates("mobs", name),
    ):
        with pytest.raises(KeyError):
            ask("Nonesuch")


@pytest.mark.parametrize("name", ["Confusion", "Slowed", "Hasted", "Damage Over Time"])
def test_statuses_of_the_rules_need_no_data(name: str, catalog: Catalog) -> None:
    bare, own = load_catalog([{}]).statuses[name], catalog.statuses[name]
    for field in ("tick", "slows", "flags", "cancels", "stacking", "good"):
        assert getattr(bare, field) == getattr(own, field) or (name, field) == (
            "Confusion",
            "stacking",
        )
    assert actors.Kind("statuses", name)
    assert catalog.has("statuses", name)


def write(folder: Path, rows: dict[str, Any]) -> Path:
    folder.mkdir()
    (folder / "spawns.json").write_text(json.dumps(rows), encoding="utf-8")
    return folder


def test_the_digest_is_of_what_data_says_not_of_its_layout(tmp_path: Path) -> None:
    rows = {"items": [{"name": "Dagger", "base_value": 2}]}
    folder = write(tmp_path / "one", rows)
    before = load_catalog([folder]).data_hash
    text = json.dumps(rows, indent=8).replace("\n", "\r\n")
    (folder / "spawns.json").write_bytes(text.encode())
    assert load_catalog([folder]).data_hash == before == load_catalog([rows]).data_hash
    rows["items"][0]["base_value"] = 3
    assert load_catalog([rows]).data_hash != before
