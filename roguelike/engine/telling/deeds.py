"""Sentences about items, doors, meals and departures, and those that effects have written themselves (Told)."""

import esper

from roguelike.components.bargains import Terms
from roguelike.components.spatial import Hidden
from roguelike.components.statuses import Duration, StatusEffect
from roguelike.components.vitals import HungerClock
from roguelike.core.grammar import Message, Noun, counted
from roguelike.engine.telling.sentences import is_nameable, seen_message, sentence_for
from roguelike.world import ecs
from roguelike.world.changes import (
    Altered,
    Departed,
    DoorMoved,
    Fed,
    Identified,
    PackChanged,
    Removed,
    Told,
)
from roguelike.world.game import Game
from roguelike.world.names import is_plural, noun, sees, thing


@sentence_for(PackChanged)
def _pack(change: PackChanged, game: Game) -> Message | None:
    """Word an item picked up, dropped, put on or taken off."""
    if not change.verb:
        return None
    item = _as_called_then(change, game)
    return seen_message(game, "", f"{{1}} {change.verb} {{2a}}.", change.owner, item)


def _as_called_then(change: PackChanged, game: Game) -> Noun:
    """Return the noun of an item; of one that becomes known where it lands, by what it was called in the hand."""
    if change.cause.kind == "missile":
        for later in game.trace:
            if type(later) is Identified and later.cause is change.cause:
                return thing(later.hidden, plural=is_plural(game, later.name))
    return noun(game, change.item)


@sentence_for(Removed)
def _removed(change: Removed, game: Game) -> Message | None:
    """Word the loss of a thing that lay there to be chosen, when another was taken."""
    terms = esper.try_component(change.entity, Terms)
    if terms is None or not terms.group:
        return None
    return seen_message(game, "warn", "{1} [is|are] lost.", change.entity)


@sentence_for(DoorMoved)
def _door(change: DoorMoved, game: Game) -> Message | None:
    """Word a door that a creature in view opens or closes, or that moves in view because of an unseen one."""
    verb = "open[s]" if change.open else "close[s]"
    told = seen_message(game, "dim", f"{{1}} {verb} the door.", change.cause.by)
    return told or seen_message(game, "dim", f"{{1}} {verb}.", change.door)


@sentence_for(Fed)
def _fed(change: Fed, game: Game) -> Message | None:
    """Word the meal of a creature in view."""
    return seen_message(
        game,
        "good",
        "{1} eat[s] the {2} and feel[s] well fed.",
        change.entity,
        change.cause.what.lower(),
    )


@sentence_for(Told)
def _told(change: Told, game: Game) -> Message | None:
    """Return the sentence that an effect wrote, if the player sees or hears it; unseen creatures are "something"."""
    message = change.message
    speakers = [arg.entity for arg in message.args if not isinstance(arg, (str, int))]
    if change.heard or not speakers:
        return message
    if not any(sees(game, speaker) for speaker in speakers):
        return None
    if all(is_nameable(game, speaker) for speaker in speakers):
        return message
    args = tuple(
        arg if isinstance(arg, (str, int)) or is_nameable(game, arg.entity) else "something"
        for arg in message.args
    )
    return Message(message.template, args, message.tone, entities=message.entities)


@sentence_for(Departed)
def _departed(change: Departed, game: Game) -> Message | None:
    """Word a departure by stairs, portal or wizardry."""
    if change.cause.kind == "wizard":
        told = "{1} fold[s] the dungeon like a map, and step[s] across to depth {2}."
        return seen_message(game, "magic", told, change.entity, change.depth)
    if change.cause.kind != "move":
        return seen_message(game, "magic", "{1} step[s] through the portal.", change.entity)
    way = "down" if change.depth > game.depth else "up"
    return seen_message(game, "", f"{{1}} climb[s] {way} the stairs.", change.entity)


@sentence_for(Altered)
def _altered(change: Altered, game: Game) -> Message | None:
    """Word a new state of hunger, a hidden thing that was found, or a status that was extended."""
    if change.component is HungerClock and change.name == "state" and change.entity == game.player:
        if change.after == "Hungry":
            return Message("You are hungry.", (), "warn")
        if change.after == "Starving":
            return Message("You are starving!", (), "bad")
    if change.component is Hidden and change.cause.kind != "trap":
        return seen_message(game, "warn", "You notice {1a}.", change.entity)
    if change.component is Duration and change.after > change.before:
        state = ecs.get(change.entity, StatusEffect)
        template = game.content.status(state.name)
        if template.stacking != "extend":
            return None  # renewed, not extended
        tone = "good" if template.good == (state.target == game.player) else "bad"
        words = (template.label or template.name, counted(change.after, "turn"))
        return seen_message(game, tone, "{1} [is|are] {2} for {3} now.", state.target, *words)
    return None
