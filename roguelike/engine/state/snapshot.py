"""All of a game's state as a record, the hash that compares two states, and a game from such a record.

Templates are not state: an entity's `Kind` restores them from the data, so a save stays small, and a monster fixed in
the data is fixed in old saves too. Everything derived from state (derived stats, indexes, turn order) is computed
again. What the player remembers of levels is created if a save has none, and validated.
"""

from collections.abc import Iterable
from functools import cache
from typing import Annotated
from zlib import crc32

import esper
import msgspec
import numpy as np

from roguelike.components import actors, growth, items, magic, spatial, vitals
from roguelike.components.statuses import Statuses
from roguelike.core.grammar import Message, Noun
from roguelike.core.records import Meta, State, Struct, field, field_names, replace
from roguelike.core.rng import Stream
from roguelike.core.scalars import Coordinate, Few, Id, Line, Signed, Tally
from roguelike.core.sha256 import sha256
from roguelike.engine.state.entity_shape import Shapes, shapes_of
from roguelike.engine.state.errors import MissingContentError
from roguelike.engine.state.tables import (
    SAVED,
    SavedLevel,
    SavedMemory,
    States,
    Tables,
    by_entity,
    level_of,
    saved_level,
    tables_of,
)
from roguelike.world import ecs, figures, remembering, space
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game, Lore, Tallies, template_of
from roguelike.world.level import UNRECORDED, Level, Remembered, covered
from roguelike.world.spells import own_entities
from roguelike.world.terrain import WALKABLE

LOG_LINES = 200
"""How many of the latest messages a save keeps."""
MOST_LEVELS = 1_000
MOST_NAMES = 10_000
PLAIN = ("seed", "player", "depth", "now", "turn", "wizard", "epitaph")
"""The fields of a game that are stored unchanged."""
Word = Annotated[int, Meta(ge=0, lt=2**32)]
Names = Annotated[list[Line], Meta(max_length=MOST_NAMES)]
Letter = Annotated[str, Meta(pattern="^[A-Za-z]$")]


class Rules(State, omit_defaults=True):
    """The state that rules can see, from which the hash is computed.

    `fallen` means that the player is dead, `next_id` is the id of the next entity, `rng` the state of the stream of
    play, `yesterday` the state before the last turn, if the player can go back to it.
    """

    seed: Line
    player: Id
    depth: Coordinate
    now: Tally
    turn: Tally
    wizard: bool
    epitaph: Line
    fallen: bool
    next_id: Tally
    rng: Annotated[list[Word], Meta(max_length=1_000)]
    identified: Names
    encountered: Names
    hidden_names: Annotated[dict[Line, Line], Meta(max_length=MOST_NAMES)]
    tallies: Tallies
    standing: Annotated[dict[Line, Signed], Meta(max_length=MOST_NAMES)]
    levels: Annotated[list[SavedLevel], Meta(max_length=MOST_LEVELS)]
    components: Tables
    yesterday: "Rules | None" = None


class Snapshot(State):
    """The whole state of a game: what rules see, the log, and what else the player knows.

    `met` are the factions of which they have met a member.
    """

    rules: Rules
    log: Annotated[list[Message], Meta(max_length=LOG_LINES)]
    met: Names
    lore: Annotated[dict[Line, Lore], Meta(max_length=MOST_NAMES)] = field(default_factory=dict)
    """What the player has learned about kinds of creatures."""
    absent: Annotated[dict[Id, Tally], Few] = field(default_factory=dict)
    """The enemies out of sight that the player expects, and when each was last seen or felt."""
    letters: Annotated[dict[Id, Letter], Few] = field(default_factory=dict)
    """Those by which the player tells namesakes apart."""


_RECORDS: tuple[type[Struct], ...] = (
    Snapshot,
    Rules,
    Tallies,
    Lore,
    SavedLevel,
    SavedMemory,
    Remembered,
    Message,
    Noun,
    *SAVED.values(),
)


@cache
def shape() -> str:
    """Return a checksum of the present shape of the state: adding or removing a field changes it."""
    return f"{crc32(repr([field_names(each) for each in _RECORDS]).encode()):08x}"


