"""The data of the play screen: what is in view, what is pointed at, and what waiting would lead to."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.engine.foreseeing.aiming import facts
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.play.commands import Action
from roguelike.engine.session import Session
from roguelike.engine.views.records import (
    CreatureView,
    HudView,
    ItemView,
    MapView,
    SpellView,
    TempoView,
)
from roguelike.toolkit import widgets
from roguelike.toolkit.asked import Asked, Nth
from roguelike.toolkit.rows import Line

CAST = "^"
"""Stands before a digit that casts with ctrl."""
Figures = Mapping[Action, tuple[str, str]]
"""What the best use of each spell and thing brings and costs, by the action without its aim."""
NO_FIGURES: Figures = MappingProxyType({})
Deed = tuple[str, str]
"""What a creature may do, and the name of the colour in which it is told."""
NO_LETTERS: Mapping[int, str] = MappingProxyType({})
NO_DOINGS: "Mapping[int, Doing]" = MappingProxyType({})
NO_FURTHER: Mapping[int, tuple[Deed, ...]] = MappingProxyType({})


class Doing(Record):
    """What happens to a creature and what it does, in brief: words with roles for colours, the deed, and its colour.

    `loss` is what the player loses by it; `is_aimed_at` is whether an aimed act does something to it. Namesakes with
    equal ones share a row.
    """

    suffers: tuple[tuple[str, str], ...] = ()
    deed: str = ""
    short: str = ""
    """The deed where there is less room: "no way to you", or without unit and chance of what comes later."""
    tone: str = "text"
    loss: float = 0.0
    is_aimed_at: bool = False
    is_at_you: bool = False
    """Whether it does something to the player in this turn."""
    steps: int = 0
    """How far off is who only comes nearer: that is the deed, and namesakes at other distances share the row."""
    whole: str = ""
    """The deed with its target's name, for a page; "" if that is the same."""
    besides: str = ""
    """What it may cast as well or instead: ", Fade 25%". It is left out where words are few."""


class Waiting(Record):
    """What waiting, or what is aimed, would lead to: rows about it, and what each creature would do, by id.

    And rows on the plan whose end is shown, and on the fight; and what the best use of each spell and thing would bring
    and cost, by the action without its aim.
    """

    lines: tuple[Line, ...] = ()
    short: tuple[Line, ...] | None = None
    """The same rows where there is room for fewer; None if they are few."""
    plan: tuple[Line, ...] = ()
    fight: tuple[Line, ...] = ()
    figures: Figures = NO_FIGURES
    anyway: Reply | None = None
    """What comes of waiting, beyond which the figures count."""
    aimed: tuple[Action, Reply, facts.Labels] | None = None
    """What is aimed, without its aim, what comes of it as it is aimed, and words for statuses."""
    doings: Mapping[int, Doing] = NO_DOINGS
    further: Mapping[int, tuple[Deed, ...]] = NO_FURTHER
    """What they may do instead."""
    is_known: bool = True
    """Whether what they do is known; until then those of the moment before only say who shares a row."""


UNFORESEEN = Waiting()


class Scene(Record):
    """The data of one frame, asked of the session once; what only one part of the screen shows, it asks of `game`."""

    game: Session
    map: MapView
    hud: HudView
    creatures: tuple[CreatureView, ...]
    """Those in view, by id."""
    nearest: tuple[CreatureView, ...]
    """The same, enemies before others, the nearest first."""
    underfoot: tuple[ItemView, ...]
    moment: object = None
    """What the moment of the game is known by: scenes of one moment are equal."""
    order: tuple[int, ...] = ()
    """Who acts before the player's next turn, twice if they act twice; set while an enemy in view is awake."""
    tempo: tuple[TempoView, ...] = ()
    """How long the next turn of the player and of each awake creature in view takes; set under the same condition."""
    target: int | None = None
    """The creature that the player shoots at."""
    waiting: Waiting = UNFORESEEN
    sign: str = CAST
    """The sign before the digits that cast; blank if the keys cannot be shown as ctrl with a digit."""
    use_keys: tuple[str, ...] = ()
    """The keys that use items 1 to 9, written as short as possible."""
    grow_key: str = ""
    """The key that opens the choice of a new level."""
    is_exact: bool = False
    """Whether hit points of the unhurt are told, too: on boards, where everything can be reckoned."""
    letters: Mapping[int, str] = NO_LETTERS
    """The letters that tell namesakes apart, by id."""
    is_fight: bool = False
    """Whether an enemy in view is awake."""

    def creature(self, entity: int) -> CreatureView | None:
        """Return a creature in view by its id."""
        return next((c for c in self.creatures if c.entity == entity), None)

    def creature_at(self, point: Point) -> CreatureView | None:
        """Return the creature in view on a tile, whichever tile of its body that is."""
        there = {thing.entity for thing in self.map.things if thing.point == point}
        return next((c for c in self.creatures if c.point == point or c.entity in there), None)

    def spell(self, asked: Nth) -> SpellView | None:
        """Return the spell that a key or row casts."""
        found = self.hud.spells if asked.verb == "cast" else ()
        return next((each for each in found if each.hotkey == asked.number), None)

    def thing(self, asked: Nth) -> ItemView | None:
        """Return the thing that a key or row uses."""
        found = self.hud.consumables if asked.verb == "use" else ()
        return next((each for each in found if each.hotkey == asked.number), None)


class Overlay(Record):
    """What a screen shows in place of parts of the board; None leaves a part to the board."""

    side: list[Line] | None = None
    """Rows of the right panel."""
    told: list[Line] | None = None
    """Rows of the log."""
    keys: tuple[widgets.Button[str], ...] = ()
    """Buttons in place of the command bar."""
    hint: str = ""
    """Words after the keys, if there is room."""


class Pointed(Record):
    """What the player points at: the creature they shoot at, and the row under the mouse, by its value."""

    target: int | None = None
    hovered: Asked | int | None = None


NO_OVERLAY, NOTHING = Overlay(), Pointed()


def is_fought(creatures: Iterable[CreatureView]) -> bool:
    """Return whether one of some creatures is an enemy who is awake."""
    return any(each.hostile and each.mood != "asleep" for each in creatures)
