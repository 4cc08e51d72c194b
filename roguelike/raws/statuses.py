"""Statuses: those of the data, those that items bring with them, and those that the rules cannot do without."""

import re

from roguelike.components.statuses import StatusTemplate
from roguelike.raws.faults import Place, shown
from roguelike.raws.models.tables import StatusRow
from roguelike.world.terrain import ground_named

SENTENCE_MARKS = re.compile(r"\{1('s)?\}|\{2\}|\[(?:1:)?[^\[\]{}|]*(?:\|[^\[\]{}|]*)?\]")
BUILT_IN = (
    StatusTemplate(
        "Confusion",
        "confused",
        "C",
        stacking="strongest",
        staggers=True,
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
        stacking="add",
        tick="damage",
        begins="{1} [is|are] poisoned.",
        ends="The poison in {1} is spent.",
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
)
"""What effects of the rules begin. Data may word and colour them otherwise; data without them still plays."""


def compile_status(row: StatusRow, place: Place) -> StatusTemplate:
    """Compile a status; its sentences are checked against the log's grammar."""
    for field, text in (("begins", row.begins), ("ends", row.ends)):
        if re.search(r"[\[\]{}|]", SENTENCE_MARKS.sub("", text)):
            remedy = "{1} is its bearer, [third|second] agrees: {1} [is|are] confused."
            place.under(field).fault(f"{shown(text)} is not a sentence of the log", remedy)
    return StatusTemplate(
        name=row.name,
        label=row.label or row.name.lower(),
        letter=row.letter,
        colour=row.color,
        stacking=row.stacking,
        cancels=row.cancels,
        tick=row.tick,
        element=row.element,
        slows=row.slows,
        staggers=row.staggers,
        absorbs=row.absorbs,
        unseen=row.unseen,
        flees=row.flees,
        damage_share=row.damage_share,
        armor_class=row.armor_class,
        resistances=tuple(row.resistances.items()),
        serves=row.serves,
        dismisses=row.dismisses,
        ended_by=tuple(row.ended_by),
        quenches=tuple(ground_named(name) for name in row.quenches),
        warning=row.warning,
        forbids=tuple(row.forbids),
        begins=row.begins,
        ends=row.ends,
        good=row.good,
    )


def gift(name: str, *, good: bool) -> StatusTemplate:
    """Make the status that a draught of changed attributes leaves, when data does not describe it."""
    return StatusTemplate(
        name,
        name.lower(),
        "+" if good else "-",
        stacking="extend",
        begins="{1} feel[s] different.",
        ends="{1} feel[s] ordinary again.",
        good=good,
    )
