"""The reply in rows: what the player loses before their next turn, who causes most of it, and what everybody does.

The most that is lost comes from samples and extreme rolls; a death that only extreme rolls led to is shown as less than
the share of one sample. What the player cannot know is left out, and said to be.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from roguelike.core.colour import BLACK
from roguelike.core.grammar import capital, counted
from roguelike.core.records import Record, replace
from roguelike.engine.foreseeing import planning
from roguelike.engine.foreseeing.aiming import Outcome, facts
from roguelike.engine.foreseeing.intents import DIES, HITS_BACK, Intent
from roguelike.engine.foreseeing.played_turns import NO_RARITY, Reply
from roguelike.engine.telling import outcomes
from roguelike.engine.views.records import CreatureView
from roguelike.engine.views.use_text import GRAVE
from roguelike.toolkit import widgets
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.rows import EMPTY, Line, fitting, legible, word_rows
from roguelike.toolkit.widgets.text import ELLIPSIS
from roguelike.ui.panels.creature_rows import CASTS, intent_sign
from roguelike.ui.panels.fates import LEAST_KILLS, ailing, alike, in_rows, joined, within_words
from roguelike.ui.panels.scene import NO_LETTERS, Deed, Doing
from roguelike.ui.stage.stage import in_figures

YOU, SOMEBODY = facts.YOU, facts.SOMEBODY
OFTEN = 0.2
"""The least chance of a second spell that is told in few words."""
SELDOM = 0.05
"""The least chance of something else that is told in few words."""
LEAST_DEATH = 0.005
"""The least chance of an enemy's death that is told."""
LIKELY = 0.5
"""The chance from which on a fight is decided within the turns that are foreseen."""


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
    """Creatures that may stand on ground never seen in the end."""
    told: Collection[int] = ()
    """Creatures whose death other rows already tell."""
    gravity: Mapping[str, int] = {}
    """How much statuses matter; of what is not told here it is 1."""
    letters: Mapping[int, str] = NO_LETTERS
    """The letters that tell namesakes apart on the map."""

    def named(self, creature: CreatureView) -> str:
        """Name somebody by their letter on the map, if they have one, or else by where they are."""
        letter = self.letters.get(creature.entity, "")
        return f"{creature.called} {letter}" if letter else creature.told_called


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
    told = (
        [*cost_words(reply, colours), *by_whom, *_later_words(reply, colours)],
        *_leaving_words(reply, seen, colours),
        *_left_out_words(answer, seen, colours),
        *_others_words(answer, seen, colours),
    )
    return word_rows(told, width) + (
        _intent_lines(reply, seen, width, colours, most) if most else []
    )


# In the panel: what waiting, fighting and leaving cost, always in as many rows

LABEL = 6
"""Columns of the word before what something costs."""
MOST_ASIDE, ROOMY_ASIDE = 2, 4
"""Rows for all that is neither hit points nor death, in any panel and in one with free rows."""
ASIDE_WORDS, AIMED_WORDS = 12, 4
"""How many words of these there may be: of the 40 of the panel (`side.MOST_WORDS`) some are left for who fights."""
INDENT: widgets.Segment = ("  ", BLACK)
WAIT, FIGHT, FLEE = "Wait", "Fight", "Flee"


def brief_rows(
    label: str,
    answer: Answer | None,
    strip: Sequence[Line],
    width: int,
    colours: Palette,
    *,
    least: int,
    most: int = 0,
    words: int = ASIDE_WORDS,
) -> list[Line]:
    """Say what a choice takes from the player, and after it what else comes of it, as short as it can be said.

    The `strip` with the order of turns comes last, if there is one and room for all. Without an answer it is being
    worked out. After the first row there are at least so many others, and at most `most`, or as many, or MOST_ASIDE.
    """
    first, others, most = _as_yet(colours), list[Line](), most or least or MOST_ASIDE
    if answer is not None:
        cost, aside = _cost_phrases(answer), _aside_phrases(answer)
        first = joined([*cost, *aside], colours)
        aside = within_words(aside, words)
        if aside and LABEL + widgets.length_of(first) > width:
            first = joined(cost, colours)
            below = in_rows(aside, width - len(INDENT[0]), most, colours)
            others = [Line((INDENT, *row.left), value="panel") for row in below]
    if len(strip) + len(others) <= most:  # what comes matters more than who comes first
        others += strip
    others = fitting(others, most, colours.dim)
    return [_labelled(label, first, colours), *others, *[EMPTY] * (least - len(others))]


