"""The worth of a cast by its own forecast: harm to enemies minus harm to friends.

Everything is counted in hit points. The forecast is a rough one, in play and in a rehearsed turn alike: it only decides
whether to cast.
"""

from collections.abc import Sequence

from roguelike.actions.action import attempt, refusal_of
from roguelike.actions.spell_use import Cast
from roguelike.components.statuses import Duration, StatusEffect
from roguelike.components.vitals import Pools
from roguelike.effects.foresight.facts import More
from roguelike.effects.foresight.forecast import Forecast, Outcome, forecast
from roguelike.effects.foresight.foreseen import Foreseen, note_foreseen
from roguelike.effects.foresight.runs import Run
from roguelike.effects.foresight.trials import ROUGH
from roguelike.effects.statuses import running
from roguelike.effects.summoning import Summon
from roguelike.world import ecs
from roguelike.world.changes import (
    EVENTS,
    Altered,
    Died,
    PoolChanged,
    Removed,
    Rescheduled,
    StatusBegan,
)
from roguelike.world.factions import are_friends, master_of
from roguelike.world.game import NOBODY, Change, Game
from roguelike.world.spells import spell_of

STATUS_WORTH_HP = 5.0
"""Hit points that a status counts as."""
KILL_WORTH_HP = 10.0
"""Hit points that a death counts as, besides those that it takes."""
LEAST_NEWS = 0.75
"""Share of a status's turns that must be new for it to count: hasting a hasted creature is useless."""
MORE = More()
"""The fact of a forecast that does more than take, give, and put statuses on creatures."""
IN_NUMBERS = EVENTS | {Died, Removed, StatusBegan, Rescheduled}
"""Changes that numbers show, or that change nothing."""


def is_worth_it(game: Game, entity: int, cast: Cast) -> bool:
    """Return whether a cast harms a creature's enemies more than its friends, or does something and harms nobody.

    No creature sacrifices itself for nothing, and helpers are summoned only while there are none.
    """
    seen = _foreseen(game, entity, cast)
    if seen.refused is not None or not _pays(game, entity, cast, seen):
        return False
    note_foreseen(game, Foreseen(entity, cast.spell, cast.target))
    return True


def _pays(game: Game, entity: int, cast: Cast, seen: Forecast) -> bool:
    """Return whether the forecast of a cast is worth casting it."""
    if _charms_player(game, seen):
        return False
    use = spell_of(game, entity, cast.spell).use
    consumes = use.delivery.consumes_user
    gain, loss = _weighed(game, entity, seen, consumes=consumes)
    if any(isinstance(each, Summon) for each in use.effects):
        does_something = gain > 0 or MORE in seen.facts
        return loss <= gain and does_something and not _has_helpers(game, entity)
    return gain > loss or (loss == 0 and not consumes and MORE in seen.facts)


def _foreseen(game: Game, entity: int, cast: Cast) -> Forecast:
    """Forecast a cast from a few samples, to compare it with others."""

    def act() -> str | None:
        """Attempt the cast; return why it is refused. One without effect is not refused, but worth nothing."""
        note_foreseen(game, Foreseen(entity, cast.spell, cast.target))
        return refusal_of(attempt(cast, entity, game))

    return forecast(game, act, all_seen=True, precision=ROUGH, describe=_more)


def _more(game: Game, changes: Sequence[Change], run: Run) -> None:
    """Note whether anything happens besides the numbers: a creature moves, a status ends, a wall of fire rises."""
    if any(_is_more(change) for change in changes):
        run.note(NOBODY, MORE)


def _is_more(change: Change) -> bool:
    """Return whether a change is more than hit points, a status that begins or lasts, or mana paid."""
    if type(change) is PoolChanged:
        return change.pool != "hp" and change.entity != change.cause.by
    if type(change) is Altered:
        return change.component not in (Duration, StatusEffect)
    return type(change) not in IN_NUMBERS


def _charms_player(game: Game, seen: Forecast) -> bool:
    """Return whether a cast would charm the player, which is useless: nobody else chooses their actions."""
    statuses = seen.outcomes.get(game.player, Outcome()).statuses
    return any(game.content.status(name).serves for name in statuses)


def _weighed(game: Game, entity: int, seen: Forecast, *, consumes: bool) -> tuple[float, float]:
    """Return (gain, loss) of a forecast for its caster and friends, in hit points."""
    gain = loss = 0.0
    for other, outcome in seen.outcomes.items():
        if other == entity and consumes:
            continue
        harm = harm_of(game, other, outcome)
        good = -harm if are_friends(game, entity, other) else harm
        gain, loss = gain + max(0.0, good), loss + max(0.0, -good)
    return gain, loss


def harm_of(game: Game, entity: int, outcome: Outcome) -> float:
    """Return the harm of an outcome to a creature, in hit points; negative if it does good.

    Nobody loses more than they have, and a status is no matter to the dead.
    """
    pools: Pools | None = ecs.row(entity).get(Pools)
    left, healed = pools.hp if pools else 0, outcome.healing[1]
    lost = min(outcome.damage[1] + outcome.later[1], left + healed) - healed
    deaths = min(1.0, outcome.kill + outcome.dies_later)
    held = [
        (name, chance * _news(game, entity, name, turns))
        for name, (chance, turns) in outcome.statuses.items()
    ]
    coming = sorted(outcome.coming.items(), key=lambda pair: (-pair[1], pair[0]))
    statuses = sum(new * _sign(game, name) for name, new in held + coming)
    return lost + KILL_WORTH_HP * deaths + STATUS_WORTH_HP * (1.0 - deaths) * statuses


def _sign(game: Game, name: str) -> int:
    """Return 1 for a status that does harm, -1 for one that does good, 0 for one that does neither by itself."""
    status = game.content.status(name)
    return 0 if status.slight else -1 if status.good else 1


def _news(game: Game, entity: int, name: str, turns: int) -> float:
    """Return the share of a status's turns that are new to its target; 0.0 if it is at most LEAST_NEWS."""
    if game.content.status(name).stacking in ("add", "extend"):
        return 1.0
    left = [ecs.get(each, Duration).turns for each in running(entity, name)]
    share = 1.0 - max(left, default=0) / max(1, turns)
    return share if share > LEAST_NEWS else 0.0


def _has_helpers(game: Game, entity: int) -> bool:
    """Return whether a creature summoned by it is on the level."""
    actors = {other for other in game.level.blockers.values() if other != entity}
    return any(master_of(other) == entity for other in actors)
