"""Sentences about attacks, wounds, healing and deaths, and the tallies for the end of the game."""

import esper

from roguelike.components.actors import Kind
from roguelike.components.combat import NaturalDefence, Weapon
from roguelike.core.grammar import Message, Noun, conjugated
from roguelike.engine.telling.lore import learn_by_killing
from roguelike.engine.telling.sentences import cause_name, fight_message, seen_message, sentence_for
from roguelike.world.changes import (
    Absorbed,
    Died,
    Missed,
    PoolChanged,
)
from roguelike.world.content import template_of
from roguelike.world.factions import acts_for_player
from roguelike.world.game import NOBODY, Cause, CauseKind, Game
from roguelike.world.names import noun

QUIET: tuple[CauseKind, ...] = ("rest", "trade")
"""Kinds of causes whose effects are not logged."""


@sentence_for(PoolChanged)
def _pool(change: PoolChanged, game: Game) -> Message | None:
    """Word a wound or healing, and count the damage."""
    amount = round(abs(change.after - change.before))
    if change.pool == "hp" and change.after < change.before:
        _count(change, game, amount)
        return _wound(change, game, amount)
    if change.cause.kind in QUIET or change.pool not in ("hp", "mana", "gold"):
        return None
    if change.pool == "hp":
        return seen_message(game, "good", "{1} recover[s] {2} health.", change.entity, amount)
    if change.entity != game.player or not amount:
        return None
    return _purse(change, game, amount)


def _purse(change: PoolChanged, game: Game, amount: int) -> Message | None:
    """Word the player's gains and losses of gold and mana; stolen gold is worded by the theft."""
    cause = change.cause
    if change.after < change.before:
        if change.pool == "gold" or cause.by in (game.player, NOBODY):
            return None
        return Message("You lose {1} mana to {2}.", (amount, cause_name(cause.what, game)), "bad")
    if change.pool == "gold":
        return Message("You find {1} gold.", (amount,), "gold")
    if cause.kind == "spell":
        return None
    return Message("You feel {1} mana flow back into you.", (amount,), "mana")


def _count(change: PoolChanged, game: Game, amount: int) -> None:
    """Add damage to the tallies."""
    if change.entity == game.player:
        game.tallies.damage_taken += amount
    elif change.cause.by == game.player:
        game.tallies.damage_dealt += amount


def _wound(change: PoolChanged, game: Game, amount: int) -> Message | None:
    """Word a wound by its cause."""
    cause, victim = change.cause, change.entity
    you = victim == game.player
    tone = "bad" if you else "" if cause.by == game.player else "dim"
    if cause.kind in ("melee", "missile") and cause.by and esper.entity_exists(cause.by):
        verb = conjugated(_verb(cause, game))
        return fight_message(game, tone, f"{{1}} {verb} {{2}} for {{3}}.", cause.by, victim, amount)
    if cause.kind == "hunger":
        return Message("Hunger gnaws at you for {1}.", (amount,), "bad")
    source = cause_name(cause.what, game)
    return seen_message(game, tone, "{1} [takes|take] {2} damage from {3}.", victim, amount, source)


def _verb(cause: Cause, game: Game) -> str:
    """Return the verb for a strike or shot, from the row of the weapon or natural attack."""
    born = esper.try_component(cause.by, NaturalDefence)
    for attack in born.attacks if born is not None else ():
        if attack.name == cause.what:
            return attack.verb
    plain = "hit" if cause.kind == "melee" else "shoot"
    if not game.content.has("items", cause.what):
        return plain
    weapon = template_of(game.content, Kind("items", cause.what), Weapon)
    return weapon.verb or plain if weapon is not None else plain


@sentence_for(Absorbed)
def _absorbed(change: Absorbed, game: Game) -> Message | None:
    """Word damage that a shield absorbed."""
    cause, victim = change.cause, change.target
    tone = "good" if victim == game.player else "dim"
    if cause.kind in ("melee", "missile") and cause.by and esper.entity_exists(cause.by):
        verb = conjugated(_verb(cause, game))
        return fight_message(
            game, tone, f"{{1}} {verb} {{2}}, but nothing gets through.", cause.by, victim
        )
    template = "Nothing of {2} gets through to {1}."
    return seen_message(game, tone, template, victim, cause_name(cause.what, game))


@sentence_for(Missed)
def _miss(change: Missed, game: Game) -> Message | None:
    """Word an attack that missed."""
    what = "shot" if change.cause.kind == "missile" else "blow"
    verb = f"fumble[s] a {what} at" if change.fumbled else "miss[es|]"
    return fight_message(game, "dim", f"{{1}} {verb} {{2}}.", change.attacker, change.target)


@sentence_for(Died)
def _death(change: Died, game: Game) -> Message | None:
    """Word a death, and count the player's kills."""
    if change.entity == game.player:
        game.epitaph = _epitaph(change, game)
        return Message("You die.", (), "death")
    if change.cause.by == game.player:
        game.tallies.kills += 1
        learn_by_killing(game, change.entity)
    told = seen_message(game, "death", "{1} [dies|die].", change.entity)
    if told is None and acts_for_player(game, change.cause.by):
        # Experience and gold tell of it, but not of whom.
        return Message("Something that you hurt dies out of sight.", (), "death")
    return told


def _epitaph(change: Died, game: Game) -> str:
    """Return what killed the player, taking the whole chain of causes into account, as one line."""
    cause = change.cause
    if cause.kind == "hunger":
        return "Starved to death"
    killer = noun(game, cause.by) if cause.by != NOBODY and esper.entity_exists(cause.by) else None
    source = cause_name(cause.what, game)
    what = source.name if isinstance(source, Noun) else source
    if cause.by == game.player:
        return f"Killed by your own {what}"
    if killer is None:
        return f"Killed by {source.introduced if isinstance(source, Noun) else what}"
    if cause.kind == "melee":
        return f"Killed by {killer.introduced}"
    return f"Killed by the {what} of {killer.introduced}"
