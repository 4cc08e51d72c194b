"""Which of its abilities a creature casts: in range, by chance, affordable, and not at the cost of its friends.

Each ability has an occasion: an enemy near, a friend hurt, its own wounds or ailments. Aid is chosen before attack. The
spell's own forecast may then rule it out: its worth is the harm to enemies minus the harm to friends, in hit points.
That forecast is a rough one, in play and in a rehearsed turn alike: it only decides whether to cast.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from math import inf, sqrt

import esper

from roguelike.actions import acting, melee, senses, spell_use
from roguelike.components import actors, magic, vitals
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.core.geometry import Point, distance_squared
from roguelike.core.records import replace
from roguelike.core.rng import PERCENT
from roguelike.effects import summoning, upkeep
from roguelike.effects.foresight import sampler
from roguelike.effects.foresight.coming import Left, Skips
from roguelike.effects.foresight.facts import More
from roguelike.effects.foresight.forecast import Forecast, Outcome, Trial
from roguelike.effects.foresight.foreseen import Foreseen, note_foreseen, weighing
from roguelike.effects.foresight.runs import Run
from roguelike.effects.statuses import DISMISSES, running
from roguelike.systems.ai.actor import Actor, Sighting
from roguelike.systems.ai.sightings import side_of
from roguelike.world import changes, ecs, factions, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import NOBODY, Change, Game
from roguelike.world.spells import spell_of

STATUS_WORTH_HP = 5.0
"""Hit points that a status counts as."""
KILL_WORTH_HP = 10.0
"""Hit points that a death counts as, besides those that it takes."""
LEAST_NEWS = 0.75
"""Share of a status's turns that must be new for it to count: hasting a hasted creature is useless."""
LIKELY = 0.5
"""The chance from which on a servant counts on a death."""
BLOWS = replace(sampler.ROUGH, most_exact=500)
"""How closely the blows are foreseen that a master may die of."""
WARY = replace(sampler.ROUGH, corners=True)
"""How closely servants foresee a cast: no rare harm to their master escapes the extreme rolls."""
MORE = More()
"""The fact of a forecast that does more than take, give, and put statuses on creatures."""
IN_NUMBERS = changes.EVENTS | {
    changes.Died,
    changes.Removed,
    changes.StatusBegan,
    changes.Rescheduled,
}
"""Changes that numbers show, or that change nothing."""


def is_worth_it(game: Game, entity: int, cast: spell_use.Cast) -> bool:
    """Return whether a cast harms a creature's enemies more than its friends, or does something and harms nobody.

    No creature sacrifices itself for nothing, and helpers are summoned only while there are none.
    """
    use = Foreseen(entity, cast.spell, cast.target)
    if not weighing(game, use, partial(_weigh, game, entity, cast)):
        return False
    note_foreseen(game, use)
    return True


def _weigh(game: Game, entity: int, cast: spell_use.Cast) -> bool:
    """Find out whether a cast is worth it, by its forecast."""
    use = spell_of(game, entity, cast.spell).use
    skips = partial(_hurts_enemies_alone, game, entity)
    seen = _foreseen(game, entity, cast, skips, partial(_surely_pays, game, entity, use))
    if seen.is_cut and not _pays(game, entity, use, seen, most_loss=0.0):
        seen = _foreseen(game, entity, cast)
    is_worth = seen.refused is None and (seen.is_cut or _pays(game, entity, use, seen))
    if is_worth:
        game.level.note_unseen_others(seen.cells)
    return is_worth


def _hurts_enemies_alone(game: Game, entity: int, left: Left) -> bool:
    """Return whether the turns to come can only add to the harm to enemies: whoever harms nobody else may stop here.

    That is where no fire begins, and statuses of enemies alone run down, who will not burst, vanish, catch fire or
    change their state as they are hurt.
    """
    if left.burns:
        return False
    own = factions.masters_of(entity)
    return not any(
        each in own or factions.are_friends(game, entity, each) or _may_spread(game, each)
        for each in left.whose
    )


