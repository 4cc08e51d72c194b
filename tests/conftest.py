"""What every test stands on: no real window, no sound card, no data or saves of the person who runs it."""

import hashlib
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, suppress
from importlib import import_module
from typing import Any

import pytest
from hypothesis import settings

from roguelike.core import sha256

# Set before anything imports tcod: SDL reads them once. A test that wants a real window starts a program of its own.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

# Where the tests are run says nothing about what they test: its data, its colours, its size. And since Python 3.13
# tracebacks on a terminal are coloured, which tests would have to read around.
for name in ("ROGUELIKE_DATA", "NO_COLOR", "COLUMNS", "LINES"):
    os.environ.pop(name, None)
os.environ["TERM"] = "xterm-256color"
os.environ["PYTHON_COLORS"] = "0"

# Where the environment forbids compiled files, each of the hundreds of programs that tests start compiles all modules
# anew, and pytest rewrites every test in every process: a fifth of the suite.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# The game's own hash spares a player memory; OpenSSL's is the same, and takes a fifth of the time. Whoever imports it
# later than here gets that.
sha256.sha256 = hashlib.sha256

# Whatever a shell runs in the background is deaf to ctrl+c, its heirs included; our children are to hear it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The suite says the same thing on every run; `--hypothesis-profile explore` looks for new trouble.
settings.register_profile("suite", deadline=None, derandomize=True, database=None, max_examples=20)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("suite")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Point the platform's user folders at a throw-away one, so that no test meets real saves or a real cache.

    For the whole session: what modules load when imported, and programs that fixtures start, are no exception.
    """
    home = str(config._tmp_path_factory.getbasetemp() / "home")
    patch = pytest.MonkeyPatch()
    config.add_cleanup(patch.undo)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        patch.setenv(name, home)
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        patch.setenv(name, f"{home}/cache")
    # What a test leaves on the disk need survive no power cut: waiting for that was a fifth of its time.
    patch.setattr(os, "fsync", lambda descriptor: os.fstat(descriptor) and None)


def pytest_collection(session: pytest.Session) -> None:
    """Import a share of the tests before all of them are collected, where several processes do so side by side.

    In a fresh checkout, compiling them takes twice as long as all else of it: so no two compile the same.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None or session.config.args != session.config.getini("testpaths"):
        return
    number, count = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    for path in sorted(session.config.rootpath.glob("tests/**/test_*.py"))[number::count]:
        # Whatever is wrong with one is told when it is collected.
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(path.relative_to(session.config.rootpath).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Collect garbage as the game does: thousands of tests are no garbage, and are looked through no more."""
    from roguelike.core.garbage_collection import tune_collector

    tune_collector()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: Any, log: Any) -> Any:
    """Let a process that has run out of tests take over some of the other's: a few of ours last as long as hundreds."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.option.dist == "load" else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Take a skipped test for a failed one where `CI` is set: there, everything that a test needs is installed."""
    report = yield
    if report.skipped and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"skipped, and CI is set: {report.longrepr[2]}"
    return report


@pytest.fixture
def brief_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """End what is thought while the player looks with the first estimate, not with 24 times as many turns.

    A fight is rehearsed twice where both end alike. For tests of screens, which do not ask how true a chance
    is: `tests/engine/test_reply.py` holds what the rest adds.
    """
    from roguelike.engine.foreseeing import planning, reply

    monkeypatch.setattr(reply, "SHARP", reply.SAMPLES)
    monkeypatch.setattr(planning, "EVENLY", 2)
    monkeypatch.setattr(planning, "RETREATS", 1)


# ---- Rooms, games and people. The imports wait until they are wanted: tcod must meet the settings above. ----


@pytest.fixture(scope="session")
def catalog() -> Any:
    """The game's own data."""
    from roguelike.testing.catalogs import catalog_for

    return catalog_for(None)


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    """Whatever a test opened and puts away at its end."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def draw(closing: ExitStack) -> Callable[..., Any]:
    """Draw rooms of the laboratory, and forget them after the test."""
    from tests.rooms import room

    return lambda *args, **options: closing.enter_context(room(*args, **options))


@pytest.fixture
def stage(closing: ExitStack) -> Callable[..., Any]:
    """Draw rooms of the game's own data, everybody in them tough."""
    from tests.halls import stage_of

    return lambda *args, **options: closing.enter_context(stage_of(*args, **options))


@pytest.fixture
def pen(closing: ExitStack) -> Callable[..., Any]:
    """Draw rooms whose creatures think."""
    from tests.menagerie import pen_of

    return lambda *args, **options: closing.enter_context(pen_of(*args, **options))


@pytest.fixture
def begin(closing: ExitStack, catalog: Any) -> Callable[..., Any]:
    """Begin games as they ship: a session, and the arena that looks into it."""
    from roguelike.engine.session import Session
    from roguelike.testing import Arena

    def start(seed: str = "3") -> tuple[Session, Arena]:
        session = Session.start(seed, catalog)
        return session, closing.enter_context(Arena(session.game))

    return start


@pytest.fixture
def people(closing: ExitStack) -> list[Any]:
    """Everybody who sat down in this test."""
    seated: list[Any] = []
    closing.callback(lambda: [person.close() for person in seated])
    return seated


@pytest.fixture
def real(people: list[Any]) -> Callable[..., Any]:
    """Sit down before the game as it ships."""
    from tests.person import Person

    def seat(**options: Any) -> Person:
        people.append(Person(**options))
        return people[-1]

    return seat
