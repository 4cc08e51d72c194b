"""Play the whole program, menus and all, as a person would: keys and mouse in, screen text out.

It runs the production loop with the screens, key bindings and drawing code of the window, on a console that is never
shown. Keys that are pressed in one call come together, with no frame between them.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, Self, cast

import numpy as np
from numpy.typing import NDArray

from roguelike.core.grammar import Message
from roguelike.devices.headless import Hands, Headless
from roguelike.devices.loop import WANTED_COLUMNS, WANTED_ROWS
from roguelike.devices.pictures import pixels_of
from roguelike.devices.running import started
from roguelike.engine.loading import DataLoader, LoadingError
from roguelike.engine.state.snapshot import state_hash
from roguelike.host import LocalHost
from roguelike.runs.watch_screen import Watch
from roguelike.testing.arena import Arena
from roguelike.toolkit.font import load_tileset
from roguelike.toolkit.inputs import (
    DOUBLE_CLICK_SECONDS,
    Closed,
    Input,
    Key,
    Mouse,
    Resized,
    canonical,
)
from roguelike.toolkit.screen import MIN_COLUMNS, MIN_ROWS, Frame
from roguelike.ui.screens.play import Play
from roguelike.ui.stage.stage import Mark, Stage
from roguelike.world import ecs

Button = Literal["left", "right", "middle", ""]


@cache
def _data() -> DataLoader:
    """Load the data once for all pilots."""
    return DataLoader()


class Pilot:
    """Plays the whole program, on a console without a window. Use as a context manager or call close()."""

    def __init__(
        self,
        *,
        seed: int | None = None,
        saves: Path | None = None,
        size: tuple[int, int] | None = None,
    ) -> None:
        """Start at the main menu.

        `seed` is the seed of new games, `saves` the saves folder (default: a temporary one), `size` the console's
        (columns, rows). `host`, `program` and `stack` give tests access to the program behind the screen. Raises
        ValueError for a size that is too small for the screens.
        """
        columns, rows = size or (WANTED_COLUMNS, WANTED_ROWS)
        if columns < MIN_COLUMNS or rows < MIN_ROWS:
            needed = f"{MIN_COLUMNS}x{MIN_ROWS}"
            raise ValueError(f"{columns}x{rows} cells are too few: {needed} or more")
        self._own = None if saves is not None else TemporaryDirectory(prefix="blue-mana-pilot-")
        folder = saves if saves is not None else Path(self._own.name if self._own else "")
        self.host = LocalHost(folder, _data(), seed=None if seed is None else str(seed))
        with suppress(LoadingError):  # the title screen reports it
            self.host.data.catalog()
        self._screen = Headless(columns, rows, stays=True)
        self.program, self.stack, self._loop = started(
            self.host,
            self._screen,
            folder,
            self.host.after_frame,
            lambda program: (program.open("title"),),
            clock=lambda: self._screen.now,
        )
        self._hands = Hands(self._screen, self._loop)
        # How the game was left, once somebody holds its arena: they may change it behind the screens' back.
        self._left: tuple[str, tuple[Message, ...]] | None = None
        self._pointer = (0, 0)

    def press(self, *keys: str) -> None:
        """Press keys by name: "a", ">", "ctrl+1", "shift+2", "escape", "enter", "tab", "up", "kp_5", "f1".

        Several at once come as fast as pasted ones: nothing is drawn between them.
        """
        self.give(*(Key(canonical(key)) for key in keys))

    def type(self, text: str) -> None:
        """Type a text, one key for each character, all at once."""
        self.give(*(Key("space" if letter == " " else letter) for letter in text))

    def hover(self, x: int, y: int) -> None:
        """Move the mouse to a console cell."""
        self.give(Mouse("move", x, y, "", 0))

    def click(self, x: int, y: int, button: str = "left") -> None:
        """Click on a console cell, long enough after the last click that the two are no double click.

        Animations stand still meanwhile, as everywhere but in `advance`.
        """
        self._screen.now += 2 * DOUBLE_CLICK_SECONDS
        self._loop.go_on()
        self.hover(x, y)
        self.give(Mouse("press", x, y, cast("Button", button), 0))

    def wheel(self, steps: int) -> None:
        """Turn the mouse wheel at the pointer's position; positive is up."""
        self.give(Mouse("wheel", *self._pointer, "", steps))

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size, in cells."""
        self._screen.resize(columns, rows)
        self.give(Resized(columns, rows))

    def give(self, *events: Input) -> None:
        """Pass inputs to the program, all of them in one poll of the loop, and let it draw."""
        for event in events:
            if isinstance(event, Mouse):
                self._pointer = (event.x, event.y)
        self.drawn()
        self._hands.give(*events)
        self._loop.show()
        self._leave()

    def advance(self, seconds: float) -> None:
        """Let animation time pass, frame by frame."""
        self.drawn()
        self._hands.wait(seconds)
        self._leave()

    def drawn(self) -> Headless:
        """Return the screen as it would be shown now, drawing it if needed."""
        session = self.program.session
        if session is not None and self._left is not None and self._left != self._state():
            session.last_turns.start_anew()
            self.redraw()
            self._leave()
        self._loop.show()
        return self._screen

    def _state(self) -> tuple[str, tuple[Message, ...]] | None:
        """Return what tells one moment of the game in progress from another; None without one."""
        session = self.program.session
        return (state_hash(session.game), tuple(session.game.log)) if session is not None else None

    def _leave(self) -> None:
        """Note how the game is left, once somebody holds its arena."""
        if self._left is not None:
            self._left = self._state()

    def redraw(self) -> None:
        """Have the next frame drawn anew, because something else than an input changed what it shows."""
        self._loop.is_stale = True
        if self.program.session is not None:
            self.program.session.game.caches.moment += 1

    @property
    def text(self) -> list[str]:
        """The console's rows as the player sees them."""
        return self.drawn().rows

    @property
    def marks(self) -> Sequence[Mark]:
        """What is drawn over the map now, in a window's pixels and a terminal's cells alike."""
        stage = self.drawn().frame.stage
        return tuple(stage.marks) if isinstance(stage, Stage) else ()

    @property
    def screens(self) -> list[str]:
        """Names of the open screens, bottom first, e.g. ["Play", "Targeting"]."""
        return self.stack.names

    @property
    def running(self) -> bool:
        """Whether the program has not been left."""
        return self.stack.running

    def cell_of(self, entity: int) -> tuple[int, int] | None:
        """Return the console cell where the map shows that entity; None if it is out of view, or no map is there."""
        from roguelike.world.perception import sees
        from roguelike.world.space import point_of

        if self.program.session is None:
            return None
        game = self.program.game.game
        game.enter()
        point = point_of(entity)
        shown = (each for each in reversed(self.stack.screens) if isinstance(each, Play | Watch))
        play = next(shown, None)
        if play is None or point is None or not sees(game, entity):
            return None
        self.drawn()
        return play.view.cell_of_map(point)

    @property
    def arena(self) -> Arena:
        """The game in progress, for queries and scene-setting."""
        self._left = self._left or self._state()
        session = self.program.game
        return Arena(session.game, minds=True, absentees=session.absentees)

    def save_png(self, path: Path) -> None:
        """Save a picture of what a window would show, in the game's own font."""
        from PIL import Image

        Image.fromarray(self.pixels()).save(path)

    def pixels(self) -> NDArray[np.uint8]:
        """Return what a window of as many cells would show: [row, column, (red, green, blue)]."""
        self.drawn()
        letters, shows_cells = load_tileset("normal"), self.program.cell_pixels
        self.program.cell_pixels = lambda: (letters.tile_width, letters.tile_height)
        try:
            console = self._screen.new_console()
            return pixels_of(Frame(console, self.stack.draw(console)), letters)
        finally:
            self.program.cell_pixels = shows_cells
            self._loop.is_stale = True

    def close(self) -> None:
        """Close the program as a window's close button would, and drop the world of its game."""
        if self.stack.running:
            self.stack.handle(Closed())
        self.host.close()
        if self.program.session is not None:
            ecs.drop_world(self.program.session.game.world)
        if self._own is not None:
            self._own.cleanup()

    def __enter__(self) -> Self:
        """Return the pilot, whose program is closed at the end of the block."""
        return self

    def __exit__(self, *exc: object) -> None:
        """Close the program, whatever happened in the block."""
        self.close()
