"""The action mask: the actions that, as far as the player knows, the game would not refuse.

Clear cases are read from the observation; for the rest the game itself is asked, by rehearsal.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from roguelike.actions.action import Action, Done, attempt
from roguelike.actions.carrying import is_priced, items_at
from roguelike.actions.paying import is_in_range, is_open_to_aim
from roguelike.actions.spell_use import affords, power_of
from roguelike.components.magic import Delivery
from roguelike.components.vitals import Pools
from roguelike.core.geometry import DIRECTIONS, Point, distance
from roguelike.core.trial_rolls import ExtremeRolls
from roguelike.effects.foresight.known import as_known
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.effects.identification import is_cursed
from roguelike.lab.environment.action_table import (
    ACTIONS,
    DESCEND,
    DOWN,
    EXPLORE,
    GROW,
    ITEM,
    PICK_UP,
    PLAIN,
    REST,
    SHOOT,
    SPELL,
    UP,
    VERBS,
    WAIT,
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
    Belonging,
    Observer,
    offers_of,
    shown_delivery,
)
from roguelike.lab.environment.targets import FOES, TARGETS
from roguelike.systems.confusion import staggers
from roguelike.world import ecs
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game
from roguelike.world.names import is_noticed
from roguelike.world.space import point_of
from roguelike.world.terrain import WALKABLE, Tile

_CAN_ENTER = bytes((1, *(int(walkable) for walkable in WALKABLE)))
"""By the numbers of `ground`: stepping onto unknown ground may be tried."""
_WAYS = tuple((dx, dy, dy * COLUMNS + dx) for dx, dy in DIRECTIONS)
"""The steps in the order of their verbs, with the index offset in `ground` of each."""
Mask = NDArray[np.int8]


class _Marks:
    """A mask being built: the allowed actions, and those of them that the game has to be asked about."""

    def __init__(self) -> None:
        """Start with no action allowed and none in doubt."""
        self._allowed = bytearray(ACTIONS)
        self.doubtful: list[int] = []

    def allow(self, verb: int, *, unless: bool = False) -> None:
        """Allow a verb that needs no target, except if `unless`."""
        self._allowed[verb * TARGETS] = not unless

    def allow_at(self, numbers: Iterable[int]) -> None:
        """Allow actions by number."""
        for number in numbers:
            self._allowed[number] = True

    def doubt(self, numbers: Iterable[int]) -> None:
        """Allow actions by number, to be checked with the game later."""
        for number in numbers:
            self._allowed[number] = True
            self.doubtful.append(number)

    def forbid(self, number: int) -> None:
        """Forbid an action again."""
        self._allowed[number] = False

    def mask(self) -> Mask:
        """Return the allowed actions as the int8 array that Gymnasium expects, sharing memory."""
        return np.frombuffer(self._allowed, np.int8)


def mask_of(game: Game, eyes: Observer) -> Mask:
    """Mark the actions that, as far as the player knows, would not be refused."""
    marks, forbids = _Marks(), stats_of(game.player).status.forbids
    if "act" in forbids or staggers(game.player):
        _mark_whatever_means_something(marks, game, eyes)
        return marks.mask()
    here = point_of(game.player) or (0, 0)
    _mark_steps(marks, game, eyes, here, is_rooted="move" in forbids)
    _mark_plain(marks, game, eyes, here)
    _mark_shots(marks, game, eyes, here)
    _mark_items(marks, game, eyes, here)
    _mark_spells(marks, game, eyes, here, is_silenced="cast" in forbids)
    for verb in range(GROW, GROW + len(offers_of(game))):
        marks.allow(verb)
    if marks.doubtful:
        _rule_out(marks, game, eyes)
    return marks.mask()


def nothing_but(verb: int) -> Mask:
    """Mark one verb that needs no target, and nothing else."""
    marks = _Marks()
    marks.allow(verb)
    return marks.mask()


def _mark_whatever_means_something(marks: _Marks, game: Game, eyes: Observer) -> None:
    """Mark every action that means anything now: a player who passes or stumbles is refused none of them."""
    for verb in range(VERBS):
        first, count = verb * TARGETS, TARGETS if is_aimed(verb, eyes) else 1
        numbers = range(first, first + count)
        marks.allow_at(each for each in numbers if command_of(each, game, eyes) is not None)


def _mark_steps(marks: _Marks, game: Game, eyes: Observer, here: Point, *, is_rooted: bool) -> None:
    """Mark the steps.

    The result of bumping into somebody in view depends on them alone, so it is rehearsed on the level as it is.
    """
    (x, y), ground, bodies = here, eyes.ground.as_bytes, eyes.bodies
    at = y * COLUMNS + x
    for way, (dx, dy, further) in enumerate(_WAYS):
        there = (x + dx, y + dy)
        if not (_CAN_ENTER[ground[at + further]] or there in bodies):
            continue
        if not (is_rooted or _is_barred(game, eyes, there)):
            marks.allow(way)
        elif there in bodies and game.level.visible[there]:
            marks.allow(way, unless=_is_refused(game, PLAIN[way]))
        else:
            marks.doubt((way * TARGETS,))


def _is_barred(game: Game, eyes: Observer, cell: Point) -> bool:
    """Return whether a creature other than a foe, or a thing that the player knows of, is in the way."""
    blocker = game.level.blockers.get(cell)
    if blocker is None or blocker in eyes.foes:
        return False
    return cell in eyes.bodies or (Pools not in ecs.row(blocker) and is_noticed(blocker))


def _mark_plain(marks: _Marks, game: Game, eyes: Observer, here: Point) -> None:
    """Mark waiting, resting, picking up, the stairs, exploring and the way down."""
    (x, y), ground, bodies = here, eyes.ground.as_bytes, eyes.bodies
    tile = ground[y * COLUMNS + x] - 1
    marks.allow(WAIT)
    marks.allow(REST)
    if lying := items_at(game, here):
        marks.allow(PICK_UP, unless=any(map(is_priced, lying)))
    marks.allow(DOWN, unless=tile != Tile.DOWN_STAIRS)
    marks.allow(UP, unless=tile != Tile.UP_STAIRS)
    if not eyes.foes:
        edge = here if eyes.ground.borders_on_unknown(here) else None
        marks.allow(EXPLORE, unless=not eyes.ways.may_explore(game, eyes.knows, edge, bodies))
    if 1 + Tile.DOWN_STAIRS in ground:
        marks.allow(DESCEND, unless=not eyes.ways.may_descend(game, eyes.knows, eyes.barred))


def _mark_shots(marks: _Marks, game: Game, eyes: Observer, here: Point) -> None:
    """Mark the foes within range of a missile weapon."""
    reach, foes = stats_of(game.player).shot_reach, eyes.targets[: min(FOES, len(eyes.foes))]
    marks.allow_at(
        number
        for number, foe in enumerate(foes, SHOOT * TARGETS)
        if foe is not None and distance(here, foe) <= reach
    )


def _mark_items(marks: _Marks, game: Game, eyes: Observer, here: Point) -> None:
    """Mark the items that can be used, put on or taken off, with their targets."""
    for verb, each in enumerate(eyes.items, ITEM):
        if not each.deed or (each.is_spent and each.deed in (USE, USE_AT)):
            continue
        if each.deed == USE_AT:
            within = _in_reach(game, eyes, shown_delivery(game, each.item), here, verb)
            (marks.doubt if each.is_known else marks.allow_at)(within)
        elif each.deed == USE and each.is_known:
            _mark_use(marks, game, eyes, verb, each)
        else:
            is_fixed = each.deed == TAKE_OFF and each.is_known and is_cursed(each.item)
            marks.allow(verb, unless=is_fixed)


def _mark_use(marks: _Marks, game: Game, eyes: Observer, verb: int, each: Belonging) -> None:
    """Mark the use of a known item that is not aimed, unless it would have no effect."""
    if each.use is not None and each.acts_on_user_alone:
        marks.allow(verb, unless=eyes.idle_uses.does_nothing(game, each.use))
    else:
        marks.doubt((verb * TARGETS,))


def _mark_spells(
    marks: _Marks, game: Game, eyes: Observer, here: Point, *, is_silenced: bool
) -> None:
    """Mark the spells that the player can pay for, with their targets."""
    pools: Pools = ecs.row(game.player)[Pools]
    for verb, spell in enumerate(eyes.spells[:SPELLS], SPELL):
        delivery = spell.use.delivery
        if not affords(pools, spell) or (is_silenced and not delivery.silent):
            continue
        if delivery.aimed:
            marks.doubt(_in_reach(game, eyes, delivery, here, verb))
        elif is_of_one_alone(spell.use):
            power = power_of(spell, game.player)
            marks.allow(verb, unless=does_nothing(game, spell.use, power))
        else:
            marks.doubt((verb * TARGETS,))


def _in_reach(game: Game, eyes: Observer, delivery: Delivery, here: Point, verb: int) -> list[int]:
    """List the action numbers of a verb for those targets that it can be aimed at."""
    return [
        number
        for number, point in enumerate(eyes.targets, verb * TARGETS)
        if point is not None and is_in_range(delivery, here, point) and is_open_to_aim(game, point)
    ]


def _rule_out(marks: _Marks, game: Game, eyes: Observer) -> None:
    """Ask the game about the doubtful actions, on the level as the player knows it; forbid those it would refuse."""
    with as_known(game, game.player):
        for number in marks.doubtful:
            command = command_of(number, game, eyes)
            if command is None or _is_refused(game, command):
                marks.forbid(number)


def _is_refused(game: Game, command: Action) -> bool:
    """Return whether the game would refuse a command or ask for more, without changing anything."""
    with rehearsing(game, ExtremeRolls(high=True, lucky=True)):
        return not isinstance(attempt(command, game.player, game), Done)
