"""The question before an action that would harm a friend, the peaceful or the player, or waste something.

Keys and mouse are treated alike. Once the player agrees to harm somebody, the question is not repeated for them: a
player who hunts a hare is not asked at every blow.
"""

from collections.abc import Sequence

from roguelike.core.grammar import counted
from roguelike.core.records import Record
from roguelike.engine.aiming import Forecast
from roguelike.engine.commands import Action
from roguelike.engine.views.records import CreatureView
from roguelike.ui.panels.creature_rows import relation
from roguelike.ui.panels.figures import span_of
from roguelike.ui.program import Program
from roguelike.ui.screens.dialogs import Confirm

DEADLY = 0.5
"""Chance to die of the player's own action from which it asks first."""


class Agreed(Record):
    """An action that needs no further question, and those whom the player agreed to harm by it, by id."""

    action: Action
    harmed: frozenset[int]


def harm_question(program: Program, action: Action, others: tuple[CreatureView, ...]) -> Confirm:
    """Ask whether to do something although it would harm at least one creature that is not an enemy."""
    first, *more = others
    whom = f"{first.called}, {_who(first)}"
    if more:
        whom += f", and {counted(len(more), 'other')} who should not be harmed"
    agreed = Agreed(action, frozenset(each.entity for each in others))
    title = f"{program.game.title_for(action)}?"
    return Confirm(program, title, f"It would harm {whom}.", agreed, yes="Do it anyway", no="No")


def doubts_of(program: Program, action: Action, seen: Forecast) -> Confirm | None:
    """Return the question about a forecast: the player's death first, then harm to others; None if neither."""
    chance = program.game.own_death(seen)
    if chance >= DEADLY:
        text = f"It would kill you: {chance:.0%}." if chance < 1 else "It would kill you."
        return waste_question(program, action, program.game.title_for(action), text)
    others = program.game.would_harm(seen)
    return harm_question(program, action, others) if others else None


def peril_question(program: Program, action: Action, perils: Sequence[str]) -> Confirm:
    """Ask whether to step where the player knows of something harmful, and tell what it would take."""
    seen = program.game.forecast(action)
    own = seen.outcomes.get(program.game.player)
    text = f"You know of {' and '.join(perils)} there."
    if own is not None and own.at_once[2]:
        text += f" You would lose {span_of(own.at_once)} hit points."
    elif own is not None and own.later[2]:
        text += f" You would lose up to {own.later[2]} hit points if you stay."
    return doubts_of(program, action, seen) or waste_question(program, action, "Go there", text)


def waste_question(program: Program, action: Action, title: str, why: str) -> Confirm:
    """Ask whether to do something although something would be wasted."""
    agreed = Agreed(action, frozenset())
    return Confirm(program, f"{title}?", why, agreed, yes="Do it anyway", no="No")


def _who(creature: CreatureView) -> str:
    """Return a phrase for a creature's relation to the player."""
    return "your friend" if relation(creature) == "friend" else "who is peaceful"
