"""Saves of every schema there ever was, which load for ever.

`GOLDEN=write pytest tests/store/test_old_saves.py` writes the fixture of today's schema; those of older ones are
never written again. Beside each stands what is in it, to be read on a change.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roguelike.components.actors import Kind
from roguelike.components.items import Pack
from roguelike.components.magic import KnownSpells
from roguelike.components.vitals import Pools
from roguelike.engine.state.snapshot import state_hash
from roguelike.raws.catalog import Catalog
from roguelike.store import container
from roguelike.store.save_file import decode, encode
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.names import known_names

FIXTURES = Path(__file__).parents[1] / "fixtures" / "saves"
FIXED = sorted(path.stem for path in FIXTURES.glob("version-*.save"))
"""`version-1`, and `version-1-late` for one written by the last code of that schema."""


def contents(game: Game) -> dict[str, Any]:
    """Say what is in a game, in terms that no schema changes."""
    game.enter()
    pools = ecs.get(game.player, Pools)
    return {
        "seed": game.seed,
        "turn": game.turn,
        "now": game.now,
        "depth": game.depth,
        "player": [pools.hp, pools.max_hp, pools.mana, pools.max_mana, pools.gold],
        "worn": {
            slot: ecs.get(item, Kind).name for slot, item in ecs.get(game.player, Pack).worn.items()
        },
        "identified": sorted(game.identified),
        "log": [line.text for line in game.log],
        "levels": [
            [level.name, *level.tiles.shape, int(level.explored.sum())]
            for level in game.levels.values()
        ],
        "things": {
            str(entity): kind.name
            for entity, kind in ecs.with_component(Kind)
            if kind.section != "spells"
        },
        "spells": {
            str(entity): known_names(entity)
            for entity, known in ecs.with_component(KnownSpells)
            if known.spells
        },
        "next id": ecs.next_id(),
        "next roll": game.rng.below(10**6),
    }


def write_the_fixture(game: Game) -> None:
    """Write a save of today's schema, and what is in it."""
    path = FIXTURES / f"version-{container.SCHEMA}"
    path.with_suffix(".save").write_bytes(
        encode(game, run="fixture", created="2031-02-03T04:05:06+00:00")
    )
    text = json.dumps(contents(game), indent=1, ensure_ascii=False) + "\n"
    path.with_suffix(".json").write_text(text, encoding="utf-8")


def test_every_schema_has_its_fixture(dungeon: Callable[..., Game]) -> None:
    if os.environ.get("GOLDEN") == "write":
        write_the_fixture(dungeon())
    schemas = {int(path.stem.split("-")[1]) for path in FIXTURES.glob("version-*.save")}
    assert schemas == set(range(1, container.SCHEMA + 1))


@pytest.mark.parametrize("name", FIXED)
def test_old_saves_load(name: str, catalog: Catalog) -> None:
    path = FIXTURES / f"{name}.save"
    document = decode(path.read_bytes(), path.name)
    assert document.header.schema_version == int(name.split("-")[1])
    game = document.open(catalog)
    again = decode(encode(game)).open(catalog)
    assert state_hash(again) == state_hash(game)
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    found = contents(game)
    assert found | expected == found
    assert contents(again) == found
