"""What walks by itself: to a place, in a direction, to whatever is unknown or worth picking up; and resting.

The one decision: each turn is an ordinary command, and what happens in it may stop the rest; a sentence says why.
"""

from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

import esper
import numpy as np

from roguelike.actions import acting, carrying, moving, senses
from roguelike.components import actors, bargains, items, magic, spatial, vitals
from roguelike.components.statuses import Statuses, StatusTemplate
from roguelike.core import paths, sight
from roguelike.core.geometry import DIRECTIONS, ORTHOGONAL, Point
from roguelike.core.grammar import Noun, capital, listed, plural, turns_words
from roguelike.core.records import replace
from roguelike.effects import learning, quiet
from roguelike.effects.foresight.coming import turns_to_live
from roguelike.effects.foresight.forecast import Outcome
from roguelike.engine.foreseeing.aiming import foresee, own_death, own_doom
from roguelike.engine.foreseeing.perils import known_perils, perils_of
from roguelike.engine.play.hazards import NOWHERE, barred_by, barriers, bars, harmful_in_view
from roguelike.world import changes, ecs, factions, perception, remembering, space
from roguelike.world.catalog import Catalog
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game, template_of
from roguelike.world.level import Level
from roguelike.world.terrain import STAIRS, WALKABLE, Tile

MOST_NAMED = 2
"""How many kinds of enemies are named before the others are counted."""
NOBODY_PASSED: Mapping[int, bool] = MappingProxyType({})
GOING_ON = ("hunger", "status")
"""Kinds of causes that hurt turn after turn, wherever the player goes."""


def interruption(
    game: Game, *, on_the_way: bool = False, passed: Mapping[int, bool] = NOBODY_PASSED
) -> str | None:
    """Return why an automatic command should stop, as a sentence; None if it can continue.

    Walking (`on_the_way`) is not stopped by fleeing enemies: a fox that keeps its distance would stop it forever. Nor
    do those who are `passed` (and asleep or not), until they wake or notice anybody: a player who saw them and set out
    means to pass them.
    """
    if game.player in game.dead:
        return "You are dead."
    foes = [
        foe
        for foe in senses.hostiles_in_view(game)
        if not (on_the_way and senses.is_fleeing(foe))
        and not _is_passed(foe, passed)
        and not senses.is_far_off(game, foe)
    ]
    return _seen_words(game, foes) if foes else None


def danger_of(game: Game, action: acting.Action) -> str:
    """Return why the next turn of an automatic command might be the player's death or not theirs to choose; "" if not.

    What is still to come of statuses, fires and hunger is asked of the same foresight as everything else.
    """
    if action.step is not None and moving.staggers(game.player):
        return "You are confused: steps go astray."
    if turns := turns_to_live(game):
        ills = ", ".join(dict.fromkeys(template.label for _, template in _wasting(game.player)))
        return f"You will die in {turns_words(turns)} if nothing helps: {ills}."
    hunger = esper.try_component(game.player, vitals.HungerClock)
    if hunger and hunger.state == "Starving":
        return "You are too hungry."
    if not game.level.hazards or not harmful_in_view(game):
        return ""
    seen = foresee(game, game.player, action)
    # Who rests stays where they are, or where they stumble to.
    stays = action.step is None and seen.outcomes.get(game.player, Outcome()).dies_later > 0
    kills = stays or own_death(game, seen) > 0 or own_doom(game, seen) > 0
    return "That could kill you." if kills else ""


def wasting_away(game: Game) -> frozenset[int]:
    """Return the statuses of the player that take hit points turn after turn."""
    return frozenset(status for status, _ in _wasting(game.player))


def _wasting(entity: int) -> Iterator[tuple[int, StatusTemplate]]:
    """Yield the statuses of a creature that take hit points turn after turn, with their templates."""
    held = esper.try_component(entity, Statuses)
    for status in held.entities if held else ():
        template = ecs.get(status, StatusTemplate)
        if template.tick == "damage":
            yield status, template


