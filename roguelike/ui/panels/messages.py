"""The last messages, newest at the bottom: those of this turn bright, older ones dimmer with age.

Lines are built from the newest message upward, so a log of ten thousand costs no more than one of ten.
"""

from collections.abc import Sequence
from functools import lru_cache

from roguelike.core.colour import BLACK, Colour, mix
from roguelike.core.grammar import Deed, Message, Noun, Segment, listed
from roguelike.toolkit import widgets
from roguelike.toolkit.kept import Kept, Same
from roguelike.toolkit.palette import Palette, palette
from roguelike.toolkit.rows import EMPTY, Line

AGES = (0.0, 0.2, 0.34)
"""How much darker messages are by age: the current turn, the previous turn with messages, and before."""
OLDEST = len(AGES) - 1
HINT = "»"
"""How a hint begins. Hints are not events, and may be shown after time has passed."""
NOTICE = "! "
"""How a notice begins: an answer to the player's last input, which is neither an event nor part of the log."""
MANY = 3
"""Number of enemies from which the effects of one cast are summed up in one line."""
GAP = "  "
"""The least gap between a message and a count at the right of its row."""
DEATH = "death"
"""The tone of a message about a death."""
MOST_ENTRIES = 60
"""Maximum number of messages of one turn that are examined: more than any log has rows."""

Entry = tuple[tuple[Segment, ...], int]
"""A message's text, and how often it was repeated."""


class LogPanel:
    """Keeps the rows until there is a new message: many turns have none."""

    def __init__(self) -> None:
        self._laid_out = Kept[list[Line]]()

    def lines(
        self,
        log: Sequence[Message],
        notice: str,
        size: tuple[int, int],
        colours: Palette,
        hint: str = "",
    ) -> list[Line]:
        """Return the rows of a log that grows at its end and may lose its beginning; see `laid_out`."""
        # The last is compared by identity: a full log keeps its length, and a turn may have two equal messages.
        last = Same(log[-1] if log else None)
        key = (len(log), notice, size, colours.variant, hint, last)

        return self._laid_out.of(key, lambda: laid_out(log, notice, *size, colours, hint))


def laid_out(
    log: Sequence[Message], notice: str, width: int, height: int, colours: Palette, hint: str = ""
) -> list[Line]:
    """Return `height` rows.

    The notice, which does not belong to the log, stands below the newest message. Each message begins a row. What of
    the last turn does not fit is counted, with the key `hint` that opens the log.
    """
    lines = _noticed(notice, width, colours)[-height:]
    index, entries = _last_turn(log)
    lines = _newest(entries, width, height - len(lines), colours, hint) + lines
    older = _older(log, index, width, height - len(lines), colours)
    blank = height - len(lines) - len(older)
    return [*[EMPTY] * blank, *older, *lines]


def _older(
    log: Sequence[Message], index: int, width: int, height: int, colours: Palette
) -> list[Line]:
    """Return the rows of the messages up to an index, at most `height`; those of earlier turns are darker."""
    lines: list[Line] = []
    age, turn = 0, log[-1].turn if log else 0
    while index >= 0 and len(lines) < height:
        index, message, times = _counted(log, index)
        if message.turn != turn:
            age, turn = min(age + 1, OLDEST), message.turn
        rows = _wrapped(message.segments, times, width, age, colours.variant)
        if len(rows) + len(lines) > height:
            break
        lines = [*rows, *lines]
    return lines


def _noticed(notice: str, width: int, colours: Palette) -> list[Line]:
    """Return the rows of a notice; none if there is no notice."""
    words = ((NOTICE + notice, "warn"),)
    return list(_wrapped(words, 1, width, 0, colours.variant)) if notice else []


def _last_turn(log: Sequence[Message]) -> tuple[int, list[Entry]]:
    """Return the last turn's messages, with the hints after it, and the index of the newest message before it."""
    turn = next((each.turn for each in reversed(log) if not each.text.startswith(HINT)), 0)
    index = len(log) - 1
    entries: list[Entry] = []
    while index >= 0 and log[index].turn >= turn and len(entries) < MOST_ENTRIES:
        index, message, times = _counted(log, index)
        entries.append((message.segments, times))
    return index, entries[::-1]


def _counted(log: Sequence[Message], index: int) -> tuple[int, Message, int]:
    """Return the index before a run of equal messages, the message, and its number of repetitions.

    The effects of one cast on three enemies or more are one message.
    """
    message, times = log[index], 1
    told = _cast_upon_many(log, index)
    if told:
        return index - len(told), _summed_up(told), 1
    while index > 0 and _same(log[index - 1], message):
        index, times = index - 1, times + 1
    return index - 1, message, times


