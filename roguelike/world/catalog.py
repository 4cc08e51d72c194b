"""The catalog: every row of the data, compiled once and shared by everything made from it, in the rules' own terms.

Of each row it holds the components that its entities share, and a record that makes those that they do not: hit points,
charges, whether a door is open. It is a record rather than a closure, so that a catalog can be kept in a file.

Enchanted items are generated from every item with a template: "Dagger -1" to "Dagger +5" and "Venomous Dagger +2". They
differ from their base in a few facts, so their components are the base's with those replaced; dice are values, so no
text of theirs can be wrong. There are many more of them than rows, and a game meets few: so they are only listed, and
each is made when first needed.

What makes it of the data, and reports everything that is wrong with them, is `roguelike.raws`.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from roguelike.components import actors, items, magic, spatial, vitals
from roguelike.components.growth import Figure, Growth, Offer, School, Upgrade
from roguelike.components.hazards import (
    HazardTemplate,
    Reactions,
    Responses,
    reactions_of,
    responses_by,
)
from roguelike.components.hazards import Reaction as GroundReaction
from roguelike.components.looks import Described, GroundLight
from roguelike.components.places import Furniture, Group, Quarter, Region, Shelf
from roguelike.components.puzzles import PuzzleRecipe, PuzzleThing
from roguelike.components.statuses import Statuses, StatusTemplate
from roguelike.core import data_path
from roguelike.core.formula import Dice, Formula
from roguelike.core.records import Meta, Record, Refers, State, Template, field, replace
from roguelike.core.rng import Chance
from roguelike.core.scalars import Depth, Name, Text, Turns, Weight
from roguelike.world.spawn_table import Category, SpawnEntry, SpawnTable

Reaction = Literal["ignore", "attack", "flee"]

FIRST_TURN = 2
"""The tick at which a new mob first acts (source game, 3.5)."""


class ItemState(Record, tag=True):
    """Initial state of an item: full charges, and a curse not lifted yet. Most items have neither."""

    charges: int = 0
    cursed: bool = False

    def __call__(self, rng: Chance, spells: Mapping[str, int]) -> Sequence[Any]:
        """Return full charges if it has any, and a curse not lifted yet if it is cursed."""
        full = (items.Charges(self.charges, self.charges),) if self.charges else ()
        return (*full, items.Curse()) if self.cursed else full


class PropState(Record, tag=True):
    """Initial state of a fixture: whether a door is open, and a hidden thing's secret."""

    door_open: bool | None = None
    hidden: bool = False

    def __call__(self, rng: Chance, spells: Mapping[str, int]) -> Sequence[Any]:
        """Return the door and the secret, as far as it has them."""
        door = () if self.door_open is None else (spatial.Door(self.door_open),)
        return (*door, spatial.Hidden()) if self.hidden else door


class MobState(Record, tag=True):
    """Initial state of a creature: full pools, gold rolled, an empty pack."""

    hp: int
    mana: int
    level: int
    gold: Dice | None
    attributes: tuple[int, int, int, int]
    skills: tuple[int, int, int]
    spells: tuple[str, ...] = ()
    ambush: bool = False

    def __call__(self, rng: Chance, spells: Mapping[str, int]) -> Sequence[Any]:
        """Return pools, attributes, skills, a mind and an empty pack; gold is rolled."""
        gold = float(max(0, self.gold.roll(rng))) if self.gold else 0.0
        return (
            vitals.Pools(self.hp, self.hp, self.mana, self.mana, self.level, gold=gold),
            vitals.Attributes(*self.attributes),
            vitals.Skills(*self.skills),
            actors.Initiative(FIRST_TURN),
            actors.Mind(awake=not self.ambush),
            actors.StatsCache(),
            Statuses(),
            items.Pack(),
            magic.KnownSpells([spells[name] for name in self.spells]),
            *((spatial.Hidden(),) if self.ambush else ()),
        )


Fresh = ItemState | PropState | MobState
"""Makes new state components: rolls gold, and finds known spells among the game's by name."""
STATELESS = ItemState()
"""For entries without state."""


class Entry(Record):
    """One row of the data as components: shared templates, and what makes an entity's own state."""

    templates: tuple[Template, ...]
    fresh: Fresh = STATELESS


class StartingStatus(Record):
    """A status that the player begins with."""

    name: Annotated[Name, Refers("statuses"), Meta(description="which status")]
    turns: Turns
    strength: Annotated[float, Meta(ge=-1_000, le=1_000, description="how strong it is")] = 0.0
    attributes: Annotated[
        items.AttributeBonus, Meta(description="added to attributes while it lasts")
    ] = field(default_factory=items.AttributeBonus)


