"""From text to rows: JSON with duplicate keys detected, then the models, entry by entry.

pydantic checks a whole document in one pass, and its errors are put into words for people who edit data. If that finds
faults, the faulty fields or entries are removed and the rest is checked again, so that what is valid can still be
cross-checked and every fault is in one report.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from roguelike.components import magic
from roguelike.core import data_path
from roguelike.core.plain_words import twins
from roguelike.core.records import Record, State, Struct, field
from roguelike.raws import rows
from roguelike.raws.bridge import FORMER, keys_of, read_as
from roguelike.raws.faults import Place, Remedy, Report, Suggestion, shown

REMEDIES = {
    "missing": "add it",
    "int_type": "write a whole number",
    "int_parsing": "write a whole number",
    "int_parsing_size": "write a smaller number",
    "int_from_float": "write a whole number",
    "float_type": "write a number",
    "float_parsing": "write a number",
    "finite_number": "write a number",
    "bool_type": "write true or false",
    "bool_parsing": "write true or false",
    "string_type": 'write text in quotes: "..."',
    "string_unicode": "write text that is valid Unicode",
    "tuple_type": "write a list: [ ... ]",
    "dict_type": "write an object: { ... }",
    "model_type": "write an object: { ... }",
}
PATTERNS = {
    data_path.PACK_NAME: "write letters, digits and hyphens",
    data_path.VERSION: 'write numbers with dots: "1.0"',
    magic.PART: 'write two words with a dot: "delivery.radius"',
}
LIMIT = re.compile("^(Input|String|Tuple|Dictionary) should")
Keys = Mapping[str, object]
"""What may be written in an object: each key, with the annotation of its value."""


def explain(
    detail: ErrorDetails, place: Place, path: Sequence[str | int], keys: Keys | None = None
) -> None:
    """Report one error at `path` inside an entry, or inside an object with these keys."""
    steps = [step for step in path if step not in (*rows.FORMS, "[key]")]
    if detail["type"] == "extra_forbidden":
        known = _keys_at(_keys_of_entry(place) if keys is None else keys, path[:-1])
        place.under(*steps).fault("is not a known field", _remedy_for_key(str(path[-1]), known))
    elif (found := _finding(detail)) is not None:
        place.under(*steps).fault(*found)


def _remedy_for_key(name: str, known: Keys) -> Remedy:
    """Return what to write instead of an unknown key."""
    today = FORMER.get(name)
    return f"it is called {today!r} now" if today in known else Suggestion(name, known)


def _finding(detail: ErrorDetails) -> tuple[str, Remedy] | None:
    """Return what is wrong with a value, and the remedy; None if other errors cover it."""
    kind, got, context = detail["type"], detail["input"], detail.get("ctx", {})
    match kind:
        case "missing":
            return "is missing", REMEDIES[kind]
        case "literal_error":
            wanted = str(context.get("expected", "")).replace("'", "").replace(" or ", ", ")
            return f"{shown(got)} is not possible", Suggestion(str(got), wanted.split(", "))
        case "value_error":
            problem, _, remedy = str(context["error"]).partition(": ")
            return problem, remedy
        case "string_pattern_mismatch" if (pattern := context.get("pattern")) in PATTERNS:
            return f"{shown(got)} is not possible", PATTERNS[str(pattern)]
        case "string_pattern_mismatch" if not got:
            return "is empty", "one line of text"
        case "string_pattern_mismatch":
            return f"{shown(got)} has spaces at an end, or control characters", "one line of text"
        case "too_short" if len(got) >= context["min_length"]:
            return None  # too short only without its faulty parts, which are reported
    return f"{shown(got)} is not possible", REMEDIES.get(kind) or _limit(detail["msg"])


def _limit(message: str) -> str:
    """Return which bound was broken, in plain words, from pydantic's message."""
    limit = LIMIT.sub("it should", message)
    limit = limit.replace("greater than or equal to", "be at least").replace("be be", "be")
    limit = limit.replace("less than or equal to", "be at most").replace("be be", "be")
    return limit.partition(" after validation")[0]


