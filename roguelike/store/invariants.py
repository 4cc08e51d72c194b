"""Invariants: what must hold between any two turns of any game. Bots check them every turn, loading checks them once.

Each check reads the world and yields a sentence for everything that is wrong. Indexes are checked by rebuilding them
from positions, as loading does, so that a forgotten update shows on the very turn when it happens.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain

import esper
import numpy as np

from roguelike.components import actors, hazards, items, magic, spatial, vitals
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.core.geometry import Point
from roguelike.core.records import astuple, field_names
from roguelike.core.scalars import FAR
from roguelike.engine.views.items import Carried, Ready, carried, spell_views
from roguelike.systems.ai.sightings import Factions, factions_of, side_of
from roguelike.systems.initiative import MOST_TICKS
from roguelike.systems.visibility import sight_tiles
from roguelike.world import derived_stats, ecs, inventory, perception, space
from roguelike.world.game import NOBODY, Game, Tallies
from roguelike.world.level import Level
from roguelike.world.rewriting import UnfitError
from roguelike.world.spells import composed
from roguelike.world.terrain import Tile

Check = Callable[[Game], Iterator[str]]
CHECKS: list[Check] = []
INDEX_CHECKS: list[Check] = []
"""Checks of indexes, which are built from the state: only play can leave them outdated."""


def check(function: Check) -> Check:
    """Add the function below to the checks."""
    CHECKS.append(function)
    return function


def check_of_indexes(function: Check) -> Check:
    """Add the function below to the checks and to those of indexes."""
    INDEX_CHECKS.append(function)
    return check(function)


def called(entity: int) -> str:
    """Return an entity's name and id for a report."""
    return f"{perception.true_name(entity) or 'nameless'} ({entity})"


def lives(game: Game, entity: int) -> bool:
    """Return whether an entity exists and is not dead."""
    return esper.entity_exists(entity) and entity not in game.dead


LINES_CHECKED = 30
"""How many of the latest messages are checked."""


@check
def the_log_reads_well(game: Game) -> Iterator[str]:
    """Check that no line of the log is empty or has an unfilled placeholder, whatever the player's seed looks like."""
    for message in game.log[-LINES_CHECKED:]:
        text = message.text.replace(game.seed, "seed")
        if not text.strip() or any(mark in text for mark in "{}[]") or "  " in text:
            yield f"the log says {text!r}"


ROOM = FAR // 2
"""No game comes near this: from here it would take years to outgrow what a save holds."""
MOST_TRAINED, MOST_HELD = 500, 5_000
"""Half of what a save holds: for a level, an attribute or a skill, and for the number of anything that one entity
has."""

CLOCKS: tuple[type[vitals.HungerClock | Duration | hazards.Hazard], ...] = (
    vitals.HungerClock,
    Duration,
    hazards.Hazard,
)
"""Components that count turns down."""


@check
def clocks_have_room(game: Game) -> Iterator[str]:
    """Check that the clock, the ids and the counts of the run can grow for as long as anybody plays."""
    counts = {"now": game.now, "turn": game.turn, "next id": ecs.next_id()}
    counts |= {name: getattr(game.tallies, name) for name in field_names(Tallies)}
    counts |= {f"dead {name}": lore.killed for name, lore in game.lore.items()}
    for name, count in counts.items():
        if count > ROOM:
            yield f"{name} is {count}, which is beyond all play"


@check
def growing_state_has_room(_game: Game) -> Iterator[str]:
    """Check that what creatures gain, do and sell can grow as well."""
    for entity, pools in ecs.with_component(vitals.Pools):
        if max(pools.max_hp, pools.max_mana, pools.xp, pools.gold) > ROOM:
            yield f"{called(entity)} has more life, mana, experience or gold than anybody gains"
    for entity, initiative in ecs.with_component(actors.Initiative):
        if max(initiative.due, initiative.acts) > ROOM:
            yield f"{called(entity)} has acted longer than anybody plays"
    for entity, stock in ecs.with_component(items.Stock):
        if max(stock.delivery, *stock.sold.values(), 0) > ROOM:
            yield f"{called(entity)} has sold more than anybody buys"


@check
def training_has_room(_game: Game) -> Iterator[str]:
    """Check that levels, attributes and skills can grow as well."""
    for entity, pools in ecs.with_component(vitals.Pools):
        if pools.level > MOST_TRAINED:
            yield f"{called(entity)} is of level {pools.level}, which nobody reaches"
    for kind in (vitals.Attributes, vitals.Skills):
        for entity, trained in ecs.with_component(kind):
            if max(map(abs, astuple(trained))) > MOST_TRAINED:
                yield f"{called(entity)} is better or worse at something than anybody gets"


