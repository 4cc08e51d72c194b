"""Lines behind checksums: the sound beginning is read, whatever happens to the end."""

from hypothesis import given
from hypothesis import strategies as st

from roguelike.store.jsonl import read_lines, write_line

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
