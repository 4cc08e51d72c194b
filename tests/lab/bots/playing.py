"""What tests of habits share: drawn rooms in which some habits alone play, and everybody has noticed the player."""

from collections.abc import Iterable

from roguelike.components import actors
from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Action
from roguelike.engine.session import Session
from roguelike.lab.bots.bot import Bot
from roguelike.testing import Arena
from roguelike.world import ecs

LUCK = Stream("1", "test")


def played(arena: Arena, turns: int, *habits: object) -> Session:
    """Let some habits alone play a drawn room for some turns."""
    session, bot = Session(arena.game), Bot("test", habits, "1")
    for _ in range(turns):
        bot.take_turn(session)
    return session


def hunted(arena: Arena) -> Session:
    """Let all the creatures of a drawn room have noticed the player."""
    for foe, mind in ecs.with_component(actors.Mind):
        if foe != arena.player:
            mind.target = arena.player
    return Session(arena.game)


def first(ideas: Iterable[Action]) -> Action | None:
    """Return what is proposed first."""
    return next(iter(ideas), None)
