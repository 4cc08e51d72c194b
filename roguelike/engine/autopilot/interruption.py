"""Interruptions: why an automatic command should stop."""

from collections import Counter
from collections.abc import Collection

import esper

from roguelike.actions.senses import hostiles_in_view, is_fleeing, steps_apart
from roguelike.components.vitals import HungerClock
from roguelike.core.grammar import counted
from roguelike.core.records import replace
from roguelike.systems.waking import is_asleep
from roguelike.world.changes import PoolChanged, Told
from roguelike.world.game import Game
from roguelike.world.names import noun

MOST_NAMED = 2
"""How many kinds of enemies are named before the others are counted."""
GOING_ON = ("hunger", "status")
"""Kinds of causes that hurt turn after turn, wherever the player goes."""


def interruption(
    game: Game, *, on_the_way: bool = False, sleepers: Collection[int] = ()
) -> str | None:
    """Return why an automatic command should stop, as a sentence; None if it can continue.

    Walking (`on_the_way`) is not stopped by fleeing enemies: a fox that keeps its distance would stop it forever. Nor
    do `sleepers` stop it while they sleep: a player who saw them and set out means to pass them.
    """
    if game.player in game.dead:
        return "You are dead."
    foes = [
        foe
        for foe in hostiles_in_view(game)
        if not (on_the_way and is_fleeing(foe)) and not (foe in sleepers and is_asleep(foe))
    ]
    if foes:
        return _seen_words(game, foes)
    hunger = esper.try_component(game.player, HungerClock)
    if hunger and hunger.state == "Starving":
        return "You are too hungry."
    return None


def is_warned(game: Game) -> bool:
    """Return whether the last turn warned the player of something out of sight that is coming for them.

    Only news counts, not what is told repeatedly, such as blows at a door.
    """
    return any(type(change) is Told and change.cause.kind == "story" for change in game.trace)


def is_hurt(game: Game) -> bool:
    """Return whether something in the last turn hurt the player, other than a status or hunger, which go on."""
    return any(
        type(change) is PoolChanged
        and change.entity == game.player
        and change.pool == "hp"
        and change.after < change.before
        and change.cause.kind not in GOING_ON
        for change in game.trace
    )


def _introduced(game: Game, foe: int) -> str:
    """Return the words for an enemy just seen: "a fox", "a sleeping fox"."""
    named = noun(game, foe)
    if is_asleep(foe) and not named.proper:
        named = replace(named, name=f"sleeping {named.name}")
    return named.introduced


def _seen_words(game: Game, foes: list[int]) -> str:
    """Name the enemies seen by kind, nearest first: "You see an orc ×2, a wolf and 3 others." is an example."""
    near = sorted(foes, key=lambda foe: (steps_apart(game.player, foe), foe))
    kinds = Counter(_introduced(game, foe) for foe in near)
    nearest = list(kinds.items())[:MOST_NAMED]
    named = [kind + (f" ×{count}" if count > 1 else "") for kind, count in nearest]
    others = len(near) - sum(count for _, count in nearest)
    if others:
        named.append(counted(others, "other"))
    *most, last = named
    return f"You see {', '.join(most)} and {last}." if most else f"You see {last}."
