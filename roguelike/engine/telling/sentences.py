"""The log: turning the trace into sentences, by functions registered by `@sentence_for` for each kind of change.

What the player does not perceive is not logged; an unseen creature in a sentence about a seen one is "something". One
sentence belongs to no single change: that the player's load has become too heavy. What they learn about creatures by
meeting, fighting and watching them is recorded here too; no rule reads it.
"""

from collections.abc import Callable
from itertools import islice
from typing import Any

import esper

from roguelike.actions import senses
from roguelike.components import actors, bargains, growth, items, magic, spatial, vitals
from roguelike.components.statuses import Duration, StatusEffect, Statuses, StatusTemplate
from roguelike.core.grammar import Argument, Deed, Message, Noun, conjugated, counted
from roguelike.systems.visibility import view_from
from roguelike.world import changes, ecs, factions, perception, space
from roguelike.world.derived_stats import is_overburdened, stats_of
from roguelike.world.game import NOBODY, Cause, CauseKind, Change, Derived, Game, Lore, template_of
from roguelike.world.spells import composed, spell_of

Narrate = Callable[[Any, Game], Message | None]
SENTENCES: dict[type[Any], Narrate] = {
    changes.Fed: lambda change, game: seen_message(
        game,
        "good",
        "{1} eat[s] the {2} and feel[s] well fed.",
        change.entity,
        change.cause.what.lower(),
    ),
    changes.Mapped: lambda *_: Message(
        "The lie of the land unrolls before your inner eye.", (), "magic"
    ),
    changes.OfferTaken: lambda change, game: seen_message(
        game, "level", "{1} [chooses|choose] {2}.", change.entity, change.offer
    ),
    changes.TookBack: lambda change, game: seen_message(
        game, "magic", "{1} [was|were] here before: it is yesterday.", change.entity
    ),
    changes.Uncursed: lambda change, game: Message(
        "A dark thread lets go of {1}.", (perception.noun(game, change.item),), "good"
    ),
}
"""The sentence for each kind of change; those that take more are registered by `sentence_for`."""


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
    if not is_seen(game, subject):
        return None
    return Message(template, (perception.noun(game, subject), *others), tone, entities=(subject,))


def is_seen(game: Game, entity: int) -> bool:
    """Return whether the player sees an entity now, or saw it die: of the dead, whether they lie in view."""
    if perception.sees(game, entity):
        return True
    return entity in game.dead and esper.entity_exists(entity) and space.is_in_view(game, entity)


def is_nameable(game: Game, entity: int) -> bool:
    """Return whether a sentence may name an entity: a creature only if it is seen, a thing always."""
    return vitals.Pools not in ecs.row(entity) or is_seen(game, entity)


def cause_name(what: str, game: Game) -> Noun | str:
    """Return the name of a cause within a sentence: "the bear trap" and "the poison cloud", but "Zap"."""
    if game.content.is_thing(what):
        return perception.kind_of_thing(game, what)
    spell = game.content.spells.get(what)
    return perception.thing(spell.called) if spell is not None and spell.called else what


def cause_title(what: str, game: Game) -> str:
    """Return the name of a cause in a list or heading: "Bear Trap", "Poison Cloud", "Zap"."""
    spell = game.content.spells.get(what)
    return spell.title if spell is not None else perception.kind_as_known(game, what)


def cause_words(what: str, game: Game) -> str:
    """Return the name of a cause as plain text within a sentence: "the bear trap", "Zap"."""
    name = cause_name(what, game)
    return f"the {name.name}" if isinstance(name, Noun) else name


def _sees_by_now(game: Game, entity: int) -> bool:
    """Return whether the player sees an entity in the middle of a turn; `sees` tells what they saw when it began."""
    here = space.point_of(game.player)
    return here is not None and perception.sees(game, entity, view_from(game, here))