def unaware_in_view(game: Game) -> dict[int, bool]:
    """Return the enemies in view who have not noticed anybody, and whether they sleep."""
    return {
        foe: perception.is_asleep(foe)
        for foe in senses.hostiles_in_view(game)
        if senses.is_unaware(foe)
    }


def _is_passed(foe: int, passed: Mapping[int, bool]) -> bool:
    """Return whether an enemy was unaware at the start of a walk, and nothing has changed about that."""
    return foe in passed and senses.is_unaware(foe) and perception.is_asleep(foe) == passed[foe]


def is_warned(game: Game) -> bool:
    """Return whether the last turn warned the player of something out of sight that is coming for them.

    Only news counts, not what is told repeatedly, such as blows at a door.
    """
    return any(
        type(change) is changes.Told and change.cause.kind == "story" for change in game.trace
    )


def is_hurt(game: Game, known: Collection[int] = ()) -> bool:
    """Return whether something hurt the player in the last turn, other than hunger and the statuses `known` before."""
    goes_on = GOING_ON if wasting_away(game) <= set(known) else GOING_ON[:1]
    return any(
        type(change) is changes.PoolChanged
        and change.entity == game.player
        and change.pool == "hp"
        and change.after < change.before
        and change.cause.kind not in goes_on
        for change in game.trace
    )


def has_noticed(game: Game) -> bool:
    """Return whether the player noticed something hidden in the last turn, such as a trap."""
    return any(
        type(change) is changes.Altered
        and change.component is spatial.Hidden
        and change.cause.kind != "trap"
        for change in game.trace
    )


def _introduced(game: Game, foe: int) -> Noun:
    """Return the words for an enemy just seen: a fox, a sleeping fox."""
    named = replace(perception.noun(game, foe), entity=0)
    if perception.is_asleep(foe) and not named.proper:
        named = replace(named, name=f"sleeping {named.name}")
    return named


def _seen_words(game: Game, foes: list[int]) -> str:
    """Name the enemies seen by kind, nearest first: "You see 2 orcs, a wolf and 3 others." is an example."""
    near = sorted(foes, key=lambda foe: (senses.steps_apart(game.player, foe), foe))
    kinds = Counter(_introduced(game, foe) for foe in near)
    nearest = list(kinds.items())[:MOST_NAMED]
    named = [
        kind.introduced if count == 1 else f"{count} {plural(kind.name)}" for kind, count in nearest
    ]
    others = len(near) - sum(count for _, count in nearest)
    if others:
        named.append("one other" if others == 1 else f"{others} others")
    return f"You see {listed(named)}."


Edge = Callable[[Game, sight.Mask], sight.Mask]
"""A function that returns the known tiles from which unknown ones may be seen."""
Walk = Generator[acting.Action, None, str]
"""The commands of an automatic walk; it returns why it ended if something bars the way, "" otherwise."""
DETOUR_TILES = 8
"""The most extra steps that a detour around a creature may take; otherwise the player walks straight up to it."""
ROOM_LEFT = 4
"""How many times an item's weight must fit into the free load for it to be picked up, so that light items fill it."""


def nobody(game: Game, creature: int) -> bool:
    """Return False: every creature counts as an obstacle."""
    return False


def anybody(game: Game, creature: int) -> bool:
    """Return True: no creature counts as an obstacle, since it may move."""
    return True


def known_ground(
    game: Game, past: Callable[[Game, int], bool] = nobody, barred: frozenset[Point] | None = None
) -> sight.Mask:
    """Return the mask [x, y] of known walkable tiles, without known traps and seen creatures (unless `past` them).

    Nor with the `barred` tiles: if none are given, those of fires and clouds in view that would harm the player.
    """
    level = game.level
    known: sight.Mask = WALKABLE[remembering.known_tiles(level)] & level.explored
    rows, player, content = ecs.rows(), game.player, game.content
    for point, entities in as_they_are(level):
        for entity in entities:
            row = rows[entity]
            if _keeps_out(row.get(magic.Trigger), row.get(spatial.Body)):
                known[point] &= not perception.is_noticed(entity)
            elif (
                vitals.Pools in row
                and entity != player
                and not past(game, entity)
                and perception.sees(game, entity)
            ):
                known[point] = False
    for point, things in level.remembered.things.items():
        for thing in things:
            if _kind_keeps_out(content, thing.kind):
                known[point] = False
    for point in harmful_in_view(game) if barred is None else barred:
        known[point] = False
    return known


