"""Who acts, when, and on whose side."""

from typing import Annotated, Literal

from roguelike.components import items
from roguelike.components.looks import LightSource
from roguelike.components.statuses import StatusTemplate
from roguelike.core.formula import Dice
from roguelike.core.records import Meta, Record, Refers, State, Template, Trait, field
from roguelike.core.scalars import (
    Amount,
    Coordinate,
    Few,
    Id,
    Line,
    MapPoint,
    Name,
    Names,
    RowName,
    Signed,
    Tally,
    Text,
    Turns,
)

PLAYER = "player"
"""The kind of the usual player; one of another origin is of a kind called like the origin."""
Section = Literal["items", "mobs", "props", "hazards", "spells", "statuses", "game"]


class Kind(Record):
    """Which row of the raws an entity was made from. State: the key to all its templates."""

    section: Section
    name: RowName


class Player(State):
    """Marks the player's character. State."""

    taken_back: Annotated[tuple[Coordinate, ...], Few] = ()
    """The depths at which the player has taken back a turn."""
    rested: Annotated[tuple[tuple[Coordinate, Tally, Tally], ...], Few] = ()
    """What rest has given at each depth, by depth: hit points and mana."""
    pursuers: Annotated[tuple[tuple[Id, Tally], ...], Few] = ()
    """Who comes after them by the stairs, each with the turn in which it arrives."""
    hunted: Signed = -1_000
    """The last turn in which they saw somebody who hunts them."""
    gone_home: Annotated[tuple[Coordinate, ...], Few] = ()
    """The depths from which a portal has taken them to town: each lets one open once."""
    deeds: Annotated[tuple[Line, ...], Few] = ()
    """The remembered deeds of the player: bargains, and the deaths of people who are missed by name."""


class Initiative(State):
    """The tick of the next turn, and how many turns were taken, which decides how long they take. State."""

    due: Tally = 0
    acts: Tally = 0


class Mind(State):
    """What a creature is doing and intends. Entities are named by id, 0 for nobody. State."""

    awake: bool = True
    target: Id = 0
    """The entity that it hunts."""
    last_seen: MapPoint | None = None
    """Where it last saw or heard an enemy."""
    waypoint: MapPoint | None = None
    """Where it wanders while it has no target."""
    quips_said: Tally = 0
    """How many quips of its kind had been said when it last spoke."""
    search_turns: Signed = 0
    """How many more of its turns it searches."""
    fear_turns: Signed = 0
    """How many more of its turns it flees."""
    has_fled: bool = False
    """Whether it has fled once and will not flee again."""
    stuck: bool = False
    """Whether it could not use its last turn because no path was open."""
    gave_ground: bool = False
    """Whether it stepped back in its last turn."""
    has_raised_alarm: bool = False
    leader: Id = 0
    """The entity that it follows."""
    loot: Id = 0
    """What it stole: an item, or its own id for gold."""
    home: MapPoint | None = None
    """The place that it guards."""
    wronged_by: Id = 0
    """Who took something from the place that it guards."""
    robbed: Id = 0
    """The entity from which it stole."""
    round: Annotated[tuple[MapPoint, ...], Few] = ()
    """The places that it patrols while it has no target."""
    leg: Tally = 0
    """Index of the place to go to next."""
    gold_taken: Amount = 0.0


class Quest(Record):
    """What has happened to the Amulet since it was first picked up. State; the player has none before."""

    stirred: Annotated[tuple[Coordinate, ...], Few] = ()
    """The depths whose levels have been repopulated."""
    hunted_at: Tally = 0
    """The turn when the hunter next appears."""
    evaded_at: Annotated[tuple[tuple[Coordinate, Coordinate, Coordinate], ...], Few] = ()
    """The places (depth, x, y) whose door or water has thrown the hunter off, in order: each does so only once."""
    found: Tally = 0
    """How often the hunter has caught up with its bearer: it takes less time for it each time."""
    won: bool = False


PLAYER_FACTION = "Player"
"""The player's faction."""

Movement = Literal["static", "random", "random_waypoint", "rooted"]


class Hoard(Record):
    """Things that lie about a creature from the start."""

    loot_table: Annotated[
        Name, Refers("loot_tables"), Meta(description="the loot table that they come from")
    ]
    count: Annotated[Dice, Meta(description="how many")] = Dice(bonus=1)


class Poised(Template, cache_hash=True):
    """How steadily somebody stands: the player as well."""

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


