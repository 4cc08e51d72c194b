"""Codes: what is sent is what is played, and whatever else is typed gets one clear line."""

import pytest

from roguelike.practice.boards import boards, parse_board, written
from roguelike.puzzles import codes
from tests.puzzles.test_puzzle import BOWLING, CAPTIVE, WALK

CODE = codes.code_of(parse_board(BOWLING, "test.txt"))


@pytest.mark.parametrize("text", [BOWLING, WALK, CAPTIVE])
def test_a_code_is_the_board_again(text: str) -> None:
    board = parse_board(text, "test.txt")
    code = codes.code_of(board)
    assert len(code) < 300
    assert written(codes.board_of(code), shared=True) == written(board, shared=True)


def test_a_code_gives_no_solution_away() -> None:
    text = BOWLING.replace("acts: 2", "acts: 2\nsolution: Rude Gesture 5,3; wait\ntempting: wait")
    assert (
        codes.board_of(codes.code_of(parse_board(text, "test.txt"))).task
        == codes.board_of(CODE).task
    )


def test_blanks_and_broken_lines_do_no_harm() -> None:
    assert codes.board_of(f" {CODE[:30]}\n {CODE[30:]} \n") == codes.board_of(CODE)


def packed(text: str) -> str:
    """Return a code of any text, pressed as codes are."""
    from base64 import urlsafe_b64encode
    from zlib import compressobj

    press = compressobj(9, zdict=codes._KNOWN)
    raw = press.compress(text.encode()) + press.flush()
    return codes.VERSION + urlsafe_b64encode(raw).decode().rstrip("=")


def test_every_changed_character_is_noticed() -> None:
    for place in range(len(codes.VERSION), len(CODE), 7):
        wrong = CODE[:place] + ("A" if CODE[place] != "A" else "B") + CODE[place + 1 :]
        with pytest.raises(codes.CodeError):
            codes.board_of(wrong)


def test_files_are_written_as_they_are_read() -> None:
    for board in (*boards("lesson"), *boards("practice"), *boards("puzzle")):
        again = parse_board(written(board), f"{board.key}.txt")
        assert written(again) == written(board)