def fight_rows(fight: planning.Fight | None, hp: int, colours: Palette) -> tuple[Line, Line]:
    """Say what fighting on and leaving cost, and how the fight would end; without an answer it is being worked out.

    Leaving that costs all of the player's `hp` is none.

    Whom it leaves out, being out of view, the rows on waiting say: here it is "0?".
    """
    if fight is None:
        waits = _as_yet(colours)
        return _labelled(FIGHT, waits, colours), _labelled(FLEE, waits, colours)
    are_fled = fight.fled > fight.won / 2
    lost, unseen = fight.loss[1], fight.unseen
    is_decided = fight.won + fight.death >= LIKELY
    is_guess = bool(unseen) and lost < outcomes.LEAST_TOLD  # won against nobody who does anything
    told = [_lost(lost, unseen, is_brief=True)]
    if is_decided and not is_guess and (fight.won >= LEAST_DEATH or not fight.death):
        words = f"{'they flee' if are_fled else 'won'}{outcomes.odds(fight.won)}"
        told.append(((words, "good" if fight.won > fight.death else "bad"),))
    if fight.death:
        told.append(((f"die {outcomes.percent(fight.death)}", "bad"),))
    if not is_decided:
        told.append((("undecided", "dim"),))  # what may be cut where there is little room
    leaving = (
        _as_yet(colours)
        if fight.leaving is None
        else joined(_leaving(fight, fight.leaving, hp), colours)
    )
    return _labelled(FIGHT, joined(told, colours), colours), _labelled(FLEE, leaving, colours)


def _leaving(fight: planning.Fight, cost: float, hp: int) -> list[outcomes.Phrase]:
    """Return what leaving costs, and how many come over the stairs behind the player."""
    if cost >= hp:
        return [NO_ESCAPE]
    behind = round(fight.behind)
    follow = [((f"{behind} follow{'s' * (behind == 1)}", "warn"),)] if behind else []
    return [_lost(cost, fight.unseen, is_brief=True), *follow]


def _as_yet(colours: Palette) -> list[widgets.Segment]:
    """Return what stands for what is still being worked out."""
    return [(ELLIPSIS, colours.dim)]


def _labelled(label: str, words: Sequence[widgets.Segment], colours: Palette) -> Line:
    """Return a row with what it is about before it."""
    return Line(((f"{label:<{LABEL}}", colours.heading), *words), value="panel")


NO_ESCAPE: outcomes.Phrase = (("caught", "bad"),)


def _lost(mean: float, unseen: int, *, is_brief: bool = False) -> outcomes.Phrase:
    """Tell what the player loses: "-12", "unhurt", or by nobody in view, if some enemies are `unseen`: "0?"."""
    if mean >= outcomes.LEAST_TOLD:
        return ((_loss(mean), "damage"),)
    if is_brief and unseen:
        return (("0?", "warn"),)
    hidden = ("0, but ", "dim"), (f"{unseen} unseen", "warn")
    return hidden if unseen else (("unhurt", "dim"),)


def _loss(mean: float) -> str:
    """Write hit points lost: "-12", or "0"."""
    return f"-{in_figures(mean)}" if mean >= outcomes.LEAST_TOLD else "0"


def _cost_phrases(answer: Answer) -> list[outcomes.Phrase]:
    """Return what is lost and got back at once, and the chance of death: "-4.2 (0-11), +8, die 8%"."""
    reply, you = answer.reply, answer.reply.you
    least, mean, most = you.at_once
    told: list[outcomes.Phrase] = []
    if most:
        told.append(
            (
                (
                    _loss(mean) + ("" if least == most else f" ({outcomes.span(least, most)})"),
                    "damage",
                ),
            )
        )
    else:
        told.append(_lost(0, answer.absent))
    if you.healing[1] >= outcomes.LEAST_TOLD:
        told.append(((f"+{in_figures(you.healing[1])}", "heal"),))
    if reply.death:
        told.append((outcomes.death_of(replace(you, kill=reply.death), YOU, reply.samples),))
    return told


