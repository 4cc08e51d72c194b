"""What happens to whom: the one maker of rows for the aim, the reply, counsel, tooltips and pages.

The one decision: the phrases come from `telling.outcomes`, and are the same wherever they stand. Here they get a name
before them and colours, as a block of rows where there is room, as one row in a crowd, as a paragraph of its own.
An aim is a summary, then each creature, then everything else. Harm to the player or the peaceful comes first, and is
shown by a word and a sign, not by colour alone.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from roguelike.core.colour import Colour
from roguelike.core.grammar import Noun, capital, counted, listed
from roguelike.core.records import Record, field
from roguelike.engine.foreseeing.aiming import Forecast, Outcome, facts
from roguelike.engine.telling import outcomes
from roguelike.engine.views.records import CreatureView
from roguelike.toolkit import widgets
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.rows import EMPTY, Line, legible, text_rows, word_rows
from roguelike.toolkit.sections import heading
from roguelike.toolkit.widgets.text import ELLIPSIS
from roguelike.ui.panels.creature_rows import relation, stance_colour, words_in
from roguelike.ui.stage.stage import in_figures

WARNING, INDENT = "! ", "  "
LEAST_KILLS = 0.5
"""How many enemies must die, or be put to sleep and the like, on the mean, for a command to be said to do so."""


class Fate(NamedTuple):
    """What would happen to one creature.

    `own` marks a creature that should not be harmed, `cost` is the mana that the action takes from them, and `labels`
    are the displayed names of statuses.
    """

    creature: CreatureView
    outcome: Outcome
    own: bool = False
    cost: int = 0
    labels: facts.Labels = facts.NO_LABELS

    @property
    def about(self) -> Noun:
        """Whom its phrases agree with."""
        return facts.YOU if self.creature.is_player else facts.SOMEBODY

    @property
    def deaths(self) -> tuple[float, float]:
        """The least and most chance to die of it, now or in later turns: they differ where it hangs on the dark.

        Who would die without the act does not die of it.
        """
        least, most = self.outcome.deaths
        later = max(0.0, self.outcome.doom)
        return min(1.0, least + later), min(1.0, most + later)

    @property
    def odds(self) -> str:
        """The chance to die of it, to follow a verb; "" if it is certain."""
        least, most = self.deaths
        return outcomes.odds(most) if least == most else f" {outcomes.percents(least, most)}"

    @property
    def must_stay(self) -> bool:
        """Whether it only dies later, and only if it stays where the act leaves it."""
        dies_at_once = self.outcome.deaths[1]
        return not dies_at_once and outcomes.must_stay(self.outcome, self.creature.hp)

    @property
    def is_nothing(self) -> bool:
        """Whether nothing happens to the creature, apart from paying the cost."""
        return not (self.outcome.damage[2] or self.outcome.deaths[1] or self.further)

    @property
    def further(self) -> list[outcomes.Phrase]:
        """Everything but the loss at once and its death."""
        hp = self.creature.hp
        return list(outcomes.further(self.outcome, self.about, self.labels, hp=hp, cost=self.cost))


def name_of(creature: CreatureView) -> str:
    """Return a creature's name before what happens to it, told apart from its namesakes."""
    return "you" if creature.is_player else creature.told_name


def _called(creature: CreatureView) -> str:
    """Return a creature's name within a sentence, told apart from its namesakes."""
    return "you" if creature.is_player else creature.told_called


def joined(phrases: Iterable[outcomes.Phrase], colours: Palette) -> list[widgets.Segment]:
    """Return phrases in their colours, with commas between."""
    words: list[widgets.Segment] = []
    for phrase in phrases:
        words += [(", ", colours.text)] if words else []
        words += colours.segments(list(phrase))
    return words


