"""How a bot keeps its strength in the depths: it rests in town, where nobody comes, and drinks potions of mana.

A bot that rests in the depths is found, and the fight costs more than the rest gave. A town portal stays open, so that
the bot returns at full strength to where it left.
"""

from collections.abc import Iterator

from roguelike.components.vitals import Pools
from roguelike.core.rng import Stream
from roguelike.effects.mana import RestoreMana
from roguelike.effects.portals import OpenPortal, bears_relic
from roguelike.engine.play.commands import Action, UseItem
from roguelike.engine.session import Session
from roguelike.lab.bots.appraisal import danger, foes, health, hunting
from roguelike.lab.bots.item_habits import known_uses
from roguelike.lab.bots.shopping import DEPTHS
from roguelike.world import ecs
from roguelike.world.game import Game

WORN, LOW = 0.5, 0.35
"""Shares of hit points and mana below which the bot goes home to rest."""
DRY, EVEN = 0.25, 0.3
"""Share of mana below which the bot drinks some, and the cost of a fight, in shares of hit points, that is worth it."""


def mana_left(game: Game) -> float:
    """Return the share of mana left."""
    pools = ecs.get(game.player, Pools)
    return pools.mana / max(1, pools.max_mana)


def retire(session: Session, rng: Stream) -> Iterator[Action]:
    """When worn out and alone in the depths, go home by scroll to rest."""
    game = session.game
    if health(game) < WORN or mana_left(game) < LOW:
        yield from way_home(game)


def way_home(game: Game) -> Iterator[Action]:
    """In the depths, with no enemy in view and without the Amulet, read something that opens a portal home."""
    if game.depth >= DEPTHS and not foes(game) and not bears_relic(game.player):
        yield from (UseItem(item) for item in known_uses(game, OpenPortal))


def sip(session: Session, rng: Stream) -> Iterator[Action]:
    """When almost out of mana in an undecided fight, drink something that restores it; only once in the depths."""
    game = session.game
    if max(game.levels) < DEPTHS or mana_left(game) >= DRY:
        return
    if danger(game, hunting(game)) > EVEN:
        yield from (UseItem(item) for item in known_uses(game, RestoreMana))
