from pathlib import Path

import pytest

from roguelike.core.grammar import Message
from roguelike.engine.telling.transcript import Transcript, TranscriptError


def test_every_message_is_written_once_as_it_is_told(tmp_path: Path) -> None:
    path, log = tmp_path / "log.txt", [Message("You wake.", turn=0)]
    transcript = Transcript(path)
    transcript.tell(log)
    transcript.tell(log)
    assert path.read_text(encoding="utf-8") == "     0  You wake.\n", (
        "at once, for whoever reads along"
    )
    log += [Message("You wait.", turn=1), Message("You wait.", turn=2)]
    transcript.tell(log)
    del log[0]
    transcript.tell(log)
    transcript.close()
    assert (
        path.read_text(encoding="utf-8")
        == "     0  You wake.\n     1  You wait.\n     2  You wait.\n"
    )


def test_what_the_file_held_stays(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_text("before\n")
    transcript = Transcript(path)
    transcript.tell([Message("Again.", turn=3)])
    transcript.close()
    assert path.read_text(encoding="utf-8") == "before\n     3  Again.\n"


def test_a_file_that_cannot_be_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        Transcript(tmp_path / "nowhere" / "log.txt")


@pytest.mark.parametrize(
    "own",
    [
        b'blue-mana-save 13494078f95f {"turn": 3}\n',
        b'15c9ad77 {"base":"45daab0b61da"}\n',
        b'{\n "run": "66e557a7be5a"}\n',
        b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03m\x90MN",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    ],
)
def test_nothing_is_added_to_what_is_no_text_or_a_file_of_the_game(
    tmp_path: Path, own: bytes
) -> None:
    path = tmp_path / "game-000001.save"
    path.write_bytes(own)
    with pytest.raises(TranscriptError, match=r"game-000001\.save is no text"):
        Transcript(path)
    assert path.read_bytes() == own
