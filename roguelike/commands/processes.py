"""Worker processes: parallel tasks, results in order, and no process left over however the program ends.

Workers ignore ctrl+c: they are stopped by a flag, which they check every few turns. Each also watches the program that
started it, so that none outlives it, even if it is killed.

Progress is a line on the terminal, erased when the work is done.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from typing import Any, TextIO, TypeVar

from roguelike.commands.command_line import ERASE

T = TypeVar("T")
R = TypeVar("R")
_ENDS = (signal.SIGINT, signal.SIGTERM)
_stop: Event | None = None


def stopped() -> bool:
    """Return whether this worker is to stop."""
    return _stop is not None and _stop.is_set()


def _start_worker(stop: Event) -> None:
    """Initialize a new worker process."""
    global _stop  # noqa: PLW0603 - what a process was started with can be kept nowhere else
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)
    threading.Thread(target=_end_with_the_program, daemon=True).start()


def _end_with_the_program() -> None:
    """Wait for the program that started this worker to end, then exit as well."""
    program = parent_process()
    if program is not None:
        program.join()
        os._exit(1)


class Pool:
    """Workers of this machine or of a cluster, behind a common executor interface."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def submit(self, task: Callable[[T], R], parts: Sequence[T]) -> list[Future[R]]:
        """Submit a task for every part; processes started by this ignore ctrl+c from the first moment."""
        with _starting_the_deaf():
            return [self._executor.submit(task, part) for part in parts]

    def map(self, task: Callable[[T], R], parts: Sequence[T]) -> Iterator[R]:
        """Yield the task's results for every part, in order."""
        for future in self.submit(task, parts):
            yield future.result()


@contextmanager
def workers(count: int) -> Iterator[Pool]:
    """Start a number of processes. Until they have ended, ctrl+c and SIGTERM both raise KeyboardInterrupt.

    However the block ends, an interrupt included, the workers are told to stop and waited for.
    """
    # A fresh interpreter each: a forked one would inherit locks held by running threads.
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
    """Whether an interrupt came while workers were being started, when it must be held back."""

    back = False
    came = False


def _interrupt(_number: int, _frame: object) -> None:
    """Interrupt now, or as soon as the workers being started have started."""
    if not _Held.back:
        raise KeyboardInterrupt
    _Held.came = True


@contextmanager
def interruptible() -> Iterator[None]:
    """Turn ctrl+c and SIGTERM into KeyboardInterrupt while the block runs."""
    with _heeding(_interrupt, *_ENDS):
        yield


@contextmanager
def _starting_the_deaf() -> Iterator[None]:
    """Block signals for processes started meanwhile, which inherit the mask; one that comes now is raised at the end.

    Half-started processes would report it with a traceback of their own. The mask is this thread's: other threads,
    numpy's for instance, still receive signals for the program, so their handler holds them back too.
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
    """Replace signal handlers while the block runs. Only possible in the main thread; elsewhere does nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before: list[Any] = [signal.signal(number, handler) for number in numbers]
    try:
        yield
    finally:
        for number, old in zip(numbers, before, strict=True):
            signal.signal(number, old)


EVERY_SECONDS = 0.2


class Progress:
    """The progress line; nothing is written when the output is piped or logged."""

    def __init__(self, out: TextIO, whole: int, what: str) -> None:
        """Show the progress of `whole` steps on `out`, if that is a terminal."""
        self._out = out if out.isatty() else None
        self._whole, self._what = whole, what
        self._began = time.monotonic()
        self._told = float("-inf")

    def __call__(self, done: int) -> None:
        """Show how much is done, but not too often."""
        now = time.monotonic()
        if self._out is None or (now - self._told < EVERY_SECONDS and done < self._whole):
            return
        self._told = now
        gone = now - self._began
        left = gone / done * (self._whole - done) if done else 0.0
        self._out.write(
            f"{ERASE}{done} of {self._whole} {self._what}, {clock(gone)}, about {clock(left)} left"
        )
        self._out.flush()

    def close(self) -> None:
        """Erase the line from the terminal."""
        if self._out is not None:
            self._out.write(ERASE)
            self._out.flush()


def clock(seconds: float) -> str:
    """Format a duration: 5 s, 3 min 20 s, 2 h 5 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
