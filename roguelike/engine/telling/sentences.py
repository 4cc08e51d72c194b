"""The functions that word each kind of change for the log, registered by `@sentence_for`.

What the player does not perceive is not logged; an unseen creature in a sentence about a seen one is "something".
"""

from collections.abc import Callable
from typing import Any

import esper

from roguelike.components.vitals import Pools
from roguelike.core.grammar import Argument, Message, Noun
from roguelike.systems.visibility import view_from
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.names import kind_as_known, kind_of_thing, noun, sees, thing
from roguelike.world.space import is_in_view, point_of

Narrate = Callable[[Any, Game], Message | None]
SENTENCES: dict[type[Any], Narrate] = {}


def sentence_for(kind: type[Any]) -> Callable[[Narrate], Narrate]:
    """Register the function below as the one that words a kind of change."""

    def register(teller: Narrate) -> Narrate:
        SENTENCES[kind] = teller
        return teller

    return register


def seen_message(
    game: Game, tone: str, template: str, subject: int, *others: Argument
) -> Message | None:
    """Return a message about a subject; None if the player does not see it."""
    if not (sees(game, subject) or was_seen(game, subject)):
        return None
    return Message(template, (noun(game, subject), *others), tone, entities=(subject,))


def is_seen(game: Game, entity: int) -> bool:
    """Return whether the player sees an entity now, or saw it die."""
    return sees(game, entity) or was_seen(game, entity)


def is_nameable(game: Game, entity: int) -> bool:
    """Return whether a sentence may name an entity: a creature only if it is seen, a thing always."""
    return Pools not in ecs.row(entity) or is_seen(game, entity)


def was_seen(game: Game, entity: int) -> bool:
    """Return whether a creature that just died did so in view."""
    if entity not in game.dead or not esper.entity_exists(entity):
        return False
    return is_in_view(game, entity)


def cause_name(what: str, game: Game) -> Noun | str:
    """Return the name of a cause within a sentence: "the bear trap" and "the poison cloud", but "Zap"."""
    if game.content.is_thing(what):
        return kind_of_thing(game, what)
    spell = game.content.spells.get(what)
    return thing(spell.called) if spell is not None and spell.called else what


def cause_title(what: str, game: Game) -> str:
    """Return the name of a cause in a list or heading: "Bear Trap", "Poison Cloud", "Zap"."""
    spell = game.content.spells.get(what)
    return spell.title if spell is not None else kind_as_known(game, what)


def cause_words(what: str, game: Game) -> str:
    """Return the name of a cause as plain text within a sentence: "the bear trap", "Zap"."""
    name = cause_name(what, game)
    return f"the {name.name}" if isinstance(name, Noun) else name


def _sees_by_now(game: Game, entity: int) -> bool:
    """Return whether the player sees an entity in the middle of a turn; `sees` tells what they saw when it began."""
    here = point_of(game.player)
    return here is not None and sees(game, entity, view_from(game, here))


def fight_message(
    game: Game, tone: str, template: str, attacker: int, victim: int, *others: Argument
) -> Message | None:
    """Return a message about two creatures in a fight, an unseen one as "something"; None if both are unseen.

    Whoever strikes at the player is named even if they came into view after the turn began, as through an opened door.
    """
    is_known = is_seen(game, attacker) or (victim == game.player and _sees_by_now(game, attacker))
    pair = [
        noun(game, attacker) if is_known else "something",
        noun(game, victim) if is_seen(game, victim) else "something",
    ]
    if all(isinstance(each, str) for each in pair):
        return None
    return Message(template, (*pair, *others), tone, entities=(attacker, victim))