def within_words(
    phrases: Sequence[outcomes.Phrase], most: int, *, least: int = 1
) -> list[outcomes.Phrase]:
    """Return phrases of at most so many words, the last ones left out with a sign, but so many told in any case."""
    told, least = list(phrases), max(least, 1)
    while (
        len(told) > least and words_in(" ".join(text for each in told for text, _ in each)) > most
    ):
        told.pop()
    return [*told, *[AND_MORE] * (len(told) < len(phrases))]


AND_MORE: outcomes.Phrase = ((ELLIPSIS, "dim"),)


def in_rows(
    phrases: Sequence[outcomes.Phrase], width: int, most: int, colours: Palette, *, least: int = 1
) -> list[Line]:
    """Return phrases in at most so many rows, the last ones left out with a sign, but so many told in any case."""
    rows, told = word_rows([joined(phrases, colours)] * bool(phrases), width), len(phrases)
    while len(rows) > most and told > max(least, 1):
        told -= 1
        rows = word_rows([joined([*phrases[:told], AND_MORE], colours)], width)
    return rows


def paragraph(fate: Fate, colours: Palette) -> list[widgets.Segment]:
    """Return all that happens to a creature after its name: "Goblin: loses 5 (3-8), dies 12%"."""
    told = [*outcomes.at_once(fate.outcome, fate.about), *fate.further]
    return [(f"{name_of(fate.creature)}: ", colours.text), *joined(told, colours)]


def told_of_nobody(seen: Forecast) -> list[str]:
    """Return what concerns no creature: "• The door is eaten 50%"."""
    told = outcomes.worth_telling(seen.facts.items())
    return [f"• {capital(facts.row(fact))}{outcomes.odds(chance)}" for fact, chance in told]


# A block of rows


def block(fate: Fate, width: int, colours: Palette) -> list[Line]:
    """Return name and hit points, the loss and whether it dies, a bar, and a row for each further phrase."""
    outcome = fate.outcome
    rows = [_figured_row(fate, width, colours)]
    fatal = colours.segments([_fatal(fate)]) if outcome.deaths[1] or outcome.damage[2] else []
    if outcome.at_once[2]:
        words = colours.segments(list(outcomes.lost(outcome.at_once, fate.about)))
        rows.append(Line(((INDENT, colours.text), *words), tuple(fatal)))
    elif outcome.deaths[1]:
        rows.append(Line(((INDENT, colours.text), *fatal)))
    if outcome.damage[2]:
        bar = _bar(fate, width - len(INDENT), colours)
        rows.append(Line(((INDENT, colours.text), *bar)))
    for phrase in fate.further:
        rows += indented(colours.segments(list(phrase)), width)
    if len(rows) == 1:
        rows.append(Line(((f"{INDENT}unharmed", colours.dim),)))
    return rows


def _fatal(fate: Fate) -> tuple[str, str]:
    """Say how likely a creature dies at once, or that it survives its wound; nothing if it may die of it later."""
    outcome = fate.outcome
    if outcome.deaths[1]:
        return outcomes.death_of(outcome, fate.about)
    is_safe = outcome.damage[2] < fate.creature.hp and not outcome.dies_later
    return ("lives" if is_safe and not fate.creature.is_player else "", "dim")


def _figured_row(fate: Fate, width: int, colours: Palette) -> Line:
    """Return the row with name and hit points; if they do not fit, without the maximum, which the name needs more."""
    hp, most = fate.creature.hp, fate.creature.max_hp
    row = _name_row(fate, ((f"{hp}/{most}", colours.text),), colours)
    return row if row.length < width else _name_row(fate, ((f"{hp}", colours.text),), colours)


def _name_row(fate: Fate, right: tuple[widgets.Segment, ...], colours: Palette) -> Line:
    """Return the row with the name: a sign if the creature should not be harmed, and its relation to the player."""
    creature = fate.creature
    word = "" if creature.is_player else relation(creature)
    name = name_of(creature)
    left = (
        (WARNING if fate.own else INDENT, colours.warn),
        (f"{creature.glyph} ", legible(colours.transform(creature.fg))),
        (name, colours.warn if fate.own else colours.creature),
    )
    shade = colours.warn if fate.own else stance_colour(creature, colours)
    return Line(left, ((f"{word} " if word else "", shade), *right), value=creature.entity)


