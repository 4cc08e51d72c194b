"""The tooltip for what the mouse points at, made again only when something has changed.

The one decision: it shows what a click or a key there would do, which needs a forecast and costs time. So the last text
is kept until something that it may depend on changes.
"""

from roguelike.core.geometry import Point
from roguelike.engine.views.duels import duel_view
from roguelike.ui.asked import Asked, Nth, OpenItem
from roguelike.ui.kept import Kept
from roguelike.ui.panels.consequences import cast_words, duel_words, step_words, use_words
from roguelike.ui.panels.rows import Line
from roguelike.ui.panels.scene import Scene
from roguelike.ui.panels.tooltip import (
    creature_lines,
    item_lines,
    place_lines,
    spell_lines,
    word_lines,
)
from roguelike.ui.program import Program


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
        """Make those rows."""
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
        return word_lines([[(f"A click {does}.", colours.text)]])

    def _place(self, point: Point) -> list[Line]:
        """Explain a tile, and what a step there would cause."""
        colours = self.program.palette
        place = self.program.game.place(point)
        told = [
            words
            for creature in place.creatures
            for words in duel_words(self.program.game.ask(duel_view, creature.entity), colours)
        ]
        return [
            *place_lines(place, colours),
            *word_lines(told),
            *word_lines(step_words(self.program, point)),
        ]

    def _row(self, value: Asked | int | None, scene: Scene) -> list[Line]:
        """Explain a row of the side panel."""
        colours, game = self.program.palette, self.program.game
        match value:
            case int() if (creature := scene.creature(value)) is not None:
                duel = duel_words(game.ask(duel_view, value), colours)
                return [*creature_lines(creature, colours), *word_lines(duel)]
            case Nth() if (spell := scene.spell(value)) is not None:
                return [*spell_lines(spell, colours), *word_lines(cast_words(self.program, spell))]
            case Nth() if (item := scene.thing(value)) is not None:
                told = use_words(self.program, item.entity)
                return [*self._thing(item.entity), *word_lines(told)]
            case OpenItem(item):
                return self._thing(item)
        return []

    def _thing(self, item: int) -> list[Line]:
        """Explain an item that the player carries."""
        views = (each for each in self.program.game.pack() if each.entity == item)
        return [line for view in views for line in item_lines(view, self.program.palette)]
