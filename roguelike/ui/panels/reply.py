"""The reply in rows: what the player loses before their next turn, who causes most of it, and what everybody does.

The maximum loss comes from samples and extreme rolls, so it is shown as "up to"; a death that only extreme rolls led to
is shown as "under" the share of one sample.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from roguelike.core.grammar import capital
from roguelike.core.records import Record
from roguelike.engine.foreseeing.aiming import Outcome, Spread, facts
from roguelike.engine.foreseeing.intents import Intent
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.views.records import CreatureView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.act_signs import act_glyph
from roguelike.ui.panels.figures import chance_words, death_words, rounded
from roguelike.ui.panels.left_out import leaving_words, left_out_words
from roguelike.ui.panels.rows import Line, legible
from roguelike.ui.widgets import Segment, wrap_segments

NO_RARITY = 0.25
"""The least chance at which a second intent of a creature is shown, or the death of an enemy."""
LEAST_TOLD = 0.1
"""Hit points below which a mean loss is not shown as a number."""


class Answer(Record):
    """A reply, and what is needed to put it into words."""

    reply: Reply
    creatures: Sequence[CreatureView]
    """The creatures in view."""
    labels: Mapping[str, str] = {}
    """The displayed names of statuses."""
    absent: int = 0
    """How many enemies are near but out of view, and therefore left out."""
    straying: Collection[int] = ()
    """Creatures next to ground never seen, which the reply takes for wall."""
    told: Collection[int] = ()
    """Creatures whose death other rows already tell."""


def reply_lines(
    answer: Answer, width: int, colours: Palette, most: int, *, is_brief: bool = False
) -> list[Line]:
    """Return the rows of a reply: the loss, what the player gains, who else suffers or wakes, and what up to `most` do.

    With `is_brief`, no other row shows what everybody does. A refused action has no rows.
    """
    reply = answer.reply
    if reply.refused is not None:
        return []
    seen = {each.entity: each for each in answer.creatures}
    is_clear = not is_brief or sum(each.hostile for each in answer.creatures) < 2
    by_whom = _worst_words(reply, seen, colours, is_clear=is_clear)
    lines = _text([*loss_words(reply, colours), *by_whom, *_later_words(reply, colours)], width)
    straying = [seen[each] for each in sorted(answer.straying) if each in seen]
    for words in (
        *leaving_words(reply, seen, colours),
        *left_out_words(answer.absent, straying, reply.intents, colours),
        *_status_words(reply, answer.labels, colours),
        *_own_side_words(answer, seen, colours),
        *_fallen_words(reply, colours),
        *_dying_words(answer, seen, colours),
        *_waking_words(reply, seen, colours),
    ):
        lines += _text(words, width)
    return lines + (_intent_lines(reply, seen, width, colours, most) if most else [])


# What it costs


def loss_words(reply: Reply, colours: Palette) -> list[Segment]:
    """Say what is lost and got back: "You lose 4.2 (up to 11), regain 8, robbed 75%, dead 8%"."""
    death = death_words(reply.death, reply.samples)
    back = reply.you.healing[1]
    end: list[Segment] = []
    if back >= LEAST_TOLD:
        end += [(", regain ", colours.text), (rounded(back), colours.heal)]
    if reply.robbed:
        end += [(f", robbed{chance_words(reply.robbed)}", colours.warn)]
    if death:
        end += [(", ", colours.text), (death, colours.bad)]
    if not reply.you.at_once[2]:
        return [("You lose nothing" + " before you go" * bool(reply.leaves), colours.dim), *end]
    return [("You lose ", colours.text), *_amount(reply.you.at_once, colours), *end]


def _amount(lost: Spread, colours: Palette) -> list[Segment]:
    """Say how many hit points are lost: "4.2 (up to 11)"."""
    least, mean, most = lost
    amount = "hardly anything" if mean < LEAST_TOLD else rounded(mean)
    bound = "" if least == most else f" (up to {most})"
    return [(amount, colours.damage), (bound, colours.text)]


def _later_words(reply: Reply, colours: Palette) -> list[Segment]:
    """Say what the player loses in later turns: " Then 3 (up to 8) if you stay, dead of it 12%."."""
    later, staying = reply.you.later, reply.you.staying
    if not later[2]:
        return []
    words = [(" Then ", colours.text), *_amount(later, colours)]
    if staying[2]:
        spared = " if you stay" if staying[2] >= later[2] else ", less if you leave"
        words.append((spared, colours.text))
    dies = reply.you.dies_later
    if dies:
        words += [(", ", colours.text), (f"dead of it{chance_words(dies)}", colours.bad)]
    return [*words, (".", colours.text)]


def _worst_words(
    reply: Reply, seen: Mapping[int, CreatureView], colours: Palette, *, is_clear: bool
) -> list[Segment]:
    """Name who causes most of the loss, if there are several, and other things that cause some; end the sentence.

    A single creature is named unless `is_clear`, when it is obvious. A fire or a poison is always named, because nobody
    in the list below causes it.
    """
    shares = [
        (lost, seen[each].told_called, True) for each, lost in reply.taken.items() if each in seen
    ]
    shares += [(lost, what, False) for what, lost in reply.things.items() if lost >= LEAST_TOLD]
    if not shares or (is_clear and len(shares) == 1 and shares[0][2]):
        return [(".", colours.text if reply.you.at_once[2] else colours.dim)]
    most = max(shares, key=lambda share: share[0])
    words: list[Segment] = [("; most to " if len(shares) > 1 else "; to ", colours.text)]
    words.append((most[1], colours.warn))
    for lost, what, is_creature in shares:
        if not is_creature and what != most[1]:
            words += [(f", {rounded(lost)} to ", colours.text), (what, colours.warn)]
    return [*words, (".", colours.text)]


def _status_words(
    reply: Reply, labels: Mapping[str, str], colours: Palette
) -> Iterator[list[Segment]]:
    """Yield a row for each status that the player gets."""
    for name, (chance, _) in reply.you.statuses.items():
        words = f"{labels.get(name, name)}{chance_words(chance)}"
        yield [("You: ", colours.text), (words, colours.status)]


def _waking_words(
    reply: Reply, seen: Mapping[int, CreatureView], colours: Palette
) -> Iterator[list[Segment]]:
    """Yield a row for each sleeper that the action wakes, the likeliest first."""
    waking = {
        entity: outcome.facts[facts.Wakes()]
        for entity, outcome in reply.outcomes.items()
        if facts.Wakes() in outcome.facts and entity in seen
    }
    for entity, chance in sorted(waking.items(), key=lambda pair: -pair[1]):
        yield [
            ("Wakes ", colours.warn),
            (seen[entity].told_called, colours.creature),
            (f"{chance_words(chance)}.", colours.text),
        ]


# What others suffer


def _own_side_words(
    answer: Answer, seen: Mapping[int, CreatureView], colours: Palette
) -> Iterator[list[Segment]]:
    """Yield a row for each friend and peaceful creature that may be hurt: "The peasant loses 3, dead 8%"."""
    spared = (each for each in seen.values() if not each.hostile and not each.is_player)
    for entity in (each.entity for each in spared if each.entity not in answer.told):
        outcome = answer.reply.outcomes.get(entity, Outcome())
        name = seen[entity].told_called
        told: list[Segment] = [(f"{capital(name)} ", colours.warn)]
        death = death_words(outcome.kill, answer.reply.samples, "and dies")
        if outcome.at_once[2]:
            told += [("loses ", colours.text), *_amount(outcome.at_once, colours)]
            told += [(", ", colours.text), (death, colours.bad)] if death else []
        elif death:
            told.append((death.removeprefix("and "), colours.bad))
        else:
            continue
        yield [*told, (".", colours.text)]


def _fallen_words(reply: Reply, colours: Palette) -> Iterator[list[Segment]]:
    """Yield a row for each kind of creature that the act calls and that may die at once: "A rat you call: dead 8%"."""
    for name, chance in reply.fallen.items():
        told: Segment = (f"{capital(name)} that you call", colours.warn)
        death = death_words(chance, reply.samples, "dies")
        joint = " " if chance >= 1 else ": "
        yield [told, (joint, colours.text), (death, colours.bad), (".", colours.text)]


def _dying_words(
    answer: Answer, seen: Mapping[int, CreatureView], colours: Palette
) -> Iterator[list[Segment]]:
    """Yield a row that names the enemies that die, the likeliest first, without those already told and rare deaths."""
    outcomes = answer.reply.outcomes
    dying = [
        entity
        for entity, creature in seen.items()
        if creature.hostile and entity not in answer.told and entity in outcomes
        if outcomes[entity].kill >= NO_RARITY
    ]
    dying.sort(key=lambda entity: (-outcomes[entity].kill, entity))
    alike = Counter((name, chance_words(outcomes[each].kill)) for each, name in _names(dying, seen))
    if alike:
        names = (f"{name}{f' ×{many}' * (many > 1)}{odds}" for (name, odds), many in alike.items())
        yield [("Dies: ", colours.good), (f"{', '.join(names)}.", colours.text)]


def _names(dying: Sequence[int], seen: Mapping[int, CreatureView]) -> Iterator[tuple[int, str]]:
    """Yield those who die with their names, told apart where namesakes in view live on."""
    falling = Counter(seen[each].called for each in dying)
    present = Counter(each.called for each in seen.values())
    for entity in dying:
        view = seen[entity]
        all_die = falling[view.called] == present[view.called]
        yield entity, view.called if all_die else view.told_called


# What everybody does


def _intent_lines(
    reply: Reply, seen: Mapping[int, CreatureView], width: int, colours: Palette, most: int
) -> list[Line]:
    """Return what each creature will most likely do, those who hurt the player most first; bystanders are left out."""
    told = _told_of(reply, seen)
    lines: list[Line] = []
    for entity in told[:most]:
        lines += _intent_rows(seen[entity], _telling(reply, entity, seen), seen, width, colours)
    left = len(told) - most
    return [*lines, Line(((f"… {left} more", colours.dim),))] if left > 0 else lines


def intents_by_creature(
    reply: Reply, creatures: Sequence[CreatureView], most: int
) -> dict[int, tuple[str, ...]]:
    """Say what up to `most` creatures will most likely do, by id, for a list that already shows them.

    Each text begins with the map's sign for the action.
    """
    seen = {each.entity: each for each in creatures}
    return {
        entity: tuple(
            f"{act_glyph(intent.does) or ' '} {intent_words(intent, seen)}"
            for intent in _telling(reply, entity, seen)
        )
        for entity in _told_of(reply, seen)[:most]
    }


def _told_of(reply: Reply, seen: Mapping[int, CreatureView]) -> list[int]:
    """List the creatures whose intents matter, those who hurt the player most first."""
    return sorted(
        (entity for entity, meant in reply.intents.items() if _matters(seen.get(entity), meant)),
        key=lambda entity: (-reply.taken.get(entity, 0.0), not seen[entity].hostile, entity),
    )


def _matters(creature: CreatureView | None, intents: Sequence[Intent]) -> bool:
    """Return whether a creature's intents deserve a row: it is an enemy, a friend, or attacks somebody."""
    if creature is None or not intents:
        return False
    return creature.hostile or creature.friend or any(each.target for each in intents)


