"""Exceptions planted in any function of the game: what was shown as done must be there again, and no half turn.

Each case is played twice from the same save: once to learn which functions are called, and again with an exception
raised in one of them. Then the program does what it does after any fault: it saves nothing more, and writes a crash
file that must replay up to that point. It is started again, and must resume from the state before the turn.
"""

import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count, islice
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple, Self

from roguelike.actions import acting
from roguelike.core import data_path
from roguelike.core.records import State, field
from roguelike.core.rng import Stream
from roguelike.devices.headless import Headless
from roguelike.devices.running import run_screens
from roguelike.engine.crash import crash_report
from roguelike.engine.loading import DataLoader
from roguelike.engine.play.commands import Pass
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.host import LocalHost
from roguelike.lab.bots.bot import Bot
from roguelike.lab.bots.roster import BOTS, make_bot
from roguelike.lab.campaigns.base_states import from_saves
from roguelike.lab.campaigns.campaign import Verdict, campaign
from roguelike.runs.verifying import begun, read_replay_file, verify
from roguelike.store import generations, invariants
from roguelike.store.replay import Playback, read_replay
from roguelike.toolkit.inputs import Key, canonical
from roguelike.toolkit.screen import Screen
from roguelike.ui.program import Program, UserError

# --- Faults planted in our own code: any function of the game can fail when it is called, or when
# it returns. The interpreter reports every call and return, so no list of handlers, actions and
# systems is needed: whatever is called can fail.


_OURS, _THE_LABS = f"{data_path.PACKAGE}/", f"{data_path.PACKAGE}/lab/"


class Site(NamedTuple):
    """A function of the game, by file and qualified name, and its event: "call" or "return"."""

    file: str
    function: str
    event: str

    def __str__(self) -> str:
        return f"the {self.event} of {self.function} in {self.file}"