def _bar(fate: Fate, room: int, colours: Palette) -> tuple[widgets.Segment, ...]:
    """Draw the health bar after the action, with later losses: surely kept, in doubt, surely lost, missing already.

    ████▒▒▒░░░···  of 13 cells: 4 stay, 3 may go, 3 go, 3 are gone already.
    """
    creature, outcome = fate.creature, fate.outcome
    least, most = outcome.damage[0] + outcome.later[0], outcome.damage[2]

    def cells(hp: int) -> int:
        """Convert hit points to cells."""
        return max(0, min(room, round(hp / max(creature.max_hp, 1) * room)))

    kept, doubt, now = cells(creature.hp - most), cells(creature.hp - least), cells(creature.hp)
    return (
        ("█" * kept, colours.good),
        ("▒" * (doubt - kept), colours.warn),
        ("░" * (now - doubt), colours.bad),
        ("·" * (room - now), colours.disabled),
    )


def indented(words: Sequence[widgets.Segment], width: int) -> list[Line]:
    """Wrap words into indented rows."""
    margin: Colour = (0, 0, 0)
    rows = widgets.wrap_segments(list(words), width - len(INDENT)) if words else []
    return [Line(((INDENT, margin), *row)) for row in rows]


# All together


def suffered(fates: Sequence[Fate], *, is_brief: bool = False) -> list[outcomes.Phrase]:
    """Summarise what enemies suffer, then who should not and would: "kills 1.8 (1-3) of 6", "! harms you".

    If it is brief, it leaves out bounds, of how many, when they die, and beside deaths what is lost; and beside those
    who die anywhere, those who die only if they stay in a fire.
    """
    foes = [fate for fate in fates if relation(fate.creature) == ""]
    told = _deaths(foes, is_brief=is_brief) or ([] if is_brief else _hits(foes))
    damage = sum(fate.outcome.damage[1] for fate in foes)
    kills = sum(sum(fate.deaths) for fate in foes) / 2
    if damage >= outcomes.LEAST_TOLD and not (is_brief and kills >= LEAST_KILLS):
        told.append(((f"{outcomes.rounded(damage)} damage", "damage"),))
    labels = foes[0].labels if foes else {}
    for word, many in ailing((fate.outcome for fate in foes), labels).items():
        if many >= outcomes.LEAST_TOLD:
            told.append(((word if round(many) <= 1 else f"{round(many)} {word}", "status"),))
    if not (told or is_brief):
        words = Counter("".join(text for text, _ in each) for fate in foes for each in fate.further)
        told += [((f"{word} ×{many}" if many > 1 else word, ""),) for word, many in words.items()]
    own = [fate for fate in fates if fate.own]
    return [*told, *(((f"! {words}", "warn"),) for words in harmed(own, is_brief=is_brief))]


def ailing(foreseen: Iterable[Outcome], labels: Mapping[str, str]) -> dict[str, float]:
    """Return on how many each status with a label begins, on the mean, by its label."""
    many: dict[str, float] = {}
    for outcome in foreseen:
        for name, (chance, _) in outcome.statuses.items():
            if name in labels:
                many[labels[name]] = many.get(labels[name], 0.0) + chance
    return many


