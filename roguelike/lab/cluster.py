"""Run tasks on a Dask cluster of the user's, with the same results as in processes of this machine.

The cluster's workers must have exactly this version of the game, and one thread each: a game's world belongs to its
process. The others take over from a lost worker; the cluster itself is left running.
"""

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from roguelike.core.data_path import PACKS

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
            f"Content packs are named to workers by {PACKS}, set before they are started."
        )


def _listed(things: Sequence[object]) -> str:
    """Return things separated by commas."""
    return ", ".join(map(str, things))
