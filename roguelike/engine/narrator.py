"""Turning the trace into sentences: a reader like any other. What the player does not perceive is not told.

Each kind of change that is worth a sentence has one function here, tied by `@tells`.
"""

from collections.abc import Callable
from typing import Any

import esper

from roguelike.components.actors import Section
from roguelike.components.magic import Trigger
from roguelike.components.spatial import Hidden
from roguelike.components.statuses import StatusTemplate
from roguelike.components.vitals import HungerClock
from roguelike.core.grammar import Argument, Message, Noun
from roguelike.world.changes import (
    Altered,
    Departed,
    Died,
    DoorMoved,
    Fed,
    Identified,
    LevelGained,
    Mapped,
    Missed,
    PackChanged,
    PoolChanged,
    Rolled,
    SpellLearned,
    StatusBegan,
    StatusEnded,
    Told,
    Uncursed,
    Unleashed,
)
from roguelike.world.game import NOBODY, Cause, Game
from roguelike.world.names import noun, sees, thing

Teller = Callable[[Any, Game], Message | None]
_TELLERS: dict[type[Any], Teller] = {}
QUIET = ("rest", "trade")
"""Kinds of causes whose doings go without saying."""
MOST_LINES = 500


def tells(kind: type[Any]) -> Callable[[Teller], Teller]:
    """Register the function below as the teller of a kind of change."""

    def register(teller: Teller) -> Teller:
        _TELLERS[kind] = teller
        return teller

    return register


def narrate(game: Game, start: int) -> None:
    """Add to the log what the player perceived of the changes since `start`, and count them."""
    trace, log = game.trace, game.log
    roll: Rolled | None = None
    for change in trace[start:]:
        teller = _TELLERS.get(type(change))
        if teller is None:
            if type(change) is Rolled:
                roll = change
            continue
        message = teller(change, game)
        if message is not None:
            message.turn = game.turn
            message.why = _why(change.cause, roll)
            log.append(message)
            if len(log) > 2 * MOST_LINES:
                del log[:-MOST_LINES]


def _why(cause: Cause, roll: Rolled | None) -> tuple[str, ...]:
    """Say what led to a change: the roll behind it, if there was one, and its causes back to the first."""
    behind = cause.chain()
    return (roll.text, *behind) if roll is not None and roll.cause is cause else behind


def _about(game: Game, tone: str, template: str, subject: int, *others: Argument) -> Message | None:
    """Make a message about somebody the player sees; None about the unseen."""
    if not _is_seen(game, subject):
        return None
    return Message(template, (noun(game, subject), *others), tone, entities=(subject,))


def _is_seen(game: Game, entity: int) -> bool:
    """Return whether the player sees somebody, or saw them die."""
    return sees(game, entity) or _was_seen(game, entity)


def _was_seen(game: Game, entity: int) -> bool:
    """Return whether one that just died did so in view."""
    if entity not in game.dead or not esper.entity_exists(entity):
        return False
    from roguelike.world.space import cells_of

    return any(game.level.visible[cell] for cell in cells_of(entity))


@tells(PoolChanged)
def _pool(change: PoolChanged, game: Game) -> Message | None:
    """Tell of wounds and healing, and count damage."""
    amount = round(abs(change.after - change.before))
    if change.pool == "hp" and change.after < change.before:
        _count(change, game, amount)
        return _wound(change, game, amount)
    if change.cause.kind in QUIET or change.pool not in ("hp", "mana", "gold"):
        return None
    if change.pool == "hp":
        return _about(game, "good", "{1} recover[s] {2} health.", change.entity, amount)
    if change.entity != game.player or change.cause.kind == "spell" or not amount:
        return None
    if change.pool == "gold":
        return Message("You find {1} gold.", (amount,), "gold")
    return Message("You feel {1} mana flow back into you.", (amount,), "mana")


def _count(change: PoolChanged, game: Game, amount: int) -> None:
    """Keep the tallies of damage."""
    if change.entity == game.player:
        game.tallies.damage_taken += amount
    elif change.cause.by == game.player:
        game.tallies.damage_dealt += amount


