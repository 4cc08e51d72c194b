"""The open screens, bottom first, and the one place that carries out transitions.

Inputs come many at a time, and no frame need be drawn between two of them. So a screen that answers by what stands
where is laid out before it gets an input; and a mouse means what is on the screen, so a screen that was never shown
gets none of its presses.

No key is silent: what changes nothing is answered. A key closes the page that it opened, unless it has a meaning there.
"""

from collections.abc import Callable

import numpy as np
from tcod.console import Console

from roguelike.core.colour import BLACK, WHITE
from roguelike.toolkit.inputs import Closed, Input, Key, Mouse, Pasted
from roguelike.toolkit.rows import BLANK, alike, cells_of, dim, word
from roguelike.toolkit.screen import (
    MIN_COLUMNS,
    MIN_ROWS,
    Backdrop,
    Clear,
    Pop,
    Push,
    Quit,
    Replace,
    Screen,
    Stay,
    Transition,
)

NOT_PLAYED = "Pasted text is not played."
"""Said on every screen without a field for text."""


class ScreenStack:
    """Screens stacked on one another; the top one gets the inputs. The program ends when it is empty."""

    def __init__(
        self, *screens: Screen, answer: Callable[[Input], str] = lambda _event: ""
    ) -> None:
        """Stack the screens, the last on top; `answer` says what a key or click means that means nothing there."""
        self.screens: list[Screen] = list(screens)
        self._answer = answer
        self._clicked: Screen | None = None
        self._shown: Screen | None = None
        """The top screen of the last frame."""
        self._size = (MIN_COLUMNS, MIN_ROWS)
        self._is_laid_out = False

    @property
    def running(self) -> bool:
        """Whether any screen is open."""
        return bool(self.screens)

    @property
    def names(self) -> list[str]:
        """Names of the open screens, bottom first."""
        return [screen.name for screen in self.screens]

    @property
    def top(self) -> Screen | None:
        """The screen that gets the inputs."""
        return self.screens[-1] if self.screens else None

    @property
    def animating(self) -> bool:
        """Whether the top screen moves by itself."""
        return bool(self.screens) and self.screens[-1].animating

    @property
    def flickering(self) -> bool:
        """Whether fires flicker on the top screen."""
        return bool(self.screens) and self.screens[-1].flickering

    @property
    def caret(self) -> tuple[int, int] | None:
        """The cell, as last drawn, where the player acts on the top screen."""
        return self.screens[-1].caret() if self.screens else None

    def handle(self, event: Input) -> bool:
        """Give an input to the top screen and apply its answer; return whether a redraw is needed.

        Closed goes to the on_close of every screen instead, top first, and ends the program. The second click of a
        double click is dropped if the first has opened or closed a screen: it was not meant for what is there now.
        """
        if isinstance(event, Closed):
            self.close()
            return False
        if not self.screens:
            return False
        if isinstance(event, Mouse) and event.kind == "press" and self._drops(event):
            return False
        if isinstance(event, Pasted) and not self.screens[-1].takes_text:
            self.screens[-1].answer = NOT_PLAYED
            return True
        if not self._is_laid_out:
            self.screens[-1].lay_out(*self._size)
        self._is_laid_out = False
        return self._heard(event)

    def _heard(self, event: Input) -> bool:
        """Let the top screen answer an input, and answer for it what it does not; return whether to redraw."""
        top, before = self.screens[-1], list(self.screens)
        is_meant = isinstance(event, Key) or (isinstance(event, Mouse) and event.kind == "press")
        told = top.answer
        if is_meant:
            top.answer = ""
        answer = top.on_input(event)
        if is_meant and answer == Stay(redraw=False):
            closes = isinstance(event, Key) and event.name in top.openers
            answer = top.shut() if closes else answer
        if is_meant and answer == Stay(redraw=False):
            top.answer = self._answer(event)
        redraw = self.apply(answer) or top.answer != told
        if isinstance(event, Key) and self.screens and self.screens[-1] not in before:
            # What takes the place of a question is closed by the key that led to the question.
            is_above = top in self.screens
            self.screens[-1].opened_by(frozenset((event.name,)) if is_above else top.openers)
        return redraw

    def _drops(self, click: Mouse) -> bool:
        """Tell whether a press was meant for another screen than the top one; if not, remember who gets it."""
        top = self.screens[-1]
        if self._shown is not top or (click.again and self._clicked is not top):
            return True
        self._clicked = self.screens[-1]
        return False

    def close(self) -> None:
        """Close every screen as the program ends. If one fails, the others still save."""
        failures: list[Exception] = []
        while self.screens:
            try:
                self.screens.pop().on_close()
            except Exception as failure:  # noqa: BLE001 - every screen gets its chance to save
                failures.append(failure)
        if failures:
            raise failures[0]

    def apply(self, transition: Transition) -> bool:
        """Apply a transition; return whether a redraw is needed."""
        match transition:
            case Stay(redraw):
                return redraw
            case Push(screen):
                self.screens.append(screen)
            case Pop(result):
                self.screens.pop()
                if result is not None and self.screens:
                    self.apply(self.screens[-1].on_result(result))
            case Replace(screen):
                self.screens[-1] = screen
            case Clear(screen):
                self.screens[:] = [screen]
            case Quit():
                self.screens.clear()
        return True

    def update(self, seconds: float) -> bool:
        """Let time pass for the top screen; return whether a redraw is needed."""
        if not self.screens:
            return False
        answer = self.screens[-1].update(seconds)
        return answer if isinstance(answer, bool) else self.apply(answer)

    def draw(self, console: Console) -> Backdrop | None:
        """Clear the console and draw what is visible: from the topmost opaque screen upward.

        Return what is seen in the cells that the screens leave clear.
        """
        cells = cells_of(console)
        np.copyto(cells, alike(cells.shape, BLANK, word(WHITE), word(BLACK)))
        self._shown, self._size = self.top, (console.width, console.height)
        self._is_laid_out = True
        lowest = len(self.screens) - 1
        while lowest > 0 and not self.screens[lowest].opaque:
            lowest -= 1
        backdrop: Backdrop | None = None
        for index in range(max(lowest, 0), len(self.screens)):
            screen = self.screens[index]
            if index > lowest and screen.dims:
                dim(cells)
                if backdrop is not None:
                    backdrop.dims += 1
            backdrop = screen.draw(console) or backdrop
        return backdrop
