"""Worker processes: tasks side by side, results in order, and nobody left behind however the program ends.

Workers never hear ctrl+c themselves: they are told by a flag, which they look at every few turns. And each watches
the program that started it, so that none outlives it, were it killed outright.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")
_ENDS = (signal.SIGINT, signal.SIGTERM)
_stop: Event | None = None


def stopped() -> bool:
    """Return whether this worker is to give up."""
    return _stop is not None and _stop.is_set()


def _start_worker(stop: Event) -> None:
    """Make a new process a worker."""
    global _stop  # noqa: PLW0603 - what a process was started with can be kept nowhere else
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)
    threading.Thread(target=_end_with_the_program, daemon=True).start()


def _end_with_the_program() -> None:
    """Wait until the program that started this worker is gone, and go too: there is nobody to work for."""
    program = parent_process()
    if program is not None:
        program.join()
        os._exit(1)


class Pool:
    """Workers of this machine or of a cluster, behind whatever hands out tasks to them."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def submit(self, task: Callable[[T], R], parts: Sequence[T]) -> list[Future[R]]:
        """Hand out a task for every part; the processes that this starts are deaf to ctrl+c from the first moment."""
        with _starting_the_deaf():
            return [self._executor.submit(task, part) for part in parts]

    def map(self, task: Callable[[T], R], parts: Sequence[T]) -> Iterator[R]:
        """Yield what comes of the task for every part, in their order."""
        for future in self.submit(task, parts):
            yield future.result()


@contextmanager
def workers(count: int) -> Iterator[Pool]:
    """Start a number of processes. Until they have ended, ctrl+c and SIGTERM both raise KeyboardInterrupt.

    Whatever ends the block, an interrupt included, the workers give up and are waited for.
    """
    # A fresh interpreter each: a forked one would inherit the locks of whatever threads are running.
    context = get_context("spawn")
    stop = context.Event()
    executor = ProcessPoolExecutor(
        count, mp_context=context, initializer=_start_worker, initargs=(stop,)
    )
    with interruptible():
        try:
            yield Pool(executor)
        except BaseException:
            stop.set()
            raise
        finally:
            with _heeding(signal.SIG_IGN, *_ENDS):
                executor.shutdown(wait=True, cancel_futures=True)


class _Held:
    """What came while workers were being started, when nothing may be broken off."""

    back = False
    came = False


def _interrupt(_number: int, _frame: object) -> None:
    """Break off, or as soon as the workers that are being started have started."""
    if not _Held.back:
        raise KeyboardInterrupt
    _Held.came = True


@contextmanager
def interruptible() -> Iterator[None]:
    """Let ctrl+c and SIGTERM be one for a while: KeyboardInterrupt."""
    with _heeding(_interrupt, *_ENDS):
        yield


@contextmanager
def _starting_the_deaf() -> Iterator[None]:
    """Keep signals from processes started meanwhile, which inherit the mask; one that comes now is heard at the end.

    Half-started processes would tell of it in a traceback of their own. The mask is this thread's: others, numpy's for
    instance, still hear signals for the program, so the answer to them is held back too.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        with _heeding(signal.SIG_IGN, signal.SIGINT):
            yield
        return
    _Held.back, _Held.came = True, False
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        _Held.back = False
    if _Held.came:
        raise KeyboardInterrupt


@contextmanager
def _heeding(handler: Any, *numbers: signal.Signals) -> Iterator[None]:
    """Answer signals in another way for a while. Only the main thread may; elsewhere nothing changes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before: list[Any] = [signal.signal(number, handler) for number in numbers]
    try:
        yield
    finally:
        for number, old in zip(numbers, before, strict=True):
            signal.signal(number, old)
