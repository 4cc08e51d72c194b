"""Dataclasses that cost next to nothing to declare: each method is made when it is first needed, or is shared.

The standard decorator writes and compiles up to six functions for every class, a quarter of a millisecond. There are
three hundred records, and a player waits for them at every start: longer than for everything else of ours together.
Few are made before the first frame, fewer still compared or printed. So here comparing, printing and refusing to
change are plain functions, and `__init__` is left to the standard decorator until there are many to make.

To whoever uses them, and to type checkers, they are dataclasses: `fields`, `replace`, `match` and the like work.
"""

import dataclasses
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, NoReturn

FEW = 64
"""So many records of a kind are made before it is worth while to have a method written for them."""

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414  (what it is to a type checker)
else:

    def dataclass(*, slots: bool, frozen: bool = False, eq: bool = True) -> Callable[[type], type]:
        """Make the class below a dataclass, as the standard decorator does; a frozen one can have no heirs."""

        def declare(kind: type) -> type:
            """Add what the class does not define itself."""
            own = vars(kind)
            made = dataclasses.dataclass(slots=slots, init=False, repr=False, eq=False)(kind)
            made.__init__ = _DeferredInit(made, frozen=frozen)
            if "__repr__" not in own:
                made.__repr__ = _repr
            if eq and "__eq__" not in own:
                _make_comparable(made, hashable=frozen)
            if frozen:
                made.__setattr__, made.__delattr__ = _refuse_value, _refuse
                made.__getstate__, made.__setstate__ = _state, _restore
                made.__dataclass_params__.frozen = True
            return made

        return declare


class _DeferredInit:
    """Stands in for an `__init__`: fills in the first few records itself, then puts the real one in its place.

    Filling in a record here takes two microseconds, having the real method written takes as long as a hundred records.
    """

    def __init__(self, kind: Any, *, frozen: bool) -> None:
        self._kind, self._frozen, self._left = kind, frozen, FEW
        self._parts: list[tuple[Callable[[object, object], None], Any]] = []
        self._finish: Callable[[object], None] | None = getattr(kind, "__post_init__", None)

    def __get__(self, record: object, owner: type) -> Any:
        """Return what makes this record; the real method to whoever asks for no record's."""
        return self._real() if record is None else partial(self._make, record)

    def _make(self, record: Any, *args: Any, **named: Any) -> None:
        """Make a record."""
        self._left -= 1
        if self._left <= 0 or not self._fill(record, args, named):
            # The real method knows best what is wrong with a call.
            self._real()(record, *args, **named)

    def _fill(self, record: Any, args: tuple[Any, ...], named: dict[str, Any]) -> bool:
        """Fill in a record, or return False when that is not as plain as it mostly is."""
        parts = self._parts or self._plain_parts()
        if parts is None or len(args) > len(parts):
            return False
        used = 0
        for (put, _), value in zip(parts, args, strict=False):
            put(record, value)
        for put, each in parts[len(args) :]:
            if each.name in named:
                put(record, named[each.name])
                used += 1
            elif each.default is not dataclasses.MISSING:
                put(record, each.default)
            elif each.default_factory is not dataclasses.MISSING:
                put(record, each.default_factory())
            else:
                return False
        if used < len(named):
            return False
        if self._finish is not None:
            self._finish(record)
        return True

    def _plain_parts(self) -> list[tuple[Callable[[object, object], None], Any]] | None:
        """Return, and keep, what fills in each field; None when one of them is not plain."""
        fields = dataclasses.fields(self._kind)
        if not all(each.init and not each.kw_only for each in fields):
            return None
        self._parts = [(getattr(self._kind, each.name).__set__, each) for each in fields]
        return self._parts

    def _real(self) -> Any:
        """Have the standard decorator write the method for a class with the same fields, and take it over."""
        kind = self._kind
        parts = dataclasses.fields(kind)
        like = {
            # A class without a docstring is given its signature, which takes longer than all the rest.
            "__doc__": kind.__name__,
            "__annotations__": {each.name: each.type for each in parts},
        }
        if hasattr(kind, "__post_init__"):
            like["__post_init__"] = kind.__post_init__
        model = type(kind.__name__, (), like | {each.name: each for each in parts})
        made: Any = dataclasses.dataclass(frozen=self._frozen, repr=False, eq=False)(model)
        kind.__init__ = made.__init__
        return made.__init__


def _make_comparable(kind: Any, *, hashable: bool) -> None:
    """Let records be equal when their fields are; those that never change get a hash of them."""
    names = [each.name for each in dataclasses.fields(kind) if each.compare]
    values: Callable[[object], object] = attrgetter(*names) if names else _nothing

    def equal(self: object, other: object) -> Any:
        """Compare by value."""
        return (
            values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented
        )

    def hashed(self: object) -> int:
        """Hash by value."""
        return hash(values(self))

    kind.__eq__ = equal
    if "__hash__" not in vars(kind):
        kind.__hash__ = hashed if hashable else None


def _nothing(_: object) -> tuple[()]:
    """Return what a record without fields holds."""
    return ()


@recursive_repr()
def _repr(self: Any) -> str:
    """Write a record as it is made."""
    shown = (each.name for each in dataclasses.fields(self) if each.repr)
    inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
    return f"{self.__class__.__qualname__}({inside})"


def _refuse(self: object, name: str) -> NoReturn:
    """Let nothing be taken from a record that never changes."""
    raise dataclasses.FrozenInstanceError(
        f"{type(self).__qualname__} never changes: {name!r} stays as it is"
    )


def _refuse_value(self: object, name: str, _: object) -> NoReturn:
    """Let nothing be assigned to a record that never changes."""
    _refuse(self, name)


def _state(self: Any) -> list[object]:
    """Return what a copy of a record is made from."""
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _restore(self: Any, state: list[object]) -> None:
    """Fill in a copy of a record."""
    for each, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)
