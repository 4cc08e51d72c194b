"""All of a game's state as plain JSON, a game from such state, and the hash that says whether two are the same.

Templates are not state: an entity's `Kind` brings them back from the data, so a save stays small and a mended monster
is mended in old saves too. Whatever is worked out from state (figures, indexes, turn order) is worked out anew.
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

import esper
import numpy as np

from roguelike.components.actors import Initiative, Kind, Mind, Player, Quest, StatsCache
from roguelike.components.hazards import Hazard, Strength
from roguelike.components.items import Charges, Curse, Pack, Stock
from roguelike.components.magic import KnownSpells
from roguelike.components.spatial import NOWHERE, Door, Gate, Hidden, Position
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.components.vitals import Attributes, HungerClock, Pools, Skills
from roguelike.core.grammar import Message
from roguelike.core.records import asdict
from roguelike.core.rng import Stream
from roguelike.engine.saves.codec import CodecError, read_table, write_table
from roguelike.engine.saves.errors import MissingContentError
from roguelike.engine.saves.levels import read_level, write_level
from roguelike.world import ecs, space
from roguelike.world.content import Content
from roguelike.world.game import Game, Tallies

SAVED: tuple[type[Any], ...] = (
    Kind,
    Position,
    Door,
    Hidden,
    Player,
    Initiative,
    Mind,
    Pools,
    Attributes,
    Skills,
    HungerClock,
    Charges,
    Curse,
    Pack,
    KnownSpells,
    StatusEffect,
    Duration,
    Statuses,
    Hazard,
    Strength,
    Gate,
    Quest,
    Stock,
)
"""Every component that is state. Kind is first, so that an entity's templates are known before its state is."""

PLAIN_FIELDS = ("seed", "player", "depth", "now", "turn", "wizard", "epitaph")
SAVED_FIELDS = (
    *PLAIN_FIELDS, "rng", "levels", "dead", "identified", "encountered", "hidden_names", "log", "met", "tallies",
    "standing",
)  # fmt: skip
"""The fields of a game that are state."""

LOG_LINES = 200
"""How many of the latest messages a save keeps."""

State = dict[str, Any]


def state_of(game: Game) -> State:
    """Return all of a game's state as JSON-able data that shares nothing with the game.

    The dead are left out, as though they were buried, save a dead player. Makes the game's world the current one.
    """
    state = _rules_of(game)
    lines = game.log[-LOG_LINES:]
    state["log"] = write_table(Message, enumerate(lines))
    state["met"] = sorted(game.met)
    return state


def state_hash(game: Game) -> str:
    """Return the SHA-256 of a game's state: equal for equal games, on every machine and run.

    The log is left out, and who was met, for no rule reads them. A save and load, an undone forecast and the burial of
    the dead do not change it. Makes the game's world current.
    """
    return hashlib.sha256(canonical(_rules_of(game)).encode("ascii")).hexdigest()


def canonical(state: State) -> str:
    """Write state in the one way that does not depend on the order in which anything was entered."""
    return json.dumps(state, sort_keys=True, separators=(",", ":"), default=plain)


def plain(value: np.generic) -> object:
    """Turn one of numpy's numbers, which calculations on maps leave behind, into Python's."""
    return value.item()


def _rules_of(game: Game) -> State:
    """Return the state that rules can see."""
    if not isinstance(game.rng, Stream):
        raise TypeError("a game whose chance is being tried out has no state of its own")
    game.enter()
    gone = _gone(game)
    return {
        **{name: getattr(game, name) for name in PLAIN_FIELDS},
        "fallen": game.player in game.dead,
        "next": ecs.next_id(),
        "rng": game.rng.state(),
        "identified": sorted(game.identified),
        "encountered": sorted(game.encountered),
        "hidden_names": dict(game.hidden_names),
        "tallies": asdict(game.tallies),
        **({"standing": dict(game.standing)} if game.standing else {}),
        "levels": [write_level(game.levels[depth]) for depth in sorted(game.levels)],
        "components": {kind.__name__: table for kind in SAVED if (table := _table(kind, gone))},
    }