def plain(value: object) -> object:
    """Convert a numpy number, which calculations on maps leave behind, to Python's."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{type(value).__name__} cannot be saved")


_WRITER = msgspec.json.Encoder(enc_hook=plain)
_CANONICAL = msgspec.json.Encoder(enc_hook=plain, order="deterministic")


def write(game: Game) -> bytes:
    """Return all of a game's state as JSON.

    The dead are left out, as though they were buried, except a dead player. Makes the game's world the current one.

    Raises:
        ValueError: a number of the state is not finite.
        TypeError: chance is being tried out, or the state contains something that no save can hold.
    """
    return _WRITER.encode(_snapshot(game, _rules_of(game), game.log[-LOG_LINES:]))


def _snapshot(game: Game, rules: Rules, log: list[Message]) -> Snapshot:
    """Return a game's state with these rules and this log, and all else that its player knows."""
    return Snapshot(rules, log, sorted(game.met), game.lore, game.absent, game.letters)


def read(text: bytes) -> Snapshot:
    """Read what `write` wrote.

    Raises:
        msgspec.DecodeError: it is not a valid state; the message has the path of what is wrong.
        RecursionError: it is nested too deeply.
    """
    return msgspec.json.decode(text, type=Snapshot)


def state_hash(game: Game) -> str:
    """Return the SHA-256 of a game's state: equal for equal games, on every machine and run.

    The log and what else the player knows are left out, since no rule reads them. A save and load, an undone forecast
    and the burial of the dead do not change it. Makes the game's world current.
    """
    return sha256(canonical(_rules_of(game))).hexdigest()


def canonical(rules: Rules) -> bytes:
    """Return state as JSON that does not depend on the order of insertion."""
    return _CANONICAL.encode(rules)


def _rules_of(game: Game, *, whole: bool = True) -> Rules:
    """Return the state that rules can see, sharing its records with the game; `whole` includes yesterday's."""
    if not isinstance(game.rng, Stream):
        raise TypeError("a game whose chance is being tried out has no state of its own")
    game.enter()
    return Rules(
        **{name: getattr(game, name) for name in PLAIN},
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
        yesterday=yesterday_of(game) if whole else None,
    )


def remembered(game: Game) -> bytes:
    """Return the state that rules can see, for `taken_back`, without the remembered state of the turn before.

    Raises:
        ValueError, TypeError: as `write` does.
    """
    return canonical(_rules_of(game, whole=False))


def yesterday_of(game: Game) -> Rules | None:
    """Return a copy of the state before the last turn; None if it is not remembered."""
    return msgspec.json.decode(game.yesterday, type=Rules) if game.yesterday else None


def _gone(game: Game) -> set[int]:
    """Return the unburied dead, with their statuses, items and spells, but without the player."""
    gone = set(game.dead)
    for entity in game.dead - {game.player}:
        statuses = esper.try_component(entity, Statuses)
        gone.update(statuses.entities if statuses else ())
        pack = esper.try_component(entity, items.Pack)
        gone.update((*pack.items, *pack.worn.values()) if pack else ())
        gone.update(own_entities(entity))
    return gone - {game.player}


def restore(snapshot: Snapshot, content: Catalog, *, same_data: bool = True) -> Game:
    """Make a game from its state, which it takes over, in a new world that becomes the current one.

    If it was saved with other data (`same_data` false), state that rows have gained since starts fresh.

    Raises:
        MissingContentError: the state names rows that the content lacks; it lists all of them.
        ValueError, KeyError, TypeError, AttributeError: the state is invalid.
    """
    previous = ecs.current()
    rules = snapshot.rules
    stream = Stream(rules.seed, "play")
    stream.restore(rules.rng)
    game = Game(rules.seed, content, stream)
    try:
        _fill(game, rules, same_data=same_data)
        game.log, game.met, game.lore = snapshot.log, set(snapshot.met), snapshot.lore
        game.absent, game.letters = snapshot.absent, snapshot.letters
        if (yesterday := yesterday_of(game)) is not None:
            ecs.drop_world(restore(Snapshot(yesterday, [], []), content).world)
            game.enter()
    except BaseException:
        ecs.drop_world(game.world)
        ecs.enter(previous)
        raise
    return game


