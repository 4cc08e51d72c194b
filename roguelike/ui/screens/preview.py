"""The preview of a spell or thing that finds its targets by itself: whom it would affect, before that happens.

The one decision: it is the aim screen without a movable cursor. The same keys go ahead and cancel, in the same panel.
"""

from typing import ClassVar

from roguelike.core.geometry import Point
from roguelike.engine.foreseeing.aiming import Forecast
from roguelike.engine.play.commands import Action
from roguelike.ui.asked import Asked
from roguelike.ui.inputs import Mouse
from roguelike.ui.panels.board import Board
from roguelike.ui.panels.marks import Marks
from roguelike.ui.panels.scene import Scene
from roguelike.ui.program import Program
from roguelike.ui.screen import Pop, Push, Stay, Transition
from roguelike.ui.screens.harm import Agreed, question_before
from roguelike.ui.screens.targeting import Targeting

HINT = "It needs no aim; a left click goes ahead, a right click goes back."


class Preview(Targeting):
    """Shows what a command that needs no tile would do; closes with it, or with nothing at no cost."""

    name: ClassVar[str] = "Preview"
    hint: ClassVar[str] = HINT

    def __init__(
        self,
        program: Program,
        action: Action,
        hotkey: Asked | None = None,
        *,
        board: Board | None = None,
    ) -> None:
        """Show what `action` would do; a second press of `hotkey`, or a click where its row was drawn, goes ahead."""
        super().__init__(program, action, hotkey, board=board)
        self._row = self.board.place_of(hotkey)

    @property
    def deed(self) -> str:
        """The word for what the fire key does."""
        return self.action.verb

    def _on_mouse(self, mouse: Mouse) -> Transition:
        """Go ahead at a second click on the row that was clicked: in a small window it is covered by now."""
        row, line = self._row, self.board.line_at(mouse.x, mouse.y)
        is_free = line is None or line.value is None or isinstance(line.value, int)
        is_click = mouse.kind == "press" and mouse.button == "left"
        if is_click and is_free and row is not None and row.holds(mouse.x, mouse.y):
            return self.fire()
        return super()._on_mouse(mouse)

    def _aims(self) -> tuple[list[Point], frozenset[Point]]:
        """Return no tiles: it cannot be aimed."""
        return [], frozenset()

    def _first_aim(self, scene: Scene, prefer: int | None) -> Point:
        """Stay where the player is."""
        return scene.map.player

    def point_at(self, point: Point) -> bool:
        """Leave everything as it is."""
        return False

    def aimed(self) -> Action:
        """Return the command as it is."""
        return self.action

    def forecast(self, scene: Scene) -> Forecast:
        """Return what it would do; nothing that the player does not know."""
        return self._forecast_of(self.action, scene)

    def fire(self) -> Transition:
        """Close with the command, or first ask what its key asks where nothing is previewed."""
        if self.forecast(self.board.scene()).refused is not None:
            return Stay()
        question = question_before(self.program, self.action)
        return Push(question) if question is not None else Pop(Agreed(self.action, frozenset()))

    def _place_words(self, scene: Scene, seen: Forecast) -> str:
        """Return "": without an aim there is no tile to name."""
        return ""

    def _draw_cursor(self, marks: Marks, seen: Forecast) -> None:
        """Draw no cursor: there is no tile to choose."""
