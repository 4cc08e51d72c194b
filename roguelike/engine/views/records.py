"""What screens may see of a game: frozen records of plain values, never components.

Those that every frame makes several of are tuples, which cost a third of what a frozen dataclass does.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roguelike.core import sight
from roguelike.core.colour import Colour
from roguelike.core.geometry import Point
from roguelike.core.records import Record, field
from roguelike.world.terrain import GROUND, Tile

__all__ = ["GROUND", "Tile"]


LETTERING = "lettering"


class Thing(NamedTuple):
    """Something drawn on the map; a higher `order` is drawn over a lower one."""

    point: Point
    glyph: str
    fg: Colour
    bg: Colour
    order: int
    entity: int
    icon: str = ""
    """The name of its picture; creatures have none. `LETTERING` is a sign's letter, as bright wherever it is."""


class LightView(NamedTuple):
    """A light as it is drawn: its colour, its reach in tiles, its strength, and the share by which it flickers."""

    colour: Colour
    reach_tiles: int
    strength: float = 1.0
    flicker: float = 0.0


class LampView(NamedTuple):
    """A source of light: `reached` is above 0 on the tiles [x, y] that it lights with the ground at `version`."""

    entity: int
    point: Point
    light: LightView
    version: int
    reached: NDArray[np.uint8]


class GroundLightView(NamedTuple):
    """A kind of ground that glows in places of one theme."""

    theme: str
    tile: int
    light: LightView


class MapView(Record, eq=False):
    """The level as the player knows it. Arrays are indexed [x, y] and must not be written to."""

    name: str
    theme: str
    depth: int
    tiles: NDArray[np.uint8]
    visible: sight.Mask
    explored: sight.Mask
    stains: frozenset[Point]
    things: tuple[Thing, ...]
    player: Point
    own_light: LightView | None = None
    """The player's own light on a dark level; None on a lit one."""
    evenly_lit: bool = False
    """Whether everything in view is equally bright, whatever the kind of place."""
    lamps: tuple[LampView, ...] = ()
    """Other sources of light that may fall on what is in view."""
    glowing: tuple[GroundLightView, ...] = ()
    """The kinds of ground that glow, on this level or elsewhere."""
    icons: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """The pictures of things, by name."""


class StatusView(NamedTuple):
    """A status as shown: word and colour together, so that colour is never alone."""

    name: str
    label: str
    colour: Colour
    turns: int
    good: bool
    text: str = ""


class AttributeView(NamedTuple):
    """An attribute with what gear and statuses add to it."""

    name: str
    value: int
    bonus: int
    modifier: int


class ItemView(Record):
    """An item as the player knows it. `role` decides the colour of its name; `slot` is "" if it cannot be worn."""

    entity: int
    name: str
    glyph: str
    fg: Colour
    role: str
    slot: str
    worn: bool
    usable: bool
    aimed: bool
    hotkey: int
    details: tuple[str, ...] = ()
    weight: float = 0.0
    count: int = 1
    known: bool = True
    rune: bool = False
    """Whether it is used by inscribing it on a spell."""
    forgone: int = 0
    """How many other things that lie about are lost by taking it."""


class WeaponView(NamedTuple):
    """A weapon in hand, or a missile weapon that is only carried; `entity` is 0 for bare hands."""

    entity: int
    name: str
    damage: str = ""
    """Damage of a hit before resistances, "1-8"; "?" while the weapon is unidentified, "" while it is only carried."""
    reach_tiles: int | None = None
    """The range of a missile weapon; None for a melee weapon."""

    @property
    def told(self) -> str:
        """The text after its name: "1-8", "1-4, range 4", "in the pack"."""
        reach = "" if self.reach_tiles is None else f", range {self.reach_tiles}"
        return f"{self.damage}{reach}" if self.damage else "in the pack"


class SpellView(NamedTuple):
    """A known spell: its cost and a description; `title` is its name preceded by the words of its runes.

    `hindered` is the status that keeps the player from casting it now, such as "silenced".
    """

    name: str
    cost: int
    affordable: bool
    aimed: bool
    range: int
    radius: int
    hotkey: int
    does: tuple[str, ...]
    """What it does and how far it reaches, part by part."""
    text: str = ""
    title: str = ""
    hp_cost: int = 0
    runes: tuple[str, ...] = ()
    hindered: str = ""

    @property
    def summary(self) -> str:
        """What it does in a line: "2d6 (2-12) fire damage, range 6, radius 2"."""
        return ", ".join(self.does)

    @property
    def price(self) -> str:
        """The cost of casting it: "3 mana", "2 hp" or "1 mana, 2 hp"."""
        parts = [f"{self.cost} mana"] if self.cost or not self.hp_cost else []
        return ", ".join([*parts, *([f"{self.hp_cost} hp"] if self.hp_cost else [])])

    @property
    def told(self) -> str:
        """The spell in a line: "wide Web, 3 mana: slows by 10 for 5 turns"."""
        return f"{self.title}, {self.price}: {self.summary}"

    def price_of(self, mana: int, hp: int) -> str:
        """Describe the cost as part of what there is: "Costs 3 of your 12 mana." for a spell of 3 mana."""
        parts = [f"{self.cost} of your {mana} mana"] if self.cost or not self.hp_cost else []
        parts += [f"{self.hp_cost} of your {hp} health"] if self.hp_cost else []
        return f"Costs {' and '.join(parts)}."