def _surely_pays(game: Game, entity: int, use: magic.Use, run: Run) -> bool:
    """Return whether a cast pays by one of several samples that differ in nothing but amounts.

    That is where it takes hit points from enemies alone, and nothing turns on how many: none of them is frozen or the
    like, which breaks at hard blows, or does something when it dies. Nor may it help or charm any of them.
    """
    if not run.damage or run.healing or run.coming is not None:
        return False
    if any(isinstance(each, summoning.Summon) for each in use.effects):
        return False
    for each in run.concerned():
        if Statuses not in ecs.row(each) or factions.are_friends(game, entity, each):
            return False
        if "act" in stats_of(each).status.forbids:
            return False
        begun = [game.content.statuses[name] for name in run.statuses.get(each, ())]
        if any(status.good or status.serves for status in begun) or _may_spread(game, each):
            return False
    return True


def _may_spread(game: Game, entity: int) -> bool:
    """Return whether a creature's statuses may lead to more than the hit points that they take."""
    abilities: magic.Abilities | None = ecs.row(entity).get(magic.Abilities)
    if abilities is not None and abilities.on_death:
        return True
    return any(
        DISMISSES in each.flags
        or (
            each.tick == "damage"
            and any(row.begins or row.starts for row in game.content.responses(each.element).rows)
        )
        for _, _, each in upkeep.statuses_of((entity,))
    )


def _pays(
    game: Game, entity: int, use: magic.Use, seen: Forecast, *, most_loss: float = inf
) -> bool:
    """Return whether the forecast of a cast is worth casting it, and harms friends by no more than that."""
    if _charms_player(game, seen) or _hurts_a_master(game, entity, seen):
        return False
    consumes = use.delivery.consumes_user
    gain, loss = _weighed(game, entity, seen, consumes=consumes)
    if loss > most_loss:
        return False
    if any(isinstance(each, summoning.Summon) for each in use.effects):
        does_something = gain > 0 or MORE in seen.facts
        return loss <= gain and does_something and not _has_helpers(game, entity)
    return gain > loss or (loss == 0 and not consumes and MORE in seen.facts)


def _foreseen(
    game: Game,
    entity: int,
    cast: spell_use.Cast,
    skips: Skips | None = None,
    suffices: sampler.Suffices | None = None,
) -> Forecast:
    """Forecast a cast from a few samples, to compare it with others, or from one that `suffices`.

    The turns to come that it `skips` are left out.
    """

    def act() -> str | None:
        """Attempt the cast; return why it is refused. One without effect is not refused, but worth nothing."""
        note_foreseen(game, Foreseen(entity, cast.spell, cast.target))
        return acting.refusal_of(acting.attempt(cast, entity, game))

    precision = WARY if factions.master_of(entity) != entity else sampler.ROUGH
    trial = Trial(game, act, precision=precision, describe=_more, skips=skips, suffices=suffices)
    return trial.foreseen(all_seen=True)


def _more(game: Game, trace: Sequence[Change], run: Run) -> None:
    """Note whether anything happens besides the numbers: a creature moves, a status ends, a wall of fire rises."""
    if any(_is_more(change) for change in trace):
        run.note(NOBODY, MORE)


def _is_more(change: Change) -> bool:
    """Return whether a change is more than hit points, a status that begins or lasts, or mana paid."""
    if type(change) is changes.PoolChanged:
        return change.pool != "hp" and change.entity != change.cause.by
    if type(change) is changes.Altered:
        return change.component not in (Duration, StatusEffect)
    return type(change) not in IN_NUMBERS


def _charms_player(game: Game, seen: Forecast) -> bool:
    """Return whether a cast would charm the player, which is useless: nobody else chooses their actions."""
    statuses = seen.outcomes.get(game.player, Outcome()).statuses
    return any(game.content.statuses[name].serves for name in statuses)


def _hurts_a_master(game: Game, entity: int, seen: Forecast) -> bool:
    """Return whether a cast may hurt whom its caster serves, or put a bad status on them: no servant ever chooses that.

    The least likely harm counts, whatever is gained, unless that master would die otherwise.
    """
    told = [
        (each, seen.outcomes[each]) for each in factions.masters_of(entity) if each in seen.outcomes
    ]
    return any(_is_harmed(game, own) and not _saves(game, master, seen) for master, own in told)


def _is_harmed(game: Game, own: Outcome) -> bool:
    """Return whether an outcome may take anything, or bring a bad status."""
    return (
        own.damage[2] > 0
        or own.later[2] > 0
        or own.kill > 0
        or any(_sign(game, name) > 0 for name in (*own.statuses, *own.coming))
    )