def _fill(game: Game, rules: Rules, *, same_data: bool) -> None:
    """Give a new game its state."""
    for name in PLAIN:
        setattr(game, name, getattr(rules, name))
    game.identified = set(rules.identified)
    game.encountered = set(rules.encountered)
    game.hidden_names, game.standing = rules.hidden_names, rules.standing
    game.tallies = rules.tallies
    if rules.yesterday is not None and same_data:
        game.yesterday = canonical(replace(rules.yesterday, yesterday=None))
    game.levels = {level.depth: level for level in map(level_of, rules.levels)}
    if len(game.levels) < len(rules.levels):
        raise ValueError("two levels are of one depth")
    if rules.fallen:
        game.dead.add(game.player)
    found = by_entity(rules.components)
    _check_ids(found, rules)
    _create(game, found, same_data=same_data)
    if same_data:
        ecs.keep_queries(
            {
                kind: rows
                for name, kind in SAVED.items()
                if (rows := getattr(rules.components, name))
            }
        )
    if not esper.has_component(game.player, growth.Talents):
        _begin_choosing(game)
    ecs.set_next_id(rules.next_id)
    _know_spells(game)
    if not same_data:
        _forgive_delays(game)
    _enter_levels(game)
    _restore_memories(game, rules.levels, same_data=same_data)


def _begin_choosing(game: Game) -> None:
    """Give the player of a save of 0.1.0 what choices need, with as many spells ready as there are places."""
    ecs.attach(game.player, growth.Talents())
    known = ecs.get(game.player, magic.KnownSpells)
    places = figures.places_of(game, game.player)
    known.ready = places if len(known.spells) > places else None


def _check_ids(found: States, rules: Rules) -> None:
    """Raise ValueError unless every entity has an id that was given out: below 0 for shared spells."""
    for entity, state in found.items():
        section = state[actors.Kind].section
        is_of_the_book = section == "spells" and len(state) == 1
        given = entity < 0 if is_of_the_book else 0 < entity < rules.next_id
        if not given or (section == "game") != (entity == rules.player):
            raise ValueError(f"{entity} cannot be the id of {state[actors.Kind].name}")


def _create(game: Game, found: States, *, same_data: bool) -> None:
    """Create every entity with its state, its templates and what is derived."""
    shapes, rng = shapes_of(game.content), Stream(game.seed, "restored")
    missing: set[str] = set()
    rows: States = {}
    for entity in sorted(found):
        state = found[entity]
        kind = state[actors.Kind]
        try:
            shape = shapes.of(kind)
        except KeyError:
            missing.add(kind.name)
            continue
        if not same_data:
            state = shapes.brought_up_to_date(kind, state, rng)
        if kind.section == "statuses" or tuple(state) not in shape.sound:
            shapes.check(entity, kind, state)
        row = rows[entity] = state
        row |= shape.shared
        if actors.Initiative in row:
            row[actors.StatsCache] = actors.StatsCache()
    if missing:
        raise MissingContentError(sorted(missing))
    ecs.create_all(rows)


def _forgive_delays(game: Game) -> None:
    """Make overdue creatures due now: old saves may have some, which would catch up all at once."""
    for _, initiative in ecs.with_component(actors.Initiative):
        initiative.due = max(initiative.due, game.now)


def _know_spells(game: Game) -> None:
    """Find the entity of each spell, and create those of spells that the data has gained since."""
    own = {entity for entity, _ in ecs.with_component(magic.Inscription)}
    spells = [
        (spell.name, entity)
        for entity, spell in ecs.with_component(magic.SpellTemplate)
        if entity not in own
    ]
    game.spells = dict(spells)
    if len(game.spells) < len(spells):
        raise ValueError("a spell is there twice")
    game.spawn_spells()
    there = own | set(game.spells.values())
    for entity, known in ecs.with_component(magic.KnownSpells):
        if not there.issuperset(known.spells):
            raise ValueError(f"{entity} knows what is no spell: {known.spells}")


