"""The replies to several commands at once, each under its name: whatever could be done with one tile or one item."""

from collections.abc import Iterator, Sequence

from roguelike.core.geometry import Point
from roguelike.engine.play.commands import Action
from roguelike.ui.asked import Asked
from roguelike.ui.panels.rows import Line
from roguelike.ui.panels.scene import Scene
from roguelike.ui.panels.tooltip import word_lines
from roguelike.ui.program import Program
from roguelike.ui.replies import UNKNOWN, Replies, if_words, meant_by


class Alternatives:
    """Keeps an estimate for each of several commands; the first is worked out first."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._each: dict[Action, Replies] = {}

    def choose(self, actions: Sequence[Action], scene: Scene) -> None:
        """Set the commands in question."""
        before = self._each
        self._each = {action: before.get(action) or Replies(self.program) for action in actions}
        for action, replies in self._each.items():
            replies.choose(action, scene)

    @property
    def is_thinking(self) -> bool:
        """Whether any prediction is still unfinished."""
        return any(each.is_thinking for each in self._each.values())

    def update(self, seconds: float) -> bool:
        """Simulate some more turns; return whether there is something new to show."""
        thinking = next((each for each in self._each.values() if each.is_thinking), None)
        return thinking is not None and thinking.update(seconds)

    def lines(self, scene: Scene, width: int, *, waits: bool = False) -> list[Line]:
        """Return the rows on the cost of each command, below its name, without those that would be refused.

        With `waits`, one that is not worked out yet has a row that says so.
        """
        return [line for rows in self._rows(scene, width, waits=waits) for line in rows]

    def _rows(self, scene: Scene, width: int, *, waits: bool) -> Iterator[list[Line]]:
        """Yield the rows on each command."""
        colours = self.program.palette
        for action, replies in self._each.items():
            if not replies.is_asked:
                continue
            heading = if_words(self.program, action)
            if waits and not replies.is_telling:
                words = [[(heading, colours.heading)], [(UNKNOWN, colours.dim)]]
                yield word_lines(words, width)
            else:
                yield replies.short_lines(scene, width, heading)


class RepliesThere(Replies):
    """Keeps an estimate for what a click means, and for whatever else could be done about the same tile."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._besides = Alternatives(program)

    def point_at(self, what: Point | Asked | int | None, scene: Scene) -> None:
        """Set what the player points at: a tile, a creature or a row of the side panel; None for nothing."""
        self.choose(meant_by(what, scene), scene)
        there = self.program.game.doable_at(what) if isinstance(what, tuple) else []
        self._besides.choose(there, scene)

    @property
    def is_thinking(self) -> bool:
        """Whether any prediction is still unfinished."""
        return super().is_thinking or self._besides.is_thinking

    def update(self, seconds: float) -> bool:
        """Simulate some more turns, first of what a click means; return whether there is something new to show."""
        is_first = super().is_thinking
        return super().update(seconds) if is_first else self._besides.update(seconds)

    def lines_there(self, scene: Scene, width: int) -> list[Line]:
        """Return the rows on the cost of each; if there are several, or the click means nothing, each is named."""
        others = self._besides.lines(scene, width)
        heading = if_words(self.program, self._action) if others and self._action else ""
        return [*self.short_lines(scene, width, heading), *others]