def _keys_of_entry(place: Place) -> Keys:
    """Return the keys of a section's entries; those of the whole document if there is no section."""
    sections = keys_of(rows.DocumentRow)
    return _keys_at(sections, [place.section]) if place.section else sections


def _keys_at(keys: Keys, path: Sequence[str | int]) -> Keys:
    """Return the keys of the object at a path; empty if there is no such object."""
    for step in path:
        if not isinstance(step, int) and step not in rows.FORMS:
            record = _record_in(keys.get(step))
            keys = keys_of(record) if record else {}
    return keys


def _record_in(annotation: object) -> type[Struct] | None:
    """Return the first record inside an annotation: of a list, an option, a choice."""
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        return annotation
    if get_origin(annotation) in (Annotated, Union, UnionType, tuple, list):
        for part in get_args(annotation):
            if found := _record_in(part):
                return found
    return None


MOST_ROWS, MOST_SPAWN_ROWS = 10_000, 100_000
"""Most rows of a section in one file, and of the spawn table: as many as can be checked in some seconds."""
READ_IN_PART = ("items", "mobs", "props", "spells", "spawn_table")
"""Sections whose entries make sense without a faulty number or word; a reaction, say, would seem to do nothing."""
_TRAILING = re.compile(r",\s*[\]}]")
Source = Path | Mapping[str, Any]
"""A folder that holds `spawns.json`, such a file itself, or its content as plain data."""


class Raw(State):
    """One source of data: its name in reports, its plain data, and the document read from it."""

    file: str
    data: Any = None
    sound: bool = True
    document: rows.DocumentRow = field(default_factory=rows.DocumentRow)
    refused: list[tuple[str, str]] = field(default_factory=list)
    """Section and name of the entries that were faulty: known, but not available."""


class Placed(Record):
    """A row, and the place at which its faults are reported."""

    row: Any
    place: Place


def read(source: Source, report: Report) -> Raw:
    """Read one source; faults go to the report, and the result has what is valid."""
    if isinstance(source, Path):
        path = source / data_path.SPAWNS if source.is_dir() else source
        if (source / data_path.MANIFEST).is_file() and not path.exists():
            return Raw(str(path), {})  # a pack need not have any rows
        raw = read_json(path, report, f"a data folder holds a file {data_path.SPAWNS}")
    else:
        raw = Raw("raws", dict(source))
    if raw.sound:
        _model(raw, report)
    return raw


def _text_of(path: Path) -> str:
    """Return the text of a file. Raises OSError if it cannot be read or is too long to be data."""
    data_path.check_plain(path, data_path.MOST_BYTES)
    return path.read_text(encoding="utf-8-sig")


def read_json(path: Path, report: Report, remedy: str) -> Raw:
    """Read and parse a file; `remedy` says what to do if it cannot be read."""
    raw = Raw(str(path), sound=False)
    place = report.at(raw.file)
    try:
        text = _text_of(path)
        pairs = _Pairs()
        raw.data = json.loads(text, object_pairs_hook=pairs, parse_constant=_no_number)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        place.fault(f"cannot be read: {reason}", remedy)
    except json.JSONDecodeError as error:
        problem = f"not JSON at line {error.lineno}, column {error.colno}: {error.msg}"
        place.fault(problem, _syntax_remedy(text, error.pos))
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        place.fault(f"not UTF-8 text on line {line}", "save the file as UTF-8")
    except RecursionError:
        place.fault(
            "not JSON: nested without end", "NaN, Infinity and endless nesting are not data"
        )
    except ValueError as error:
        reason = "a number without end" if "digits" in str(error) else str(error)
        place.fault(f"not JSON: {reason}", "NaN, Infinity and endless nesting are not data")
    else:
        raw.sound, report.texts[raw.file] = True, text
        if pairs.any_twice:
            _tell_twins(text, raw, report)
    return raw


