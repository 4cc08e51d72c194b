"""What was foreseen a moment ago need not be asked again: tests."""

from roguelike.effects.foresight.foreseen import Foreseen, is_foreseen, note_foreseen
from roguelike.world.changes import move
from roguelike.world.game import Cause
from tests.rooms import Draw

USE = Foreseen(7, "Zap", (3, 1))


def test_it_holds_for_this_very_use_alone(draw: Draw) -> None:
    """Another user, spell or tile is asked about anew."""
    game = draw("@...").game
    note_foreseen(game, USE)
    assert is_foreseen(game, USE)
    for other in (Foreseen(8, "Zap", (3, 1)), Foreseen(7, "Web", (3, 1)), Foreseen(7, "Zap", None)):
        assert not is_foreseen(game, other)


def test_it_holds_until_the_next_change(draw: Draw) -> None:
    """Whatever changes may be what made the use pointless."""
    game = draw("@...").game
    note_foreseen(game, USE)
    move(game, game.player, (2, 1), Cause("a shove"))
    assert not is_foreseen(game, USE)
