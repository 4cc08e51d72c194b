"""Fleets: the same results whoever does the work, kept as they come; and their worker processes."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import roguelike.actions
from roguelike.actions import acting
from roguelike.app import main
from roguelike.commands import processes
from roguelike.commands.level_contents import Holding
from roguelike.lab.balance.record import GameRecord
from roguelike.lab.fleet import (
    ClusterError,
    Fleet,
    Kept,
    KeptError,
    Work,
    all_of,
    connected,
    in_order,
    version_here,
)
from roguelike.lab.other_kinds import KNOWN, LEFT_OUT, others
from roguelike.lab.simulate import Played, simulate
from tests.terminal import Screen

square = partial(pow, exp=2)
"""Not a function of this module: a worker would import all that stands above for it."""


def interrupted_at_two(number: int) -> int:
    if number == 2:
        raise KeyboardInterrupt
    return number * number


NUMBERS = range(5)
SQUARES = Work("squares", square, NUMBERS, int)


def test_results_come_in_the_order_of_the_parts() -> None:
    assert list(in_order(SQUARES, Fleet(1))) == [0, 1, 4, 9, 16]
    assert list(in_order(SQUARES, Fleet(2))) == [0, 1, 4, 9, 16]


def test_whoever_breaks_it_off_gets_also_what_waits_behind_a_slow_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken_off(work: Work[int, int], fleet: Fleet) -> Iterator[tuple[int, int]]:
        yield from [(0, 0), (3, 9), (2, 4)]
        raise KeyboardInterrupt

    monkeypatch.setattr("roguelike.lab.fleet.results", broken_off)
    found: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        found.extend(in_order(SQUARES, Fleet(2)))
    assert found == [0, 4, 9]


def test_what_was_broken_off_goes_on(tmp_path: Path) -> None:
    fleet = Fleet(1, keep=tmp_path / "kept.jsonl")
    told, piped = Screen(), StringIO()
    found, whole = all_of(Work("squares", interrupted_at_two, NUMBERS, int), fleet, told, "games")
    assert (found, whole) == ([0, 1], False)
    assert "1 of 5 games" in told.getvalue()
    assert told.getvalue().endswith("\r\x1b[K"), "the line of progress is gone"
    done: list[int] = []

    def noting(number: int) -> int:
        done.append(number)
        return square(number)

    again = all_of(Work("squares", noting, NUMBERS, int), fleet, piped, "games")
    assert again == ([0, 1, 4, 9, 16], True)
    assert done == [2, 3, 4]
    assert not piped.getvalue()


def test_a_line_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    list(in_order(SQUARES, Fleet(1, keep=path)))
    whole = path.read_bytes()
    path.write_bytes(whole[:-3])
    with Kept(path, "squares", int) as kept:
        assert sorted(kept.results) == [0, 1, 2, 3]
    assert list(in_order(SQUARES, Fleet(1, keep=path))) == [0, 1, 4, 9, 16]
    assert path.read_bytes() == whole


def test_games_that_are_counted_by_depth_are_read_back(tmp_path: Path) -> None:
    """JSON writes every key as text."""
    game = GameRecord("mage", "7", turns_at={1: 40, 2: 9}, lowest_at={1: 0.5}, dealt={"Zap": 3})
    path = tmp_path / "kept.jsonl"
    with Kept(path, "balance", GameRecord) as kept:
        kept.add(0, game)
    with Kept(path, "balance", GameRecord) as kept:
        assert kept.results == {0: game}


def test_what_levels_hold_is_read_back(tmp_path: Path) -> None:
    """It is held in tallies, which JSON does not know."""
    level = Holding(2, "The Wood", creatures=Counter(Rat=2), traps=1)
    path = tmp_path / "kept.jsonl"
    with Kept(path, "spawns", list[Holding]) as kept:
        kept.add(0, [level])
    with Kept(path, "spawns", list[Holding]) as kept:
        assert kept.results == {0: [level]}
        kept.results[0][0].creatures["Deer"] += 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello\n", "holds no results of ours: name another file"),
        ('{"work": "squares"}\n[1, "two"]\n', "holds no results of ours"),
        ('{"work": "cubes"}\n', "holds results of other work \\(cubes; this is squares\\)"),
    ],
)
def test_a_file_of_other_things_is_refused_and_left_alone(
    tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "kept.jsonl"
    path.write_text(text)
    with pytest.raises(KeptError, match=words):
        list(in_order(SQUARES, Fleet(1, keep=path)))
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
@pytest.mark.parametrize("path", ["/dev/zero", "/"])
def test_what_is_no_file_is_refused_unread(path: str) -> None:
    with pytest.raises(KeptError, match=f"^{path} is no file: name another.$"):
        list(in_order(SQUARES, Fleet(1, keep=Path(path))))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_told_by_the_name_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was kept before is good: the same command goes on from there."""
    path = tmp_path / "kept.jsonl"
    add = Kept.add

    def with_no_room_at_two(kept: Kept[Played], part: int, result: Played) -> None:
        if part == 2:
            kept._file.close()
            kept._file = full
        add(kept, part, result)

    words = ["simulate", "--bot", "greedy", "--seeds", "1-4", "--turns", "3", "--jobs", "1"]
    with Path("/dev/full").open("r+b") as full, monkeypatch.context() as patch:
        patch.setattr(Kept, "add", with_no_room_at_two)
        assert main([*words, "--keep", str(path)]) == 1
    assert capsys.readouterr().err == f"roguelike: {path}: No space left on device.\n"
    assert len(path.read_text("utf-8").splitlines()) == 3
    assert main([*words, "--keep", str(path)]) == 0
    assert len(path.read_text("utf-8").splitlines()) == 5


