"""The protocol through which the rules read the raws.

The catalog in `roguelike.raws` implements it; the world and the layers above it see nothing else of the raws.
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
from roguelike.core.data_path import ContentPack
from roguelike.core.formula import Formula
from roguelike.core.rng import Chance

T = TypeVar("T")
Reaction = Literal["ignore", "attack", "flee"]


class Content(Protocol):
    """What the rules ask of the data. Methods raise KeyError for a name without a row, unless they say otherwise."""

    def __hash__(self) -> int:
        """Return a hash: results computed from this data are cached under it."""

    @property
    def data_hash(self) -> str:
        """Return a digest of all data, in hexadecimal."""

    @property
    def packs(self) -> tuple[ContentPack, ...]:
        """Return the content packs that the data is made of, in order."""

    @property
    def folders(self) -> tuple[Path, ...]:
        """Return the folders of drawn pieces, boards and hints: the game's data folder, then the packs over it."""

    def has(self, section: Section, name: str) -> bool:
        """Return whether a row exists."""

    def templates(self, section: Section, name: str) -> Sequence[Any]:
        """Return the shared template components of a row; KeyError when there is none."""

    def body(self, section: Section, name: str) -> Body:
        """Return the size of what a row makes and what it blocks; KeyError when there is no such row."""

    def fresh(
        self, section: Section, name: str, rng: Chance, spells: Mapping[str, int]
    ) -> Sequence[Any]:
        """Return new state components for an entity of this row; `spells` maps the game's spells by name."""

    @property
    def ground_lights(self) -> Sequence[GroundLight]:
        """Return the kinds of ground that glow."""

    @property
    def growth(self) -> Growth:
        """Return what levels give the player, and when."""

    def figure(self, name: Figure) -> Formula:
        """Return the formula of a figure that depends on level."""

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
        """Return whether a name is that of an item, a prop, a fire or a cloud."""

    def named_alike(self, naming: str) -> Sequence[str]:
        """Return the kinds of items that share this name while unidentified: all potions, all scrolls."""

    def hazard(self, name: str) -> HazardTemplate:
        """Return a kind of fire or cloud; KeyError when there is none."""

    def reactions(self, element: str) -> Reactions:
        """Return the rows of the reaction table for an element, by what reacts to it."""

    def responses(self, element: str) -> Responses:
        """Return the rows of the reaction table for how creatures react to being hurt by an element."""

    @property
    def laid_by_ground(self) -> Mapping[int, str]:
        """Return the status that each kind of ground gives to whoever enters it, by the ground's number."""

    def reaction(self, faction: str, toward: str) -> Reaction:
        """Return how members of a faction react to the sight of a member of another."""

    def wares(self, categories: Sequence[str]) -> Sequence[str]:
        """Return the items that a vendor of these categories sells."""

    def rivals(self, faction: str) -> Sequence[str]:
        """List the factions that name this one as an enemy; those that hate everybody are left out."""

    def sides(self, faction: str) -> Sequence[str]:
        """List the factions that count what is done to a member: its own, and the one that it speaks for, if any."""

    def called(self, faction: str) -> str:
        """Return the label of a faction as used in sentences."""

    def equipment(self, mob: str) -> Sequence[str]:
        """Return the items a creature starts with."""

    def loot(self, table: str) -> Sequence[tuple[str, int]]:
        """Return a loot table as (item, weight)."""


def template_of(content: Content, kind: Kind, part: type[T]) -> T | None:
    """Return a component shared by all of a kind; None if the kind has none, KeyError if there is no such kind."""
    found: T | None = _template(content, kind, cast(Any, part))
    return found


@lru_cache(maxsize=1024)
def _template(content: Content, kind: Kind, part: Any) -> Any:
    """Return a component shared by all of a kind in some data; cached, because it is read again and again."""
    of_all = content.templates(kind.section, kind.name)
    return next((each for each in of_all if isinstance(each, part)), None)


def nature_of(content: Content, name: str) -> Nature:
    """Return what a kind of creature is like; KeyError if there is no such kind."""
    found = template_of(content, Kind("mobs", name), Nature)
    assert found is not None  # the raws give one to every creature
    return found
