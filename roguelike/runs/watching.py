"""A recorded game being watched: it plays as recorded, can go to any of its turns, and takes no commands.

To go back, states are kept along the way and the later commands are given again. Distant turns are reached in steps,
for a screen that must not wait.
"""

import zlib
from functools import cached_property

from roguelike.actions import acting
from roguelike.engine.session import Report, Session
from roguelike.engine.state.snapshot import read, restore, take_over, write
from roguelike.practice.room import Fork
from roguelike.runs.verifying import begun
from roguelike.store.replay import Playback, Recorded, Replay
from roguelike.world import ecs
from roguelike.world.catalog import Catalog

EVERY, MOST_KEPT = 50, 200
"""Initial number of commands between two kept states; how many are kept before every second one is dropped."""
ONLY_WATCHED = "This is a replay: play on from here to do otherwise."


class Watched(Session):
    """The game of a recording. `done` of its commands have been given; `goal` is how many should be."""

    def __init__(self, replay: Replay, catalog: Catalog, *, every: int = EVERY) -> None:
        """Open it; a state is kept after each `every` commands.

        Raises SaveError when the save that it begins with cannot be loaded.
        """
        self.replay = replay
        last = [] if replay.last is None else [Recorded(replay.last)]
        self._steps = [*replay.recorded, *last]
        super().__init__(begun(replay, catalog).game)
        self._playback = Playback(self._steps, self.game, super().do)
        self.goal = 0
        self._every = every
        self._kept: dict[int, bytes] = {0: self._state()}
        self._first_turn = self.game.turn

    def _state(self) -> bytes:
        """Return the present state, compressed."""
        return zlib.compress(write(self._entered()), 1)

    @property
    def is_practice(self) -> bool:
        """Whether what happens has no consequences: always."""
        return True

    @property
    def is_board(self) -> bool:
        """Whether one reckons here with everything: never, for it looks as it did when it was played."""
        return False

    @property
    def length(self) -> int:
        """How many commands it has, with the one that met a bug, if any."""
        return len(self._steps)

    @property
    def done(self) -> int:
        """How many of them have been given."""
        return self._playback.at

    @property
    def trouble(self) -> str:
        """Why it cannot be watched any further; "" while it can."""
        if (fault := self._playback.fault) is not None:
            return f"Here the game met a fault of ours: {type(fault).__name__}: {fault}."
        if self._playback.divergence is None:
            return ""
        why = self.replay.mismatch(self.game.content)
        told = "From here on it goes another way than it was recorded."
        return f"{told} {why}" if why else told

    @cached_property
    def last_turn(self) -> int:
        """The highest turn that it reaches."""
        return max((step.mark[0] for step in self._steps if step.mark), default=self._first_turn)

    @property
    def is_at_end(self) -> bool:
        """Whether there is nothing more to see."""
        return self._playback.is_over

    @property
    def is_seeking(self) -> bool:
        """Whether it is on its way to another turn."""
        return self.done != self.goal and not self.is_at_end

    def do(self, action: acting.Action) -> Report:
        """Refuse a command: the game would diverge from the recording."""
        return Report(refused=ONLY_WATCHED)

    # --- onward

    def forward(self) -> Report:
        """Give the next command; do nothing at the end."""
        if self.is_at_end:
            return Report()
        report = self._playback.next()
        if report is None:
            return Report()
        self.goal = max(self.goal, self.done)
        if not self.is_at_end and self.done % self._every == 0:
            self._keep_state()
        return report

    def _keep_state(self) -> None:
        """Keep the present state to return to; if there are very many, keep only every second one."""
        self._kept.setdefault(self.done, self._state())
        if len(self._kept) > MOST_KEPT:
            self._every *= 2
            self._kept = {done: self._kept[done] for done in self._kept if not done % self._every}

    # --- to any turn

    def seek(self, done: int) -> None:
        """Make the point after `done` commands the goal (0 is the beginning); `work` goes there."""
        self.goal = max(0, min(done, self.length))
        nearest = max(each for each in self._kept if each <= self.goal)
        if self.goal < self.done or nearest > self.done:
            take_over(
                self.game, restore(read(zlib.decompress(self._kept[nearest])), self.game.content)
            )
            self._playback.go_to(nearest)
            self.is_broken = False

    def seek_turn(self, turn: int) -> None:
        """Make the first command that reaches a turn the goal."""
        marks = (number for number, step in enumerate(self._steps, 1) if step.mark[:1] >= [turn])
        self.seek(0 if turn <= self._first_turn else next(marks, self.length))

    def work(self, commands: int) -> None:
        """Continue towards the goal, by at most this many commands."""
        while self.is_seeking and commands > 0:
            self.forward()
            commands -= 1

    # --- otherwise

    def fork(self) -> Fork:
        """Return a trial game that continues from here."""
        return Fork(write(self._entered()), self.game.content)

    def close(self) -> None:
        """Delete the world of the game that is watched; it cannot be played on after that."""
        ecs.drop_world(self.game.world)