@check
def countdowns_have_room(game: Game) -> Iterator[str]:
    """Check that countdowns and standings can change for as long as anybody plays."""
    for entity, mind in ecs.with_component(actors.Mind):
        if max(abs(mind.search_turns), abs(mind.fear_turns), mind.quips_said) > ROOM:
            yield f"{called(entity)} searches, fears or talks longer than anybody plays"
    clocks = map(ecs.with_component, CLOCKS)
    for entity, clock in chain.from_iterable(clocks):
        if abs(clock.turns) > ROOM:
            yield f"{called(entity)} lasts {clock.turns} turns, longer than anybody plays"
    for faction, standing in game.standing.items():
        if abs(standing) > ROOM:
            yield f"{faction} thinks of the player {standing}, which is beyond all deeds"


@check
def belongings_have_room(_game: Game) -> Iterator[str]:
    """Check that no entity has so much of anything that one more could not be saved."""
    for entity, pack in ecs.with_component(items.Pack):
        if len(pack.items) > MOST_HELD:
            yield f"{called(entity)} carries {len(pack.items)} things"
    for entity, statuses in ecs.with_component(Statuses):
        if len(statuses.entities) > MOST_HELD:
            yield f"{called(entity)} bears {len(statuses.entities)} statuses"
    for entity, known in ecs.with_component(magic.KnownSpells):
        if len(known.spells) > MOST_HELD:
            yield f"{called(entity)} knows {len(known.spells)} spells"


MOST_WAIT_TICKS = 100 * MOST_TICKS
"""Nobody can be slowed for longer than this; a creature that is would be frozen for good."""


@check
def turns_are_due(game: Game) -> Iterator[str]:
    """Check that exactly the awake creatures on the level are in the turn queue, and that nobody waits for ages."""
    for entity, turns in ecs.with_component(actors.Initiative):
        if turns.due > game.now + MOST_WAIT_TICKS:
            yield f"{called(entity)} waits for tick {turns.due}, and now it is {game.now}"
    if game.player in game.dead:
        return
    if game.queue:
        yield f"{len(game.queue)} effects wait in the queue between turns"
    queue = game.turn_queue
    heap = set(queue.heap)
    for entity in space.actors_on(game, game.depth):
        due = ecs.get(entity, actors.Initiative).due
        waits = (due, entity) in heap or entity in queue.noted
        # The player's turn is the one that was just taken out.
        if not waits and entity != game.player:
            yield f"{called(entity)} waits for tick {due}, but the turn queue does not know"
    for entity in sorted(queue.noted | {entity for _, entity in heap}):
        initiative = esper.try_component(entity, actors.Initiative)
        due = initiative.due if initiative is not None else game.now
        if due < game.now and (entity in queue.noted or (due, entity) in heap):
            yield f"{called(entity)} was due at {due}, before now ({game.now})"


@check
def stats_are_up_to_date(game: Game) -> Iterator[str]:
    """Check that cached derived stats equal freshly computed ones."""
    for entity, found in ecs.with_component(actors.StatsCache):
        before = found.now
        if before is None or not lives(game, entity):
            continue
        derived_stats.drop_stats(entity)
        if derived_stats.stats_of(entity) != before:
            yield f"{called(entity)} acts by old figures: {before}"


@check
def sides_are_up_to_date(game: Game) -> Iterator[str]:
    """Check that cached sides equal freshly counted ones."""
    caches = game.caches
    known = caches.get(Factions, (game.depth, caches.company))
    if known is None:
        return
    caches.population += 1
    now_here = factions_of(game).members
    if now_here != known.members:
        yield f"the factions are {now_here}, but creatures go by {known.members}"
    for entity, side in known.by_creature.items():
        now = side_of(game, entity)
        if (side.members, side.prey, side.threats) != (now.members, now.prey, now.threats):
            yield f"{called(entity)} goes by a count of friends and enemies that is out of date"


@check
def what_is_here_is_up_to_date(game: Game) -> Iterator[str]:
    """Check that the cached list of what is on the player's level equals a fresh one."""
    before = [each for each, _ in space.present(game, spatial.Position)]
    game.caches.population += 1
    now = [each for each, _ in space.present(game, spatial.Position)]
    if before != now:
        yield f"on the level are {now}, but turns go through {before}"


