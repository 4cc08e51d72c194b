"""What state an entity must have to be what it says it is: a creature pools and a mind, a door its leaf.

A row of the data says what state its things begin with; the rest follows from the section. A save whose things lack
some of it, or have what is none of theirs, is no save that the game wrote.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from roguelike.components.actors import Initiative, Kind, Player, Quest, Section, StatsCache
from roguelike.components.bargains import Terms
from roguelike.components.growth import Talents
from roguelike.components.hazards import Hazard, Strength
from roguelike.components.items import Pack, Stock
from roguelike.components.magic import Inscription, KnownSpells, Laid
from roguelike.components.spatial import Gate, Position
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.components.vitals import Attributes, HungerClock, Pools, Skills
from roguelike.core.rng import Chance
from roguelike.world.content import Content

Types = frozenset[type] | set[type]
_PLAYER = (
    Player, Position, Initiative, Pools, Attributes, Skills, HungerClock, Pack, KnownSpells, Statuses,
)  # fmt: skip
WANTED: Mapping[Section, frozenset[type]] = {
    "items": frozenset({Position}),
    "mobs": frozenset({Position}),
    "props": frozenset({Position}),
    "hazards": frozenset({Position, Hazard}),
    "statuses": frozenset({StatusEffect, Duration}),
    "spells": frozenset(),
    "game": frozenset(_PLAYER),
}
"""What state every entity of a section has, beside that of its row."""
OPTIONAL: Mapping[Section, frozenset[type]] = {
    "items": frozenset({Terms}),
    "mobs": frozenset({Stock}),
    "props": frozenset({Gate, Strength, Terms}),
    "hazards": frozenset({Strength, Laid}),
    "spells": frozenset({Inscription}),
    "game": frozenset({Quest, Talents}),
}
"""What state it may have gained in play."""


class _AnySpells(dict[str, int]):
    """Knows every spell: a row is asked for the kinds of its state, not for what is in it."""

    def __missing__(self, name: str) -> int:
        """Return an id that nobody reads."""
        return -1


class Shapes:
    """The shapes of all kinds of some data; what a kind must have is worked out once for all of that kind."""

    def __init__(self, content: Content, rng: Chance) -> None:
        """Take the data, and what the dice of state that begins anew are rolled with."""
        self._content, self._rng = content, rng
        self._expected: dict[Kind, tuple[Types, Types]] = {}

    def complete(
        self, entity: int, kind: Kind, state: Sequence[Any], *, same_data: bool
    ) -> Sequence[Any]:
        """Return the state of an entity, which must be that of its kind.

        With other data than it was saved with, what its row has gained since begins anew, and what it has lost is
        dropped.

        Raises:
            ValueError: something is missing, or none of its own; or it is a status of another name.
        """
        if same_data and kind in self._expected:
            wanted, known = self._expected[kind]
        else:
            fresh = _fresh(self._content, kind, self._rng)
            wanted = WANTED[kind.section] | {type(each) for each in fresh}
            known = wanted | OPTIONAL.get(kind.section, frozenset())
            self._expected[kind] = wanted, known
            if not same_data:
                present = {type(each) for each in state}
                gained = [each for each in fresh if type(each) not in present]
                state = [*(each for each in state if type(each) in known), *gained]
        _check(entity, kind, state, wanted, known)
        return state


def _check(entity: int, kind: Kind, state: Sequence[Any], wanted: Types, known: Types) -> None:
    """Raise ValueError unless state is all that is wanted of a kind, and nothing that is none of its own."""
    found = set(map(type, state))
    if not wanted <= found:
        raise ValueError(f"{kind.name} ({entity}) has no {_named(wanted - found)}")
    if not found <= known:
        raise ValueError(
            f"{kind.name} ({entity}) has what is none of its own: {_named(found - known)}"
        )
    if kind.section == "statuses":
        for each in state:
            if isinstance(each, StatusEffect) and each.name != kind.name:
                raise ValueError(f"{kind.name} ({entity}) acts as {each.name}")


def _fresh(content: Content, kind: Kind, rng: Chance) -> Sequence[Any]:
    """Return the state with which a thing of this row begins, but for what is worked out."""
    if not content.has(kind.section, kind.name):
        return ()
    made = content.fresh(kind.section, kind.name, rng, _AnySpells())
    return [each for each in made if not isinstance(each, StatsCache)]


def _named(kinds: Iterable[type]) -> str:
    """Name some kinds of components."""
    return ", ".join(sorted(each.__name__ for each in kinds))
