"""Comparing two versions: what differs is told, what does not is not, and nothing foreign is read."""

import json
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest

from roguelike.core.records import replace
from roguelike.core.rng import Stream
from roguelike.lab.balance import figures_file
from roguelike.lab.balance.chance import compare
from roguelike.lab.balance.comparing import comparison, in_words, warnings
from roguelike.lab.balance.record import GameRecord
from tests.command import run as program
from tests.goldens import GOLDEN, compare_faults, wrong
from tests.goldens import compare as compare_golden

MANY = 60


def game(bot: str, number: int, luck: Stream, *, turns: int, killer: str = "Orc") -> GameRecord:
    """Make up a game that ended about a turn."""
    length = turns + luck.below(400)
    return GameRecord(
        bot, str(number), turns=length, deepest=2 + length // 600, level=1 + length // 500, end="dead",
        killer=killer, died_at=2, turns_at={1: 40, 2: length - 40}, level_at={1: 1, 2: 1}, taken={killer: 30},
        dealt={"Zap": 100}, cast={"Zap": 20}, hunger={"Normal": length},
    )  # fmt: skip


def games(
    turns: int, luck: str = "old", *, bot: str = "greedy", killer: str = "Orc"
) -> figures_file.Games:
    """Make up a set of games."""
    stream = Stream(luck, "games")
    some = tuple(game(bot, number, stream, turns=turns, killer=killer) for number in range(MANY))
    return figures_file.Games(f"1-{MANY}", 5000, (bot,), "0123456789abcdef", some)


def kept(folder: Path, name: str, story: figures_file.Games) -> Path:
    path = folder / name
    path.write_text(figures_file.written(story), encoding="utf-8")
    return path


# --- the statistic


def test_samples_that_differ_are_told_from_samples_that_do_not() -> None:
    apart = compare([1, 2, 3], [4, 5, 6])
    assert apart.more == 1.0
    # (9 - 4.5 - 0.5) / sqrt(3 * 3 * 7 / 12) = 1.746 standard deviations, two-sided
    assert apart.chance == pytest.approx(0.0809, abs=0.0001)
    alike = compare([2, 2, 5], [2, 2, 5])
    assert (alike.more, alike.chance) == (0.5, 1.0)
    assert compare([3, 3], [3, 3, 3]).chance == 1.0
    assert compare([], [1, 2]).chance == 1.0
    assert compare([0] * 50 + [1] * 50, [0] * 10 + [1] * 90).chance < 0.001


@pytest.mark.parametrize("seed", range(6))
def test_the_chance_agrees_with_every_permutation(seed: int) -> None:
    luck = Stream(seed, "samples")
    old, new = [luck.below(6) for _ in range(7)], [luck.below(6) + seed % 3 for _ in range(7)]
    found, back = compare(old, new), compare(new, old)
    assert found.more == pytest.approx(1 - back.more)
    assert found.chance == pytest.approx(back.chance)
    both = old + new
    deals = [
        compare([both[i] for i in range(14) if i not in chosen], [both[i] for i in chosen]).more
        for chosen in map(set, combinations(range(14), 7))
    ]
    as_far = sum(abs(more - 0.5) >= abs(found.more - 0.5) - 1e-9 for more in deals) / len(deals)
    assert found.chance == pytest.approx(as_far, abs=0.06)


def test_chance_alone_is_seldom_taken_for_more() -> None:
    luck = Stream("chance", "samples")
    taken = 0
    for _ in range(600):
        old, new = ([luck.below(100) for _ in range(40)] for _ in range(2))
        taken += compare(old, new).chance < 0.01
    assert taken <= 14


# --- the words


OLD = games(900)
HUNGRY = tuple(replace(each, hunger={"Normal": 996, "Hungry": 4}) for each in OLD.records)
DEEP = tuple(replace(each, deepest=9) for each in OLD.records)
PAIRS: dict[str, tuple[figures_file.Games, figures_file.Games]] = {
    "the new live longer": (OLD, games(1800, "new")),
    "the old lived longer": (games(1800, "new"), OLD),
    "down to where either got": (replace(OLD, records=DEEP), OLD),
    "the same": (OLD, games(900)),
    "another death": (OLD, games(900, killer="Bat")),
    "a small share": (OLD, replace(OLD, records=HUNGRY)),
}


def test_what_differs_is_told_as_it_was() -> None:
    """First what is better, then what is worse, then what only changed; of what is the same nothing."""
    told = []
    for case, (old, new) in PAIRS.items():
        lines = list(in_words(comparison(old, new)))
        verdicts = [line.partition(":")[0].removeprefix("greedy, ") for line in lines]
        if "same" not in case:
            assert verdicts == sorted(verdicts, key=["better", "worse", "changed"].index)
        told += [f"--- {case}", *lines]
    compare_golden(GOLDEN / "told" / "comparison.txt", "\n".join(told) + "\n")


def test_games_that_broke_are_left_out() -> None:
    old = games(900)
    broken = GameRecord("greedy", "x", turns=1, end="broken")
    rows = comparison(old, replace(old, records=(*old.records, broken)))["greedy"]
    assert {row.new.games for row in rows if row.key == "turns"} == {MANY}


def test_what_makes_a_comparison_doubtful() -> None:
    old = games(900)
    new = replace(old, turns=9, seeds="2-5", whole=False, bots=("greedy", "mage"))
    told = " ".join(warnings(old, new))
    for word in ("caps differ", "seeds differ", "broken off", "games of: mage"):
        assert word in told
    assert not list(warnings(old, old))


# --- the command


run = partial(program, "balance")


def test_the_command_compares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = kept(tmp_path, "old.json", games(900)), kept(tmp_path, "new.json", games(1800, "n"))
    assert run("--compare", old, new) == 0
    told = capsys.readouterr().out
    assert "greedy, better: " in told
    assert "Mann-Whitney" in told
    assert max(map(len, told.splitlines())) <= 100


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    story = games(900)
    assert figures_file.read(kept(tmp_path, "a.json", story)) == story


def refusal(path: Path, sound: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what is said of a file beside a sound one, whichever is the old one: a line."""
    said = set()
    for pair in ((path, sound), (sound, path)):
        assert run("--compare", *pair) == 1
        said.add(capsys.readouterr().err.replace(str(path), path.name))
    (line,) = said
    assert line.count("\n") == 1
    return line.rstrip()


def test_foreign_and_damaged_files_are_told_with_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sound, other = kept(tmp_path, "sound.json", games(900)), tmp_path / "other.json"
    foreign, damaged = [], []
    for text in wrong("files of figures"):
        other.write_bytes(text.encode("latin-1"))
        foreign.append((text, refusal(other, sound, capsys)))
    compare_faults("files of figures", foreign)
    for fields in wrong("figures of a game"):
        story = json.loads(sound.read_text(encoding="utf-8"))
        story["games"][3] |= fields
        other.write_text(json.dumps(story), encoding="utf-8")
        damaged.append((fields, refusal(other, sound, capsys)))
    compare_faults("figures of a game", damaged)


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sound = kept(tmp_path, "sound.json", games(900))
    for path in (tmp_path / "nowhere.json", tmp_path):
        assert run("--compare", path, sound) == 1
        assert f"roguelike: {path} cannot be read: " in capsys.readouterr().err


def test_no_bot_in_common() -> None:
    with pytest.raises(figures_file.BalanceError, match="greedy played the one, mage the other"):
        comparison(games(900), games(900, bot="mage"))
