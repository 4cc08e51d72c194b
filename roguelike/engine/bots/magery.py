"""Habits of a mage: keep the mana up, strike from afar by forecast, and never stand where a fight goes badly."""

from collections.abc import Iterator

import esper

from roguelike.actions.senses import gap, hostiles_in_view
from roguelike.actions.shooting import missile_attack
from roguelike.components.magic import KnownSpells
from roguelike.components.vitals import HungerClock, Pools
from roguelike.core.geometry import Point, steps_between
from roguelike.core.rng import Stream
from roguelike.engine.bots.belongings import unknown_potions
from roguelike.engine.bots.fighting import foes, health
from roguelike.engine.commands import Action, Cast, Pass, Rest, Step, TakeStairs, UseItem
from roguelike.engine.exploring import known_stairs
from roguelike.engine.foresight import worth
from roguelike.engine.session import Session
from roguelike.world.game import Game
from roguelike.world.space import cells_of, point_of

SHAKEN, DESPERATE = 0.5, 0.35
"""Shares of hit points below which one keeps away, and below which one tries anything."""
NEAR = 2.0
"""Tiles within which an enemy is as good as here."""
FRESH = 0.95
"""Share of hit points with which one walks on."""


def wield_magic(session: Session, rng: Stream) -> Iterator[Action]:
    """Cast whatever the forecast promises most of for its mana, aimed as well as it can be; help counts like harm."""
    game = session.game
    if not hostiles_in_view(game):
        return
    pools = esper.component_for_entity(game.player, Pools)
    promising: list[tuple[float, Action]] = []
    for name in esper.component_for_entity(game.player, KnownSpells).names:
        spell = game.content.spell(name)
        if spell.mana_cost > pools.mana:
            continue
        aims = session.best_aims(Cast(name))[:2] if spell.use.delivery.aimed else [None]
        for aim in aims:
            seen = session.forecast(Cast(name, aim))
            promise = worth(game, seen) / (1 + spell.mana_cost)
            if promise > 0 and not session.harms_own_side(seen):
                promising.append((promise, Cast(name, aim)))
    promising.sort(key=lambda pair: -pair[0])
    yield from (action for _, action in promising)


def gamble(session: Session, rng: Stream) -> Iterator[Action]:
    """At death's door, drink and read what nobody has explained."""
    if health(session.game) <= DESPERATE and hostiles_in_view(session.game):
        yield from (UseItem(item) for item in unknown_potions(session.game))


def leave(session: Session, rng: Stream) -> Iterator[Action]:
    """Hurt, take the stairs underfoot, or make for stairs that no enemy is nearer to."""
    game, here = session.game, session.here
    if health(game) > SHAKEN or not hostiles_in_view(game):
        return
    for way in (-1, 1):
        stairs = known_stairs(game, way)
        if here in stairs:
            yield TakeStairs(way)
        for spot in stairs:
            path = session.way_to(spot)
            if path and len(path) < min(_distances(game, spot)):
                yield Step(path[0][0] - here[0], path[0][1] - here[1])


def _distances(game: Game, spot: Point) -> list[int]:
    """List how many steps each enemy in view is from a tile."""
    return [min(steps_between(cell, spot) for cell in cells_of(foe)) for foe in foes(game)]


def await_them(session: Session, rng: Stream) -> Iterator[Action]:
    """Let an enemy that is coming spend its own turns on the way: whoever arrives is struck first."""
    game = session.game
    enemies = foes(game)
    if enemies and gap(game.player, enemies[0]) > NEAR and missile_attack(game.player) is None:
        yield Pass()


def meditate(session: Session, rng: Stream) -> Iterator[Action]:
    """Rest until whole, body and mana, while nothing threatens and hunger allows."""
    game = session.game
    clock = esper.try_component(game.player, HungerClock)
    hungry = clock is not None and clock.state in ("Hungry", "Starving")
    pools = esper.component_for_entity(game.player, Pools)
    tired = pools.hp < FRESH * pools.max_hp or pools.mana < pools.max_mana
    if tired and not hungry and not hostiles_in_view(game) and point_of(game.player) is not None:
        yield Rest()