def _saves(game: Game, master: int, seen: Forecast) -> bool:
    """Return whether a cast keeps a master alive, in all likelihood, whom the blows of their enemies would kill."""
    own, hp = seen.outcomes[master], ecs.get(master, vitals.Pools).hp
    if own.kill or own.doom:
        return False
    blows = {foe: _blow_at(game, foe, master) for foe in _beside(game, master)}
    left = [blow for foe, blow in blows.items() if seen.outcomes.get(foe, Outcome()).kill < LIKELY]
    return _kills(blows.values(), hp) and not _kills(left, hp - own.damage[1])


def _kills(blows: Collection[Outcome], hp: float) -> bool:
    """Return whether some blows will most likely take so many hit points."""
    return any(each.kill >= LIKELY for each in blows) or sum(each.damage[1] for each in blows) >= hp


def _beside(game: Game, entity: int) -> Iterator[int]:
    """Yield the enemies of a creature who are awake and beside it."""
    for other in {*game.level.blockers.values()} - game.dead:
        mind = ecs.row(other).get(actors.Mind)
        is_near = mind is not None and mind.awake and space.is_adjacent(other, entity)
        if is_near and not factions.are_friends(game, other, entity):
            yield other


def _blow_at(game: Game, foe: int, victim: int) -> Outcome:
    """Forecast the blow of one creature at another."""
    act = lambda: acting.refusal_of(acting.attempt(melee.Melee(victim), foe, game))  # noqa: E731
    seen = Trial(game, act, precision=BLOWS).foreseen(all_seen=True)
    return seen.outcomes.get(victim, Outcome())


def _weighed(game: Game, entity: int, seen: Forecast, *, consumes: bool) -> tuple[float, float]:
    """Return (gain, loss) of a forecast for its caster and friends, in hit points."""
    gain = loss = 0.0
    for other, outcome in seen.outcomes.items():
        if other == entity and consumes:
            continue
        harm = harm_of(game, other, outcome)
        good = -harm if factions.are_friends(game, entity, other) else harm
        gain, loss = gain + max(0.0, good), loss + max(0.0, -good)
    return gain, loss


def harm_of(game: Game, entity: int, outcome: Outcome) -> float:
    """Return the harm of an outcome to a creature, in hit points; negative if it does good.

    Nobody loses more than they have, and a status is no matter to the dead.
    """
    pools: vitals.Pools | None = ecs.row(entity).get(vitals.Pools)
    left, healed = pools.hp if pools else 0, outcome.healing[1]
    lost = min(outcome.damage[1] + outcome.added, left + healed) - healed
    deaths = min(1.0, outcome.kill + outcome.doom)
    held = [
        (name, chance * _news(game, entity, name, turns))
        for name, (chance, turns) in outcome.statuses.items()
    ]
    coming = sorted(outcome.coming.items(), key=lambda pair: (-pair[1], pair[0]))
    statuses = sum(new * _sign(game, name) for name, new in held + coming)
    return lost + KILL_WORTH_HP * deaths + STATUS_WORTH_HP * (1.0 - deaths) * statuses


def _sign(game: Game, name: str) -> int:
    """Return 1 for a status that does harm, -1 for one that does good, 0 for one that does neither by itself."""
    status = game.content.statuses[name]
    return 0 if status.slight else -1 if status.good else 1


def _news(game: Game, entity: int, name: str, turns: int) -> float:
    """Return the share of a status's turns that are new to its target; 0.0 if it is at most LEAST_NEWS."""
    if game.content.statuses[name].stacking in ("add", "extend"):
        return 1.0
    left = [ecs.get(each, Duration).turns for each in running(entity, name)]
    share = 1.0 - max(left, default=0) / max(1, turns)
    return share if share > LEAST_NEWS else 0.0


def _has_helpers(game: Game, entity: int) -> bool:
    """Return whether a creature summoned by it is on the level."""
    others = {other for other in game.level.blockers.values() if other != entity}
    return any(factions.master_of(other) == entity for other in others)


HURT_SHARE = 0.5
"""Share of hit points at or below which a creature counts as hurt."""


