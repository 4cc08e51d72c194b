"""What is wrong with the data, and what would be right.

Whoever edits data wants all mistakes of a file in one go, each with its place and its remedy. So nothing here raises on
the first one: everybody adds to one `Report`, and only at the end is it raised as a whole.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from reprlib import Repr

from roguelike.core.plain_words import quotable
from roguelike.core.positions import lines_of
from roguelike.core.records import Record, State, field, replace

MOST_TOLD = 500
"""How many faults are told; of more only the number is: nobody reads them, and each remedy takes time to find."""
SHOWN = 12
"""How many names of a long list of possible ones a remedy spells out."""


class _JsonRepr(Repr):
    """Shows values as whoever edits data has written them: `true`, not Python's `True`."""

    def repr_bool(self, value: bool, _: int) -> str:  # noqa: FBT001
        """Show `true` and `false` as JSON writes them."""
        return "true" if value else "false"

    def repr_NoneType(self, _value: None, _level: int) -> str:  # noqa: N802
        """Show `null`, by which JSON says that there is nothing."""
        return "null"


_REPR = _JsonRepr()
_REPR.maxstring = _REPR.maxother = _REPR.maxlong = 60


class Fault(Record):
    """One mistake: where it is (file, section, name of the entry, field), what is wrong, what would be right."""

    file: str
    entry: str
    field: str
    problem: str
    remedy: str = ""
    section: str = ""
    line: int = 0
    """The line of the file, from 1; 0 where that is not known."""

    def __str__(self) -> str:
        """Say it in one line."""
        place = ", ".join(part for part in (self._whose, quotable(self.field)) if part)
        file = quotable(self.file)
        file = f"{file}, line {self.line}" if self.line else file
        where = f"{file}: {place}: " if place else f"{file}: "
        return (
            where + quotable(self.problem) + (f" ({quotable(self.remedy)})" if self.remedy else "")
        )

    @property
    def _whose(self) -> str:
        """The section and the quoted name of the entry."""
        return f'{self.section} "{quotable(self.entry)}"'.strip() if self.entry else self.section


class DataError(ValueError):
    """The data cannot be played with; `faults` lists every reason, but for `untold` more."""

    def __init__(self, faults: Iterable[Fault], untold: int = 0) -> None:
        self.faults, self.untold = tuple(faults), untold
        count = len(self.faults) + untold
        first = f", of which these are the first {len(self.faults)}" if untold else ""
        heading = f"The data has {count} fault{'s' if count != 1 else ''}{first}:"
        super().__init__("\n".join([heading, *(f"  {fault}" for fault in self.faults)]))

    def __reduce__(self) -> tuple[type["DataError"], tuple[tuple[Fault, ...], int]]:
        """Cross from one process to another whole: simulations run in several."""
        return DataError, (self.faults, self.untold)


class Report(State):
    """The faults found so far, each once; of those beyond the first MOST_TOLD only how many there are."""

    faults: list[Fault] = field(default_factory=list)
    found: set[tuple[str, ...]] = field(default_factory=set)
    """Place and problem of all of them."""
    texts: dict[str, str] = field(default_factory=dict)
    """What the files say that could be read, by name: lines are counted there."""

    def at(self, file: str, section: str = "", entry: str = "") -> "Place":
        """Return the place of an entry, to report faults of its fields to."""
        return Place(self, file, section, entry)

    def raise_faults(self) -> None:
        """Raise DataError when anything is wrong."""
        if self.faults:
            raise DataError(self.located(), self.untold)

    @property
    def untold(self) -> int:
        """How many faults there are beside those that are told."""
        return len(self.found) - len(self.faults)

    def located(self) -> list[Fault]:
        """Return the faults, each with the line on which it stands."""
        lines: dict[Fault, int] = {}
        for file, text in self.texts.items():
            here = [fault for fault in self.faults if fault.file == file and not fault.line]
            places = [(fault.section, fault.entry, fault.field) for fault in here]
            lines |= zip(here, lines_of(text, places) if places else (), strict=True)
        return [replace(fault, line=lines.get(fault, fault.line)) for fault in self.faults]


class Place(Record):
    """One entry, or a field of it, that faults are reported of."""

    report: Report
    file: str
    section: str = ""
    entry: str = ""
    field: str = ""

    def under(self, *fields: str | int) -> "Place":
        """Return the place of a field inside this one."""
        path = ".".join(str(part) for part in (self.field, *fields) if part != "")
        return Place(self.report, self.file, self.section, self.entry, path)

    def fault(self, problem: str, remedy: "Remedy" = "") -> None:
        """Report that something here is wrong."""
        found, told = self.report.found, self.report.faults
        mark = (self.file, self.section, self.entry, self.field, problem)
        if mark in found:
            return
        found.add(mark)
        if len(told) < MOST_TOLD:
            told.append(
                Fault(self.file, self.entry, self.field, problem, str(remedy), self.section)
            )


def shown(value: object) -> str:
    """Show a value that may be anything: endless, or nested without end."""
    try:
        return _REPR.repr(value)
    except ValueError:
        # Python writes no integer of more than 4,300 digits.
        return "a number without end"


@lru_cache(maxsize=1024)
def _alike(wrong: str, names: tuple[str, ...]) -> list[str]:
    """Return the name that is most like a wrong one, if any is; of a name with its unit, either part may be meant.

    Kept, since a name that is wrong in one row often is in thousands.
    """
    parts = {part: name for name in reversed(names) for part in (name.partition("_")[0], name)}
    parts |= {name: name for name in names}
    return [parts[part] for part in get_close_matches(wrong, sorted(parts), n=1, cutoff=0.6)]


def meant(wrong: str, known: Iterable[str]) -> str:
    """Return " (did you mean ...?)" for a name that is much like one that there is, else nothing."""
    alike = _alike(wrong, tuple(sorted(filter(None, known))))
    return f" (did you mean {alike[0]!r}?)" if alike else ""


class Suggestion(Record):
    """A remedy for an unknown name, as text: the one that was probably meant, and some that exist.

    It is looked for when it is read, for that takes milliseconds, and data may have thousands of unknown names.
    """

    wrong: str
    known: Iterable[str]

    def __str__(self) -> str:
        """Look for the name that was meant."""
        names = tuple(sorted(filter(None, self.known)))
        alike = _alike(self.wrong, names)
        if not names:
            return "there are none"
        hint = f"did you mean {alike[0]!r}?" if alike else ""
        if alike and len(names) > SHOWN:
            return hint
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        return f"{hint} Known: {', '.join(names[:SHOWN])}{more}".strip()


Remedy = str | Suggestion
"""What would be right; a suggestion is worked out only where it is told."""
