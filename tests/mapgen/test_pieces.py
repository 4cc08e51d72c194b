"""Maps laid anew from pieces of their own."""

import numpy as np
import pytest

from roguelike.mapgen.depths import SHAPES
from roguelike.mapgen.metas import wave_function_collapse
from roguelike.mapgen.metas.wave_function_collapse import (
    WaveFunctionCollapse,
    agreements,
    patterns,
)
from roguelike.mapgen.starters.rooms import PartitionedInterior
from roguelike.world.terrain import Tile
from tests.mapgen.building import SEEDS, built, edge_is_closed


def test_a_map_is_laid_anew_from_its_own_pieces() -> None:
    for seed in SEEDS:
        old = built(seed, PartitionedInterior())
        new = built(seed, PartitionedInterior(), WaveFunctionCollapse())
        assert not np.array_equal(old.tiles, new.tiles)
        assert edge_is_closed(new)
        assert new.rooms == []
        pieces = {piece.tobytes() for piece in patterns(old, 8)}
        for x in range(8, 72, 8):
            for y in range(9, 41, 8):
                assert new.tiles[x : x + 8, y : y + 8].tobytes("C") in pieces


def test_pieces_laid_side_by_side_agree() -> None:
    ground = built(4, SHAPES[7], WaveFunctionCollapse()).walkable()
    for x in range(8, 80, 8):
        for y in range(9, 41, 8):
            west, east = ground[x - 1, y : y + 8], ground[x, y : y + 8]
            assert (west & east).any() or not (west.any() or east.any())


def test_a_map_whose_pieces_never_fit_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wave_function_collapse, "lay", lambda *_: None)
    old = built(1, PartitionedInterior())
    new = built(1, PartitionedInterior(), WaveFunctionCollapse())
    assert np.array_equal(old.tiles, new.tiles)
    assert new.rooms == old.rooms


def test_an_edge_that_nothing_meets_is_met_by_nothing() -> None:
    """Not by what is closed: that was the source's mistake, the other way round."""
    closed, lonely = np.zeros((3, 3), np.uint8), np.zeros((3, 3), np.uint8)
    lonely[1, 0] = Tile.FLOOR
    north, east, south, west = agreements(np.stack((closed, lonely)))
    assert north == (0b11, 0b00)
    assert south == (0b01, 0b01)
    assert east == west == (0b11, 0b11)