@check_of_indexes
def things_and_spells_are_shown_as_they_are(game: Game) -> Iterator[str]:
    """Check that the panel's cached views of the player's items and spells equal freshly made ones."""
    if game.player in game.dead:
        return
    things, spells = carried(game), spell_views(game)
    for kind in (Carried, Ready):
        del game.caches.kept[kind]
    if carried(game) != things:
        yield f"the panel shows {things}, but the player has {carried(game)}"
    if spell_views(game) != spells:
        yield f"the panel shows {spells}, but the player has {spell_views(game)} ready"


@check
def everything_is_on_a_map(game: Game) -> Iterator[str]:
    """Check that everything not carried is within its level, and that only items are carried."""
    sizes = {depth: (level.width, level.height) for depth, level in game.levels.items()}
    bodies = dict(ecs.with_component(spatial.Body))
    for entity, position in ecs.with_component(spatial.Position):
        size = sizes.get(position.depth)
        if size is not None:
            width, height = size
            if entity in bodies:  # its farthest tile is on the map, too
                width -= bodies[entity].width - 1
                height -= bodies[entity].height - 1
            if not (0 <= position.x < width and 0 <= position.y < height):
                yield f"{called(entity)} is at {(position.x, position.y)}, off the map"
        elif entity not in game.dead and not _is_carried(entity, position):
            yield f"{called(entity)} is at depth {position.depth}, which does not exist"


def _is_carried(entity: int, position: spatial.Position) -> bool:
    """Return whether an entity may be on no level: an item in a pack."""
    return position.depth == spatial.NOWHERE and ecs.row(entity)[actors.Kind].section == "items"


@check
def bodies_do_not_overlap(game: Game) -> Iterator[str]:
    """Check that no two things that block a tile stand on the same one."""
    for level in game.levels.values():
        for cell, entities in level.at.items():
            if len(entities) == 1:
                continue
            for entity in sorted(entities):
                other = level.blockers.get(cell, entity)
                if entity != other and space.body_of(entity).blocks_tile:
                    yield f"{called(other)} and {called(entity)} both stand at {cell}"


@check
def maps_have_edges(game: Game) -> Iterator[str]:
    """Check that no tile at the edge of a map is walkable."""
    for level in game.levels.values():
        walkable = level.walkable
        if any(edge.any() for edge in (walkable[[0, -1]], walkable[:, [0, -1]])):
            yield f"one can walk off the map of depth {level.depth}"


@check
def levels_can_be_entered(game: Game) -> Iterator[str]:
    """Check that whoever comes to a level without stairs from above stands on ground."""
    for level in game.levels.values():
        if not level.find(Tile.UP_STAIRS) and not level.has_ground([level.entry]):
            yield f"nobody can come to depth {level.depth}: {level.entry} is no ground to stand on"


@check
def gates_lead_somewhere(game: Game) -> Iterator[str]:
    """Check that every portal leads to walkable ground."""
    for entity, gate in ecs.with_component(spatial.Gate):
        level = game.levels.get(gate.depth)
        if level is None or not level.has_ground([(gate.x, gate.y)]):
            yield f"{called(entity)} leads to ({gate.x}, {gate.y}) at depth {gate.depth}, where nobody can be"


@check_of_indexes
def indexes_match_positions(game: Game) -> Iterator[str]:
    """Check that the indexes of every level agree exactly with positions."""
    standing: dict[int, list[int]] = {depth: [] for depth in game.levels}
    for entity, position in ecs.with_component(spatial.Position):
        if entity not in game.dead and position.depth in standing:
            standing[position.depth].append(entity)
    for depth, level in game.levels.items():
        yield from _index_faults(level, standing[depth])


def _index_faults(level: Level, standing: list[int]) -> Iterator[str]:
    """Compare one level's indexes with those of an empty copy on which everything is placed again."""
    fresh = Level(level.depth, level.name, level.theme, level.tiles.copy())
    for entity in standing:
        point, body = space.point_of(entity) or (0, 0), space.body_of(entity)
        fresh.place(entity, point, body)
        if space.is_hazard(ecs.row(entity)):
            fresh.note_hazard(entity, point)
    yield from _differences(level.depth, "stands", _sorted(fresh), _sorted(level))
    yield from _differences(level.depth, "blocks", fresh.blockers, level.blockers)
    if fresh.hazards != level.hazards:
        yield f"depth {level.depth}: the index of hazards is out of date"
    for name in ("screens", "shut", "fixtures", "crowd", "transparent", "walkable"):
        if not np.array_equal(getattr(fresh, name), getattr(level, name)):
            yield f"depth {level.depth}: the index of what is {name} is out of date"


def _sorted(level: Level) -> dict[Point, list[int]]:
    """Return who stands on each tile, sorted by id, since the order of arrival does not matter."""
    return {point: sorted(entities) for point, entities in level.at.items()}


