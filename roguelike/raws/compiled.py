"""The compiled data, in the rules' own terms: plain records throughout, without anything of pydantic's."""

from collections.abc import Mapping

from roguelike.components.actors import Section
from roguelike.components.growth import Figure, Offer, School
from roguelike.components.hazards import HazardTemplate
from roguelike.components.hazards import Reaction as GroundReaction
from roguelike.components.looks import GroundLight
from roguelike.components.magic import Rune, SpellTemplate, Use
from roguelike.components.places import Furniture, Group, Quarter, Region
from roguelike.components.puzzles import PuzzleRecipe, PuzzleThing
from roguelike.components.statuses import StatusTemplate
from roguelike.core.formula import Formula
from roguelike.core.records import State, field
from roguelike.effects.healing import Feed
from roguelike.effects.learning import TeachSpell
from roguelike.raws.enchanting import Enchanted, Trait, entry_of
from roguelike.raws.entries import Entry, Start
from roguelike.raws.spawn_table import Category, SpawnEntry
from roguelike.world.content import Reaction


class Compiled(State):
    """Everything that the data defines."""

    entries: dict[Section, dict[str, Entry]] = field(default_factory=dict)
    """The rows; `generated` are the items made from them."""
    spells: dict[str, SpellTemplate] = field(default_factory=dict)
    statuses: dict[str, StatusTemplate] = field(default_factory=dict)
    hazards: dict[str, HazardTemplate] = field(default_factory=dict)
    reactions: dict[str, list[GroundReaction]] = field(default_factory=dict)
    responses: dict[str, list[GroundReaction]] = field(default_factory=dict)
    """The rows of the reaction table about creatures, by element; `reactions` has those about everything else."""
    laid_by_ground: dict[int, str] = field(default_factory=dict)
    ground_lights: tuple[GroundLight, ...] = ()
    traits: list[Trait] = field(default_factory=list)
    figures: dict[Figure, Formula] = field(default_factory=dict)
    offers: dict[str, Offer] = field(default_factory=dict)
    schools: dict[str, School] = field(default_factory=dict)
    generated: dict[str, Enchanted] = field(default_factory=dict)
    equipment: dict[str, tuple[str, ...]] = field(default_factory=dict)
    wares: dict[str, str] = field(default_factory=dict)
    alike: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Items by their name while unidentified."""
    loot: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    factions: dict[str, Mapping[str, Reaction]] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    avengers: dict[str, tuple[Group, tuple[str, ...]]] = field(default_factory=dict)
    """The group that comes for a player whom a faction hates, and for which deeds, by faction."""
    speaking: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The factions that speak for another one, with that one alone."""
    spawns: list[SpawnEntry] = field(default_factory=list)
    shares: dict[str, float] = field(default_factory=dict)
    regions: list[Region] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    furniture: list[Furniture] = field(default_factory=list)
    town: list[Quarter] = field(default_factory=list)
    puzzle_things: dict[str, PuzzleThing] = field(default_factory=dict)
    puzzle_recipes: dict[str, PuzzleRecipe] = field(default_factory=dict)
    start: Start = field(default_factory=Start)

    def has(self, section: Section, name: str) -> bool:
        """Return whether there is such a row, or an item that is generated from one."""
        is_row = name in self.entries.get(section, ())
        return is_row or (section == "items" and name in self.generated)

    def entry(self, section: Section, name: str) -> Entry:
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
    if any(isinstance(part, Rune) for part in templates):
        return "rune"
    use = next((part for part in templates if isinstance(part, Use)), None)
    if use is None:
        return "gear"
    if any(isinstance(effect, Feed) for effect in use.effects):
        return "food"
    return "book" if any(isinstance(each, TeachSpell) for each in use.effects) else "consumable"
