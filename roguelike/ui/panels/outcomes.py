"""What a spell would do, before it is cast: for each creature damage, chance to kill, healing and statuses.

The numbers come from the very handlers that would execute the cast; this file only words them. Whatever would hurt
the player or a friend comes first and is said in a word and a sign, not by colour alone.
"""

from collections.abc import Collection, Sequence

from roguelike.core.colour import Colour
from roguelike.core.records import Record, field
from roguelike.engine.aiming import Forecast, Outcome
from roguelike.engine.views.records import CreatureView
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.creature_rows import turns
from roguelike.ui.panels.rows import EMPTY, Line, legible
from roguelike.ui.panels.sections import heading
from roguelike.ui.widgets import Segment, wrap_segments

WARNING = "! "
REFUSED = "× "


class Aim(Record):
    """All that the panel shows: what is being aimed, at what, and what would come of it."""

    label: str
    facts: tuple[str, ...]
    where: str
    seen: Forecast
    creatures: tuple[CreatureView, ...]
    own_side: Collection[int] = field(default_factory=tuple)
    unknown: bool = False


def forecast_lines(aim: Aim, width: int, colours: Palette) -> list[Line]:
    """Return the rows of the forecast, at most `width` cells wide."""
    lines = [heading(aim.label, width, colours)]
    for fact in aim.facts:
        lines += _text(fact, colours.text, width)
    lines += [EMPTY, *_text(f"At {aim.where}.", colours.text, width)]
    if aim.seen.refused is not None:
        return [*lines, EMPTY, *_text(REFUSED + aim.seen.refused, colours.aim_bad, width)]
    if aim.unknown:
        words = "You do not know what this is: what it would do cannot be foreseen."
        return [*lines, EMPTY, *_text(words, colours.warn, width)]
    for creature in _worst_first(aim):
        own = creature.entity in aim.own_side
        lines += [
            EMPTY,
            *_creature_lines(creature, aim.seen.outcomes[creature.entity], width, colours, own=own),
            *_defence_lines(creature, aim.facts, colours),
        ]
    if not aim.seen.outcomes:
        lines += [EMPTY, *_text("Nobody whom you see would feel it.", colours.dim, width)]
    return lines


def _worst_first(aim: Aim) -> list[CreatureView]:
    """Order creatures: own side, then by what they would suffer."""
    outcomes = aim.seen.outcomes

    def rank(creature: CreatureView) -> tuple[bool, bool, float, int]:
        """Return the order of one."""
        outcome = outcomes[creature.entity]
        own = creature.entity in aim.own_side
        return (
            not own,
            not creature.is_player,
            -outcome.kill - outcome.damage[1] / 1000,
            creature.entity,
        )

    return sorted((c for c in aim.creatures if c.entity in outcomes), key=rank)


def _creature_lines(
    creature: CreatureView, outcome: Outcome, width: int, colours: Palette, *, own: bool
) -> list[Line]:
    """Return what would happen to one creature."""
    word, shade = _whom(creature, colours, own=own)
    sign = WARNING if own else "  "
    name = "you" if creature.is_player else creature.name
    left: tuple[Segment, ...] = (
        (sign, colours.warn),
        (f"{creature.glyph} ", legible(colours.transform(creature.fg))),
        (name, colours.warn if own else colours.creature),
    )
    right = (
        (f"{word} " if word else "", shade),
        (f"{creature.hp}/{creature.max_hp}", colours.text),
    )
    lines = [Line(left, right, value=creature.entity)]
    least, _, most = outcome.damage
    if most:
        damage = (f"  {_spread(outcome.damage)}", colours.damage), (" damage", colours.text)
        spared = outcome.kill == 0 and most < creature.hp and not outcome.later[2]
        fate = (("lives", colours.dim),) if spared else _death(outcome.kill, colours)
        lines.append(Line(damage, fate))
        lines.append(_health_bar(creature, least, most, width, colours))
    elif outcome.kill:
        lines.append(Line((("  gone", colours.damage),), _death(outcome.kill, colours)))
    if outcome.later[2]:
        staying = f"  up to {outcome.later[2]}", colours.damage
        lines.append(Line((staying, (" of it if it stays", colours.text))))
    if outcome.healing[2]:
        healed = (f"  {_spread(outcome.healing)}", colours.heal), (" healing", colours.text)
        lines.append(Line(healed))
    for status, (chance, most_turns) in outcome.statuses.items():
        lines.append(
            Line(
                ((f"  {status}", colours.status),),
                ((f"{percent(chance)}, {turns(most_turns)}", colours.text),),
            )
        )
    if len(lines) == 1:
        lines.append(Line((("  unharmed", colours.dim),)))
    return lines


