"""What a spell gives for its mana, by one law for all, at the level of heroes where its book is found, and later.

A point of mana is worth some damage to one enemy (`damage a mana` in the data's growth), and half of that to each of
several. A turn taken from an enemy counts as damage too, and so do healing and shields. Spells that do none of this,
such as those that move the caster or summon somebody, have no such price.
"""

from collections.abc import Callable, Iterator, Mapping
from math import inf, log
from typing import Any

from roguelike.actions import moving, senses
from roguelike.components import actors, magic
from roguelike.components.statuses import StatusTemplate
from roguelike.core.formula import Amount, as_dice
from roguelike.core.records import Record
from roguelike.effects import damage, displacement, elements, healing, learning
from roguelike.effects.mana import BurnMana, LeechMana
from roguelike.effects.runes import PlaceRune
from roguelike.effects.statuses import Afflict, Confuse, DamageOverTime, Slow
from roguelike.world import figures
from roguelike.world.catalog import Catalog
from roguelike.world.game import template_of

FACTOR = 2.0
"""Factor by which a price may differ from the law, up or down."""
LATER = (5, 10, 15)
"""Later hero levels at which a spell is priced again: it should neither outgrow its price nor fade."""
SINGLE = frozenset(("self", "touch", "nearest"))
AT_A_POINT = frozenset(("point", "smite", "bolt"))
"""Shapes that reach one creature; the second ones only without a radius."""
SEVERAL_SHARE = 0.5
STOOD_TURNS = 2
"""Turns that a creature stands in a fire or cloud before leaving it."""
SLOW_OF_A_TURN = 40.0
"""Ticks of delay per turn that are worth a lost turn: a turn takes 6 to 11, and slowed creatures go on acting."""
TILES_OF_A_TURN = 5.0
"""Tiles of forced movement that are worth a lost turn, roughly: half of them are walked back."""
DRAIN_SHARE = 0.5
"""Weight of the healing of a drain, besides its damage."""
HELPLESS, ASLEEP, FEARED, ON_OUR_SIDE, MUTE, BLIND, EXPOSED, AT_A_LOSS = (
    1.0, 0.4, 0.5, 0.6, 0.3, 0.2, 0.25, 0.6,
)  # fmt: skip
"""Worth of a turn under a status, in units of the worth of a point of mana."""


class Price(Record):
    """What a spell gives per mana at some level, and what it should give, in damage to one enemy."""

    spell: str
    depth: int
    """The first depth at which its book is found."""
    level: int
    gives: float
    law: float
    later: bool = False
    """Whether the level is a later one, at which the spell has long been known."""

    @property
    def ratio(self) -> float:
        """What it gives, as a multiple of what it should give."""
        return self.gives / self.law

    @property
    def distance(self) -> float:
        """How far off it is, by factors in either direction; what gives nothing, or less, is infinitely far."""
        return abs(log(self.ratio)) if self.ratio > 0 else inf

    @property
    def is_off(self) -> bool:
        """Whether it is off by more than the factor."""
        return not 1 / FACTOR <= self.ratio <= FACTOR

    def __str__(self) -> str:
        """Return the price as one line."""
        way = "dear" if self.gives < self.law else "cheap"
        found = f"depth {self.depth}, where it is found and"
        when = f"level {self.level}, where" if self.later else found
        return (
            f"{way}: worth {self.gives:.1f} damage a mana at {when} others are worth {self.law:.1f}"
        )


def prices(catalog: Catalog) -> list[Price]:
    """Return the prices of every spell that has a book and that the law can price, where it is found and later."""
    return [
        price
        for name, depth in _found_at(catalog).items()
        if catalog.spells[name].mana_cost
        for price in _course(catalog, name, depth)
    ]


def _course(catalog: Catalog, name: str, depth: int) -> Iterator[Price]:
    """Yield the price of a spell at the level of the depth where it is found, and at later ones."""
    home, spell = figures.hero_level(catalog, depth), catalog.spells[name]
    for level in (home, *(level for level in LATER if level > home)):
        worth = worth_of(catalog, spell, figures.hero_skills(catalog, level).magic, level)
        if worth:
            law = catalog.figures["damage a mana"].exact({"level": level})
            yield Price(name, depth, level, worth / spell.mana_cost, law, later=level > home)


def worth_of(catalog: Catalog, spell: magic.SpellTemplate, skill: int, level: int) -> float:
    """Return what a cast gives at some Magic skill and level, in damage to one enemy; 0 if it cannot be priced."""
    if not _is_weighable(spell.use):
        return 0.0
    mana = catalog.figures["damage a mana"].exact({"level": level})
    known = {"power": float(_power(spell, skill, level)), "level": float(level)}
    return _worth(catalog, spell.use, known, mana)


def _found_at(catalog: Catalog) -> Mapping[str, int]:
    """Return, for each spell that books teach, the first depth at which such a book is found."""
    found: dict[str, int] = {}
    for item in catalog.names("items"):
        home = catalog.spawn_table.home("items", item)
        use = template_of(catalog, actors.Kind("items", item), magic.Use)
        for spell in learning.taught_by(use):
            if home is not None:
                found[spell] = max(1, min(home, found.get(spell, home)))
    return found


