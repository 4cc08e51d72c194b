"""The question before an act that would harm a friend, the peaceful or one's own life, or waste something.

Keys and mouse are asked alike.
Whoever the player agreed to harm is not asked about again: who hunts a hare is not asked at every blow.
"""

from roguelike.core.grammar import counted
from roguelike.core.records import Record
from roguelike.engine.aiming import Forecast
from roguelike.engine.commands import Action
from roguelike.engine.views.records import CreatureView
from roguelike.ui.panels.creature_rows import relation
from roguelike.ui.program import Program
from roguelike.ui.screens.dialogs import Confirm

DEADLY = 0.5
"""Chance to die of one's own act from which on it is asked about."""


class Agreed(Record):
    """An act that is not asked about any more, and those whom the player agreed to harm by it, by id."""

    action: Action
    harmed: frozenset[int]


def harm_question(program: Program, action: Action, others: tuple[CreatureView, ...]) -> Confirm:
    """Ask whether to do something although it would harm those who are no enemies, at least one."""
    first, *more = others
    whom = f"{first.called}, {_who(first)}"
    if more:
        whom += f", and {counted(len(more), 'other')} who should not be harmed"
    agreed = Agreed(action, frozenset(each.entity for each in others))
    title = f"{program.game.title_for(action)}?"
    return Confirm(program, title, f"It would harm {whom}.", agreed, yes="Do it anyway", no="No")


def doubts_of(program: Program, action: Action, seen: Forecast) -> Confirm | None:
    """Return the question before what is foreseen: one's own death before the harm of others; None if it is neither."""
    chance = program.game.own_death(seen)
    if chance >= DEADLY:
        text = f"It would kill you: {chance:.0%}." if chance < 1 else "It would kill you."
        return waste_question(program, action, program.game.title_for(action), text)
    others = program.game.would_harm(seen)
    return harm_question(program, action, others) if others else None


def waste_question(program: Program, action: Action, title: str, why: str) -> Confirm:
    """Ask whether to do what is called so although something would be wasted."""
    agreed = Agreed(action, frozenset())
    return Confirm(program, f"{title}?", why, agreed, yes="Do it anyway", no="No")


def _who(creature: CreatureView) -> str:
    """Say in half a sentence who somebody is."""
    return "your friend" if relation(creature) == "friend" else "who is peaceful"
