"""The action mask: the actions that, as far as the player knows, the game would not refuse.

No rule stands here: each action is asked, by letting it begin. What concerns the player alone is asked again only when
something of the player has changed, all else at every step; what the player does not see is asked on the level as they
know it.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from roguelike.actions.action import Action, Done, attempt
from roguelike.actions.paying import is_for_user_alone
from roguelike.actions.shooting import Shoot
from roguelike.components.magic import KnownSpells
from roguelike.components.statuses import Statuses
from roguelike.components.vitals import HungerClock, Pools
from roguelike.core.effect import Effect
from roguelike.core.geometry import DIRECTIONS
from roguelike.core.records import field_names
from roguelike.core.trial_rolls import ExtremeRolls
from roguelike.effects.food import is_full
from roguelike.effects.foresight.known import as_known
from roguelike.lab.environment.action_table import (
    ACTIONS,
    DESCEND,
    EXPLORE,
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
from roguelike.lab.environment.observation import SPELLS, Observer, offers_of
from roguelike.lab.environment.targets import FOES, TARGETS
from roguelike.systems.confusion import staggers
from roguelike.world import ecs
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Cause, Change, Game, Targets
from roguelike.world.space import point_of
from roguelike.world.terrain import Tile

Mask = NDArray[np.int8]
_WAYS = tuple((dx, dy, dy * COLUMNS + dx) for dx, dy in DIRECTIONS)
"""The steps in the order of their verbs, with the index offset in `ground` of each."""


class BegunError(Exception):
    """Raised by an action that begins: it is not refused."""


class Asked(Game, eq=False):
    """A game in which actions are begun, but never carried out.

    A performer checks everything before it makes a change or pushes an effect. So the first of either, other than in a
    rehearsal of its own, says that the action would be done, and nothing has to be undone.
    """

    begun_in: int = 0
    """The pretences in force when the action began; whatever happens in further ones is only rehearsed."""

    @classmethod
    def of(cls, game: Game) -> "Asked":
        """Return the same game, to be asked."""
        asked = cls(*(getattr(game, name) for name in field_names(Game)))
        asked.rng = ExtremeRolls(high=True, lucky=True)
        return asked

    def allows(self, command: Action | None) -> bool:
        """Return whether the game would carry out a command, rather than refuse it or ask for more."""
        if command is None:
            return False
        self.begun_in, number = self.pretences, ecs.next_id()
        try:
            return isinstance(attempt(command, self.player, self), Done)
        except BegunError:
            return True
        finally:
            ecs.set_next_id(number)

    def change(self, change: Change) -> None:
        """Apply a change of a rehearsal. Raises BegunError for any other."""
        if self.pretences == self.begun_in:
            raise BegunError
        Game.change(self, change)

    def push(self, effect: Effect, targets: Targets, source: int, cause: Cause) -> None:
        """Append an effect of a rehearsal. Raises BegunError for any other."""
        if self.pretences == self.begun_in:
            raise BegunError
        Game.push(self, effect, targets, source, cause)


def mask_of(game: Game, eyes: Observer) -> Mask:
    """Mark the actions that, as far as the player knows, would not be refused."""
    forbids = stats_of(game.player).forbids
    if "act" in forbids or staggers(game.player):  # who passes or stumbles is refused nothing
        every = (number for verb in range(VERBS) for number in _numbers(verb, eyes))
        return _marked(each for each in every if command_of(each, game, eyes) is not None)
    asked = Asked.of(game)
    plain, unseen = _plain(asked, eyes, is_rooted="move" in forbids)
    own, others = _own(asked, eyes)
    doubtful = [*unseen, *(number for verb in others for number in _numbers(verb, eyes))]
    return _marked([*plain, *_walks(game, eyes), *own, *_as_known(asked, eyes, doubtful)])


def nothing_but(verb: int) -> Mask:
    """Mark one verb that needs no target, and nothing else."""
    return _marked((verb * TARGETS,))


def _marked(numbers: Iterable[int]) -> Mask:
    """Return the int8 array that Gymnasium expects, with these actions allowed."""
    allowed = bytearray(ACTIONS)
    for number in numbers:
        allowed[number] = True
    return np.frombuffer(allowed, np.int8)


def _numbers(verb: int, eyes: Observer) -> Iterator[int]:
    """Yield the actions of a verb: one for each target if it is aimed."""
    first = verb * TARGETS
    if not is_aimed(verb, eyes):
        yield first
        return
    yield from (first + target for target, point in enumerate(eyes.targets) if point is not None)


def _plain(asked: Asked, eyes: Observer, *, is_rooted: bool) -> tuple[list[int], list[int]]:
    """List what is allowed of steps, waiting, resting, picking up, stairs and shots, and what is not in view.

    A step onto unknown ground may be tried.
    """
    x, y = point_of(asked.player) or (0, 0)
    at, ground, visible = y * COLUMNS + x, eyes.ground.as_bytes, asked.level.visible
    allowed: list[int] = []
    unseen: list[int] = []
    for way, (dx, dy, further) in enumerate(_WAYS):
        if visible[x + dx, y + dy]:
            if asked.allows(PLAIN[way]):
                allowed.append(way * TARGETS)
        elif ground[at + further] or (x + dx, y + dy) in eyes.bodies:
            unseen.append(way * TARGETS)
        elif not is_rooted:
            allowed.append(way * TARGETS)
    shots = map(Shoot, eyes.foes[:FOES])
    others = [
        *((verb * TARGETS, PLAIN[verb]) for verb in range(len(_WAYS), len(PLAIN))),
        *enumerate(shots, SHOOT * TARGETS),
    ]
    return allowed + [number for number, command in others if asked.allows(command)], unseen


def _walks(game: Game, eyes: Observer) -> Iterator[int]:
    """Yield exploring and the way down, where there is anything left to walk to."""
    here = point_of(game.player) or (0, 0)
    if not eyes.foes:
        edge = here if eyes.ground.borders_on_unknown(here) else None
        if eyes.ways.may_explore(game, eyes.knows, edge, eyes.bodies):
            yield EXPLORE * TARGETS
    is_way_known = 1 + Tile.DOWN_STAIRS in eyes.ground.as_bytes
    if is_way_known and eyes.ways.may_descend(game, eyes.knows, eyes.barred):
        yield DESCEND * TARGETS


def _own(asked: Asked, eyes: Observer) -> tuple[list[int], list[int]]:
    """List what is allowed of all that concerns the player alone, and the other verbs of items and spells.

    Kept until something of the player changes.
    """
    row, stats, here = ecs.row(asked.player), stats_of(asked.player), point_of(asked.player)
    is_seen = here is not None and bool(asked.level.visible[here])  # the blind are told less
    pools, statuses = row[Pools], row[Statuses].entities
    of_player = (
        (pools.hp, pools.max_hp, pools.mana, pools.max_mana, is_full(row[HungerClock])),
        (stats, statuses.copy(), asked.turn if statuses else 0, is_seen),
        (row[KnownSpells].spells.copy(), eyes.spells, eyes.items, offers_of(asked)),
    )
    if eyes.kept_for != of_player:
        items = range(ITEM, ITEM + len(eyes.items))
        verbs = [*items, *range(SPELL, SPELL + min(SPELLS, len(eyes.spells)))]
        own = [verb for verb in verbs if _is_own(verb, eyes)]
        numbers = [verb * TARGETS for verb in (*own, *range(GROW, VERBS))]
        eyes.kept_for = of_player
        eyes.kept = (
            [each for each in numbers if asked.allows(command_of(each, asked, eyes))],
            [verb for verb in verbs if verb not in own],
        )
    return eyes.kept


def _is_own(verb: int, eyes: Observer) -> bool:
    """Return whether the use of an item or a spell depends on the player alone, and on nothing around."""
    if verb < SPELL:
        return eyes.items[verb - ITEM].is_own
    use = eyes.spells[verb - SPELL].use
    return not use.delivery.aimed and is_for_user_alone(use)


def _as_known(asked: Asked, eyes: Observer, numbers: Sequence[int]) -> list[int]:
    """List those of the actions that are allowed on the level as the player knows it."""
    if not numbers:
        return []
    with as_known(asked, asked.player):
        return [each for each in numbers if asked.allows(command_of(each, asked, eyes))]