def fight_message(
    game: Game, tone: str, template: str, attacker: int, victim: int, *others: Argument
) -> Message | None:
    """Return a message about two creatures in a fight, an unseen one as "something"; None if both are unseen.

    Whoever strikes at the player is named even if they came into view after the turn began, as through an opened door.
    """
    is_known = is_seen(game, attacker) or (victim == game.player and _sees_by_now(game, attacker))
    pair = [
        perception.noun(game, attacker) if is_known else "something",
        perception.noun(game, victim) if is_seen(game, victim) else "something",
    ]
    if all(isinstance(each, str) for each in pair):
        return None
    return Message(template, (*pair, *others), tone, entities=(attacker, victim))


@sentence_for(changes.PackChanged)
def _pack(change: changes.PackChanged, game: Game) -> Message | None:
    """Word an item picked up, dropped, put on or taken off."""
    if not change.verb:
        return None
    item = _as_called_then(change, game)
    return seen_message(game, "", f"{{1}} {change.verb} {{2a}}.", change.owner, item)


def _as_called_then(change: changes.PackChanged, game: Game) -> Noun:
    """Return the noun of an item; of one that becomes known where it lands, by what it was called in the hand."""
    if change.cause.kind == "missile":
        for later in game.trace:
            if type(later) is changes.Identified and later.cause is change.cause:
                return perception.thing(later.hidden, plural=perception.is_plural(game, later.name))
    return perception.noun(game, change.item)


@sentence_for(changes.Removed)
def _removed(change: changes.Removed, game: Game) -> Message | None:
    """Word the loss of a thing that lay there to be chosen, when another was taken."""
    terms = esper.try_component(change.entity, bargains.Terms)
    if terms is None or not terms.group:
        return None
    return seen_message(game, "warn", "{1} [is|are] lost.", change.entity)


@sentence_for(changes.DoorMoved)
def _door(change: changes.DoorMoved, game: Game) -> Message | None:
    """Word a door that a creature in view opens or closes, or that moves in view because of an unseen one."""
    verb = "open[s]" if change.open else "close[s]"
    told = seen_message(game, "dim", f"{{1}} {verb} the door.", change.cause.by)
    return told or seen_message(game, "dim", f"{{1}} {verb}.", change.door)


@sentence_for(changes.Told)
def _told(change: changes.Told, game: Game) -> Message | None:
    """Return the sentence that an effect wrote, if the player sees or hears it; unseen creatures are "something"."""
    message = change.message
    speakers = [arg.entity for arg in message.args if not isinstance(arg, (str, int))]
    if change.heard or not speakers:
        return message
    if not any(perception.sees(game, speaker) for speaker in speakers):
        return None
    if all(is_nameable(game, speaker) for speaker in speakers):
        return message
    args = tuple(
        arg if isinstance(arg, (str, int)) or is_nameable(game, arg.entity) else "something"
        for arg in message.args
    )
    return Message(message.template, args, message.tone, entities=message.entities)


@sentence_for(changes.Departed)
def _departed(change: changes.Departed, game: Game) -> Message | None:
    """Word a departure by stairs, portal or wizardry."""
    if change.cause.kind == "wizard":
        told = "{1} fold[s] the dungeon like a map, and step[s] across to depth {2}."
        return seen_message(game, "magic", told, change.entity, change.depth)
    if change.cause.kind != "move":
        return seen_message(game, "magic", "{1} step[s] through the portal.", change.entity)
    way = "down" if change.depth > game.depth else "up"
    return seen_message(game, "", f"{{1}} climb[s] {way} the stairs.", change.entity)


@sentence_for(changes.Altered)
def _altered(change: changes.Altered, game: Game) -> Message | None:
    """Word a new state of hunger, a hidden thing that was found, or a status that was extended."""
    if (
        change.component is vitals.HungerClock
        and change.name == "state"
        and change.entity == game.player
    ):
        if change.after == "Hungry":
            return Message("You are hungry.", (), "warn")
        if change.after == "Starving":
            return Message("You are starving!", (), "bad")
    if change.component is spatial.Hidden and change.cause.kind != "trap":
        return seen_message(game, "warn", "You notice {1a}.", change.entity)
    if change.component is Duration and change.after > change.before:
        state = ecs.get(change.entity, StatusEffect)
        template = game.content.statuses[state.name]
        if template.stacking != "extend":
            return None  # renewed, not extended
        tone = "good" if template.good == (state.target == game.player) else "bad"
        words = (template.label or template.name, counted(change.after, "turn"))
        return seen_message(game, tone, "{1} [is|are] {2} for {3} now.", state.target, *words)
    return None


