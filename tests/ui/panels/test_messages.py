"""The log's panel: what one cast did to many is told in one line, and unfolded in the log."""

from roguelike.core.grammar import Deed, Message, Noun
from roguelike.core.records import replace
from roguelike.testing import Arena
from roguelike.toolkit.palette import palette
from roguelike.ui.panels.messages import LogPanel, laid_out
from tests.goldens import GOLDEN, compare
from tests.ui.panels.written import shown

COLOURS = palette()


def cast(*deeds: Deed) -> list[Message]:
    """Return the lines of a cast that did all this."""
    told = [Message(f"line {number}", turn=3, deed=deed) for number, deed in enumerate(deeds)]
    return [Message("You cast Spark.", turn=3), *told]


def deaths(*lines: Message) -> list[Message]:
    """Return the deaths of a cast, each of somebody else."""
    return [
        replace(each, turn=3, deed=Deed("Spark", 1, victim, died=True))
        for victim, each in enumerate(lines, 2)
    ]


def said(*lines: str) -> list[Message]:
    """Return what was told in one turn."""
    return [Message(line, turn=2) for line in lines]


TWO = Deed("Spark", 1, 2, 4), Deed("Spark", 1, 3, 4)
KEEPER = Message("{1} dies.", (Noun("the Keeper", 2, proper=True),), "death")
LOGS: dict[str, tuple[list[Message], str, int, int]] = {
    "a cast upon three is told in one line": (
        cast(
            Deed("Spark", 1, 2, 4), Deed("Spark", 1, 3, 9), Deed("Spark", 1, 3, died=True), Deed("Spark", 1, 4)
        ), "", 60, 8,
    ),
    "one upon many names who bears a name and says who died out of sight": (
        deaths(
            KEEPER, Message("{1} dies.", (Noun("imp", 3),), "death"),
            Message("Something that you hurt dies out of sight.", (), "death"),
        ), "", 70, 8,
    ),
    "a cast upon two is told line by line": (cast(*TWO), "", 60, 8),
    "so are two casts": (cast(*TWO, Deed("Web", 1, 4, 4)), "", 60, 8),
    "repeats are counted and the newest stands last": ([
        Message("{1} arrives.", (Noun("rat", 9),)),
        *(Message("{1} dies.", (Noun("goblin", entity),)) for entity in (1, 2, 3)),
    ], "", 40, 4),
    "a notice stands below the log and long messages wrap": (
        said("One two three four five six."), "No.", 14, 5
    ),
    "those that have no room are counted with the key of the log": (
        [Message("You wait.", turn=1), *said(*(f"Rat {n} bites." for n in range(4)))], "", 32, 3
    ),
    "a count never stands beside half a sentence": (
        said("One two three four five six seven eight nine.", "It bites.", "A rat dies."), "", 32, 3
    ),
    "nor where it has no room": (
        said(*(f"The {n}th rat of them all bites." for n in range(3))), "", 32, 2
    ),
    "a long saying does not hide what the act did": (
        said("You learn it.", "The patron says: “Could somebody turn it down?”", "» A hint of two rows here."),
        "", 26, 4,
    ),
    "of an older message all or nothing is shown": (
        [Message("One two three four five six seven.", turn=1), Message("A rat.", turn=2)], "", 14, 3
    ),
}  # fmt: skip
"""Logs, notices, and the width and height of the panel."""


def test_the_panel_of_the_log_looks_as_it_did() -> None:
    pages = []
    for case, (log, notice, width, height) in LOGS.items():
        rows = shown(laid_out(log, notice, width, height, COLOURS, "M"), width)
        pages.append("\n".join([f"--- {case}", *(row.rstrip() for row in rows)]))
    compare(GOLDEN / "told" / "panel-of-the-log.txt", "\n".join(pages) + "\n")


def test_the_log_itself_tells_everything() -> None:
    with Arena.from_ascii("########\n#@.ggg.#\n########", {"g": "Goblin"}) as arena:
        arena.teach("Quarrelsome Spark")
        arena.set_pools(arena.player, mana=30, max_mana=30)
        arena.cast("Quarrelsome Spark", (3, 1))
        log = arena.game.log
        assert len([line for line in arena.log if "damage from Quarrelsome Spark" in line]) == 3
        rows = laid_out(log, "", 60, 8, COLOURS)
        text = " ".join(words for row in rows for words, _ in row.left)
        assert "Quarrelsome Spark: " in text
        assert "takes" not in text


def test_what_is_told_twice_in_a_full_log_is_counted() -> None:
    panel, colours = LogPanel(), palette()
    hit, miss = Message("The orc hits you.", turn=3), Message("You wait.", turn=3)
    log = [hit, miss, miss]
    before = panel.lines(log, "", (40, 2), colours)
    assert panel.lines(log, "", (40, 2), colours) is before
    log.append(Message("You wait.", turn=3))
    del log[0]
    told = [
        "".join(text for text, _ in line.left) for line in panel.lines(log, "", (40, 2), colours)
    ]
    assert told[-1].strip() == "You wait. ×3"
