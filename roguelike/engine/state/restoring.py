"""A game from the record of its state: every entity is created from its kind in the data and its saved state.

Everything derived from state (derived stats, indexes, turn order) is computed again. What the player remembers of
levels is created if a save has none, and validated.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import esper
import numpy as np

from roguelike.components.actors import Initiative, Kind, StatsCache
from roguelike.components.growth import Talents
from roguelike.components.magic import Inscription, KnownSpells, SpellTemplate
from roguelike.components.spatial import NOWHERE, Body, Position
from roguelike.components.vitals import Pools
from roguelike.core.records import field_names, replace
from roguelike.core.rng import Stream
from roguelike.engine.state.entity_shape import Shapes, shapes_of
from roguelike.engine.state.errors import MissingContentError
from roguelike.engine.state.levels import SavedLevel, level_of
from roguelike.engine.state.snapshot import PLAIN, Rules, Snapshot, canonical, yesterday_of
from roguelike.engine.state.tables import States, by_entity
from roguelike.world import ecs, space
from roguelike.world.figures import places_of
from roguelike.world.game import Content, Game, template_of
from roguelike.world.level import UNRECORDED, Level, Remembered, covered
from roguelike.world.remembering import remember
from roguelike.world.space import SMALL
from roguelike.world.terrain import WALKABLE


def restore(snapshot: Snapshot, content: Content, *, same_data: bool = True) -> Game:
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
    if not esper.has_component(game.player, Talents):
        _begin_choosing(game)
    ecs.set_next_id(rules.next_id)
    _know_spells(game)
    if not same_data:
        _forgive_delays(game)
    _enter_levels(game)
    _restore_memories(game, rules.levels, same_data=same_data)


def _begin_choosing(game: Game) -> None:
    """Give the player of a save of 0.1.0 what choices need, with as many spells ready as there are places."""
    ecs.attach(game.player, Talents())
    known = ecs.get(game.player, KnownSpells)
    places = places_of(game, game.player)
    known.ready = places if len(known.spells) > places else None


def _check_ids(found: States, rules: Rules) -> None:
    """Raise ValueError unless every entity has an id that was given out: below 0 for shared spells."""
    for entity, state in found.items():
        section = state[Kind].section
        is_of_the_book = section == "spells" and len(state) == 1
        given = entity < 0 if is_of_the_book else 0 < entity < rules.next_id
        if not given or (section == "game") != (entity == rules.player):
            raise ValueError(f"{entity} cannot be the id of {state[Kind].name}")


def _create(game: Game, found: States, *, same_data: bool) -> None:
    """Create every entity with its state, its templates and what is derived."""
    shapes, rng = shapes_of(game.content), Stream(game.seed, "restored")
    missing: set[str] = set()
    rows: States = {}
    for entity in sorted(found):
        state: Mapping[type[Any], Any] = found[entity]
        kind = state[Kind]
        try:
            shared = shapes.shared(kind)
        except KeyError:
            missing.add(kind.name)
            continue
        if not same_data:
            state = shapes.brought_up_to_date(kind, state, rng)
        shapes.check(entity, kind, state)
        row = rows[entity] = {**shared, **state}
        if Initiative in state:
            row[StatsCache] = StatsCache()
    if missing:
        raise MissingContentError(sorted(missing))
    ecs.create_all(rows)


def _forgive_delays(game: Game) -> None:
    """Make overdue creatures due now: old saves may have some, which would catch up all at once."""
    for _, initiative in ecs.with_component(Initiative):
        initiative.due = max(initiative.due, game.now)


def _know_spells(game: Game) -> None:
    """Find the entity of each spell, and create those of spells that the data has gained since."""
    own = {entity for entity, _ in ecs.with_component(Inscription)}
    spells = [
        (spell.name, entity)
        for entity, spell in ecs.with_component(SpellTemplate)
        if entity not in own
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
    """Put everything on its level and rebuild the turn queue."""
    position = ecs.get(game.player, Position)
    if game.depth not in game.levels or position.depth not in (game.depth, NOWHERE):
        raise ValueError("the player is on no level")
    space.put_all_back(game)
    game.turn_queue.rebuild(space.actors(game, game.depth))


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
            remember(game, level, level.explored & ~here)
        missing |= {thing.kind.name for thing in _things(level) if not _is_of_a_row(game, thing)}
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


def _is_of_a_row(game: Game, thing: Remembered) -> bool:
    """Return whether the data has such a thing."""
    return game.content.has(thing.kind.section, thing.kind.name)


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
    if not 0 < thing.entity < ecs.next_id() or (row and Position not in row):
        return "never was"
    if thing.kind.section not in ("items", "props", "hazards") or Pools in row:
        return "is no thing"
    body = template_of(game.content, thing.kind, Body) or SMALL
    if not all(map(level.contains, covered(thing.point, body))):
        return "is off the map"
    state = (thing.kind, Position(*thing.point, level.depth), *thing.state())
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
    """Restore a game to the state before the last turn; its log stays, and it gets another world."""
    rules = yesterday_of(game)
    if rules is None:
        raise ValueError("there is no turn to take back")
    take_over(game, restore(Snapshot(rules, game.log, sorted(game.met), game.lore), game.content))


def take_over(game: Game, other: Game) -> None:
    """Give a game the state of another, which is used up; the record stays the same object for its holders."""
    left = game.world
    for name in field_names(Game):
        setattr(game, name, getattr(other, name))
    ecs.drop_world(left)
    game.enter()
