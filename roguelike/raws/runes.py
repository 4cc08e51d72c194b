"""Compile the rows of runes to templates, and check whether there is any spell that a rune can rewrite."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import ValidationError as ConversionError
from pydantic import ValidationError

from roguelike.components import growth, magic
from roguelike.core.effect import Effect
from roguelike.core.plain_words import plain_words
from roguelike.core.records import Record, field_names, replace
from roguelike.effects import shapes
from roguelike.raws import rows
from roguelike.raws.bridge import component, keys_of, read_as
from roguelike.raws.deliveries import from_fields, kinds
from roguelike.raws.faults import Place, Suggestion, shown
from roguelike.raws.reading import explain
from roguelike.world.rewriting import (
    ALL_EFFECTS,
    DELIVERY,
    UnfitError,
    as_kept,
    rewritten,
    types_of,
)


def compile_rune(row: rows.RuneRow, place: Place) -> magic.Rune:
    """Compile a rune; faults of its rewritings are reported at its place."""
    return replace(component(magic.Rune, row), rewrites=_rewrites(row, place))


def compile_school(row: rows.SchoolRow, place: Place) -> growth.School:
    """Compile a school; faults of its steps are reported at its place."""
    steps = []
    for index, step in enumerate(row.step_rows):
        at = place.under("steps", index)
        if not step.rewriting_rows and not step.grants:
            at.fault("gives nothing", "say what it rewrites, or what it grants")
        if index and step.spells <= row.step_rows[index - 1].spells:
            at.under("spells").fault("is no more than the step before asks", "sort them")
        steps.append(replace(component(growth.MasteryStep, step), rewrites=_rewrites(step, at)))
    return growth.School(row.name, row.text, tuple(steps))


def _rewrites(row: rows.RuneRow | rows.MasteryRow, place: Place) -> tuple[magic.AnyRewriting, ...]:
    """Read what a row rewrites."""
    made = (
        read_rewriting(values, place.under("rewrites", index))
        for index, values in enumerate(row.rewriting_rows)
    )
    return tuple(each for each in made if each is not None)


def read_rewriting(values: Mapping[str, Any], place: Place) -> magic.AnyRewriting | None:
    """Read one rewriting, with its effects read as anywhere else; None if it has a fault."""
    faults = len(place.report.faults)
    name = values.get("kind")
    kind = magic.REWRITINGS.get(name) if isinstance(name, str) else None
    if kind is None:
        problem = "is missing" if name is None else f"{shown(name)} is not a known rewriting"
        place.under("kind").fault(problem, Suggestion(str(name or ""), magic.REWRITINGS))
        return None
    plain = {key: value for key, value in values.items() if key not in ("kind", *_HELD)}
    held = {key: _effects(values[key], place.under(key)) for key in _HELD if values.get(key)}
    try:
        made = read_as(kind, plain)
    except ValidationError as error:
        details = error.errors(include_url=False)
        one_of_three = [
            detail for detail in details if detail["loc"][0] == "to" and detail["loc"][1:]
        ]
        for detail in details:
            if detail not in one_of_three:
                explain(detail, place, detail["loc"], keys_of(kind))
        if one_of_three:
            problem = f"{shown(plain['to'])} is not possible"
            place.under("to").fault(
                problem, "write true or false, a whole number or text in quotes"
            )
        return None
    filled = _filled(made, held, place)
    _check(filled, place)
    return filled if len(place.report.faults) == faults else None


_HELD = ("effects", "becomes")
"""Keys under which a rewriting has effects: a list of them, or one."""


def _effects(value: object, place: Place) -> tuple[Effect, ...]:
    """Read the effects of a rewriting."""
    written = value if isinstance(value, list | tuple) else [value]
    made = [
        from_fields(row if isinstance(row, Mapping) else {}, place.under(index))
        for index, row in enumerate(written)
    ]
    return tuple(effect for effect in made if effect is not None)


def _filled(
    made: Any, held: Mapping[str, tuple[Effect, ...]], place: Place
) -> magic.AnyRewriting | None:
    """Return a rewriting with its effects; report those that are missing or out of place."""
    match made:
        case magic.Add() | magic.Wrap():
            wanted = "effects"
        case magic.Become():
            wanted = "becomes"
        case _:
            wanted = ""
    for key in held.keys() - {wanted}:
        place.under(key).fault("is not a known field", Suggestion(key, keys_of(type(made))))
    if not wanted:
        return made  # type: ignore[no-any-return]
    effects = held.get(wanted)
    if effects is None:
        place.under(wanted).fault("is missing", "say which effects")
    if not effects:
        return None
    value = effects if wanted == "effects" else effects[0]
    return replace(made, **{wanted: value})  # type: ignore[no-any-return]


def _check(rewriting: magic.AnyRewriting | None, place: Place) -> None:
    """Report parts that no spell can have, and values that they cannot take."""
    match rewriting:
        case magic.Scale(by=1, plus=0):
            place.fault("scales by nothing", "say what it is multiplied by, or what is added: plus")
        case magic.Scale(what) | magic.Assign(what):
            owners = list(_owners(what, place.under("what")))
            if isinstance(rewriting, magic.Assign):
                _check_value(owners, rewriting, place.under("to"))
        case magic.Become(effect, Effect() as becomes, carries):
            if effect not in kinds():
                place.under("effect").fault(
                    f"{effect!r} is not a known effect", Suggestion(effect, kinds())
                )
                return
            for new, old in carries.items():
                _check_field(type(becomes), new, place.under("carries", new))
                _check_field(kinds()[effect], old, place.under("carries", new))
        case _:
            pass


def _check_field(kind: type[Record], name: str, place: Place) -> None:
    """Report a field that a kind of effect does not have."""
    if name not in field_names(kind):
        place.fault(f"there is no field {name!r}", Suggestion(name, field_names(kind)))


def _owners(what: str, place: Place) -> Iterator[type[Record]]:
    """Yield the records that have the part at this path; report a path that leads nowhere."""
    part, _, name = what.partition(".")
    known: dict[str, list[type[Record]]] = {DELIVERY: [magic.Delivery]}
    known |= {key: [kind] for key, kind in kinds().items()}
    known[ALL_EFFECTS] = list(kinds().values())
    if part not in known:
        place.fault(f"no spell has a part {part!r}", Suggestion(part, known))
        return
    names = {each for kind in known[part] for each in field_names(kind)}
    if name not in names:
        place.fault(f"no spell has {what!r} to rewrite", Suggestion(name, names))
    yield from (kind for kind in known[part] if name in field_names(kind))


def _check_value(owners: list[type[Record]], rewriting: magic.Assign, place: Place) -> None:
    """Report a value that a part cannot take: a word for a number, an unknown shape."""
    name = rewriting.what.partition(".")[2]
    if rewriting.what == f"{DELIVERY}.shape" and rewriting.to not in shapes.SHAPES:
        place.fault(
            f"{shown(rewriting.to)} is not a known shape",
            Suggestion(str(rewriting.to), shapes.SHAPES),
        )
    for kind in owners:
        try:
            as_kept(types_of(kind)[name], rewriting.to)
        except ConversionError as error:
            problem = f"{shown(rewriting.to)} cannot be {rewriting.what}"
            place.fault(problem, plain_words(error))
            return


def fits_none(rune: magic.Rune, spells: Mapping[str, magic.SpellTemplate]) -> str:
    """Return why a rune fits none of some spells, in the words for the last of them; "" if it fits one."""
    reason = ""
    for spell in spells.values():
        try:
            rewritten(spell, rune, magic.Recipe(spell.name))
        except UnfitError as error:
            reason = str(error)
        else:
            return ""
    return reason
