"""Taking back the last turn. The engine keeps the state before it for players who know a spell that does this."""

from typing import ClassVar

from roguelike.components import actors
from roguelike.core.effect import Effect, effect
from roguelike.effects import registry
from roguelike.world import changes, ecs
from roguelike.world.game import Game


@effect("take_back")
class TakeBack(Effect):
    """Takes back its user's last turn with all its consequences; once at each depth."""

    remembers: ClassVar[bool] = True
    told: ClassVar[str] = "takes back your last turn; once on each level"


@registry.handles(TakeBack)
def take_back(effect: TakeBack, hit: registry.Hit, game: Game) -> None:
    """Ask the engine for the state before the last turn, if there is one, once at each depth."""
    if hit.target != game.player:
        game.change(changes.Fizzled(hit.cause, hit.target, "Only yours can be taken back."))
    elif game.depth in ecs.get(game.player, actors.Player).taken_back:
        game.change(
            changes.Fizzled(hit.cause, hit.target, "You have taken back a turn here already.")
        )
    elif not game.yesterday:
        game.change(changes.Fizzled(hit.cause, hit.target, "There is no turn to take back yet."))
    else:
        paid = (c for c in game.trace if type(c) is changes.PoolChanged and c.cause is hit.cause)
        mana = sum(int(c.before - c.after) for c in paid if c.pool == "mana")
        game.change(changes.TookBack(hit.cause, hit.target, mana))
