"""What is wrong with the data, and how to fix it.

Editors of data want all mistakes of a file at once, each with its place and its remedy. So nothing here raises on the
first one: all are added to one `Report`, which is raised as a whole at the end.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from reprlib import Repr

from roguelike.core.plain_words import lines_of, quotable
from roguelike.core.records import Record, State, field, replace

MOST_TOLD = 500
"""Most faults that are reported; of more, only the number: nobody reads them, and each remedy takes time to find."""
SHOWN = 12
"""How many names of a long list of possible ones a remedy spells out."""


class _JsonRepr(Repr):
    """Shows values as they are written in the data: `true`, not Python's `True`."""

    def repr_bool(self, value: bool, _: int) -> str:  # noqa: FBT001
        """Show `true` and `false` as JSON writes them."""
        return "true" if value else "false"

    def repr_NoneType(self, _value: None, _level: int) -> str:  # noqa: N802
        """Show nothing as JSON writes it, since that is what the author typed."""
        return "null"


_REPR = _JsonRepr()
_REPR.maxstring = _REPR.maxother = _REPR.maxlong = 60


class Fault(Record):
    """One mistake: where it is (file, section, name of the entry, field), what is wrong, and the remedy."""

    file: str
    entry: str
    field: str
    problem: str
    remedy: str = ""
    section: str = ""
    line: int = 0
    """The line of the file, from 1; 0 if unknown."""

    def __str__(self) -> str:
        """Return the fault as one line."""
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
    """The data cannot be played with; `faults` lists the reasons, without `untold` more."""

    def __init__(self, faults: Iterable[Fault], untold: int = 0) -> None:
        self.faults, self.untold = tuple(faults), untold
        count = len(self.faults) + untold
        first = f", of which these are the first {len(self.faults)}" if untold else ""
        heading = f"The data has {count} fault{'s' if count != 1 else ''}{first}:"
        super().__init__("\n".join([heading, *(f"  {fault}" for fault in self.faults)]))

    def __reduce__(self) -> tuple[type["DataError"], tuple[tuple[Fault, ...], int]]:
        """Make it picklable, since simulations run in several processes."""
        return DataError, (self.faults, self.untold)


class Report(State):
    """The faults found so far, each once; beyond the first MOST_TOLD they are only counted."""

    faults: list[Fault] = field(default_factory=list)
    found: set[tuple[str, ...]] = field(default_factory=set)
    """Place and problem of all of them."""
    texts: dict[str, str] = field(default_factory=dict)
    """The text of the files that could be read, by name, for line numbers."""

    def at(self, file: str, section: str = "", entry: str = "") -> "Place":
        """Return the place of an entry, at which faults of its fields are reported."""
        return Place(self, file, section, entry)

    def raise_faults(self) -> None:
        """Raise DataError if anything is wrong."""
        if self.faults:
            raise DataError(self.located(), self.untold)

    @property
    def untold(self) -> int:
        """How many faults there are besides those that are reported."""
        return len(self.found) - len(self.faults)

    def located(self) -> list[Fault]:
        """Return the faults, each with its line number."""
        lines: dict[Fault, int] = {}
        for file, text in self.texts.items():
            here = [fault for fault in self.faults if fault.file == file and not fault.line]
            places = [(fault.section, fault.entry, fault.field) for fault in here]
            lines |= zip(here, lines_of(text, places) if places else (), strict=True)
        return [replace(fault, line=lines.get(fault, fault.line)) for fault in self.faults]


class Place(Record):
    """An entry, or a field of it, at which faults are reported."""

    report: Report
    file: str
    section: str = ""
    entry: str = ""
    field: str = ""

    def under(self, *fields: str | int) -> "Place":
        """Return the place of a field inside this one."""
        path = ".".join(str(part) for part in (self.field, *fields) if part != "")
        return Place(self.report, self.file, self.section, self.entry, path)

    def fault_of(self, error: ValueError) -> None:
        """Report an error that says "what is wrong: what to do"."""
        problem, _, remedy = str(error).partition(": ")
        self.fault(problem, remedy)

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
    """Return a short representation of any value, however long or deeply nested."""
    try:
        return _REPR.repr(value)
    except ValueError:
        # Python refuses to format integers of more than 4,300 digits.
        return "a number without end"


@lru_cache(maxsize=1024)
def _alike(wrong: str, names: tuple[str, ...]) -> list[str]:
    """Return the name most like a wrong one, as a list of at most one; of a name with a unit, either part may be meant.

    Cached, since a name that is wrong in one row often is in thousands.
    """
    parts = {part: name for name in reversed(names) for part in (name.partition("_")[0], name)}
    parts |= {name: name for name in names}
    return [parts[part] for part in get_close_matches(wrong, sorted(parts), n=1, cutoff=0.6)]


def meant(wrong: str, known: Iterable[str]) -> str:
    """Return " (did you mean ...?)" if a known name is much like the wrong one, otherwise ""."""
    alike = _alike(wrong, tuple(sorted(filter(None, known))))
    return f" (did you mean {alike[0]!r}?)" if alike else ""


class Suggestion(Record):
    """A remedy for an unknown name, as text: the name that was probably meant, and some that exist.

    The search happens only when the text is needed: it takes milliseconds, and data may have thousands of unknown
    names.
    """

    wrong: str
    known: Iterable[str]

    def __str__(self) -> str:
        """Return the remedy, searching for the name that was meant."""
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
"""The remedy for a fault; a suggestion is computed only if it is shown."""