def _deaths(foes: Sequence[Fate], *, is_brief: bool) -> list[outcomes.Phrase]:
    """Say how many of some enemies die, and of those who die later that they do so then, or only if they stay."""
    dying = [fate for fate in foes if fate.deaths[1]]
    if is_brief:
        dying = [fate for fate in dying if not fate.must_stay] or dying
    if not dying:
        return []
    chances = [fate.deaths for fate in dying]
    mean = sum(least + most for least, most in chances) / 2
    many = sum(least >= 1 for least, _ in chances), mean, len(chances)
    if len(foes) == 1:
        words = f"dies{dying[0].odds}"
    elif is_brief and mean < 1:
        words = f"kills one {outcomes.percent(max(most for _, most in chances))}"
    elif is_brief:
        is_rounded = abs(mean - round(mean)) >= outcomes.LEAST_TOLD
        words = f"kills {round(mean)}" + f" ({outcomes.span(many[0], many[2])})" * is_rounded
    else:
        words = f"kills {outcomes.amount(many)}"
    if not is_brief:
        later = [fate for fate in dying if not fate.outcome.deaths[1]]
        words += f" of {len(foes)}" if len(foes) > 1 else ""
        words += "" if not later else " later" if later == dying else f", {len(later)} later"
    staying = sum(fate.must_stay for fate in dying)
    if staying:
        words += " if it stays" if staying == 1 else " if they stay"
    return [((words, "good"),)]


def _hits(foes: Sequence[Fate]) -> list[outcomes.Phrase]:
    """Say how many of several enemies lose hit points."""
    total = len(foes)
    sure = sum(fate.outcome.damage[0] + fate.outcome.later[0] > 0 for fate in foes)
    most = sum(fate.outcome.damage[2] > 0 for fate in foes)
    return [((f"hits {outcomes.span(sure, most)} of {total}", ""),)] if most and total > 1 else []


def harmed(own: Sequence[Fate], *, is_brief: bool = False, is_full: bool = False) -> Iterator[str]:
    """Yield whom it harms who should not be, and who of them may die; in full with what they are to the player."""
    for them, verb in (
        ([fate for fate in own if fate.deaths[1]], "may kill"),
        ([fate for fate in own if not fate.deaths[1]], "harms"),
    ):
        if is_brief and len(them) == 1 and (ills := _ills(them[0])):
            yield f"you: {ills}"
        elif them:
            kills = all(fate.deaths[0] >= 1 for fate in them)
            whom = _counted(them) if is_brief else _named(them, is_full=is_full)
            sign = _weight(them[0], is_brief=is_brief) if len(them) == 1 else ""
            yield f"{'kills' if kills else verb} {whom}{sign}"


def _weight(fate: Fate, *, is_brief: bool) -> str:
    """Return how likely somebody dies, or if nobody does and it is brief, what they lose: " 12%", " -4.2"."""
    lost = fate.outcome.at_once[1]
    if fate.deaths[1] or not is_brief or lost < outcomes.LEAST_TOLD:
        return fate.odds if fate.deaths[1] else ""
    return f" -{in_figures(lost)}"


def _ills(fate: Fate) -> str:
    """Name what begins on a player who loses nothing at once: "slowed"; "" for others."""
    if not fate.creature.is_player or fate.outcome.at_once[2] or fate.deaths[1]:
        return ""
    return ", ".join(ailing((fate.outcome,), fate.labels))


def _named(them: Sequence[Fate], *, is_full: bool) -> str:
    """Name the first two of some creatures, and count the others."""
    names = [
        _called(each) + (f" ({relation(each)})" if is_full and not each.is_player else "")
        for each, *_ in them[:2]
    ]
    others = len(them) - len(names)
    return listed([*names, *([counted(others, "other")] if others else [])])


def _counted(them: Sequence[Fate]) -> str:
    """Name the only one of some who are no enemies, or count them."""
    if len(them) == 1:
        return _called(them[0].creature)
    return (
        f"{len(them)} {'friends' if any(each.creature.friend for each in them) else 'bystanders'}"
    )


