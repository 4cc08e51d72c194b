"""Rows about one creature of a forecast: hit points, chance to die, later damage, statuses, words.

The one decision: the same facts in three sizes. A roomy block reads best; in a crowd each creature gets two rows, and
on a small terminal one. What is not a number wraps into further rows and is never left out.
"""

from collections.abc import Collection, Iterator, Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import NamedTuple

from roguelike.core.colour import Colour
from roguelike.core.grammar import turns_words
from roguelike.core.records import replace
from roguelike.engine.foreseeing.aiming import Outcome, facts
from roguelike.engine.views.records import CreatureView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.creature_rows import relation, stance_colour
from roguelike.ui.panels.figures import amount, chance_words, percent, rounded, signed, span_of
from roguelike.ui.panels.rows import Line, legible
from roguelike.ui.widgets import Segment, wrap_segments

WARNING = "! "
INDENT = "  "
TELLING = 0.0005
"""Chance below which a fact is left out if there are others."""


class Size(IntEnum):
    """The minimum number of rows for each creature."""

    ROOMY = 3
    COMPACT = 2
    TIGHT = 1


class Fate(NamedTuple):
    """What would happen to one creature.

    `own` marks a creature that should not be harmed, `cost` is the mana that the action takes from them, and `labels`
    are the displayed names of statuses.
    """

    creature: CreatureView
    outcome: Outcome
    own: bool = False
    cost: int = 0
    labels: Mapping[str, str] = MappingProxyType({})

    @property
    def death(self) -> float:
        """The chance to die of it, now or in later turns."""
        return min(1.0, self.outcome.kill + self.outcome.dies_later)

    @property
    def must_stay(self) -> bool:
        """Whether it only dies later if it stays where the act leaves it: walking on takes it out of the fire."""
        outcome, fire = self.outcome, self.outcome.staying[2]
        return outcome.dies_later > 0 and fire > 0 and outcome.damage[2] - fire < self.creature.hp

    @property
    def is_nothing(self) -> bool:
        """Whether nothing happens to the creature, apart from paying the cost."""
        outcome = self.outcome
        hurt = outcome.damage[2] or outcome.later[2] or outcome.healing[2] or outcome.kill
        mana = any(part + self.cost for part in outcome.mana)
        return not (hurt or mana or outcome.statuses or outcome.facts)


def fate_rows(fate: Fate, width: int, colours: Palette, size: Size) -> list[Line]:
    """Return the rows about one creature."""
    match size:
        case Size.ROOMY:
            return _roomy(fate, width, colours)
        case Size.COMPACT:
            return _compact(fate, width, colours)
        case _:
            return _tight(fate, width, colours)


def _roomy(fate: Fate, width: int, colours: Palette) -> list[Line]:
    """Return name and hit points, damage and chance to die, a bar, and a row for each further fact."""
    rows = [_figured_row(fate, width, colours)]
    if fate.outcome.at_once[2]:
        words = ((INDENT, colours.text), *_damage_words(fate, colours))
        rows.append(Line(words, _death_words(fate, colours)))
    if fate.outcome.damage[2]:
        bar = _bar(fate, width - len(INDENT), colours)
        rows.append(Line(((INDENT, colours.text), *bar)))
    elif fate.outcome.kill:
        rows.append(Line(((f"{INDENT}gone", colours.damage),), _death_words(fate, colours)))
    for words in further_facts(fate, colours):
        rows += _wrapped(words, width)
    if len(rows) == 1:
        rows.append(Line(((f"{INDENT}unharmed", colours.dim),)))
    return rows


def _compact(fate: Fate, width: int, colours: Palette) -> list[Line]:
    """Return name and hit points; damage, bar and chance to die in one row; further facts together."""
    rows = [_figured_row(fate, width, colours)]
    further = _joined(further_facts(fate, colours), colours)
    death = _death_words(fate, colours)
    if fate.outcome.damage[2]:
        amount = span_of(fate.outcome.at_once) if fate.outcome.at_once[2] else "later"
        damage = f"{INDENT}{amount:<6}"
        room = width - len(damage) - sum(len(text) for text, _ in death) - bool(death)
        rows.append(Line(((damage, colours.damage), *_bar(fate, room, colours)), death))
    elif death:
        rows.append(Line(((f"{INDENT}gone", colours.damage),), death))
    elif not further:
        rows.append(Line(((f"{INDENT}unharmed", colours.dim),)))
    return [*rows, *_wrapped(further, width)]


