"""The drawn boards of this machine's data, and lessons and puzzles begun on them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from roguelike.ui.program import Host, UserError

if TYPE_CHECKING:  # read only when somebody practises
    from roguelike.practice.drawing import Sign
    from roguelike.practice.room import Board, BoardKind, Practice


def boards_of(host: Host, kind: "BoardKind") -> "Sequence[Board]":
    """Return the drawn boards of a kind. Raises UserError if some cannot be read."""
    from roguelike.practice.room import PrefabError, boards

    try:
        # A lesson uses the data of new games, practice that of the game in progress.
        return boards(kind, host.catalog().folders if kind == "lesson" else host.data_folders())
    except PrefabError as fault:
        raise UserError(str(fault)) from fault


def looks_on(host: Host, board: "Board") -> "Mapping[str, Sign]":
    """Return the sign of each letter on a board; empty while the data is broken."""
    from roguelike.practice.drawing import looks_of

    try:
        return looks_of(board, host.catalog())
    except UserError:
        return {}


def begun(host: Host, board: "Board", kind: "type[Practice]") -> "Practice":
    """Begin a lesson or puzzle, independent of any game in progress.

    Raises UserError if the data is broken, or lacks something on the board.
    """
    from roguelike.practice.room import PrefabError

    try:
        return kind.lesson(board, host.catalog())
    except PrefabError as fault:
        raise UserError(f"{fault}.") from fault
    except KeyError as fault:
        raise UserError(
            f"The {board.kind} {board.name!r} needs {fault}, which the data lacks."
        ) from fault
