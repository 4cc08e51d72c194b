"""Uses: what a potion, spell, trap or proc does, already sorted from the raws' strings."""

from typing import Literal

from roguelike.components.looks import Flash
from roguelike.core.effect import Effect
from roguelike.core.formula import Formula
from roguelike.core.records import Record, State, field

Occasion = Literal["enemy near", "hurt ally", "self hurt", "self ailing"]
Spares = Literal["nobody", "self", "friends"]
UNAIMED = ("self", "sight", "nearest")
"""Shapes of delivery that find their targets themselves; all others want a tile."""


class Delivery(Record):
    """How a use reaches its targets. Without a range it needs no aim: it is centred on its user."""

    shape: str = "self"
    range: int | None = None
    radius: int = 0
    spares: Spares = "nobody"
    consumes_user: bool = False
    count: int = 0

    @property
    def aimed(self) -> bool:
        """Whether a target has to be chosen."""
        return self.range is not None and self.shape not in UNAIMED

    @property
    def on_user(self) -> bool:
        """Whether it always acts on its user: a range is then only how near enemies must be for its use."""
        return self.shape == "self" and self.range is not None


class Use(Record):
    """What happens when something is used: delivery, looks, effects. Template."""

    delivery: Delivery = field(default_factory=Delivery)
    effects: tuple[Effect, ...] = ()
    burst: Flash | None = None
    trail: Flash | None = None


class SpellTemplate(Record):
    """One spell of the book: of every spell there is one entity in each game's world. Template."""

    name: str
    mana_cost: int
    use: Use
    text: str = ""
    power: Formula | None = None
    school: str = ""


class KnownSpells(State):
    """The spells that a creature knows, as entities, in the order of their hotkeys. State."""

    spells: list[int] = field(default_factory=list)


class Ability(Record):
    """A spell that a creature casts of its nature: chance in percent, in a band of range (tiles), when."""

    spell: str
    chance: float
    range: float = 1.0
    min_range: float = 0.0
    when: Occasion = "enemy near"


class Abilities(Record):
    """Spells cast by nature, and spells cast by dying. Template."""

    cast: tuple[Ability, ...] = ()
    on_death: tuple[Ability, ...] = ()


class Proc(Record):
    """What a weapon may do beside its damage: chance in percent. Template."""

    use: Use
    chance: float
    on_self: bool = False


class Trigger(Record):
    """What happens to whoever steps on it. Template."""

    use: Use
    once: bool = False
