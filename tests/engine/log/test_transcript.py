from pathlib import Path

import pytest

from roguelike.core.grammar import Message
from roguelike.engine.log.transcript import Transcript


def test_every_message_is_written_once_as_it_is_told(tmp_path: Path) -> None:
    path, log = tmp_path / "log.txt", [Message("You wake.", turn=0)]
    transcript = Transcript(path)
    transcript.tell(log)
    transcript.tell(log)
    assert path.read_text() == "     0  You wake.\n", "at once, for whoever reads along"
    log += [Message("You wait.", turn=1), Message("You wait.", turn=2)]
    transcript.tell(log)
    del log[0]
    transcript.tell(log)
    transcript.close()
    assert path.read_text() == "     0  You wake.\n     1  You wait.\n     2  You wait.\n"


def test_what_the_file_held_stays(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_text("before\n")
    transcript = Transcript(path)
    transcript.tell([Message("Again.", turn=3)])
    transcript.close()
    assert path.read_text() == "before\n     3  Again.\n"


def test_a_file_that_cannot_be_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        Transcript(tmp_path / "nowhere" / "log.txt")
