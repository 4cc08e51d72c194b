"""Who acts, when, and whose side they are on."""

from dataclasses import dataclass, field
from typing import Literal

from roguelike.core.geometry import Point

Section = Literal["items", "mobs", "props", "hazards", "statuses", "game"]


@dataclass(frozen=True, slots=True)
class Kind:
    """Which row of the raws an entity was made from. State: the key to all its templates."""

    section: Section
    name: str


@dataclass(slots=True)
class Player:
    """Marks the one whom the person at the keys plays. State."""

    rolled: bool = True


@dataclass(slots=True)
class Initiative:
    """The tick at which it acts next. State."""

    due: int = 0


@dataclass(slots=True)
class Mind:
    """What a creature is up to. State."""

    awake: bool = True
    quarry: int = 0
    last_seen: Point | None = None
    waypoint: Point | None = None
    said: int = 0


Movement = Literal["static", "random", "random_waypoint"]


@dataclass(frozen=True, slots=True)
class Nature:
    """What a creature is like: faction, sight, habits, words, loot. Template."""

    faction: str = "Mindless"
    vision: int = 8
    movement: Movement = "static"
    quips: tuple[str, ...] = ()
    loot_table: str | None = None
    gold: str = "0"
    vendor: tuple[str, ...] = ()
    proper_name: bool = False


@dataclass(slots=True)
class Figures:
    """Numbers worked out from gear and statuses, anew whenever `stale`. Neither saved nor hashed."""

    stale: bool = True
    bonuses: tuple[int, int, int, int] = (0, 0, 0, 0)
    modifiers: tuple[int, int, int, int] = (0, 0, 0, 0)
    armor_class: int = 10
    penalty: float = 0.0
    weight: float = 0.0
    capacity: float = 0.0
    resistances: dict[str, float] = field(default_factory=dict)
    forbids: frozenset[str] = frozenset()
    damage_share: float = 1.0
    unseen: bool = False
    flees: bool = False
    master: int = 0
    magic: int = 0
    keen: bool = False
    proof: frozenset[str] = frozenset()
