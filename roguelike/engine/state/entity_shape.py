"""The state that an entity must have according to its Kind: a creature pools and a mind, a door a Door.

A row of the data defines the state with which its entities begin; the rest depends on the section. A save in which
entities lack some of it, or have state that they cannot have, was not written by the game.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from roguelike.components import actors, bargains, growth, hazards, items, magic, spatial, vitals
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.core.rng import Chance, Stream
from roguelike.world.catalog import Catalog

Types = frozenset[type]
State = Mapping[type[Any], Any]
"""Components of an entity by type."""
_PLAYER = (
    actors.Player, actors.Initiative, spatial.Position, vitals.Pools, vitals.Attributes, vitals.Skills,
    vitals.HungerClock, items.Pack, magic.KnownSpells, Statuses,
)  # fmt: skip
WANTED: Mapping[actors.Section, frozenset[type]] = {
    "items": frozenset({spatial.Position}),
    "mobs": frozenset({spatial.Position}),
    "props": frozenset({spatial.Position}),
    "hazards": frozenset({spatial.Position, hazards.Hazard}),
    "statuses": frozenset({StatusEffect, Duration}),
    "spells": frozenset(),
    "game": frozenset(_PLAYER),
}
"""The state that every entity of a section has, besides that of its row."""
OPTIONAL: Mapping[actors.Section, frozenset[type]] = {
    "items": frozenset({bargains.Terms}),
    "mobs": frozenset({items.Stock}),
    "props": frozenset({spatial.Gate, hazards.Strength, bargains.Terms}),
    "hazards": frozenset({hazards.Strength, magic.Laid}),
    "spells": frozenset({magic.Inscription}),
    "game": frozenset({actors.Quest, growth.Talents}),
}
"""State that an entity may have gained in play."""


class _AnySpells(dict[str, int]):
    """Has an id for every spell: only the types of a row's state matter here, not the values."""

    def __missing__(self, name: str) -> int:
        """Return an id that no entity has, for a spell that only the shape of a save is asked about."""
        return -1


class Shape(NamedTuple):
    """The shape of a kind: the templates that all of it share, by type, and the sets of state found valid for it."""

    shared: State
    sound: set[tuple[type, ...]]


class Shapes:
    """The shapes of all kinds of some data: what entities of a kind share, and what state they have."""

    def __init__(self, content: Catalog) -> None:
        """Take the data in which the kinds are looked up."""
        self._content = content
        self._known: dict[actors.Kind, Shape] = {}

    def of(self, kind: actors.Kind) -> "Shape":
        """Return the shape of a kind; KeyError when the data does not have the kind."""
        found = self._known.get(kind)
        if found is None:
            templates = _templates(self._content, kind)
            found = self._known[kind] = Shape({type(each): each for each in templates}, set())
        return found

    def brought_up_to_date(
        self, kind: actors.Kind, state: State, rng: Chance
    ) -> dict[type[Any], Any]:
        """Return state saved with other data, brought up to date: what the row gained starts fresh, what it lost goes.

        Dice for what starts fresh are rolled with `rng`.
        """
        fresh = _fresh(self._content, kind, rng)
        _, known = _expected(kind, fresh)
        kept = {each: part for each, part in state.items() if each in known}
        return {**kept, **{type(each): each for each in fresh if type(each) not in state}}

    def check(self, entity: int, kind: actors.Kind, state: State) -> None:
        """Raise ValueError unless an entity's state, including its kind, fits its kind.

        Something may be missing or not belong to it, or a status may have another name.
        """
        found, sound = tuple(state), self.of(kind).sound
        if found not in sound:
            wanted, known = _expected(kind, _fresh(self._content, kind, Stream("shapes")))
            _compare(entity, kind, frozenset(found), wanted, known)
            sound.add(found)
        if kind.section == "statuses" and state[StatusEffect].name != kind.name:
            raise ValueError(f"{kind.name} ({entity}) acts as {state[StatusEffect].name}")


@lru_cache(maxsize=4)
def shapes_of(content: Catalog) -> Shapes:
    """Return the shapes of some data, cached because a game is loaded more than once."""
    return Shapes(content)


def _templates(content: Catalog, kind: actors.Kind) -> Sequence[Any]:
    """Return what an entity shares with all of its kind; KeyError when the data does not have the kind."""
    if kind.section == "spells":
        return (content.spells[kind.name],)
    if kind.section == "statuses":
        return (content.statuses[kind.name],)
    return content.templates(kind.section, kind.name)


def _expected(kind: actors.Kind, fresh: Sequence[Any]) -> tuple[Types, Types]:
    """Return (the types of state that every entity of a kind has, those that it may have)."""
    wanted = WANTED[kind.section] | {actors.Kind, *map(type, fresh)}
    return wanted, wanted | OPTIONAL.get(kind.section, frozenset())


def _compare(entity: int, kind: actors.Kind, found: Types, wanted: Types, known: Types) -> None:
    """Raise ValueError unless state contains everything required of a kind, and nothing that does not belong to it."""
    if not wanted <= found:
        raise ValueError(f"{kind.name} ({entity}) has no {_named(wanted - found)}")
    if not found <= known:
        raise ValueError(
            f"{kind.name} ({entity}) has what is none of its own: {_named(found - known)}"
        )


def _fresh(content: Catalog, kind: actors.Kind, rng: Chance) -> Sequence[Any]:
    """Return the initial state of an entity of this row, without derived state."""
    if not content.has(kind.section, kind.name):
        return ()
    made = content.fresh(kind.section, kind.name, rng, _AnySpells())
    return [each for each in made if not isinstance(each, actors.StatsCache)]


def _named(kinds: Iterable[type]) -> str:
    """Return the names of some kinds of components."""
    return ", ".join(sorted(each.__name__ for each in kinds))