def _table(kind: type[Any], gone: set[int]) -> dict[str, Any] | None:
    """Write all components of a kind; None when there are none, so that a kind new to the game changes no hash."""
    pairs = [pair for pair in ecs.with_component(kind) if pair[0] not in gone]
    return write_table(kind, pairs) if pairs else None


def _gone(game: Game) -> set[int]:
    """Return the dead whom the engine has yet to bury, with all that clings to them."""
    gone = set(game.dead)
    for entity in game.dead - {game.player}:
        statuses = esper.try_component(entity, Statuses)
        gone.update(statuses.entities if statuses else ())
        pack = esper.try_component(entity, Pack)
        gone.update((*pack.items, *pack.worn.values()) if pack else ())
    return gone - {game.player}


def restore(state: State, content: Content) -> Game:
    """Make a game of its state, in a world of its own that becomes the current one.

    Raises:
        MissingContentError: the state names rows that the content lacks; it lists all of them.
        ValueError, KeyError, TypeError, AttributeError: the state is not sound.
    """
    previous = esper.current_world
    stream = Stream(state["seed"], "play")
    stream.restore(state["rng"])
    game = Game(state["seed"], content, stream)
    try:
        _fill(game, state)
    except BaseException:
        ecs.drop_world(game.world)
        ecs.enter(previous)
        raise
    return game


def _fill(game: Game, state: State) -> None:
    """Give a new game its state."""
    for name in PLAIN_FIELDS:
        setattr(game, name, state[name])
    game.identified = set(state["identified"])
    game.encountered = set(state.get("encountered", ()))
    game.met = set(state.get("met", ()))
    game.hidden_names = dict(state["hidden_names"])
    game.tallies = Tallies(**state["tallies"])
    game.standing = dict(state.get("standing", {}))
    game.log = [line for _, line in read_table(Message, state["log"])]
    game.levels = {level.depth: level for level in map(read_level, state["levels"])}
    if state["fallen"]:
        game.dead.add(game.player)
    _create(game, _read_components(state["components"]))
    ecs.set_next_id(state["next"])
    _enter_levels(game)


def _read_components(tables: dict[str, Any]) -> dict[int, list[Any]]:
    """Return the state components of every entity, by id."""
    known = {kind.__name__: kind for kind in SAVED}
    if strange := tables.keys() - known.keys():
        raise CodecError(f"there are no components called {', '.join(sorted(strange))}")
    found: dict[int, list[Any]] = {}
    for name, kind in known.items():
        if name in tables:
            for entity, component in read_table(kind, tables[name]):
                found.setdefault(entity, []).append(component)
    return found


def _create(game: Game, found: dict[int, list[Any]]) -> None:
    """Create every entity with its state, its templates and what is worked out."""
    missing: set[str] = set()
    for entity in sorted(found):
        state = found[entity]
        shared = _templates(game.content, state, missing)
        derived = (StatsCache(),) if any(isinstance(each, Initiative) for each in state) else ()
        ecs.create_with_id(entity, *shared, *state, *derived)
    if missing:
        raise MissingContentError(sorted(missing))


def _templates(content: Content, state: Iterable[Any], missing: set[str]) -> Iterable[Any]:
    """Look up what an entity shares with all of its kind; note what the data does not have."""
    found: Iterable[Any] = ()
    for component in state:
        try:
            match component:
                case Kind("statuses", name):
                    found = (content.status(name),)
                case Kind(section, name):
                    found = content.templates(section, name)
                case KnownSpells(names):
                    for name in names:
                        content.spell(name)
        except KeyError:
            missing.add(name)
    return found


def _enter_levels(game: Game) -> None:
    """Set everything on its level and see who acts next."""
    position = ecs.get(game.player, Position)
    if game.depth not in game.levels or position.depth not in (game.depth, NOWHERE):
        raise CodecError("the player is on no level")
    for entity, where in ecs.with_component(Position):
        level = game.levels.get(where.depth)
        if level is None or entity in game.dead:
            continue
        space.put(game, entity, (where.x, where.y), where.depth)
    game.turn_queue.rebuild(space.actors(game, game.depth))
