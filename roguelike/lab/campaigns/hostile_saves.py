"""Saves with wrong contents and a correct checksum: each is refused, or loads soundly and can be played.

A state is corrupted in one or several ways and given a matching checksum. Then it is read like any save. Refusing it
with a clear error is fine. If it loads, it must contain all that the file said, keep every invariant, be shown on every
screen, and be played on, forecast and saved again, within bounded time.
"""

import json
import sys
import zlib
from collections.abc import Iterator
from typing import Any

import msgspec

from roguelike.actions import wizardry
from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Action, Cast, Pass, Step
from roguelike.engine.session import Session
from roguelike.engine.state.errors import MissingContentError, SaveError
from roguelike.engine.state.snapshot import read, restore, state_hash, write
from roguelike.engine.views.discoveries import discovery_views, standing_views
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.campaigns.base_states import Saved, State, saved_game
from roguelike.lab.campaigns.campaign import Came, Verdict, campaign, judged, unfit
from roguelike.lab.campaigns.spoilt_files import spoilt_bytes, spoilt_digit
from roguelike.lab.campaigns.spoilt_states import NUMBERS, SPOILERS
from roguelike.mapgen.depths import DEPTHS
from roguelike.raws.catalog import catalog_in_force
from roguelike.runs.hindsight import look_back
from roguelike.store import container, invariants, save_file
from roguelike.world import ecs
from roguelike.world.game import Game

TURNS, SAMPLES = 6, 2
AS_WRITTEN_PERCENT = 40
CASES_A_GAME = 200
OTHER_WAYS = ("header", "text", "several")
"""Ways to corrupt a save besides the spoilers."""


