"""The protocol by which the rules read the raws.

The catalog in `roguelike.raws` fulfils this protocol; the world and the effects below it only ever see it.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar, cast

from roguelike.components.actors import Kind, Nature, Section
from roguelike.components.growth import Figure, Growth, Offer, School
from roguelike.components.hazards import HazardTemplate, Reactions, Responses
from roguelike.components.looks import GroundLight
from roguelike.components.magic import SpellTemplate
from roguelike.components.spatial import Body
from roguelike.components.statuses import StatusTemplate
from roguelike.core.content_pack import ContentPack
from roguelike.core.formula import Formula
from roguelike.core.rng import Chance

T = TypeVar("T")
Reaction = Literal["ignore", "attack", "flee"]


class Content(Protocol):
    """What the rules ask of the data; KeyError for a name that no row has, where nothing else is said."""

    def __hash__(self) -> int:
        """Return a number of its own: what was worked out from some data is kept by it."""

    @property
    def data_hash(self) -> str:
        """Return a digest of all data, in hexadecimal."""

    @property
    def packs(self) -> tuple[ContentPack, ...]:
        """Return the content packs that it is made of, in their order."""

    @property
    def folders(self) -> tuple[Path, ...]:
        """Return where drawn pieces, boards and hints lie: the game's data folder, then the packs over it."""

    def has(self, section: Section, name: str) -> bool:
        """Return whether there is such a row."""

    def templates(self, section: Section, name: str) -> Sequence[Any]:
        """Return the shared template components of a row; KeyError when there is none."""

    def body(self, section: Section, name: str) -> Body:
        """Return the size of what a row makes, and what it blocks; KeyError when there is no such row."""

    def fresh(
        self, section: Section, name: str, rng: Chance, spells: Mapping[str, int]
    ) -> Sequence[Any]:
        """Return new state components with which an entity of this row starts; `spells` are the game's, by name."""

    @property
    def ground_lights(self) -> Sequence[GroundLight]:
        """Return the kinds of ground that glow."""

    @property
    def growth(self) -> Growth:
        """Return what levels give the player."""

    def figure(self, name: Figure) -> Formula:
        """Return the formula of a figure that follows from level."""

    @property
    def offers(self) -> Mapping[str, Offer]:
        """Return what levels may offer, by name, in the order of the data."""

    @property
    def schools(self) -> Mapping[str, School]:
        """Return the schools of magic by name."""

    @property
    def spells(self) -> Mapping[str, SpellTemplate]:
        """Return all spells by name, in the order of the data."""

    def status(self, name: str) -> StatusTemplate:
        """Return a status; KeyError when there is none."""

    def is_thing(self, name: str) -> bool:
        """Return whether a name is that of an item, a prop, or a fire or cloud."""

    def named_alike(self, naming: str) -> Sequence[str]:
        """Return the kinds of items with this name while unidentified: all potions, all scrolls."""

    def hazard(self, name: str) -> HazardTemplate:
        """Return a kind of fire or cloud; KeyError when there is none."""

    def reactions(self, element: str) -> Reactions:
        """Return the rows of the reaction table that an element sets off, by what reacts."""

    def responses(self, element: str) -> Responses:
        """Return the rows of the reaction table by which creatures react to an element that hurts them."""

    @property
    def laid_by_ground(self) -> Mapping[int, str]:
        """Return the status that each kind of ground lays on whoever comes there, by the ground's number."""

    def reaction(self, faction: str, toward: str) -> Reaction:
        """Return how members of a faction react to the sight of another's."""

    def wares(self, categories: Sequence[str]) -> Sequence[str]:
        """Return the items that a vendor of some categories has for sale."""

    def rivals(self, faction: str) -> Sequence[str]:
        """List the factions that name this one as an enemy; hating everybody alike does not count."""

    def called(self, faction: str) -> str:
        """Return the label of a faction, as sentences name it."""

    def equipment(self, mob: str) -> Sequence[str]:
        """Return the items a creature starts with."""

    def loot(self, table: str) -> Sequence[tuple[str, int]]:
        """Return a loot table as (item, weight)."""


def template_of(content: Content, kind: Kind, part: type[T]) -> T | None:
    """Return a component that all of a kind share; None if they have none such, KeyError if there is no such kind."""
    found: T | None = _template(content, kind, cast(Any, part))
    return found


@lru_cache(maxsize=1024)
def _template(content: Content, kind: Kind, part: Any) -> Any:
    """Return a component that all of a kind share in some data, kept: it is asked for again and again."""
    of_all = content.templates(kind.section, kind.name)
    return next((each for each in of_all if isinstance(each, part)), None)


def nature_of(content: Content, name: str) -> Nature:
    """Return what a kind of creature is like; KeyError if there is none of this name."""
    found = template_of(content, Kind("mobs", name), Nature)
    assert found is not None  # the raws give one to every creature
    return found