def _enter_levels(game: Game) -> None:
    """Put everything on its level and rebuild the turn queue."""
    position = ecs.get(game.player, spatial.Position)
    if game.depth not in game.levels or position.depth not in (game.depth, spatial.NOWHERE):
        raise ValueError("the player is on no level")
    space.put_all_back(game)
    game.turn_queue.rebuild(space.actors_on(game, game.depth))


def _restore_memories(game: Game, saved: Iterable[SavedLevel], *, same_data: bool) -> None:
    """Check and complete the memories: in saves without any, everything explored counts as just seen.

    If the game was saved with other data (`same_data` false), memories that no longer fit their rows are dropped.

    Raises:
        MissingContentError: things are remembered of rows that the content lacks; it lists all of them.
        ValueError: a memory is impossible.
    """
    missing: set[str] = set()
    for each in saved:
        level = game.levels[each.depth]
        if each.remembered is None:
            here = level.visible if level.depth == game.depth else np.zeros_like(level.visible)
            remembering.remember(game, level, level.explored & ~here)
        kinds = {thing.kind for thing in _things(level)}
        missing |= {kind.name for kind in kinds if not game.content.has(kind.section, kind.name)}
    if missing:
        raise MissingContentError(sorted(missing))
    shapes = shapes_of(game.content)
    for level in game.levels.values():
        _check_ground(level)
        for thing in _things(level):
            if fault := _fault(game, level, thing, shapes):
                if same_data:
                    raise ValueError(f"{thing.name or thing.kind.name} is remembered, but {fault}")
                _forget(level, thing)


def _things(level: Level) -> list[Remembered]:
    """List all things remembered on a level."""
    return [thing for things in level.remembered.things.values() for thing in things]


def _check_ground(level: Level) -> None:
    """Raise ValueError when remembered stains are off the map, or remembered ground at the closed edge is walkable."""
    memory = level.remembered
    if not all(map(level.contains, memory.stains)):
        raise ValueError(f"something remembered of level {level.depth} is off its map")
    for edge in (np.s_[[0, -1]], np.s_[:, [0, -1]]):
        closed = ~level.walkable[edge] & (memory.tiles[edge] != UNRECORDED)
        if WALKABLE[memory.tiles[edge][closed]].any():
            raise ValueError(f"one remembers walking off the map of level {level.depth}")


def _fault(game: Game, level: Level, thing: Remembered, shapes: Shapes) -> str:
    """Return why a thing cannot be remembered; "" if it can."""
    row = ecs.row(thing.entity)
    if not 0 < thing.entity < ecs.next_id() or (row and spatial.Position not in row):
        return "never was"
    if thing.kind.section not in ("items", "props", "hazards") or vitals.Pools in row:
        return "is no thing"
    body = template_of(game.content, thing.kind, spatial.Body) or space.SMALL
    if not all(map(level.contains, covered(thing.point, body))):
        return "is off the map"
    state = (thing.kind, spatial.Position(*thing.point, level.depth), *thing.state())
    try:
        shapes.check(thing.entity, thing.kind, {type(each): each for each in state})
    except ValueError as error:
        return str(error)
    return ""


def _forget(level: Level, thing: Remembered) -> None:
    """Drop the memory of a thing."""
    memory = level.remembered
    for point, things in list(memory.things.items()):
        left = tuple(each for each in things if each is not thing)
        if left:
            memory.things[point] = left
        else:
            del memory.things[point]


def taken_back(game: Game) -> None:
    """Restore a game to the state before the last turn; its log and what the player knows stay, in another world."""
    rules = yesterday_of(game)
    if rules is None:
        raise ValueError("there is no turn to take back")
    take_over(game, restore(_snapshot(game, rules, game.log), game.content))


def take_over(game: Game, other: Game) -> None:
    """Give a game the state of another, which is used up; the record stays the same object for its holders."""
    left = game.world
    for name in field_names(Game):
        setattr(game, name, getattr(other, name))
    ecs.drop_world(left)
    game.enter()
