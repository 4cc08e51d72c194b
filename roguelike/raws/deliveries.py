"""What a thing does when used: reads either form of the data as one `Use`, each effect as the record that it is.

The string map's keys are sorted here, once: delivery (`ranged`, `area_of_effect`, `target_self`, `spares`), looks
(`particle`, `particle_line`), lifetime (`single_activation`), and everything else is an effect.

`{"kind": "damage", "amount": "2d6", "element": "fire"}` and the string map's `"damage": "2d6"` both become a record of
the class registered as "damage". Data can use an effect as soon as it is declared with descriptions of its fields.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal, TypeVar

from pydantic import ValidationError

import roguelike.effects  # noqa: F401  (importing the package declares every effect)
from roguelike.components import magic
from roguelike.components.looks import Flash
from roguelike.core.colour import parse_colour
from roguelike.core.effect import EFFECTS, Effect, first_field
from roguelike.core.records import required_fields
from roguelike.effects import shapes
from roguelike.raws import rows
from roguelike.raws.bridge import keys_of, read_as
from roguelike.raws.faults import Place, Suggestion, shown
from roguelike.raws.reading import explain


@cache
def kinds() -> dict[str, type[Effect]]:
    """Return every effect that data may name, by each of its keys: those whose required fields are all described."""
    return {
        key: kind
        for key, kind in EFFECTS.items()
        if keys_of(kind).keys() >= set(required_fields(kind))
    }


def from_text(key: str, value: object, place: Place) -> Effect | None:
    """Read one pair of a string map: the value fills the effect's first field, if it has any."""
    kind = _kind(key, place)
    if kind is None:
        return None
    first = first_field(kind)
    return _read(kind, {} if first is None else {first: value}, place, skip=1)


def from_fields(values: Mapping[str, Any], place: Place) -> Effect | None:
    """Read one effect of the typed form."""
    key = values.get("kind")
    if not isinstance(key, str):
        place.under("kind").fault("is missing", Suggestion("", kinds()))
        return None
    kind = _kind(key, place.under("kind"))
    if kind is None:
        return None
    return _read(kind, {name: value for name, value in values.items() if name != "kind"}, place)


def _kind(key: str, place: Place) -> type[Effect] | None:
    """Return the effect of a name, reporting an unknown one."""
    kind = kinds().get(key)
    if kind is None:
        place.fault(f"{key!r} is not a known effect", Suggestion(key, kinds()))
    return kind


def _read(
    kind: type[Effect], values: Mapping[str, Any], place: Place, skip: int = 0
) -> Effect | None:
    """Read a record, reporting everything that is wrong; the first `skip` steps of a fault's path are left out."""
    try:
        return read_as(kind, values)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            path = detail["loc"][skip:]
            if detail["type"] == "missing":
                place.under(*path).fault("is missing", f"{kind.key!r} needs it")
            else:
                explain(detail, place, path, keys_of(kind))
        return None


T = TypeVar("T")
Bearer = Literal["item", "spell", "trigger", "proc"]
"""What carries a use: only a spell can consume its caster."""
DELIVERY_KEYS = {
    "ranged": "how far it can be aimed, in tiles",
    "area_of_effect": "how far the blast reaches from its centre, in tiles",
    "target_self": "it always acts on its user",
    "target_nearest": "it acts on the nearest enemy within this many tiles",
    "single_activation": "whoever carries it is spent by it: a trap that works but once",
    "spares": "whom it does nothing to: nobody, self or friends",
}
"""Keys of a string map that say how a use is delivered, with descriptions for editors."""
LOOKS_KEYS = {
    "particle": "glyph;#RRGGBB;milliseconds, shown on all that it touches",
    "particle_line": "glyph;#RRGGBB;milliseconds, shown on the way there",
}
SPARES: tuple[magic.Spares, ...] = ("nobody", "self", "friends")
LONGEST_TOUCH = 2
MOST_RANGE, MOST_RADIUS, MOST_MILLISECONDS = 40, 20, 5_000


def map_keys() -> list[str]:
    """List every key that a string map may have."""
    return [*DELIVERY_KEYS, *LOOKS_KEYS, *kinds()]


def read_use(raw: rows.Effects, bearer: Bearer, place: Place) -> magic.Use:
    """Read a use in any form; faults are reported at `place`, and the result has what is valid."""
    match raw:
        case rows.UseRow():
            use = _from_typed(raw, bearer, place)
        case tuple():
            use = magic.Use(effects=_effects(raw, place))
        case _:
            use = _from_map(raw, bearer, place)
    if use.delivery.aimed or use.delivery.radius:
        for effect in [each for each in use.effects if each.lands_on == "item"]:
            problem = f"{effect.key!r} is for a thing of one's own, and cannot be aimed"
            place.fault(problem, "leave out range and radius, or write another effect")
    return use


def ends_with_use(raw: rows.Effects) -> bool:
    """Return whether this use consumes what carries it: a trap that works only once."""
    if isinstance(raw, rows.UseRow):
        return raw.delivery.consumes_user
    return isinstance(raw, Mapping) and "single_activation" in raw


