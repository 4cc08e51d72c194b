"""Who does the work of many games: processes of this machine, or a cluster; and where the results are kept.

The results are identical whoever does the work and in whatever order: each part of the work is known by its number.

Run tasks on a Dask cluster of the user's, with the same results as in processes of this machine.

The cluster's workers must have exactly this version of the game, and one thread each: a game's world belongs to its
process. The others take over from a lost worker; the cluster itself is left running.

Results saved to disk as they arrive, so that interrupted work can be resumed.

A file of JSON lines: what the work is, then (number of the part, its result). A truncated last line is dropped; results
of other work are never mixed in.
"""

import argparse
import logging
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, as_completed
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self, TextIO, TypeVar, get_origin

import msgspec

from roguelike.commands import processes
from roguelike.commands.command_line import path_argument, seed_argument, whole_number
from roguelike.core import data_path
from roguelike.core.records import Record

R = TypeVar("R")


class KeptError(Exception):
    """The file cannot be used; the message says which, why, and what to do."""


def _tally(kind: Any, value: object) -> Any:
    """Convert a plain JSON object back to a `Counter` of names. Raises NotImplementedError for other types."""
    if get_origin(kind) is not Counter:
        raise NotImplementedError
    return Counter(msgspec.convert(value, dict[str, int]))


class Kept(Generic[R]):
    """The results of one piece of work, by number of the part."""

    def __init__(self, path: Path, work: str, kind: type[R] | Any) -> None:
        """Read existing results; `work` identifies the work, `kind` is the type of a result.

        Raises:
            KeptError: the file cannot be read or written, is not a file of results, or is about other work.
        """
        self._path, self._kind = path, kind
        self.results: dict[int, R] = {}
        if path.exists() and not path.is_file():  # /dev/zero has no end
            raise KeptError(f"{path} is no file: name another.")
        try:
            text = path.read_bytes() if path.exists() else b""
            whole = self._read(text, work) if text else 0
            self._file = path.open("r+b" if text else "wb")
            self._file.truncate(whole)
            self._file.seek(whole)
        except OSError as fault:
            raise self._unusable(fault) from fault
        if not whole:
            self._write({"work": work})

    def _read(self, text: bytes, work: str) -> int:
        """Read the lines; return the number of bytes in whole lines."""
        whole = text.rfind(b"\n") + 1
        lines = text[:whole].splitlines()
        try:
            heading = msgspec.json.decode(lines[0]) if lines else {}
            found = heading["work"]
            rows = [msgspec.json.decode(line) for line in lines[1:]]
            self.results = {part: self._result(row) for part, row in rows}
        except (msgspec.MsgspecError, TypeError, ValueError, KeyError) as fault:
            raise KeptError(f"{self._path} holds no results of ours: name another file.") from fault
        if found != work:
            raise KeptError(
                f"{self._path} holds results of other work ({found}; this is {work}): name another file."
            )
        return whole

    def _result(self, row: object) -> R:
        """Convert a row back to a result. JSON keys are text: those that are numbers are converted back, too."""
        found: R = msgspec.convert(row, self._kind, str_keys=True, dec_hook=_tally)
        return found

    def add(self, part: int, result: R) -> None:
        """Save the result of a part. Raises KeptError if the file cannot be written; what is in it stays valid."""
        self.results[part] = result
        self._write((part, result))

    def _write(self, row: object) -> None:
        """Write one row as a line and flush it, so that a later kill loses no row that was written."""
        try:
            self._file.write(msgspec.json.encode(row) + b"\n")
            self._file.flush()
        except OSError as fault:
            raise self._unusable(fault) from fault

    def _unusable(self, fault: OSError) -> KeptError:
        """Return the error for a file that cannot be read or written."""
        return KeptError(f"{self._path}: {fault.strerror or fault}.")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(OSError):  # each row was flushed, or the failure reported
            self._file.close()


CONNECT_SECONDS = 10
LAST_PORT = 65_535
START = "start one with `dask scheduler` and `dask worker ADDRESS --nthreads 1 --nworkers N`"


class ClusterError(Exception):
    """The cluster cannot be used; the message says why, and what to do."""


def version_here() -> str:
    """Return the version of the game and the hash of its data, on the machine where this runs."""
    from roguelike import __version__
    from roguelike.raws.catalog import catalog_in_force

    return f"{__version__} with data {catalog_in_force().data_hash}"


@contextmanager
def connected(address: str) -> Iterator[Executor]:
    """Yield an executor for the cluster at an address such as tcp://127.0.0.1:8786.

    Raises:
        ClusterError: the extra is missing, the address is invalid, nobody answers, the workers are unsuitable, or the
            cluster dies meanwhile.
    """
    if find_spec("distributed") is None:
        raise ClusterError("A cluster needs Dask: pip install 'bluemana[cluster]'.")
    from distributed import Client
    from distributed.comm.addressing import get_address_host_port

    try:
        # A client started without any address fails 20 seconds later, with a traceback.
        _, port = get_address_host_port(address)
    except (ValueError, TypeError):
        port = 0
    if not 0 < port <= LAST_PORT:
        raise ClusterError(f"{address!r} is no address of a cluster: write tcp://HOST:PORT.")
    try:
        client: Any = Client(  # type: ignore[no-untyped-call]
            address, timeout=CONNECT_SECONDS, set_as_default=False
        )
    except (OSError, ValueError, TypeError) as fault:
        raise ClusterError(
            f"No cluster answers at {address} ({fault}): {START}, or leave --cluster out."
        ) from fault
    # It reports a dying scheduler with tracebacks, in addition to the message here.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        _check(client, address)
        yield client.get_executor(pure=False)
    except CancelledError as fault:
        raise ClusterError(
            f"The cluster at {address} is gone. Whatever --keep wrote goes on from there."
        ) from fault
    finally:
        client.close()