def _aside_phrases(answer: Answer) -> list[outcomes.Phrase]:
    """Return all that is neither hit points lost at once nor death, by weight: the last ones go where room is short.

    A death to come is first, then lost turns, being moved, a thing that takes half of the loss, what else harms; other
    things are last.
    """
    reply, you = answer.reply, answer.reply.you
    later, told = list[outcomes.Phrase](), list[outcomes.Phrase]()
    if you.later[2]:
        least, mean, most = you.later
        seldom = mean < outcomes.LEAST_TOLD
        lost = outcomes.span(least, most) if seldom else _loss(mean)
        later.append(((f"later {lost}", "damage"),))
    if you.dies_later:
        told += [*later, ((f"die of it{outcomes.odds(you.dies_later)}", "bad"),)]
    shares = sorted(reply.things.items(), key=lambda pair: -pair[1])
    things = [
        ((f"{what} {_loss(hp)}", "warn"),) for what, hp in shares if hp >= outcomes.LEAST_TOLD
    ]
    told += _status_phrases(answer, GRAVE)
    told += _moved_phrases(you)
    told += [((f"robbed{outcomes.odds(reply.robbed)}", "warn"),)] if reply.robbed else []
    first = things[: bool(shares) and shares[0][1] >= you.at_once[1] * LIKELY]
    told += first  # what takes most of it: from that one steps away
    told += _status_phrases(answer, 1)
    told += later if not you.dies_later else []
    told += _side_phrases(answer)
    told += _status_phrases(answer, 0)
    return told + things[len(first) :]


def _status_phrases(answer: Answer, gravity: int) -> list[outcomes.Phrase]:
    """Return the statuses of so much gravity that the player may get, the likeliest first."""
    begun = sorted(answer.reply.you.statuses.items(), key=lambda each: -each[1][0])
    return [
        ((answer.labels.get(name, name), "status"), (outcomes.odds(chance), ""))
        for name, (chance, _) in begun
        if answer.gravity.get(name, 1) == gravity
    ]


def _moved_phrases(you: Outcome) -> list[outcomes.Phrase]:
    """Return that the player may be moved, however far: "driven 30%"."""
    told = dict[str, float]()
    for fact, chance in you.facts.items():
        if isinstance(fact, facts.Driven | facts.Drawn):
            words = facts.row(fact, YOU).partition(" ")[0]
        elif isinstance(fact, facts.Displaced | facts.Swaps):
            words = facts.row(fact, YOU)
        else:
            continue
        told[words] = min(1.0, told.get(words, 0.0) + chance)
    return [
        ((f"{words}{outcomes.odds(chance)}", "warn"),)
        for words, chance in told.items()
        if chance >= SELDOM
    ]


def _side_phrases(answer: Answer) -> list[outcomes.Phrase]:
    """Return what comes of a choice to the player's side, who comes along, and what is not known."""
    reply, you = answer.reply, answer.reply.you
    seen = {each.entity: each for each in answer.creatures}
    told = [*_own_phrases(answer, seen)]
    if reply.leaves:
        followers = sorted(each for each in reply.follows if each in seen)
        told += [((f"{answer.named(seen[each])} follows", "warn"),) for each in followers]
        behind = sum(each in seen for each in reply.pursues)
        told += [((f"{behind} come after you", "warn"),)] if behind else []
    if answer.absent and you.at_once[2]:  # otherwise they are told of in place of a loss
        told.append(((f"{answer.absent} unseen", "warn"),))
    straying = sum(seen[each].hostile for each in answer.straying if each in seen)
    if straying:
        told.append(((f"{straying} may hide", "warn"),))
    elif facts.Dark() in you.facts:
        told.append(((facts.row(facts.Dark()), "warn"),))
    return told


def _own_phrases(answer: Answer, seen: Mapping[int, CreatureView]) -> Iterator[outcomes.Phrase]:
    """Yield what may happen to the player's own side and to bystanders, and who wakes."""
    for entity, outcome in answer.reply.outcomes.items():
        creature = seen.get(entity)
        if creature is None or entity in answer.told:
            continue
        if not creature.hostile and outcome.deaths[1]:
            yield ((f"{answer.named(creature)} dies{outcomes.odds(outcome.deaths[1])}", "warn"),)
        elif not creature.hostile and outcome.at_once[2]:
            yield ((f"{answer.named(creature)} {_loss(outcome.at_once[1])}", "warn"),)
        waking = outcome.facts.get(facts.Wakes(), 0.0)
        if waking:
            yield ((f"wakes {answer.named(creature)}{outcomes.odds(waking)}", "warn"),)


# What each creature comes to and does, in brief


