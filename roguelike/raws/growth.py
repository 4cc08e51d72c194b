"""The formulas of figures that depend on level: parsed, and tried at every possible level."""

from itertools import pairwise
from typing import Literal

from roguelike.components.growth import Curve, Figure
from roguelike.core.formula import Formula, FormulaError, parse_formula
from roguelike.core.records import Record
from roguelike.raws.faults import Place
from roguelike.world.figures import MOST_LEVEL, SOURCE, VARIABLES, worked_out

MOST_HP, MOST_SKILL, MOST_XP, MOST_WANDERERS = 100_000, 100, 100_000_000, 8
Way = Literal["any", "never falls", "rises"]


class Bounds(Record):
    """The range of a figure, and how it may change from one level to the next."""

    least: int
    most: int
    way: Way


_SKILL = Bounds(-MOST_SKILL, MOST_SKILL, "never falls")
_BOUNDS: dict[Figure, Bounds] = {
    "wanderer turns": Bounds(0, MOST_HP, "any"),
    "wanderers": Bounds(1, MOST_WANDERERS, "any"),
    "hero level": Bounds(1, MOST_LEVEL, "never falls"),
    "damage a mana": Bounds(1, MOST_SKILL, "never falls"),
    "experience": Bounds(1, MOST_XP, "rises"),
    "kill": Bounds(0, MOST_XP, "any"),
    "mending": Bounds(0, 100, "any"),
    "hero hp": Bounds(1, MOST_HP, "never falls"),
    "hero mana": Bounds(0, MOST_HP, "never falls"),
    "hero melee": _SKILL,
    "hero defense": _SKILL,
    "hero magic": _SKILL,
    "creature level": Bounds(1, MOST_LEVEL, "never falls"),
    "creature hp": Bounds(1, MOST_HP, "never falls"),
    "creature mana": Bounds(0, MOST_HP, "never falls"),
    "creature melee": _SKILL,
    "creature defense": _SKILL,
    "creature magic": _SKILL,
}


def compile_curve(row: Curve, place: Place) -> Formula:
    """Parse a formula; if it is faulty, report it and return the source game's instead."""
    at = place.under("formula")
    try:
        formula = parse_formula(row.formula, VARIABLES[row.name])
        dice = formula.dice(dict.fromkeys(formula.names, 1))
    except FormulaError as error:
        problem, _, remedy = str(error).partition(": ")
        at.fault(problem, remedy)
        return SOURCE[row.name]
    if dice.count:
        at.fault(f"{row.formula!r} has dice", "no die decides how anybody grows: write a number")
        return SOURCE[row.name]
    _check(row.name, formula, at)
    return formula


def _check(name: Figure, formula: Formula, place: Place) -> None:
    """Try a formula at every level, with usual attributes; report the first thing that is wrong."""
    bounds = _BOUNDS[name]
    figures = [_at(formula, level) for level in range(1, MOST_LEVEL + 1)]
    for level, figure in enumerate(figures, start=1):
        if not bounds.least <= figure <= bounds.most:
            place.fault(
                f"gives {figure} at level {level}", f"keep it from {bounds.least} to {bounds.most}"
            )
            return
    for level, (one, other) in enumerate(pairwise(figures), start=1):
        if other < one + (bounds.way == "rises") and bounds.way != "any":
            place.fault(
                f"gives {one} at level {level} and {other} at level {level + 1}",
                "let it rise with every level" if bounds.way == "rises" else "let it never fall",
            )
            return


def _at(formula: Formula, level: int) -> int:
    """Evaluate a formula at a level, with usual attributes and for a victim of the same level."""
    variables = {
        "level": level,
        "own": level,
        "depth": level,
        "home": level,
        "fitness": 0,
        "intelligence": 0,
    }
    return worked_out(formula, **{name: variables[name] for name in formula.names})
