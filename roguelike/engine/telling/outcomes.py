"""What happens to one creature, in phrases: "loses 7.2 (4-8)", "dies 12%", "then 4 if it stays there", "wakes".

The one decision: whatever tells an outcome takes its phrases from here, the aim, the reply, counsel, a tooltip, a page
of an item, a question. A phrase leaves out whom it is about and agrees with it; screens choose, order and colour.
"""

from collections.abc import Iterable, Iterator, Sequence

from roguelike.core.grammar import Noun, Segment, clause, for_turns
from roguelike.effects.foresight.facts import NO_LABELS, YOU, Begins, Dies, Fact, Labels, row
from roguelike.effects.foresight.forecast import Outcome, Spread
from roguelike.engine.telling.figures import amount, odds, signed

TELLING = 0.0005
"""Chance below which a fact is left out if there are others."""
Phrase = tuple[Segment, ...]


def phrases(
    outcome: Outcome, about: Noun, labels: Labels = NO_LABELS, *, hp: int = 0, cost: int = 0
) -> list[Phrase]:
    """Return everything that happens to a creature with these hit points; `cost` is the mana that it pays itself."""
    return [*at_once(outcome, about), *further(outcome, about, labels, hp=hp, cost=cost)]


def at_once(outcome: Outcome, about: Noun, samples: int = 0) -> Iterator[Phrase]:
    """Yield the hit points lost and the chance of death, from so many sampled turns."""
    if outcome.at_once[2]:
        yield lost(outcome.at_once, about)
    if outcome.kill:
        yield (death(outcome.kill, about, samples),)


def lost(spread: Spread, about: Noun) -> Phrase:
    """Say how many hit points are lost: "loses 7.2 (4-8)"."""
    return (_agreeing("{1} [loses|lose] ", about), ""), (amount(spread), "damage")


def death(chance: float, about: Noun, samples: int = 0) -> Segment:
    """Say how likely a death is: "dies 12%"."""
    return _agreeing("{1} [dies|die]", about) + odds(chance, samples), "bad"


def _agreeing(template: str, about: Noun) -> str:
    """Return a verb that agrees with whom it is about, without them."""
    return clause(template, (about,), has_subject=False)


def further(
    outcome: Outcome, about: Noun, labels: Labels, *, hp: int = 0, cost: int = 0
) -> Iterator[Phrase]:
    """Yield everything but the loss at once and its death."""
    if outcome.later[2]:
        yield (f"then {amount(outcome.later)}", "damage"), (_while(outcome, about), "")
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
    numbers = outcome.damage[2] or outcome.healing[2] or outcome.kill
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