@campaign("saves", "invalid saves with a valid checksum", 20_000, 27)
def trial(seed: str, rng: Stream, number: int) -> Verdict:
    """Corrupt one save and read it."""
    saved, ways = saved_game(seed, number // CASES_A_GAME), [*sorted(SPOILERS), *OTHER_WAYS]
    return _tried(saved, ways[number % len(ways)], rng)


def _tried(saved: Saved, way: str, rng: Stream) -> Verdict:
    """Corrupt a save in one way, and return how that ends."""
    data = _spoilt(saved, way, rng)

    def visit() -> Came:
        """Read it, compare what was read, and play on."""
        try:
            game = save_file.decode(data, "a save").open(catalog_in_force())
        except SaveError as error:
            return f"refused as {error.kind}", unfit(str(error))
        return "played", _half_loaded(data, game) or _played(Session(game), rng)

    return judged(way, visit)


def _spoilt(saved: Saved, way: str, rng: Stream) -> bytes:
    """Return a save corrupted in one way, with a matching checksum."""
    header, state = dict(saved.header), saved.state()
    if way == "header":
        _spoil_header(header, rng)
    elif way == "several":
        for _ in range(3):
            _spoil(state, rng.choice(sorted(SPOILERS)), rng)
    elif way in SPOILERS:
        _spoil(state, way, rng)
    text = _text_of(state).encode("utf-8", "replace")
    if rng.chance(AS_WRITTEN_PERCENT):
        text = _as_written(text)
    if way == "text":
        text = rng.choice((spoilt_bytes, spoilt_bytes, spoilt_digit))(text, rng)
    return container.frame(json.dumps(header).encode("utf-8", "replace"), zlib.compress(text, 1))


def _text_of(state: State) -> str:
    """Return a corrupted state as text, however deep what was put into it is nested: several may lie in one another."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10 * limit)
    try:
        return json.dumps(state)
    finally:
        sys.setrecursionlimit(limit)


def _as_written(text: bytes) -> bytes:
    """Return a corrupted state re-encoded by the game if it can be decoded: then only its meaning is wrong."""
    with ecs.passing_worlds():
        try:
            return write(restore(read(text), catalog_in_force()))
        except (MissingContentError, *save_file.UNSOUND):
            return text


def _spoil(state: State, way: str, rng: Stream) -> None:
    """Corrupt a state; if it is already too corrupt for this way, put in an odd value instead."""
    try:
        SPOILERS[way](state, rng)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError):
        state["met"] = rng.choice(NUMBERS)


def _spoil_header(header: dict[str, Any], rng: Stream) -> None:
    """Put something odd into the header, or remove a key."""
    key = rng.choice(sorted(header))
    if rng.chance(20):
        del header[key]
    else:
        header[key] = rng.choice([*NUMBERS, None, "", "x" * 9_000, [], {}, "\x1b[2J", True])


def _half_loaded(data: bytes, game: Game) -> str:
    """Return how a loaded game differs from its file; "" if it is the same to the last value."""
    document = save_file.decode(data)
    ours = save_file.header_of(game, "", "")
    names = ("version", "schema_version", "shape", "data_hash")
    if any(getattr(document.header, name) != getattr(ours, name) for name in names):
        return ""  # then the fields of rows may have changed since
    said, is_so = (
        _sorted(msgspec.json.decode(each))
        for each in (msgspec.json.encode(read(document.state)), write(game))
    )
    for part in said:
        for name in said[part] if isinstance(said[part], dict) else ():
            if said[part][name] != is_so[part][name]:
                return f"half-loaded: {part}.{name} is not as it was written"
    return "" if said == is_so else "half-loaded: the log or the factions met are not as written"


def _sorted(state: State) -> State:
    """Sort what is a set or a table, and may have been written in any order."""
    rules = state["rules"]
    for name in ("identified", "encountered"):
        rules[name] = sorted(set(rules[name]))
    state["met"] = sorted(set(state["met"]))
    rules["levels"].sort(key=lambda level: level["depth"])
    for level in rules["levels"]:
        level["stains"] = sorted(map(tuple, {tuple(each) for each in level["stains"]}))
        level["explored"], level["visible"] = level["explored"].lower(), level["visible"].lower()
    rules["components"] = {
        name: sorted(rows, key=lambda row: row[0])
        for name, rows in rules["components"].items()
        if rows
    }
    return state


def _played(session: Session, rng: Stream) -> str:
    """Look at a loaded game, play on, save and load it; return what is wrong."""
    game = session.game
    bot = make_bot("random", str(rng.below(1000)))
    _looked_at(session)
    for _ in range(TURNS):
        if session.is_over:
            break
        session.forecast(Step(1, 0))
        session.estimate(Pass()).refined(SAMPLES)
        bot.take_turn(session)
        if wrong := invariants.faults(game):
            return f"after a turn: {wrong[0]}"
    _looked_at(session)
    for command in _elsewhere(session, rng):
        if not session.is_over:
            session.do(command)
            if wrong := invariants.faults(game):
                return f"after {command}: {wrong[0]}"
    if session.is_over:
        look_back(session)
    again = save_file.decode(save_file.encode(game)).open(game.content)
    return (
        ""
        if state_hash(again) == state_hash(game)
        else "saved and loaded once more, it is another game"
    )


def _elsewhere(session: Session, rng: Stream) -> Iterator[Action]:
    """Yield commands that reach the rest of a save, besides the current level: yesterday, and other levels."""
    yield Cast("Yesterday")
    for depth in sorted(session.game.levels):
        if depth != session.game.depth and rng.chance(50):
            yield from (wizardry.Travel(depth), Pass())
    yield from (
        wizardry.Travel(session.game.depth % max(DEPTHS) + 1),
        Pass(),
    )  # perhaps to a new level


def _looked_at(session: Session) -> None:
    """Query everything that the screens query."""
    session.map()
    session.hud()
    session.pack()
    session.underfoot()
    session.ask(discovery_views)
    session.ask(standing_views)
    session.creatures()
    session.coming()
    session.place(session.here)
    _ = [line.text for line in session.log]
