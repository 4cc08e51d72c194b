"""The compiled data, in the rules' own terms: plain records throughout, without anything of pydantic's.

Of each row it holds the components that its entities share, and a record that makes those that they do not: hit points,
charges, whether a door is open. It is a record rather than a closure, so that a catalog can be cached in a file.

Enchanted items are generated from every item with a template: "Dagger -1" to "Dagger +5" and "Venomous Dagger +2". They
differ from their base in a few facts, so their components are the base's with those replaced; dice are values, so no
text of theirs can be wrong. There are many more of them than rows, and a game meets few: so they are only listed, and
each is made when first needed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from roguelike.components import actors, items, magic, spatial, vitals
from roguelike.components.growth import Figure, Growth, Offer, School, Upgrade
from roguelike.components.hazards import HazardTemplate
from roguelike.components.hazards import Reaction as GroundReaction
from roguelike.components.looks import Described, GroundLight
from roguelike.components.places import Furniture, Group, Quarter, Region, Shelf
from roguelike.components.puzzles import PuzzleRecipe, PuzzleThing
from roguelike.components.statuses import Statuses, StatusTemplate
from roguelike.core.formula import Dice, Formula
from roguelike.core.records import Meta, Record, Refers, State, Template, astuple, field, replace
from roguelike.core.rng import Chance
from roguelike.core.scalars import Depth, Name, Text, Turns, Weight
from roguelike.effects import healing, learning
from roguelike.raws.spawn_table import Category, SpawnEntry
from roguelike.world import figures
from roguelike.world.game import Reaction

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

    def at_level(self, level: int, numbers: Mapping[Figure, Formula]) -> "MobState":
        """Return the initial state at another level, adjusted by the difference of the formulas."""
        born = vitals.Attributes(*self.attributes)
        (hp, mana), (old_hp, old_mana) = (
            figures.creature_pools(numbers, each, born) for each in (level, self.level)
        )
        now, before = (
            astuple(figures.creature_skills(numbers, each)) for each in (level, self.level)
        )
        skills = [had + new - old for had, new, old in zip(self.skills, now, before, strict=True)]
        return replace(
            self,
            level=level,
            hp=max(1, self.hp + hp - old_hp),
            mana=max(0, self.mana + mana - old_mana),
            skills=(skills[0], skills[1], skills[2]),
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


class Compiled(State):
    """Everything that the data defines."""

    entries: dict[actors.Section, dict[str, Entry]] = field(default_factory=dict)
    """The rows; `generated` are the items made from them."""
    spells: dict[str, magic.SpellTemplate] = field(default_factory=dict)
    statuses: dict[str, StatusTemplate] = field(default_factory=dict)
    hazards: dict[str, HazardTemplate] = field(default_factory=dict)
    reactions: dict[str, list[GroundReaction]] = field(default_factory=dict)
    responses: dict[str, list[GroundReaction]] = field(default_factory=dict)
    """The rows of the reaction table about creatures, by element; `reactions` has those about everything else."""
    laid_by_ground: dict[int, str] = field(default_factory=dict)
    ground_lights: tuple[GroundLight, ...] = ()
    icons: dict[str, tuple[str, ...]] = field(default_factory=dict)
    traits: list[WeaponTraitTemplate] = field(default_factory=list)
    figures: dict[Figure, Formula] = field(default_factory=dict)
    offers: dict[str, Offer] = field(default_factory=dict)
    upgrades: dict[str, Upgrade] = field(default_factory=dict)
    """The offers that change a spell, by the names of spell and upgrade."""
    schools: dict[str, School] = field(default_factory=dict)
    generated: dict[str, Enchanted] = field(default_factory=dict)
    equipment: dict[str, tuple[str, ...]] = field(default_factory=dict)
    wares: dict[str, str] = field(default_factory=dict)
    alike: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Items by their name while unidentified."""
    loot: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
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


def category_of(out: Compiled, item: str) -> Category:
    """Return the category of an item."""
    if item in out.generated:
        return "enchanted"
    templates = out.entries["items"][item].templates
    if any(isinstance(part, magic.Rune) for part in templates):
        return "rune"
    use = next((part for part in templates if isinstance(part, magic.Use)), None)
    if use is None:
        return "gear"
    if any(isinstance(effect, healing.Feed) for effect in use.effects):
        return "food"
    return (
        "book"
        if any(isinstance(each, learning.TeachSpell) for each in use.effects)
        else "consumable"
    )
