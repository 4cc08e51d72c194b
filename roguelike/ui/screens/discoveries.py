"""What the player knows of the dungeon's magic: known kinds, those met but not understood, and how many are left."""

from itertools import groupby
from typing import ClassVar

from roguelike.ui.program import Program
from roguelike.ui.screens.page import TextPage
from roguelike.ui.widgets import Segment


class Discoveries(TextPage):
    """The list of magic, by group."""

    name: ClassVar[str] = "Discoveries"
    title: ClassVar[str] = "Discoveries"
    columns: ClassVar[int] = 80

    def __init__(self, program: Program) -> None:
        super().__init__(program, _lines(program))


def _lines(program: Program) -> list[list[Segment]]:
    """Write the list: a mark before each, so that colour is not the only signal."""
    palette = program.palette
    lines: list[list[Segment]] = []
    for group, found in groupby(program.game.discoveries(), key=lambda view: view.group):
        views = list(found)
        known = sum(view.state == "known" for view in views)
        lines += [
            [(f"{group}  ", palette.heading), (f"{known} of {len(views)} known", palette.dim)]
        ]
        for view in views:
            if view.state == "known":
                lines.append([("  ✓ ", palette.good), (view.name, palette.text)])
            elif view.state == "met":
                lines.append(
                    [
                        ("  · ", palette.dim),
                        (f"{view.name}  ", palette.dim),
                        ("not understood", palette.dim),
                    ]
                )
        left = sum(view.state == "unknown" for view in views)
        if left:
            lines.append([(f"    and {left} that you have yet to meet", palette.dim)])
        lines.append([])
    return lines or [[("There is no magic here to know.", palette.dim)]]