def _cast_upon_many(log: Sequence[Message], index: int) -> list[tuple[Message, Deed]]:
    """Return the messages up to an index about one cast on many enemies, oldest first; [] if it is no such cast."""
    last = log[index]
    if last.deed is None:
        return []
    told: list[tuple[Message, Deed]] = []
    for place in range(index, -1, -1):
        deed = log[place].deed
        same = deed is not None and (deed.what, deed.by) == (last.deed.what, last.deed.by)
        if deed is None or not same or log[place].turn != last.turn:
            break
        told.insert(0, (log[place], deed))
    return told if len({deed.victim for _, deed in told}) >= MANY else []


def _summed_up(told: Sequence[tuple[Message, Deed]]) -> Message:
    """Return one message about a cast: "Quarrelsome Spark: kills 2, hits 2 for 11, affects 1."."""
    message, first = told[0]
    victims = {deed.victim for _, deed in told}
    dead = {deed.victim: message for message, deed in told if deed.died}
    hurt = {deed.victim for _, deed in told if deed.lost} - dead.keys()
    lost = sum(deed.lost for _, deed in told if deed.victim in hurt)
    others = victims - dead.keys() - hurt
    words = [
        f"kills {_fallen(list(dead.values()))}" if dead else "",
        f"hits {len(hurt)} for {lost}" if hurt else "",
        f"affects {len(others)}" if others else "",
    ]
    text = f"{{1}}: {', '.join(filter(None, words))}."
    return Message(text, (first.what,), turn=message.turn)


def _fallen(deaths: Sequence[Message]) -> str:
    """Return who dies: their number, but by name those who bear one: "Ulkhar and 2 more", "1 out of sight"."""
    dead = [arg for each in deaths for arg in each.args if isinstance(arg, Noun)]
    named = [each.phrase for each in dead if each.proper]
    # The message about a death that was not seen names nobody.
    unseen = sum(each.tone == DEATH and not each.args for each in deaths)
    rest = len(deaths) - len(named) - unseen
    counted = f"{rest}{' more' * bool(named)}" if rest else ""
    hidden = f"{unseen} out of sight" if unseen else ""
    return listed([*named, *filter(None, (counted, hidden))])


def _newest(entries: list[Entry], width: int, room: int, colours: Palette, hint: str) -> list[Line]:
    """Return the rows of the last turn, at most `room`: whole messages, and above them how many are left out."""
    told = [_wrapped(runs, times, width, 0, colours.variant) for runs, times in entries]
    if sum(map(len, told)) <= room:
        return [row for rows in told for row in rows]
    if room <= 1:
        return [*told[-1][-room:]] if room else []
    for rows in (room, room - 1):
        shown, out = _fitting(told, rows)
        more, first = ((f"▲ {out} more ", colours.dim), (hint, colours.key)), shown[0]
        # It is not to begin in the midst of a sentence, nor to be too long to bear the count.
        if not first.left[0][0] and widgets.length_of((*first.left, *more)) + len(GAP) <= width:
            shown[0] = first._replace(right=more, value="log")
            break
    else:
        shown = [Line((), more, value="log"), *shown]
    return [*[EMPTY] * (room - len(shown)), *shown]


def _fitting(told: Sequence[Sequence[Line]], room: int) -> tuple[list[Line], int]:
    """Return the newest message, its end if it is too long, and what else fits as a whole; and how many do not.

    A long saying or hint after it is not to hide the line that tells what the player's own act did.
    """
    shown, out = [*told[-1][-room:]], int(len(told[-1]) > room)
    for rows in reversed(told[:-1]):
        if len(shown) + len(rows) <= room:
            shown = [*rows, *shown]
        else:
            out += 1
    return shown, out


def _same(a: Message, b: Message) -> bool:
    """Return whether two messages say the same."""
    return a.template == b.template and a.text == b.text


@lru_cache(maxsize=512)
def _wrapped(
    runs: tuple[Segment, ...], times: int, width: int, age: int, variant: str
) -> tuple[Line, ...]:
    """Return a message's rows, dimmed by its age; rows after the first are indented."""
    return tuple(
        Line(
            (
                ((" " if row else ""), BLACK),
                *((text, mix(colour, BLACK, AGES[age])) for text, colour in line),
            )
        )
        for row, line in enumerate(_broken(runs, times, width - 2, variant))
    )


@lru_cache(maxsize=512)
def _broken(
    runs: tuple[Segment, ...], times: int, width: int, variant: str
) -> list[list[tuple[str, Colour]]]:
    """Return a message's lines in full brightness: they are wrapped once and dimmed for every age."""
    colours = palette(variant)
    words = colours.segments(runs)
    if times > 1:
        words.append((f" ×{times}", colours.key))
    return widgets.wrap_segments(words, width)