def _syntax_remedy(text: str, at: int) -> str:
    """Return the probable mistake where a text stops being JSON, first of all what only other notations have."""
    before, after = text[:at].rstrip(), text[at:].lstrip()
    if after[:1] in ("/", "#"):
        return "JSON has no comments: take it out, or write it into a `why`"
    if after[:1] == "'":
        return "write \" around names and texts, not '"
    # Up to 3.12 Python points at the bracket, and since then at the comma.
    if (before[-1:], after[:1]) in ((",", "]"), (",", "}")) or _TRAILING.match(after):
        return "take out the comma before the closing bracket"
    return "look for a missing comma, quote or bracket just before it"


def _tell_twins(text: str, raw: Raw, report: Report) -> None:
    """Report every key that occurs twice in one object, at its second occurrence."""
    found = twins(text)
    if not found:
        report.at(raw.file).fault("a key stands twice, far inside", "keep one of the two")
    for path in found:
        _place_of(path, raw, report).fault("stands twice", "keep one of the two")


def _place_of(path: Sequence[str | int], raw: Raw, report: Report) -> Place:
    """Return the report's place for a path of keys and indices."""
    written = raw.data.get(path[0]) if isinstance(raw.data, dict) else None
    if len(path) < 2 or not isinstance(written, list):
        return report.at(raw.file).under(*path)
    number = int(path[1])
    name = _name_of(written[number]) or f"number {number + 1}"
    return report.at(raw.file, str(path[0]), name).under(*path[2:])


