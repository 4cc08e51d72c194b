"""Short descriptions of uses for tooltips and detail pages, from the words of their effects and deliveries."""

from collections.abc import Sequence
from operator import ge

import esper

from roguelike.actions.throwing import burst_of, flight_of, shatters
from roguelike.components.combat import Weapon
from roguelike.components.magic import Delivery, Use
from roguelike.components.runes import Bleed, Rune
from roguelike.components.statuses import StatusTemplate
from roguelike.core.effect import Effect
from roguelike.core.grammar import counted
from roguelike.core.records import replace
from roguelike.effects.afflictions import Slow
from roguelike.effects.shapes import SHAPE_WORDS
from roguelike.effects.standing import MoveStanding, faction_of
from roguelike.effects.statuses import Afflict, Cleanse
from roguelike.effects.words import mean_of, tiles_words
from roguelike.world.content import Content
from roguelike.world.game import Game
from roguelike.world.names import is_known

SPARED = {"friends": "friends", "self": "its caster"}
"""Whom a delivery spares, where that is worth mentioning."""


def use_text(use: Use, content: Content) -> str:
    """Describe what a use does and how far it reaches: "2d6 (2-12) fire damage, range 6, radius 2"."""
    return ", ".join(use_parts(use, content))


def use_parts(use: Use, content: Content) -> list[str]:
    """List what a use does and how far it reaches, part by part."""
    shown = [effect for effect in use.effects if not _is_outdone(effect, use.effects)]
    words = [effect_words(effect, content) for effect in shown]
    return [*words, *_delivery_words(use.delivery)]


def effect_words(effect: Effect, content: Content) -> str:
    """Describe an effect with statuses and factions as players know them: "afraid for 4 turns" for Feared."""
    match effect:
        case Afflict(status=name) | Cleanse(status=name) if name:
            return replace(effect, status=called(content.status(name))).words()
        case MoveStanding():
            return effect.words_of(content.called(faction_of(content, effect)))
        case _:
            return effect.words()


def called(status: StatusTemplate) -> str:
    """Return the name of a status within a sentence."""
    return status.label or status.name.lower()


def _is_outdone(effect: Effect, effects: Sequence[Effect]) -> bool:
    """Return whether an effect is made useless by another of the same use, as a slow by a worse one."""
    match effect:
        case Slow(penalty, turns):
            mine = mean_of(penalty), turns
            slows = [(mean_of(each.penalty), each.turns) for each in effects if type(each) is Slow]
            return any(all(map(ge, other, mine)) and other != mine for other in slows)
        case Afflict(status, turns, strength) if not mean_of(strength):
            lasting = [each for each in effects if type(each) is Afflict and each.status == status]
            return any(each.turns > turns for each in lasting)
        case _:
            return False


def _delivery_words(delivery: Delivery) -> list[str]:
    """Describe shape, range and radius, in tiles."""
    words = [SHAPE_WORDS[delivery.shape]] if delivery.shape in SHAPE_WORDS else []
    if delivery.range is not None and not delivery.on_user:
        words.append(f"range {delivery.range}")
    words += _size_words(delivery)
    if delivery.forks:
        words.append(
            "and at the nearest other enemy" + (f" x{delivery.forks}" * (delivery.forks > 1))
        )
    if delivery.spares in SPARED:
        words.append(f"spares {SPARED[delivery.spares]}")
    if delivery.silent:
        words.append("silent")
    return words


def _size_words(delivery: Delivery) -> list[str]:
    """Describe the size: for a chain how many it strikes and how far it leaps, for a wall its width."""
    if delivery.shape == "chain":
        return [f"{delivery.count} at most, each within {tiles_words(delivery.radius)} of the last"]
    if delivery.shape == "wall":
        return [f"{tiles_words(2 * delivery.radius + 1)} wide"]
    return [f"radius {delivery.radius}"] if delivery.radius else []


def throw_words(game: Game, item: int) -> tuple[str, ...]:
    """Describe how far a carried item would fly, and its effect as far as the player knows it."""
    words = [f"Flies {counted(flight_of(game.player, item).range or 0, 'tile')}."]
    use = esper.try_component(item, Use)
    weapon = esper.try_component(item, Weapon)
    if not is_known(game, item):
        words.append("Nobody knows what will come of it.")
    elif use is not None and shatters(item):
        words.append(f"Breaks: {use_text(burst_of(use), game.content)}.")
    elif weapon is not None and weapon.reach_tiles is None:
        words.append("Strikes as in your hand, and lies there.")
    else:
        words.append("Lies where it comes down.")
    return tuple(words)


def rune_words(rune: Rune) -> str:
    """Describe a rune and its effect on the price: "a blast that goes a tile farther; half as dear again"."""
    parts = []
    if rune.mana_share != 1:
        parts.append(f"its price times {rune.mana_share:g}")
    if rune.mana_plus:
        parts.append(f"{rune.mana_plus} mana more")
    if not parts and not any(isinstance(each, Bleed) for each in rune.rewrites):
        parts.append("its price as it was")
    return "; ".join([f"{rune.word}: {rune.does}", *filter(None, [" and ".join(parts)])])
