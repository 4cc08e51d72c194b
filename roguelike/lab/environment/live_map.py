"""The map for people watching an agent: redrawn in place and in colours if the output is a terminal that can do so.

Only changes are written, as by the game in a terminal. A file or a pipe gets a text for every step.
"""

import os
import sys
from shutil import get_terminal_size

from roguelike.devices.stills import map_text, screenful
from roguelike.devices.terminal.environment import as_started, colours_of, is_ascii_only
from roguelike.devices.terminal.painter import Painter
from roguelike.engine.session import Session
from roguelike.engine.views.level_map import map_view


class LiveMap:
    """Shows the known map, and a status line below it."""

    def __init__(self) -> None:
        """Find out what the terminal can show; writes nothing yet."""
        started = as_started(os.environ)
        self._painter = Painter(colours_of(started), is_ascii=is_ascii_only(started))
        self._size = (0, 0)

    def show(self, session: Session) -> None:
        """Show the map and the status line as they are now."""
        view = map_view(session.game)
        if not sys.stdout.isatty():
            sys.stdout.write(f"{map_text(view)}\n{_line(session)}\n")
            return
        size = get_terminal_size()
        if size != self._size:
            self._painter.forget()
            self._size = size
        # The last row stays free for the cursor and for what the program itself prints.
        columns, rows = size.columns, max(3, size.lines - 1)
        console = screenful(view, (columns, rows), _line(session))
        sys.stdout.write(self._painter.paint(console, (0, rows)).decode())
        sys.stdout.flush()


def _line(session: Session) -> str:
    """Return the status line: where the player is, the turn, health and mana."""
    hud = session.hud()
    health, mana = f"{hud.hp}/{hud.max_hp}", f"{hud.mana}/{hud.max_mana}"
    return f"{hud.place}, depth {hud.depth}, turn {hud.turn}, health {health}, mana {mana}"
