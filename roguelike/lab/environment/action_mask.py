"""The mask: actions that, for all the player knows, the game would not refuse.

What is plain is read from the observation; of the rest the game itself is asked, by rehearsal.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from roguelike.actions.action import Action, Done, attempt
from roguelike.actions.carrying import is_priced, items_at
from roguelike.actions.paying import is_in_range, is_open_to_aim
from roguelike.actions.spell_use import affords, power_of
from roguelike.components.items import Charges
from roguelike.components.magic import Delivery, Use
from roguelike.components.vitals import Pools
from roguelike.core.geometry import DIRECTIONS, Point, distance
from roguelike.core.trial_rolls import ExtremeRolls
from roguelike.effects.foresight.known import as_known
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.effects.identification import is_cursed
from roguelike.lab.environment.action_table import (
    GROW,
    ITEM,
    PLAIN,
    SHOOT,
    SPELL,
    VERBS,
    command_of,
    is_aimed,
)
from roguelike.lab.environment.ground import COLUMNS
from roguelike.lab.environment.idle_uses import does_nothing, is_of_one_alone
from roguelike.lab.environment.observation import (
    SPELLS,
    TAKE_OFF,
    USE,
    USE_AT,
    Observer,
    offers_of,
    shown_delivery,
)
from roguelike.lab.environment.targets import FOES, TARGETS
from roguelike.systems.confusion import staggers
from roguelike.world import ecs
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game
from roguelike.world.names import is_known, is_noticed
from roguelike.world.space import point_of
from roguelike.world.terrain import WALKABLE, Tile

_CAN_ENTER = bytes((1, *(int(walkable) for walkable in WALKABLE)))
"""By the numbers of `ground`: the unknown may be tried."""
Mask = NDArray[np.int8]


def mask_of(game: Game, eyes: Observer) -> Mask:
    """Mark the actions that, for all the player knows, would not be refused."""
    if _acts_otherwise(game.player):
        return _mark_whatever_means_something(game, eyes)
    mask = np.zeros((VERBS, TARGETS), np.int8)
    here = point_of(game.player) or (0, 0)
    doubtful: list[tuple[int, int]] = []
    mask[:SHOOT, 0] = _plain_mask(game, eyes, here, doubtful)
    reach = stats_of(game.player).shot_reach
    mask[SHOOT, :FOES] = [
        point is not None and distance(here, point) <= reach for point in eyes.targets[:FOES]
    ]
    _mark_items(mask, game, eyes, here, doubtful)
    _mark_spells(mask, game, eyes, here, doubtful)
    mask[GROW : GROW + len(offers_of(game)), 0] = 1
    if doubtful:
        _rule_out(mask, game, eyes, doubtful)
    return mask.reshape(-1)


def nothing_but(verb: int) -> Mask:
    """Mark one verb that needs no target, and nothing else."""
    mask = np.zeros((VERBS, TARGETS), np.int8)
    mask[verb, 0] = 1
    return mask.reshape(-1)


def _acts_otherwise(player: int) -> bool:
    """Return whether the player passes or stumbles whatever is chosen: then nothing is refused."""
    return "act" in stats_of(player).forbids or staggers(player)


def _mark_whatever_means_something(game: Game, eyes: Observer) -> Mask:
    """Mark every action that has a meaning now: of one who passes or stumbles, none of them is refused."""
    mask = np.zeros((VERBS, TARGETS), np.int8)
    for verb in range(VERBS):
        for target in range(TARGETS if is_aimed(verb, eyes) else 1):
            mask[verb, target] = command_of(verb * TARGETS + target, game, eyes) is not None
    return mask.reshape(-1)


def _plain_mask(
    game: Game, eyes: Observer, here: Point, doubtful: list[tuple[int, int]]
) -> list[bool]:
    """Mark steps, waiting, stairs, exploring and the way down; note the steps that are `doubtful`."""
    x, y = here
    ground = eyes.ground
    tile = ground[y * COLUMNS + x] - 1
    lying = items_at(game, here)
    return [
        *_steps(game, eyes, here, doubtful),
        True,
        True,
        bool(lying) and not any(map(is_priced, lying)),
        tile == Tile.DOWN_STAIRS,
        tile == Tile.UP_STAIRS,
        not eyes.foes and eyes.ways.may_explore(game, eyes.knows, eyes.bodies),
        1 + Tile.DOWN_STAIRS in ground and eyes.ways.may_descend(game, eyes.knows, eyes.bodies),
    ]


def _steps(game: Game, eyes: Observer, here: Point, doubtful: list[tuple[int, int]]) -> list[bool]:
    """Mark the steps; note those that are `doubtful`.

    What comes of bumping into somebody in view lies with them alone: for that the level need not be as known.
    """
    x, y = here
    at, ground, visible = y * COLUMNS + x, eyes.ground, game.level.visible
    steps = [
        bool(_CAN_ENTER[ground[at + dy * COLUMNS + dx]]) or (x + dx, y + dy) in eyes.bodies
        for dx, dy in DIRECTIONS
    ]
    rooted = "move" in stats_of(game.player).forbids
    for way, (dx, dy) in enumerate(DIRECTIONS):
        there = (x + dx, y + dy)
        if not steps[way] or not (rooted or _is_barred(game, eyes, there)):
            continue
        if there in eyes.bodies and visible[there]:
            steps[way] = not _is_refused(game, PLAIN[way])
        else:
            doubtful.append((way, 0))
    return steps


def _is_barred(game: Game, eyes: Observer, cell: Point) -> bool:
    """Return whether somebody, or something that the player knows of, is in the way: unless it is a foe."""
    blocker = game.level.blockers.get(cell)
    if blocker is None or blocker in eyes.foes:
        return False
    return cell in eyes.bodies or (Pools not in ecs.row(blocker) and is_noticed(blocker))


def _mark_items(
    mask: Mask, game: Game, eyes: Observer, here: Point, doubtful: list[tuple[int, int]]
) -> None:
    """Mark what can be used, at what, put on or taken off; note what is `doubtful`."""
    for place, (item, _) in enumerate(eyes.items):
        verb, deed, row = ITEM + place, int(eyes.pack[place, 4]), ecs.row(item)
        charges: Charges | None = row.get(Charges)
        if not deed or (deed in (USE, USE_AT) and charges is not None and charges.left < 1):
            continue
        known = is_known(game, item)
        if deed == USE_AT:
            mask[verb] = _in_reach(game, shown_delivery(game, item), eyes.targets, here)
        else:
            mask[verb, 0] = not (known and deed == TAKE_OFF and is_cursed(item))
        if not known or deed not in (USE, USE_AT):
            continue
        if deed == USE and is_of_one_alone(row[Use]):
            mask[verb, 0] = not eyes.idle_uses.does_nothing(game, row[Use])
        else:
            doubtful += [(verb, target) for target in range(TARGETS) if mask[verb, target]]


def _mark_spells(
    mask: Mask, game: Game, eyes: Observer, here: Point, doubtful: list[tuple[int, int]]
) -> None:
    """Mark the spells that the player can pay for, and at what; note what is `doubtful`."""
    pools: Pools = ecs.row(game.player)[Pools]
    silenced = "cast" in stats_of(game.player).forbids
    for place, spell in enumerate(eyes.spells[:SPELLS]):
        verb, delivery = SPELL + place, spell.use.delivery
        if not affords(pools, spell) or (silenced and not delivery.silent):
            continue
        if delivery.aimed:
            mask[verb] = _in_reach(game, delivery, eyes.targets, here)
        else:
            mask[verb, 0] = 1
        if is_of_one_alone(spell.use):
            mask[verb, 0] = not does_nothing(game, spell.use, power_of(spell, game.player))
        else:
            doubtful += [(verb, target) for target in range(TARGETS) if mask[verb, target]]


def _in_reach(
    game: Game, delivery: Delivery, targets: Sequence[Point | None], here: Point
) -> list[bool]:
    """Mark the targets that something can be aimed at."""
    return [
        point is not None and is_in_range(delivery, here, point) and is_open_to_aim(game, point)
        for point in targets
    ]


def _rule_out(mask: Mask, game: Game, eyes: Observer, doubtful: Sequence[tuple[int, int]]) -> None:
    """Ask the game of what is doubtful, on the level as the player knows it, and take out what it would refuse."""
    with as_known(game, game.player):
        for verb, target in doubtful:
            command = command_of(verb * TARGETS + target, game, eyes)
            mask[verb, target] = command is not None and not _is_refused(game, command)


def _is_refused(game: Game, command: Action) -> bool:
    """Return whether the game would refuse a command, or ask for more; nothing is left of it."""
    with rehearsing(game, ExtremeRolls(high=True, lucky=True)):
        return not isinstance(attempt(command, game.player, game), Done)
