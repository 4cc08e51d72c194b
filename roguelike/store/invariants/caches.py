"""Derived values that are cached: turn order, derived stats, sides, and the panel's views of items and spells."""

from collections.abc import Iterator

import esper

from roguelike.components.actors import Initiative, StatsCache
from roguelike.components.spatial import Position
from roguelike.engine.views.items import Carried, Ready, carried, spell_views
from roguelike.store.invariants.checks import called, check, check_of_indexes, lives
from roguelike.systems.ai.sightings import Factions, factions_of, side_of
from roguelike.systems.initiative import MOST_TICKS
from roguelike.world import derived_stats, ecs, space
from roguelike.world.game import Game
from roguelike.world.space import present

MOST_WAIT_TICKS = 100 * MOST_TICKS
"""Nobody can be slowed for longer than this; a creature that is would be frozen for good."""


@check
def turns_are_due(game: Game) -> Iterator[str]:
    """Check that exactly the awake creatures on the level are in the turn queue, and that nobody waits for ages."""
    for entity, turns in ecs.with_component(Initiative):
        if turns.due > game.now + MOST_WAIT_TICKS:
            yield f"{called(entity)} waits for tick {turns.due}, and now it is {game.now}"
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
            yield f"{called(entity)} waits for tick {due}, but the turn queue does not know"
    for entity in sorted(queue.noted | {entity for _, entity in heap}):
        initiative = esper.try_component(entity, Initiative)
        due = initiative.due if initiative is not None else game.now
        if due < game.now and (entity in queue.noted or (due, entity) in heap):
            yield f"{called(entity)} was due at {due}, before now ({game.now})"


@check
def stats_are_up_to_date(game: Game) -> Iterator[str]:
    """Check that cached derived stats equal freshly computed ones."""
    for entity, found in ecs.with_component(StatsCache):
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
    known = caches.get(Factions, (game.depth, caches.population))
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
    before = [each for each, _ in present(game, Position)]
    game.caches.population += 1
    now = [each for each, _ in present(game, Position)]
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
