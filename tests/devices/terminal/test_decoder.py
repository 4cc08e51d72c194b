from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.devices.terminal.decoder import Decoder
from roguelike.toolkit.inputs import MOST_PASTED, Key, Mouse, Pasted


def decode(data: bytes) -> list[object]:
    decoder = Decoder()
    return [*decoder.feed(data), *decoder.flush()]


@pytest.mark.parametrize(
    ("data", "names"),
    [
        (b"a", ["a"]), (b"A?>", ["A", "?", ">"]), (b" ", ["space"]), ("é漢".encode(), ["é", "漢"]),
        (b"\r", ["enter"]), (b"\n", ["enter"]), (b"\t", ["tab"]), (b"\x7f", ["backspace"]), (b"\x08", ["backspace"]),
        (b"\x01\x10\x1a", ["ctrl+a", "ctrl+p", "ctrl+z"]),
        (b"\x00\x1c\x1d\x1e\x1f", ["ctrl+2", "ctrl+4", "ctrl+5", "ctrl+6", "ctrl+7"]),
        (b"\x1b", ["escape"]), (b"\x1b\x1b", ["escape", "escape"]), (b"\x1b1", ["alt+1"]), (b"\x1ba", ["alt+a"]),
        (b"\x1bA", ["alt+shift+a"]), (b"\x1b\r", ["alt+enter"]), (b"\x1b\x01", ["ctrl+alt+a"]),
        (b"\x1b\x7f", ["alt+backspace"]),
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", ["up", "down", "right", "left"]), (b"\x1bOA\x1bOB", ["up", "down"]),
        (b"\x1b[1;2A\x1b[1;5C\x1b[1;3D\x1b[1;8B", ["shift+up", "ctrl+right", "alt+left", "ctrl+alt+shift+down"]),
        (b"\x1b[H\x1b[F\x1bOH\x1bOF\x1b[1~\x1b[4~\x1b[7~\x1b[8~", ["home", "end"] * 4),
        (b"\x1b[2~\x1b[3~\x1b[5~\x1b[6~", ["insert", "delete", "page_up", "page_down"]),
        (b"\x1b[5;2~\x1b[3;5~", ["shift+page_up", "ctrl+delete"]), (b"\x1b[Z", ["shift+tab"]),
        (b"\x1bOP\x1bOQ\x1bOR\x1bOS", ["f1", "f2", "f3", "f4"]), (b"\x1b[1;5P", ["ctrl+f1"]),
        (b"\x1b[11~\x1b[15~\x1b[17~\x1b[21~\x1b[23~\x1b[24~", ["f1", "f5", "f6", "f10", "f11", "f12"]),
        (b"\x1b[[A\x1b[[E", ["f1", "f5"]), (b"\x1bOp\x1bOu\x1bOy\x1bOM", ["kp_0", "kp_5", "kp_9", "enter"]),
        (b"\x1bOk\x1bOm", ["+", "-"]), (b"\x1b[E", ["kp_5"]), (b"\x1bOa\x1b[a", ["ctrl+up", "shift+up"]),
        (b"\x1b\x1b[A", ["alt+up"]), (b"\x1b\x1b[1;6A", ["ctrl+alt+shift+up"]),
        (b"\x1b[49;5u", ["ctrl+1"]), (b"\x1b[57;5u", ["ctrl+9"]), (b"\x1b[27;5;49~", ["ctrl+1"]),
        (b"\x1b[49;3u", ["alt+1"]),
        (b"\x1b[50;2u", ["shift+2"]), (b"\x1b[64;2u", ["@"]), (b"\x1b[97;2u", ["A"]), (b"\x1b[27;2;65~", ["A"]),
        (b"\x1b[97;5u", ["ctrl+a"]), (b"\x1b[97;6u", ["ctrl+shift+a"]),
        (b"\x1b[27u", ["escape"]), (b"\x1b[27;1u", ["escape"]),
        (b"\x1b[13;3u", ["alt+enter"]), (b"\x1b[9;2u", ["shift+tab"]), (b"\x1b[127;5u", ["ctrl+backspace"]),
        (b"\x1b[32;2u", ["space"]), (b"\x1b[97:65;2u", ["A"]), (b"\x1b[97;5:1u", ["ctrl+a"]), (b"\x1b[97;5:3u", []),
        (b"\x1b[1;1:3A", []), (b"\x1b[97;65u", ["a"]), (b"\x1b[97;133u", ["ctrl+a"]),
        (b"\x1b[57404u\x1b[57419u\x1b[57414u", ["kp_5", "kp_8", "enter"]), (b"\x1b[57441;2u", []),
        (b"\x1b]11;rgb:0000/0000/0000\x07a", ["a"]), (b"\x1bP1+r\x1b\\b", ["b"]), (b"\x1b]", ["alt+]"]),
        (b"\x1b[?62;4c", []), (b"\x1b[I\x1b[O", []), (b"\x1b[", ["alt+["]), (b"\x1bO", ["alt+shift+o"]),
        (b"\x1b[99~", []), (b"\xff\xfea", ["a"]),
        (b"\x1b[111;9u\x1b[108;17u\x1b[108;13u", ["super+o", "super+l", "super+ctrl+l"]),
        ("щО\u0411юЪ".encode(), ["o", "J", "<", ".", "}"]), ("ολ?ö".encode(), ["o", "l", "?", "ö"]),
        ("\x1bщ".encode(), ["alt+o"]), (b"\x1b[1097;5u", ["ctrl+o"]), (b"\x1b[27;2;1065~", ["O"]),
        (b"\x1b[1497::104;5u", ["ctrl+h"]), (b"\x1b[246::59;5u", ["ctrl+ö"]),
        (b"\x1b[" + b"1" * 70 + b"u", []), (b"\x1bO" + b"1" * 70 + b"p", []), (b"\x1b]8;" + b"1" * 300, []),
    ],
)  # fmt: skip
def test_bytes_become_keys(data: bytes, names: list[str]) -> None:
    assert decode(data) == [Key(name) for name in names]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"\x1b[<0;11;21M", [Mouse("press", 10, 20, "left")]),
        (b"\x1b[<1;1;1M", [Mouse("press", 0, 0, "middle")]),
        (b"\x1b[<2;300;99M", [Mouse("press", 299, 98, "right")]),
        (b"\x1b[<16;3;4M", [Mouse("press", 2, 3, "left")]),
        (b"\x1b[<0;11;21m", []),
        (b"\x1b[<35;5;6M", [Mouse("move", 4, 5)]),
        (b"\x1b[<32;5;6M", [Mouse("move", 4, 5)]),
        (b"\x1b[<64;5;6M", [Mouse("wheel", 4, 5, steps=1)]),
        (b"\x1b[<65;5;6M", [Mouse("wheel", 4, 5, steps=-1)]),
        (b"\x1b[<66;5;6M", []),
        (b"\x1b[<128;5;6M", []),
        (b"\x1b[<5;6M", []),
    ],
)
def test_bytes_become_mouse_events(data: bytes, found: list[Mouse]) -> None:
    assert decode(data) == found


