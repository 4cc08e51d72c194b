"""Recordings: what is played back is the same game, or the first bad turn is named."""

from collections.abc import Callable
from gzip import compress
from time import process_time

import pytest

from roguelike.actions import acting
from roguelike.components import vitals
from roguelike.engine.play.commands import Pass, Step
from roguelike.engine.state.errors import SaveError
from roguelike.store import jsonl
from roguelike.store.recording import Recording
from roguelike.store.replay import Checkpoint, Divergence, Playback, Replay, read_replay
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game
from tests.store.conftest import Dungeon

WALK: list[acting.Action] = [Step(1, 0), Step(0, 1), Pass(), Step(-1, 0), Step(0, -1)] * 5


def step(game: Game, command: acting.Action) -> None:
    """Perform a command, draw on chance, and let a turn pass."""
    game.enter()
    acting.perform(command, game.player, game)
    game.rng.below(6)
    game.now += 3
    game.turn += 1


def recording(game: Game, every: int = 10) -> bytes:
    """Play and record a walk."""
    walk = Recording(game, every=every)
    for command in WALK:
        step(game, command)
        walk.note(command)
    walk.check()
    return bytes(walk.data)


def played(
    replay: Replay, game: Game, does: Callable[[Game, acting.Action], None]
) -> Divergence | None:
    """Play a recording back on another game; return how it differed."""
    return Playback(replay.steps, game, lambda command: does(game, command)).finish()


def test_the_same_game_plays_back(dungeon: Dungeon, catalog: Catalog) -> None:
    replay = read_replay(recording(dungeon()))
    assert replay.commands == WALK
    assert replay.seed == "a seed"
    assert not replay.is_torn
    assert replay.mismatch(catalog) is None
    assert [each.turn for each in replay.steps if isinstance(each, Checkpoint)] == [41, 51, 61, 66]
    assert played(replay, dungeon(), step) is None


def test_another_roll_is_found_at_its_command(dungeon: Dungeon) -> None:
    replay = read_replay(recording(dungeon()))
    other = dungeon()

    def crooked(game: Game, command: acting.Action) -> None:
        """Roll once too often on turn 48."""
        if game.turn == 48:
            game.rng.below(6)
        step(game, command)

    found = played(replay, other, crooked)
    assert isinstance(found, Divergence)
    assert (found.turn, found.after, found.command) == (49, 41, WALK[7])
    assert "diverges on turn 49" in str(found)


def test_a_silent_difference_is_found_by_the_hash(dungeon: Dungeon) -> None:
    replay = read_replay(recording(dungeon()))

    def crooked(game: Game, command: acting.Action) -> None:
        """Lose a hit point on turn 53."""
        step(game, command)
        if game.turn == 53:
            ecs.get(game.player, vitals.Pools).hp -= 1

    found = played(replay, dungeon(), crooked)
    assert (found.turn, found.after) == (61, 51)
    assert len(found.expected) == len(found.found) == 64


def test_another_start_is_found_at_once(dungeon: Dungeon) -> None:
    replay = read_replay(recording(dungeon()))
    found = played(replay, dungeon(each=13), step)
    assert found.turn == 41


def test_other_rules_are_named(dungeon: Dungeon, catalog: Catalog) -> None:
    replay = read_replay(recording(dungeon()))
    replay.data_hash = "feed"
    assert "other data (feed;" in (replay.mismatch(catalog) or "")
    replay.version = "0.0.1"
    assert "version 0.0.1" in (replay.mismatch(catalog) or "")


def test_a_torn_recording_plays_to_its_end(dungeon: Dungeon) -> None:
    data = recording(dungeon())
    replay = read_replay(data[: len(data) // 2])
    assert replay.is_torn
    assert 0 < len(replay.commands) < len(WALK)
    assert played(replay, dungeon(), step) is None


def test_of_a_damaged_packed_recording_what_can_be_had_is_read(
    dungeon: Dungeon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roguelike.store.replay.PACKED_BIT", 64)
    text = recording(dungeon())
    packed = compress(text)
    hole = len(packed) // 2
    damaged = packed[:hole] + b"\xff\xff" + packed[hole + 2 :]
    for data in (damaged, packed[:hole], packed + compress(text), packed + b"x"):
        replay = read_replay(data)
        assert replay.is_torn
        assert replay.commands
    assert not read_replay(packed).is_torn


def test_no_more_is_read_than_is_needed_to_refuse_a_recording(
    dungeon: Dungeon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roguelike.store.replay.MOST_STEPS", 100)
    head = recording(dungeon()).splitlines(keepends=True)[0]
    for line, told in (({}, "holds what is no command"), ({"turn": 1, "hash": "x"}, "more than")):
        data = compress(head + jsonl.write_line(line) * 300_000, 1)
        began = process_time()
        with pytest.raises(SaveError, match=told):
            read_replay(data)
        assert process_time() - began < 0.5, "to read all lines takes seconds"


def test_nothing_follows_the_command_that_met_a_fault(dungeon: Dungeon) -> None:
    fault = jsonl.write_line({"fault": "KeyError: 7", "command": {"do": "pass"}})
    with pytest.raises(SaveError, match="goes on after the fault"):
        read_replay(recording(dungeon()) + fault * 2)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", "damaged"),
        (b"something else", "foreign"),
        (jsonl.write_line({"format": "other"}), "foreign"),
        (
            jsonl.write_line({"format": "blue-mana-replay", "schema_version": 9, "version": "9.0"}),
            "newer",
        ),
    ],
)
def test_what_is_no_replay_is_refused(data: bytes, kind: str) -> None:
    with pytest.raises(SaveError) as caught:
        read_replay(data, "a.replay")
    assert caught.value.kind == kind
    assert "a.replay" in caught.value.message


def test_an_unknown_command_is_named() -> None:
    head = {
        "format": "blue-mana-replay", "schema_version": 1, "version": "0", "seed": "", "data_hash": "",
    }  # fmt: skip
    with pytest.raises(SaveError, match="juggle"):
        read_replay(jsonl.write_line(head) + jsonl.write_line({"do": "juggle", "at": [1, 2, 3, 4]}))


LOUD = "\x1b[2J" + "x" * 9_000


@pytest.mark.parametrize(
    "line",
    [
        *({"do": LOUD}, {"do": "pass", LOUD: 1}, {"do": [LOUD] * 50}, {"do": "pass", "at": [1, 2, 3]}),
        *({"do": "pass", "at": mark} for mark in ([1, 2, 3, 10**30], [-5, 0, 0, 0], ["1", 2, 3, 4], None)),
    ],
    ids=lambda line: str(line)[:30],
)  # fmt: skip
def test_a_refusal_neither_repeats_a_file_nor_lets_it_speak_to_the_terminal(
    dungeon: Dungeon, line: object
) -> None:
    head = recording(dungeon()).split(b"\n")[0] + b"\n"
    with pytest.raises(SaveError, match="holds what is no command") as caught:
        read_replay(head + jsonl.write_line(line))
    assert caught.value.message.isprintable()
    assert len(caught.value.message) < 1_500
