"""Quiet: what comes back by itself, of hit points and mana, and that a level has only so much of it.

Rest gives it, and so does what is worn; both draw on the same store, or waiting with a ring on would be rest without
end. The store is a share of the player's pools (the figure `quiet`), a town's is empty, and nothing refills it: whoever
has had it goes on as they are, drinks something, pays for a bed in town, or finds a new level.
"""

from typing import Annotated, Literal

import esper

from roguelike.components import actors, vitals
from roguelike.core.effect import Effect, effect
from roguelike.core.grammar import Message
from roguelike.core.records import Meta, Record
from roguelike.core.rng import PERCENT
from roguelike.core.scalars import Count
from roguelike.effects import registry
from roguelike.world import changes, ecs, figures, perception, space
from roguelike.world.game import Cause, Game

SPENT = {
    "hp": "Your wounds have had all the rest that this place has.",
    "mana": "Your mind has had all the rest that this place has.",
}
"""What is said when the last of it is given, by pool."""


class Quiet(Record):
    """How many hit points and how much mana the player's level still gives back to who rests there."""

    hp: int
    mana: int


def quiet_left(game: Game) -> Quiet:
    """Return what is left of the quiet of the player's level."""
    pools, share = ecs.get(game.player, vitals.Pools), quiet_share(game)
    hp, mana = _taken(game)
    return Quiet(max(0, int(pools.max_hp * share) - hp), max(0, int(pools.max_mana * share) - mana))


HUNTED_TURNS = 8
"""Turns after which who hunted the player, and is out of sight, no longer keeps them from a quiet moment."""


def is_hunted(game: Game) -> bool:
    """Return whether somebody hunts the player in their view, or did so a moment ago."""
    player = esper.try_component(game.player, actors.Player)
    if player is not None and game.turn - player.hunted <= HUNTED_TURNS:
        return True
    return any(
        mind.awake
        and mind.target == game.player
        and space.is_here(game, entity)
        and perception.sees(game, entity)
        for entity, mind in ecs.with_component(actors.Mind)
    )


def quiet_share(game: Game) -> float:
    """Return how much rest the player's level has at first, in shares of both pools."""
    return figures.worked_out(game.content.figures["quiet"], depth=game.depth) / PERCENT


def is_restful(game: Game) -> bool:
    """Return whether rest on this level would give back any of what the player lacks."""
    pools, left = ecs.get(game.player, vitals.Pools), quiet_left(game)
    lacks_mana = pools.mana < pools.max_mana
    return bool(pools.hp < pools.max_hp and left.hp) or bool(lacks_mana and left.mana)


def _taken(game: Game) -> tuple[int, int]:
    """Return the hit points and the mana that the quiet of the player's level has given already."""
    player = esper.try_component(game.player, actors.Player)
    rested = player.rested if player is not None else ()
    return next(((hp, mana) for depth, hp, mana in rested if depth == game.depth), (0, 0))


@effect("recover")
class Recover(Effect):
    """Gives back hit points or mana as rest does: to the player out of the quiet of the level."""

    regards_target_alone = True
    pool: Annotated[Literal["hp", "mana"], Meta(description="of which of the two")]
    amount: Annotated[Count, Meta(description="points that it gives back")] = 1

    def words(self) -> str:
        """Return for example "lets 1 health come back"."""
        return f"lets {self.amount} {'health' if self.pool == 'hp' else 'mana'} come back"


@registry.handles(Recover)
def recover(effect: Recover, hit: registry.Hit, game: Game) -> None:
    """Raise the pool by no more than what is missing, and for the player by no more than the level has left."""
    pools, pool = ecs.get(hit.target, vitals.Pools), effect.pool
    before, most = getattr(pools, pool), getattr(pools, f"max_{pool}")
    gain = min(effect.amount, most - before)
    if hit.target == game.player:
        left = getattr(quiet_left(game), pool)
        gain = min(gain, left)
    if gain < 1 or pools.hp < 1:
        return
    game.change(changes.PoolChanged(hit.target, pool, before, before + gain, hit.cause))
    if hit.target == game.player:
        _take(game, pool, gain, hit.cause)
        if gain == left and before + gain < most:
            told = Message(SPENT[pool], (), "warn")
            game.change(changes.Told(Cause("the quiet", kind="story"), told, heard=True))


def _take(game: Game, pool: str, points: int, cause: Cause) -> None:
    """Count what the quiet of the player's level has given."""
    hp, mana = _taken(game)
    now = (game.depth, hp + points, mana) if pool == "hp" else (game.depth, hp, mana + points)
    others = [each for each in ecs.get(game.player, actors.Player).rested if each[0] != game.depth]
    changes.alter(game, game.player, actors.Player, "rested", tuple(sorted([*others, now])), cause)