def as_they_are(level: Level) -> Iterator[tuple[Point, list[int]]]:
    """Yield the tiles whose true state the player assumes, with the entities on each."""
    # Reading a byte takes a third of the time of reading an array element.
    is_true, columns = remembering.as_it_is(level).tobytes(order="F"), level.width
    return (
        (point, entities)
        for point, entities in level.at.items()
        if is_true[point[1] * columns + point[0]]
    )


@lru_cache(maxsize=1024)
def _kind_keeps_out(content: Catalog, kind: actors.Kind) -> bool:
    """Return whether paths avoid things of a kind; cached, since it is asked about everything remembered."""
    parts = content.templates(kind.section, kind.name)
    trigger = next((part for part in parts if isinstance(part, magic.Trigger)), None)
    body = next((part for part in parts if isinstance(part, spatial.Body)), None)
    return _keeps_out(trigger, body)


def _keeps_out(trigger: magic.Trigger | None, body: spatial.Body | None) -> bool:
    """Return whether paths avoid a thing: a trap, or a fixture that blocks."""
    return trigger is not None or (body is not None and body.fixed)


def frontier(game: Game, known: sight.Mask) -> sight.Mask:
    """Return the known tiles that border on unexplored ones."""
    return _beside_the_dark(game, known, ORTHOGONAL)


def corners(game: Game, known: sight.Mask) -> sight.Mask:
    """Return the known tiles that touch an unexplored one by a corner.

    Between two walls a path may continue across the corner, and it can only be seen from there:

        #####
        @.###
        ##?##
    """
    return _beside_the_dark(game, known, DIRECTIONS[len(ORTHOGONAL) :])


def _beside_the_dark(game: Game, known: sight.Mask, ways: Sequence[Point]) -> sight.Mask:
    """Return the known tiles from which an unexplored one lies in one of these directions."""
    dark = ~game.level.explored
    width, height = dark.shape
    beside = np.zeros_like(dark)
    for dx, dy in ways:
        to = slice(max(0, -dx), width - max(0, dx)), slice(max(0, -dy), height - max(0, dy))
        of = slice(max(0, dx), width + min(0, dx)), slice(max(0, dy), height + min(0, dy))
        beside[to] |= dark[of]
    edge: sight.Mask = known & beside
    return edge


def _lying(
    game: Game, known: sight.Mask
) -> Iterator[tuple[Point, actors.Kind, bargains.Terms | None, int | str]]:
    """Yield (tile, kind, terms, id) of what is seen on known ground; then of what is remembered, by its name."""
    level = game.level
    for point, entities in as_they_are(level):
        if known[point]:
            for entity in entities:
                row = ecs.row(entity)
                yield point, row[actors.Kind], row.get(bargains.Terms), entity
    for point, things in level.remembered.things.items():
        if known[point]:
            for thing in things:
                yield point, thing.kind, thing.terms, thing.name


def _loot(game: Game, known: sight.Mask) -> list[Point]:
    """List the tiles where the player sees or remembers items worth taking."""
    worth = (
        point
        for point, kind, terms, _ in _lying(game, known)
        if is_worth_taking(game, kind) and not perception.is_on_terms(terms)
    )
    return list(dict.fromkeys(worth))


def _is_free_to_take(game: Game, entity: int) -> bool:
    """Return whether a thing is an item worth taking for which nothing has to be paid or given up."""
    row = ecs.row(entity)
    return is_worth_taking(game, row[actors.Kind]) and not perception.is_on_terms(
        row.get(bargains.Terms)
    )