def likeliest(intents: Sequence[Intent]) -> Intent:
    """Choose the most likely intent; among equals, one with a target."""
    return min(intents, key=lambda intent: (-intent.chance, intent.target is None))


def _telling(reply: Reply, entity: int, seen: Mapping[int, CreatureView]) -> list[Intent]:
    """Choose the intents to show of a creature: the most likely, and another with a target unless it is rare.

    Of whoever only moves, but acts twice, show another without one, too: that they back away says little if they then
    come back.
    For a creature that costs the player hit points, always show how, however rare: what is aimed at the player, or any
    spell; and whoever may cast something at a player who gets a status shows that.
    """
    intents = reply.intents[entity]
    first = likeliest(intents)
    said = first.does, _whom(first, seen)
    others = [each for each in intents if (each.does, _whom(each, seen)) != said]
    usual = [each for each in others if each.chance >= NO_RARITY]
    second = [each for each in usual if each.target is not None]
    if first.target is None and reply.order.count(entity) > 1:
        second = second or usual
    is_harmful = reply.taken.get(entity, 0.0) >= LEAST_TOLD
    if (is_harmful or reply.you.statuses) and not _is_for_the_player(first, seen):
        aimed = [each for each in others if _is_for_the_player(each, seen)]
        is_plain = is_harmful and not act_glyph(first.does)
        cast = [each for each in others if act_glyph(each.does)] if is_plain else []
        second = aimed or cast or second
    return [first, *second[:1]]


