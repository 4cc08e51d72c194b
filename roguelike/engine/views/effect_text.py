"""What effects do, in a few words, for tooltips and detail pages.

An effect without words of its own is called by its key, so a new one shows before anybody writes about it.
"""

from roguelike.components.magic import Delivery, Use
from roguelike.components.vitals import ATTRIBUTES
from roguelike.core.dice import Dice
from roguelike.core.effect import Effect
from roguelike.core.formula import NO_POWER, Amount, Formula, fixed
from roguelike.core.grammar import counted
from roguelike.effects.afflictions import Confuse, DamageOverTime, GrantAttributes, Slow
from roguelike.effects.cleansing import Cleanse, Dispel
from roguelike.effects.damage import Damage
from roguelike.effects.displacement import Knockback, Leap, Teleport, TradePlaces
from roguelike.effects.draining import BurnMana, Drain, LeechMana
from roguelike.effects.elements import Kindle
from roguelike.effects.learning import TeachSpell
from roguelike.effects.pools import Heal, RestoreMana
from roguelike.effects.recharging import Recharge
from roguelike.effects.runes import PlaceRune
from roguelike.effects.statuses import Afflict, Strength
from roguelike.effects.summoning import Summon

SHAPES = {
    "beam": "pierces all in line",
    "bounce": "turns back from walls",
    "chain": "leaps from one enemy to the next",
    "cone": "fans out",
    "wall": "stands across the line of sight",
    "sight": "reaches all in sight",
    "nearest": "finds the nearest enemy",
    "bolt": "stops at the first in its way",
    "touch": "by touch",
    "smite": "strikes from above",
}
"""What there is to say of how a use reaches its targets."""


def use_text(use: Use) -> str:
    """Say what a use does, how it goes there and how far."""
    words = [effect_text(effect) for effect in use.effects]
    return ", ".join([*words, *_delivery_words(use.delivery)])


def _delivery_words(delivery: Delivery) -> list[str]:
    """Say how a use reaches its targets."""
    words = [SHAPES[delivery.shape]] if delivery.shape in SHAPES else []
    if delivery.range is not None and not delivery.on_user:
        words.append(f"range {delivery.range}")
    if delivery.radius:
        words.append(f"radius {delivery.radius}")
    return words


def effect_text(effect: Effect) -> str:
    """Say in a few words what an effect does; for one without words of its own, its key."""
    return (
        _pool_text(effect)
        or _status_text(effect)
        or _place_text(effect)
        or effect.key.replace("_", " ")
    )


def _pool_text(effect: Effect) -> str:
    """Speak of hit points, mana and charges."""
    match effect:
        case Damage(amount, element):
            return f"{_span(amount)} {element + ' ' if element else ''}damage"
        case Heal(amount):
            return f"restores {_span(amount)} health"
        case RestoreMana(amount):
            return f"restores {_span(amount)} mana"
        case Drain(amount, element):
            return f"drains {_span(amount)} health ({element})"
        case LeechMana(amount):
            return f"takes {_span(amount)} mana for you"
        case BurnMana(amount):
            return f"burns {_span(amount)} mana in its holder"
        case Recharge():
            return "fills up a rod or staff"
        case TeachSpell(spell):
            return f"teaches {spell}"
        case _:
            return ""


def _status_text(effect: Effect) -> str:
    """Speak of statuses."""
    match effect:
        case Slow(penalty, turns):
            plain = number_of(penalty)
            return f"{'slows' if plain > 0 else 'hastens'} by {abs(plain):g} for {_turns(turns)}"
        case DamageOverTime(damage, turns):
            return f"{_strength(damage)} damage a turn for {_turns(turns)}"
        case Confuse(turns):
            return f"confuses for {_turns(turns)}"
        case GrantAttributes():
            added = [f"{name} {plus:+d}" for name in ATTRIBUTES if (plus := getattr(effect, name))]
            return f"{', '.join(added)} for {_turns(effect.turns)}"
        case Afflict(status, turns, strength):
            power = f" ({_strength(strength)})" if number_of(strength) else ""
            return f"{status.lower()}{power} for {_turns(turns)}"
        case Cleanse(status):
            return f"cures {status.lower() or 'what ails one'}"
        case Dispel():
            return "ends helpful magic"
        case _:
            return ""


def _place_text(effect: Effect) -> str:
    """Speak of where things are and of what comes to be."""
    match effect:
        case Knockback(tiles, _, toward):
            far = counted(tiles, "tile")
            return f"draws {far} near" if toward else f"drives {far} away"
        case Teleport(tiles):
            return f"takes to a random place within {counted(tiles, 'tile')}"
        case Leap():
            return "takes you there"
        case TradePlaces():
            return "changes places"
        case Summon(mob, count, turns):
            return f"calls {count} {mob.lower()}{'s' if count > 1 else ''} for {_turns(turns)}"
        case Kindle(hazard) | PlaceRune(hazard):
            return hazard.lower()
        case _:
            return ""


def number_of(strength: Strength) -> float:
    """Return a strength as a number, the mean of one that is rolled."""
    return fixed(strength, NO_POWER).mean if isinstance(strength, Dice | Formula) else strength


def _strength(strength: Strength) -> str:
    """Write a strength."""
    return _span(strength) if isinstance(strength, Dice | Formula) else f"{strength:g}"


def _span(amount: Amount) -> str:
    """Write dice with their bounds, a plain number plainly."""
    dice = fixed(amount, NO_POWER)
    return str(dice) if not dice.count else f"{dice} ({max(0, dice.least)}-{dice.most})"


def _turns(count: int) -> str:
    """Write a number of turns."""
    return counted(count, "turn")
