"""Worker processes of this machine: started deaf to ctrl+c, which the program itself always hears."""

import os
import signal
import threading
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from roguelike.commands.processes import Pool, interruptible


class Interrupted(Executor):
    """Somebody presses ctrl+c while it starts a process."""

    def submit(self, *_task: Any, **_named: Any) -> Future[Any]:
        os.kill(os.getpid(), signal.SIGINT)
        return Future()


@pytest.mark.skipif(os.name == "nt", reason="there are no signals to send on Windows")
def test_ctrl_c_while_processes_are_started_is_heard() -> None:
    with pytest.raises(KeyboardInterrupt), interruptible():
        Pool(Interrupted()).submit(abs, [1])


@pytest.mark.skipif(os.name == "nt", reason="there are no signals to send on Windows")
def test_ctrl_c_that_another_thread_hears_breaks_off_no_start_of_processes() -> None:
    """The mask that keeps signals back is one thread's; the system gives them to any that takes them."""
    go, started = threading.Event(), []

    def hear() -> None:
        """Hear the signal, as numpy's threads may, which run before any worker is started."""
        go.wait()
        signal.raise_signal(signal.SIGINT)

    class Starting(Executor):
        """Takes a moment to start a process, in which ctrl+c is pressed."""

        def submit(self, *_task: Any, **_named: Any) -> Future[Any]:
            go.set()
            other.join()
            started.append("a worker")
            return Future()

    other = threading.Thread(target=hear)
    other.start()
    with pytest.raises(KeyboardInterrupt), interruptible():
        Pool(Starting()).submit(abs, [1])
    assert started == ["a worker"]
