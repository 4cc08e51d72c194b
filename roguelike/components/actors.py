"""Who acts, when, and whose side they are on."""

from typing import Annotated, Literal

from roguelike.core.dice import Dice
from roguelike.core.records import Meta, Record, State, Template, field
from roguelike.core.scalars import (
    Amount,
    Coordinate,
    Id,
    Line,
    MapPoint,
    Name,
    Names,
    Signed,
    Tally,
    Text,
    Turns,
)

Section = Literal["items", "mobs", "props", "hazards", "spells", "statuses", "game"]


class Kind(Record):
    """Which row of the raws an entity was made from. State: the key to all its templates."""

    section: Section
    name: Line


class Player(State):
    """Marks the one whom the person at the keys plays. State.

    `taken_back` are the depths at which they have taken a turn back, `deeds` what of their dealings is remembered.
    """

    rolled: bool = True
    taken_back: tuple[Coordinate, ...] = ()
    deeds: tuple[Line, ...] = ()


class Initiative(State):
    """The tick at which it acts next, and how often it has acted: from that follows how long its turns take. State."""

    due: Tally = 0
    acts: Tally = 0


class Mind(State):
    """What a creature is up to. State.

    `target` is whom it hunts, 0 for nobody; `quips_said` how many of its kind's quips were said when it last spoke;
    `search_turns` and `fear_turns` are own turns left; `has_fled` says that it ran once and will not again; `stuck`
    that its last turn went unused for want of a way; `gave_ground` that it stepped back last turn; `leader` is whom it
    follows; `home` the place that it guards, and `wronged_by` who took something from there; `loot` what it stole (an
    item, or itself for gold), `gold_taken` how much gold, and `robbed` whose; `round` the places
    between which it walks while nothing is up, and `leg` which of them comes next.
    """

    awake: bool = True
    target: Id = 0
    last_seen: MapPoint | None = None
    waypoint: MapPoint | None = None
    quips_said: Tally = 0
    search_turns: Signed = 0
    fear_turns: Signed = 0
    has_fled: bool = False
    stuck: bool = False
    gave_ground: bool = False
    has_raised_alarm: bool = False
    leader: Id = 0
    loot: Id = 0
    home: MapPoint | None = None
    wronged_by: Id = 0
    robbed: Id = 0
    round: tuple[MapPoint, ...] = ()
    leg: Tally = 0
    gold_taken: Amount = 0.0


class Quest(Record):
    """What has come of the Amulet since it was first taken up. State; the player has none before.

    `stirred` are the depths that have been refilled, `hunted_at` is the turn at which the hunter next appears.
    """

    stirred: tuple[Coordinate, ...] = ()
    hunted_at: Tally = 0
    won: bool = False


PLAYER_FACTION = "Player"
"""The faction that the player is of."""

Movement = Literal["static", "random", "random_waypoint", "rooted"]


class Hoard(Record):
    """Things that lie about a creature from the start."""

    loot_table: Annotated[Name, Meta(description="the loot table that they come from")]
    count: Annotated[Dice, Meta(description="how many")] = Dice(bonus=1)


class Nature(Template):
    """What a creature is like: faction, sight, habits, words, loot."""

    faction: Annotated[Name, Meta(description="whose side it is on")] = "Mindless"
    vision_tiles: Annotated[int, Meta(ge=0, le=40, description="how far it sees, in tiles")] = 8
    guards_tiles: Annotated[
        int,
        Meta(
            ge=0,
            le=40,
            description="how far from its place it goes, in tiles, unless something is stolen there; 0 goes anywhere",
        ),
    ] = 0
    hoard: Annotated[Hoard | None, Meta(description="items that lie around it")] = None
    hunts_by_sound: Annotated[
        bool,
        Meta(
            description="hunts by hearing alone: it sees nobody, and hears steps as far away as its sight would reach"
        ),
    ] = False
    dreads_water: Annotated[
        bool,
        Meta(description="never steps into water: it waits rather than going through it"),
    ] = False
    movement: Annotated[Movement, Meta(description="how it moves while it has no target")] = (
        "static"
    )
    quips: Annotated[tuple[Text, ...], Meta(description="what it says at sight of the player")] = ()
    loot_table: Annotated[
        Name | None, Meta(description="the loot table of what it may drop when it dies")
    ] = None
    gold: Annotated[Dice | None, Meta(description="pieces of gold that it carries")] = None
    vendor: Annotated[Names, Meta(description="categories of goods that it trades in")] = ()
    proper_name: Annotated[bool, Meta(description="named without an article: Mom")] = False
    hands: Annotated[bool, Meta(description="opens doors, and remembers harm and help")] = True
    asleep_chance: Annotated[float, Meta(ge=0, le=1, description="share of them found asleep")] = (
        0.0
    )
    flees_at_hp_share: Annotated[
        float, Meta(ge=0, le=1, description="share of its hit points at which it runs; 0 is never")
    ] = 0.0
    returns_after_fleeing: Annotated[
        bool, Meta(description="comes back after it fled once, and does not flee again")
    ] = False
    keep_distance_tiles: Annotated[
        int, Meta(ge=0, le=12, description="tiles that it keeps between itself and its prey")
    ] = 0
    raises_alarm: Annotated[
        bool, Meta(description="rouses its own kind when it sights an enemy")
    ] = False
    steals: Annotated[bool, Meta(description="takes a thing from a pack and runs with it")] = False
    ambush_tiles: Annotated[
        int,
        Meta(
            ge=0,
            le=12,
            description="stays hidden until prey is this near, in tiles; 0: it does not hide",
        ),
    ] = 0
    ignores_hazards: Annotated[
        bool, Meta(description="walks into fire, gas and traps, as mindless creatures do")
    ] = False
    mend_turns: Annotated[
        int,
        Meta(
            ge=0,
            le=10_000,
            description="turns for each hit point that it regains while nobody watches; 0: it does not",
        ),
    ] = 5
    regenerates: Annotated[
        int,
        Meta(ge=0, le=1_000, description="hit points that it regains each turn, in a fight too"),
    ] = 0
    poise: Annotated[
        int,
        Meta(
            ge=0,
            le=20,
            description="how many controlling statuses and shoves it shrugs off before one takes hold",
        ),
    ] = 0
    poise_turns: Annotated[
        Turns, Meta(description="turns after which it regains one point of poise")
    ] = 8
    levels_per_poise: Annotated[
        int, Meta(ge=0, le=100, description="levels for each further point of poise; 0: none")
    ] = 0


class Follower(Record):
    """Some creatures that come along with a leader."""

    name: Annotated[Name, Meta(description="which creature")]
    count: Annotated[Dice, Meta(description="how many")] = Dice(bonus=1)


class Company(Template):
    """Who comes along with a leader."""

    members: tuple[Follower, ...] = ()


class DerivedStats(State):
    """Numbers worked out from attributes, gear and statuses; once made, never changed."""

    bonuses: tuple[int, int, int, int] = (0, 0, 0, 0)
    modifiers: tuple[int, int, int, int] = (0, 0, 0, 0)
    armor_class: int = 10
    penalty: float = 0.0
    slowed_by: tuple[tuple[str, float], ...] = ()
    """What the penalty is made of, by name, with the ticks that each adds: below 0 where it hastes."""
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
    materials: frozenset[str] = frozenset()
    poise: int = 0
    """What gear and statuses add to its poise."""


class StatsCache(State):
    """Where a creature's sums are kept until something changes them. Neither saved nor hashed."""

    now: DerivedStats | None = None

    @property
    def stale(self) -> bool:
        """Whether they have to be worked out anew."""
        return self.now is None