def alike(
    word: str,
    chances: Mapping[int, float],
    seen: Mapping[int, CreatureView],
    colour: Colour,
    colours: Palette,
) -> Iterable[list[widgets.Segment]]:
    """Yield a row that names those to whom the same happens, the likeliest first: "Dies: goblin, rat ×3 20%."."""
    them = sorted(chances, key=lambda each: (-chances[each], each))
    falling = Counter(seen[each].called for each in them)
    present = Counter(each.called for each in seen.values())

    def name(view: CreatureView) -> str:
        """Tell one apart from namesakes to whom it does not happen."""
        return view.called if falling[view.called] == present[view.called] else view.told_called

    kinds = Counter((name(seen[each]), outcomes.odds(chances[each])) for each in them)
    if kinds:
        names = (f"{who}{f' ×{many}' * (many > 1)}{odd}" for (who, odd), many in kinds.items())
        yield [(f"{word}: ", colour), (f"{', '.join(names)}.", colours.text)]


def defended(creature: CreatureView, elements: Collection[str], colours: Palette) -> list[Line]:
    """Say why a creature takes more or less damage from some elements."""
    return [
        Line(((f"{INDENT}{how} {element}", colours.info),))
        for element, how in creature.defences
        if element in elements
    ]


REFUSED = "× "
UNKNOWN = "Unknown: what follows is as if you waited."
UNBOUNDED = 10_000
"""More rows than any panel shows, for panels without a limit."""


class Aim(Record):
    """Everything that the panel shows: what is aimed, at what ("" without an aim), and what would happen.

    `own_side` are creatures that should not be harmed but would be, `cost` is the mana it takes, `labels` are the words
    for statuses, and `lack` says that no enemy can be aimed at, if that is so.
    """

    label: str
    facts: tuple[str, ...]
    where: str
    seen: Forecast
    creatures: tuple[CreatureView, ...]
    own_side: Collection[int] = field(default_factory=tuple)
    unknown: bool = False
    cost: int = 0
    labels: Mapping[str, str] = field(default_factory=dict)
    lack: str = ""
    elements: Collection[str] = field(default_factory=tuple)
    """Elements of the damage that it and the statuses begun by it would do."""


def forecast_lines(aim: Aim, width: int, colours: Palette) -> list[Line]:
    """Return everything there is to say, with a block of rows for each creature."""
    if aim.seen.refused is not None:
        refusal = text_rows(REFUSED + aim.seen.refused, colours.aim_bad, width)
        lack = text_rows(aim.lack, colours.warn, width)
        return [*_head(aim, width, colours), EMPTY, *refusal, *lack]
    if aim.unknown:
        unknown = text_rows(UNKNOWN, colours.warn, width)
        return [*_head(aim, width, colours), EMPTY, *unknown]
    fates = _worst_first(aim)
    lines = [*_head(aim, width, colours), EMPTY, *_summary(fates, width, colours)]
    for fate in fates:
        lines += [EMPTY] if len(fates) > 1 else []
        lines += block(fate, width, colours) + defended(fate.creature, aim.elements, colours)
    return [*lines, *_tail(aim, fates, width, colours)]


OF_SUMMARY, SUMMARY_WORDS = 2, 8
"""The least rows in which the panel says what an aim comes to, and how many words it may have."""


def aim_rows(aim: Aim, width: int, colours: Palette) -> list[Line]:
    """Say what is aimed and, if there is room, where, and in two rows what that comes to all together.

    What would need more rows is left out, with a sign, unless it is harm to one's own side. Who is aimed at and touched
    has a row with a mark, and is not named here.
    """
    title = Line(((aim.label, colours.heading),), value="panel")
    phrases = list[outcomes.Phrase]()
    touched = {each.called for each in aim.creatures if each.entity in aim.seen.outcomes}
    where = "" if aim.where in touched else aim.where
    if where and len(aim.label) + len(where) + 1 < width:
        title = title._replace(right=((f"{where} ", colours.text),))
    elif where and not aim.lack and not aim.seen.outcomes:
        phrases = [((f"at {where}", ""),)]
    if aim.seen.refused is not None:
        phrases = [((REFUSED + aim.seen.refused, "bad"),)]
    elif aim.unknown:
        phrases = [((UNKNOWN, "warn"),)]
    else:
        phrases += _in_a_row(aim)
    warned = sum(phrase[-1][1] == "warn" for phrase in phrases)
    phrases = within_words(phrases, SUMMARY_WORDS, least=warned)
    rows = in_rows(phrases, width, OF_SUMMARY, colours, least=warned)
    return [title, *rows, *[EMPTY] * (OF_SUMMARY - len(rows))]


