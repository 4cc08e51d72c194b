"""The initial state of a row's entities: hit points, charges, whether a door is open.

Each is a record that makes new components when called, rather than a closure, so that a catalog is plain data
throughout and can be cached in a file.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from roguelike.components.actors import Initiative, Mind, StatsCache
from roguelike.components.growth import Figure
from roguelike.components.items import Charges, Curse, Pack
from roguelike.components.magic import KnownSpells
from roguelike.components.spatial import Door, Hidden
from roguelike.components.statuses import Statuses
from roguelike.components.vitals import Attributes, Pools, Skills
from roguelike.core.formula import Dice, Formula
from roguelike.core.records import Record, astuple, replace
from roguelike.core.rng import Chance
from roguelike.world.figures import creature_pools, creature_skills

FIRST_TURN = 2
"""The tick at which a new mob first acts (source game, 3.5)."""


class ItemState(Record, tag=True):
    """Initial state of an item: full charges, and a curse not lifted yet. Most items have neither."""

    charges: int = 0
    cursed: bool = False

    def __call__(self, rng: Chance, spells: Mapping[str, int]) -> Sequence[Any]:
        """Return full charges if it has any, and a curse not lifted yet if it is cursed."""
        full = (Charges(self.charges, self.charges),) if self.charges else ()
        return (*full, Curse()) if self.cursed else full


class PropState(Record, tag=True):
    """Initial state of a fixture: whether a door is open, and a hidden thing's secret."""

    door_open: bool | None = None
    hidden: bool = False

    def __call__(self, rng: Chance, spells: Mapping[str, int]) -> Sequence[Any]:
        """Return the door and the secret, as far as it has them."""
        door = () if self.door_open is None else (Door(self.door_open),)
        return (*door, Hidden()) if self.hidden else door


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
            Pools(self.hp, self.hp, self.mana, self.mana, self.level, gold=gold),
            Attributes(*self.attributes),
            Skills(*self.skills),
            Initiative(FIRST_TURN),
            Mind(awake=not self.ambush),
            StatsCache(),
            Statuses(),
            Pack(),
            KnownSpells([spells[name] for name in self.spells]),
            *((Hidden(),) if self.ambush else ()),
        )

    def at_level(self, level: int, figures: Mapping[Figure, Formula]) -> "MobState":
        """Return the initial state at another level, adjusted by the difference of the formulas."""
        born = Attributes(*self.attributes)
        (hp, mana), (old_hp, old_mana) = (
            creature_pools(figures, each, born) for each in (level, self.level)
        )
        now, before = (astuple(creature_skills(figures, each)) for each in (level, self.level))
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


def with_curse(fresh: Fresh) -> Fresh:
    """Return the same initial state of an item, with a curse not lifted yet."""
    assert isinstance(fresh, ItemState)
    return replace(fresh, cursed=True)
