"""Formulas in the data, such as "2d6 + power/2": parsed into a small tree and bounded, never run as code.

sum     = product (("+" | "-") product)*
product = factor (("*" | "/") factor)*
factor  = number | NdS | name | "(" sum ")" | ("min" | "max") "(" sum "," sum ")" | "-" factor

Dice as written in the raws: "2d6+3", "d8", "1d8-1", or a plain number.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import product

from roguelike.core.records import Record, replace
from roguelike.core.rng import Chance

_PATTERN = re.compile(r"^\s*(?:(\d*)d(\d+)\s*([+-]\s*\d+)?|([+-]?\d+))\s*$", re.IGNORECASE)
MOST_DICE, MOST_SIDES = 100, 1000


class Dice(Record, tag=True):
    """`count` dice of `sides` sides, plus `bonus`; without dice it is a plain number."""

    count: int = 0
    sides: int = 0
    bonus: int = 0

    @property
    def least(self) -> int:
        """The lowest total, with the bonus; it may be below 0."""
        return self.count + self.bonus

    @property
    def most(self) -> int:
        """The highest total, with the bonus."""
        return self.count * self.sides + self.bonus

    @property
    def mean(self) -> float:
        """The mean of the total over all rolls: count * (sides + 1) / 2 + bonus."""
        return self.count * (self.sides + 1) / 2 + self.bonus

    def roll(self, rng: Chance) -> int:
        """Roll all the dice and add the bonus."""
        return self.count + self.bonus + (rng.total(self.count, self.sides) if self.count else 0)

    def plus(self, bonus: int) -> "Dice":
        """Return the same dice with a higher (or lower) bonus."""
        return Dice(self.count, self.sides, self.bonus + bonus)

    def times(self, by: float) -> "Dice":
        """Return dice with `by` times the mean: as many dice as stay whole, and the rest as a bonus."""
        count = int(self.count * by)
        return Dice(
            count, self.sides if count else 0, round(self.mean * by - count * (self.sides + 1) / 2)
        )

    def __str__(self) -> str:
        """Return the dice as written in the raws; `parse_dice` reads them back."""
        if not self.count:
            return str(self.bonus)
        return f"{self.count}d{self.sides}" + (f"{self.bonus:+d}" if self.bonus else "")


def parse_dice(text: str | int) -> Dice:
    """Parse dice; raises ValueError saying what is accepted."""
    match = _PATTERN.match(str(text))
    if match is None:
        raise ValueError(f"{text!r} is not dice: write 2d6, 2d6+1, d8 or a whole number")
    count, sides, bonus, plain = match.groups()
    if plain is not None:
        return Dice(0, 0, int(plain))
    dice = Dice(int(count or 1), int(sides), int((bonus or "0").replace(" ", "")))
    if not (0 < dice.count <= MOST_DICE and 0 < dice.sides <= MOST_SIDES):
        raise ValueError(
            f"{text!r} is out of bounds: 1 to {MOST_DICE} dice of 1 to {MOST_SIDES} sides"
        )
    return dice


MOST_LETTERS, MOST_DEPTH = 120, 12
MOST_VALUE = 10_000
LEAST = {"intelligence": -6, "magic": -4}
"""Variables that may be below 0, and the lowest values that are tried."""
_TOKEN = re.compile(r"\s*(?:(\d*)d(\d+)\b|(\d+(?:\.\d+)?)|([a-z_]+)|([-+*/(),]))", re.IGNORECASE)

Value = tuple[int, int, float]
"""Dice and a number: (count, sides, bonus)."""
Tree = tuple[object, ...]


class FormulaError(ValueError):
    """A formula that cannot be parsed, or that fails for some value; the message says what would be right."""


class Formula(Record, tag=True, cache_hash=True):
    """A parsed formula, and the factor `by` for its result. Formulas with the same text and factor are equal."""

    text: str
    names: tuple[str, ...] = ()
    by: float = 1.0

    def dice(self, variables: Mapping[str, float]) -> Dice:
        """Evaluate the formula; the result is truncated to a whole number at the end and limited to +-10,000.

        A division by zero, which parsing rules out only for the values that it tries, gives 0.
        """
        return _dice(self, tuple([variables[name] for name in self.names]))

    def times(self, by: float) -> "Formula":
        """Return the same formula with its result multiplied by `by`."""
        return replace(self, by=self.by * by)

    def plus(self, bonus: int) -> "Formula":
        """Return a formula whose result is `bonus` higher."""
        return replace(self, text=f"{self.text} + {bonus / self.by:g}") if bonus else self

    def exact(self, variables: Mapping[str, float]) -> float:
        """Evaluate a formula without dice, neither truncated nor limited; a division by zero gives 0."""
        try:
            return _evaluate(_tree(self.text), variables)[2] * self.by
        except ZeroDivisionError:
            return 0.0

    def number(self, variables: Mapping[str, float]) -> int:
        """Evaluate a formula without dice."""
        return self.dice(variables).bonus

    def roll(self, rng: Chance) -> int:
        """Roll it with the variables of NO_POWER, like plain dice."""
        return self.dice(NO_POWER).roll(rng)

    def __str__(self) -> str:
        """Return the text from the data, with the factor if there is one."""
        return self.text if self.by == 1 else f"({self.text}) x {self.by:g}"


NO_POWER: Mapping[str, float] = {"power": 1.0, "level": 1.0}
"""The variables of a formula without a caster, such as that of a potion or trap."""
Amount = Dice | Formula
"""An amount: dice, or a formula to be evaluated with a caster's power."""


