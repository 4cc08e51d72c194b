"""The question before an act that would harm a friend or the peaceful, or waste something: by keys and mouse alike.

Whoever the player agreed to harm is not asked about again: who hunts a hare is not asked at every blow.
"""

from roguelike.core.grammar import counted
from roguelike.core.records import Record
from roguelike.engine.commands import Action
from roguelike.engine.views.records import CreatureView
from roguelike.ui.panels.creature_rows import relation
from roguelike.ui.program import Program
from roguelike.ui.screens.dialogs import Confirm


class Agreed(Record):
    """What the question closes with if the player agrees: the act, and those whom it harms, by id."""

    action: Action
    harmed: frozenset[int]


def harm_question(
    program: Program, action: Action, label: str, others: tuple[CreatureView, ...]
) -> Confirm:
    """Ask whether to do what is called `label` although it would harm those who are no enemies, at least one."""
    first, *more = others
    whom = f"the {first.name}, {_who(first)}"
    if more:
        whom += f", and {counted(len(more), 'other')} who should not be harmed"
    agreed = Agreed(action, frozenset(each.entity for each in others))
    title, text = f"{label}?", f"It would harm {whom}."
    return Confirm(program, title, text, agreed, yes="Do it all the same", no="No")


def waste_question(program: Program, action: Action, label: str, why: str) -> Confirm:
    """Ask whether to do what is called `label` although something would be wasted."""
    agreed = Agreed(action, frozenset())
    return Confirm(program, f"{label}?", why, agreed, yes="Do it all the same", no="No")


def _who(creature: CreatureView) -> str:
    """Say in half a sentence who somebody is."""
    return "your friend" if relation(creature) == "friend" else "who is peaceful"