def is_worth_taking(game: Game, kind: actors.Kind) -> bool:
    """Return whether things of a kind are light enough items, and not books of known spells.

    The Amulet is not: taking it wakes the whole dungeon, and is for the player to decide.
    """
    item = template_of(game.content, kind, items.Item)
    if item is None or is_relic(game, kind) or not is_light_enough(game, item):
        return False
    taught = learning.taught_by(template_of(game.content, kind, magic.Use))
    is_unknown = (
        template_of(game.content, kind, items.Magic) is not None
        and kind.name not in game.identified
    )
    if not taught or is_unknown:
        return True
    known = perception.known_names(game.player)
    return not all(spell in known for spell in taught)


def is_relic(game: Game, kind: actors.Kind) -> bool:
    """Return whether things of a kind are the goal of the story: the Amulet."""
    return template_of(game.content, kind, items.Relic) is not None


def is_light_enough(game: Game, item: items.Item) -> bool:
    """Return whether the player could carry an item ROOM_LEFT times without being overburdened."""
    load = stats_of(game.player)
    return load.weight + ROOM_LEFT * item.weight_lbs <= load.capacity


def step_toward(game: Game, goals: list[Point], known: sight.Mask) -> moving.Step | None:
    """Return the first step to the nearest goal over known ground."""
    return _approach(game, goals, known)[1]


def _approach(game: Game, goals: list[Point], known: sight.Mask) -> tuple[int, moving.Step | None]:
    """Return (steps to the nearest goal, first step); the step is None when there is no path."""
    here = space.point_of(game.player)
    if here is None or not goals:
        return 0, None
    width = game.level.width
    # The player's own tile counts too, even if it has a known trap: they must get off it.
    field = paths.DistanceField(paths.to_bits(known) | paths.bits_of((here,), width), width, goals)
    for there in field.steps(here):
        return field.distance(here) or 0, moving.Step.between(here, there)
    return 0, None


def next_exploring(
    game: Game, within: sight.Mask | None = None, met: frozenset[Point] = NOWHERE
) -> acting.Action | None:
    """Return the next command of exploring: pick up, or a step to loot or the unknown; None when all is known.

    It stays `within` a mask of known ground if given, and off the tiles where somebody was `met`. It goes around
    creatures if that is not much longer, else straight up to them: on a long detour the player would lose sight of
    them, forget them, and come back forever. It looks around corners only while no way down is known, since that
    takes long and seldom reveals anything. It keeps off fires and clouds that harm.
    """
    here = space.point_of(game.player)
    if here is None:
        return None
    wanted = [item for item in carrying.items_at(game, here) if _is_free_to_take(game, item)]
    if wanted:
        return carrying.PickUp(0 if wanted == carrying.items_at(game, here) else wanted[0])
    edges = (frontier,) if known_stairs(game, 1) else (frontier, corners)
    for barred in barriers(game, met):
        for edge in edges:
            if found := _next_step(game, here, edge, within, barred):
                return found
        if within is not None:
            return None  # that mask says already what is barred
    return None


def _next_step(
    game: Game, here: Point, edge: Edge, within: sight.Mask | None, barred: frozenset[Point]
) -> moving.Step | None:
    """Return the step to the nearest item or edge: around creatures if not much longer, else up to them."""
    if within is not None:
        return _approach(game, _wanted(game, here, within, edge), within)[1]
    past = known_ground(game, anybody, barred)
    straight, step = _approach(game, _wanted(game, here, past, edge), past)
    if step is None:
        return None  # if no path leads past creatures, none leads around them
    around = known_ground(game, barred=barred)
    if np.array_equal(around, past):
        return step
    length, detour = _approach(game, _wanted(game, here, around, edge), around)
    return detour if detour is not None and length <= straight + DETOUR_TILES else step


