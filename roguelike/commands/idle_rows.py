"""Doubts about rows that do nothing, or less than nothing where nothing comes of that."""

from collections.abc import Iterable, Iterator
from typing import Any

from roguelike.components.actors import Section
from roguelike.components.bargains import Bargain
from roguelike.components.magic import Proc, Trigger, Use
from roguelike.core.dice import Dice
from roguelike.core.effect import Effect
from roguelike.core.formula import NO_POWER, Formula, as_dice
from roguelike.effects.statuses import Afflict
from roguelike.raws.building import Built
from roguelike.raws.faults import Place

STRONG = dict.fromkeys(NO_POWER, 40.0)
"""The power of an advanced caster, for whom most formulas give something."""
MET: tuple[Section, ...] = ("items", "mobs", "props", "hazards")
"""Sections whose rows turn up in a dungeon, where they have a glyph and things to do."""


def doubt_idle(built: Built) -> None:
    """Report effects that do nothing, uses without any effect, blows that never wound, and gold that is none."""
    _weapons_and_gold(built)
    compiled = built.compiled
    for section in MET:
        for placed in built.tables.each(section):
            templates = compiled.entries[section][placed.row.name].templates
            for path, use in _written(templates):
                _doubt_use(use, placed.place.under(*path), built)
                # A deal may do no more than turn one thing into another; a bound spell fills the hazard that it leaves.
                if not use.effects and section != "hazards" and path[0] != "bargain":
                    placed.place.fault("its use does nothing", "give it an effect")
    for placed in built.tables.each("hazards"):
        for effect in compiled.hazards[placed.row.name].effects:
            _doubt_effect(effect, placed.place.under("effects"), built)
    for placed in built.tables.each("spells"):
        use = compiled.spells[placed.row.name].use
        at = placed.place.under("effects")
        if not use.effects:
            at.fault("the spell does nothing", "give it an effect")
        _doubt_use(use, at, built)
    for placed, trait in zip(built.tables.each("weapon_traits"), compiled.traits, strict=True):
        _doubt_use(trait.proc.use, placed.place.under("effects"), built)


def _weapons_and_gold(built: Built) -> None:
    """Report blows that never wound, and gold that never comes to a piece."""
    for placed in built.tables.each("items"):
        if placed.row.weapon is not None:
            _doubt_blow(placed.row.weapon.base_damage, placed.place.under("weapon", "base_damage"))
    for placed in built.tables.each("mobs"):
        attacks = placed.row.natural.attacks if placed.row.natural is not None else ()
        for index, attack in enumerate(attacks):
            _doubt_blow(attack.damage, placed.place.under("natural", "attacks", index, "damage"))
        if placed.row.gold is not None and placed.row.gold.most <= 0:
            placed.place.under("gold").fault(
                "is never more than nothing", "write dice that come to more than 0, or leave it out"
            )


def _doubt_blow(damage: Dice, place: Place) -> None:
    """Report a blow that never takes a hit point."""
    if damage.most <= 0:
        place.fault("never wounds", "write dice that come to more than 0")


def _written(templates: Iterable[Any]) -> Iterator[tuple[tuple[str | int, ...], Use]]:
    """Yield the uses in some components, each with the field of the row that it was read from.

    A rune's are left out: they take their strength from the spell that it is inscribed on.
    """
    for part in templates:
        match part:
            case Use():
                yield ("consumable", "effects"), part
            case Proc(use=use):
                yield ("weapon", "proc_effects"), use
            case Trigger(use=use):
                yield ("entry_trigger", "effects"), use
            case Bargain(deals=deals):
                for index, deal in enumerate(deals):
                    yield ("bargain", "deals", index, "effects"), deal.use


def _doubt_use(use: Use, place: Place, built: Built) -> None:
    """Report each effect of a use, written at this place, that does nothing."""
    for effect in use.effects:
        _doubt_effect(effect, place, built)


def _doubt_effect(effect: Effect, place: Place, built: Built) -> None:
    """Report an effect that does nothing, or whose amount has the wrong sign."""
    at = place.under(effect.key)
    if isinstance(effect, Afflict):
        status = built.compiled.statuses.get(effect.status)
        needs = status is not None and (status.tick or status.absorbs or status.slows)
        if needs and not any(_bounds(effect.strength)):
            at.fault(f"{effect.status} without a strength does nothing", "give it a strength")
        return
    amounts = [_bounds(getattr(effect, name)) for name in effect.amount_fields]
    if not amounts or any(most > 0 for _, most in amounts):
        return
    if all(least == most == 0 for least, most in amounts):
        at.fault("does nothing: it is 0", "give it an amount, or leave it out")
    elif not effect.negative_reverses:
        at.fault(
            "does nothing: it is below 0, and does not do the opposite then",
            "healing mends, damage hurts; a negative damage_over_time mends",
        )


def _bounds(amount: Any) -> tuple[float, float]:
    """Return the minimum and maximum of a number, dice or formula, for weak and strong casters."""
    if not isinstance(amount, Dice | Formula):
        return float(amount), float(amount)
    both = [as_dice(amount, values) for values in (NO_POWER, STRONG)]
    return min(dice.least for dice in both), max(dice.most for dice in both)
