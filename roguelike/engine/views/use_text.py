"""What a use does, in a few words, for tooltips and detail pages: the words of its effects and of its delivery."""

from roguelike.components.magic import Delivery, Use
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
    return words