def _wanted(game: Game, here: Point, known: sight.Mask, edge: Edge) -> list[Point]:
    """List the goals of exploring: items within reach or, without any, the edges.

    Items that are remembered count like those in view: with every step something else may come into view, and whoever
    changed their mind by it would walk to and fro.
    """
    loot = _loot(game, known)
    if loot and _approach(game, loot, known)[1] is not None:
        return loot
    return [point for point in sight.points(edge(game, known)) if point != here]


def met_so_far(game: Game, met: Mapping[int, Point]) -> dict[int, Point]:
    """Return where the unaware enemies of a walk were last seen, after those `met` before.

    They are kept, since a way around somebody soon leads out of their view: whoever forgot them there would turn back,
    and see them again, for good.
    """
    seen = {
        foe: point for foe in unaware_in_view(game) if (point := space.point_of(foe)) is not None
    }
    visible = game.level.visible
    return {foe: point for foe, point in met.items() if not visible[point]} | seen


MOST_VISITS = 2
"""How often a walk may come to a tile with nothing learnt or taken in between."""


def unless_in_circles(game: Game, walk: Walk) -> Walk:
    """Yield the commands of a walk, and end it where it comes to a tile too often: each step looks anew for its way."""
    visits: Counter[Point | None] = Counter()
    learnt, here = (0, 0), space.point_of(game.player)
    while True:
        try:
            yield next(walk)
        except StopIteration as end:
            return str(end.value)
        now = int(game.level.explored.sum()), len(ecs.get(game.player, items.Pack).items)
        if now != learnt:
            learnt = now
            visits.clear()
        before, here = here, space.point_of(game.player)
        visits[here] += here != before
        if visits[here] > MOST_VISITS:
            return "You are walking in circles."


def explore(game: Game, passed: Mapping[int, bool] = NOBODY_PASSED) -> Walk:
    """Yield commands until an interruption, something in the way, or nothing is left to explore."""
    met: dict[int, Point] = {}
    while interruption(game, on_the_way=True, passed=passed) is None:
        met = met_so_far(game, met)
        action = next_free(game, frozenset(met.values()))
        if action is None:
            return fire_in_the_way(game)
        before, turn = space.point_of(game.player), game.turn
        yield action
        if game.turn == turn and space.point_of(game.player) == before:
            break
    return ""


def fire_in_the_way(game: Game) -> str:
    """Return a sentence naming the fire or cloud beyond which there is something left to explore; "" if none."""
    barred, here = harmful_in_view(game), space.point_of(game.player)
    if not barred or here is None or next_exploring(game) is not None:
        return ""
    known, width = known_ground(game, anybody, NOWHERE), game.level.width
    field = paths.DistanceField(paths.to_bits(known), width, _wanted(game, here, known, frontier))
    while steps := field.steps(here):
        here = steps[0]
        if here in barred:
            return barred_by(game, here)
    return ""


def next_free(game: Game, met: frozenset[Point] = NOWHERE) -> acting.Action | None:
    """Return the next command of exploring; None when all is known, or when a creature is in the way."""
    action = next_exploring(game, met=met)
    return None if action is None or _bumped(game, action) is not None else action


def is_explored(game: Game) -> bool:
    """Return whether nothing is left to explore, and nothing interrupts or bars the way."""
    return (
        interruption(game, on_the_way=True) is None
        and next_exploring(game) is None
        and not fire_in_the_way(game)
    )


def why_not_explore(
    game: Game, passed: Mapping[int, bool] = NOBODY_PASSED, *, insists: bool = False
) -> str:
    """Return why exploring cannot continue; where that is somebody unaware, how it can.

    A player who `insists` is told that it does not, past enemies who are awake.
    """
    action = next_exploring(game)
    blocker = _bumped(game, action) if action is not None else None
    if blocker is not None:
        return in_the_way(game, blocker)
    reason = interruption(game, on_the_way=True, passed=passed)
    if reason is None:
        return fire_in_the_way(game) or "You have explored all that you can reach."
    foes = senses.hostiles_in_view(game)
    if foes and all(map(senses.is_unaware, foes)):
        return f"{reason} Explore again to pass by."
    return f"{reason} Awake: walk yourself." if insists else reason


