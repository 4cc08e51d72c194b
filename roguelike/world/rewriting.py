"""How runes rewrite a spell: from its template and theirs to the template of the spell as its caster casts it.

No code here knows any particular rune or spell: a rewriting applies to whatever matching parts a spell has, and if it
would change none, the rune does not fit. So a rune and a spell from any content packs either work together or give the
reason why not.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import ceil, floor
from typing import Annotated, Any, get_args, get_origin

from msgspec import convert
from msgspec.structs import fields

from roguelike.components import growth, magic
from roguelike.components.looks import Flash
from roguelike.core.effect import Effect
from roguelike.core.formula import Dice, Formula
from roguelike.core.grammar import capital
from roguelike.core.records import Meta, Record, field_names, replace

AREA_SHAPES = frozenset(("beam", "bounce", "cone", "wall", "sight"))
"""Shapes that reach more than one target without a radius."""
DELIVERY = "delivery"
ALL_EFFECTS = "effects"


class UnfitError(ValueError):
    """A rune that does not fit a spell; the message is the reason, for the player."""


def touches_many(spell: magic.SpellTemplate) -> bool:
    """Return whether a spell reaches more than one creature at once."""
    delivery = spell.use.delivery
    return bool(delivery.radius) or delivery.shape in AREA_SHAPES


def _reaches(spell: magic.SpellTemplate) -> bool:
    """Return whether a spell reaches beyond its caster."""
    return spell.use.delivery.range is not None and not spell.use.delivery.on_user


NEEDS: Mapping[magic.Need, tuple[Callable[[magic.SpellTemplate], bool], str]] = {
    "aim": (lambda spell: spell.use.delivery.aimed, "is not aimed at anything"),
    "area": (touches_many, "touches but one"),
    "one": (lambda spell: not touches_many(spell), "touches many as it is"),
    "creatures": (
        lambda spell: any(each.lands_on == "creature" for each in spell.use.effects),
        "does nothing to creatures by itself",
    ),
    "caster": (lambda spell: spell.use.delivery.spares == "nobody", "spares its caster as it is"),
    "reach": (_reaches, "is cast on yourself"),
    "harm": (lambda spell: any(each.harms for each in spell.use.effects), "does no harm at once"),
    "touch": (lambda spell: spell.use.delivery.shape == "touch", "is no touch"),
    "bolt": (lambda spell: spell.use.delivery.shape == "bolt", "is no bolt"),
    "ground": (
        lambda spell: not any(each.wants_free_tile for each in spell.use.effects),
        "wants a free patch of ground itself",
    ),
}
"""What a rune may need of a spell: how to test for it, and the message for a spell that lacks it."""


def rewritten(
    spell: magic.SpellTemplate, rune: magic.Rune, recipe: magic.Recipe
) -> magic.SpellTemplate:
    """Return a spell as rewritten by a rune; `recipe` is what the spell is made of so far.

    Raises:
        UnfitError: the spell has the rune already, lacks what it needs, or has nothing that it would change.
    """
    if rune.word in spell.words:
        raise _unfit(spell, "has that rune already")
    for need in rune.needs:
        is_there, lacking = NEEDS[need]
        if not is_there(spell):
            raise _unfit(spell, lacking)
    found = spell
    for rewriting in rune.rewrites:
        found = _apply(rewriting, found, recipe)
    if rune.rewrites and _without_looks(found) == _without_looks(spell):
        raise _unfit(spell, rune.unfit)
    priced = _priced(found, rune)
    is_cheaper = rune.mana_share < 1 or rune.mana_plus < 0 or not rune.rewrites
    if is_cheaper and (priced.mana_cost, priced.hp_cost) == (spell.mana_cost, spell.hp_cost):
        raise _unfit(spell, "could not be any cheaper")
    return replace(priced, words=(*spell.words, rune.word))


def _unfit(spell: magic.SpellTemplate, why: str) -> UnfitError:
    """Return the refusal, naming the spell as rewritten so far: "Piercing Zap touches many as it is" is one."""
    return UnfitError(f"{capital(spell.title)} {why}.")


def mastered(spell: magic.SpellTemplate, step: growth.MasteryStep) -> magic.SpellTemplate:
    """Return a spell improved by a step of mastery of its school; unchanged if it lacks what the step needs."""
    if not all(NEEDS[need][0](spell) for need in step.needs):
        return spell
    recipe = magic.Recipe(spell.name)
    for rewriting in step.rewrites:
        spell = _apply(rewriting, spell, recipe)
    return spell


def _without_looks(spell: magic.SpellTemplate) -> magic.SpellTemplate:
    """Return a spell without its looks."""
    return replace(spell, use=replace(spell.use, burst=None, trail=None))


def _priced(spell: magic.SpellTemplate, rune: magic.Rune) -> magic.SpellTemplate:
    """Return a spell at the price after a rune: a spell that costs anything never becomes free."""
    mana, blood = (ceil(cost * rune.mana_share) for cost in (spell.mana_cost, spell.hp_cost))
    if blood and not mana:
        return replace(spell, hp_cost=max(1, blood + rune.mana_plus))
    return replace(spell, mana_cost=max(min(1, mana), mana + rune.mana_plus), hp_cost=blood)


def _apply(
    rewriting: magic.AnyRewriting, spell: magic.SpellTemplate, recipe: magic.Recipe
) -> magic.SpellTemplate:
    """Return a spell after one rewriting; unchanged if the rewriting finds nothing to change."""
    use = spell.use
    match rewriting:
        case magic.Scale(what, by, plus):
            return replace(spell, use=_at(use, what, lambda kind, v: _scaled(kind, v, by, plus)))
        case magic.Assign(what, to):
            return replace(spell, use=_at(use, what, lambda kind, _: as_kept(kind, to)))
        case magic.Add(effects):
            return replace(spell, use=replace(use, effects=_added(use.effects, effects)))
        case magic.Become():
            effects = tuple(_become(each, rewriting) for each in use.effects)
            return replace(spell, use=replace(use, effects=effects))
        case magic.Wrap(effects):
            wrapped = tuple(
                replace(each, recipe=recipe) if "recipe" in field_names(type(each)) else each
                for each in effects
            )
            return replace(spell, use=replace(use, effects=wrapped))
        case magic.Bleed(hp_a_mana):
            if spell.mana_share:  # A share of all mana cannot be paid in blood.
                return spell
            blood = spell.hp_cost + ceil(spell.mana_cost * hp_a_mana)
            return replace(spell, mana_cost=0, hp_cost=blood)
        case magic.Paint(fg):
            burst, trail = (_painted(flash, fg) for flash in (use.burst, use.trail))
            return replace(spell, use=replace(use, burst=burst, trail=trail))


def _added(there: Sequence[Effect], more: Sequence[Effect]) -> tuple[Effect, ...]:
    """Return effects with more added: those on creatures go before any effect that moves the creatures away."""
    moved = next((number for number, each in enumerate(there) if each.moves), len(there))
    early = [each for each in more if each.lands_on == "creature" and not each.moves]
    late = [each for each in more if each not in early]
    return (*there[:moved], *early, *there[moved:], *late)


def _painted(flash: Flash | None, fg: tuple[int, int, int]) -> Flash | None:
    """Return a flash in another colour."""
    return None if flash is None else replace(flash, fg=fg)


Change = Callable[[Any, Any], Any]
"""From a field's type and value to its new value."""