def _defence_lines(creature: CreatureView, facts: Collection[str], colours: Palette) -> list[Line]:
    """Say why a creature takes more or less of the elements that what is aimed speaks of."""
    told = " ".join(facts)
    return [
        Line(((f"  {how} {element}", colours.info),))
        for element, how in creature.defences
        if element in told
    ]


def _whom(creature: CreatureView, colours: Palette, *, own: bool) -> tuple[str, Colour]:
    """Return (word, colour) for who a creature is, where it matters."""
    if own:
        return "YOU" if creature.is_player else "friend", colours.warn
    if creature.is_player or creature.hostile:
        return "", colours.text
    return "peaceful", colours.friend


def _spread(amounts: tuple[int, float, int]) -> str:
    """Write least, mean and most; one number when they are the same."""
    least, mean, most = amounts
    if least == most:
        return f"{most}"
    return f"{least}–{_rounded(mean)}–{most}"


def _rounded(mean: float) -> str:
    """Write a mean with one decimal, or none when it is whole."""
    return f"{mean:.1f}".removesuffix(".0")


def percent(chance: float) -> str:
    """Write a chance in percent; 0% and 100% are written only for the impossible and the certain."""
    if 0 < chance < 0.01:
        return "<1%"
    if 0.99 < chance < 1:
        return ">99%"
    return f"{round(chance * 100)}%"


def _death(kill: float, colours: Palette) -> tuple[Segment, ...]:
    """Return the chance of a creature's death as coloured text."""
    if kill >= 1:
        return (("dies", colours.bad),)
    return ((f"kills {percent(kill)}", colours.bad if kill else colours.dim),) if kill else ()


def _health_bar(
    creature: CreatureView, least: int, most: int, width: int, colours: Palette
) -> Line:
    """Draw health as it would be: kept for sure, in doubt, lost for sure, missing already.

    ████▒▒▒░░░···  of 13 cells: 4 stay, 3 may go, 3 go, 3 are gone already.
    """
    room = width - 2

    def cells(hp: int) -> int:
        """Convert hit points to cells."""
        return max(0, min(room, round(hp / max(creature.max_hp, 1) * room)))

    kept, doubt, now = cells(creature.hp - most), cells(creature.hp - least), cells(creature.hp)
    return Line(
        (
            ("  " + "█" * kept, colours.good),
            ("▒" * (doubt - kept), colours.warn),
            ("░" * (now - doubt), colours.bad),
            ("·" * (room - now), colours.disabled),
        )
    )


def _text(text: str, colour: Colour, width: int) -> list[Line]:
    """Return a text as rows."""
    return [Line(tuple(line)) for line in wrap_segments([(text, colour)], width)]


def with_footer(
    lines: Sequence[Line], footer: Sequence[Line], height: int, colours: Palette
) -> list[Line]:
    """Put rows at the bottom of a panel; what has no room above them is counted."""
    room = height - len(footer) - 1
    shown = list(lines)
    if len(shown) > room:
        shown = [*shown[: room - 1], Line(((f"… {len(shown) - room + 1} more rows", colours.dim),))]
    return [*shown, *[EMPTY] * (room - len(shown) + 1), *footer]