def _wound(change: PoolChanged, game: Game, amount: int) -> Message | None:
    """Tell of a wound by what dealt it."""
    cause, victim = change.cause, change.entity
    you = victim == game.player
    tone = "bad" if you else ""
    if cause.kind in ("melee", "missile") and cause.by and esper.entity_exists(cause.by):
        verb = "hit[s]" if cause.kind == "melee" else "shoot[s]"
        return _blow(game, tone, f"{{1}} {verb} {{2}} for {{3}}.", cause.by, victim, amount)
    if cause.kind == "hunger":
        return Message("Hunger gnaws at you for {1}.", (amount,), "bad")
    source = _source(cause.what, game)
    return _about(game, tone, "{1} [takes|take] {2} damage from {3}.", victim, amount, source)


def _source(what: str, game: Game) -> Noun | str:
    """Return what did it as a sentence speaks of it: "the bear trap", but "Zap"."""
    sections: tuple[Section, ...] = ("items", "props", "hazards")
    return thing(what) if any(game.content.has(section, what) for section in sections) else what


def _blow(
    game: Game, tone: str, template: str, attacker: int, victim: int, *others: Argument
) -> Message | None:
    """Make a message about two who fight; the one not seen is something, and none is about two unseen."""
    pair = [
        noun(game, each) if _is_seen(game, each) else "something" for each in (attacker, victim)
    ]
    if all(isinstance(each, str) for each in pair):
        return None
    return Message(template, (*pair, *others), tone, entities=(attacker, victim))


@tells(Missed)
def _miss(change: Missed, game: Game) -> Message | None:
    """Tell of a blow that went wide."""
    verb = "fumble[s] a blow at" if change.fumbled else "miss[es|]"
    return _blow(game, "dim", f"{{1}} {verb} {{2}}.", change.attacker, change.target)


@tells(Died)
def _death(change: Died, game: Game) -> Message | None:
    """Tell of a death, and count the player's kills."""
    if change.entity == game.player:
        game.epitaph = _epitaph(change, game)
        return Message("You die.", (), "death")
    if change.cause.by == game.player:
        game.tallies.kills += 1
    return _about(game, "death", "{1} [dies|die].", change.entity)


def _epitaph(change: Died, game: Game) -> str:
    """Say in a line what killed the player, back to where it began."""
    cause = change.cause
    if cause.kind == "hunger":
        return "Starved to death"
    killer = noun(game, cause.by) if cause.by != NOBODY and esper.entity_exists(cause.by) else None
    source = _source(cause.what, game)
    what = source.name if isinstance(source, Noun) else source
    if cause.by == game.player:
        return f"Killed by your own {what}"
    if killer is None:
        return f"Killed by {source.introduced if isinstance(source, Noun) else what}"
    if cause.kind == "melee":
        return f"Killed by {killer.introduced}"
    return f"Killed by the {what} of {killer.introduced}"


@tells(StatusBegan)
def _began(change: StatusBegan, game: Game) -> Message | None:
    """Tell that a status took hold."""
    template = game.content.status(change.name)
    tone = "good" if template.good == (change.target == game.player) else "bad"
    return _about(
        game,
        tone,
        template.begins or "{1} [is|are] affected: {2}.",
        change.target,
        template.label or template.name,
    )


@tells(StatusEnded)
def _ended(change: StatusEnded, game: Game) -> Message | None:
    """Tell that a status let go."""
    template: StatusTemplate = game.content.status(change.name)
    return _about(
        game,
        "dim",
        template.ends or "{1} [is|are] no longer affected: {2}.",
        change.target,
        template.label or template.name,
    )


@tells(SpellLearned)
def _learned(change: SpellLearned, game: Game) -> Message | None:
    """Tell of a spell learned."""
    return _about(game, "magic", "{1} learn[s] the spell {2}.", change.entity, change.spell)


@tells(Identified)
def _identified(change: Identified, game: Game) -> Message | None:
    """Tell what a thing turned out to be."""
    return Message("{1} [is|are] {2a}.", (thing(change.hidden), thing(change.name)), "item")