def as_dice(amount: Amount, variables: Mapping[str, float]) -> Dice:
    """Return an amount as dice; a formula is evaluated with these values of its `variables`."""
    return amount.dice(variables) if isinstance(amount, Formula) else amount


def parse_formula(text: str, allowed: tuple[str, ...]) -> Formula:
    """Parse a formula over some variables. Raises FormulaError saying what is wrong and what is accepted."""
    if len(text) > MOST_LETTERS:
        raise FormulaError(f"the formula is too long: write at most {MOST_LETTERS} letters")
    parser = _Parser(text, allowed)
    tree = parser.sum(0)
    if parser.token is not None:
        raise FormulaError(
            f"{text!r} is no formula after {parser.read!r}: write for example 2d6 + power/2"
        )
    formula = Formula(text, tuple(sorted(parser.names)))
    for divisor in _divisors(tree):
        _keep_above_zero(text, divisor)
    _evaluate(tree, dict.fromkeys(formula.names, 1.0))  # rejects dice that cannot be added
    return formula


@lru_cache(maxsize=4096)
def _dice(formula: Formula, values: tuple[float, ...]) -> Dice:
    """Evaluate a formula with the values of its variables, cached: code that rates a spell does so again and again."""
    try:
        count, sides, bonus = _evaluate(
            _tree(formula.text), dict(zip(formula.names, values, strict=True))
        )
    except ZeroDivisionError:
        return Dice()
    dice = Dice(count, sides, int(max(-MOST_VALUE, min(MOST_VALUE, bonus))))
    return dice if formula.by == 1 else dice.times(formula.by)


@cache
def _tree(text: str) -> Tree:
    """Return the tree of a formula that was parsed before, cached by its text."""
    return _Parser(text, None).sum(0)


def _keep_above_zero(text: str, divisor: Tree) -> None:
    """Raise FormulaError if a divisor can become zero."""
    for values in _tried(tuple(sorted(_names(divisor)))):
        count, _, number = _evaluate(divisor, values)
        if not (count or number):
            where = " and ".join(f"{name} is {value}" for name, value in values.items())
            raise FormulaError(
                f"{text!r} divides by zero when {where or 'it is tried'}: keep the divisor above 0"
            )


def _parts(tree: Tree) -> Iterator[Tree]:
    """Yield a tree and all its subtrees, the innermost first."""
    for branch in tree[1:]:
        if isinstance(branch, tuple):
            yield from _parts(branch)
    yield tree


def _divisors(tree: Tree) -> Iterator[Tree]:
    """Yield the divisors of a formula, the innermost first."""
    for part in _parts(tree):
        match part:
            case ("/", _, tuple(divisor)):
                yield divisor


def _names(tree: Tree) -> set[str]:
    """Return the variables in a tree."""
    return {str(part[1]) for part in _parts(tree) if part[0] == "name"}


def _tried(names: tuple[str, ...]) -> Iterator[dict[str, float]]:
    """Yield the values with which a divisor must work: many for one variable, all combinations of fewer for several."""
    least = [LEAST.get(name, 0) for name in names]
    most = (*range(41), 60, 100) if len(names) < 2 else (*range(21),)
    rows = [(*range(low, 0), *most) for low in least]
    for values in product(*rows):
        yield dict(zip(names, values, strict=True))


