"""Reads a trace into facts: whatever happens besides the numbers, by whom it is about.

The one decision: each kind of change either has its own fact here, or is covered by numbers, or is told by its log
sentence. So a new effect is foreseen in words as soon as it changes or tells something.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import esper

from roguelike.actions import bargaining
from roguelike.components import actors, hazards, items, spatial, vitals
from roguelike.components.statuses import StatusEffect
from roguelike.core.geometry import Point, distance_squared, steps_between
from roguelike.core.grammar import Argument, Message, Noun
from roguelike.core.records import replace
from roguelike.effects import displacement
from roguelike.effects.foresight import facts
from roguelike.effects.foresight.facts import SELF, Does, Fact, Says
from roguelike.engine.telling.sentences import SENTENCES
from roguelike.world import changes, ecs, factions, perception, space
from roguelike.world.game import NOBODY, Cause, Change, Game

About = tuple[int, Fact]
"""The entity that a fact is about (NOBODY for things and the ground), and the fact."""
Facts = dict[int, dict[Fact, None]]
"""The facts of each entity, in the order in which they happen."""
FactOf = Callable[[Any, Game], About | None]
FACT_OF: dict[type[Any], FactOf] = {
    changes.Departed: lambda change, _: (change.entity, facts.Leaves()),
    changes.DoorMoved: lambda change, _: (
        NOBODY,
        Says(f"The door {'opens' if change.open else 'closes'}"),
    ),
    changes.Fed: lambda change, _: (change.entity, Does("{1} eat[s]")),
    changes.Fizzled: lambda change, _: (change.target, facts.Stuck()),
    changes.LevelGained: lambda change, _: (
        change.entity,
        Does("{1} reach[es|] level {2}", (change.level,)),
    ),
    changes.Sounded: lambda change, _: (
        NOBODY,
        Says("A noise, heard {1} step[|s] away", (change.steps,)),
    ),
}
"""The fact that a kind of change, or of altered component, comes to; more are registered by `fact_of`.

A fact for which nobody asks by type is a sentence with what fills it."""
SILENT: frozenset[type[Any]] = frozenset(
    (changes.Absorbed, changes.Died, changes.Flashed, changes.Flew, changes.Missed, changes.Rescheduled,
     changes.Rolled, changes.Stained, changes.StatusBegan, changes.Struck, changes.TookBack,
     changes.Unleashed)
)  # fmt: skip
"""Changes that numbers, chances and cells already show."""


def fact_of(kind: type[Any]) -> Callable[[FactOf], FactOf]:
    """Register the function below as what a kind of change, or of altered component, comes to."""

    def register(function: FactOf) -> FactOf:
        FACT_OF[kind] = function
        return function

    return register


def facts_of(game: Game, trace: Sequence[Change]) -> Facts:
    """Return the facts of one act; what the player does not see is left out."""
    found: Facts = {}
    telling = _telling(trace)
    if not telling:
        return found
    kinds = set(map(type, telling))
    moved = {(change.entity, change.cause) for change in telling if type(change) is changes.Moved}
    secret = _secret_thefts(game, telling)
    is_told = any(type(change) is changes.Told and not change.message.args for change in telling)
    for change in telling:
        kind = type(change)
        if kind in TOGETHER or (kind is changes.TileChanged and is_told):
            continue  # changes of the ground are mostly told by sentences of their own
        about = change.component if isinstance(change, changes.Altered) else kind
        if id(change.cause) in secret:
            fact: About | None = (change.cause.by, facts.Robs())
        elif about in FACT_OF:
            fact = FACT_OF[about](change, game)
        else:
            fact = _as_in_log(change, game, moved)
        if fact is not None:
            found.setdefault(fact[0], {})[fact[1]] = None
    for together in [reader for kind, reader in TOGETHER.items() if kind in kinds]:
        for entity, each in together(game, telling):
            found.setdefault(entity, {})[each] = None
    return found


OWN_STEPS = {(changes.Moved, "move")}
"""Creatures' own steps, which need no mention."""