@tells(Mapped)
def _mapped(change: Mapped, game: Game) -> Message | None:
    """Tell of a map shown."""
    return Message("The lie of the land unrolls before your inner eye.", (), "magic")


@tells(Uncursed)
def _uncursed(change: Uncursed, game: Game) -> Message | None:
    """Tell of a curse lifted."""
    return Message("A dark thread lets go of {1}.", (noun(game, change.item),), "good")


@tells(LevelGained)
def _level(change: LevelGained, game: Game) -> Message | None:
    """Tell of a level gained."""
    return _about(
        game,
        "level",
        "{1} [rises|rise] to level {2}: more {3}, sharper skills.",
        change.entity,
        change.level,
        change.attribute,
    )


@tells(PackChanged)
def _pack(change: PackChanged, game: Game) -> Message | None:
    """Tell of things picked up, dropped, put on and taken off."""
    if not change.verb:
        return None
    return _about(game, "", f"{{1}} {change.verb} {{2a}}.", change.owner, noun(game, change.item))


@tells(DoorMoved)
def _door(change: DoorMoved, game: Game) -> Message | None:
    """Tell of a door that somebody in view moved."""
    verb = "open[s]" if change.open else "close[s]"
    return _about(game, "dim", f"{{1}} {verb} the door.", change.cause.by)


@tells(Fed)
def _fed(change: Fed, game: Game) -> Message | None:
    """Tell of a meal."""
    return _about(
        game,
        "good",
        "{1} eat[s] the {2} and feel[s] well fed.",
        change.entity,
        change.cause.what.lower(),
    )


@tells(Unleashed)
def _unleashed(change: Unleashed, game: Game) -> Message | None:
    """Tell of spells cast and traps sprung."""
    cause = change.cause
    if cause.kind == "spell" and cause.by:
        if cause.by == game.player:
            game.tallies.spells_cast += 1
        return _about(game, "magic", "{1} cast[s] {2}.", cause.by, cause.what)
    return _sprung(change, game) if cause.kind == "trap" else None


def _sprung(change: Unleashed, game: Game) -> Message | None:
    """Tell of a trap that goes off; an altar or a fire only does what it does."""
    trigger = esper.try_component(change.source, Trigger)
    if trigger is not None and not trigger.once:
        return None
    # A rune's source is whoever laid it, perhaps far away: then what it touches must be in view.
    seen = _is_seen(game, change.source) if trigger else game.level.in_view(change.points)
    return Message("{1} [goes|go] off!", (thing(change.cause.what),), "bad") if seen else None


@tells(Told)
def _told(change: Told, game: Game) -> Message | None:
    """Pass a sentence on, if the player is there to hear it."""
    speakers = [arg.entity for arg in change.message.args if not isinstance(arg, (str, int))]
    if change.heard or not speakers or any(sees(game, speaker) for speaker in speakers):
        return change.message
    return None


@tells(Departed)
def _departed(change: Departed, game: Game) -> Message | None:
    """Tell of the stairs taken, of the portal, or of a wizard's short cut."""
    if change.cause.kind == "wizard":
        told = "{1} fold[s] the dungeon like a map, and step[s] across to depth {2}."
        return _about(game, "magic", told, change.entity, change.depth)
    if change.cause.kind != "move":
        return _about(game, "magic", "{1} step[s] through the portal.", change.entity)
    way = "down" if change.depth > game.depth else "up"
    return _about(game, "", f"{{1}} climb[s] {way} the stairs.", change.entity)


@tells(Altered)
def _altered(change: Altered, game: Game) -> Message | None:
    """Tell of hunger growing and of hidden things found."""
    if change.component is HungerClock and change.name == "state" and change.entity == game.player:
        if change.after == "Hungry":
            return Message("You are hungry.", (), "warn")
        if change.after == "Starving":
            return Message("You are starving!", (), "bad")
    if change.component is Hidden and change.cause.kind != "trap":
        return _about(game, "warn", "You notice {1a}.", change.entity)
    return None