class _Unmet(Derived):
    """The creatures of the player's level of kinds that the player knows nothing of, sorted by id."""

    creatures: frozenset[int]


def learn_by_sight(game: Game) -> None:
    """Record the kinds of all creatures in view; nobody looks where all kinds are known."""
    lore, caches = game.lore, game.caches
    revision = (game.depth, caches.population, len(lore))
    unmet = caches.get(_Unmet, revision)
    if unmet is None:
        here = [entity for entity, _ in space.present(game, actors.Nature) if entity != game.player]
        unmet = _Unmet(frozenset(each for each in here if perception.true_name(each) not in lore))
        caches.keep(revision, unmet)
    for entity in senses.standing_in_view(game) if unmet.creatures else ():
        if entity in unmet.creatures and senses.is_seen_creature(game, entity):
            lore_of(game, entity)


def learn_by_killing(game: Game, entity: int) -> None:
    """Count a creature that the player killed."""
    lore_of(game, entity).killed += 1


def learn_by_watching(game: Game, caster: int, spell: str) -> None:
    """Record a spell that a creature was seen to cast."""
    lore = lore_of(game, caster)
    if spell not in lore.spells:
        lore.spells.append(spell)


def lore_of(game: Game, entity: int) -> Lore:
    """Return what is known about a creature's kind, adding an entry if it is new."""
    return game.lore.setdefault(ecs.get(entity, actors.Kind).name, Lore())


_STEPS = ("move", "swap")
"""Kinds of causes that are a creature's own step."""


@sentence_for(changes.StatusBegan)
def _began(change: changes.StatusBegan, game: Game) -> Message | None:
    """Word the beginning of a status, but not that a step into water makes wet."""
    template = game.content.statuses[change.name]
    if template.slight and change.cause.first().kind in _STEPS:
        return None
    # Whoever serves is by now on the side of their master, so good is what wins somebody for the player's.
    is_own_side = factions.faction(change.target) == factions.faction(game.player)
    is_lucky = is_own_side if template.serves else template.good == is_own_side
    tone = "good" if is_lucky else "bad"
    if template.slight:
        tone = "warn" if change.target == game.player else "dim"
    words = template.begins or "{1} [is|are] affected: {2}."
    label = template.label or template.name
    told = seen_message(game, tone, words, change.target, label)
    if told is None and _saw_fade(game, change):
        return Message(
            words, (perception.noun(game, change.target), label), tone, entities=(change.target,)
        )
    return told


@sentence_for(changes.StatusEnded)
def _ended(change: changes.StatusEnded, game: Game) -> Message | None:
    """Word the end of a status, unless its beginning was not worded because the bearer stepped into it."""
    template: StatusTemplate = game.content.statuses[change.name]
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


@sentence_for(changes.ShruggedOff)
def _shrugged_off(change: changes.ShruggedOff, game: Game) -> Message | None:
    """Word control that was resisted, and the poise that is left."""
    tone = "good" if factions.faction(change.entity) == factions.faction(game.player) else "bad"
    text = "{1} shrug[s] off being {2}: poise {3}, then {4}."
    figures = (str(change.left), str(change.left - 1))
    return seen_message(game, tone, text, change.entity, change.what, *figures)


@sentence_for(changes.SpellLearned)
def _learned(change: changes.SpellLearned, game: Game) -> Message | None:
    """Word which spell a creature learned, and whether it has to wait for a place."""
    ready = change.spell in perception.ready_names(change.entity)
    more = "" if ready else ", and keep[s] it for later: no more can be attuned"
    words = f"{{1}} learn[s] the spell {{2}}{more}."
    return seen_message(game, "magic", words, change.entity, change.spell)


@sentence_for(changes.Attuned)
def _attuned(change: changes.Attuned, game: Game) -> Message | None:
    """Word a spell made ready, and the one that gave way to it."""
    spells, ready = change.before
    gone = [
        perception.true_name(each)
        for each in set(spells[:ready]) - set(change.spells[: change.ready])
    ]
    words = "{1} attune[s] {2} in place of {3}." if gone else "{1} attune[s] {2}."
    return seen_message(game, "magic", words, change.owner, change.spell, *gone)


