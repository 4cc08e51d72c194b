"""Invariants: what must hold between any two turns of any game. Bots check it every turn.

Each check reads the world and yields a sentence for everything that is wrong. Indexes are checked by building them
anew from positions, as loading does, so that a forgotten update shows on the very turn it happens.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

import esper
import numpy as np

from roguelike.components.actors import Initiative, Mind, StatsCache
from roguelike.components.items import Charges, Item, Pack
from roguelike.components.magic import Inscription, KnownSpells
from roguelike.components.spatial import NOWHERE, Position
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.components.vitals import Pools
from roguelike.core.geometry import Point
from roguelike.core.sight import field_of_view
from roguelike.systems.ai.sightings import Factions, factions_of, side_of
from roguelike.systems.lighting import FAR_SIGHT_TILES
from roguelike.systems.visibility import VISION_TILES
from roguelike.world import derived_stats, ecs, space
from roguelike.world.game import NOBODY, Game
from roguelike.world.inventory import HANDS
from roguelike.world.level import Level, covered
from roguelike.world.names import true_name

Check = Callable[[Game], Iterator[str]]
CHECKS: list[Check] = []
LINES_CHECKED = 30
"""How many of the latest messages are read."""


def check(function: Check) -> Check:
    """Add the function below to the checks."""
    CHECKS.append(function)
    return function


def faults(game: Game) -> list[str]:
    """List every broken invariant of a game between two turns, as sentences. Makes its world the current one."""
    game.enter()
    return [fault for each in CHECKS for fault in each(game)]


def _called(entity: int) -> str:
    """Return an entity's name and id for a report."""
    return f"{true_name(entity) or 'nameless'} ({entity})"


def _lives(game: Game, entity: int) -> bool:
    """Return whether an entity exists and is not dead."""
    return esper.entity_exists(entity) and entity not in game.dead


@check
def pools_are_in_bounds(game: Game) -> Iterator[str]:
    """Hit points, mana, experience and gold are within their bounds."""
    for entity, pools in ecs.with_component(Pools):
        least = 0 if entity in game.dead else 1
        if not least <= pools.hp <= pools.max_hp:
            yield f"{_called(entity)} has {pools.hp} of {pools.max_hp} hit points"
        if not 0 <= pools.mana <= pools.max_mana:
            yield f"{_called(entity)} has {pools.mana} of {pools.max_mana} mana"
        if pools.level < 1 or pools.xp < 0 or pools.gold < 0:
            yield f"{_called(entity)} has level {pools.level}, {pools.xp} xp, {pools.gold} gold"
        if pools.unsteady < 0:
            yield f"{_called(entity)} regains its poise in {pools.unsteady} turns"
    for entity, charges in ecs.with_component(Charges):
        if not 0 <= charges.left <= charges.most:
            yield f"{_called(entity)} has {charges.left} of {charges.most} charges"


@check
def indexes_match_positions(game: Game) -> Iterator[str]:
    """On every level, `at`, `blockers` and `screens` say what positions say, and nothing else."""
    standing: dict[int, list[int]] = {depth: [] for depth in game.levels}
    for entity, position in ecs.with_component(Position):
        if entity in game.dead or position.depth == NOWHERE:
            continue
        if position.depth not in standing:
            yield f"{_called(entity)} is at depth {position.depth}, which does not exist"
            continue
        standing[position.depth].append(entity)
    for depth, level in game.levels.items():
        yield from _index_faults(level, standing[depth])


def _index_faults(level: Level, standing: list[int]) -> Iterator[str]:
    """Compare one level's indexes with those of an empty copy in which everything is placed anew."""
    fresh = Level(level.depth, level.name, level.theme, level.tiles.copy())
    for entity in standing:
        point, body = space.point_of(entity) or (0, 0), space.body_of(entity)
        for cell in covered(point, body) if body.blocks_tile else ():
            if cell in fresh.blockers:
                yield f"{_called(entity)} and {_called(fresh.blockers[cell])} both stand at {cell}"
        fresh.place(entity, point, body)
        if space.is_hazard(ecs.row(entity)):
            fresh.note_hazard(entity, point)
    yield from _differences(level.depth, "stands", _sorted(fresh), _sorted(level))
    yield from _differences(level.depth, "blocks", fresh.blockers, level.blockers)
    if fresh.hazards != level.hazards:
        yield f"depth {level.depth}: the index of hazards is out of date"
    for name in ("screens", "shut", "crowd", "transparent", "walkable"):
        if not np.array_equal(getattr(fresh, name), getattr(level, name)):
            yield f"depth {level.depth}: the index of what is {name} is out of date"