def _in_a_row(aim: Aim) -> list[outcomes.Phrase]:
    """Return what an act comes to, harm to one's own side and doubt first: "! harms you, into the dark, kills 4".

    What a single enemy suffers stands in its row alone.
    """
    fates = _worst_first(aim)
    foes = [fate for fate in fates if relation(fate.creature) == ""]
    told = suffered([each for each in fates if foes != [each]], is_brief=True)
    if not aim.lack:  # that no enemy is reached is enough for one look
        told += [
            # No row says again that something leads into the dark, so that must not be cut.
            (
                (
                    f"{facts.row(fact)}{outcomes.odds(chance)}",
                    "warn" if fact == facts.Dark() else "info",
                ),
            )
            for fact, chance in outcomes.worth_telling(aim.seen.facts.items())
        ]
    told.sort(key=lambda phrase: phrase[-1][1] != "warn")
    if not told and not fates and not aim.lack:
        told = [(("nobody in view feels it", "dim"),)]
    return told


def dying(seen: Forecast) -> list[int]:
    """List the creatures whose death the rows of a forecast tell, at once or later."""
    return [each for each, what in seen.outcomes.items() if what.deaths[1] or what.dies_later]


def _head(aim: Aim, width: int, colours: Palette) -> list[Line]:
    """Return what is being done, its general description, and where."""
    about = [line for text in aim.facts for line in text_rows(text, colours.text, width)]
    where = text_rows(f"At {aim.where}." if aim.where else "", colours.text, width)
    return [heading(aim.label, width, colours), *about, *([EMPTY] * bool(about and where)), *where]


def _tail(aim: Aim, fates: Sequence[Fate], width: int, colours: Palette) -> list[Line]:
    """Return what concerns no creature, and that nothing happens to anybody."""
    lines: list[Line] = []
    for words in told_of_nobody(aim.seen):
        lines += text_rows(words, colours.info, width)
    if not fates and not (aim.seen.facts.keys() - {facts.Dark()}):
        lines += text_rows("Nobody you can see would feel it.", colours.dim, width)
    lines += text_rows(aim.lack, colours.warn, width)
    return [EMPTY, *lines] if lines and fates else lines


def _worst_first(aim: Aim) -> list[Fate]:
    """Sort creatures: own side first, then by harm. The player is left out if nothing happens to them."""
    foreseen = aim.seen.outcomes
    fates = [
        Fate(
            creature,
            foreseen[creature.entity],
            creature.entity in aim.own_side,
            aim.cost if creature.is_player else 0,
            aim.labels,
        )
        for creature in aim.creatures
        if creature.entity in foreseen
    ]

    def rank(fate: Fate) -> tuple[bool, bool, float, int]:
        """Return the sort key of one creature."""
        outcome = fate.outcome
        harm = fate.deaths[1] + (outcome.damage[1] + outcome.later[1]) / 1000
        return not fate.own, not fate.creature.is_player, -harm, fate.creature.entity

    told = (fate for fate in fates if not (fate.creature.is_player and fate.is_nothing))
    return sorted(told, key=rank)


def _summary(fates: Sequence[Fate], width: int, colours: Palette) -> list[Line]:
    """Return the summary, if more than one creature is affected: "Kills 4 of 6, ! harms you."."""
    if len(fates) < 2:
        return []
    told = suffered(fates) or [(("harms nobody", ""),)]
    ((first, role), *rest), *others = told
    words = joined([((capital(first), role), *rest), *others], colours)
    return word_rows([[*words, (".", colours.text)]], width)
