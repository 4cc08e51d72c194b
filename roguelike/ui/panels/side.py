"""The side panel: health, spells and items first, then the fight, the player's figures and gear.

The one decision: rows to click stand above rows that come and go, so that they stay in place. Each section has its rows
in one or more forms, from roomy to terse; `sections.py` chooses which are shown. If there is room beside the map for
two panels, the player's own sections are in the left one.

A section is declared where its rows are made (`parts`), which is all that it takes to add one:

  @section(FIGHT, rank=9, heading="Lying about", more="look", reads=lambda scene: scene.game.lying())
  def lying(scene: Scene, colours: Palette, width: int) -> list[Line]:
      return [Line(((f" {thing.name}", colours.item),)) for thing in scene.game.lying()]
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from roguelike.core.colour import BLACK
from roguelike.core.records import replace
from roguelike.ui.kept import Kept
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.rows import Line
from roguelike.ui.panels.scene import Scene
from roguelike.ui.panels.sections import Hint, Section, fit

TOP: Final = "top"
"""Health, mana and experience: they stand first in every panel."""
ACTS: Final = "acts"
"""What the player can cast and use."""
FIGHT: Final = "fight"
"""What is going on; it stands on the right at every size."""
FIGURES: Final = "figures"
"""What the player is and wears."""
WIDE, NEAR = 36, 32
"""In a panel wider than the first, figures stand within this many columns (the second) if all of a section fit."""

Form = Callable[[Scene, Palette, int], list[Line]]
"""Makes the rows of a section for a width."""


class _Part:
    """A section and how its rows are made; they are kept until what it reads changes: a turn changes a row or two."""

    def __init__(
        self,
        blank: Section,
        forms: tuple[Form, ...],
        reads: Callable[[Scene], object],
        heading: Callable[[Scene], str] | None,
    ) -> None:
        self._blank = blank
        self._forms, self.reads, self._heading = forms, reads, heading
        self.kept = Kept[Section]()

    @property
    def rank(self) -> int:
        """Its place among the sections of its panel."""
        return self._blank.rank

    def made(self, scene: Scene, colours: Palette, width: int) -> Section:
        """Make the rows."""
        lines, *terse = (nearer(form(scene, colours, width), width) for form in self._forms)
        head = self._blank.heading if self._heading is None else self._heading(scene)
        return replace(self._blank, lines=lines, terse=tuple(terse), heading=head)

    def anew(self, *, spaced: bool) -> "_Part":
        """Return the same part for another panel, `spaced` by a blank row if there is room."""
        blank = replace(self._blank, spaced=spaced)
        return _Part(blank, self._forms, self.reads, self._heading)


_PARTS: dict[str, list[_Part]] = {}
"""The sections of each panel, by rank."""


def section(
    panel: str,
    *,
    rank: int,
    reads: Callable[[Scene], object],
    heading: str | Callable[[Scene], str] = "",
    name: str = "",
    more: str = "",
    keep: int = 1,
    wanted: int = 0,
    urgent: bool = False,
    terse: tuple[Form, ...] = (),
) -> Callable[[Form], Form]:
    """Register the function below, and shorter forms, as a section of a panel, where sections stand by their rank.

    `reads` returns everything of the scene that its rows depend on, `heading` may depend on it too; for the others see
    `Section`.
    """
    title, of_scene = (heading, None) if isinstance(heading, str) else ("", heading)
    blank = Section(
        heading=title, keep=keep, wanted=wanted, rank=rank, more=more, name=name, urgent=urgent
    )

    def register(form: Form) -> Form:
        parts = _PARTS.setdefault(panel, [])
        parts.append(_Part(blank, (form, *terse), reads, of_scene))
        parts.sort(key=lambda part: part.rank)
        return form

    return register


def nearer(lines: list[Line], width: int) -> list[Line]:
    """Return rows with the right-hand text of a wide panel moved left, nearer to what it belongs to.

    All of it stays in one column. Bars stay as wide as the panel.
    """
    if width <= WIDE:
        return lines
    moved = [bool(line.right) and line.back == BLACK for line in lines]
    longest = max(
        (line.length for line, moves in zip(lines, moved, strict=True) if moves), default=0
    )
    blank = ((" " * (width - max(NEAR, longest + 1)), BLACK),)
    return [
        line._replace(right=line.right + blank) if moves else line
        for line, moves in zip(lines, moved, strict=True)
    ]


class SidePanel:
    """Keeps the rows of each section, and the whole panel until one of them changes."""

    def __init__(self, *panels: str, spaced: bool = False) -> None:
        """Make a panel of all sections of some; those with what the player can do are `spaced` or not."""
        self._parts = [
            part.anew(spaced=spaced or panel != ACTS) for panel in panels for part in _PARTS[panel]
        ]
        self._lines = Kept[list[Line]]()

    @classmethod
    def fight(cls) -> "SidePanel":
        """Make the panel on the fight."""
        return cls(TOP, FIGHT)

    @classmethod
    def own(cls) -> "SidePanel":
        """Make the panel with the player's own sections."""
        return cls(ACTS, FIGURES, spaced=True)

    @classmethod
    def whole(cls) -> "SidePanel":
        """Make the panel with both."""
        return cls(TOP, ACTS, FIGHT, FIGURES)

    def sections(self, scene: Scene, width: int, colours: Palette) -> list[Section]:
        """Return the panel's sections for a width."""
        return [
            part.kept.of(
                (part.reads(scene), colours.variant, width),
                partial(part.made, scene, colours, width),
            )
            for part in self._parts
        ]

    def lines(
        self, scene: Scene, size: tuple[int, int], colours: Palette, hint: Hint
    ) -> list[Line]:
        """Return the panel's rows for a size of (columns, most rows); the same list object if nothing changed."""
        sections = self.sections(scene, size[0], colours)
        key = (sections, size, colours.variant, hint("panel"))
        return self._lines.of(key, lambda: fit(sections, *size, colours, hint))