def _sorted(level: Level) -> dict[Point, list[int]]:
    """Return who stands on each tile, sorted by id: the order in which they came does not count."""
    return {point: sorted(entities) for point, entities in level.at.items()}


def _differences(
    depth: int, what: str, true: Mapping[Point, object], indexed: Mapping[Point, object]
) -> Iterator[str]:
    """Report each tile at which an index differs from the true one."""
    for point in sorted(true.keys() | indexed.keys()):
        if true.get(point) != indexed.get(point):
            yield (
                f"depth {depth} {point}: {true.get(point)} {what} there, "
                f"the index says {indexed.get(point)}"
            )


@check
def creatures_stand_on_ground(game: Game) -> Iterator[str]:
    """Every creature is on walkable ground of the map, and the player is on the current level."""
    for entity, _ in ecs.with_component(Pools):
        position = ecs.get(entity, Position)
        level = game.levels.get(position.depth)
        if entity in game.dead or level is None:
            continue
        for cell in space.cells_of(entity):
            if not level.contains(cell) or not level.walkable[cell]:
                yield f"{_called(entity)} stands at {cell}, where nobody can"
    where = ecs.get(game.player, Position)
    if game.player not in game.dead and where.depth != game.depth:
        yield f"the player is at depth {where.depth}, the game at {game.depth}"


@check
def sight_is_up_to_date(game: Game) -> Iterator[str]:
    """What the player sees is their field of view, and all of it is explored."""
    level, here = game.level, space.point_of(game.player)
    if here is None or game.player in game.dead:
        return
    furthest = VISION_TILES if level.lit else FAR_SIGHT_TILES
    if (level.visible & ~field_of_view(level.transparent, here, furthest)).any():
        yield "the player sees tiles that are out of view"
    if (level.visible & ~level.explored).any():
        yield "the player sees tiles that the map does not remember"


@check
def turns_are_due(game: Game) -> Iterator[str]:
    """Every creature on the level that is awake is in the turn queue, and nobody else is."""
    if game.player in game.dead:
        return
    if game.queue:
        yield f"{len(game.queue)} effects wait in the queue between turns"
    queue = game.turn_queue
    heap = set(queue.heap)
    for entity in space.actors(game, game.depth):
        due = ecs.get(entity, Initiative).due
        waits = (due, entity) in heap or entity in queue.noted
        # The player's turn is the one that was just taken out.
        if not waits and entity != game.player:
            yield f"{_called(entity)} waits for tick {due}, but the turn queue does not know"
    for due, entity in heap:
        initiative = esper.try_component(entity, Initiative)
        if initiative is not None and initiative.due == due and due < game.now:
            yield f"{_called(entity)} was due at {due}, before now ({game.now})"


@check
def packs_hold_what_exists(game: Game) -> Iterator[str]:
    """Everything carried is an item that exists, in one pack only, and nowhere else."""
    carried: Counter[int] = Counter()
    for owner, pack in ecs.with_component(Pack):
        if owner in game.dead and owner != game.player:
            continue
        carried.update([*pack.items, *pack.worn.values()])
        for item in (*pack.items, *pack.worn.values()):
            yield from _item_faults(game, owner, item)
        for slot, item in pack.worn.items():
            kind = esper.try_component(item, Item)
            if kind is None or slot not in HANDS.get(kind.slot or "", (kind.slot,)):
                yield f"{_called(owner)} wears {_called(item)} on the wrong slot, {slot}"
    yield from (f"{_called(item)} is carried {n} times" for item, n in carried.items() if n > 1)
    for item, _ in ecs.with_component(Item):
        adrift = ecs.get(item, Position).depth == NOWHERE and item not in carried
        if adrift and item not in game.dead:
            yield f"{_called(item)} is neither carried nor anywhere"


