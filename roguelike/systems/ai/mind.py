"""The order in which a creature considers what to do.

Talk, get out of the fire, heal, flee, then its own habits before a fight, the fight, and those that come after it.

Fear: badly hurt creatures flee, and some return; thieves flee for good with what they took.
"""

from roguelike.actions import acting, melee, senses
from roguelike.components import actors, magic, vitals
from roguelike.core.geometry import steps_between
from roguelike.core.grammar import Message
from roguelike.systems.ai import habits as _all_of_them  # noqa: F401 (registers them)
from roguelike.systems.ai.abilities import choose_aid
from roguelike.systems.ai.actor import Actor, Doing, Sighting, habits_of
from roguelike.systems.ai.fighting import SEARCH_TURNS, fight
from roguelike.systems.ai.sightings import in_sight
from roguelike.systems.ai.walking import STATIC_PASS, flee, leave_hazard
from roguelike.world import changes, ecs, perception, space
from roguelike.world.game import Cause

FRIGHT_TURNS = 12
"""Own turns that fear lasts."""


def is_afraid(actor: Actor) -> bool:
    """Return whether a creature flees from its enemies now; counts down one turn of its fear."""
    mind, nature = actor.mind, actor.nature
    if senses.FLEES in actor.stats.status.flags or mind.loot:
        return True
    if nature.flees_at_hp_share:
        pools: vitals.Pools = actor.row[vitals.Pools]
        if pools.hp <= nature.flees_at_hp_share * pools.max_hp:
            if not mind.has_fled:
                mind.has_fled, mind.fear_turns = True, FRIGHT_TURNS
            elif not nature.returns_after_fleeing:
                mind.fear_turns = max(1, mind.fear_turns)
        elif not nature.returns_after_fleeing:
            mind.has_fled = False
    if mind.fear_turns:
        mind.fear_turns -= 1
        return True
    return False


def run(actor: Actor, threats: list[Sighting]) -> acting.Action | None:
    """Return a step away from the threats, or from where one was last seen; the cornered attack or pass.

    None if there is nothing to flee from.
    """
    last_seen = actor.mind.last_seen
    points = [point for _, other in threats if (point := space.point_of(other)) is not None]
    if not points:
        if last_seen is None or actor.here == last_seen:
            return None
        return flee(actor, [last_seen]) or STATIC_PASS
    away = flee(actor, points)
    if away is not None:
        return away
    cornered = [other for squared, other in threats if squared <= melee.NEIGHBOUR_SQUARED_TILES]
    return melee.Melee(cornered[0]) if cornered else STATIC_PASS


def lose_heart(actor: Actor) -> None:
    """Frighten a follower whose leader is gone, for half of FRIGHT_TURNS."""
    mind = actor.mind
    if mind.leader and not space.is_here(actor.game, mind.leader):
        mind.leader, mind.fear_turns = 0, FRIGHT_TURNS // 2


TALKING_TILES = 3
"""Tiles within which creatures talk to the player; with more, a whole street would talk at once."""
QUIP_PERCENT = 100 / 6
"""Percent chance each turn of saying a line to the player (source game, 3.6)."""


def decide(actor: Actor) -> acting.Action:
    """Return what a creature does with its turn; a rooted one passes instead of stepping."""
    action = _decide(actor)
    if actor.nature.movement == "rooted" and action.step is not None:
        return STATIC_PASS
    return action


def _decide(actor: Actor) -> acting.Action:
    """Return what a creature does if it can move."""
    mind: actors.Mind = actor.mind
    if mind.quips_said < len(actor.nature.quips):
        _quip(actor)
    prey, threats = in_sight(actor)
    actor.prey = prey
    if mind.leader:
        lose_heart(actor)
    if (urgent := _urgent(actor)) is not None:
        return urgent
    before, after = habits_of(actor.nature)
    if is_afraid(actor):
        if prey:
            mind.last_seen, mind.search_turns = space.point_of(prey[0][1]), SEARCH_TURNS
        away = run(actor, [*prey, *threats])
        if away is not None:
            return away
    elif before and (own := _first(actor, before)) is not None:
        return own
    elif prey:
        return fight(actor)
    elif threats:
        return run(actor, threats) or STATIC_PASS
    return _first(actor, after) or STATIC_PASS


def _first(actor: Actor, habits: tuple[Doing, ...]) -> acting.Action | None:
    """Return what a creature does by the first of some habits that makes it do anything."""
    for do in habits:
        if (action := do(actor)) is not None:
            return action
    return None


def _urgent(actor: Actor) -> acting.Action | None:
    """Return what takes precedence, if anything: leaving burning ground, healing itself or a friend."""
    if actor.avoided is not None and actor.avoided.burning:
        near = space.point_of(actor.prey[0][1]) if actor.prey else None
        out = leave_hazard(actor, near or actor.here)
        if out is not None:
            return out
    return choose_aid(actor) if magic.Abilities in actor.row else None


def _quip(actor: Actor) -> None:
    """With a chance of QUIP_PERCENT, say the next line not yet said by its kind to a player nearby."""
    game, here = actor.game, actor.here
    mind: actors.Mind = actor.mind
    player = space.point_of(game.player)
    if (
        player is None
        or not actor.level.visible[here]
        or steps_between(here, player) > TALKING_TILES
    ):
        return
    if not game.rng.chance(QUIP_PERCENT):
        return
    mind.quips_said = _lines_said(actor.entity)
    if mind.quips_said < len(actor.nature.quips):
        line = actor.nature.quips[mind.quips_said]
        mind.quips_said += 1
        message = Message("{1} says: “{2}”", (perception.noun(game, actor.entity), line), "speech")
        game.change(changes.Told(Cause("talk", actor.entity, "talk"), message))


def _lines_said(entity: int) -> int:
    """Return how many lines creatures of one kind have said: they share one count, so that none is said twice."""
    name = perception.true_name(entity)
    return max(
        mind.quips_said
        for other, mind in ecs.with_component(actors.Mind)
        if perception.true_name(other) == name
    )
