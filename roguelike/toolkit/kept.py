"""A value that is worked out again only when what it depends on has changed.

The one decision: whoever asks says what it depends on, each time, as a key; so nothing has to be told of changes, and
nothing can be forgotten. What is found by its arguments alone, and has many values at once, is an `lru_cache`.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Keeps the value of the last key; keys are compared by value."""

    __slots__ = ("_key", "_value")

    def __init__(self) -> None:
        self._key: object = _NO_KEY
        self._value: T

    def of(self, key: object, make: Callable[[], T]) -> T:
        """Return the value for a key, made by `make` if the last key was another."""
        if key != self._key:
            self._value = make()
            self._key = key
        return self._value

    def drop(self) -> None:
        """Have the value made again, whatever the key."""
        self._key = _NO_KEY


class Same(Generic[T]):
    """Part of a key: an object that is equal to itself alone."""

    __slots__ = ("it",)

    def __init__(self, it: T) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.it is self.it

    def __hash__(self) -> int:
        return id(self.it)


_NO_KEY = object()
"""Equal to no key."""
