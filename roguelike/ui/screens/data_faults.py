"""The page of faults in the data: every fault with its place, before any game begins."""

from typing import ClassVar

from roguelike.ui.program import Program
from roguelike.ui.screens.page import TextPage
from roguelike.ui.widgets import Segment

_REMEDY = (
    "No game can begin until this is mended. Mend the files and start again; in a terminal "
    "`roguelike check-data`, or `roguelike check-data PACK` for a content pack, says the same."
)


class Faults(TextPage):
    """The page that lists the faults."""

    opaque: ClassVar[bool] = True
    title: ClassVar[str] = "The data cannot be used"
    columns: ClassVar[int] = 100

    def __init__(self, program: Program) -> None:
        palette = program.palette
        heading, *faults = program.host.data_fault().splitlines() or [""]
        lines: list[list[Segment]] = [[], [(heading.strip(), palette.warn)], []]
        for fault in faults:
            where, colon, what = fault.strip().partition(": ")
            lines += [[(where + colon, palette.heading), (what, palette.text)], []]
        super().__init__(program, [*lines, [(_REMEDY, palette.dim)]])