def _telling(trace: Sequence[Change]) -> list[Change]:
    """List the changes that need words: most changes are wounds and deaths, which the numbers show."""
    unsaid = [
        change
        for change in trace
        if type(change) not in SILENT
        and not (type(change) is changes.Fizzled and change.reason != displacement.STUCK)
        and not (type(change) is changes.PoolChanged and change.pool != "gold")
        and not (type(change) is changes.Altered and change.component not in FACT_OF)
    ]
    if {(type(each), each.cause.kind) for each in unsaid} <= OWN_STEPS:
        return []
    given = _given(unsaid)
    return [change for change in unsaid if not _goes_without_saying(change, given)]


def _given(trace: Sequence[Change]) -> set[str]:
    """Name the kinds of items that are created in a pack."""
    made = (
        change
        for change in trace
        if type(change) is changes.Spawned and change.depth == spatial.NOWHERE
    )
    return {
        part.name for change in made for part in change.components if isinstance(part, actors.Kind)
    }


def _goes_without_saying(change: Change, given: set[str]) -> bool:
    """Return whether a change is covered by something else, or need not be told in advance.

    A received item is described by the name it has from then on. A spoken answer changes nothing, a thrown item leaves
    the hand, and what a fixture becomes once it is used up is the price of using it.
    """
    if type(change) is changes.PoolChanged:
        return False  # gold
    if type(change) is changes.Identified:
        return change.name in given
    if type(change) is changes.Told:
        return change.cause.kind == "talk"
    if type(change) is changes.PackChanged:
        return change.cause.kind == "missile"
    return bargaining.USED_UP in change.cause.chain()


def _secret_thefts(game: Game, trace: Sequence[Change]) -> set[int]:
    """Return the ids of causes by which others are robbed: what they carry is only seen once it is taken."""
    thefts = [change for change in trace if change.cause.kind == "theft"]
    robbed = [(each.owner, each.cause) for each in thefts if type(each) is changes.PackChanged]
    robbed += [(each.entity, each.cause) for each in thefts if type(each) is changes.PoolChanged]
    return {id(cause) for victim, cause in robbed if victim not in (cause.by, game.player)}


def _as_in_log(change: Change, game: Game, moved: set[tuple[int, Cause]]) -> About | None:
    """Return what the log will say of a change; None if nothing, or if how far somebody is moved says more."""
    sentence = SENTENCES.get(type(change))
    message = sentence(change, game) if sentence is not None else None
    if message is None:
        return None
    subject = message.args[0] if message.args and message.template.startswith("{1}") else None
    if not isinstance(subject, Noun) or not subject.entity:
        return NOBODY, Says(message.template, _nameless(message, 0))
    if (subject.entity, change.cause) in moved:
        return None
    others = _nameless(message, subject.entity)[1:]
    return subject.entity, Does(message.template, others)


def _nameless(message: Message, subject: int) -> tuple[Argument, ...]:
    """Return what fills a sentence without ids: namesakes, and who is created anew each time, make one fact."""
    return tuple(
        replace(each, entity=SELF if each.entity == subject else 0)
        if isinstance(each, Noun) and each.entity
        else each
        for each in message.args
    )


# --- one change, one fact


@fact_of(changes.StatusEnded)
def _ended(change: changes.StatusEnded, game: Game) -> About:
    """Return the loss of a status, or the breaking of a shield."""
    absorbs = game.content.statuses[change.name].absorbs
    return change.target, Does("{1's} shield breaks") if absorbs else facts.Ends(change.name)


@fact_of(actors.Mind)
def _woken(change: changes.Altered, game: Game) -> About | None:
    """Return that a sleeper wakes."""
    return (change.entity, facts.Wakes()) if change.name == "awake" and change.after else None


@fact_of(spatial.Hidden)
def _found(change: changes.Altered, game: Game) -> About | None:
    """Return that something hidden is found."""
    return (
        (NOBODY, _of_thing("{1} [is|are] found", game, change.entity))
        if change.name == "found"
        else None
    )


def _named(game: Game, entity: int) -> Noun:
    """Name a thing; namesakes make one fact."""
    return replace(perception.noun(game, entity), entity=0)


def _of_thing(sentence: str, game: Game, entity: int) -> Fact:
    """Return what happens to a thing."""
    return Says(sentence, (_named(game, entity),))