def doings_of(
    reply: Reply,
    creatures: Sequence[CreatureView],
    foreseen: Mapping[int, Outcome] | None = None,
    labels: facts.Labels = facts.NO_LABELS,
    elements: Collection[str] = (),
    letters: Mapping[int, str] = NO_LETTERS,
) -> dict[int, Doing]:
    """Say of each creature in view, in as few words as there are, what happens to it and what it does, by id.

    What an act itself does to them (`foreseen`) is told in full, in place of what the whole turn does, with why they
    take more or less of its `elements`; of what they do then, only what costs the player something is. Of whom it does
    nothing to, it is told whether they die of what the others do.
    """
    seen = {each.entity: each for each in creatures}
    found = {}
    for entity, creature in seen.items():
        first = told_first(reply, entity, seen)
        deed, short = ("", "") if first is None else _deed_words(first, seen, letters)
        named = deed if first is not None and first.target in seen else ""
        steps = 0 if first is None else first.steps
        tone = "dim" if first is None else "good" if first.is_safe else "text"
        loss, by_the_act = reply.dealt(entity), (foreseen or {}).get(entity)
        outcome, suffers = reply.outcomes.get(entity), tuple[tuple[str, str], ...]()
        if by_the_act is not None:
            suffers = (
                *_suffered(creature, by_the_act, exact=True),
                *_further(by_the_act, labels, creature.hp, outcome),
                *((f"{how} {what}", "info") for what, how in creature.defences if what in elements),
            )
        is_aimed = bool(suffers)
        if is_aimed:
            outcome = by_the_act
        elif outcome is not None and reply.may_die(entity):
            suffers = tuple(_suffered(creature, outcome, exact=False))
        dies = deed.startswith(DIES) or (outcome is not None and outcome.deaths[0] >= 1)
        if suffers and (is_aimed or dies) and loss < outcomes.LEAST_TOLD:
            deed, short, steps = "", "", 0
        lost = loss if loss >= outcomes.LEAST_TOLD else 0.0
        is_at_you = first is not None and _is_for_the_player(first, seen)
        if lost and (first is None or first.turns > 1 or steps):
            deed, short, steps = HURTS, HURTS, 0  # what it does then is not what takes them
        verb = short.partition(" ")[0]
        if verb in BLOWS and not loss and is_at_you and not reply.you.at_once[2]:
            deed = short = f"{verb} in vain"
        whole = intent_words(first, seen) if first is not None and named and deed == named else ""
        more = "" if deed in ("", HURTS) else _another_deed(reply, entity, first)
        told = suffers, deed, short, tone, lost, is_aimed, is_at_you, steps, whole, more
        found[entity] = Doing(*told)
    return found


def _another_deed(reply: Reply, entity: int, first: Intent | None) -> str:
    """Name what else somebody will cast in this turn as likely, or often, or that they hit back: ", Brood Call 45%"."""
    others = [
        each
        for each in reply.intents.get(entity, ())
        if first is not None
        and each.turns == first.turns == 1
        and each is not first
        and (
            each.does == HITS_BACK.words
            or (intent_sign(each) == CASTS and each.chance >= min(first.chance, OFTEN))
        )
    ]
    if not others:
        return ""
    best = max(others, key=lambda each: each.chance)
    return f", {best.does.removeprefix('casts ')}{outcomes.odds(best.chance)}"


def _suffered(
    creature: CreatureView, outcome: Outcome, *, exact: bool
) -> Iterator[tuple[str, str]]:
    """Yield that somebody dies, or else what it loses, exactly with the least and the most, with roles for colours."""
    shade = "good" if creature.hostile else "warn"
    if outcome.deaths[1] >= LEAST_DEATH:
        yield outcomes.death_of(outcome, SOMEBODY)[0], shade
    least, mean, most = outcome.at_once
    if outcome.deaths[0] < LEAST_KILLS and mean >= outcomes.LEAST_TOLD:
        yield _loss(mean) + f" ({outcomes.span(least, most)})" * (exact and least != most), shade


def _further(
    outcome: Outcome, labels: facts.Labels, hp: int, after: Outcome | None
) -> Iterator[tuple[str, str]]:
    """Yield what somebody of `hp` hit points loses later, and what else happens to it; of the dead no status matters.

    What it would lose or die of only by staying in a fire is left out: hardly anybody stays. Nor is anything lost later
    by whom nothing hurts any more `after` everybody's answer: who burns may run into water. That something leads into
    the dark is said of the act as a whole.
    """
    dies = outcome.deaths[0] >= 1
    borne = outcome.later[1] - outcome.staying[1]
    if after is not None and after.at_once[1] - outcome.at_once[1] + after.later[1] < borne / 2:
        borne = 0
    if borne >= outcomes.LEAST_TOLD:
        yield f"then {_loss(borne)}", "good"
    for name, (chance, _) in outcome.statuses.items():
        if chance >= SELDOM and not dies:
            yield f"{labels.get(name, name)}{outcomes.odds(chance)}", "info"
    untold = (facts.Dark, *(facts.Ends,) * dies, *(facts.Dies,) * outcomes.must_stay(outcome, hp))
    for fact, chance in outcome.facts.items():
        if chance >= SELDOM and not isinstance(fact, untold):
            yield f"{facts.row(fact, SOMEBODY, labels)}{outcomes.odds(chance)}", "info"


