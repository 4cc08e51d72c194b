"""What is told of a creature, a thing or a tile: in a small box next to the mouse, and at length on the look screen.

The one decision: it says what a click or a key there would do, which needs a forecast and costs time. So the last text
of the box is kept until something that it may depend on changes.
"""

from collections.abc import Collection, Mapping, Sequence

from tcod.console import Console

from roguelike.core.colour import Colour
from roguelike.core.geometry import Point
from roguelike.core.grammar import capital, turns_words
from roguelike.engine.foreseeing.aiming import Forecast
from roguelike.engine.play.commands import Action, Cast, UseItem
from roguelike.engine.telling import outcomes
from roguelike.engine.views.creatures import duel_view, tempo_view
from roguelike.engine.views.records import (
    BlowView,
    CreatureView,
    DuelView,
    ItemView,
    PlaceView,
    SpellView,
)
from roguelike.engine.views.use_text import seen_labels
from roguelike.toolkit import widgets
from roguelike.toolkit.asked import Asked, Nth, OpenItem
from roguelike.toolkit.kept import Kept
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.rows import EMPTY, Line, cells_of, fitting, paint, text_rows, word_rows
from roguelike.toolkit.sections import heading
from roguelike.ui.panels.creature_rows import pace_words, poise_pips, relation, stance_colour
from roguelike.ui.panels.fates import REFUSED, Fate, paragraph, told_of_nobody
from roguelike.ui.panels.scene import Scene
from roguelike.ui.program import Program

MOST_COLUMNS = 34
WORDS = MOST_COLUMNS - 3
"""Columns for its text."""


def draw_tooltip(
    console: Console,
    at: tuple[int, int],
    lines: Sequence[Line],
    colours: Palette,
    keep_clear: Collection[tuple[int, int]] = (),
    within: widgets.Rect | None = None,
    log: widgets.Rect | None = None,
) -> None:
    """Draw the box next to the cell pointed at, where it hides the fewest of the cells to `keep_clear`.

    It stays `within` a rectangle (the whole console by default) if there is room in it next to that cell. Of places
    that hide equally few, it takes one that hides nothing of the `log`, the lowest part of that rectangle. Lines for
    which no place has room are counted in the last row.
    """
    whole = widgets.Rect(0, 0, console.width, console.height)
    room = within or whole
    lowest = log.y if log is not None else room.y + room.height
    above = room._replace(height=lowest - room.y)
    width = min(max((line.length for line in lines), default=0) + 3, MOST_COLUMNS, room.width)
    fits = [
        _places(each, at, width, len(lines)) if len(lines) <= each.height else []
        for each in (room, above, whole)
    ]
    rect = min(
        fits[0] + fits[1]
        or fits[2]
        or [widgets.Rect(room.x, room.y, width, min(len(lines), room.height))],
        key=lambda place: (
            sum(place.holds(x, y) for x, y in keep_clear),
            place.y + place.height > lowest,
        ),
    )
    back, edge = colours.hover_back, ("│", colours.frame)
    # The edges separate it from what it covers where both backgrounds are black.
    padded = [
        Line((edge, *line.left), (*line.right, edge), *_ground(line, back))
        for line in fitting(lines, rect.height, colours.dim)
    ]
    paint(cells_of(console), rect.x, rect.y, rect.width, padded)


def _ground(line: Line, back: Colour) -> tuple[Colour, Colour, float]:
    """Return a row's background: its own if it is a bar."""
    return (line.back, line.fill, line.filled) if line.filled else (back, back, 0.0)