@sentence_for(changes.Inscribed)
def _inscribed(change: changes.Inscribed, game: Game) -> Message | None:
    """Word a rune added to or removed from a spell, by the spell's new title."""
    now = composed(game, magic.Recipe(change.spell, change.runes)).title
    return seen_message(game, "magic", "{1} [now has|now have] {2} at hand.", change.owner, now)


@sentence_for(changes.Identified)
def _identified(change: changes.Identified, game: Game) -> Message | None:
    """Word what an unidentified item turned out to be."""
    plural = perception.is_plural(game, change.name)
    nouns = (
        perception.thing(change.hidden, plural=plural),
        perception.thing(change.name, plural=plural),
    )
    return Message("{1} [is|are] {2a}.", nouns, "item")


@sentence_for(changes.LevelGained)
def _level(change: changes.LevelGained, game: Game) -> Message | None:
    """Word the new level of a creature, and whether there is a choice to make."""
    talents = esper.try_component(change.entity, growth.Talents)
    more = ", and something to choose" if talents is not None and talents.waiting else ""
    words = f"{{1}} [rises|rise] to level {{2}}: sharper skills{more}."
    return seen_message(game, "level", words, change.entity, change.level)


@sentence_for(changes.Unleashed)
def _unleashed(change: changes.Unleashed, game: Game) -> Message | None:
    """Word a spell cast or a trap sprung."""
    cause = change.cause
    if change.flies_on:
        return None
    if cause.kind == "spell" and cause.by:
        if cause.by == game.player:
            game.tallies.spells_cast += 1
        elif perception.sees(game, cause.by):
            learn_by_watching(game, cause.by, cause.what)
        return _cast(change, game)
    return _sprung(change, game) if cause.kind == "trap" else None


def _cast(change: changes.Unleashed, game: Game) -> Message | None:
    """Word a spell; one from out of sight is cast by "something" if it reaches a tile in view but its caster's own."""
    caster = change.cause.by
    spell, words = spell_of(game, caster, change.cause.what).title, "{1} cast[s] {2}."
    told = seen_message(game, "magic", words, caster, spell)
    if told is not None or not esper.entity_exists(caster):
        return told
    if _saw_vanish(game, caster, change.cause):
        return Message(words, (perception.noun(game, caster), spell), "magic", entities=(caster,))
    own = space.cells_of(caster)
    if game.level.in_view(point for point in change.points if point not in own):
        return Message(words, ("something", spell), "magic")
    return None


def _sprung(change: changes.Unleashed, game: Game) -> Message | None:
    """Word a trap or rune that goes off; altars and fires have no sentence of their own."""
    trigger = esper.try_component(change.source, magic.Trigger)
    if trigger is not None and not trigger.once:
        return None
    # A rune's source is its layer, perhaps far away, so what it touches must be in view instead.
    seen = is_seen(game, change.source) if trigger else game.level.in_view(change.points)
    return (
        Message("{1} [goes|go] off!", (perception.kind_of_thing(game, change.cause.what),), "bad")
        if seen
        else None
    )


# Whom the player saw until an act hid them: the log is written after the act, when they are out of sight already.


def _saw_fade(game: Game, began: changes.StatusBegan) -> bool:
    """Return whether the player saw a creature until this status made it invisible."""
    if perception.UNSEEN not in game.content.statuses[began.name].flags or not esper.entity_exists(
        began.target
    ):
        return False
    others = (each for each in ecs.get(began.target, Statuses).entities if each != began.status)
    was_unseen = any(perception.UNSEEN in ecs.get(each, StatusTemplate).flags for each in others)
    return (
        space.is_in_view(game, began.target)
        and perception.is_noticed(began.target)
        and not was_unseen
    )


