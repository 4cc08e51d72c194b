"""Lines behind checksums: the sound beginning is read, whatever happens to the end."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.engine.play.commands import Pass, Step
from roguelike.store.journal import Found, Journal, found_in
from roguelike.store.journal_lines import MOST_LINES, chain, read_journal_lines
from roguelike.store.jsonl import read_lines, write_line


def read_journal(path: Path, base: str, number: int = 0) -> Found:
    """Read one journal, as a start of the game reads a chain of them."""
    return found_in(read_journal_lines(path, base, number))


objects = st.dictionaries(st.text(max_size=4), st.integers() | st.text(max_size=4), max_size=3)


@given(st.lists(objects, max_size=5))
def test_lines_come_back(values: list[dict[str, object]]) -> None:
    assert read_lines(b"".join(map(write_line, values))) == (values, True)


@given(st.lists(objects, min_size=1, max_size=4), st.data())
def test_a_torn_file_keeps_whole_lines(
    values: list[dict[str, object]], data: st.DataObject
) -> None:
    lines = [write_line(value) for value in values]
    whole = b"".join(lines)
    length = data.draw(st.integers(0, len(whole)))
    count = next(n for n in range(len(lines), -1, -1) if len(b"".join(lines[:n])) <= length)
    found, is_whole = read_lines(whole[:length])
    assert found == values[:count]
    assert is_whole == (len(b"".join(lines[:count])) == length)


@given(st.lists(objects, min_size=1, max_size=4), st.data())
def test_a_flipped_bit_ends_the_file(values: list[dict[str, object]], data: st.DataObject) -> None:
    whole = bytearray(b"".join(map(write_line, values)))
    place = data.draw(st.integers(0, len(whole) - 1))
    line = whole[:place].count(b"\n")
    whole[place] ^= 1 << data.draw(st.integers(0, 7))
    found, is_whole = read_lines(bytes(whole))
    assert not is_whole
    assert found == values[:line]


def test_a_journal_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    journal = Journal(path, "base")
    assert not path.exists(), "an empty journal costs nothing"
    journal.add([Step(1, 0), Pass()])
    journal.add([Step(0, 1)])
    assert (
        read_journal(path, "base").commands == [Step(1, 0), Pass(), Step(0, 1)] == journal.commands
    )
    assert read_journal(path, "base").successor is None
    journal.seal((2, "next"))
    assert read_journal(path, "base").successor == (2, "next")
    journal.add([Pass()])
    assert read_journal(path, "base").successor is None, "going on breaks the seal"
    journal.close()


def test_a_journal_of_another_save_is_empty(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "a.journal", "base")
    journal.add([Pass()])
    journal.close()
    assert read_journal(tmp_path / "a.journal", "other").commands == []
    assert read_journal(tmp_path / "b.journal", "base").commands == []


def test_a_new_journal_replaces_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    path.write_bytes(b"rubbish")
    journal = Journal(path, "base")
    journal.add([Pass()])
    journal.close()
    assert read_journal(path, "base").commands == [Pass()]


def test_a_command_that_nobody_knows_ends_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    lines = [{"base": "x"}, {"do": "pass"}, {"do": "juggle"}, {"do": "pass"}]
    path.write_bytes(b"".join(map(write_line, lines)))
    found = read_journal(path, "x")
    assert found.commands == [Pass()]
    assert found.torn


@pytest.mark.parametrize(
    "said", [5, None, "x", [], [1], [2, 3], [True, "x"], [1, "x"], [0, "x"], {"a": 1}, [2, "x", 3]]
)
def test_a_successor_that_cannot_be_ends_the_journal(tmp_path: Path, said: object) -> None:
    path = tmp_path / "a.journal"
    lines: list[dict[str, object]] = [{"base": "x"}, {"do": "pass"}, {"next": said}]
    path.write_bytes(b"".join(map(write_line, lines)))
    found = read_journal(path, "x", number=1)
    assert found.commands == [Pass()]
    assert found.successor is None
    assert found.torn


def test_a_journal_that_leads_to_itself_comes_to_an_end(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    for following in (7, 3):
        lines: list[dict[str, object]] = [{"base": "x"}, {"do": "pass"}, {"next": [following, "x"]}]
        path.write_bytes(b"".join(map(write_line, lines)))
        assert len(list(chain(lambda number: path, 7, "x"))) == 1


def test_only_so_many_commands_are_repeated(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    lines: list[dict[str, object]] = [{"base": "x"}, *[{"do": "pass"}] * (MOST_LINES + 5)]
    path.write_bytes(b"".join(map(write_line, lines)))
    assert len(read_journal(path, "x").commands) == MOST_LINES


def test_a_journal_without_end_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    path.touch()
    os.truncate(path, 10**12)
    found = read_journal(path, "x")
    assert found.commands == []
    assert found.torn
