"""What a session was told since it began, kept in memory: what a crash file plays again, up to the fault."""

from collections.abc import Sequence

from roguelike.actions.action import Action
from roguelike.core.records import asdict
from roguelike.engine.saves.command_lines import encode
from roguelike.engine.saves.jsonl import write_line
from roguelike.engine.saves.replay import Mark, head_of, mark
from roguelike.world.game import Game


class Recording:
    """The commands of a session that happened, with the mark of the game after each."""

    def __init__(self, game: Game, origin: bytes | None) -> None:
        """Begin with a game that was loaded from `origin`, is new (b""), or is of unknown origin (None)."""
        self._game, self._origin = game, origin
        self._steps: list[tuple[Action, Mark]] = []
        self._fault = ""
        self._last: Action | None = None

    def note(self, game: Game, command: Action) -> None:
        """Note a command that has just happened."""
        self._steps.append((command, mark(game)))

    def broke(self, command: Action, fault: BaseException) -> None:
        """Note the command in which the game broke off, and why."""
        self._last, self._fault = command, f"{type(fault).__name__}: {fault}"

    @property
    def commands(self) -> Sequence[Action]:
        """All commands that happened."""
        return [command for command, _ in self._steps]

    def text(self) -> str:
        """Return it as a replay; "" where nobody knows what the game began with."""
        if self._origin is None:
            return ""
        lines = [asdict(head_of(self._game, self._origin))]
        lines += [{**encode(command), "at": after} for command, after in self._steps]
        if self._last is not None:
            lines.append({"fault": self._fault, "command": encode(self._last)})
        return b"".join(map(write_line, lines)).decode("ascii")