def _tight(fate: Fate, width: int, colours: Palette) -> list[Line]:
    """Return name, damage and chance to die in one row; further facts below."""
    later = fate.outcome.later[2]
    bare = fate._replace(outcome=replace(fate.outcome, later=(0, 0.0, 0))) if later else fate
    further = _joined(further_facts(bare, colours), colours)
    right: list[Segment] = []
    if fate.outcome.at_once[2] or later:
        # Later damage, to creatures that stay there or have a status, follows a plus: "4-14 +15".
        words = span_of(fate.outcome.at_once) + (
            f" +{span_of(fate.outcome.later)}" if later else ""
        )
        right.append((words, colours.damage))
    right += [(f" {text}", colour) for text, colour in _death_words(fate, colours)]
    if not right and not further:
        right.append(("unharmed", colours.dim))
    row = _name_row(fate, tuple(right), colours)
    if sum(len(text) for text, _ in (*row.left, *row.right)) >= width:
        # The sign before the name already says that it should not be harmed.
        *before, (name, shade) = row.left
        room = width - sum(len(text) for text, _ in (*before, *right)) - 1
        if len(name) > room and fate.creature.where:
            name = fate.creature.aside.strip()  # beside the glyph, it says enough
        row = row._replace(left=(*before, (_begun(name, room), shade)), right=tuple(right))
    return [row, *_wrapped(further, width)]


def _begun(name: str, room: int) -> str:
    """Cut a name to as many letters as fit: the second word tells two bandits apart."""
    return name if len(name) <= room else f"{name[: max(room - 1, 1)].rstrip()}…"


def _name_row(fate: Fate, right: tuple[Segment, ...], colours: Palette) -> Line:
    """Return the row with the name: a sign if the creature should not be harmed, and its relation to the player."""
    creature = fate.creature
    word = "" if creature.is_player else relation(creature)
    name = "you" if creature.is_player else creature.told_name
    left = (
        (WARNING if fate.own else INDENT, colours.warn),
        (f"{creature.glyph} ", legible(colours.transform(creature.fg))),
        (name, colours.warn if fate.own else colours.creature),
    )
    shade = colours.warn if fate.own else stance_colour(creature, colours)
    return Line(left, ((f"{word} " if word else "", shade), *right), value=creature.entity)


def _figured_row(fate: Fate, width: int, colours: Palette) -> Line:
    """Return the row with name and hit points; if they do not fit, without the maximum, which the name needs more."""
    hp, most = fate.creature.hp, fate.creature.max_hp
    row = _name_row(fate, ((f"{hp}/{most}", colours.text),), colours)
    return row if row.length < width else _name_row(fate, ((f"{hp}", colours.text),), colours)


# Facts


def fate_words(fate: Fate, colours: Palette) -> list[Segment]:
    """Return everything that happens to a creature, in a sentence: "3-8 damage, kills 12%, then 4 over time"."""
    told: list[tuple[Segment, ...]] = []
    if fate.outcome.at_once[2]:
        told.append(((span_of(fate.outcome.at_once), colours.damage), (" damage", colours.text)))
    if fate.outcome.kill:
        told.append(_death_words(fate, colours))
    return _joined(iter([*told, *further_facts(fate, colours)]), colours)