def test_an_escape_is_held_back_until_time_tells() -> None:
    decoder = Decoder()
    assert decoder.feed(b"a\x1b") == [Key("a")]
    assert decoder.pending
    assert decoder.flush() == [Key("escape")]
    assert not decoder.pending


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"git log | head && make\rq", "git log | head && make\rq"), (b"", ""), ("ключ".encode(), "ключ"),
        (b"\x1b[A\x03Q\x1b", "\x1b[A\x03Q\x1b"), (b"x" * 20_000, "x" * MOST_PASTED),
    ],
)  # fmt: skip
def test_what_is_pasted_is_no_key(data: bytes, text: str) -> None:
    pasted = b"\x1b[200~" + data
    assert decode(b"a" + pasted + b"\x1b[201~b") == [Key("a"), Pasted(text), Key("b")]
    assert decode(pasted) == [Pasted(text)], "its end never comes"


def test_a_paste_is_waited_for_however_slowly_it_comes() -> None:
    decoder = Decoder()
    for piece in (b"\x1b[200~Qui", b"t\x1b[20"):
        assert decoder.feed(piece) == []
        assert decoder.in_paste
        assert not decoder.pending
    assert decoder.feed(b"1~") == [Pasted("Quit")]
    assert not decoder.in_paste


def test_text_fields_get_the_letter_of_another_script() -> None:
    found = [key.typed for key in decode("щЮ\x1b[27;2;1065~".encode()) if isinstance(key, Key)]
    assert found == ["щ", "Ю", "Щ"]


STREAM = "a\x1b[1;5Aé\x1b[<0;11;21M\x1b[49;5u\x1bOP\x1b1漢\x1b[Z\x1b]0;x\x07q\x1b[200~Q\x1b[A\x1b[201~w".encode()


@given(st.lists(st.integers(0, len(STREAM)), max_size=8))
def test_it_does_not_matter_how_a_slow_line_splits_the_bytes(cuts: list[int]) -> None:
    decoder = Decoder()
    edges = [0, *sorted(cuts), len(STREAM)]
    found = [event for a, b in pairwise(edges) for event in decoder.feed(STREAM[a:b])]
    assert found == decode(STREAM)
    assert len(found) == 12


NOISE = [*b"\x1b \x1bO3 [ O < 1 ; u ~ M A \xc3 ] \x1b[200~ \x1b[201~ \x07 P".split(b" "), b"9" * 70]


def test_a_number_in_it_does_not_end_a_sequence_that_a_slow_line_splits() -> None:
    decoder = Decoder()
    found = [event for at in range(5) for event in decoder.feed(b"\x1bO3P "[at : at + 1])]
    assert found == decode(b"\x1bO3P ")


@given(st.lists(st.sampled_from(NOISE)))
def test_no_noise_can_break_or_choke_it_however_it_is_split(pieces: list[bytes]) -> None:
    decoder = Decoder()
    found = [event for piece in pieces for event in decoder.feed(piece)]
    found += decoder.flush()
    assert decode(b"".join(pieces)) == found
    assert not decoder.pending
    assert not decoder.in_paste
    assert decoder.feed(b"q")[-1:] == [Key("q")]
