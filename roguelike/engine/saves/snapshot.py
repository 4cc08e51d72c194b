"""All of a game's state as a record, a game from such a record, and the hash that says whether two are the same.

Templates are not state: an entity's `Kind` brings them back from the data, so a save stays small and a mended monster
is mended in old saves too. Whatever is worked out from state (derived stats, indexes, turn order) is worked out anew.
"""

import hashlib
from collections.abc import Sequence
from typing import Annotated, Any

import esper
import msgspec
import numpy as np

from roguelike.components.actors import Kind, StatsCache
from roguelike.components.items import Pack
from roguelike.components.magic import Inscription, KnownSpells
from roguelike.components.spatial import NOWHERE, Position
from roguelike.components.statuses import Statuses
from roguelike.core.grammar import Message
from roguelike.core.records import Meta, State
from roguelike.core.rng import Stream
from roguelike.engine.saves.errors import MissingContentError
from roguelike.engine.saves.levels import SavedLevel, level_of, saved_level
from roguelike.engine.saves.tables import Tables, by_entity, tables_of
from roguelike.world import ecs, space
from roguelike.world.content import Content
from roguelike.world.game import Game, Tallies
from roguelike.world.remembering import remember
from roguelike.world.spells import own_entities

LOG_LINES = 200
"""How many of the latest messages a save keeps."""
MOST_LEVELS = 1_000
_PLAIN = ("seed", "player", "depth", "now", "turn", "wizard", "epitaph")
"""The fields of a game that its state has as they are."""
Word = Annotated[int, Meta(ge=0, lt=2**32)]


class Rules(State):
    """The state that rules can see, of which the hash is made.

    `fallen` says that the player is dead, `next_id` which id the next entity gets, `rng` how the stream of play stands.
    """

    seed: str
    player: int
    depth: int
    now: int
    turn: int
    wizard: bool
    epitaph: str
    fallen: bool
    next_id: int
    rng: Annotated[list[Word], Meta(max_length=1_000)]
    identified: list[str]
    encountered: list[str]
    hidden_names: dict[str, str]
    tallies: Tallies
    standing: dict[str, int]
    levels: Annotated[list[SavedLevel], Meta(max_length=MOST_LEVELS)]
    components: Tables


class Snapshot(State):
    """All state of a game: what rules see, the log, and the factions of which the player has met somebody."""

    rules: Rules
    log: list[Message]
    met: list[str]