def tag(
    creature: CreatureView, letters: Mapping[int, str], seen: Mapping[int, CreatureView]
) -> str:
    """Name somebody as the map shows them: "g", "g b", or by what they are where another kind has the same glyph."""
    alike = {each.name for each in seen.values() if each.glyph == creature.glyph}
    shown = creature.glyph if len(alike) == 1 else creature.name.split()[-1]
    return f"{shown} {letters.get(creature.entity, '')}".rstrip()


BLOWS = "strikes", "shoots"
"""The deeds that are in vain if they take nothing."""
HURTS = "hurts"
"""What is said of who takes hit points by nothing that it does in this turn."""
IDLES = "waits"
"""The deed that need not be told where there is little room."""


def _deed_words(
    intent: Intent, seen: Mapping[int, CreatureView], letters: Mapping[int, str]
) -> tuple[str, str]:
    """Say what a creature does, without saying that it is the player to whom, and the same in short.

    Others to whom it does something are named as the map shows them.
    """
    if intent.steps:
        return "", ""  # where somebody is, is certain
    does, chance = _does(intent)
    other = seen.get(intent.target or 0)
    if other is not None and not other.is_player:
        first = 1 + (intent.dark is not None)  # "hunts", "may hunt"; what follows names whom
        verb = does if intent.turns else " ".join(does.split()[:first])
        at = " at" * intent.does.startswith("casts")
        told = f"{verb}{at} {tag(other, letters, seen)}{chance}"
        return told, told
    if intent.is_safe:  # so is that nothing comes of what else they may do
        return does, "" if does == IDLES else does.removeprefix("has ")
    words = intent_words(intent, seen)
    if intent.turns > 1:
        return words, does.removesuffix(" turns")
    brief = f"{does}{chance}" if _is_for_the_player(intent, seen) else words
    return brief, brief


# What a spell or thing would bring

DOUBT = 0.25
"""By how much the mean of deaths may fall short of those that are told: one who dies as likely as not is none."""
SURELY = 0.95
"""The least mean of deaths with which one is told without its chance."""


def figure_words(
    reply: Reply,
    creatures: Sequence[CreatureView],
    anyway: Reply | None = None,
    waits: Reply | None = None,
    labels: facts.Labels = facts.NO_LABELS,
) -> tuple[str, str]:
    """Return what a command would bring that waiting would not, and what it costs: "kills 2", "-3"; "3 asleep", "0".

    `anyway` is the reply to waiting from as many samples, and `waits` the one that is told: the cost is scaled by as
    much as these two differ.
    """
    ids = [each.entity for each in creatures if each.hostile]
    (kills, harm, held), others = _done(reply, ids, labels), _done(anyway or Reply(), ids, labels)
    dying, kills, harm = kills, kills - others[0], harm - others[1]
    dead = min(int(dying + DOUBT), round(kills)) if kills >= LEAST_KILLS else 0
    more = {word: many - others[2].get(word, 0.0) for word, many in held.items()}
    word = max(more, key=lambda each: more[each], default="")
    heals = reply.you.healing[1] - (anyway.you.healing[1] if anyway is not None else 0.0)
    chance = f"kill {outcomes.percent(dying)}" if dying < SURELY else ""
    brings = (
        chance or f"kills {dead}"
        if dead
        else f"deals {round(harm)}"
        if harm >= 1
        else f"+{round(heals)}"
        if heals >= 1
        else f"{round(more[word])} {word}"
        if word and more[word] >= LEAST_KILLS
        else ""
    )
    return brings, f"{-round(_cost(reply, anyway, waits)):d}"


def _cost(reply: Reply, anyway: Reply | None, waits: Reply | None) -> float:
    """Return what a command costs, set right by as much as waiting costs more or less by as few samples than is told.

    Most enemies do the same after it with the same dice; if they all do, it costs what waiting is told to.
    """
    least, mean, most = reply.you.damage
    if anyway is None or waits is None:
        return mean
    usual, told = anyway.you.damage[1], waits.you.damage[1]
    if usual >= outcomes.LEAST_TOLD:
        return min(max(least, mean * told / usual), most)
    return min(told, most) if mean < outcomes.LEAST_TOLD else mean


def _done(
    reply: Reply, foes: Sequence[int], labels: facts.Labels
) -> tuple[float, float, dict[str, float]]:
    """Return, on the mean: how many enemies a command kills, what it takes from them, how many begin each status."""
    foreseen = [reply.outcomes[each] for each in foes if each in reply.outcomes]
    kills, harm = sum(each.kill for each in foreseen), sum(each.damage[1] for each in foreseen)
    return kills, harm, ailing(foreseen, labels)


