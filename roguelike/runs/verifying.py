"""Playing a recording without a screen, and checking that every command and hash matches the recording.

A recording from a stranger can do nothing but be played: it names neither files nor packs, its commands are the
player's own, and their number is limited.
"""

from collections.abc import Callable
from pathlib import Path

from roguelike.actions.action import Action
from roguelike.core.data_path import difference
from roguelike.core.records import Record
from roguelike.engine.play.dungeon import new_game
from roguelike.engine.session import Session
from roguelike.engine.state.errors import SaveError
from roguelike.raws.catalog import Catalog
from roguelike.store.atomic import read_bounded
from roguelike.store.container import MOST_FILE_BYTES
from roguelike.store.replay import Replay, play_back, read_replay
from roguelike.store.save_file import decode, other_packs
from roguelike.world import ecs
from roguelike.world.game import Game


class Verified(Record):
    """The result of playing a recording: a sentence or two; whether it matched, and whether it was complete."""

    text: str
    is_alike: bool
    is_whole: bool = True


def read_replay_file(path: Path) -> Replay:
    """Read a recording or a crash file. Raises SaveError, which says what is wrong with it."""
    try:
        return read_replay(read_bounded(path, MOST_FILE_BYTES), str(path))
    except OSError as error:
        raise SaveError("unreadable", f"{path} cannot be read: {error.strerror}.") from error


def begun(replay: Replay, catalog: Catalog) -> Session:
    """Open the game of a recording. Raises SaveError when its packs are not those loaded, or its save is damaged."""
    if unlike := difference(replay.packs, catalog.packs):
        raise SaveError("missing content", other_packs("This recording", unlike))
    if not replay.start:
        return Session(new_game(replay.seed, catalog))
    return Session(decode(replay.start, "The save that the replay begins with").open(catalog))


def verify(
    replay: Replay, catalog: Catalog, told: Callable[[int], object] | None = None
) -> Verified:
    """Play a recording to its end; `told` is called with the number of commands done."""
    session = begun(replay, catalog)
    try:
        return _verified(session, replay, catalog, told)
    finally:
        ecs.drop_world(session.game.world)


def _verified(
    session: Session, replay: Replay, catalog: Catalog, told: Callable[[int], object] | None
) -> Verified:
    """Play a recording to its end in its session."""
    done = 0

    def step(game: Game, command: Action) -> None:
        """Give the session one command."""
        nonlocal done
        session.do(command)
        done += 1
        if told is not None:
            told(done)

    try:
        divergence = play_back(replay, session.game, step)
    except Exception as fault:  # noqa: BLE001  (a fault of ours is what crash files are about)
        found = f"Command {done + 1} met a fault: {type(fault).__name__}: {fault}."
        return Verified(_explained(found, replay, catalog), is_alike=False)
    if divergence is not None:
        return Verified(_explained(str(divergence), replay, catalog), is_alike=False)
    end = f"{done:,} commands, all as recorded, to turn {session.game.turn}."
    if replay.is_torn:
        end += " The end of the file is torn and was left out."
    elif not replay.is_ended:
        end += " It has no end: it was cut off, or its game is still being played."
    is_whole = replay.is_ended and not replay.is_torn
    return Verified(f"{end}{_last(session, replay)}", is_alike=True, is_whole=is_whole)


def _explained(found: str, replay: Replay, catalog: Catalog) -> str:
    """Add the likely reason for a difference: another version, data or packs."""
    return " ".join(filter(None, (found, replay.mismatch(catalog))))


def _last(session: Session, replay: Replay) -> str:
    """Give the command that met a bug, and return whether it meets it again, in words; "" if there is none."""
    if replay.last is None:
        return ""
    met = f" Then {replay.last!r} met {replay.fault!r}"
    try:
        session.do(replay.last)
    except Exception as fault:  # noqa: BLE001  (as above)
        return f"{met}, and now {f'{type(fault).__name__}: {fault}'!r}."
    return f"{met}; now it does not."
