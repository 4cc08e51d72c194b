"""Content packs: which installed packs new games use, and in which order."""

from typing import ClassVar

from tcod.console import Console

from roguelike.store.installed_packs import installed
from roguelike.ui.program import Program
from roguelike.ui.screen import Stay, Transition
from roguelike.ui.screens.page import Details, ListPage
from roguelike.ui.widgets import Rect, Row, Segment, print_wrapped

_ABOUT = (
    "Packs add to the game or change it. New games use the packs that are on; a game keeps the packs that it began "
    "with. Later packs override earlier ones."
)
_NONE = "No packs are installed; the help page on packs says how to get some."
_DETAIL_ROWS, _ABOUT_ROWS = 6, 4


class Packs(ListPage[str]):
    """The installed packs, with the order of those that are on, and packs that are on but not installed."""

    name: ClassVar[str] = "Packs"
    opaque: ClassVar[bool] = False
    title: ClassVar[str] = "Content packs"
    columns: ClassVar[int] = 72

    def __init__(self, program: Program) -> None:
        self._here = installed(program.host.saves)
        super().__init__(program, self._rows(program))

    def _rows(self, program: Program) -> list[Row[str]]:
        """List the installed packs, then those that are chosen but not installed."""
        chosen = program.settings.packs
        names = [*self._here, *(name for name in chosen if name not in self._here)]
        return [Row(self._titled(name), name, right=_state(name, chosen)) for name in names]

    def _titled(self, name: str) -> str:
        """Return the readable name of a pack."""
        pack = self._here.get(name)
        return f"{pack.title} {pack.version}" if pack else f"{name} (not installed)"

    @property
    def rows(self) -> int:
        """The rows of the list, the words above it, the details and the edges."""
        return max(len(self.menu.rows), 2) + _ABOUT_ROWS + _DETAIL_ROWS + 8

    def draw_body(self, console: Console, rect: Rect) -> None:
        """Draw the explanation, the list, and the description of the pack under the cursor."""
        palette = self.program.palette
        print_wrapped(console, rect.x, rect.y, [(_ABOUT, palette.dim)], rect.width, _ABOUT_ROWS - 1)
        body = rect._replace(y=rect.y + _ABOUT_ROWS, height=rect.height - _ABOUT_ROWS - 1)
        self.draw_with_details(console, body, Details(self._details(), _DETAIL_ROWS), _NONE)
        self.warn(console, rect._replace(y=rect.y + rect.height - 1, height=1), self.note)

    def _details(self) -> list[Segment]:
        """Return the description, authors and folder of the pack under the cursor."""
        if not self.menu.rows:
            return []
        palette, pack = self.program.palette, self._here.get(self.menu.value or "")
        if pack is None:
            words = "Turn it off, or put its folder back: no new game begins without it."
            return [(words, palette.warn)]
        by = f" By {pack.authors}." if pack.authors else ""
        licence = f" Licence: {pack.licence}." if pack.licence else ""
        return [
            (pack.text, palette.text),
            (f"{by}{licence} ", palette.dim),
            (f"{pack.folder}", palette.dim),
        ]

    def on_choice(self, value: str) -> Transition:
        """Turn a pack on, above all others, or off."""
        settings = self.program.settings
        others = tuple(name for name in settings.packs if name != value)
        settings.packs = others if value in settings.packs else (*others, value)
        self.note = self.program.host.keep_settings(settings) or ""
        self.menu.replace(self._rows(self.program))
        return Stay()


def _state(name: str, chosen: tuple[str, ...]) -> str:
    """Say whether a pack is on, and its place in the order."""
    if name not in chosen:
        return "off"
    return "on" if len(chosen) == 1 else f"on, {chosen.index(name) + 1} of {len(chosen)}"