class Start(Record):
    """What a player of some origin begins with."""

    text: str = ""
    weakness: str = ""
    equipped: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    statuses: tuple[StartingStatus, ...] = ()
    gold: float = 0.0
    welcome: str = ""
    """The first line of the log."""
    attributes: tuple[int, int, int, int] = (11, 11, 11, 11)


CLASSES: dict[int, items.MagicClass] = {
    -1: "common",
    1: "common",
    2: "rare",
    3: "rare",
    4: "rare",
    5: "legendary",
}
CURSE = -1
USUAL_WEIGHT = 10
"""The weight of a trait that is as likely as those of the source game."""


class WeaponTraitTemplate(Record, kw_only=True):
    """A weapon trait, such as Venomous, with the proc that it gives a weapon."""

    name: Name
    text: Text = ""
    weight: Annotated[
        Weight, Meta(description="how likely it is: 10 is as likely as most, 5 half as much")
    ] = USUAL_WEIGHT
    min_depth: Annotated[Depth, Meta(description="the first depth at which it is found")] = 0
    proc: magic.Proc = magic.Proc(magic.Use(), 0.0)


class Enchanted(Record):
    """One generated item: how it is made, its name while unidentified, and its place in the spawn table."""

    name: str
    base: str
    bonus: int
    naming: str
    weight: int
    min_depth: int
    trait: str = ""


def value_of(base: float, bonus: int) -> float:
    """Return the gold value of an enchanted item: base + 50 * (bonus + 1) (source game, 3.5)."""
    return base + 50 * (bonus + 1)


def weight_of(bonus: int) -> int:
    """Return the spawn weight of an enchanted item: 10 - |bonus| (source game, 3.5)."""
    return 10 - abs(bonus)


def depth_of(bonus: int) -> int:
    """Return the least depth of an enchanted item: 1 + |3 * (bonus - 1)| (source game, 3.5)."""
    return 1 + abs(3 * (bonus - 1))


def entry_of(made: Enchanted, base: Entry, traits: Iterable[WeaponTraitTemplate]) -> Entry:
    """Make a variant's components from those of its base. Raises KeyError if its trait is not among `traits`."""
    its_magic = items.Magic(made.naming, CLASSES[made.bonus], cursed=made.bonus < 0)
    parts = (
        _better(part, made.bonus) for part in base.templates if not isinstance(part, items.Magic)
    )
    fresh = base.fresh
    if made.bonus < 0:
        assert isinstance(fresh, ItemState)
        fresh = replace(fresh, cursed=True)
    if not made.trait:
        return Entry((*parts, its_magic), fresh)
    trait = {each.name: each for each in traits}[made.trait]
    rest = (
        _traited(part, trait) for part in (*parts, its_magic) if not isinstance(part, magic.Proc)
    )
    return Entry((*rest, trait.proc), fresh)


def _better(part: Template, bonus: int) -> Template:
    """Return one component of an item as its enchanted variant has it."""
    match part:
        case items.Item():
            # Shops do not sell magic: enchanted items have to be found.
            return replace(
                part,
                initiative_penalty=part.initiative_penalty - bonus,
                base_value=value_of(part.base_value, bonus),
                vendor_category=None,
            )
        case items.Weapon():
            return replace(
                part, base_damage=part.base_damage.plus(bonus), hit_bonus=part.hit_bonus + bonus
            )
        case items.Wearable():
            return replace(part, armor_class=part.armor_class + bonus)
        case _:
            return part


def _traited(part: Template, trait: WeaponTraitTemplate) -> Template:
    """Return one component of an enchanted weapon as its traited variant has it, which is worth twice as much."""
    match part:
        case items.Item():
            return replace(part, base_value=part.base_value * 2)
        case Described():
            return Described(f"{part.text} {trait.text}".strip())
        case _:
            return part


class Faction(Record):
    """A faction: how its members react to others, what people call it, whom it sends, and for whom it speaks."""

    responses: Mapping[str, Reaction] = field(default_factory=dict)
    label: str = ""
    avengers: Group | None = None
    """The group that comes for a player whom it hates."""
    avenges: tuple[str, ...] = ()
    """The deeds for any of which they come."""
    speaks_for: str | None = None
    """The other faction for which it speaks."""


