"""Rows of things: items, props, and how they look."""

from typing import Annotated, Any

from roguelike.components.bargains import Circumstances, Greeting, Price
from roguelike.components.items import AttributeBonus, Blessing, Item, Magic, Weapon, Wearable
from roguelike.components.looks import Glow, LightSource, Renderable, Signboard
from roguelike.components.magic import ProcTarget, Rune
from roguelike.core.records import Meta, Record, field
from roguelike.core.scalars import Glyph, Name, Refers, Share, Shares, Text, Turns, Why, Written
from roguelike.raws.models.uses import Effects

Size = Annotated[int, Meta(ge=1, le=5, description="tiles that it takes")]
USE = Meta(description="what it does: a map of strings, a typed use, or a list of effects")


class RenderableRow(Renderable, kw_only=True):
    """How it looks on the map, and how much room it takes."""

    glyph: Annotated[Glyph, Meta(description="one visible character")]
    x_size: Annotated[Size, Meta(description="tiles from left to right")] = 1
    y_size: Annotated[Size, Meta(description="tiles from top to bottom")] = 1


class ConsumableRow(Record):
    """What using it does, and how often it can be used."""

    effects: Annotated[Effects, USE]
    charges: Annotated[int, Meta(ge=1, le=1_000, description="how many charges it has")] = 1
    recharge_turns: Annotated[
        Turns | None, Meta(description="turns in which it regains a charge by itself, as staffs do")
    ] = None


class WeaponRow(Weapon, kw_only=True):
    """How it strikes, and what else it may do."""

    proc_chance: Annotated[
        Share | None, Meta(description="likelihood at each hit: 0.25 is a quarter")
    ] = None
    proc_target: Annotated[
        ProcTarget, Meta(description="who feels its effects"), Written("target or self")
    ] = "target"
    proc_effects: Annotated[
        Effects | None, Meta(description="what it may do on a hit, besides damage")
    ] = None


class WornRow(Blessing, kw_only=True):
    """What wearing it does besides armor and attributes."""

    resistances: Shares = ()


class MagicTemplateRow(Record):
    """Has enchanted variants of this item made, "-1" to "+5"."""

    unidentified_name: Annotated[Name, Meta(description="what they are called until known")]
    bonus_min: Annotated[int, Meta(ge=1, le=5, description="the lowest bonus")] = 1
    bonus_max: Annotated[int, Meta(ge=1, le=5, description="the highest bonus")] = 5
    include_cursed: Annotated[
        bool, Meta(description="whether there is a cursed -1 version, too")
    ] = False


class RuneRow(Rune, kw_only=True):
    """Makes it a rune: what inscribing it on a spell does to the spell."""

    why: Why = ""
    rewriting_rows: Annotated[
        tuple[dict[str, Any], ...],
        Meta(min_length=1, description="what it rewrites, in this order"),
    ]


class ItemRow(Item, kw_only=True):
    """An item: what it is, and what consuming, wielding or wearing it does."""

    name: Name
    plural: Annotated[bool, Meta(description="its name is a plural: boots")] = False
    text: Text = ""
    why: Why = ""
    renderable: Annotated[RenderableRow | None, Meta(description="how it looks")] = None
    consumable: Annotated[ConsumableRow | None, Meta(description="what using it does")] = None
    weapon: Annotated[WeaponRow | None, Meta(description="makes it a weapon")] = None
    wearable: Annotated[Wearable | None, Meta(description="makes it armor or clothes")] = None
    worn: Annotated[WornRow | None, Meta(description="what wearing it does")] = None
    magic: Annotated[Magic | None, Meta(description="makes it magic: unknown until used")] = None
    attributes: Annotated[
        AttributeBonus | None, Meta(description="added while worn, or for a while when used up")
    ] = None
    template_magic: Annotated[
        MagicTemplateRow | None, Meta(description="has enchanted variants of it made")
    ] = None
    rune: Annotated[RuneRow | None, Meta(description="makes it a rune")] = None
    light: Annotated[LightSource | None, Meta(description="the light it sheds")] = None
    relic: Annotated[bool, Meta(description="what the story is about: bringing it home wins")] = (
        False
    )


class EntryTriggerRow(Record):
    """What happens to whoever steps on it."""

    effects: Annotated[Effects, USE]


class DealRow(Record):
    """One thing that a fixture offers, and what it takes."""

    name: Annotated[
        Name, Meta(description="what the player agrees to, as an order: 'Pay the toll'")
    ]
    text: Text = ""
    told: Annotated[Text, Meta(description="what the log says of it")] = ""
    price: Annotated[Price, Meta(description="what it takes")] = field(default_factory=Price)
    effects: Annotated[Effects | None, USE] = None
    becomes: Annotated[
        Name | None,
        Refers("props"),
        Meta(description="the prop that the fixture becomes; left out: it stays"),
    ] = None
    deed: Annotated[
        Name | None, Meta(description="the deed that it is remembered as; it is not offered again")
    ] = None
    when: Annotated[Circumstances, Meta(description="when it is offered; left out: always")] = (
        field(default_factory=Circumstances)
    )
    why: Why = ""


class BargainRow(Record, kw_only=True):
    """What a fixture or a person offers to whoever walks up to it."""

    text: Text = ""
    greetings: Annotated[
        tuple[Greeting, ...],
        Meta(description="texts instead of the usual one; the last whose condition holds is used"),
    ] = ()
    deals: Annotated[
        tuple[DealRow, ...], Meta(min_length=1, description="deals, one of which can be taken")
    ]
    asks: Annotated[
        bool, Meta(description="whether the player is asked first; false is for a lock or a latch")
    ] = True
    forgone: Annotated[
        Name | None,
        Refers("props"),
        Meta(description="the prop that it becomes when another of its group is taken"),
    ] = None


class PropRow(Record):
    """A fixture: door, trap, furniture."""

    name: Name
    text: Text = ""
    why: Why = ""
    renderable: Annotated[RenderableRow | None, Meta(description="how it looks")] = None
    hidden: Annotated[bool, Meta(description="not seen until somebody finds it")] = False
    blocks_tile: Annotated[bool, Meta(description="nobody can step there")] = False
    blocks_visibility: Annotated[bool, Meta(description="nobody sees past it")] = False
    door_open: Annotated[
        bool | None, Meta(description="makes it a door, open or shut at first")
    ] = None
    entry_trigger: Annotated[
        EntryTriggerRow | None, Meta(description="what happens to whoever steps on it")
    ] = None
    light: Annotated[LightSource | None, Meta(description="the light it sheds")] = None
    glow: Annotated[Glow | None, Meta(description="a glow; only looks, no rule reads it")] = None
    plural: Annotated[bool, Meta(description="its name is a plural: bones")] = False
    sign: Annotated[Signboard | None, Meta(description="words on it, to be read on the map")] = None
    in_wall: Annotated[
        bool, Meta(description="set into a wall, and looks like it until it is found")
    ] = False
    bargain: Annotated[
        BargainRow | None,
        Meta(description="what it offers, at a price, to a player who walks up to it"),
    ] = None
