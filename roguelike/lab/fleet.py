"""Who does the work of many games: processes of this machine, or a cluster; and where the results are kept.

The results are identical whoever does the work and in whatever order: each part of the work is known by its number.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Generic, TypeVar

from roguelike.commands import processes
from roguelike.commands.command_line import path_argument, whole_number
from roguelike.core.records import Record
from roguelike.lab.cluster import ClusterError, connected
from roguelike.lab.kept_results import Kept, KeptError

T = TypeVar("T")
R = TypeVar("R")
FAULTS = (ClusterError, KeptError)
"""Errors that the commands report in one line."""
MOST_JOBS = 256


class Fleet(Record):
    """Who does the work: processes of this machine, or a cluster."""

    jobs: int = 2
    """Processes on this machine; 1 is this process itself."""
    cluster: str = ""
    """Address of a Dask scheduler instead."""
    or_here: bool = False
    """Whether to work on this machine if no cluster answers."""
    keep: Path | None = None
    """File in which results are saved as they arrive."""


THIS_MACHINE = Fleet()


class Work(Generic[T, R]):
    """A task to do for every part; `name` identifies the work, `kind` is the type of a result."""

    def __init__(
        self, name: str, task: Callable[[T], R], parts: Sequence[T], kind: type[R] | Any
    ) -> None:
        self.name, self.task, self.parts, self.kind = name, task, parts, kind


def add_arguments(parser: argparse.ArgumentParser, parts: str) -> None:
    """Declare the options of a command whose work, in `parts` such as "games", is done by a fleet."""
    parser.add_argument(
        "--jobs",
        "--workers",
        type=whole_number(1, MOST_JOBS),
        default=2,
        metavar="N",
        help=f"{parts} at a time (default: 2); the results do not depend on it",
    )
    parser.add_argument(
        "--cluster",
        type=_address,
        metavar="ADDRESS",
        help="play on a Dask cluster, such as tcp://127.0.0.1:8786 (pip install 'bluemana[cluster]')",
    )
    parser.add_argument(
        "--or-here", action="store_true", help="play on this machine if the cluster does not answer"
    )
    parser.add_argument(
        "--keep",
        type=path_argument,
        metavar="FILE",
        help="add each result to FILE at once: the same command continues an interrupted run",
    )


def _address(text: str) -> str:
    """Return a scheduler's address. Raises ArgumentTypeError if empty: `--cluster $UNSET` must not play here."""
    if not text.strip():
        raise argparse.ArgumentTypeError("an address cannot be empty: write tcp://HOST:PORT")
    return text


def fleet_of(options: argparse.Namespace) -> Fleet:
    """Return the fleet that the options ask for."""
    return Fleet(options.jobs, options.cluster or "", options.or_here, options.keep)


@contextmanager
def hands(fleet: Fleet, most: int) -> Iterator[processes.Pool | None]:
    """Yield a pool that works on at most `most` parts at a time; None stands for this process itself.

    Raises:
        ClusterError: the cluster cannot be used, and working here was not asked for.
    """
    with ExitStack() as stack:
        if fleet.cluster:
            try:
                executor = stack.enter_context(connected(fleet.cluster))
            except ClusterError as fault:
                if not fleet.or_here:
                    raise
                sys.stderr.write(f"{fault} Playing on this machine.\n")
            else:
                stack.enter_context(processes.interruptible())
                yield processes.Pool(executor)
                return
        count = min(fleet.jobs, most)
        here = nullcontext() if count < 2 else processes.workers(count)
        yield stack.enter_context(here)


def results(work: Work[T, R], fleet: Fleet) -> Iterator[tuple[int, R]]:
    """Yield (number of the part, its result) as they arrive, saved ones first.

    Raises:
        ClusterError: the cluster cannot be used.
        KeptError: the file of results cannot be used.
    """
    if fleet.keep is None:
        yield from _results(work, fleet, range(len(work.parts)))
        return
    with Kept[R](fleet.keep, work.name, work.kind) as kept:
        known = {place: kept.results[place] for place in sorted(kept.results)}
        yield from known.items()
        missing = [place for place in range(len(work.parts)) if place not in known]
        for place, result in _results(work, fleet, missing):
            kept.add(place, result)
            yield place, result


def _results(work: Work[T, R], fleet: Fleet, places: Sequence[int]) -> Iterator[tuple[int, R]]:
    """Do the parts with these numbers."""
    if not places:
        return
    with hands(fleet, len(places)) as pool:
        if pool is None:
            with processes.interruptible():
                for place in places:
                    yield place, work.task(work.parts[place])
            return
        futures = pool.submit(work.task, [work.parts[place] for place in places])
        of = dict(zip(futures, places, strict=True))
        try:
            for future in as_completed(of):
                yield of[future], future.result()
        finally:
            for future in of:
                future.cancel()


def in_order(work: Work[T, R], fleet: Fleet) -> Iterator[R]:
    """Yield the results in the order of the parts, each as soon as those before it are there.

    At Ctrl+c, all other results that are there follow before KeyboardInterrupt is raised.
    """
    waiting: dict[int, R] = {}
    following = 0
    try:
        for place, result in results(work, fleet):
            waiting[place] = result
            while following in waiting:
                yield waiting.pop(following)
                following += 1
    except KeyboardInterrupt:
        yield from (waiting[place] for place in sorted(waiting))
        raise


def all_of(work: Work[T, R], fleet: Fleet, told: Callable[[int], None]) -> tuple[list[R], bool]:
    """Return the results of the parts that were done, in order, and whether all were. Ctrl+c abandons the rest.

    `told` is called with the number done so far.
    """
    done: dict[int, R] = {}
    try:
        for place, result in results(work, fleet):
            done[place] = result
            told(len(done))
    except KeyboardInterrupt:
        pass  # the results so far are worth a report
    return [done[place] for place in sorted(done)], len(done) == len(work.parts)