def in_the_way(game: Game, creature: int) -> str:
    """Return a sentence saying that a creature is in the way."""
    name = perception.noun(game, creature).phrase
    return f"{capital(name)} is in the way."


def _bumped(game: Game, action: acting.Action) -> int | None:
    """Return the id of the creature that a step would bump into, if any: exploring attacks nobody."""
    there = action.goal(game.player)
    blocker = game.level.blockers.get(there) if there is not None else None
    return (
        None
        if blocker is None or not factions.faction(blocker) or moving.gives_way(game, blocker)
        else blocker
    )


def known_stairs(game: Game, way: int) -> list[Point]:
    """List the explored stairs down (`way` 1) or up (-1)."""
    tile = Tile.DOWN_STAIRS if way > 0 else Tile.UP_STAIRS
    return sight.points((remembering.known_tiles(game.level) == tile) & game.level.explored)


def left_lying(game: Game) -> str:
    """Return a sentence naming the known items that exploring leaves, by reason; "" if there are none."""
    left: dict[str, Counter[str]] = {}
    for name, why in _leavings(game):
        left.setdefault(why, Counter())[name] += 1
    told = [f"{_counted(names)} ({why})" for why, names in left.items()]
    return f"Left lying: {', '.join(told)}." if told else ""


def _leavings(game: Game) -> Iterator[tuple[str, str]]:
    """Yield (name, why it was left) of the items left on known ground, seen ones first."""
    known, here, width = known_ground(game), space.point_of(game.player), game.level.width
    assert here is not None  # whoever explores is somewhere
    reached = paths.DistanceField(
        paths.to_bits(known) | paths.bits_of((here,), width), width, [here]
    )
    for point, kind, terms, thing in _lying(game, known):
        if template_of(game.content, kind, items.Item) is None:
            continue
        is_near = reached.distance(point) is not None
        if why := _why_left(game, kind, terms) or ("" if is_near else "out of reach"):
            yield thing if isinstance(thing, str) else perception.shown_name(game, thing), why


def _why_left(game: Game, kind: actors.Kind, terms: bargains.Terms | None) -> str:
    """Return why exploring leaves an item; "" if it does not."""
    if perception.is_on_terms(terms):
        return "at a price"
    if is_worth_taking(game, kind):
        return ""
    if is_relic(game, kind):
        return "not to be taken by the way"
    item = template_of(game.content, kind, items.Item)
    is_light = item is not None and is_light_enough(game, item)
    return "nothing new to you" if is_light else "too heavy to take along"


def _counted(names: Counter[str]) -> str:
    """Format names with their counts: "Leather Armor ×2, Tower Shield"."""
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in names.items())


LONGEST_REST_TURNS = 500


def way_to(game: Game, goal: Point, met: frozenset[Point] = NOWHERE) -> list[Point]:
    """Return the known path to a tile; [] if there is none.

    It leads over explored ground, around noticed traps, fires that harm, seen creatures and tiles where somebody was
    `met` and, if there is no other, past creatures that swap places with the player.
    """
    for barred in barriers(game, met):
        way = _way(game, goal, nobody, barred) or _way(game, goal, moving.gives_way, barred)
        if way:
            return way
    return []


def _way(
    game: Game, goal: Point, past: Callable[[Game, int], bool], barred: frozenset[Point]
) -> list[Point]:
    """Return the known path to a tile off the `barred` ones, past some creatures; [] if there is none."""
    here = space.point_of(game.player)
    if here is None or not game.level.contains(goal) or not game.level.explored[goal]:
        return []
    known = known_ground(game, past, barred)
    known[goal] = WALKABLE[remembering.known_tiles(game.level)[goal]]
    return paths.route(known, here, goal)