def further_facts(fate: Fate, colours: Palette) -> Iterator[tuple[Segment, ...]]:
    """Yield everything but the immediate damage and death, one fact at a time."""
    outcome = fate.outcome
    if outcome.later[2]:
        yield (
            (f"then {span_of(outcome.later)}", colours.damage),
            (_while_words(fate), colours.text),
        )
    if outcome.healing[2]:
        yield (("heals ", colours.text), (amount(outcome.healing), colours.heal))
    if any(gained := [part + fate.cost for part in outcome.mana]):
        yield (("mana ", colours.text), (signed(gained[0], gained[2]), colours.mana))
    for status, (chance, most_turns) in outcome.statuses.items():
        yield (
            (fate.labels.get(status, status), colours.status),
            (f"{chance_words(chance)} for {turns_words(most_turns)}", colours.text),
        )
    about = facts.YOU if fate.creature.is_player else facts.SOMEBODY
    for fact, chance in worth_telling(outcome).items():
        shade = colours.bad if type(fact) is facts.Dies else colours.text
        told = facts.row(fact, about, fate.labels)
        yield ((told, shade), (f"{chance_words(chance)}{_unless_left(fact, fate)}", colours.text))


def _unless_left(fact: facts.Fact, fate: Fate) -> str:
    """Say of a status to come that staying brings it on, unless a row above says so or a status brings it on.

    Of a death to come, always say so if it only comes of staying.
    """
    if type(fact) is facts.Dies and fate.must_stay:
        return " if you stay" if fate.creature.is_player else " if it stays"
    outcome, is_to_come = fate.outcome, type(fact) is facts.Begins
    return _while_words(fate) if is_to_come and not (outcome.later[2] or outcome.statuses) else ""


def worth_telling(outcome: Outcome) -> dict[facts.Fact, float]:
    """Return the facts without the rarest; keep those too if there is nothing else to tell."""
    usual = {fact: chance for fact, chance in outcome.facts.items() if chance >= TELLING}
    others = outcome.damage[2] or outcome.healing[2] or outcome.statuses or outcome.kill
    return usual if usual or others else dict(outcome.facts)


def _while_words(fate: Fate) -> str:
    """Say who gets later damage: whoever has the status, only those who stay where it burns, or of each a part."""
    outcome = fate.outcome
    left_there = f" if {'you stay' if fate.creature.is_player else 'it stays'} there"
    if not outcome.statuses or 0 < outcome.later[2] <= outcome.staying[2]:
        return left_there
    part = f", {span_of(outcome.staying)} of it{left_there}" if outcome.staying[2] else ""
    return f" over time{part}"


def defence_rows(creature: CreatureView, told: str, colours: Palette) -> list[Line]:
    """Say why a creature takes more or less damage from the elements named in a text."""
    return [
        Line(((f"{INDENT}{how} {element}", colours.info),))
        for element, how in creature.defences
        if element in told
    ]


def _damage_words(fate: Fate, colours: Palette) -> tuple[Segment, ...]:
    """Return "8-9 damage", with the mean if the damage varies."""
    least, mean, most = fate.outcome.at_once
    if least == most:
        return ((f"{most}", colours.damage), (" damage", colours.text))
    return ((f"{least}-{most}", colours.damage), (f" (mean {rounded(mean)})", colours.text))


def _death_words(fate: Fate, colours: Palette) -> tuple[Segment, ...]:
    """Return the chance of a creature's death as coloured text, or that it survives its wound."""
    outcome = fate.outcome
    if outcome.kill >= 1:
        return (("you die" if fate.creature.is_player else "dies", colours.bad),)
    if outcome.kill:
        return ((f"kills {percent(outcome.kill)}", colours.bad),)
    spared = outcome.damage[2] < fate.creature.hp and not outcome.dies_later
    lives = "you live" if fate.creature.is_player else "lives"
    return ((lives, colours.dim),) if spared and outcome.damage[2] else ()


def _bar(fate: Fate, room: int, colours: Palette) -> tuple[Segment, ...]:
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


# Rows of words


def _joined(told: Iterator[tuple[Segment, ...]], colours: Palette) -> list[Segment]:
    """Join facts with commas."""
    words: list[Segment] = []
    for fact in told:
        words += [(", ", colours.text), *fact] if words else fact
    return words


def _wrapped(words: Collection[Segment], width: int) -> list[Line]:
    """Wrap words into indented rows."""
    if not words:
        return []
    margin: Colour = (0, 0, 0)
    return [
        Line(((INDENT, margin), *line)) for line in wrap_segments(list(words), width - len(INDENT))
    ]
