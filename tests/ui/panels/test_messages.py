"""The log's panel: what one cast did to many is told in one line, and unfolded in the log."""

from roguelike.core.grammar import Deed, Message, Noun
from roguelike.core.records import replace
from roguelike.testing import Arena
from roguelike.toolkit.palette import palette
from roguelike.ui.panels.messages import LogPanel, laid_out
from tests.ui.panels.written import shown, words


def told(*deeds: Deed) -> list[str]:
    """Return what the panel says of a cast that did all this, each told in a line of its own."""
    cast = Message("You cast Spark.", turn=3)
    lines = [Message(f"line {number}", turn=3, deed=deed) for number, deed in enumerate(deeds)]
    rows = laid_out([cast, *lines], "", 60, 8, palette("default"))
    return [text for row in rows if (text := "".join(words for words, _ in row.left).strip())]


def test_a_cast_upon_three_is_told_in_one_line() -> None:
    hit, killed = Deed("Spark", 1, 2, 4), Deed("Spark", 1, 3, 9)
    dead, stunned = Deed("Spark", 1, 3, died=True), Deed("Spark", 1, 4)
    assert told(hit, killed, dead, stunned) == [
        "You cast Spark.",
        "Spark: kills 1, hits 1 for 4, affects 1.",
    ]


def test_a_cast_upon_many_names_who_bears_a_name_and_says_who_died_out_of_sight() -> None:
    deaths = [
        Message("{1} dies.", (Noun("the Keeper", 2, proper=True),), "death"),
        Message("{1} dies.", (Noun("imp", 3),), "death"),
        Message("Something that you hurt dies out of sight.", (), "death"),
    ]
    log = [
        replace(each, turn=3, deed=Deed("Spark", 1, victim, died=True))
        for victim, each in enumerate(deaths, 2)
    ]
    rows = laid_out(log, "", 70, 8, palette("default"))
    assert [text for row in rows if (text := words(row).strip())] == [
        "Spark: kills the Keeper, 1 more and 1 out of sight."
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
        rows = laid_out(log, "", 60, 8, palette("default"))
        text = " ".join(words for row in rows for words, _ in row.left)
        assert "Quarrelsome Spark: " in text
        assert "takes" not in text


COLOURS = palette()


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


def test_the_log_counts_repeats_and_puts_the_newest_last() -> None:
    goblins = [Noun("goblin", entity) for entity in (1, 2, 3)]
    log = [
        Message("{1} arrives.", (Noun("rat", 9),)),
        *(Message("{1} dies.", (goblin,)) for goblin in goblins),
    ]
    assert [words(row) for row in laid_out(log, "", 40, 4, COLOURS)] == [
        "",
        "",
        "The rat arrives.",
        "The goblin dies. ×3",
    ]


def test_a_notice_stands_below_the_log_and_long_messages_wrap() -> None:
    log = [Message("One two three four five six.")]
    rows = [words(row) for row in laid_out(log, "No.", 14, 5, COLOURS)]
    assert rows == ["", "One two", " three four", " five six.", "! No."]


def test_messages_that_have_no_room_are_counted_with_the_key_of_the_log() -> None:
    log = [Message("You wait.", turn=1), *(Message(f"Rat {n} bites.", turn=2) for n in range(4))]
    rows = shown(laid_out(log, "", 32, 3, COLOURS, "M"), 32)
    assert [row.strip() for row in rows] == [
        "Rat 1 bites.          ▲ 1 more M",
        "Rat 2 bites.",
        "Rat 3 bites.",
    ]


def test_a_count_never_stands_beside_half_a_sentence_nor_where_it_has_no_room() -> None:
    told = ["One two three four five six seven eight nine.", "It bites.", "A rat dies."]
    log = [Message(each, turn=2) for each in told]
    rows = [words(row) for row in laid_out(log, "", 32, 3, COLOURS, "M")]
    assert rows == ["", "It bites.▲ 1 more M", "A rat dies."]
    log = [Message(f"The {n}th rat of them all bites.", turn=2) for n in range(3)]
    rows = [words(row) for row in laid_out(log, "", 32, 2, COLOURS, "M")]
    assert rows == ["▲ 2 more M", "The 2th rat of them all bites."]


def test_a_long_saying_does_not_hide_what_the_act_did() -> None:
    told = [
        "You learn it.",
        "The patron says: “Could somebody turn it down?”",
        "» A hint of two rows here.",
    ]
    log = [Message(each, turn=2) for each in told]
    rows = [words(row) for row in laid_out(log, "", 26, 4, COLOURS, "M")]
    assert rows == ["", "You learn it.▲ 1 more M", "» A hint of two rows", " here."]


def test_of_an_older_message_all_or_nothing_is_shown() -> None:
    log = [Message("One two three four five six seven.", turn=1), Message("A rat.", turn=2)]
    rows = [words(row) for row in laid_out(log, "", 14, 3, COLOURS)]
    assert rows == ["", "", "A rat."]
