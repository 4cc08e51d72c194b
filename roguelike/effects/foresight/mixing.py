"""Several forecasts in one, for an act that chance turns into one of several: the confused take a random step."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from roguelike.effects.foresight.facts import Fact
from roguelike.effects.foresight.forecast import Forecast, Outcome, Spread

UNTOUCHED = Outcome()
What = TypeVar("What", str, Fact)


def mixed(forecasts: Sequence[Forecast]) -> Forecast:
    """Combine the forecasts of equally likely acts into one; a refused act does nothing.

    Creatures to whom nothing happens in any of them are left out.
    """
    entities = dict.fromkeys(entity for each in forecasts for entity in each.outcomes)
    cells = dict.fromkeys(cell for each in forecasts for cell in each.cells)
    outcomes = {
        entity: _mixed_outcome([each.outcomes.get(entity, UNTOUCHED) for each in forecasts])
        for entity in sorted(entities)
    }
    told = {entity: outcome for entity, outcome in outcomes.items() if outcome != UNTOUCHED}
    return Forecast(None, tuple(cells), (), told, _chances([each.facts for each in forecasts]))


def _mixed_outcome(outcomes: Sequence[Outcome]) -> Outcome:
    """Combine the outcomes of one creature."""
    chances = _chances(
        [{name: held[0] for name, held in each.statuses.items()} for each in outcomes]
    )
    later = _spread([each.later for each in outcomes])
    least, mean, most = _spread([each.at_once for each in outcomes])
    return Outcome(
        # The most at once and the most later may come from different acts; Outcome.at_once takes the sum apart again.
        damage=(least, mean, most + later[2]),
        healing=_spread([each.healing for each in outcomes]),
        kill=round(sum(each.kill for each in outcomes) / len(outcomes), 9),
        statuses={
            name: (
                chance,
                max(each.statuses[name][1] for each in outcomes if name in each.statuses),
            )
            for name, chance in chances.items()
        },
        later=later,
        mana=_spread([each.mana for each in outcomes]),
        facts=_chances([each.facts for each in outcomes]),
        staying=_spread([each.staying for each in outcomes]),
    )


def _spread(spreads: Sequence[Spread]) -> Spread:
    """Return the least of all, the mean of the means, and the most of all."""
    least, most = min(each[0] for each in spreads), max(each[2] for each in spreads)
    return least, round(sum(each[1] for each in spreads) / len(spreads), 6), most


def _chances(found: Sequence[Mapping[What, float]]) -> dict[What, float]:
    """Return the mean chance of each thing that may happen, the likeliest first; where it does not, it counts as 0."""
    total: dict[What, float] = {}
    for each in found:
        for what, chance in each.items():
            total[what] = total.get(what, 0.0) + chance / len(found)
    ranked = sorted(total.items(), key=lambda pair: -pair[1])
    return {what: round(chance, 9) for what, chance in ranked}