def _check(client: Any, address: str) -> None:
    """Check that there are workers, with one thread each, and that they play the same game."""
    from distributed.comm.core import CommClosedError

    workers = client.scheduler_info(n_workers=-1)["workers"]
    if not workers:
        raise ClusterError(f"The cluster at {address} has no workers: {START}.")
    threads = sorted({worker["nthreads"] for worker in workers.values()})
    if threads != [1]:
        raise ClusterError(
            f"The workers at {address} have {_listed(threads)} threads: start them with --nthreads 1."
        )
    ours = version_here()
    answers = client.run(version_here, on_error="return").values()
    # A worker lost while being asked is replaced by the others.
    found = {each for each in answers if not isinstance(each, CommClosedError)}
    if not found:
        raise ClusterError(f"The cluster at {address} has lost its workers: {START}.")
    if fault := next((each for each in found if isinstance(each, Exception)), None):
        raise ClusterError(
            f"A worker at {address} cannot play ({fault}): install bluemana {ours} there."
        ) from fault
    if found != {ours}:
        raise ClusterError(
            f"The workers at {address} play {_listed(sorted(found))}, and this is {ours}. "
            f"Content packs are named to workers by {data_path.PACKS}, set before they are started."
        )


def _listed(things: Sequence[object]) -> str:
    """Return things separated by commas."""
    return ", ".join(map(str, things))


T = TypeVar("T")
FAULTS = (ClusterError, KeptError)
"""Errors that the commands report in one line."""
MOST_JOBS = 256
MOST_SEEDS = 1_000_000
_RANGE, _ENDLESS = re.compile(r"(\d+)-(\d+)", re.ASCII), re.compile(r"\d+-+")


class Fleet(Record):
    """Who does the work: processes of this machine, or a cluster."""

    jobs: int = 2
    """Processes on this machine; 1 is this process itself."""
    cluster: str = ""
    """Address of a Dask scheduler instead."""
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
        "--keep",
        type=path_argument,
        metavar="FILE",
        help="add each result to FILE at once: the same command continues an interrupted run",
    )


def add_seeds(parser: argparse.ArgumentParser, usual: str, of_some: str = "") -> None:
    """Declare `--seeds`, by default those of `usual`; `of_some` says where the default is another."""
    parser.add_argument(
        "--seeds",
        type=seeds_argument,
        metavar="LIST",
        default=None if of_some else seeds_argument(usual),
        help=f"seeds and ranges of seeds, such as 1-50,77,lucky (default: {usual}{of_some})",
    )


def seeds_argument(text: str) -> list[str]:
    """Parse seeds: numbers and words, and ranges of numbers, separated by commas."""
    seeds: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        match = _RANGE.fullmatch(part)
        first, last = (int(match[1]), int(match[2])) if match else (0, 0)
        if not part or last < first or _ENDLESS.fullmatch(part):
            raise argparse.ArgumentTypeError(
                f"{part!r} in {text!r} is not a seed or a range: write 1-50, or 3,5,lucky"
                if part != text
                else f"{text!r} is not a seed or a range: write 1-50, or 3,5,lucky"
            )
        if last - first + len(seeds) >= MOST_SEEDS:
            raise argparse.ArgumentTypeError(f"{text!r} is more than {MOST_SEEDS:,} seeds")
        seeds += [str(each) for each in range(first, last + 1)] if match else [seed_argument(part)]
    return seeds


def seeds_told(seeds: Sequence[str]) -> str:
    """Return seeds as the user writes them, numbers in a row as a range."""
    told: list[str] = []
    for _, run in groupby(enumerate(seeds), lambda each: _place(each[1]) - each[0]):
        row = [seed for _, seed in run]
        told += [f"{row[0]}-{row[-1]}"] if len(row) > 1 and row[0].isdecimal() else row
    return ",".join(told)


def _place(seed: str) -> int:
    """Return a number as it is; all other text is in a row with nothing."""
    return int(seed) if re.fullmatch("0|[1-9][0-9]{0,17}", seed) else -1


def _address(text: str) -> str:
    """Return a scheduler's address. Raises ArgumentTypeError if empty: `--cluster $UNSET` must not play here."""
    if not text.strip():
        raise argparse.ArgumentTypeError("an address cannot be empty: write tcp://HOST:PORT")
    return text


def fleet_of(options: argparse.Namespace) -> Fleet:
    """Return the fleet that the options ask for."""
    return Fleet(options.jobs, options.cluster or "", options.keep)


@contextmanager
def hands(fleet: Fleet, most: int) -> Iterator[processes.Pool | None]:
    """Yield a pool that works on at most `most` parts at a time; None stands for this process itself.

    Raises:
        ClusterError: the cluster cannot be used.
    """
    with ExitStack() as stack:
        if fleet.cluster:
            executor = stack.enter_context(connected(fleet.cluster))
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


def all_of(
    work: Work[T, R], fleet: Fleet, err: TextIO, what: str, whole: int = 0
) -> tuple[list[R], bool]:
    """Return the results of the parts that were done, in order, and whether all were. Ctrl+c abandons the rest.

    Progress is shown on `err`, in `what`, such as "games", of which the parts together are `whole`: usually one each.
    """
    done: dict[int, R] = {}
    parts = len(work.parts)
    with closing(processes.Progress(err, whole or parts, what)) as progress:
        try:
            for place, result in results(work, fleet):
                done[place] = result
                progress(len(done) * (whole or parts) // parts)
        except KeyboardInterrupt:
            pass  # the results so far are worth a report
    return [done[place] for place in sorted(done)], len(done) == parts
