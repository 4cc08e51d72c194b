"""Files other than the save that are damaged, made up or not regular: reported in words, and none of them lost.

A folder with everything that the game keeps is copied, one file of it is damaged, and the program does with it what it
does at the start: title, past runs, reports, replays and crash files, verification, packs, and the saved game, twice.
The damaged file must still be there afterwards, under its own name or in a folder for it: nothing of the player's may
be lost. Some cases leave all files intact, and run commands in an environment with arbitrary values: every command
must say what it does not understand, and exit.
"""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from roguelike.core import data_path
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.devices.headless import Hands, Headless
from roguelike.devices.loop import Loop
from roguelike.engine.loading import DataLoader
from roguelike.engine.session import Session
from roguelike.engine.state.errors import SaveError
from roguelike.host import LocalHost
from roguelike.host.own_data import PROGRESS_FILE, SETTINGS_FILE
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.campaigns.base_states import PACK, KeptFolder, kept_folder
from roguelike.lab.campaigns.campaign import (
    Came,
    Trial,
    Verdict,
    by_itself,
    campaign,
    judged,
    unfit,
)
from roguelike.lab.campaigns.spoilt_files import (
    Way,
    code_spoilt,
    crash_spoilt,
    damage,
    end_spoilt,
    history_spoilt,
    json_spoilt,
    lines_spoilt,
    no_plain_file,
    odd_names,
    packed_spoilt,
    spoil_catalog,
    spoilt_bytes,
    spoilt_digit,
    text_spoilt,
)
from roguelike.mapgen import prefab
from roguelike.practice.boards import boards
from roguelike.practice.draw_board import DrawBoard
from roguelike.raws.catalog import load_cached_catalog, load_catalog, read_cached, sources_for
from roguelike.raws.faults import DataError
from roguelike.runs.past_runs import past_runs, replay_of, report_of
from roguelike.runs.verifying import verify
from roguelike.store import installed_packs, invariants, jsonl
from roguelike.store.location import OVERRIDE as SAVES
from roguelike.store.location import SHARED
from roguelike.toolkit.inputs import Key, canonical
from roguelike.toolkit.manual import setting
from roguelike.toolkit.manual.checking import ManualError
from roguelike.toolkit.screen import Screen
from roguelike.toolkit.settings import Progress, Settings
from roguelike.toolkit.stack import ScreenStack
from roguelike.ui.program import Program, UserError

VARIABLES = (
    *(
        SAVES,
        SAVES,
        data_path.OVERRIDE,
        data_path.OVERRIDE,
        data_path.PACKS,
        data_path.PACKS,
        SHARED,
    ),
    *("XDG_CACHE_HOME", "HOME", "COLUMNS", "LINES", "TERM", "LANG", "LC_ALL", "NO_COLOR"),
)
VALUES = (
    *("", " ", ".", "~", "~nobody/x", "nowhere", "/dev/null", "/dev/null/x", "/proc/self/clear_refs", "%s"),
    *("history.jsonl", "runs", "odd", "odd/x", f"packs/{PACK}", "packs", f"packs/{PACK}:packs/{PACK}", ":::", "a:b:c"),
    *("x" * 300, "x" * 5_000, "x/" * 3_000, "packs:" * 2_000, "\x1b[2J", "a\nb", "\u202eb", "\udcff", "龍", "{0}"),
    *("0", "-1", "5", "1e9", "9" * 30, "dumb", "C", "nonsense.UTF-8", "de_DE.ISO-8859-1"),
)  # fmt: skip
"""Relative paths are in the folder of the case, where the command runs."""
COMMANDS = (
    ("scores",),
    ("scores", "--json"),
    ("morgue",),
    ("verify",),
    ("check-data",),
    ("replay", "last", "--turn", "2", "--cast", "film.cast"),
    (),
)
"""The last one is the game itself, which finds no terminal."""
MOST_SECONDS, MOST_LINES, MOST_COLUMNS = 120, 60, 9_000
FAULT = "unforeseen fault"


