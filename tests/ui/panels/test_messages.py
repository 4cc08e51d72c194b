"""The log's panel: what one cast did to many is told in one line, and unfolded in the log."""

from roguelike.core.grammar import Deed, Message
from roguelike.testing import Arena
from roguelike.ui.look.palette import palette
from roguelike.ui.panels.messages import log_lines


def told(*deeds: Deed) -> list[str]:
    """Return what the panel says of a cast that did all this, each told in a line of its own."""
    cast = Message("You cast Spark.", turn=3)
    lines = [Message(f"line {number}", turn=3, deed=deed) for number, deed in enumerate(deeds)]
    rows = log_lines([cast, *lines], "", 60, 8, palette("default"))
    return [text for row in rows if (text := "".join(words for words, _ in row.left).strip())]


def test_a_cast_upon_three_is_told_in_one_line() -> None:
    hit, killed = Deed("Spark", 1, 2, 4), Deed("Spark", 1, 3, 9)
    dead, stunned = Deed("Spark", 1, 3, died=True), Deed("Spark", 1, 4)
    assert told(hit, killed, dead, stunned) == [
        "You cast Spark.",
        "Spark: kills 1, hits 1 for 4, affects 1.",
    ]


def test_a_cast_upon_two_and_two_casts_are_told_line_by_line() -> None:
    assert len(told(Deed("Spark", 1, 2, 4), Deed("Spark", 1, 3, 4))) == 3
    two = [Deed("Spark", 1, 2, 4), Deed("Spark", 1, 3, 4), Deed("Web", 1, 4, 4)]
    assert len(told(*two)) == 4


def test_the_log_itself_tells_everything() -> None:
    with Arena.from_ascii("########\n#@.ggg.#\n########", {"g": "Goblin"}) as arena:
        arena.teach("Quarrelsome Spark")
        arena.set_pools(arena.player, mana=30, max_mana=30)
        arena.cast("Quarrelsome Spark", (3, 1))
        log = arena.game.log
        assert len([line for line in arena.log if "damage from Quarrelsome Spark" in line]) == 3
        rows = log_lines(log, "", 60, 8, palette("default"))
        text = " ".join(words for row in rows for words, _ in row.left)
        assert "Quarrelsome Spark: " in text
        assert "takes" not in text
