"""Sentences about spells, statuses, traps, and what the player learns."""

import esper

from roguelike.components.growth import Talents
from roguelike.components.magic import Recipe, Trigger
from roguelike.components.statuses import StatusEffect, Statuses, StatusTemplate
from roguelike.core.grammar import Message
from roguelike.engine.telling.lore import learn_by_watching
from roguelike.engine.telling.sentences import is_seen, seen_message, sentence_for
from roguelike.world import ecs
from roguelike.world.changes import (
    Attuned,
    Identified,
    Inscribed,
    LevelGained,
    Mapped,
    Moved,
    OfferTaken,
    ShruggedOff,
    SpellLearned,
    StatusBegan,
    StatusEnded,
    TookBack,
    Uncursed,
    Unleashed,
)
from roguelike.world.derived_stats import stats_of
from roguelike.world.factions import faction
from roguelike.world.game import Cause, Game
from roguelike.world.names import (
    is_noticed,
    is_plural,
    kind_of_thing,
    noun,
    ready_names,
    sees,
    thing,
    true_name,
)
from roguelike.world.space import cells_of, is_in_view
from roguelike.world.spells import composed, spell_of

_STEPS = ("move", "swap")
"""Kinds of causes that are a creature's own step."""


@sentence_for(StatusBegan)
def _began(change: StatusBegan, game: Game) -> Message | None:
    """Word the beginning of a status, but not that a step into water makes wet."""
    template = game.content.status(change.name)
    if template.slight and change.cause.first().kind in _STEPS:
        return None
    # Whoever serves is by now on the side of their master, so good is what wins somebody for the player's.
    is_own_side = faction(change.target) == faction(game.player)
    is_lucky = is_own_side if template.serves else template.good == is_own_side
    tone = "good" if is_lucky else "bad"
    if template.slight:
        tone = "warn" if change.target == game.player else "dim"
    words = template.begins or "{1} [is|are] affected: {2}."
    label = template.label or template.name
    told = seen_message(game, tone, words, change.target, label)
    if told is None and _saw_fade(game, change):
        return Message(words, (noun(game, change.target), label), tone, entities=(change.target,))
    return told


@sentence_for(StatusEnded)
def _ended(change: StatusEnded, game: Game) -> Message | None:
    """Word the end of a status, unless its beginning was not worded because the bearer stepped into it."""
    template: StatusTemplate = game.content.status(change.name)
    state = esper.try_component(change.status, StatusEffect) if template.slight else None
    if state is not None and state.source == change.target:
        return None
    return seen_message(
        game,
        "dim",
        template.ends or "{1} [is|are] no longer affected: {2}.",
        change.target,
        template.label or template.name,
    )


@sentence_for(TookBack)
def _took_back(change: TookBack, game: Game) -> Message | None:
    """Word a turn taken back."""
    return seen_message(
        game, "magic", "{1} [was|were] here before: it is yesterday.", change.entity
    )


@sentence_for(ShruggedOff)
def _shrugged_off(change: ShruggedOff, game: Game) -> Message | None:
    """Word control that was resisted, and the poise that is left."""
    tone = "good" if faction(change.entity) == faction(game.player) else "bad"
    text = "{1} shrug[s] off being {2}: poise {3}, then {4}."
    figures = (str(change.left), str(change.left - 1))
    return seen_message(game, tone, text, change.entity, change.what, *figures)


@sentence_for(SpellLearned)
def _learned(change: SpellLearned, game: Game) -> Message | None:
    """Word which spell a creature learned, and whether it has to wait for a place."""
    ready = change.spell in ready_names(change.entity)
    more = "" if ready else ", and keep[s] it for later: no more can be attuned"
    words = f"{{1}} learn[s] the spell {{2}}{more}."
    return seen_message(game, "magic", words, change.entity, change.spell)


@sentence_for(Attuned)
def _attuned(change: Attuned, game: Game) -> Message | None:
    """Word a spell made ready, and the one that gave way to it."""
    spells, ready = change.before
    gone = [true_name(each) for each in set(spells[:ready]) - set(change.spells[: change.ready])]
    words = "{1} attune[s] {2} in place of {3}." if gone else "{1} attune[s] {2}."
    return seen_message(game, "magic", words, change.owner, change.spell, *gone)


@sentence_for(Inscribed)
def _inscribed(change: Inscribed, game: Game) -> Message | None:
    """Word a rune added to or removed from a spell, by the spell's new title."""
    now = composed(game, Recipe(change.spell, change.runes)).title
    return seen_message(game, "magic", "{1} [now has|now have] {2} at hand.", change.owner, now)


