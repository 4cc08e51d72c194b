"""What grows for as long as a game lasts, and must have room to grow: no save holds a number beyond FAR."""

from collections.abc import Iterator
from itertools import chain

from roguelike.components.actors import Initiative, Mind
from roguelike.components.hazards import Hazard
from roguelike.components.items import Pack, Stock
from roguelike.components.magic import KnownSpells
from roguelike.components.statuses import Duration, Statuses
from roguelike.components.vitals import Attributes, HungerClock, Pools, Skills
from roguelike.core.records import astuple, field_names
from roguelike.core.scalars import FAR
from roguelike.store.invariants.checks import called, check
from roguelike.world import ecs
from roguelike.world.game import Game, Tallies

ROOM = FAR // 2
"""No game comes near this: from here it would take years to outgrow what a save holds."""
MOST_TRAINED, MOST_HELD = 500, 5_000
"""Half of what a save holds: for a level, an attribute or a skill, and for the number of anything that one entity
has."""

CLOCKS: tuple[type[HungerClock | Duration | Hazard], ...] = (HungerClock, Duration, Hazard)
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
    for entity, pools in ecs.with_component(Pools):
        if max(pools.max_hp, pools.max_mana, pools.xp, pools.gold) > ROOM:
            yield f"{called(entity)} has more life, mana, experience or gold than anybody gains"
    for entity, initiative in ecs.with_component(Initiative):
        if max(initiative.due, initiative.acts) > ROOM:
            yield f"{called(entity)} has acted longer than anybody plays"
    for entity, stock in ecs.with_component(Stock):
        if max(stock.delivery, *stock.sold.values(), 0) > ROOM:
            yield f"{called(entity)} has sold more than anybody buys"


@check
def training_has_room(_game: Game) -> Iterator[str]:
    """Check that levels, attributes and skills can grow as well."""
    for entity, pools in ecs.with_component(Pools):
        if pools.level > MOST_TRAINED:
            yield f"{called(entity)} is of level {pools.level}, which nobody reaches"
    for kind in (Attributes, Skills):
        for entity, trained in ecs.with_component(kind):
            if max(map(abs, astuple(trained))) > MOST_TRAINED:
                yield f"{called(entity)} is better or worse at something than anybody gets"


@check
def countdowns_have_room(game: Game) -> Iterator[str]:
    """Check that countdowns and standings can change for as long as anybody plays."""
    for entity, mind in ecs.with_component(Mind):
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
    for entity, pack in ecs.with_component(Pack):
        if len(pack.items) > MOST_HELD:
            yield f"{called(entity)} carries {len(pack.items)} things"
    for entity, statuses in ecs.with_component(Statuses):
        if len(statuses.entities) > MOST_HELD:
            yield f"{called(entity)} bears {len(statuses.entities)} statuses"
    for entity, known in ecs.with_component(KnownSpells):
        if len(known.spells) > MOST_HELD:
            yield f"{called(entity)} knows {len(known.spells)} spells"
