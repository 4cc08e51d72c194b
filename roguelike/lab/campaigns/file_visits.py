"""Everything the program does with a folder of saves, in one go: any fault in it must be reported in words."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from roguelike.core.data_path import DataFolderError
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.devices.headless import Hands, Headless
from roguelike.devices.loop import Loop
from roguelike.engine.invariants import faults
from roguelike.engine.loading import DataLoader
from roguelike.engine.session import Session
from roguelike.engine.state.errors import SaveError
from roguelike.host import LocalHost
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.campaigns.kept_folder import PACK
from roguelike.mapgen.boards import boards
from roguelike.mapgen.drawn_text import PrefabError
from roguelike.mapgen.prefab import library
from roguelike.practice.draw_board import DrawBoard
from roguelike.raws.catalog import load_cached_catalog, load_catalog, read_cached, sources_for
from roguelike.raws.faults import DataError
from roguelike.runs.past_runs import past_runs, replay_of, report_of
from roguelike.runs.verifying import verify
from roguelike.store.installed_packs import catalog_with, folder_of, installed, passed_over
from roguelike.ui.inputs import Key, canonical
from roguelike.ui.manual.checking import ManualError
from roguelike.ui.manual.setting import topics
from roguelike.ui.program import Program, UserError
from roguelike.ui.screen import Screen
from roguelike.ui.stack import ScreenStack
from roguelike.world import ecs

PAGES = (
    ("h", "s", "r", "escape", "w", ".", "escape", "escape"),
    ("o", "escape"),
    ("p", "escape"),
    ("p", "d", ".", "escape", ".", "c", "escape", "escape"),
    ("l", "enter", ".", "escape", "escape"),
    ("?", "escape"),
    ("a", "escape"),
)
"""Keys to press on the title screen, each sequence on a new one."""
MOMENT_SECONDS = 0.1
TURNS, RUNS, FORWARD = 3, 2, 5


class Visit(Record):
    """How the saved game went on, its turn (-1 if it did not), and whether damage was reported."""

    came_to: str
    turn: int
    told: bool


def visited(saves: Path, data: DataLoader, rng: Stream, *, with_packs: bool) -> Visit:
    """Do with a folder everything that the program does; raises any error that the program does not handle."""
    told = _looked_at(saves, data)
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


def _looked_at(saves: Path, data: DataLoader) -> bool:
    """Open the program and its pages; return whether the title reports anything."""
    host = LocalHost(saves, data)
    program = Program(host, host.load_settings(), progress=host.load_progress())
    told = bool(getattr(program.open("title"), "notices", ()))
    for keys in PAGES:
        _pressed(program.open("title"), keys)
    host.keep_settings(program.settings)
    host.keep_progress(program.progress)
    told |= bool(host.notices())
    if program.session is not None:
        ecs.drop_world(program.session.game.world)
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
            except (UserError, SaveError):
                continue
    for what in ("last", "1", str(saves / "crash-1.json")):
        try:
            replay = replay_of(saves, what)
            verify(replay, catalog_with(replay.packs, data.catalog(), saves))
        except (SaveError, DataFolderError, DataError):
            continue
    host.close()


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
    installed(saves)
    passed_over(saves)
    try:
        folders = load_catalog(sources_for([folder_of(PACK, saves)])).folders
        library(folders)
        boards("practice", folders)
        topics(folders)
    except (DataFolderError, DataError, PrefabError, ManualError):
        return


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
    for _ in range(TURNS):
        if session.is_over:
            break
        bot.take_turn(session)
        host.after_frame()
        if wrong := faults(session.game):
            raise ValueError(wrong[0])
    if not session.is_over:
        with suppress(UserError):  # which says why the folder cannot be written to
            session.save("quit")
    host.close()
    ecs.drop_world(session.game.world)
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
    bot = make_bot("greedy", "1")
    try:
        for _ in range(2 * TURNS):
            if session.is_over:
                break
            bot.take_turn(session)
            if wrong := faults(session.game):
                return "broke", wrong[0]
    finally:
        ecs.drop_world(session.game.world)
    return "believed and played", ""
