"""What happens to one creature, in phrases: "loses 7.2 (4-8)", "dies 12%", "then 4 if it stays there", "wakes".

The one decision: whatever tells an outcome takes its phrases from here, the aim, the reply, counsel, a tooltip, a page
of an item, a question. A phrase leaves out whom it is about and agrees with it; screens choose, order and colour.
Figures, too, have one form wherever they stand: amounts, changes, means and chances.
"""

from collections.abc import Iterable, Iterator, Sequence

from roguelike.core.grammar import Noun, Segment, clause, for_turns
from roguelike.effects.foresight.facts import YOU, Begins, Dies, Fact, Labels, row
from roguelike.effects.foresight.forecast import Outcome, Spread

RARELY = 0.001
"""Chance below which something is called rare."""
LEAST_TOLD = 0.1
"""Below this a mean is not told as a number."""
CLOSELY = 16
"""Number of sampled turns from which a chance is told without the sign for a rough value."""


def amount(spread: tuple[float, float, float]) -> str:
    """Format a mean with the least and the most, or one number if they are equal: "7.2 (4-8)"."""
    least, mean, most = spread
    if least == most:
        return f"{most:g}"
    middle = f"<{LEAST_TOLD}" if 0 < mean < LEAST_TOLD else rounded(mean)
    return f"{middle} ({span(least, most)})"


def span(least: float, most: float) -> str:
    """Format two numbers as "8-9", or one number if they are equal."""
    return f"{most:g}" if least == most else f"{least:g}-{most:g}"


def signed(least: float, most: float) -> str:
    """Format a change: "+3", "-2", "-1 to +2"."""
    return f"{most:+g}" if least == most else f"{least:+g} to {most:+g}"


def rounded(mean: float) -> str:
    """Format a mean with one decimal, or none if it is whole."""
    return f"{mean:.1f}".removesuffix(".0")


def odds(chance: float, samples: int = 0) -> str:
    """Return a chance to follow what may happen: " 12%"; "" if it is certain.

    From some `samples` a chance is known only so far: " <3%" if none of them has it, " ~33%" if they are few.
    """
    if chance >= 1:
        return ""
    if not samples:
        return " rarely" if chance < RARELY else f" {percent(chance)}"
    rarity = max(1, round(100 / samples))
    if chance < 0.5 / samples:
        return f" <{rarity}%"
    if chance > 1 - 0.5 / samples:
        return f" >{100 - rarity}%"
    return f" {'~' if 1 < samples < CLOSELY else ''}{percent(chance)}"


def percent(chance: float) -> str:
    """Format a chance in percent; 0% and 100% are used only for the impossible and the certain."""
    if 0 < chance < 0.01:
        return "<1%"
    if 0.99 < chance < 1:
        return ">99%"
    return f"{round(chance * 100)}%"


def percents(least: float, most: float) -> str:
    """Format a chance that may be anything between two: "0-100%"."""
    return f"{percent(least).removesuffix('%')}-{percent(most)}"


LEAST_DUE = 0.05
"""Hit points that an act must add or spare for that to be told."""
TELLING = 0.0005
"""Chance below which a fact is left out if there are others."""
Phrase = tuple[Segment, ...]


def at_once(outcome: Outcome, about: Noun, samples: int = 0) -> Iterator[Phrase]:
    """Yield the hit points lost and the chance of death, from so many sampled turns."""
    if outcome.at_once[2]:
        yield lost(outcome.at_once, about)
    if outcome.deaths[1]:
        yield (death_of(outcome, about, samples),)


def lost(spread: Spread, about: Noun) -> Phrase:
    """Say how many hit points are lost: "loses 7.2 (4-8)"."""
    return (_agreeing("{1} [loses|lose] ", about), ""), (amount(spread), "damage")


def death_of(outcome: Outcome, about: Noun, samples: int = 0) -> Segment:
    """Say how likely a death is at once; of one that hangs on the dark, from what to what: "dies 0-100%"."""
    least, most = outcome.deaths
    if least == most:
        return death(most, about, samples)
    return _agreeing("{1} [dies|die]", about) + f" {percents(least, most)}", "bad"


def death(chance: float, about: Noun, samples: int = 0) -> Segment:
    """Say how likely a death is: "dies 12%"."""
    return _agreeing("{1} [dies|die]", about) + odds(chance, samples), "bad"


