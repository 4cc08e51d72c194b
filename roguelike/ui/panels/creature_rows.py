"""Creatures as rows of the side panel: their relation to the player and their acts as signs, words and colours.

The order of turns is here, too: who acts before the player's next turn, by glyph, twice if they act twice. A sign after
a glyph says that a creature is slower or faster than usual; the rows below say why, and how long the player's own next
action takes.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise, zip_longest

from roguelike.core.colour import Colour
from roguelike.core.geometry import Point, distance
from roguelike.core.grammar import turns_words
from roguelike.engine.foreseeing.intents import Intent
from roguelike.engine.views.records import CreatureView, StatusView, TempoView
from roguelike.toolkit import widgets
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.rows import Line, legible, text_rows

AIMED_AT = "►"
MOOD_SIGNS = {"": "", "asleep": "z", "unaware": "?", "hunting": "!", "fleeing": "»"}
FRIEND = "♥"
"""Replaces the mood's sign: a friend's mood is no threat, and colour alone would not mark a friend."""
PEACEFUL = "peaceful"
"""The word for neutral creatures."""
POISED, SHAKEN = "◆", "◇"


def words_in(text: str) -> int:
    """Count the words of a text: letters, digits and signs by themselves are none."""
    return sum(len(each) > 1 and any(map(str.isalnum, each)) for each in text.split())


def nearest_first(creatures: tuple[CreatureView, ...], here: Point) -> list[CreatureView]:
    """Sort creatures: enemies before others, near before far."""
    return sorted(creatures, key=lambda c: (not c.hostile, distance(here, c.point), c.entity))


def lettered(creatures: Sequence[CreatureView], before: Mapping[int, str]) -> dict[int, str]:
    """Give letters to those whose name another in view has, by id; whoever had one `before` keeps it.

    Bystanders have none.
    """
    those = [each for each in creatures if not is_bystander(each)]
    names = Counter(each.name for each in those)
    twins = {each.entity for each in those if names[each.name] > 1}
    kept = {entity: letter for entity, letter in before.items() if entity in twins}
    # No letter is another creature's glyph.
    taken = {*kept.values(), *(each.glyph for each in creatures)}
    free = (letter for letter in LETTERS if letter not in taken)
    return kept | dict(zip(sorted(twins - kept.keys()), free, strict=False))


LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def relation(creature: CreatureView) -> str:
    """Return a creature's relation to the player: "you", "friend", "peaceful"; "" for enemies."""
    if creature.is_player or creature.hostile:
        return "you" if creature.is_player else ""
    return "friend" if creature.friend else PEACEFUL


def stance_colour(creature: CreatureView, colours: Palette) -> Colour:
    """Return the colour of a creature's relation to the player."""
    if creature.is_player:
        return colours.player
    return colours.foe if creature.hostile else colours.friend


def is_bystander(creature: CreatureView) -> bool:
    """Return whether a creature is only present: peaceful, unhurt, without statuses, and nobody's task to save."""
    is_whole = creature.hp >= creature.max_hp and not creature.statuses
    return relation(creature) == PEACEFUL and is_whole and not creature.spared


JOINTS = frozenset(("of", "the", "at", "in", "a"))
"""Words with which no shortened name begins or ends: "…Bones" for an usher of theirs."""


def shortened(name: str, room: int, others: Iterable[str] = ()) -> str:
    """Drop the first words of a name that is too long, since the last ones say what it is: "…Elf Leader".

    Drop the last ones if that is still too long, or what is left is part of the names of `others`, too: "Deathcap…".
    """
    words, forms = name.split(), [name]
    cuts = range(1, len(words))
    forms += ["…" + " ".join(words[cut:]) for cut in cuts if words[cut] not in JOINTS]
    forms += [" ".join(words[:cut]) + "…" for cut in cuts[::-1] if words[cut - 1] not in JOINTS]
    fitting = [form for form in forms if len(form) <= room] or forms[-1:]
    taken = {word for other in others if other != name for word in other.split()}
    return next((each for each in fitting if set(each.strip("…").split()) - taken), fitting[0])


def status_line(status: StatusView, colours: Palette) -> Line:
    """Return a status's row: whether it is good, label, turns left."""
    colour = legible(colours.transform(status.colour))
    sign, shade = ("+", colours.good) if status.good else ("–", colours.bad)
    left = ((f" {sign} ", shade), (status.label, colour))
    return Line(left, ((turns_words(status.turns) + " ", colours.text),))


