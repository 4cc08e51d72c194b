"""Screens and games as they were when somebody last looked at them, in the frozen small world.

After a change that is meant, `GOLDEN=write python -m pytest tests/pilot/test_golden.py` writes them anew; what changed
is then read in the diff.
"""

import re
from contextlib import ExitStack
from pathlib import Path

import pytest

from roguelike.engine.session import Session
from roguelike.lab.bots.roster import make_bot
from roguelike.store.recording import Recording
from roguelike.store.replay import Playback, read_replay
from roguelike.testing import Arena
from roguelike.toolkit.keymap import ACTIONS
from roguelike.world import ecs
from tests.goldens import GOLDEN, WRITES, compare
from tests.person import CROWD, PIT, Person, Place, Seat, draw, in_small_world, small_catalog


def equipped(arena: Arena) -> None:
    """Be somebody with something."""
    arena.teach("Zap")
    arena.teach("Web")
    for item in (
        "Fireball Scroll",
        "Slow Potion",
        "Health Potion",
        "Rations",
        "Dagger",
        "Dunce Cap",
    ):
        arena.give(arena.player, item)
    for item in ("Rusty Longsword", "Stained Tunic", "Old Boots", "Leather Cap"):
        arena.equip(arena.player, item)
    arena.identify("Fireball Scroll")
    arena.identify("Health Potion")


GAME: dict[str, tuple[str, ...]] = {
    "play": (),
    "play-after-some-turns": (".", "ctrl+1", "enter", ".", "shift+4", "shift+4", "y", "left", "."),
    "aiming-a-spell": ("ctrl+1",),
    "aiming-at-three": ("shift+1",),
    "aiming-out-of-range": ("ctrl+1", "right", "right", "right", "right", "down", "down"),
    "look": ("x",),
    "log": (".", "ctrl+1", "enter", ".", ".", "M"),
    "character": ("C",),
}
"""Pictures of the game and of full screens, and the keys that lead there."""
POPUPS: dict[str, tuple[str, ...]] = {
    "inventory": ("i",),
    "item": ("i", "enter"),
    "spells": ("Z",),
    "options": ("O",),
    "menu": ("escape",),
    "wizard": ("\\", "y"),
}
"""What opens over the game."""


SIZES = ((80, 24), (80, 40), (80, 50), (120, 40))


@pytest.fixture(scope="module")
def pages_by_size() -> dict[tuple[int, int], list[str]]:
    """Look at one game on every page at every size: what it comes to is worked out once for all of them."""
    pages: dict[tuple[int, int], list[str]] = {size: [] for size in SIZES}
    with ExitStack() as stack:
        person, place = settled(stack)
        for name, keys in {**GAME, **POPUPS}.items():
            if not person.goes_back(place):
                person, place = settled(stack)
            for key in keys:
                person.press(key)
                person.settle(2)
            for size in SIZES:
                person.resize(*size)
                person.settle(0.1)
                pages[size].append(f"== {name}\n{person.page}")
    return pages


def settled(stack: ExitStack) -> tuple[Person, Place]:
    """Sit down in a crowd, equipped, and wait until all is worked out."""
    arena = draw(CROWD)
    equipped(arena)
    person = stack.enter_context(in_small_world())
    person.enter(arena)
    person.settle(2)
    return person, person.place


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_every_size_looks_as_it_did(
    pages_by_size: dict[tuple[int, int], list[str]], size: tuple[int, int]
) -> None:
    """All that is looked at most often, at the sizes that terminals and windows have, one below the other."""
    told = "\n".join(pages_by_size[size])
    compare(GOLDEN / "screens" / "sizes" / f"{size[0]}x{size[1]}.txt", told)


RUNS = (80, 24), (80, 50)
TODAY = re.compile(r"\d{4}-\d\d-\d\d(, \d\d:\d\d UTC)?")
PLAIN_SCREENS: dict[str, tuple[str, ...]] = {
    "watch": ("r", "w", "space", "home", "right"),
    "past-runs": ("r",),
    "run": ("r", "enter"),
    "heroes": ("a",),
    "puzzles": ("p", "home"),
}
"""What is told of runs that ended, of heroes and of puzzles, and the keys that lead there from the title."""


@pytest.mark.parametrize("size", RUNS, ids=lambda size: "x".join(map(str, size)))
def test_what_the_title_leads_to_looks_as_it_did(
    small: Seat, tmp_path: Path, size: tuple[int, int]
) -> None:
    pages = []
    with small(saves=tmp_path, seed=1, size=size) as person:
        person.press("n", *[".", "left", "right"] * 3, "escape", "a", "y", "escape")
    for name, keys in PLAIN_SCREENS.items():
        with small(saves=tmp_path, seed=1, size=size) as person:
            person.press(*keys)
            person.settle(2)
            if person.screens[0] == "Title" and name != "watch":
                person.clear_backdrop()
            pages.append(f"== {name}\n{TODAY.sub('(then)', person.page)}")
    compare(GOLDEN / "screens" / "runs" / f"{size[0]}x{size[1]}.txt", "\n".join(pages))


def test_the_title_looks_as_it_did(small: Seat) -> None:
    compare(GOLDEN / "screens" / "title.txt", small().page)


def test_the_end_looks_as_it_did(room: Seat) -> None:
    def doomed(arena: Arena) -> None:
        arena.set_pools(arena.player, hp=4)
        arena.spawn("Ogre", 4, 3)

    person = room(PIT, doomed)
    for _ in range(40):
        person.press(".")
        person.settle(1)
        if person.screens == ["GameOver"]:
            break
    person.settle(1)
    compare(GOLDEN / "screens" / "game-over.txt", person.page)


def test_the_pages_of_help_look_as_they_did(small: Seat) -> None:
    person = small()
    person.press("?")
    pages: list[str] = []
    while not person.shows("does nothing here"):
        pages.append(person.page)
        person.press("tab")
    assert len(pages) < len(ACTIONS)
    compare(GOLDEN / "screens" / "help.txt", "\n".join(pages))


# --- games

GAMES = (("greedy", "first"), ("greedy", "second"), ("random", "third"))
TURNS = 150


def record(bot_name: str, seed: str) -> bytes:
    """Let a bot play, and record it."""
    session = Session.start(seed, small_catalog())
    recording = session.recording = Recording(session.game, every=25)
    bot = make_bot(bot_name, seed)
    bot.play(session, until=TURNS)
    recording.check()
    ecs.drop_world(session.game.world)
    return bytes(recording.data)


@pytest.mark.parametrize(("bot", "seed"), GAMES)
def test_recorded_games_go_as_they_went(bot: str, seed: str) -> None:
    file = GOLDEN / "replays" / f"{bot}-{seed}.jsonl"
    if WRITES:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(record(bot, seed))
    replay = read_replay(file.read_bytes(), file.name)
    assert not replay.is_torn
    assert replay.mismatch(small_catalog()) is None
    assert len(replay.commands) > TURNS // 2
    session = Session.start(replay.seed, small_catalog())
    try:
        assert Playback(replay.steps, session.game, session.do).finish() is None
    finally:
        ecs.drop_world(session.game.world)