def _agreeing(template: str, about: Noun) -> str:
    """Return a verb that agrees with whom it is about, without them."""
    return clause(template, (about,), has_subject=False)


def further(
    outcome: Outcome, about: Noun, labels: Labels, *, hp: int, cost: int
) -> Iterator[Phrase]:
    """Yield everything but the loss at once and its death; a creature of `hp` hit points pays `cost` mana itself."""
    if outcome.later[2]:
        when = _while(outcome, about) + in_any_case(outcome)
        yield (f"then {amount(outcome.later)}", "damage"), (when, "")
    elif outcome.anyway[2]:
        yield (f"spared {amount(outcome.anyway)}", "heal"), (" to come", "")
    if outcome.healing[2]:
        yield regained(outcome.healing, about)
    if any(gained := [part + cost for part in outcome.mana]):
        yield ("mana ", ""), (signed(gained[0], gained[2]), "mana")
    yield from begun(outcome, labels)
    for fact, chance in worth_telling(outcome.facts.items(), is_alone=_is_alone(outcome)):
        shade = "bad" if type(fact) is Dies else ""
        yield (
            (row(fact, about, labels), shade),
            (odds(chance) + _unless_left(fact, outcome, about, hp), ""),
        )


def in_any_case(outcome: Outcome) -> str:
    """Say how much of what is lost later would be lost without the act: " (5 of it in any case)"."""
    due, mean = outcome.added, f"{outcome.anyway[1]:.1f}".removesuffix(".0")
    if not outcome.anyway[2]:
        return ""
    if abs(due) < LEAST_DUE:
        return " in any case"
    return f" ({mean} of it in any case)" if due > 0 else f" (else {mean})"


def regained(spread: Spread, about: Noun) -> Phrase:
    """Say how many hit points are got back: "regains 6 (4-8)"."""
    return (_agreeing("{1} regain[s] ", about), ""), (amount(spread), "heal")


def begun(outcome: Outcome, labels: Labels) -> Iterator[Phrase]:
    """Yield each status that begins, with its chance and its turns: "burning 50% for 5 turns"."""
    for name, (chance, turns) in outcome.statuses.items():
        yield (labels.get(name, name), "status"), (f"{odds(chance)} {for_turns(turns)}", "")


def must_stay(outcome: Outcome, hp: int) -> bool:
    """Return whether it only dies later if it stays where the act leaves it: walking on takes it out of the fire."""
    fire = outcome.staying[2]
    return outcome.dies_later > 0 and fire > 0 and outcome.damage[2] - fire < hp


def worth_telling(
    facts: Iterable[tuple[Fact, float]], *, is_alone: bool = True
) -> Sequence[tuple[Fact, float]]:
    """Return facts with their chances, without the rarest; with those if they are all there is."""
    every = list(facts)
    usual = [pair for pair in every if pair[1] >= TELLING]
    return usual if usual or not is_alone else every


def _is_alone(outcome: Outcome) -> bool:
    """Return whether nothing but facts tells of an outcome."""
    numbers = outcome.damage[2] or outcome.healing[2] or outcome.deaths[1]
    return not (numbers or outcome.statuses)


def _unless_left(fact: Fact, outcome: Outcome, about: Noun, hp: int) -> str:
    """Say of a status to come that staying brings it on, unless a phrase before says so or a status brings it on.

    Of a death to come, always say so if it only comes of staying.
    """
    if type(fact) is Dies and must_stay(outcome, hp):
        return _staying(about)
    is_unsaid = type(fact) is Begins and not (outcome.later[2] or outcome.statuses)
    return _while(outcome, about) if is_unsaid else ""


def _while(outcome: Outcome, about: Noun) -> str:
    """Say who gets later damage: whoever has the status, only those who stay where it burns, or of each a part."""
    left_there = f"{_staying(about)} there"
    if not outcome.statuses or 0 < outcome.later[2] <= outcome.staying[2]:
        return left_there
    part = f", {amount(outcome.staying)} of it{left_there}" if outcome.staying[2] else ""
    return f" over time{part}"


def _staying(about: Noun) -> str:
    """Say on what it depends: " if it stays"."""
    return " if you stay" if about == YOU else " if it stays"
