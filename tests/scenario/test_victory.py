"""The game can be won without help: a normal new character, the shipped data, commands alone, and a replay to prove it.

The replay is a game of the bot `seer`, who plays by the reply and knows no more than its player does, from beginning to
end. After a change of rules or data that makes the game go another way, look for another (a game takes some five
minutes, and about one in three is won), and commit both files with the change:

    python -m roguelike simulate --bot seer --seeds 1-9 --turns 60000 --replays won
    cp won/seer-SEED.jsonl.gz tests/golden/replays/victory.jsonl.gz     (of one that was won)
    GOLDEN=write python -m pytest -m soak tests/scenario/test_victory.py

The one here is of seed 45. A change of bots needs no new recording, for the replay holds commands.

Playing the whole takes minutes, so it stands among the long runs, and `.ci/run` asks for it. Every run of the suite
plays how it begins, and how it ends, from a save on the way.
"""

import gzip
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import to_builtins

from roguelike.actions import acting
from roguelike.components import actors
from roguelike.core.records import replace
from roguelike.engine.play.story import EPITAPH
from roguelike.engine.session import Session
from roguelike.runs.verifying import begun
from roguelike.store import jsonl, save_file
from roguelike.store.replay import Playback, Replay, head_of, read_replay
from roguelike.world import changes, ecs
from roguelike.world.catalog import Catalog

REPLAYS = Path(__file__).parent.parent / "golden" / "replays"
VICTORY, END = REPLAYS / "victory.jsonl.gz", REPLAYS / "victory-end.jsonl.gz"
DEEPEST = 15
FIRST_STEPS, LAST_STEPS = 800, 600
"""Commands and checkpoints that every run of the suite plays: from the first on, and up to the last."""
AGAIN = "The recorded victory belongs to other rules or data: write it anew (see the top of this file). "


@pytest.fixture(scope="module")
def victory() -> Replay:
    return read_replay(VICTORY.read_bytes())


@pytest.fixture
def session(victory: Replay, catalog: Catalog) -> Iterator[Session]:
    """A new game of the victory's seed, as it begins for anybody."""
    session = Session.start(victory.seed, catalog)
    yield session
    ecs.drop_world(session.game.world)


def play(session: Session, replay: Replay) -> None:
    """Do what was done then; nothing was refused, and nothing is now."""

    def do(command: acting.Action) -> None:
        """Give a command."""
        assert session.do(command).acted

    way = Playback(replay.steps, session.game, do).finish()
    assert way is None, AGAIN + str(way)


def check_won(session: Session) -> None:
    """Hold a game against what a victory is."""
    assert session.is_won
    assert session.death().epitaph == EPITAPH
    assert session.game.tallies.deepest == DEEPEST
    assert not session.game.wizard
    quest = changes.quest_of(session.game)
    assert isinstance(quest, actors.Quest)
    assert quest.won
    assert quest.stirred == tuple(range(DEEPEST, 0, -1))


def test_it_begins_as_it_was_recorded(victory: Replay, session: Session) -> None:
    play(session, replace(victory, steps=victory.steps[:FIRST_STEPS]))


def test_it_ends_in_victory(victory: Replay, catalog: Catalog) -> None:
    end = read_replay(END.read_bytes())
    assert end.steps == victory.steps[-LAST_STEPS:], AGAIN
    session = begun(end, catalog)
    play(session, end)
    check_won(session)
    ecs.drop_world(session.game.world)


@pytest.mark.soak
def test_the_amulet_is_fetched_and_brought_home_by_commands_alone(
    victory: Replay, session: Session
) -> None:
    play(session, replace(victory, steps=victory.steps[:-LAST_STEPS]))
    if os.environ.get("GOLDEN") == "write":
        write_end(session)
    play(session, replace(victory, steps=victory.steps[-LAST_STEPS:]))
    check_won(session)


def write_end(session: Session) -> None:
    """Write how the victory ends: a save of this moment, and the last lines of the recording."""
    lines = gzip.decompress(VICTORY.read_bytes()).splitlines(keepends=True)
    head = to_builtins(head_of(session.game, save_file.encode(session.game)))
    text = b"".join([jsonl.write_line(head), *lines[-LAST_STEPS:]])
    END.write_bytes(gzip.compress(text, mtime=0))


def test_no_command_of_it_is_a_wizards(victory: Replay) -> None:
    assert victory.commands
    assert not [c for c in victory.commands if type(c).__module__.endswith(".wizardry")]