def test_a_dead_cluster_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roguelike.lab.fleet.CONNECT_SECONDS", 0.2)
    nowhere = "tcp://127.0.0.1:9"
    with pytest.raises(ClusterError, match=f"No cluster answers at {nowhere}"):
        list(in_order(SQUARES, Fleet(1, nowhere)))


class Dying:
    """A client whose scheduler dies once it has been asked for work: all that it was given is cancelled."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def scheduler_info(self, **_: object) -> dict[str, dict[str, dict[str, int]]]:
        return {"workers": {"one": {"nthreads": 1}}}

    def run(self, asked: Callable[[], str], **_: object) -> dict[str, object]:
        return {"one": asked()}

    def get_executor(self, **_: object) -> "Dying":
        return self

    def submit(self, *_: object, **__: object) -> Future[int]:
        future = Future[int]()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future

    def close(self) -> None:
        pass


def test_a_cluster_that_dies_at_work_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("distributed.Client", Dying)
    words = ["simulate", "--seeds", "1-3", "--turns", "1", "--cluster", "tcp://127.0.0.1:1"]
    assert main(words) == 1
    told = capsys.readouterr().err
    assert "roguelike: The cluster at tcp://127.0.0.1:1 is gone. Whatever --keep" in told
    assert told.count("\n") == 1


def test_a_worker_that_is_lost_before_the_work_begins_is_no_reason_to_give_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from distributed.comm.core import CommClosedError

    lost, answers = CommClosedError("stream is closed"), dict[str, object]()

    class Losing(Dying):
        def run(self, asked: Callable[[], str], **_: object) -> dict[str, object]:
            return {"lost": lost, **answers}

    monkeypatch.setattr("distributed.Client", Losing)
    with (
        pytest.raises(ClusterError, match="has lost its workers: start"),
        connected("tcp://127.0.0.1:1"),
    ):
        pass
    answers["one"] = version_here()
    with connected("tcp://127.0.0.1:1") as executor:
        assert executor is not None
    answers["other"] = ImportError("no roguelike")
    with (
        pytest.raises(ClusterError, match=r"cannot play \(no roguelike\): install bluemana"),
        connected("tcp://127.0.0.1:1"),
    ):
        pass


@pytest.mark.parametrize("address", ["here", "tcp://127.0.0.1:99999", "tcp://127.0.0.1:0"])
@pytest.mark.parametrize(
    "command",
    [
        "simulate --bot random --seeds 1 --turns 1",
        "balance --bots random --seeds 1 --turns 1",
        "balance --spawns --seeds 1",
        "campaign saves --cases 1",
    ],
)
def test_nonsense_for_an_address_is_told(
    command: str,
    address: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """No client is begun: it would tell of its end in a traceback, long after the line that says what is wrong."""
    monkeypatch.setattr("distributed.Client", lambda *_, **__: pytest.fail("a client was begun"))
    monkeypatch.chdir(tmp_path)
    assert main([*command.split(), "--cluster", address]) == 1
    told = capsys.readouterr()
    assert f"roguelike: '{address}' is no address of a cluster: write tcp://HOST:PORT." in told.err
    assert "seed" not in told.out, "no table is begun"


def test_an_empty_address_is_no_wish_to_play_here(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(["simulate", "--seeds", "1", "--turns", "1", "--jobs", "1", "--cluster", ""])
    assert leaving.value.code == 2
    assert "an address cannot be empty" in capsys.readouterr().err


# --- a real cluster


@contextmanager
def cluster(workers: int, port: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Start a scheduler and workers of one thread each."""
    address = f"tcp://127.0.0.1:{port}"
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1"]
    flags = ["--no-dashboard", "--host", "127.0.0.1"]
    programs = [subprocess.Popen([*dask, "--port", str(port), "--no-dashboard"])]
    try:
        programs += [subprocess.Popen([*worker, "--no-nanny", *flags]) for _ in range(workers)]
        yield address, programs[1:]
    finally:
        for program in programs:
            program.kill()
            program.wait()