# What it costs


def cost_words(reply: Reply, colours: Palette) -> list[widgets.Segment]:
    """Say what is lost and got back: "You lose 4.2 (0-11), regain 8, robbed 75%, die 8%"."""
    you = reply.you
    told: list[outcomes.Phrase] = []
    if you.healing[1] >= outcomes.LEAST_TOLD:
        told.append(outcomes.regained(you.healing, YOU))
    if reply.robbed:
        told.append(((f"robbed{outcomes.odds(reply.robbed)}", "warn"),))
    if reply.death:
        least, _ = you.dark or (reply.death, reply.death)
        fatal, shade = outcomes.death_of(replace(you, kill=reply.death), YOU, reply.samples)
        told.append((("and " * (least >= 1) + fatal, shade),))
    if facts.Dark() in you.facts:
        told.append(((facts.row(facts.Dark()), "warn"),))
    if you.at_once[2]:
        return [("You ", colours.text), *joined([outcomes.lost(you.at_once, YOU), *told], colours)]
    nothing = "You lose nothing before you go" if reply.leaves else "You lose no health"
    return joined([((nothing, "dim"),), *told], colours)


def _later_words(reply: Reply, colours: Palette) -> list[widgets.Segment]:
    """Say what the player loses in later turns: " Then 3 (0-8) if you stay, die of it 12%."."""
    later, staying, dies = reply.you.later, reply.you.staying, reply.you.dies_later
    if not later[2]:
        return []
    spared = " if you stay" if staying[2] >= later[2] else ", less if you leave"
    when = (spared if staying[2] else "") + outcomes.in_any_case(reply.you)
    told: list[outcomes.Phrase] = [((outcomes.amount(later), "damage"), (when, ""))]
    if dies:
        told.append(((f"die of it{outcomes.odds(dies)}", "bad"),))
    return [(" Then ", colours.text), *joined(told, colours), (".", colours.text)]


def _worst_words(
    reply: Reply, seen: Mapping[int, CreatureView], colours: Palette, *, is_clear: bool
) -> list[widgets.Segment]:
    """Name who causes most of the loss, if there are several, and other things that cause some; end the sentence.

    A single creature is named unless `is_clear`, when it is obvious. A fire or a poison is always named, because nobody
    in the list below causes it.
    """
    shares = [
        (hp, seen[each].told_called, True)
        for each in reply.taken
        if each in seen and (hp := reply.dealt(each)) > 0
    ]
    shares += [(hp, what, False) for what, hp in reply.things.items() if hp >= outcomes.LEAST_TOLD]
    if not shares or (is_clear and len(shares) == 1 and shares[0][2]):
        return [(".", colours.text if reply.you.at_once[2] else colours.dim)]
    most = max(shares, key=lambda share: share[0])
    words: list[widgets.Segment] = [("; most to " if len(shares) > 1 else "; to ", colours.text)]
    words.append((most[1], colours.warn))
    for hp, what, is_creature in shares:
        if not is_creature and what != most[1]:
            words += [(f", {outcomes.rounded(hp)} to ", colours.text), (what, colours.warn)]
    return [*words, (".", colours.text)]


# What the player cannot know


def _leaving_words(
    reply: Reply, seen: Mapping[int, CreatureView], colours: Palette
) -> Iterator[list[widgets.Segment]]:
    """Yield rows on who comes along if the player leaves the level, and that what waits elsewhere is left out."""
    if not reply.leaves:
        return
    for entity in sorted(reply.follows, key=lambda each: (not reply.follows[each], each)):
        if entity in seen:
            name = seen[entity].told_called
            told = f"{capital(name)} follows you"
            first = " and acts before you" if reply.follows[entity] else ""
            yield [(f"{told}{first}.", colours.warn if seen[entity].hostile else colours.text)]
    for entity, turns in sorted(reply.pursues.items(), key=lambda pair: (pair[1], pair[0])):
        if entity in seen:
            name = capital(seen[entity].told_called)
            yield [(f"{name} comes after you, in {counted(turns, 'turn')}.", colours.warn)]
    if not any(each in seen and seen[each].hostile for each in (*reply.follows, *reply.pursues)):
        yield [("No enemy in view follows you.", colours.good)]
    yield [("Not counted: what waits there.", colours.warn)]