def environment_tried(folder: Path, rng: Stream) -> tuple[str, str]:
    """Run a command in a folder of saves, to which an `odd` file is added, with some variables set to anything.

    Return the exit code in words, and what was wrong.
    """
    (folder / "odd").touch()
    no_plain_file(folder / "odd", rng)
    chosen = {rng.choice(VARIABLES): rng.choice(VALUES) for _ in range(1 + rng.below(3))}
    words = rng.choice(COMMANDS)
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": str(data_path.PACKAGE.parent),
        SAVES: str(folder),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }
    done = subprocess.run(  # noqa: S603  (our own program)
        [sys.executable, "-m", "roguelike", *words],
        cwd=folder,
        env=environment | chosen,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=MOST_SECONDS,
        check=False,
    )
    out, told = (each.decode(errors="replace") for each in (done.stdout, done.stderr))
    wrong = _wrong_with(done.returncode, out, told)
    said = f"{' '.join(words) or 'the game'} with {chosen!r:.300}: {wrong}" if wrong else ""
    return f"exit code {done.returncode}", said


def _wrong_with(code: int, out: str, told: str) -> str:
    """Return what is wrong with a command's exit code and output; "" for nothing."""
    if code not in (0, 1, 2):
        return f"it ended with {code}: {told[-300:]}"
    if FAULT in told or "Traceback" in told:
        return told[-600:]
    if code and not told.strip():
        return "it failed and said nothing"
    lines = told.splitlines()
    if len(lines) > MOST_LINES or any(len(line) > MOST_COLUMNS for line in lines):
        return f"it said {len(lines)} lines, {len(told)} characters"
    odd = next((line for line in [*out.splitlines(), *lines] if not line.isprintable()), None)
    return "" if odd is None else f"it wrote control characters: {odd!r:.200}"


OF_THE_MOMENT = {"lock", "playing"}
"""Files about the running program, with nothing of the player's."""
SUPERSEDED = (".save", ".recording")
"""Intact ones are superseded by later ones, which contain more."""
TAKEN_UP = 1_000_000
"""Larger files are artificial, and not compared."""


READ_BY: Mapping[str, Callable[[str], tuple[object, Sequence[str]]]] = {
    SETTINGS_FILE: Settings.from_json,
    PROGRESS_FILE: Progress.from_json,
}
"""Files that are accepted are rewritten in the program's own format."""


class Losses:
    """Remembers what a damaged folder holds, and finds what is missing later."""

    def __init__(self, folder: Path, sound: Path, damaged: Path | None) -> None:
        """Look at a folder with one `damaged` file, or none; `sound` is the folder as it was before."""
        self._folder = folder
        self._damaged = None if damaged is None else damaged.relative_to(folder)
        self._sound = b""
        if self._damaged is not None:
            self._sound = (sound / self._damaged).read_bytes()
        self._before = _contents(folder)

    def found(self, *, told: bool) -> str:
        """Return what is missing; "" for nothing. `told` says whether the player was told of any damage."""
        after = _contents(self._folder)
        there = set(after.values())
        for path, held in self._before.items():
            if held in there or after.get(path, b"").startswith(held) or not held:
                continue
            if self._may_go(path, held, told=told):
                continue
            return f"{path} is lost: {len(held)} bytes, {held[:60]!r}"
        return ""

    def _may_go(self, path: Path, held: bytes, *, told: bool) -> bool:
        """Return whether the contents of a file need not be kept."""
        if path.name in OF_THE_MOMENT:
            return True
        if path != self._damaged:
            return path.suffix in SUPERSEDED
        if path.suffix == ".recording":
            return held.startswith(self._sound) or _is_torn_in_its_last_line(held)
        if path.name in READ_BY:
            return _is_read(path.name, held)
        if path.suffix == ".save":
            return not told  # the older save is not even read
        return False