def wait_for(address: str, workers: int) -> None:
    """Wait until so many workers have announced themselves."""
    from distributed import Client

    with Client(address, timeout=900, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=900)


@pytest.mark.soak
def test_a_cluster_plays_the_same_games_and_survives_the_loss_of_a_worker(tmp_path: Path) -> None:
    seeds = [str(seed) for seed in range(1, 13)]
    alone = simulate("greedy", seeds, 300, Fleet(1))
    with cluster(3, 28786) as (address, workers):
        wait_for(address, 3)

        def kill_one(_: object) -> None:
            if workers[0].poll() is None:
                os.kill(workers[0].pid, signal.SIGKILL)

        together = simulate("greedy", seeds, 300, Fleet(cluster=address), kill_one)
        time.sleep(0.1)
        assert workers[0].poll() is not None
    assert [game.state_hash for game in together.games] == [game.state_hash for game in alone.games]
    assert [game.turns for game in together.games] == [game.turns for game in alone.games]


class Interrupted(Executor):
    """Somebody presses ctrl+c while it starts a process."""

    def submit(self, *_task: Any, **_named: Any) -> Future[Any]:
        os.kill(os.getpid(), signal.SIGINT)
        return Future()


@pytest.mark.skipif(os.name == "nt", reason="there are no signals to send on Windows")
def test_ctrl_c_while_processes_are_started_is_heard() -> None:
    with pytest.raises(KeyboardInterrupt), processes.interruptible():
        processes.Pool(Interrupted()).submit(abs, [1])


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
    with pytest.raises(KeyboardInterrupt), processes.interruptible():
        processes.Pool(Starting()).submit(abs, [1])
    assert started == ["a worker"]


def test_every_name_is_that_of_a_command() -> None:
    assert roguelike.actions
    assert acting.ACTIONS.keys() >= KNOWN | LEFT_OUT


def test_a_new_command_is_tried_if_its_fields_can_be_filled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Shout(acting.Action, tag="shout"):
        pass

    class Greet(acting.Action, tag="greet"):
        other: int

    before = others(), others(["other"])
    monkeypatch.setitem(acting.ACTIONS, "shout", Shout)
    monkeypatch.setitem(acting.ACTIONS, "greet", Greet)
    assert others() == [*before[0], "shout"]
    assert others(["other"]) == [*before[1], "shout", "greet"]
