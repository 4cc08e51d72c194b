"""What the play screen is drawn from: what is there to see, what is pointed at, and what would come of waiting."""

from collections.abc import Mapping

from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.engine.views.records import CreatureView, HudView, ItemView, MapView, TempoView
from roguelike.ui.panels.fight_rows import NO_DEEDS
from roguelike.ui.panels.rows import Line
from roguelike.ui.widgets import Button


class Scene(Record):
    """What a frame shows, asked of the session once."""

    map: MapView
    hud: HudView
    creatures: tuple[CreatureView, ...]
    underfoot: tuple[ItemView, ...]
    order: tuple[int, ...] = ()
    """Who acts before the player is up again, twice who acts twice; told while an enemy in view is awake."""
    tempo: tuple[TempoView, ...] = ()
    """How long the player's next turn takes, and those of whoever is in view; told likewise."""

    @property
    def is_fight(self) -> bool:
        """Whether an enemy in view is awake."""
        return any(each.hostile and each.mood != "asleep" for each in self.creatures)

    def creature(self, entity: int) -> CreatureView | None:
        """Return a creature in view by its id."""
        return next((c for c in self.creatures if c.entity == entity), None)

    def creature_at(self, point: Point) -> CreatureView | None:
        """Return the creature in view on a tile, whichever tile of its body that is."""
        there = {thing.entity for thing in self.map.things if thing.point == point}
        return next((c for c in self.creatures if c.point == point or c.entity in there), None)


class Overlay(Record):
    """What a screen shows over what the board tells by itself; None leaves a part to the board."""

    side: list[Line] | None = None
    """Rows of the right panel."""
    told: list[Line] | None = None
    """Rows of the log."""
    keys: tuple[Button[str], ...] = ()
    """What keys do, in place of the command bar."""
    hint: str = ""
    """Words after the keys, where there is room."""


class Pointed(Record):
    """What the player points at: the creature they shoot at, and the row under the mouse, by its value."""

    target: int | None = None
    hovered: str | int | None = None


class Waiting(Record):
    """What would come of waiting: rows on it, and what everybody would do then, by id."""

    lines: tuple[Line, ...] = ()
    deeds: Mapping[int, tuple[str, ...]] = NO_DEEDS


NO_OVERLAY, NOTHING, UNFORESEEN = Overlay(), Pointed(), Waiting()
