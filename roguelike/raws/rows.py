"""The rows of `spawns.json`, its sections, and how data spells what a potion, spell, trap or proc does.

A row says only what its component does not say already: that of a creature is a `Nature` and more.

A use is a map of strings, or typed. The map mixes four things (delivery, looks, lifetime and effects proper); the typed
form keeps them apart and says more. Effects themselves are not here: they are the records in `roguelike.effects`, each
read as its own class.
"""

from typing import Annotated, Any

from pydantic import Discriminator, Tag

from roguelike.components import actors, bargains, items, magic
from roguelike.components.growth import Curve, Growth, MasteryStep, Offer, Skill
from roguelike.components.hazards import HazardTemplate
from roguelike.components.hazards import Reaction as GroundReaction
from roguelike.components.looks import (
    Flash,
    Glow,
    GroundLight,
    Icon,
    LightSource,
    Renderable,
    Signboard,
)
from roguelike.components.places import Furniture, Group, Quarter, Region, Shelf
from roguelike.components.puzzles import PuzzleRecipe, PuzzleThing
from roguelike.components.statuses import StatusTemplate
from roguelike.core.colour import WHITE, Colour
from roguelike.core.records import Meta, Record, Refers, Written, field, field_names
from roguelike.core.scalars import (
    MOST,
    Bonus,
    Depth,
    Glyph,
    Gold,
    Level,
    Name,
    Names,
    Said,
    Share,
    Shares,
    Text,
    Turns,
    Weight,
    Why,
)
from roguelike.world.catalog import Reaction, StartingStatus, WeaponTraitTemplate
from roguelike.world.spawn_table import Category

TYPED_KEYS = ("delivery", "looks", "effects")


class DeliveryRow(magic.Delivery):
    """How a use reaches its targets. Without a shape it is aimed if it has a range, and otherwise acts on its user."""

    shape: Annotated[
        str, Meta(max_length=400, description="how it travels: self, point, bolt, beam, cone ...")
    ] = ""


class LooksRow(Record):
    """What a use looks like."""

    burst: Annotated[Flash | None, Meta(description="shown on all that it touches")] = None
    trail: Annotated[Flash | None, Meta(description="shown on the way there")] = None


class UseRow(Record):
    """The typed form of a use: delivery, looks and effects kept apart."""

    delivery: Annotated[DeliveryRow, Meta(description="how it reaches its targets")] = field(
        default_factory=DeliveryRow
    )
    looks: Annotated[LooksRow, Meta(description="what it looks like")] = field(
        default_factory=LooksRow
    )
    effects: Annotated[
        tuple[dict[str, Any], ...], Meta(description="what it does, in this order")
    ] = ()


def _form(value: object) -> str:
    """Tell which form a value is in."""
    if isinstance(value, UseRow):
        return "typed"
    if isinstance(value, list | tuple):
        return "list"
    typed = isinstance(value, dict) and any(key in value for key in TYPED_KEYS)
    return "typed" if typed else "map"


StringMap = dict[str, Any]
EffectList = tuple[dict[str, Any], ...]
FORMS = ("typed", "list", "map")
Effects = Annotated[
    Annotated[UseRow, Tag("typed")]
    | Annotated[EffectList, Tag("list")]
    | Annotated[StringMap, Tag("map")],
    Discriminator(_form),
]
"""A map of strings, a typed use, or only the list of its effects."""


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


class WeaponRow(items.Weapon, kw_only=True):
    """How it strikes, and what else it may do."""

    proc_chance: Annotated[
        Share | None, Meta(description="likelihood at each hit: 0.25 is a quarter")
    ] = None
    proc_target: Annotated[
        magic.ProcTarget, Meta(description="who feels its effects"), Written("target or self")
    ] = "target"
    proc_effects: Annotated[
        Effects | None, Meta(description="what it may do on a hit, besides damage")
    ] = None


class WornRow(items.Blessing, kw_only=True):
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


class RuneRow(magic.Rune, kw_only=True):
    """Makes it a rune: what inscribing it on a spell does to the spell."""

    why: Why = ""
    rewriting_rows: Annotated[
        tuple[dict[str, Any], ...],
        Meta(min_length=1, description="what it rewrites, in this order"),
    ]