def _power(spell: magic.SpellTemplate, skill: int, level: int) -> int:
    """Return the power of a spell cast with a Magic skill and usual Intelligence."""
    assert spell.power is not None
    return spell.power.number({"intelligence": 0, "magic": skill, "level": level})


def _worth(catalog: Catalog, use: magic.Use, known: Mapping[str, float], mana: float) -> float:
    """Return what a use gives, in damage to one enemy."""
    each = sum(_each(catalog, effect, known, mana) for effect in use.effects)
    return each if _is_single(use) else each / SEVERAL_SHARE


def _is_weighable(use: magic.Use) -> bool:
    """Return whether the law can price everything that a use does."""
    return all(type(effect) in _WEIGHED for effect in use.effects)


def _is_single(use: magic.Use) -> bool:
    """Return whether a use reaches only one creature."""
    delivery = use.delivery
    return delivery.shape in SINGLE or (delivery.shape in AT_A_POINT and not delivery.radius)


def _each(catalog: Catalog, effect: Any, known: Mapping[str, float], mana: float) -> float:
    """Return what an effect does to each creature that it reaches."""
    weigh = _WEIGHED.get(type(effect))
    return weigh(catalog, effect, known, mana) if weigh is not None else 0.0


def _mean(amount: float | Amount, known: Mapping[str, float]) -> float:
    """Return the mean of an amount."""
    return amount if isinstance(amount, int | float) else as_dice(amount, known).mean


def _of_rune(catalog: Catalog, effect: Any, known: Mapping[str, float], mana: float) -> float:
    """Price a rune: what it does to whoever steps on it, and to those around them."""
    parts = catalog.templates("hazards", effect.hazard)
    return sum(
        _worth(catalog, part.use, known, mana) for part in parts if isinstance(part, magic.Trigger)
    )


def _of_hazard(catalog: Catalog, effect: Any, known: Mapping[str, float], mana: float) -> float:
    """Price a fire or a cloud: what it does to a creature that stands in it for a while."""
    hazard = catalog.hazards[effect.hazard]
    return STOOD_TURNS * sum(_each(catalog, each, known, mana) for each in hazard.effects)


def _of_status(catalog: Catalog, effect: Any, known: Mapping[str, float], mana: float) -> float:
    """Price a status: hit points taken, given or absorbed, and turns taken away."""
    template, strength = catalog.statuses[effect.status], _mean(effect.strength, known)
    if template.absorbs:
        return strength
    ticks = strength * float(effect.turns) if template.tick else 0.0
    turns = float(effect.turns) * max(_turn_under(template), default=0.0)
    return ticks + turns * mana


def _turn_under(template: StatusTemplate) -> Iterator[float]:
    """Yield the worth of a turn under a status, in mana, for each thing that the status does."""
    if "act" in template.forbids:
        yield ASLEEP if "damage" in template.ended_by else HELPLESS
    if senses.FLEES in template.flags:
        yield FEARED
    if template.serves and template.controls:
        yield ON_OUR_SIDE
    if "cast" in template.forbids:
        yield MUTE
    if "see" in template.forbids:
        yield BLIND
    if template.damage_share > 1:
        yield EXPOSED
    if moving.STAGGERS in template.flags:
        yield AT_A_LOSS


def _of_slowness(catalog: Catalog, effect: Any, known: Mapping[str, float], mana: float) -> float:
    """Price slowing; haste gives the own side turns, and has no such price."""
    turns = float(effect.turns) * max(0.0, _mean(effect.penalty, known)) / SLOW_OF_A_TURN
    return turns * mana


def _of_push(catalog: Catalog, effect: Any, known: Mapping[str, float], mana: float) -> float:
    """Price being pushed or pulled; what a creature is driven into depends on the place, not the spell."""
    return float(effect.tiles) / TILES_OF_A_TURN * mana


_WEIGHED: Mapping[type, Callable[[Catalog, Any, Mapping[str, float], float], float]] = {
    damage.Damage: lambda _, effect, known, __: _mean(effect.amount, known),
    DamageOverTime: lambda _, effect, known, __: _mean(effect.damage, known) * effect.turns,
    healing.Drain: lambda _, effect, known, __: _mean(effect.amount, known) * (1 + DRAIN_SHARE),
    healing.Heal: lambda _, effect, known, __: _mean(effect.amount, known),
    Confuse: lambda _, effect, __, mana: effect.turns * AT_A_LOSS * mana,
    Slow: _of_slowness,
    BurnMana: lambda _, effect, known, __: _mean(effect.amount, known),
    LeechMana: lambda _, effect, known, mana: _mean(effect.amount, known) * mana / 2,
    elements.Kindle: _of_hazard,
    PlaceRune: _of_rune,
    displacement.Knockback: _of_push,
    Afflict: _of_status,
}
"""How each effect that has a price is priced."""
