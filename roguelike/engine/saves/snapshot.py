"""All of a game's state as a record, a game from such a record, and the hash that says whether two are the same.

Templates are not state: an entity's `Kind` brings them back from the data, so a save stays small and a mended monster
is mended in old saves too. Whatever is worked out from state (derived stats, indexes, turn order) is worked out anew.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any
from zlib import crc32

import esper
import msgspec
import numpy as np

from roguelike.components.actors import Initiative, Kind, StatsCache
from roguelike.components.growth import Talents
from roguelike.components.items import Pack
from roguelike.components.magic import Inscription, KnownSpells
from roguelike.components.spatial import NOWHERE, Position
from roguelike.components.statuses import Statuses
from roguelike.core.grammar import Message, Noun
from roguelike.core.records import Meta, State, Struct, field, field_names, replace
from roguelike.core.rng import Stream
from roguelike.core.scalars import Coordinate, Id, Line, Signed, Tally
from roguelike.engine.saves.entity_shape import Shapes
from roguelike.engine.saves.errors import MissingContentError
from roguelike.engine.saves.levels import SavedLevel, SavedMemory, level_of, saved_level
from roguelike.engine.saves.memories import restore_memories
from roguelike.engine.saves.tables import SAVED, Tables, by_entity, tables_of
from roguelike.world import ecs, space
from roguelike.world.content import Content
from roguelike.world.game import Game, Lore, Tallies
from roguelike.world.growing import places_of
from roguelike.world.memory import Remembered
from roguelike.world.spells import own_entities

LOG_LINES = 200
"""How many of the latest messages a save keeps."""
MOST_LEVELS = 1_000
MOST_NAMES = 10_000
_PLAIN = ("seed", "player", "depth", "now", "turn", "wizard", "epitaph")
"""The fields of a game that its state has as they are."""
Word = Annotated[int, Meta(ge=0, lt=2**32)]
Names = Annotated[list[Line], Meta(max_length=MOST_NAMES)]


class Rules(State, omit_defaults=True):
    """The state that rules can see, of which the hash is made.

    `fallen` says that the player is dead, `next_id` which id the next entity gets, `rng` how the stream of play stands,
    `yesterday` is the state before the last turn, if the player can go back to it.
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
    """All state of a game: what rules see, the log, and the factions of which the player has met somebody."""

    rules: Rules
    log: Annotated[list[Message], Meta(max_length=LOG_LINES)]
    met: Names
    lore: Annotated[dict[Line, Lore], Meta(max_length=MOST_NAMES)] = field(default_factory=dict)
    """What the player has learned of kinds of creatures."""


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
    """Return what tells the shape of today's state from any other: a field more or less is another shape."""
    return f"{crc32(repr([field_names(each) for each in _RECORDS]).encode()):08x}"


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
    told, met = game.log[-LOG_LINES:], sorted(game.met)
    return _WRITER.encode(Snapshot(_rules_of(game), told, met, game.lore))


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


def _rules_of(game: Game, *, whole: bool = True) -> Rules:
    """Return the state that rules can see, which shares its records with the game; of this turn only unless `whole`."""
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
        yesterday=_yesterday(game) if whole else None,
    )


def remembered(game: Game) -> bytes:
    """Return the state that rules can see, for `taken_back`; what is remembered of the turn before is no part of it.

    Raises:
        ValueError, TypeError: as `write` does.
    """
    return _CANONICAL.encode(_rules_of(game, whole=False))


def _yesterday(game: Game) -> Rules | None:
    """Return the state before the last turn, a copy; None if it is not remembered."""
    return msgspec.json.decode(game.yesterday, type=Rules) if game.yesterday else None


def taken_back(game: Game) -> None:
    """Bring a game back to the state before the last turn; its log stays, and its world is another afterwards."""
    rules = _yesterday(game)
    if rules is None:
        raise ValueError("there is no turn to take back")
    take_over(game, restore(Snapshot(rules, game.log, sorted(game.met), game.lore), game.content))


def take_over(game: Game, other: Game) -> None:
    """Let a game be in the state of another, which is used up: whoever holds it sees it change."""
    left = game.world
    for name in field_names(Game):
        setattr(game, name, getattr(other, name))
    ecs.drop_world(left)
    game.enter()


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