def plain(value: object) -> object:
    """Turn one of numpy's numbers, which calculations on maps leave behind, into Python's."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{type(value).__name__} cannot be saved")


_WRITER = msgspec.json.Encoder(enc_hook=plain)
_CANONICAL = msgspec.json.Encoder(enc_hook=plain, order="deterministic")
"""Writes state in the one way that does not depend on the order in which anything was entered."""


def write(game: Game) -> bytes:
    """Return all of a game's state as JSON.

    The dead are left out, as though they were buried, save a dead player. Makes the game's world the current one.

    Raises:
        ValueError: a number of the state is not finite.
        TypeError: chance is being tried out, or something is in the state that no save can hold.
    """
    return _WRITER.encode(Snapshot(_rules_of(game), game.log[-LOG_LINES:], sorted(game.met)))


def read(text: bytes) -> Snapshot:
    """Read what `write` wrote.

    Raises:
        msgspec.DecodeError: it is no such state; the message has the path of what is wrong.
        RecursionError: it is nested too deeply.
    """
    return msgspec.json.decode(text, type=Snapshot)


def state_hash(game: Game) -> str:
    """Return the SHA-256 of a game's state: equal for equal games, on every machine and run.

    The log is left out, and who was met, for no rule reads them. A save and load, an undone forecast and the burial of
    the dead do not change it. Makes the game's world current.
    """
    return hashlib.sha256(_CANONICAL.encode(_rules_of(game))).hexdigest()


def _rules_of(game: Game) -> Rules:
    """Return the state that rules can see, which shares its records with the game."""
    if not isinstance(game.rng, Stream):
        raise TypeError("a game whose chance is being tried out has no state of its own")
    game.enter()
    return Rules(
        **{name: getattr(game, name) for name in _PLAIN},
        fallen=game.player in game.dead,
        next_id=ecs.next_id(),
        rng=game.rng.state(),
        identified=sorted(game.identified),
        encountered=sorted(game.encountered),
        hidden_names=game.hidden_names,
        tallies=game.tallies,
        standing=game.standing,
        levels=[saved_level(game.levels[depth]) for depth in sorted(game.levels)],
        components=tables_of(_gone(game)),
    )


def _gone(game: Game) -> set[int]:
    """Return the dead whom the engine has yet to bury, with all that clings to them."""
    gone = set(game.dead)
    for entity in game.dead - {game.player}:
        statuses = esper.try_component(entity, Statuses)
        gone.update(statuses.entities if statuses else ())
        pack = esper.try_component(entity, Pack)
        gone.update((*pack.items, *pack.worn.values()) if pack else ())
        gone.update(own_entities(entity))
    return gone - {game.player}


def restore(snapshot: Snapshot, content: Content) -> Game:
    """Make a game of its state, which it takes over, in a world of its own that becomes the current one.

    Raises:
        MissingContentError: the state names rows that the content lacks; it lists all of them.
        ValueError, KeyError, TypeError, AttributeError: the state is not sound.
    """
    previous = esper.current_world
    rules = snapshot.rules
    stream = Stream(rules.seed, "play")
    stream.restore(rules.rng)
    game = Game(rules.seed, content, stream)
    try:
        _fill(game, rules)
        game.log, game.met = snapshot.log, set(snapshot.met)
    except BaseException:
        ecs.drop_world(game.world)
        ecs.enter(previous)
        raise
    return game


def _fill(game: Game, rules: Rules) -> None:
    """Give a new game its state."""
    for name in _PLAIN:
        setattr(game, name, getattr(rules, name))
    game.identified = set(rules.identified)
    game.encountered = set(rules.encountered)
    game.hidden_names, game.standing = rules.hidden_names, rules.standing
    game.tallies = rules.tallies
    game.levels = {level.depth: level for level in map(level_of, rules.levels)}
    if rules.fallen:
        game.dead.add(game.player)
    _create(game, rules.components)
    ecs.set_next_id(rules.next_id)
    _know_spells(game)
    _enter_levels(game)
    _remember(game, rules.levels)


def _create(game: Game, tables: Tables) -> None:
    """Create every entity with its state, its templates and what is worked out."""
    found = by_entity(tables)
    kinds, actors = dict(tables.kind), dict(tables.initiative)
    missing: set[str] = set()
    for entity in sorted(found):
        shared: Sequence[Any] = ()
        if (kind := kinds.get(entity)) is not None:
            try:
                shared = _templates(game.content, kind)
            except KeyError:
                missing.add(kind.name)
        derived = (StatsCache(),) if entity in actors else ()
        ecs.create_with_id(entity, *shared, *found[entity], *derived)
    if missing:
        raise MissingContentError(sorted(missing))


def _templates(content: Content, kind: Kind) -> Sequence[Any]:
    """Return what an entity shares with all of its kind; KeyError when the data does not have it."""
    if kind.section == "spells":
        return (content.spells[kind.name],)
    if kind.section == "statuses":
        return (content.status(kind.name),)
    return content.templates(kind.section, kind.name)


def _know_spells(game: Game) -> None:
    """Find the entity of each spell, and make those of spells that the data has gained since."""
    kinds = ecs.with_component(Kind)
    own = {entity for entity, _ in ecs.with_component(Inscription)}
    game.spells = {
        kind.name: entity
        for entity, kind in kinds
        if kind.section == "spells" and entity not in own
    }
    game.spawn_spells()
    there = own | set(game.spells.values())
    for entity, known in ecs.with_component(KnownSpells):
        if not there.issuperset(known.spells):
            raise ValueError(f"{entity} knows what is no spell: {known.spells}")


def _enter_levels(game: Game) -> None:
    """Set everything on its level and see who acts next."""
    position = ecs.get(game.player, Position)
    if game.depth not in game.levels or position.depth not in (game.depth, NOWHERE):
        raise ValueError("the player is on no level")
    for entity, where in ecs.with_component(Position):
        level = game.levels.get(where.depth)
        if level is None or entity in game.dead:
            continue
        space.put(game, entity, (where.x, where.y), where.depth)
    game.turn_queue.rebuild(space.actors(game, game.depth))


def _remember(game: Game, saved: Sequence[SavedLevel]) -> None:
    """Look after what is remembered: of saves that have none, all that was explored counts as seen just now.

    Raises:
        MissingContentError: things are remembered of rows that the content lacks; it lists all of them.
    """
    for each in saved:
        level = game.levels[each.depth]
        if each.remembered is None:
            here = level.visible if level.depth == game.depth else np.zeros_like(level.visible)
            remember(game, level, level.explored & ~here)
    missing = {
        thing.kind.name
        for level in game.levels.values()
        for things in level.remembered.things.values()
        for thing in things
        if not game.content.has(thing.kind.section, thing.kind.name)
    }
    if missing:
        raise MissingContentError(sorted(missing))
