"""Tests in two lengths: the first cases in every run of the suite, all of them with `-m soak`."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.strategies import SearchStrategy


def seeds(few: int, many: int) -> Sequence[Any]:
    """Return so many seeds, from 0, as parameters of a test; those beyond the first few are for long runs."""
    more = [pytest.param(seed, marks=pytest.mark.soak) for seed in range(few, many)]
    return [*range(few), *more]


Law = Callable[..., None]


def law(*drawn: SearchStrategy[Any], many: int, few: int | None = None) -> Callable[[Law], Law]:
    """Make the function below a test of what is drawn for it, in so many cases; `few` is the profile's own number.

    Both lengths begin with the same cases.
    """

    def add(function: Law) -> Law:
        @pytest.mark.parametrize(
            "cases",
            [pytest.param(few, id="few"), pytest.param(many, id="many", marks=pytest.mark.soak)],
        )
        def test(cases: int | None) -> None:
            length = settings() if cases is None else settings(max_examples=cases)
            length(given(*drawn)(function))()

        test.__name__, test.__doc__, test.__module__ = (
            function.__name__, function.__doc__, function.__module__,
        )  # fmt: skip
        return test

    return add
