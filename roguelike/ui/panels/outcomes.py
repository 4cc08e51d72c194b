"""What an action would do, before it is done: a summary, then each creature, then everything else.

The numbers and words come from the same handlers that would carry out the action; this file only arranges them. Harm to
the player or the peaceful comes first, and is shown by a word and a sign, not by colour alone.
"""

from collections.abc import Collection, Mapping, Sequence

from roguelike.core.colour import Colour
from roguelike.core.grammar import capital, counted
from roguelike.core.records import Record, field
from roguelike.engine.foreseeing.aiming import Forecast
from roguelike.engine.foreseeing.aiming import facts as told_facts
from roguelike.engine.views.records import CreatureView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.creature_rows import relation
from roguelike.ui.panels.figures import chance_words, percent, rounded
from roguelike.ui.panels.outcome_rows import TELLING, Fate, Size, defence_rows, fate_rows
from roguelike.ui.panels.rows import EMPTY, Line
from roguelike.ui.panels.sections import heading
from roguelike.ui.widgets import wrap_segments

REFUSED = "× "
UNKNOWN = "You do not know what this is: what it would do cannot be foreseen."
BEYOND = "The way beyond is unknown."
UNBOUNDED = 10_000
"""More rows than any panel shows, for panels without a limit."""


class Aim(Record):
    """Everything that the panel shows: what is aimed, at what ("" without an aim), and what would happen.

    `own_side` are creatures that should not be harmed but would be, `cost` is the mana it takes, `labels` are the words
    for statuses, `goes_on` means that it flies on over ground the player has never seen, and `lack` says that no enemy
    can be aimed at, if that is so.
    """

    label: str
    facts: tuple[str, ...]
    where: str
    seen: Forecast
    creatures: tuple[CreatureView, ...]
    own_side: Collection[int] = field(default_factory=tuple)
    unknown: bool = False
    cost: int = 0
    labels: Mapping[str, str] = field(default_factory=dict)
    goes_on: bool = False
    lack: str = ""
    elements: Collection[str] = field(default_factory=tuple)
    """Elements of the damage that statuses begun by it would do; those of its damage at once are in the facts."""


def forecast_lines(
    aim: Aim, width: int, colours: Palette, rows: int = UNBOUNDED, hint: str = ""
) -> list[Line]:
    """Return the panel's rows, as roomy as at most `rows` allow.

    Creatures that do not fit are counted, with the key `hint` that shows them all.
    """
    if aim.seen.refused is not None:
        refusal = _text(REFUSED + aim.seen.refused, colours.aim_bad, width)
        lack = _text(aim.lack, colours.warn, width)
        return [*_head(aim, width, colours, Size.ROOMY), EMPTY, *refusal, *lack]
    if aim.unknown:
        unknown = _text(UNKNOWN, colours.warn, width)
        return [*_head(aim, width, colours, Size.ROOMY), EMPTY, *unknown]
    fates = _worst_first(aim)
    for size in Size:
        lines = _whole(aim, fates, width, colours, size)
        if len(lines) <= rows:
            return lines
    return _cut(aim, fates, width, colours, rows, hint)


def dying(seen: Forecast) -> list[int]:
    """List the creatures whose death the rows of a forecast tell, at once or later."""
    return [each for each, what in seen.outcomes.items() if what.kill or what.dies_later]


def _whole(aim: Aim, fates: Sequence[Fate], width: int, colours: Palette, size: Size) -> list[Line]:
    """Return everything in one size."""
    lines = _head(aim, width, colours, size)
    if size is not Size.TIGHT:
        lines.append(EMPTY)
    lines += _summary_lines(fates, width, colours)
    for place, fate in enumerate(fates):
        if (size is Size.ROOMY or not place) and size is not Size.TIGHT and len(fates) > 1:
            lines.append(EMPTY)
        lines += _block(aim, fate, width, colours, size)
    return [*lines, *_tail(aim, fates, width, colours)]