@fact_of(StatusEffect)
def _strength(change: changes.Altered, game: Game) -> About | None:
    """Return that a shield or another status weakens or grows stronger."""
    if change.name != "strength":
        return None
    state = ecs.get(change.entity, StatusEffect)
    template = game.content.statuses[state.name]
    weaker = abs(change.after) < abs(change.before)
    if template.absorbs:
        return state.target, Does(f"{{1's}} shield {'weakens' if weaker else 'grows stronger'}")
    how = "less" if weaker else "more"
    return state.target, Does(f"{{1}} [is|are] {how} {{2}}", (template.label or state.name,))


@fact_of(items.Charges)
def _recharged(change: changes.Altered, game: Game) -> About | None:
    """Return that something gains charges."""
    if change.name != "left" or change.after <= change.before:
        return None
    return NOBODY, _of_thing("{1} [is|are] recharged", game, change.entity)


@fact_of(vitals.HungerClock)
def _hungry(change: changes.Altered, game: Game) -> About | None:
    """Return a new state of hunger."""
    is_new = change.name == "state" and change.after != change.before
    return (
        (change.entity, Does("{1} [is|are] {2}", (str(change.after).lower(),))) if is_new else None
    )


@fact_of(changes.Identified)
def _identified(change: changes.Identified, game: Game) -> About:
    """Return that an item will be identified, but not as what: nothing is learnt without doing it."""
    what = perception.thing(change.hidden.lower(), plural=perception.is_plural(game, change.name))
    return NOBODY, Says("You learn what {1} [is|are]", (what,))


@fact_of(changes.StandingChanged)
def _standing(change: changes.StandingChanged, game: Game) -> About:
    """Return how a faction's opinion of the player changes, or that it starts or stops attacking them."""
    side, content = change.faction, game.content
    called = content.called(side)
    is_peaceful = content.reaction(side, actors.PLAYER_FACTION) != "attack"
    if (
        is_peaceful
        and change.after <= factions.HOSTILE
        and content.reaction(side, factions.STRANGER) == "attack"
    ):
        return NOBODY, facts.Minds(called, "will attack you")
    if not is_peaceful and change.before < factions.FRIENDLY <= change.after:
        return NOBODY, facts.Minds(called, "will let you be")
    if not is_peaceful and change.after < factions.FRIENDLY <= change.before:
        return NOBODY, facts.Minds(called, "will attack you again")
    is_better = change.after > change.before
    how = facts.Minds(called, "think better of you" if is_better else "think worse of you")
    return NOBODY, how


@fact_of(changes.PoolChanged)
def _gold(change: changes.PoolChanged, game: Game) -> About | None:
    """Return how much gold the player loses; what others carry is only seen when they part with it.

    Hit points and mana are shown as numbers.
    """
    if change.pool != "gold" or change.entity != game.player or change.after >= change.before:
        return None
    return change.entity, facts.Pays(round(change.before - change.after))


@fact_of(changes.Removed)
def _removed(change: changes.Removed, game: Game) -> About | None:
    """Return that a creature or thing in view is gone."""
    if esper.has_component(change.entity, vitals.Pools):
        return change.entity, facts.Vanishes()
    if esper.has_component(change.entity, hazards.Hazard):
        fate = "is blown away" if change.cause.kind == "wind" else "goes out"
        return NOBODY, Says(f"{{1}} {fate}", (perception.true_name(change.entity).lower(),))
    if esper.has_component(change.entity, items.Item) and is_lying_here(game, change.entity):
        return NOBODY, _of_thing("{1} [is|are] lost", game, change.entity)
    return None


def is_lying_here(game: Game, item: int) -> bool:
    """Return whether an item lies, or lay, on the player's level and is not carried."""
    position = esper.try_component(item, spatial.Position)
    return position is not None and position.depth == game.depth


@fact_of(changes.TileChanged)
def _ground(change: changes.TileChanged, game: Game) -> About | None:
    """Return a change of ground that the player knows."""
    if not game.level.explored[change.point]:
        return None
    names = (tile.name.lower().replace("_", " ") for tile in (change.before, change.after))
    return NOBODY, Says("{1} becomes {2}", tuple(names))


# --- several changes, one fact each


