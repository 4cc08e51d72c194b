"""Factions: which side a creature is on, whom it serves, and how one faction reacts to the sight of another."""

import esper

from roguelike.components import actors
from roguelike.components.statuses import Statuses
from roguelike.world import ecs
from roguelike.world.catalog import Reaction
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import NOBODY, Game

STRANGER = ""
"""A faction without a row: the reaction to it is the reaction to strangers."""
FRIENDLY, HOSTILE = 30, -10
"""Reputation from which an attacking faction ignores the player, and at or below which a peaceful one stops doing
so."""
MOST_STANDING = 100
"""Greatest absolute standing, good or bad, that the player can have with a faction."""


def faction(entity: int) -> str:
    """Return the name of an entity's faction, or that of its lord if it serves one; "" for items and props."""
    row = ecs.row(entity)
    nature: actors.Nature | None = row.get(actors.Nature)
    if nature is None:
        return actors.PLAYER_FACTION if actors.Player in row else ""
    statuses: Statuses | None = row.get(Statuses)
    if statuses is not None and statuses.entities and stats_of(entity).master:
        lord = lord_of(entity)
        theirs = ecs.row(lord)
        if actors.Player in theirs:
            return actors.PLAYER_FACTION
        return theirs[actors.Nature].faction if actors.Nature in theirs else nature.faction
    return nature.faction


def master_of(entity: int) -> int:
    """Return the master of a summoned or charmed creature if the master still exists; else the creature's own id."""
    statuses = esper.try_component(entity, Statuses)
    if statuses is None or not statuses.entities:
        return entity
    master = stats_of(entity).master
    return master if master and esper.entity_exists(master) else entity


def masters_of(entity: int) -> list[int]:
    """List whom a creature serves, its own master first, then its master's master, and so on to its lord.

    Whoever is called by somebody charmed stands on the charmer's side. A circle of masters ends where it closes.
    """
    chain = [entity]
    while (master := master_of(chain[-1])) not in chain:
        chain.append(master)
    return chain[1:]


def lord_of(entity: int) -> int:
    """Return whom a creature serves in the end, over all masters of its master; its own id if it serves nobody."""
    return entity if master_of(entity) == entity else masters_of(entity)[-1]


def acts_for_player(game: Game, by: int) -> bool:
    """Return whether somebody (or NOBODY) is the player, or serves them."""
    return by != NOBODY and lord_of(by) == game.player


def standing_after(game: Game, side: str, points: int) -> tuple[int, int]:
    """Return (a faction's standing, its standing after adding some points), limited to ±MOST_STANDING."""
    before = game.standing.get(side, 0)
    return before, max(-MOST_STANDING, min(MOST_STANDING, before + points))


def stance(game: Game, side: str, other: str) -> Reaction:
    """Return how one faction reacts to the sight of another; the player's allies fight the player's enemies."""
    if side == actors.PLAYER_FACTION != other:
        return "attack" if stance(game, other, side) == "attack" else "ignore"
    base = game.content.reaction(side, other)
    if other == actors.PLAYER_FACTION and game.standing:
        return _swayed(game, side, base)
    return base


def _swayed(game: Game, side: str, base: Reaction) -> Reaction:
    """Return a faction's reaction to the player by reputation: a friend is ignored, an offender is a stranger."""
    points = game.standing.get(side, 0)
    if base == "attack" and points >= FRIENDLY:
        return "ignore"
    if base == "ignore" and points <= HOSTILE:
        return game.content.reaction(side, STRANGER)
    return base


def are_friends(game: Game, a: int, b: int) -> bool:
    """Return whether two creatures are on the same side: of one faction, or neither faction attacks the other."""
    if a == b:
        return True
    side, other = faction(a), faction(b)
    return side == other or (
        bool(side and other)
        and stance(game, side, other) != "attack"
        and stance(game, other, side) != "attack"
    )
