"""The statuses that have effect keys of their own: slowness, poison, confusion, attribute bonuses."""

from typing import Annotated, ClassVar

from roguelike.components.vitals import ATTRIBUTES
from roguelike.core.effect import Effect, effect
from roguelike.core.grammar import for_turns
from roguelike.core.records import Meta
from roguelike.core.scalars import Count, Refers, Whole
from roguelike.effects.registry import Hit, handles
from roguelike.effects.statuses import Strength, begin, rolled
from roguelike.effects.words import mean_of, strength_words
from roguelike.world.game import Game

DEFAULT_TURNS = 5
"""How long slowness and poison last (source game, 4)."""
POTION_TURNS = 10
"""How long attribute bonuses of a potion last (source game, 4)."""


@effect("slow")
class Slow(Effect):
    """Adds to the ticks between its target's turns for some turns; a negative penalty is haste."""

    amount_fields: ClassVar[tuple[str, ...]] = ("penalty",)
    negative_reverses: ClassVar[bool] = True
    penalty: Annotated[
        Strength, Meta(description="ticks added between its turns; less than 0 is haste")
    ]
    turns: Annotated[Count, Meta(description="turns that it lasts")] = DEFAULT_TURNS

    def words(self) -> str:
        """Return for example "slows by 2 for 5 turns"; for a negative penalty "hastens"."""
        penalty = mean_of(self.penalty)
        verb = "slows" if penalty > 0 else "hastens"
        return f"{verb} by {abs(penalty):g} {for_turns(self.turns)}"


@handles(Slow)
def slow(effect: Slow, hit: Hit, game: Game) -> None:
    """Begin the status Slowed or, for a negative penalty, Hasted."""
    penalty = rolled(effect.penalty, game)
    begin(game, hit, "Slowed" if penalty > 0 else "Hasted", effect.turns, penalty)


@effect("damage_over_time")
class DamageOverTime(Effect):
    """Takes hit points once a turn for some turns: poison, bleeding; negative damage mends."""

    amount_fields: ClassVar[tuple[str, ...]] = ("damage",)
    negative_reverses: ClassVar[bool] = True
    damage: Annotated[
        Strength, Meta(description="hit points taken each turn; less than 0 gives them back")
    ]
    turns: Annotated[Count, Meta(description="turns that it lasts")] = DEFAULT_TURNS

    def words(self) -> str:
        """Return for example "2 damage a turn for 5 turns"."""
        if mean_of(self.damage) < 0:
            return f"mends {-mean_of(self.damage):g} a turn {for_turns(self.turns)}"
        return f"{strength_words(self.damage)} damage a turn {for_turns(self.turns)}"


@handles(DamageOverTime)
def damage_over_time(effect: DamageOverTime, hit: Hit, game: Game) -> None:
    """Begin the status Damage Over Time or, for negative damage, Healing Over Time, with the strength of one turn."""
    damage = rolled(effect.damage, game)
    name = "Damage Over Time" if damage >= 0 else "Healing Over Time"
    begin(game, hit, name, effect.turns, abs(damage))


@effect("confusion")
class Confuse(Effect):
    """Makes every action of its target a random step for some turns."""

    turns: Annotated[Count, Meta(description="turns that it lasts")]

    def words(self) -> str:
        """Return for example "confuses for 4 turns"."""
        return f"confuses {for_turns(self.turns)}"


@handles(Confuse)
def confuse(effect: Confuse, hit: Hit, game: Game) -> None:
    """Begin the status Confusion for the effect's number of turns."""
    begin(game, hit, "Confusion", effect.turns)


@effect("attribute_bonus")
class GrantAttributes(Effect):
    """Adds to attributes for some turns, as a status named after what granted it."""

    amount_fields: ClassVar[tuple[str, ...]] = ATTRIBUTES
    negative_reverses: ClassVar[bool] = True
    status: Annotated[
        str, Refers("statuses"), Meta(min_length=1, description="the status that shows it")
    ]
    might: Annotated[Whole, Meta(description="added to might")] = 0
    fitness: Annotated[Whole, Meta(description="added to fitness")] = 0
    quickness: Annotated[Whole, Meta(description="added to quickness")] = 0
    intelligence: Annotated[Whole, Meta(description="added to intelligence")] = 0
    turns: Annotated[Count, Meta(description="turns that it lasts")] = POTION_TURNS

    def words(self) -> str:
        """Return for example "might +2, fitness -1 for 10 turns"."""
        added = [f"{name} {plus:+d}" for name in ATTRIBUTES if (plus := getattr(self, name))]
        return f"{', '.join(added)} {for_turns(self.turns)}"


@handles(GrantAttributes)
def grant_attributes(effect: GrantAttributes, hit: Hit, game: Game) -> None:
    """Begin the status with the four bonuses, in the order of ATTRIBUTES."""
    bonuses = (effect.might, effect.fitness, effect.quickness, effect.intelligence)
    begin(game, hit, effect.status, effect.turns, bonuses=bonuses)