class Nature(Poised, cache_hash=True):
    """What a creature is like: faction, sight, habits, words, loot."""

    faction: Annotated[Name, Refers("faction_table"), Meta(description="whose side it is on")] = (
        "Mindless"
    )
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
    habits: Annotated[
        Names,
        Refers("habits"),
        Meta(
            description="what else it does, or does otherwise than others, by the names of its rules"
        ),
        Trait(flags="habits"),
    ] = ()
    passes_walls: Annotated[
        int,
        Meta(
            ge=0,
            le=5,
            description="how thick the walls are, in tiles, through which it goes after whom it has lost sight of",
        ),
        Trait("goes through walls"),
    ] = 0
    dreads_water: Annotated[
        bool, Meta(description="never steps into water: it waits rather than going through it")
    ] = False
    breaks_doors: Annotated[
        int,
        Meta(
            ge=0,
            le=100,
            description="blows with which it breaks a shut door down, having no hands to open it; 0: it does not",
        ),
    ] = 0
    tracks: Annotated[
        Text | None,
        Meta(
            description="told when it has searched in vain and then knows where the player is; left out: it gives up"
        ),
    ] = None
    movement: Annotated[Movement, Meta(description="how it moves while it has no target")] = (
        "static"
    )
    quips: Annotated[tuple[Text, ...], Meta(description="what it says at sight of the player")] = ()
    loot_table: Annotated[
        Name | None,
        Refers("loot_tables"),
        Meta(description="the loot table of what it may drop when it dies"),
    ] = None
    gold: Annotated[Dice | None, Meta(description="pieces of gold that it carries")] = None
    vendor: Annotated[
        Names, Refers("wares"), Meta(description="categories of goods that it trades in")
    ] = ()
    proper_name: Annotated[bool, Meta(description="named without an article: Mom")] = False
    clan: Annotated[
        Name | None,
        Meta(description="the word of its name that keeps its capital in a sentence: Barbo"),
    ] = None
    hands: Annotated[bool, Meta(description="opens doors, and remembers harm and help")] = True
    slain_deed: Annotated[
        Name | None,
        Meta(
            description="the deed that its death at the player's hand is remembered as: its people take it to heart"
        ),
    ] = None
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
        Trait("mends {} a turn"),
    ] = 0


class Follower(Record):
    """Some creatures that come along with a leader."""

    name: Annotated[Name, Refers("mobs"), Meta(description="which creature")]
    count: Annotated[Dice, Meta(description="how many")] = Dice(bonus=1)


class Company(Template):
    """Who comes along with a leader."""

    members: tuple[Follower, ...] = ()


NO_STATUS, NO_BLESSING = StatusTemplate(""), items.Blessing()
"""What no status does, and what gear without magic does."""


class DerivedStats(State):
    """Numbers computed from attributes, gear and statuses; never changed once made."""

    bonuses: tuple[int, int, int, int] = (0, 0, 0, 0)
    """The bonus of each attribute, gear and statuses included, in the order of ATTRIBUTES."""
    modifiers: tuple[int, int, int, int] = (0, 0, 0, 0)
    """What gear and statuses add to each attribute."""
    armor_class: int = 10
    penalty: float = 0.0
    """Ticks that gear, load and statuses add to the time between two turns."""
    slowed_by: tuple[tuple[str, float], ...] = ()
    """What the penalty consists of: names, and the ticks that each adds (negative for haste)."""
    slowness: int = 0
    """Whole ticks that quickness and penalty add to the time between two turns."""
    shot_reach: int = 0
    """Range in tiles of its missile weapon; 0 without one."""
    weight: float = 0.0
    """Pounds that it carries and wears."""
    capacity: float = 0.0
    """Pounds that it can carry without being overburdened."""
    resistances: dict[str, float] = field(default_factory=dict)
    """The share of damage taken, by element."""
    status: StatusTemplate = NO_STATUS
    """All its statuses as one: their traits."""
    blessing: items.Blessing = NO_BLESSING
    """The magic of all that it wears, as one."""
    master: int = 0
    """The entity that it serves because of a status; 0 for nobody."""
    materials: frozenset[str] = frozenset()
    """The materials of its armor."""
    lamp: LightSource | None = None
    """The light of its own or of what it wears that reaches farthest."""


class StatsCache(State):
    """Caches a creature's derived stats until something changes them. Neither saved nor hashed."""

    now: DerivedStats | None = None
    """None while they need to be computed again."""
