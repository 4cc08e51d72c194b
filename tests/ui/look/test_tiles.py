"""The pictures of tiles."""

from roguelike.ui.look.tiles import noise


def test_there_is_noise_for_a_tile_anywhere_on_a_map() -> None:
    """Blood more than fifty tiles from the corner ended the program: its seed left the range of 32 bits."""
    assert noise(16, 79 * 5 + 49 * 3, 5).shape == (16, 16)
