"""Choosing the hero: several games side by side, each under a hero's name."""

from collections.abc import Iterator
from typing import ClassVar

from roguelike.store.heroes import MOST_LETTERS, why_no_name
from roguelike.toolkit import widgets
from roguelike.toolkit.page import LineEntry, ListPopup
from roguelike.toolkit.screen import Pop, Push, Transition
from roguelike.ui.program import ChosenHero, HeroView, Program

NAMELESS = "(without a name)"
_NOBODY_YET = "no game yet"
_STATE_COLUMNS = 62
"""The columns for the state of a game, without its indent and the page's edges."""


class Heroes(ListPopup[Program, str]):
    """The heroes who have a game; closes with the chosen one."""

    title: str = "Who plays?"
    columns: ClassVar[int] = 68

    letters: ClassVar[bool] = False
    other_rows: int = 7

    def __init__(self, program: Program) -> None:
        super().__init__(
            program, widgets.Button("[A new hero]", lambda: Push(HeroName(program)), "n")
        )
        names = [row.value for row in self.menu.rows]
        self.menu.cursor = names.index(program.host.hero)

    def listed(self) -> list[widgets.Row[str]]:
        """Return the heroes, each with the state of the game."""
        return [row for each in self.program.host.heroes() for row in _rows(self.program, each)]

    def on_choice(self, value: str) -> Transition:
        """Close with the hero of this name, who is played from then on."""
        return Pop(ChosenHero(value))

    def on_result(self, result: object) -> Transition:
        """Close with the named hero."""
        return Pop(result)


def _rows(program: Program, hero: HeroView) -> Iterator[widgets.Row[str]]:
    """Yield a hero's rows: the name, and below it the state of the game."""
    palette = program.palette
    taken = "! played by another program" if hero.is_taken else ""
    yield widgets.Row([(hero.name or NAMELESS, palette.heading)], hero.name, right=taken)
    for line in widgets.wrap(hero.line or _NOBODY_YET, _STATE_COLUMNS):
        words: list[widgets.Segment] = [(f"  {line}", palette.dim)]
        yield widgets.Row(words, hero.name, heading=True)


class HeroName(LineEntry[Program]):
    """A line for a new hero's name; closes with ChosenHero."""

    title: str = "A new hero"
    label: ClassVar[str] = "Name"
    button: ClassVar[str] = "[Choose]"
    most: ClassVar[int] = MOST_LETTERS

    explained: str = (
        "Each hero has a game of their own. A name that has one already goes on with it; so does "
        "`roguelike --save NAME`."
    )

    def entered(self, text: str) -> ChosenHero | None:
        """Close with the name if it is valid."""
        self.wrong = why_no_name(text) if text else "Type a name."
        return None if self.wrong else ChosenHero(text)
