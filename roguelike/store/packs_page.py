"""Content packs: which installed packs new games use, and in which order."""

from pathlib import Path
from typing import ClassVar

from roguelike.raws.packs import THE_GAME, taken
from roguelike.store import installed_packs
from roguelike.toolkit import widgets
from roguelike.toolkit.page import Act, Details, Head, ListPage, Message
from roguelike.toolkit.screen import Push, Stay, Transition
from roguelike.ui.program import Program

_ABOUT = (
    "Packs add to the game or change it. New games use those that are on; a game keeps those it began with. "
    "What two of them have, the later one decides."
)


NOTHING_TAKEN = "Nothing: they only add."


class Packs(ListPage[Program, str]):
    """The installed packs, with the order of those that are on, and packs that are on but not installed."""

    title: str = "Content packs"
    columns: ClassVar[int] = 72

    least_rows: ClassVar[int] = 2
    other_rows: int = 18
    detail_rows: int = 6
    nothing: str = "No packs are installed; the help page on packs says how to get some."

    def __init__(self, program: Program) -> None:
        self._here = installed_packs.installed(program.host.saves)
        self._overlaps: widgets.Button[Act] = widgets.Button("", self._list_overlaps, "T")
        super().__init__(program, self._overlaps)
        self._count()

    def listed(self) -> list[widgets.Row[str]]:
        """Return the installed packs, then those that are chosen but not installed."""
        chosen = self.program.settings.packs
        names = [*self._here, *(name for name in chosen if name not in self._here)]
        return [widgets.Row(self._titled(name), name, right=_state(name, chosen)) for name in names]

    def _titled(self, name: str) -> str:
        """Return the readable name of a pack."""
        pack = self._here.get(name)
        return f"{pack.title} {pack.version}" if pack else f"{name} (not installed)"

    def _taken(self) -> list[str]:
        """Return what packs that are on take from each other, one a line."""
        return [str(each) for each in taken(self._on())]

    def _on(self) -> list[Path]:
        """Return the folders of the packs that are on, the lowest first."""
        return [
            self._here[name].folder for name in self.program.settings.packs if name in self._here
        ]

    def _count(self) -> None:
        """Offer the list of what packs take from each other and from the game, and count the first."""
        count = len(self._taken())
        self._overlaps.label = (
            f"[What they replace: {count} of each other]" if count else "[What they replace]"
        )
        others = [each for each in self.bar.buttons if each is not self._overlaps]
        self.bar.buttons[:] = [*([self._overlaps] if self._on() else []), *others]

    def _list_overlaps(self) -> Transition:
        """Show what packs that are on take from each other, then what they take from the game."""
        others = self._taken()
        own = [str(each) for each in taken(self._on(), own=True) if each.lower == THE_GAME]
        told = "\n".join([*others, *own]) or NOTHING_TAKEN
        return Push(Message(self.program, "What packs replace", told))

    def head(self) -> Head:
        """Return the three rows that say what packs are and where they lie."""
        return Head([(_ABOUT, self.program.palette.dim)], rows=3, after=1)

    def details(self, value: str | None) -> Details:
        """Return the description, authors and folder of a pack."""
        palette, pack = self.program.palette, self._here.get(value or "")
        if pack is None:
            words = "Turn it off, or put its folder back: no new game begins without it."
            return Details([(words, palette.warn)])
        by = f" By {pack.authors}." if pack.authors else ""
        licence = f" Licence: {pack.licence}." if pack.licence else ""
        return Details(
            [
                (pack.text, palette.text),
                (f"{by}{licence} ", palette.dim),
                (f"{pack.folder}", palette.dim),
            ]
        )

    def on_choice(self, value: str) -> Transition:
        """Turn a pack on, above all others, or off."""
        settings = self.program.settings
        others = tuple(name for name in settings.packs if name != value)
        settings.packs = others if value in settings.packs else (*others, value)
        self.note = self.program.host.keep_settings(settings) or ""
        self.refresh()
        self._count()
        return Stay()


def _state(name: str, chosen: tuple[str, ...]) -> str:
    """Say whether a pack is on, and its place in the order."""
    if name not in chosen:
        return "off"
    return "on" if len(chosen) == 1 else f"on, {chosen.index(name) + 1} of {len(chosen)}"