def _places(room: widgets.Rect, at: tuple[int, int], width: int, height: int) -> list[widgets.Rect]:
    """List possible places for the box, best first: right of the cell, left, above, below; [] if all hide it."""
    x, y = at
    rects = []
    for left, top in (
        (x + 2, y),
        (x - 1 - width, y),
        (x + 2, y - height + 1),
        (x - 1 - width, y - height + 1),
        (x - width // 2, y - 1 - height),
        (x - width // 2, y + 2),
    ):
        inside_x = max(room.x, min(left, room.x + room.width - width))
        inside_y = max(room.y, min(top, room.y + room.height - height))
        rect = widgets.Rect(inside_x, inside_y, width, height)
        if not rect.holds(x, y):
            rects.append(rect)
    return rects


def place_lines(place: PlaceView, colours: Palette) -> list[Line]:
    """Return the tooltip about a tile."""
    if place.unknown:
        return [Line((("unexplored", colours.dim),))]
    lines: list[Line] = []
    for creature in place.creatures:
        lines += creature_lines(creature, colours)
    for thing in place.things:
        lines += text_rows(thing, colours.item, WORDS)
    for words in place.words:
        lines += text_rows(words, colours.text, WORDS)
    ground = f"{place.ground}, remembered" if place.remembered else place.ground
    return lines + text_rows(ground, colours.dim, WORDS)


def creature_lines(creature: CreatureView, colours: Palette, width: int = WORDS) -> list[Line]:
    """Return the tooltip about a creature."""
    name: widgets.Segment = (capital(creature.name), colours.creature)
    side: widgets.Segment = (relation(creature) or "enemy", stance_colour(creature, colours))
    heading = Line((name,), (side,))
    lines = [
        # A long name has a row of its own.
        *([heading] if heading.length < width else [Line((name,)), Line((side,))]),
        Line(
            ((f"Level {creature.level}", colours.text),),
            ((f"{creature.hp}/{creature.max_hp}", colours.text),),
            colours.bar_back,
            colours.health_back,
            creature.hp / max(creature.max_hp, 1),
        ),
        *text_rows(", ".join(creature.traits), colours.text, width),
    ]
    if creature.most_poise:
        pips = poise_pips(creature.poise, creature.most_poise)
        lines.append(Line((("Poise", colours.text),), ((pips, colours.mana),)))
    for status in creature.statuses:
        colour = colours.transform(status.colour)
        lines.append(Line(((status.label, colour),), ((turns_words(status.turns), colours.text),)))
    if creature.carries:
        lines += text_rows("Carries " + ", ".join(creature.carries) + ".", colours.item, width)
    return lines


def spell_lines(spell: SpellView, colours: Palette) -> list[Line]:
    """Return the tooltip about a spell."""
    lines = [Line(((spell.title, colours.spell),), ((spell.price, colours.mana),))]
    lines += text_rows(spell.summary, colours.text, WORDS)
    return lines + text_rows(spell.text, colours.dim, WORDS)


def item_lines(item: ItemView, colours: Palette) -> list[Line]:
    """Return the tooltip about an item."""
    lines = text_rows(item.name, colours.role(item.role), WORDS)
    if item.role != "item":
        lines += text_rows(f"{item.role} magic", colours.role(item.role), WORDS)
    for detail in item.details:
        lines += text_rows(detail, colours.text, WORDS)
    return lines


def place_panel(
    place: PlaceView,
    width: int,
    colours: Palette,
    duels: Mapping[int, Sequence[Sequence[widgets.Segment]]],
) -> list[Line]:
    """Return the rows about a tile, at most `width` cells wide."""
    title = "Unexplored" if place.unknown else "Remembered" if place.remembered else "You see"
    lines = [heading(title, width, colours)]
    if place.unknown:
        return [*lines, *text_rows("You have not been near enough to know.", colours.dim, width)]
    for creature in place.creatures:
        lines += _creature(creature, width, colours)
        if told := duels.get(creature.entity):
            lines += [EMPTY, *word_rows(told, width)]
        lines.append(EMPTY)
    for thing in place.things:
        lines += text_rows(f"• {thing}", colours.item, width)
    if place.things:
        lines.append(EMPTY)
    for words in place.words:
        lines += [*text_rows(words, colours.text, width), EMPTY]
    lines += text_rows(f"{capital(place.ground)}.", colours.text, width)
    if place.remembered:
        lines += text_rows("This is how you remember it; it may have changed.", colours.dim, width)
    return lines


def _creature(creature: CreatureView, width: int, colours: Palette) -> list[Line]:
    """Return everything known about a creature."""
    lines = creature_lines(creature, colours, width)
    for status in creature.statuses:
        if status.text:
            words = f"{status.label}, {turns_words(status.turns)}: {status.text}"
            lines += text_rows(words, colours.dim, width)
    if creature.text:
        lines += [EMPTY, *text_rows(creature.text, colours.dim, width)]
    return lines


Words = list[widgets.Segment]
"""The coloured text of one paragraph."""


def card_words(program: Program, entity: int) -> list[Words]:
    """Say what blows a creature and the player would strike, and how slow or fast it is, and why."""
    told = duel_words(program.game.ask(duel_view, entity), program.palette)
    tempo = program.game.ask(tempo_view, entity)
    return [
        *told,
        *([[(f"It is {pace_words(tempo)}.", program.palette.text)]] * (tempo.slowness != 0)),
    ]


MANY_BLOWS = 50
"""The highest number of killing blows that is counted."""


def duel_words(duel: DuelView | None, colours: Palette) -> list[Words]:
    """Say what the next blow or shot of either side would do: "You hit 75% for 3-6: kill in 3."."""
    if duel is None:
        return []
    told = (
        ("You hit", duel.your_blow, "kill in", colours.text),
        ("You shoot", duel.your_shot, "kill in", colours.text),
        ("It hits you", duel.their_blow, "kills you in", colours.warn),
        ("It shoots you", duel.their_shot, "kills you in", colours.warn),
    )
    return [_blow(*each, colours) for each in told if each[1] is not None]


def _blow(who: str, blow: BlowView | None, kills: str, shade: Colour, colours: Palette) -> Words:
    """Say how likely one blow is to hit, for how much, and how many of them kill."""
    if blow is None or not blow.hits:
        return [(f"{who} never.", shade)]
    is_told = blow.kills_in is not None and blow.kills_in <= MANY_BLOWS
    end = f", {kills} {blow.kills_in}." if is_told else "."
    return [
        (f"{who} {outcomes.percent(blow.hits)} for ", shade),
        (outcomes.span(*blow.damage), colours.damage),
        (end, shade),
    ]


def consequences(
    seen: Forecast,
    creatures: Mapping[int, CreatureView],
    labels: Mapping[str, str],
    colours: Palette,
) -> list[Words]:
    """Describe a forecast, with a paragraph for each creature that is affected; [] if nothing happens."""
    if seen.refused is not None:
        return [[(REFUSED + seen.refused, colours.dim)]]
    fates = [Fate(creatures[each], what, labels=labels) for each, what in seen.outcomes.items()]
    told = [paragraph(fate, colours) for fate in fates if not fate.is_nothing]
    return told + [[(words, colours.info)] for words in told_of_nobody(seen)]


def use_words(program: Program, item: int) -> list[Words]:
    """Say what using an item now would do; [] if it must be aimed or is unidentified."""
    view = next((each for each in program.game.pack() if each.entity == item), None)
    if view is None or not view.usable or view.aimed or view.rune or not view.known:
        return []
    return _headed("Used now", _foreseen(program, program.game.forecast(UseItem(item))), program)


def handling_words(program: Program, action: Action) -> list[Words]:
    """Say why something cannot be put on, taken off or dropped; [] if it can."""
    seen = program.game.forecast(action)
    if seen.refused is None:
        return []
    told = _foreseen(program, seen)
    return _headed(f"If you {program.game.ask(action.words)}", told, program)


def cast_words(program: Program, spell: SpellView) -> list[Words]:
    """Say what casting a spell without a target would do now; [] if it needs aiming or is too expensive."""
    if spell.aimed or not spell.affordable:
        return []
    seen = program.game.forecast(Cast(spell.name))
    return _headed("Cast now", _foreseen(program, seen), program)


def step_words(program: Program, point: tuple[int, int]) -> list[Words]:
    """Say what a step onto an adjacent tile would cause, and disarming a known trap there; [] if nothing."""
    seen, disarmed = program.game.step_forecast(point), program.game.disarm_forecast(point)
    told = _foreseen(program, seen) if seen is not None else []
    told_of_trap = _foreseen(program, disarmed) if disarmed is not None else []
    return [
        *_headed("If you step there", told, program),
        *_headed("If you disarm it", told_of_trap, program),
    ]


def _foreseen(program: Program, seen: Forecast) -> list[Words]:
    """Describe a forecast, asking the game for the creatures and the status labels."""
    game = program.game
    in_view = {each.entity: each for each in game.creatures()}
    creatures = {each: in_view.get(each) or game.creature(each) for each in seen.outcomes}
    return consequences(seen, creatures, game.ask(seen_labels, seen), program.palette)


def _headed(heading: str, told: list[Words], program: Program) -> list[Words]:
    """Put a heading before the text, if there is any."""
    return [[(f"{heading}:", program.palette.heading)], *told] if told else []


class Hover:
    """Makes the tooltip's rows and keeps the latest."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.tells_clicks = True
        self._lines = Kept[list[Line]]()

    def lines(self, what: Point | Asked | int | None, scene: Scene) -> list[Line]:
        """Return the rows about a tile, or about the row of the side panel with that value."""
        key = what, scene.hud, scene.creatures, scene.map.player, self.program.palette.variant
        return self._lines.of(key, lambda: self._about(what, scene))

    def _about(self, what: Point | Asked | int | None, scene: Scene) -> list[Line]:
        """Choose the rows by what is pointed at: one's own tile, another, or a row of the panel."""
        if what == scene.map.player:
            return self._own_tile(scene)
        return self._place(what) if isinstance(what, tuple) else self._row(what, scene)

    def _own_tile(self, scene: Scene) -> list[Line]:
        """Say what a click on the player does: it picks up, or takes stairs; "" if it only waits."""
        things, colours = scene.underfoot, self.program.palette
        way = self.program.game.way_underfoot
        if not self.tells_clicks or not (things or way):
            return []
        if things:
            more = f" and {len(things) - 1} more" if len(things) > 1 else ""
            does = f"picks up {things[0].name}{more}"
        else:
            does = "takes the stairs down" if way > 0 else "takes the stairs up"
        return text_rows(f"A click {does}.", colours.text, WORDS)

    def _place(self, point: Point) -> list[Line]:
        """Explain a tile, and what a step there would cause."""
        colours = self.program.palette
        place = self.program.game.place(point)
        cards = (card_words(self.program, each.entity) for each in place.creatures)
        told = [words for card in cards for words in card]
        told += step_words(self.program, point)
        return [*place_lines(place, colours), *word_rows(told, WORDS)]

    def _row(self, value: Asked | int | None, scene: Scene) -> list[Line]:
        """Explain a row of the side panel."""
        colours = self.program.palette
        match value:
            case int() if (creature := scene.creature(value)) is not None:
                told = card_words(self.program, value)
                return [*creature_lines(creature, colours), *word_rows(told, WORDS)]
            case Nth() if (spell := scene.spell(value)) is not None:
                told = cast_words(self.program, spell)
                return [*spell_lines(spell, colours), *word_rows(told, WORDS)]
            case Nth() if (item := scene.thing(value)) is not None:
                told = use_words(self.program, item.entity)
                return [*self._thing(item.entity), *word_rows(told, WORDS)]
            case OpenItem(item):
                return self._thing(item)
        return []

    def _thing(self, item: int) -> list[Line]:
        """Explain an item that the player carries."""
        views = (each for each in self.program.game.pack() if each.entity == item)
        return [line for view in views for line in item_lines(view, self.program.palette)]
