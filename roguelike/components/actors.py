"""Who acts, when, and whose side they are on."""

from typing import Literal

from roguelike.core.geometry import Point
from roguelike.core.records import Record, State, field

Section = Literal["items", "mobs", "props", "hazards", "spells", "statuses", "game"]


class Kind(Record):
    """Which row of the raws an entity was made from. State: the key to all its templates."""

    section: Section
    name: str


class Player(State):
    """Marks the one whom the person at the keys plays. State."""

    rolled: bool = True


class Initiative(State):
    """The tick at which it acts next. State."""

    due: int = 0


class Mind(State):
    """What a creature is up to. State.

    `target` is whom it hunts, 0 for nobody; `quips_said` how many of its kind's quips were said when it last spoke;
    `search_turns` and `fear_turns` are own turns left; `has_fled` says that it ran once and will not again; `stuck`
    that its last turn went unused for want of a way; `gave_ground` that it stepped back last turn; `leader` is whom it
    follows; `loot` what it stole (an item, or itself for gold).
    """

    awake: bool = True
    target: int = 0
    last_seen: Point | None = None
    waypoint: Point | None = None
    quips_said: int = 0
    search_turns: int = 0
    fear_turns: int = 0
    has_fled: bool = False
    stuck: bool = False
    gave_ground: bool = False
    has_raised_alarm: bool = False
    leader: int = 0
    loot: int = 0


class Quest(Record):
    """What has come of the Amulet since it was first taken up. State; the player has none before.

    `stirred` are the depths that have been refilled, `hunted_at` is the turn at which the hunter next appears.
    """

    stirred: tuple[int, ...] = ()
    hunted_at: int = 0
    won: bool = False


Movement = Literal["static", "random", "random_waypoint", "rooted"]


class Nature(Record):
    """What a creature is like: faction, sight, habits, words, loot. Template.

    `sleeps` is the percent chance to be found asleep; `flees_at` the share of hit points at which it runs, to come back
    if it `returns`; `keeps` the tiles it likes to have between itself and its prey; `ambush` how near, in tiles, prey
    must come before it shows itself; the `heedless` walk through fire and over traps.
    """

    faction: str = "Mindless"
    vision: int = 8
    movement: Movement = "static"
    quips: tuple[str, ...] = ()
    loot_table: str | None = None
    gold: str = "0"
    vendor: tuple[str, ...] = ()
    proper_name: bool = False
    hands: bool = True
    sleeps: float = 0.0
    flees_at: float = 0.0
    returns: bool = False
    keeps: int = 0
    calls: bool = False
    steals: bool = False
    ambush: int = 0
    heedless: bool = False


class Company(Record):
    """Who comes along with a leader: names, each with dice for how many. Template."""

    members: tuple[tuple[str, str], ...] = ()


class DerivedStats(State):
    """Numbers worked out from attributes, gear and statuses; once made, never changed."""

    bonuses: tuple[int, int, int, int] = (0, 0, 0, 0)
    modifiers: tuple[int, int, int, int] = (0, 0, 0, 0)
    armor_class: int = 10
    penalty: float = 0.0
    slowness: int = 0
    """Ticks that quickness and penalty add to the time between two turns."""
    shot_reach: int = 0
    """Tiles that its missile weapon carries, 0 without one."""
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


class StatsCache(State):
    """Where a creature's sums are kept until something changes them. Neither saved nor hashed."""

    now: DerivedStats | None = None

    @property
    def stale(self) -> bool:
        """Whether they have to be worked out anew."""
        return self.now is None
