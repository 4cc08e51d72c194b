"""How tests take a game apart and put it together again."""

import json
from typing import Any

from roguelike.engine.state.snapshot import read, restore, write
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game


def again_from(game: Game, catalog: Catalog) -> Game:
    """Make a game anew of the state of another."""
    return restore(read(write(game)), catalog)


def plain_state(game: Game) -> dict[str, Any]:
    """Return a game's state as plain data, to be spoilt."""
    state: dict[str, Any] = json.loads(write(game))
    return state


def restored(state: dict[str, Any], catalog: Catalog) -> Game:
    """Make a game of plain data."""
    return restore(read(json.dumps(state).encode()), catalog)