class ItemRow(items.Item, kw_only=True):
    """An item: what it is, and what consuming, wielding or wearing it does."""

    name: Name
    plural: Annotated[bool, Meta(description="its name is a plural: boots")] = False
    text: Text = ""
    why: Why = ""
    renderable: Annotated[RenderableRow | None, Meta(description="how it looks")] = None
    consumable: Annotated[ConsumableRow | None, Meta(description="what using it does")] = None
    weapon: Annotated[WeaponRow | None, Meta(description="makes it a weapon")] = None
    wearable: Annotated[items.Wearable | None, Meta(description="makes it armor or clothes")] = None
    worn: Annotated[WornRow | None, Meta(description="what wearing it does")] = None
    magic: Annotated[items.Magic | None, Meta(description="makes it magic: unknown until used")] = (
        None
    )
    attributes: Annotated[
        items.AttributeBonus | None,
        Meta(description="added while worn, or for a while when used up"),
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
    price: Annotated[bargains.Price, Meta(description="what it takes")] = field(
        default_factory=bargains.Price
    )
    effects: Annotated[Effects | None, USE] = None
    becomes: Annotated[
        Name | None,
        Refers("props"),
        Meta(description="the prop that the fixture becomes; left out: it stays"),
    ] = None
    deed: Annotated[
        Name | None, Meta(description="the deed that it is remembered as; it is not offered again")
    ] = None
    when: Annotated[
        bargains.Circumstances, Meta(description="when it is offered; left out: always")
    ] = field(default_factory=bargains.Circumstances)
    why: Why = ""


class BargainRow(Record, kw_only=True):
    """What a fixture or a person offers to whoever walks up to it."""

    text: Text = ""
    greetings: Annotated[
        tuple[bargains.Greeting, ...],
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


Value = Annotated[int, Meta(ge=0, le=100, description="11 is usual")]


class BornRow(Record):
    """Attributes that it was born with."""

    might: Annotated[Value, Meta(description="might; 11 is usual")] = 11
    fitness: Annotated[Value, Meta(description="fitness; 11 is usual")] = 11
    quickness: Annotated[Value, Meta(description="quickness; 11 is usual")] = 11
    intelligence: Annotated[Value, Meta(description="intelligence; 11 is usual")] = 11


class TrickRow(magic.Trick, kw_only=True):
    """What a creature does besides its turns, as data writes it."""

    effect_rows: Annotated[Effects, USE]
    why: Why = ""


class MobRow(actors.Nature, kw_only=True):
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
    natural: Annotated[items.NaturalDefence | None, Meta(description="hide, teeth and claws")] = (
        None
    )
    resistances: Shares = ()
    light: Annotated[LightSource | None, Meta(description="the light it sheds")] = None
    stock: Annotated[items.Supply | None, Meta(description="what a vendor has for sale")] = None
    company: Annotated[
        tuple[actors.Follower, ...], Meta(description="who follows it from the start")
    ] = ()
    abilities: Annotated[
        tuple[magic.Ability, ...], Meta(description="spells that it casts by nature")
    ] = ()
    on_death: Annotated[
        tuple[magic.Ability, ...], Meta(description="spells that it casts as it dies")
    ] = ()
    tricks: Annotated[tuple[TrickRow, ...], Meta(description="what it does besides its turns")] = ()
    bargain: Annotated[
        BargainRow | None,
        Meta(description="what it says and offers to a player who walks up in peace"),
    ] = None


Welcome = Annotated[
    Text, Meta(pattern=r"^[^{}\[\]\x00-\x1f\x7f]*$", description="the first line of the log")
]
Equipped = Annotated[Names, Refers("items"), Meta(description="items that they wear and wield")]
Carried = Annotated[Names, Refers("items"), Meta(description="items in their pack")]
Known = Annotated[Names, Refers("spells"), Meta(description="spells that they know")]
BegunWith = Annotated[tuple[StartingStatus, ...], Meta(description="statuses that they begin with")]


class OriginRow(Record):
    """Who one may have been before the game: what they begin with besides what everybody does, and what they lack."""

    name: Name
    text: Annotated[Text, Meta(description="their life so far, in a line")] = ""
    weakness: Annotated[Text, Meta(description="what they are worse at than others, in a line")] = (
        ""
    )
    why: Why = ""
    welcome: Welcome = ""
    equipped: Equipped = ()
    carried: Carried = ()
    spells: Known = ()
    gold: Gold = 0.0
    statuses: BegunWith = ()
    attributes: Annotated[BornRow, Meta(description="attributes that they were born with")] = field(
        default_factory=BornRow
    )
    resistances: Shares = ()


class PlayerRow(actors.Poised):
    """How the player looks, and what they begin with whoever they were before."""

    text: Text = ""
    why: Why = ""
    welcome: Welcome = ""
    renderable: Annotated[RenderableRow | None, Meta(description="how they look")] = None
    vision_tiles: Annotated[int, Meta(ge=1, le=40, description="how far they see, in tiles")] = 8
    light: Annotated[LightSource | None, Meta(description="the light they shed")] = None
    equipped: Equipped = ()
    carried: Carried = ()
    spells: Known = ()
    gold: Gold = 0.0
    statuses: BegunWith = ()
    growth: Annotated[Growth, Meta(description="what levels give them")] = field(
        default_factory=Growth
    )


class UpgradeRow(RuneRow, kw_only=True):
    """What a new level may make of spells that name it, for whoever knows them."""

    name: Annotated[Name, Meta(description="what it is called, after the name of a spell")]
    text: Text = ""
    unfit: Annotated[Said, Meta(description="why a spell has nothing for it")] = (
        "has nothing for it"
    )
    rewriting_rows: Annotated[
        tuple[dict[str, Any], ...],
        Meta(description="what it rewrites, in this order; nothing if it only makes it cheaper"),
    ] = ()
    weight: Annotated[
        Weight, Meta(description="how likely it is, relative to the weights of all other offers")
    ] = 4


class SpellRow(magic.SpellTemplate, kw_only=True):
    """A spell, for whoever knows it."""

    why: Why = ""
    power_formula: Annotated[
        Text | None, Meta(description="formula of intelligence, magic and level")
    ] = None
    effect_rows: Annotated[Effects, USE]
    upgrades: Annotated[
        Names,
        Refers("upgrades"),
        Meta(description="what new levels may make of it; three are usual"),
    ] = ()


class MasteryRow(MasteryStep, kw_only=True):
    """A step of mastery as data writes it."""

    why: Why = ""
    rewriting_rows: Annotated[
        tuple[dict[str, Any], ...], Meta(description="what it rewrites in every spell that has it")
    ] = ()


class SchoolRow(Record):
    """A school of magic, and what its mastery gives."""

    name: Name
    text: Text = ""
    why: Why = ""
    step_rows: Annotated[
        tuple[MasteryRow, ...], Meta(description="the steps of its mastery, fewest spells first")
    ] = ()


class WeaponTraitRow(WeaponTraitTemplate, kw_only=True):
    """A trait of generated weapons: "Venomous"."""

    effect_rows: Annotated[Effects, USE]
    proc_chance: Annotated[Share, Meta(description="likelihood at each hit: 0.25 is a quarter")] = (
        0.25
    )
    proc_target: Annotated[
        magic.ProcTarget, Meta(description="who feels its effects"), Written("target or self")
    ] = "target"
    why: Why = ""


class ElementRow(Record):
    """A kind of force that things may resist: fire, cold."""

    name: Name
    colour: Annotated[Colour, Meta(description="its colour")] = WHITE
    text: Text = ""


class HazardRow(HazardTemplate, kw_only=True):
    """A fire or a cloud, and how it looks."""

    text: Text = ""
    why: Why = ""
    glyph: Annotated[Glyph, Meta(description="one visible character")]
    icon: Annotated[
        Text, Refers("icons", if_any=True), Meta(description="its picture, if it fills no tile")
    ] = ""
    colour: Annotated[Colour, Meta(description="colour of the glyph")] = WHITE
    light: Annotated[LightSource | None, Meta(description="the light it sheds")] = None
    glow: Annotated[Glow | None, Meta(description="a glow; only looks, no rule reads it")] = None
    effect_rows: Annotated[
        tuple[dict[str, Any], ...], Meta(description="what it does each turn to whoever is in it")
    ] = ()
    entry_trigger: Annotated[
        EntryTriggerRow | None,
        Meta(description="makes it a rune: what happens, once, to whoever treads on it"),
    ] = None


class SpawnRow(Record):
    """Where something turns up by itself, and how often."""

    name: Annotated[Name, Refers("placed"), Meta(description="which item, mob or prop")]
    weight: Weight
    min_depth: Annotated[Depth, Meta(description="the first depth at which it is found")] = 0
    max_depth: Annotated[Depth, Meta(description="the last depth at which it is found")] = 100
    add_map_depth_to_weight: Annotated[
        bool, Meta(description="more likely the deeper: the depth is added to its weight")
    ] = False


class LootDropRow(Record):
    """One thing that may be left behind."""

    name: Annotated[Name, Refers("items"), Meta(description="which item")]
    weight: Weight


class LootTableRow(Record):
    """What a corpse may leave behind: one of these."""

    name: Name
    drops: Annotated[
        tuple[LootDropRow, ...], Meta(min_length=1, description="entries, one of which is dropped")
    ]
    why: Why = ""


class FactionRow(Record):
    """How members react to the sight of others; "Default" is for all not named, and without it they are ignored."""

    name: Name
    label: Annotated[Text, Meta(description='what people call it: "clan Arbat"')] = ""
    truce: Annotated[
        bool,
        Meta(
            description="attacks only factions that it names, and is attacked only by those that name "
            "it; its Default is for whoever wrongs it"
        ),
    ] = False
    speaks_for: Annotated[
        Name | None,
        Refers("faction_table"),
        Meta(
            description="a faction that counts what is done to its members as done to its own, by its own measure"
        ),
    ] = None
    avengers: Annotated[
        Group | None,
        Meta(
            description="who is sent after a player whom it hates, on each new level at the depths where they live"
        ),
    ] = None
    avenges: Annotated[
        Names,
        Refers("deeds"),
        Meta(description="deeds for any of which it sends them, if it hates the player"),
    ] = ()
    responses: Annotated[
        dict[Name, Annotated[Reaction, Written("reaction")]],
        Refers("faction_table", besides=("Default",)),
        Meta(description="faction, and how its members are met: ignore, attack or flee"),
    ] = field(default_factory=dict)


class ItemShareRow(Record):
    """How much of what is found is of a category, whatever the number of its rows."""

    name: Annotated[Category, Meta(description="the category of items")]
    share: Annotated[float, Meta(ge=0, le=MOST, description="its share among all shares")]
    why: Why = ""


class DocumentRow(Record):
    """`spawns.json`: every section may be left out, as content packs do."""

    schema_: Annotated[str | None, Meta(description="where the schema of this file is")] = None
    items: Annotated[tuple[ItemRow, ...], Meta(description="things to carry")] = ()
    mobs: Annotated[tuple[MobRow, ...], Meta(description="creatures")] = ()
    props: Annotated[tuple[PropRow, ...], Meta(description="doors, traps, furniture")] = ()
    spells: Annotated[tuple[SpellRow, ...], Meta(description="spells, for whoever knows them")] = ()
    upgrades: Annotated[
        tuple[UpgradeRow, ...], Meta(description="what new levels may make of spells")
    ] = ()
    schools: Annotated[
        tuple[SchoolRow, ...], Meta(description="schools of magic and their mastery")
    ] = ()
    growth: Annotated[
        tuple[Curve, ...], Meta(description="formulas of what follows from level")
    ] = ()
    offers: Annotated[tuple[Offer, ...], Meta(description="what a new level may give")] = ()
    weapon_traits: Annotated[
        tuple[WeaponTraitRow, ...], Meta(description="traits of generated weapons")
    ] = ()
    statuses: Annotated[
        tuple[StatusTemplate, ...],
        Meta(description="what creatures can suffer or enjoy for a while"),
    ] = ()
    elements: Annotated[
        tuple[ElementRow, ...], Meta(description="elements, which creatures may resist")
    ] = ()
    hazards: Annotated[tuple[HazardRow, ...], Meta(description="fires, clouds and runes")] = ()
    reactions: Annotated[
        tuple[GroundReaction, ...], Meta(description="what elements do to ground and things")
    ] = ()
    icons: Annotated[tuple[Icon, ...], Meta(description="small pictures of things")] = ()
    ground_lights: Annotated[
        tuple[GroundLight, ...],
        Meta(description="kinds of ground that glow; only looks, no rule reads it"),
    ] = ()
    spawn_table: Annotated[
        tuple[SpawnRow, ...], Meta(description="what turns up at which depths")
    ] = ()
    item_shares: Annotated[
        tuple[ItemShareRow, ...], Meta(description="how often each category of items is found")
    ] = ()
    loot_tables: Annotated[
        tuple[LootTableRow, ...], Meta(description="what creatures may drop as they die")
    ] = ()
    faction_table: Annotated[
        tuple[FactionRow, ...], Meta(description="who attacks, flees or ignores whom")
    ] = ()
    regions: Annotated[tuple[Region, ...], Meta(description="which depths belong together")] = ()
    shelves: Annotated[
        tuple[Shelf, ...], Meta(description="books of which one may be taken, at some depths")
    ] = ()
    groups: Annotated[tuple[Group, ...], Meta(description="creatures that live together")] = ()
    furniture: Annotated[
        tuple[Furniture, ...], Meta(description="what furnishes the rooms of dwarves and elves")
    ] = ()
    town: Annotated[
        tuple[Quarter, ...], Meta(description="the parts of the town, the largest building first")
    ] = ()
    puzzle_things: Annotated[
        tuple[PuzzleThing, ...], Meta(description="things that puzzles may have")
    ] = ()
    puzzle_recipes: Annotated[
        tuple[PuzzleRecipe, ...], Meta(description="what puzzles are made of")
    ] = ()
    origins: Annotated[
        tuple[OriginRow, ...], Meta(description="who the player may have been; the first is usual")
    ] = ()
    player: Annotated[PlayerRow | None, Meta(description="what every player begins with")] = None


SECTIONS = tuple(name for name in field_names(DocumentRow) if name not in ("schema_", "player"))
"""Sections that are lists of rows with a name each."""
