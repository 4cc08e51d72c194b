"""What a campaign is: cases drawn from a seed, each with a verdict.

Every case has a random stream of its own, made from the seed and its number, so that a failed case can be repeated
alone.
"""

import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from statistics import median
from typing import Any

from roguelike.core.records import Record, field
from roguelike.core.rng import Stream
from roguelike.lab.benchmark.row import milliseconds, standard_sum
from roguelike.world import ecs


class Verdict(Record):
    """What one case tried, how it ended, and what was wrong with that; "" for nothing.

    `counts` says how often each thing was compared in it, if the campaign counts that.
    """

    tried: str
    came_to: str
    failure: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)


MOST_STANDARD_SECONDS = 10.0
"""Processor time for whatever is tried, in thousands of standard sums, beyond which it counts as hanging."""
IN_TIME_SECONDS, READINGS = 5.0, 25
"""Processor time that is not too long on any machine, since the sum takes half a ms on the fastest; and how often the
sum is measured where something took longer."""
MOST_SAID = 2_000
"""Characters of a refusal, beyond which nobody reads it."""
Came = tuple[str, str]
"""How something ended, and what was wrong with that."""
Trial = Callable[[Stream, int], Verdict]
"""Tries the case of a number, with a stream of its own."""
Opened = Callable[[str], AbstractContextManager[Trial]]
"""Prepares, for a seed, what the cases of a campaign share, and cleans up afterwards."""


class Campaign(Record):
    """A name, a sentence for the help, the default number of cases, and how to try one.

    The test suite runs `short` cases, in a few seconds.
    `shortfall` says what is wrong with the counts of all cases together, for what only has to hold mostly.
    """

    name: str
    about: str
    cases: int
    short: int
    open: Opened
    shortfall: Callable[[Mapping[str, int]], str] = lambda _: ""


def sharing_nothing(
    tried: Callable[[str, Stream, int], Verdict],
) -> Opened:
    """Return how to open a campaign whose cases share nothing but the seed, which each is given."""
    return lambda seed: nullcontext(partial(tried, seed))


def by_itself(opened: Opened) -> Opened:
    """Return a campaign that says itself what its cases share."""
    return opened


def campaign(
    name: str,
    about: str,
    cases: int,
    short: int,
    shortfall: Callable[[Mapping[str, int]], str] = lambda _: "",
    opened: Callable[[Any], Opened] = sharing_nothing,
) -> Callable[[Callable[..., Any]], Campaign]:
    """Make a campaign of the function below, which tries one case; `opened` says how its cases are prepared."""

    def made(tried: Callable[..., Any]) -> Campaign:
        return Campaign(name, about, cases, short, opened(tried), shortfall)

    return made


def crash_words(error: Exception) -> str:
    """Say what crashed, and in which line."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{frame.filename.rpartition('/')[2]}:{frame.lineno}"
    return f"{type(error).__name__}: {error}"[:300] + f" ({place})"


def unfit(said: str) -> str:
    """Return what is wrong with a refusal: that it speaks to the terminal, or repeats a file; "" for nothing."""
    if not all(map(str.isprintable, said.split("\n"))):
        return f"it says control characters: {said!r:.200}"
    return f"it says {len(said):,} characters: {said:.100}" if len(said) > MOST_SAID else ""


def judged(tried: str, visit: Callable[[], Came]) -> Verdict:
    """Try something, and return the verdict: what it came to, that it crashed, or that it took too long."""
    began = time.process_time()
    try:
        came_to, failure = visit()
    except Exception as error:  # noqa: BLE001  (crashes are what campaigns look for)
        came_to, failure = "crashed", crash_words(error)
    seconds = time.process_time() - began
    if not failure and seconds > IN_TIME_SECONDS:
        standard = seconds / median(milliseconds(standard_sum) for _ in range(READINGS))
        if standard > MOST_STANDARD_SECONDS:
            failure = f"it took {seconds:.1f} s: {standard:.1f} standard seconds"
    return Verdict(tried, came_to, failure)


def verdicts(tried: Campaign, seed: str, numbers: Sequence[int]) -> Iterator[tuple[int, Verdict]]:
    """Try the cases with these numbers, each in worlds that are dropped with it, and yield each with its verdict."""
    with tried.open(seed) as trial:
        for number in numbers:
            rng = Stream(seed, f"{tried.name} {number}")
            try:
                with ecs.passing_worlds():
                    found = trial(rng, number)
            except Exception as error:  # noqa: BLE001  (crashes are what campaigns look for)
                found = Verdict(tried.name, "crashed", crash_words(error))
            yield number, found
