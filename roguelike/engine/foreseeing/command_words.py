"""Descriptions of the player's commands: "strike the orc", "cast Zap at the rat (3 NE)", "step north"."""

import esper

from roguelike.actions.action import Action
from roguelike.actions.bargaining import Agree
from roguelike.actions.carrying import Drop, Equip, PickUp, TakeOff, items_at
from roguelike.actions.disarming import Disarm
from roguelike.actions.inscribing import Inscribe
from roguelike.actions.item_use import UseItem
from roguelike.actions.melee import Melee
from roguelike.actions.moving import (
    CloseDoor,
    OpenDoor,
    Pass,
    Rest,
    Step,
    Swap,
    TakeStairs,
    is_peaceful,
)
from roguelike.actions.senses import seen_creatures
from roguelike.actions.shooting import Shoot
from roguelike.actions.spell_use import Cast
from roguelike.actions.throwing import Throw
from roguelike.components.items import Item, Magic
from roguelike.components.magic import Use
from roguelike.components.spatial import Door
from roguelike.core.geometry import Point
from roguelike.effects.food import Feed
from roguelike.effects.healing import Heal
from roguelike.effects.learning import TeachSpell
from roguelike.engine.foreseeing.namesakes import COMPASS, exactly_where, whereabouts
from roguelike.world.game import Game
from roguelike.world.names import noun, sees, shown_name
from roguelike.world.space import point_of
from roguelike.world.spells import spell_of

VERBS = {"potion": "drink", "scroll": "read", "rod": "zap", "staff": "zap"}
"""The verb for an item by its name while unidentified."""
WEAPON_SLOTS = ("Melee", "Missile")
DEEDS = ((Feed, "eat"), (TeachSpell, "read"), (Heal, "drink"))
"""The verb for other items, by their effect; the rest are "used"."""


def words_for(game: Game, action: Action) -> str:
    """Describe a command of the player as an order: "step north"."""
    match action:
        case Pass() | Rest():
            return "wait"
        case Step(dx, dy):
            return _step_words(game, dx, dy)
        case Melee(target):
            return f"strike {whom(game, target)}"
        case Shoot(target):
            return f"shoot {whom(game, target)}"
        case Cast(spell, aim):
            return f"cast {_spell_title(game, spell)}{_aim_words(game, aim)}"
        case UseItem(item, aim):
            return f"{_verb(item)} {_thing(game, item)}{_aim_words(game, aim)}"
        case _:
            return _words_for_ways(game, action)


def _words_for_ways(game: Game, action: Action) -> str:
    """Describe a command about doors, stairs or somebody in the way, or one about things."""
    match action:
        case TakeStairs(way):
            return f"take the stairs {'down' if way > 0 else 'up'}"
        case OpenDoor():
            return "open the door"
        case CloseDoor():
            return "close the door"
        case Swap(other):
            return f"change places with {whom(game, other)}"
        case _:
            return _words_for_things(game, action)


def title_for(game: Game, action: Action) -> str:
    """Return the heading for a command of the player: the spell or item that is used, or "Shoot", "Strike"."""
    match action:
        case Cast(name):
            return _spell_title(game, name)
        case UseItem(item) | Throw(item):
            return shown_name(game, item)
        case Shoot():
            return "Shoot"
        case Step():
            return "Go there"
    return "Strike"


def _spell_title(game: Game, name: str) -> str:
    """Return the spell's title with its runes, as the panel shows it."""
    return spell_of(game, game.player, name).title if name in game.content.spells else name


def _words_for_things(game: Game, action: Action) -> str:
    """Describe a command about a thing that is carried, or lies or stands beside the player.

    For all other commands, return the command's name.
    """
    match action:
        case Equip(item):
            return f"{'wield' if _is_weapon(item) else 'wear'} {_thing(game, item)}"
        case TakeOff(item):
            return f"{'put away' if _is_weapon(item) else 'take off'} {_thing(game, item)}"
        case Drop(item):
            return f"drop {_thing(game, item)}"
        case PickUp(item):
            return f"pick up {_lying(game, item)}"
        case Disarm(trap):
            return f"disarm {_thing(game, trap)}"
        case Throw(item, aim):
            return f"throw {_thing(game, item)}{_aim_words(game, aim)}"
        case Inscribe(rune, spell):
            return f"inscribe {_thing(game, rune)}{f' on {_spell_title(game, spell)}' if spell else ''}"
        case Agree(thing, deal):
            return f"{shown_name(game, thing)}: {deal}" if deal else shown_name(game, thing)
        case _:
            return type(action).__name__.lower()


def _is_weapon(item: int) -> bool:
    """Return whether an item is held in the hand rather than worn."""
    kind = esper.try_component(item, Item)
    return kind is not None and kind.slot in WEAPON_SLOTS


def _lying(game: Game, item: int) -> str:
    """Name what lies under the player: one item, or the first and how many more if `item` is 0."""
    here = point_of(game.player)
    lying = items_at(game, here) if here is not None else []
    names = [_thing(game, each) for each in lying if item in (0, each)]
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return f"{names[0]}{more}" if names else "what lies here"


def _thing(game: Game, item: int) -> str:
    """Name an item with its article; a book goes by its title."""
    name = shown_name(game, item)
    return name if noun(game, item).proper else f"the {name}"


def _step_words(game: Game, dx: int, dy: int) -> str:
    """Describe a step: it moves, or opens, strikes or swaps."""
    x, y = point_of(game.player) or (0, 0)
    there = game.level.blockers.get((x + dx, y + dy))
    if there is not None and esper.has_component(there, Door):
        return "open the door"
    if there is not None and there in seen_creatures(game):
        verb = "change places with" if is_peaceful(game, there) else "strike"
        return f"{verb} {whom(game, there)}"
    return f"step {COMPASS[dx, dy][0]}" if (dx, dy) in COMPASS else "wait"


def whom(game: Game, entity: int) -> str:
    """Name a creature, and how far off and where it is if several in view have the same name.

    The distance is always told: these words are read in tables, without the map beside them.
    """
    if entity == game.player:
        return "yourself"
    phrase = noun(game, entity).phrase if sees(game, entity) else "something"
    point = point_of(entity)
    namesakes = [
        place
        for other in seen_creatures(game)
        if noun(game, other).phrase == phrase and (place := point_of(other)) is not None
    ]
    if len(namesakes) < 2 or point is None:
        return phrase
    here = point_of(game.player) or (0, 0)
    where = whereabouts(here, point)
    if sum(whereabouts(here, each) == where for each in namesakes) > 1:
        where = exactly_where(here, point)
    return f"{phrase} ({where})"


def _aim_words(game: Game, aim: Point | None) -> str:
    """Describe the creature or tile aimed at; "" if there is no aim."""
    if aim is None:
        return ""
    there = game.level.blockers.get(aim)
    if there is not None and (there == game.player or there in seen_creatures(game)):
        return f" at {whom(game, there)}"
    return f" at the tile {exactly_where(point_of(game.player) or (0, 0), aim)}"


def _verb(item: int) -> str:
    """Return the verb for using an item, by its name while unidentified or else by its effects."""
    magic, use = esper.try_component(item, Magic), esper.try_component(item, Use)
    if magic is not None:
        return VERBS.get(magic.naming.lower(), "use")
    effects = use.effects if use is not None else ()
    kinds = (verb for kind, verb in DEEDS if any(isinstance(each, kind) for each in effects))
    return next(kinds, "use")