def _travels(game: Game, trace: Sequence[Change]) -> Iterator[About]:
    """Yield how far each moved creature goes, as seen from whoever moves it; its own steps need no mention.

    Whoever vanishes from the blow that drives them is only said to be somewhere else: no one way leads there.
    """
    first: dict[int, changes.Moved] = {}
    last: dict[int, changes.Moved] = {}
    movers: defaultdict[int, set[int]] = defaultdict(set)
    for change in trace:
        if type(change) is not changes.Moved or change.cause.kind == "move":
            continue
        if esper.has_component(change.entity, vitals.Pools):
            first.setdefault(change.entity, change)
            last[change.entity] = change
            movers[change.entity].add(change.cause.by)
    swapped = {move.before[:2]: entity for entity, move in first.items()}
    for entity, move in last.items():
        start, goal = first[entity].before[:2], move.after[:2]
        if start == goal:
            continue
        other = swapped.get(goal)
        if other is not None and other != entity and last[other].after[:2] == start:
            yield entity, facts.Swaps(_whom(game, other))
        elif len(movers[entity]) > 1:
            yield entity, facts.Displaced()
        elif (fact := _way(move.cause, entity, start, goal)) is not None:
            yield entity, fact


def _whom(game: Game, entity: int) -> Argument:
    """Name a creature, even one that the act kills where it puts it."""
    at = space.point_of(entity) if entity in game.dead else None
    known = perception.sees(game, entity) or (at is not None and bool(game.level.visible[at]))
    return _named(game, entity) if known else "something"


def _way(cause: Cause, entity: int, start: Point, goal: Point) -> Fact | None:
    """Return how far and in which direction a creature is moved by the culprit; None for a step of its own."""
    by = cause.by
    if by == entity and cause.kind == "move":
        return None
    origin = space.point_of(by) if by and by != entity and esper.entity_exists(by) else None
    if origin is None:
        return facts.Displaced()
    nearer = distance_squared(origin, goal) < distance_squared(origin, start)
    tiles = steps_between(start, goal)
    return facts.Drawn(tiles) if nearer else facts.Driven(tiles)


def _shaken(game: Game, trace: Sequence[Change]) -> Iterator[About]:
    """Yield how much poise each creature has that resists control, and how much it keeps."""
    poise: dict[int, tuple[int, int]] = {}
    for change in trace:
        if type(change) is changes.ShruggedOff:
            first, _ = poise.get(change.entity, (change.left, 0))
            poise[change.entity] = first, change.left - 1
    for entity, (first, last) in poise.items():
        yield entity, Does("{1's} poise {2}, then {3}", (first, last))


def _arrivals(game: Game, trace: Sequence[Change]) -> Iterator[About]:
    """Yield what appears on ground that the player knows: "leaves fire", "a rat appears ×3".

    What wind drives there is no arrival: it was there before, and is said to be blown away.
    """
    winds = {change.cause.parent for change in trace if change.cause.kind == "wind"}
    made = (
        _kind_seen(change, game)
        for change in trace
        if type(change) is changes.Spawned and not (winds and change.cause.parent in winds)
    )
    counts: Counter[Fact] = Counter()
    for kind, count in Counter(kind for kind in made if kind is not None).items():
        if kind.section == "hazards":
            # Of fires and clouds not the tiles are counted, but the kinds.
            counts[facts.Left(kind.name.lower())] += 1
        else:
            kind_of = (
                perception.kind_of_creature if kind.section == "mobs" else perception.kind_of_thing
            )
            counts[facts.Appears(kind_of(game, kind.name))] += count
    for fact, count in counts.items():
        yield NOBODY, replace(fact, count=count)


def _kind_seen(change: changes.Spawned, game: Game) -> actors.Kind | None:
    """Return the kind of what appears; None in a pack, and where the player never saw the place."""
    if change.depth != game.depth or not game.level.explored[change.point]:
        return None
    return next((part for part in change.components if type(part) is actors.Kind), None)


TOGETHER: dict[type[Any], Callable[[Game, Sequence[Change]], Iterable[About]]] = {
    changes.Moved: _travels,
    changes.ShruggedOff: _shaken,
    changes.Spawned: _arrivals,
}
"""Kinds of changes of which several come to one fact, and the functions that read them."""