def poise_pips(left: int, most: int) -> str:
    """Draw poise as pips, with the remaining ones filled: "◆◆◇"."""
    return POISED * left + SHAKEN * (most - left)


STRIKES, SHOOTS, CASTS, USES = "†", "}", "*", "…"
_SIGNS = {"strikes": STRIKES, "shoots": SHOOTS, "casts": CASTS, "uses": USES, "robs": USES}


def intent_sign(intent: Intent) -> str:
    """Return the sign of an intent: of the act itself, or in how many turns it comes; "" for what is done to nobody."""
    if intent.turns != 1:
        return str(intent.turns or "")
    return _SIGNS.get(intent.does.partition(" ")[0], "")


BEGINNING, END, MORE = "Next ", "@", "… "
MANY = 3
"""From how many alike in a row on they are counted."""
SLOWER, FASTER = "-", "+"
PERHAPS = "?"
"""Follows whoever may not act after all, or not in this place."""


def order_line(
    order: Sequence[int],
    creatures: Sequence[CreatureView],
    width: int,
    colours: Palette,
    tempo: Sequence[TempoView] = (),
    certain: Sequence[bool] = (),
) -> Line:
    """Return the row, the player at the end: "Next b b- a? @"; blanks go if it is long, and then an ellipsis stands.

    Several alike in a row are counted: "s×4". Between two who may not act the sign is enough.
    Without `certain` everything is.
    """
    seen = {each.entity: each for each in creatures}
    signs = {each.entity: tempo_sign(each) for each in tempo}
    each_act = [
        (
            f"{seen[entity].glyph}{signs.get(entity, '')}{'' if is_sure else PERHAPS} ",
            seen[entity].fg,
        )
        for entity, is_sure in zip_longest(order, certain[: len(order)], fillvalue=True)
        if entity in seen
    ]
    words = list[tuple[str, Colour]]()
    for (text, colour), alike in groupby(each_act):
        many = len(list(alike))
        words += [(f"{text.rstrip()}×{many} ", colour)] if many >= MANY else [(text, colour)] * many
    words = [
        (text.rstrip() if PERHAPS in text and PERHAPS in after else text, colour)
        for (text, colour), (after, _) in pairwise([*words, (END, colours.player)])
    ]
    room = width - len(BEGINNING) - len(END)
    if sum(len(text) for text, _ in words) > room:
        *first, last = words
        words = [*((text.rstrip(), colour) for text, colour in first), last]
    shown: list[widgets.Segment] = [(BEGINNING, colours.dim)]
    for place, (text, colour) in enumerate(words):
        is_last = place == len(words) - 1
        if room < len(text) + (0 if is_last else len(MORE)):
            shown.append((MORE, colours.dim))
            break
        room -= len(text)
        shown.append((text, legible(colours.transform(colour))))
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
    paces = {each.entity: pace_words(each) if each.slowness else "" for each in tempo}
    alike: dict[str, list[str]] = {}
    lines: list[Line] = []
    for each in tempo:
        if each.entity not in seen:
            lines += text_rows(_own_act(each, width), colours.dim, width)
        elif others and each.slowness and relation(seen[each.entity]) != PEACEFUL:
            names = alike.setdefault(pace_words(each), [])
            view = seen[each.entity]
            namesakes = (other.entity for other in creatures if other.name == view.name)
            is_one = len({paces.get(other, "") for other in namesakes}) == 1
            name = view.name if is_one else view.told_name
            names += [name] * (name not in names)
    for pace, names in alike.items():
        lines += text_rows(f"{', '.join(names)}: {pace}", colours.dim, width)
    return lines


def _own_act(tempo: TempoView, width: int) -> str:
    """Say how long the player's next action takes, as briefly as the width requires."""
    pace = f", {pace_words(tempo)}" if tempo.slowness else ""
    told = f"{tempo.ticks} ticks{pace}"
    long, short = f"Your act: {told}", f"You: {told}"
    return long if len(long) <= width else short


def pace_words(tempo: TempoView) -> str:
    """Say how slow or fast a creature is, and why: "slow 2 (gear)", "fast 3 (hasted, quickness)"."""
    word = "slow" if tempo.slowness > 0 else "fast"
    causes = ", ".join(name for name, _ in tempo.causes)
    return f"{word} {abs(tempo.slowness)}" + (f" ({causes})" if causes else "")