def restore(snapshot: Snapshot, content: Content, *, same_data: bool = True) -> Game:
    """Make a game of its state, which it takes over, in a world of its own that becomes the current one.

    Saved with other data (`same_data` false), things have what state their rows say now: what they lack begins anew.

    Raises:
        MissingContentError: the state names rows that the content lacks; it lists all of them.
        ValueError, KeyError, TypeError, AttributeError: the state is not sound.
    """
    previous = ecs.current()
    rules = snapshot.rules
    stream = Stream(rules.seed, "play")
    stream.restore(rules.rng)
    game = Game(rules.seed, content, stream)
    try:
        _fill(game, rules, same_data=same_data)
        game.log, game.met, game.lore = snapshot.log, set(snapshot.met), snapshot.lore
        if (yesterday := _yesterday(game)) is not None:
            ecs.drop_world(restore(Snapshot(yesterday, [], []), content).world)
            game.enter()
    except BaseException:
        ecs.drop_world(game.world)
        ecs.enter(previous)
        raise
    return game


def _fill(game: Game, rules: Rules, *, same_data: bool) -> None:
    """Give a new game its state."""
    for name in _PLAIN:
        setattr(game, name, getattr(rules, name))
    game.identified = set(rules.identified)
    game.encountered = set(rules.encountered)
    game.hidden_names, game.standing = rules.hidden_names, rules.standing
    game.tallies = rules.tallies
    if rules.yesterday is not None and same_data:
        game.yesterday = _CANONICAL.encode(replace(rules.yesterday, yesterday=None))
    game.levels = {level.depth: level for level in map(level_of, rules.levels)}
    if len(game.levels) < len(rules.levels):
        raise ValueError("two levels are of one depth")
    if rules.fallen:
        game.dead.add(game.player)
    found = by_entity(rules.components)
    _check_ids(found, rules)
    _create(game, found, same_data=same_data)
    if not esper.has_component(game.player, Talents):
        _begin_choosing(game)
    ecs.set_next_id(rules.next_id)
    _know_spells(game)
    if not same_data:
        _forgive_delays(game)
    _enter_levels(game)
    restore_memories(game, rules.levels, same_data=same_data)


def _begin_choosing(game: Game) -> None:
    """Give the player of a save of 0.1.0 what choices need; as many spells as there are places for are ready."""
    ecs.attach(game.player, Talents())
    known = ecs.get(game.player, KnownSpells)
    places = places_of(game, game.player)
    known.ready = places if len(known.spells) > places else None


def _check_ids(found: dict[int, list[Any]], rules: Rules) -> None:
    """Raise ValueError unless everything has a kind, and an id that was given out: below 0 to spells of the book."""
    for entity, (kind, *state) in found.items():
        if not isinstance(kind, Kind):
            raise ValueError(f"{entity} is of no kind")  # noqa: TRY004  (the state is wrong, not the program)
        is_of_the_book = kind.section == "spells" and not state
        given = entity < 0 if is_of_the_book else 0 < entity < rules.next_id
        if not given or (kind.section == "game") != (entity == rules.player):
            raise ValueError(f"{entity} cannot be the id of {kind.name}")


def _create(game: Game, found: dict[int, list[Any]], *, same_data: bool) -> None:
    """Create every entity with its state, its templates and what is worked out."""
    missing: set[str] = set()
    shapes = Shapes(game.content, Stream(game.seed, "restored"))
    for entity in sorted(found):
        kind, *state = found[entity]
        try:
            shared = _templates(game.content, kind)
        except KeyError:
            missing.add(kind.name)
            continue
        whole = shapes.complete(entity, kind, state, same_data=same_data)
        derived = (StatsCache(),) if Initiative in map(type, whole) else ()
        ecs.create_with_id(entity, *shared, kind, *whole, *derived)
    if missing:
        raise MissingContentError(sorted(missing))


def _templates(content: Content, kind: Kind) -> Sequence[Any]:
    """Return what an entity shares with all of its kind; KeyError when the data does not have it."""
    if kind.section == "spells":
        return (content.spells[kind.name],)
    if kind.section == "statuses":
        return (content.status(kind.name),)
    return content.templates(kind.section, kind.name)


def _forgive_delays(game: Game) -> None:
    """Make whoever is overdue act now: in old saves creatures may be, and would make up for it in one go."""
    for _, initiative in ecs.with_component(Initiative):
        initiative.due = max(initiative.due, game.now)


def _know_spells(game: Game) -> None:
    """Find the entity of each spell, and make those of spells that the data has gained since."""
    kinds = ecs.with_component(Kind)
    own = {entity for entity, _ in ecs.with_component(Inscription)}
    spells = [
        (kind.name, entity)
        for entity, kind in kinds
        if kind.section == "spells" and entity not in own
    ]
    game.spells = dict(spells)
    if len(game.spells) < len(spells):
        raise ValueError("a spell is there twice")
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
        space.put_back(game, entity)
    game.turn_queue.rebuild(space.actors(game, game.depth))
