"""The order of turns: who acts before the player's next turn, by glyph, twice if they act twice, and what slows them.

A sign after a glyph says that a creature is slower or faster than usual; the rows below say why, and how long the
player's own next action takes.
"""

from collections.abc import Sequence

from roguelike.engine.views.records import CreatureView, TempoView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.creature_rows import PEACEFUL, relation
from roguelike.ui.panels.rows import Line, legible
from roguelike.ui.widgets import Segment, wrap_segments

BEGINNING, END, MORE = "Next ", "you", "… "
SLOWER, FASTER = "-", "+"


def order_line(
    order: Sequence[int],
    creatures: Sequence[CreatureView],
    width: int,
    colours: Palette,
    tempo: Sequence[TempoView] = (),
) -> Line:
    """Return the row, the player at the end: "Next b b- a you", with an ellipsis for those that do not fit."""
    seen = {each.entity: each for each in creatures}
    signs = {each.entity: tempo_sign(each) for each in tempo}
    words = [
        (f"{seen[entity].glyph}{signs.get(entity, '')} ", seen[entity])
        for entity in order
        if entity in seen
    ]
    room = width - len(BEGINNING) - len(END)
    shown: list[Segment] = [(BEGINNING, colours.dim)]
    for place, (text, creature) in enumerate(words):
        is_last = place == len(words) - 1
        if room < len(text) + (0 if is_last else len(MORE)):
            shown.append((MORE, colours.dim))
            break
        room -= len(text)
        shown.append((text, legible(colours.transform(creature.fg))))
    return Line((*shown, (END, colours.player)))


def tempo_sign(tempo: TempoView) -> str:
    """Return the sign of a creature that is slowed or hasted; "" if neither, or if the causes cancel out."""
    return SLOWER if tempo.slowness > 0 else FASTER if tempo.slowness < 0 else ""


def tempo_lines(
    tempo: Sequence[TempoView],
    creatures: Sequence[CreatureView],
    width: int,
    colours: Palette,
    *,
    others: bool,
) -> list[Line]:
    """Return how long the player's next action takes and why; with `others`, also what slows or hastes them.

    Creatures slowed or hasted by the same cause share a row. The peaceful are left out: a town is full of slow people.
    Namesakes are told apart unless all of them have the same pace.
    """
    seen = {each.entity: each for each in creatures}
    paces = {each.entity: _pace(each) if each.slowness else "" for each in tempo}
    alike: dict[str, list[str]] = {}
    lines: list[Line] = []
    for each in tempo:
        if each.entity not in seen:
            lines += _wrapped(_own_act(each, width), width, colours)
        elif others and each.slowness and relation(seen[each.entity]) != PEACEFUL:
            names = alike.setdefault(_pace(each), [])
            view = seen[each.entity]
            namesakes = (other.entity for other in creatures if other.name == view.name)
            is_one = len({paces.get(other, "") for other in namesakes}) == 1
            name = view.name if is_one else view.told_name
            names += [name] * (name not in names)
    for pace, names in alike.items():
        lines += _wrapped(f"{', '.join(names)}: {pace}", width, colours)
    return lines


def _own_act(tempo: TempoView, width: int) -> str:
    """Say how long the player's next action takes, as briefly as the width requires."""
    pace = f", {_pace(tempo)}" if tempo.slowness else ""
    told = f"{tempo.ticks} ticks{pace}"
    long, short = f"Your act: {told}", f"You: {told}"
    return long if len(long) <= width else short


def _pace(tempo: TempoView) -> str:
    """Say how slow or fast a creature is, and why: "slow 2 (gear)", "fast 3 (hasted, quickness)"."""
    word = "slow" if tempo.slowness > 0 else "fast"
    causes = ", ".join(name for name, _ in tempo.causes)
    return f"{word} {abs(tempo.slowness)}" + (f" ({causes})" if causes else "")


def _wrapped(text: str, width: int, colours: Palette) -> list[Line]:
    """Wrap a text into rows."""
    return [Line(tuple(line)) for line in wrap_segments([(text, colours.dim)], width)]
