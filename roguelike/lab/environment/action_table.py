"""Actions by number: what to do, and where to aim it.

An action is `verb * TARGETS + target`. Verbs that need no target accept only target 0, so that no two actions mean the
same.

The action mask has the actions that, as far as the player knows, the game would not refuse. No rule stands here: each
action is asked, by letting it begin. What concerns the player alone is asked again only when something of the player
has changed, all else at every step; what the player does not see is asked on the level as they know it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roguelike.actions import acting, growing, moving, paying, shooting
from roguelike.components import magic, spatial, vitals
from roguelike.components.statuses import Statuses
from roguelike.core import trial_rolls
from roguelike.core.geometry import DIRECTIONS
from roguelike.core.records import astuple
from roguelike.effects import healing
from roguelike.engine.play.commands import (
    Cast,
    Equip,
    Pass,
    PickUp,
    Rest,
    Step,
    TakeOff,
    TakeStairs,
    UseItem,
)
from roguelike.lab.environment.observation import (
    COLUMNS,
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
from roguelike.world import ecs, known_level, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Change, Game
from roguelike.world.terrain import Tile

PLAIN: tuple[acting.Action, ...] = (
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
OTHERS: tuple[acting.Action, ...] = tuple(acting.ACTIONS[name]() for name in others())
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


def command_of(number: int, game: Game, eyes: Observer) -> acting.Action | None:
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
        return shooting.Shoot(eyes.foes[target]) if target < min(FOES, len(eyes.foes)) else None
    if verb < SPELL:
        return _with_item(verb - ITEM, target, eyes)
    if verb >= OTHER:
        return OTHERS[verb - OTHER]
    if verb >= GROW:
        offers = offers_of(game)[verb - GROW : verb - GROW + 1]
        return growing.ChooseOffer(offers[0]) if offers else None
    return _cast(verb - SPELL, target, eyes)


def is_aimed(verb: int, eyes: Observer) -> bool:
    """Return whether a verb takes a target now: shooting does, and those items and spells that are aimed."""
    if verb == SHOOT:
        return True
    if ITEM <= verb < SPELL:
        return any(each.deed == USE_AT for each in eyes.items[verb - ITEM : verb - ITEM + 1])
    spells = eyes.spells[verb - SPELL : verb - SPELL + 1] if SPELL <= verb < GROW else ()
    return any(spell.use.delivery.aimed for spell in spells)


def _cast(place: int, target: int, eyes: Observer) -> acting.Action | None:
    """Return the command for a spell, perhaps at a target; None if there is none."""
    if place >= len(eyes.spells):
        return None
    spell = eyes.spells[place]
    if not spell.use.delivery.aimed:
        return Cast(spell.name)
    at = eyes.targets[target]
    return Cast(spell.name, at) if at is not None else None


_DEEDS: dict[int, Callable[[int], acting.Action]] = {USE: UseItem, EQUIP: Equip, TAKE_OFF: TakeOff}


def _with_item(place: int, target: int, eyes: Observer) -> acting.Action | None:
    """Return the command for an item: take it off, put it on, or use it, perhaps at a target; None if there is none."""
    if place >= len(eyes.items):
        return None
    item, deed = eyes.items[place].item, eyes.items[place].deed
    if deed == USE_AT:
        at = eyes.targets[target]
        return UseItem(item, at) if at is not None else None
    return _DEEDS[deed](item) if deed else None


Mask = NDArray[np.int8]
_BY_GROUND = tuple(
    (verb, (dx, dy, dy * COLUMNS + dx))
    for verb, (dx, dy) in [*enumerate(DIRECTIONS), (DOWN, (0, 0)), (UP, (0, 0))]
)
"""The verbs of steps and stairs, each with its way and the index offset in `ground` of that."""


class BegunError(Exception):
    """Raised by an action that begins: it is not refused."""


class Asked(Game, eq=False):
    """A game in which actions are begun, but never carried out.

    An action checks everything before it makes a change or pushes an effect. So the first of either, other than in a
    rehearsal of its own, says that the action would be done, and nothing has to be undone.
    """

    begun_in: int = 0
    """The pretences in force when the action began; whatever happens in further ones is only rehearsed."""

    @classmethod
    def of(cls, game: Game) -> "Asked":
        """Return the same game, to be asked."""
        asked = cls(*astuple(game))
        asked.rng = trial_rolls.ExtremeRolls(high=True, lucky=True)
        return asked

    def allows(self, command: acting.Action | None) -> bool:
        """Return whether the game would carry out a command, rather than refuse it or ask for more."""
        return command is not None and self._answers(command, acting.Done)

    def may_aim(self, command: acting.Action) -> bool:
        """Return whether a command that is aimed, given without an aim, would not be refused wherever it is aimed."""
        return self._answers(command, acting.Ask)

    def _answers(self, command: acting.Action, result: type[acting.Final]) -> bool:
        """Return whether a command has a result, or begins."""
        self.begun_in = self.pretences
        try:
            return isinstance(acting.attempt(command, self.player, self), result)
        except BegunError:
            return True

    def change(self, change: Change) -> None:
        """Apply a change of a rehearsal. Raises BegunError for any other."""
        if self.pretences == self.begun_in:
            raise BegunError
        Game.change(self, change)

    def push(self, *pushed: Any, **named: Any) -> None:
        """Append an effect of a rehearsal. Raises BegunError for any other."""
        if self.pretences == self.begun_in:
            raise BegunError
        Game.push(self, *pushed, **named)


def mask_of(game: Game, eyes: Observer) -> Mask:
    """Mark the actions that, as far as the player knows, would not be refused."""
    forbids = stats_of(game.player).status.forbids
    if "act" in forbids or moving.staggers(
        game.player
    ):  # who passes or stumbles is refused nothing
        every = (number for verb in range(VERBS) for number in _numbers(verb, eyes))
        return _marked(each for each in every if command_of(each, game, eyes) is not None)
    asked, next_id = Asked.of(game), ecs.next_id()
    (steps, unseen), gear = _steps(asked, eyes), _with_gear(asked, eyes)
    uses, others = _uses(asked, eyes)
    known = _as_known(asked, eyes, [*unseen, *others])
    allowed = [*steps, *_plain(asked, eyes), *gear, *uses, *known]
    ecs.set_next_id(next_id)
    return _marked([*allowed, *_walks(game, eyes)])


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


def _steps(asked: Asked, eyes: Observer) -> tuple[list[int], list[int]]:
    """List the steps and stairs that are allowed, and the steps to be asked about on the level as known.

    A step onto unknown ground may be tried. Stairs, and a step to a free tile in view, depend on the ground alone: they
    are asked about once for each kind of tile.
    """
    x, y = space.point_of(asked.player) or (0, 0)
    forbids, level = stats_of(asked.player).status.forbids, asked.level
    at = y * COLUMNS + x
    ground = eyes.ground.as_bytes
    visible = level.visible
    blockers = level.blockers
    of_player = (forbids, ecs.row(asked.player).get(spatial.Body))
    if eyes.by_ground_for != of_player:
        eyes.by_ground_for, eyes.by_ground = of_player, {}
    kept = eyes.by_ground
    allowed: list[int] = []
    unseen: list[int] = []
    for verb, (dx, dy, further) in _BY_GROUND:
        there, tile = (x + dx, y + dy), ground[at + further]
        if not visible[there]:
            is_known = tile or there in eyes.bodies or "move" in forbids
            (unseen if is_known else allowed).append(verb * TARGETS)
        elif further and there in blockers:
            if asked.allows(PLAIN[verb]):
                allowed.append(verb * TARGETS)
        else:
            if (verb, tile) not in kept:
                kept[verb, tile] = asked.allows(PLAIN[verb])
            if kept[verb, tile]:
                allowed.append(verb * TARGETS)
    return allowed, unseen


def _plain(asked: Asked, eyes: Observer) -> list[int]:
    """List what is allowed of waiting, resting, picking up, shots and growth."""
    plain = [
        *((verb * TARGETS, PLAIN[verb]) for verb in (WAIT, REST, PICK_UP)),
        *enumerate(map(shooting.Shoot, eyes.foes[:FOES]), SHOOT * TARGETS),
        *(
            (verb * TARGETS, growing.ChooseOffer(each))
            for verb, each in enumerate(offers_of(asked), GROW)
        ),
        *((verb * TARGETS, command) for verb, command in enumerate(OTHERS, OTHER)),
    ]
    return [number for number, command in plain if asked.allows(command)]


def _walks(game: Game, eyes: Observer) -> Iterator[int]:
    """Yield exploring and the way down, where there is anything left to walk to."""
    here = space.point_of(game.player) or (0, 0)
    if not eyes.foes:
        edge = here if eyes.ground.borders_on_unknown(here) else None
        if eyes.ways.may_explore(game, eyes.knows, edge, eyes.bodies):
            yield EXPLORE * TARGETS
    is_way_known = 1 + Tile.DOWN_STAIRS in eyes.ground.as_bytes
    if is_way_known and eyes.ways.may_descend(game, eyes.knows, eyes.barred):
        yield DESCEND * TARGETS


def _with_gear(asked: Asked, eyes: Observer) -> list[int]:
    """List what is allowed of putting on and taking off, asked again when what is carried has changed, as uses are."""
    if eyes.gear_of is not eyes.items:
        belongings = list(enumerate(eyes.items, ITEM))
        gear = [verb for verb, each in belongings if each.deed in (EQUIP, TAKE_OFF)]
        eyes.in_use = [
            (verb, each.item if each.is_own else None)
            for verb, each in belongings
            if each.deed in (USE, USE_AT)
        ]
        numbers = (verb * TARGETS for verb in gear)
        eyes.gear_of, eyes.kept = eyes.items, {}
        eyes.gear = [each for each in numbers if asked.allows(command_of(each, asked, eyes))]
    return eyes.gear


def _uses(asked: Asked, eyes: Observer) -> tuple[list[int], list[int]]:
    """List what is allowed of the uses and spells that concern the player alone, and all others that may be.

    The former are asked again when something of the player has changed, and so is whether a spell can be aimed at all.
    """
    row, stats, here = ecs.row(asked.player), stats_of(asked.player), space.point_of(asked.player)
    pools, statuses = row[vitals.Pools], row[Statuses].entities
    of_player = (
        (
            pools.hp,
            pools.max_hp,
            pools.mana,
            pools.max_mana,
            healing.is_full(row[vitals.HungerClock]),
        ),
        (row[magic.KnownSpells].spells.copy(), stats.status, stats.blessing),
        (statuses.copy(), asked.turn if statuses else 0),
        here is not None and bool(asked.level.visible[here]),  # the blind are told less
    )
    if eyes.kept_for != of_player:
        eyes.kept_for, eyes.kept = of_player, {}
    kept, allowed, others = eyes.kept, list[int](), list[int]()
    for verb, own in _verbs(eyes):
        if own is None:
            spell = eyes.spells[verb - SPELL] if verb >= SPELL else None
            if spell is not None and spell.use.delivery.aimed:
                if spell.name not in kept:
                    kept[spell.name] = asked.may_aim(Cast(spell.name))
                if not kept[spell.name]:
                    continue
            others += _numbers(verb, eyes)
            continue
        if own not in kept:
            kept[own] = asked.allows(command_of(verb * TARGETS, asked, eyes))
        if kept[own]:
            allowed.append(verb * TARGETS)
    return allowed, others


def _verbs(eyes: Observer) -> Iterator[tuple[int, int | str | None]]:
    """Yield the verbs of uses and spells; with each the item or spell, if it concerns the player alone."""
    yield from eyes.in_use
    for verb, spell in enumerate(eyes.spells[:SPELLS], SPELL):
        is_own = not spell.use.delivery.aimed and paying.is_for_user_alone(spell.use)
        yield verb, spell.name if is_own else None


def _as_known(asked: Asked, eyes: Observer, numbers: Sequence[int]) -> list[int]:
    """List those of the actions that are allowed on the level as the player knows it."""
    if not numbers:
        return []
    with known_level.as_known(asked, asked.player):
        return [each for each in numbers if asked.allows(command_of(each, asked, eyes))]