def _saw_vanish(game: Game, entity: int, cause: Cause) -> bool:
    """Return whether the player saw a creature until what it caused made it invisible or moved it out of view."""
    first = cause.first()
    for change in game.trace:
        if type(change) is changes.StatusBegan and change.target == entity:
            if change.cause.first() is first and _saw_fade(game, change):
                return True
        elif (
            type(change) is changes.Moved
            and change.entity == entity
            and change.cause.first() is first
        ):
            return _was_plain(game, change)
    return False


def _was_plain(game: Game, move: changes.Moved) -> bool:
    """Return whether a creature was in plain view where it moved from."""
    is_hidden = perception.UNSEEN in stats_of(move.entity).status.flags
    return (
        bool(game.level.visible[move.before[:2]])
        and perception.is_noticed(move.entity)
        and not is_hidden
    )


QUIET: tuple[CauseKind, ...] = ("rest", "trade")
"""Kinds of causes whose effects are not logged."""


@sentence_for(changes.PoolChanged)
def _pool(change: changes.PoolChanged, game: Game) -> Message | None:
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


def _purse(change: changes.PoolChanged, game: Game, amount: int) -> Message | None:
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


def _count(change: changes.PoolChanged, game: Game, amount: int) -> None:
    """Add damage to the tallies."""
    if change.entity == game.player:
        game.tallies.damage_taken += amount
    elif change.cause.by == game.player:
        game.tallies.damage_dealt += amount


def _wound(change: changes.PoolChanged, game: Game, amount: int) -> Message | None:
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
    born = esper.try_component(cause.by, items.NaturalDefence)
    for attack in born.attacks if born is not None else ():
        if attack.name == cause.what:
            return attack.verb
    plain = "hit" if cause.kind == "melee" else "shoot"
    if not game.content.has("items", cause.what):
        return plain
    weapon = template_of(game.content, actors.Kind("items", cause.what), items.Weapon)
    return weapon.verb or plain if weapon is not None else plain


@sentence_for(changes.Absorbed)
def _absorbed(change: changes.Absorbed, game: Game) -> Message | None:
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


@sentence_for(changes.Missed)
def _miss(change: changes.Missed, game: Game) -> Message | None:
    """Word an attack that missed."""
    what = "shot" if change.cause.kind == "missile" else "blow"
    verb = f"fumble[s] a {what} at" if change.fumbled else "miss[es|]"
    return fight_message(game, "dim", f"{{1}} {verb} {{2}}.", change.attacker, change.target)


@sentence_for(changes.Died)
def _death(change: changes.Died, game: Game) -> Message | None:
    """Word a death, and count the player's kills."""
    if change.entity == game.player:
        game.epitaph = _epitaph(change, game)
        return Message("You die.", (), "death")
    if change.cause.by == game.player:
        game.tallies.kills += 1
        learn_by_killing(game, change.entity)
    told = seen_message(game, "death", "{1} [dies|die].", change.entity)
    if told is None and factions.acts_for_player(game, change.cause.by):
        # Experience and gold tell of it, but not of whom.
        return Message("Something that you hurt dies out of sight.", (), "death")
    return told


def _epitaph(change: changes.Died, game: Game) -> str:
    """Return what killed the player, taking the whole chain of causes into account, as one line."""
    cause = change.cause
    if cause.kind == "hunger":
        return "Starved to death"
    killer = (
        perception.noun(game, cause.by)
        if cause.by != NOBODY and esper.entity_exists(cause.by)
        else None
    )
    source = cause_name(cause.what, game)
    what = source.name if isinstance(source, Noun) else source
    if cause.by == game.player:
        return f"Killed by your own {what}"
    if killer is None:
        return f"Killed by {source.introduced if isinstance(source, Noun) else what}"
    if cause.kind == "melee":
        return f"Killed by {killer.introduced}"
    return f"Killed by the {what} of {killer.introduced}"


MOST_LINES = 500
OF_STATUSES = frozenset(("status", "quenched", "wears off"))
"""The kinds of causes that may be named after a status."""
_WEIGHTY: frozenset[type[Any]] = frozenset(
    (changes.PackChanged, changes.StatusBegan, changes.StatusEnded, changes.Altered)
)
"""Kinds of changes that may affect the player's load or how much they can carry."""


