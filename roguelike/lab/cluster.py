"""Work on a Dask cluster of the user's: the same tasks as on this machine's processes, with the same results.

The cluster's workers must have this very version of the game, and one thread each: a game's world belongs to its
process. A worker that is lost is made up for by the others; the cluster itself is left running.
"""

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from roguelike.core.data_path import PACKS

CONNECT_SECONDS = 10
START = "start one with `dask scheduler` and `dask worker ADDRESS --nthreads 1 --nworkers N`"


class ClusterError(Exception):
    """The cluster cannot be used; the message says why, and what to do."""


def version_here() -> str:
    """Return the version of the game and the hash of its data, wherever this runs."""
    from roguelike import __version__
    from roguelike.raws.catalog import catalog_in_force

    return f"{__version__} with data {catalog_in_force().data_hash}"


@contextmanager
def connected(address: str) -> Iterator[Executor]:
    """Yield what hands out tasks to the cluster at an address such as tcp://127.0.0.1:8786.

    Raises:
        ClusterError: the extra is missing, the address is none, nobody answers, the workers cannot do the work, or the
            cluster dies amid it.
    """
    if find_spec("distributed") is None:
        raise ClusterError("A cluster needs Dask: pip install 'bluemana[cluster]'.")
    from distributed import Client
    from distributed.comm.addressing import get_address_host_port

    try:
        # A client that was begun with no address at all ends 20 seconds later, with a traceback.
        get_address_host_port(address)
    except (ValueError, TypeError) as fault:
        raise ClusterError(
            f"{address!r} is no address of a cluster: write tcp://HOST:PORT."
        ) from fault
    try:
        client: Any = Client(  # type: ignore[no-untyped-call]
            address, timeout=CONNECT_SECONDS, set_as_default=False
        )
    except (OSError, ValueError, TypeError) as fault:
        raise ClusterError(
            f"No cluster answers at {address} ({fault}): {START}, or leave --cluster out."
        ) from fault
    # Of a scheduler that dies it tells in tracebacks, beside what is told here.
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
    """Check that the workers are there, have one thread each, and play the same game."""
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
    # Whoever was lost while being asked is made up for by the others.
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
            f"Content packs are named to workers by {PACKS}, set before they are started."
        )


def _listed(things: Sequence[object]) -> str:
    """Write things with commas between."""
    return ", ".join(map(str, things))