def choose_spell(actor: Actor, enemy: Sighting) -> spell_use.Cast | None:
    """Return the cast at an enemy in sight that a creature chooses this turn, if any."""
    abilities: magic.Abilities | None = actor.row.get(magic.Abilities)
    if abilities is None:
        return None
    game, entity = actor.game, actor.entity
    away, target = sqrt(enemy[0]), enemy[1]
    for ability in abilities.cast:
        if (
            ability.when != "enemy near"
            or not ability.min_range_tiles <= away <= ability.range_tiles
            or _is_kept(actor, ability)
        ):
            continue
        if not game.rng.chance(PERCENT * ability.chance):
            continue
        spell = spell_of(game, entity, ability.spell)
        if not spell_use.affords(actor.row[vitals.Pools], spell):
            continue
        at = (
            senses.seen_tile(game, entity, target)
            if space.is_large(target)
            else space.point_of(target)
        )
        cast = spell_use.Cast(
            ability.spell, aim(game, entity, spell, at or actor.here, nearest=True)
        )
        if is_worth_it(game, entity, cast):
            return cast
    return None


def _is_kept(actor: Actor, ability: magic.Ability) -> bool:
    """Return whether a creature keeps an ability for when it has fewer hit points."""
    pools: vitals.Pools = actor.row[vitals.Pools]
    return ability.below_share < 1 and pools.hp > ability.below_share * pools.max_hp


def choose_aid(actor: Actor) -> spell_use.Cast | None:
    """Return the cast that heals or cures itself or a friend, if a creature chooses one this turn."""
    abilities: magic.Abilities | None = actor.row.get(magic.Abilities)
    if abilities is None:
        return None
    game, entity, here = actor.game, actor.entity, actor.here
    for ability in abilities.cast:
        if ability.when == "enemy near" or _is_kept(actor, ability):
            continue
        there = _who_needs(game, entity, here, ability)
        if there is None:
            continue
        spell = spell_of(game, entity, ability.spell)
        if not spell_use.affords(actor.row[vitals.Pools], spell) or not game.rng.chance(
            PERCENT * ability.chance
        ):
            continue
        cast = spell_use.Cast(ability.spell, aim(game, entity, spell, there, nearest=False))
        if is_worth_it(game, entity, cast):
            return cast
    return None


def aim(
    game: Game, entity: int, spell: magic.SpellTemplate, there: Point, *, nearest: bool
) -> Point | None:
    """Return the tile to cast at: `there` or, for effects that need free ground, the best free tile; None if unaimed.

    Leaps and runes go as near to the enemy as possible (`nearest`), or as far as possible from where it was last seen.
    """
    delivery = spell.use.delivery
    if not delivery.aimed:
        return None
    if not any(each.wants_free_tile for each in spell.use.effects):
        return there
    mind = esper.try_component(entity, actors.Mind)
    goal = there if nearest or mind is None else mind.last_seen or there
    return _free_tile(game, entity, delivery.range or 0, goal, 1 if nearest else -1) or there


def _free_tile(game: Game, entity: int, reach: int, goal: Point, sign: int) -> Point | None:
    """Return the free tile in reach and sight that is nearest to a goal (sign 1), or farthest from it (sign -1)."""
    here = space.point_of(entity)
    if here is None:
        return None
    span = range(-reach, reach + 1)
    tiles = ((here[0] + dx, here[1] + dy) for dx in span for dy in span)
    ranked = sorted(
        (sign * distance_squared(tile, goal), distance_squared(tile, here), tile)
        for tile in tiles
        if distance_squared(tile, here) <= reach**2 and game.level.is_free(tile)
    )
    return next((tile for _, _, tile in ranked if senses.can_see(game, entity, tile)), None)


def _who_needs(game: Game, entity: int, here: Point, ability: magic.Ability) -> Point | None:
    """Return the tile of the friend (or itself) that needs the ability; None if nobody does."""
    match ability.when:
        case "hurt ally":
            return _hurt_friend(game, entity, here, ability)
        case "self hurt":
            return here if _is_hurt(entity) else None
        case "self ailing":
            return here if senses.is_ailing(entity) else None
        case _:
            return None


def _is_hurt(entity: int) -> bool:
    """Return whether a creature is at or below HURT_SHARE of its hit points."""
    pools = ecs.get(entity, vitals.Pools)
    return pools.hp <= pools.max_hp * HURT_SHARE


def _hurt_friend(game: Game, entity: int, here: Point, ability: magic.Ability) -> Point | None:
    """Return the tile of the nearest hurt friend within the ability's range and in sight."""
    hurt = sorted(
        (distance_squared(here, point), point, other)
        for other in side_of(game, entity).members
        if other not in (*game.dead, entity)
        and (point := space.point_of(other)) is not None
        and _is_hurt(other)
    )
    near = (other for away, _, other in hurt if away <= ability.range_tiles**2)
    return next((seen for other in near if (seen := senses.seen_tile(game, entity, other))), None)