def _cut(
    aim: Aim, fates: Sequence[Fate], width: int, colours: Palette, rows: int, hint: str
) -> list[Line]:
    """Return as many creatures as fit, those hurt most first, and the number of others."""
    lines = _head(aim, width, colours, Size.TIGHT) + _summary_lines(fates, width, colours)
    tail = _tail(aim, fates, width, colours)
    shown = 0
    for fate in fates:
        block = _block(aim, fate, width, colours, Size.TIGHT)
        if len(lines) + len(block) + len(tail) + 1 > rows:
            break
        lines, shown = lines + block, shown + 1
    left = counted(len(fates) - shown, "more creature")
    key = ((f"{hint} ", colours.key),) if hint else ()
    return [*lines, Line(((f"… {left}", colours.dim),), key, value="panel"), *tail]


def _head(aim: Aim, width: int, colours: Palette, size: Size) -> list[Line]:
    """Return what is being done, and where; its general description only if there is room."""
    told = aim.facts if size is not Size.TIGHT else ()
    facts = [line for fact in told for line in _text(fact, colours.text, width)]
    where = _text(f"At {aim.where}." if aim.where else "", colours.text, width)
    between = [EMPTY] if facts and where else []
    return [heading(aim.label, width, colours), *facts, *between, *where]


def _block(aim: Aim, fate: Fate, width: int, colours: Palette, size: Size) -> list[Line]:
    """Return the rows about one creature."""
    return [
        *fate_rows(fate, width, colours, size),
        *defence_rows(fate.creature, " ".join((*aim.facts, *aim.elements)), colours),
    ]


def _tail(aim: Aim, fates: Sequence[Fate], width: int, colours: Palette) -> list[Line]:
    """Return what concerns no creature, that nothing happens to anybody, or that the path leads into the unknown."""
    lines: list[Line] = []
    for words in told_of_nobody(aim.seen):
        lines += _text(words, colours.info, width)
    if not fates and not lines:
        lines += _text("Nobody you can see would feel it.", colours.dim, width)
    if aim.goes_on:
        lines += _text(BEYOND, colours.warn, width)
    lines += _text(aim.lack, colours.warn, width)
    return [EMPTY, *lines] if lines and fates else lines


def told_of_nobody(seen: Forecast) -> list[str]:
    """Return what concerns no creature: "• The door is eaten 50%"."""
    told = [pair for pair in seen.facts.items() if pair[1] >= TELLING] or seen.facts.items()
    return [f"• {capital(told_facts.row(fact))}{chance_words(chance)}" for fact, chance in told]


def _worst_first(aim: Aim) -> list[Fate]:
    """Sort creatures: own side first, then by harm. The player is left out if nothing happens to them."""
    outcomes = aim.seen.outcomes
    fates = [
        Fate(
            creature,
            outcomes[creature.entity],
            creature.entity in aim.own_side,
            aim.cost if creature.is_player else 0,
            aim.labels,
        )
        for creature in aim.creatures
        if creature.entity in outcomes
    ]

    def rank(fate: Fate) -> tuple[bool, bool, float, int]:
        """Return the sort key of one creature."""
        outcome = fate.outcome
        harm = fate.death + (outcome.damage[1] + outcome.later[1]) / 1000
        return not fate.own, not fate.creature.is_player, -harm, fate.creature.entity

    told = (fate for fate in fates if not (fate.creature.is_player and fate.is_nothing))
    return sorted(told, key=rank)


# The summary


def _summary_lines(fates: Sequence[Fate], width: int, colours: Palette) -> list[Line]:
    """Return the summary in a line, if more than one creature is affected."""
    if len(fates) < 2:
        return []
    own = any(fate.own for fate in fates)
    return _text(summary(fates), colours.warn if own else colours.info, width)


def summary(fates: Sequence[Fate]) -> str:
    """Summarise a forecast: "Kills 4 of 6, hits you", "Kills 1 to 3 of 6, 1.8 on average"."""
    foes = [fate for fate in fates if relation(fate.creature) == ""]
    words = [_foes_words(foes), *_others_words(fates)]
    text = ", ".join(word for word in words if word) or "harms nobody"
    return f"{capital(text)}."