def _left_out_words(
    answer: Answer, seen: Mapping[int, CreatureView], colours: Palette
) -> Iterator[list[widgets.Segment]]:
    """Yield a row for the enemies out of view, and one for enemies who may go onto ground never seen."""
    if answer.absent:
        hidden = counted(answer.absent, "enemy", "enemies")
        yield [(f"Not counted: {hidden} out of view.", colours.warn)]
    straying = [seen[each] for each in sorted(answer.straying) if each in seen]
    foes = [each for each in straying if each.hostile]
    if foes:
        who = capital(foes[0].told_called) if len(foes) == 1 else f"{len(foes)} of them"
        yield [(f"{who} may go into the dark.", colours.warn)]


# What else happens, and to whom


def _others_words(
    answer: Answer, seen: Mapping[int, CreatureView], colours: Palette
) -> Iterator[list[widgets.Segment]]:
    """Yield a row for the player's new statuses, for each of their own side that is hurt, for who dies and who wakes.

    Rare deaths of enemies are left out, and deaths that other rows tell.
    """
    reply, foreseen = answer.reply, answer.reply.outcomes
    if reply.you.statuses:
        told = joined(outcomes.begun(reply.you, answer.labels), colours)
        yield [("You: ", colours.text), *told, (".", colours.text)]
    untold = [each for each in seen if each in foreseen and each not in answer.told]
    for each in untold:
        if not (seen[each].hostile or seen[each].is_player):
            told = joined(outcomes.at_once(foreseen[each], SOMEBODY, reply.samples), colours)
            if told:
                name = f"{capital(seen[each].told_called)}: "
                yield [(name, colours.warn), *told, (".", colours.text)]
    for name, chance in reply.fallen.items():
        fatal = colours.segments([outcomes.death(chance, SOMEBODY, reply.samples)])
        yield [(f"{capital(name)} that you call: ", colours.warn), *fatal, (".", colours.text)]
    deaths = {each: foreseen[each].kill for each in untold if seen[each].hostile}
    likely = {each: chance for each, chance in deaths.items() if reply.may_die(each)}
    yield from alike("Dies", likely, seen, colours.good, colours)
    wakes = {
        each: foreseen[each].facts.get(facts.Wakes(), 0.0) for each in foreseen if each in seen
    }
    waking = {each: chance for each, chance in wakes.items() if chance}
    yield from alike("Wakes", waking, seen, colours.warn, colours)


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


def further_deeds(reply: Reply, creatures: Sequence[CreatureView]) -> dict[int, tuple[Deed, ...]]:
    """Say what each creature may do besides what is told first, by id."""
    seen = {each.entity: each for each in creatures}
    return {
        entity: tuple(
            (intent_words(intent, seen), "good" if intent.is_safe else "dim")
            for intent in _telling(reply, entity, seen)[1:]
        )
        for entity in _told_of(reply, seen)
    }


MOST_DEEDS = 3
"""How many things that one creature may do are told of it on its card."""


def deeds_words(reply: Reply, entity: int, creatures: Sequence[CreatureView]) -> str:
    """Say what a creature may do in this turn or after it, the likeliest first: "casts Web at you 40%, waits 60%"."""
    seen = {each.entity: each for each in creatures}
    intents = reply.intents.get(entity, ())
    meant = sorted(intents, key=lambda each: _rank(each, intents))
    likely = [each for each in meant if each.chance >= SELDOM][:MOST_DEEDS]
    return ", ".join(intent_words(each, seen) for each in likely)


def _told_of(reply: Reply, seen: Mapping[int, CreatureView]) -> list[int]:
    """List the creatures whose intents matter, those who hurt the player most first."""
    return sorted(
        (entity for entity, meant in reply.intents.items() if _matters(seen.get(entity), meant)),
        key=lambda entity: (-reply.dealt(entity), not seen[entity].hostile, entity),
    )


def _matters(creature: CreatureView | None, intents: Sequence[Intent]) -> bool:
    """Return whether a creature's intents deserve a row: it is an enemy, a friend, or attacks somebody."""
    if creature is None or not intents:
        return False
    return creature.hostile or creature.friend or any(each.target for each in intents)


def told_first(reply: Reply, entity: int, seen: Mapping[int, CreatureView]) -> Intent | None:
    """Choose the intent to show first.

    Of who costs the player hit points it is what does so, however rare: the loss stands beside it. Of who does one of
    several things in this turn, each of them rare, it is the likeliest, and not what may come later.
    """
    harms = reply.dealt(entity) >= outcomes.LEAST_TOLD
    intents = reply.intents.get(entity, ())

    def rank(intent: Intent) -> tuple[bool, ...]:
        """Return whether it is not what takes them, and whether it cannot be."""
        return harms and not _is_for_the_player(intent, seen), harms and intent.turns != 1

    return min(intents, key=lambda each: (rank(each), _rank(each, intents)), default=None)


