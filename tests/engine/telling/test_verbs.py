"""What blows are called, and that every line of the log is a sentence, in brawls and in whole transcripts."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.core.grammar import Message, Noun, conjugated, render
from roguelike.host.transcript import Transcript, TranscriptError
from roguelike.testing import Arena
from tests.boards import Board, boards
from tests.sentences import faults

PIT = "#####\n#@m.#\n#####"


@pytest.mark.parametrize(
    ("verb", "they", "you"),
    [
        ("bite", "bites", "bite"),
        ("slash", "slashes", "slash"),
        ("pry", "pries", "pry"),
        ("slay", "slays", "slay"),
    ],
)
def test_verbs_agree(verb: str, they: str, you: str) -> None:
    template = f"{{1}} {conjugated(verb)}."
    for noun, form in (
        (Noun("orc", 2), f"The orc {they}."),
        (Noun("you", 1, is_you=True), f"You {you}."),
    ):
        assert "".join(text for text, _ in render(template, (noun,))) == form


def struck(creature: str, weapon: str = "") -> list[str]:
    """Let a creature and the player strike each other until both have hit; return what is told."""
    with Arena.from_ascii(PIT, {"m": creature}) as arena:
        foe = arena.find(creature)
        for each in (foe, arena.player):
            arena.set_pools(each, hp=900, max_hp=900)
        if weapon:
            arena.equip(arena.player, weapon)
        for _ in range(60):
            arena.melee(arena.player, by=foe)
            arena.melee(foe)
        return [line for line in arena.log if " for " in line]


@pytest.mark.parametrize(
    ("creature", "weapon", "told"),
    [
        ("Wild Boar", "Longsword +1", ("gores you", "You slash the wild boar")),
        ("Rat", "", ("bites you", "You hit the rat")),
        ("Kobold", "Dagger of Venom", ("hits you", "You stab the kobold")),
    ],
)
def test_the_log_says_how_blows_hurt(creature: str, weapon: str, told: tuple[str, str]) -> None:
    lines = struck(creature, weapon)
    for words in told:
        assert any(words in line for line in lines), lines[:9]


@pytest.mark.parametrize(
    "line",
    [
        "the rat bites.", "The the rat bites.", "You hits the rat.", "The rat take 5 damage.",
        "You pick up a apple.", "You pick up an dagger.", "You find 3  gold.", "The rat dies",
        "The rat takes 0 damage from Zap.", "You is ill.", "The {1} dies.", "The dungeon hits you.",
    ],
)  # fmt: skip
def test_the_check_of_sentences_finds_bad_ones(line: str) -> None:
    assert faults(line)


@pytest.mark.parametrize(
    "line",
    [
        "You hit the rat for 5.", "The rat takes 5 damage from Zap.", "Something hits you for 3.",
        "You pick up an apple.", "The Unidentified Gauntlets are Gauntlets of Ogre Power.",
        "Mom says: “Take care.”", "You die.", "You miss the rat.", "Your head stops pounding.",
    ],
)  # fmt: skip
def test_the_check_of_sentences_passes_good_ones(line: str) -> None:
    assert faults(line) == []


@given(boards(most=18), st.integers(0, 10_000))
def test_every_line_of_a_brawl_is_a_sentence(board: Board, seed: int) -> None:
    rng = Random(seed)
    with board.arena(minds=True) as arena:
        arena.set_pools(arena.player, max_hp=300, hp=300, max_mana=100, mana=100)
        spells = ["Zap", "Blast", "Web", "Volley", "Call", "Blink", "Shove", "Singe"]
        for spell in spells:
            arena.teach(spell)
        for _ in range(12):
            spots = sorted(arena.game.level.blockers)
            arena.cast(rng.choice(spells), rng.choice(spots))
            arena.move(rng.randint(-1, 1), rng.randint(-1, 1))
            arena.pick_up()
            arena.wait()
        assert [(line, faults(line)) for line in arena.log if faults(line)] == []


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
