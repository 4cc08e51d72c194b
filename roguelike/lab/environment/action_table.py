"""Actions by number: what to do, and where to point it.

An action is `verb * TARGETS + target`. Verbs that need no target are allowed with target 0 only, so a policy may have
one head over all actions, or one head for the verb and a second for the target.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from roguelike.actions.carrying import items_at
from roguelike.components.magic import Delivery
from roguelike.components.vitals import Pools
from roguelike.core.geometry import DIRECTIONS, Point, distance
from roguelike.engine.autopilot.explore import known_stairs, next_exploring
from roguelike.engine.autopilot.travel import way_to
from roguelike.engine.commands import (
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
    COLUMNS,
    EQUIP,
    ITEMS,
    OFFERS,
    SPELLS,
    TAKE_OFF,
    USE,
    USE_AT,
    Observer,
    offers_of,
    shown_delivery,
)
from roguelike.lab.environment.targets import FOES, TARGETS
from roguelike.world import ecs
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game
from roguelike.world.space import point_of
from roguelike.world.spells import ready_spells
from roguelike.world.terrain import WALKABLE, Tile

PLAIN: tuple[Action, ...] = (
    *(Step(dx, dy) for dx, dy in DIRECTIONS),
    Pass(),
    Rest(),
    PickUp(),
    TakeStairs(1),
    TakeStairs(-1),
)
EXPLORE, DESCEND = len(PLAIN), len(PLAIN) + 1
"""One turn of exploring, and one on the known way down: what the game's own keys do, a turn at a time."""
SHOOT = DESCEND + 1
ITEM = SHOOT + 1
SPELL = ITEM + ITEMS
GROW = SPELL + SPELLS
"""Taking the first, second or third of what a new level offers."""
VERBS = GROW + OFFERS
ACTIONS = VERBS * TARGETS
VERB_NAMES: tuple[str, ...] = (
    *("north", "east", "south", "west", "northeast", "southeast", "southwest", "northwest"),
    *("wait", "rest", "pick up", "down", "up", "explore", "descend", "shoot"),
    *(f"item {place}" for place in range(1, ITEMS + 1)),
    *(f"spell {place}" for place in range(1, SPELLS + 1)),
    *(f"offer {place}" for place in range(1, OFFERS + 1)),
)
_CAN_ENTER = bytes((1, *(int(walkable) for walkable in WALKABLE)))
"""By the numbers of `ground`: the unknown may be tried."""


def command_of(number: int, game: Game, eyes: Observer) -> Action | None:
    """Return the game's command for an action; None when there is nothing that it could mean now.

    Raises:
        ValueError: there is no action of that number.
    """
    if not 0 <= number < ACTIONS:
        raise ValueError(f"there is no action {number}: they are 0 to {ACTIONS - 1}")
    verb, target = divmod(number, TARGETS)
    if verb < EXPLORE:
        return PLAIN[verb]
    if verb == EXPLORE:
        return next_exploring(game)
    if verb == DESCEND:
        return _descent(game)
    if verb == SHOOT:
        return Shoot(eyes.foes[target]) if target < min(FOES, len(eyes.foes)) else None
    if verb < SPELL:
        return _with_item(verb - ITEM, target, eyes)
    if verb >= GROW:
        offers = offers_of(game)[verb - GROW : verb - GROW + 1]
        return ChooseOffer(offers[0]) if offers else None
    spells = ready_spells(game, game.player)
    place = verb - SPELL
    if place >= len(spells):
        return None
    aimed = spells[place].use.delivery.aimed
    return Cast(spells[place].name, eyes.targets[target] if aimed else None)


def _descent(game: Game) -> Action | None:
    """Return the next step on the known way down, or the taking of the stairs; None without a way."""
    stairs, here = known_stairs(game, 1), point_of(game.player)
    if here is None or here in stairs:
        return TakeStairs(1)
    way = next((way for spot in stairs if (way := way_to(game, spot))), None)
    return Step(way[0][0] - here[0], way[0][1] - here[1]) if way else None


_DEEDS: dict[int, Callable[[int], Action]] = {USE: UseItem, EQUIP: Equip, TAKE_OFF: TakeOff}


def _with_item(place: int, target: int, eyes: Observer) -> Action | None:
    """Return what one does with an item: take it off, put it on, use it, or use it at a target."""
    if place >= len(eyes.items):
        return None
    item, deed = eyes.items[place][0], int(eyes.pack[place, 4])
    if deed == USE_AT:
        at = eyes.targets[target]
        return UseItem(item, at) if at is not None else None
    return _DEEDS[deed](item) if deed else None


def mask_of(game: Game, eyes: Observer) -> NDArray[np.int8]:
    """Mark the actions that, for all the player knows, would not be refused; cheap, so a few still are."""
    mask = np.zeros((VERBS, TARGETS), np.int8)
    here = point_of(game.player) or (0, 0)
    mask[:SHOOT, 0] = _plain_mask(game, eyes, here)
    near = [distance(here, point) if point is not None else np.inf for point in eyes.targets]
    reach = stats_of(game.player).shot_reach
    mask[SHOOT, :FOES] = [gap <= reach for gap in near[:FOES]]
    for place, (item, _) in enumerate(eyes.items):
        deed = int(eyes.pack[place, 4])
        if deed == USE_AT:
            mask[ITEM + place] = _in_reach(shown_delivery(game, item), near)
        else:
            mask[ITEM + place, 0] = deed > 0
    mana = ecs.row(game.player)[Pools].mana
    for place, spell in enumerate(ready_spells(game, game.player)[:SPELLS]):
        delivery = spell.use.delivery
        if spell.mana_cost > mana:
            continue
        if delivery.aimed:
            mask[SPELL + place] = _in_reach(delivery, near)
        else:
            mask[SPELL + place, 0] = 1
    mask[GROW : GROW + len(offers_of(game)), 0] = 1
    return mask.reshape(-1)


def _plain_mask(game: Game, eyes: Observer, here: Point) -> list[bool]:
    """Mark steps, waiting, stairs, exploring and the way down."""
    x, y = here
    at, ground = y * COLUMNS + x, eyes.ground
    tile = ground[at] - 1
    steps = [
        bool(_CAN_ENTER[ground[at + dy * COLUMNS + dx]]) or (x + dx, y + dy) in eyes.bodies
        for dx, dy in DIRECTIONS
    ]
    return [
        *steps,
        True,
        True,
        bool(items_at(game, here)),
        tile == Tile.DOWN_STAIRS,
        tile == Tile.UP_STAIRS,
        not eyes.foes,
        1 + Tile.DOWN_STAIRS in ground,
    ]


def _in_reach(delivery: Delivery, near: list[float]) -> list[bool]:
    """Mark the targets within the range of something aimed."""
    return [gap <= (delivery.range or 0) for gap in near]
