"""Runs tasks in worker processes, returns their results in order, and stops cleanly on Ctrl-C.

Workers never hear Ctrl-C themselves: they are told by a flag, which they look at every few turns.
"""

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")
_stop: Event | None = None


def stopped() -> bool:
    """Return whether this worker is to give up."""
    return _stop is not None and _stop.is_set()


def _start_worker(stop: Event) -> None:
    """Make a new process a worker."""
    global _stop  # noqa: PLW0603 - what a process was started with can be kept nowhere else
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def work(
    task: Callable[[T], R], parts: Sequence[T], jobs: int, told: Callable[[int], None]
) -> tuple[list[R], bool]:
    """Do a task on every part; return what came of those done, in their order, and whether all were done.

    `told` hears how many are done. One job works in this very process. Ctrl-C gives the rest up.
    """
    if jobs < 2 or len(parts) < 2:
        return _alone(task, parts, told)
    done: dict[int, R] = {}
    # A fresh interpreter each: a forked one would inherit the locks of whatever threads are running.
    context = get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(
        min(jobs, len(parts)), mp_context=context, initializer=_start_worker, initargs=(stop,)
    ) as pool:
        with _ignoring_interrupts():
            places: dict[Future[R], int] = {
                pool.submit(task, part): place for place, part in enumerate(parts)
            }
        try:
            for future in as_completed(places):
                done[places[future]] = future.result()
                told(len(done))
        except KeyboardInterrupt:
            _stop_workers(pool, stop)
        except BaseException:
            _stop_workers(pool, stop)
            raise
    return [done[place] for place in sorted(done)], len(done) == len(parts)


def _stop_workers(pool: ProcessPoolExecutor, stop: Event) -> None:
    """Have the workers give up, and wait until they have."""
    stop.set()
    pool.shutdown(wait=True, cancel_futures=True)


def _alone(
    task: Callable[[T], R], parts: Sequence[T], told: Callable[[int], None]
) -> tuple[list[R], bool]:
    """Do everything here and now."""
    done: list[R] = []
    try:
        for part in parts:
            done.append(task(part))
            told(len(done))
    except KeyboardInterrupt:
        return done, False
    return done, True


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C while processes are started, which inherit that: it must not hit one half awake."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before: Any = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
