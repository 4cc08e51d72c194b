"""What a use does, in a few words, for tooltips and detail pages: the words of its effects and of its delivery."""

import esper

from roguelike.actions.throwing import burst_of, flight_of, shatters
from roguelike.components.combat import Weapon
from roguelike.components.magic import Delivery, Use
from roguelike.components.runes import Rune
from roguelike.core.grammar import counted
from roguelike.effects.shapes import SHAPE_WORDS
from roguelike.world.game import Game
from roguelike.world.names import is_known


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


def throw_words(game: Game, item: int) -> tuple[str, ...]:
    """Say how far a carried thing would fly, and what would come of it there as far as the player knows it."""
    words = [f"Flies {counted(flight_of(game.player, item).range or 0, 'tile')}."]
    use = esper.try_component(item, Use)
    weapon = esper.try_component(item, Weapon)
    if not is_known(game, item):
        words.append("What comes of it, nobody knows.")
    elif use is not None and shatters(item):
        words.append(f"Breaks: {use_text(burst_of(use))}.")
    elif weapon is not None and weapon.reach_tiles is None:
        words.append("Strikes as in your hand, and lies there.")
    else:
        words.append("Lies where it comes down.")
    return tuple(words)


def rune_words(rune: Rune) -> str:
    """Say what a rune does and what that makes of the price: "a blast that goes a tile farther; half as dear again"."""
    parts = []
    if rune.mana_share != 1:
        parts.append(f"its price times {rune.mana_share:g}")
    if rune.mana_plus:
        parts.append(f"{rune.mana_plus} mana more")
    return f"{rune.word}: {rune.does}; {' and '.join(parts) or 'its price as it was'}"
