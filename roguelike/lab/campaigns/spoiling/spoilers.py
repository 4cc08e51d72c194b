"""The list of spoilers, and helpers that find what to corrupt."""

from collections.abc import Callable, Iterator
from typing import Any

from roguelike.core.rng import Stream

State = dict[str, Any]
Row = list[Any]
"""An entity's id and its component."""
Spoiler = Callable[[State, Stream], None]
"""Corrupts a state in place. If it finds nothing to corrupt, the state stays as it is."""
SPOILERS: dict[str, Spoiler] = {}

IDS = (0, -1, -3, 1, 99_999, 2**31, 2**63, 10**30)
NUMBERS = (
    -5, -1, 0, 1, 2, 7, 1000, 10**6, 10**9, 10**10, 2**31, 2**63, 2**64, 10**40, 0.5, -0.5, 1e12, 1e308,
    float("nan"), float("inf"), -float("inf"), 1e-320,
)  # fmt: skip
ODDITIES: tuple[Any, ...] = (
    None, True, False, "", "x", "5", "\x1b[2J", "{9}", "[a|b]", "Orc", [], {}, [1, 2], {"a": 1}, "\ufffd", "ab" * 5_000,
)  # fmt: skip


def spoiler(function: Spoiler) -> Spoiler:
    """Register a function as a spoiler, under its name."""
    SPOILERS[function.__name__.replace("_", " ")] = function
    return function


def table(state: State, name: str) -> list[Row]:
    """Return the rows of a table, creating it if needed."""
    rows: list[Row] = state["rules"]["components"].setdefault(name, [])
    return rows


def component(state: State, name: str, entity: int) -> dict[str, Any]:
    """Return an entity's component from a table; a dummy one if there is none."""
    return next((found for each, found in table(state, name) if each == entity), {})


def any_id(state: State, rng: Stream) -> int:
    """Pick an id: of any entity, or of nothing."""
    rows = table(state, "kind")
    if rng.chance(60) and rows:
        return int(rng.choice(rows)[0])
    return rng.choice(IDS)


def items(state: State) -> list[int]:
    """List the items by id."""
    return [entity for entity, kind in table(state, "kind") if kind["section"] == "items"]


def creatures(state: State) -> list[int]:
    """List the creatures by id, the player included."""
    return [entity for entity, _ in table(state, "pools")]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every (container, key) within some data."""
    stack = [value]
    while stack:
        each = stack.pop()
        pairs = each.items() if isinstance(each, dict) else enumerate(each)
        for key, inner in list(pairs):
            yield each, key
            if isinstance(inner, dict | list):
                stack.append(inner)
