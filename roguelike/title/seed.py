"""Beginning a game: seed, origin, what is asked while another program has the saves, faults of broken data."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from roguelike.core.records import Record
from roguelike.toolkit import widgets
from roguelike.toolkit.page import Details, LineEntry, ListPage, Message, Question, TextPage
from roguelike.toolkit.screen import Clear, Push, Quit, Screen, Stay, Transition
from roguelike.ui.program import Program, UserError

if TYPE_CHECKING:  # the title must not wait for the rules
    from roguelike.engine.views.choices import OriginView

SEED_COLUMNS = 18
"""Columns for a seed next to the choice of a new game: those of daily dungeons fit."""
_EXPLAINED = (
    "The same seed gives the same dungeon, to you and to your friends: its maps, its creatures and "
    "its treasures. Any words or numbers will do."
)
_REMEDY = (
    "No game can begin until this is mended. Mend the files and start again; in a terminal "
    "`roguelike check-data`, or `roguelike check-data PACK` for a content pack, says the same."
)


class Begin(Record):
    """A request to the title for a new game with this seed; None for a random one."""

    seed: str | None
    replacing: bool = False


def seed_words(seed: str) -> str:
    """Return a menu's text about the seed of a new game; a long one is cut so that the choice next to it is not."""
    return f"seed {widgets.clip(seed, SEED_COLUMNS)}" if seed else ""


def anew(program: Program, seed: str | None, *, unsaved: str = "") -> Transition:
    """Ask who the player was before a new game, and begin it; where that is settled, begin at once."""
    host = program.host
    if not unsaved and host.taken():
        return Push(Taken(program, is_new=True, seed=seed))
    try:
        is_settled = bool(host.chosen_origin()) or len(host.catalog().origins) < 2
    except UserError:
        is_settled = True  # which says what is wrong with the data
    if is_settled:
        return begin(program, seed, unsaved=unsaved)
    return Push(program.open("origins", seed, unsaved))


def begin(program: Program, seed: str | None, origin: str = "", *, unsaved: str = "") -> Transition:
    """Start a new game and open it; if it cannot start or be saved, a popup says why.

    `origin` is who the player was before, "" whoever the command line or the data says; `unsaved` is why the player
    agreed that it is not saved.
    """
    if not unsaved and program.host.taken():
        return Push(Taken(program, is_new=True, seed=seed))
    try:
        program.session = program.host.start(seed, origin, unsaved=unsaved)
    except UserError as error:
        if program.host.data_fault():
            return Push(broken_data(program))
        return Push(Message(program, "No new game", str(error)))
    return Clear(program.open("play"))


def answered(program: Program, answer: object) -> Transition:
    """Act on the answer about another program that is playing in the folder of saves."""
    match answer:
        case Unsaved(seed, is_new=True, why=why):
            return anew(program, seed, unsaved=why)
        case Elsewhere():
            program.host.use_another_hero()
            return Clear(program.open("title"))
    return Stay()


def broken_data(program: Program) -> Screen:
    """Return the page that lists what is wrong with the data."""
    return Faults(program)


class SeedEntry(LineEntry[Program]):
    """A line for the seed; closes with Begin."""

    name: str = "Seed"
    title: str = "A dungeon of your choice"
    label: ClassVar[str] = "Seed"
    explained: str = _EXPLAINED
    when_empty: ClassVar[str] = "Leave it empty for a random one."

    def entered(self, text: str) -> Begin:
        """Return the request for a game with the seed; without text, a random one, whatever the command line set."""
        host = self.program.host
        return Begin(text or (host.random_seed() if host.chosen_seed() else None))


class Origins(ListPage[Program, "OriginView"]):
    """Everybody whom the new game can be about; begins it."""

    name: str = "Origins"
    title: str = "Who were you, before last night?"
    columns: ClassVar[int] = 80
    may_be_beside: ClassVar[bool] = False
    other_rows: int = 14
    detail_rows: int = 8
    deed: str = "Begin"

    def __init__(self, program: Program, seed: str | None, unsaved: str) -> None:
        self._seed, self._unsaved = seed, unsaved
        super().__init__(program)

    def listed(self) -> "Iterator[widgets.Row[OriginView]]":
        """Yield a row for each: the name, and what they can cast."""
        from roguelike.engine.views.choices import origin_views

        for each in origin_views(self.program.host.catalog()):
            name = [(each.name, self.program.palette.level_up)]
            yield widgets.Row(name, each, right=", ".join(each.spells))

    def details(self, value: "OriginView | None") -> Details:
        """Return their life, what they are worse at, and what they have."""
        if value is None:
            return Details()
        palette = self.program.palette
        words = [
            (f"{value.text}\n", palette.text),
            (f"{value.weakness}\n", palette.bad),
            (f"{value.figures}. ", palette.info),
            (f"{', '.join(value.kit)}.", palette.dim),
        ]
        return Details(words, value.name)

    def on_choice(self, value: "OriginView") -> Transition:
        """Begin the game as whoever was chosen."""
        return begin(self.program, self._seed, value.name, unsaved=self._unsaved)

    def on_result(self, result: object) -> Transition:
        """Act on the answer about another program, which came to play meanwhile."""
        return answered(self.program, result)


class Faults(TextPage[Program]):
    """The page that lists the faults."""

    opaque: ClassVar[bool] = True
    title: str = "The data cannot be used"
    columns: ClassVar[int] = 100

    def __init__(self, program: Program) -> None:
        palette = program.palette
        heading, *faults = program.host.data_fault().splitlines() or [""]
        lines: list[list[widgets.Segment]] = [[], [(heading.strip(), palette.warn)], []]
        for fault in faults:
            where, colon, what = fault.strip().partition(": ")
            lines += [[(where + colon, palette.heading), (what, palette.text)], []]
        super().__init__(program, [*lines, [(_REMEDY, palette.dim)]])


class Unsaved(Record):
    """The player agreed to play without saving: a new game of a seed, or the saved one.

    `why` is what they were told about the other program; it stays valid even if that program has ended meanwhile.
    """

    seed: str | None
    is_new: bool
    why: str


class Elsewhere(Record):
    """The player wants to play as another hero."""


class Taken(Question):
    """A choice of playing without saving, another hero, the title, and quitting."""

    columns: ClassVar[int] = 58

    def __init__(self, program: Program, *, is_new: bool, seed: str | None = None) -> None:
        """Ask about a new game if `is_new`, otherwise about the saved one."""
        why = program.host.taken()
        what = "A game begun now" if is_new else "What you do in the saved game now"
        text = f"{why}\n\n{what} is not saved, and does not count among the past runs."
        play = "Play without saving" if is_new else "Look on without saving"
        answers: list[widgets.Row[object]] = [
            widgets.Row("Do not play", None, mark="n"),
            widgets.Row(play, Unsaved(seed, is_new, why), mark="y"),
            widgets.Row("Play as another hero", Elsewhere(), mark="h"),
            widgets.Row("Quit", Quit(), mark="q"),
        ]
        super().__init__(program, "Nothing will be saved", text, answers)

    def on_choice(self, value: object) -> Transition:
        """Close with the chosen answer, or quit the program."""
        return value if isinstance(value, Quit) else super().on_choice(value)