NO_FACTION = Faction()
DEFAULT = "Default"
KEPT = ("entry", "body", "is_thing", "reaction", "reactions", "responses", "gloom")
"""Methods that are asked again and again: each answer is worked out once."""


class Catalog(State, eq=False, dict=True):
    """All of the data. Methods raise KeyError for a name without a row, unless they say otherwise."""

    entries: dict[actors.Section, dict[str, Entry]] = field(default_factory=dict)
    """The rows; `generated` are the items made from them."""
    spells: dict[str, magic.SpellTemplate] = field(default_factory=dict)
    statuses: dict[str, StatusTemplate] = field(default_factory=dict)
    hazards: dict[str, HazardTemplate] = field(default_factory=dict)
    """The kinds of fires and clouds."""
    ground_reactions: dict[str, list[GroundReaction]] = field(default_factory=dict)
    creature_reactions: dict[str, list[GroundReaction]] = field(default_factory=dict)
    """The rows of the reaction table about creatures, by element; `ground_reactions` has those about all else."""
    laid_by_ground: dict[int, str] = field(default_factory=dict)
    """The status that each kind of ground gives to whoever enters it, by the ground's number."""
    ground_lights: tuple[GroundLight, ...] = ()
    """The kinds of ground that glow."""
    icons: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The pictures of things by name, row by row."""
    traits: list[WeaponTraitTemplate] = field(default_factory=list)
    figures: dict[Figure, Formula] = field(default_factory=dict)
    """The formulas of figures that depend on level."""
    common_offers: dict[str, Offer] = field(default_factory=dict)
    upgrades: dict[str, Upgrade] = field(default_factory=dict)
    """The offers that change a spell, by the names of spell and upgrade."""
    schools: dict[str, School] = field(default_factory=dict)
    generated: dict[str, Enchanted] = field(default_factory=dict)
    equipment: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The items that each kind of creature starts with."""
    vendor_categories: dict[str, str] = field(default_factory=dict)
    """Of items that vendors have for sale."""
    categories: dict[str, Category] = field(default_factory=dict)
    """Of items that have a row."""
    alike: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Items by their name while unidentified."""
    loot: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """The loot tables: items with their weights."""
    factions: dict[str, Faction] = field(default_factory=dict)
    spawns: list[SpawnEntry] = field(default_factory=list)
    shares: dict[str, float] = field(default_factory=dict)
    regions: list[Region] = field(default_factory=list)
    shelves: list[Shelf] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    furniture: list[Furniture] = field(default_factory=list)
    town: list[Quarter] = field(default_factory=list)
    puzzle_things: dict[str, PuzzleThing] = field(default_factory=dict)
    puzzle_recipes: dict[str, PuzzleRecipe] = field(default_factory=dict)
    growth: Growth = field(default_factory=Growth)
    """What levels give the player."""
    origins: dict[str, Start] = field(default_factory=lambda: {"": Start()})
    """Who the player may have been, the usual origin first; without a row, one without a name."""
    data_hash: str = ""
    """A digest of all data, in hexadecimal."""
    folders: tuple[Path, ...] = ()
    """Those of prefabs, boards, hints and pages: the game's data folder, then the packs over it."""
    packs: tuple[data_path.ContentPack, ...] = ()
    """The content packs that it is made of, in order, without the game's own data."""

    def __post_init__(self) -> None:
        """Keep what is looked up often."""
        for name in KEPT:
            setattr(self, name, cache(getattr(self, name)))

    @cached_property
    def spawn_table(self) -> SpawnTable:
        """What appears at which depth."""
        return SpawnTable(
            self.spawns,
            self.shares,
            self.regions,
            self.groups,
            self.furniture,
            self.town,
            self.shelves,
        )

    @cached_property
    def offers(self) -> Mapping[str, Offer]:
        """What levels may offer, by name, in the order of the data."""
        return {**self.common_offers, **self.upgrades}

    def has(self, section: actors.Section, name: str) -> bool:
        """Return whether there is such a row, or an item that is generated from one."""
        is_row = name in self.entries.get(section, ())
        return is_row or (section == "items" and name in self.generated)

    def entry(self, section: actors.Section, name: str) -> Entry:
        """Return a row's entry, or make that of a generated item. Raises KeyError if there is neither."""
        rows = self.entries[section]
        if name in rows or section != "items":
            return rows[name]
        made = self.generated[name]
        return entry_of(made, rows[made.base], self.traits)

    def gloom(self, depth: int) -> int:
        """Return by how many tiles the player's own light reaches less far at a depth."""
        return self.spawn_table.region(depth).gloom(depth)

    def origin_called(self, name: str) -> str:
        """Return the origin of a name, however it is capitalised; "" for "". Raises ValueError if there is none."""
        found = [each for each in self.origins if each.casefold() == name.strip().casefold()]
        if name and not found:
            raise ValueError(f"nobody is called {name!r}: choose of {', '.join(self.origins)}")
        return found[0] if found else ""

    def player_of(self, origin: str) -> str:
        """Return the kind of player of an origin, "" for the usual one: its name in the section of players."""
        return actors.PLAYER if origin in ("", next(iter(self.origins))) else origin

    def templates(self, section: actors.Section, name: str) -> Sequence[Any]:
        """Return the shared template components of a row. Raises KeyError if there is no such row."""
        return self.entry(section, name).templates

    def body(self, section: actors.Section, name: str) -> spatial.Body:
        """Return the size of what a row makes, and what it blocks. Raises KeyError if there is no such row."""
        parts = self.templates(section, name)
        return next((part for part in parts if isinstance(part, spatial.Body)), spatial.Body())

    def fresh(
        self, section: actors.Section, name: str, rng: Chance, spells: Mapping[str, int]
    ) -> Sequence[Any]:
        """Return new state components with which an entity of this row starts; `spells` are the game's, by name."""
        return self.entry(section, name).fresh(rng, spells)

    def names(self, section: actors.Section) -> Sequence[str]:
        """List the rows of a section in the order of the data, and after all items those generated from them."""
        generated = self.generated if section == "items" else ()
        return (*self.entries.get(section, ()), *generated)

    def section_of(self, name: str) -> actors.Section | None:
        """Return the section that defines something that can be on a map; None if none does."""
        sections: tuple[actors.Section, ...] = ("items", "mobs", "props", "hazards")
        return next((section for section in sections if self.has(section, name)), None)

    def is_thing(self, name: str) -> bool:
        """Return whether a name is that of an item, a prop, or a fire or cloud."""
        sections: tuple[actors.Section, ...] = ("items", "props", "hazards")
        return any(self.has(each, name) for each in sections)

    def named_alike(self, naming: str) -> Sequence[str]:
        """Return the kinds of items with this name while unidentified: all potions, all scrolls."""
        return self.alike.get(naming.lower(), ())

    def reactions(self, element: str) -> Reactions:
        """Return the rows of the reaction table that an element sets off, by what reacts."""
        return reactions_of(self.ground_reactions.get(element, ()))

    def responses(self, element: str) -> Responses:
        """Return the rows of the reaction table by which creatures react to an element that hurts them."""
        rows = self.creature_reactions.get(element, ())
        statuses = [self.statuses[row.status] for row in rows if row.status is not None]
        return responses_by(rows, (ground for status in statuses for ground in status.begins_on))

    def reaction(self, faction: str, toward: str) -> Reaction:
        """Return how members of a faction react to the sight of another's; by default they ignore it."""
        responses = self._faction(faction).responses
        return responses.get(toward) or responses.get(DEFAULT) or "ignore"

    def _faction(self, name: str) -> Faction:
        """Return a faction; one without a row is nobody's enemy and speaks for nobody else."""
        return self.factions.get(name, NO_FACTION)

    def rivals(self, faction: str) -> Sequence[str]:
        """List the factions that name this one as an enemy, in the order of the data."""
        factions = self.factions.items()
        return [name for name, each in factions if each.responses.get(faction) == "attack"]

    def sides(self, faction: str) -> Sequence[str]:
        """List the factions that count what is done to a member: its own, and the one that it speaks for, if any."""
        above = self._faction(faction).speaks_for
        return (faction,) if above is None else (faction, above)

    def called(self, faction: str) -> str:
        """Return the display name of a faction: its label, or else its name."""
        return self._faction(faction).label or faction

    def avengers(self, depth: int, deeds: Sequence[str]) -> Mapping[str, Group]:
        """Return the avengers sent at a depth after a player who is hated for a deed, by faction."""
        return {
            side: each.avengers
            for side, each in self.factions.items()
            if each.avengers is not None
            and depth in each.avengers.depths
            and not set(each.avenges).isdisjoint(deeds)
        }

    def wares(self, categories: Sequence[str]) -> Sequence[str]:
        """List the items that a vendor of some categories has for sale, in the order of the data."""
        return [name for name, category in self.vendor_categories.items() if category in categories]

    def category(self, item: str) -> Category:
        """Return the category of an item."""
        return "enchanted" if item in self.generated else self.categories[item]