class CreatureView(Record):
    """A creature as the player sees it.

    `friend` is True for creatures on the player's side; a creature that is neither a friend nor hostile is peaceful.
    """

    entity: int
    name: str
    glyph: str
    fg: Colour
    point: Point
    hp: int
    max_hp: int
    level: int
    hostile: bool
    is_player: bool
    statuses: tuple[StatusView, ...]
    carries: tuple[str, ...]
    traits: tuple[str, ...]
    text: str = ""
    defences: tuple[tuple[str, str], ...] = ()
    friend: bool = False
    mood: Literal["", "asleep", "unaware", "hunting", "fleeing"] = ""
    """What it is visibly doing; "" for creatures with no hostile intent."""
    poise: int = 0
    most_poise: int = 0
    """How many attempts at control it still resists, and how many at most."""
    called: str = ""
    """Its name in a sentence: "the bandit", "Vessin the Deserter"."""
    spared: bool = False
    """Whether a puzzle is lost if it dies."""
    where: str = ""
    """Its letter on the map, or where it stands, seen from the player, if others share its name: "SW"; else ""."""

    @property
    def aside(self) -> str:
        """The words after its name that tell it apart from its namesakes: " (SW)"; "" without any."""
        return f" ({self.where})" if self.where else ""

    @property
    def told_name(self) -> str:
        """Its name in a list, told apart from its namesakes: "Quasit (SW)"."""
        return self.name + self.aside

    @property
    def told_called(self) -> str:
        """Its name in a sentence, told apart from its namesakes: "the quasit (SW)"."""
        return self.called + self.aside


class TempoView(Record):
    """How many ticks a creature's next turn takes, how many more than an average creature's, and why.

    `causes` are what slows (positive) or hastens it (negative), in ticks, the greatest first.
    """

    entity: int
    ticks: int
    slowness: int
    causes: tuple[tuple[str, float], ...] = ()


class BlowView(Record):
    """What one blow or shot would do: chance to hit, (least, most) of a hit, rounded mean of blows to kill or None."""

    hits: float
    damage: tuple[int, int]
    kills_in: int | None


class DuelView(Record):
    """What the player and a creature would do to one another; None where a blow is impossible or unknown."""

    your_blow: BlowView | None
    your_shot: BlowView | None
    their_blow: BlowView | None
    their_shot: BlowView | None


class PlaceView(Record):
    """Everything that the player knows about a tile, as text."""

    point: Point
    ground: str
    creatures: tuple[CreatureView, ...]
    things: tuple[str, ...]
    remembered: bool
    unknown: bool
    words: tuple[str, ...] = ()
    """Descriptions of the things: what fixtures are and offer, what an item costs."""


class HudView(Record):
    """Everything that the side panel shows."""

    hp: int
    max_hp: int
    mana: int
    max_mana: int
    level: int
    xp: int
    xp_here: int
    xp_needed: int
    attributes: tuple[AttributeView, ...]
    skills: tuple[tuple[str, int], ...]
    armor_class: int
    weight: float
    capacity: float
    penalty: float
    gold: float
    hunger: str
    weapons: tuple[WeaponView, ...]
    worn: tuple[ItemView, ...]
    consumables: tuple[ItemView, ...]
    spells: tuple[SpellView, ...]
    statuses: tuple[StatusView, ...]
    place: str
    depth: int
    turn: int
    wizard: bool
    poise: int = 0
    most_poise: int = 0
    penalty_causes: tuple[str, ...] = ()
    """Causes of the penalty: gear, load, and statuses by their labels."""
    choices: int = 0
    """How many new levels have a pending choice."""
    turns_to_live: int = 0
    """In how many turns the player's statuses kill them if nothing mends them; 0 if they do not."""
    rest: tuple[int, int] = (0, 0)
    """How many hit points and how much mana rest on this level still gives."""


class DeathView(Record):
    """How a game ended, for the last screen."""

    epitaph: str
    place: str
    depth: int
    turn: int
    level: int
    seed: str
    tallies: Mapping[str, int] = field(default_factory=dict)
    last_lines: tuple[str, ...] = ()
    merits: tuple[tuple[str, int], ...] = ()
    score: int = 0


class StandingView(Record):
    """A faction's opinion of the player, from -100 to 100, and how it treats them, in words."""

    name: str
    points: int
    treats: Literal["attack", "flee", "ignore"]
    text: str


class DiscoveryView(Record):
    """A kind of magic item, creature or spell: its name if known, and whether the player knows it, met it, or neither.

    `lines` describe it.
    """

    group: str
    name: str
    state: Literal["known", "met", "unknown"]
    lines: tuple[str, ...] = ()