def _item_faults(game: Game, owner: int, item: int) -> Iterator[str]:
    """Report what is wrong with one carried item."""
    if not _lives(game, item):
        yield f"{_called(owner)} carries {item}, which is gone"
    elif not esper.has_component(item, Item):
        yield f"{_called(owner)} carries {_called(item)}, which is no item"
    elif ecs.get(item, Position).depth != NOWHERE:
        yield f"{_called(owner)} carries {_called(item)}, which lies on the map"


@check
def statuses_belong_to_their_targets(game: Game) -> Iterator[str]:
    """Each status is listed once by its living target and has turns left."""
    listed: Counter[int] = Counter()
    for entity, statuses in ecs.with_component(Statuses):
        listed.update(statuses.entities)
        for status in statuses.entities:
            effect = esper.try_component(status, StatusEffect)
            if effect is None:
                yield f"{_called(entity)} has status {status}, which is none"
            elif effect.target != entity:
                yield f"{_called(entity)} has {effect.name} ({status}), which is on {effect.target}"
    for status, effect in ecs.with_component(StatusEffect):
        if status in game.dead:
            continue
        if listed[status] != 1:
            yield f"{effect.name} ({status}) is in {listed[status]} lists of statuses"
        if not esper.entity_exists(effect.target):
            yield f"{effect.name} ({status}) is on {effect.target}, who is gone"
        if effect.target not in game.dead and ecs.get(status, Duration).turns < 1:
            yield f"{effect.name} ({status}) has {ecs.get(status, Duration).turns} turns left"


@check
def the_dead_are_gone(game: Game) -> Iterator[str]:
    """The dead are on no map, and no Mind refers to an entity that does not exist."""
    for level in game.levels.values():
        standing = {entity for entities in level.at.values() for entity in entities}
        yield from (
            f"the dead {_called(e)} is at depth {level.depth}" for e in standing & game.dead
        )
        gone = {entity for entity in standing if not esper.entity_exists(entity)}
        yield from (f"{entity}, which is gone, is at depth {level.depth}" for entity in gone)
    following = ecs.next_id()
    for entity, mind in ecs.with_component(Mind):
        if not NOBODY <= mind.target < following:
            yield f"{_called(entity)} hunts {mind.target}, who never was"


@check
def stats_are_up_to_date(game: Game) -> Iterator[str]:
    """Cached derived stats equal freshly computed ones."""
    for entity, found in ecs.with_component(StatsCache):
        before = found.now
        if before is None or not _lives(game, entity):
            continue
        derived_stats.stale(entity)
        if derived_stats.stats_of(entity) != before:
            yield f"{_called(entity)} acts by old figures: {before}"


@check
def sides_are_up_to_date(game: Game) -> Iterator[str]:
    """Cached sides equal freshly counted ones."""
    caches = game.caches
    known = caches.get(Factions, (game.depth, caches.folk))
    if known is None:
        return
    caches.folk += 1
    now_here = factions_of(game).members
    if now_here != known.members:
        yield f"the factions are {now_here}, but creatures go by {known.members}"
    for entity, side in known.by_creature.items():
        now = side_of(game, entity)
        if (side.members, side.prey, side.threats) != (now.members, now.prey, now.threats):
            yield f"{_called(entity)} goes by a count of friends and enemies that is out of date"


@check
def spells_are_known_once(game: Game) -> Iterator[str]:
    """Known spells exist and are listed once."""
    for entity, known in ecs.with_component(KnownSpells):
        names = [true_name(spell) for spell in known.spells]
        if len(set(names)) < len(names):
            yield f"{_called(entity)} knows a spell twice: {names}"
        for spell, name in zip(known.spells, names, strict=True):
            if game.spells.get(name) != spell and not esper.has_component(spell, Inscription):
                yield f"{_called(entity)} knows {_called(spell)}, which is no spell of this game"


@check
def the_log_reads_well(game: Game) -> Iterator[str]:
    """No line of the log is empty or has an unfilled placeholder."""
    for message in game.log[-LINES_CHECKED:]:
        text = message.text
        if not text.strip() or any(mark in text for mark in "{}[]") or "  " in text:
            yield f"the log says {text!r}"