@sentence_for(Identified)
def _identified(change: Identified, game: Game) -> Message | None:
    """Word what an unidentified item turned out to be."""
    plural = is_plural(game, change.name)
    nouns = (thing(change.hidden, plural=plural), thing(change.name, plural=plural))
    return Message("{1} [is|are] {2a}.", nouns, "item")


@sentence_for(Mapped)
def _mapped(change: Mapped, game: Game) -> Message | None:
    """Word that the ground of the level is now known."""
    return Message("The lie of the land unrolls before your inner eye.", (), "magic")


@sentence_for(Uncursed)
def _uncursed(change: Uncursed, game: Game) -> Message | None:
    """Word the lifting of an item's curse."""
    return Message("A dark thread lets go of {1}.", (noun(game, change.item),), "good")


@sentence_for(LevelGained)
def _level(change: LevelGained, game: Game) -> Message | None:
    """Word the new level of a creature, and whether there is a choice to make."""
    talents = esper.try_component(change.entity, Talents)
    more = ", and something to choose" if talents is not None and talents.waiting else ""
    words = f"{{1}} [rises|rise] to level {{2}}: sharper skills{more}."
    return seen_message(game, "level", words, change.entity, change.level)


@sentence_for(OfferTaken)
def _taken(change: OfferTaken, game: Game) -> Message | None:
    """Word which offer a creature chose."""
    return seen_message(
        game, "level", "{1} [chooses|choose] this: {2}.", change.entity, change.offer
    )


@sentence_for(Unleashed)
def _unleashed(change: Unleashed, game: Game) -> Message | None:
    """Word a spell cast or a trap sprung."""
    cause = change.cause
    if change.flies_on:
        return None
    if cause.kind == "spell" and cause.by:
        if cause.by == game.player:
            game.tallies.spells_cast += 1
        elif sees(game, cause.by):
            learn_by_watching(game, cause.by, cause.what)
        return _cast(change, game)
    return _sprung(change, game) if cause.kind == "trap" else None


def _cast(change: Unleashed, game: Game) -> Message | None:
    """Word a spell; one from out of sight is cast by "something" if it reaches a tile in view but its caster's own."""
    caster = change.cause.by
    spell, words = spell_of(game, caster, change.cause.what).title, "{1} cast[s] {2}."
    told = seen_message(game, "magic", words, caster, spell)
    if told is not None or not esper.entity_exists(caster):
        return told
    if _saw_vanish(game, caster, change.cause):
        return Message(words, (noun(game, caster), spell), "magic", entities=(caster,))
    own = cells_of(caster)
    if game.level.in_view(point for point in change.points if point not in own):
        return Message(words, ("something", spell), "magic")
    return None


def _sprung(change: Unleashed, game: Game) -> Message | None:
    """Word a trap or rune that goes off; altars and fires have no sentence of their own."""
    trigger = esper.try_component(change.source, Trigger)
    if trigger is not None and not trigger.once:
        return None
    # A rune's source is its layer, perhaps far away, so what it touches must be in view instead.
    seen = is_seen(game, change.source) if trigger else game.level.in_view(change.points)
    return (
        Message("{1} [goes|go] off!", (kind_of_thing(game, change.cause.what),), "bad")
        if seen
        else None
    )


# Whom the player saw until an act hid them: the log is written after the act, when they are out of sight already.


def _saw_fade(game: Game, began: StatusBegan) -> bool:
    """Return whether the player saw a creature until this status made it invisible."""
    if not game.content.status(began.name).unseen or not esper.entity_exists(began.target):
        return False
    others = (each for each in ecs.get(began.target, Statuses).entities if each != began.status)
    was_unseen = any(ecs.get(each, StatusTemplate).unseen for each in others)
    return is_in_view(game, began.target) and is_noticed(began.target) and not was_unseen


def _saw_vanish(game: Game, entity: int, cause: Cause) -> bool:
    """Return whether the player saw a creature until what it caused made it invisible or moved it out of view."""
    first = cause.first()
    for change in game.trace:
        if type(change) is StatusBegan and change.target == entity:
            if change.cause.first() is first and _saw_fade(game, change):
                return True
        elif type(change) is Moved and change.entity == entity and change.cause.first() is first:
            return _was_plain(game, change)
    return False


def _was_plain(game: Game, move: Moved) -> bool:
    """Return whether a creature was in plain view where it moved from."""
    is_hidden = stats_of(move.entity).status.unseen
    return bool(game.level.visible[move.before[:2]]) and is_noticed(move.entity) and not is_hidden
