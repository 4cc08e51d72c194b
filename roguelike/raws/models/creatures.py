"""Rows of creatures: mobs, and the player at the start."""

from typing import Annotated, Literal

from pydantic import Field

from roguelike.components.actors import Movement
from roguelike.components.magic import Occasion
from roguelike.core.dice import Dice
from roguelike.raws.models.base import Bonus, DiceText, Level, Name, Row, Share, Text, Turns
from roguelike.raws.models.things import (
    AttributesRow,
    Gold,
    LightRow,
    RenderableRow,
)

Value = Annotated[int, Field(ge=0, le=100)]
Skill = Literal["Melee", "Defense", "Magic"]
Names = tuple[Name, ...]


class BaseAttributesRow(Row):
    """Attributes that it was born with."""

    might: Value = 11
    fitness: Value = 11
    quickness: Value = 11
    intelligence: Value = 11


class NaturalAttackRow(Row):
    """One bite or claw."""

    name: Name
    damage: DiceText
    hit_bonus: Bonus = 0


class NaturalRow(Row):
    """Hide, teeth and claws."""

    armor_class: Annotated[int, Field(ge=0, le=100)] | None = None
    attacks: tuple[NaturalAttackRow, ...] = ()


class AbilityRow(Row):
    """A spell cast of its nature, in a band of range."""

    spell: Name
    chance: Share = Field(description="likelihood at each opportunity: 0.2 is twenty in a hundred")
    range: float = Field(1.0, ge=0, le=40)
    min_range: float = Field(0.0, ge=0, le=40)
    when: Occasion = Field(
        "enemy near",
        description="the occasion: an enemy in range, a friend in range hurt, itself hurt or in a bad way",
    )


class FollowersRow(Row):
    """Some creatures that come along with a leader."""

    name: Name
    count: DiceText = Dice(bonus=1)


class StockRow(Row):
    """What a vendor has for sale, of the categories of its trade."""

    staples: Names = Field((), description="kinds that it always gets in")
    others: DiceText | None = Field(None, description="how many other kinds; left out: all")
    pieces: DiceText = Field(Dice(1, 3), description="how many of each kind")
    turns: Turns = Field(500, description="turns from one delivery to the next")


class MobRow(Row):
    """A creature."""

    name: Name
    text: Text = ""
    proper_name: bool = Field(default=False, description="named without an article: Mom")
    renderable: RenderableRow | None = None
    blocks_tile: bool = True
    vision_range: int = Field(8, ge=0, le=40)
    movement: Movement = "static"
    quips: tuple[Text, ...] = ()
    attributes: BaseAttributesRow = BaseAttributesRow.model_construct()
    skills: dict[Skill, Bonus] = Field(default_factory=dict)
    level: Level = 1
    hp: int | None = Field(None, ge=1, le=100_000)
    mana: int | None = Field(None, ge=0, le=100_000)
    equipped: Names = ()
    natural: NaturalRow | None = None
    resistances: dict[Name, Annotated[float, Field(ge=0, le=10)]] = Field(
        default_factory=dict, description="element and share of its damage taken: 0 is immune"
    )
    loot_table: Name | None = None
    light: LightRow | None = None
    faction: Name = "Mindless"
    gold: DiceText | None = None
    vendor: Names = ()
    stock: StockRow | None = Field(None, description="what a vendor has for sale")
    hands: bool = Field(default=True, description="opens doors, and remembers harm and help")
    sleeps: float = Field(0.0, ge=0, le=1, description="share of them found asleep")
    flees_at: float = Field(
        0.0, ge=0, le=1, description="share of its hit points at which it runs; 0 is never"
    )
    returns: bool = Field(default=False, description="comes back after it ran, and runs no more")
    keeps: int = Field(
        0, ge=0, le=12, description="tiles that it likes to have between itself and its prey"
    )
    calls: bool = Field(default=False, description="rouses its own kind when it sights an enemy")
    steals: bool = Field(default=False, description="takes a thing from a pack and runs with it")
    ambush: int = Field(
        0, ge=0, le=12, description="hidden until prey comes so near, in tiles; 0 is never"
    )
    heedless: bool = Field(
        default=False, description="walks through fire, gas and traps, having no mind to mind them"
    )
    company: tuple[FollowersRow, ...] = Field((), description="who follows it from the start")
    abilities: tuple[AbilityRow, ...] = ()
    on_death: tuple[AbilityRow, ...] = ()


class StartingStatusRow(Row):
    """A status that the player begins with."""

    name: Name
    turns: Turns
    strength: float = Field(0.0, ge=-1_000, le=1_000)
    attributes: AttributesRow = AttributesRow.model_construct()


class PlayerRow(Row):
    """How the player looks and what they begin with."""

    text: Text = ""
    welcome: Annotated[Text, Field(pattern=r"^[^{}\[\]]*$")] = Field(
        "", description="the first line of the log"
    )
    renderable: RenderableRow | None = None
    vision_range: int = Field(8, ge=1, le=40)
    light: LightRow | None = None
    equipped: Names = ()
    carried: Names = ()
    spells: Names = ()
    gold: Gold = 0.0
    statuses: tuple[StartingStatusRow, ...] = ()
