"""Formulas, fresh state, factions, packs, and the one digest of all data."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from roguelike.components import actors, items, magic, spatial, vitals
from roguelike.components.looks import Described, LightSource, Renderable
from roguelike.core.rng import Stream
from roguelike.raws.catalog import load_catalog
from roguelike.raws.faults import Fault
from roguelike.world import ecs, figures, spawning
from roguelike.world.catalog import Catalog
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game

T = TypeVar("T")


@pytest.fixture
def game(catalog: Catalog) -> Iterator[Game]:
    game = Game.fresh("raws", catalog)
    game.enter()
    yield game
    ecs.drop_world(game.world)


def dressed(game: Game, mob: str) -> int:
    entity = spawning.make(game, "mobs", mob, game.rng)
    for item in game.content.equipment.get(mob, ()):
        spawning.put_on(entity, spawning.make(game, "items", item, game.rng))
    return entity


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
    ("mob", "hp", "mana", "armor_class"),
    [
        ("Barkeep", 9, 5, 11),
        ("Mom", 9, 4, 11),
        ("Rat", 6, 4, 10),
        ("Mangy Wolf", 6, 4, 11),
        ("Deer", 6, 4, 10),
        ("Bat", 6, 4, 10),
        ("Bandit", 9, 4, 13),
        ("Bandit Archer", 9, 4, 12),
        ("Orc", 9, 4, 11),
        ("Orc Leader", 17, 8, 14),
        ("Goblin Archer", 9, 4, 12),
        ("Large Spider", 17, 8, 13),
        ("Gelatinous Cube", 17, 8, 13),
        ("Dragon Wyrmling", 16, 12, 29),
        ("Black Dragon", 55, 24, 33),
        ("Cirro Spider", 25, 12, 13),
        ("Rock Golem", 25, 12, 11),
        ("Fungal Beast", 9, 4, 12),
        ("Spore Zombie", 41, 20, 12),
        # The source game has no Buckler, rounds armor down, and gives everybody a Defense of 1: 14 there.
        ("Dark Elf", 49, 24, 16),
        ("Cirro Dark Priestess", 65, 32, 17),
        ("Arbat Dark Elf Leader", 57, 28, 17),
    ],
)
def test_figures_of_the_source_game(
    game: Game, catalog: Catalog, mob: str, hp: int, mana: int, armor_class: int
) -> None:
    pools = state(catalog, mob, vitals.Pools)
    assert (pools.hp, pools.max_hp, pools.mana, pools.max_mana) == (hp, hp, mana, mana)
    assert stats_of(dressed(game, mob)).armor_class == armor_class


@pytest.mark.parametrize(
    ("level", "fitness", "hp"), [(1, 11, 9), (1, 3, 6), (6, 13, 55), (3, 3, 16), (2, 0, 7)]
)
def test_hit_points_of_a_mob_follow_the_formula(level: int, fitness: int, hp: int) -> None:
    assert figures.creature_pools(figures.SOURCE, level, vitals.Attributes(11, fitness))[0] == hp


def test_raw_hp_and_mana_are_honoured() -> None:
    catalog = load_catalog([{"mobs": [{"name": "Ogre", "hp": 40, "mana": 0, "level": 3}]}])
    pools = state(catalog, "Ogre", vitals.Pools)
    assert (pools.hp, pools.max_hp, pools.mana, pools.max_mana, pools.level) == (40, 40, 0, 0, 3)


def test_fresh_state_of_a_mob(catalog: Catalog) -> None:
    assert state(catalog, "Rat", vitals.Attributes) == vitals.Attributes(might=7, fitness=3)
    assert state(catalog, "Rat", vitals.Skills) == vitals.Skills(melee=-1, defense=-1, magic=1)
    assert state(catalog, "Rat", actors.Initiative).due == 2
    assert state(catalog, "Black Dragon", magic.KnownSpells).spells == [
        spells(catalog)["Acid Breath"]
    ]
    assert state(catalog, "Firecap Mushroom", magic.KnownSpells).spells == [
        spells(catalog)["Explode"]
    ]
    assert 20 <= state(catalog, "Black Dragon", vitals.Pools).gold <= 200
    assert state(catalog, "Rat", vitals.Pools) is not state(catalog, "Rat", vitals.Pools)


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


def test_fresh_state_of_things(catalog: Catalog) -> None:
    rng = Stream(1)
    assert catalog.fresh("items", "Rod of Fireballs", rng, {}) == (items.Charges(5, 5),)
    assert catalog.fresh("items", "Dagger", rng, {}) == ()
    assert catalog.fresh("props", "Door", rng, {}) == (spatial.Door(open=False),)
    assert catalog.fresh("props", "Bear Trap", rng, {}) == (spatial.Hidden(found=False),)
    assert template(catalog, "props", "Door", spatial.Body) == spatial.Body(
        1, 1, blocks_tile=True, blocks_sight=True, opens=True
    )


def test_bows_and_blades_have_slots_of_their_own(catalog: Catalog) -> None:
    assert template(catalog, "items", "Scimitar", items.Item).slot == "Melee"
    assert template(catalog, "items", "Hand Crossbow", items.Item).slot == "Missile"
    assert template(catalog, "items", "Buckler", items.Item).slot == "Shield"
    assert template(catalog, "items", "Beer", items.Item).slot is None


def test_factions_react_as_their_rows_say(catalog: Catalog) -> None:
    assert catalog.reaction("Bandits", "Player") == "attack"
    assert catalog.reaction("Bandits", "Bandits") == "ignore"
    assert catalog.reaction("Townsfolk", "Bandits") == "flee"
    assert catalog.reaction("Wyrm", "Fungi") == "ignore"
    assert catalog.reaction("DarkElfA", "DarkElfB") == "attack"
    assert catalog.reaction("Player", "Bandits") == "ignore"
    assert catalog.reaction("Nobody", "Player") == "ignore"
    barbo = template(catalog, "mobs", "Barbo Goblin Archer", actors.Nature)
    assert catalog.reaction("DarkElfB", barbo.faction) == "ignore"


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


def test_packs_add_and_override_by_name(tmp_path: Path) -> None:
    base = write(
        tmp_path / "base",
        {
            "items": [{"name": "Dagger", "base_value": 2}, {"name": "Beer"}],
            "mobs": [{"name": "Rat", "level": 1}],
            "spawn_table": [
                {"name": "Rat", "weight": 5, "min_depth": 1, "max_depth": 3},
                {"name": "Beer", "weight": 1},
            ],
        },
    )
    pack = write(
        tmp_path / "pack",
        {
            "items": [{"name": "Dagger", "base_value": 9}, {"name": "Wine", "text": "Red."}],
            "mobs": [{"name": "Rat", "level": 4}],
            "spawn_table": [{"name": "Rat", "weight": 7, "min_depth": 2, "max_depth": 9}],
        },
    )
    catalog = load_catalog([base, pack])
    assert catalog.names("items") == ("Dagger", "Beer", "Wine")
    assert template(catalog, "items", "Dagger", items.Item).base_value == 9
    assert template(catalog, "items", "Wine", Described).text == "Red."
    assert state(catalog, "Rat", vitals.Pools).level == 4
    assert catalog.spawn_table.pools("mobs", 1) == {}
    assert catalog.spawn_table.pools("mobs", 9) == {"": [("Rat", 7)]}
    assert catalog.data_hash != load_catalog([base]).data_hash


def test_a_pack_may_refer_to_the_base_and_is_blamed_for_its_own_faults(
    tmp_path: Path, one_fault: Callable[..., Fault]
) -> None:
    base = write(tmp_path / "base", {"items": [{"name": "Dagger"}]})
    good = write(tmp_path / "good", {"mobs": [{"name": "Imp", "equipped": ["Dagger"]}]})
    bad = write(tmp_path / "bad", {"mobs": [{"name": "Imp", "equipped": ["Fork"]}]})
    assert load_catalog([base, good]).equipment.get("Imp", ()) == ("Dagger",)
    assert one_fault(base, bad).file == str(bad / "spawns.json")


def test_the_digest_is_of_what_data_says_not_of_its_layout(tmp_path: Path) -> None:
    rows = {"items": [{"name": "Dagger", "base_value": 2}]}
    folder = write(tmp_path / "one", rows)
    before = load_catalog([folder]).data_hash
    text = json.dumps(rows, indent=8).replace("\n", "\r\n")
    (folder / "spawns.json").write_bytes(text.encode())
    assert load_catalog([folder]).data_hash == before == load_catalog([rows]).data_hash
    rows["items"][0]["base_value"] = 3
    assert load_catalog([rows]).data_hash != before
