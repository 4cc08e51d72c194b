"""The preview of a spell that finds its targets by itself: whom it would affect, before it is cast.

The one decision: it is the aim screen without a movable cursor. The same keys cast and cancel, in the same panel.
"""

from typing import ClassVar

from roguelike.core.geometry import Point
from roguelike.engine.aiming import Forecast
from roguelike.engine.commands import Action
from roguelike.ui.panels.marks import Marks
from roguelike.ui.panels.scene import Scene
from roguelike.ui.screens.targeting import Targeting

HINT = "It needs no aim; a left click casts, a right click goes back."


class Preview(Targeting):
    """Shows what a command that needs no tile would do; closes with it, or with nothing at no cost."""

    name: ClassVar[str] = "Preview"
    hint: ClassVar[str] = HINT
    deed: ClassVar[str] = "cast"

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

    def _place_words(self, scene: Scene, seen: Forecast) -> str:
        """Return "": without an aim there is no tile to name."""
        return ""

    def _draw_cursor(self, marks: Marks, seen: Forecast) -> None:
        """Draw no cursor: there is no tile to choose."""