class _Pairs:
    """Makes objects of the JSON reader's pairs, and records whether a key occurred twice in one."""

    __slots__ = ("any_twice",)

    def __init__(self) -> None:
        self.any_twice = False

    def __call__(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Return the pairs as a dictionary, in which the last of two equal keys counts."""
        made = dict(pairs)
        self.any_twice |= len(made) < len(pairs)
        return made


def _no_number(text: str) -> float:
    """Reject NaN and Infinity, which Python's reader would accept. Raises ValueError."""
    raise ValueError(f"{text} is not a number")


def _model(raw: Raw, report: Report) -> None:
    """Check the data against the models; faulty entries are left out of the document."""
    if not isinstance(raw.data, dict):
        raw.sound = False
        report.at(raw.file).fault("not an object", "the file is one { ... } with the sections")
        return
    data = _known_sections(raw.data, report.at(raw.file))
    try:
        raw.document = read_as(rows.DocumentRow, data)
    except ValidationError as error:
        raw.document = read_as(rows.DocumentRow, _without_faulty(data, error, raw, report))


def _known_sections(data: dict[Any, Any], place: Place) -> dict[str, Any]:
    """Report unknown sections, and return the others."""
    known = (*rows.SECTIONS, "player", "$schema")
    for name in data:
        if name not in known:
            text = name if isinstance(name, str) else shown(name)
            place.under(text).fault("is not a known section", Suggestion(text, known))
    return {name: data[name] for name in known if name in data and _is_bounded(name, data, place)}


def _is_bounded(section: str, data: dict[Any, Any], place: Place) -> bool:
    """Report a section that has too many rows to check; return whether it is small enough."""
    written = data[section]
    most = MOST_SPAWN_ROWS if section in MANY else MOST_ROWS
    if isinstance(written, list) and len(written) > most:
        problem = f"has {len(written):,} rows, more than the {most:,} that are read"
        place.under(section).fault(problem, "part them into several packs, or leave some out")
        return False
    return True


def _without_faulty(
    data: dict[str, Any], error: ValidationError, raw: Raw, report: Report
) -> dict[str, Any]:
    """Report every fault and return the data without the entries (or sections) that cannot be read even in part."""
    left = dict(data)
    faulty: dict[str, dict[int, set[str]]] = {}
    for detail in error.errors(include_url=False):
        section, *path = detail["loc"]
        index = path[0] if path else None
        written = data.get(str(section))
        if section in rows.SECTIONS and isinstance(index, int) and isinstance(written, list):
            name = _name_of(written[index]) or f"number {index + 1}"
            fields = faulty.setdefault(str(section), {}).setdefault(index, set())
            fields.add(str(path[1]) if len(path) > 1 else "")
            explain(detail, report.at(raw.file, str(section), name), path[1:])
        else:
            left.pop(str(section), None)
            explain(detail, report.at(raw.file), [section, *path])
    for section, found in faulty.items():
        rest = {index: _rest_of(section, data[section][index], found[index]) for index in found}
        lost = sorted(index for index, row in rest.items() if row is None)
        raw.refused += [(section, _name_of(data[section][index])) for index in lost]
        written = [rest.get(index, row) for index, row in enumerate(data[section])]
        left[section] = [row for row in written if row is not None]
    return left


def _rest_of(section: str, row: object, fields: set[str]) -> dict[str, Any] | None:
    """Return what is left of an entry without its faulty fields, to find other faults of it in the same report.

    None if it needs those fields, or if they say what kind of thing it is: then entries that rely on it are not at
    fault.
    """
    if section not in READ_IN_PART or not isinstance(row, dict):
        return None
    if any(isinstance(row.get(name), dict | list) for name in fields):
        return None
    rest = {name: value for name, value in row.items() if name not in fields}
    try:
        read_as(rows.DocumentRow, {section: [rest]})
    except ValidationError:
        return None
    return rest


def _name_of(row: object) -> str:
    """Return the name of a row, which may be any value; "" if it has none."""
    name = row.get("name") if isinstance(row, dict) else None
    return name if isinstance(name, str) else ""


class Tables(State):
    """All rows of all sources by section and name; a later source's row replaces an earlier one's."""

    rows: dict[str, dict[str, list[Placed]]]
    known: dict[str, set[str]]
    """Names per section, those of faulty rows included, so that one fault does not cause others."""
    player: Placed | None = None
    complete: bool = True
    """Whether every source could be read: only then is a missing name a fault."""

    def each(self, section: str) -> Iterator[Placed]:
        """Yield the rows of a section in the order of the data."""
        for placed in self.rows[section].values():
            yield from placed

    def named(self, section: str) -> dict[str, Any]:
        """Return the rows of a section by name, in the order of the data."""
        return {name: found[-1].row for name, found in self.rows[section].items()}


MANY = ("spawn_table",)
"""Sections in which a name may occur more than once, for different depths."""


def merge(raws: Sequence[Raw], report: Report) -> Tables:
    """Merge the sources, later ones over earlier ones; a duplicate name in one section of one source is a fault."""
    tables = Tables(
        {section: {} for section in rows.SECTIONS}, {section: set() for section in rows.SECTIONS}
    )
    for raw in raws:
        tables.complete = tables.complete and raw.sound
        for section, name in raw.refused:
            tables.known[section].add(name)
        for section in rows.SECTIONS:
            _lay_over(tables, section, getattr(raw.document, section), raw, report)
        if raw.document.player is not None:
            tables.player = Placed(raw.document.player, report.at(raw.file, "player"))
    return tables


def _lay_over(
    tables: Tables, section: str, written: Sequence[Any], raw: Raw, report: Report
) -> None:
    """Add one section of one source."""
    added: dict[str, list[Placed]] = {}
    for row in written:
        place = report.at(raw.file, section, row.name)
        twins = added.setdefault(row.name, [])
        if twins and section not in MANY:
            place.fault(
                "defined twice", "rename or remove one; only another content pack may override it"
            )
        twins.append(Placed(row, place))
    tables.rows[section].update(added)
    tables.known[section].update(added)
