"""Worker processes of this machine: started deaf to ctrl+c, which the program itself always hears."""

import os
import signal
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from roguelike.lab.processes import Pool, interruptible


class Interrupted(Executor):
    """Somebody presses ctrl+c while it starts a process."""

    def submit(self, *_task: Any, **_named: Any) -> Future[Any]:
        os.kill(os.getpid(), signal.SIGINT)
        return Future()


@pytest.mark.skipif(os.name == "nt", reason="there are no signals to send on Windows")
def test_ctrl_c_while_processes_are_started_is_heard() -> None:
    with pytest.raises(KeyboardInterrupt), interruptible():
        Pool(Interrupted()).submit(abs, [1])