def _from_typed(raw: rows.UseRow, bearer: Bearer, place: Place) -> magic.Use:
    """Read the typed form of a use, reporting unknown shapes, and aimed ones without a range."""
    delivery, looks = raw.delivery, raw.looks
    if delivery.shape and delivery.shape not in shapes.SHAPES:
        at = place.under("delivery", "shape")
        at.fault(
            f"{shown(delivery.shape)} is not a known shape",
            Suggestion(delivery.shape, shapes.SHAPES),
        )
    elif delivery.shape not in ("", "self") and delivery.range is None:
        place.under("delivery", "range").fault("is missing", "what is aimed needs a range")
    _impossible(delivery, place.under("delivery"))
    return magic.Use(
        _delivery(delivery, bearer),
        _effects(raw.effects, place.under("effects")),
        looks.burst,
        looks.trail,
    )


def _impossible(row: rows.DeliveryRow, place: Place) -> None:
    """Report what a shape cannot do: a chain that leaps nowhere, a count that nothing uses."""
    if row.shape == "chain":
        for name in ("radius", "count"):
            if not getattr(row, name):
                remedy = "say how many it strikes, and how far it leaps"
                place.under(name).fault("is missing: the chain would leap nowhere", remedy)
    elif row.count:
        place.under("count").fault("is of no use", "only a chain counts whom it strikes")
    if row.shape == "touch" and (row.range or 1) > LONGEST_TOUCH:
        problem = f"{row.range} tiles is farther than anyone can touch"
        place.under("range").fault(problem, f"write 1 to {LONGEST_TOUCH}, or use another shape")


def _delivery(row: rows.DeliveryRow, bearer: Bearer) -> magic.Delivery:
    """Make a delivery; with a range and no shape it is aimed."""
    shape = row.shape or ("self" if row.range is None else "point")
    consumes = row.consumes_user and bearer == "spell"
    return magic.Delivery(shape, row.range, row.radius, row.spares, consumes, row.count)


def _effects(written: tuple[Mapping[str, Any], ...], place: Place) -> tuple[Effect, ...]:
    """Read a list of effects."""
    made = [from_fields(row, place.under(index)) for index, row in enumerate(written)]
    return tuple(effect for effect in made if effect is not None)


def _from_map(raw: Mapping[str, Any], bearer: Bearer, place: Place) -> magic.Use:
    """Read a map of strings; effects happen in the order in which it lists them."""
    fields: dict[str, Any] = {}
    looks: dict[str, Flash] = {}
    effects: list[Effect] = []
    for key, value in raw.items():
        at = place.under(key)
        if key in DELIVERY_KEYS:
            _read_delivery(key, value, fields, at)
        elif key in LOOKS_KEYS:
            if flash := _attempt(read_flash, value, at):
                looks[key] = flash
        elif key not in kinds():
            at.fault("is not a known key", Suggestion(key, map_keys()))
        elif effect := from_text(key, value, at):
            effects.append(effect)
    row = rows.DeliveryRow(**fields)
    return magic.Use(
        _delivery(row, bearer), tuple(effects), looks.get("particle"), looks.get("particle_line")
    )


def _read_delivery(key: str, value: object, fields: dict[str, Any], at: Place) -> None:
    """Read one key of a string map that says how a use is delivered."""
    match key:
        case "ranged":
            fields["range"] = _attempt(lambda v: _count(v, 1, MOST_RANGE), value, at)
        case "area_of_effect":
            fields["radius"] = _attempt(lambda v: _count(v, 0, MOST_RADIUS), value, at) or 0
        case "target_self":
            fields["shape"] = "self"
        case "target_nearest":
            fields["shape"] = "nearest"
            fields["range"] = _attempt(lambda v: _count(v, 1, MOST_RANGE), value, at)
        case "single_activation":
            fields["consumes_user"] = True
        case "spares":
            if value in SPARES:
                fields["spares"] = value
            else:
                at.fault(f"{shown(value)} is not possible", Suggestion(str(value), SPARES))


def _attempt(read: Callable[[object], T], value: object, at: Place) -> T | None:
    """Read a value; on failure report the fault and return None."""
    try:
        return read(value)
    except ValueError as error:
        at.fault_of(error)
        return None


def _count(value: object, least: int, most: int) -> int:
    """Parse an integer. Raises ValueError if it is none or out of bounds."""
    try:
        number = int(value) if isinstance(value, str | int) else None
    except ValueError:
        number = None
    if number is None or not least <= number <= most:
        raise ValueError(
            f"{shown(value)} is out of bounds: write a whole number of {least} to {most}"
        )
    return number


def read_flash(value: object) -> Flash:
    """Parse "glyph;#RRGGBB;milliseconds". Raises ValueError with what is accepted."""
    wanted = 'write "glyph;#RRGGBB;milliseconds", for example "*;#00FFFF;200"'
    parts = value.rsplit(";", 2) if isinstance(value, str) else []
    try:
        glyph, colour, milliseconds = parts
        duration = int(float(milliseconds))
    except (ValueError, OverflowError):
        raise ValueError(f"{shown(value)} is not a particle: {wanted}") from None
    if len(glyph) != 1 or not glyph.isprintable() or not 0 < duration <= MOST_MILLISECONDS:
        raise ValueError(f"{shown(value)} is not a particle: {wanted}")
    return Flash(glyph, parse_colour(colour), duration)
