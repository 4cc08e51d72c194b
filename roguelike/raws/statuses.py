"""Statuses: those of the data, those that items bring, and the built-in ones that the rules need."""

import re

from roguelike.components.statuses import StatusTemplate
from roguelike.core.records import replace
from roguelike.raws.faults import Place, shown

SENTENCE_MARKS = re.compile(r"\{1('s)?\}|\{2\}|\[(?:1:)?[^\[\]{}|]*(?:\|[^\[\]{}|]*)?\]")
BUILT_IN = (
    StatusTemplate(
        "Confusion",
        "confused",
        "C",
        stacking="strongest",
        staggers=True,
        controls=True,
        begins="{1} [is|are] confused.",
        ends="{1} [is|are] no longer confused.",
    ),
    StatusTemplate(
        "Slowed",
        "slowed",
        "S",
        stacking="strongest",
        cancels=("Hasted",),
        slows=True,
        begins="{1} slow[s] down.",
        ends="{1} [is|are] no longer slowed.",
    ),
    StatusTemplate(
        "Hasted",
        "hasted",
        "H",
        stacking="strongest",
        cancels=("Slowed",),
        slows=True,
        good=True,
        begins="{1} speed[s] up.",
        ends="{1} [is|are] no longer hasted.",
    ),
    StatusTemplate(
        "Damage Over Time",
        "poisoned",
        "P",
        stacking="extend",
        tick="damage",
        begins="{1} [is|are] poisoned.",
        ends="The poison in {1} is spent.",
    ),
    StatusTemplate(
        "Healing Over Time",
        "mending",
        "Y",
        stacking="extend",
        tick="healing",
        good=True,
        begins="{1} begin[s] to mend.",
        ends="What mended {1} is spent.",
    ),
    StatusTemplate(
        "Summoned",
        "summoned",
        "T",
        serves=True,
        dismisses=True,
        good=True,
        begins="{1} answer[s] the call.",
        ends="{1} [is|are] gone again.",
    ),
    StatusTemplate(
        "Sworn",
        "sworn",
        "a",
        serves=True,
        good=True,
        begins="{1} [is|are] sworn to serve.",
        ends="{1} [is|are] free of the oath.",
    ),
)
"""Statuses that the rules' own effects start. Data may reword and recolour them; data without them still plays."""


def compile_status(row: StatusTemplate, place: Place) -> StatusTemplate:
    """Complete a status, checking its sentences against the log's grammar."""
    for field, text in (("begins", row.begins), ("ends", row.ends)):
        remedy = "{1} is its bearer, [third|second] agrees: {1} [is|are] confused."
        check_sentence(text, place.under(field), remedy)
    return row if row.label else replace(row, label=row.name.lower())


def check_sentence(text: str, place: Place, remedy: str) -> None:
    """Report a text with marks that the log's grammar does not have."""
    if re.search(r"[\[\]{}|]", SENTENCE_MARKS.sub("", text)):
        place.fault(f"{shown(text)} is not a sentence of the log", remedy)


def gift(name: str, turns: int, *, good: bool) -> StatusTemplate:
    """Make the status that a potion of changed attributes leaves, if the data does not describe it."""
    return StatusTemplate(
        name,
        name.lower(),
        "+" if good else "-",
        stacking="extend",
        begins="{1} feel[s] different.",
        ends="{1} feel[s] ordinary again.",
        good=good,
        turns=turns,
    )
