"""Checks that a saved and loaded game equals the game that was saved, and continues in the same way.

From time to time the game is saved and loaded as a copy. The copy is compared at once, and again some turns later,
after the same commands: a field that a save forgets may not matter before somebody acts on it.
"""

from collections.abc import Iterator

from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.store.save_file import decode, encode
from roguelike.world import ecs

EVERY_TURNS = 200
SPAN_TURNS = 12
"""Turns that the copy plays on before it is compared again."""


class SaveWatch:
    """Saves a game now and then, and compares it with its loaded copy."""

    def __init__(self) -> None:
        self._saved: bytes | None = None
        self._turn = 0
        self._commands = 0

    def faults(self, session: Session) -> Iterator[str]:
        """Yield the differences; call once after each turn."""
        turn = session.game.turn
        if self._saved is None:
            if turn >= self._turn + EVERY_TURNS:
                self._saved = encode(session.game)
                self._turn, self._commands = turn, len(session.commands)
                yield from self._compare(session, self._saved, "is another game once loaded")
        elif turn >= self._turn + SPAN_TURNS or session.is_over:
            text = f"saved at turn {self._turn} and loaded, goes another way"
            yield from self._compare(session, self._saved, text)
            self._saved = None

    def _compare(self, session: Session, saved: bytes, fault: str) -> Iterator[str]:
        """Load a save, give it the game's commands since then, and compare the two."""
        copy = Session(decode(saved).open(session.game.content))
        for command in session.commands[self._commands :]:
            copy.do(command)
        same = state_hash(copy.game) == state_hash(session.game)
        ecs.drop_world(copy.game.world)
        session.game.enter()
        if not same:
            yield f"the game {fault}"
