"""Playing a recording without a screen, and checking that every command and hash matches the recording.

A recording from a stranger can do nothing but be played: it names neither files nor packs, its commands are the
player's own, and their number is limited.
"""

from collections.abc import Callable
from pathlib import Path

from roguelike.core import data_path
from roguelike.core.records import Record
from roguelike.engine.play.dungeon import new_game
from roguelike.engine.session import Report, Session
from roguelike.engine.state.errors import SaveError
from roguelike.store import atomic, container, save_file
from roguelike.store.replay import Playback, Recorded, Replay, read_replay
from roguelike.world import ecs
from roguelike.world.catalog import Catalog

NO_ORIGIN = "This recording begins as {origin!r}, and the data has no such origin."


class Verified(Record):
    """The result of playing a recording: a sentence or two; whether it matched, and whether it was complete."""

    text: str
    is_alike: bool
    is_whole: bool = True


def read_replay_file(path: Path) -> Replay:
    """Read a recording or a crash file. Raises SaveError, which says what is wrong with it."""
    try:
        return read_replay(atomic.read_bounded(path, container.MOST_FILE_BYTES), str(path))
    except OSError as error:
        raise SaveError("unreadable", f"{path} cannot be read: {error.strerror}.") from error


def begun(replay: Replay, catalog: Catalog) -> Session:
    """Open the game of a recording. Raises SaveError: its packs or origin are missing, its save is damaged."""
    if unlike := data_path.difference(replay.packs, catalog.packs):
        raise SaveError("missing content", save_file.other_packs("This recording", unlike))
    if not replay.start:
        if replay.origin and replay.origin not in catalog.origins:
            raise SaveError("missing content", NO_ORIGIN.format(origin=replay.origin))
        return Session(new_game(replay.seed, catalog, replay.origin))
    return Session(
        save_file.decode(replay.start, "The save that the replay begins with").open(catalog)
    )


def verify(
    replay: Replay, catalog: Catalog, told: Callable[[int], object] | None = None
) -> Verified:
    """Play a recording to its end; `told` is called with the number of commands done."""
    session = begun(replay, catalog)
    played = Playback(replay.steps, session.game, session.do)
    done = 0
    try:
        while not played.is_over:
            done += isinstance(replay.steps[played.at], Recorded)
            played.next()
            if told is not None:
                told(done)
        return _verified(session, replay, played, done)
    finally:
        ecs.drop_world(session.game.world)


def _verified(session: Session, replay: Replay, played: Playback[Report], done: int) -> Verified:
    """Say how a recording went, and give the command that met a bug, if one did."""
    found = str(played.divergence or "")
    if played.fault is not None:
        found = f"Command {done} met a fault: {_words(played.fault)}."
    if found:  # the likely reason: another version, data or packs
        why = replay.mismatch(session.game.content)
        return Verified(f"{found} {why}" if why else found, is_alike=False)
    end = f"{done:,} commands, all as recorded, to turn {session.game.turn}."
    if replay.is_torn:
        end += " The end of the file is torn and was left out."
    elif not replay.is_ended:
        end += " It has no end: it was cut off, or its game is still being played."
    if replay.last is not None:
        played = Playback([Recorded(replay.last)], session.game, session.do)
        played.next()
        now = f", and now {_words(played.fault)!r}" if played.fault else "; now it does not"
        end += f" Then {replay.last!r} met {replay.fault!r}{now}."
    is_whole = replay.is_ended and not replay.is_torn
    return Verified(end, is_alike=True, is_whole=is_whole)


def _words(fault: Exception) -> str:
    """Return the kind of a fault, and what it says."""
    return f"{type(fault).__name__}: {fault}"