class _Parser:
    """Parses one formula with a lookahead of one token."""

    def __init__(self, text: str, allowed: tuple[str, ...] | None) -> None:
        """Read the first token; `allowed` are the names of variables, None for any."""
        self.text, self.allowed = text, allowed
        self.at = 0
        self.names: set[str] = set()
        self.token: re.Match[str] | None = None
        self.next()

    @property
    def read(self) -> str:
        """The text that has been parsed so far."""
        return self.text[: self.token.start() if self.token else self.at].rstrip()

    def next(self) -> None:
        """Advance to the next token."""
        if not self.text[self.at :].strip():
            self.token = None
            return
        self.token = _TOKEN.match(self.text, self.at)
        if self.token is None:
            raise FormulaError(
                f"{self.text!r} is no formula: nothing is known of {self.text[self.at :].strip()!r}"
            )
        self.at = self.token.end()

    def sign(self) -> str:
        """Return the current token if it is a sign, else ""."""
        return (self.token[5] or "") if self.token else ""

    def sum(self, depth: int) -> Tree:
        """Parse a sum, as in the grammar above, and return its tree. Raises FormulaError."""
        if depth > MOST_DEPTH:
            raise FormulaError(f"{self.text!r} is nested too deeply: use fewer brackets")
        tree = self.product(depth)
        while (sign := self.sign()) in ("+", "-"):
            self.next()
            tree = (sign, tree, self.product(depth))
        return tree

    def product(self, depth: int) -> Tree:
        """Parse a product and return its tree. Raises FormulaError."""
        tree = self.factor(depth)
        while (sign := self.sign()) in ("*", "/"):
            self.next()
            tree = (sign, tree, self.factor(depth))
        return tree

    def factor(self, depth: int) -> Tree:
        """Parse a number, dice, a name, or a sum in brackets."""
        token = self.token
        if token is None:
            raise FormulaError(f"{self.text!r} ends too soon: write for example 2d6 + power/2")
        self.next()
        count, sides, number, name, sign = token.groups()
        if sides is not None:
            return self._dice(int(count or 1), int(sides))
        if number is not None:
            return ("number", float(number))
        if name is not None:
            return self._named(name.lower(), depth)
        if sign == "(":
            tree = self.sum(depth + 1)
            self._expect(")")
            return tree
        if sign == "-":
            return ("-", ("number", 0.0), self.factor(depth + 1))
        raise FormulaError(f"{self.text!r} is no formula: {sign!r} stands where a number should")

    def _dice(self, count: int, sides: int) -> Tree:
        """Return the tree of dice. Raises FormulaError if there are too many dice or sides."""
        if not (0 < count <= MOST_DICE and 0 < sides <= MOST_SIDES):
            raise FormulaError(
                f"{count}d{sides} is out of bounds: 1 to {MOST_DICE} dice of 1 to {MOST_SIDES} sides"
            )
        return ("dice", count, sides)

    def _named(self, name: str, depth: int) -> Tree:
        """Parse a variable, or min or max of two sums."""
        if name in ("min", "max"):
            self._expect("(")
            first = self.sum(depth + 1)
            self._expect(",")
            second = self.sum(depth + 1)
            self._expect(")")
            return (name, first, second)
        if self.allowed is not None and name not in self.allowed:
            raise FormulaError(
                f"{name!r} is not known in a formula: there is {', '.join(self.allowed)}"
            )
        self.names.add(name)
        return ("name", name)

    def _expect(self, sign: str) -> None:
        """Consume a required sign. Raises FormulaError if it is missing."""
        if self.sign() != sign:
            raise FormulaError(f"{self.text!r} lacks a {sign!r} after {self.read!r}")
        self.next()


def _evaluate(tree: Tree, variables: Mapping[str, float]) -> Value:
    """Return a tree's value as (count, sides, bonus). Raises ZeroDivisionError."""
    match tree:
        case ("number", float(number)):
            return (0, 0, number)
        case ("dice", int(count), int(sides)):
            return (count, sides, 0.0)
        case ("name", str(name)):
            return (0, 0, float(variables[name]))
        case (str(sign), tuple(left), tuple(right)):
            return _combined(sign, _evaluate(left, variables), _evaluate(right, variables))
        case _:
            raise TypeError(f"not a formula: {tree!r}")


def _combined(sign: str, left: Value, right: Value) -> Value:
    """Return the result of an operator. Raises FormulaError: dice can only be added, and only with equal sides."""
    (count, sides, bonus), (more, others, plus) = left, right
    if sign == "+":
        if count and more and sides != others:
            raise FormulaError("dice of different sides cannot be added: use one kind")
        return (count + more, sides or others, bonus + plus)
    if more or (count and sign in ("min", "max")):
        raise FormulaError("dice can only be added: write the dice first, then + or - a number")
    match sign:
        case "-":
            return (count, sides, bonus - plus)
        case "*" if not count:
            return (0, 0, bonus * plus)
        case "/" if not count:
            return (0, 0, bonus / plus)
        case "min" | "max":
            return (0, 0, (min if sign == "min" else max)(bonus, plus))
        case _:
            raise FormulaError(
                "dice can only be added to: bring the factor into the number of dice"
            )