def _is_read(name: str, held: bytes) -> bool:
    """Return whether all of a file of the player's choices can be read."""
    try:
        _, lost = READ_BY[name](held.decode("utf-8-sig"))
    except ValueError:
        return False
    return not lost


def _is_torn_in_its_last_line(held: bytes) -> bool:
    """Return whether no whole line follows the readable part of a log: this is how a power cut leaves it."""
    end = max((after for _, after in jsonl.sound_lines(held)), default=0)
    return b"\n" not in held[end:].rstrip(b"\x00")


def _contents(folder: Path) -> dict[Path, bytes]:
    """Return the contents of the regular files of a folder."""
    return {
        path.relative_to(folder): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink() and path.stat().st_size <= TAKEN_UP
    }


PAGES = (
    ("h", "s", "r", "escape", "w", ".", "escape", "escape"),
    ("o", "escape"),
    ("p", "escape"),
    ("p", "d", ".", "escape", ".", "c", "escape", "escape"),
    ("l", "enter", ".", "escape", "escape"),
    ("?", "escape"),
    ("a", "escape"),
)
"""Keys to press on the title screen, each sequence on a new one; a case presses some of them."""
MOMENT_SECONDS, PAGES_A_CASE = 0.1, 3
TURNS, RUNS, FORWARD = 3, 2, 5


class Visit(Record):
    """How the saved game went on, its turn (-1 if it did not), and whether damage was reported."""

    came_to: str
    turn: int
    told: bool


def visited(saves: Path, data: DataLoader, rng: Stream, *, with_packs: bool) -> Visit:
    """Do with a folder everything that the program does; raises any error that the program does not handle."""
    told = _looked_at(saves, data, rng)
    _runs_looked_at(saves, data)
    if with_packs:
        _packs_looked_at(saves)
    visit = _played(saves, data, rng, told=told)
    again = _played(saves, data, rng, told=True)
    if visit.turn >= 0 and again.turn < visit.turn:
        raise ValueError(
            f"turn {visit.turn} was played on, and next time turn {again.turn} was there"
        )
    return visit


def _looked_at(saves: Path, data: DataLoader, rng: Stream) -> bool:
    """Open the program and some of its pages; return whether the title reports anything."""
    host = LocalHost(saves, data)
    program = Program(host, host.load_settings(), progress=host.load_progress())
    told = bool(getattr(program.open("title"), "notices", ()))
    for _ in range(PAGES_A_CASE):
        _pressed(program.open("title"), rng.choice(PAGES))
    host.keep_settings(program.settings)
    host.keep_progress(program.progress)
    for notice in host.notices():
        told = True
        _read(notice)
    host.close()
    return told


def _runs_looked_at(saves: Path, data: DataLoader) -> None:
    """Read, watch and verify the finished runs, and the crash file."""
    host = LocalHost(saves, data)
    runs, _ = past_runs(saves)
    for number in [*range(1, len(runs) + 1)[:RUNS], len(runs) + 1]:
        for ask in (
            host.morgue,
            lambda each: report_of(saves, each),
            lambda each: _watched(host, each),
        ):
            try:
                ask(number)
            except (UserError, SaveError) as error:
                _read(error)
    for what in ("last", "1", str(saves / "crash-1.json")):
        try:
            replay = replay_of(saves, what)
            verify(replay, installed_packs.catalog_with(replay.packs, data.catalog(), saves))
        except (SaveError, data_path.DataFolderError, DataError) as error:
            _read(error)
    host.close()


def _read(said: object) -> None:
    """Read what is told of something that is wrong. Raises ValueError if that is not fit to be shown."""
    if wrong := unfit(f"{said}"):
        raise ValueError(wrong)


