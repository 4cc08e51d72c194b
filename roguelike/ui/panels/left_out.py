"""What a reply leaves out, since the player cannot know it: enemies out of view, and ground never seen."""

from collections.abc import Iterator, Mapping, Sequence

from roguelike.core.grammar import capital, counted
from roguelike.engine.foreseeing.intents import STEPS, Intent
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.views.records import CreatureView
from roguelike.ui.look.palette import Palette
from roguelike.ui.widgets import Segment


def leaving_words(
    reply: Reply, seen: Mapping[int, CreatureView], colours: Palette
) -> Iterator[list[Segment]]:
    """Yield rows on who comes along if the player leaves the level, and that what waits elsewhere is left out."""
    if not reply.leaves:
        return
    for entity in sorted(reply.follows, key=lambda each: (not reply.follows[each], each)):
        if entity in seen:
            name = seen[entity].told_called
            told = f"{capital(name)} follows you"
            first = " and acts before you" if reply.follows[entity] else ""
            yield [(f"{told}{first}.", colours.warn if seen[entity].hostile else colours.text)]
    if not any(each in seen and seen[each].hostile for each in reply.follows):
        yield [("No enemy in view follows you.", colours.good)]
    yield [("Not counted: what happens there.", colours.warn)]


def left_out_words(
    absent: int,
    straying: Sequence[CreatureView],
    intents: Mapping[int, Sequence[Intent]],
    colours: Palette,
) -> Iterator[list[Segment]]:
    """Yield a row for the enemies out of view, and one for enemies who may step onto ground never seen.

    `straying` are creatures next to such ground; those who are about to do something other than a step are left out.
    """
    if absent:
        yield [(f"Not counted: {counted(absent, 'enemy', 'enemies')} out of view.", colours.warn)]
    free = [
        each
        for each in straying
        if each.hostile and any(intent.does in STEPS for intent in intents.get(each.entity, ())[:1])
    ]
    if free:
        one = free[0].told_called
        who = capital(one) if len(free) == 1 else f"{len(free)} of them"
        yield [(f"{who} may go where you have not seen.", colours.warn)]