def _at(use: magic.Use, what: str, change: Change) -> magic.Use:
    """Return a use with the field at a path changed, in its delivery or in each matching effect that has it."""
    part, _, name = what.partition(".")
    if part == DELIVERY:
        return replace(use, delivery=_changed(use.delivery, name, change))
    effects = tuple(
        _changed(each, name, change) if part in (ALL_EFFECTS, each.key) else each
        for each in use.effects
    )
    return replace(use, effects=effects)


def _changed(record: Any, name: str, change: Change) -> Any:
    """Return a record with one field changed; unchanged if it has no such field."""
    kind: type[Record] = type(record)
    kinds = types_of(kind)
    if name not in kinds:
        return record
    return replace(record, **{name: change(kinds[name], getattr(record, name))})


@cache
def types_of(kind: type[Record]) -> Mapping[str, Any]:
    """Map the fields of a record to their annotations, bounds included."""
    return {each.name: each.type for each in fields(kind)}


def as_kept(kind: Any, value: object) -> Any:
    """Convert a value to what a field with this annotation holds. Raises msgspec.ValidationError if it cannot."""
    return convert(value, kind)


def _scaled(kind: Any, value: Any, by: float, plus: int) -> Any:
    """Return a number or amount multiplied and added to, within its field's bounds; an empty value stays empty."""
    if isinstance(value, Dice | Formula):
        return value.times(by).plus(plus)
    if isinstance(value, bool | str) or not isinstance(value, int | float) or not value:
        return value
    least, most = _bounds(kind)
    more = value * by + plus
    bounded = max(least, min(most, more))
    return floor(bounded + 0.5) if isinstance(value, int) else bounded


def _bounds(kind: Any) -> tuple[float, float]:
    """Return the minimum and maximum that an annotation allows."""
    if get_origin(kind) is not Annotated:
        bounds = [_bounds(part) for part in get_args(kind)]
        return max((b[0] for b in bounds), default=-1e9), min((b[1] for b in bounds), default=1e9)
    inner, *notes = get_args(kind)
    least, most = _bounds(inner)
    for note in notes:
        if isinstance(note, Meta):
            least = max(least, least if note.ge is None else note.ge)
            most = min(most, most if note.le is None else note.le)
    return least, most


def _become(effect: Effect, rewriting: magic.Become) -> Effect:
    """Return the replacement of an effect of the named key, with a share of what it carries over; or it unchanged."""
    if effect.key != rewriting.effect or rewriting.becomes is None:
        return effect
    carried = {
        name: _shared(getattr(effect, source), rewriting.share)
        for name, source in rewriting.carries.items()
    }
    return replace(rewriting.becomes, **carried)


def _shared(value: Any, share: float) -> Any:
    """Return a share of an amount or number; text is carried over whole."""
    if isinstance(value, Dice | Formula):
        return value.times(share)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return value * share if is_number else value


def centred(use: magic.Use) -> magic.Use:
    """Return a use centred on its own tile: it affects whoever treads there and around, except its layer's friends."""
    laid = magic.Delivery("self", None, use.delivery.radius, "friends")
    return replace(use, delivery=laid)
