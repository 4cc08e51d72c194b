"""Regions, the groups that live there, what furnishes their rooms, and the quarters of the town."""

from typing import Annotated, Literal, TypeVar

from roguelike.components import actors
from roguelike.core.formula import Dice
from roguelike.core.records import Meta, Record, Refers, field
from roguelike.core.scalars import Depth, Name, Names, Portion, Said, Weight, Why

Style = Literal["dwarven", "elven"]
"""Whose rooms are furnished."""
Quarters = Literal["building", "hovel", "ruin", "piers", "streets"]
"""Parts of the town: a building of its own, every building left over, the smallest building, and two out of doors."""
MOST_BUILDINGS = 11
"""The most buildings with a row of their own: the town has twelve, the smallest of which is the ruin."""
Activity = Literal["camp", "rounds", "watch"]
"""What a group does all day: it camps at one place, walks a round from place to place, or stands guard."""


N = TypeVar("N", int, float)


class Region(Record):
    """Some depths that belong together."""

    name: Name
    why: Why = ""
    min_depth: Annotated[Depth, Meta(description="its first depth")] = 0
    max_depth: Annotated[Depth, Meta(description="its last depth")] = 0
    arrivals: Annotated[
        tuple[tuple[Said, ...], ...],
        Meta(description="sentences told on the first visit: a list for each of its depths"),
    ] = ()
    tiles_per_mob: Annotated[
        int, Meta(ge=10, le=4_000, description="tiles of open ground per creature")
    ] = 160
    crowding: Annotated[
        tuple[Annotated[float, Meta(ge=0.1, le=10)], ...],
        Meta(
            description="how many times as many creatures live on each of its depths; "
            "the last number holds for all below it, 1 if left out"
        ),
    ] = ()
    grouped: Annotated[
        Portion, Meta(description="share of its creatures that live there in groups")
    ] = 0.0
    gloom_tiles: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=40)], ...],
        Meta(
            description="by how many tiles the player's own light reaches less far on each of its depths; "
            "the last number holds for all below it, 0 if left out"
        ),
    ] = ()
    lights: Annotated[
        Names, Refers("props"), Meta(description="what shines there, one of them for each light")
    ] = ()
    arrival_lights: Annotated[
        int, Meta(ge=0, le=12, description="how many lights are in view from where one arrives")
    ] = 0
    tiles_per_light: Annotated[
        int, Meta(ge=0, le=4_000, description="tiles of ground per light elsewhere; 0 for none")
    ] = 0
    items: Annotated[Dice, Meta(description="items on a level of full size")] = Dice(1, 5, 7)
    props: Annotated[Dice, Meta(description="traps and the like on a level of full size")] = Dice(
        1, 3, 2
    )
    shelf: Annotated[
        int,
        Meta(
            ge=1,
            le=5,
            description="how many books lie together wherever one is found, one of which may be taken",
        ),
    ] = 1
    favours: Annotated[
        dict[Name, Annotated[float, Meta(ge=0, le=100)]],
        Refers("favoured", brings=False),
        Meta(
            description="what is found there more often, or less: a school of magic, an item, a trait "
            "of weapons or a category of finds, and how many times as often as elsewhere"
        ),
    ] = field(default_factory=dict)

    def crowd(self, depth: int) -> float:
        """Return how many times as many creatures live at one of its depths as its open ground says."""
        return self._at(self.crowding, depth, 1.0)

    def gloom(self, depth: int) -> int:
        """Return by how many tiles the player's own light reaches less far at one of its depths."""
        return self._at(self.gloom_tiles, depth, 0)

    def _at(self, numbers: tuple[N, ...], depth: int, otherwise: N) -> N:
        """Return the number for one of its depths: the last one holds for all below it."""
        number = min(depth - self.min_depth, len(numbers) - 1)
        return numbers[number] if number >= 0 else otherwise

    def arrival(self, depth: int) -> str:
        """Return the text for the first arrival at one of its depths; "" if there is none."""
        number = depth - self.min_depth
        return " ".join(self.arrivals[number]) if 0 <= number < len(self.arrivals) else ""


class Shelf(Record):
    """Books that lie together on every level of some depths, one of which may be taken."""

    name: Name
    books: Annotated[
        Names, Refers("items"), Meta(description="what may lie there, drawn anew for each game")
    ]
    why: Why = ""
    choice: Annotated[int, Meta(ge=1, le=5, description="how many of them lie there")] = 2
    min_depth: Annotated[Depth, Meta(description="the first depth that has it")] = 0
    max_depth: Annotated[Depth, Meta(description="the last depth that has it")] = 100
    within_steps: Annotated[
        int, Meta(ge=1, le=1_000, description="how far from where the level is entered, at most")
    ] = 40


NOWHERE_IN_PARTICULAR = Region("nowhere in particular")
"""The region of all depths that belong to no other."""


class Group(Record):
    """Some creatures that belong together, and what they do when nobody disturbs them."""

    name: Name
    members: Annotated[
        tuple[actors.Follower, ...],
        Meta(min_length=1, description="who they are, the leader first"),
    ]
    why: Why = ""
    weight: Weight = 10
    min_depth: Annotated[Depth, Meta(description="the first depth at which they live")] = 0
    max_depth: Annotated[Depth, Meta(description="the last depth at which they live")] = 100
    activity: Annotated[Activity, Meta(description="what they do: camp, rounds or watch")] = "camp"
    asleep_chance: Annotated[Portion, Meta(description="share of them found asleep")] = 0.0
    props: Annotated[
        Names, Refers("props"), Meta(description="props that stand around them: a fire, a keg")
    ] = ()
    against: Annotated[
        Name | None,
        Refers("groups"),
        Meta(description="another group nearby, with which they are at odds"),
    ] = None

    @property
    def depths(self) -> range:
        """The depths at which they live."""
        return range(self.min_depth, self.max_depth + 1)


class Furniture(Record):
    """Furniture that makes a room one of some kind: a smithy, a library."""

    name: Name
    style: Annotated[Style, Meta(description="whose rooms are furnished so")]
    props: Annotated[
        Names,
        Refers("props"),
        Meta(
            min_length=1,
            description="what stands along its walls, the most telling first: the smaller the room, the fewer of it",
        ),
    ]
    why: Why = ""


class Quarter(Record):
    """A part of the town: who is there, and what stands there."""

    name: Name
    where: Annotated[
        Quarters,
        Meta(
            description="which part it is: a building of its own, of which the first row gets the largest; "
            "hovel, of all buildings left over; ruin, of the smallest; piers or streets"
        ),
    ]
    people: Annotated[Names, Refers("mobs"), Meta(description="who is there")] = ()
    strollers: Annotated[
        int, Meta(ge=0, le=100, description="how many of these people are out of doors")
    ] = 0
    furniture: Annotated[
        Names, Refers("props"), Meta(description="props along its walls, the most important first")
    ] = ()
    sign: Annotated[
        Name | None, Refers("props"), Meta(description="the sign outside, beside its door")
    ] = None
    vermin: Annotated[
        Name | None,
        Refers("mobs"),
        Meta(description="what has moved in, two of it or more by size"),
    ] = None
    why: Why = ""