def is_rare(intent: Intent, intents: Sequence[Intent]) -> bool:
    """Return whether a creature with these intents hardly does this, nor in this turn anything else like it."""
    if intent.turns != 1 or not intent_sign(intent):
        return intent.chance < NO_RARITY
    return sum(each.chance for each in intents if each.turns == 1 and intent_sign(each)) < NO_RARITY


def _rank(intent: Intent, intents: Sequence[Intent] = ()) -> tuple[bool, float, bool]:
    """Return the sort key of one of several intents: what is done in this turn unless it is rare, then the likeliest.

    Among equals it is one with a target.
    """
    return (
        intent.turns != 1 or is_rare(intent, intents or (intent,)),
        -intent.chance,
        intent.target is None,
    )


def _telling(reply: Reply, entity: int, seen: Mapping[int, CreatureView]) -> list[Intent]:
    """Choose the intents to show of a creature: the first, and another with a target unless it is rare.

    For a creature that costs the player hit points, always show how, however rare: what is aimed at the player, or any
    spell; and whoever may cast something at a player who gets a status shows that.
    """
    first = told_first(reply, entity, seen)
    if first is None:
        return []
    said = first.does, _whom(first, seen)
    others = [each for each in reply.intents[entity] if (each.does, _whom(each, seen)) != said]
    if first.turns == 1 and first.chance < NO_RARITY:
        return [first, *sorted(others, key=_rank)[:1]]
    usual = [each for each in others if each.chance >= NO_RARITY and each.target is not None]
    is_now = first.turns == 1 and first.target is not None
    second = [each for each in usual if (each.turns == 1 if is_now else each.turns)]
    is_harmful = reply.dealt(entity) >= outcomes.LEAST_TOLD
    if (is_harmful or reply.you.statuses) and not _is_for_the_player(first, seen):
        aimed = [each for each in others if _is_for_the_player(each, seen)]
        is_plain = is_harmful and not intent_sign(first)
        cast = [each for each in others if intent_sign(each)] if is_plain else []
        second = aimed or cast or second
    return [first, *second[:1]]


def _is_for_the_player(intent: Intent, seen: Mapping[int, CreatureView]) -> bool:
    """Return whether an intent is for the player and for now; `seen` holds everybody else who can be a target."""
    other = None if intent.target is None else seen.get(intent.target)
    return intent.turns == 1 and intent.target is not None and (other is None or other.is_player)


def _intent_rows(
    creature: CreatureView,
    intents: Sequence[Intent],
    seen: Mapping[int, CreatureView],
    width: int,
    colours: Palette,
) -> list[Line]:
    """Return who does what, after the map's sign for it: in one row if there is room."""
    shade = colours.creature if creature.hostile else colours.text
    name: widgets.Segment = (creature.told_name, shade)
    sign = intent_sign(intents[0]) or " "
    glyph = (f"{sign}{creature.glyph} ", legible(colours.transform(creature.fg)))
    words = [
        (intent_words(intent, seen), colours.good if intent.is_safe else colours.text)
        for intent in intents
    ]
    if len(words) == 1 and len(glyph[0]) + len(name[0]) + len(words[0][0]) < width:
        return [Line((glyph, name), tuple(words), value=creature.entity)]
    margin = (" " * len(glyph[0]), colours.text)
    rows = [row for each in words for row in widgets.wrap_segments([each], width - len(margin[0]))]
    return [
        Line((glyph, name), value=creature.entity),
        *(Line((margin, *row), value=creature.entity) for row in rows),
    ]


def intent_words(intent: Intent, seen: Mapping[int, CreatureView]) -> str:
    """Say what a creature does: "strikes you 75%", "casts Web at you", "strikes in 3 turns", "keeps away"."""
    does, chance = _does(intent)
    comma = "," if chance and intent.turns > 1 else ""
    return f"{does}{_whom(intent, seen)}{comma}{chance}"


def _does(intent: Intent) -> tuple[str, str]:
    """Return what a creature does and its chance in words; of what hangs on ground never seen only that it may be."""
    if intent.dark is not None:
        return intent.possible, ""
    return intent.does, outcomes.odds(intent.chance)


def _whom(intent: Intent, seen: Mapping[int, CreatureView]) -> str:
    """Name the target of what is done in this turn; a target that `seen` does not list is the player."""
    if intent.target is None or intent.turns != 1:
        return ""
    whom = "you" if _is_for_the_player(intent, seen) else seen[intent.target].told_called
    return f" at {whom}" if intent.does.startswith("casts") else f" {whom}"