def _is_for_the_player(intent: Intent, seen: Mapping[int, CreatureView]) -> bool:
    """Return whether an intent targets the player; `seen` holds everybody else who can be a target."""
    other = None if intent.target is None else seen.get(intent.target)
    return intent.target is not None and (other is None or other.is_player)


def _intent_rows(
    creature: CreatureView,
    intents: Sequence[Intent],
    seen: Mapping[int, CreatureView],
    width: int,
    colours: Palette,
) -> list[Line]:
    """Return who does what, after the map's sign for it: in one row if there is room."""
    shade = colours.creature if creature.hostile else colours.text
    name: Segment = (creature.told_name, shade)
    sign = act_glyph(intents[0].does) or " "
    glyph = (f"{sign}{creature.glyph} ", legible(colours.transform(creature.fg)))
    words = [(intent_words(intent, seen), colours.text) for intent in intents]
    if len(words) == 1 and len(glyph[0]) + len(name[0]) + len(words[0][0]) < width:
        return [Line((glyph, name), tuple(words), value=creature.entity)]
    margin = (" " * len(glyph[0]), colours.text)
    rows = [row for each in words for row in wrap_segments([each], width - len(margin[0]))]
    return [
        Line((glyph, name), value=creature.entity),
        *(Line((margin, *row), value=creature.entity) for row in rows),
    ]


def intent_words(intent: Intent, seen: Mapping[int, CreatureView]) -> str:
    """Say what a creature does: "strikes you 75%", "casts Web at you", "comes nearer 40%"."""
    return f"{intent.does}{_whom(intent, seen)}{chance_words(intent.chance)}"


def _whom(intent: Intent, seen: Mapping[int, CreatureView]) -> str:
    """Name the target of an intent; a target that `seen` does not list is the player."""
    if intent.target is None:
        return ""
    whom = "you" if _is_for_the_player(intent, seen) else seen[intent.target].told_called
    return f" at {whom}" if intent.does.startswith("casts") else f" {whom}"


def _text(words: Sequence[Segment], width: int) -> list[Line]:
    """Wrap coloured words into rows."""
    return [Line(tuple(line)) for line in wrap_segments(list(words), width)]
