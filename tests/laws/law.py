"""Laws of random cases in two lengths: a few in every run of the suite, the full number with `-m soak`."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.strategies import SearchStrategy

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