class Plant:
    """Counts calls and returns while its block runs, and fails once: the n-th time at one site.

    It can be used for several blocks; the counts go on.
    """

    def __init__(
        self, site: Site | None = None, time: int = 0, fault: BaseException | None = None
    ) -> None:
        """Only count, or plant a fault at a site, the `time`th time (from 1) that it is reached."""
        self.met: Counter[Site] = Counter()
        self.is_done = False
        self.site = site
        self._time, self._fault = time, fault
        self._sites: dict[tuple[CodeType, str], Site | None] = {}
        self._unraisable = sys.unraisablehook

    def __str__(self) -> str:
        return f"{type(self._fault).__name__} at {self.site}, time {self._time}"

    def __enter__(self) -> Self:
        if not self.is_done:
            # A discarded generator cannot raise; Python would report it on standard error.
            sys.unraisablehook = lambda _: None
            sys.setprofile(self._hear)
        return self

    def __exit__(self, *exc: object) -> None:
        sys.setprofile(None)
        sys.unraisablehook = self._unraisable

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Neither count nor fail in a part of the block."""
        heard = sys.getprofile()
        sys.setprofile(None)
        try:
            yield
        finally:
            sys.setprofile(heard)

    def _hear(self, frame: FrameType, event: str, arg: object) -> None:
        """Handle a call or return event, and fail if it is the chosen one."""
        key = (frame.f_code, event)
        if key not in self._sites:
            self._sites[key] = _site(*key)
        site = self._sites[key]
        if site is None:
            return
        self.met[site] += 1
        if self._fault is not None and site == self.site and self.met[site] == self._time:
            self.is_done = True
            sys.setprofile(None)
            raise self._fault


def _site(code: CodeType, event: str) -> Site | None:
    """Return the site of an event; None if it is not in a function of the game."""
    file = code.co_filename
    if event not in ("call", "return") or not file.startswith(_OURS) or file.startswith(_THE_LABS):
        return None
    return Site(file.removeprefix(_OURS), code.co_qualname, event)


MOST_TURNS, MOST_COMMANDS, KEYS = 6, 8, 12
KINDS = (KeyError, RecursionError, MemoryError, ZeroDivisionError, KeyboardInterrupt)
PRESSED = (
    *"abcdefhijklmoprstuvwxyz.,;?<>=@0123456789",
    "up",
    "left",
    "down",
    "right",
    "enter",
    "tab",
)
CRASH = "crash-1.json"
LOCKS = "store/lock.py"
"""No fault is planted here: a lock is released when its program ends, and no program ends here."""
CASES_A_GAME = 80
PACES = (0.01, 0.25)
"""Seconds between keys: on the page after death none is accepted, or all but the first."""
TROUBLE = ("damaged", "missing", "keeps the last", "kept", "cannot be")
"""Words of the log that report a loss; there must be none."""


class Played(State):
    """A game in the middle of a case, and the states in which it may be found at the next start."""

    host: LocalHost
    session: Session
    bot: Bot
    keys: list[str]
    pace: float
    may_be: set[str] = field(default_factory=set)
    may_be_over: bool = False
    why: str = ""
    """What was already wrong while it was played."""


# --- what is done while a fault is planted


def _turn(played: Played, plant: Plant) -> None:
    """Give commands until one takes effect; a fault in one ends the game."""
    session = played.session
    for _ in range(MOST_COMMANDS):
        action, commands = played.bot.choose(session), len(session.commands)
        try:
            with plant:
                report = session.do(action)
        except KINDS:
            is_done = len(session.commands) > commands
            if session.is_broken and session.do(Pass()).refused is None:
                played.why = "half a turn was played on"
            elif is_done:  # it was played to its end, and may have been written to the log
                played.may_be.add(state_hash(session.game))
            elif not session.is_broken and state_hash(session.game) not in played.may_be:
                played.why = "half a turn could be played on"
            raise
        if report.acted:
            break
    played.may_be = {state_hash(session.game)}


def _questions(played: Played, plant: Plant) -> None:
    """Look and foresee, which must change nothing, even if it fails."""
    session, action = played.session, played.bot.choose(played.session)
    try:
        with plant:
            session.map()
            session.hud()
            session.forecast(action)
            session.estimate(Pass()).refined(2)
            session.counsel()
    finally:
        # If even undoing fails, the game must refuse to go on.
        is_refused = session.game.pretences > 0 and session.do(Pass()).refused is not None
        if not is_refused and state_hash(session.game) not in played.may_be:
            played.why = "a question changed the game"


def _frame(played: Played, plant: Plant) -> None:
    """Let a due save be written after a frame was shown."""
    played.session.save_soon("turns")
    with plant:
        played.host.after_frame()


def _leave(played: Played, plant: Plant) -> None:
    """Save as on quitting, and release the folder."""
    with plant:
        played.session.save("quit")
        played.host.close()


def _go_on(played: Played, plant: Plant) -> None:
    """Start again, as after a crash, and show the first frame."""
    played.host.close()
    played.host = LocalHost(played.host.saves, played.host.data)
    with plant:
        played.session = played.host.resume()
        played.host.after_frame()


def _give_up(played: Played, plant: Plant) -> None:
    """Abandon the run, which adds it to the history; no state of it may come back."""
    with plant:
        played.host.abandon()
    played.may_be = set()


def _screens(played: Played, plant: Plant) -> None:
    """Press keys on the screens; each frame shows a state that must be there again."""
    host, screen, shown = played.host, Headless(), 0
    clock = count(step=played.pace).__next__
    screen.feed(*(Key(canonical(key)) for key in played.keys))
    opened: list[Program] = []

    def first(program: Program) -> tuple[Screen, ...]:
        """Open the game at once, without the title."""
        opened.append(program)
        program.session = played.session
        return (program.open("play"),)

    def after_frame() -> bool:
        """Note what is shown, and save."""
        nonlocal shown
        with plant.resting():
            session = opened[0].session
            if session is not None:
                played.session, played.may_be = session, {state_hash(session.game)}
                shown = len(session.commands)
        return host.after_frame()

    try:
        with plant:
            run_screens(host, screen, host.saves, after_frame, first, clock=clock)
    finally:
        done = len(played.session.commands) - shown
        if done > 0:  # turns that were played to their end, but not yet shown
            played.may_be |= _states_after(played.session, played.host, done)


def _states_after(session: Session, host: LocalHost, done: int) -> set[str]:
    """Play a recording again; return the hashes of its states after each of the last `done` commands."""
    assert session.recording is not None
    replay = read_replay(session.recording.text().encode())
    again, states = begun(replay, host.data.catalog()), list[str]()

    def step(command: acting.Action) -> None:
        """Give one command, and note the state that it leads to."""
        again.do(command)
        states.append(state_hash(again.game))

    Playback(replay.steps, again.game, step).finish()
    return set(states[-done:])


WAYS: dict[str, Callable[[Played, Plant], None]] = {
    "a turn": _turn,
    "a frame": _frame,
    "another turn": _turn,
    "questions": _questions,
    "leaving": _leave,
    "going on": _go_on,
    "giving up": _give_up,
    "the screens": _screens,
}


# --- the cases


@campaign(
    "faults",
    "bugs planted in any function, and what the next start finds",
    2_000,
    8,
    opened=partial(from_saves, cases_a_game=CASES_A_GAME),
)
def trial(folder: Path, data: DataLoader, rng: Stream, number: int) -> Verdict:
    """Try one way, starting from one of the games."""
    return Case(folder, data, list(WAYS)[number % len(WAYS)], rng).tried()


class Case:
    """A saved game, the turns played of it, and what is done then."""

    def __init__(self, folder: Path, data: DataLoader, name: str, rng: Stream) -> None:
        """Draw a bot and the number of turns that it plays."""
        self.folder, self.data, self.name, self.rng = folder, data, name, rng
        self.turns, self.bot = rng.below(MOST_TURNS), rng.choice(sorted(BOTS))
        self.keys, self.pace = [rng.choice(PRESSED) for _ in range(KEYS)], rng.choice(PACES)

    def tried(self) -> Verdict:
        """Pick a site among those that are called, plant a fault there, and start again on what it leaves."""
        counted, found = self.folder.with_suffix(".counted"), Plant()
        shutil.copytree(self.folder, counted)
        with self._played(counted) as played:
            if played.session.is_over:
                return Verdict(self.name, "the game was over")
            WAYS[self.name](played, found)
            over = bool(played.host.folder().history())
        rng = self.rng
        site = rng.choice(sorted(each for each in found.met if each.file != LOCKS))
        plant = Plant(site, 1 + rng.below(found.met[site]), rng.choice(KINDS)("planted"))
        failure = self._failure(plant, may_be_over=over)
        came_to = "held" if plant.is_done else "not met"
        return Verdict(self.name, came_to, failure and f"{plant}: {failure}")

    @contextmanager
    def _played(self, folder: Path) -> Iterator[Played]:
        """Play some turns of the saved game, showing each, as the program does."""
        host = LocalHost(folder, self.data, seed="7")
        session = host.resume()
        host.after_frame()
        played = Played(host, session, make_bot(self.bot, str(self.turns)), self.keys, self.pace)
        try:
            for _ in islice(played.bot.turns(session), self.turns):
                host.after_frame()
            played.may_be.add(state_hash(session.game))
            yield played
        finally:
            played.host.close()

    def _failure(self, plant: Plant, *, may_be_over: bool) -> str:
        """Run into the fault, do what the program does after one, and start again; return what is wrong."""
        with self._played(self.folder) as played:
            played.may_be_over = may_be_over
            try:
                WAYS[self.name](played, plant)
            except KINDS as fault:
                played.session.is_broken = True
                if isinstance(fault, Exception):
                    log = played.session.recording
                    replay = log.text() if log else ""
                    crash_report(fault, self.folder, {"seed": "7", "replay": replay})
            except UserError:
                played.session.is_broken = True  # the game was not opened, and the player knows why
            else:
                played.session.save("quit")
        return played.why or self._of_the_crash_file() or self._of_the_next_start(played)

    def _of_the_crash_file(self) -> str:
        """Return what is wrong with the crash file, if there is one."""
        if not (self.folder / CRASH).exists():
            return ""
        again = verify(read_replay_file(self.folder / CRASH), self.data.catalog())
        return "" if again.is_alike else f"the crash file: {again.text}"

    def _of_the_next_start(self, played: Played) -> str:
        """Start again; return what is wrong with the state found."""
        host = LocalHost(self.folder, self.data)
        try:
            ended = {run.run for run in host.folder().history()}
            if ended and not played.may_be_over:
                return "the game is over"
            saved = host.saved_game()  # also removes what a crash while ending the run has left
            runs = {
                header.get("run") for _, header in generations.Generations(self.folder).headers()
            }
            if runs & ended:
                return "the game is over, and still saved"
            if ended and saved is None:
                return ""
            session = host.resume()
        except Exception as error:  # noqa: BLE001  (whatever keeps the game from being resumed is a failure)
            return f"lost: {type(error).__name__}: {error}"
        finally:
            host.close()
        told = [line.text for line in session.log if any(each in line.text for each in TROUBLE)]
        is_so = state_hash(session.game) in played.may_be
        wrong = invariants.faults(session.game)
        if told and self.name == "going on":  # then it resumes from what is readable, and says so
            return ""
        if not is_so:
            wrong = [f"another state is there, of turn {session.game.turn}"]
        return "; ".join([*wrong, *told])