def narrate(game: Game, start: int) -> None:
    """Add to the log what the player perceived of the changes since `start`."""
    log = game.log
    roll: changes.Rolled | None = None
    weighed: tuple[actors.DerivedStats, Change] | None = None
    cause: Cause | None = None
    behind: tuple[str, ...] = ()
    for change in islice(game.trace, start, None):
        kind = type(change)
        tell = SENTENCES.get(kind)
        if tell is not None:
            message = tell(change, game)
            if message is not None:
                if change.cause is not cause:  # most changes have the same cause as the one before
                    cause, behind = change.cause, _behind(game, change.cause)
                message.deed = _deed(game, change, behind)
                _log(game, message, change.cause, roll, behind)
            if kind in _WEIGHTY and weighed is None:
                weighed = _weighed(game, change)
        elif type(change) is changes.Rolled:
            roll = change
    if weighed is not None:
        _tell_of_burden(game, *weighed)
    if len(log) > 2 * MOST_LINES:
        del log[:-MOST_LINES]


def _log(
    game: Game, message: Message, cause: Cause, roll: changes.Rolled | None, behind: tuple[str, ...]
) -> None:
    """Add a message to the log with its details: the roll, if there was one, and the causes `behind` it by name."""
    message.why = (roll.text, *behind) if roll is not None and roll.cause is cause else behind
    message.turn = game.turn
    game.log.append(message)


def _behind(game: Game, cause: Cause | None) -> tuple[str, ...]:
    """Name the causes from this one back to the first; a status by its label, such as "hung over" for Hangover."""
    names: tuple[str, ...] = ()
    while cause is not None:
        name = cause_title(cause.what, game)
        if cause.kind in OF_STATUSES and game.content.has("statuses", cause.what):
            name = game.content.statuses[cause.what].label or name
        names, cause = (*names, name), cause.parent
    return names


def _deed(game: Game, change: Change, behind: tuple[str, ...]) -> Deed | None:
    """Return what a spell or item did to an enemy of the player; None for anything else, which is told line by line.

    It is named as the first of the causes, which is the last of those `behind` the change.
    """
    deed_of = _DEEDS.get(type(change))
    if deed_of is None:
        return None
    cause = change.cause if change.cause.parent is None else change.cause.first()
    deed = deed_of(change, behind[-1], cause.by) if cause.kind in ("spell", "item") else None
    if deed is None or deed.victim == game.player:
        return None
    return deed if senses.is_hostile(game, deed.victim) else None


def _wounding(change: changes.PoolChanged, what: str, by: int) -> Deed | None:
    """Return the deed of taking hit points from a creature."""
    if change.pool != "hp" or change.after >= change.before:
        return None
    return Deed(what, by, change.entity, lost=round(change.before - change.after))


_DEEDS: dict[type[Any], Callable[[Any, str, int], Deed | None]] = {
    changes.PoolChanged: _wounding,
    changes.Died: lambda change, what, by: Deed(what, by, change.entity, died=True),
    changes.StatusBegan: lambda change, what, by: Deed(what, by, change.target),
}
"""Functions that return the deed of a change, given the title of its first cause and who began it, by kind."""


def _weighed(game: Game, change: Change) -> tuple[actors.DerivedStats, Change] | None:
    """Return the player's derived stats before a change; None if it concerns others or they were not cached."""
    match change:
        case (
            changes.PackChanged(owner=bearer, dropped=before)
            | changes.StatusBegan(target=bearer, dropped=before)
            | changes.StatusEnded(target=bearer, dropped=before)
            | changes.Altered(entity=bearer, dropped=before)
        ) if before is not None and bearer == game.player:
            return before, change
    return None


def _tell_of_burden(game: Game, before: actors.DerivedStats, change: Change) -> None:
    """Log it when the player becomes overburdened, or ceases to be."""
    now = is_overburdened(stats_of(game.player))
    if now != is_overburdened(before):
        text, tone = (
            ("You carry more than you are strong enough for: it slows you down.", "warn")
            if now
            else ("What you carry no longer weighs you down.", "good")
        )
        _log(game, Message(text, (), tone), change.cause, None, _behind(game, change.cause))
