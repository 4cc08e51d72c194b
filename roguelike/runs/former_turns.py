"""The turns before a game was loaded, found for looking back by replaying the recording.

It is replayed from the save before the loaded one, at most some fifty turns earlier, or, if that is too recent, from
the beginning of the recording, unless that is too long. So it takes bounded time, and it is done in steps.
"""

from collections.abc import Iterator

from roguelike.core.records import State
from roguelike.engine.play.last_turns import LAST_TURNS, Moment
from roguelike.engine.session import Session
from roguelike.engine.state.errors import SaveError
from roguelike.raws.catalog import Catalog
from roguelike.runs.verifying import begun
from roguelike.store.loaded import Loaded
from roguelike.store.log import Place, end_of
from roguelike.store.replay import Recorded, Replay, mark, read_replay
from roguelike.store.save_file import decode
from roguelike.world import ecs

MOST_REPLAYED = 5_000
"""The most commands that are replayed from the beginning: on a slow machine, half a minute next to other work."""
MOST_KEPT = 50
"""States are kept for this many commands before the end: many may take no turn."""


class _UnderWay(State):
    """A recording being replayed: its game, its commands, and how many were given."""

    session: Session
    steps: list[Recorded]
    done: int = 0


class FormerTurns:
    """Finds the last turns before a load; nothing is opened until it is needed."""

    def __init__(self, loaded: Loaded, catalog: Catalog) -> None:
        """Take what was read with the game; the commands since must not have been repeated on it yet."""
        self._recorded, self._earlier = loaded.recorded, loaded.earlier
        self._turn, self._catalog = loaded.game.turn, catalog
        self._played: _UnderWay | None = None
        self.is_finished = not loaded.recorded
        self.moments: tuple[Moment, ...] = ()
        """The result; empty until it is finished, and if the game diverged from the recording."""

    @property
    def progress(self) -> float:
        """The share of commands that were replayed, 0.0 to 1.0."""
        if self._played is None:
            return float(self.is_finished)
        return self._played.done / max(1, len(self._played.steps))

    def work(self, commands: int) -> None:
        """Replay some more commands; this leaves another world as esper's current one."""
        if self.is_finished:
            return
        if self._played is None:
            self._played = self._opened()
        played = self._played
        is_alike = played is not None and _go_on(played, commands)
        if played is None or not is_alike or played.done == len(played.steps):
            self.moments = played.session.last_turns.moments if played and is_alike else ()
            self.close()

    def close(self) -> None:
        """Drop the game being replayed and its world; the search is over."""
        self.is_finished = True
        if self._played is not None:
            ecs.drop_world(self._played.session.game.world)
            self._played = None

    def _opened(self) -> _UnderWay | None:
        """Open the first recording that can be used; None if there is none."""
        for replay in self._recordings():
            try:
                session = begun(replay, self._catalog)
            except SaveError:
                continue
            return _UnderWay(session, replay.recorded)
        return None

    def _recordings(self) -> Iterator[Replay]:
        """Yield the recordings that could be replayed, best first: since the save before, or all. Skip damaged ones."""
        turn, since = self._since_the_save_before()
        is_short = self._recorded.count(b"\n") <= MOST_REPLAYED
        is_near = since and self._turn - turn < LAST_TURNS
        texts = [self._recorded] if is_short else []
        for text in [*texts, since] if is_near else [since, *texts]:
            try:
                replay = read_replay(text)
            except SaveError:
                continue
            if text is since:
                replay.start = self._earlier
            yield replay

    def _since_the_save_before(self) -> tuple[int, bytes]:
        """Return the turn of the save before the loaded one, and the recording since it; b"" if there is none."""
        try:
            header = decode(self._earlier).header
        except SaveError:
            return 0, b""
        place = Place(header.recorded, header.tied)
        if not header.recorded or end_of(self._recorded[: header.recorded]) != place:
            return 0, b""
        first = self._recorded.find(b"\n") + 1
        return header.turn, self._recorded[:first] + self._recorded[header.recorded :]


def _go_on(played: _UnderWay, commands: int) -> bool:
    """Give the next commands; return whether the game still matches the recording."""
    for step in played.steps[played.done : played.done + commands]:
        played.session.remembers = len(played.steps) - played.done <= MOST_KEPT
        try:
            played.session.do(step.command)
        except Exception:  # noqa: BLE001  (a fault of ours, where only looking back would be lost)
            return False
        played.done += 1
        if mark(played.session.game) != step.mark:
            return False
    return True