def _differences(
    depth: int, what: str, true: Mapping[Point, object], indexed: Mapping[Point, object]
) -> Iterator[str]:
    """Yield each tile at which an index differs from the true one."""
    if true == indexed:
        return
    for point in sorted(true.keys() | indexed.keys()):
        if true.get(point) != indexed.get(point):
            yield (
                f"depth {depth} {point}: {true.get(point)} {what} there, "
                f"the index says {indexed.get(point)}"
            )


@check
def creatures_stand_on_ground(game: Game) -> Iterator[str]:
    """Check that every creature is on walkable ground of the map, and the player on the current level."""
    for entity, _ in ecs.with_component(vitals.Pools):
        position = ecs.get(entity, spatial.Position)
        level = game.levels.get(position.depth)
        if entity in game.dead or level is None:
            continue
        for cell in space.cells_of(entity):
            if not level.contains(cell) or not level.walkable[cell]:
                yield f"{called(entity)} stands at {cell}, where nobody can"
    where = ecs.get(game.player, spatial.Position)
    if game.player not in game.dead and where.depth != game.depth:
        yield f"the player is at depth {where.depth}, the game at {game.depth}"


@check
def sight_is_up_to_date(game: Game) -> Iterator[str]:
    """Check that what the player sees is within their field of view, and all of it explored."""
    level, here = game.level, space.point_of(game.player)
    if here is None or game.player in game.dead or not level.contains(here):
        return
    furthest = sight_tiles(level)
    if (level.visible & ~level.view(here, furthest)).any():
        yield "the player sees tiles that are out of view"
    if (level.visible & ~level.explored).any():
        yield "the player sees tiles that the map does not remember"


@check
def the_dead_are_gone(game: Game) -> Iterator[str]:
    """Check that the dead are on no map."""
    there = ecs.rows()
    for level in game.levels.values():
        standing = set(chain.from_iterable(level.at.values()))
        yield from (f"the dead {called(e)} is at depth {level.depth}" for e in standing & game.dead)
        gone = standing.difference(there)
        yield from (f"{entity}, which is gone, is at depth {level.depth}" for entity in gone)


@check
def pools_are_in_bounds(game: Game) -> Iterator[str]:
    """Check that hit points, mana, experience and gold are within their bounds."""
    for entity, pools in ecs.with_component(vitals.Pools):
        least = 0 if entity in game.dead else 1
        if not least <= pools.hp <= pools.max_hp:
            yield f"{called(entity)} has {pools.hp} of {pools.max_hp} hit points"
        if not 0 <= pools.mana <= pools.max_mana:
            yield f"{called(entity)} has {pools.mana} of {pools.max_mana} mana"
        if pools.level < 1 or pools.xp < 0 or pools.gold < 0:
            yield f"{called(entity)} has level {pools.level}, {pools.xp} xp, {pools.gold} gold"
        if pools.unsteady < 0:
            yield f"{called(entity)} regains its poise in {pools.unsteady} turns"
    for entity, charges in ecs.with_component(items.Charges):
        if not 0 <= charges.left <= charges.most:
            yield f"{called(entity)} has {charges.left} of {charges.most} charges"


@check
def packs_hold_what_exists(game: Game) -> Iterator[str]:
    """Check that everything carried is an existing item, in one pack only, and nowhere else."""
    held: list[int] = []
    gone = game.dead.copy()
    for owner, pack in ecs.with_component(items.Pack):
        if not (pack.items or pack.worn):
            continue
        things = (*pack.items, *pack.worn.values())
        if owner in game.dead and owner != game.player:
            gone.update(things)  # removed along with their owner
            continue
        held += things
        for item in things:
            if fault := _fault_of(game, item):
                yield f"{called(owner)} carries {fault}"
        for slot, item in pack.worn.items():
            kind = esper.try_component(item, items.Item)
            if kind is None or slot not in inventory.HANDS.get(kind.slot or "", (kind.slot,)):
                yield f"{called(owner)} wears {called(item)} on the wrong slot, {slot}"
    carried = Counter(held)
    yield from (f"{called(item)} is carried {n} times" for item, n in carried.items() if n > 1)
    for item in _nowhere(gone.union(carried)):
        yield f"{called(item)} is neither carried nor anywhere"


def _nowhere(others: set[int]) -> Iterator[int]:
    """Yield the items that are on no level, without some others."""
    rows = ecs.rows()
    for item, position in ecs.with_component(spatial.Position):
        if position.depth == spatial.NOWHERE and item not in others and items.Item in rows[item]:
            yield item