def _foes_words(foes: Sequence[Fate]) -> str:
    """Say how many enemies die, at once or later; if none, how many are hit, or else affected."""
    total = len(foes)
    dying = [fate for fate in foes if fate.death]
    if dying:
        later = [fate for fate in dying if not fate.outcome.kill]
        words = _kill_words([fate.death for fate in dying], total, len(later))
        return words + _unless_gone(later)
    hit = [fate for fate in foes if _is_hit(fate)]
    if hit:
        return _hit_words(sum(map(_is_surely_hit, hit)), len(hit), total)
    affected = sum(map(_is_affected, foes))
    return f"affects {affected} of {total}" if affected else ""


def _hit_words(surely: int, maybe: int, total: int) -> str:
    """Say how many of the total are hit: "hits 4 of 6", "hits 1 to 3 of 6", "may hit up to 3 of 6"."""
    if surely == maybe:
        return f"hits {maybe} of {total}"
    if surely:
        return f"hits {surely} to {maybe} of {total}"
    return f"may hit {'up to ' if maybe > 1 else ''}{maybe} of {total}"


def _kill_words(chances: Sequence[float], total: int, later: int) -> str:
    """Say how many of the total die: "kills 4 of 6", "may kill 1 of 6 (30%)", "kills up to 3 of 6 (1.8 on average)".

    `later` of them die only in later turns, of fire, poison or bleeding.
    """
    surely, maybe = sum(chance >= 1 for chance in chances), len(chances)
    mean = rounded(sum(chances))
    note = ""
    if surely == maybe:
        words = "kills"
    elif maybe == 1:
        words, note = "may kill", f" ({percent(chances[0])})"
    elif mean == str(maybe):
        words = "almost surely kills"
    elif surely:
        words, note = f"kills {surely} to", f" ({mean} on average)"
    elif mean == "0":
        words = "hardly ever kills up to"
    else:
        words, note = "kills up to", f" ({mean} on average)"
    all_later = " later" if later == maybe else ""
    some_later = f", {later} of them later" if 0 < later < maybe else ""
    return f"{words} {maybe} of {total}{all_later}{note}{some_later}"


def _unless_gone(later: Sequence[Fate]) -> str:
    """Say of those who die later that they only do if they stay, if that is so of any."""
    if not any(fate.must_stay for fate in later):
        return ""
    return ", if it stays" if len(later) == 1 else ", if they stay"


def _is_hit(fate: Fate) -> bool:
    """Return whether the creature may lose hit points, now or later."""
    return fate.outcome.damage[2] > 0


def _is_surely_hit(fate: Fate) -> bool:
    """Return whether the creature loses hit points whatever is rolled."""
    return fate.outcome.damage[0] + fate.outcome.later[0] > 0


def _is_affected(fate: Fate) -> bool:
    """Return whether a status or a fact affects the creature."""
    return bool(fate.outcome.statuses or fate.outcome.facts)


def _others_words(fates: Sequence[Fate]) -> list[str]:
    """Say what harm comes to the player, and to how many friends and peaceful ones."""
    words = []
    own = [fate for fate in fates if fate.own]
    for fate in own:
        if fate.creature.is_player:
            kill = fate.death
            risk = "kills you" if kill >= 1 else f"may kill you ({percent(kill)})"
            words.append(risk if kill else f"{_verb(fate)} you")
    for name in ("friend", "peaceful"):
        them = [fate for fate in own if relation(fate.creature) == name]
        if them:
            dead = any(fate.death > 0 for fate in them)
            verb = "may kill" if dead else _verb(them[0])
            words.append(f"{verb} {_count(len(them), name)}")
    return words


def _count(count: int, name: str) -> str:
    """Format a count: "2 friends", "1 peaceful"."""
    return counted(count, name) if name == "friend" else f"{count} {name}"


def _verb(fate: Fate) -> str:
    """Return the verb for how a creature is harmed."""
    return "hits" if _is_hit(fate) else "hampers"


def _text(text: str, colour: Colour, width: int) -> list[Line]:
    """Wrap a text into rows."""
    return [Line(tuple(line)) for line in wrap_segments([(text, colour)], width)] if text else []