def why_no_way(game: Game, goal: Point) -> str:
    """Return why no known path leads to a tile: who or what blocks the only one, if anything does."""
    seen = harmful_in_view(game)
    for point in _way(game, goal, anybody, seen) or _way(game, goal, anybody, NOWHERE):
        if point in seen:
            return barred_by(game, point)
        for entity in game.level.occupants(point):
            if senses.is_seen_creature(game, entity) and not moving.gives_way(game, entity):
                return in_the_way(game, entity)
    return "You know no way there."


def walk_to(game: Game, goal: Point, *, agreed: bool = False) -> Walk:
    """Yield steps along the known path until it ends or is blocked, or an interruption.

    Enemies that were seen at the start and unaware interrupt nothing until they wake or notice somebody. A trap or
    fire at the goal itself is only entered if the player `agreed` to that.
    """
    passed = unaware_in_view(game)
    met: dict[int, Point] = {}
    first = True
    while True:
        here = space.point_of(game.player)
        if here is None or here == goal:
            return ""
        if not first and interruption(game, on_the_way=True, passed=passed) is not None:
            return ""
        met = met_so_far(game, met)
        way = way_to(game, goal, frozenset(met.values()))
        if not way:
            return why_no_way(game, goal)
        if way[0] == goal and not agreed and (perils := known_perils(game, goal)):
            return bars(perils)
        yield moving.Step.between(here, way[0])
        if space.point_of(game.player) == here and game.level.blockers.get(way[0]) is not None:
            return ""
        first = False


def run(game: Game, dx: int, dy: int) -> Walk:
    """Yield steps in one direction until a wall, a fork, an interruption, or a known trap, fire or cloud."""
    sides = _openings(game, dx, dy)
    while True:
        if perils := perils_of(game, moving.Step(dx, dy)):
            return bars(perils)
        before = space.point_of(game.player)
        yield moving.Step(dx, dy)
        after = space.point_of(game.player)
        if after is None or after == before or interruption(game, on_the_way=True) is not None:
            return ""
        if carrying.items_at(game, after) or game.level.tiles[after] in STAIRS:
            return ""
        now = _openings(game, dx, dy)
        ahead = (after[0] + dx, after[1] + dy)
        if now != sides or not game.level.is_free(ahead):
            return ""


def _openings(game: Game, dx: int, dy: int) -> tuple[bool, bool]:
    """Return whether the tiles to either side are open; a change of that is a fork."""
    here = space.point_of(game.player) or (0, 0)
    left, right = (here[0] + dy, here[1] - dx), (here[0] - dy, here[1] + dx)
    walkable = game.level.walkable
    return (
        game.level.contains(left) and bool(walkable[left]),
        game.level.contains(right) and bool(walkable[right]),
    )


def rest_fully(game: Game, passed: Mapping[int, bool] = NOBODY_PASSED) -> Iterator[acting.Action]:
    """Yield turns of rest until no more is to be had or bad statuses are over, or an interruption."""
    for _ in range(LONGEST_REST_TURNS):
        if why_not_rest(game, passed) is not None:
            return
        yield moving.Rest()


def why_not_rest(game: Game, passed: Mapping[int, bool] = NOBODY_PASSED) -> str | None:
    """Return why the player should not rest, as a sentence; None if rest helps.

    Where only those who have noticed nobody are in view, it says how to rest all the same: until one of them does.
    """
    pools = ecs.get(game.player, vitals.Pools)
    hunger = esper.try_component(game.player, vitals.HungerClock)
    if (reason := interruption(game, passed=passed)) is not None:
        is_unseen = not senses.watchers(game)
        return f"{reason} Rest again to rest unnoticed." if is_unseen else reason
    if hunger is not None and hunger.state == "Hungry":
        return "You are too hungry to rest: eat something first."
    if (
        pools.hp >= pools.max_hp
        and pools.mana >= pools.max_mana
        and not senses.is_ailing(game.player)
    ):
        return "There is nothing to recover from."
    if not quiet.is_restful(game) and not senses.is_ailing(game.player):
        return "There is no more rest to be had here."
    return None