def _watched(host: LocalHost, number: int) -> None:
    """Watch the first commands of a run, go to its end, and fork it in the middle."""
    watched = host.watch(number)
    for _ in range(FORWARD):
        watched.forward()
    watched.seek(watched.length)
    watched.work(100)
    watched.seek_turn(watched.last_turn // 2)
    watched.work(100)
    fork = watched.fork()
    del fork
    watched.close()


def _packs_looked_at(saves: Path) -> None:
    """List the packs, and load the one that the options name."""
    installed_packs.installed(saves)
    installed_packs.passed_over(saves)
    try:
        folders = load_catalog(sources_for([installed_packs.folder_of(PACK, saves)])).folders
        prefab.library(folders)
        boards("practice", folders)
        setting.topics(folders)
    except (data_path.DataFolderError, DataError, prefab.PrefabError, ManualError) as error:
        _read(error)


def _played(saves: Path, data: DataLoader, rng: Stream, *, told: bool) -> Visit:
    """Resume the saved game, or start another if that is impossible, and play some turns."""
    host = LocalHost(saves, data)
    host.saved_game()
    host.heroes()
    try:
        session, came_to = host.resume(), "played on"
    except UserError:
        session, came_to, told = host.start("7"), "began anew", True
    turn = session.game.turn if came_to == "played on" else -1
    told |= any(line.tone == "warn" for line in session.log) or bool(host.notices())
    _drawing_looked_at(host, session)
    bot = make_bot("random", str(rng.below(1000)))
    for _ in islice(bot.turns(session), TURNS):
        host.after_frame()
        if wrong := invariants.faults(session.game):
            raise ValueError(wrong[0])
    if not session.is_over:
        with suppress(UserError):  # which says why the folder cannot be written to
            session.save("quit")
    host.close()
    return Visit(came_to, turn, told)


def _drawing_looked_at(host: LocalHost, session: Session) -> None:
    """Open the player's own drawing, and play it."""
    program = Program(host, host.load_settings(), progress=host.load_progress())
    program.session = session
    _pressed(DrawBoard(program), ("down", "tab", "p", "."))


def _pressed(screen: Screen, keys: Iterable[str]) -> None:
    """Press keys on a screen, one after another, with a moment before each."""
    device = Headless(stays=True)
    hands = Hands(device, Loop(ScreenStack(screen), device, clock=lambda: device.now))
    for key in keys:
        hands.wait(MOMENT_SECONDS)
        hands.give(Key(canonical(key)))


def visited_catalog(cache: Path, mark: str, rng: Stream) -> tuple[str, str]:
    """Read a cached catalog; if it is accepted, play a game with it. Return the result, and what was wrong."""
    if read_cached(cache, mark) is None:
        return "built anew", ""
    session = Session.start(str(rng.below(1000)), load_cached_catalog(cache))
    for _ in islice(make_bot("greedy", "1").turns(session), 2 * TURNS):
        if wrong := invariants.faults(session.game):
            return "broke", wrong[0]
    return "believed and played", ""


HANGS_AFTER = 60
"""Wall-clock seconds after which a case is interrupted."""


class Kind(Record):
    """What is damaged, the pattern that finds it, and ways to damage it besides those for any file."""

    called: str
    pattern: str = ""
    ways: Sequence[Way] = ()

    def least_turn(self, turn: int) -> int:
        """Return the least turn that must be there without a report of damage, given the turn that was shown last."""
        return 0 if self.called in ("log", "save") else turn


CATALOG, NAMES, ENVIRONMENT = "kept catalog", "names of files", "environment"
PACK_FILES = f"packs/{PACK}"
ANY: Sequence[Way | None] = (spoilt_bytes, spoilt_bytes, None)
TEXT: Sequence[Way] = (text_spoilt, text_spoilt)
KINDS: Sequence[Kind] = (
    Kind("log", "*.recording", (lines_spoilt, end_spoilt, end_spoilt)),
    Kind("save", "game-*.save"),
    Kind("playing", "playing", (lines_spoilt,)),
    Kind("lock", "lock"),
    Kind("settings", "settings.json", (*TEXT, json_spoilt, spoilt_digit)),
    Kind("progress", "progress.json", (*TEXT, json_spoilt, spoilt_digit)),
    Kind("puzzle of the day", "progress.json", (code_spoilt, code_spoilt)),
    Kind("history", "history.jsonl", (*TEXT, history_spoilt, history_spoilt, spoilt_digit)),
    Kind("report", "runs/*.json", (*TEXT, json_spoilt, spoilt_digit)),
    Kind("report as text", "runs/*.txt", TEXT),
    Kind("replay", "runs/*.replay.gz", (packed_spoilt, packed_spoilt)),
    Kind("crash file", "crash-1.json", (*TEXT, crash_spoilt, crash_spoilt)),
    Kind("manifest", f"{PACK_FILES}/pack.json", (*TEXT, json_spoilt, spoilt_digit)),
    Kind("pack", f"{PACK_FILES}/**/*.*", TEXT),
)


class HangError(BaseException):
    """A case that does not end: not an Exception, so that no error handling catches it."""


@campaign(
    "files", "damaged files beside the save, and whether any is lost", 3_600, 6, opened=by_itself
)
@contextmanager
def trial(seed: str) -> Iterator[Trial]:
    """Load the data, and play once what every case starts from."""
    data = DataLoader()
    data.catalog()
    kinds = [*KINDS, Kind(CATALOG), Kind(NAMES), Kind(ENVIRONMENT)]
    with kept_folder(seed, data) as kept, TemporaryDirectory(prefix="blue-mana-case-") as place:
        case, cache = Path(place) / "saves", Path(place) / "catalog.txt"
        load_cached_catalog(cache)
        sound = cache.read_bytes()

        def trial(rng: Stream, number: int) -> Verdict:
            """Damage one file, and do everything the program does with the folder."""
            kind = kinds[number % len(kinds)]
            if kind.called == CATALOG:
                mark = spoil_catalog(cache, sound, rng)
                return _bounded_verdict(CATALOG, partial(visited_catalog, cache, mark, rng))
            shutil.copytree(kept.path, case)
            try:
                return _tried(kept, case, kind, data, rng)
            finally:
                shutil.rmtree(case)

        yield trial


def _tried(kept: KeptFolder, case: Path, kind: Kind, data: DataLoader, rng: Stream) -> Verdict:
    """Damage a file of a copy, and return how that ends."""
    if kind.called == ENVIRONMENT:
        return _bounded_verdict(ENVIRONMENT, partial(environment_tried, case, rng))
    if kind.called == NAMES:
        odd_names(case, rng)
        losses = Losses(case, kept.path, None)
        least = kept.turn
    else:
        path = rng.choice(sorted(case.glob(kind.pattern)))
        damage(path, rng.choice((*ANY, *kind.ways)), rng)
        losses = Losses(case, kept.path, path)
        least = kind.least_turn(kept.turn)

    def visit() -> Came:
        """Do with the copy everything the program does, and look for losses."""
        seen = visited(case, data, rng, with_packs=kind.pattern.startswith(PACK_FILES))
        if seen.turn < least and not seen.told:
            return seen.came_to, f"turn {least} is there no more, and nothing was told"
        return seen.came_to, losses.found(told=seen.told)

    return _bounded_verdict(kind.called, visit)


def _bounded_verdict(tried: str, visit: Callable[[], Came]) -> Verdict:
    """Return the verdict of a visit: a crash, a hang, a loss, or success."""
    try:
        with _bounded():
            return judged(tried, visit)
    except HangError:
        return Verdict(tried, "hung", f"it did not end in {HANGS_AFTER} s")


@contextmanager
def _bounded() -> Iterator[None]:
    """Interrupt what does not end, if the system can: by wall-clock time, since waiting counts, too."""
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def rang(number: int, frame: FrameType | None) -> None:
        """Interrupt the case: it has run for too long."""
        raise HangError

    before = signal.signal(signal.SIGALRM, rang)
    signal.alarm(HANGS_AFTER)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
