"""What one blow or shot would do, by the player to a creature and by it to the player, as if they were in reach.

The numbers come from rehearsing the actual strike. A blow that the player could not foresee, with an unidentified
weapon, is left out.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from roguelike.actions.melee import Attack, melee_attack, strike
from roguelike.actions.senses import distance_between, hindrance, is_peaceful
from roguelike.actions.shooting import line_of_fire, missile_attack
from roguelike.components.vitals import Pools
from roguelike.core.trial_rolls import ExtremeRolls
from roguelike.effects.foresight.facts import Loses
from roguelike.effects.foresight.forecast import forecast
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.effects.foresight.runs import Run
from roguelike.engine.views.records import BlowView, DuelView
from roguelike.world import ecs
from roguelike.world.changes import PoolChanged, Struck, alter
from roguelike.world.game import Cause, CauseKind, Change, Game
from roguelike.world.known_level import as_known
from roguelike.world.names import is_known
from roguelike.world.space import is_adjacent

WHY = Cause("a duel foreseen")
OUTLASTING = 999
"""Hit points that no blow takes."""

Chosen = Callable[[], Attack | None]
"""Chooses what an attacker strikes with; it may roll for it."""


def duel_view(game: Game, entity: int) -> DuelView | None:
    """Return what the player's next blow or shot would do to a creature, and the creature's to the player.

    None if a step into it is no attack.
    """
    player = game.player
    if entity == player or is_peaceful(game, entity):
        return None
    with as_known(game, player):
        yours, theirs = _exchange(game, player, entity), _exchange(game, entity, player)
    return DuelView(*yours, *theirs)


def _exchange(game: Game, attacker: int, target: int) -> tuple[BlowView | None, BlowView | None]:
    """Return (blow, shot) of one against the other; a shot only if it can be taken: in range, seen and not adjacent."""
    blow = None
    if not hindrance(attacker, "melee"):
        blow = _foreseen(game, attacker, target, partial(melee_attack, game, attacker), "melee")
    bow = missile_attack(attacker)
    if bow is None or bow.weapon.reach_tiles is None or is_adjacent(attacker, target):
        return blow, None
    is_far = distance_between(attacker, target) > bow.weapon.reach_tiles
    if is_far or not line_of_fire(game, attacker, target):
        return blow, None
    return blow, _foreseen(game, attacker, target, partial(missile_attack, attacker), "missile")


def _foreseen(
    game: Game, attacker: int, target: int, choose: Chosen, kind: CauseKind
) -> BlowView | None:
    """Rehearse one strike; None if it is the player's and its weapon is not known."""

    def act() -> None:
        """Strike with the chosen attack."""
        _outlast(game, target)
        attack = choose()
        if attack is not None:
            strike(game, attacker, target, attack, kind)

    if attacker == game.player and not _is_understood(game, choose):
        return None
    seen = forecast(game, act, describe=partial(_hit, target))
    outcome = seen.outcomes.get(target)
    facts = outcome.facts if outcome is not None else {}
    hits = {fact.hp: chance for fact, chance in facts.items() if type(fact) is Loses}
    if not hits:
        return BlowView(0.0, (0, 0), None)
    kills_in = _blows_to_kill(ecs.get(target, Pools).hp, hits)
    return BlowView(min(1.0, sum(hits.values())), (min(hits), max(hits)), kills_in)


def _outlast(game: Game, target: int) -> None:
    """Give a creature more hit points than a blow takes, in the same share: what is told is the blow's doing."""
    pools = ecs.get(target, Pools)
    times = -(-OUTLASTING // max(1, int(pools.hp)))
    for name in ("max_hp", "hp"):
        alter(game, target, Pools, name, getattr(pools, name) * times, WHY)


def _blows_to_kill(hp: int, hits: Mapping[int, float]) -> int | None:
    """Return how many blows it takes on average to take so many hit points, rounded; None if they never do.

    `hits` are the chances of each loss by the first blow; the others are like it. Dividing the hit points by the mean
    loss would not do: what the last blow takes beyond them is wasted, and a loss is never above what is left.
    """
    hurts = {loss: chance for loss, chance in hits.items() if loss > 0}
    share = sum(hurts.values())
    if not share:
        return None
    blows = [0.0]
    """Mean blows by hit points left: one more than after each loss, and again as often as one takes nothing."""
    for left in range(1, hp + 1):
        after = sum(chance * blows[max(0, left - loss)] for loss, chance in hurts.items())
        blows.append((1 + after) / share)
    return max(1, round(blows[hp]))


def _is_understood(game: Game, choose: Chosen) -> bool:
    """Return whether the player knows the weapon that they strike with."""
    with rehearsing(game, ExtremeRolls(high=False, lucky=False)):
        attack = choose()
    return attack is None or not attack.item or is_known(game, attack.item)


def _hit(target: int, game: Game, changes: Sequence[Change], run: Run) -> None:
    """Note on a target that was hit the hit points lost."""
    if not any(type(change) is Struck and change.target == target for change in changes):
        return
    lost = sum(
        change.before - change.after
        for change in changes
        if type(change) is PoolChanged and change.entity == target and change.pool == "hp"
    )
    run.note(target, Loses(int(lost)))
