"""What a use does, in a few words, for tooltips and detail pages: the words of its effects and of its delivery."""

from roguelike.components.magic import Delivery, Use
from roguelike.components.runes import Rune
from roguelike.effects.shapes import SHAPE_WORDS


def use_text(use: Use) -> str:
    """Write what a use does and how far it reaches: "2d6 (2-12) fire damage, range 6, radius 2"."""
    return ", ".join([*(effect.words() for effect in use.effects), *_delivery_words(use.delivery)])


def _delivery_words(delivery: Delivery) -> list[str]:
    """List what there is to say of shape, range and radius, in tiles."""
    words = [SHAPE_WORDS[delivery.shape]] if delivery.shape in SHAPE_WORDS else []
    if delivery.range is not None and not delivery.on_user:
        words.append(f"range {delivery.range}")
    if delivery.radius:
        words.append(f"radius {delivery.radius}")
    if delivery.forks:
        words.append(
            "and at the nearest other enemy" + (f" x{delivery.forks}" * (delivery.forks > 1))
        )
    if delivery.spares == "friends":
        words.append("spares friends")
    if delivery.silent:
        words.append("silent")
    return words


def rune_words(rune: Rune) -> str:
    """Say what a rune does and what that makes of the price: "a blast that goes a tile farther; half as dear again"."""
    parts = []
    if rune.mana_share != 1:
        parts.append(f"its price times {rune.mana_share:g}")
    if rune.mana_plus:
        parts.append(f"{rune.mana_plus} mana more")
    return f"{rune.word}: {rune.does}; {' and '.join(parts) or 'its price as it was'}"
