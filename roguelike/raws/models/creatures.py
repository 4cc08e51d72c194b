"""Rows of creatures: mobs, and the player at the start."""

from typing import Annotated, Literal

from roguelike.components.actors import Follower, Nature
from roguelike.components.growth import Growth
from roguelike.components.items import AttributeBonus, NaturalDefence, Supply
from roguelike.components.looks import LightSource
from roguelike.components.magic import Ability
from roguelike.core.records import Meta, Record, field
from roguelike.core.scalars import Bonus, Gold, Level, Name, Names, Refers, Shares, Text, Turns, Why
from roguelike.raws.models.things import BargainRow, RenderableRow

Value = Annotated[int, Meta(ge=0, le=100, description="11 is usual")]
Skill = Literal["Melee", "Defense", "Magic"]


class BornRow(Record):
    """Attributes that it was born with."""

    might: Annotated[Value, Meta(description="might; 11 is usual")] = 11
    fitness: Annotated[Value, Meta(description="fitness; 11 is usual")] = 11
    quickness: Annotated[Value, Meta(description="quickness; 11 is usual")] = 11
    intelligence: Annotated[Value, Meta(description="intelligence; 11 is usual")] = 11


class MobRow(Nature, kw_only=True):
    """A creature: what it is like, and all that it has."""

    name: Name
    text: Text = ""
    why: Why = ""
    renderable: Annotated[RenderableRow | None, Meta(description="how it looks")] = None
    blocks_tile: Annotated[bool, Meta(description="whether nobody else can step there")] = True
    attributes: Annotated[BornRow, Meta(description="attributes that it was born with")] = field(
        default_factory=BornRow
    )
    skills: Annotated[
        dict[Skill, Bonus], Meta(description="trained skills; those left out follow from level")
    ] = field(default_factory=dict)
    level: Level = 1
    hp: Annotated[
        Annotated[int, Meta(ge=1, le=100_000)] | None, Meta(description="left out: by level")
    ] = None
    mana: Annotated[
        Annotated[int, Meta(ge=0, le=100_000)] | None, Meta(description="left out: by level")
    ] = None
    equipped: Annotated[
        Names, Refers("items"), Meta(description="items that it wears and wields")
    ] = ()
    natural: Annotated[NaturalDefence | None, Meta(description="hide, teeth and claws")] = None
    resistances: Shares = ()
    light: Annotated[LightSource | None, Meta(description="the light it sheds")] = None
    stock: Annotated[Supply | None, Meta(description="what a vendor has for sale")] = None
    company: Annotated[tuple[Follower, ...], Meta(description="who follows it from the start")] = ()
    abilities: Annotated[
        tuple[Ability, ...], Meta(description="spells that it casts by nature")
    ] = ()
    on_death: Annotated[
        tuple[Ability, ...], Meta(description="spells that it casts as it dies")
    ] = ()
    bargain: Annotated[
        BargainRow | None,
        Meta(description="what it says and offers to a player who walks up in peace"),
    ] = None


class StartingStatusRow(Record):
    """A status that the player begins with."""

    name: Annotated[Name, Refers("statuses"), Meta(description="which status")]
    turns: Turns
    strength: Annotated[float, Meta(ge=-1_000, le=1_000, description="how strong it is")] = 0.0
    attributes: Annotated[
        AttributeBonus, Meta(description="added to attributes while it lasts")
    ] = field(default_factory=AttributeBonus)


class PlayerRow(Record):
    """How the player looks and what they begin with."""

    text: Text = ""
    why: Why = ""
    welcome: Annotated[
        Text, Meta(pattern=r"^[^{}\[\]\x00-\x1f\x7f]*$", description="the first line of the log")
    ] = ""
    renderable: Annotated[RenderableRow | None, Meta(description="how they look")] = None
    vision_tiles: Annotated[int, Meta(ge=1, le=40, description="how far they see, in tiles")] = 8
    light: Annotated[LightSource | None, Meta(description="the light they shed")] = None
    equipped: Annotated[
        Names, Refers("items"), Meta(description="items that they wear and wield")
    ] = ()
    carried: Annotated[Names, Refers("items"), Meta(description="items in their pack")] = ()
    spells: Annotated[Names, Refers("spells"), Meta(description="spells that they know")] = ()
    gold: Gold = 0.0
    poise: Annotated[
        int,
        Meta(
            ge=0,
            le=20,
            description="their poise: how many controlling statuses and shoves they shrug off before one takes hold",
        ),
    ] = 0
    poise_turns: Annotated[
        Turns, Meta(description="turns after which they regain one point of poise")
    ] = 8
    levels_per_poise: Annotated[
        int, Meta(ge=0, le=100, description="levels for each further point of poise; 0: none")
    ] = 0
    statuses: Annotated[
        tuple[StartingStatusRow, ...], Meta(description="statuses that they begin with")
    ] = ()
    growth: Annotated[Growth, Meta(description="what levels give them")] = field(
        default_factory=Growth
    )