def _fault_of(game: Game, item: int) -> str:
    """Return what is wrong with one carried item; "" if nothing is."""
    row = ecs.row(item)
    if not row or item in game.dead:
        return f"{item}, which is gone"
    if items.Item not in row:
        return f"{called(item)}, which is no item"
    return (
        ""
        if row[spatial.Position].depth == spatial.NOWHERE
        else f"{called(item)}, which lies on the map"
    )


@check
def statuses_belong_to_their_targets(game: Game) -> Iterator[str]:
    """Check that each status is listed once by its living target and has turns left."""
    borne = ecs.with_component(Statuses)
    listed = Counter(status for _, statuses in borne for status in statuses.entities)
    for entity, statuses in borne:
        for status in statuses.entities:
            effect = esper.try_component(status, StatusEffect)
            if effect is None:
                yield f"{called(entity)} has status {status}, which is none"
            elif effect.target != entity:
                yield f"{called(entity)} has {effect.name} ({status}), which is on {effect.target}"
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
def spells_are_known_once(game: Game) -> Iterator[str]:
    """Check that known spells exist and are listed once."""
    for entity, known in ecs.with_component(magic.KnownSpells):
        if not known.spells and known.ready is None:
            continue
        names = [perception.true_name(spell) for spell in known.spells]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            yield f"{called(entity)} knows a spell twice: {twice}"
        if known.ready is not None and known.ready >= len(names):
            yield f"{called(entity)} has {known.ready} spells ready of {len(names)}: that is all"
        for spell, name in zip(known.spells, names, strict=True):
            if game.spells.get(name) != spell and not esper.has_component(spell, magic.Inscription):
                yield f"{called(entity)} knows {called(spell)}, which is no spell of this game"


@check
def inscriptions_fit(game: Game) -> Iterator[str]:
    """Check that an inscribed spell is one creature's own and that its runes, and those of laid spells, fit."""
    owners = Counter(
        spell for _, known in ecs.with_component(magic.KnownSpells) for spell in known.spells
    )
    for spell, inscription in ecs.with_component(magic.Inscription):
        if owners[spell] != 1:
            yield f"{called(spell)} with runes on it is known by {owners[spell]} creatures"
        yield from _unfit(game, magic.Recipe(perception.true_name(spell), inscription.runes))
    for _, laid in ecs.with_component(magic.Laid):
        yield from _unfit(game, laid.recipe)


def _unfit(game: Game, recipe: magic.Recipe) -> Iterator[str]:
    """Yield a fault if a spell cannot be composed."""
    try:
        composed(game, recipe)
    except (KeyError, UnfitError) as error:
        yield f"{recipe} cannot be: {error}"


@check
def minds_are_on_creatures(game: Game) -> Iterator[str]:
    """Check that whomever a creature hunts, follows or blames exists or once existed."""
    for entity, mind in ecs.with_component(actors.Mind):
        for what, other in (("hunts", mind.target), ("follows", mind.leader)):
            if not _was_somebody(other):
                yield f"{called(entity)} {what} {other}, who never was"
        if mind.loot and mind.loot != entity and not _was(mind.loot, items.Item):
            yield f"{called(entity)} stole {mind.loot}, which never was"
    for entity, status in ecs.with_component(StatusEffect):
        if not _was_somebody(status.source):
            yield f"{called(entity)} is blamed on {status.source}, who never was"
    for entity, hazard in ecs.with_component(hazards.Hazard):
        if not _was_somebody(hazard.source):
            yield f"{called(entity)} is blamed on {hazard.source}, who never was"


def _was_somebody(entity: int) -> bool:
    """Return whether an id is nobody's, a creature's, or that of a creature that is gone."""
    return entity == NOBODY or _was(entity, vitals.Pools)


def _was(entity: int, kind: type) -> bool:
    """Return whether an id was given out, to something that is gone or has this component."""
    if esper.entity_exists(entity):
        return esper.has_component(entity, kind)
    return NOBODY < entity < ecs.next_id()


def faults(game: Game) -> list[str]:
    """List every broken invariant of a game between two turns, as sentences. Makes its world the current one."""
    game.enter()
    return [fault for each in CHECKS for fault in each(game)]


def faults_of_state(game: Game) -> list[str]:
    """List every broken invariant of a game that was just loaded, without its indexes.

    The indexes were built a moment ago; rebuilding them took nearly half the time of validating a save.
    """
    game.enter()
    return [fault for each in CHECKS if each not in INDEX_CHECKS for fault in each(game)]
