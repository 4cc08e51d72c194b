"""Actions by number: what to do, and where to aim it.

An action is `verb * TARGETS + target`. Verbs that need no target accept only target 0, so that a policy with one head
has no two actions that mean the same; for a second head over the targets see `TwoHeads`.
"""

from collections.abc import Callable

from roguelike.actions.action import ACTIONS as ACTION_KINDS
from roguelike.core.geometry import DIRECTIONS
from roguelike.engine.play.commands import (
    Action,
    Cast,
    ChooseOffer,
    Equip,
    Pass,
    PickUp,
    Rest,
    Shoot,
    Step,
    TakeOff,
    TakeStairs,
    UseItem,
)
from roguelike.lab.environment.observation import (
    EQUIP,
    FOES,
    ITEMS,
    OFFERS,
    SPELLS,
    TAKE_OFF,
    TARGETS,
    USE,
    USE_AT,
    Observer,
    offers_of,
)
from roguelike.lab.environment.ways import exploring
from roguelike.lab.other_kinds import others
from roguelike.world.game import Game

PLAIN: tuple[Action, ...] = (
    *(Step(dx, dy) for dx, dy in DIRECTIONS),
    Pass(),
    Rest(),
    PickUp(),
    TakeStairs(1),
    TakeStairs(-1),
)
WAIT, REST, PICK_UP, DOWN, UP = range(len(DIRECTIONS), len(PLAIN))
EXPLORE, DESCEND = len(PLAIN), len(PLAIN) + 1
"""One turn of exploring, and one of walking the known way down: what the game's own keys do, a turn at a time."""
SHOOT = DESCEND + 1
ITEM = SHOOT + 1
SPELL = ITEM + ITEMS
GROW = SPELL + SPELLS
"""Taking the first, second or third offer of a new level."""
OTHER = GROW + OFFERS
OTHERS: tuple[Action, ...] = tuple(ACTION_KINDS[name]() for name in others())
"""Whatever else there is to do that leaves nothing to choose; new kinds come last."""
VERBS = OTHER + len(OTHERS)
ACTIONS = VERBS * TARGETS
VERB_NAMES: tuple[str, ...] = (
    *("north", "east", "south", "west", "northeast", "southeast", "southwest", "northwest"),
    *("wait", "rest", "pick up", "down", "up", "explore", "descend", "shoot"),
    *(f"item {place}" for place in range(1, ITEMS + 1)),
    *(f"spell {place}" for place in range(1, SPELLS + 1)),
    *(f"offer {place}" for place in range(1, OFFERS + 1)),
    *others(),
)


def command_of(number: int, game: Game, eyes: Observer) -> Action | None:
    """Return the game's command for an action; None if it means nothing now.

    Raises:
        ValueError: there is no action of that number.
    """
    if not 0 <= number < ACTIONS:
        raise ValueError(f"there is no action {number}: they are 0 to {ACTIONS - 1}")
    verb, target = divmod(number, TARGETS)
    if target and not is_aimed(verb, eyes):
        return None
    if verb < EXPLORE:
        return PLAIN[verb]
    if verb == EXPLORE:
        return None if eyes.foes else exploring(game, eyes.bodies)
    if verb == DESCEND:
        return eyes.ways.descent(game, eyes.knows, eyes.barred)
    if verb == SHOOT:
        return Shoot(eyes.foes[target]) if target < min(FOES, len(eyes.foes)) else None
    if verb < SPELL:
        return _with_item(verb - ITEM, target, eyes)
    if verb >= OTHER:
        return OTHERS[verb - OTHER]
    if verb >= GROW:
        offers = offers_of(game)[verb - GROW : verb - GROW + 1]
        return ChooseOffer(offers[0]) if offers else None
    return _cast(verb - SPELL, target, eyes)


def is_aimed(verb: int, eyes: Observer) -> bool:
    """Return whether a verb takes a target now: shooting does, and those items and spells that are aimed."""
    if verb == SHOOT:
        return True
    if ITEM <= verb < SPELL:
        return any(each.deed == USE_AT for each in eyes.items[verb - ITEM : verb - ITEM + 1])
    spells = eyes.spells[verb - SPELL : verb - SPELL + 1] if SPELL <= verb < GROW else ()
    return any(spell.use.delivery.aimed for spell in spells)


def _cast(place: int, target: int, eyes: Observer) -> Action | None:
    """Return the command for a spell, perhaps at a target; None if there is none."""
    if place >= len(eyes.spells):
        return None
    spell = eyes.spells[place]
    if not spell.use.delivery.aimed:
        return Cast(spell.name)
    at = eyes.targets[target]
    return Cast(spell.name, at) if at is not None else None


_DEEDS: dict[int, Callable[[int], Action]] = {USE: UseItem, EQUIP: Equip, TAKE_OFF: TakeOff}


def _with_item(place: int, target: int, eyes: Observer) -> Action | None:
    """Return the command for an item: take it off, put it on, or use it, perhaps at a target; None if there is none."""
    if place >= len(eyes.items):
        return None
    item, deed = eyes.items[place].item, eyes.items[place].deed
    if deed == USE_AT:
        at = eyes.targets[target]
        return UseItem(item, at) if at is not None else None
    return _DEEDS[deed](item) if deed else None
